#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions a byte and a turn, which no other program on the machine changes, against those that
# are stored in counts.tsv: more than 5 % above is a failure. Counted by callgrind. "Wrong" is the same
# file with one error near the end of each game: it may cost 1.25 times as much. "Corrected" is that with the
# search for its cause; "a wrong die" is one in a tenth of the games, with that search.
#   --store   stores what is measured
# Compilers and processors differ: it is compared where the first line of counts.tsv fits.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/../.."
bin=${XPGN_BIN:-build/bin}
data=tests/bench/data
stored=tests/bench/counts.tsv

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

compiler=$("$bin/xpgn-validate" --version | sed -n 's/^compiler *\([a-z]* [0-9]*\).*/\1/p')
options=$("$bin/xpgn-validate" --version | sed -n 's/^options *//p')
processor=$(uname -m)
for flag in avx2 bmi2; do
    if grep -qw "$flag" /proc/cpuinfo 2>/dev/null; then processor="$processor $flag"; fi
done
machine="$compiler, $options, $processor"

# instructions CMD...: of one run.
said=$work/said
instructions() {
    env -i PATH="$PATH" LC_ALL=C valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
        >/dev/null 2>"$said" || true
    sed -n 's/.*refs: *//p' "$said" | tr -d ,
}

turns() {
    "$bin/xpgn-stats" --format=json "$1" | jq '[.rulesets[].turns.total] | add'
}

# row NAME TOOL FILE [OPTION...]: what the file costs beyond the start; it has as many turns as $like.
like=
row() {
    name=$1 tool=$2 file=$3
    shift 3
    count=$(instructions "$bin/xpgn-$tool" -j1 "$@" "$file")
    awk -v name="$name" -v count="$count" -v start="$start" -v size="$(wc -c <"$file")" \
        -v turns="$(turns "${like:-$file}")" 'BEGIN {
            n = count - start
            printf "%s\t%.2f\t%.1f\n", name, n / size, n / turns
        }'
}

awk -f tests/bench/comment.awk "$data/plain.pgn" >"$work/commented.pgn"
sed 's/$/\r/' "$data/plain.pgn" >"$work/plain.crlf"
sed 's/$/\r/' "$data/chess-attack.xpgn" >"$work/chess-attack.crlf"
printf '[Event "?"]\n\n1. e4 e5 1-0\n' >"$work/one.pgn"
# copies COUNT FILE: more than 4 MB, for what is compared with a check, so that the start does not count
copies() {
    yes "$2" | head -n "$1" | while read -r part; do cat "$part" && echo; done
}
copies 36 "$data/plain.pgn" >"$work/large.pgn"
awk -v long=1 -f tests/bench/comment.awk "$data/plain.pgn" >"$work/one-long.pgn"
copies 2 "$work/one-long.pgn" >"$work/long.pgn"
# how games ended, as servers and engines say it
awk '{ print } /^\[Result / { split("Time forfeit|Normal|adjudication by TCEC draw rule", said, "|")
    print "[Termination \"" said[n++ % 3 + 1] "\"]" }' "$work/large.pgn" >"$work/ended.pgn"
for game in chess-attack five-dice combat-chess-2 assault-and-siege; do
    awk -f tests/bench/die.awk "$data/$game.xpgn" >"$work/one-die.xpgn"
    count=$((4200000 / $(wc -c <"$data/$game.xpgn")))
    copies $count "$data/$game.xpgn" >"$work/large-$game.xpgn"
    copies $count "$work/one-die.xpgn" >"$work/die-$game.xpgn"
done

start=$(instructions "$bin/xpgn-validate" -j1 "$work/one.pgn")
if [ -z "$start" ]; then
    cat "$said" >&2
    exit 2
fi
{
    said=$work/said-large
    row 'fmt, tags changed' fmt "$work/large.pgn" --set-tag=Annotator=x --remove-tag=ECO
    row 'fmt --eco, PlyCount' fmt "$work/large.pgn" --eco --set-tag='PlyCount={plies}'
    row 'split --by=year' split "$work/large.pgn" --by=year --dry-run
    row 'grep --has=repetition' grep "$work/large.pgn" -c --has=repetition
    row 'list --columns=digest' list "$work/large.pgn" --columns=digest
    row 'list' list "$work/large.pgn"
    row 'validate --lint' validate "$work/large.pgn" --lint
    row 'validate, long comments' validate "$work/long.pgn"
    row 'validate, Termination' validate "$work/ended.pgn"
    row 'replay --each' replay "$work/large.pgn" --each
    row 'replay --each, CSV' replay "$work/large.pgn" --each --format=csv
    row 'replay --each, JSON' replay "$work/large.pgn" --each --format=json
    row 'replay --each, JSON columns' replay "$work/large.pgn" --each --format=json --columns=White,game,ply,turn,action,check,uci,xfen
    for game in chess-attack five-dice combat-chess-2 assault-and-siege; do
        row "stats $game" stats "$work/large-$game.xpgn"
        like=$work/large-$game.xpgn
        row "validate $game, a wrong die" validate "$work/die-$game.xpgn"
        like=
    done
} >"$work/large" &
large=$!
{
    printf '# %s\n' "$machine"
    printf '# what\tinstructions a byte\ta turn\n'
    printf 'start-up\t-\t%d\n' "$start"
    row 'validate plain' validate "$data/plain.pgn"
    row 'validate plain, CRLF' validate "$work/plain.crlf"
    row 'validate commented' validate "$work/commented.pgn"
    row 'stats plain' stats "$data/plain.pgn"
    row 'replay plain' replay "$data/plain.pgn"
    row 'fmt plain' fmt "$data/plain.pgn"
    row 'fmt commented' fmt "$work/commented.pgn"
    for game in chess-attack five-dice combat-chess-2 assault-and-siege; do
        row "validate $game" validate "$data/$game.xpgn"
    done
    row 'validate chess-attack, CRLF' validate "$work/chess-attack.crlf"
    for game in plain.pgn chess-attack.xpgn five-dice.xpgn combat-chess-2.xpgn assault-and-siege.xpgn; do
        awk -f tests/bench/error.awk "$data/$game" >"$work/wrong-$game"
        like=$data/$game
        row "validate ${game%.*}, wrong" validate "$work/wrong-$game" -q
        row "validate ${game%.*}, corrected" validate "$work/wrong-$game"
    done
} >"$work/counts"
wait "$large"
cat "$work/large" >>"$work/counts"

if [ "${1:-}" = --store ]; then
    cp "$work/counts" "$stored"
fi
if [ "$(head -n 1 "$stored")" != "# $machine" ]; then
    cat "$work/counts"
    echo "not compared: counts.tsv is of another compiler or processor ($(head -n 1 "$stored"))"
    exit 0
fi
awk -F '\t' '
    /^#/ { next }
    NR == FNR { before[$1] = $3; next }
    {
        change = ($1 in before) ? ($3 / before[$1] - 1) * 100 : 0
        verdict = (change > 5) ? "  slower than stored" : (change < -5) ? "  faster: store it (tests/bench/counts.sh --store)" : ""
        printf "%-28s %8s a byte %12s a turn %+7.1f %%%s\n", $1, $2, $3, change, verdict
        now[$1] = $3
        dear = sub(/, wrong$/, "", $1) && $3 > 1.25 * now[$1]
        if (dear)
            printf "%s: an error near the end costs %.3f times a game without\n", $1, $3 / now[$1]
        failed = failed || change > 5 || dear
    }
    END { exit failed }' "$stored" "$work/counts"
