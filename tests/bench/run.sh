#!/bin/sh
# SPDX-License-Identifier: MIT
# How fast are the tools, and how fast are others that do the same? All run in turns over the same
# files; the medians are told. One thread is measured by its processor time, two by the clock.
#   XPGN_BENCH_PGN        plain games (default: data/plain.pgn)
#   XPGN_BENCH_COMMENTED  games with comments (default: the plain ones with a clock and an
#                         evaluation after each move)
#   XPGN_BENCH_MB         the files are repeated to about this many megabytes (default 200)
#   XPGN_BENCH_RUNS       runs of each (default 5)
#   XPGN_BENCH_PEER       more programs that check every move: a command a line, words between
#                         blanks; the file stands after it
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/../.."
bin=${XPGN_BIN:-build/bin}
measure=${XPGN_MEASURE:-build/bench/measure}
data=tests/bench/data
megabytes=${XPGN_BENCH_MB:-200}
runs=${XPGN_BENCH_RUNS:-5}
tab=$(printf '\t')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# ---- files ---------------------------------------------------------------------------------------

# repeat FILE MB OUT: whole copies of FILE, about MB megabytes of them.
repeat() {
    { cat -- "$1" && printf '\n\n'; } >"$work/part"
    copies=$(awk -v size="$(wc -c <"$work/part")" -v mb="$2" 'BEGIN { n = int(mb * 1e6 / size); print (n > 0 ? n : 1) }')
    yes "$work/part" | head -n "$copies" | tr '\n' '\0' | xargs -0 cat >"$3"
    # "games turns" of all of it
    "$bin/xpgn-stats" --format=json "$work/part" 2>/dev/null | jq -r --argjson n "$copies" \
        '[.games * $n, ([.rulesets[].turns.total] | add) * $n] | "\(.[0]) \(.[1])"' >"$3.counts"
}

# ---- commands ------------------------------------------------------------------------------------

# command NAME WORD...: a line for the measurement.
command_line() {
    line=$1
    shift
    for word; do
        line=$line$tab$word
    done
    printf '%s\n' "$line"
}

# peers FILE [SLOW-FILE]: those that are on this machine.
peers() {
    for p in "$(command -v pgn-extract || true)" /usr/games/pgn-extract; do
        if [ -x "$p" ]; then
            command_line pgn-extract "$p" -r -s "$1"
            break
        fi
    done
    printf '%s\n' "${XPGN_BENCH_PEER:-}" | while read -r program words; do
        if [ -n "$program" ]; then
            # shellcheck disable=SC2086 # words to be split
            command_line "${program##*/}" "$program" $words "$1"
        fi
    done
    if [ -n "${2:-}" ] && python3 -c 'import chess.pgn' 2>/dev/null; then
        command_line python-chess python3 -c "$python_chess" "$2"
    fi
}

python_chess='import chess.pgn,sys; f = open(sys.argv[1], errors="replace"); exec("while chess.pgn.read_game(f): pass")'

tools() {
    command_line 'validate -j1' "$bin/xpgn-validate" -j1 "$1"
    command_line 'validate -j2' "$bin/xpgn-validate" -j2 "$1"
    command_line 'validate -j1 --no-variations' "$bin/xpgn-validate" -j1 --no-variations "$1"
    for tool in stats replay fmt; do
        command_line "$tool -j1" "$bin/xpgn-$tool" -j1 "$1"
        command_line "$tool -j2" "$bin/xpgn-$tool" -j2 "$1"
    done
}

# ---- tables --------------------------------------------------------------------------------------

# table FILE SLOW-FILE <MEASUREMENTS
table() {
    awk -F '\t' -v size="$(wc -c <"$1")" -v counts="$(cat "$1.counts")" \
        -v slow_size="$(wc -c <"$2")" -v slow_counts="$(cat "$2.counts")" '
        BEGIN {
            split(counts, n, " ")
            split(slow_counts, slow, " ")
            printf "%-28s %9s %9s %9s %9s %9s %9s\n", "", "seconds", "MB/s", "games/s", "turns/s", "peak MB", "ratio"
        }
        $5 > 1 {
            printf "%-28s failed: status %d\n", $1, $5
            next
        }
        {
            name[++rows] = $1
            s = ($1 ~ /-j2/) ? $3 : $2
            if (s == 0)
                s = 0.0001
            bytes = $1 == "python-chess" ? slow_size : size
            scale = bytes / size
            seconds[rows] = s
            rate[rows] = bytes / 1e6 / s
            games[rows] = ($1 == "python-chess" ? slow[1] : n[1]) / s
            turns[rows] = ($1 == "python-chess" ? slow[2] : n[2]) / s
            peak[rows] = $4 / 1024
            if ($1 == "pgn-extract")
                peer = rate[rows]
        }
        END {
            for (i = 1; i <= rows; i++)
                printf "%-28s %9.3f %9.1f %9d %9d %9.1f %9s\n", name[i], seconds[i], rate[i], games[i], turns[i], peak[i], \
                    (peer > 0 ? sprintf("%.2f", rate[i] / peer) : "-")
        }'
}

# bench TITLE FILE: one kind of input.
bench() {
    repeat "$2" "$megabytes" "$work/large.pgn"
    repeat "$2" "$(awk -v mb="$megabytes" 'BEGIN { print mb / 100 }')" "$work/small.pgn"
    printf '\n%s: %d MB, %s games and turns; ratio: to pgn-extract\n' "$1" \
        "$(($(wc -c <"$work/large.pgn") / 1000000))" "$(cat "$work/large.pgn.counts")"
    { tools "$work/large.pgn" && peers "$work/large.pgn" "$work/small.pgn"; } |
        "$measure" "$runs" >"$work/measured"
    table "$work/large.pgn" "$work/small.pgn" <"$work/measured"
}

# Turns of the games with dice, and of files with CRLF, against plies of chess, a quarter of the size
# and more runs.
bench_games() {
    part=$(awk -v mb="$megabytes" 'BEGIN { print mb / 4 }')
    : >"$work/commands"
    : >"$work/turns"
    sed 's/\r*$/\r/' "$plain" >"$work/plain, CRLF"
    sed 's/$/\r/' "$data/chess-attack.xpgn" >"$work/chess-attack, CRLF"
    for game in plain chess-attack five-dice combat-chess-2 assault-and-siege 'plain, CRLF' 'chess-attack, CRLF'; do
        case $game in
        plain) file=$plain ;;
        *CRLF) file=$work/$game ;;
        *) file=$data/$game.xpgn ;;
        esac
        repeat "$file" "$part" "$work/$game.large"
        command_line "$game" "$bin/xpgn-validate" -j1 "$work/$game.large" >>"$work/commands"
        cut -d ' ' -f 2 "$work/$game.large.counts" >>"$work/turns"
    done
    printf '\nvalidate -j1, turns a second against plies of plain chess\n'
    "$measure" $((runs * 5)) <"$work/commands" | paste - "$work/turns" | awk -F '\t' '
        { rate = $6 / ($2 == 0 ? 0.0001 : $2) }
        NR == 1 { chess = rate }
        { printf "%-28s %9d %9.2f\n", $1, rate, rate / chess }'
}

# The time until a file of one game is checked.
bench_start() {
    printf '[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n' >"$work/one.pgn"
    printf '\none game, milliseconds of processor time\n'
    { command_line validate "$bin/xpgn-validate" "$work/one.pgn" && peers "$work/one.pgn"; } |
        "$measure" 199 | awk -F '\t' '{ printf "%-28s %9.2f\n", $1, $2 * 1000 }'
}

plain=${XPGN_BENCH_PGN:-$data/plain.pgn}
commented=${XPGN_BENCH_COMMENTED:-}
if [ -z "$commented" ] && ! grep -q '{' "$plain"; then
    commented=$work/commented.pgn
    awk -f tests/bench/comment.awk "$plain" >"$commented"
fi
bench plain "$plain"
if [ -n "$commented" ]; then
    bench commented "$commented"
else
    echo 'no file with comments: the plain games have some; name one in XPGN_BENCH_COMMENTED'
fi
bench_games
bench_start
