#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# How all tools behave where something goes wrong or somebody sits before them: each test goes over
# every tool of the build.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf '%s\n' '[Event "A"]' '' '1. e4 e5 2. Nf3 Nc6 *' '' >a.pgn
    printf '%s\n' '[Event "A"]' '' '1. e4 Ke7 *' '' >bad.pgn
    printf '%s\n' '[Variant "chess-attack"]' '' '1. e4 d5 2. exd5 <5:1> *' '' >fight.xpgn
}

tools() {
    for path in "$BIN"/xpgn-*; do
        echo "${path##*/}"
    done
}

# Those that read games, and print something about each; xpgn-split writes files.
filters() {
    tools | grep -vxE 'xpgn-(compare|record|simulate|split)'
}

# prints TOOL: a command that prints something for each game of a.pgn, or of bad.pgn
prints() {
    case $1 in
    xpgn-validate) file=bad.pgn command=("$1") ;;
    xpgn-dice) file=a.pgn command=("$1" check) ;;
    xpgn-odds) file=fight.xpgn command=("$1") ;;
    xpgn-grep) file=a.pgn command=("$1" --tag Event=A) ;;
    xpgn-event) file=a.pgn command=("$1" --show=crosstable) ;;
    xpgn-sort) file=a.pgn command=("$1" --by=Event) ;;
    xpgn-render-svg) file=a.pgn command=("$1" --across=64 --square=3) ;; # a picture has a largest size
    *) file=a.pgn command=("$1") ;;
    esac
}

# many N: N copies of standard input
many() {
    awk -v n="$1" '{ text = text $0 "\n" } END { while (n-- > 0) printf "%s", text }'
}

# is_name WORD: it is one of the lines of $names
is_name() {
    [[ $'\n'$names$'\n' == *$'\n'"$1"$'\n'* ]]
}

@test "a mistyped option is answered with the right one, in every tool" {
    for tool in $(tools) xpgn; do
        names=$("$tool" --dump-options | sed -n 's/^--\([a-z-]*\)\t.*/\1/p')
        number=0 tried=0
        for name in $names; do
            # in turn: two letters swapped, one left out, one too many
            case $((number++ % 3)) in
            0) typo=${name:1:1}${name:0:1}${name:2} ;;
            1) typo=${name:0:2}${name:3} ;;
            2) typo=${name}x ;;
            esac
            if is_name "$typo" || [ "${#typo}" -lt 4 ]; then continue; fi
            tried=$((tried + 1))
            run_split "$tool" "--$typo" a.pgn
            [ "$status" -eq 2 ]
            [ -z "$out" ]
            [[ $err == "$tool: unknown option --$typo; did you mean --"*"?
try '$tool --help'" ]] || { echo "$tool --$typo: $err"; return 1; }
            right=${err%%\?*}
            [[ $err == *" --$name?"* ]] || is_name "${right##* --}"
        done
        [ "$tried" -gt 0 ] || { echo "$tool: no options"; return 1; }
    done
}

@test "a folder and a missing file are named, and the files after them are read" {
    mkdir folder
    for tool in $(filters); do
        prints "$tool"
        run_split "${command[@]}" folder nothing.pgn "$file"
        [ "$status" -eq 2 ]
        # what is sorted is all or nothing
        if [ "$tool" = xpgn-sort ]; then [ -z "$out" ]; else [ -n "$out" ]; fi
        [[ $err == *"$tool: folder: Is a directory
$tool: nothing.pgn: No such file or directory"* ]] || { echo "$tool: $err"; return 1; }
    done
}

@test "a full disk is noticed" {
    [ -e /dev/full ] || skip 'no /dev/full'
    for tool in $(tools) xpgn; do
        for option in --help --version; do
            status=0
            "$tool" "$option" >/dev/full 2>err || status=$?
            [ "$status" -eq 2 ]
            [ "$(cat err)" = "$tool: write error: No space left on device" ]
        done
    done
    for tool in $(filters); do
        prints "$tool"
        [ -s "many-$file" ] || many 3000 <"$file" >"many-$file"
        for input in "$file" "many-$file"; do
            status=0
            "${command[@]}" "$input" >/dev/full 2>err || status=$?
            [ "$status" -eq 2 ]
            grep -qx "$tool: write error: No space left on device" err
        done
    done
}

@test "a closed pipe ends a tool quietly" {
    for tool in $(filters); do
        prints "$tool"
        [ -s "many-$file" ] || many 6000 <"$file" >"many-$file"
        set +e
        "${command[@]}" "many-$file" 2>err | head -n 1 >first
        status=${PIPESTATUS[0]}
        set -e
        # not everybody has more to say than a pipe holds
        [ "$status" -eq 141 ] || [ "$status" -le 1 ]
        [ -s first ]
        [ ! -s err ] || { echo "$tool: $(cat err)"; return 1; }
    done
}

@test "an interrupt leaves the whole old file or the whole new one, and nothing else" {
    many 3000 <a.pgn >old.pgn
    xpgn-fmt old.pgn >new.pgn
    for signal in INT HUP QUIT TERM; do
        cp old.pgn work.pgn
        env --default-signal="$signal" xpgn-fmt --write work.pgn 3>&- &
        tool=$!
        for _ in {1..200}; do
            [ "$(echo work.pgn.*)" = 'work.pgn.*' ] && kill -0 "$tool" 2>/dev/null || break
        done
        kill -"$signal" "$tool" 2>/dev/null || true
        wait "$tool" || true
        cmp -s work.pgn old.pgn || cmp work.pgn new.pgn
        [ "$(echo work.pgn*)" = work.pgn ]
    done
    # and one that certainly is at work
    mkfifo slow
    for signal in INT HUP QUIT TERM; do
        echo old >good.pgn
        env --default-signal="$signal" xpgn-validate --force --good=good.pgn slow 3>&- &
        tool=$!
        exec 7<>slow # does not wait for the tool
        cat a.pgn a.pgn >&7
        for _ in {1..100}; do
            [ "$(echo good.pgn.*)" = 'good.pgn.*' ] && kill -0 "$tool" || break
            sleep 0.05
        done
        [ "$(echo good.pgn.*)" != 'good.pgn.*' ]
        kill -"$signal" "$tool"
        status=0
        wait "$tool" || status=$?
        exec 7>&-
        [ "$status" -eq $((128 + $(kill -l "$signal"))) ]
        [ "$(cat good.pgn)" = old ]
        [ "$(echo good.pgn*)" = good.pgn ]
    done
}

@test "what would steer a terminal is shown, not sent, in messages too" {
    esc=$'\e[2J'
    run_split xpgn-validate "no${esc}where"
    expect 2 '' 'xpgn-validate: no␛[2Jwhere: No such file or directory'
    run_split xpgn-fmt "--no${esc}"
    [ "$err" = "xpgn-fmt: unknown option --no␛[2J
try 'xpgn-fmt --help'" ]
    # the words of a file that came from elsewhere, with the escape in one character
    printf 'xpgn-stats\t2\tby\t%s\nend\t0\n' $'\u009b2J' >a.part
    seal a.part
    run_split xpgn-stats --combine --by=White a.part
    expect 2 '' 'xpgn-stats: a.part: counts grouped by �2J cannot be added to counts grouped by White'
    # and a message longer than most
    run_split xpgn-validate "$(printf '%3000s' '' | tr ' ' x)"
    expect 2 '' "xpgn-validate: $(printf '%3000s' '' | tr ' ' x): File name too long"
}

@test "two interrupts at once, as timeout sends them, leave nothing behind either" {
    many 3000 <a.pgn >many.pgn
    mkdir empty
    cd empty || return
    for i in {1..40}; do
        set +e
        while cat ../many.pgn; do :; done 2>/dev/null |
            timeout -s INT "0.0$((i % 3 + 3))" xpgn-validate -j4 --good=good --bad=bad >../said 2>&1
        status=${PIPESTATUS[1]}
        set -e
        [ "$status" -eq 124 ] # it was at work until then
        [ -z "$(ls)" ] || { echo "run $i: $(ls)"; return 1; }
    done
}

@test "colours come on a terminal alone, and not with NO_COLOR or TERM=dumb" {
    needs_terminal
    tested=0
    for tool in $(tools); do
        "$tool" --dump-options | grep -q '^--color' || continue
        [[ $tool != xpgn-@(compare|fix|grep|list|sort|split) ]] || continue # they report no findings, or ask about them
        run=$tool
        if [ "$tool" = xpgn-dice ]; then run="$tool check"; fi
        tested=$((tested + 1))
        TERM=xterm script -qec "$run bad.pgn" /dev/null </dev/null >seen || true
        grep -q $'\033\[1' seen
        TERM=dumb script -qec "$run bad.pgn" /dev/null </dev/null >seen || true
        [ -s seen ]
        [ "$(grep -c $'\033\[1' seen)" -eq 0 ]
        NO_COLOR=1 TERM=xterm script -qec "$run bad.pgn" /dev/null </dev/null >seen || true
        [ -s seen ]
        [ "$(grep -c $'\033\[1' seen)" -eq 0 ]
        NO_COLOR=1 TERM=xterm script -qec "$run --color=always bad.pgn" /dev/null </dev/null >seen || true
        grep -q $'\033\[1' seen
        # an empty NO_COLOR says nothing
        NO_COLOR='' TERM=xterm script -qec "$run bad.pgn" /dev/null </dev/null >seen || true
        grep -q $'\033\[1' seen
    done
    [ "$tested" -ge 3 ]
}

# progress COMMAND: the lines that xpgn-replay shows, with a clock that goes on when it is looked at
progress() {
    TERM=xterm script -qec "sh -c '$1'" /dev/null </dev/null | tr '\r' '\n' | sed 's/\x1b\[K/./g'
}

@test "the progress line has games, speed, and the time that is left where the size is known" {
    needs_terminal
    if xpgn-validate --version | grep -q sanitize; then
        skip 'a sanitizer wants to be loaded first'
    fi
    ${CC:-cc} -O2 -shared -fPIC -o clock.so "$ROOT/tests/cli/data/clock.c"
    preload="LD_PRELOAD=$PWD/clock.so xpgn-replay"
    for n in 1 2 3 4 5 6 7; do printf '[Event "A"]\n\n1. e4 {%0300000d} e5 *\n\n' "$n"; done >large.pgn
    same_text file '
3 games, 0.8 MB/s, 0:01 left.
4 games, 0.8 MB/s, 0:01 left.
5 games, 0.8 MB/s, 0:01 left.
6 games, 0.8 MB/s, 0:00 left.
7 games, 0.8 MB/s, 0:00 left.
.' "$(progress "$preload -j1 large.pgn >/dev/null")"
    # of a pipe nobody knows how much there is
    same_text pipe '
3 games, 0.8 MB/s.
4 games, 0.8 MB/s.
5 games, 0.8 MB/s.
6 games, 0.8 MB/s.
7 games, 0.8 MB/s.
.' "$(progress "cat large.pgn | $preload -j1 >/dev/null")"
    # a number is grouped, and a line is not drawn each time
    awk 'BEGIN { while (n++ < 1010) print "1. e4 *\n" }' >many.pgn
    same_text many '4 games, 0.0 MB/s, 0:00 left. 6 games, 0.0 MB/s, 0:00 left.
1,008 games, 0.0 MB/s, 0:00 left. 1,010 games, 0.0 MB/s, 0:00 left. .' \
        "$(progress "$preload -j1 many.pgn >/dev/null" | sed -n '2,3p; 504,$p' | paste -sd ' ' | sed 's/left. 1,008/left.\n1,008/')"
}

@test "who types a name alone is told that the tool waits" {
    needs_terminal
    for tool in $(filters); do
        prints "$tool"
        # a terminal on which a read gives what there is: nothing
        TERM=xterm script -qec "stty -echo -icanon min 0 time 0; ${command[*]}" /dev/null </dev/null >seen || true
        grep -q "$tool: reading from the terminal until Ctrl-D; see --help" seen
        [ "$("${command[@]}" <a.pgn 2>&1 | grep -c terminal)" -eq 0 ]
    done
}

@test "comments after a result stay with their game, in every tool that writes games" {
    printf '%s\n' '[Event "A"]' '' '1. e4 *' '' '; one' '{two}' '[Event "B"]' '' '1. e5 *' '{three}' '' '[Event "C"]' '' '1. d4 *' \
        >three.pgn
    xpgn-validate --force --good=good.pgn --bad=bad.pgn three.pgn >/dev/null || [ $? -eq 1 ]
    [ "$(tr '\n' '|' <good.pgn)" = '[Event "A"]||1. e4 *||; one|{two}||[Event "C"]||1. d4 *||' ]
    [ "$(tr '\n' '|' <bad.pgn)" = '[Event "B"]||1. e5 *|{three}||' ]
    [ "$(xpgn-grep --tag Event=A three.pgn | tail -n 3)" = '; one
{two}' ]
    [ "$(xpgn-fmt --game=1 three.pgn | tail -n 2)" = '1. e4 {one two} *' ]
}
