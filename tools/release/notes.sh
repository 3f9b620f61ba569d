#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the notes of a release in Markdown: its chapter of CHANGES.md, and a table of the files.
#     notes.sh VERSION FOLDER
set -eu
echo "# XPGN $1"
awk -v head="## $1" 'index($0, head) == 1 && substr($0, length(head) + 1, 1) !~ /[0-9]/ { on = 1; next } /^## / { on = 0 } on' CHANGES.md
cat <<'END'

## Files

| file | kB | what for |
|---|---|---|
END
for file in "$2"/*; do
    name=${file##*/}
    case $name in
    *-dev_*.deb) use='to build programs with the library, on Debian 12' ;;
    lib*.deb) use='the library, on Debian 12' ;;
    *.deb) use='the tools, on Debian 12: `sudo apt install ./'$name'`' ;;
    *-linux-*) use='all tools as one program, for any Linux: `chmod +x`, then `./'$name' validate game.xpgn`' ;;
    *.exe) use='all tools as one program, for Windows 10 and later' ;;
    *.wasm) use='all tools as one module, for WASI preview 1' ;;
    *.tgz) use='for browsers and Node.js: `npm install ./'$name'`' ;;
    *.html) use='the desk: open it in a browser' ;;
    *.tar.gz) use='the sources' ;;
    *.spdx.json) use='bill of materials: whose code is in these files (SPDX)' ;;
    TESTED.md) use='what was run before this release' ;;
    *) continue ;;
    esac
    echo "| $name | $(($(wc -c <"$file") / 1000)) | $use |"
done
echo
echo '`sha256sum -c SHA256SUMS` compares the files with what was built; `make release` builds the same bytes again from the sources.'
