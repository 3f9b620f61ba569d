#!/bin/sh
# SPDX-License-Identifier: MIT
# What is special on Windows: paths, wildcards, names in other letters, files that are replaced. Run under wine by
# tests/ci/ports.sh. Ends with `N passed, N failed`.
#   windows.sh PROGRAM.EXE
# XPGN_BIN: the tools of this machine
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
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
mkdir 'rules [own]'
for name in zz aa; do
    printf '%s\n' "ruleset: $name" "title: Of $name" 'version: 1' 'extends: chess' >"rules [own]/$name.yaml"
done
XPGN_PATH="none:rules [own]" "$bin/xpgn-validate" --list-variants >own
XPGN_PATH='none;rules [own]' wine xpgn.exe validate --list-variants >other
same 'folders of rulesets'
"$bin/xpgn-list" chess.xpgn club.xpgn >own
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

echo 'xpgn-fmt: --diff needs the program diff, which cannot be run here' >own
wine xpgn.exe fmt --diff chess.xpgn >other 2>&1
same 'what is missing is said'

# ---- xpgn-record: what is stored replaces a file that it holds open

# recorder PROGRAM...: a game with a combat, left and taken up again
recorder() {
    printf '%s\n' e4 d5 exd5 5:2 Nf6 undo |
        "$@" --variant=chess-attack --date=2026.05.08 --white=A --black=B game.xpgn
    printf '%s\n' Nc6 c4 undo | "$@" game.xpgn
    cat game.xpgn
    rm game.xpgn
}
recorder "$bin/xpgn-record" >own 2>&1
recorder wine xpgn.exe record >other 2>&1
same 'a game that is recorded'
mkfifo pipe
wine xpgn.exe record --variant=chess --date=2026.05.08 game.xpgn <pipe >first &
exec 3>pipe
echo e4 >&3
for _ in $(seq 200); do
    grep -qs e4 first && break
    sleep 0.1
done
echo 'game.xpgn: another scribe is writing to it' >own
wine xpgn.exe record game.xpgn </dev/null 2>&1 | sed -n 's/^xpgn[^:]*: \(.*\)\r*$/\1/p' >other
same 'a second recorder'
echo e5 >&3
exec 3>&-
wait
echo '1. e4 e5 *' >own
sed -n 's/^1\..*/&/p' game.xpgn >other
same 'the first one goes on'
echo game.xpgn >own
ls game.* >other
same 'no other file is left'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
