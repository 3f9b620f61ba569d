# SPDX-License-Identifier: MIT
# The files of a scribe: the record, its lock, the copy for spectators. It removes and replaces only
# what it has created, or was told to.

load helper

setup_file() {
    ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/files.so" "$ROOT/tests/cli/data/files.c" -ldl
}

# shellcheck disable=SC2154 # err, out, status: run_split
setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# begun FILE ENTRY...: a new record with these entries
begun() {
    local file=$1
    shift
    printf '%s\n' "$@" | xpgn-record "$file" >/dev/null
}

# refused WORDS CMD...: status 2, these words at the end of the message, nothing answered.
refused() {
    local words=$1
    shift
    run_split timeout 20 "$@" </dev/null
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    [[ $err == *": $words" ]] || { echo "$err"; return 1; }
}

# open_scribe FILE [OPTION...]: a scribe between the pipes 8 and 9; waits for its greeting, which is in
# $said.
open_scribe() {
    mkfifo to from
    xpgn-record "$@" <to >from 2>err_of 3>&- &
    scribe=$!
    exec 8>to 9<from
    said=
    read -r -t 20 said <&9 || true
}

# tell LINE: an entry; the answer is in $said.
tell() {
    echo "$1" >&8
    said=
    read -r -t 20 said <&9 || true
}

# leave: the end of its input; its exit status is in $left.
leave() {
    exec 8>&- 9<&-
    left=0
    wait "$scribe" || left=$?
    rm -f to from
}

# ---- the record ----------------------------------------------------------------------------------

@test "what is no regular file is refused, and stays" {
    mkfifo pipe
    mkdir folder
    refused 'not a regular file' xpgn-record pipe
    refused 'not a regular file' xpgn-record folder
    refused 'not a regular file' xpgn-record /dev/null
    [ -p pipe ]
    [ -d folder ]
    [ -c /dev/null ]
    if [ "$(id -u)" -eq 0 ] && mknod null c 1 3 2>/dev/null; then
        refused 'not a regular file' xpgn-record null
        [ -c null ]
    fi
}

@test "an empty file of somebody's stays, one of its own is removed" {
    : >theirs
    # refused for its tags: no record is begun
    for file in theirs own; do
        run_split xpgn-record --variant=no-such-game "$file" </dev/null
        [ "$status" -eq 2 ]
    done
    [ -f theirs ]
    [ ! -s theirs ]
    [ ! -e own ]
    begun theirs e4
    grep -q 'e4 \*' theirs
}

@test "the user's own NAME.new stays" {
    echo mine >game.xpgn.new
    begun game.xpgn e4 e5
    begun game.xpgn Nf3
    [ "$(cat game.xpgn.new)" = mine ]
    [ "$(echo game.xpgn*)" = 'game.xpgn game.xpgn.new' ]
}

@test "a read-only record is refused, also for root" {
    begun game.xpgn e4
    cp game.xpgn before
    chmod 444 game.xpgn
    run_split xpgn-record game.xpgn </dev/null
    [ "$status" -eq 2 ]
    [[ $err == *': the file is read-only' || $err == *': Permission denied' ]]
    cmp game.xpgn before
    [ "$(stat -c %a game.xpgn)" = 444 ]
}

@test "owner, group and permissions stay, and hard links are reported" {
    begun game.xpgn e4
    chmod 640 game.xpgn
    if [ "$(id -u)" -eq 0 ]; then chown 65534:12345 game.xpgn; fi
    before=$(stat -c '%a %u %g' game.xpgn)
    begun game.xpgn e5
    [ "$(stat -c '%a %u %g' game.xpgn)" = "$before" ]
    ln game.xpgn other.xpgn
    cp other.xpgn was.xpgn
    run_split xpgn-record game.xpgn <<<Nf3
    [ "$status" -eq 0 ]
    [ "$err" = 'xpgn-record: game.xpgn: only this name is rewritten: the file has hard links' ]
    cmp other.xpgn was.xpgn
    grep -q Nf3 game.xpgn
}

@test "permissions that cannot be kept: the entry is refused, the record stays" {
    if xpgn-validate --version | grep -q sanitize; then skip 'a sanitizer wants to be loaded first'; fi
    begun game.xpgn e4
    cp game.xpgn before
    for call in chmod sync rename; do
        run_split env CALLS=9 FAILS=$call LD_PRELOAD="$BATS_FILE_TMPDIR/files.so" xpgn-record game.xpgn 9>calls <<<e5
        [ "$status" -eq 0 ]
        [[ $out == *$'\nerror DISK not recorded: '*'Operation not permitted' ]]
        cmp game.xpgn before
        [ "$(echo game.xpgn*)" = game.xpgn ]
    done
}

changed='error DISK not recorded: another program has changed the file; to continue from its contents, leave and start again; to keep this record, move the file away and enter this again'

@test "what another program has written into the record stays, and nothing that was recorded is lost either" {
    local how
    for how in 'echo "; a note of the arbiter" >>game.xpgn' 'echo "1. d4 *" >game.xpgn' 'echo "1. d4 *" >new; mv new game.xpgn' \
        'cp game.xpgn new; mv new game.xpgn'; do
        rm -f ./*.xpgn
        open_scribe game.xpgn
        tell e4
        [ "$said" = 'ok 1. e4' ]
        eval "$how"
        cp game.xpgn theirs
        tell e5
        [ "$said" = "$changed" ]
        cmp game.xpgn theirs
        # to keep this record
        mv game.xpgn theirs.xpgn
        tell e5
        [ "$said" = 'ok 1... e5' ]
        refused 'another scribe is writing to it' xpgn-record game.xpgn
        tell Nf3
        leave
        [ "$left" -eq 0 ]
        cmp theirs.xpgn theirs
        grep -qx '1\. e4 e5 2\. Nf3 \*' game.xpgn
    done
    # to go on from what the file has now
    open_scribe game.xpgn
    sed -i 's/Nf3/Nc3/' game.xpgn
    tell d5
    [ "$said" = "$changed" ]
    leave
    [ "$left" -eq 2 ]
    [ "$(<err_of)" = 'xpgn-record: game.xpgn: another program has changed the file: check that it has all entries' ]
    begun game.xpgn d5
    grep -qx '1\. e4 e5 2\. Nc3 d5 \*' game.xpgn
}

@test "what another program writes while an entry is being recorded stays, too" {
    if xpgn-record --version | grep -q sanitize; then skip 'a sanitizer wants to be loaded first'; fi
    ${CC:-cc} -shared -fPIC -o meanwhile.so "$ROOT/tests/cli/data/meanwhile.c" -ldl
    begun game.xpgn e4
    MEANWHILE_CALL=sync MEANWHILE='echo mine >>game.xpgn' LD_PRELOAD=$PWD/meanwhile.so open_scribe game.xpgn
    tell e5
    [ "$said" = "$changed" ]
    [ "$(tail -n 1 game.xpgn)" = mine ]
    leave
    [ "$(echo game.xpgn*)" = game.xpgn ]
}

@test "a record that was removed is written again, and other permissions or times are no change of it" {
    open_scribe game.xpgn
    tell e4
    rm game.xpgn
    tell e5
    [ "$said" = 'ok 1... e5' ]
    grep -qx '1\. e4 e5 \*' game.xpgn
    chmod 640 game.xpgn
    tell Nf3
    [ "$said" = 'ok 2. Nf3' ]
    [ "$(stat -c %a game.xpgn)" = 640 ]
    touch -d 2020-01-01 game.xpgn
    tell Nc6
    [ "$said" = 'ok 2... Nc6' ]
    leave
    [ "$left" -eq 0 ]
}

# ---- the lock ------------------------------------------------------------------------------------

@test "a scribe that is refused takes nothing from the one that records, or waits for its tags" {
    open_scribe game.xpgn
    refused 'another scribe is writing to it' xpgn-record game.xpgn
    [ -e game.xpgn ]
    refused 'another scribe is writing to it' xpgn-record game.xpgn
    tell e4
    [ "$said" = 'ok 1. e4' ]
    refused 'another scribe is writing to it' xpgn-record game.xpgn
    tell e5
    [ "$said" = 'ok 1... e5' ]
    leave
    grep -q '^1. e4 e5 \*' game.xpgn
}

@test "three scribes, one of them at its tags: the record is of one game" {
    needs_terminal
    # A waits at the prompt of its tags, with an empty file that it has locked
    mkfifo keys
    TERM=dumb script -qec 'xpgn-record game.xpgn' /dev/null <keys >screen 2>&1 3>&- &
    a=$!
    exec 8>keys
    for _ in {1..200}; do
        [ ! -e game.xpgn ] || break
        sleep 0.05
    done
    [ -e game.xpgn ]
    refused 'another scribe is writing to it' xpgn-record game.xpgn
    [ -e game.xpgn ]
    # C is not let in either
    refused 'another scribe is writing to it' xpgn-record game.xpgn
    kill "$a"
    exec 8>&-
    wait "$a" || true
}

@test "signals leave no empty file, and a record as it is" {
    for signal in INT TERM HUP; do
        open_scribe game.xpgn
        tell e4
        cp game.xpgn before
        kill -$signal "$scribe"
        leave
        cmp game.xpgn before
        [ "$(echo game.xpgn*)" = game.xpgn ]
        rm game.xpgn
    done
}

# ---- the copy for spectators ---------------------------------------------------------------------

@test "the copy may not be the record, by whatever name" {
    begun game.xpgn e4
    ln game.xpgn hard
    ln -s game.xpgn soft
    for name in game.xpgn ./game.xpgn hard soft; do
        refused 'not written: it is also read in this run; name another file' xpgn-record --force "--copy=$name" game.xpgn
    done
    refused 'not written: it is also read in this run; name another file' xpgn-record --copy=new.xpgn new.xpgn
    [ ! -e new.xpgn ]
}

@test "a copy replaces an earlier state of its record, and nothing else without --force" {
    begun game.xpgn e4 e5 Nf3
    for copy in 'e4' 'e4 e5 Nf3' 'e4 e5 Nf3 Nc6'; do # the last one: undo, and then killed
        rm -f copy.xpgn
        # shellcheck disable=SC2086 # words
        begun copy.xpgn $copy
        run_split xpgn-record --copy=copy.xpgn game.xpgn <<<'comment so'
        [ "$status" -eq 0 ]
        cmp copy.xpgn game.xpgn
        printf '%s\n' undo Nf3 | xpgn-record game.xpgn >/dev/null
    done
    cp game.xpgn before
    begun another.xpgn d4 d5 c4
    begun named.xpgn 'tag White Adams' e4
    echo 'my notes' >notes
    begun one.xpgn d4 d5
    for file in another.xpgn one.xpgn named.xpgn notes; do
        cp $file was
        refused 'not written: it is not an earlier state of this record; --force replaces it' \
            xpgn-record --copy=$file game.xpgn
        cmp $file was
        # nor for a new game, which has no earlier states
        refused 'not written: it is not an earlier state of this record; --force replaces it' \
            xpgn-record --copy=$file new.xpgn
        [ ! -e new.xpgn ]
        xpgn-record --force --copy=$file game.xpgn <<<'comment so' >/dev/null
        cmp $file game.xpgn
    done
}

@test "a copy that another program has changed stays, until it is removed" {
    begun game.xpgn e4
    open_scribe --copy=copy.xpgn game.xpgn
    echo mine >copy.xpgn # it was not there
    tell e5
    [ "$said" = 'ok 1... e5 (no copy: another program has changed it)' ]
    [ "$(<copy.xpgn)" = mine ]
    rm copy.xpgn
    tell Nf3
    [ "$said" = 'ok 2. Nf3' ]
    cmp copy.xpgn game.xpgn
    echo mine >>copy.xpgn
    tell Nc6
    [ "$said" = 'ok 2... Nc6 (no copy: another program has changed it)' ]
    [ "$(tail -n 1 copy.xpgn)" = mine ]
    leave
    # found when the session begins
    cp game.xpgn copy.xpgn
    open_scribe --copy=copy.xpgn game.xpgn
    echo mine >>copy.xpgn
    tell Bb5
    [ "$said" = 'ok 3. Bb5 (no copy: another program has changed it)' ]
    [ "$(tail -n 1 copy.xpgn)" = mine ]
    leave
}

@test "a copy to a pipe or a device leaves it what it is, and does not wait for readers" {
    mkfifo pipe
    run_split timeout 20 xpgn-record --copy=pipe game.xpgn <<<e4
    [ "$status" -eq 0 ]
    [ "$out" = 'ok 0 1. (no copy: nothing is reading the pipe)
ok 1. e4 (no copy: nothing is reading the pipe)' ]
    [ -p pipe ]
    timeout 20 cat pipe >got &
    run_split timeout 20 xpgn-record --copy=/dev/null game.xpgn <<<e5
    expect 0 'ok 1 1...
ok 1... e5' ''
    [ -c /dev/null ]
    exec 7<>pipe # so that the reader sees no end between two states
    run_split timeout 20 xpgn-record --copy=pipe game.xpgn <<<Nf3
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    exec 7>&-
    wait
    [ -p pipe ]
    cmp got game.xpgn
}

@test "a read-only copy is refused by its owner's wish" {
    begun game.xpgn e4
    begun copy.xpgn e4
    chmod 444 copy.xpgn
    cp copy.xpgn before
    run_split xpgn-record --copy=copy.xpgn game.xpgn <<<e5
    [ "$out" = 'ok 1 1...
ok 1... e5 (no copy: the file is read-only)' ]
    cmp copy.xpgn before
}

# ---- what a scribe who was killed has left --------------------------------------------------------

# calls CMD...: what it does to files, a word a line, in the file calls
calls() {
    if xpgn-record --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    run_split env CALLS=9 FAILS="$fails" LD_PRELOAD="$BATS_FILE_TMPDIR/files.so" "$@" 9>calls </dev/null
}

@test "what a record or a chain says is on disk before it is told, even if another program wrote it" {
    begun game.xpgn e4
    fails='' calls xpgn-record game.xpgn
    [ "$status" -eq 0 ]
    [ "$(<calls)" = sync-folder ]
    fails=sync-folder calls xpgn-record game.xpgn
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    fails='' calls xpgn-dice --links=4 make mine.chain
    [ "$status" -eq 0 ]
    [[ $(paste -sd ' ' calls) == *'sync '*sync-folder ]]
    for call in sync sync-folder; do
        fails=$call calls xpgn-dice --links=4 make "$call.chain"
        [ "$status" -eq 2 ]
        [ -z "$out" ]
    done
}

@test "a disk that fails while pending dice are taken up is no error of the record" {
    begun game.xpgn e4 d5
    sed -i 's/d5 \*/d5 {[%annulled 5:1] [%pending exd5 5:1]} */; s/"chess"/"chess-attack"/' game.xpgn
    grep -q 'Variant' game.xpgn || sed -i '/^\[Result/a [Variant "chess-attack"]' game.xpgn
    cp game.xpgn before
    fails=rename calls xpgn-record game.xpgn
    [ "$status" -eq 2 ]
    [[ $err == *'not recorded: '*'[DISK]' ]] || { echo "$err"; return 1; }
    cmp before game.xpgn
    fails='' calls xpgn-record game.xpgn
    [ "$status$out" = '0ok 3 2...' ]
}

# told LINE: a question, which changes nothing on disk
told() {
    cp game.xpgn before
    tell "$1"
    cmp before game.xpgn
}

@test "whatever call fails for an entry, it can be asked about and is recorded when it comes again" {
    if xpgn-record --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    begun begun.xpgn e4
    failures=0
    for ((at = 2; at < 60; at++)); do # the first call is one of the opening
        cp begun.xpgn game.xpgn
        FAIL_AT=$at FAIL_COUNT=7 LD_PRELOAD=$BATS_FILE_TMPDIR/files.so open_scribe game.xpgn 7>count
        tell e5
        if [[ $said == 'error DISK not recorded: '* ]]; then
            failures=$((failures + 1))
            told fix
            [ "$said" = 'ok 1 1... e5' ]
            told show
            [[ $said == *' b KQkq '* ]]
            tell e5
        fi
        [ "$said" = 'ok 1... e5' ]
        tell Nf3
        [[ $said != error* ]] || tell Nf3
        leave
        grep -qx '1\. e4 e5 2\. Nf3 \*' game.xpgn || { cat game.xpgn; return 1; }
        [ "$(tail -n 1 count)" -ge "$at" ] || break
    done
    [ "$failures" -ge 6 ]
    [ "$at" -lt 60 ]
}
