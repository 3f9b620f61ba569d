#!/bin/sh
# SPDX-License-Identifier: MIT
# Puts the package together: build.sh MODULE FOLDER VERSION. FOLDER gets xpgn.wasm, xpgn.mjs, xpgn.cjs, and xpgn.inline.js,
# a script with the module in it.
set -eu
module=$1
out=$2
version=$3
here=$(dirname "$0")
mkdir -p "$out"

names='init, run'
parts() {
    echo 'const engine = () => {'
    sed -s 1d "$here/wasi.js" "$here/engine.js"
    echo 'return {execute, serve};'
    echo '};'
    sed 1d "$here/xpgn.js"
}
licence='// SPDX-License-Identifier: MIT'

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
{
    echo "$licence"
    echo 'const xpgn = (() => {'
    printf "const origin = null, packed = '"
    gzip -9nc "$module" | base64 -w 0
    echo "';"
    parts
    echo "return {$names};"
    echo '})();'
    echo "if (typeof module === 'object') module.exports = xpgn;"
} >"$out/xpgn.inline.js"
sed "s/@VERSION@/$version/" "$here/package.json.in" >"$out/package.json"
cp "$here/README.md" "$here/../../LICENSE" "$out"
