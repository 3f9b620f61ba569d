// SPDX-License-Identifier: MIT
// Writes the module in the form that unpack.js reads, [size, 'letters']: pack.mjs MODULE
import {execFileSync} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

// unpack.js defines the letters
const {letters} = new Function(readFileSync(new URL('unpack.js', import.meta.url), 'utf8') + 'return {letters};')();

export function toLetters(bytes) {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const file = process.argv[2], bytes = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,pb=0', '--stdout', file], {maxBuffer: 1 << 28});
    process.stdout.write(`[${statSync(file).size}, '${toLetters(bytes)}']`);
}
