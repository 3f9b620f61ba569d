#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the pages of xpgn-render-html and the desk in headless Chromium. What is missing is installed: Chromium, poppler, a
# font and Node.js with npm as Debian packages, and the two packages of package-lock.json, at these
# versions and with these hashes, in build/web. Ends with `N passed, N failed`.
# A Firefox that is there (firefox-esr) plays a combat, too.
#   run.sh [WORD...]      only the tests with one of these words in their names
#   run.sh goldens [FILE.bats...]  what these command-line tests run, run again by the module
#   run.sh bundlers FILE.tgz [WORD...]  the package for npm in Node.js and with bundlers, in a page and a worker
#   run.sh module         the module of `make js` in a page, against the programs
# XPGN_BIN: the tools; BUILD: the build directory (default: build); XPGN_WEB_STORE=1: stores the
# reference pictures instead of comparing with them, all of them if Chromium is another one; XPGN_DESK: only the desk,
# this page, with whole games.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
folder=$build/web
XPGN_BIN=${XPGN_BIN:-$PWD/$build/bin}
export XPGN_BIN

packages=fonts-dejavu-core
for pair in node:nodejs npm:npm chromium-headless-shell:chromium-headless-shell pdftoppm:poppler-utils; do
    if ! command -v "${pair%:*}" >/dev/null; then
        packages="$packages ${pair#*:}"
    fi
done
# shellcheck disable=SC2086 # a list
sh tests/ci/deps.sh $packages

skip() {
    echo "skipped: pages in headless Chromium: $1"
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
}

mkdir -p "$folder"
# Pages and pictures have the fonts of the tests, not those of the machine.
FONTCONFIG_FILE=$PWD/tests/fonts.conf
XDG_CACHE_HOME=$(cd "$folder" && pwd)/cache
export FONTCONFIG_FILE XDG_CACHE_HOME

if ! cmp -s tests/web/package-lock.json "$folder/installed"; then
    cp tests/web/package.json tests/web/package-lock.json "$folder"
    if ! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error \
        --fetch-retries=1 --fetch-timeout=30000) >"$folder/npm.log" 2>&1; then
        cat "$folder/npm.log"
        # the network's fault, or that of a proxy; a wrong hash (EINTEGRITY) is none of these
        if grep -qE 'ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|TIMEDOUT|TIMEOUT|EHOSTUNREACH|CERT|code E(40[37]|5[0-9][0-9])$' \
            "$folder/npm.log"; then
            skip 'the npm registry cannot be reached'
        fi
        exit 1
    fi
    cp tests/web/package-lock.json "$folder/installed"
fi

if [ "${1:-}" = module ]; then
    status=0
    XPGN_JS=$build/js node tests/web/module.mjs "$folder" || status=1
    node tests/tools/wasm.mjs "$build/js" "$XPGN_BIN" "$folder" || status=1
    exit $status
fi
if [ "${1:-}" = bundlers ]; then
    export XPGN_TGZ="$2"
    shift 2
    exec node tests/web/bundlers.mjs "$folder" "$@"
fi
if [ "${1:-}" = goldens ]; then
    shift
    exec sh tests/web/goldens.sh "$build/goldens" "$build/js" "$@"
fi
status=0
if [ $# -eq 0 ] && command -v firefox-esr >/dev/null; then
    node tests/web/firefox.mjs "$folder" || status=1
fi
# a file that breaks off has no last line, and fails
files=${XPGN_DESK:+desk}
for file in ${files:-desk check}; do
    echo "$file:"
    node "tests/web/$file.mjs" "$folder" "$@" || true
done | awk '/^(desk|check):$/ { files++; next }
    /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; files--; next }
    { print; fflush() }
    END { failed += files; print passed " passed, " failed " failed"; exit failed > 0 || passed == 0 }' || status=1
exit $status
