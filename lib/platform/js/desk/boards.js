// SPDX-License-Identifier: MIT
// Boards: the round as xpgn-compare --batch sees it, in three piles, and the list of them.

const PILES = [['question', 'One question'], ['stuck', 'Stuck'], ['done', 'Done']], MANY = 60, BIG = 400e3;
const fresh = () => ({files: [], boards: new Map(), list: null, summary: null});

let R = fresh(); // boards by name: what the tool says of each, with its questions and changes
let now = ''; // the board that is open
let opened = false; // whether it was opened by hand; otherwise it is the first of all
let reading = false;
const found = new Map(); // what the tool said of files, by key; and boards by what they were made from
const again = new Map();
const asked = new Map(); // boards by ids of their questions

const boardOf = name => R.boards.get(name);
const openQuestion = b => b.questions.find(q => !onSlip(q)) || b.questions[0];
const onSlip = q => Boolean(journal.parts.get('slip/' + q.id));
const isAsked = b => b.pile === 'question' && b.questions.every(onSlip);
const rulesOf = b => b.ruleset ? ['--variant=' + b.ruleset] : [];
const fileNamed = name => R.files.find(file => file.file === name);

// What a board is called: its number, or a letter as long as no list has numbers.
const letterOf = n => (n > 26 ? letterOf(Math.ceil(n / 26) - 1) : '') + String.fromCharCode(65 + (n - 1) % 26);
const nameOf = b => R.list?.made ? letterOf(+b.board) : b.board;
const calledBoard = b => say('Board %', nameOf(b));

// The board that a part of the journal is about.
const boardOfPart = part => {
    const [kind, key] = [part.split('/', 1)[0], part.slice(part.indexOf('/') + 1)];
    return kind === 'photo' ? journal.parts.get(part) : ['answer', 'slip'].includes(kind) ? asked.get(key) : undefined;
};

// ---- reading

function take(into, object) {
    if (object.object === 'file') into.files.push(object);
    else if (object.object === 'board') {
        into.boards.set(object.board, {...object, open: object.questions, questions: [], changes: []});
        asked.set(object.id, object.board);
    } else if (object.object === 'summary') into.summary = object;
    else {
        into.boards.get(object.board)[object.object + 's'].push(object);
        if (object.object === 'question') asked.set(object.id, object.board);
    }
}

const answersTable = list => csv([['id', 'answer'], ...parts('answer/'), ...Object.entries(list.made || {})]);
// The arguments for these files, and what they read.
async function given(list, those) {
    const data = {'answers.csv': answersTable(list), [list.name]: list.text};
    const names = [];
    for (const file of those) {
        const bytes = await bytesOf(file);
        if (bytes === undefined) lost.add(file.came);
        else data[file.name] = bytes, names.push(file.name);
    }
    return {args: ['compare', '--batch', '--list=' + list.name, '--answers=answers.csv'], names, data};
}

// Asks what files are, those that are not known yet.
async function recognize(all) {
    for (const file of all.filter(one => !found.has(one.came))) {
        const bytes = await bytesOf(file);
        if (huge.has(bytes)) found.set(file.came, [{file: file.name, kind: 'other', large: true, why: say('a table that is too large: copy the half-moves alone into a new one')}]);
        else if (bytes?.length > BIG) found.set(file.came, [await weigh(file)]);
    }
    const unknown = all.filter(file => !found.has(file.came)), byName = new Map(unknown.map(file => [file.name, file]));
    if (unknown.length === 0) return;
    const {args, names, data} = await given({name: 'no.list', text: 'round,board,white,black\n'}, unknown);
    const {stdout} = await tool([...args, '--format=json', languageOption(), ...names], data);
    for (const object of objects(stdout)) if (object.object === 'file') {
        const {came} = byName.get(object.file);
        found.set(came, [...found.get(came) || [], object]);
    }
}

// What is said of an archive that is too large to be read as sheets: how many games have findings.
async function weigh({name, came}) {
    const data = {[name]: await journal.bulk(came)}, {stdout} = await tool(['validate', '--no-fixes', '--max-errors=1', '--format=json', name], data);
    const wrong = new Set(objects(stdout).filter(one => one.level === 'error').map(one => one.game)).size, games = objects((await tool(['list', '--format=json', '--columns=game', name], data)).stdout).length;
    return {file: name, game: null, kind: 'archive', large: true, wrong, why: say('% games, % with findings', games, wrong)};
}

// Makes boards of the games of an archive that have findings.
async function asBoards(file) {
    const {files: made} = await tool(['validate', '--no-fixes', '--quiet', '--bad=bad.xpgn', file.name], {[file.name]: await journal.bulk(file.came)});
    await addFiles([new File([made['bad.xpgn']], file.name)]);
}

const isLarge = file => found.get(file.came)?.some(object => object.large);
const isArchive = file => isLarge(file) && isKind(file, 'archive');
const isKind = (file, kind) => found.get(file.came)?.some(object => object.kind === kind);
const wordsOf = name => name.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).sort();
const listOf = rows => ({name: 'list.csv', text: csv([['round', 'board', 'white', 'black', 'result'], ...rows.map(({names, result}, i) => [1, i + 1, ...names, result])])});
const FEW = 16;

// The row of the sheets that are like this one, as the tool says, if its names may be the same; -1: none.
async function nearest(rows, belong, those, {file, game, names: players}) {
    const {args, names, data} = await given({...listOf(rows), made: belong}, those);
    const found = objects((await tool([...args, '--format=json', ...names], data)).stdout).find(object => object.file === file.name && object.game === game);
    const row = Number(found?.board ?? found?.near[0] ?? 0) - 1, may = (name, other) => !name || !other || wordsOf(name).some(word => wordsOf(other).some(one => one[0] === word[0]));
    return rows[row]?.names.every((name, seat) => may(players[seat], name)) ? row : -1;
}

// Makes a list of the sheets, where there is none: boards by the players that they name, and by what is like what.
async function madeList(all) {
    const rows = [], belong = {}, heads = [];
    for (const file of all.filter(one => (isKind(one, 'sheet') || isKind(one, 'archive')) && !isLarge(one))) {
        const {stdout} = await tool(['fmt', '--import', '--incomplete', file.name], {[file.name]: await bytesOf(file)});
        objects((await tool(['list', '--format=json', '--columns=White,Black,result', 'x.xpgn'], {'x.xpgn': stdout})).stdout).forEach(({White, Black, result}, i) => heads.push({file, game: i + 1, names: [White || '', Black || ''], result}));
    }
    heads.sort((a, b) => b.names.join('').length - a.names.join('').length);
    for (const [at, {file, game, names, result}] of heads.entries()) {
        let row = rows.findIndex(other => names.join('') && alike(other.names.map(wordsOf), names.map(wordsOf)));
        if (row < 0 && at > 0 && heads.length <= FEW) row = await nearest(rows, belong, [...new Set(heads.slice(0, at + 1).map(head => head.file))], heads[at]);
        if (row < 0) row = rows.push({names: names.map((name, seat) => name || file.name + ' ' + (seat + 1)), result}) - 1;
        belong[file.name + (game > 1 ? '#' + game : '')] = 'board 1.' + (row + 1);
    }
    return {...listOf(rows), made: belong};
}

async function findList(all) {
    const chosen = journal.parts.get('list'), file = all.find(({id}) => id === chosen) || all.find(one => isKind(one, 'list'));
    return file ? {name: file.name, text: await bytesOf(file), file} : madeList(all);
}

// Reads the whole round; boards are shown as they come.
const readRound = latest(() => work(async () => {
    const all = files(), next = fresh();
    if (R.boards.size === 0) [R, opened] = [next, false];
    again.clear();
    if (all.length > 0) {
        reading = true;
        drawHead();
        await recognize(all);
        next.list = await findList(all);
        const {args, names, data} = await given(next.list, all.filter(file => file !== next.list.file && !isLarge(file)));
        next.files.push(...all.filter(isLarge).map(file => found.get(file.came)[0]));
        let rest = '', last = 0;
        const pieces = new TextDecoder(), heard = text => {
            const at = (rest += text).lastIndexOf('\n') + 1;
            for (const object of objects(rest.slice(0, at))) take(next, object);
            rest = rest.slice(at);
            if (R === next && Date.now() > last + 200) draw(), last = Date.now();
        };
        const ran = await tool([...args, '--format=json', languageOption(), ...names], data, '', {stdout: piece => heard(pieces.decode(piece, {stream: true}))});
        heard(ran.stdout);
        if (ran.status > 3 || !next.summary) throw {said: ran.stderr};
    }
    R = next;
    reading = false;
    draw(document.activeElement === document.body);
}));

// Reads anew the boards that these answers are about: what is known is shown at once, and confirmed by the tool.
async function readAgain(keys) {
    const about = [...new Set(keys.map(key => asked.get(key)))];
    if (about.includes(undefined) || about.some(name => !boardOf(name))) return readRound();
    await Promise.all(about.map(name => presume(boardOf(name)) ? void confirmed(name) : confirmed(name)));
}

// Says of a board what is known before the tool has confirmed it: with one of its choices, a question is answered.
function presume(b) {
    const wasOpen = b.questions.length;
    b.questions = b.questions.filter(q => !q.choices.some(choice => choice.text === answerTo(q.id)));
    if (b.pile === 'question' && b.questions.length === 0) b.pile = 'done';
    return b.questions.length < wasOpen;
}

const confirmed = name => work(async () => {
    const all = files(), b = boardOf(name), own = all.filter(file => fileNamed(file.name)?.board === name), mine = own.length > 0 ? own : all.filter(file => file.id !== R.list.file?.id), next = fresh(), of = R;
    const {args, names, data} = await given(R.list, mine), key = JSON.stringify([name, language, mine, data['answers.csv']]);
    if (!again.has(key)) again.set(key, tool([...args, '--format=json', languageOption(), '--only=' + b.id, ...names], data));
    for (const object of objects((await again.get(key)).stdout)) take(next, object);
    if (R !== of || data['answers.csv'] !== answersTable(R.list) || !next.boards.has(name)) return;
    R.boards.set(name, next.boards.get(name));
    draw();
});

// ---- acts

const left = () => PILES.map(([pile]) => [...R.boards.values()].filter(b => b.pile === pile).length);
// Answers: stores it, shows it, and goes to the next question.
async function answer(b, key, text, words) {
    const before = now, seen = journal.parts;
    if (!await enter('', calledBoard(b) + ': ' + words, {['answer/' + key]: text}, {seen})) return;
    if (now === before && boardOf(b.board)?.pile === 'done') toNext();
    draw(true);
    const [open, stuck, done] = left();
    status([calledBoard(b) + ': ' + words, say('Undo') + ': u', say('% done', done), open + stuck > 0 && say('% left', open + stuck)].filter(Boolean).join('. '));
}

function toNext() {
    const {question, stuck} = piles();
    [now, shown, opened] = [[...question.filter(b => !isAsked(b)), ...stuck][0]?.board ?? now, 0, true];
}

async function slip(b) {
    const q = openQuestion(b);
    if (!q) return;
    await enter(onSlip(q) ? 'Not on a slip' : 'On a slip', calledBoard(b) + ': ' + q.turn, {['slip/' + q.id]: onSlip(q) ? null : true});
    if (isAsked(b)) toNext();
    draw(true);
}

// ---- the list

const settles = b => openQuestion(b)?.settles ?? 0;
// The boards that are sought, by piles; those whose names begin with it come first.
function piles() {
    const text = $('find').value.toLowerCase().trim(), out = {question: [], stuck: [], done: []}, words = b => [nameOf(b), ...b.players].join(' ').toLowerCase();
    for (const b of R.boards.values()) if (words(b).includes(text)) out[b.pile].push(b);
    out.question.sort((a, b) => isAsked(a) - isAsked(b) || settles(b) - settles(a));
    const begins = b => (' ' + words(b)).includes(' ' + text);
    for (const pile in out) if (text) out[pile].sort((a, b) => begins(b) - begins(a));
    return out;
}

const inOrder = () => Object.values(piles()).flat().map(b => b.board);
const family = name => name.split(',')[0];
const half = text => (text || '').replaceAll('1/2', '\u00bd');
const turnOf = text => text.replace('...', '\u2026');
const rowsMade = new Map(); // rows by board, with what they show

const underRow = b => b.pile === 'question' ? [isAsked(b) && say('on a slip') + ' \u00b7 ', turnOf(openQuestion(b).turn.split(' ')[0]) + ' ', make('span', {class: 'ask'}, openQuestion(b).text)] : b.pile === 'stuck' ? [stuckText(b)] : [];

function rowOf(b) {
    const about = JSON.stringify([nameOf(b), b.players, b.result, b.record_result, b.pile, b.why, openQuestion(b)?.id, openQuestion(b)?.text, isAsked(b), b.board === now, language]), made = rowsMade.get(b.board);
    if (made?.about === about) return made.row;
    const row = made?.row || make('div', {role: 'option', id: 'row-' + b.board, class: 'row', click: () => open(b.board)});
    row.setAttribute('aria-selected', String(b.board === now));
    put(row, make('span', {class: 'n'}, nameOf(b)), make('span', {class: 'who'}, names(...b.players.map(family))), make('span', {class: 'res'}, b.pile === 'done' && half(b.record_result || b.result)),
        b.pile !== 'done' && make('span', {class: 'sub'}, underRow(b)));
    rowsMade.set(b.board, {about, row});
    return row;
}

const groups = new Map(PILES.map(([pile, title]) => [pile, {box: make('div', {role: 'group', class: 'group'}), head: make('p', {class: 'pile ' + pile, 'aria-hidden': 'true'}), title}]));

function drawList() {
    const sorted = piles();
    for (const [pile, {box, head, title}] of groups) {
        const rows = sorted[pile].map(rowOf);
        head.textContent = say(title) + ' ' + rows.length;
        box.setAttribute('aria-label', say(title));
        box.hidden = rows.length === 0;
        const wanted = [head, ...rows];
        if (wanted.length !== box.childNodes.length || wanted.some((row, i) => box.childNodes[i] !== row)) put(box, wanted);
        if (!box.isConnected) $('rows').append(box);
    }
    if (boardOf(now) && $('row-' + now)?.isConnected) {
        $('rows').setAttribute('aria-activedescendant', 'row-' + now);
        $('row-' + now).scrollIntoView({block: 'nearest'});
    } else $('rows').removeAttribute('aria-activedescendant');
    const going = games().filter(({id}) => !journal.parts.has('file/' + id));
    put($('going'), going.length > 0 && [make('p', {class: 'pile going'}, say('Being recorded') + ' ' + going.length), going.map(({id, names: players}) => button(players.some(Boolean) ? names(...players.filter(Boolean).map(family)) : say('Record'), () => { playing = id; forgetTaps(); go('record'); }, {class: 'btn quiet'}))]);
    drawOthers();
}

// Opens a board, with the focus where it can be answered.
function open(board, focus = true) {
    [now, shown, opened] = [board, 0, true];
    $('boards').classList.add('read');
    $('boards').scrollTop = $('one').scrollTop = 0;
    draw(focus);
}

// The files that are in no board, each with what it can be.
function drawOthers() {
    const all = files(), rest = R.files.filter(file => file.board === null || file.board === undefined), byName = name => all.find(file => file.name === name);
    const held = rest.filter(({file}) => byName(file) && !journal.parts.get('photo/' + byName(file).id));
    const missing = all.filter(file => journal.parts.size > 0 && lost.has(file.came));
    put($('others'), held.length + missing.length > 0 && make('details', {open: $('others').firstChild?.open}, make('summary', {}, say('% files without a board', held.length + missing.length)), make('ul', {},
        missing.map(file => make('li', {}, make('b', {}, make('bdi', {}, file.name)), ': ', say('not on this device'))),
        held.map(object => make('li', {}, make('b', {}, make('bdi', {}, object.file), object.game > 1 && ' #' + object.game), ': ', object.why || object.unread?.why || say('of no board'), object.cure && '; ' + object.cure, ' ', usesOf(object, byName(object.file)))))));
}

const lost = new Set(); // keys of bytes that are not on this device
// What a file without a board can be made.
function usesOf(object, file) {
    if (object.game) return boardChooser(say('Belongs to board'), b => answer(b, object.file + (object.game > 1 ? '#' + object.game : ''), 'board ' + b.id, object.file), object.near);
    if (object.kind === 'picture') return boardChooser(say('Lay beside board'), b => enter('Laid beside', calledBoard(b) + ': ' + file.name, {['photo/' + file.id]: b.board}));
    if (object.wrong > 0) return button(say('Look at them as boards'), () => work(() => asBoards(file)), {class: 'btn small'});
    if (object.large) return null;
    if (object.kind === 'list') return button(say('This is the list'), () => work(() => enter('List', file.name, {list: file.id})), {class: 'btn small'});
    return ['text', 'other'].includes(object.kind) && button(say('Open as rules'), () => work(async () => { await enter('House rules', file.name, {draft: await bytesOf(file)}); go('rules'); }), {class: 'btn small'});
}

// Makes a field for what a board is called; `near` is offered.
function boardChooser(text, does, near = []) {
    const input = textInput('board', boardOf(near[0]) ? nameOf(boardOf(near[0])) : '', {size: 4, 'aria-label': text}), asked = () => [...R.boards.values()].find(b => nameOf(b) === input.value.trim().toUpperCase());
    return make('form', {class: 'inline', submit: event => { event.preventDefault(); const b = asked(); if (b) work(() => does(b)); else status(say('There is no board %.', input.value)); }}, make('label', {}, text, ' ', input), ' ', make('button', {class: 'btn small'}, say('OK')));
}

// ---- the head

function drawHead() {
    const [open, stuck, done] = left(), all = [...R.boards.values()], rounds = [...new Set(all.map(b => b.round))], count = R.boards.size;
    $('event').textContent = [rounds.length === 1 && R.list && !R.list.made && say('Round %', rounds[0]), eventName !== '1' && eventName].filter(Boolean).join(' \u00b7 ') || say('XPGN desk');
    const mark = (b, kind) => make('i', {class: kind + (b?.board === now ? ' here' : '')});
    put($('strip'), count > MANY ? [['done', done], ['question', open], ['stuck', stuck]].map(([kind, n]) => { const bar = mark(null, kind + ' bar'); bar.style.flexGrow = n; return n > 0 && bar; }) : all.map(b => mark(b, b.pile)));
    put($('count'), count > 0 && [make('b', {}, done + ' / ' + count), ' ' + say('done'), open > 0 && ' \u00b7 ' + say(open === 1 ? '% question' : '% questions', open), stuck > 0 && ' \u00b7 ' + say('% stuck', stuck)]);
    $('reading').hidden = !reading;
    $('reading').textContent = say('Reading % files: % boards so far. Answer what is there already.', files().length, count);
}
