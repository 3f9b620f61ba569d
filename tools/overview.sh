#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the table of tools that xpgn.c shows: overview.sh TOOL... (the programs, as built). Each
# tells what it does in the first row of --dump-options.
set -eu

echo '/* Made by tools/overview.sh from what the tools say of themselves. */'
echo '#include "cli_overview.h"'
echo
echo 'const overview_tool overview_tools[] = {'
for tool; do
    row=$("$tool" --dump-options)
    printf '%s\n' "$row" | head -n 1
done | awk -F '\t' '
    $3 != "tool" { print "overview.sh: no first row: " $0 >"/dev/stderr"; exit 1 }
    {
        sub(/^xpgn-/, "", $1)
        gsub(/[\\"]/, "\\\\&", $5)
        printf "    {\"%s\", \"%s\"},\n", $1, $5
    }'
echo '    {0, 0}};'
