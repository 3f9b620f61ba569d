#!/bin/sh
# SPDX-License-Identifier: MIT
# Generates the completions of all shells from the table of options:
#     make.sh FOLDER XPGN TOOL...
# XPGN and the TOOLs are the programs as built. Writes FOLDER/bash/xpgn, zsh/_xpgn, fish/*.fish.
set -eu

here=$(dirname "$0")
folder=$1
xpgn=$2
shift

mkdir -p "$folder/bash" "$folder/zsh" "$folder/fish"
table=$folder/table
{
    for tool; do
        "$tool" --dump-options
    done
    # The help topics: the second list of the overview.
    "$xpgn" help | sed -n '/There are also:$/,$s/^  \([a-z][a-z]*\)  *\(.*\)/\1\t-\ttopic\t-\t\2/p'
} >"$table"

awk -F '\t' -v "rest=$here/rest.bash" -f "$here/bash.awk" "$table" >"$folder/bash/xpgn"
awk -F '\t' -f "$here/zsh.awk" "$table" >"$folder/zsh/_xpgn"
for tool; do
    name=${tool##*/}
    awk -F '\t' -v "only=$name" -f "$here/fish.awk" "$table" >"$folder/fish/$name.fish"
done
