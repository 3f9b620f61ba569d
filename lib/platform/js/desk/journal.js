// SPDX-License-Identifier: MIT
// The journal of an event: all that is done in it, as entries in their order, and the store that keeps them on this device.
// It knows nothing of what the entries are about.
//
// The fold of the entries is the event as it is now: named parts, each with its last value (any JSON). An entry of a step sets
// parts; a step has one entry or more, as while text is typed; undo and redo take a whole step back or restore it, and are
// entries as well:
//     {n, at, step, kind, about, sets: {name: value, or null for none}}    {n, at, undo: step}    {n, at, redo: step}
//
// Each event has a data base of its own, with two stores: `journal`, keys growing, each entry written to the disk before
// append() returns; and `bulk`, bytes by their SHA-256. The two never share a transaction, so no file, however large, costs an
// entry. Tabs share the data base: each entry is a new key, and a tab first reads what others have written, in the same
// transaction. So nothing is overwritten, and no step is taken back twice. What cannot be stored is held in memory, is tried
// again with the next entry, in a data base that is opened anew if it must be, and `unsaved` says so.
//
//     const journal = new Journal(changed)     changed(names): called, and awaited, when parts change other than by append()
//     await open(name)                         opens a data base, made if there is none, and reads it
//     await append(kind, about, changes, {step, seen})   enters what changes() returns, which is called once `changed` has been
//                                              for all before it; where `seen`, the parts that it was made from, has one of these
//                                              otherwise, another tab was faster: false, and nothing is entered
//     await takeBack('undo' or 'redo')         takes back the last step of all tabs, or restores what was taken back last;
//                                              returns its first entry
//     next('undo' or 'redo')                   the first entry of the step that it would take, or undefined
//     steps()                                  those of all steps that undo would take, in their order
//     parts                                    Map of the parts, in the order of the steps that made them
//     await hold(bytes), await bulk(key)       keeps bytes, returns their key; the bytes of a key, or undefined
//     await keys()                             those of all bytes
//     entries, await fill(entries)             all entries; enters those of another journal, into one that has none
//     held                                     Map of the bytes that could not be stored
//     unsaved                                  whether entries could not be stored
//     await erase()                            deletes all of it for good, in all tabs
class Journal {
    parts = new Map();
    held = new Map();
    #stored = []; // the entries that are in the data base
    #waiting = []; // those that are not
    #live = new Map(); // the steps that are not taken back, with the first entry of each
    #undone = [];
    #name;
    #base = null;
    #tabs = null;
    #turn = Promise.resolve();
    #changed;

    constructor(changed) { this.#changed = changed; }
    get unsaved() { return this.#base === null || this.#waiting.length > 0; }
    get entries() { return [...this.#stored, ...this.#waiting]; }

    async open(name) {
        this.#name = name;
        try {
            this.#tabs = new BroadcastChannel(name);
            on(this.#tabs, 'message', ({data}) => this.#inTurn(() => this.#readOn(data === 'erased')));
        } catch { /* there is one tab */ }
        on(document, 'visibilitychange', () => this.#inTurn(() => this.#readOn())); // a tab at rest gets no messages
        await this.#inTurn(() => this.#readOn());
    }

    // Returns the data base; throws where this browser keeps nothing. A browser that was killed while it wrote leaves a torn
    // record, behind which Chromium writes on; it takes all for damaged, and deletes it, when it opens that file again. When a
    // data base is deleted it goes on in a new file: so this is done first.
    async #opened() {
        if (this.#base) return this.#base;
        const dummy = 'to be deleted';
        await reply(indexedDB.open(dummy)).then(base => { base.close(); return reply(indexedDB.deleteDatabase(dummy)); }).catch(() => 0);
        const asked = indexedDB.open(this.#name, 1);
        asked.onupgradeneeded = () => {
            asked.result.createObjectStore('journal', {keyPath: 'n', autoIncrement: true});
            asked.result.createObjectStore('bulk');
            this.#waiting.unshift(...this.#stored.splice(0)); // it was deleted while this page was open
        };
        const base = this.#base = await reply(asked);
        base.onversionchange = base.onclose = () => { base.close(); this.#base = null; };
        for (const bytes of [...this.held.values()]) await this.hold(bytes);
        return base;
    }

    next(way) { return way === 'undo' ? [...this.#live.values()].pop() : this.#undone.at(-1); }

    // The first entries of the steps that are not taken back.
    steps() { return [...this.#live.values()]; }

    append(kind, about, changes, {step = newKey(), seen} = {}) {
        return this.#inTurn(async () => {
            const before = this.parts, sets = changes(), names = Object.keys(sets);
            if (names.length === 0) return true;
            const faster = () => seen && names.some(name => !alike(this.parts.get(name), seen.get(name)));
            const entered = await this.#write(() => !faster() && {step, kind, about, sets});
            await this.#tell(before, names);
            if (!entered) await this.#changed(names);
            return entered;
        });
    }

    takeBack(way) {
        return this.#inTurn(async () => {
            const before = this.parts;
            let taken;
            await this.#write(() => (taken = this.next(way)) && {[way]: taken.step});
            await this.#tell(before);
            return taken;
        });
    }

    async hold(bytes) {
        const key = await keyOf(bytes);
        try {
            const work = (await this.#opened()).transaction('bulk', 'readwrite', {durability: 'strict'});
            if (await reply(work.objectStore('bulk').count(key)) === 0) work.objectStore('bulk').add(bytes, key);
            await end(work);
            this.held.delete(key);
        } catch {
            this.held.set(key, bytes);
        }
        return key;
    }

    async bulk(key) { return this.held.get(key) || this.#ask(store => store.get(key)); }
    async keys() { return [...this.held.keys(), ...await this.#ask(store => store.getAllKeys()) || []]; }

    // Asks the store of bytes; undefined if that has failed.
    #ask(ask) { return this.#opened().then(base => reply(ask(base.transaction('bulk').objectStore('bulk')))).catch(() => undefined); }

    fill(entries) {
        return this.#inTurn(async () => {
            this.#waiting.push(...entries);
            await this.#write(() => null);
        });
    }

    erase() {
        return this.#inTurn(async () => {
            const work = this.#base?.transaction(['journal', 'bulk'], 'readwrite', {durability: 'strict'});
            for (const name of work?.objectStoreNames || []) work.objectStore(name).clear();
            if (work) await end(work);
            this.#waiting = [];
            this.held.clear();
            this.#tabs?.postMessage('erased');
            await this.#readOn(true);
        });
    }

    // Runs calls one after the other.
    #inTurn(does) {
        const done = this.#turn.then(does);
        this.#turn = done.catch(() => 0);
        return done;
    }

    // Reads what other tabs have written.
    async #readOn(erased) {
        const before = this.parts;
        if (erased) this.#stored = [];
        try {
            this.#stored.push(...await reply(this.#after((await this.#opened()).transaction('journal').objectStore('journal'))));
        } catch { /* what has been read stays */ }
        this.#fold();
        await this.#tell(before);
    }

    #after(store) { return store.getAll(IDBKeyRange.lowerBound(this.#stored.at(-1)?.n ?? 0, true)); }

    // Writes the entry that `make` returns, if any, once this tab knows all entries, after those that wait.
    async #write(make) {
        let entry = null, work = null;
        const entering = () => {
            this.#fold();
            entry = make();
            if (entry) entry.at = Date.now();
        };
        try {
            work = (await this.#opened()).transaction('journal', 'readwrite', {durability: 'strict'});
            const store = work.objectStore('journal');
            this.#stored.push(...await reply(this.#after(store)));
            entering();
            const added = [...this.#waiting, ...entry ? [entry] : []];
            const keys = added.map(one => reply(store.add(one)));
            await Promise.all([...keys, end(work)]);
            for (const [i, one] of added.entries()) this.#stored.push({...one, n: await keys[i]});
            this.#waiting = [];
        } catch {
            try { work.abort(); } catch { /* it has ended, or has never begun */ }
            if (entry === null) entering();
            if (entry) this.#waiting.push(entry);
        }
        this.#fold();
        if (entry) this.#tabs?.postMessage('written');
        return Boolean(entry);
    }

    #fold() {
        const live = new Map(), undone = [], parts = new Map(), all = this.entries;
        for (const entry of all) {
            if (entry.undo && live.has(entry.undo)) undone.push(live.get(entry.undo)), live.delete(entry.undo);
            else if (entry.redo && undone.at(-1)?.step === entry.redo) live.set(entry.redo, undone.pop());
            else if (entry.sets && !live.has(entry.step)) live.set(entry.step, entry), undone.length = 0;
        }
        for (const {step, sets} of all) if (live.has(step)) for (const name in sets) {
            if (sets[name] === null) parts.delete(name);
            else parts.set(name, sets[name]);
        }
        [this.#live, this.#undone, this.parts] = [live, undone, parts];
    }

    // Tells which parts are not as they were, but for some.
    async #tell(before, but = []) {
        const names = [...new Set([...before.keys(), ...this.parts.keys()])].filter(name => !but.includes(name) && !alike(before.get(name), this.parts.get(name)));
        if (names.length > 0) await this.#changed(names);
    }
}

const reply = request => new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
});
const end = transaction => new Promise((yes, no) => {
    transaction.oncomplete = () => yes();
    transaction.onabort = () => no(transaction.error);
});
const alike = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
const newKey = () => hex(crypto.getRandomValues(new Uint8Array(12)));
// A page that is served without encryption has no digests.
const keyOf = async bytes => crypto.subtle ? hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) : newKey();
