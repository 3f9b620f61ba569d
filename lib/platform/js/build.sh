#!/bin/sh
# SPDX-License-Identifier: MIT
# Assembles the package: build.sh MODULE FOLDER VERSION. FOLDER gets xpgn.wasm, xpgn.mjs, xpgn.browser.mjs (without a word of
# Node.js, for bundlers), xpgn.cjs, xpgn.inline.js (a script with the module in it), their types, and package.json. `build.sh inline MODULE` writes only such a script.
set -eu
here=$(dirname "$0")

names='init, run, validate, games, odds, svg, record'
node="const node = {fs: () => import('node:fs'), crypto: () => import('node:crypto'), threads: () => import('node:worker_threads')};"
engine() {
    echo '() => {'
    sed -s 1d "$here/wasi.js" "$here/engine.js"
    echo 'return {execute, serve};'
    echo '}'
}
# The engine as it is, and as $1; without that in both forms.
parts() {
    echo 'const engine ='
    engine
    printf '; const engineText = %s;\n' "${1:-$(engine | sed -e 's/^ *//' -e '/^\/\//d' -e '/^$/d' | node -e \
        'process.stdout.write(JSON.stringify(require("fs").readFileSync(0, "utf8")))')}"
    sed -s 1d "$here/xpgn.js" "$here/api.js"
}
licence='// SPDX-License-Identifier: MIT'

inline() {
    echo "$licence"
    echo 'const xpgn = (() => {'
    printf 'const address = null, packed = '
    node "$here/pack.mjs" "$1"
    echo ';'
    echo "$node"
    {
        sed 1d "$here/unpack.js"
        parts 'String(engine)'
    } | sed -e 's/^ *//' -e '/^\/\//d' -e '/^$/d'
    echo "return {$names};"
    echo '})();'
    echo "if (typeof module === 'object') module.exports = xpgn;"
}
# module FILE ADDRESS NODE EXPORTS
module() {
    {
        echo "$licence"
        echo "const address = () => $2, packed = null;"
        echo "$3"
        parts
        echo "$4"
    } >"$out/$1"
}
if [ "$1" = inline ]; then
    inline "$2"
    exit
fi

wasm=$1
out=$2
version=$3
mkdir -p "$out"
cp "$wasm" "$out/xpgn.wasm"
address="new URL('./xpgn.wasm', import.meta.url)"
module xpgn.mjs "$address" "$node" "export {$names};"
module xpgn.browser.mjs "$address" 'const node = null;' "export {$names};"
module xpgn.cjs "require('node:url').pathToFileURL(__dirname + '/xpgn.wasm')" "$node" "module.exports = {$names};"
inline "$wasm" >"$out/xpgn.inline.js"
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
