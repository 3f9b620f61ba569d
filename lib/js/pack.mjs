// SPDX-License-Identifier: MIT
// Writes the module as unpack.js reads it, [size, 'letters']: pack.mjs MODULE
import {execFileSync} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';

const file = process.argv[2];
const bytes = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,pb=0', '--stdout', file], {maxBuffer: 1 << 28});
// the letters are those of unpack.js
const {escaped} = new Function(readFileSync(new URL('unpack.js', import.meta.url), 'utf8') + 'return {escaped};')();

function toLetters(bytes) {
    const sevens = [], letters = [];
    let held = 0, count = 0;
    for (const byte of bytes) {
        held = held << 8 | byte;
        for (count += 8; count >= 7; count -= 7)
            sevens.push(held >> count - 7 & 127);
    }
    sevens.push(held << 7 - count & 127, 0);
    for (let i = 0; i < sevens.length; i++) {
        const high = escaped.indexOf(String.fromCharCode(sevens[i])) + 1;
        letters.push(high > 0 ? high << 7 | sevens[++i] : sevens[i]);
    }
    return letters.map(letter => String.fromCharCode(letter)).join('');
}

process.stdout.write(`[${statSync(file).size}, '${toLetters(bytes)}']`);
