// SPDX-License-Identifier: MIT
// Unpacks the module from a script by pack.mjs: LZMA, with its bits encoded as ASCII letters, of code sorted by kinds of parts.

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

// How many kinds of parts there are in the code of a module.
const kinds = 12;

// Goes through the code section of a module of WebAssembly and has each of its bytes moved, in order, by byte(kind), which
// gives that byte. Parts of a kind are alike, and are packed better together.
function moveParts(byte) {
    let moved = 0;
    const bytes = (kind, count) => {
        let last = 0;
        for (moved += count; count > 0; count--)
            last = byte(kind);
        return last;
    };
    // a number in LEB128
    const number = kind => {
        let value = 0, last = 128;
        for (let shift = 0; last >= 128; shift += 7)
            value |= ((last = bytes(kind, 1)) & 127) << shift;
        return value;
    };
    // kinds of the numbers behind an instruction's code, which is of kind 1: types of blocks 2, locals read 3 and set 4, constants
    // 5 and 6, branches 7, calls 8, alignments in memory 9 and offsets 10, others 11
    const inMemory = [9, 10], behind = {2: [2], 3: [2], 4: [2], 12: [7], 13: [7], 16: [8], 17: [11, 11], 32: [3], 33: [4], 34: [4],
        35: [11], 36: [11], 63: [11], 64: [11], 65: [5], 66: [6], 252: [11]};
    const vector = code => {
        if (code < 12 || code >= 84 && code < 94)
            inMemory.forEach(number);
        bytes(11, code === 12 || code === 13 ? 16 : code >= 21 && code < 35 || code >= 84 && code < 92 ? 1 : 0);
    };
    const instruction = () => {
        const code = bytes(1, 1);
        if (code === 14)
            for (let left = number(7); left >= 0; left--)
                number(7);
        else if (code === 67 || code === 68)
            bytes(11, code === 67 ? 4 : 8);
        else if (code === 253)
            vector(number(11));
        else
            (code >= 40 && code < 63 ? inMemory : behind[code] ?? []).forEach(number);
    };
    for (let functions = number(0); functions > 0; functions--) {
        const end = number(0) + moved;
        for (let locals = number(0); locals > 0; locals--) {
            number(0);
            bytes(0, 1);
        }
        while (moved < end)
            instruction();
    }
}

// Makes a function that unpacks [size, text, start of the code, length of each kind of its parts...], in which code stands by
// kind; without start and lengths the bytes are no module. Its source is also run in a worker.
const unpacker = (letters, fromLetters, moveParts) => {
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

    // Puts the code of a module together again.
    function join(sorted, start, lengths) {
        const out = sorted.slice();
        let at = start, sum = start;
        const from = lengths.map(length => (sum += length) - length);
        moveParts(kind => out[at++] = sorted[from[kind]++]);
        return out;
    }

    return ([size, text, start, ...lengths]) => {
        const bytes = unpackLzma(fromLetters(letters, text), size);
        return start ? join(bytes, start, lengths) : bytes;
    };
};

// Compiles the module, if possible in a thread of its own, so that the page is not blocked.
async function unpackModule(packed) {
    const make = () => WebAssembly.compile(unpacker(letters, fromLetters, moveParts)(packed));
    if (inNode)
        return make();
    const script = `onmessage = ({data}) => WebAssembly.compile((${unpacker})(${JSON.stringify(letters)}, ${fromLetters}, ${moveParts})(data)).then(postMessage, () => postMessage(null))`;
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
