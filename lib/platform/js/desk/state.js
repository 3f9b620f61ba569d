// SPDX-License-Identifier: MIT
// The event as it is now: the journal's parts, and what the places show of them. What is done is a call of enter(), which
// stores it before it is shown; undo, and what other tabs do, come by changed().
//     file/ID      {name, came: the key of its bytes}
//     answer/KEY   an answer, as xpgn-compare takes it: to a question, about a board, or where a file belongs
//     slip/ID      true: the question is asked on paper
//     photo/ID     the board beside which a file lies
//     game/ID      a game that is recorded: {record, announced: lines that are not in it yet, names, roll, clock}
//     rules draft  house rules, and what was typed; list: the file that is the list, if it is not the first

const journal = new Journal(changed);
const parts = prefix => [...journal.parts].filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]);
const answerTo = key => journal.parts.get('answer/' + key);

// The files; of two with one name, which came from two tabs, one has another.
function files() {
    const taken = [];
    return parts('file/').filter(([id]) => !id.includes('/')).map(([id, part]) => {
        taken.push(newName(part.name, taken));
        return {id, came: part.came, name: taken.at(-1)};
    });
}

const texts = new Map(); // promises of what the tools get, by key

// Returns the bytes of a file as they came, a table as text; undefined if they are not on this device.
function bytesOf(file) {
    if (!texts.has(file.came)) texts.set(file.came, journal.bulk(file.came).then(bytes => bytes && asTable(bytes)));
    return texts.get(file.came);
}

// Enters a step: the parts that it sets, of which null are none. False if another tab was faster.
async function enter(kind, about, sets, more) {
    const entered = await journal.append(kind, about, () => sets, more);
    if (entered) await changed(Object.keys(sets));
    else status(say('Another tab went on with this; nothing was changed here.'));
    return entered;
}

// Draws what shows these parts.
async function changed(names) {
    const any = (...uses) => names.some(name => uses.some(use => name.startsWith(use)));
    drawFoot();
    if (any('file/', 'list', 'rules', 'draft')) await readRound();
    else if (any('answer/')) await readAgain(names.filter(name => name.startsWith('answer/')).map(name => name.slice(7)));
    if (any('game/') && place === 'record') await drawRecord();
    if (any('rules', 'draft') && place === 'rules' && $('house').value !== houseText()) await fillRules();
    draw();
}

// ---- the foot of the page: what is kept, and what can be taken back

const stepText = ({at, kind, about}) => new Date(at).toLocaleTimeString(language === 'en' ? 'en-GB' : language, {hour: '2-digit', minute: '2-digit'}) + '  ' + [say(kind), about].filter(Boolean).join(' ');

function keptText() {
    const named = new Map(files().map(({came, name}) => [came, name])), lost = [...journal.held.keys()].map(key => named.get(key)).filter(Boolean);
    if (journal.unsaved) return say('Not saved here: take the file with you');
    if (lost.length > 0) return say('No room here for: %. All else is saved.', lost.join(', '));
    return [say('Saved on this device'), journal.entries.length > (stored(() => +localStorage.getItem(SAVED)) || 0) && say('not yet in a file')].filter(Boolean).join(' \u00b7 ');
}

// The event was saved as a file, or its archive: the foot says so until the next step.
const noteSaved = () => { stored(() => localStorage.setItem(SAVED, journal.entries.length)); drawFoot(); };

function drawFoot() {
    const last = journal.next('undo'), held = document.activeElement;
    if (held === (last ? null : $('undo')) || held === (journal.next('redo') ? null : $('redo'))) $('steps').focus(); // a button that goes takes no focus with it
    $('undo').disabled = !last;
    $('redo').hidden = !journal.next('redo');
    $('last').textContent = last ? stepText(last) : say('Nothing yet.');
    $('saved').textContent = keptText();
    $('saved').className = journal.unsaved || journal.held.size > 0 ? 'bad' : '';
}

async function takeBack(way) {
    const entry = await journal.takeBack(way);
    if (!entry) return status(say('Nothing yet.'));
    const board = Object.keys(entry.sets).map(boardOfPart).find(Boolean);
    if (board) now = board;
    draw(true);
    status(say(way === 'undo' ? 'Taken back: %' : 'Done again: %', stepText(entry)));
}

// All steps, from which one can go back to any.
function showSteps() {
    const back = async i => { box.close(); for (let n = 0; n <= i; n++) await journal.takeBack('undo'); draw(true); };
    const box = dialog(say('Steps'), nothing, make('ol', {class: 'list'}, journal.steps().reverse().map((entry, i) => make('li', {}, make('span', {}, stepText(entry)), button(say('Back to before this'), () => work(() => back(i)))))), closing());
}

// Empties the event. This is a step like others: what was here is deleted only a week later, or at "Delete for good".
const forget = () => enter('Forget', '', Object.fromEntries([...journal.parts.keys()].map(name => [name, null])));

function erase() {
    dialog(say('Delete for good'), answer => answer === 'ok' && work(() => journal.erase()).then(() => changed(['file/'])),
        make('p', {}, say('All that was done here is deleted from this device, and cannot be taken back.')),
        choices(make('button', {class: 'btn', value: 'ok'}, say('Delete for good')), make('button', {class: 'btn', value: ''}, say('Cancel'))));
}

// ---- the start

const WEEK = 6048e5;

// Reads what this device keeps. What has been forgotten for a week is deleted.
async function recall() {
    const chosen = stored(() => localStorage.getItem(KEY + '-language'));
    language = chosen === 'de' || !chosen && navigator.language.startsWith('de') ? 'de' : 'en';
    await journal.open(KEY + ':' + eventName);
    if (journal.parts.size === 0 && journal.next('undo')?.at < Date.now() - WEEK) await journal.erase();
}
