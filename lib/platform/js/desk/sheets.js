// SPDX-License-Identifier: MIT
// Two sheets of one game side by side, as xpgn-compare aligns them, and the record that explains both.

const SHEETS = ['first.xpgn', 'second.xpgn'];
const sheetFiles = () => Object.fromEntries(SHEETS.map((name, i) => [name, state.sheets[i].replace(/\n*$/, '\n')]));

// Makes a cell with a sheet's reading, marked if it is a slip.
function readingCell(row, i) {
    const reading = row.readings.find(r => r.file === SHEETS[i]);
    if (!reading) return make('td');
    const other = row.readings.find(r => r.file === SHEETS[1 - i]);
    const differs = Boolean(reading.slip || (other && other.slip) || row.tie);
    const right = differs && other && reading.text !== '' && other.text !== reading.text;
    return make('td', {}, reading.slip ? make('mark', {}, reading.text || '\u2013') : reading.text, reading.slip && make('span', {class: 'more'}, ' ' + say(reading.slip)), ' ',
        right && button(say('This is right'), () => work(() => settle(reading, other)), {class: 'code', 'aria-label': say('This is right') + ': ' + reading.text}));
}

// Takes one sheet as right: copies its text to the other.
async function settle(right, wrong) {
    const i = SHEETS.indexOf(wrong.file), bytes = utf8.encode(sheetFiles()[wrong.file]);
    const cut = (from, to) => reader.decode(bytes.subarray(from, to));
    const gap = wrong.length === 0 ? ' ' : '';
    state.sheets[i] = cut(0, wrong.file_offset) + gap + right.text + gap + cut(wrong.file_offset + wrong.length);
    await keep('This is right', {about: right.text});
    await show('sheets');
}

async function aligned(box) {
    if (state.sheets.some(text => text.trim() === '')) return;
    const [rows, record] = await Promise.all([tool(['compare', '--merge', '--format=json', ...SHEETS], sheetFiles()), tool(['compare', '--merge', ...SHEETS], sheetFiles())]);
    if (rows.stdout === '') return box.replaceChildren(make('p', {class: 'bad'}, rows.stderr));
    const list = objects(rows.stdout), open = list.filter(row => row.tie || row.missing || row.choices > 1);
    box.replaceChildren(make('div', {class: 'halves'}, make('div', {}, make('h2', {}, say('Half-moves')), make('p', {class: open.length > 0 ? 'bad' : 'good'}, open.length > 0 ? say('Open: %', open.map(row => row.label).join(', ')) : say('The sheets settle all of it.')),
        tableOf(say('Half-moves'), ['', 'Game record', 'First sheet', 'Second sheet', 'Certain'], list.map(row => make('tr', {class: row.readings.some(r => r.slip) || row.tie ? 'differs' : ''}, make('th', {scope: 'row'}, row.label),
            make('td', {}, row.record || '\u2013', row.tie && make('span', {class: 'bad'}, ' ' + say('or %', row.tie))), readingCell(row, 0), readingCell(row, 1),
            make('td', {}, percent(row.probability)))))),
        make('div', {}, make('h2', {}, say('The record that explains both')), pane(say('Game record'), record.stdout, {id: 'merged'}),
        make('div', {class: 'tools'}, button(say('Save record'), () => saveRecord('merged.xpgn', record.stdout)),
            checkButton('merged.xpgn', record.stdout)))));
}

async function fillSheets(section) {
    const box = make('div', {}), step = newKey();
    const typed = latest(() => work(async () => { await keep('Typed', {step}); await aligned(box); }));
    const area = (i, name) => {
        const text = make('textarea', {id: 'sheet' + i, rows: 10, spellcheck: 'false', autocapitalize: 'off', 'aria-label': name});
        text.value = state.sheets[i];
        on(text, 'input', () => { state.sheets[i] = text.value; typed(); });
        return make('div', {}, make('h2', {}, name),
            ...chooser(say('Choose a file'), list => work(async () => { state.sheets[i] = await textOf(list[0]); await keep('Choose a file', {about: list[0].name}); await show('sheets'); })), text);
    };
    section.append(make('div', {class: 'pair'}, area(0, say('First sheet')), area(1, say('Second sheet'))), box);
    await aligned(box);
}

views.push({id: 'sheets', title: 'Two sheets', fill: fillSheets, uses: ['sheets', 'rules']});
