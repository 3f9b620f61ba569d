// SPDX-License-Identifier: MIT
// Packs a file in the form that unpack.js reads and writes it to standard output: pack.mjs FILE
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const {letters, fromLetters, kinds, moveParts, unpacker} = new Function(readFileSync(new URL('unpack.js', import.meta.url), 'utf8') +
    'return {letters, fromLetters, kinds, moveParts, unpacker};')();

function toLetters(bytes) {
    const text = [];
    let held = 0, count = 0;
    const give = () => {
        const seven = held >> count - 7 & 127, short = seven < 12;
        text.push(letters[short ? seven >> 1 : seven - 6]);
        count -= short ? 6 : 7;
    };
    for (const byte of bytes) {
        held = (held & 127) << 8 | byte;
        for (count += 8; count >= 7;)
            give();
    }
    held <<= 7;
    count += 7;
    give();
    return text.join('');
}

// Sorts the code of a module: returns the module, where its code starts, and the length of each kind of parts.
function sortCode(module) {
    const parts = Array.from({length: kinds}, () => []);
    let at = 8;
    const size = () => {
        let value = 0, last = 128;
        for (let shift = 0; last >= 128; shift += 7)
            value |= ((last = module[at++]) & 127) << shift;
        return value;
    };
    const codeSection = 10;
    while (module[at++] !== codeSection) {
        const section = size();
        at += section;
    }
    size();
    const start = at;
    moveParts(kind => (parts[kind].push(module[at]), module[at++]));
    return [Buffer.concat([module.subarray(0, start), ...parts.map(part => Buffer.from(part)), module.subarray(at)]), start,
        ...parts.map(part => part.length)];
}

// Packs bytes; the code of a module is sorted first.
export function pack(bytes) {
    const isModule = bytes.subarray(0, 4).equals(Buffer.from('\0asm'));
    const [sorted, ...code] = isModule ? sortCode(bytes) : [bytes];
    const packed = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,pb=0', '--stdout'], {input: sorted, maxBuffer: 1 << 28});
    const text = toLetters(packed);
    assert.deepEqual(Buffer.from(unpacker(letters, fromLetters, moveParts)([bytes.length, text, ...code])), bytes);
    return `[${[bytes.length, `'${text}'`, ...code]}]`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    process.stdout.write(pack(readFileSync(process.argv[2])));
