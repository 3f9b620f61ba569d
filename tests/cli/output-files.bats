# SPDX-License-Identifier: MIT
# Files that a tool replaces: fmt --write, validate --good and --bad. Whose they are and who may use
# them stays as it was; what cannot be kept is reported; nothing is left behind.

load helper
load disk

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

@test "-o makes the folder of its file, or its folder, in each tool that has it" {
    printf '[Event "E"]\n\n1. e4 *\n' >a.pgn
    xpgn-sort --by=Event -o sorted/b.pgn a.pgn
    xpgn-render-svg -o drawn/%n.svg --each a.pgn
    xpgn-split --by=Event -o parts a.pgn
    xpgn-fix -o right a.pgn
    [ "$(echo sorted/* drawn/* parts/* right/*)" = 'sorted/b.pgn drawn/1.svg parts/E.pgn right/a.pgn' ]
    run_split xpgn-sort --by=Event -o no/such/b.pgn a.pgn
    expect 2 '' 'xpgn-sort: no/such: No such file or directory'
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
        run_split xpgn-validate --force "--$option=$option" game.pgn
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
        run_split xpgn-validate --force "--$option=$option" game.pgn
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
        FAILS=$call files xpgn-validate -f --good=a.pgn game.pgn
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
        run_split xpgn-validate -f --good=a.pgn game.pgn
        expect 2 '' 'xpgn-validate: a.pgn: the file is read-only'
        run_split xpgn-validate -f --bad=a.pgn --good=new.pgn game.pgn
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
    run_split xpgn-validate -f --good=b.pgn game.pgn
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

# ---- what may be written -------------------------------------------------------------------------

# no_swallow FILE CMD...: the command does not touch the file, which it reads, and writes nothing else.
no_swallow() {
    local file=$1 before after
    shift
    for force in '' --force; do
        cp -p "$file" before
        before=$(ls)
        run_split "$@" ${force:+"$force"}
        after=$(ls)
        [ "$status" -eq 2 ] || { echo "$* $force: status $status"; return 1; }
        [ ! -s "$out_file" ] || { echo "$* $force: wrote"; cat "$out_file"; return 1; }
        [[ $err == *': not written: it is also read in this run; name another file' ]] || { echo "$* $force: $err"; return 1; }
        cmp "$file" before
        [ "$before" = "$after" ] || { diff <(echo "$before") <(echo "$after"); return 1; }
    done
}

@test "an output never swallows an input, however it is named" {
    mkdir sheets
    for i in 1 2 3; do cp game.pgn sheets/$i.pgn; done
    for option in good bad partial; do
        # the shell makes the first sheet the file that is written
        run_split xpgn-validate --$option sheets/*
        [ "$status" -eq 2 ]
        [[ $err == "xpgn-validate: sheets/1.pgn: not written: it is not a partial result of this program; --force replaces it" ||
            $err == "xpgn-validate: sheets/1.pgn: not written: the file is not empty; --force replaces it" ]]
        cmp sheets/1.pgn game.pgn
        no_swallow sheets/2.pgn xpgn-validate "--$option=$PWD/sheets/../sheets/2.pgn" sheets/*
    done
    ln sheets/3.pgn hard.pgn
    ln -s sheets/3.pgn soft.pgn
    for name in hard.pgn soft.pgn ./sheets/3.pgn; do
        no_swallow sheets/3.pgn xpgn-validate --good=$name sheets/3.pgn
        no_swallow sheets/3.pgn xpgn-stats --svg=$name sheets/3.pgn
        no_swallow sheets/3.pgn xpgn-odds --svg=$name sheets/3.pgn
        no_swallow sheets/3.pgn xpgn-render-svg -o $name sheets/3.pgn
    done
    # standard input
    no_swallow game.pgn xpgn-validate --bad=game.pgn <game.pgn
    no_swallow game.pgn xpgn-validate --bad=game.pgn - <game.pgn
    # what options read
    cp "$ROOT/samples/rules/club-tiles.yaml" house.yaml
    no_swallow house.yaml xpgn-validate --rules=house.yaml --good=house.yaml game.pgn
    no_swallow house.yaml xpgn-stats --rules house.yaml --svg house.yaml game.pgn
    echo 'font: serif' >theme.yaml
    no_swallow theme.yaml xpgn-render-svg --theme=theme.yaml -o theme.yaml game.pgn
    # the copy of a game that is recorded
    printf 'round,board,white,black\n1,1,Ann,Bob\n' >list.csv
    no_swallow list.csv xpgn-record --pairings=list.csv --round=1 --board=1 --copy=list.csv new.pgn
    no_swallow game.pgn xpgn-record --copy=game.pgn game.pgn
    ln game.pgn again.pgn
    no_swallow game.pgn xpgn-record --copy=again.pgn game.pgn
    printf 'e4\n' >entries
    no_swallow entries xpgn-record --copy=entries new.pgn <entries
}

@test "a file is replaced if it is of the kind being written, or with --force" {
    xpgn-validate --partial=part game.pgn
    xpgn-render-svg -o picture.svg game.pgn
    xpgn-list --index game.pgn
    : >empty
    echo 'my notes' >notes
    cp game.pgn other.pgn
    # what --force is not needed for: its own kind, and what is empty
    xpgn-validate --partial=part game.pgn
    xpgn-render-svg -o picture.svg --flip game.pgn
    xpgn-list --index game.pgn
    cp "$ROOT/samples/club.xpgn" .
    xpgn-stats --svg=picture.svg club.xpgn >/dev/null
    xpgn-odds --svg=picture.svg --variant=chess-attack -a N -d P >/dev/null
    for option in good bad partial; do xpgn-validate "--$option=empty" game.pgn; : >empty; done
    # what it is needed for
    while read -r what tool; do
        for file in notes other.pgn part picture.svg; do
            [[ $what != "$file" ]] || continue
            cp $file before
            # shellcheck disable=SC2086 # $tool: words
            run_split xpgn-$tool=$file game.pgn
            [ "$status" -eq 2 ]
            [ ! -s "$out_file" ]
            [[ $err == "xpgn-${tool%% *}: $file: not written: it "*'; --force replaces it' ||
                $err == "xpgn-${tool%% *}: $file: not written: the file is not empty; --force replaces it" ]]
            cmp $file before
        done
    done <<'END'
none validate --good
none validate --bad
part validate --partial
picture.svg stats --svg
picture.svg render-svg --output
END
    for short in -f --force; do
        cp other.pgn more.pgn
        xpgn-validate $short --good=more.pgn game.pgn
        cmp more.pgn <(cat game.pgn; echo)
        echo 'my notes' >notes
        xpgn-render-svg $short -o notes game.pgn
        grep -q '<svg' notes
    done
}

@test "a chain of sealed dice is never replaced" {
    xpgn-dice make chain >/dev/null 2>&1 || skip 'no libsodium'
    cp chain before
    for args in 'validate --good=chain' 'validate --partial=chain' 'stats --svg=chain' 'render-svg -o chain'; do
        # shellcheck disable=SC2086 # words
        run_split xpgn-$args --force game.pgn
        expect 2 '' "xpgn-${args%% *}: chain: not written: a chain of sealed dice is never replaced"
    done
    run_split xpgn-record --force --copy=chain new.pgn
    [ "$status" -eq 2 ]
    [[ $err == *'a chain of sealed dice is never replaced' ]]
    run_split xpgn-dice make chain
    [ "$status" -eq 2 ]
    cmp chain before
}

@test "of what is refused nothing else is written either" {
    run_split xpgn-validate --good=new --bad=game.pgn game.pgn
    [ "$status" -eq 2 ]
    [ ! -e new ]
    # charts come last, and are refused first
    cp game.pgn other.pgn
    run_split xpgn-stats --svg=other.pgn game.pgn
    expect 2 '' 'xpgn-stats: other.pgn: not written: it is not an SVG picture; --force replaces it'
    # an index of several
    cp game.pgn a.pgn
    echo mine >game.pgn.xpi
    run_split xpgn-list --index a.pgn game.pgn
    expect 2 '' 'xpgn-list: game.pgn.xpi: not written: it is not an index; --force replaces it'
    [ ! -e a.pgn.xpi ]
    [ "$(cat game.pgn.xpi)" = mine ]
    xpgn-list --index --force a.pgn game.pgn
    [ -s a.pgn.xpi ]
    [ "$(stat -c %s a.pgn.xpi)" = "$(stat -c %s game.pgn.xpi)" ]
    # a figure of several
    cp game.pgn fig-2.svg
    run_split xpgn-render-svg --each -o 'fig-%n.svg' game.pgn
    expect 2 '' 'xpgn-render-svg: fig-2.svg: not written: it is not an SVG picture; --force replaces it'
    [ "$(echo fig-*)" = fig-2.svg ]
    cmp fig-2.svg game.pgn
    xpgn-render-svg --each -f -o 'fig-%n.svg' game.pgn
    [ "$(grep -l '<svg' fig-*.svg)" = $'fig-1.svg\nfig-2.svg' ]
}

@test "pipes and devices are written to as they are" {
    mkfifo pipe
    cat pipe >got &
    run_split timeout 20 xpgn-validate --good=pipe game.pgn
    expect 0 '' ''
    wait
    [ -p pipe ]
    cmp got <(cat game.pgn; echo)
    run_split xpgn-validate --good=/dev/null --partial=/dev/null game.pgn
    expect 0 '' ''
    [ -c /dev/null ]
}

@test "a pipe instead of an index or a ruleset is not waited for" {
    mkfifo game.pgn.xpi
    for args in --game=1 --bytes=0:; do
        run_split timeout 20 xpgn-validate $args game.pgn
        expect 0 '' ''
        run_split timeout 20 xpgn-list $args game.pgn
        [ "$status" -eq 0 ]
    done
    run_split timeout 20 xpgn-list --index game.pgn
    expect 2 '' 'xpgn-list: game.pgn.xpi: not written: it is not a regular file'
    [ -p game.pgn.xpi ]
    mkdir rules
    mkfifo rules/house.yaml
    run_split env XPGN_PATH="$PWD/rules" timeout 20 xpgn-validate game.pgn
    expect 2 '' "xpgn-validate: $PWD/rules/house.yaml: not a regular file"
}

@test "thousands of pictures are synchronized together" {
    for _ in {1..40}; do cat game.pgn; echo; done >many.pgn
    files xpgn-render-svg -o 'fig-%n.svg' many.pgn
    expect 0 '' ''
    [ "$(echo fig-*.svg | wc -w)" -eq 40 ]
    [ "$(grep -c '^sync$' calls)" -le 16 ]
    [ "$(grep -c '^sync-all$' calls)" -eq 1 ]
    [ "$(grep -c '^sync-folder$' calls)" -eq 1 ]
    # all are on disk before the first gets its name, and the names come last
    [ "$(grep -n '^sync-all$' calls | cut -d: -f1)" -lt "$(grep -n -m1 '^rename$' calls | cut -d: -f1)" ]
    [ "$(tail -n 1 calls)" = sync-folder ]
}

# ---- calls that fail -----------------------------------------------------------------------------

# failing_calls CMD...: in a copy of the folder before/ each call fails in turn that changes what is on
# disk: by itself, with all after it, or a write by half.
failing_calls() {
    local count at how preload=$BATS_FILE_TMPDIR/files.so
    whole_disk "$@"
    rm -rf work
    cp -Rp before work
    count=$(cd work && FAIL_COUNT=9 LD_PRELOAD=$preload "$@" 9>&1 >/dev/null 2>&1 </dev/null) || true
    [ "$count" -ge 4 ]
    for ((at = 1; at <= count; at++)); do
        for how in FAIL_ON=0 FAIL_ON=1 FAIL_TORN=1; do
            # shellcheck disable=SC2034 # for some_disk
            failure=("$how" FAIL_AT="$at" LD_PRELOAD="$preload")
            some_disk "$@"
            if [ "$status" -ne 2 ] || ! check_disk || ! grep -q 'No space left on device' err; then
                echo "$*: call $at of $count, $how: status $status"
                cat err
                return 1
            fi
        done
    done
}

@test "each call fails that changes what is on disk: every file is old, or whole, or not there" {
    if "$BIN/xpgn-validate" --version | grep -q sanitize; then skip 'a sanitizer wants to be loaded first'; fi
    mkdir before
    cp "$ROOT"/samples/{chess,five-dice,chess-attack}.xpgn loose.pgn before
    printf '1. e4 Ke4 *\n' >before/bad.pgn
    failing_calls xpgn-fmt -j1 -w loose.pgn bad.pgn
    failing_calls xpgn-validate -j1 --good=good --bad=bad --partial=part bad.pgn loose.pgn
    failing_calls xpgn-render-svg -j1 --output=%n.svg loose.pgn bad.pgn
    failing_calls xpgn-render-svg -j1 --output=one.svg five-dice.xpgn
    failing_calls xpgn-stats -j1 --svg=chart.svg five-dice.xpgn
    failing_calls xpgn-odds -j1 --svg=chart.svg five-dice.xpgn
    failing_calls xpgn-list -j1 --index chess.xpgn five-dice.xpgn
    failing_calls xpgn-grep -j1 --index --not-in=chess.xpgn five-dice.xpgn
    failing_calls xpgn-split -j1 --by=White chess.xpgn
    failing_calls xpgn-sort -j1 --by=White -o sorted.xpgn chess.xpgn five-dice.xpgn
    # corrections: the files, what they were, the log and the questions
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 *\n' >before/slip.pgn
    failing_calls xpgn-fix -q --likely -w --log=log slip.pgn loose.pgn
    failing_calls xpgn-fix -q --likely -o fixed slip.pgn
    (cd before && xpgn-fix -q --likely --log=log -w slip.pgn && rm slip.pgn.orig)
    failing_calls xpgn-fix --undo=log
    # and files that are replaced
    (cd before && xpgn-list --index chess.xpgn && echo >>chess.xpgn && xpgn-odds --svg=chart.svg chess-attack.xpgn &&
        echo old | tee good bad part) >/dev/null
    failing_calls xpgn-list -j1 --index chess.xpgn
    failing_calls xpgn-odds -j1 --svg=chart.svg five-dice.xpgn
    failing_calls xpgn-validate -j1 --force --good=good --bad=bad --partial=part bad.pgn loose.pgn
}
