// SPDX-License-Identifier: MIT
// Runs the module once, in this thread: takes a request, returns a result. Requests can be cloned into a worker, where
// serve() receives them as messages.

const PIECE = 1 << 20; // bytes of a source read at once

// A source read with `load(at, length)`, a piece at a time; `note` gets the number of bytes read for the first time.
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

// Opens the data of a file: bytes, a Blob (in a browser's worker), {path} (in Node.js), or {far, size}, which is requested in
// pieces from the other thread; without a size it is a stream.
function openInput(data, host, note) {
    if (data instanceof Uint8Array) {
        note(data.length);
        return new File(data);
    }
    if ('far' in data && data.size === undefined)
        return new Pipe(() => after(host.ask({read: data.far}), piece => {
            note(piece.length);
            return piece;
        }));
    return new File(openSource(data, host, note));
}

function openSource(data, host, note) {
    if ('far' in data)
        return inPieces(data.size, (at, length) => host.ask({read: data.far, at, length}), note);
    if (typeof Blob === 'function' && data instanceof Blob) {
        const reader = new FileReaderSync(), {port1, port2} = new MessageChannel();
        let piece = new Uint8Array(0);
        port2.close();
        return inPieces(data.size, (at, length) => {
            // browsers free buffers long after their use, but a buffer transferred to a closed port at once
            port1.postMessage(null, [piece.buffer]);
            piece = new Uint8Array(reader.readAsArrayBuffer(data.slice(at, at + length)));
            return piece;
        }, note);
    }
    const fd = host.fs.openSync(data.path, 'r');
    host.opened.push(fd);
    const {size} = host.fs.fstatSync(fd), room = new Uint8Array(Math.min(PIECE, size));
    return inPieces(size, (at, length) => room.subarray(0, host.fs.readSync(fd, room, 0, length, at)), note);
}

const sizeOf = (data, host) => data.size ?? data.length ?? ('far' in data ? 0 : host.fs.statSync(data.path).size);

// Collects pieces, to be joined at the end; with `on`, passes on each instead.
function sink(on) {
    const pieces = [];
    return {take: on ?? (bytes => void pieces.push(bytes)), all: () => joined(pieces.splice(0))};
}

// Returns the files created or changed, as bytes, and those removed, as null.
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

// Runs {args, files: [[name, data]], stdin, env}; `on` may have stdout and stderr, which get pieces, and progress, which gets
// the bytes read and their total. Returns a promise if host.ask does.
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
            if (name.endsWith('/')) {
                tree.folder(name);
                continue;
            }
            const file = openInput(data, host, note);
            tree.put(name, file);
            if (file instanceof File)
                given.push([name, file]);
        }
        const input = openInput(stdin, host, note);
        const wasi = new Wasi({args: ['xpgn', ...args], env, tree, stdin: input, stdout: out.take, stderr: err.take, random: host.random});
        return after(wasi.start(module, host.promises), status => ({status, stdout: out.all(), stderr: err.all(), files: changes(tree, given)}));
    } finally {
        host.opened.forEach(fd => host.fs.closeSync(fd));
    }
}

// Asks through a port and waits for the answer: in Node.js this thread sleeps until `flag` is set; a browser gets a promise.
function asker({port, flag}, host) {
    if (!host.receive)
        return question => new Promise(resolve => {
            port.onmessage = ({data}) => resolve(data);
            port.postMessage(question);
        });
    return question => {
        port.postMessage(question);
        Atomics.wait(flag, 0, 0);
        Atomics.store(flag, 0, 0);
        return host.receive(port).message;
    };
}

// In a worker: answers messages {module (once), request, wants, channel} with {stdout | stderr | progress | result | error}.
// Through the channel, {port, flag}, it requests pieces of far data, and standard output waits until it is taken.
function serve(port, host) {
    let module = null;
    port.onmessage = async ({data: {wants, request, channel, ...rest}}) => {
        module = rest.module ?? module;
        const on = {}, ask = channel && asker(channel, host);
        for (const name of wants)
            on[name] = (...values) => port.postMessage({[name]: values});
        if (ask && on.stdout)
            on.stdout = piece => ask({stdout: piece});
        try {
            port.postMessage({result: await execute(module, request, {...host, ask, promises: ask && !host.receive}, on)});
        } catch (e) {
            port.postMessage({error: String(e && e.message || e)});
        }
    };
}
