// SPDX-License-Identifier: MIT
// Unpacks the module from a script by pack.mjs: LZMA, with its bits encoded as ASCII letters.

// Characters allowed in a string within a page. The first six encode six bits each, values 0 to 5; all others encode seven,
// from value 12 on, so that no code is the beginning of another. Each is as frequent as gzip's code for it is short, so gzip
// brings the text back to nearly the size of the bits.
const letters = Array.from({length: 128}, (_, i) => String.fromCharCode(i)).filter(letter => !'\0\n\r\'<\\'.includes(letter)).join('');

// The bytes in a text; behind them there may be a zero byte.
function fromLetters(letters, text) {
    const out = new Uint8Array(text.length), places = new Uint8Array(128);
    for (let i = 0; i < letters.length; i++)
        places[letters.charCodeAt(i)] = i;
    let held = 0, count = 0, at = 0;
    for (let i = 0; i < text.length; i++) {
        const place = places[text.charCodeAt(i)];
        held = place < 6 ? held << 6 | place : held << 7 | place + 6;
        count += place < 6 ? 6 : 7;
        if (count >= 8) {
            count -= 8;
            out[at++] = held >> count;
        }
    }
    return out;
}

// Makes a function that unpacks [size, text]. Its source is also run in a worker.
const unpacker = (letters, fromLetters) => {
    // The range decoder of LZMA; a probability is an element of an array. Range and code are elements of an array too, since
    // 32-bit numbers in fields take twice as long.
    class Bits {
        constructor(bytes, at) {
            this.bytes = bytes;
            this.at = at;
            this.words = new Uint32Array([0xffffffff, 0]);
            for (let i = 0; i < 4; i++)
                this.words[1] = this.words[1] << 8 | bytes[this.at++];
        }

        fill() {
            const words = this.words;
            if (words[0] < 0x1000000) {
                words[0] <<= 8;
                words[1] = words[1] << 8 | this.bytes[this.at++];
            }
        }

        bit(chances, i) {
            const words = this.words, bound = (words[0] >>> 11) * chances[i], one = words[1] >= bound;
            if (one) {
                words[0] -= bound;
                words[1] -= bound;
                chances[i] -= chances[i] >>> 5;
            } else {
                words[0] = bound;
                chances[i] += (2048 - chances[i]) >>> 5;
            }
            this.fill();
            return one ? 1 : 0;
        }

        tree(chances, from, bits) {
            let m = 1;
            for (let i = 0; i < bits; i++)
                m = m << 1 | this.bit(chances, from + m);
            return m - (1 << bits);
        }

        treeFromBelow(chances, from, bits) {
            let m = 1, number = 0;
            for (let i = 0; i < bits; i++) {
                const b = this.bit(chances, from + m);
                m = m << 1 | b;
                number |= b << i;
            }
            return number;
        }

        direct(bits) {
            const words = this.words;
            let number = 0;
            for (let i = 0; i < bits; i++) {
                words[0] >>>= 1;
                const one = words[1] >= words[0];
                words[1] -= one ? words[0] : 0;
                number = number * 2 + (one ? 1 : 0);
                this.fill();
            }
            return number;
        }
    }

    const chances = count => new Uint16Array(count).fill(1024);

    class Lengths {
        constructor() {
            this.choice = chances(2);
            this.parts = [chances(128), chances(128)];
            this.long = chances(256);
        }

        read(bits, state) {
            for (const i of [0, 1])
                if (!bits.bit(this.choice, i))
                    return 2 + 8 * i + bits.tree(this.parts[i], state << 3, 3);
            return 18 + bits.tree(this.long, 0, 8);
        }
    }

    class Distances {
        constructor() {
            this.slots = chances(256);
            this.middle = chances(115);
            this.low = chances(16);
        }

        read(bits, length) {
            const slot = bits.tree(this.slots, Math.min(length - 2, 3) << 6, 6);
            if (slot < 4)
                return slot;
            const count = (slot >> 1) - 1, base = (2 | slot & 1) * 2 ** count;
            return slot < 14 ? base + bits.treeFromBelow(this.middle, base - slot, count)
                : base + bits.direct(count - 4) * 16 + bits.treeFromBelow(this.low, 0, 4);
        }
    }

    function readLiteral(bits, table, from, state, match) {
        let symbol = 1;
        while (state >= 7 && symbol < 0x100) {
            const expected = match >> 7 & 1, b = bits.bit(table, from + ((1 + expected) << 8) + symbol);
            match <<= 1;
            symbol = symbol << 1 | b;
            if (b !== expected)
                break;
        }
        while (symbol < 0x100)
            symbol = symbol << 1 | bits.bit(table, from + symbol);
        return symbol & 0xff;
    }

    // Unpacks the output of `xz --format=lzma`, which has `size` bytes unpacked.
    function unpackLzma(bytes, size) {
        const high = bytes[0] % 9, low = Math.floor(bytes[0] / 9) % 5, position = (1 << Math.floor(bytes[0] / 45)) - 1;
        const bits = new Bits(bytes, 14), out = new Uint8Array(size), literals = chances(0x300 << (high + low));
        const isMatch = chances(192), isShort = chances(192), isRep = chances(12), isLater = [chances(12), chances(12), chances(12)];
        const lengths = new Lengths(), repLengths = new Lengths(), distances = new Distances(), reps = [0, 0, 0, 0];
        let at = 0, state = 0;
        while (at < size) {
            const here = at & position;
            if (!bits.bit(isMatch, state << 4 | here)) {
                const from = 0x300 * (((at & ((1 << low) - 1)) << high) + ((at > 0 ? out[at - 1] : 0) >> (8 - high)));
                out[at] = readLiteral(bits, literals, from, state, out[at - reps[0] - 1]);
                at++;
                state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
                continue;
            }
            let length;
            if (!bits.bit(isRep, state)) {
                length = lengths.read(bits, here);
                reps.pop();
                reps.unshift(distances.read(bits, length));
                state = state < 7 ? 7 : 10;
            } else {
                let which = 0;
                while (which < 3 && bits.bit(isLater[which], state))
                    which++;
                if (which === 0 && !bits.bit(isShort, state << 4 | here)) {
                    length = 1;
                    state = state < 7 ? 9 : 11;
                } else {
                    reps.unshift(...reps.splice(which, 1));
                    length = repLengths.read(bits, here);
                    state = state < 7 ? 8 : 11;
                }
            }
            for (let from = at - reps[0] - 1; length > 0 && at < size; length--)
                out[at++] = out[from++];
        }
        return out;
    }

    return ([size, text]) => unpackLzma(fromLetters(letters, text), size);
};

// Compiles the module, if possible in a thread of its own, so that the page is not blocked.
async function unpackModule(packed) {
    const make = () => WebAssembly.compile(unpacker(letters, fromLetters)(packed));
    if (inNode)
        return make();
    const script = `onmessage = ({data}) => WebAssembly.compile((${unpacker})(${JSON.stringify(letters)}, ${fromLetters})(data)).then(postMessage, () => postMessage(null))`;
    const url = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
    try {
        const worker = new Worker(url);
        const module = await new Promise((give, fail) => {
            worker.onmessage = ({data}) => give(data);
            worker.onerror = fail;
            worker.postMessage(packed);
        }).finally(() => worker.terminate());
        return module ?? await make();
    } catch {
        return make(); // workers may be forbidden by a policy
    } finally {
        URL.revokeObjectURL(url);
    }
}
