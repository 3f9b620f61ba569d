// SPDX-License-Identifier: MIT
// The functions of the package, see README.md. build.sh puts before this file `engine`, a function that returns the functions
// of wasi.js and engine.js; `engineText`, its source, which is run in workers (as text, since what bundlers make of a function may
// need others); `address`, a function that returns where the module is, or `packed`, the module itself, with unpack.js; and `node`,
// functions that import modules of Node.js, or null in the script for browsers.

const inNode = Boolean(node) && typeof process === 'object' && Boolean(process.versions && process.versions.node);
const utf8 = new TextEncoder();

// ---- the module

async function bytesAt(place) {
    if (inNode && String(place).startsWith('file:'))
        return (await node.fs()).readFileSync(new URL(place));
    const response = await fetch(place);
    if (!response.ok)
        throw new Error(`${place}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

async function compile(source) {
    if (source instanceof WebAssembly.Module)
        return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        return WebAssembly.compile(source);
    if (typeof source === 'string' || source instanceof URL)
        return WebAssembly.compile(await bytesAt(source));
    return packed ? unpackModule(packed) : WebAssembly.compile(await bytesAt(address()));
}

let compiled = null; // a promise of the module

// Prepares the module: the one of the package, or one given by its address, as bytes, or compiled.
async function init(source) {
    compiled = compile(source);
    await compiled;
}

// ---- threads

let hosting = null; // a promise of this thread's host for execute()
let here = null; // the functions of the engine in this thread

async function makeHost() {
    if (!inNode)
        return {random: bytes => crypto.getRandomValues(bytes)};
    const [fs, {randomFillSync}] = await Promise.all([node.fs(), node.crypto()]);
    return {fs, random: bytes => randomFillSync(bytes)};
}

const scripts = {
    node: () => `(${engineText})().serve(require('worker_threads').parentPort,
        {fs: require('fs'), receive: require('worker_threads').receiveMessageOnPort, random: bytes => require('crypto').randomFillSync(bytes)})`,
    browser: () => `(${engineText})().serve(self, {random: bytes => crypto.getRandomValues(bytes)})`,
};

async function startWorker() {
    if (inNode) {
        const {Worker} = await node.threads();
        return new Worker(scripts.node(), {eval: true});
    }
    const url = URL.createObjectURL(new Blob([scripts.browser()], {type: 'text/javascript'}));
    const worker = new Worker(url);
    worker.addEventListener('message', () => URL.revokeObjectURL(url), {once: true});
    return worker;
}

const idle = []; // workers that have the module
const waiting = []; // resolvers of calls that wait for a worker
let busy = 0;
const most = Math.max(2, Math.min(4, (typeof navigator === 'object' && navigator.hardwareConcurrency) || 4));

async function takeWorker() {
    if (busy >= most)
        await new Promise(go => waiting.push(go));
    busy++;
    try {
        const taken = idle.pop() ?? {worker: await startWorker(), fresh: true};
        if (inNode)
            taken.worker.ref();
        return taken;
    } catch (e) {
        leaveWorker(null);
        throw e;
    }
}

function leaveWorker(taken) {
    busy--;
    if (taken) {
        if (inNode)
            taken.worker.unref();
        idle.push(taken);
    }
    const next = waiting.shift();
    if (next)
        next();
}

// Can a worker wait for data of another thread? In Node.js a thread can sleep, in some browsers WebAssembly can be suspended.
const canWait = inNode || typeof WebAssembly.Suspending === 'function';

// Answers a worker's requests: for pieces of `far`, and to go on after writing. {port, flag} are for the worker.
function openChannel(far, on, fail) {
    const {port1, port2} = new MessageChannel(), flag = inNode ? new Int32Array(new SharedArrayBuffer(4)) : null;
    port1.onmessage = async ({data: {read, at, length, stdout}}) => {
        try {
            const answer = stdout ? void await on.stdout(stdout) : await far[read].read(at, length);
            port1.postMessage(answer, answer ? [answer.buffer] : []);
        } catch (e) {
            fail(e);
            return;
        }
        if (flag) {
            Atomics.store(flag, 0, 1);
            Atomics.notify(flag, 0);
        }
    };
    return {port: port2, flag, close: () => port1.close()};
}

// Runs a request in a worker; `signal` terminates the worker.
async function ask(module, request, on, far, signal) {
    const taken = await takeWorker(), {worker} = taken;
    return new Promise((resolve, reject) => {
        let channel = null;
        const end = (left, settle, value) => {
            channel?.close();
            if (inNode)
                worker.off('message', hear).off('error', fail);
            else
                worker.onmessage = worker.onerror = null;
            signal?.removeEventListener('abort', abort);
            if (!left)
                worker.terminate();
            leaveWorker(left);
            settle(value);
        };
        const abort = () => end(null, reject, signal.reason);
        const hear = data => {
            for (const name of Object.keys(on))
                if (data[name])
                    on[name](...data[name]);
            if (data.result)
                end(taken, resolve, data.result);
            else if (data.error)
                end(taken, reject, new Error(data.error));
        };
        const fail = e => end(null, reject, new Error(e.message || 'the worker cannot be started'));
        if (inNode)
            worker.on('message', hear).on('error', fail);
        else {
            worker.onmessage = e => hear(e.data);
            worker.onerror = fail;
        }
        if (signal?.aborted) {
            abort();
            return;
        }
        signal?.addEventListener('abort', abort);
        const message = {module: taken.fresh ? module : undefined, request, wants: Object.keys(on)};
        if (canWait && (far.length > 0 || on.stdout)) {
            channel = openChannel(far, on, e => end(null, reject, e));
            message.channel = {port: channel.port, flag: channel.flag};
        }
        worker.postMessage(message, channel ? [channel.port] : []);
        taken.fresh = false;
    });
}

// ---- one run

const isBlob = data => typeof Blob === 'function' && data instanceof Blob;
const isStream = data => Boolean(data) && (typeof data[Symbol.asyncIterator] === 'function' || typeof data.getReader === 'function');

// Yields the pieces of a stream; not every browser can iterate over a ReadableStream.
async function* piecesOf(stream) {
    if (stream[Symbol.asyncIterator])
        for await (const piece of stream)
            yield typeof piece === 'string' ? utf8.encode(piece) : piece;
    else {
        const reader = stream.getReader();
        try {
            for (let next = await reader.read(); !next.done; next = await reader.read())
                yield next.value;
        } finally {
            reader.cancel();
        }
    }
}

async function collect(stream) {
    const pieces = [];
    for await (const piece of piecesOf(stream))
        pieces.push(piece);
    return new Blob(pieces);
}

// Wraps a stream for openChannel(): an empty piece is the end.
function farStream(stream) {
    const pieces = piecesOf(stream);
    const read = async () => {
        const {value, done} = await pieces.next();
        return done ? new Uint8Array(0) : value.length > 0 ? value.slice() : read();
    };
    return {read, end: () => pieces.return()};
}

const farBlob = blob => ({size: blob.size, read: async (at, length) => new Uint8Array(await blob.slice(at, at + length).arrayBuffer())});

// Converts the data given for a file to what the engine takes. With a worker, data to be read in pieces by this thread is added
// to `far`; a browser's worker reads a Blob itself.
async function input(data, far) {
    if (typeof data === 'string')
        return utf8.encode(data);
    if (data instanceof ArrayBuffer)
        return new Uint8Array(data);
    if (ArrayBuffer.isView(data))
        return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const here = !far || !canWait;
    if (isStream(data) && here)
        data = await collect(data);
    if (isStream(data) || isBlob(data) && far && inNode) {
        const source = isBlob(data) ? farBlob(data) : farStream(data);
        return {far: far.push(source) - 1, size: source.size};
    }
    if (isBlob(data))
        return far ? data : new Uint8Array(await data.arrayBuffer());
    if (inNode && data && typeof data.path === 'string')
        return {path: data.path};
    throw new TypeError('a file is a string, bytes, a Blob or a stream');
}

const entriesOf = files => (files instanceof Map ? [...files] : Object.entries(files ?? {}));

// Runs a tool as on the command line: args[0] is its name.
async function run(args, options = {}) {
    const {files, stdin = '', env = {}, signal, progress, stdout, stderr, bytes = false} = options;
    signal?.throwIfAborted();
    compiled ??= compile();
    hosting ??= makeHost();
    const given = entriesOf(files), waits = [stdin, ...given.map(file => file[1])].some(data => isBlob(data) || isStream(data));
    const far = options.worker ?? (!inNode || Boolean(signal || progress || waits)) ? [] : null;
    const request = {args: args.map(String), env, stdin: await input(stdin, far),
        files: await Promise.all(given.map(async ([name, data]) => [name, await input(data, far)]))};
    const on = Object.fromEntries(Object.entries({stdout, stderr, progress}).filter(([, f]) => f));
    const module = await compiled, host = await hosting;
    here ??= engine();
    let result;
    try {
        result = far ? await ask(module, request, on, far, signal) : here.execute(module, request, host, on);
    } finally {
        for (const source of far ?? [])
            source.end?.().catch(() => {});
    }
    if (!bytes)
        for (const name of ['stdout', 'stderr'])
            result[name] = new TextDecoder().decode(result[name]);
    return result;
}
