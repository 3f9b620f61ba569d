// SPDX-License-Identifier: MIT
// The part of WASI preview 1 that xpgn.wasm uses. Files are in memory, or are read in pieces from a source; one folder is
// preopened.

const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NAMETOOLONG = 37, NOENT = 44, NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55, SPIPE = 70;
const UNKNOWN = 0, CHARACTER = 2, FOLDER = 3, REGULAR = 4; // file types
const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8; // flags of path_open
const APPEND = 1, WRITE = 64n; // a flag, a right
const LONGEST = 255; // bytes of a name
const PREOPENED = 3;
const EMPTY = new Uint8Array(0);

let nodes = 0;

// A file of bytes that can grow. A source, {size, read(at, length)}, is read in pieces until the first write.
class File {
    constructor(source) {
        this.inode = ++nodes;
        this.changed = false;
        this.bytes = source instanceof Uint8Array ? source : null;
        this.source = this.bytes ? null : source;
        this.size = source instanceof Uint8Array ? source.length : source.size;
        this.mine = false; // may `bytes` be modified?
    }

    read(at, length) {
        if (at >= this.size)
            return EMPTY;
        const end = Math.min(at + length, this.size);
        return this.bytes ? this.bytes.subarray(at, end) : this.source.read(at, end - at);
    }

    // Makes the bytes this file's own, with room for `size` of them.
    own(size) {
        if (this.mine && size <= this.bytes.length)
            return;
        const room = new Uint8Array(Math.max(size, this.size, this.mine ? 2 * this.bytes.length : 0));
        for (let at = 0; at < this.size;) {
            const piece = this.read(at, 1 << 20);
            room.set(piece, at);
            at += piece.length;
        }
        this.bytes = room;
        this.source = null;
        this.mine = true;
    }

    write(at, bytes) {
        this.own(at + bytes.length);
        this.bytes.set(bytes, at);
        this.size = Math.max(this.size, at + bytes.length);
        this.changed = true;
    }

    cut(size) {
        this.own(size);
        if (size < this.size)
            this.bytes.fill(0, size, this.size);
        this.size = size;
        this.changed = true;
    }
}

function joined(pieces) {
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
    }
    return whole;
}

const after = (value, use) => (value instanceof Promise ? value.then(use) : use(value));

// Data that comes piece by piece: `next` returns a piece, an empty one at the end, or a promise of it.
class Pipe {
    constructor(next) {
        this.inode = ++nodes;
        this.size = 0;
        this.next = next;
        this.piece = null;
    }

    // Makes sure that there is something to read, or the end; returns a promise if that takes time.
    fill() {
        if (this.piece && (this.piece.length > 0 || this.over))
            return null;
        return after(this.next(), piece => {
            this.piece = piece;
            this.over = piece.length === 0;
        });
    }

    read(at, length) {
        const out = this.piece.subarray(0, length);
        this.piece = this.piece.subarray(length);
        return out;
    }
}

// /dev/null: discards what is written, and is always empty.
class Nothing {
    constructor() {
        this.inode = ++nodes;
        this.size = 0;
    }

    read() {
        return EMPTY;
    }

    write() {}

    cut() {}
}

class Folder {
    constructor() {
        this.inode = ++nodes;
        this.names = new Map();
    }
}

const isTooLong = path => path.split('/').some(name => new TextEncoder().encode(name).length > LONGEST);

const splitPath = path => {
    const names = [];
    for (const name of path.split('/')) {
        if (name === '..')
            names.pop();
        else if (name !== '' && name !== '.')
            names.push(name);
    }
    return names;
};

// The tree of files, by absolute paths.
class Tree {
    constructor() {
        this.root = new Folder();
        this.put('dev/null', new Nothing());
        this.root.names.set('tmp', new Folder());
    }

    // Returns the folder of a path and its last name; with `made`, creates missing folders. Null if a part is not a folder.
    parent(path, made) {
        const names = splitPath(path), last = names.pop();
        let folder = this.root;
        for (const name of names) {
            if (made && !folder.names.has(name))
                folder.names.set(name, new Folder());
            folder = folder.names.get(name);
            if (!(folder instanceof Folder))
                return null;
        }
        return {folder, name: last};
    }

    find(path) {
        const at = this.parent(path);
        return at && (at.name === undefined ? at.folder : at.folder.names.get(at.name));
    }

    put(path, node) {
        const at = this.parent(path, true);
        if (!at || at.name === undefined)
            throw new TypeError('no name of a file: ' + path);
        at.folder.names.set(at.name, node);
    }

    // Creates a folder if it does not exist.
    folder(path) {
        if (!(this.find(path) instanceof Folder))
            this.put(path, new Folder());
    }

    // Yields all files as [path, file].
    * files(folder = this.root, before = '') {
        for (const [name, node] of folder.names) {
            if (node instanceof Folder)
                yield * this.files(node, before + name + '/');
            else if (node instanceof File)
                yield [before + name, node];
        }
    }
}

class Exit {
    constructor(status) {
        this.status = status;
    }
}

// Calls that may take time, if promises are allowed.
const WAITING = new Set(['fd_read', 'fd_write']);

const bigint = (view, at, number) => view.setBigUint64(at, BigInt(Math.floor(number)), true);

// The functions that the module imports. `stdin` is a File or a Pipe; `stdout` and `stderr` take bytes, and may return a
// promise that is settled when they are ready for more.
class Wasi {
    constructor({args, env, tree, stdin, stdout, stderr, random}) {
        const encoder = new TextEncoder();
        this.args = args.map(text => encoder.encode(text + '\0'));
        this.env = Object.entries(env).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
        this.tree = tree;
        this.random = random;
        this.memory = null;
        this.open = [{node: stdin, at: 0, stream: true}, {sink: stdout}, {sink: stderr}, {node: tree.root}];
        this.now = Date.now();
    }

    // Runs the module to its end; returns its exit status, or a promise of it if `promises` is set.
    start(module, promises) {
        const imports = {};
        for (const {name} of WebAssembly.Module.imports(module)) {
            const call = (...values) => (name in this ? this[name](...values) : NOSYS);
            imports[name] = promises && WAITING.has(name) ? new WebAssembly.Suspending(call) : call;
        }
        const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: imports});
        this.memory = instance.exports.memory;
        const ended = e => {
            if (e instanceof Exit)
                return e.status;
            throw e;
        };
        if (promises)
            return WebAssembly.promising(instance.exports._start)().then(() => 0, ended);
        try {
            instance.exports._start();
        } catch (e) {
            return ended(e);
        }
        return 0;
    }

    view() {
        return new DataView(this.memory.buffer);
    }

    bytes(at, size) {
        return new Uint8Array(this.memory.buffer, at, size);
    }

    text(at, size) {
        return new TextDecoder().decode(this.bytes(at, size));
    }

    // ---- strings, time, random numbers

    sizes(list, count, size) {
        this.view().setUint32(count, list.length, true);
        this.view().setUint32(size, list.reduce((sum, item) => sum + item.length, 0), true);
        return OK;
    }

    strings(list, table, at) {
        for (const item of list) {
            this.view().setUint32(table, at, true);
            this.bytes(at, item.length).set(item);
            table += 4;
            at += item.length;
        }
        return OK;
    }

    args_sizes_get(count, size) {
        return this.sizes(this.args, count, size);
    }

    args_get(table, at) {
        return this.strings(this.args, table, at);
    }

    environ_sizes_get(count, size) {
        return this.sizes(this.env, count, size);
    }

    environ_get(table, at) {
        return this.strings(this.env, table, at);
    }

    clock_time_get(clock, precision, at) {
        this.view().setBigUint64(at, BigInt(Math.round((clock === 0 ? Date.now() : performance.now()) * 1e3)) * 1000n, true);
        return OK;
    }

    random_get(at, size) {
        for (let done = 0; done < size; done += 65536)
            this.random(this.bytes(at + done, Math.min(65536, size - done)));
        return OK;
    }

    proc_exit(status) {
        throw new Exit(status);
    }

    // Never waits: reports every event as having occurred.
    poll_oneoff(asked, events, count, told) {
        const view = this.view();
        for (let i = 0; i < count; i++) {
            this.bytes(events + 32 * i, 32).fill(0);
            view.setBigUint64(events + 32 * i, view.getBigUint64(asked + 48 * i, true), true);
            view.setUint8(events + 32 * i + 10, view.getUint8(asked + 48 * i + 8));
        }
        view.setUint32(told, count, true);
        return OK;
    }

    // ---- descriptors

    fd_prestat_get(fd, at) {
        if (fd !== PREOPENED)
            return BADF;
        this.view().setUint32(at, 0, true);
        this.view().setUint32(at + 4, 1, true);
        return OK;
    }

    fd_prestat_dir_name(fd, at) {
        this.bytes(at, 1)[0] = 47; // the slash
        return OK;
    }

    // Is it a stream, without positions?
    flows(file) {
        return Boolean(file.sink || file.stream || file.node instanceof Pipe);
    }

    type(file) {
        const {node} = file;
        return this.flows(file) ? UNKNOWN : node instanceof Folder ? FOLDER : node instanceof File ? REGULAR : CHARACTER;
    }

    fd_fdstat_get(fd, at) {
        const file = this.open[fd];
        if (!file)
            return BADF;
        this.bytes(at, 24).fill(0);
        this.view().setUint8(at, this.type(file));
        this.view().setUint16(at + 2, file.append ? APPEND : 0, true);
        this.view().setBigUint64(at + 8, 0x1fffffffn, true);
        this.view().setBigUint64(at + 16, 0x1fffffffn, true);
        return OK;
    }

    fd_fdstat_set_flags(fd, flags) {
        if (!this.open[fd])
            return BADF;
        this.open[fd].append = (flags & APPEND) !== 0;
        return OK;
    }

    fd_close(fd) {
        if (!this.open[fd])
            return BADF;
        this.open[fd] = undefined;
        return OK;
    }

    // Calls `use(at, size)` for each buffer until it uses less than `size`; stores the sum used at `told`.
    buffers(list, count, told, use) {
        let sum = 0;
        for (let i = 0; i < count; i++) {
            const at = this.view().getUint32(list + 8 * i, true), size = this.view().getUint32(list + 8 * i + 4, true);
            const used = use(at, size);
            sum += used;
            if (used < size)
                break;
        }
        this.view().setUint32(told, sum, true);
        return OK;
    }

    readAt(node, from, list, count, told) {
        return this.buffers(list, count, told, (at, size) => {
            const piece = node.read(from, size);
            this.bytes(at, piece.length).set(piece);
            from += piece.length;
            return piece.length;
        });
    }

    fd_read(fd, list, count, told) {
        const file = this.open[fd];
        if (!file || file.sink)
            return BADF;
        if (file.node instanceof Folder)
            return ISDIR;
        return after(file.node.fill?.(), () => {
            const error = this.readAt(file.node, file.at, list, count, told);
            file.at += this.view().getUint32(told, true);
            return error;
        });
    }

    fd_pread(fd, list, count, from, told) {
        const file = this.open[fd];
        if (!file || file.sink)
            return BADF;
        return this.flows(file) ? SPIPE : file.node instanceof Folder ? ISDIR : this.readAt(file.node, Number(from), list, count, told);
    }

    fd_write(fd, list, count, told) {
        const file = this.open[fd];
        if (!file || file.stream || file.node instanceof Folder || file.node instanceof Pipe)
            return BADF;
        const pieces = [], error = this.buffers(list, count, told, (at, size) => {
            if (file.sink) {
                pieces.push(this.bytes(at, size));
                return size;
            }
            const from = file.append ? file.node.size : file.at;
            file.node.write(from, this.bytes(at, size));
            file.at = from + size;
            return size;
        });
        return file.sink ? after(file.sink(joined(pieces)), () => error) : error;
    }

    fd_seek(fd, offset, from, told) {
        const file = this.open[fd];
        if (!file)
            return BADF;
        if (this.flows(file))
            return SPIPE;
        const at = Number(offset) + [0, file.at, file.node.size][from];
        if (!(at >= 0))
            return INVAL;
        file.at = at;
        bigint(this.view(), told, at);
        return OK;
    }

    fd_tell(fd, told) {
        return this.fd_seek(fd, 0n, 1, told);
    }

    fd_sync(fd) {
        return this.open[fd] ? OK : BADF;
    }

    fd_filestat_set_size(fd, size) {
        const file = this.open[fd];
        if (!file || this.flows(file))
            return BADF;
        if (file.node instanceof Folder)
            return ISDIR;
        file.node.cut(Number(size));
        return OK;
    }

    stat(file, at) {
        const node = file.node ?? {inode: 0, size: 0}, view = this.view();
        this.bytes(at, 64).fill(0);
        bigint(view, at + 8, node.inode);
        view.setUint8(at + 16, this.type(file));
        bigint(view, at + 24, 1);
        bigint(view, at + 32, file.stream ? 0 : node.size ?? 0);
        for (const time of [40, 48]) // that of the last change is 0, as none is kept
            view.setBigUint64(at + time, BigInt(this.now) * 1000000n, true);
        return OK;
    }

    fd_filestat_get(fd, at) {
        return this.open[fd] ? this.stat(this.open[fd], at) : BADF;
    }

    fd_readdir(fd, at, size, cookie, told) {
        const node = this.open[fd] && this.open[fd].node;
        if (!(node instanceof Folder))
            return NOTDIR;
        const encoder = new TextEncoder(), end = at + size;
        let next = Number(cookie), to = at;
        for (const [name, child] of [...node.names].slice(next)) {
            const text = encoder.encode(name), entry = new Uint8Array(24 + text.length), view = new DataView(entry.buffer);
            bigint(view, 0, ++next);
            bigint(view, 8, child.inode);
            view.setUint32(16, text.length, true);
            view.setUint8(20, this.type({node: child}));
            entry.set(text, 24);
            const piece = entry.subarray(0, Math.min(entry.length, end - to));
            this.bytes(to, piece.length).set(piece);
            to += piece.length;
            if (to === end)
                break;
        }
        this.view().setUint32(told, to - at, true);
        return OK;
    }

    // ---- paths

    path_open(fd, follow, path, size, how, base, inheriting, flags, told) {
        const name = this.text(path, size), at = this.tree.parent(name);
        let node = this.tree.find(name);
        if (isTooLong(name))
            return NAMETOOLONG;
        if (node && (how & CREATE) && (how & EXCLUSIVE))
            return EXIST;
        if (node && (how & DIRECTORY) && !(node instanceof Folder))
            return NOTDIR;
        if (!node && (!at || !(how & CREATE)))
            return NOENT;
        if (node instanceof Folder && (how & (CREATE | TRUNCATE) || base & WRITE))
            return ISDIR;
        if (node instanceof Pipe && (how & TRUNCATE))
            return INVAL;
        if (!node) {
            node = new File(EMPTY);
            node.changed = true;
            at.folder.names.set(at.name, node);
        } else if (how & TRUNCATE)
            node.cut(0);
        let free = PREOPENED + 1;
        while (this.open[free])
            free++;
        this.open[free] = {node, at: 0, append: (flags & APPEND) !== 0};
        this.view().setUint32(told, free, true);
        return OK;
    }

    path_filestat_get(fd, follow, path, size, at) {
        const node = this.tree.find(this.text(path, size));
        return node ? this.stat({node}, at) : NOENT;
    }

    path_readlink(fd, path, size) {
        return this.tree.find(this.text(path, size)) ? INVAL : NOENT;
    }

    path_create_directory(fd, path, size) {
        const name = this.text(path, size), at = this.tree.parent(name);
        if (!at)
            return NOENT;
        if (this.tree.find(name))
            return EXIST;
        at.folder.names.set(at.name, new Folder());
        return OK;
    }

    path_unlink_file(fd, path, size) {
        const name = this.text(path, size), node = this.tree.find(name), at = this.tree.parent(name);
        if (!node)
            return NOENT;
        if (node instanceof Folder)
            return ISDIR;
        at.folder.names.delete(at.name);
        return OK;
    }

    path_rename(fd, path, size, toFd, toPath, toSize) {
        const name = this.text(path, size), to = this.text(toPath, toSize);
        const node = this.tree.find(name), at = this.tree.parent(name), there = this.tree.find(to), toAt = this.tree.parent(to);
        if (!node || !toAt)
            return NOENT;
        if (there instanceof Folder)
            return there.names.size > 0 ? NOTEMPTY : ISDIR;
        at.folder.names.delete(at.name);
        toAt.folder.names.set(toAt.name, node);
        node.changed = true;
        return OK;
    }
}
