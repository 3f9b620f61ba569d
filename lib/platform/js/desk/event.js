// SPDX-License-Identifier: MIT
// Event: its list combined with the records, by xpgn-event; the sheets of all boards as one archive, by xpgn-compare --batch.

let shownTable = 'standings';
const TABLES = ['standings', 'crosstable', 'pairings', 'missing'];

function eventFiles(data = joined) {
    const files = state.list ? {[state.listName]: state.list} : {};
    for (const file of state.files) files[file.name] = data(file);
    return files;
}

const eventArguments = more => ['event', ...state.list ? ['--list=' + state.listName] : [], ...more, ...state.files.map(file => file.name)];

function dataTable(rows) {
    if (rows.length === 0) return make('p', {class: 'good'}, say('Nothing.'));
    const keys = [...new Set(rows.flatMap(Object.keys))];
    return tableOf(say('Table'), keys.map(key => key.replace('_', ' ')), rows.map(row => make('tr', {}, ...keys.map(key => make('td', {}, String(row[key] ?? ''))))));
}

function eventFinding(f, files) {
    const text = files[f.file] || '';
    return make('li', {class: f.level}, make('p', {}, make('span', {class: 'where'}, f.file + ', ' + say('Line %', f.line)), ' ', button(f.code, () => work(() => explainCode(f.code)), {class: 'code'})),
        markedLine(text, f, 0), make('p', {}, f.text), f.hint && make('p', {class: 'hint'}, f.hint));
}

async function standings(box) {
    const files = eventFiles();
    const [found, ran] = await Promise.all([tool(eventArguments(['--format=json']), files), tool(eventArguments(['--show=' + TABLES.join(','), '--table=json']), files)]);
    if (ran.status > 1 || ran.stdout === '') return box.replaceChildren(make('p', {class: 'bad'}, ran.stderr));
    const findings = objects(found.stdout), data = JSON.parse(ran.stdout);
    const drawn = make('div', {}), names = make('div', {class: 'tools', role: 'group', 'aria-label': say('Table')});
    const draw = () => {
        names.replaceChildren(...TABLES.map(name => button(say(name), () => { shownTable = name; draw(); }, {'aria-pressed': String(name === shownTable)})));
        drawn.replaceChildren(dataTable(data[shownTable] || []));
    };
    draw();
    box.replaceChildren(make('div', {class: 'halves'}, make('div', {}, make('h2', {}, say('Findings'), ' ', make('span', {class: 'more'}, String(findings.length))),
        make('ol', {class: 'findings'}, ...findings.slice(0, 200).map(f => eventFinding(f, files)), ...findings.length === 0 ? [make('li', {class: 'good'}, say('List and records agree.'))] : [])),
        make('div', {}, names, drawn, ...state.list ? [make('h2', {}, say('Questions by board')), make('div', {id: 'questions'}, button(say('Put the sheets together'), () => work(() => together($('questions')))))] : [])));
}

// Makes one archive of all sheets; asks what only the players can know.
async function together(box) {
    const files = eventFiles(handedOver), names = state.files.map(file => file.name);
    if (state.answers) files['questions.csv'] = state.answers;
    const ran = await tool(['compare', '--batch', '--list=' + state.listName, '--questions=questions.csv', ...names], files);
    if (ran.status > 1) return box.append(make('p', {class: 'bad'}, ran.stderr));
    const [head, ...rows] = cells(ran.files['questions.csv'] || ''), column = name => head ? head.indexOf(name) : -1;
    const inputs = rows.map(row => textInput('answer', row[column('answer')], {'aria-label': say('Answer')}));
    const seen = journal.parts; // answers given elsewhere meanwhile are not replaced by these
    const again = () => work(async () => {
        inputs.forEach((input, i) => { rows[i][column('answer')] = input.value; });
        state.answers = csv([head, ...rows]);
        if (await keep('Take the answers', {seen})) await together(box);
    });
    box.replaceChildren(pane(say('Report'), ran.stderr.replaceAll('xpgn-compare: ', '')),
        make('ol', {class: 'questions'}, ...rows.map((row, i) => make('li', {}, make('b', {}, say('Board %', row[column('board')]) + ', ' + row[column('turn')] + ' '), row[column('question')], ' ',
            ...row[column('choices')].split(' | ').filter(Boolean).map(choice => button(choice, () => { inputs[i].value = choice; }, {class: 'fix'})), ' ', inputs[i]))),
        make('div', {class: 'tools'}, rows.length > 0 && button(say('Take the answers'), again), button(say('Save archive'), () => saveRecord('archive.xpgn', ran.stdout)),
            button(say('Save questions'), () => save('questions.csv', ran.files['questions.csv'] || '', 'text/csv'))));
}

async function fillEvent(section) {
    const box = make('div', {});
    section.append(make('div', {class: 'tools'},
        ...chooser(say('Choose the list'), list => work(async () => { state.list = await anyText(list[0]); state.listName = safeName(list[0].name); state.answers = ''; await keep('Choose the list', {about: state.listName}); await show('event'); }), {accept: '.csv,.trf,.txt,.xlsx,.ods'}),
        state.list && button(say('Without the list'), () => work(async () => { state.list = ''; await keep('Without the list'); await show('event'); }))),
        make('p', {class: 'hint'}, state.list ? say('List: %', state.listName) : say('The list is CSV (round, board, white, black, result) or a report file of FIDE.')), box);
    if (state.files.length === 0) return nothingYet(section);
    await standings(box);
}

views.push({id: 'event', title: 'Event', fill: fillEvent, uses: ['file', 'list', 'answers', 'rules']});
