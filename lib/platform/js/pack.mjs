// SPDX-License-Identifier: MIT
// Packs a file in the form that unpack.js reads, [size, 'letters'], and writes it to standard output: pack.mjs FILE
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

// unpack.js defines the letters
const {letters} = new Function(readFileSync(new URL('unpack.js', import.meta.url), 'utf8') + 'return {letters};')();

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

export function pack(bytes) {
    const packed = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,pb=0', '--stdout'], {input: bytes, maxBuffer: 1 << 28});
    return `[${bytes.length}, '${toLetters(packed)}']`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    process.stdout.write(pack(readFileSync(process.argv[2])));
