#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the table of xpgn(1): the options that several tools have, and which tools these are, in mdoc;
# --format has a row for each set of its words.
# options.sh [--write] TOOL... (the programs as built, of xpgn- only); --write: into man/xpgn.1.
set -eu
if [ "$1" = --write ]; then
    shift
    table=$(mktemp)
    trap 'rm -f "$table"' EXIT
    sh "$0" "$@" >"$table"
    sed -i -e '/^\.Sh TABLE OF OPTIONS/,/^\.El/{/^\.It/d' -e "/^\"xxx/r $table" -e '}' man/xpgn.1
    exit
fi
for tool; do
    "$tool" --dump-options | awk -F '\t' -v OFS='\t' -v tool="${tool##*/xpgn-}" '
        sub(/^--/, "", $1) { print $1, $2 ($1 == "format" ? ": " $4 : ""), tool }'
done | LC_ALL=C awk -F '\t' '
    !($1 SUBSEP $2 in tools) { row[++rows] = $1 SUBSEP $2 }
    { tools[$1, $2] = tools[$1, $2] " " $3; count[$1, $2]++; named[$1]++; of[$3] = 1 }
    END {
        for (tool in of) all++
        for (i = 1; i <= rows; i++) {
            split(row[i], part, SUBSEP)
            if (named[part[1]] < 2) continue
            n = count[row[i]]
            who = n == all ? "all" : substr(tools[row[i]], 2)
            if (2 * n > all && n < all) {
                who = "all but"
                for (tool in of)
                    if (index(tools[row[i]] " ", " " tool " ") == 0)
                        missing[tool]
                m = 0
                for (tool in missing) names[++m] = tool
                for (a = 1; a < m; a++)
                    for (b = a + 1; b <= m; b++)
                        if (names[b] < names[a]) { t = names[a]; names[a] = names[b]; names[b] = t }
                for (a = 1; a <= m; a++) who = who " " names[a]
                split("", missing)
            }
            gsub(/ /, ", ", who)
            sub(/all, but,/, "all but", who)
            words = part[1] == "format" && split(part[2], letter, ": ") ? ": " letter[2] : ""
            part[2] = words == "" ? part[2] : letter[1]
            gsub(/[|]/, ", ", words)
            print ".It " (part[2] == "-" ? "" : "Fl " substr(part[2], 2) " , ") "Fl -" part[1] " Ta " who words
        }
    }' | sed 's/Fl \([a-zA-Z]\) , Fl -/Fl \1 , -/' | LC_ALL=C sort -f -t - -k 2
