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
# The commands that the --help of a tool lists, each with all of them in the last column.
commands() {
    awk '
        on && /^  [a-z]/ { name[++n] = $1; all = all " " $1; sub(/^  [a-z]+( [^ ]+)*   */, ""); about[n] = $0; next }
        on { sub(/^ */, " "); about[n] = about[n] $0 }
        /^Commands:$/ { on = 1 }
        END { for (i = 1; i <= n; i++) print name[i] "\t-\tcommand\t-\t" about[i] "\t" substr(all, 2) }'
}

{
    for tool; do
        "$tool" --dump-options
        "$tool" --help | commands
        case $tool in
        */xpgn-validate)
            "$tool" --list-codes | awk -F '   *' '{ sub(/ .*/, "", $1); print $1 "\t-\tcode\t-\t" $(NF - 1) }'
            ;;
        esac
    done
    # The help topics: the second list of the overview.
    "$xpgn" help | sed -n '/There are also:$/,$s/^  \([a-z][a-z]*\)  *\(.*\)/\1\t-\ttopic\t-\t\2/p'
} >"$table"

tags='Event Site Date Round White Black Result Variant RuleOptions ECO Opening WhiteElo BlackElo TimeControl'

# shell NAME OPTION...: what the table becomes for a shell
shell() {
    of=$1
    shift
    awk -F '\t' -v "tags=$tags" "$@" -f "$here/offer.awk" -f "$here/$of.awk" "$table"
}

shell bash -v "rest=$here/rest.bash" >"$folder/bash/xpgn"
shell zsh >"$folder/zsh/_xpgn"
for tool; do
    name=${tool##*/}
    shell fish -v "only=$name" >"$folder/fish/$name.fish"
done
