// SPDX-License-Identifier: MIT
// Places, keys and the menu of the event.

const PLACES = [['boards', 'Boards'], ['record', 'Record'], ['look', 'Look'], ['rules', 'Rules']];
let place = 'boards';
const letters = () => stored(() => localStorage.getItem(KEY + '-letters')) !== 'off';

// Goes to a place; it is filled before it is shown.
async function go(id) {
    place = PLACES.some(([known]) => known === id) ? id : 'boards';
    document.body.dataset.place = place;
    if (location.hash.slice(1) !== place) history.replaceState(null, '', '#' + place);
    frame();
    await work({boards: nothing, record: drawRecord, look: fillLook, rules: fillRules}[place]);
    for (const [known] of PLACES) $(known).hidden = known !== place;
    draw(true);
    if (place !== 'boards') ($(place).querySelector('[tabindex="0"], h2') || $('event')).focus();
}

// The words of the frame.
function frame() {
    document.documentElement.lang = language;
    put($('choosers'), addButtons());
    put($('places'), PLACES.map(([id, title]) => make('a', {href: id !== place && '#' + id, 'aria-current': id === place && 'page'}, say(title))));
    for (const e of document.querySelectorAll('[data-say]')) e.textContent = say(e.dataset.say);
    for (const e of document.querySelectorAll('[data-label]')) e.setAttribute('aria-label', say(e.dataset.label));
    $('find').placeholder = say('Find a board or a player') + '  /';
    document.title = say(PLACES.find(([id]) => id === place)[1]) + ' \u2013 ' + say('XPGN desk');
    drawFoot();
}

function step(by) {
    const order = inOrder(), held = document.activeElement === $('rows'), at = order.indexOf(now);
    [now, shown, opened] = [order[Math.max(0, Math.min(order.length - 1, at + by))] ?? now, 0, true];
    draw(!held);
    if (held) $('rows').focus();
}

const choose = i => acts[i] && work(acts[i]);
const KEYS = {
    j: () => step(1), k: () => step(-1), u: () => work(() => takeBack('undo')), U: () => work(() => takeBack('redo')), '/': () => $('find').focus(), '?': () => help(), s: () => boardOf(now)?.pile === 'question' && work(() => slip(boardOf(now))),
    p: () => paperDialog(), 0: () => $('typed')?.focus(), 1: () => choose(0), 2: () => choose(1), 3: () => choose(2), 4: () => choose(3), b: () => go('boards'), r: () => go('record'), l: () => go('look'),
};
const LISTED = {ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: () => open(now)}, EVERYWHERE = 'brluU?';
const TOLD = [['j k', 'next, previous board'], ['1 2 3', 'answer'], ['0', 'type another answer'], ['s', 'on a slip, ask the players'], ['u U', 'undo, redo'], ['/', 'find a board or player'], ['Enter', 'from the list into the question'], ['p', 'print'], ['b r l', 'Boards, Record, Look'], ['?', 'this table']];

on(window, 'keydown', event => {
    const {key, target} = event, typing = target.matches?.('input, textarea, select'), plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (document.querySelector('dialog[open]')) return;
    if (!plain && key === 'z' && !typing) return event.preventDefault(), KEYS[event.shiftKey ? 'U' : 'u']();
    if (typing && target.id === 'find' && ['Enter', 'ArrowDown'].includes(key)) return event.preventDefault(), open(inOrder()[0] ?? now);
    if (typing && key === 'Escape') return target.value = '', draw(true);
    if (!plain || typing) return;
    const does = target === $('rows') && LISTED[key] || letters() && (place === 'boards' || EVERYWHERE.includes(key)) && KEYS[key];
    if (does) event.preventDefault(), does();
});

function help() {
    const tick = make('input', {type: 'checkbox', checked: letters()});
    on(tick, 'change', () => stored(() => localStorage.setItem(KEY + '-letters', tick.checked ? 'on' : 'off')));
    dialog(say('Keys'), nothing, make('dl', {}, TOLD.flatMap(([keys, text]) => [make('dt', {}, keys.split(' ').flatMap(key => [make('kbd', {}, key), ' '])), make('dd', {}, say(text))])), make('label', {}, tick, ' ', say('keys of one letter')), closing());
}

// The menu of the event: others, its files, its language, what is rarely done.
async function menu() {
    const known = selectOf('event', (await eventNames()).map(name => [name, name]), eventName, {'aria-label': say('Event')}), tongue = selectOf('language', [['en', 'English'], ['de', 'Deutsch']], language, {id: 'language', 'aria-label': say('Language')});
    on(known, 'change', () => goTo(known.value));
    on(tongue, 'change', () => { language = tongue.value; stored(() => localStorage.setItem(KEY + '-language', language)); box.close(); again.clear(); found.clear(); work(readRound); go(place); });
    const act1 = (text, does, more) => button(say(text), () => { box.close(); work(does); }, more);
    const box = dialog(say('Event'), nothing, make('div', {class: 'rest'}, known, button(say('New event'), newEvent), tongue), make('div', {class: 'rest'}, addButtons()),
        make('div', {class: 'rest'}, act1('Save the archive', saveArchive, {class: 'btn', disabled: R.boards.size === 0}), act1('Save the event', saveEvent), chooser(say('Open an event'), list => work(() => openEvent(list[0])), {accept: '.xpgn-event'})),
        make('div', {class: 'rest'}, act1('Steps', showSteps), act1('Print', paperDialog), act1('Forget', forget), journal.parts.size === 0 && journal.next('undo') && act1('Delete for good', erase)), hint(say('Events stay in this browser, on this device: pages opened from a disk share them, and a private window keeps nothing.')), closing());
}

const addButtons = () => [chooser(say('Choose files'), list => work(() => addFiles(list)), {multiple: true}, {class: 'btn main'}), chooser(say('Choose a folder'), list => work(() => addFiles(list)), {webkitdirectory: true})];
