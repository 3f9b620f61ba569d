// SPDX-License-Identifier: MIT
// One board: the question that is open, drawn as the boards of its choices; what is stuck, and what can be done; what is done.

let shown = 0; // the choice that a small window shows
let acts = []; // what the keys 1, 2, 3 do now

// Makes the button of a choice: its number, a caption, what is small beside it, its body, what is below.
function card(caption, small, body, below, does, kind = '', words = '') {
    const n = acts.push(does);
    return make('button', {type: 'button', class: ['cand', kind, n - 1 === shown && 'shown'].filter(Boolean).join(' '), id: 'c' + n, click: () => work(does)},
        make('span', {class: 'cap'}, make('kbd', {'aria-hidden': 'true'}, n), make('span', {class: 'word'}, caption), words && make('span', {class: 'sr'}, words), small && make('small', {}, make('bdi', {}, small))), body, below && make('span', {class: 'next'}, below));
}

const pick = (kind, cards) => { const box = make('div', {class: 'pick ' + kind}, cards); box.style.setProperty('--many', cards.length > 4 ? 4 : Math.max(cards.length, 2)); return box; };
const headOf = b => make('p', {class: 'who1'}, make('span', {}, calledBoard(b)), make('b', {}, names(...b.players)), make('span', {}, half(b.record_result || b.result) || '\u2013'), b.title && make('span', {class: 'title'}, b.title));
const sentence = (...text) => make('h2', {tabindex: -1, id: 'ask'}, text);
// A question as a sentence.
const questionOf = q => [turnOf(q.turn) + (q.turn.includes(' ') ? ': ' : ' '), make('span', {class: 'ask'}, q.text)];
const hint = (...text) => make('p', {class: 'hint'}, text);
const rest = (...more) => make('div', {class: 'rest'}, more);
// What was said of the board besides, such as an answer that was refused.
const notesOf = b => b.notes.map(note => make('p', {class: 'bad', role: 'alert'}, note));

// ---- a question

// What comes after a choice, and what it would make untrue.
const nextOf = choice => [choice.next.length > 0 && say('then') + ' ' + choice.next.slice(0, 3).map(turnOf).join('  '), choice.untrue.length > 0 && say('not true then: %', choice.untrue.map(({turn}) => turnOf(turn)).join(', ')),
    choice.until && say('not playable then: %', turnOf(choice.until))].filter(Boolean).join(' \u00b7 ');
// The rows of a sum: two have what they come to, and those behind them what follows, with the rule as a title.
const rowsOf = sum => sum.slice(1).flatMap((row, i) => [make('span', {class: 'what'}, row[0]), make('span', {title: i > 1 && row[2]}, row[1]), make('b', {}, i < 2 && row[2])]);
// What a choice is called: its action, or where only dice differ, the first cell in which its sum is not that of another one.
const captionOf = (q, i) => q.same_position ? q.choices[i].sum.flat().find((cell, at) => cell !== q.choices[i === 0 ? 1 : 0].sum.flat()[at]) ?? q.choices[i].text : q.choices[i].action ?? q.choices[i].text;
// The text of the sheet that a choice repeats, and whose it is.
const writerOf = (q, choice) => q.readings.filter(reading => reading.text === choice.text).map(reading => reading.file).join(', ');

function whyOpen(q) {
    const [first] = q.choices;
    if (q.choices.length === 1 && first.action && !first.until && first.untrue.length === 0) return say('Of % legal actions only % leaves the % half-moves after it as they are written.', q.legal, first.action, q.settles);
    return [q.same_position && say('The position is the same with either; only the dice differ.'), q.legal !== null && !q.same_position && say('% actions are legal here.', q.legal), say(q.settles === 1 ? 'Settles % half-move.' : 'Settles % half-moves.', q.settles)].filter(Boolean).join(' ');
}

function choicesOf(b, q) {
    const rules = rulesOf(b), take = choice => () => answer(b, q.id, choice.text, turnOf(q.turn.split(' ')[0]) + ' ' + choice.text);
    const before = () => figure(q.before, rules);
    if (q.same_position) return make('div', {class: 'two'}, figure(q.before, rules, {tint: [q.choices[0].from, q.choices[0].to]}),
        pick('one', q.choices.map((choice, i) => card(captionOf(q, i), '', make('span', {class: 'sum'}, rowsOf(choice.sum)), '', take(choice), 'text'))));
    if (q.choices.length > 0 && q.choices.every(choice => choice.xfen)) {
        const cards = q.choices.map((choice, i) => card(captionOf(q, i), writerOf(q, choice), figure(choice.xfen, rules, {tint: [choice.from, choice.to], ring: q.differs, hidden: true}), nextOf(choice), take(choice), '', choice.words));
        if (cards.length === 1) cards.push(make('div', {class: 'cand was'}, make('span', {class: 'cap'}, say('before')), before()));
        return pick('flip', cards);
    }
    return make('div', {class: 'two'}, before(), pick('one', q.choices.map((choice, i) => card(captionOf(q, i), writerOf(q, choice), nextOf(choice), '', take(choice), 'text'))));
}

// Says what an answer that is typed would come to, as far as the tool has said it already.
function foretold(q, text) {
    const known = q.actions.find(({action}) => action === text);
    if (!text || !known) return '';
    const told = [known.untrue > 0 && say(known.untrue === 1 ? '% sign after it would not be true.' : '% signs after it would not be true.', known.untrue), known.until && say('% could not be played.', turnOf(known.until))].filter(Boolean);
    return told.join(' ') || (known.untrue === 0 ? say('All after it stays as it is written.') : '');
}

function typedAnswer(b, q) {
    const told = make('span', {class: 'told', role: 'status'}), other = q.actions.find(({action}) => !q.choices.some(choice => choice.action === action)), list = make('datalist', {id: 'legal'}, q.actions.map(({action}) => make('option', {value: action})));
    const input = textInput('typed', '', {id: 'typed', list: 'legal', placeholder: other && say('e.g. %', other.action), 'aria-label': say('Another answer')});
    on(input, 'input', () => { told.textContent = foretold(q, input.value.trim()); });
    const send = event => {
        event.preventDefault();
        const text = input.value.trim();
        if (text) work(() => answer(b, q.id, text, turnOf(q.turn.split(' ')[0]) + ' ' + text));
    };
    return [make('form', {submit: send}, make('label', {for: 'typed'}, make('kbd', {'aria-hidden': 'true'}, '0'), ' ', say(q.choices.length === 2 ? 'Neither:' : 'Something else:')), input, list, make('button', {class: 'btn'}, say('Take it'))), told];
}

const keyed = (key, text, does) => make('button', {type: 'button', class: 'btn quiet', click: () => work(does)}, make('kbd', {'aria-hidden': 'true'}, key), text);

function drawQuestion(b, q) {
    put($('one'), headOf(b), sentence(questionOf(q)), notesOf(b), hint(whyOpen(q)), choicesOf(b, q),
        make('div', {class: 'rest ways'}, typedAnswer(b, q), button(say('Nobody knows'), () => work(() => answer(b, q.id, '?', turnOf(q.turn) + ' ' + say('Nobody knows'))), {class: 'btn quiet'}),
            keyed('s', say(onSlip(q) ? 'Not on a slip' : 'Ask at breakfast'), () => slip(b))));
}

// ---- a board that no answer of one key helps

function settledBy(b) {
    const close = (text, words) => () => answer(b, b.id, text, words), results = ['1-0', '1/2-1/2', '0-1'];
    const result = () => {
        const box = dialog(say('Only the result is known'), nothing, make('div', {class: 'rest'}, results.map(text => button(half(text), () => { box.close(); work(close('result ' + text, half(text))); }))), choices(make('button', {class: 'btn'}, say('Cancel'))));
    };
    return [card(say('It was not played'), '', say('stays without result; the round can be closed'), '', close('not played', say('It was not played')), 'text'),
        card(say('Only the result is known \u2026'), '', say('the archive says that there is no record'), '', result, 'text'),
        card(say('Record it, or drop its sheet here'), '', say('opens Record with these names'), '', () => beginFor(b), 'text')];
}

const stuckText = b => b.parts ? say('Sheets of different games') : b.why || say('not complete');
function drawStuck(b) {
    const sheets = b.parts?.sheets || [];
    const known = sheet => [sheet.legal ? say('legal to its end') : say('legal to %', sheet.legal_to ?? '\u2013'), sheet.corrected > 0 && say('% corrected', sheet.corrected)].filter(Boolean).join(', ');
    const boards = sheets.map(sheet => card(sheet.file, say('final position'), figure(sheet.xfen, rulesOf(b), {tint: [sheet.from, sheet.to], hidden: true}), known(sheet), () => answer(b, b.id, 'sheet ' + sheet.file + (sheet.game > 1 ? '#' + sheet.game : ''), sheet.file)));
    const parting = b.parts?.turn && say('They part at % and %; of the % half-moves after it % are alike.', ...b.parts.readings.map(text => turnOf(b.parts.turn) + ' ' + text), b.parts.of, b.parts.alike);
    put($('one'), headOf(b), sentence(make('span', {class: 'ask'}, stuckText(b))), notesOf(b), hint(parting || (b.legal_to ? say('legal to %', b.legal_to) : '')),
        boards.length > 0 ? [pick('flip', boards), rest(b.sheets.map(sheet => boardChooser(say('% belongs to board', sheet.file), to => answer(to, sheet.file + (sheet.game > 1 ? '#' + sheet.game : ''), 'board ' + to.id, sheet.file))))]
            : b.xfen ? make('div', {class: 'two'}, figure(b.xfen, rulesOf(b), {tint: [b.from, b.to]}), pick('one', settledBy(b))) : pick('one', settledBy(b)));
}

// ---- a board that is done

function drawDone(b) {
    const given = parts('answer/').filter(([key]) => asked.get(key) === b.board), list = b.changes.filter(change => change.counted), all = left();
    const turn = ({turn, was, is}) => turnOf((was + is).includes(turn.split(' ')[1]) ? turn.split(' ')[0] : turn);
    const row = change => make('li', {}, make('span', {}, turn(change)), make('span', {}, change.was ? make('del', {}, change.was) : make('small', {}, say('left out')), ' ', change.is ? make('ins', {}, change.is) : make('small', {}, say('struck out')), change.because && make('small', {}, ' ' + change.because)),
        make('small', {}, make('bdi', {}, change.file), ', ' + say('line %', change.line)));
    const over = all[0] + all[1] === 0 && !reading, askAgain = key => () => enter('Asked again', calledBoard(b), {['answer/' + key]: null});
    put($('one'), headOf(b), sentence(over ? say('All boards are done.') : b.legal ? say('Legal to the end') + (b.corrected > 0 ? ', ' + say('% corrected', b.corrected) : '') : b.why || say('closed')), notesOf(b),
        over && rest(button(say('Save the archive'), () => work(saveArchive), {class: 'btn main'}), button(say('Print the round'), () => paper('round'))),
        given.map(([key, text]) => rest(make('span', {}, say('Your answer: %', text)), over ? button(say('Ask again'), () => work(askAgain(key)), {class: 'btn small'}) : keyed(acts.push(askAgain(key)), say('Ask again'), acts.at(-1)))),
        make('div', {class: 'two'}, b.xfen && figure(b.xfen, rulesOf(b), {tint: [b.from, b.to]}), make('div', {}, make('h3', {}, say('What was corrected')),
            list.length > 0 ? make('ul', {class: 'list'}, list.map(row)) : hint(say('Nothing had to be corrected.')), b.record && pane(say('Game record'), movesOf(b.record), {class: 'rec'}))));
}

// ---- the archive

// Makes what the command line makes of the same sheets and answers.
async function archive() {
    const all = files(), {args, names, data} = await given(R.list, all.filter(file => file.id !== R.list.file?.id && !isLarge(file)));
    return tool([...args, '--log=log.csv', ...names], data);
}

async function saveArchive() {
    const {stdout, files: made} = await archive();
    saveRecord('archive.xpgn', stdout);
    save('log.csv', made['log.csv'] || '', 'text/csv');
    noteSaved();
    status(say('Saved: %', 'archive.xpgn, log.csv'));
}

// ---- all of it

const pileOf = b => (b.pile === 'question' && b.questions.length > 0 ? 'question' : b.pile === 'stuck' ? 'stuck' : 'done');

// Draws what has changed. With `focus`, the focus goes where one answers: to the first choice, in a small window to the sentence.
function draw(focus) {
    if (!boardOf(now) || !opened) now = inOrder()[0] || [...R.boards.keys()][0] || '';
    drawHead();
    const b = boardOf(now), empty = R.boards.size === 0 && files().length === 0;
    $('empty').hidden = !empty || place !== 'boards';
    $('boards').hidden = place !== 'boards' || empty;
    if (place === 'boards') drawList();
    if (place === 'boards' && empty && (focus || document.activeElement === document.body)) $('choosers').querySelector('button')?.focus();
    if (place === 'boards' && !empty) {
        const held = document.activeElement?.id, inside = $('one').contains(document.activeElement), typing = held === 'typed' && $('typed').value;
        if (typing && $('one').dataset.about === aboutOf(b)) return drawBar();
        acts = [];
        if (!b) put($('one'));
        else ({question: () => drawQuestion(b, openQuestion(b)), stuck: () => drawStuck(b), done: () => drawDone(b)})[pileOf(b)]();
        $('one').dataset.about = aboutOf(b);
        drawSheets(b);
        if (focus || inside && document.activeElement === document.body) (inside && !focus && $(held) || !isSmall() && $('c1') || $('ask') || $('rows')).focus({preventScroll: true});
    }
    drawBar();
}

const aboutOf = b => b ? JSON.stringify([b.id, openQuestion(b)?.id, b.notes]) : '';
const isSmall = () => matchMedia('(max-width: 760px)').matches;

// ---- the bar below a small window

function drawBar() {
    const b = place === 'boards' && !$('boards').hidden && boardOf(now), make1 = (text, does, more) => button(text, does, {class: 'btn', ...more});
    if (!b) return put($('bar'));
    if (!$('boards').classList.contains('read')) return put($('bar'), make1(say('One question') + ' (' + left()[0] + ')', () => open(inOrder()[0]), {class: 'btn main'}), make1(say('Undo'), () => work(() => takeBack('undo'))));
    const flips = document.querySelectorAll('#one .pick.flip > button.cand').length > 1, cards = flips || b.pile === 'question' ? [...document.querySelectorAll('#one button.cand')] : [];
    put($('bar'), make1('\u2039 ' + say('Boards'), () => { $('boards').classList.remove('read'); draw(); $('rows').focus(); }),
        cards.slice(0, 3).map((one, i) => {
            const word = one.querySelector('.word').textContent, on = i === shown && flips || cards.length === 1;
            return make1(on ? say('Take %', word) : word, () => {
                if (!flips || i === shown) return work(acts[i]);
                shown = i;
                draw();
                $('bar').children[i + 1].focus();
            }, {class: on ? 'btn main' : 'btn'});
        }), make1('\u2026', moreDialog, {'aria-label': say('More')}));
}

function moreDialog() {
    const b = boardOf(now), box = dialog(say('More'), nothing, make('div', {class: 'rest'},
        b.pile === 'question' && [typedAnswer(b, openQuestion(b)), button(say('Ask at breakfast'), () => { box.close(); work(() => slip(b)); })],
        button(say('Undo'), () => { box.close(); work(() => takeBack('undo')); }), button(say('Print'), () => { box.close(); paperDialog(); })), closing());
    on(box, 'submit', () => box.close());
}
