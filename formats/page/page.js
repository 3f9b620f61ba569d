// SPDX-License-Identifier: MIT
// Plays games in a page of xpgn-render-html. It shows what the data says and knows no rules: what was
// played, its positions, words, sums, luck and findings were all computed before. All text of records
// goes into the page as text (textContent), never as markup.
'use strict';
(() => {
    const $ = id => document.getElementById(id);
    const SVG = 'http://www.w3.org/2000/svg';
    const blocks = document.querySelectorAll('script.game');
    const entries = Array.from(document.querySelectorAll('script.entry'), e => JSON.parse(e.textContent));
    const small = matchMedia('(max-width: 56rem)');
    const still = matchMedia('(prefers-reduced-motion: reduce)');

    let game = null; // the game shown, see open()
    let at = 0; // its node
    let flipped = document.documentElement.dataset.flip === 'true';
    let focus = 0; // the square that Tab reaches
    let timer = 0;
    let pause = 1200; // milliseconds from action to action
    let finding = -1;

    // ---- elements

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

    function capital(text) {
        return text.charAt(0).toUpperCase() + text.slice(1);
    }

    // ---- pieces: type, 8 for wounded, 16 times the seat

    const typeOf = piece => piece & 7;
    const wounded = piece => (piece & 8) !== 0;
    const seatOf = piece => piece >> 4;

    function pieceName(piece) {
        return game.seats[seatOf(piece)] + (wounded(piece) ? ' wounded ' : ' ') + game.types[typeOf(piece)];
    }

    function pieceDrawing(piece) {
        const seat = game.seats[seatOf(piece)];
        const use = draw('use', {href: '#piece-' + game.drawings[typeOf(piece)]});
        const svg = draw('svg', {viewBox: '0 0 100 100', class: 'piece ' + seat, 'aria-hidden': 'true'}, use);
        if (game.seats.length > 2)
            svg.append(draw('circle', {class: 'badge', cx: 81, cy: 79, r: 18}),
                draw('text', {x: 81, y: 91}, seat.charAt(0).toUpperCase()));
        if (wounded(piece))
            svg.append(draw('circle', {class: 'wound', cx: 80, cy: 20, r: 17}),
                draw('path', {class: 'cross', d: 'M80 9V31M69 20H91'}));
        return svg;
    }

    // ---- the game: a tree of nodes, each an action; node 0 is the start

    function load(index) {
        const g = JSON.parse(blocks[index].textContent);
        g.index = index;
        g.entry = entries[index];
        g.seats = g.seats || ['white', 'black'];
        g.node = [{up: -1, next: [], b: g.b || [], h: g.h || [], m: g.m, line: 0}];
        let lines = 0;
        const open = [0];
        for (const item of g.items.slice(1)) {
            if (item === '(') {
                open.push(++lines);
            } else if (item === ')') {
                open.pop();
            } else if (item.a !== undefined) {
                const id = g.node.length;
                item.id = id;
                item.up = item.u === undefined ? id - 1 : item.u;
                item.next = [];
                item.line = open[open.length - 1];
                g.node.push(item);
                g.node[item.up].next.push(id);
            }
        }
        return g;
    }

    function pathTo(id) {
        const path = [];
        for (let n = id; n >= 0; n = game.node[n].up) path.push(game.node[n]);
        return path.reverse();
    }

    function position(id) {
        const p = {at: [], held: [], side: 0};
        for (const n of pathTo(id)) {
            for (let i = 0; i < n.b.length; i += 2) p.at[n.b[i]] = n.b[i + 1];
            p.held = n.h || p.held;
            p.side = n.m;
        }
        return p;
    }

    // The label of the turn that an action belongs to.
    function labelOf(id) {
        let n = game.node[id];
        while (n.l === undefined && n.up > 0) n = game.node[n.up];
        return n.l || '';
    }

    // ---- the board

    function squareName(square) {
        return 'abcdefghijkl'.charAt(square % game.files) + (Math.floor(square / game.files) + 1);
    }

    function squareAt(row, column) {
        return flipped ? row * game.files + game.files - 1 - column
            : (game.ranks - 1 - row) * game.files + column;
    }

    function layBoard() {
        const body = make('tbody', {}), foot = make('tr', {}, make('th', {'aria-hidden': 'true'}));
        for (let row = 0; row < game.ranks; row++) {
            const rank = Math.floor(squareAt(row, 0) / game.files);
            const tr = make('tr', {}, make('th', {scope: 'row'}, String(rank + 1)));
            for (let column = 0; column < game.files; column++) {
                const square = squareAt(row, column);
                tr.append(make('td', {'data-square': square, tabindex: -1}));
            }
            body.append(tr);
        }
        for (let column = 0; column < game.files; column++)
            foot.append(make('th', {scope: 'col'}, squareName(squareAt(0, column)).charAt(0)));
        $('board').replaceChildren(body, make('tfoot', {}, foot));
    }

    // What a square is in the action before the position, in words and as a class.
    function roles(node) {
        const role = {};
        const set = (square, text, style) => { role[square] = [text, style]; };
        if (node.f !== undefined) set(node.f, 'from here', 'from');
        if (node.t !== undefined) set(node.t, 'to here', 'to');
        if (node.q) {
            for (const s of node.q[2]) set(s, 'supports the attack', 'helps-attack');
            for (const s of node.q[3]) set(s, 'supports the defense', 'helps-defense');
            set(node.q[0], 'attacker', 'attacker from');
            set(node.q[1], 'defender', node.q[1] === node.t ? 'defender to' : 'defender');
        }
        return role;
    }

    function showBoard() {
        const p = position(at), role = roles(game.node[at]);
        for (const td of $('board').querySelectorAll('tbody td')) {
            const square = Number(td.dataset.square), piece = p.at[square] || 0;
            const [words, style] = role[square] || ['', ''];
            const shade = (square % game.files + Math.floor(square / game.files)) % 2 ? 'l' : 'd';
            td.className = shade + (style ? ' ' + style : '');
            td.tabIndex = square === focus ? 0 : -1;
            td.setAttribute('aria-label', [squareName(square), piece ? pieceName(piece) : 'empty', words]
                .filter(Boolean).join(', '));
            td.replaceChildren(...piece ? [pieceDrawing(piece)] : []);
        }
        showHeld(p);
        $('turn').textContent = game.turns[p.side] || '';
        if (game.node[at].next.length === 0 && game.end && game.node[at].line === 0)
            $('turn').textContent = 'The game is over';
    }

    function showHeld(p) {
        $('held').replaceChildren(...p.held.map(([label, ...pieces]) => make('p', {},
            (label ? 'Held on ' + label : 'Removed') + ': ',
            make('span', {class: 'tray', role: 'img', 'aria-label': pieces.map(pieceName).join(', ')},
                ...pieces.map(pieceDrawing)))));
    }

    // The piece that moved slides there, unless the reader wants no motion.
    function slide(node) {
        const from = $('board').querySelector('td[data-square="' + node.f + '"]');
        const to = $('board').querySelector('td[data-square="' + node.t + '"]');
        const svg = to && to.querySelector('svg');
        if (still.matches || !from || !svg || !svg.animate) return;
        const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
        svg.animate([{transform: 'translate(' + (a.left - b.left) + 'px,' + (a.top - b.top) + 'px)'},
            {transform: 'none'}], {duration: 160, easing: 'ease-out'});
    }

    // ---- dice, sum and luck

    const PIPS = {1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

    function die(face) {
        const svg = draw('svg', {viewBox: '0 0 100 100', role: 'img', 'aria-label': String(face)},
            draw('rect', {x: 4, y: 4, width: 92, height: 92, rx: 16}));
        for (const pip of PIPS[face] || [])
            svg.append(draw('circle', {cx: 26 + 24 * (pip % 3), cy: 26 + 24 * Math.floor(pip / 3), r: 9}));
        if (!PIPS[face]) svg.append(draw('text', {x: 50, y: 68}, String(face)));
        return svg;
    }

    function showDice(node) {
        const rolls = (node.d || []).filter(roll => roll.length > 1);
        $('dice').replaceChildren(...rolls.map(([name, ...faces]) =>
            make('p', {}, make('span', {}, capital(name)), ...faces.map(die))));
    }

    function sumRow([label, ...cells]) {
        if (cells.length === 0) return make('tr', {}, make('th', {colspan: 3, scope: 'rowgroup'}, label));
        return make('tr', {}, make('th', {scope: 'row'}, label), ...cells.map(text => make('td', {}, text)));
    }

    function showSum(node) {
        const rows = [...node.x || [], ...at === lastOfMain() && game.end || []];
        $('sum').replaceChildren(...rows.map(sumRow));
        $('sum').hidden = rows.length === 0;
        $('legend').hidden = !node.q;
    }

    function signed(number) {
        return (number > 0 ? '+' : number < 0 ? '\u2212' : '') + Math.abs(number).toFixed(2);
    }

    function mainLine() {
        const line = [];
        for (let id = 0; id !== undefined; id = game.node[id].next[0]) line.push(id);
        return line;
    }

    function lastOfMain() {
        const line = game.main;
        return line[line.length - 1];
    }

    function layLuck() {
        const main = game.main, points = [];
        let most = 1;
        main.forEach((id, i) => {
            const k = game.node[id].k;
            if (!k) return;
            points.push([i, k]);
            most = Math.max(most, ...k.map(Math.abs));
        });
        $('luck').hidden = points.length === 0;
        if (points.length === 0) return;
        const x = i => (4 + 592 * i / Math.max(1, main.length - 1)).toFixed(1);
        const y = value => (60 - 54 * value / most).toFixed(1);
        const curves = game.seats.length > 2 ? game.seats.length : 1;
        $('curve').replaceChildren(draw('line', {class: 'zero', x1: 0, y1: 60, x2: 600, y2: 60}));
        for (let seat = 0; seat < curves; seat++) {
            let d = 'M4 60';
            for (const [i, k] of points) d += 'H' + x(i) + 'V' + y(k[seat]);
            $('curve').append(draw('path', {class: 's' + seat, d: d + 'H596'}));
        }
        $('curve').append(draw('line', {class: 'now', id: 'now', x1: 0, y1: 0, x2: 0, y2: 120}));
    }

    function luckAt(id) {
        let luck = game.seats.map(() => 0);
        for (const n of pathTo(id)) luck = n.k || luck;
        return game.seats.map((seat, i) => capital(seat) + ' ' + signed(luck[i])).join(', ') + ' points';
    }

    function showLuck() {
        if ($('luck').hidden) return;
        const main = game.main, path = pathTo(at);
        const last = path.filter(n => n.line === 0).pop();
        const i = Math.max(0, main.indexOf(last.id || 0));
        const x = 4 + 592 * i / Math.max(1, main.length - 1);
        $('now').setAttribute('transform', 'translate(' + x.toFixed(1) + ' 0)');
        $('luck-now').textContent = luckAt(at);
        $('curve').setAttribute('aria-label', 'Luck at the end: ' + luckAt(lastOfMain()));
    }

    // ---- moves

    function moveButton(node) {
        const found = game.findings.some(f => f[1] === node.id);
        const name = labelOf(node.id) + ' ' + node.a + (found ? ', with a finding' : '');
        const button = make('button', {type: 'button', tabindex: -1, 'data-node': node.id, 'aria-label': name}, node.a);
        if (found) button.className = 'found';
        return button;
    }

    function putRemarks(to, list) {
        for (let i = 0; list && i < list.length; i += 2)
            to.append(...list[i + 1] ? [' ', make('span', {class: 'comment'}, list[i])]
                : [make('span', {class: 'mark'}, list[i])]);
    }

    function layMoves() {
        const top = make('div', {});
        let to = top;
        for (const item of game.items.slice(1)) {
            if (item === '(') {
                const inner = make('div', {class: 'variation', role: 'group', 'aria-label': 'Variation'});
                to.append(inner);
                to = inner;
            } else if (item === ')') {
                to = to.parentNode;
            } else {
                if (item.s) to.append(make('span', {class: 'number', 'aria-hidden': 'true'}, item.l), ' ');
                if (item.a !== undefined) to.append(moveButton(item));
                putRemarks(to, item.c);
                to.append(' ');
            }
        }
        const result = game.result === '*' ? '' : game.result;
        const broken = game.broken ? 'The rest of the record cannot be played.' : '';
        top.append(make('span', {class: 'end'}, broken || result));
        $('moves').replaceChildren(...top.childNodes);
        game.button = new Map(Array.from($('moves').querySelectorAll('button'), b => [Number(b.dataset.node), b]));
    }

    function reveal(box, element) {
        const a = box.getBoundingClientRect(), b = element.getBoundingClientRect();
        if (b.top < a.top) box.scrollTop -= a.top - b.top + 8;
        else if (b.bottom > a.bottom) box.scrollTop += b.bottom - a.bottom + 8;
    }

    function showMove() {
        for (const b of $('moves').querySelectorAll('[aria-current], [tabindex="0"]')) {
            b.removeAttribute('aria-current');
            b.tabIndex = -1;
        }
        const button = game.button.get(at);
        const reach = button || game.button.get(1);
        if (reach) reach.tabIndex = 0;
        if (!button) {
            $('moves').scrollTop = 0;
            return;
        }
        button.setAttribute('aria-current', 'step');
        reveal($('moves'), button);
    }

    // ---- going through the game

    function showControls() {
        const node = game.node[at];
        $('first').disabled = $('back').disabled = at === 0;
        $('next').disabled = $('last').disabled = $('run').disabled = node.next.length === 0;
        $('other').disabled = node.next.length < 2 && (at === 0 || game.node[node.up].next.length < 2);
    }

    function say() {
        const node = game.node[at];
        const lead = at === 0 ? 'Start' : labelOf(at) + ' ' + node.a;
        $('says').replaceChildren(make('b', {}, lead), at === 0 ? ' position.' : ' ' + node.w);
    }

    function go(id) {
        if (!game || !game.node[id]) return;
        const forward = game.node[id].up === at;
        at = id;
        if (game.files) {
            showBoard();
            if (forward) slide(game.node[at]);
        }
        showDice(game.node[at]);
        showSum(game.node[at]);
        showLuck();
        showMove();
        showControls();
        say();
        if (game.node[at].next.length === 0) halt();
    }

    function next() {
        const [id] = game.node[at].next;
        if (id !== undefined) go(id);
    }

    function back() {
        if (at > 0) go(game.node[at].up);
    }

    function end() {
        let id = at;
        while (game.node[id].next.length > 0) [id] = game.node[id].next;
        go(id);
    }

    // Another continuation: instead of the action shown, or of the next.
    function other() {
        const around = at > 0 ? game.node[game.node[at].up].next : [];
        const inside = game.node[at].next;
        if (around.length > 1) go(around[(around.indexOf(at) + 1) % around.length]);
        else if (inside.length > 1) go(inside[1]);
    }

    function halt() {
        clearInterval(timer);
        timer = 0;
        $('run').setAttribute('aria-pressed', 'false');
    }

    function run() {
        if (timer) return halt();
        if (game.node[at].next.length === 0) return undefined;
        timer = setInterval(next, pause);
        $('run').setAttribute('aria-pressed', 'true');
        return next();
    }

    function faster(factor) {
        pause = Math.min(8000, Math.max(150, pause * factor));
        if (timer) {
            clearInterval(timer);
            timer = setInterval(next, pause);
        }
    }

    function flip() {
        flipped = !flipped;
        if (!game.files) return;
        layBoard();
        showBoard();
    }

    // ---- findings, tags, record

    function layFindings() {
        finding = -1;
        $('findings-part').hidden = game.findings.length === 0;
        $('findings').replaceChildren(...game.findings.map((f, i) => {
            const [error, , line, column, code, turn, text, hint, choice] = f;
            const button = make('button', {type: 'button', 'data-finding': i},
                make('span', {class: 'where'}, (error ? 'error' : 'warning') + ' ' + line + ':' + column + (turn ? ', ' + turn : '')),
                ': ' + text + ' [' + code + ']');
            for (const more of [hint, choice])
                if (more) button.append(make('span', {class: 'hint'}, more));
            return make('li', {class: error ? 'error' : 'warning'}, button);
        }));
    }

    function showFinding(i) {
        if (game.findings.length === 0) return;
        finding = i % game.findings.length;
        halt();
        go(game.findings[finding][1]);
        if (game.files) $('frame').scrollIntoView({block: 'nearest'});
    }

    function layRecord() {
        $('record-part').hidden = game.record === undefined;
        $('record').textContent = game.record || '';
        $('copied').textContent = '';
        $('tags').replaceChildren(...game.tags.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
        $('tags-part').hidden = game.tags.length === 0;
    }

    // Without a clipboard of its own, the browser copies what is selected.
    function copySelected() {
        const range = document.createRange(), selection = getSelection();
        range.selectNodeContents($('record'));
        selection.removeAllRanges();
        selection.addRange(range);
        return document.execCommand('copy');
    }

    async function copy() {
        let good = false;
        try {
            await navigator.clipboard.writeText(game.record);
            good = true;
        } catch {
            good = copySelected();
        }
        $('copied').textContent = good ? 'Copied.' : 'The record is selected: copy it.';
    }

    // ---- games

    function name(entry) {
        return entry.players || 'Game ' + entry.n;
    }

    function plural(count, what) {
        return count + ' ' + what + (count === 1 ? '' : 's');
    }

    function known(text) {
        return text && !/^[?.]*$/.test(text);
    }

    function layList() {
        $('games').hidden = entries.length < 2;
        $('games-part').open = !small.matches;
        $('layout').classList.toggle('many', entries.length > 1);
        $('filter').hidden = entries.length < 10;
        $('games-count').textContent = '(' + entries.length + ')';
        $('list').append(...entries.map((e, i) => {
            const more = make('span', {class: 'more'}, [e.event, e.round, e.date].filter(known).concat(e.rules || []).join(', '));
            if (e.errors) more.append(' ', make('span', {class: 'bad'}, plural(e.errors, 'error')));
            return make('li', {}, make('a', {href: '#' + (i + 1), tabindex: -1},
                make('span', {class: 'n'}, e.n + '.'), make('span', {class: 'who'}, name(e)),
                make('span', {}, known(e.result) && e.result !== '*' ? e.result : ''), more));
        }));
    }

    function showAbout() {
        const e = game.entry;
        const about = [e.event, known(e.round) ? 'round ' + e.round : '', e.date, e.rules, game.result === '*' ? '' : game.result];
        $('players').textContent = name(e);
        $('about').textContent = about.filter(known).join(', ');
        document.title = name(e) + ' \u2013 ' + $('title').textContent;
    }

    function showEntry() {
        const links = $('list').querySelectorAll('a');
        for (const a of $('list').querySelectorAll('[aria-current], [tabindex="0"]')) {
            a.removeAttribute('aria-current');
            a.tabIndex = -1;
        }
        const link = links[game.index];
        link.setAttribute('aria-current', 'true');
        link.tabIndex = 0;
        reveal($('list'), link);
    }

    function open(index) {
        halt();
        game = load(index);
        game.main = mainLine();
        focus = 0;
        at = 0;
        $('left').hidden = !game.files;
        showAbout();
        showEntry();
        if (game.files) layBoard();
        layLuck();
        layFindings();
        layMoves();
        layRecord();
        go(game.entry.start);
    }

    function chosen() {
        const number = Number(location.hash.slice(1));
        return Number.isInteger(number) && number >= 1 && number <= entries.length ? number - 1 : 0;
    }

    function turnTo(index) {
        if (index >= 0 && index < entries.length) location.hash = '#' + (index + 1);
    }

    function filter() {
        const words = $('filter').value.toLowerCase().split(/\s+/);
        for (const li of $('list').children) {
            const text = li.textContent.toLowerCase();
            li.hidden = !words.every(word => text.includes(word));
        }
    }

    // ---- keys

    const KEYS = {
        ArrowLeft: back, ArrowRight: next, Home: () => go(0), End: end,
    };
    const LETTERS = {
        v: other, f: flip, e: () => showFinding(finding + 1),
        n: () => turnTo(game.index + 1), p: () => turnTo(game.index - 1),
        '+': () => faster(0.5), '-': () => faster(2),
    };

    function onKey(event) {
        if (!game || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        if (event.target.closest('input[type=search], pre')) return;
        let does = KEYS[event.key];
        if (event.key === ' ' && !event.target.closest('button, a, summary, input')) does = run;
        else if (!does && $('letters').checked) does = LETTERS[event.key.toLowerCase()];
        if (!does) return;
        event.preventDefault();
        if (!' f+-'.includes(event.key.toLowerCase())) halt();
        does();
    }

    // From square to square: the cells of the table, as they are seen.
    function onBoardKey(event) {
        const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
        const td = event.target.closest('td[data-square]');
        if (!step || !td) return;
        event.preventDefault();
        const row = td.parentNode.parentNode.rows[td.parentNode.rowIndex + step[0]];
        const to = row && row.cells[td.cellIndex + step[1]];
        if (!to || to.dataset.square === undefined) return;
        td.tabIndex = -1;
        to.tabIndex = 0;
        focus = Number(to.dataset.square);
        to.focus();
    }

    function onListKey(event) {
        const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
        const link = event.target.closest('a');
        if (!step || !link) return;
        event.preventDefault();
        const links = Array.from($('list').querySelectorAll('li:not([hidden]) a'));
        const to = links[links.indexOf(link) + step];
        if (to) to.focus();
    }

    // ---- mouse and touch

    function swipes() {
        let start = null;
        $('frame').addEventListener('pointerdown', e => { start = {x: e.clientX, y: e.clientY}; });
        $('frame').addEventListener('pointercancel', () => { start = null; });
        $('frame').addEventListener('pointerup', e => {
            if (!start) return;
            const dx = e.clientX - start.x, dy = e.clientY - start.y;
            start = null;
            if (Math.abs(dx) < 40 || Math.abs(dx) < 2 * Math.abs(dy)) return;
            halt();
            if (dx < 0) next();
            else back();
        });
        // a click is not a choice of a square
        $('frame').addEventListener('mousedown', e => e.preventDefault());
    }

    function onCurve(event) {
        const box = $('curve').getBoundingClientRect();
        const share = ((event.clientX - box.left) / box.width * 600 - 4) / 592;
        const i = Math.round(share * (game.main.length - 1));
        halt();
        go(game.main[Math.min(game.main.length - 1, Math.max(0, i))]);
    }

    function listen() {
        const click = (id, does) => $(id).addEventListener('click', does);
        const after = does => () => { halt(); does(); };
        click('first', after(() => go(0)));
        click('back', after(back));
        click('next', after(next));
        click('last', after(end));
        click('other', after(other));
        click('run', run);
        click('flip', flip);
        click('copy', copy);
        click('curve', onCurve);
        $('moves').addEventListener('click', e => {
            const button = e.target.closest('button');
            if (button) after(() => go(Number(button.dataset.node)))();
        });
        $('findings').addEventListener('click', e => {
            const button = e.target.closest('button');
            if (button) showFinding(Number(button.dataset.finding));
        });
        $('filter').addEventListener('input', filter);
        $('board').addEventListener('keydown', onBoardKey);
        $('list').addEventListener('keydown', onListKey);
        document.addEventListener('keydown', onKey);
        addEventListener('hashchange', () => {
            open(chosen());
            if (small.matches) $('games-part').open = false;
        });
        swipes();
    }

    if (entries.length === 0) {
        $('title').after(make('p', {}, 'There are no games.'));
        return;
    }
    $('layout').hidden = false;
    layList();
    listen();
    open(chosen());
})();
