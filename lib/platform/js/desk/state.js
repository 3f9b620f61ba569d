// SPDX-License-Identifier: MIT
// The event as it is now: the journal's parts as the views use them. A view changes `state` and then calls keep(), which
// enters what differs from the journal; undo, and what other tabs do, changes `state` from the journal.

// files: {id, name, told, games, first, came, taken}, with the text of each game now and as read; came: its data, taken: the
// text that was read from it; told: messages of the import. heads and found are asked of the tools, and not kept.
// log: that of xpgn-fix.
const state = {files: [], log: '', rules: '', draft: '', record: '', recordTags: {}, sheets: ['', ''], list: '', listName: 'list.csv', answers: ''};
const EMPTY = JSON.parse(JSON.stringify(state));

const journal = new Journal(refresh);
let missing = []; // files whose bytes are not on this device

const joined = file => file.games.join('');
// A file for the tools: as it came, unless it was changed here.
const handedOver = file => joined(file) === file.taken ? file.came : joined(file);
const records = () => state.files.map(file => joined(file).replace(/\n*$/, '\n')).join('\n');

// Holds the bytes of files that are new or, by another number of games, not the same any more.
async function holdFiles() {
    for (const file of state.files) if (file.base?.games.length !== file.games.length) {
        const games = [...file.games], {name, told} = file;
        const texts = [file.came, file.taken, JSON.stringify(file.first), JSON.stringify(games.map(text => text.length)), games.join('')];
        const [came, taken, first, cuts, now] = await Promise.all(texts.map(data => journal.hold(typeof data === 'string' ? utf8.encode(data) : data)));
        file.id ??= newKey();
        file.base = {games, part: {name, told, came, taken, first, cuts, now}};
    }
}

const inJournal = id => [...journal.parts].filter(([name]) => name.startsWith('file/' + id));

// A file is a part, file/ID, with the keys of its bytes, and a part file/ID/GAME for each game whose text has changed since.
function fileParts({id, base, games}) {
    if (base?.games.length !== games.length) return inJournal(id);
    const parts = [['file/' + id, base.part]];
    for (const [i, text] of games.entries()) if (text !== base.games[i]) parts.push(['file/' + id + '/' + i, text]);
    return parts;
}

// Returns the parts in which `state` differs from the journal.
function changes() {
    const now = new Map([...state.files.flatMap(fileParts), ...missing.flatMap(({id}) => inJournal(id))]), sets = {};
    for (const key in EMPTY) if (key !== 'files' && !alike(state[key], EMPTY[key])) now.set(key, state[key]);
    for (const name of new Set([...journal.parts.keys(), ...now.keys()]))
        if (!alike(now.get(name), journal.parts.get(name))) sets[name] = structuredClone(now.get(name) ?? null);
    return sets;
}

// Enters what has changed, as a step of this kind, a label; returns once it is stored. With `seen`, the journal's parts at the
// time when the change was begun, it is not entered where another tab was faster, and `state` is what that tab has made.
// Changes with the same `step` are taken back as one.
async function keep(kind, {about = '', seen, step} = {}) {
    await holdFiles();
    const entered = await journal.append(kind, about, changes, {step, seen});
    drawFoot();
    if (entered) return true;
    await show(view.id);
    status(say('Another tab went on with this; nothing was changed here.'));
    return false;
}

// Reads a file from its parts, or what of it is named; games that have not changed keep their findings.
async function fileFrom(id, part, names) {
    let file = state.files.find(old => old.id === id);
    const same = file?.base && alike(file.base.part, part);
    if (!same) {
        const bytes = await Promise.all([part.came, part.taken, part.first, part.cuts, part.now].map(key => journal.bulk(key)));
        if (bytes.includes(undefined)) return {id, name: part.name, lost: true};
        const [came, taken, first, cuts, now] = bytes.map(dataOf), games = [];
        let at = 0;
        for (const length of JSON.parse(cuts)) games.push(now.slice(at, at += length));
        file = {id, told: part.told, came, taken, first: JSON.parse(first), games, base: {games: [...games], part}};
    }
    file.base.games.forEach((text, i) => {
        const name = 'file/' + id + '/' + i;
        if (same && !names.includes(name)) return;
        file.games[i] = journal.parts.get(name) ?? text;
        if (file.found) file.found[i] = undefined;
    });
    return file;
}

// Takes all files from the journal, but those that are not in it yet.
async function refreshFiles(names) {
    const parts = [...journal.parts].filter(([name]) => /^file\/[^/]*$/.test(name));
    const files = await Promise.all(parts.map(([name, part]) => fileFrom(name.slice(5), part, names)));
    const fresh = state.files.filter(({id}) => !journal.parts.has('file/' + id) && !names.includes('file/' + id));
    [state.files, missing] = [[], files.filter(file => file.lost)];
    // files of one name came from two tabs
    for (const file of files) if (!file.lost) {
        file.name = newName(file.base.part.name);
        state.files.push(file);
    }
    fresh.forEach(put);
}

// Takes parts that have changed from the journal; draws the view anew if it shows them.
async function refresh(names) {
    for (const key in EMPTY) if (names.includes(key)) state[key] = structuredClone(journal.parts.get(key) ?? EMPTY[key]);
    if (names.some(name => name.startsWith('file/'))) await refreshFiles(names);
    drawFoot();
    if (view && view.uses.some(use => names.some(name => name.startsWith(use)))) redraw();
}

// Draws the view anew where something came from elsewhere; what is being typed stays.
const redraw = latest(async () => {
    if ($('main').querySelector('.questions input')) return;
    const {id, name, type, value, selectionStart, selectionEnd} = document.activeElement;
    await show(view.id);
    const again = document.activeElement;
    if (selectionStart === undefined || again.id !== id || again.name !== name) return;
    if (type === 'text') again.value = value;
    again.setSelectionRange(selectionStart, selectionEnd);
});

// ---- the foot of the page: what is kept, and what can be taken back

const clockOf = at => new Date(at).toTimeString().slice(0, 5);
const stepText = entry => [clockOf(entry.at), say(entry.kind), entry.about].filter(Boolean).join(' ');

function keptText() {
    if (journal.unsaved) return say('This browser cannot keep your work here: save what you need before you close the page.');
    const lost = [...missing.map(file => file.name), ...state.files.filter(({base}) => base && Object.values(base.part).some(key => journal.held.has(key))).map(file => file.name)];
    if (lost.length > 0) return say('Not kept on this device, for want of room: %. All else is.', lost.join(', '));
    return say('This browser keeps your work on this device.');
}

function drawFoot() {
    const held = document.activeElement?.dataset.way;
    const back = (way, text) => {
        const entry = journal.next(way);
        return make('button', {type: 'button', 'data-way': way, disabled: !entry, click: () => work(() => takeBack(way))}, say(text), entry && ' ', entry && make('bdi', {class: 'more'}, stepText(entry)));
    };
    $('foot').replaceChildren(back('undo', 'Undo'), back('redo', 'Redo'), make('span', {class: 'kept'}, keptText()),
        journal.parts.size === 0 && journal.next('undo') ? button(say('Delete for good'), erase) : '');
    if (held) $('foot').querySelector('[data-way=' + held + ']').focus();
}

async function takeBack(way) {
    const entry = await journal.takeBack(way);
    await show(view.id);
    if (entry) status(say(way === 'undo' ? 'Taken back: %' : 'Done again: %', stepText(entry)));
}

function erase() {
    const then = answer => answer === 'ok' && work(() => journal.erase()).then(drawFoot);
    dialog(say('Delete for good'), then, make('p', {}, say('All that was done here is deleted from this device, and cannot be taken back.')),
        choices(make('button', {value: 'ok'}, say('Delete for good')), make('button', {value: ''}, say('Cancel'))));
}

// ---- the start

const WEEK = 6048e5;

// Reads what this device keeps. What has been forgotten for a week is deleted.
async function recall() {
    const old = stored(() => JSON.parse(localStorage.getItem(KEY))), chosen = stored(() => localStorage.getItem(KEY + '-language')) || old?.language;
    language = chosen === 'de' || !chosen && navigator.language.startsWith('de') ? 'de' : 'en';
    await journal.open(KEY + ':' + eventName);
    if (journal.parts.size === 0 && journal.next('undo')?.at < Date.now() - WEEK) await journal.erase();
    if (old) await takeOver(old);
    drawFoot();
    await drawEvents();
}

// Takes over what an earlier desk kept, outside the journal, and not the bytes of files.
async function takeOver(old) {
    for (const key in EMPTY) if (key !== 'files' && typeof old[key] === typeof EMPTY[key]) state[key] = old[key];
    for (const file of old.files || []) put({...file, came: typeof file.came === 'string' ? file.came : joined(file), taken: file.taken ?? joined(file), told: file.told || ''});
    await keep('Kept before');
    if (!journal.unsaved) localStorage.removeItem(KEY);
}
