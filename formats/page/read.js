// SPDX-License-Identifier: MIT
// What the data of a page says, by README.md beside this file. It knows no rules: of a position the data has
// what is not foreseen here from the one before it, and all values, totals, fates and odds.

const typeOf = piece => piece & 7;
const wounded = piece => piece & 8;
const seatOf = piece => piece >> 4 & 15;
const pointsOf = piece => piece >> 8;
const pointsText = piece => pointsOf(piece) ? '(' + pointsOf(piece) + ')' : '';
const FATES = {w: 'wounded', x: 'removed'};

// ---- languages: `of` has words, English to its own, if it is not English

const entryOf = (of, english) => (of.words && Object.hasOwn(of.words, english) ? of.words[english] : english);
const word = (of, english) => entryOf(of, english).split('|')[0];

// A phrase around a text in the form for its noun: formats/words.tsv says how both are written.
function phrase(of, english, noun, text) {
    const [first, second] = entryOf(of, english).split('|');
    return (second && entryOf(of, noun).endsWith('|') ? second : first).replace('%s', text);
}

// Sentences, each with its numbers: %p is the piece on a square, %q a square, %t a type, %w a seat.
function told(g, board, list) {
    const said = {p: n => fullPlace(g, {piece: board[n], square: n}), q: n => squareName(g, n), t: n => word(g, g.types[n]), w: n => seatName(g, n)};
    return list.map(([text, ...numbers]) => (text === '.' ? '' : ' ') + word(g, text).replace(/%(.)/g, (all, key) => said[key](numbers.shift()))).join('');
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

const squareName = (g, square) => 'abcdefghijkl'.charAt(square % g.files) + (Math.floor(square / g.files) + 1);

function typeName(g, piece) {
    const name = g.types[typeOf(piece)];
    return wounded(piece) ? phrase(g, 'wounded %s', name, word(g, name)) : word(g, name);
}

const seatName = (g, seat) => word(g, capital(g.seats[seat]));
const ofSeat = (g, piece, text) => phrase(g, g.seats[seatOf(piece)] + ' %s', '', text);
const pieceName = (g, piece) => (ofSeat(g, piece, typeName(g, piece)) + ' ' + pointsText(piece)).trim();

// ---- positions

// The letters of a piece in XFEN, and the piece of letters.
function letters(g, piece) {
    const letter = '-PNBRQK'.charAt(typeOf(piece));
    const colored = g.seats.length > 2 ? g.seats[seatOf(piece)].charAt(0) + letter
        : seatOf(piece) ? letter.toLowerCase() : letter;
    return colored + (wounded(piece) ? '*' : '') + pointsText(piece);
}

const pieceOf = letter => '-PNBRQK'.indexOf(letter.toUpperCase()) + (letter === letter.toLowerCase() ? 16 : 0);

function xfen(g, node) {
    const rows = [];
    for (let rank = g.ranks - 1; rank >= 0; rank--) {
        let row = '', empty = 0;
        for (let file = 0; file < g.files; file++) {
            const piece = node.board[rank * g.files + file];
            if (piece) row += (empty || '') + letters(g, piece);
            empty = piece ? 0 : empty + 1;
        }
        rows.push(row + (empty || ''));
    }
    return rows.join('/') + node.tail;
}

// The pieces off the board that may return: [["a1", piece...]...], of removed ones "".
function held(node) {
    const inside = /^\[(.*?)\]/.exec(node.tail);
    return inside ? inside[1].split(',').map(group => {
        const [castle, pieces] = group.includes(':') ? group.split(':') : ['', group];
        return [castle, ...Array.from(pieces, pieceOf)];
    }) : [];
}

// What follows the board in an XFEN.
function tailAfter(g, from, node, change) {
    if (typeof change === 'string' && change.includes(' ')) return change;
    const [pieces, , castling, , clock] = from.tail.split(' ');
    const next = change === undefined ? Number(clock) + (node.m === from.m ? 0 : 1) : 0;
    return [change || pieces, g.seats[node.m].charAt(0), castling, '-', next, node.n].join(' ');
}

function boardAfter(g, from, node) {
    const board = from.board.slice();
    let mover = node.f;
    if (node.fight) {
        for (const side of [1, 0]) {
            const {square, fate} = node.fight[side];
            if (fate === 'x') board[square] = 0;
            else if (fate === 'w') board[square] |= 8;
        }
        mover = node.fight.arrived ? node.fight[0].square : node.t;
    }
    if (mover >= 0 && node.t >= 0 && mover !== node.t) {
        board[node.t] = board[mover];
        board[mover] = 0;
    }
    for (let i = 0; node.b && i < node.b.length; i += 2) board[node.b[i]] = node.b[i + 1];
    return board;
}

// ---- a combat

function helpersOf(board, list) {
    const helpers = [];
    for (let i = 0; i < list.length; i += 2) helpers.push({square: list[i], piece: board[list[i]], gives: list[i + 1]});
    return helpers.sort((a, b) => typeOf(a.piece) - typeOf(b.piece));
}

function fightOf(g, from, node) {
    const [value0, value1, total0, total1, dice0, dice1, fates, rule, helpers0, helpers1, odds] = node.q;
    const squares = node.s || [node.f, node.t];
    const side = (i, value, total, dice, helpers) => ({
        square: squares[i], piece: from.board[squares[i]], value, total, dice: [].concat(dice || []),
        helpers: helpersOf(from.board, helpers), fate: fates.charAt(i).replace('-', ''), cell: node.j ? node.j[i] : -1,
    });
    return {
        0: side(0, value0, total0, dice0, helpers0), 1: side(1, value1, total1, dice1, helpers1),
        rule, odds, arrived: fates.length > 2, verb: node.v || 'attacks',
    };
}

const place = (g, piece, square) => typeName(g, piece) + ' ' + squareName(g, square);

const fullPlace = (g, {piece, square}) => ofSeat(g, piece, place(g, piece, square));

// "won", "lost", "tie", "both" or "held", of the attacker.
function upshot(fight) {
    const [a, d] = [fight[0].fate === 'x', fight[1].fate === 'x'];
    if (a && d) return 'both';
    if (a || d) return a ? 'lost' : 'won';
    return fight[0].total >= 0 && fight[0].total === fight[1].total ? 'tie' : 'held';
}

// ---- words

function throwWords(g, node) {
    return node.d && node.d[0] ? phrase(g, '%s rolls', '', seatName(g, node.seat)) + ' ' + node.d[0] + '. ' : '';
}

// "White pawn e5 attacks black pawn d6".
const attackWords = (g, {0: a, 1: d, verb}) => capital(fullPlace(g, a)) + ' ' + word(g, verb) + ' ' + fullPlace(g, d);

// What came of a combat: "pawn d4 removed, pawn e5 wounded, pawn takes d4".
function resultWords(g, node) {
    const {fight} = node, parts = [];
    for (const {fate, cell, piece, square} of [fight[1], fight[0]]) {
        if (!fate) continue;
        const noun = g.types[typeOf(piece)];
        parts.push(phrase(g, cell >= 0 ? '%s taken to' : '%s ' + FATES[fate], noun, word(g, noun) + ' ' + squareName(g, square))
            + (cell >= 0 ? ' ' + squareName(g, cell) : ''));
    }
    if (fight.arrived)
        parts.push([word(g, g.types[typeOf(fight[0].piece)]), word(g, node.t === fight[1].square ? 'takes' : 'goes to'), squareName(g, node.t)].join(' '));
    return parts.join(', ') || (node.r ? node.r[3][1] : word(g, 'nothing happens'));
}

function combatWords(g, node) {
    const [a, d] = [node.fight[0].total, node.fight[1].total];
    return attackWords(g, node.fight) + (a >= 0 && d >= 0 ? ', ' + word(g, '%a to %d').replace('%a', a).replace('%d', d) : '') + ': ' + resultWords(g, node);
}

// What clocks and engines wrote, in words: "clock 1:29:30, evaluation 0.31/20".
const FIGURES = ['clock', 'time used', 'game time', 'evaluation', 'depth'];
const figureWords = (g, list) => list.map((text, i) => text && word(g, FIGURES[i]) + ' ' + text).filter(Boolean).join(', ');

// What the record marks: "Arrows: d2 to d4 (green). Marked: d4 (green). "
function markWords(g, marks) {
    return ['Marked', 'Arrows'].map((english, i) => {
        const list = marks.filter(mark => mark.length === i + 2).map(([color, ...squares]) =>
            squares.map(square => squareName(g, square)).join(' ' + word(g, 'to') + ' ') + (color && ' (' + word(g, color) + ')'));
        return list.length ? ' ' + word(g, english) + ': ' + list.join(', ') + '.' : '';
    }).join('');
}

// The action in sentences.
function words(g, node) {
    if (node.e) return word(g, 'Error') + ': ' + node.e + '. ' + word(g, 'Play goes on as corrected.');
    const {board} = g.nodes[node.up], piece = node.f >= 0 ? board[node.f] : 0;
    const actor = piece ? capital(fullPlace(g, {piece, square: node.f})) : seatName(g, node.seat);
    const deed = node.fight ? combatWords(g, node) : actor + told(g, board, node.w || [['to %q', node.t]]);
    return throwWords(g, node) + deed + told(g, board, node.y || [['.']]);
}

function sideWords(g, side) {
    const value = side.value + side.helpers.reduce((sum, h) => sum + h.gives, 0);
    if (side.dice.length === 1 && side.value !== null) return value + ' + ' + word(g, 'die') + ' ' + side.dice[0] + ' = ' + side.total;
    if (side.dice.length > 0) return word(g, side.dice[1] ? 'dice' : 'die') + ' ' + side.dice.join(', ');
    return side.total >= 0 ? String(side.total) : '';
}

// The moment before: who attacks whom, with what, if it is by numbers.
function beforeWords(g, node) {
    const by = [0, 1].map(i => sideWords(g, node.fight[i])).filter(Boolean).join(' ' + word(g, 'against') + ' ');
    return throwWords(g, node) + attackWords(g, node.fight) + (by && ': ' + by) + '.';
}

function helperWords(g, fight) {
    const list = side => side.helpers.map(h => place(g, h.piece, h.square) + ' ' + h.gives).join(', ');
    const [a, d] = [list(fight[0]), list(fight[1])];
    return [['The attack is supported by', a], ['The defense is supported by', d]].map(([text, all]) => all && ' ' + word(g, text) + ' ' + all + '.').join('');
}

// What the dice may make of it: [name, thousandths], those that can be.
function chances(fight) {
    const [won, lost, both] = fight.odds;
    if (won === undefined) return [];
    return [['defender falls', won], ['neither falls', Math.max(0, 1000 - won - lost - both)], ['both fall', both],
        ['attacker falls', lost]].filter(c => c[1] > 0);
}

// Of thousandths; what is nearly nothing or all has a decimal.
const percent = p => (p / 10).toFixed(p < 10 || p > 990 && p < 1000 ? 1 : 0) + ' %';

function margin(g, fight) {
    const difference = fight[0].total - fight[1].total;
    return word(g, 'margin') + ' ' + (difference > 0 ? '+' : '') + difference;
}

// ---- the game: a tree of nodes, each an action; node 0 is the start

function nodeOf(g, item, from) {
    const [a, f, t, more] = item;
    const node = {...more, a, f, t, up: from.id, id: g.nodes.length, next: []};
    [node.number, node.seat] = more && more.t ? more.t : [from.n, from.m];
    node.first = node.l === undefined ? from.by !== from.m : node.l === 1;
    node.by = node.seat;
    if (g.files) {
        if (node.q) node.fight = fightOf(g, from, node);
        if (node.u) node.k = [...node.u, -node.u[0]].map(k => k / 100);
        if (node.m === undefined) node.m = (from.m + 1) % g.seats.length;
        if (node.n === undefined) node.n = from.n + (node.m < from.m ? 1 : 0);
        node.tail = tailAfter(g, from, node, node.x);
        node.board = boardAfter(g, from, node);
    }
    return node;
}

function startOf(g) {
    const start = {id: 0, up: -1, next: [], line: 0, by: -1, m: g.m, n: g.n, tail: g.x || '', board: []};
    if (g.files) start.board = new Array(g.files * g.ranks).fill(0);
    for (let i = 0; g.b && i < g.b.length; i += 2) start.board[g.b[i]] = g.b[i + 1];
    return start;
}

function load(text, {frames, words}) {
    const data = JSON.parse(text);
    const g = {seats: ['white', 'black'], types: [], ...frames[data.frame], findings: [], ...data, words};
    g.nodes = [startOf(g)];
    let lines = 0;
    const open = [{line: 0, last: 0, prev: 0}];
    for (const item of g.items) {
        const top = open[open.length - 1];
        if (item === '(') {
            open.push({line: ++lines, last: top.prev, prev: top.prev});
        } else if (item === ')') {
            open.pop();
        } else if (Array.isArray(item)) {
            const node = nodeOf(g, item, g.nodes[top.last]);
            item.action = node;
            node.line = top.line;
            g.nodes.push(node);
            g.nodes[top.last].next.push(node.id);
            top.prev = top.last;
            top.last = node.id;
        } else if (item.p) {
            const node = g.nodes[top.last];
            node.p = [...node.p || [], ...item.p];
        }
    }
    g.main = [0];
    for (const node of g.nodes.slice(1)) if (node.line === 0) g.main.push(node.id);
    return g;
}

const labelOf = (g, node) => node.id === 0 ? '' : node.number + (g.dots ? g.dots[node.seat] : '.');

function pathTo(g, id) {
    const path = [];
    for (let n = id; n >= 0; n = g.nodes[n].up) path.push(g.nodes[n]);
    return path.reverse();
}

function luckAt(g, id) {
    const known = pathTo(g, id).filter(n => n.k);
    return known.length ? known[known.length - 1].k : g.seats.map(() => 0);
}

const signed = number => (number > 0 ? '+' : number < 0 ? '\u2212' : '') + Math.abs(number).toFixed(2);

function luckWords(g, id) {
    const luck = luckAt(g, id);
    return g.seats.map((seat, i) => seatName(g, i) + ' ' + signed(luck[i])).join(', ') + ' ' + word(g, 'points');
}

// ---- turns as addresses have them: "12b", "12b.2" its second action, "12b-before" before its dice

const turnName = (g, node) => node.number + g.seats[node.seat].charAt(0);

// The actions of the turn that a node belongs to.
function turnOf(g, node) {
    return g.nodes.filter(n => n.id > 0 && n.line === node.line && n.number === node.number && n.seat === node.seat);
}

function nameOf(g, id, before) {
    const node = g.nodes[id];
    if (id === 0) return 'start';
    const turn = turnOf(g, node), nth = turn.indexOf(node) + 1;
    return turnName(g, node) + (nth < turn.length ? '.' + nth : '') + (before ? '-before' : '');
}

// [node, before] of such a name on a line, null if there is none.
function named(g, name, line) {
    const parts = /^(\d{1,9})([a-z]?)(?:\.(\d{1,4}))?(-before)?$/.exec(name);
    if (name === 'start' && line === 0) return [0, false];
    if (!parts) return null;
    const [, number, seat, nth, before] = parts;
    const all = g.nodes.filter(n => n.id > 0 && n.line === line && n.number === Number(number) && (!seat || turnName(g, n) === number + seat));
    const node = nth ? all[nth - 1] : all[all.length - 1];
    if (!node || before && !node.fight) return null;
    return [node.id, Boolean(before)];
}
