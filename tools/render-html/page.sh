#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes C source with the page of xpgn-render-html, the table of tools/render-html/render-html.h, to standard
# output. Comments and indentation are left out. The policy in the page has the hashes of its style
# and its script.
#   page.sh FOLDER PIECES LABELS WORDS [WITHOUT]    FOLDER: *.html, *.css, *.js, *.tex; PIECES: formats/pieces.svg; formats/labels.tsv,
#   words.tsv; WITHOUT: the beginnings of names of parts that are left out, A|B
set -eu
LC_ALL=C
export LC_ALL
folder=$1
pieces=$2
labels=$3
words=$4
without=${5:-none}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Styles without comments and spaces that mean nothing, and with short names of colors.
style() {
    sed -e 's/^ *//' -e '/^\/\*.*\*\/$/d' "$@" | tr -d '\n' | sed -e 's/ *\([{};,]\) */\1/g' -e 's/: /:/g' -e 's/;}/}/g' \
        -e 's/--on-accent/--o/g; s/--accent/--a/g; s/--panel-room/--r/g; s/--panel/--p/g; s/--paper/--e/g; s/--soft/--s/g' \
        -e 's/--line/--l/g; s/--light/--t/g; s/--dark/--d/g; s/--black/--k/g; s/--against/--g/g; s/--mark/--m/g' \
        -e 's/--ink/--i/g; s/--white/--v/g; s/--green/--n/g; s/--good/--c/g; s/--bad/--b/g'
}

# Scripts as one function.
script() {
    echo "(()=>{'use strict';"
    awk -f "$(dirname "$0")/tighten.awk" "$@"
    echo '})()'
}

# literal NAME FILE: a text as a constant of a script
literal() {
    printf "const %s = '" "$1"
    sed -e "s/[\\\\']/\\\\&/g" "$2" | tr -d '\n'
    echo "';"
}

# The hash of a file as a policy has it: base64 of the bytes of its SHA-256.
hash_of() {
    # shellcheck disable=SC2059 # the format is the data, in octal
    printf "$(sha256sum "$1" | cut -c 1-64 | sed 's/../&\n/g' |
        awk 'NF {
            digits = "0123456789abcdef"
            printf "\\%03o", (index(digits, substr($1, 1, 1)) - 1) * 16 + index(digits, substr($1, 2, 1)) - 1
        }')" | base64 | tr -d '\n'
}

# The drawings of the pieces, each under its name.
symbols() {
    sed -n '/^<g id=/,/^<\/g>/{s/^<g id="/&piece-/;p;}' "$1"
}

# words CODE: an object of JSON from the English of words.tsv to that of a language, and of the labels that the page has
words() {
    awk -F '\t' -v code="$1" '
        function put(english, own) {
            printf "%s\"%s\":\"%s\"", comma, english, own
            comma = ","
        }
        BEGIN { printf "{" }
        FILENAME != ARGV[1] && FILENAME != ARGV[2] { sources = sources $0 "\n"; next }
        /^# Charts/ { charts = 1 }
        /^#/ { next }
        FILENAME == ARGV[1] && !column { while ($column != code) column++; next }
        FILENAME == ARGV[1] && !charts { put($1, $column) }
        FILENAME == ARGV[2] && code == "de" { label[++count] = $1; own[count] = $2 }
        END {
            if (!charts) {
                print "page.sh: no comment says where the words of charts begin" >"/dev/stderr"
                exit 1
            }
            for (i = 1; i <= count; i++)
                if (index(sources, label[i]))
                    put(label[i], own[i])
            printf "}"
        }' "$words" "$labels" "$folder"/*.html "$folder"/*.js "$(dirname "$0")/html_words.c"
}

# part NAME FILE: the bytes of a part
part() {
    printf '\nstatic const unsigned char text_%s[] = {\n' "$1"
    od -An -v -tu1 "$2" | sed 's/  */ /g; s/\([0-9]\)\( \|$\)/\1,\2/g'
    echo ' 0};'
}

sed -e '/^<!--.*-->$/d' "$folder/page.html" >"$work/PAGE"
sed -e '/^<!--.*-->$/d' "$folder/protocol.html" >"$work/PROTOCOL"
sed -e 's/^ *//' -e '/^\/\*.*\*\/$/d' "$folder/protocol.css" >"$work/PROTOCOL_STYLE"
sed -e "/^<!--.*-->\$/d" "$folder/player.html" >"$work/PLAYER"
style "$folder/player.css" "$folder/page.css" >"$work/STYLE"
script "$folder/read.js" "$folder/player.js" "$folder/page.js" >"$work/SCRIPT"
hash_of "$work/STYLE" >"$work/STYLE_HASH"
hash_of "$work/SCRIPT" >"$work/SCRIPT_HASH"
symbols "$pieces" >"$work/PIECES"

# the element: style and markup within its script
{
    style "$folder/player.css" "$folder/element.css" >"$work/element.css"
    {
        echo '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        cat "$work/PIECES"
        echo '</defs></svg>'
        cat "$work/PLAYER"
    } >"$work/element.html"
    literal STYLE "$work/element.css"
    literal MARKUP "$work/element.html"
} >"$work/element.js"
script "$work/element.js" "$folder/read.js" "$folder/player.js" "$folder/element.js" >"$work/ELEMENT"

# documents with figures, and the element of a figure, with its style within its script
sed -e '/^<!--.*-->$/d' "$folder/book.html" >"$work/BOOK"
sed -e '/^% SPDX/d' "$folder/book.tex" >"$work/BOOK_LATEX"
sed -e 's/^ *//' -e '/^\/\*.*\*\/$/d' "$folder/book.css" >"$work/BOOK_STYLE"
hash_of "$work/BOOK_STYLE" >"$work/BOOK_STYLE_HASH"
style "$folder/figure.css" >"$work/figure.css"
literal STYLE "$work/figure.css" >"$work/figure.js"
script "$work/figure.js" "$folder/figure.js" >"$work/FIGURE"
hash_of "$work/FIGURE" >"$work/FIGURE_HASH"

parts='PAGE PLAYER STYLE SCRIPT STYLE_HASH SCRIPT_HASH PIECES PROTOCOL PROTOCOL_STYLE ELEMENT BOOK BOOK_LATEX BOOK_STYLE BOOK_STYLE_HASH FIGURE FIGURE_HASH'
codes=$(grep -v '^#' "$words" | sed 's/^en//; q')
for code in $codes; do
    words "$code" >"$work/WORDS_$code"
    parts="$parts WORDS_$code"
done
parts=$(echo "$parts" | tr ' ' '\n' | grep -Ev "^($without)")

echo '/* Generated by tools/render-html/page.sh: do not edit. */'
echo '#include "render-html/render-html.h"'
for name in $parts; do
    part "$name" "$work/$name"
done
printf '\nconst html_part html_parts[] = {\n'
for name in $parts; do
    printf '    {"%s", (const char *)text_%s, sizeof text_%s - 1},\n' "$name" "$name" "$name"
done
printf '    {0, 0, 0}};\n'
