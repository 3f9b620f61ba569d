// SPDX-License-Identifier: MIT
// A page of xpgn-render-html: the list of its games, addresses, the tournament, and a player.

const $ = id => document.getElementById(id);
const fill = (id, ...children) => $(id).replaceChildren(...children);
const blocks = document.querySelectorAll('script.game');
const common = JSON.parse($('common').textContent);
const {entries} = common;
const small = matchMedia('(max-width: 56rem)');
const ROW = 52; // pixels of a game in the list

let index = -1; // of the game shown; -1: the tournament
let results = entries.map((e, i) => i); // of the search, indexes of games
let texts = null; // what is searched, by game
let embedded = false;

// ---- copies

// Without a clipboard of its own, the browser copies what is selected.
function copySelected(text) {
    const area = make('textarea', {class: 'sr', 'aria-hidden': 'true'});
    area.value = text;
    document.body.append(area);
    area.select();
    const good = document.execCommand('copy');
    area.remove();
    return good;
}

async function copy(text, what) {
    let good = false;
    try {
        await navigator.clipboard.writeText(text);
        good = true;
    } catch {
        good = copySelected(text);
    }
    fill('copied', good ? word(common, '% copied.').replace('%', word(common, what)) : word(common, 'It could not be copied:') + ' ' + text.slice(0, 200));
}

function save(text, name) {
    const url = URL.createObjectURL(new Blob([text], {type: 'application/octet-stream'}));
    const link = make('a', {href: url, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    fill('copied', word(common, '% saved.').replace('%', name));
}

// ---- addresses: #game=3&at=12b, #3, #event; embed besides

function trouble(text) {
    fill('trouble', text);
    $('trouble').hidden = !text;
}

// {game, at, line, event, wrong} of an address.
function readAddress(hash) {
    const found = {line: 0};
    for (const part of hash.replace(/^#/, '').split('&').filter(Boolean)) {
        const [, key, value] = /^(\w+)=?(.*)$/.exec(part) || [];
        if (/^\d{1,9}$/.test(part)) found.game = Number(part);
        else if (part === 'event' || part === 'embed') found[part] = true;
        else if ((key === 'game' || key === 'line') && /^\d{1,9}$/.test(value)) found[key] = Number(value);
        else if (key === 'at' && value) found.at = value;
        else found.wrong = 'The address has "' + part.slice(0, 60) + '", which is not understood.';
    }
    return found;
}

function addressNow() {
    const node = viewer.game.nodes[viewer.at];
    return '#' + (embedded && !location.search ? 'embed&' : '') + 'game=' + (index + 1) + (node.line ? '&line=' + node.line : '')
        + '&at=' + nameOf(viewer.game, viewer.at, viewer.early);
}

// The address that the page has read or written last: another one is on its way to openAddress, and is not overwritten.
let writing = 0, known = location.hash;
function writeAddress() {
    clearTimeout(writing);
    if (location.hash !== known) return;
    try {
        history.replaceState(null, '', addressNow());
        known = location.hash;
    } catch {
        writing = setTimeout(writeAddress, 1000); // a browser may limit how often
    }
}

// ---- luck

let luckLine = [];
let luckWidth = 0; // told by the browser when it has laid out the page
function layLuck() {
    const g = viewer.game, main = g.main, points = [];
    main.forEach((id, i) => { if (g.nodes[id].k) points.push([i, g.nodes[id].k]); });
    $('luck').hidden = points.length === 0;
    if (points.length === 0 || !luckWidth) return;
    const width = Math.max(260, luckWidth), height = 170, left = 56, right = width - 62, middle = height / 2;
    const most = Math.max(1, ...points.map(p => Math.max(...p[1].map(Math.abs))));
    const x = i => left + (right - left) * i / Math.max(1, main.length - 1);
    const y = value => middle - (middle - 22) * value / most;
    luckLine = [left, right];
    const svg = $('curve'), text = (at, row, words, more) => draw('text', {x: at, y: row + 4, ...more}, words);
    svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    svg.replaceChildren();
    for (const value of [most, most / 2, 0, -most / 2, -most])
        svg.append(draw('line', {class: value ? 'grid' : 'zero', x1: left, x2: right, y1: y(value), y2: y(value)}),
            text(left - 5, y(value), value ? signed(value).replace(/\.?0+$/, '') : '0', {'text-anchor': 'end'}));
    const two = g.seats.length === 2;
    if (two) svg.append(text(left + 4, 8, phrase(g, '%s is lucky', '', seatName(g, 0)), {}), text(left + 4, height - 10, phrase(g, '%s is lucky', '', seatName(g, 1)), {}));
    for (let seat = 0; seat < (two ? 1 : g.seats.length); seat++) {
        const last = points[points.length - 1][1][seat];
        svg.append(draw('path', {class: 's' + seat, d: 'M' + left + ' ' + middle
            + points.map(([i, k]) => 'H' + x(i).toFixed(1) + 'V' + y(k[seat]).toFixed(1)).join('') + 'H' + right}),
            draw('circle', {class: 'tip', cx: right, cy: y(last), r: 4}),
            text(right + 7, y(last), (two ? '' : seatName(g, seat).charAt(0) + ' ') + signed(last), {}));
    }
    svg.append(draw('line', {class: 'now', id: 'now', y1: 14, y2: height - 16}));
    label(svg, word(g, 'Luck at the end:') + ' ' + luckWords(g, main[main.length - 1]));
}

function showLuck() {
    const g = viewer.game, [left, right] = luckLine;
    fill('luck-now', luckWords(g, viewer.early ? g.nodes[viewer.at].up : viewer.at));
    if ($('luck').hidden || !luckWidth) return;
    const last = pathTo(g, viewer.at).filter(n => n.line === 0).pop();
    const i = Math.max(0, g.main.indexOf(last.id)), x = left + (right - left) * i / Math.max(1, g.main.length - 1);
    for (const end of ['x1', 'x2']) $('now').setAttribute(end, x.toFixed(1));
}

function onCurve(e) {
    const [left, right] = luckLine, {main} = viewer.game;
    const share = (e.clientX - boxOf($('curve')).left - left) / (right - left);
    viewer.halt();
    viewer.go(main[Math.min(main.length - 1, Math.max(0, Math.round(share * (main.length - 1))))]);
}

// ---- findings, tags, record

function layFindings() {
    const g = viewer.game;
    $('findings-part').hidden = g.findings.length === 0;
    fill('findings', ...g.findings.map((f, i) => {
        const [error, , line, column, code, turn, text, hint, choice] = f;
        const button = make('button', {type: 'button', 'data-finding': i},
            span('where', (g.file ? g.file + ':' : '') + line + ':' + column + ': ' + word(g, error ? 'error' : 'warning') + (turn ? ', ' + turn : '')),
            ': ' + text + ' [' + code + ']');
        for (const more of [hint, choice])
            if (more) button.append(span('hint', more));
        return make('li', {class: error ? 'error' : 'warning'}, button);
    }));
}

function layRecord() {
    const g = viewer.game;
    $('record-part').hidden = $('copy').hidden = $('save').hidden = g.record === undefined;
    $('copy-corrected').hidden = $('save-corrected').hidden = g.corrected === undefined;
    $('copy-xfen').hidden = !g.files;
    fill('record', g.record || '');
    fill('copied', '');
    const pairs = [];
    for (let i = 0; i < g.tags.length; i += 2) pairs.push(make('dt', {}, g.tags[i]), make('dd', {}, g.tags[i + 1]));
    fill('tags', ...pairs);
    $('tags-part').hidden = pairs.length === 0;
}

// ---- games: only those rows of the list are in the page that can be seen

// '% game', '% games', '% error', '% errors'
function plural(count, what) {
    return word(common, '% ' + what + (count === 1 ? '' : 's')).replace('%', count);
}

function plainName(e) {
    return namesOf(common, e).map(part => part.textContent || part).join('');
}

function entryRow(nth) {
    const i = results[nth], e = entries[i], more = span('more', ...listed(e.event, e.round && word(common, 'round') + ' ' + e.round, e.date, e.rules));
    if (e.errors) more.prepend(span('bad', plural(e.errors, 'error')), ' ');
    const a = make('a', {href: '#game=' + (i + 1), tabindex: -1, title: plainName(e), 'data-nth': nth}, span('n', e.n + '.'),
        span('who', ...namesOf(common, e)),
        make('span', {}, e.result && e.result !== '*' ? e.result : ''), more);
    if (i === index) a.setAttribute('aria-current', 'true');
    const li = make('li', {'aria-posinset': nth + 1, 'aria-setsize': results.length}, a);
    li.style.top = nth * ROW + 'px';
    return li;
}

function showRows() {
    const list = $('list'), first = Math.max(0, Math.floor(list.scrollTop / ROW) - 8);
    const last = Math.min(results.length, first + Math.ceil(list.clientHeight / ROW) + 16);
    const focused = list.contains(document.activeElement) ? Number(document.activeElement.dataset.nth) : -1;
    const rows = [];
    for (let nth = first; nth < last; nth++) rows.push(entryRow(nth));
    $('rows').style.height = results.length * ROW + 'px';
    fill('rows', ...rows);
    const reach = $('rows').querySelector('[data-nth="' + focused + '"]') || $('rows').querySelector('[aria-current]')
        || $('rows').querySelector('a');
    if (reach) reach.tabIndex = 0;
    if (focused >= 0 && reach) reach.focus({preventScroll: true});
}

// Scrolls so that a row is seen.
function reachRow(nth) {
    const list = $('list'), top = nth * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    showRows();
}

// What is searched: every word of a field with its name before it, and without.
function searchText(e) {
    const fields = {player: (e.players || []).join(' '), event: e.event, eco: e.eco, date: e.date, round: e.round, result: e.result,
        combat: e.combat && [e.combat, ...e.combat.split(' ').map(type => word(common, type))].join(' '), rules: e.rules, number: e.n + '.'};
    const named = [], plain = [];
    for (const key in fields) {
        if (!fields[key]) continue;
        const text = fields[key].toLowerCase();
        plain.push(text);
        for (const word of text.split(/\s+/)) named.push('\n' + key + ':' + word);
    }
    return {named: named.join(''), plain: plain.join('\n')};
}

function prepare() {
    if (!texts) texts = entries.map(searchText);
}

// Words are found anywhere; key:word at the beginning of a word of that field.
function search() {
    const words = $('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    prepare();
    const wanted = words.map(word => (/^[a-z]+:/.test(word) ? ['named', '\n' + word] : ['plain', word]));
    results = [];
    texts.forEach((text, i) => { if (wanted.every(([where, word]) => text[where].includes(word))) results.push(i); });
    fill('found', words.length ? word(common, '% of %').replace('%', results.length).replace('%', plural(entries.length, 'game')) : '');
    $('list').scrollTop = 0;
    showRows();
}

function layList() {
    $('games').hidden = entries.length < 2;
    $('games-part').open = !small.matches;
    $('layout').classList.toggle('many', entries.length > 1);
    $('filter').hidden = $('found').hidden = entries.length < 10;
    fill('games-count', '(' + entries.length + ')');
    $('to-event').hidden = !common.events.length;
}

// The next game of those found, or the one before.
function turn(step) {
    const to = step > 0 ? results.find(i => i > index) : results[results.filter(i => i < index).length - 1];
    if (to !== undefined) goTo('#game=' + (to + 1));
}

// ---- the tournament

// The game that a row of pairings is about, by round and players; -1: it is not on the page.
function gameOfPairing(row, head) {
    const cell = name => row[head.indexOf(name)];
    return entries.findIndex(({players, round}) => players && (!round || round.split('.')[0] === cell('round'))
        && players[0] === cell('white') && players[1] === cell('black'));
}

function eventTable(title, {head, rows}, linked) {
    const body = rows.map(row => make('tr', {}, ...row.map((text, c) => make(c === 0 ? 'th' : 'td', c === 0 ? {scope: 'row'} : {}, isolate(text)))));
    if (linked) rows.forEach((row, r) => {
        const i = gameOfPairing(row, head);
        const cell = body[r].cells[head.indexOf('result')];
        if (i >= 0 && cell) cell.replaceChildren(make('a', {href: '#game=' + (i + 1)}, row[head.indexOf('result')]));
    });
    return make('section', {class: 'table', tabindex: 0, role: 'region', 'aria-label': title}, make('table', {}, make('caption', {}, title),
        make('thead', {}, make('tr', {}, ...head.map(text => make('th', {scope: 'col'}, word(common, text))))), make('tbody', {}, ...body)));
}

function layEvent() {
    $('event').append(...common.events.flatMap(e => [make('h2', {}, isolate(e.name)),
        eventTable(word(common, 'Standings and crosstable'), e.crosstable, false), eventTable(word(common, 'Pairings'), e.pairings, true)]));
}

function showEvent() {
    viewer.halt();
    index = -1;
    $('event').hidden = false;
    $('game').hidden = true;
    document.title = $('title').textContent;
    showRows();
}

// ---- opening

function reachGame() {
    const nth = results.indexOf(index);
    if (nth >= 0) reachRow(nth);
    else showRows();
}

function openGame(i, address) {
    const g = load(blocks[i].textContent, common), entry = entries[i];
    const place = address.at && named(g, address.at, address.line);
    index = i;
    $('event').hidden = true;
    $('game').hidden = false;
    viewer.open(g, entry, ...place || [entry.start || 0, false]);
    document.title = plainName(entry) + ' \u2013 ' + $('title').textContent;
    // what needs the sizes of the page waits for its first frame
    if (opened) reachGame();
    else requestAnimationFrame(reachGame);
    return address.at && !place
        && 'Game ' + (i + 1) + ' has no turn at ' + address.at.slice(0, 60) + (address.line ? ' in line ' + address.line : '') + '.';
}

function openAddress() {
    known = location.hash;
    const address = readAddress(known);
    let {wrong} = address;
    embedded = address.embed || /[?&]embed\b/.test(location.search);
    document.documentElement.classList.toggle('embed', embedded);
    fit();
    const missing = address.game !== undefined && (address.game < 1 || address.game > entries.length);
    if (address.event && !common.events.length) wrong = 'The page has no tournament.';
    if (missing) wrong = 'There is no game ' + address.game + ': the page has ' + plural(entries.length, 'game') + '.';
    if (common.events.length && (address.event || !address.game && !address.at && !embedded && !entries[0].start)) showEvent();
    else wrong = openGame(missing || !address.game ? 0 : address.game - 1, missing ? {} : address) || wrong;
    trouble(wrong || '');
}

function goTo(hash) {
    history.pushState(null, '', hash);
    openAddress();
    if (small.matches) $('games-part').open = false;
}

const wide = matchMedia('(min-aspect-ratio: 23/20) and (min-width: 34rem)');
const flat = matchMedia('(max-height: 30rem)');
function fit() {
    const root = document.documentElement;
    root.classList.toggle('wide', wide.matches);
    $('player').classList.toggle('wide', wide.matches);
    $('player').classList.toggle('flat', wide.matches && flat.matches);
}

// What the page shows besides the player.
function onStep(what) {
    if (what === 'game') {
        layLuck();
        layFindings();
        layRecord();
    } else if (what === 'finding') {
        $('frame').scrollIntoView({block: 'nearest'});
    } else {
        showLuck();
        trouble('');
        if (opened) writeAddress();
    }
}

function onKey(e) {
    if (e.target.closest('input[type=search], pre')) return;
    const letters = $('letters').checked;
    if (index >= 0 && viewer.key(e, letters)) return;
    const step = letters && !e.ctrlKey && !e.altKey && !e.metaKey && {n: 1, p: -1}[e.key.toLowerCase()];
    if (!step) return;
    e.preventDefault();
    turn(step);
}

function onListKey(e) {
    const step = {ArrowUp: -1, ArrowDown: 1}[e.key];
    const link = e.target.closest('a[data-nth]');
    if (!step || !link) return;
    e.preventDefault();
    const nth = Number(link.dataset.nth) + step;
    if (nth < 0 || nth >= results.length) return;
    reachRow(nth);
    const to = $('rows').querySelector('[data-nth="' + nth + '"]');
    link.tabIndex = -1;
    to.tabIndex = 0;
    to.focus({preventScroll: true});
}

function listen() {
    const click = (id, does) => on($(id), 'click', does);
    const name = () => (viewer.game.file || 'game').replace(/\.\w+$/, '') + '-' + entries[index].n;
    click('copy-link', () => { writeAddress(); copy(location.href, 'Link'); });
    click('copy-xfen', () => copy(viewer.xfen, 'XFEN'));
    click('copy', () => copy(viewer.game.record, 'Game record'));
    click('save', () => save(viewer.game.record, name() + '.xpgn'));
    click('copy-corrected', () => copy(viewer.game.corrected, 'Corrected record'));
    click('save-corrected', () => save(viewer.game.corrected, name() + '-corrected.xpgn'));
    click('curve', onCurve);
    on($('findings'), 'click', e => {
        const button = e.target.closest('button');
        if (button) viewer.showFinding(Number(button.dataset.finding));
    });
    on($('filter'), 'focus', prepare);
    on($('filter'), 'input', search);
    on($('list'), 'keydown', onListKey);
    on($('list'), 'scroll', showRows);
    on(document, 'click', e => {
        const link = e.target.closest('a[href^="#"]');
        if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
        e.preventDefault();
        goTo(link.getAttribute('href'));
    });
    on(document, 'keydown', onKey);
    on(window, 'hashchange', openAddress);
    for (const query of [wide, flat]) on(query, 'change', fit);
    on(window, 'resize', showRows);
    new ResizeObserver(([{contentRect}]) => {
        luckWidth = contentRect.width;
        if (index < 0) return;
        layLuck();
        showLuck();
    }).observe($('curve'));
}

let opened = false;
let viewer = null;
if (entries.length === 0) {
    $('title').after(make('p', {}, word(common, 'There are no games.')));
} else {
    $('layout').hidden = false;
    viewer = newPlayer(document, common, onStep);
    viewer.flip(document.documentElement.dataset.flip === 'true');
    layList();
    layEvent();
    listen();
    openAddress();
    opened = true;
}
