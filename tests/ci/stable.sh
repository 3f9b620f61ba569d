#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints what users may rely on, a line each: options of the tools, codes, facts, keys of JSON, keys of rulesets.
#   stable.sh BIN [--store]    --store: into tests/cli/golden/stable.txt, after something was added, or the first release's
#                              promise has changed; CHANGES.md says what goes
set -eu
LC_ALL=C
export LC_ALL
if [ "${2:-}" = --store ]; then
    sh "$0" "$1" >tests/cli/golden/stable.txt
    exit
fi
{
    for tool in "$1"/xpgn-*; do
        "$tool" --dump-options | awk -F '\t' -v tool="${tool##*/xpgn-}" '/^--/ {
            print "option", tool, $1, ($3 == "flag" ? "" : "VALUE")
            n = $3 == "choice" ? split($4, words, "|") : 0
            for (i = 1; i <= n; i++) print "choice", tool, $1 "=" words[i]
        }' | sed 's/ *$//'
    done
    "$1/xpgn-validate" --list-codes --format=json | jq -r '"code " + .code'
    sed -n 's/^\(FACT\|LIST\)(\([a-z_]*\), \([A-Z]*\),.*/fact \2/p' lib/facts/facts.def lib/facts/findings.def
    for schema in formats/*.schema.json; do
        jq -r --arg name "$(basename "$schema" .schema.json)" \
            '[.. | objects | .properties? | objects | keys[]] | unique[] | "key " + $name + " " + .' "$schema"
    done
    sed -n 's/^| `\([a-z*.-]*\)` |.*/ruleset \1/p' formats/RULESETS.md
} | sort -u
