// SPDX-License-Identifier: MIT
// Rules: the odds of a combat, the attributes of the pieces, and house rules with their findings.

const HOUSE = ['# Chess Attack with stronger knights', 'ruleset: house', 'title: House rules', 'version: 1', 'extends: chess-attack', 'pieces:',
    '  knight: {attack: 4, defense: 2, support: 1, points: 3, wounded: {attack: 2, defense: 1, support: 1}}', ''].join('\n');
let explored = {variant: '', options: '', attacker: '', defender: '', a: 0, d: 0, kind: 'attack'};

const starred = side => side.piece + (side.wounded ? '*' : '');
const share = p => (p * 100).toLocaleString(language, {minimumFractionDigits: 2, maximumFractionDigits: 2}) + '\u00a0%';
const chosenRules = () => ['--variant=' + explored.variant, ...explored.options ? ['--options=' + explored.options] : []];

// Returns the pieces that can fight in a ruleset, from the matrix of xpgn-odds.
async function fighters() {
    const rows = objects((await tool(['odds', ...chosenRules(), '--matrix', '--format=json'])).stdout), list = side => [...new Set(rows.map(row => starred(row[side])))];
    return {attacker: list('attacker'), defender: list('defender')};
}

function outcomeTable(row) {
    const fates = ({attacker, defender}) => say('attacker') + ' ' + say(attacker) + ', ' + say('defender') + ' ' + say(defender), line = (text, ...more) => make('tr', {}, make('th', {scope: 'row'}, text), more.map(cell => make('td', {class: 'right'}, cell)));
    return tableOf(say('Outcome'), ['Outcome', 'Throws', 'Chance', 'Points'].map(text => say(text)), row.outcomes.map(o => line(fates(o.fate), String(o.ways), share(o.probability), o.worth.toLocaleString(language))),
        make('tfoot', {}, [['Only the defender removed', row.won], ['Only the attacker removed', row.lost], ['Both removed', row.both], ['Neither removed', row.neither]].filter(([, p]) => p > 0).map(([text, p]) => line(say(text), '', share(p), ''))));
}

async function showOdds() {
    const args = ['odds', ...chosenRules(), '--attacker=' + explored.attacker, '--defender=' + explored.defender, '--support=' + explored.a + ':' + explored.d, '--kind=' + explored.kind];
    const [odds, chart] = await Promise.all([tool([...args, '--format=json']), tool([...args, '--svg=-', themeOption(), languageOption()])]);
    put($('outcome'), odds.stdout === '' ? make('p', {class: 'bad'}, odds.stderr) : [outcomeTable(objects(odds.stdout)[0]), chart.stdout && picture(chart.stdout, {class: 'chart'})]);
}

// Fills the form of a combat; each change is shown at once.
async function explorer(box) {
    const known = await rulesets();
    if (!known.some(one => one.ruleset === explored.variant)) explored.variant = known[1].ruleset;
    const may = await fighters(), fights = may.attacker.length > 0;
    for (const key of ['attacker', 'defender']) if (!may[key].includes(explored[key])) explored[key] = may[key][0] ?? '';
    const variant = selectOf('variant', known.map(one => [one.ruleset, one.title]), explored.variant), options = textInput('options', explored.options, {placeholder: known.find(one => one.ruleset === explored.variant).options.join(' ')});
    const pieces = key => selectOf(key, may[key].map(piece => [piece, say(piece[0]) + piece.slice(1)]), explored[key]), number = key => make('input', {type: 'number', name: key, min: 0, max: 40, value: explored[key]});
    const kind = selectOf('kind', ['attack', 'shot', 'run', 'en-passant'].map(k => [k, say(k)]), explored.kind);
    const form = make('form', {class: 'odds', submit: event => event.preventDefault()}, field(say('Game'), variant), field(say('Options'), options), fights && [field(say('Attacker'), pieces('attacker')), field(say('Defender'), pieces('defender')),
        field(say('Support of the attack'), number('a')), field(say('Support of the defense'), number('d')), field(say('Kind'), kind)]);
    const renewed = latest(target => work(async () => {
        Object.assign(explored, Object.fromEntries(new FormData(form)));
        if (target === variant) explored.options = '';
        return target === variant || target === options ? explorer(box) : showOdds();
    }));
    // other rule options redraw the form, so not while they are being typed
    for (const type of ['input', 'change']) on(form, type, ({target}) => { if ((target === options) === (type === 'change')) renewed(target); });
    const table = await tool(['render-svg', '--attributes', themeOption(), languageOption(), ...chosenRules()]);
    put(box, form, make('div', {class: 'both'}, make('div', {id: 'outcome', role: 'status'}, !fights && say('No dice decide in this game.')), make('div', {id: 'attributes'}, table.stdout ? picture(table.stdout, {class: 'chart'}) : table.stderr)));
    if (fights) await showOdds();
}

// ---- house rules

const ruleFindings = async text => objects((await xpgn.run(['validate', '--check-rules', '--format=json', languageOption(), 'house.yaml'], {files: {'house.yaml': text}})).stdout);
const houseText = () => journal.parts.get('draft') ?? journal.parts.get('rules') ?? HOUSE;
const isGood = found => found.every(one => one.level !== 'error');
const drawFindings = (list, text, found) => put(list, found.length === 0 ? make('li', {class: 'good'}, say('These rules are well formed.')) : found.map(one => make('li', {class: one.level},
    make('pre', {class: 'line'}, lit(text.split('\n')[one.line - 1] ?? '', [{...one, line: 1, text: [...text.split('\n')[one.line - 1] ?? ''].slice(one.column - 1, one.end_line > one.line ? undefined : one.end_column - 1).join('')}])), make('p', {}, say('Line %', one.line) + ': ' + one.text), one.hint && hint(one.hint))));

async function simulate(box) {
    const {stdout, stderr} = await tool(['simulate', '--report', '--format=json', '--games=200', '--max-plies=200', ...chosenRules()]), all = stdout && JSON.parse(stdout).rulesets[0].measures;
    const number = ({share: shared, value}) => shared ? share(value) : value.toLocaleString(language, {maximumFractionDigits: 2}), range = one => one.low === null ? '' : number({...one, value: one.low}) + ' \u2013 ' + number({...one, value: one.high});
    put(box, all ? tableOf(say('Report'), ['', say('Value'), say('Interval of 95 %')], Object.values(all).filter(Boolean).map(one => make('tr', {}, make('th', {scope: 'row'}, say(one.label)), [number(one), range(one)].map(text => make('td', {class: 'right'}, text))))) : make('p', {class: 'bad'}, stderr));
}

function editor(own, exploring) {
    const area = make('textarea', {id: 'house', spellcheck: 'false', autocapitalize: 'off', rows: 12, 'aria-label': say('House rules')}), key = newKey(), list = make('ol', {class: 'findings'}), played = make('div', {id: 'played'});
    area.value = houseText();
    const check = async () => { const found = await ruleFindings(area.value); drawFindings(list, area.value, found); return isGood(found) && area.value.trim() !== ''; };
    const use = async () => {
        const good = await check(), before = good && await rulesets();
        await enter('House rules', '', {draft: area.value, ...good ? {rules: area.value} : {}}, {step: key});
        if (!good) return;
        explored.variant = (await rulesets()).find(one => !before.some(old => old.ruleset === one.ruleset))?.ruleset ?? explored.variant;
        await explorer(exploring);
    };
    on(area, 'input', latest(() => work(use)));
    put(own, make('h3', {}, say('House rules')), hint(say('A ruleset as xpgn-ruleset(5) has it. While it is well formed, all of the desk knows it.')), area, list,
        make('div', {class: 'rest'}, button(say('Use these rules'), () => work(use)), button(say('No house rules'), () => work(async () => { await enter('No house rules', '', {rules: null, draft: null}); await fillRules(); })),
            button(say('Save rules'), () => save('house.yaml', area.value)), button(say('Play 200 games'), () => work(async () => { await use(); await simulate(played); }))), played);
    return check();
}

async function fillRules() {
    const box = make('div', {}), own = make('div', {});
    put($('rules'), make('h2', {tabindex: -1}, say('Odds of a combat')), make('div', {class: 'halves'}, box, own));
    await explorer(box);
    await editor(own, box);
}
