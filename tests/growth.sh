#!/bin/sh
# SPDX-License-Identifier: MIT
# Work grows with the input and no faster: 1, 2, 4 and 8 times as many findings, variations, tags,
# comments or games through every tool, in instructions, which do not depend on the machine's load.
# From each size to the next the increase doubles; more than 2.4 times as much is a failure.
#   growth.sh [KIND...]    the kinds of `inputs` below; default: all
# GROWTH: the number at 1 (default 500). TOOLS: only commands that contain this. Counted by callgrind.
# Ends with `N passed, N failed`.
set -eu
LC_ALL=C
export LC_ALL

# inputs KIND N: a file with N of them
inputs() {
    awk -v kind="$1" -v n="$2" '
        function repeat(text, times,   i) { for (i = 0; i < times; i++) printf "%s", text }
        function shuffle(times, format,   i) {
            for (i = 1; i <= times; i++)
                printf format, i, i % 2 ? "Nf3 Nf6" : "Ng1 Ng8"
        }
        BEGIN {
            dice = "[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=7w:1+1=5x>"
            if (kind == "findings") {            # tokens that nobody knows, on one line
                repeat("$ ) ", n); print "*"
            } else if (kind == "numbers") {      # move numbers, on lines of their own
                print "1. e4 e5"
                for (i = 1; i <= n; i++)
                    print "7. " (i % 2 ? "Nf3 Nf6" : "Ng1 Ng8")
                print "*"
            } else if (kind == "rolls") {        # totals, each with its arithmetic and fixes
                print dice; repeat("(2. exd5 <5+0=9w:1+2=5x>)\n", n); print "*"
            } else if (kind == "illegal") {      # each with what would be legal
                print "1. e4"; repeat("(1. Ne5) ", n); print "*"
            } else if (kind == "variations") {
                print "1. e4"; repeat("(1. d4 d5 2. c4) ", n); print "*"
            } else if (kind == "turns") {
                shuffle(n, "%d. %s\n"); print "*"
            } else if (kind == "after") {       # one variation after each turn
                shuffle(n, "%d. %s (1... a6)\n"); print "*"
            } else if (kind == "tags") {
                for (i = 1; i <= n; i++) printf "[Tag%d \"%d\"]\n", i * 7919 % 1000003, i
                print "\n1. e4 *"
            } else if (kind == "twice") {        # a warning each
                repeat("[Event \"x\"]\n", n); print "\n1. e4 *"
            } else if (kind == "comments") {
                print "1. e4"; repeat("{[%clk 0:01:00] a word [%eval 0.1]} ", n); print "*"
            } else if (kind == "commands") {     # one comment
                print "1. e4 {"; repeat("[%csl Ga1] word ", n); print "} *"
            } else if (kind == "rests") {        # comments up to the end of the line
                print "1. e4"; repeat("; [%clk 0:01:00] a word\n", n); print "*"
            } else if (kind == "nags") {
                print "1. e4"; repeat("$1 ", n); print "*"
            } else if (kind == "games") {        # a line each
                repeat("1. e4 e5 *\n\n", n)
            } else if (kind == "names") {        # players whose names have much in common
                split("an be cro del fi gor hu jan kal mo ni os per ri sen to vu zel", part)
                for (i = 1; i <= n; i++) {
                    for (k = 1; k <= 2; k++) {
                        x = (i * 2 + k) * 7919 % 104976
                        name[k] = part[x % 18 + 1] part[int(x / 18) % 18 + 1] part[int(x / 324) % 18 + 1] ", " \
                            part[int(x / 5832) % 18 + 1] "ton Maria"
                    }
                    printf "[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 e5 *\n\n", name[1], name[2]
                }
            } else if (kind == "bad-games") {
                repeat("1. e4 Ke7 *\n\n", n)
            } else if (kind == "line") {         # all on one line
                repeat("1. e4 e5 * ", n)
            } else if (kind == "open") {         # nothing is ever closed
                repeat("{ [A \"x ( <5:", n)
            } else if (kind == "castle") {       # a roll of many exchanges
                print "[Variant \"combat-chess-2\"]\n\n1. <4> e2-e6 e6xd7 <"; repeat("3=3:3=3 ", n)
                print "5=5:2=2x@a1> *"
            } else if (kind == "entries") {      # for xpgn-record, a line each
                for (i = 0; i < n; i++)
                    print substr("Nf3Nf6Ng1Ng8", i % 4 * 3 + 1, 3)
            } else {
                exit 1
            }
        }'
}

KINDS='findings numbers rolls illegal variations turns after tags twice comments commands rests nags games
    names bad-games line open castle entries'

# commands KIND: those for this input, a line each
commands() {
    if [ "$1" = entries ]; then
        echo xpgn-record --no-advice
        return
    fi
    cat <<'END'
xpgn-validate -j1 --max-errors=100000
xpgn-validate -j1 --max-errors=100000 --format=json --lint
xpgn-validate -j1 --max-errors=100000 --format=sarif
xpgn-validate -j1 --explain --good=/dev/null
xpgn-replay -j1
xpgn-replay -j1 --actions --format=json
xpgn-stats -j1 --by=White
xpgn-odds -j1
xpgn-event --crosstable
xpgn-fmt -j1
xpgn-fmt --check
xpgn-grep -j1 --tag=White=/x/ --text=/words/ --has=combat
xpgn-grep -j1 --xfen=8/8/8/8/8/8/8/K6k
xpgn-render-ascii -j1
xpgn-render-svg -j1
END
}

# instructions FILE CMD...
instructions() {
    file=$1
    shift
    status=0
    if [ "$1" = xpgn-record ]; then
        exec <"$file"
        file=$file.xpgn
        rm -f "$file"
    fi
    env -i PATH="$PATH" LC_ALL=C valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" "$file" \
        >/dev/null 2>"$file.$$.said" || status=$?
    if [ "$status" -le 1 ]; then
        sed -n 's/^==.*refs: *//p' "$file.$$.said" | tr -d ,
    fi
    rm -f "$file.$$.said"
}

# One command on one kind of input: a line that begins with `ok` or `not ok`.
if [ "${1-}" = --one ]; then
    # shellcheck disable=SC2086 # a command with its options
    counts=$(set -f; for times in 1 2 4 8; do instructions "$WORK/$2.$times" $3; done)
    echo "$counts" | awk -v what="$2: $3" '
        { count[NR] = $1 }
        END {
            bad = NR != 4 || count[4] - count[1] < 1000 # it has not read its input
            for (i = 3; i <= NR; i++) {
                before = count[i - 1] - count[i - 2]
                factor = before > 0 ? (count[i] - count[i - 1]) / before : 99
                list = list sprintf(" %.2f", factor)
                # What hardly grows is noise: less than an instruction for each of the input.
                bad = bad || (factor > 2.4 && count[i] - count[i - 1] > 100000)
            }
            printf "%s  %s:  %.1f million instructions; increase times%s\n", bad ? "not ok" : "ok", what,
                count[NR] / 1e6, list
        }'
    exit
fi

bin=$(cd "${XPGN_BIN:-$(dirname "$0")/../build/bin}" && pwd)
PATH=$bin:$PATH
base=${GROWTH:-500}
WORK=$(mktemp -d)
export PATH WORK
trap 'rm -rf "$WORK"' EXIT
trap 'exit 130' INT TERM

# shellcheck disable=SC2086 # a list of words
[ $# -gt 0 ] || set -- $KINDS
for kind; do
    for times in 1 2 4 8; do
        inputs "$kind" $((base * times)) >"$WORK/$kind.$times"
    done
    commands "$kind" | grep -F -e "${TOOLS:-xpgn}" | while read -r command; do
        printf '%s\n%s\n' "$kind" "$command"
    done
done | tr '\n' '\0' | xargs -0 -r -P "$(getconf _NPROCESSORS_ONLN)" -n 2 sh "$0" --one >"$WORK/result"
sort "$WORK/result"
passed=$(grep -c '^ok' "$WORK/result" || true)
failed=$(grep -c '^not ok' "$WORK/result" || true)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
