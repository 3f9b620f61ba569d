# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Another program writes into a file while a tool, which has read it, is about to replace it: what it has
# written stays, and nothing else is changed either.

load helper

setup_file() {
    ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/meanwhile.so" "$ROOT/tests/cli/data/meanwhile.c" -ldl
}

# shellcheck disable=SC2154 # err, out, status: run_split
setup() {
    if xpgn-validate --version | grep -q sanitize; then skip 'a sanitizer wants to be loaded first'; fi
    cd "$BATS_TEST_TMPDIR" || return
    printf '1. e4   e5 *\n' >loose.pgn
    slip >slip.pgn
}

# A slip with one most probable correction.
slip() {
    printf '[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 *\n'
}

# meanwhile COMMAND [NAME=VALUE...] CMD...: runs it; before its first sync, or as the variables have it, the
# shell command.
meanwhile() {
    run_split env MEANWHILE_CALL=sync MEANWHILE="$1" LD_PRELOAD="$BATS_FILE_TMPDIR/meanwhile.so" "${@:2}"
}

changed='not written: another program has changed the file'

# alone FILE...: they are all there is, but for what run_split writes
alone() {
    diff <(printf '%s\n' "$@" | sort) <(find . -maxdepth 1 -type f ! -name out ! -name err -printf '%f\n' | sort)
}

@test "fmt --write keeps what is written into a file, in whatever way, and rewrites the others" {
    local how
    mkdir aside
    for how in 'echo mine >>a.pgn' 'echo mine >a.pgn' 'echo mine >b; mv b a.pgn' 'chmod 600 a.pgn' 'rm a.pgn; mkfifo a.pgn' \
        'printf 2 | dd of=a.pgn conv=notrunc status=none'; do
        rm -f a.pgn aside/a.pgn
        cp slip.pgn a.pgn
        cp slip.pgn aside/a.pgn
        cp loose.pgn other.pgn
        (cd aside && eval "$how")
        meanwhile "$how" xpgn-fmt -w a.pgn other.pgn
        [ "$status" -eq 2 ]
        [[ $err == *"xpgn-fmt: a.pgn: $changed" ]] || { echo "$how: $err"; return 1; }
        [ "$(stat -c '%a %F' a.pgn)" = "$(stat -c '%a %F' aside/a.pgn)" ]
        [ -p a.pgn ] || cmp a.pgn aside/a.pgn
        grep -qx '1. e4 e5 \*' other.pgn
        [ "$(echo ./*.pgn*)" = './a.pgn ./loose.pgn ./other.pgn ./slip.pgn' ]
    done
    meanwhile 'rm loose.pgn' xpgn-fmt -w loose.pgn
    expect 2 '' "xpgn-fmt: loose.pgn: $changed"
    [ ! -e loose.pgn ]
}

@test "the bytes decide where times are too recent to tell, or a system has no numbers of files" {
    local edit='printf 2 | dd of=a.pgn conv=notrunc status=none'
    for how in "MEANWHILE_TIMES=$(($(date +%s) + 9))" 'MEANWHILE_TIMES=1000000000 MEANWHILE_INODE=0'; do
        cp loose.pgn a.pgn
        # shellcheck disable=SC2086 # words
        meanwhile "$edit" $how xpgn-fmt -w a.pgn
        expect 2 '' "xpgn-fmt: a.pgn: $changed"
        [ "$(<a.pgn)" = '2. e4   e5 *' ]
        cp loose.pgn a.pgn
        # shellcheck disable=SC2086 # words
        meanwhile : $how xpgn-fmt -w a.pgn
        expect 0 '' ''
    done
    # where they can tell, a file is not read once more
    meanwhile "$edit" MEANWHILE_TIMES=1000000000 xpgn-fmt -w loose.pgn
    expect 0 '' ''
}

@test "a file of the same bytes has not changed, whenever it was written" {
    meanwhile 'cp slip.pgn b; cat b >slip.pgn; touch -d 2020-01-01 slip.pgn' xpgn-fix -q --likely -w slip.pgn
    expect 0 '' ''
    grep -q Corrected slip.pgn
    # but other permissions are not undone
    slip >a.pgn
    meanwhile 'chmod 600 a.pgn' MEANWHILE_AT=2 xpgn-fix -q --likely -w a.pgn
    expect 2 '' "xpgn-fix: a.pgn: $changed"
    slip | cmp - a.pgn
    [ "$(stat -c %a a.pgn)" = 600 ]
}

@test "fix --write changes nothing at all when one of its files has changed: no file, no original, no log" {
    local file at
    xpgn-fix -q --likely -w --log=log slip.pgn
    slip >a.pgn
    slip >b.pgn
    cp log log.before
    # the syncs: a.pgn.orig, a.pgn, b.pgn.orig, b.pgn, log
    for file in a.pgn b.pgn log; do
        for at in 1 5; do
            [ $at$file != 1b.pgn ] || continue # it is read then
            cp $file wanted
            echo mine >>wanted
            meanwhile "echo mine >>$file" MEANWHILE_AT=$at xpgn-fix -q --likely -w --log=log a.pgn b.pgn
            expect 2 '' "xpgn-fix: $file: $changed"
            cmp $file wanted
            cp log.before log
            slip | cmp - a.pgn || [ $file = a.pgn ]
            slip | cmp - b.pgn || [ $file = b.pgn ]
            slip >a.pgn
            slip >b.pgn
            alone a.pgn b.pgn log log.before loose.pgn slip.pgn slip.pgn.orig wanted
        done
    done
}

@test "fix --undo changes neither file nor log when one of them has changed" {
    local file at
    xpgn-fix -q --likely -w --log=log slip.pgn
    rm slip.pgn.orig
    cp log log.before
    cp slip.pgn before.pgn
    for file in slip.pgn log; do
        for at in 1 2; do
            cp $file wanted
            echo mine >>wanted
            meanwhile "echo mine >>$file" MEANWHILE_AT=$at xpgn-fix --undo=log
            expect 2 '' "xpgn-fix: $file: $changed"
            cmp $file wanted
            cp wanted $file
            [ $file = log ] || cmp log log.before
            [ $file = slip.pgn ] || cmp slip.pgn before.pgn
            cp before.pgn slip.pgn
            cp log.before log
            alone before.pgn log log.before loose.pgn slip.pgn wanted
        done
    done
}

@test "answers that are typed while the table is made stay" {
    cp "$ROOT/samples/broken/CA-3.xpgn" a.xpgn
    xpgn-fix -q --questions=q.csv a.xpgn >games || [ $? -eq 1 ]
    sed '2s/,\r$/,2\r/' q.csv >answered
    meanwhile 'cat answered >q.csv' xpgn-fix -q --questions=q.csv a.xpgn
    [ "$status" -eq 2 ]
    [[ $err == *"xpgn-fix: q.csv: $changed" ]]
    cmp q.csv answered
}

@test "an output that --force replaces is the one that was there, too" {
    echo old >sorted
    meanwhile 'echo mine >sorted' xpgn-sort --force --by=plies -o sorted loose.pgn
    expect 2 '' "xpgn-sort: sorted: $changed"
    [ "$(<sorted)" = mine ]
    alone loose.pgn slip.pgn sorted
}

@test "a file that changes while it is read is refused" {
    local begin=(env MEANWHILE_CALL=read MEANWHILE_AT=2 LD_PRELOAD="$BATS_FILE_TMPDIR/meanwhile.so")
    run_split "${begin[@]}" MEANWHILE_FILE=slip.pgn MEANWHILE='echo mine >>slip.pgn' xpgn-fix --likely -w slip.pgn
    expect 2 '' 'xpgn-fix: slip.pgn: it changed while being read'
    slip | cat - <(echo mine) | cmp - slip.pgn
    xpgn-record game.xpgn <<<e4 >said
    run_split "${begin[@]}" MEANWHILE_FILE=game.xpgn MEANWHILE='echo mine >>game.xpgn' xpgn-record game.xpgn <<<e5
    expect 2 '' 'xpgn-record: game.xpgn: it changed while being read'
    [ "$(tail -n 1 game.xpgn)" = mine ]
}

@test "a record that is put into the file that a scribe has only made is not removed with it" {
    run_split env MEANWHILE_CALL=read MEANWHILE_FILE=game.xpgn MEANWHILE='cp loose.pgn game.xpgn' \
        LD_PRELOAD="$BATS_FILE_TMPDIR/meanwhile.so" xpgn-record game.xpgn </dev/null
    expect 2 '' 'xpgn-record: game.xpgn: it changed while being read'
    cmp loose.pgn game.xpgn
}
