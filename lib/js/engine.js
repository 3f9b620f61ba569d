// SPDX-License-Identifier: MIT
// One run of the module, in this thread: a request is read, a result comes back. What a request has can be cloned into a
// worker, where serve() takes requests as messages.

const PIECE = 1 << 20; // bytes of a source read at once

// A source that is read with `load(at, length)`, a piece at a time; `note` is told how much is read first.
function inPieces(size, load, note) {
    let piece = new Uint8Array(0), from = 0, seen = 0;
    return {
        size,
        read(at, length) {
            if (at < from || at >= from + piece.length) {
                piece = load(at, Math.min(PIECE, size - at));
                from = at;
                note(Math.max(0, from + piece.length - seen));
                seen = Math.max(seen, from + piece.length);
            }
            return piece.subarray(at - from, at - from + length);
        },
    };
}

// What a file is given as, ready to be read: bytes, a Blob (in a worker of a browser), {path} (in Node.js).
function openInput(data, host, note) {
    if (data instanceof Uint8Array) {
        note(data.length);
        return data;
    }
    if (typeof Blob === 'function' && data instanceof Blob) {
        const reader = new FileReaderSync();
        return inPieces(data.size, (at, length) => new Uint8Array(reader.readAsArrayBuffer(data.slice(at, at + length))), note);
    }
    const fd = host.fs.openSync(data.path, 'r');
    host.opened.push(fd);
    return inPieces(host.fs.fstatSync(fd).size, (at, length) => {
        const bytes = new Uint8Array(length);
        return bytes.subarray(0, host.fs.readSync(fd, bytes, 0, length, at));
    }, note);
}

const sizeOf = (data, host) => data.size ?? data.length ?? host.fs.statSync(data.path).size;

// Takes pieces; gives them as one, or hands each on.
function sink(on) {
    const pieces = [];
    let size = 0;
    return {
        take(bytes) {
            const own = bytes.slice();
            if (on)
                on(own);
            else {
                pieces.push(own);
                size += own.length;
            }
        },
        all() {
            const whole = new Uint8Array(size);
            let at = 0;
            for (const piece of pieces.splice(0)) {
                whole.set(piece, at);
                at += piece.length;
            }
            return whole;
        },
    };
}

// Files made or changed: bytes; those that are gone: null.
function changes(tree, given) {
    const out = {}, left = new Set();
    for (const [name, file] of tree.files()) {
        left.add(file);
        if (file.changed)
            out[name] = file.bytes.slice(0, file.size);
    }
    for (const [name, file] of given) {
        if (!left.has(file) && !(name in out))
            out[name] = null;
    }
    return out;
}

// Runs {args, files: [[name, data]], stdin, env}; `on` may have stdout, stderr (pieces) and progress (bytes, of).
function execute(module, request, host, on = {}) {
    const tree = new Tree(), given = [], out = sink(on.stdout), err = sink(on.stderr);
    const {args, files, stdin, env} = request, total = [stdin, ...files.map(f => f[1])].reduce((sum, data) => sum + sizeOf(data, host), 0);
    let read = 0;
    const note = size => {
        read += size;
        if (on.progress && size > 0)
            on.progress(read, total);
    };
    host.opened = [];
    try {
        for (const [name, data] of files) {
            const file = new File(openInput(data, host, note));
            tree.put(name, file);
            given.push([name, file]);
        }
        const input = new File(openInput(stdin, host, note));
        const wasi = new Wasi({args: ['xpgn', ...args], env, tree, stdin: input, stdout: out.take, stderr: err.take, random: host.random});
        const status = wasi.start(module);
        return {status, stdout: out.all(), stderr: err.all(), files: changes(tree, given)};
    } finally {
        host.opened.forEach(fd => host.fs.closeSync(fd));
    }
}

// In a worker: messages {id, module (once), request, wants} become messages {id, stdout | stderr | progress | result | error}.
function serve(port, host) {
    let module = null;
    port.onmessage = ({data: {id, wants = [], request, ...rest}}) => {
        module = rest.module ?? module;
        const on = {};
        for (const name of wants)
            on[name] = (...values) => port.postMessage({id, [name]: values});
        try {
            port.postMessage({id, result: execute(module, request, host, on)});
        } catch (e) {
            port.postMessage({id, error: String(e && e.message || e)});
        }
    };
}
