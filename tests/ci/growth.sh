#!/bin/sh
# SPDX-License-Identifier: MIT
# Time and memory grow with the input and no faster: a table of every tool by everything that it counts, at 1, 2, 4 and 8
# times as many. Time is in instructions, counted by valgrind, which do not depend on the machine's load; memory is the
# peak of what a run has resident, and what it has for each byte of its input.
#   growth.sh [KIND...]    the kinds of `inputs` below; default: all
# GROWTH: the number at 1 (default 200). TOOLS: only commands that contain this. Ends with `N passed, N failed`.
set -eu
LC_ALL=C
export LC_ALL

# From each size to the next the increase doubles. More than FACTOR times as much at the last is a failure, for
# n log n is below it; so is more than MOST bytes for each byte of input, beyond the FLOOR that a run has without
# (two sheets of half-moves that nobody wrote take 2,100). xpgn-record
# writes the whole record for each entry, so that its increase may double twice.
FACTOR=2.4 FLOOR=20000000 MOST=2500
export FACTOR FLOOR MOST

# inputs KIND N FILE: makes the file, with N of them, and perhaps others beside it
inputs() {
    awk -v kind="$1" -v n="$2" -v file="$3" '
        function put(text) { printf "%s", text >file }
        function repeat(text, times,   i) { for (i = 0; i < times; i++) put(text) }
        function shuffle(times, format,   i) {
            for (i = 1; i <= times; i++)
                put(sprintf(format, i, i % 2 ? "Nf3 Nf6" : "Ng1 Ng8"))
        }
        function name(i,   x) { # these have much in common
            x = i * 7919 % 104976
            return part[x % 18 + 1] part[int(x / 18) % 18 + 1] part[int(x / 324) % 18 + 1] ", " \
                part[int(x / 5832) % 18 + 1] "ton Maria"
        }
        function players(i) { return "[White \"" name(i * 2) "\"]\n[Black \"" name(i * 2 + 1) "\"]\n" }
        BEGIN {
            split("an be cro del fi gor hu jan kal mo ni os per ri sen to vu zel", part)
            dice = "[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=7w:1+1=5x>"
            beside = file ".csv"
            printf "" >file
            if (kind == "findings") {            # tokens that nobody knows, on one line
                repeat("$ ) ", n); put("*\n")
            } else if (kind == "words") {        # the same, each another one
                put("1. e4\n")
                for (i = 1; i <= n; i++) put("foo" i " ")
                put("*\n")
            } else if (kind == "numbers") {      # move numbers, on lines of their own
                put("1. e4 e5\n")
                for (i = 1; i <= n; i++)
                    put("7. " (i % 2 ? "Nf3 Nf6" : "Ng1 Ng8") "\n")
                put("*\n")
            } else if (kind == "rolls") {        # totals, each with its arithmetic and fixes
                put(dice "\n"); repeat("(2. exd5 <5+0=9w:1+2=5x>)\n", n); put("*\n")
            } else if (kind == "illegal") {      # each with what would be legal
                put("1. e4\n"); repeat("(1. Ne5) ", n); put("*\n")
            } else if (kind == "variations") {
                put("1. e4\n"); repeat("(1. d4 d5 2. c4) ", n); put("*\n")
            } else if (kind == "depth") {        # variations in variations
                put("1. e4\n"); repeat("(1. d4 ", n); repeat(") ", n); put("*\n")
            } else if (kind == "turns") {
                shuffle(n, "%d. %s\n"); put("*\n")
            } else if (kind == "bare") {         # turns without numbers, all on one line
                shuffle(n, "%.0s%s "); put("*\n")
            } else if (kind == "after") {        # one variation after each turn
                shuffle(n, "%d. %s (1... a6)\n"); put("*\n")
            } else if (kind == "missing") {      # half-moves that were not written
                put("1. e4 e5 "); repeat("{[%missing]} ", n); put("*\n")
            } else if (kind == "tags") {
                for (i = 1; i <= n; i++) put("[Tag" i * 7919 % 1000003 " \"" i "\"]\n")
                put("\n1. e4 *\n")
            } else if (kind == "twice") {        # a warning each
                repeat("[Event \"x\"]\n", n); put("\n1. e4 *\n")
            } else if (kind == "value") {        # one tag
                put("[Event \""); repeat("long ", n); put("\"]\n\n1. e4 *\n")
            } else if (kind == "comments") {
                put("1. e4\n"); repeat("{[%clk 0:01:00] a word [%eval 0.1]} ", n); put("*\n")
            } else if (kind == "commands") {     # one comment
                put("1. e4 {"); repeat("[%csl Ga1] word ", n); put("} *\n")
            } else if (kind == "rests") {        # comments up to the end of the line
                put("1. e4\n"); repeat("; [%clk 0:01:00] a word\n", n); put("*\n")
            } else if (kind == "nags") {
                put("1. e4\n"); repeat("$1 ", n); put("*\n")
            } else if (kind == "token") {        # one word
                put("1. e4 "); repeat("Nf3x", n); put(" *\n")
            } else if (kind == "games") {        # a line each
                repeat("1. e4 e5 *\n\n", n)
            } else if (kind == "names") {        # players whose names are alike
                for (i = 1; i <= n; i++) put(players(i) "\n1. e4 e5 *\n\n")
            } else if (kind == "bad-games") {
                repeat("1. e4 Ke7 *\n\n", n)
            } else if (kind == "line") {         # all on one line
                repeat("1. e4 e5 * ", n)
            } else if (kind == "open") {         # nothing is ever closed
                repeat("{ [A \"x ( <5:", n)
            } else if (kind == "castle") {       # a roll of many exchanges
                put("[Variant \"combat-chess-2\"]\n\n1. <4> e2-e6 e6xd7 <"); repeat("3=3:3=3 ", n)
                put("5=5:2=2x@a1> *\n")
            } else if (kind == "entries") {      # for xpgn-record, a line each
                for (i = 0; i < n; i++)
                    put(substr("Nf3Nf6Ng1Ng8", i % 4 * 3 + 1, 3) "\n")
            } else if (kind == "list") {         # the list of an event
                print "round,board,white,black,result" >beside
                for (i = 1; i <= n; i++) {
                    put("[Round \"1\"]\n[Board \"" i "\"]\n" players(i) "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n")
                    printf "1,%d,\"%s\",\"%s\",1-0\n", i, name(i * 2), name(i * 2 + 1) >beside
                }
            } else if (kind == "questions") {    # a game each
                for (i = 1; i <= n; i++) put(players(i) "\n1. e4 e5 2. Nf3 Nc6 3. Nd5 *\n\n")
            } else if (kind == "slips") {        # a game each
                repeat("[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=7:1+1=5x> *\n\n", n)
            } else if (kind == "picks") {        # games in another order than that of the file
                for (i = 1; i <= n; i++) {
                    put("1. e4 e5 *\n\n")
                    print n + 1 - i >beside
                }
            } else if (kind == "query") {        # a word of it
                put("White=\""); repeat("long ", n); put("\"")
            } else if (kind == "ruleset") {      # lines of comments
                put("ruleset: x\ntitle: X\nextends: chess\n")
                repeat("# a line that says something\n", n)
            } else if (kind == "number") {
                put(n "\n")
            } else if (kind == "figures") {      # a document, whose figures refer to each other
                for (i = 1; i <= n / 2; i++)
                    put("See [](#f" i ").\n\n```xpgn --id=f" i "\n8/8/8/4k3/8/8/8/4K3\n```\n\n")
            } else if (kind == "prose") {        # signs of Markdown that nothing closes, in one paragraph
                for (i = 1; i <= n; i++)
                    put(substr("*a **b `c _d [e [](# ](x [f](y \\", i % 8 * 4 + 1, 5) " ")
            } else {
                exit 1
            }
        }'
}

KINDS='findings words numbers rolls illegal variations depth turns bare after missing tags twice value comments commands rests nags
    token games names bad-games line open castle entries list questions slips picks query ruleset number
    figures prose'

# prepare KIND: what its commands read besides, of the file $F
prepare() {
    case $1 in
    questions) xpgn-fix -q --questions="$F.asked" "$F" >/dev/null 2>&1 || true ;;
    slips) xpgn-fix -q --likely --log="$F.log" "$F" >"$F.fixed" 2>/dev/null || true ;;
    names)
        cp "$F" "$F.other"
        for file in "$F" "$F.other"; do
            xpgn-stats --partial --by=White "$file" >"$file.partial"
        done
        ;;
    tags) sed 's/"\]$/x"]/' "$F" >"$F.other" ;;
    *) cp "$F" "$F.other" ;;
    esac
}

# commands KIND: those for this input, a line each; $F is the file
commands() {
    case $1 in
    entries) echo "xpgn-record --no-advice \$F.xpgn <\$F" ;;
    list)
        cat <<'END'
xpgn-event --list=$F.csv $F
xpgn-event --list=$F.csv --show=standings,crosstable,missing $F
xpgn-compare --batch --list=$F.csv $F
xpgn-compare --batch --list=$F.csv $F $F
xpgn-fmt -j1 --names-from=$F.csv $F
END
        ;;
    questions)
        cat <<'END'
xpgn-fix -q --questions=$F.new $F
xpgn-fix -q --answers=$F.asked $F
END
        ;;
    slips)
        cat <<'END'
xpgn-fix -q --likely $F
xpgn-fix -q --undo=$F.undo <$F.fixed
END
        ;;
    picks)
        cat <<'END'
xpgn-grep -j1 --games-from=$F.csv $F
xpgn-list -j1 --games-from=$F.csv $F
END
        ;;
    figures | prose)
        cat <<'END'
xpgn-render-html --figures $F
xpgn-render-html --figures=markdown $F
xpgn-render-html --figures=latex $F
END
        ;;
    query) echo "xpgn-grep -j1 --where=\"\$(cat \$F)\" \$F" ;;
    ruleset) echo "xpgn-validate --check-rules \$F" ;;
    number)
        cat <<'END'
xpgn-simulate -j1 --variant=chess --max-plies=4 --games=$(cat $F)
END
        ;;
    *)
        cat <<'END'
xpgn-validate -j1 --max-errors=100000 $F
xpgn-validate -j1 --max-errors=100000 --format=json --lint $F
xpgn-validate -j1 --max-errors=100000 --format=sarif $F
xpgn-validate -j1 --explain --good=/dev/null $F
xpgn-replay -j1 $F
xpgn-replay -j1 --actions --format=json $F
xpgn-stats -j1 --by=White $F
xpgn-stats -j1 --partial $F
xpgn-odds -j1 $F
xpgn-event --show=crosstable $F
xpgn-fmt -j1 $F
xpgn-fmt -j1 --import $F
xpgn-fmt --check $F
xpgn-fix -q --likely $F
xpgn-grep -j1 --tag=White=/x/ --text=/words/ --has=combat $F
xpgn-grep -j1 --xfen=8/8/8/8/8/8/8/K6k $F
xpgn-grep -j1 --unique --similar $F
xpgn-grep -j1 --not-in=$F.other $F
xpgn-grep -j1 --not-in=$F.other --similar $F
xpgn-list -j1 $F
xpgn-sort -j1 --by=White,plies $F
xpgn-split -j1 --by=White --dry-run $F
xpgn-dice check -j1 $F
xpgn-render-ascii -j1 $F
xpgn-render-svg -j1 --across=64 $F
xpgn-render-html -j1 $F
xpgn-render-html -j1 --protocol $F
END
        case $1 in
        names)
            echo "xpgn-stats --combine \$F.partial \$F.other.partial"
            ;;
        games | bad-games | line | open) ;; # not sheets of one game
        *)
            cat <<'END'
xpgn-compare $F $F.other
xpgn-compare --format=json $F $F $F $F.other
xpgn-compare --merge $F $F.other
END
            ;;
        esac
        ;;
    esac
}

# Runs what is given as a command of the shell, and prints the peak of its memory in bytes.
peak='
import os, subprocess, sys
run = subprocess.Popen(["sh", "-c", "exec " + sys.argv[1]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(os.wait4(run.pid, 0)[2].ru_maxrss * 1024)
'

# fresh: what a run writes to is as it was before
fresh() {
    rm -f "$F.xpgn"
    [ ! -e "$F.log" ] || cp "$F.log" "$F.undo"
}

# measure COMMAND: its instructions, its peak, and the bytes of the files $F and $F.csv; nothing if it fails
measure() {
    fresh
    memory=$(python3 -c "$peak" "$1" </dev/null)
    fresh
    status=0
    sh -c "exec valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null $1" </dev/null >/dev/null 2>"$F.$$.said" || status=$?
    case "$status $1" in
    [01]\ * | 3\ xpgn-compare* | 2\ *--check-rules*)
        echo "$(sed -n 's/^==.*refs: *//p' "$F.$$.said" | tr -d ,) $memory $(cat "$F" "$F.csv" 2>/dev/null | wc -c)"
        ;;
    esac
    rm -f "$F.$$.said"
}

# One command on one kind of input: a line that begins with `ok` or `not ok`.
if [ "${1-}" = --one ]; then
    for times in 1 2 4 8; do
        F=$WORK/$2.$times
        export F
        measure "$3"
    done | awk -v what="$2: $3" '
        { count[NR] = $1; peak[NR] = $2; bytes = $3 }
        NR == 1 || $1 < least { least = $1 }
        $1 > most { most = $1 }
        END {
            highest = what ~ /xpgn-record/ ? 2 * ENVIRON["FACTOR"] : ENVIRON["FACTOR"]
            bad = NR != 4 || most - least < 1000 # it has not read its input
            for (i = 3; i <= NR; i++) {
                before = count[i - 1] - count[i - 2]
                factor = before > 0 ? (count[i] - count[i - 1]) / before : 99
                list = list sprintf(" %5.2f", factor)
                # The first increases have steps of their own, and small ones are noise.
                bad = bad || (i == NR && factor > highest && count[i] - count[i - 1] > 500000)
                before = peak[i - 1] - peak[i - 2]
                if (before < ENVIRON["FLOOR"] / 2) # it began below what the measuring itself takes
                    before = ENVIRON["FLOOR"] / 2
                bad = bad || peak[i] - peak[i - 1] > ENVIRON["FACTOR"] * before
            }
            more = peak[NR] > ENVIRON["FLOOR"] ? peak[NR] - ENVIRON["FLOOR"] : 0
            bad = bad || more > bytes * ENVIRON["MOST"]
            printf "%s  %s:  %.1f million instructions; increase times%s; %.1f MB, %d for a byte\n",
                bad ? "not ok" : "ok", what, count[NR] / 1e6, list, peak[NR] / 1e6, more / (bytes + !bytes)
        }'
    exit
fi

root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(cd "${XPGN_BIN:-$root/build/bin}" && pwd)
PATH=$bin:$PATH
base=${GROWTH:-200}
WORK=$(mktemp -d)
export PATH WORK
trap 'rm -rf "$WORK"' EXIT
trap 'exit 130' INT TERM

# shellcheck disable=SC2086 # a list of words
[ $# -gt 0 ] || set -- $KINDS
for kind; do
    for times in 1 2 4 8; do
        F=$WORK/$kind.$times
        inputs "$kind" $((base * times)) "$F"
        prepare "$kind"
    done
    commands "$kind" | grep -F -e "${TOOLS:-xpgn}" | while read -r command; do
        printf '%s\n%s\n' "$kind" "$command"
    done
done | tr '\n' '\0' | xargs -0 -r -P "$(getconf _NPROCESSORS_ONLN)" -n 2 sh "$root/tests/ci/growth.sh" --one >"$WORK/result"
sort "$WORK/result"
passed=$(grep -c '^ok' "$WORK/result" || true)
failed=$(grep -c '^not ok' "$WORK/result" || true)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
