# SPDX-License-Identifier: MIT
# Files that a tool replaces: fmt --write, validate --good and --bad. Whose they are and who may use
# them stays as it was; what cannot be kept is told of; nothing is left behind.

load helper

setup_file() {
    ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/files.so" "$ROOT/tests/cli/data/files.c" -ldl
    ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/failing.so" "$ROOT/tests/cli/data/failing.c"
}

# shellcheck disable=SC2154 # err, status: run_split
setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf '1. e4   e5 *\n' >loose.pgn
    printf '[Event "?"]\n\n1. e4 e5 *\n' >game.pgn
}

# access FILE: permission bits, owner and group
access() {
    stat -c '%a %u %g' "$1"
}

# rewritten FILE: it has the canonical form, and nothing is beside it.
rewritten() {
    canonical "$1" && [ "$(echo "$1".*)" = "$1.*" ]
}

# files CMD...: runs it with files.so; its calls are in the file calls.
files() {
    if "$BIN/xpgn-validate" --version | grep -q sanitize; then
        skip 'a sanitizer wants to be loaded first'
    fi
    run_split env CALLS=9 LD_PRELOAD="$BATS_FILE_TMPDIR/files.so" "$@" 9>calls
}

@test "set-id bits are not kept, and that is said" {
    for mode in 4755 2755 6711 7777; do
        cp loose.pgn "$mode.pgn"
        chmod "$mode" "$mode.pgn"
        run_split xpgn-fmt -w "$mode.pgn"
        expect 0 '' "xpgn-fmt: $mode.pgn: the set-user-id and set-group-id bits are not kept"
        [ "$(stat -c %a "$mode.pgn")" = "${mode#?}" ]
        rewritten "$mode.pgn"
    done
    for option in good bad; do
        cp loose.pgn "$option"
        chmod 6755 "$option"
        run_split xpgn-validate "--$option=$option" game.pgn
        expect 0 '' "xpgn-validate: $option: the set-user-id and set-group-id bits are not kept"
        [ "$(stat -c %a "$option")" = 755 ]
    done
}

@test "root keeps owner and group of a user's file, and never makes it set-user-id root" {
    if [ "$(id -u)" -ne 0 ]; then skip 'only root can give files away'; fi
    cp loose.pgn user.pgn
    chown 65534:12345 user.pgn
    chmod 4750 user.pgn
    run_split xpgn-fmt -w user.pgn
    [ "$status" -eq 0 ]
    [ "$(access user.pgn)" = '750 65534 12345' ]
    rewritten user.pgn
    for option in good bad; do
        cp loose.pgn "$option"
        chown 65534:12345 "$option"
        chmod 4750 "$option"
        run_split xpgn-validate "--$option=$option" game.pgn
        [ "$status" -eq 0 ]
        [ "$(access "$option")" = '750 65534 12345' ]
    done
    cmp good <(cat game.pgn; echo)
    [ ! -s bad ]
}

@test "the owner is set before the permissions, all is synced, and the folder after the renaming" {
    chmod 640 loose.pgn
    if [ "$(id -u)" -eq 0 ]; then chown 65534:65534 loose.pgn; fi
    files xpgn-fmt -w loose.pgn
    expect 0 '' ''
    if [ "$(id -u)" -eq 0 ]; then
        [ "$(xargs <calls)" = 'chown chmod sync rename sync-folder' ]
    else
        [ "$(xargs <calls)" = 'chmod sync rename sync-folder' ]
    fi
    files xpgn-validate --good=new.pgn game.pgn
    expect 0 '' ''
    [ "$(xargs <calls)" = 'chmod sync rename sync-folder' ]
}

@test "owner or permissions that cannot be kept: it is told, and the old file stays" {
    local call what
    for call in chown chmod; do
        what='its permissions'
        if [ "$call" = chown ]; then
            [ "$(id -u)" -eq 0 ] || continue
            what='its owner and group'
        fi
        cp loose.pgn a.pgn
        if [ "$(id -u)" -eq 0 ]; then chown 65534:65534 a.pgn; fi
        FAILS=$call files xpgn-fmt -w a.pgn
        expect 2 '' "xpgn-fmt: a.pgn: $what cannot be kept: Operation not permitted"
        cmp a.pgn loose.pgn
        FAILS=$call files xpgn-validate --good=a.pgn game.pgn
        expect 2 '' "xpgn-validate: a.pgn: $what cannot be kept: Operation not permitted"
        cmp a.pgn loose.pgn
        [ "$(echo a.pgn.*)" = 'a.pgn.*' ]
    done
    FAILS='chmod' files xpgn-validate --good=new.pgn game.pgn
    expect 2 '' 'xpgn-validate: new.pgn: its permissions cannot be set: Operation not permitted'
    [ "$(echo new.pgn*)" = 'new.pgn*' ]
}

@test "a file or folder that cannot be synced, a name that cannot be given" {
    cp loose.pgn a.pgn
    for call in sync rename; do
        FAILS=$call files xpgn-fmt -w a.pgn
        [ "$status" -eq 2 ]
        [[ $err == 'xpgn-fmt: a.pgn: '*'Operation not permitted' ]]
        cmp a.pgn loose.pgn
        [ "$(echo a.pgn.*)" = 'a.pgn.*' ]
    done
    FAILS=sync-folder files xpgn-fmt -w a.pgn
    expect 2 '' 'xpgn-fmt: a.pgn: the folder cannot be written: Operation not permitted'
    rewritten a.pgn
}

@test "a read-only file is refused, also for root" {
    for mode in 444 555 400; do
        cp -f loose.pgn a.pgn
        chmod "$mode" a.pgn
        run_split xpgn-fmt -w a.pgn game.pgn
        expect 2 '' 'xpgn-fmt: a.pgn: the file is read-only'
        cmp a.pgn loose.pgn
        run_split xpgn-validate --good=a.pgn game.pgn
        expect 2 '' 'xpgn-validate: a.pgn: the file is read-only'
        run_split xpgn-validate --bad=a.pgn --good=new.pgn game.pgn
        expect 2 '' 'xpgn-validate: a.pgn: the file is read-only'
        cmp a.pgn loose.pgn
        [ "$(echo a.pgn* new.pgn*)" = 'a.pgn new.pgn*' ]
    done
}

@test "hard links are mentioned" {
    cp loose.pgn other.pgn
    ln other.pgn a.pgn
    run_split xpgn-fmt -w a.pgn
    expect 0 '' 'xpgn-fmt: a.pgn: only this name is rewritten: the file has hard links'
    rewritten a.pgn
    cmp other.pgn loose.pgn
    ln other.pgn b.pgn
    run_split xpgn-validate --good=b.pgn game.pgn
    expect 0 '' 'xpgn-validate: b.pgn: only this name is rewritten: the file has hard links'
    # nothing is said where nothing is rewritten
    ln a.pgn same.pgn
    run_split xpgn-fmt -w same.pgn
    expect 0 '' ''
    [ same.pgn -ef a.pgn ]
}

@test "fmt --write leaves no temporary file when memory fails" {
    if "$BIN/xpgn-validate" --version | grep -q sanitize; then skip 'it has an allocator of its own'; fi
    for _ in {1..2000}; do printf '[Event "?"]\n\n1. e4   e5 *\n\n'; done >many.pgn
    cp many.pgn before.pgn
    count=$(FAIL_COUNT=9 LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so xpgn-fmt -w many.pgn 9>&1)
    [ "$count" -gt 10 ]
    local failed=0
    for ((at = 1; at <= count; at++)); do
        cp before.pgn many.pgn
        FAIL_AT=$at FAIL_ON=1 LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so run_split xpgn-fmt -w many.pgn
        [ "$(echo many.pgn.*)" = 'many.pgn.*' ] || { echo "allocation $at: $(echo many.pgn.*)"; return 1; }
        [ "$status" -ne 2 ] || { failed=$((failed + 1)); cmp many.pgn before.pgn; }
    done
    [ "$failed" -gt 5 ]
}
