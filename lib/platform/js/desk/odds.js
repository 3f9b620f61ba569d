// SPDX-License-Identifier: MIT
// Odds and rules: the odds of a combat, the attributes of the pieces, and house rules with their findings.

const HOUSE = ['# Chess Attack with stronger knights', 'ruleset: house', 'title: House rules', 'version: 1', 'extends: chess-attack', 'pieces:',
    '  knight: {attack: 4, defense: 2, support: 1, points: 3, wounded: {attack: 2, defense: 1, support: 1}}', ''].join('\n');
let explored = {variant: 'chess-attack', options: '', attacker: 'N', defender: 'P', a: 0, d: 0, kind: 'attack'};

const starred = side => side.piece + (side.wounded ? '*' : '');
const houseName = () => (state.rules.match(/^ruleset:\s*(\S+)/m) || [])[1];
const share = p => (p * 100).toFixed(2) + '\u00a0%';

// Returns the pieces that can fight in a ruleset, from the matrix of xpgn-odds.
async function fighters() {
    const {stdout, stderr} = await tool(['odds', ...rulesOf(explored), '--matrix', '--format=json']);
    const rows = stdout === '' ? [] : objects(stdout);
    const list = side => [...new Set(rows.map(row => starred(row[side])))];
    return {attackers: list('attacker'), defenders: list('defender'), told: stderr};
}

function combatOptions() {
    return ['odds', ...rulesOf(explored), '--attacker=' + explored.attacker, '--defender=' + explored.defender, '--support=' + explored.a + ':' + explored.d, '--kind=' + explored.kind];
}

function outcomeTable(row) {
    const fates = ({attacker, defender}) => say('attacker') + ' ' + say(attacker) + ', ' + say('defender') + ' ' + say(defender);
    return tableOf(say('Outcome'), ['Outcome', 'Throws', 'Chance', 'Points'],
        row.outcomes.map(o => make('tr', {}, make('th', {scope: 'row'}, fates(o.fate)), make('td', {}, String(o.ways)), make('td', {}, share(o.probability)), make('td', {}, String(o.worth)))),
        make('tfoot', {}, ...[['Only the defender removed', row.won], ['Only the attacker removed', row.lost], ['Both removed', row.both], ['Neither removed', row.neither]]
            .filter(([, p]) => p > 0).map(([text, p]) => make('tr', {}, make('th', {scope: 'row'}, say(text)), make('td'), make('td', {}, share(p)), make('td')))));
}

async function showOdds() {
    const box = $('outcome');
    const [table, chart] = await Promise.all([tool([...combatOptions(), '--format=json']), tool([...combatOptions(), '--svg=-', '--theme=screen', languageOption()])]);
    if (table.status !== 0 || table.stdout === '') return box.replaceChildren(make('p', {class: 'bad'}, table.stderr.replace(/^xpgn-odds: /, '')));
    box.replaceChildren(outcomeTable(objects(table.stdout)[0]), ...chart.stdout ? [picture(chart.stdout, {class: 'chart'})] : []);
}

async function attributes() {
    const {stdout, stderr} = await tool(['render-svg', '--attributes', '--theme=screen', languageOption(), ...rulesOf(explored)]);
    $('attributes').replaceChildren(...stdout ? [picture(stdout, {class: 'chart'})] : [stderr]);
}

// Fills the form of a combat; each change is shown at once.
async function explorer(box) {
    const known = await rulesets(), may = await fighters();
    for (const [key, list] of [['attacker', may.attackers], ['defender', may.defenders]])
        if (list.length > 0 && !list.includes(explored[key])) explored[key] = list[0];
    const option = id => (known.find(r => r.id === id) || {options: ''}).options;
    const variant = selectOf('variant', known.map(r => [r.id, r.title]), explored.variant);
    const options = textInput('options', explored.options, {placeholder: option(explored.variant)});
    const pieces = (key, list) => selectOf(key, list.map(p => [p, p.replace(/^./, letter => say(letter))]), explored[key]);
    const number = key => make('input', {type: 'number', name: key, min: 0, max: 40, value: explored[key]});
    const kind = selectOf('kind', ['attack', 'shot', 'run', 'en-passant'].map(k => [k, say(k)]), explored.kind);
    const form = make('form', {class: 'odds', submit: event => event.preventDefault()}, field('Game', variant), field('Options', options),
        field('Attacker', pieces('attacker', may.attackers)), field('Defender', pieces('defender', may.defenders)),
        field('Support of the attack', number('a')), field('Support of the defense', number('d')), field('Kind', kind));
    const changed = latest(target => work(async () => {
        Object.assign(explored, Object.fromEntries(new FormData(form)));
        if (target === variant) explored.options = '';
        return target === variant || target === options ? explorer(box) : showOdds();
    }));
    // other rule options redraw the form, so not while they are being typed
    for (const type of ['input', 'change']) on(form, type, ({target}) => { if ((target === options) === (type === 'change')) changed(target); });
    box.replaceChildren(form, make('div', {class: 'both'}, make('div', {id: 'outcome', role: 'status'}), make('div', {id: 'attributes'})));
    if (may.attackers.length > 0) await showOdds();
    else $('outcome').textContent = say('No dice decide in this game.');
    await attributes();
}

// ---- house rules

async function ruleFindings(text) {
    const ran = await xpgn.run(['validate', '--check-rules', '--format=json', 'house.yaml'], {files: {'house.yaml': text}});
    return objects(ran.stdout);
}

// Adopts rules if they are valid; returns the view that shows what came of them.
async function takeRules(text) {
    state.draft = text;
    const good = isGood(await ruleFindings(text));
    if (good) state.rules = text;
    return good ? 'check' : 'odds';
}

const isGood = found => found.every(f => f.level !== 'error');

async function lint(list, text) {
    const found = await ruleFindings(text);
    list.replaceChildren(...found.length === 0 ? [make('li', {class: 'good'}, say('These rules are well formed.'))] : found.map(f => make('li', {class: f.level},
        make('p', {}, make('span', {class: 'where'}, say('Line %', f.line)), ' ', f.code), markedLine(text, f, 0), make('p', {}, f.text), f.hint && make('p', {class: 'hint'}, f.hint))));
    return isGood(found);
}

async function simulate(box, games) {
    status(say('Playing % games ...', games));
    const id = houseName(), args = ['simulate', '--report', '--games=' + games, '--max-plies=200', ...id ? ['--variant=' + id] : rulesOf(explored)];
    const {stdout, stderr, status: left} = await tool([...args, '--format=markdown']);
    if (left !== 0) throw new Error(stderr);
    const rows = lines(stdout).map(line => line.match(/^\| (.*?) *\| (.*?) *\|$/)).filter(Boolean);
    box.replaceChildren(tableOf(say('Report'), ['', rows[0][2]], rows.slice(1).map(([, what, value]) => make('tr', {}, make('th', {scope: 'row'}, say(what)), make('td', {}, value.replace(' to ', ' \u2026 '))))),
        make('p', {class: 'hint'}, say('Games between greedy bots, at most 200 turns. In parentheses: 95 % confidence intervals. The advantage is how far above a fair share the first to move scores.')));
    status('');
}

function editor(section, exploring) {
    const area = make('textarea', {id: 'house', spellcheck: 'false', autocapitalize: 'off', rows: 14, 'aria-label': say('House rules')});
    const step = newKey(), list = make('ol', {class: 'findings'}), played = make('div', {id: 'played'});
    area.value = state.draft || state.rules || HOUSE;
    const checked = async () => {
        state.draft = area.value.replace(/\n*$/, '\n');
        const good = area.value.trim() !== '' && await lint(list, state.draft);
        if (good) state.rules = state.draft;
        await keep('House rules', {step});
        if (!good) return;
        explored.variant = houseName() || explored.variant;
        await explorer(exploring);
    };
    on(area, 'input', latest(() => work(checked)));
    section.append(make('h2', {}, say('House rules')), make('p', {class: 'hint'}, say('A ruleset as xpgn-ruleset(5) has it. While it is well formed, all views of the desk know it.')),
        make('div', {class: 'pair'}, make('div', {}, area), make('div', {}, list)),
        make('div', {class: 'tools'}, button(say('Use these rules'), () => work(checked)),
            button(say('No house rules'), () => work(async () => { state.rules = state.draft = ''; explored.variant = 'chess-attack'; await keep('No house rules'); await show('odds'); })),
            button(say('Save rules'), () => save('house.yaml', area.value)), button(say('Play 200 games'), () => work(async () => { await checked(); await simulate(played, 200); }))), played);
    return lint(list, area.value);
}

async function fillOdds(section) {
    const box = make('div', {});
    const own = make('div', {});
    section.append(make('div', {class: 'halves'}, make('div', {}, make('h2', {}, say('Odds of a combat')), box), own));
    await editor(own, box);
    await explorer(box);
}

views.push({id: 'odds', title: 'Odds and rules', fill: fillOdds, uses: ['rules', 'draft']});
