#!/bin/sh
# SPDX-License-Identifier: MIT
# How fast are the tools? Each runs alone, on one thread, over the same plain chess games, three
# times; the best user time counts, and the ratio to a peer that is on the machine (pgn-extract).
#   XPGN_BENCH_PGN   a PGN file to measure with (default: the chess samples, repeated)
#   XPGN_BENCH_MB    repeat it to about so many megabytes (default 20)
#   XPGN_BENCH_PEER  a command that checks every move of a PGN file named behind it
set -eu
cd "$(dirname "$0")/../.."
bin=${XPGN_BIN:-build/bin}
source=${XPGN_BENCH_PGN:-samples/chess.xpgn}
megabytes=${XPGN_BENCH_MB:-20}
peer=${XPGN_BENCH_PEER:-}
if [ -z "$peer" ]; then
    for p in "$(command -v pgn-extract || true)" /usr/games/pgn-extract; do
        if [ -x "$p" ]; then
            peer="$p -r -s"
            break
        fi
    done
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The input: whole copies of the source, doubled until it is large enough.
cp -- "$source" "$work/in.pgn"
printf '\n' >>"$work/in.pgn"
while [ "$(wc -c <"$work/in.pgn")" -lt $((megabytes * 1000000)) ]; do
    cat "$work/in.pgn" "$work/in.pgn" >"$work/twice.pgn"
    mv "$work/twice.pgn" "$work/in.pgn"
done
size=$(wc -c <"$work/in.pgn")

# seconds CMD...: the best user time of three runs.
seconds() {
    best=
    for _ in 1 2 3; do
        { LC_ALL=C bash -c 'TIMEFORMAT=%U; time "$@" >/dev/null 2>&1 || true' - "$@"; } 2>"$work/time" || true
        best=$(awk -v best="$best" '{ if (best == "" || $1 < best) best = $1 } END { print best }' "$work/time")
    done
    echo "$best"
}

row() {
    awk -v name="$1" -v s="$2" -v size="$size" -v peer="$3" 'BEGIN {
        if (s <= 0) s = 0.001
        printf "%-18s %8.2f s %9.1f MB/s", name, s, size / 1e6 / s
        if (peer != "") printf " %8.1f times the peer", peer / s
        printf "\n" }'
}

echo "$((size / 1000000)) MB of plain chess from $source, one thread, user time"
peer_seconds=
if [ -n "$peer" ]; then
    # shellcheck disable=SC2086
    peer_seconds=$(seconds $peer "$work/in.pgn")
    row "${peer%% *}" "$peer_seconds" ""
fi
for tool in validate replay stats fmt; do
    row "xpgn-$tool" "$(seconds "$bin/xpgn-$tool" -j1 "$work/in.pgn")" "$peer_seconds"
done
