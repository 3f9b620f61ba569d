// SPDX-License-Identifier: MIT
// Paper: the round for the notice board, and slips on which players answer what is open.

const SAID = {question: 'one question: please see the arbiter', stuck: 'please see the arbiter'};
const saidOf = b => pileOf(b) === 'done' ? (b.legal ? say('checked') + (b.corrected > 0 ? ', ' + say('% corrected', b.corrected) : '') : b.why || say('closed')) : b.sheets.length === 0 ? b.why : say(SAID[pileOf(b)]);

function roundPaper() {
    const all = [...R.boards.values()], seats = all.some(b => b.players.length > 2) ? [0, 1, 2, 3] : [0, 1], cell = (text, kind) => make('td', {class: kind}, text);
    return [make('h1', {}, $('event').textContent), make('p', {}, new Date().toLocaleDateString(language === 'en' ? 'en-GB' : language, {dateStyle: 'long'}) + ' \u00b7 ' + say('% of % boards checked', left()[2], all.length)),
        make('table', {}, make('thead', {}, make('tr', {}, ['Board', ...seats.length > 2 ? SEATS : ['White', 'Black'], 'Result', 'Half-moves', 'Record'].map(text => make('th', {scope: 'col'}, say(text))))),
            make('tbody', {}, all.map(b => make('tr', {}, cell(nameOf(b)), seats.map(i => cell(make('bdi', {}, b.players[i] || ''))), cell(half(b.record_result || b.result) || '\u2013'), cell(b.half_moves || '', 'num'), cell(saidOf(b))))))];
}

function slipPaper() {
    const box = text => make('p', {}, make('span', {class: 'box'}), text), line = text => make('p', {class: 'line'}, text, make('span', {}));
    return piles().question.map(b => {
        const q = openQuestion(b);
        return make('section', {class: 'slip'}, figure(q.before, rulesOf(b), {ring: q.differs, hidden: true}), make('div', {}, make('h2', {}, calledBoard(b) + ': ', names(...b.players)), make('p', {}, make('b', {}, questionOf(q))),
            q.choices.map((choice, i) => box(captionOf(q, i))), make('p', {class: 'line'}, make('span', {class: 'box'}), say('Something else:'), make('span', {})), line(say('Signed:'))));
    });
}

// Prints the round or the slips, once their boards are drawn.
async function paper(kind) {
    put($('paper'), kind === 'slips' ? slipPaper() : roundPaper());
    await Promise.allSettled([...drawings.values()]);
    await new Promise(done => setTimeout(done, 0));
    print();
}

function paperDialog() {
    const box = dialog(say('Print'), nothing, make('div', {class: 'rest'}, [['round', 'The round, for the notice board'], ['slips', 'Slips, for the players']].map(([kind, text]) => button(say(text), () => { box.close(); work(() => paper(kind)); }, {class: 'btn main'}))), closing());
}
