// SPDX-License-Identifier: MIT
// Record: a game at the board, by xpgn-record. Each entry runs the tool on the saved record; lines announced but not yet
// in the record are repeated with the next entry. An entry is saved before it is shown.

let table = {}; // the game as shown now
let picked = ''; // square of the piece tapped
let flipped = false;
let faces = []; // dice tapped so far

// Enters lines into the record; returns the first reply, which has the state of the game, and those to the lines.
async function session(entries, roll = state.recordTags.roll) {
    const ran = await tool(['record', ...roll ? ['--roll'] : [], 'game.xpgn'], {'game.xpgn': state.record}, [...announced(), ...entries].map(line => line + '\n').join(''));
    const replies = lines(ran.stdout);
    if (replies.length === 0) throw new Error(ran.stderr);
    return {first: replies[0], replies: replies.slice(1 + announced().length), record: ran.files['game.xpgn']};
}

const announced = () => state.recordTags.announced || []; // lines that are not in the record yet
const replied = () => state.recordTags.reply || '';
const wordOf = reply => reply.split(' ', 1)[0];
const restOf = reply => reply.slice(wordOf(reply).length + 1);

// Makes an entry: saves it, then shows it, unless another tab has gone on with the game.
async function enter(line) {
    const seen = journal.parts, {replies, record} = await session([line]);
    const reply = replies[0] || '', word = wordOf(reply);
    if (word === 'error') {
        table.refused = line;
        faces = [];
        drawDice();
        status(restOf(reply).replace(/^\S+ /, ''));
        return;
    }
    // once dice have fallen they are in the record, with their action
    state.recordTags.announced = word === 'dice' && record === state.record ? [...announced(), line] : [];
    state.recordTags.reply = reply;
    state.record = record;
    table.refused = '';
    faces = [];
    picked = '';
    if (await keep('Entry', {about: line, seen})) await show('record');
}

// Translates what xpgn-record says of a combat before its dice into the language of the page.
const inWords = text => language === 'en' ? text : text.replace(/wounded (\w+ \w+)/g, '$1 wounded').replace(/both fall|neither falls|[a-z]{3,}/g, word => say(word));

// Returns an entry with the clock time, if one was entered.
const timed = text => [text, $('clock')?.value.trim()].filter(Boolean).join(' ');

// ---- a new game

async function rulesets() {
    const {stdout} = await tool(['validate', '--list-variants']);
    return lines(stdout).map(line => line.trim().split(/ {2,}/)).map(([id, title, options]) => ({id, title, options: options || ''}));
}

const rulesOf = ({variant, options}) => ['--variant=' + variant, ...options ? ['--options=' + options] : []];
const field = (text, input) => make('label', {class: 'field'}, make('span', {}, say(text)), input);
const textInput = (name, value, more) => make('input', {type: 'text', name, value: value || '', autocomplete: 'off', spellcheck: 'false', ...more});
const selectOf = (name, list, value) => {
    const select = make('select', {name}, ...list.map(([id, text]) => make('option', {value: id}, text)));
    if (value !== undefined) select.value = value;
    return select;
};

// Returns a start position: that of a simulated game, which has it in a tag if the ruleset does not fix it.
async function startOf(rules) {
    const {stdout} = await tool(['simulate', ...rulesOf(rules), '--games=1', '--max-plies=1', '--seed=' + Math.floor(Math.random() * 1e9)]);
    return {game: stdout, xfen: (stdout.match(/^\[X?FEN "(.*)"\]/m) || ['', ''])[1]};
}

const tick = (name, text) => make('label', {}, make('input', {type: 'checkbox', name}), text);

async function begin(data) {
    const seen = journal.parts;
    const args = ['record', '--variant=' + data.get('variant')];
    for (const name of ['options', 'xfen', 'white', 'red', 'black', 'green', 'event', 'site', 'round'])
        if (data.get(name)) args.push('--' + name + '=' + data.get(name));
    const roll = data.get('roll') === 'on';
    const {stdout, stderr, files, status: left} = await tool([...args, ...roll ? ['--roll'] : [], 'game.xpgn'], {}, 'quit\n');
    if (left !== 0 || !files['game.xpgn']) return status(stderr || stdout);
    Object.assign(state, {record: files['game.xpgn'], recordTags: {roll, clock: data.get('clock') === 'on', variant: data.get('variant'), options: data.get('options') || ''}});
    table = {};
    if (await keep('Begin', {seen})) await show('record');
}

async function fillBegin(section) {
    const known = await rulesets();
    const variant = selectOf('variant', known.map(r => [r.id, r.title]), 'chess-attack');
    const options = textInput('options'), xfen = textInput('xfen', '', {size: 40}), hint = make('p', {class: 'hint'});
    const named = name => field(name, textInput(name.toLowerCase())), four = [named('Red'), named('Green')];
    const board = make('div', {class: 'board-box'});
    let offered = '', game = '';
    const draw = async () => {
        const {stdout} = await tool(['render-svg', '--theme=screen', languageOption(), ...xfen.value ? [...rulesOf({variant: variant.value, options: options.value}), '--xfen=' + xfen.value] : ['--ply=0', 'start.xpgn']], {'start.xpgn': game});
        board.replaceChildren(...stdout ? [picture(stdout)] : []);
    };
    const change = async () => {
        for (const seat of four) seat.hidden = seat.lastChild.disabled = !options.value.includes('players=');
        hint.textContent = say('Options') + ': ' + (known.find(r => r.id === variant.value).options || '\u2013');
        const start = await startOf({variant: variant.value, options: options.value});
        // a position that was typed stays
        if (xfen.value === offered) xfen.value = offered = start.xfen;
        ({game} = start);
        await draw();
    };
    const form = make('form', {class: 'begin', submit: event => { event.preventDefault(); work(() => begin(new FormData(form))); }},
        field('Game', variant), field('Options', options), named('White'), named('Black'),
        ...four, named('Event'), field('Round', textInput('round', '', {size: 4})),
        field('Start position', xfen),
        tick('roll', say('Roll the dice here')), tick('clock', say('Enter clock times')),
        make('button', {class: 'main'}, say('Begin')));
    on(variant, 'input', () => work(change));
    on(options, 'input', latest(() => work(change)));
    on(xfen, 'input', latest(() => work(draw)));
    await change();
    section.append(make('div', {class: 'columns form-side'}, make('div', {}, make('h2', {}, say('A new game')), form, hint,
        ...chooser(say('Go on with a record'), list => work(async () => { state.record = await textOf(list[0]); state.recordTags = {}; await keep('Go on with a record', {about: list[0].name}); await show('record'); }), {accept: '.xpgn,.pgn'})), board));
}

// ---- the board

// Returns the place of the board in its picture, in percent, and its numbers of files and ranks.
function geometry(xml) {
    const board = xml.querySelector('.board'), {width, height} = xml.viewBox.baseVal;
    const {e, f} = board.closest('[transform]').transform.baseVal.consolidate().matrix;
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map(name => board[name].baseVal.value);
    const [files, ranks] = board.getAttribute('class').match(/\d+/g).map(Number);
    return {left: (e + x) / width * 100, top: (f + y) / height * 100, width: w / width * 100, height: h / height * 100, files, ranks};
}

const FILES = 'abcdefghijklmnop';
// Returns the pieces by square, from the description of the picture: "White: king e1, ..."
const standing = text => Object.fromEntries([...text.matchAll(/([^.:,]+) ([a-p]\d\d?)(?=[,.])/g)].map(([, piece, square]) => [square, piece.trim()]));

const labelOf = a => a.word + (a.odds ? ' ' + a.odds : '');

function squareLabel(square, pieces) {
    const here = table.actions.filter(a => a.from === picked && a.to === square);
    return [square, pieces[square] || say('empty'), square === picked && say('chosen'), ...here.map(labelOf)].filter(Boolean).join(', ');
}

function tapped(square) {
    table.focus = square;
    const list = table.actions.filter(a => a.from === picked && a.to === square);
    if (picked && list.length === 1) return work(() => enter(timed(list[0].word)));
    if (picked && list.length > 1) return choose(list);
    picked = picked === square || !table.actions.some(a => a.from === square) ? '' : square;
    drawSquares();
    drawActions();
}

function drawSquares() {
    const {files, ranks} = table.place, grid = $('squares'), pieces = table.pieces;
    const held = grid.contains(document.activeElement);
    const rows = [];
    for (let row = 0; row < ranks; row++) {
        const tr = make('div', {role: 'row'});
        for (let column = 0; column < files; column++) {
            const name = FILES[flipped ? files - 1 - column : column] + (flipped ? row + 1 : ranks - row);
            const hits = table.actions.filter(a => a.from === picked && a.to === name);
            const cell = make('button', {type: 'button', role: 'gridcell', tabindex: -1, 'data-square': name, 'aria-label': squareLabel(name, pieces), class: [name === picked && 'picked', picked && hits.length > 0 && (hits.some(a => a.odds) ? 'attack' : 'to')].filter(Boolean).join(' '), click: () => tapped(name)});
            if (hits.length > 0 && hits[0].odds) cell.append(make('span', {'aria-hidden': 'true'}, hits[0].odds));
            tr.append(cell);
        }
        rows.push(tr);
    }
    grid.replaceChildren(...rows);
    const at = grid.querySelector('[data-square="' + table.focus + '"]') || grid.querySelector('button');
    at.tabIndex = 0;
    if (held) at.focus();
}

// Moves the focus from square to square with the arrow keys.
function steer(event) {
    const {files} = table.place, step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -files, ArrowDown: files}[event.key];
    if (!step) return;
    const all = [...$('squares').querySelectorAll('button')], i = all.indexOf(document.activeElement), next = all[i + step];
    event.preventDefault();
    if (!next || (Math.abs(step) === 1 && Math.floor(i / files) !== Math.floor((i + step) / files))) return;
    all[i].tabIndex = -1;
    next.tabIndex = 0;
    table.focus = next.dataset.square;
    next.focus();
}

function choose(list) {
    const box = dialog(say('Which?'), nothing, make('div', {class: 'candidates'}, ...list.map(a => button(labelOf(a), () => { box.close(); return work(() => enter(timed(a.word))); }))));
}

// ---- legal actions

function drawActions() {
    const rolled = a => !state.recordTags.roll && (a.word === 'roll' || a.word === 'first');
    const list = table.actions.filter(a => picked ? a.from === picked : (a.from === '' || a.to === '') && !rolled(a));
    $('actions').replaceChildren(...list.map(a => button(labelOf(a), () => work(() => enter(a.word === 'roll' ? a.word : timed(a.word))), {class: 'fix'})));
}

const isDue = word => table.actions.some(a => a.word === word);

// Returns the numbers of dice due: of the attacker, and of the defender.
function due() {
    const [word, dice] = replied().split(' ');
    return word === 'dice' ? dice.split(':').map(Number) : isDue('first') ? [1, 1] : isDue('roll') ? [1] : [];
}

function rollText() {
    const [attack] = due();
    return faces.length <= attack || due().length < 2 ? faces.join(',') : faces.slice(0, attack).join(',') + ':' + faces.slice(attack).join(',');
}

function drawDice() {
    const all = due().reduce((sum, n) => sum + n, 0), box = $('dice');
    const tap = face => {
        faces.push(face);
        if (faces.length < all) return drawDice();
        return work(() => enter(timed((isDue('first') ? 'first ' : '') + rollText())));
    };
    const whose = isDue('first') ? say('Who begins: die % of 2', faces.length + 1) : isDue('roll') ? say('Roll of the turn') : due().length < 2 ? say('Die') : faces.length < due()[0] ? say('Attacker: die % of %', faces.length + 1, due()[0]) : say('Defender: die % of %', faces.length - due()[0] + 1, due()[1]);
    box.replaceChildren(make('span', {id: 'whose'}, whose, faces.length > 0 ? ' (' + rollText() + ')' : ''),
        ...Array.from({length: table.faces}, (_, i) => i + 1).map(face => make('button', {type: 'button', class: 'face', click: () => tap(face)}, make('span', {'aria-hidden': 'true'}, face > 6 ? String(face) : String.fromCharCode(0x267F + face)), make('span', {class: 'sr'}, String(face)))));
    box.hidden = all === 0 || Boolean(state.recordTags.roll);
}

// ---- the whole view

async function oddsOf(xfen) {
    const {stdout} = await tool(['odds', ...rulesOf(table), '--xfen=' + xfen, '--format=json']);
    return objects(stdout);
}

function chance(row) {
    const share = row.won ?? row.success;
    return share === undefined ? '' : Math.round(share * 100) + '\u00a0%';
}

// Reads the state of the game: the position, the legal actions and the odds.
async function look1() {
    if (table.of !== state.record) [picked, faces, table.of] = ['', [], state.record];
    // this rolls nothing: with --roll the recorder lists the roll of the turn
    const {first, replies} = await session(['show', 'actions squares'], announced().length === 0 || state.recordTags.roll);
    const [shown, legal] = replies.slice(-2).map(restOf);
    const {stdout} = await tool(['list', '--format=json', '--columns=ruleset,White,Black,result,RuleOptions', 'game.xpgn'], {'game.xpgn': state.record});
    const head = objects(stdout)[0];
    Object.assign(table, {xfen: shown, head, variant: head.ruleset, options: head.RuleOptions || ''});
    // the actions that the dice leave to choose from
    const left = wordOf(replied()) === 'choose' ? restOf(replied()).split(' ').filter(text => !/^\d/.test(text)) : [];
    table.actions = (left.length > 0 ? left : legal.split(' ')).filter(Boolean).map(text => {
        const [, word, from, to] = text.match(/^(.*?)(?::(\w*)-(\w*))?$/);
        return {word, from: from || '', to: to || ''};
    });
    table.faces = 6;
    for (const row of await oddsOf(shown)) {
        for (const a of table.actions) if (a.word === row.action) a.odds = chance(row);
        const dice = row.attacker ? row.attacker.dice + row.defender.dice : 0, all = row.throws + row.again;
        const root = dice > 0 ? Math.round(all ** (1 / dice)) : row.die_faces;
        if (row.die_faces || root ** dice === all && root > 1) table.faces = root;
    }
    const svg = await tool(['render-svg', '--theme=screen', ...rulesOf(table), ...flipped ? ['--flip'] : [], languageOption(), '--xfen=' + shown]);
    if (svg.stdout === '') throw new Error(svg.stderr);
    const xml = new DOMParser().parseFromString(svg.stdout, 'image/svg+xml').documentElement;
    table.place = geometry(xml);
    // "1. White to move", with the side to move from the end of the picture's title; "1. first", "1-0"
    const label = restOf(first).replace(/^\d+ /, '');
    table.due = label.endsWith('.') ? label + ' ' + xml.querySelector('title').textContent.replace(/^.*, /s, '') : label;
    table.picture = picture(svg.stdout);
    table.pieces = standing(table.picture.alt);
}

const MORE = [['Undo', 'undo'], ['Take back with dice', 'annul'], ['End the turn', 'end'], ['Draw', 'draw'], ['Resign', 'resign'], ['Half-move missing', 'missing'], ['It was played and stood', 'stood']];

async function fillRecord(section) {
    if (!state.record) return fillBegin(section);
    await look1();
    const squares = make('div', {id: 'squares', role: 'grid', 'aria-label': say('Board'), keydown: steer});
    for (const side of ['left', 'top', 'width', 'height']) squares.style[side] = table.place[side] + '%';
    squares.style.setProperty('--files', table.place.files);
    const line = textInput('line', '', {'aria-label': say('Entry'), placeholder: say('e4, exd5 5:1, undo ...'), autocapitalize: 'off'});
    const send = text => () => work(() => enter(text));
    section.append(make('div', {class: 'columns board-side'},
        make('div', {class: 'board-box'}, make('div', {class: 'board'}, table.picture, squares)),
        make('div', {},
            make('h2', {}, make('bdi', {}, [table.head.White, table.head.Black].map(name => name || '?').join(' \u2013 '))),
            make('p', {id: 'where', role: 'status', 'data-reply': wordOf(replied())}, wordOf(replied()) === 'dice' ? inWords(restOf(replied()).replace(/^\d+:\d+ /, '')) : replied() ? restOf(replied()) : table.due),
            wordOf(replied()) === 'open' && make('p', {class: 'hint'}, say('The turn may go on; else end it.')),
            make('div', {id: 'dice', class: 'candidates', role: 'group', 'aria-label': say('Dice')}),
            make('div', {id: 'actions', class: 'candidates', role: 'group', 'aria-label': say('Actions')}),
            make('form', {submit: event => { event.preventDefault(); if (line.value.trim()) send(line.value.trim())(); }}, line,
                state.recordTags.clock && textInput('clock', '', {id: 'clock', size: 8, 'aria-label': say('Clock time'), placeholder: '1:29:30'}), make('button', {class: 'main'}, say('Enter'))),
            make('div', {class: 'tools', role: 'group', 'aria-label': say('More')}, ...MORE.map(([text, word]) => button(say(text), send(word))),
                button(say('What may be meant'), () => work(meant)), button(say('Correct the last'), () => { line.value = 'correct '; line.focus(); }),
                button(say('Flip the board'), () => { flipped = !flipped; return show('record'); })),
            pane(say('Game record'), state.record.split('\n\n').slice(1).join('\n\n').trim(), {id: 'sheet'}),
            make('div', {class: 'tools'}, button(say('Save record'), () => saveRecord('game.xpgn', state.record)),
                checkButton('game.xpgn', state.record),
                button(say('A new game'), () => work(async () => {
                    Object.assign(state, {record: '', recordTags: {}});
                    table = {};
                    await keep('A new game');
                    await show('record');
                }))))));
    drawSquares();
    drawActions();
    drawDice();
    stayOn();
}

// Shows what a refused line may have meant.
async function meant() {
    if (!table.refused) return status(say('Nothing was refused.'));
    const {replies} = await session([table.refused, 'fix']);
    status(restOf(replies[1] || ''));
}

let lock = null;

// Keeps the screen on, where the browser supports it.
async function stayOn() {
    try {
        if (navigator.wakeLock && (!lock || lock.released)) lock = await navigator.wakeLock.request('screen');
    } catch { /* refused, as when the battery is low */ }
}

views.push({id: 'record', title: 'Record', fill: fillRecord, uses: ['record', 'rules']});
