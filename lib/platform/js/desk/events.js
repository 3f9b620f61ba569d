// SPDX-License-Identifier: MIT
// The events on this device, each in a data base of its own, and an event as one file: a ZIP archive, not packed, of its journal
// and of all bytes that it names, sheets by their names. Bytes are found by their digests, so those that were damaged are missing.

const KEY = 'xpgn-desk', JOURNAL = 'journal.jsonl';
const eventName = stored(() => sessionStorage.getItem(KEY)) || stored(() => localStorage.getItem(KEY + '-event')) || '1';
const SAVED = KEY + '-saved:' + eventName;

// Uses storage that may be denied.
function stored(does) { try { return does(); } catch { return undefined; } }

async function eventNames() {
    const all = await stored(() => indexedDB.databases())?.catch(() => []) ?? [], names = all.map(({name}) => name).filter(name => name.startsWith(KEY + ':'));
    return [...new Set([eventName, ...names.map(name => name.slice(KEY.length + 1))])].sort();
}

// Opens another event in this tab, and in those opened later.
function goTo(name) {
    stored(() => sessionStorage.setItem(KEY, name));
    stored(() => localStorage.setItem(KEY + '-event', name));
    location.reload();
}

function newEvent() {
    const name = textInput('event-name', '', {'aria-label': say('Name')});
    dialog(say('New event'), answer => answer === 'ok' && name.value.trim() !== '' && goTo(name.value.trim()), name,
        choices(make('button', {class: 'btn main', value: 'ok'}, say('Begin')), make('button', {class: 'btn', value: ''}, say('Cancel'))));
}

// ---- one file

async function saveEvent() {
    const all = new Map([[JOURNAL, utf8.encode(journal.entries.map(entry => JSON.stringify(entry) + '\n').join(''))]]);
    const sheets = new Map(files().map(file => [file.came, 'sheets/' + file.name]));
    for (const key of await journal.keys()) all.set(sheets.get(key) || 'bulk/' + key, await journal.bulk(key));
    save(eventName + '.xpgn-event', archiveOf(all), 'application/zip');
    noteSaved();
}

// Opens an event from its file, as another event beside those that are here.
async function openEvent(blob) {
    const files = new Map([...archived(new Uint8Array(await blob.arrayBuffer()))].map(({name, data}) => [name, data]));
    if (!files.has(JOURNAL)) throw {said: say('This is no event.')};
    const names = await eventNames(), stem = blob.name.replace(/\.[^.]*$/, ''), other = new Journal(nothing);
    let name = stem;
    for (let n = 2; names.includes(name); n++) name = stem + '-' + n;
    await other.open(KEY + ':' + name);
    for (const [part, bytes] of files) if (part !== JOURNAL) await other.hold(bytes.slice());
    await other.fill(objects(reader.decode(files.get(JOURNAL))));
    if (other.unsaved || other.held.size > 0) throw {said: say('There is no room for this event on this device.')};
    goTo(name);
}

const CRC = Uint32Array.from({length: 256}, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? n >>> 1 ^ 0xEDB88320 : n >>> 1;
    return n;
});

// Returns an archive of these files: each with what precedes it, then what precedes each once more, with its place, and the end.
function archiveOf(files) {
    const record = (size, signature, ...fields) => {
        const view = new DataView(new ArrayBuffer(size));
        view.setUint32(0, signature, true);
        for (const [at, value, wide] of fields) view[wide ? 'setUint32' : 'setUint16'](at, value, true);
        return new Uint8Array(view.buffer);
    };
    const parts = [], directory = [];
    let at = 0;
    for (const [text, bytes] of files) {
        const name = utf8.encode(text), crc = ~bytes.reduce((sum, byte) => CRC[(sum ^ byte) & 255] ^ sum >>> 8, -1) >>> 0;
        // version, names in UTF-8, the first day there is, sum, sizes
        const fields = from => [[from, 20], [from + 2, 0x0800], [from + 8, 0x21], [from + 10, crc, 1], [from + 14, bytes.length, 1], [from + 18, bytes.length, 1], [from + 22, name.length]];
        parts.push(record(30, 0x04034b50, ...fields(4)), name, bytes);
        directory.push(record(46, 0x02014b50, [4, 20], ...fields(6), [42, at, 1]), name);
        at += 30 + name.length + bytes.length;
    }
    const size = directory.reduce((sum, part) => sum + part.length, 0);
    return new Blob([...parts, ...directory, record(22, 0x06054b50, [8, files.size], [10, files.size], [12, size, 1], [16, at, 1])]);
}
