#!/bin/sh
# SPDX-License-Identifier: MIT
# The order of the layers: a file of lib/LAYER includes only its own layer and those before it; a
# tool includes only the tools' shared headers ("cli/*.h"), those of its own folder ("TOOL/*.h"), <xpgn.h> and
# system headers; what is shared includes no tool.
# LAYERS: the folders of lib/ in their order (default: what the Makefile says).
#   lint-layers.sh [ROOT]        checks a tree; prints each violation; status 1 if there is one
#   lint-layers.sh --self-test   proves on made-up trees that violations are found
set -eu

layers=${LAYERS:-$(sed -n 's/^LAYERS = //p' Makefile)}

# Folders beside the layers: the public header, programs that run when the library is built, files that
# replace others, of the tools too, where there is no POSIX, and JavaScript.
beside='include gen port wasi js'

check_tree() {
    for folder in "$1"/lib/*/; do
        folder=${folder%/}
        case " $layers $beside lib * " in
        *" ${folder##*/} "*) ;;
        *) echo "$folder: not a layer of the Makefile's LAYERS" ;;
        esac
    done
    for folder in $layers; do
        for file in "$1/lib/$folder"/*.c "$1/lib/$folder"/*.h "$1/lib/$folder"/*.inc; do
            if [ -f "$file" ]; then
                check_file "$file" "$folder"
            fi
        done
    done
    for file in "$1"/tools/*.[ch] "$1"/tools/*/*.[ch] "$1"/tools/*/*.inc; do
        if [ -f "$file" ]; then
            check_file "$file" tools
        fi
    done
}

check_file() {
    awk -v own="$2" -v layers="$layers" -v file="$1" '
        function bad(why) {
            print file ":" FNR ": " why ": " $0
        }
        BEGIN {
            n = split(layers, order, " ")
            tool = file
            sub(/^.*\/tools\//, "", tool)
            sub(/[\/.].*$/, "", tool)
            for (i = 1; i <= n; i++)
                rank[order[i]] = i
        }
        /^[ \t]*#[ \t]*include/ {
            quoted = ($0 ~ /include[ \t]*"/)
            name = $0
            sub(/^[^"<]*["<]/, "", name)
            sub(/[">].*$/, "", name)
            folder = (name ~ /\//) ? substr(name, 1, index(name, "/") - 1) : ""
            if (name ~ /(^|\/)\.\.?\//)
                bad("relative include")
            else if (own == "tools") {
                if (folder == "lib" || !quoted && folder in rank || quoted && name !~ ("^(cli|" tool ")/[a-z_-]+\\.h$"))
                    bad("a tool includes what is not public")
            } else if (folder in rank) {
                if (rank[folder] > rank[own])
                    bad("layer " own " includes the later layer " folder)
            } else if (quoted && name !~ /^xpgn(_codes)?\.h$/)
                bad("not of the form \"layer/header.h\"")
        }' "$1"
}

# expect_lines N NAME LINE: a tree whose file NAME holds LINE has N violations.
expect_lines() {
    rm -rf "${tree:?}/lib" "${tree:?}/tools"
    mkdir -p "$tree/tools" "$tree/$(dirname "$2")"
    printf '%s\n' "$3" >"$tree/$2"
    found=$(check_tree "$tree" | wc -l)
    if [ "$found" -ne "$1" ]; then
        echo "lint-layers.sh: self test: $2 with '$3': $found violations, not $1"
        failed=1
    fi
}

self_test() {
    tree=$(mktemp -d)
    trap 'rm -rf "$tree"' EXIT
    failed=0
    layers='base board rules text'
    expect_lines 0 lib/text/a.c '#include "core/base/arena.h"'
    expect_lines 0 lib/text/a.inc '#include "core/board/xfen.h"'
    expect_lines 0 lib/text/a.c '#include "core/text/lex.h"'
    expect_lines 0 lib/text/a.c '#include <xpgn.h>'
    expect_lines 0 lib/text/a.c '#include "xpgn.h"'
    expect_lines 0 lib/text/a.c '#include "xpgn_codes.h"'
    expect_lines 1 lib/text/a.c '#include "xpgn_other.h"'
    expect_lines 0 lib/text/a.c '#include <sys/types.h>'
    expect_lines 1 lib/board/a.c '#include "core/text/lex.h"'
    expect_lines 1 lib/board/a.inc '#include "core/text/lex.h"'
    expect_lines 1 lib/base/a.h '#  include <core/text/lex.h>'
    expect_lines 1 lib/unknown/a.c '#include "core/base/arena.h"'
    expect_lines 0 lib/gen/a.c '#include "core/base/arena.h"'
    expect_lines 1 lib/text/a.c '#include "../board/xfen.h"'
    expect_lines 1 lib/text/a.c '#include "lex.h"'
    expect_lines 0 tools/a.c '#include "frame/cli.h"'
    expect_lines 1 tools/a.c '#include "cli.h"'
    expect_lines 0 tools/a/a.c '#include "a/a.h"'
    expect_lines 0 tools/a/part.c '#include "a/part.h"'
    expect_lines 1 tools/a/part.c '#include "b/b.h"'
    expect_lines 0 tools/cli/a.c '#include "frame/disk_calls.h"'
    expect_lines 1 tools/cli/a.c '#include "b/b.h"'
    expect_lines 1 tools/cli/a.c '#include "core/text/lex.h"'
    expect_lines 0 tools/a.c '#include <xpgn.h>'
    expect_lines 0 tools/a.c '#include <sys/stat.h>'
    expect_lines 1 tools/a.c '#include "core/base/arena.h"'
    expect_lines 1 tools/a.c '#include <core/base/arena.h>'
    expect_lines 1 tools/a.c '#include "../lib/core/base/arena.h"'
    return "$failed"
}

if [ "${1-}" = --self-test ]; then
    self_test
    exit
fi
violations=$(check_tree "${1:-.}")
if [ -n "$violations" ]; then
    printf '%s\n' "$violations"
    exit 1
fi
