// SPDX-License-Identifier: MIT
// Record: a game at the board, by xpgn-record. Each entry runs the tool on the record as it is; lines announced but not yet in
// the record are repeated with the next entry. An entry is saved before it is shown.

const SEATS = ['White', 'Red', 'Black', 'Green'], isForFour = drawing => drawing.files > 8;
let playing = ''; // the game that is shown; 'new': one that is to begin
let table = {}; // what the tool says of it: {state: the last reply, odds: of the action announced, refused: a line, wrong: why}
let picked = ''; // square of the piece tapped
let chosenOf = []; // actions of one target, to choose from
let flipped = false;
let faces = []; // dice tapped so far, and those before a tie
let aside = false; // the dice that have fallen are not shown any more

const games = () => parts('game/').map(([id, game]) => ({id, ...game}));
const game = () => journal.parts.get('game/' + playing);

// Enters lines into the record; returns the replies, of which the first has the state before them, and the record.
async function session(of, entries) {
    const lines = [...of.announced, ...entries];
    const ran = await tool(['record', '--format=json', languageOption(), ...of.roll ? ['--roll'] : [], 'game.xpgn'], {'game.xpgn': of.record}, lines.map(line => line + '\n').join(''));
    const replies = objects(ran.stdout);
    if (replies.length === 0) throw {said: ran.stderr};
    return {replies, last: replies[lines.length] || replies.at(-1), record: ran.files['game.xpgn'] ?? of.record};
}

let holding = '', release = nothing; // the game that this tab records, and what frees it for others

// Takes the game for this tab, unless another one has it; `steal`: even then. Where there are no locks each may record.
async function hold(steal) {
    const id = playing;
    if (holding === id) return;
    release();
    if (!navigator.locks) return void (holding = id);
    await new Promise(done => navigator.locks.request(KEY + ':' + eventName + '/' + id, steal ? {steal} : {ifAvailable: true}, lock => {
        done(holding = lock && id);
        return lock && new Promise(free => { release = free; });
    }).catch(() => (holding === id ? work(() => { holding = ''; return drawRecord(); }) : done(holding = id))));
}

// Makes an entry: saves it, then shows it, unless another tab has gone on with the game. A finished game is a sheet, too.
async function note(line) {
    if (holding !== playing) return status(say('Another tab records this game.'));
    const of = game(), seen = journal.parts, {last, record} = await session(of, [line]);
    if (last.reply === 'error') return refuse(line, last);
    // once dice have fallen they are in the record, with their action
    const announced = last.reply === 'dice' && record === of.record ? [...of.announced, line] : [];
    const sets = {['game/' + playing]: {...of, record, announced}};
    if (last.result !== '*') sets['file/' + playing] = {name: of.names.slice(0, 1).map(family).join('') + '-' + playing.slice(0, 4) + '.xpgn', came: await journal.hold(utf8.encode(record))};
    else if (journal.parts.has('file/' + playing)) sets['file/' + playing] = null;
    await enter('Entry', line, sets, {seen});
}

function refuse(line, {text, due}) {
    [table.refused, table.wrong] = [line, text];
    // dice for who begins that decide nothing are rolled again
    faces = due?.kind === 'first' && faces.length > 0 ? [...faces.slice(0, -2), faces.slice(-2).join(':')] : [];
    drawTurn();
    status(text);
}

const timed = text => [text, $('clock')?.value.trim()].filter(Boolean).join(' ');

// ---- a new game

const rulesets = async () => objects((await tool(['validate', '--list-variants', '--format=json'])).stdout);

// Returns a start position, of a simulated game, where the rules do not fix it.
async function startPosition(rules) {
    const {stdout} = await tool(['simulate', ...rules, '--games=1', '--max-plies=1', '--seed=' + Math.floor(Math.random() * 1e9)]);
    const tag = async name => objects((await tool(['list', '--format=json', '--columns=tag:' + name, 'x.xpgn'], {'x.xpgn': stdout})).stdout)[0]?.['tag:' + name];
    return await tag('XFEN') || await tag('FEN') || '';
}

const argumentsOf = data => ['variant', 'options', 'xfen', ...SEATS.map(seat => seat.toLowerCase()), 'event', 'site', 'round'].filter(name => data.get(name)).map(name => '--' + name + '=' + data.get(name));

async function begin(data) {
    const {stdout, stderr, files: made} = await tool(['record', '--format=json', ...argumentsOf(data), 'game.xpgn'], {}, 'quit\n');
    if (!made['game.xpgn']) throw {said: stderr || stdout};
    await addGame('Begin', made['game.xpgn'], SEATS.map(seat => data.get(seat.toLowerCase())).map(name => name || ''), {roll: data.get('roll') === 'on', clock: data.get('clock') === 'on'});
}

async function addGame(kind, record, players, more) {
    const id = newKey();
    playing = id;
    forgetTaps();
    if (await enter(kind, players.filter(Boolean).join(' \u2013 '), {['game/' + id]: {record, announced: [], names: players, ...more}})) go('record');
}

// Goes on with a record that was begun elsewhere.
async function goOn(file) {
    const record = textOf(new Uint8Array(await file.arrayBuffer())), {stdout} = await tool(['list', '--format=json', '--columns=White,Red,Black,Green', 'x.xpgn'], {'x.xpgn': record}), [head = {}] = objects(stdout);
    await addGame('Go on with a record', record, SEATS.map(seat => head[seat] || ''), {});
}

let beginning = null; // the board whose game is to begin
const beginFor = b => { beginning = b; playing = 'new'; go('record'); };

async function fillBegin(box) {
    const known = await rulesets(), tick = (name, text) => make('label', {}, make('input', {type: 'checkbox', name}), ' ', text), at = beginning;
    const variant = selectOf('variant', known.map(one => [one.ruleset, one.title]), at?.ruleset || known[1]?.ruleset), options = textInput('options'), xfen = textInput('xfen', '', {size: 30}), board = make('div', {class: 'fig'});
    const named = (seat, i) => field(say(seat), textInput(seat.toLowerCase(), at?.players[at.players.length > 2 ? i : i / 2])), seats = SEATS.map(named);
    let offered = '', start = '';
    const rules = () => ['--variant=' + variant.value, ...options.value ? ['--options=' + options.value] : []];
    const redraw = async () => {
        const made = await drawing(xfen.value || start, rules(), ['--no-turn', '--inside']).catch(nothing);
        put(board, made && drawn(made));
        for (const i of [1, 3]) seats[i].hidden = seats[i].lastChild.disabled = !(made && isForFour(made));
    };
    const change = async () => {
        start = objects((await tool(['record', '--format=json', ...rules(), 'game.xpgn'], {}, 'quit\n')).stdout)[0]?.xfen ?? '';
        options.placeholder = known.find(one => one.ruleset === variant.value)?.options.join(' ') ?? '';
        // a position that was typed stays
        const own = start ? '' : await startPosition(rules());
        if (xfen.value === offered) xfen.value = own;
        offered = own;
        await redraw();
    };
    const form = make('form', {class: 'begin', submit: event => { event.preventDefault(); work(() => begin(new FormData(form))); }},
        field(say('Game'), variant), field(say('Options'), options), seats, field(say('Event'), textInput('event', eventName === '1' ? '' : eventName)), field(say('Round'), textInput('round', at?.round || '', {size: 4})),
        field(say('Start position'), xfen), tick('roll', say('Roll the dice here')), tick('clock', say('Enter clock times')), make('button', {class: 'btn main'}, say('Begin')));
    on(variant, 'input', () => work(change));
    on(options, 'input', latest(() => work(change)));
    on(xfen, 'input', latest(() => work(redraw)));
    await change();
    put(box, make('div', {class: 'stage'}, board), make('div', {class: 'side'}, make('h2', {tabindex: -1}, say('A new game')), form, make('div', {class: 'rest'}, chooser(say('Go on with a record'), list => work(() => goOn(list[0])), {}))));
}

// ---- the board

const forgetTaps = () => { [picked, chosenOf, faces, table, aside] = ['', [], [], {}, false]; };
const percent = p => Math.round(p * 100) + '\u00a0%';
const fallsOf = action => action.falls ? say('falls %', percent(action.falls.defender)) : action.succeeds !== null ? percent(action.succeeds) : '';
const labelOf = action => [action.words || action.action, fallsOf(action)].filter(Boolean).join(', ');
const FILES = 'abcdefghijklmnop';
// The actions that go to a square: the one whose dice are due, or those of the piece tapped.
const hitsOn = square => (table.odds ? [table.odds] : picked ? table.state.actions.filter(action => action.from === picked) : []).filter(action => action.to === square);
function squareLabel(square) {
    return [square, square === (table.odds?.from ?? picked) ? say('chosen') : table.state.actions.some(action => action.from === square) && say('can move'), ...hitsOn(square).map(labelOf)].filter(Boolean).join(', ');
}

function tapped(square) {
    const {actions} = table.state, list = picked ? actions.filter(action => action.from === picked && action.to === square) : [];
    table.focus = square;
    aside = true;
    table.wrong = '';
    if (list.length === 1) return work(() => play(list[0]));
    chosenOf = list;
    if (list.length === 0) picked = picked === square || !actions.some(action => action.from === square) ? '' : square;
    drawSquares();
    drawTurn();
}

const play = action => { [picked, chosenOf, aside] = ['', [], false]; return note(timed(action.action)); };

function drawSquares() {
    const {files: wide, ranks: high} = table.drawn, grid = $('squares'), held = grid.contains(document.activeElement), {actions} = table.state;
    put(grid, Array.from({length: high}, (_, row) => make('div', {role: 'row'}, Array.from({length: wide}, (_, column) => {
        const name = FILES[flipped ? wide - 1 - column : column] + (flipped ? row + 1 : high - row), hits = hitsOn(name);
        return make('button', {type: 'button', role: 'gridcell', tabindex: -1, 'data-square': name, 'aria-label': squareLabel(name), class: [name === (table.odds?.from ?? picked) && 'from', hits.length > 0 && 'can'].filter(Boolean).join(' '), click: () => tapped(name)},
            hits[0] && fallsOf(hits[0]) && make('span', {'aria-hidden': 'true'}, fallsOf(hits[0])));
    }))));
    const at = grid.querySelector('[data-square="' + table.focus + '"]') || grid.querySelector('[data-square="' + (actions.find(action => action.from)?.from ?? '') + '"]') || grid.querySelector('button');
    at.tabIndex = 0;
    if (held) at.focus();
}

// Moves the focus from square to square with the arrow keys.
function steer(event) {
    const wide = table.drawn.files, step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide}[event.key];
    if (!step) return;
    const all = [...$('squares').querySelectorAll('button')], i = all.indexOf(document.activeElement), next = all[i + step];
    event.preventDefault();
    if (!next || Math.abs(step) === 1 && Math.floor(i / wide) !== Math.floor((i + step) / wide)) return;
    all[i].tabIndex = -1;
    next.tabIndex = 0;
    table.focus = next.dataset.square;
    next.focus();
}

// ---- whose turn it is, and what is to be entered

const diceText = (due, all) => due.kind === 'first' ? [...all.filter(face => typeof face === 'string'), all.filter(face => typeof face === 'number').join(':')].join(' ') : due.dice.length < 2 || all.length <= due.dice[0] ? all.join(',') : all.slice(0, due.dice[0]).join(',') + ':' + all.slice(due.dice[0]).join(',');
const faceOf = n => n > 6 ? String(n) : String.fromCharCode(0x267F + n);

// Makes the bar of what may come of a combat.
function oddsBar({attacker, defender, both, none}) {
    const list = [['win', defender - both, 'defender falls'], ['none', none, 'neither falls'], ['both', both, 'both fall'], ['lose', attacker - both, 'attacker falls']].filter(([, p]) => p > 0.0005);
    const spans = list.map(([kind, p]) => { const e = make('span', {class: kind}, p > .08 && percent(p)); e.style.flexGrow = p; return e; });
    return [make('div', {class: 'oddsbar', 'aria-hidden': 'true'}, spans), make('p', {class: 'chances'}, list.map(([kind, p, words], i) => [i > 0 && ', ', make('span', {class: kind}, say(words) + ' ' + percent(p))]))];
}

// Makes the pad of the die that is due: whose it is, and its faces.
function pad(due) {
    const counts = due.kind === 'first' ? [1, 1] : due.dice.length > 0 ? due.dice : [1], rolled = faces.filter(face => typeof face === 'number'), all = counts.reduce((sum, n) => sum + n, 0);
    const who = due.who[rolled.length < counts[0] ? 0 : 1] ?? due.who[0], nth = rolled.length < counts[0] ? rolled.length : rolled.length - counts[0], of = counts[rolled.length < counts[0] ? 0 : 1];
    const tap = face => {
        faces.push(face);
        if (rolled.length + 1 < all) return drawTurn(true);
        const text = diceText(due, faces);
        if (due.kind !== 'first') faces = [];
        aside = false;
        return work(() => note(due.kind === 'first' ? 'first ' + text : timed(text)));
    };
    return [due.again && make('p', {}, make('b', {}, due.rolled + ' \u00b7 ' + say('A tie: both roll again'))),
        make('p', {id: 'whose'}, say(due.kind === 'first' ? 'Who begins: %\u2019s die' : '%\u2019s die', say(who ?? table.state.seat)), of > 1 && ' ' + say('(% of %)', nth + 1, of), rolled.length > 0 && make('b', {}, ' ' + diceText(due, faces))),
        make('div', {class: 'faces', role: 'group', 'aria-label': say('Dice')}, Array.from({length: due.die_faces?.[rolled.length] ?? due.faces}, (_, i) => make('button', {type: 'button', class: 'face', 'aria-label': i + 1, click: () => tap(i + 1)}, faceOf(i + 1))))];
}

// Draws whose turn it is; the focus stays in the box.
function drawTurn(focus) {
    const {state} = table, {due, last} = state, box = $('which'), held = focus || box.contains(document.activeElement), of = game(), over = state.result !== '*';
    // the dice of the last action, or those by which nothing could be played
    const sum = !aside && state.sum.length > 0 && (last.roll ? !due : !last.from) && [make('p', {class: 'big'}, last.turn + ' ' + last.action), make('div', {class: 'sum'}, rowsOf(state.sum))];
    const choosing = Boolean(due?.action), loose = state.actions.filter(action => choosing || (chosenOf.length > 0 ? chosenOf.includes(action) : picked ? action.from === picked && !action.to : !action.from));
    const going = !aside && state.goes_on; // any entry but its dice stops the attacker, so does Next
    const asks = due && ['first', 'roll', 'dice'].includes(due.kind), roll = (asks && due.kind === 'roll' || state.may_roll && due?.kind !== 'first' || going) && of.roll;
    put(box, holding !== playing && [make('p', {class: 'bad'}, say('Another tab records this game.')), button(say('Take over'), () => work(() => hold(true).then(drawRecord)), {class: 'btn small'})],
        table.wrong && [make('p', {class: 'bad', role: 'alert'}, table.wrong), button(say('What may be meant'), () => work(meant), {class: 'btn small'})],
        sum, make('p', {class: 'big', id: 'where'}, over ? say('The game is over') + ': ' + half(state.result) : due?.action ? state.turn + ' ' + due.action : going ? say('% may go on, or stop', say(last.seat)) : say(state.seat + ' to move')),
        state.dice_left?.length > 0 && make('p', {id: 'left'}, say('Dice left:') + ' ' + state.dice_left.map(faceOf).join(' ')),
        due?.action && table.odds?.falls && oddsBar(table.odds.falls), due?.action && due.sum.length > 0 && make('div', {class: 'sum'}, rowsOf(due.sum)), !of.roll && (going ? pad({kind: 'roll', who: [last.seat, state.seat], ...going}) : asks && pad(due)), roll && button(say('Roll'), () => work(() => note('roll')), {class: 'btn main'}),
        !of.roll && state.may_roll && !due && pad({kind: 'roll', dice: [1], who: [state.seat], faces: state.faces ?? 6}),
        loose.length > 0 && make('div', {class: 'pick one', role: 'group', 'aria-label': say('Actions')}, loose.map(action => make('button', {type: 'button', class: 'btn act', 'data-action': action.action, click: () => work(() => play(action))}, labelOf(action)))),
        state.may_end && [hint(say('The turn may go on; else end it.')), button(say('End the turn'), () => work(() => note('end')), {class: 'btn main'})],
        sum && !over && !due && button(say('Next: %', say(state.seat)), () => { aside = true; drawTurn(); $('squares').querySelector('[tabindex="0"]').focus(); }, {class: 'btn main', id: 'next'}),
        !sum && !asks && loose.length === 0 && !over && hint(say(picked ? 'Tap where it goes. Percentages: how often the attacked piece falls.' : 'Tap a piece.')));
    if (held && !box.contains(document.activeElement)) (box.querySelector('.face, .act, .main') || $('squares').querySelector('[tabindex="0"]')).focus();
}

// Shows what a refused line may have meant.
async function meant() {
    table.wrong = (await session(game(), [table.refused, 'fix'])).last.text;
    drawTurn(true);
}

// ---- the whole place

const MORE = [['Take back with dice', 'annul'], ['Half-move missing', 'missing'], ['It was played and stood', 'stood']];

function moreOf() {
    const box = dialog(say('More'), nothing, make('div', {class: 'rest'}, MORE.map(([text, line]) => button(say(text), () => { box.close(); work(() => note(line)); })),
        button(say('Save record'), () => saveRecord('game.xpgn', game().record)), button(say('A new game'), () => { box.close(); playing = 'new'; beginning = null; work(drawRecord); })),
        make('div', {class: 'rest'}, entryForm(() => box.close())), closing());
}

function entryForm(does = nothing, text = '') {
    const line = textInput('line', text, {'aria-label': say('Entry'), placeholder: say('e4, exd5 5:1, undo ...')});
    return make('form', {submit: event => { event.preventDefault(); if (line.value.trim()) does(), work(() => note(timed(line.value.trim()))); }}, line, make('button', {class: 'btn'}, say('Enter')));
}

const correct = () => { const box = dialog(say('Correct the last'), nothing, entryForm(() => box.close(), 'correct '), closing()); };

function clockOf(seat, i) {
    const turn = table.state.result === '*' && table.state.seat === seat;
    return make('div', {class: turn ? 'clock turn' : 'clock'}, make('span', {}, game().names[i] && [make('bdi', {}, game().names[i]), ' \u00b7 '], say(seat)), turn && game().clock && textInput('clock', '', {id: 'clock', size: 7, 'aria-label': say('Clock time'), placeholder: '1:29:30'}));
}

// Reads the state of the game.
async function readTable() {
    const of = game(), {replies, last} = await session(of, []);
    if (table.of !== JSON.stringify(of)) forgetTaps();
    Object.assign(table, {of: JSON.stringify(of), state: last, odds: replies.flatMap(reply => reply.actions).find(action => action.action === last.due?.action)});
    table.moves = movesOf((await tool(['fmt', '--no-comments', 'game.xpgn'], {'game.xpgn': of.record})).stdout || of.record); // without what the recorder notes
    const tint = [last.last?.from, last.last?.to].filter(Boolean);
    table.drawn = await drawing(last.xfen, rulesOf(last), ['--no-turn', '--inside', ...flipped ? ['--flip'] : [], ...tint.length > 0 ? ['--tint=' + tint.join(',')] : []]);
}

const drawRecord = latest(async () => {
    const box = $('record'), inside = box.contains(document.activeElement), held = document.activeElement?.dataset?.square;
    if (!game() && playing !== 'new') playing = games().at(-1)?.id ?? 'new';
    if (!game()) return fillBegin(box);
    await hold();
    await readTable();
    const {files: wide} = table.drawn, seats = SEATS.filter((seat, i) => i % 2 === 0 || isForFour(table.drawn));
    const squares = make('div', {id: 'squares', role: 'grid', 'aria-label': say('Board'), keydown: steer});
    squares.style.setProperty('--files', wide);
    const send = line => () => work(() => note(line)), bands = (flipped ? seats : [...seats].reverse()).map(seat => clockOf(seat, SEATS.indexOf(seat)));
    put(box, make('div', {class: 'stage'}, make('div', {class: 'fig'}, drawn(table.drawn)), squares),
        make('div', {class: 'side'}, make('h2', {class: 'sr', tabindex: -1}, say('Record')), bands.slice(0, bands.length / 2), make('div', {id: 'which', class: 'now', 'aria-live': 'polite'}), bands.slice(bands.length / 2),
            pane(say('Game record'), table.moves, {id: 'sheet', class: 'moves'}),
            make('div', {class: 'bar3'}, button(say('Undo'), send('undo')), button(say('Draw'), send('draw')), button(say('Resign'), send('resign'))),
            make('div', {class: 'bar3'}, button(say('Correct'), correct, {class: 'btn quiet'}), button(say('Turn board'), () => { flipped = !flipped; work(drawRecord); }, {class: 'btn quiet'}), button(say('More \u2026'), moreOf, {class: 'btn quiet'}))));
    drawSquares();
    drawTurn();
    if (inside) (held && squares.querySelector(`[data-square="${table.focus || held}"]`) || box.querySelector('#which .face, #next, #which .main') || squares.querySelector('[tabindex="0"]')).focus();
    $('sheet').scrollTop = $('sheet').scrollHeight;
    stayOn();
});

// Keeps the screen on, unless the browser cannot or refuses, as when the battery is low.
let lock = null;
const stayOn = async () => { if (!lock || lock.released) lock = await navigator.wakeLock?.request('screen').catch(nothing); };
