#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the desk, a self-contained page, to standard output. Its policy allows its own script and style, those of the page
# of xpgn-render-html, which it shows in a frame, and no connections.
#   desk.sh PACKAGE RENDER_HTML    the script with the module in it; the tool
set -eu
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# hash_of FILE: writes the hash of a file for a policy: its SHA-256 in base64
hash_of() {
    # shellcheck disable=SC2059 # the format is the data, in octal
    printf "'sha256-%s'" "$(printf "$(sha256sum "$1" | cut -c 1-64 | sed 's/../&\n/g' |
        awk 'NF {
            digits = "0123456789abcdef"
            printf "\\%03o", (index(digits, substr($1, 1, 1)) - 1) * 16 + index(digits, substr($1, 2, 1)) - 1
        }')" | base64 | tr -d '\n')"
}

sed -e 's/^ *//' -e '/^\/\*.*\*\/$/d' "$here/desk.css" | tr -d '\n' >"$work/style"
{
    echo "(()=>{'use strict';"
    for part in core journal events state spreadsheet intake boards question sheets record paper look rules keys start; do
        # removes comments, indentation, and blanks around signs that no text for users has between blanks
        sed -e 's/^ *//' -e '/^\/\//d' -e '/^$/d' -e 's/ \(=>\|===\|!==\|&&\|||\) /\1/g' -e 's/{ /{/g' -e 's/ }/}/g' \
            -e 's/ \([-+?:=]\) /\1/g' -e 's/, \([[{(]\)/,\1/g' "$here/$part.js"
    done
    echo '})()'
} >"$work/script"

"$2" </dev/null >"$work/page"
page() {
    sed -n "s/.*$1-src \\('sha256-[^']*'\\).*/\\1/p" "$work/page"
}
script() {
    printf '<script>'
    cat "$1"
    printf '</script>\n'
}
# words FOLDER: writes English and German words and letters of pieces: what the desk has, and what tools give it
words() {
    awk -F '\t' -v OFS='\t' -v page="$here/desk.html" 'FILENAME ~ /script$/ || FILENAME == page { text = text $0; next }
        /^#/ { given = /^# What tools say/ }
        !/^#/ && (given || $1 !~ /[ %]/ || $1 ~ / to move$|[^ -~]/ || index(text, $1)) { sub(/\|.*/, "", $2); print $1, $2 }' \
        "$work/script" "$here/desk.html" "$1/labels.tsv" "$1/words.tsv"
    awk -F '\t' -v OFS='\t' '$1 == "en" { split($0, english) }
        $1 == "de" { for (i = 3; i <= NF; i++) print english[i], $i }' "$1/languages.tsv"
}
# sample FOLDER: writes the sheets of an evening and their list: the name and the text of each, with a separator behind each
sample() {
    for file in "$1"/sheets/* "$1/event.csv"; do
        printf '%s\037' "${file##*/}"
        cat "$file"
        printf '\037'
    done
}
# data LINE MARK COMMAND...: writes the line with the command's output in place of the mark
data() {
    line=$1
    mark=$2
    shift 2
    printf '%s' "${line%"$mark"*}"
    "$@"
    printf '%s\n' "${line#*"$mark"}"
}
policy="default-src 'none'; script-src 'wasm-unsafe-eval' $(hash_of "$1") $(hash_of "$work/script") $(page script); \
style-src $(hash_of "$work/style") $(page style); img-src blob:; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'"

sed -e "s|@POLICY@|$policy|" "$here/desk.html" | while IFS= read -r line; do
    case $line in
    *@STYLE@*) printf '<style>%s</style>\n' "$(cat "$work/style")" ;;
    *@WORDS@*) data "$line" @WORDS@ words "$here/../../../../formats" ;;
    *@SAMPLE@*) data "$line" @SAMPLE@ sample "$here/../../../../samples/evening" ;;
    @PACKAGE@) script "$1" ;;
    @SCRIPT@) script "$work/script" ;;
    *) printf '%s\n' "$line" ;;
    esac
done
