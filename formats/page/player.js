// SPDX-License-Identifier: MIT
// A player of one game at a time, in a document or in the shadow of an element, which has player.html. A
// combat has two moments: the board before its dice, with what both sides bring, and the result. All text of
// records goes into the page as text (textContent), never as markup.

const SVG = 'http://www.w3.org/2000/svg';

function make(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const key in attributes) e.setAttribute(key, attributes[key]);
    e.append(...children);
    return e;
}

function draw(name, attributes, ...children) {
    const e = document.createElementNS(SVG, name);
    for (const key in attributes) e.setAttribute(key, attributes[key]);
    e.append(...children);
    return e;
}

// Names keep their direction to themselves.
const isolate = text => make('bdi', {}, text);

const span = (style, ...children) => make('span', {class: style}, ...children);
const numberSpan = text => make('span', {class: 'number', 'aria-hidden': 'true'}, text);
const on = (target, what, does) => target.addEventListener(what, does);
const hiddenText = text => span('sr', text);
const label = (e, text) => e.setAttribute('aria-label', text);
const boxOf = e => e.getBoundingClientRect();

// Translates the text of the page.
function translate(root, of) {
    for (const e of of.words ? root.querySelectorAll('*:not(h1, head *, script)') : []) {
        for (const name of ['aria-label', 'title', 'placeholder'])
            if (e.hasAttribute(name)) e.setAttribute(name, word(of, e.getAttribute(name)));
        for (const node of e.childNodes)
            if (node.nodeType === Node.TEXT_NODE) node.data = node.data.replace(/\S(.*\S)?/s, text => word(of, text));
    }
}

// The players of a game with dashes between them, or its number.
function namesOf(of, entry) {
    const names = (entry.players || []).map(name => name || '?');
    return names.every(name => name === '?') ? [word(of, 'Game %').replace('%', entry.n)] : names.flatMap((name, i) => [i > 0 ? ' \u2013 ' : '', isolate(name)]);
}

const listed = (...texts) => texts.filter(Boolean).flatMap((text, i) => [i > 0 ? ', ' : '', isolate(text)]);

function pieceDrawing(g, piece) {
    const seat = g.seats[seatOf(piece)];
    const use = draw('use', {href: '#piece-' + g.drawings[typeOf(piece)]});
    const svg = draw('svg', {viewBox: '0 0 100 100', class: 'piece ' + seat, 'aria-hidden': 'true'}, use);
    if (g.seats.length > 2)
        svg.append(draw('circle', {class: 'badge', cx: 13, cy: 13, r: 13}),
            draw('text', {x: 13, y: 20}, seat.charAt(0).toUpperCase()));
    if (wounded(piece))
        svg.append(draw('circle', {class: 'wound', cx: 87, cy: 13, r: 13}),
            draw('path', {class: 'cross', d: 'M87 6V20M80 13H94'}));
    if (pointsOf(piece))
        svg.append(draw('rect', {class: 'badge', x: 57, y: 74, width: 42, height: 25, rx: 12}), draw('text', {x: 78, y: 94}, pointsOf(piece)));
    return svg;
}

const PIPS = {1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

function dieDrawing(face) {
    const svg = draw('svg', {viewBox: '0 0 100 100', class: 'die', role: 'img', 'aria-label': String(face)},
        draw('rect', {x: 4, y: 4, width: 92, height: 92, rx: 16}));
    for (const pip of PIPS[face] || [])
        svg.append(draw('circle', {cx: 26 + 24 * (pip % 3), cy: 26 + 24 * Math.floor(pip / 3), r: 9}));
    if (!PIPS[face]) svg.append(draw('text', {x: 50, y: 68}, String(face)));
    return svg;
}

// Dice as characters, for the list of moves.
function diceText(dice) {
    return dice.map(face => (face >= 1 && face <= 6 ? String.fromCharCode(0x267F + face) : '(' + face + ')')).join('');
}

// root: has the elements; of: has its words; tell(what): called after each step, with 'step', 'game' or 'finding'.
function newPlayer(root, of, tell) {
    const $ = id => root.getElementById(id);
    const fill = (id, ...children) => $(id).replaceChildren(...children);
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const SPEEDS = [0.5, 1, 2, 4, 8];
    let g = null; // the game shown
    let at = 0; // its node
    let before = false; // its combat before the dice
    let flipped = false;
    let focus = 0; // the square that Tab reaches
    let timer = 0;
    let speed = 1; // index in SPEEDS
    let finding = -1;

    // ---- the board

    function squareAt(row, column) {
        return flipped ? row * g.files + g.files - 1 - column : (g.ranks - 1 - row) * g.files + column;
    }

    function layBoard() {
        const body = make('tbody', {}), foot = make('tr', {}, make('th', {'aria-hidden': 'true'}));
        for (let row = 0; row < g.ranks; row++) {
            const rank = Math.floor(squareAt(row, 0) / g.files);
            const tr = make('tr', {}, make('th', {scope: 'row'}, String(rank + 1)));
            for (let column = 0; column < g.files; column++)
                tr.append(make('td', {'data-square': squareAt(row, column), tabindex: -1}));
            body.append(tr);
        }
        for (let column = 0; column < g.files; column++)
            foot.append(make('th', {scope: 'col'}, squareName(g, squareAt(0, column)).charAt(0)));
        fill('board', body, make('tfoot', {}, foot));
        $('drawn').setAttribute('viewBox', '0 0 ' + 100 * g.files + ' ' + 100 * g.ranks);
    }

    // An arrow or a square of the record, in the form of its color.
    function markDrawing([color, from, to]) {
        const place = square => {
            const file = square % g.files, rank = Math.floor(square / g.files);
            return flipped ? [100 * (g.files - 1 - file), 100 * rank] : [100 * file, 100 * (g.ranks - 1 - rank)];
        };
        const [x, y] = place(from);
        if (to === undefined) return draw('use', {class: color, href: '#mark-' + (color || 'orange'), x, y});
        const [toX, toY] = place(to), [across, down] = [toX - x, toY - y], tip = Math.hypot(across, down) - 24, neck = tip - 27;
        return draw('g', {class: 'arrow ' + color, transform: 'translate(' + (x + 50) + ' ' + (y + 50) + ') rotate(' + Math.atan2(down, across) * 180 / Math.PI + ')'},
            draw('path', {d: 'M26 0H' + neck}), draw('path', {d: 'M' + neck + '-17V17L' + tip + ' 0z'}));
    }

    // What a square is in the moment shown, in words and as a class.
    function roles(node) {
        const role = {};
        const set = (square, style, ...texts) => { if (square >= 0) role[square] = [texts.map(text => word(g, text)).join(' '), style]; };
        if (before) {
            for (const h of node.fight[0].helpers) set(h.square, 'helps-attack', 'supports the attack with', String(h.gives));
            for (const h of node.fight[1].helpers) set(h.square, 'helps-defense', 'supports the defense with', String(h.gives));
            set(node.fight[1].square, 'defender', 'defender');
            set(node.fight[0].square, 'attacker', 'attacker');
            return role;
        }
        if (!node.fight || node.fight.arrived) {
            set(node.f, 'from', 'from here');
            set(node.t, 'to', 'to here');
        }
        for (const side of node.fight ? [node.fight[0], node.fight[1]] : [])
            if (!role[side.square] && side.fate)
                set(side.square, side.fate === 'x' ? 'fell' : 'hurt', side === node.fight[0] ? 'attacker' : 'defender', FATES[side.fate]);
        return role;
    }

    const marksNow = () => !before && g.nodes[at].p || [];
    const shown = () => (before ? g.nodes[g.nodes[at].up] : g.nodes[at]);

    function showBoard() {
        const node = shown(), role = roles(g.nodes[at]);
        for (const td of $('board').querySelectorAll('tbody td')) {
            const square = Number(td.dataset.square), piece = node.board[square] || 0;
            const [what, style] = role[square] || ['', ''];
            const shade = (square % g.files + Math.floor(square / g.files)) % 2 ? 'l' : 'd';
            td.className = shade + (style ? ' ' + style : '');
            td.tabIndex = square === focus ? 0 : -1;
            label(td, [squareName(g, square), piece ? pieceName(g, piece) : word(g, 'empty'), what]
                .filter(Boolean).join(', '));
            td.replaceChildren(...piece ? [pieceDrawing(g, piece)] : []);
        }
        fill('drawn', ...marksNow().map(markDrawing));
        showHeld(node);
        const over = g.end && !before && at === g.main[g.main.length - 1];
        fill('turn', word(g, over ? 'The game is over' : g.turns[node.m] || ''));
        fill('end', over ? g.end.map(row => row.slice(row.length > 1 ? 1 : 0).join(' ')).join('. ') : '');
    }

    function showHeld(node) {
        fill('held', ...held(node).map(([castle, ...pieces]) => make('p', {},
            (castle ? word(g, 'Held on') + ' ' + castle : word(g, 'Removed')) + ': ',
            make('span', {class: 'tray', role: 'img', 'aria-label': pieces.map(p => pieceName(g, p)).join(', ')},
                ...pieces.map(p => pieceDrawing(g, p))))));
    }

    // The piece that moved slides there, unless the reader wants no motion.
    function slide(node) {
        const from = $('board').querySelector('td[data-square="' + node.f + '"]');
        const to = $('board').querySelector('td[data-square="' + node.t + '"]');
        const svg = to && to.querySelector('svg');
        if (still.matches || !from || !svg || !svg.animate || node.fight && !node.fight.arrived) return;
        const a = boxOf(from), b = boxOf(to);
        svg.animate([{transform: 'translate(' + (a.left - b.left) + 'px,' + (a.top - b.top) + 'px)'},
            {transform: 'none'}], {duration: 160, easing: 'ease-out'});
    }

    // ---- the sum

    function chip(piece, square, number) {
        return span('chip', pieceDrawing(g, piece), hiddenText(typeName(g, piece) + ' '),
            squareName(g, square), ...number === null ? [] : [' ', make('b', {}, String(number))]);
    }

    // `told`: the total as the report has it, if it is not that of a value and a die.
    function sideRow(side, name, key, report) {
        const value = side.value + side.helpers.reduce((sum, h) => sum + h.gives, 0);
        const what = [chip(side.piece, side.square, side.value)];
        for (const h of side.helpers) what.push(' + ', chip(h.piece, h.square, h.gives));
        const total = report !== undefined ? [.../^\d/.test(report) ? [] : side.dice.map(dieDrawing), ' ', report]
            : [...side.dice.length ? [value + ' + ', hiddenText(word(g, 'die') + ' '), dieDrawing(side.dice[0]), hiddenText(String(side.dice[0])), ' '] : [],
                '= ', make('b', {}, String(side.total))];
        return make('tr', {}, make('th', {scope: 'row'}, span('key ' + key), word(g, name)),
            make('td', {}, ...what), make('td', {class: report === undefined ? 'short' : 'told'}, ...total));
    }

    function textRow([head, ...cells]) {
        if (cells.length === 0) return make('tr', {}, make('th', {colspan: 3, scope: 'rowgroup'}, head));
        return make('tr', {}, make('th', {scope: 'row'}, head), ...cells.map(text => make('td', {}, text)));
    }

    // Before the dice the last row is hidden, but keeps its room.
    function sumRows(node) {
        const {fight, r} = node;
        if (!fight) return r ? r.map(textRow) : [];
        const verdict = textRow([r ? r[3][0] : margin(g, fight), resultWords(g, node), r ? r[3][2] : fight.rule]);
        verdict.className = before ? 'later' : upshot(fight);
        return [sideRow(fight[0], 'attack', 'attacker', r && r[1][2]), sideRow(fight[1], 'defense', 'defender', r && r[2][2]), verdict,
            ...r && !before ? r.slice(4).map(textRow) : []];
    }

    function showSum(node) {
        const rows = sumRows(node);
        fill('sum', ...rows);
        $('sum').hidden = rows.length === 0;
    }

    function showOdds(node) {
        const list = node.fight ? chances(node.fight) : [];
        $('odds').hidden = list.length === 0;
        const text = list.map(([what, n]) => word(g, what) + ' ' + percent(n)).join(', ');
        label($('odds'), word(g, 'Before the dice:') + ' ' + text);
        const bar = make('div', {class: 'bar'});
        for (const [what, n] of list) {
            const part = make('span', {class: what.replace(' ', '-')});
            part.style.flexGrow = n;
            bar.append(part);
        }
        fill('odds', bar, make('p', {}, ...list.flatMap(([what, n]) => [
            make('span', {}, make('i', {class: what.replace(' ', '-')}), word(g, what) + ' ', make('b', {}, percent(n))), ' '])));
    }

    // The dice that are no part of the sum.
    function showDice(node) {
        const rolls = [];
        if (node.d) rolls.push(['Turn', turnDice(node)], ['Roll', node.d.slice(1)]);
        if (node.h) rolls.push(['dice left', node.h]);
        fill('dice', ...rolls.filter(([, faces]) => faces.length > 0).map(([name, faces]) =>
            make('p', {}, make('span', {}, capital(word(g, name))), ...faces.map(dieDrawing))));
    }

    // ---- moves

    const facesText = dice => make('span', {class: 'faces', 'aria-hidden': 'true'}, dice);
    const turnDice = node => [node.d ? node.d[0] : []].flat().filter(Boolean);

    // "9:7 x": the totals, the fates of both, and what it was.
    function fightText(fight) {
        const [a, d] = [fight[0], fight[1]], what = upshot(fight);
        const dice = diceText(a.dice) + (d.dice.length ? ':' + diceText(d.dice) : '');
        const fates = a.fate ? a.fate + ':' + (d.fate || '\u2013') : d.fate;
        return [dice && facesText(dice), a.total >= 0 && d.total >= 0 && a.total + ':' + d.total,
            fates, what !== 'won' && word(g, what)].filter(Boolean).flatMap(part => [' ', part]);
    }

    function moveButton(node) {
        const found = g.findings.some(f => f[1] === node.id);
        const button = make('button', {type: 'button', tabindex: -1, 'data-id': node.id}, hiddenText(labelOf(g, node) + ' '),
            ...turnDice(node).length > 0 ? [facesText(diceText(turnDice(node))), ' '] : [], make(node.e ? 'del' : 'b', {}, node.a));
        if (node.fight)
            button.append(span('fight ' + upshot(node.fight), ...fightText(node.fight)), hiddenText(', ' + resultWords(g, node)));
        if (found) {
            button.classList.add('found');
            button.append(hiddenText(', ' + word(g, 'with a finding')));
        }
        return button;
    }

    // The words that were refused, struck out, with what was expected.
    function refusedWords(id) {
        return g.findings.filter(f => f[1] === id && f[0] && f[9]).flatMap(f => [' ', span('refused',
            make('del', {}, isolate(f[9])), f[7] ? make('ins', {}, ' ', isolate(f[7])) : '')]);
    }

    function remarks(list, comments) {
        const found = [];
        for (let i = 0; list && i < list.length; i += 2)
            if (Boolean(list[i + 1]) === comments)
                found.push(comments ? make('span', {class: 'comment', dir: 'auto'}, list[i]) : span('mark', list[i]));
        return found;
    }

    // What clocks and engines wrote, small beside the move.
    function figures(list) {
        const said = list && figureWords(g, list);
        return list ? [span('figures', hiddenText(', ' + said), make('span', {'aria-hidden': 'true', title: said}, list.filter(Boolean).join(' ')))] : [];
    }

    // A block for a variation, up to four levels deep; deeper ones are folded.
    function variation(depth) {
        const inner = make('div', {class: 'variation', role: 'group', 'aria-label': word(g, 'Variation')});
        if (depth <= 4) return [inner, inner];
        return [make('details', {class: 'folded'}, make('summary', {}, word(g, 'Variation')), inner), inner];
    }

    const number = node => numberSpan(labelOf(g, node));

    // The rows of the main line: a turn of both sides beside each other.
    function newSheet(to) {
        let row = null;
        const half = node => {
            if (!row || node.seat === 0 && node.first) {
                row = make('div', {class: 'turns'}, numberSpan(node.number + '.'),
                    make('div', {}), make('div', {}));
                if (node.seat > 0) row.children[1].append(numberSpan('\u2026'));
                to.append(row);
            }
            return row.children[1 + node.seat];
        };
        return {half, end: () => { row = null; }};
    }

    function layMoves() {
        const top = make('div', {}), stack = [top], sheet = g.seats.length === 2 ? newSheet(top) : null;
        let fresh = true;
        for (const item of g.items) {
            const to = stack[stack.length - 1], flat = stack.length > 1 || !sheet;
            if (item === '(') {
                const [outer, inner] = variation(stack.length);
                if (sheet) sheet.end();
                to.append(outer);
                stack.push(inner);
                fresh = true;
            } else if (item === ')') {
                stack.pop();
                fresh = true;
            } else {
                const node = item.action, list = node ? node.c : item.c;
                if (node && flat) to.append(span('pair', ...fresh || node.first && node.seat === 0 ? [number(node), ' '] : [],
                    moveButton(node), ...remarks(list, false), ...figures(node.o)), ...refusedWords(node.id), ' ');
                else if (node) sheet.half(node).append(moveButton(node), ...remarks(list, false), ...figures(node.o), ...refusedWords(node.id));
                else to.append(...remarks(list, false), ...figures(item.o));
                const comments = remarks(list, true);
                to.append(...comments.flatMap(c => [' ', c, ' ']));
                if (comments.length && sheet) sheet.end();
                fresh = comments.length > 0;
            }
        }
        top.append(...g.nodes.length === 1 ? refusedWords(0) : []);
        const broken = g.broken ? word(g, 'The rest of the record cannot be played.') : '';
        top.append(span('end', broken || (g.result === '*' ? '' : g.result)));
        fill('moves', ...top.childNodes);
        g.reached = new Map(Array.from($('moves').querySelectorAll('button'), b => [Number(b.dataset.id), b]));
    }

    function reveal(box, element) {
        for (let d = element.closest('details'); d; d = d.parentNode.closest('details')) d.open = true;
        const a = boxOf(box), b = boxOf(element);
        if (b.top < a.top) box.scrollTop -= a.top - b.top + 8;
        else if (b.bottom > a.bottom) box.scrollTop += b.bottom - a.bottom + 8;
    }

    function showMove() {
        for (const b of $('moves').querySelectorAll('[aria-current], [tabindex="0"]')) {
            b.removeAttribute('aria-current');
            b.tabIndex = -1;
        }
        const button = g.reached.get(at), reach = button || g.reached.get(1);
        if (reach) reach.tabIndex = 0;
        if (button) button.setAttribute('aria-current', 'step');
        requestAnimationFrame(() => (button ? reveal($('moves'), button) : $('moves').scrollTo(0, 0)));
    }

    // ---- going through the game

    function showControls() {
        const node = g.nodes[at], over = !before && node.next.length === 0;
        $('first').disabled = $('back').disabled = at === 0;
        $('next').disabled = $('last').disabled = $('run').disabled = over;
        $('other').disabled = node.next.length < 2 && (at === 0 || g.nodes[node.up].next.length < 2);
    }

    function say() {
        const node = g.nodes[at];
        const lead = at === 0 ? word(g, 'Start position') : labelOf(g, node) + ' ' + node.a;
        const text = at === 0 ? '.' : ' ' + (before ? beforeWords(g, node) : words(g, node));
        fill('says', make('b', {}, lead), text, node.o && !before ? ' ' + capital(figureWords(g, node.o)) + '.' : '', hiddenText(markWords(g, marksNow())));
        if (before) $('says').append(hiddenText(helperWords(g, node.fight) + ' ' + $('odds').getAttribute('aria-label') + '.'));
    }

    function go(id, moment) {
        if (!g || !g.nodes[id]) return;
        const forward = g.nodes[id].up === at && !before || id === at && before;
        at = id;
        before = Boolean(moment && g.nodes[id].fight);
        const node = g.nodes[at];
        if (g.files) {
            showBoard();
            if (forward && !before) slide(node);
        }
        showDice(node);
        showSum(node);
        showOdds(node);
        showMove();
        showControls();
        say();
        if (!before && node.next.length === 0) halt();
        tell('step');
    }

    // One step: a combat has two, if it is not taken as a whole.
    function next(whole) {
        const [id] = g.nodes[at].next;
        if (before) go(at);
        else if (id !== undefined) go(id, !whole);
    }

    function back(whole) {
        if (!whole && !before && g.nodes[at].fight) go(at, true);
        else go(g.nodes[at].up);
    }

    function end() {
        let id = at;
        while (g.nodes[id].next.length > 0) [id] = g.nodes[id].next;
        go(id);
    }

    // Another continuation: instead of the action shown, or of the next.
    function other() {
        const around = at > 0 ? g.nodes[g.nodes[at].up].next : [];
        const inside = g.nodes[at].next;
        if (around.length > 1) go(around[(around.indexOf(at) + 1) % around.length]);
        else if (inside.length > 1) go(inside[1]);
    }

    function halt() {
        clearInterval(timer);
        timer = 0;
        $('run').setAttribute('aria-pressed', 'false');
    }

    const tick = () => { timer = setInterval(next, 1200 / SPEEDS[speed]); };

    function run() {
        if (timer) return halt();
        if (!before && g.nodes[at].next.length === 0) return undefined;
        tick();
        $('run').setAttribute('aria-pressed', 'true');
        return next();
    }

    function setSpeed(index) {
        speed = Math.min(SPEEDS.length - 1, Math.max(0, index));
        fill('speed', SPEEDS[speed] === 0.5 ? '\u00BD\u00D7' : SPEEDS[speed] + '\u00D7');
        label($('speed'), word(of, 'Speed: % times').replace('%', SPEEDS[speed]));
        if (!timer) return;
        clearInterval(timer);
        tick();
    }

    function flip(to) {
        flipped = to === undefined ? !flipped : to;
        if (!g || !g.files) return;
        layBoard();
        showBoard();
    }

    function showFinding(i) {
        if (g.findings.length === 0) return;
        finding = i % g.findings.length;
        halt();
        go(g.findings[finding][1]);
        tell('finding');
    }

    function open(game, entry, node, moment) {
        halt();
        g = game;
        at = 0;
        before = false;
        focus = 0;
        finding = -1;
        $('player').classList.toggle('quiet', !g.nodes.some(n => n.fight || n.r));
        $('player').classList.toggle('bare', !g.files);
        $('player').style.setProperty('--files', g.files || 8);
        $('player').style.setProperty('--ranks', g.ranks || 8);
        fill('players', ...namesOf(of, entry));
        fill('about', ...listed(entry.event, entry.round && word(of, 'round') + ' ' + entry.round, entry.date, entry.rules, entry.result === '*' ? '' : entry.result));
        if (g.files) layBoard();
        layMoves();
        tell('game');
        go(node, moment);
    }

    // ---- keys, mouse and touch

    const KEYS = {
        ArrowLeft: back, ArrowRight: next, Home: () => go(0), End: end,
    };
    const LETTERS = {
        v: other, f: () => flip(), e: () => showFinding(finding + 1),
        '+': () => setSpeed(speed + 1), '-': () => setSpeed(speed - 1),
    };

    // Plays what a key stands for; false: it stands for nothing here.
    function key(e, letters) {
        if (!g || e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented) return false;
        let does = KEYS[e.key];
        if (e.key === ' ' && !e.target.closest('button, a, summary, input')) does = run;
        else if (!does && letters) does = LETTERS[e.key.toLowerCase()];
        if (!does) return false;
        e.preventDefault();
        if (!' f+-'.includes(e.key.toLowerCase())) halt();
        does(e.shiftKey);
        return true;
    }

    // From square to square: the cells of the table, as they are seen.
    function onBoardKey(e) {
        const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[e.key];
        const td = e.target.closest('td[data-square]');
        if (!step || !td) return;
        e.preventDefault();
        const row = td.parentNode.parentNode.rows[td.parentNode.rowIndex + step[0]];
        const to = row && row.cells[td.cellIndex + step[1]];
        if (!to || to.dataset.square === undefined) return;
        td.tabIndex = -1;
        to.tabIndex = 0;
        focus = Number(to.dataset.square);
        to.focus();
    }

    // A swipe with one finger steps; two fingers, and a page that is zoomed in, are the browser's.
    function swipes() {
        let start = null;
        const frame = $('frame');
        const zoomed = () => window.visualViewport && visualViewport.scale > 1.05;
        on(frame, 'pointerdown', e => {
            start = e.isPrimary && !zoomed() ? {x: e.clientX, y: e.clientY} : null;
        });
        on(frame, 'pointercancel', () => { start = null; });
        on(frame, 'pointerup', e => {
            if (!start || !e.isPrimary) return;
            const dx = e.clientX - start.x, dy = e.clientY - start.y;
            start = null;
            if (Math.abs(dx) < 40 || Math.abs(dx) < 2 * Math.abs(dy)) return;
            halt();
            if (dx < 0) next();
            else back();
        });
        if (window.visualViewport) on(visualViewport, 'resize', () => frame.classList.toggle('zoomed', zoomed()));
        // a click is not a choice of a square
        on(frame, 'mousedown', e => e.preventDefault());
    }

    function listen() {
        const click = (id, does) => on($(id), 'click', does);
        const after = does => () => { halt(); does(); };
        click('first', after(() => go(0)));
        click('back', after(back));
        click('next', after(next));
        click('last', after(end));
        click('other', after(other));
        click('run', run);
        click('speed', () => setSpeed((speed + 1) % SPEEDS.length));
        click('flip', () => flip());
        on($('moves'), 'click', e => {
            const button = e.target.closest('button');
            if (button) after(() => go(Number(button.dataset.id)))();
        });
        on($('board'), 'keydown', onBoardKey);
        swipes();
        setSpeed(1);
    }

    translate(root, of);
    listen();
    return {
        open, go, halt, flip, key, showFinding,
        get game() { return g; }, get at() { return at; }, get early() { return before; },
        get xfen() { return g.files ? xfen(g, shown()) : ''; },
    };
}
