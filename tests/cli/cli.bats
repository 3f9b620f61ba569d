#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What all tools share: options, input, output, exit statuses. Shown with xpgn-validate and
# xpgn-replay; every tool of the build is asked for its help and version.
# shellcheck disable=SC2154 # run_split sets them

load helper

# lacks PATTERN FILE: no line matches
lacks() {
    if grep -nE -- "$1" "$2"; then
        return 1
    fi
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf '%s\n' '[Event "A"]' '' '1. e4 e5 *' >a.pgn
    printf '%s\n' '[Event "B"]' '' '1. e4 Ke7 *' >b.pgn
}

# many N: a stream of N good games
many() {
    awk -v n="$1" 'BEGIN {
        for (i = 0; i < n; i++)
            printf "[Event \"%d\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n", i
    }'
}

@test "every tool has --help on standard output and a version" {
    for path in "$BIN"/xpgn*; do
        name=${path##*/}
        run_split "$name" --help
        [ "$status" -eq 0 ]
        [ -z "$err" ]
        [[ $out == "usage: $name "* ]]
        run_split "$name" --version
        [ "$status" -eq 0 ]
        [[ $out =~ ^"$name "[0-9]+\.[0-9]+\.[0-9]+$'\n'compiler' '+(gcc|clang)' '[0-9] ]]
        [[ $out =~ $'\n'options' '+[0-9]+' bits, ' ]]
        [[ $out =~ $'\n'libraries' '+libyaml' '[0-9.]+,.*libsodium' '[0-9.]+,.*zlib' '[0-9.]+,' 'libbz2' '[0-9.]+,' 'liblzma' '[0-9.]+,' 'libzstd' '[0-9] ]]
    done
}

@test "help fits a terminal" {
    for path in "$BIN"/xpgn*; do
        run_split "${path##*/}" --help
        [ -n "$out" ]
        lacks '.{80}' "$out_file"
    done
}

@test "an unknown option is refused with the one that was meant" {
    run_split xpgn-validate --formt=json a.pgn
    expect 2 '' "xpgn-validate: unknown option --formt; did you mean --format?
try 'xpgn-validate --help'"
}

@test "a value in place of its option, or given to another option, is refused with the option that has it" {
    run_split xpgn-validate --gcc a.pgn
    expect 2 '' "xpgn-validate: unknown option --gcc; did you mean --format=gcc?
try 'xpgn-validate --help'"
    run_split xpgn-event --format=html a.pgn
    expect 2 '' "xpgn-event: --format: 'html' is not one of text, json, gcc, sarif; did you mean --table=html?
try 'xpgn-event --help'"
}

@test "an abbreviated option is refused, and named in full" {
    run_split xpgn-validate --form=json a.pgn
    expect 2 '' "xpgn-validate: unknown option --form; did you mean --format?
try 'xpgn-validate --help'"
}

@test "a long option with one dash is recognised" {
    run_split xpgn-validate -strict a.pgn
    expect 2 '' "xpgn-validate: unknown option -strict; did you mean --strict?
try 'xpgn-validate --help'"
}

@test "an option like no other is refused without a guess" {
    run_split xpgn-validate --quux
    expect 2 '' "xpgn-validate: unknown option --quux
try 'xpgn-validate --help'"
}

@test "a wrong choice is answered with the choices" {
    run_split xpgn-validate --format xml a.pgn
    expect 2 '' "xpgn-validate: --format: 'xml' is not one of text, json, gcc, sarif
try 'xpgn-validate --help'"
}

@test "wrong numbers, sizes and ranges are answered with right ones" {
    run_split xpgn-validate -j none a.pgn
    expect 2 '' "xpgn-validate: --jobs: 'none' is not a number from 1 to 1024
try 'xpgn-validate --help'"
    run_split xpgn-validate --max-game 3X a.pgn
    expect 2 '' "xpgn-validate: --max-game: '3X' is not a size such as 500K, 64M or 1G (below 4G)
try 'xpgn-validate --help'"
    for range in 0 x 5-3 3-x 4- -; do
        run_split xpgn-validate "--game=$range" a.pgn
        [ "$range" = 4- ] || [ "$err" = "xpgn-validate: --game: '$range' is not a range such as 17, 3-8 or 100-
try 'xpgn-validate --help'" ]
        [ "$status" -eq 2 ]
    done
}

@test "an option without its value, and a flag with one" {
    run_split xpgn-validate --format
    expect 2 '' "xpgn-validate: --format requires a value: --format=text|json|gcc|sarif
try 'xpgn-validate --help'"
    run_split xpgn-validate -j
    expect 2 '' "xpgn-validate: -j requires a value: -j N
try 'xpgn-validate --help'"
    run_split xpgn-validate --strict=yes
    expect 2 '' "xpgn-validate: --strict takes no value
try 'xpgn-validate --help'"
}

@test "options may be bundled, joined to their value, and stand after files" {
    run_split xpgn-validate a.pgn -vj2
    [ "$status" -eq 0 ]
    [[ $err == 'xpgn-validate: 1 game: 1 good, 0 bad; 0 errors, 0 warnings; 2 turns; '* ]]
    run_split xpgn-validate -j 2 --game=1 --format json a.pgn
    expect 0 '' ''
}

@test "-- ends the options" {
    cp b.pgn ./--strict
    run_split xpgn-validate --format=gcc -- --strict
    [ "$status" -eq 1 ]
    [[ $out == --strict:3:7:\ error:* ]]
}

@test "an unreadable standard input is named so" {
    run_split xpgn-validate - <&-
    expect 2 '' 'xpgn-validate: standard input: Bad file descriptor'
}

@test "no file and - are standard input" {
    run_split xpgn-replay <a.pgn
    expect 0 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' ''
    cp a.pgn same.pgn
    run_split xpgn-replay --game 2 a.pgn - <same.pgn
    expect 0 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' ''
}

@test "several files are one stream of games" {
    run_split xpgn-validate --format=gcc a.pgn b.pgn a.pgn b.pgn --game 3-
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 1 ]
    run_split xpgn-validate --format=json b.pgn a.pgn b.pgn
    [ "$(jq -c '[.file, .game]' "$out_file" | tr '\n' ' ')" = '["b.pgn",1] ["b.pgn",3] ' ]
}

@test "a compressed file is read as it is, whatever its name" {
    for tool in gzip bzip2 xz zstd; do
        "$tool" -c <a.pgn >packed
        run_split xpgn-replay packed
        expect 0 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' ''
    done
}

@test "a missing file and a directory are named, and the others are read" {
    mkdir folder
    run_split xpgn-replay nothing.pgn a.pgn folder a.pgn
    expect 2 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' \
        'xpgn-replay: nothing.pgn: No such file or directory
xpgn-replay: folder: Is a directory'
}

@test "a file that cannot be read weighs more than an error" {
    run_split xpgn-validate --format=gcc nothing.pgn b.pgn
    [ "$status" -eq 2 ]
    [[ $out == b.pgn:3:7:* ]]
}

@test "a game that is not there is reported" {
    run_split xpgn-replay --game 5 a.pgn a.pgn
    expect 2 '' 'xpgn-replay: no game 5: the input has 2'
}

@test "a full disk is noticed" {
    run_split xpgn-replay a.pgn
    status=0
    xpgn-replay a.pgn >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-replay: write error: No space left on device' ]
    status=0
    many 5000 | xpgn-replay >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-replay: write error: No space left on device' ]
    status=0
    xpgn-replay --help >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-replay: write error: No space left on device' ]
}

@test "standard output that is closed is noticed" {
    status=0
    # what is preloaded, such as faketime's, could open a file of its own in this place
    LD_PRELOAD='' xpgn-replay a.pgn 2>err >&- || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-replay: write error: Bad file descriptor' ]
}

@test "a closed pipe ends a tool quietly" {
    many 20000 >many.pgn
    set +e
    xpgn-replay many.pgn 2>err | head -n 1 >first
    status=${PIPESTATUS[0]}
    set -e
    [ "$status" -eq 141 ] || [ "$status" -eq 0 ]
    [ -s first ]
    [ ! -s err ]
}

@test "a closed pipe ends a tool quietly also where SIGPIPE is ignored" {
    many 20000 >many.pgn
    (
        trap '' PIPE
        { xpgn-replay many.pgn 2>err || echo $? >status; } | head -n 1 >first
    )
    [ "$(<status)" = 141 ]
    [ -s first ]
    [ ! -s err ]
}

@test "a tool whose reader has gone before the end is as quiet, and leaves no file" {
    exec 4> >(exec true)
    wait $!
    (
        trap '' PIPE
        run_split sh -c 'xpgn-replay a.pgn >&4'
        expect 141 '' ''
        run_split xpgn-validate --good=/dev/fd/4 a.pgn
        expect 141 '' ''
        mkdir outputs
        run_split xpgn-validate --bad=/dev/fd/4 --good=outputs/good a.pgn b.pgn
        expect 141 "$out" ''
        [ -z "$(ls -A outputs)" ]
    )
    exec 4>&-
    run_split xpgn-validate --good=outputs a.pgn
    expect 2 '' 'xpgn-validate: outputs: Is a directory'
}

@test "output is the same for every number of threads" {
    { many 5000; cat b.pgn; echo; many 5000; } >many.pgn # five batches of games
    xpgn-replay --each -j 1 many.pgn >one 2>one.err || [ $? -eq 1 ]
    [ "$(wc -l <one)" -ge 50000 ]
    grep -q 'b.pgn\|\[C-1\]' one.err
    for n in 2 3 8; do
        xpgn-replay --each -j "$n" many.pgn >other 2>other.err || [ $? -eq 1 ]
        cmp one other
        cmp one.err other.err
    done
}

@test "colours are for terminals, or on demand" {
    run_split xpgn-validate b.pgn
    lacks $'\033' "$out_file"
    run_split xpgn-validate --color=always b.pgn
    grep -q $'\033\[1;31merror:' "$out_file"
    run_split xpgn-validate --color=never b.pgn
    lacks $'\033' "$out_file"
}

@test "on a terminal there are colours, but not with NO_COLOR" {
    needs_terminal
    TERM=xterm script -qec 'xpgn-validate b.pgn' /dev/null </dev/null >seen || true
    grep -q $'\033\[1;31merror:' seen
    NO_COLOR=1 TERM=xterm script -qec 'xpgn-validate b.pgn' /dev/null </dev/null >seen || true
    lacks $'\033' seen
}

@test "on a terminal a progress line comes after a second, and goes" {
    needs_terminal
    echo >>a.pgn
    TERM=xterm script -qec 'sh -c "(cat a.pgn; sleep 1.2; cat a.pgn a.pgn) | xpgn-validate"' \
        /dev/null </dev/null >seen
    [[ $(cat seen) == $'\r'[123]' game'*', '*' MB/s'$'\033[K'*$'\r\033[K' ]]
    TERM=xterm script -qec 'xpgn-validate a.pgn' /dev/null </dev/null >seen
    [ ! -s seen ]
}

@test "a file of rulesets with a fault is shown, and nothing is read" {
    printf 'ruleset: house\nextends: chess-attack\npieces:\n  kin: {attack: 5}\n' >house.yaml
    run_split xpgn-replay --rules house.yaml a.pgn
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    [[ $err == house.yaml:4:3:\ error:* ]]
    run_split xpgn-replay --rules nothing.yaml a.pgn
    expect 2 '' 'xpgn-replay: nothing.yaml: No such file or directory'
}

@test "a game past --max-game is one error, and the next game is read" {
    { cat a.pgn; echo; printf '[Event "L"]\n\n1. e4 {'; head -c 100000 /dev/zero | tr '\0' x
        printf '} e5 *\n\n'; cat a.pgn; } >large.pgn
    run_split xpgn-validate --format=json --max-game=10K large.pgn
    [ "$status" -eq 1 ]
    [ "$(jq -c '[.game, .code]' "$out_file")" = '[2,"L-09"]' ]
    run_split xpgn-replay --max-game=10K large.pgn
    [ "$(wc -l <"$out_file")" -eq 3 ]
    [ "$(sed -n 2p "$out_file")" = '# game 2 cannot be played [L-09]' ]
}

@test "the dump of the options has every option of --help" {
    for path in "$BIN"/xpgn*; do
        name=${path##*/}
        "$name" --dump-options | cut -f 1 | grep ^- | sort >dumped
        "$name" --help | grep -oE '^(  -[[:alnum:]], |      )--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort >helped
        [ -s dumped ]
        diff dumped helped
    done
}

@test "every option is in the manual, and every option of the manual exists" {
    for path in "$BIN"/xpgn*; do
        name=${path##*/}
        page=$ROOT/man/$name.1
        if [ ! -f "$page" ]; then
            echo "$name has no manual"
            return 1
        fi
        "$name" --dump-options | cut -f 1 | grep ^- | sort >dumped
        awk '/^\.Sh /{on = $2 == "OPTIONS"} on && /^\.It Fl/' "$page" |
            grep -oE ' -[a-z][a-z-]+' | sed 's/^ /-/' | sort -u >documented
        diff dumped documented
        "$name" --dump-options | awk -F '\t' '$2 != "-" {print $2}' | sort >dumped
        awk '/^\.Sh /{on = $2 == "OPTIONS"} on && /^\.It Fl/' "$page" |
            grep -oE '^\.It Fl [A-Za-z]( |$)' | sed 's/.It Fl \(.\).*/-\1/' | sort -u >documented
        diff dumped documented
    done
}
