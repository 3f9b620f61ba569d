#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make pack` has packed, unpacked into an empty folder: as an ES module, as CommonJS, and by its types.
#   pack.sh TARBALL
set -eu
tarball=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/node_modules/xpgn"
tar xzf "$tarball" --strip-components=1 -C "$work/node_modules/xpgn"
cd "$work"

passed=0
failed=0
try() {
    if "$@" >log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok $*"
        cat log
    fi
}

body="validate('1. e4 Ke4 *').then(found => {
    const codes: string = found.map(finding => finding.code).join();
    if (codes !== 'C-1') throw new Error('found ' + codes);
});"
plain=$(echo "$body" | sed 's/: string//')
echo "import {validate} from 'xpgn'; $plain" >module.mjs
echo "const {validate} = require('xpgn'); $plain" >common.cjs
echo "const {validate} = require('xpgn/inline'); $plain" >inline.cjs
echo "import {validate} from 'xpgn'; $body" >typed.mts
echo "import {validate} from 'xpgn'; $body" >typed.cts
echo "import {validate} from 'xpgn'; validate(7);" >wrong.mts
# Bytes instead of text, and what a tool says with status 1 and 2 all the same.
cat >bytes.mjs <<'END'
import {svg, validate, odds} from 'xpgn';
const said = [], options = {bytes: true, warn: text => said.push(text)};
const picture = await svg('1. e4 Ke4 *\n\n1. e4 *', {at: '1w'}, options), found = await validate('1. e4 Ke4 *', {}, options);
const refused = await odds({variant: 'ches', attacker: 'N'}, options).catch(e => e.message);
if (!(picture instanceof Uint8Array) || found[0].code !== 'C-1' || !refused.includes('did you mean chess?') || !said.join().includes('[C-1]'))
    throw new Error(JSON.stringify([picture.length, found, refused, said]));
END
for file in module.mjs common.cjs inline.cjs bytes.mjs; do
    try node "$file"
done
types() {
    tsc --noEmit --strict --target es2022 --lib es2022,dom --module node16 "$@"
}
try types typed.mts typed.cts
refused() {
    ! types wrong.mts
}
try refused

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
