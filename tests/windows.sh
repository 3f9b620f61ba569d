#!/bin/sh
# SPDX-License-Identifier: MIT
# What is of Windows alone: paths, wildcards, names in other letters, files that are replaced. Run under wine by
# tests/ports.sh. Ends with `N passed, N failed`.
#   windows.sh PROGRAM.EXE
# XPGN_BIN: the tools of this machine
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "${XPGN_BIN:-$top/build/bin}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
exe=$1
exe=$(cd "$(dirname "$exe")" && pwd)/$(basename "$exe")
mkdir "$work/sub"
cp "$top/samples/club.xpgn" "$top/samples/chess.xpgn" "$work"
cp "$top/samples/chess.xpgn" "$work/sub"
cp "$top/samples/club.xpgn" "$work/Zürich.xpgn"
cp "$exe" "$work/xpgn-list.exe"
ln -s "$exe" "$work/xpgn.exe"
cd "$work" || exit 2
passed=0 failed=0

# same NAME: do the files own and other have the same bytes?
same() {
    if [ -s own ] && cmp -s own other; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not equal: $1"
        head -n 3 own other
    fi
}

"$bin/xpgn-list" chess.xpgn club.xpgn sub/chess.xpgn >own
wine xpgn.exe list chess.xpgn club.xpgn 'sub\chess.xpgn' >other
same 'a path with a backslash'
wine xpgn.exe list "Z:$(echo "$work/chess.xpgn" | sed 's|/|\\|g')" club.xpgn "Z:$work/sub/chess.xpgn" >other
same 'a path with a drive'
"$bin/xpgn-list" chess.xpgn club.xpgn >own
wine xpgn.exe list 'c*.xpgn' >other
same 'wildcards'
wine xpgn-list.exe chess.xpgn club.xpgn >other
same 'the name of a tool'
"$bin/xpgn-validate" -v Zürich.xpgn 2>&1 | cut -d ';' -f 1-3 >own
wine xpgn.exe validate -v Zürich.xpgn 2>&1 | cut -d ';' -f 1-3 >other
same 'a name in other letters'
"$bin/xpgn-fmt" --minimal club.xpgn >own
wine xpgn.exe fmt --minimal -w club.xpgn
cp club.xpgn other
same 'a file that is rewritten'
wine xpgn.exe fmt --minimal chess.xpgn >lines
grep -c "$(printf '\r')" lines >other
echo 0 >own
same 'lines without CR'
"$bin/xpgn-sort" --by=White chess.xpgn sub/chess.xpgn >own
wine xpgn.exe sort --by=White chess.xpgn 'sub\chess.xpgn' >other
same 'sorting'
for pack in gzip bzip2 xz zstd; do
    $pack -c <sub/chess.xpgn >packed
    "$bin/xpgn-list" packed >own
    wine xpgn.exe list packed >other
    same "$pack"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
