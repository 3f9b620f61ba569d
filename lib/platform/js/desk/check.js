// SPDX-License-Identifier: MIT
// Check: shows faults of records, their places and fixes, which xpgn-fix applies or the user types.

const RECORD = /\.x?pgn$/i, RULES = /\.ya?ml$/i, LISTED = 400, LARGE = 32e6;
let chosen = {file: 0, game: 0};
let asked = 0; // number of the latest request for pictures

// ---- files and games

// Splits a record into games; returns their texts and a row of each with the players.
async function split(name, text) {
    const {stdout, stderr, status: left} = await tool(['list', '--format=json', '--columns=game,file_offset,White,Black,ruleset,result', name], {[name]: text});
    if (left > 1) throw new Error(stderr);
    const bytes = utf8.encode(text), rows = objects(stdout);
    const from = rows.map((row, i) => i === 0 ? 0 : row.file_offset);
    const games = rows.map((row, i) => reader.decode(bytes.subarray(from[i], from[i + 1])));
    return {games: games.length > 0 ? games : [text], heads: rows};
}

// Reads a file: its games, as they are now and as they were read, and the findings of each. `came`: its data, as it came.
async function read(name, text, foreign, came = text) {
    let took = text, told = '';
    if (foreign) {
        const {stdout, stderr} = await tool(['fmt', '--import', name], {[name]: came});
        if (stdout.trim() !== '') took = stdout;
        told = stderr;
    }
    const file = {name: safeName(name), ...await split(safeName(name), took), told, came};
    file.taken = joined(file);
    file.first = foreign ? [text] : [...file.games];
    await look(file);
    return file;
}

function put(file) {
    file.name = newName(file.name);
    state.files.push(file);
}

const addText = async (...what) => put(await read(...what));
const checkButton = (name, text) => button(say('Check'), () => work(async () => { await addText(name, text, false); await keep('Records added', {about: name}); location.hash = 'check'; }));

async function addFiles(list) {
    const at = state.files.length;
    for (const file of list) if (file.size > LARGE) await large(file);
    let n = 0;
    status(say('Reading % files ...', list.length));
    const texts = list.filter(file => !RULES.test(file.name) && file.size <= LARGE);
    let next = 'check';
    for (const file of list) if (RULES.test(file.name)) next = await takeRules(await textOf(file));
    const files = await Promise.all(texts.map(async file => {
        const table = SHEET.test(file.name), text = await anyText(file);
        const made = await read(file.name + (table ? '.tsv' : ''), text, !RECORD.test(file.name), table ? text : dataOf(await file.arrayBuffer()));
        status(say('Read % of % files', ++n, texts.length));
        return made;
    }));
    files.forEach(put);
    if (state.files.length > at) chosen = firstFound(at);
    await keep('Records added', {about: files.length === 1 ? files[0].name : ''});
    if (next === view.id) await show(next);
    else location.hash = next;
}

// Checks a file that is too large to be shown: it is read in pieces, and only its report is shown.
async function large(file) {
    const name = safeName(file.name), progress = (read, all) => status(say('Checked % of % MB', Math.round(read / 1e6), Math.round(all / 1e6)));
    const {stdout, stderr} = await tool(['validate', '--verbose', name], {[name]: file}, '', {progress});
    const text = stderr + '\n' + stdout;
    dialog(name, nothing, pane(say('Report'), text.slice(0, 1e5), {class: 'report'}), choices(button(say('Save report'), () => save('report.txt', text)), make('button', {}, say('Close'))));
}

// Returns the first game with findings from this file on.
function firstFound(at) {
    for (let i = at; i < state.files.length; i++) {
        const game = (state.files[i].found || []).findIndex(list => list.length > 0);
        if (game >= 0) return {file: i, game};
    }
    return {file: at, game: 0};
}

const breaks = text => text.split('\n').length - 1;

// Checks a file. Lines of findings are counted from the first line of their game.
async function look(file) {
    const {stdout, stderr, status: left} = await tool(['validate', '--format=json', file.name], {[file.name]: joined(file)});
    if (left > 1) throw new Error(stderr);
    const starts = [0];
    for (const text of file.games) starts.push(starts[starts.length - 1] + breaks(text));
    const found = file.games.map(() => []);
    for (const finding of objects(stdout)) if (found[finding.game - 1]) found[finding.game - 1].push(relative(finding, starts[finding.game - 1]));
    file.found = found;
}

const relative = (finding, start) => ({...finding, line: finding.line - start, end_line: finding.end_line - start});
const baseOf = (file, game) => file.games.slice(0, game).reduce((n, text) => n + breaks(text), 0);
// The name of a game for the tools, as the log of xpgn-fix has it: files are checked game by game.
const sheetName = (file, game) => file.games.length === 1 ? file.name : file.name.replace(/(\.[^.]*)?$/, '-' + (game + 1) + '$1');

async function lookAtGame(file, game) {
    const name = sheetName(file, game);
    const {stdout} = await tool(['validate', '--format=json', name], {[name]: file.games[game]});
    file.found[game] = objects(stdout);
}

// Takes a new text of a whole file.
async function renew(file, text) {
    const {games, heads} = await split(file.name, text);
    const same = games.length === file.games.length;
    Object.assign(file, {games, heads, first: same ? file.first : [file.first.join('')]});
    await look(file);
}

// Empties the page. This is a step like others: what was here is deleted only a week later, or at "Delete for good".
async function forget() {
    Object.assign(state, structuredClone(EMPTY));
    await keep('Forget');
    await showCheck();
}

// ---- corrections

// Runs xpgn-fix on a text; returns the new text, the log and the messages.
async function corrected(name, text, more, files = {}) {
    const log = state.log && {'log.csv': state.log};
    const ran = await tool(['fix', '--write', '--incomplete', '--log=log.csv', ...more, name], {...files, ...log, [name]: text});
    if (ran.status > 1) throw new Error(ran.stderr);
    return {text: ran.files[name], log: ran.files['log.csv'] || state.log, told: ran.stderr};
}

// Returns the question of xpgn-fix about a finding, as a row of its table.
async function questionOf(name, text, finding) {
    const ran = await tool(['fix', '--quiet', '--incomplete', '--questions=q.csv', name], {[name]: text});
    const [head, ...rows] = cells(ran.files['q.csv'] || '');
    const column = what => head.indexOf(what);
    const about = rows.filter(row => row[column('turn')] === finding.label);
    const row = about.find(r => finding.fixes.some(fix => r[column('choices')].split(' | ').includes(fix.text))) || about[0];
    return row && {head, row, answer: column('answer')};
}

// Applies an answer: the text of a candidate, another half-move, ? or !. With null, makes the certain corrections.
async function apply(file, game, finding, answer) {
    const seen = journal.parts, name = sheetName(file, game), text = file.games[game];
    const question = answer === null ? null : await questionOf(name, text, finding);
    if (answer !== null && !question) return status(say('Change the text below.'));
    const files = {};
    if (question) {
        question.row[question.answer] = answer;
        files['a.csv'] = csv([question.head, question.row]);
    }
    const done = await corrected(name, text, question ? ['--answers=a.csv'] : [], files);
    if (done.text === text) return status(lines(done.told).map(line => line.split('answer refused: ')[1]).find(Boolean) || say('Not taken: the game would be no better.'));
    file.games[game] = done.text;
    state.log = done.log;
    if (!await keep('Corrected.', {about: name, seen})) return;
    await lookAtGame(file, game);
    await showCheck();
    status(say('Corrected.'));
}

async function correctAll(more) {
    const before = records(), seen = journal.parts;
    for (const file of state.files) {
        const done = await corrected(file.name, joined(file), more);
        if (done.text === joined(file)) continue;
        state.log = done.log;
        await renew(file, done.text);
    }
    if (!await keep('Corrected.', {seen})) return;
    await showCheck();
    status(before === records() ? say('There was nothing to correct in this way.') : say('Corrected.'));
}

// ---- display

const count = (list, level) => list.filter(finding => finding.level === level).length;

function amount(list) {
    const errors = count(list, 'error'), warnings = count(list, 'warning');
    return [errors > 0 && say(errors === 1 ? '% error' : '% errors', errors), warnings > 0 && say(warnings === 1 ? '% warning' : '% warnings', warnings)].filter(Boolean).join(', ') || say('correct');
}

const headOf = (file, game) => (file.heads || [])[game] || {};

function namesOf(file, game) {
    const {White, Black} = headOf(file, game);
    return White || Black ? (White || '?') + ' \u2013 ' + (Black || '?') : say('Game %', game + 1);
}

function gameRow(i, game, found, current) {
    const file = state.files[i];
    return make('li', {}, make('button', {type: 'button', 'aria-current': current && 'true', click: () => { chosen = {file: i, game}; return work(showCheck); }},
        make('bdi', {class: 'who'}, namesOf(file, game)), ' ', make('span', {class: found.some(f => f.level === 'error') ? 'bad' : 'more'}, amount(found)), ' ',
        make('bdi', {class: 'more'}, file.name)));
}

function gameList() {
    const rows = [];
    let hidden = 0;
    state.files.forEach((file, i) => file.games.forEach((text, game) => {
        const current = chosen.file === i && chosen.game === game;
        if (rows.length >= LISTED && !current) hidden++;
        else rows.push(gameRow(i, game, file.found[game] || [], current));
    }));
    return make('nav', {class: 'games', 'aria-label': say('Games')}, make('h2', {}, say('Games'), ' ', make('span', {class: 'more'}, String(rows.length + hidden))),
        make('ol', {}, ...rows), hidden > 0 && make('p', {}, say('% more games are not listed.', hidden)));
}

// Returns the line of a finding, with its word marked.
function markedLine(text, finding, base) {
    const line = [...text.split('\n')[finding.line - 1] || ''];
    const from = finding.column - 1, to = finding.end_line > finding.line ? line.length : Math.max(finding.end_column - 1, from);
    const word = line.slice(from, to).join('');
    return make('pre', {class: 'line'}, make('span', {class: 'sr'}, say('Line %', '')), make('span', {class: 'number'}, String(base + finding.line) + ' '), line.slice(0, from).join(''),
        make('mark', {}, word || '\u2038'), line.slice(to).join(''));
}

const percent = p => p === null ? '' : ' ' + (p > 0.995 && p < 1 ? '>99' : Math.round(p * 100)) + '\u00a0%';

function candidates(file, game, finding) {
    const other = make('input', {type: 'text', 'aria-label': say('Another half-move'), placeholder: say('another half-move'), size: 14, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false'});
    const does = answer => () => work(() => apply(file, game, finding, answer));
    const list = finding.fixes.map(fix => button(fix.text === '' ? say('nothing') : fix.text, does(fix.level === 'certain' ? null : fix.text), {class: 'fix', 'aria-label': say('Correct to %', fix.text + percent(fix.probability))}));
    list.forEach((b, i) => b.append(make('span', {class: 'more'}, finding.fixes[i].level === 'certain' ? ' ' + say('certain') : percent(finding.fixes[i].probability))));
    const half = finding.ply > 0 && finding.level === 'error';
    return make('div', {class: 'candidates', role: 'group', 'aria-label': say('Corrections')}, ...list,
        half && button(say('Nobody knows'), does('?')), half && button(say('It stood'), does('!')),
        half && make('form', {submit: event => { event.preventDefault(); if (other.value) does(other.value)(); }}, other));
}

function findingItem(file, game, finding, base) {
    return make('li', {class: finding.level},
        make('p', {}, make('span', {class: 'where'}, finding.label || say('Line %', base + finding.line)), ' ',
            make('button', {type: 'button', class: 'code', click: () => explainCode(finding.code)}, finding.code)),
        markedLine(file.games[game], finding, base),
        make('p', {class: 'text'}, finding.text),
        finding.hint && make('p', {class: 'hint'}, finding.hint),
        make('div', {class: 'figure'}),
        candidates(file, game, finding));
}

async function explainCode(code) {
    const {stdout, stderr} = await tool(['help', code]);
    dialog(code, nothing, pane(code, stdout || stderr), choices(make('button', {}, say('Close'))));
}

// Draws the board at the place of each finding, and the outcome of a combat there.
async function pictures(file, game, list, items) {
    const mine = ++asked, name = sheetName(file, game), text = file.games[game];
    const explained = await tool(['validate', '--explain', '--no-fixes', name], {[name]: text});
    const blocks = explained.stdout.split('\n\n');
    for (const [i, finding] of list.entries()) {
        if (mine !== asked) return;
        if (finding.ply === 0) continue;
        const figure = items[i].querySelector('.figure');
        const draw = more => tool(['render-svg', '--theme=screen', languageOption(), ...more, name], {[name]: text});
        let {stdout} = await draw(['--combat', '--at=' + finding.turn]);
        if (stdout === '') ({stdout} = await draw(['--ply=' + (finding.ply - 1)]));
        if (mine !== asked) return;
        if (stdout !== '') figure.append(picture(stdout, {class: 'board'}));
        const sum = blocks.find(block => block.startsWith(finding.label + '  '));
        if (sum) figure.append(pane(say('Sum'), sum.trim(), {class: 'sum'}));
    }
}

// ---- the text, as read and as it is now

const checkTyped = latest((file, game, items, step) => work(async () => {
    await keep('Typed', {about: sheetName(file, game), step});
    await lookAtGame(file, game);
    if (view.id === 'check' && state.files[chosen.file] === file && chosen.game === game) fillFindings(file, game, items);
}));

function differences(first, now) {
    const there = new Set(now.split('\n'));
    return first.split('\n').flatMap(line => [there.has(line) ? line : make('mark', {}, line), '\n']);
}

function texts(file, game, items) {
    const now = make('textarea', {id: 'now', spellcheck: 'false', 'aria-label': say('Text, corrected'), autocapitalize: 'off'});
    const first = file.first.length === file.games.length ? file.first[game] : file.first.join('');
    const came = pane(say('Text, as it came'), '');
    const refresh = () => came.replaceChildren(...differences(first, now.value));
    let step = newKey(); // what is typed until the text is left is taken back as one
    now.value = file.games[game];
    now.rows = Math.min(30, breaks(now.value) + 2);
    on(now, 'input', () => {
        file.games[game] = now.value;
        refresh();
        checkTyped(file, game, items, step);
    });
    on(now, 'change', () => {
        const typed = step;
        step = newKey();
        return work(async () => { await renew(file, joined(file)); await keep('Typed', {about: file.name, step: typed}); });
    });
    refresh();
    return make('div', {class: 'pair'}, make('div', {}, make('h3', {}, say('As it came')), came), make('div', {}, make('h3', {}, say('Now')), now));
}

function fillFindings(file, game, items) {
    const list = file.found[game] || [], base = baseOf(file, game);
    const rows = list.map(finding => findingItem(file, game, finding, base));
    items.replaceChildren(...rows.length > 0 ? rows : [make('li', {class: 'good'}, say('This game is correct.'))]);
    work(() => pictures(file, game, list, rows));
}

async function fillCheck(section) {
    const box = make('div', {class: 'columns'});
    const save1 = () => saveRecord(state.files.length === 1 ? state.files[0].name.replace(/(\.x?pgn)?$/i, '.xpgn') : 'records.xpgn', records());
    const some = state.files.length > 0;
    section.append(make('div', {class: 'tools', role: 'group', 'aria-label': say('Check')},
        ...chooser(say('Choose files'), list => work(() => addFiles(list)), {multiple: true}),
        ...chooser(say('Choose a folder'), list => work(() => addFiles(list.filter(file => /\.(x?pgn|txt|csv|tsv|md|xlsx|ods)$/i.test(file.name)))), {webkitdirectory: true}),
        button(say('Paste text'), pasteText),
        some && button(say('Correct what is certain'), () => work(() => correctAll([]))),
        some && button(say('Correct what is likely'), () => work(() => correctAll(['--likely']))),
        some && button(say('Save records'), save1),
        some && button(say('Save log'), () => save('log.csv', state.log, 'text/csv'), {disabled: state.log === ''}),
        some && button(say('Save report'), () => work(report)),
        some && button(say('Forget'), () => work(forget))));
    if (some) section.append(box);
    else section.append(make('div', {class: 'empty'}, make('p', {}, say('Drop score sheets here: records, tables, folders. Nothing leaves this device.')),
        button(say('Try an example'), () => work(async () => { await addText('example.xpgn', $('example').textContent, false); chosen = firstFound(0); await keep('Records added', {about: 'example.xpgn'}); await showCheck(); }))));
    if (!some) return;
    for (const file of state.files) if (!file.found) {
        if (!file.heads) file.heads = (await split(file.name, joined(file))).heads;
        await look(file);
    } else for (const game of file.games.keys()) if (!file.found[game]) await lookAtGame(file, game);
    fillGame(box);
}

function fillGame(box) {
    if (!state.files[chosen.file] || chosen.game >= state.files[chosen.file].games.length) chosen = {file: 0, game: 0};
    const file = state.files[chosen.file], {game} = chosen;
    const items = make('ol', {class: 'findings'});
    const head = headOf(file, game);
    box.replaceChildren(gameList(), make('article', {},
        make('h2', {}, make('bdi', {}, namesOf(file, game))),
        make('p', {class: 'more'}, [head.ruleset, head.result, sheetName(file, game)].filter(Boolean).join(', ')),
        file.told && pane(say('Report'), file.told), items, texts(file, game, items)));
    fillFindings(file, game, items);
}

const showCheck = () => show('check');

function pasteText() {
    const area = make('textarea', {rows: 14, 'aria-label': say('Text of records or of a table')});
    const then = answer => answer === 'ok' && area.value.trim() !== '' && work(async () => {
        // text with tabs is read as a table, anything else as a record first
        const table = area.value.includes('\t');
        await addText(table ? 'pasted.tsv' : 'pasted.xpgn', area.value.replace(/\n*$/, '\n'), table);
        chosen = {file: state.files.length - 1, game: 0};
        await keep('Records added', {about: state.files.at(-1).name});
        await showCheck();
    });
    dialog(say('Paste text'), then, area, choices(make('button', {value: 'ok'}, say('Check')), make('button', {value: ''}, say('Cancel'))));
}

async function report() {
    const files = {};
    for (const file of state.files) files[file.name] = joined(file);
    const {stdout, stderr} = await tool(['validate', '--verbose', ...Object.keys(files)], files);
    save('report.txt', stdout + '\n' + stderr);
}

// Returns the files that were dropped, including those in folders.
async function dropped(transfer) {
    const files = [];
    const walk = async entry => {
        if (entry.isFile) return files.push(await new Promise((yes, no) => entry.file(yes, no)));
        // a folder is listed in parts; an empty part is the end
        const reader = entry.createReader();
        for (let got = [0]; got.length;) {
            got = await new Promise((yes, no) => reader.readEntries(yes, no));
            for (const inner of got) await walk(inner);
        }
    };
    for (const entry of [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean)) await walk(entry);
    return files.length > 0 ? files : [...transfer.files];
}

on(window, 'dragover', event => event.preventDefault());
on(window, 'drop', event => {
    event.preventDefault();
    if (view.id !== 'check') location.hash = 'check';
    work(async () => addFiles(await dropped(event.dataTransfer)));
});

views.push({id: 'check', title: 'Check', fill: fillCheck, uses: ['file', 'log', 'rules']});
