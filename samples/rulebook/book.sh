#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a page of the rulebook in rulebook.md and a document of LaTeX, and PDF of them where Chromium and pdflatex are.
#   book.sh [FOLDER] [OPTION...]    where to write (default: here), and options such as --rules=house.yaml, with
#                                   which it says what is no longer true, and writes nothing
# Run it in any folder; it takes xpgn-render-html from PATH.
set -eu
book=$(cd "$(dirname "$0")" && pwd)/rulebook.md
folder=${1:-.}
[ $# -eq 0 ] || shift

# a wrong figure leaves what was made before as it is
make_one() {
    file=$folder/$1
    shift
    xpgn-render-html "$@" "$book" >"$file.new" || {
        status=$?
        rm -f "$file.new"
        exit "$status"
    }
    mv "$file.new" "$file"
}

make_one rulebook.html --figures "$@"
make_one rulebook.tex --figures=latex "$@"

cd "$folder"
for browser in chromium-headless-shell chromium; do
    command -v "$browser" >/dev/null || continue
    "$browser" --headless --no-sandbox --no-pdf-header-footer --print-to-pdf=rulebook.pdf "file://$PWD/rulebook.html" 2>/dev/null
    break
done
if command -v pdflatex >/dev/null; then
    pdflatex -interaction=batchmode -jobname=rulebook-latex rulebook.tex
    pdflatex -interaction=batchmode -jobname=rulebook-latex rulebook.tex # the numbers of references
fi
