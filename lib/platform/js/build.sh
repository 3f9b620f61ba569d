#!/bin/sh
# SPDX-License-Identifier: MIT
# Assembles the package: build.sh MODULE FOLDER VERSION. FOLDER gets xpgn.wasm, xpgn.mjs, xpgn.cjs, xpgn.inline.js (a script
# with the module in it), their types, and package.json. `build.sh inline MODULE` writes only such a script.
set -eu
here=$(dirname "$0")

names='init, run, validate, games, odds, svg, record'
parts() {
    echo 'const engine = () => {'
    sed -s 1d "$here/wasi.js" "$here/engine.js"
    echo 'return {execute, serve};'
    echo '};'
    sed -s 1d "$here/xpgn.js" "$here/api.js"
}
licence='// SPDX-License-Identifier: MIT'

inline() {
    echo "$licence"
    echo 'const xpgn = (() => {'
    printf 'const origin = null, packed = '
    node "$here/pack.mjs" "$1"
    echo ';'
    {
        sed 1d "$here/unpack.js"
        parts
    } | sed -e 's/^ *//' -e '/^\/\//d' -e '/^$/d'
    echo "return {$names};"
    echo '})();'
    echo "if (typeof module === 'object') module.exports = xpgn;"
}
if [ "$1" = inline ]; then
    inline "$2"
    exit
fi

module=$1
out=$2
version=$3
mkdir -p "$out"
cp "$module" "$out/xpgn.wasm"
{
    echo "$licence"
    echo 'const origin = import.meta.url, packed = null;'
    parts
    echo "export {$names};"
} >"$out/xpgn.mjs"
{
    echo "$licence"
    echo "const origin = require('node:url').pathToFileURL(__filename).href, packed = null;"
    parts
    echo "module.exports = {$names};"
} >"$out/xpgn.cjs"
inline "$module" >"$out/xpgn.inline.js"
schema() {
    echo "$1=$here/../../../formats/$2.schema.json"
}
{
    node "$here/types.mjs" "$(schema Finding validate)" "$(schema Game list)" "$(schema Position replay)" "$(schema Claim claims)" \
        "$(schema Odds odds)" "$(schema Difference compare)" "$(schema Stats stats)" "$(schema Report simulate)" "$(schema Code codes)" \
        "$here/../../facts/facts.def" "$here/../../facts/findings.def"
    sed 1d "$here/api.d.ts"
} >"$out/xpgn.d.ts"
cp "$out/xpgn.d.ts" "$out/xpgn.d.mts"
sed "s/@VERSION@/$version/" "$here/package.json.in" >"$out/package.json"
cp "$here/README.md" "$here/../../../LICENSE" "$out"
