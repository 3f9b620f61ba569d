// SPDX-License-Identifier: MIT
// Writes the module as unpack.js reads it, [size, 'letters']: pack.mjs MODULE
import {execFileSync} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';

const file = process.argv[2];
const bytes = execFileSync('xz', ['--format=lzma', '-9e', '--stdout', file], {maxBuffer: 1 << 28});
// the letters are those of unpack.js
const {letters} = new Function(readFileSync(new URL('unpack.js', import.meta.url), 'utf8') + 'return {letters};')();
const whole = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
let text = '';
for (let i = 0; i < whole.length; i += 4) {
    let number = whole.readUInt32BE(i), five = '';
    for (let k = 0; k < 5; k++) {
        five = letters[number % 85] + five;
        number = Math.floor(number / 85);
    }
    text += five;
}
process.stdout.write(`[${statSync(file).size}, '${text}']`);
