// SPDX-License-Identifier: MIT
// Tests of the pages of xpgn-render-html in headless Chromium, run by run.sh:
//   check.mjs FOLDER [WORD...]     FOLDER has node_modules; the pages and pictures are written there
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { axe, bin, folder, hostile, narrow, open, press, quiet, root, runAll, tags, test, version, wide, words } from './browser.mjs';

// ---- pages

const tree = `[Event "Variations"]
[White "Adams, R."]
[Black "Brandt, L."]
[Result "1-0"]

1. e4! {good} e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3 Nc6) d6) (1... e6 2. d4) 2. Nf3 Nc6 1-0
`;
const commented = `1. e4 {[%cal Gd2d4,Re7e5] [%csl Yf7] [%clk 1:29:30] [%eval 0.17,20] Best by test.} e5 {[%clk 1:28:10]}
2. Nf3 Nc6 {[%csl Ga1]} *
`;
// Writes a page, of files of samples/ or of a text; returns its address.
function page(name, input, ...options) {
    const files = Array.isArray(input) ? input.map(file => resolve(root, 'samples', file)) : [];
    const run = spawnSync(resolve(bin, 'xpgn-render-html'), [...options, ...files],
        { input: Array.isArray(input) ? '' : input, maxBuffer: 1 << 28 });
    assert.ok(run.status === 0 || run.status === 1, String(run.stderr));
    const path = resolve(folder, name + '.html');
    writeFileSync(path, run.stdout);
    return pathToFileURL(path).href;
}

const simulated = spawnSync(resolve(bin, 'xpgn-simulate'), ['-n', '500', '--variant=chess-attack'], { maxBuffer: 1 << 28 });
const pages = {
    club: page('club', ['club.xpgn'], '--title=Club evening'),
    tree: page('tree', tree),
    hostile: page('hostile', tags),
    commented: page('commented', commented),
    four: page('four', ['assault-and-siege.xpgn'], '--game=14-15'),
    wrong: page('wrong', ['sheets/board4.xpgn']),
    captive: page('captive', ['combat-chess-2.xpgn']),
    many: page('many', String(simulated.stdout)),
    thousands: page('thousands', String(spawnSync(resolve(bin, 'xpgn-simulate'), ['-n', '5000', '--variant=chess-attack'], { maxBuffer: 1 << 28 }).stdout)),
    five: page('five', ['five-dice.xpgn']),
    held: page('held', String(spawnSync(resolve(bin, 'xpgn-simulate'), ['-n', '2', '--seed=5', '--variant=chess-attack']).stdout)),
    start: page('start', ['club.xpgn'], '--at=5b', '--flip'),
    protocol: page('protocol', ['club.xpgn'], '--protocol', '--title=Club evening'),
    protocolWrong: page('protocol-wrong', ['sheets/board4.xpgn'], '--protocol'),
    protocolHostile: page('protocol-hostile', tags, '--protocol'),
    ruling: page('ruling', ['club.xpgn'], '--protocol', '--at=7b', '--game=1'),
    protocolBrief: page('protocol-brief', ['club.xpgn', 'assault-and-siege.xpgn'], '--protocol=brief'),
};

// A small tournament: each against each.
function cup() {
    const names = ['Adams, Robert', 'Brandt, Lena', 'Chen, Ming', 'Dorn, Petra'];
    return [[0, 3, 1], [1, 2, 1], [3, 2, 2], [0, 1, 2], [1, 3, 3], [2, 0, 3]].map(([white, black, round], i) => {
        const game = spawnSync(resolve(bin, 'xpgn-simulate'), ['-n', '1', `--seed=${i + 1}`, '--variant=chess-attack']).stdout;
        return String(spawnSync(resolve(bin, 'xpgn-fmt'), ['--set-tag=Event=Attack Cup', `--set-tag=White=${names[white]}`,
            `--set-tag=Black=${names[black]}`, `--set-tag=Round=${round}`], { input: game }).stdout);
    }).join('\n');
}

// ---- tests

const says = p => p.textContent('#says');
const square = (p, name) => p.getAttribute(`#board td[aria-label^="${name},"]`, 'aria-label');
const current = p => p.evaluate(() => (document.querySelector('#moves [aria-current] :is(b, del)') || {}).textContent);
const move = (p, name) => p.locator(`#moves button:has(b:text-is("${name}"))`).first();
test('a page opens from a disk, asks for nothing and breaks nothing', async t => {
    for (const name of ['club', 'four', 'wrong', 'captive']) {
        const p = await open(t, pages[name]);
        await press(p, 'ArrowRight', 'End', 'Home', 'n', 'v', 'e', 'f');
        await quiet(p);
    }
});

test('its policy stops a script, a style and a request that come in all the same', async t => {
    const p = await open(t, pages.tree);
    await p.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.hit = 1';
        const style = document.createElement('style');
        style.textContent = 'body { display: none }';
        const image = new Image();
        image.src = 'https://example.org/x.png';
        document.body.append(script, style, image);
        return fetch('https://example.org/').catch(() => 0);
    });
    assert.equal(await p.evaluate(() => window.hit), undefined);
    assert.equal(await p.isVisible('#board'), true);
    await p.waitForFunction(() => window.violations.length === 4);
    assert.deepEqual((await p.evaluate(() => window.violations)).sort(),
        ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    assert.deepEqual(p.blocked, ['https://example.org/x.png csp']);
});

test('tags and comments with markup are shown as they are', async t => {
    const p = await open(t, pages.hostile);
    await press(p, 'ArrowRight');
    assert.equal(await p.evaluate(() => window.hit), undefined);
    assert.equal(await p.locator('img, #layout script').count(), 0);
    assert.equal(await p.textContent('#moves .comment'), hostile);
    assert.equal(await p.textContent('#players'), hostile + ' – javascript:window.hit=4');
    assert.ok((await p.textContent('#tags')).includes(hostile));
    assert.equal(await p.textContent('#record'), tags);
    await quiet(p);
});

test('keys go through a game, and each action is said in words', async t => {
    const p = await open(t, pages.club);
    assert.equal(await says(p), 'Start position.');
    await press(p, 'ArrowRight');
    assert.equal(await says(p), '1. e4 White pawn e2 to e4.');
    assert.equal(await square(p, 'e4'), 'e4, white pawn, to here');
    assert.equal(await square(p, 'e2'), 'e2, empty, from here');
    assert.equal(await p.textContent('#turn'), 'Black to move');
    await press(p, 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    assert.equal(await says(p), 'Start position.');
    await press(p, 'End');
    assert.equal(await current(p), 'Qxh8#');
    assert.ok((await says(p)).endsWith('White wins.'));
    await press(p, 'ArrowRight');
    assert.equal(await current(p), 'Qxh8#');
    await press(p, 'n');
    await p.waitForFunction(() => document.querySelector('#players').textContent === 'Chen, M. – Dorn, P.');
    await press(p, 'p');
    await p.waitForFunction(() => document.querySelector('#players').textContent === 'Adams, R. – Brandt, L.');
    // letters can be turned off, and never act while somebody types
    await press(p, 'f');
    assert.equal(await p.textContent('#board tbody th'), '1');
    await p.click('#keys-part summary');
    await p.uncheck('#letters');
    await press(p, 'f');
    assert.equal(await p.textContent('#board tbody th'), '1');
    await press(p, 'ArrowRight');
    assert.equal(await current(p), 'e4');
});

test('arrows and squares of comments are on the board, and clocks beside the moves', async t => {
    const p = await open(t, pages.commented);
    const middle = (where, x, y) => p.evaluate(([selector, x, y]) => {
        const {left, top, width, height} = document.querySelector(selector).getBoundingClientRect();
        return [left + x * width, top + y * height].map(Math.round);
    }, [where, x, y]);
    const near = (a, b) => assert.ok(Math.abs(a[0] - b[0]) < 3 && Math.abs(a[1] - b[1]) < 3, `${a} ${b}`);
    await press(p, 'ArrowRight');
    assert.equal(await says(p), '1. e4 White pawn e2 to e4. Clock 1:29:30, evaluation 0.17/20. Marked: f7 (yellow). Arrows: d2 to d4 (green), e7 to e5 (red).');
    for (const turned of [false, true]) {
        if (turned) await press(p, 'f');
        assert.equal(await p.locator('#drawn > *').count(), 3);
        const [x] = await middle('#drawn .green', 0.5, 0);
        assert.ok(Math.abs(x - (await middle('#board td[aria-label^="d2,"]', 0.5, 0))[0]) < 3);
        near(await middle('#drawn use', 0.5, 0.5), await middle('#board td[aria-label^="f7,"]', 0.5, 0.5));
    }
    assert.equal(await p.locator('#moves .comment').allTextContents().then(all => all.join('|')), 'Best by test.');
    assert.deepEqual(await p.locator('#moves .figures').allTextContents(), [', clock 1:29:30, evaluation 0.17/201:29:30 0.17/20', ', clock 1:28:101:28:10']);
    await press(p, 'ArrowRight');
    assert.equal(await p.locator('#drawn > *').count(), 0);
    await press(p, 'End');
    assert.equal(await p.locator('#drawn > *').count(), 1);
    await quiet(p);
});

test('Space plays and pauses', async t => {
    const p = await open(t, pages.club);
    await p.clock.install({ time: 0 });
    await p.clock.pauseAt(1000000);
    await press(p, 'Space');
    assert.equal(await current(p), 'e4');
    await p.clock.runFor(2500);
    assert.equal(await current(p), 'Nf3');
    assert.equal(await p.getAttribute('#run', 'aria-pressed'), 'true');
    await press(p, '+');
    await p.clock.runFor(1300);
    await press(p, 'Space');
    const stopped = await current(p);
    await p.clock.runFor(9000);
    assert.equal(await current(p), stopped);
    assert.equal(await p.getAttribute('#run', 'aria-pressed'), 'false');
    await p.click('#run');
    await p.clock.runFor(100000);
    assert.equal(await current(p), 'Qxh8#');
    assert.equal(await p.getAttribute('#run', 'aria-pressed'), 'false');
});

test('a mouse plays with buttons, moves, games and the curve of luck', async t => {
    const p = await open(t, pages.club);
    await p.click('#next');
    await p.click('#next');
    assert.equal(await current(p), 'e5');
    await p.click('#back');
    assert.equal(await current(p), 'e4');
    await p.click('#last');
    assert.equal(await current(p), 'Qxh8#');
    assert.equal(await p.isDisabled('#next'), true);
    await p.click('#first');
    assert.equal(await says(p), 'Start position.');
    assert.equal(await p.isDisabled('#back'), true);
    await move(p, 'exd4').click();
    assert.equal(await p.textContent('#says b'), '5... exd4');
    const box = await p.locator('#curve').boundingBox();
    await p.click('#curve', { position: { x: box.width - 3, y: box.height / 2 } });
    assert.equal(await current(p), 'Qxh8#');
    await p.click('#rows a >> nth=4');
    await p.waitForFunction(() => document.querySelector('#players').textContent === 'Iversen, H. – Jansen, W.');
    assert.equal(await p.isVisible('#luck'), false);
    await p.goBack();
    await p.waitForFunction(() => document.querySelector('#players').textContent === 'Adams, R. – Brandt, L.');
    await quiet(p);
});

test('a finger plays with swipes across the board, and with buttons', async t => {
    const p = await open(t, pages.club, narrow);
    const cdp = await p.context().newCDPSession(p);
    const box = await p.locator('#frame').boundingBox();
    const swipe = async (from, to, slope = 0) => {
        const y = box.y + box.height / 2;
        const at = share => ({ x: box.x + box.width * share, y: y + box.width * (share - from) * slope });
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(from)] });
        for (let i = 1; i <= 4; i++)
            await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(from + (to - from) * i / 4)] });
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const becomes = move => p.waitForFunction(move => (document.querySelector('#moves [aria-current] :is(b, del)') || {}).textContent === move, move);
    await swipe(0.8, 0.2);
    await becomes('e4');
    await swipe(0.8, 0.2);
    await becomes('e5');
    await swipe(0.2, 0.8);
    await becomes('e4');
    // neither a short one nor one down the page
    await swipe(0.5, 0.45);
    await swipe(0.7, 0.3, 2);
    await p.waitForTimeout(100);
    assert.equal(await current(p), 'e4');
    await p.tap('#next');
    assert.equal(await current(p), 'e5');
    await move(p, 'Nf3').tap();
    assert.equal(await current(p), 'Nf3');
    await p.tap('#flip');
    assert.equal(await p.textContent('#board tbody th'), '1');
    // large enough for a finger
    for (const button of await p.locator('#controls button').all()) {
        const size = await button.boundingBox();
        assert.ok(size.width >= 44 && size.height >= 44, JSON.stringify(size));
    }
});

// The rows of a table of the page, cell by cell.
const textsOf = table => [...document.querySelectorAll(table + ' tr')].map(r => [...r.cells].map(c => {
    const copy = c.cloneNode(true);
    copy.querySelectorAll('svg').forEach(e => e.remove());
    return copy.textContent;
}));
const rowsOf = (p, table = '#sum') => p.evaluate(textsOf, table);
// Goes through a game by whole actions, in the page; returns what `look` finds there after each.
async function eachStep(p, game, look) {
    await p.evaluate(n => { location.hash = '#game=' + n + '&at=start'; }, game);
    await p.waitForFunction(() => document.querySelector('#says').textContent === 'Start position.');
    return p.evaluate(`(() => {
        const textsOf = ${textsOf}, look = ${look}, found = [];
        while (!document.getElementById('next').disabled) {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true, cancelable: true }));
            found.push(look());
        }
        return found;
    })()`);
}
const styled = (p, style) => p.locator('#board td.' + style).evaluateAll(list => list.map(e => e.getAttribute('aria-label')).sort());

test('a combat has two moments, and the key and the labels go through both', async t => {
    const p = await open(t, pages.club + '#game=1&at=5w');
    await press(p, 'ArrowRight');
    // before the dice: the board before the move, both sides with their helpers, the odds, the dice
    assert.equal(await says(p), '5... exd4 Black pawn e5 attacks white pawn d4: 4 + die 5 = 9 against 6 + die 1 = 7. '
        + 'The attack is supported by knight c6 1, bishop c5 1. The defense is supported by pawn c3 1, knight f3 1, queen d1 3. '
        + 'Before the dice: defender falls 17 %, neither falls 11 %, attacker falls 72 %.');
    assert.deepEqual(await styled(p, 'attacker'), ['e5, black pawn, attacker']);
    assert.deepEqual(await styled(p, 'defender'), ['d4, white pawn, defender']);
    assert.deepEqual(await styled(p, 'helps-attack'), ['c5, black bishop, supports the attack with 1', 'c6, black knight, supports the attack with 1']);
    assert.deepEqual(await styled(p, 'helps-defense'), ['c3, white pawn, supports the defense with 1', 'd1, white queen, supports the defense with 3', 'f3, white knight, supports the defense with 1']);
    assert.deepEqual(await p.locator('#sum .die').evaluateAll(list => list.map(e => e.getAttribute('aria-label') + e.querySelectorAll('circle').length)), ['55', '11']);
    assert.equal(await p.isVisible('#sum tr:nth-child(3)'), false);
    assert.equal(await p.textContent('#luck-now'), 'White 0.00, Black 0.00 points');
    assert.equal(await p.textContent('#turn'), 'Black to move');
    await press(p, 'ArrowRight');
    // and the result
    assert.equal(await says(p), '5... exd4 Black pawn e5 attacks white pawn d4, 9 to 7: pawn d4 removed, pawn e5 wounded, pawn takes d4.');
    assert.deepEqual(await rowsOf(p), [
        ['attack', 'pawn e5 2 + knight c6 1 + bishop c5 1', '4 + die 5 = 9'],
        ['defense', 'pawn d4 1 + pawn c3 1 + knight f3 1 + queen d1 3', '6 + die 1 = 7'],
        ['margin +2', 'pawn d4 removed, pawn e5 wounded, pawn takes d4', 'CA-4']]);
    assert.equal(await p.locator('#board td.attacker, #board td.defender, #board td.helps-attack').count(), 0);
    assert.equal(await square(p, 'd4'), 'd4, black wounded pawn, to here');
    assert.equal(await p.textContent('#luck-now'), 'White −0.97, Black +0.97 points');
    assert.ok((await p.getAttribute('#curve', 'aria-label')).startsWith('Luck at the end: White +37.2'));
    assert.equal(await p.getAttribute('#held [role=img]', 'aria-label'), 'white pawn');
    // back through both; Shift takes the whole action
    await press(p, 'ArrowLeft');
    assert.deepEqual(await styled(p, 'attacker'), ['e5, black pawn, attacker']);
    await press(p, 'ArrowLeft');
    assert.equal(await current(p), 'd4');
    await press(p, 'Shift+ArrowRight');
    assert.equal(await square(p, 'd4'), 'd4, black wounded pawn, to here');
    await press(p, 'Shift+ArrowLeft');
    assert.equal(await current(p), 'd4');
    await quiet(p);
});

test('the sum of every combat is that of xpgn-validate --explain', async t => {
    const files = ['club.xpgn', 'chess-attack.xpgn', 'five-dice.xpgn', 'combat-chess-2.xpgn', 'assault-and-siege.xpgn', 'hit-points-chess.xpgn', 'chess-to-the-death.xpgn',
        'chess-or-die-trying.xpgn', 'polyhedral-chess-war.xpgn', 'reckless-chess.xpgn', 'single-combat-chess.xpgn'];
    let combats = 0;
    for (const file of files) {
        const p = await open(t, page('sum', [file]));
        const games = await p.evaluate(() => document.querySelectorAll('script.game').length);
        const seen = [];
        for (let game = 1; game <= games; game++) {
            const sums = await eachStep(p, game, () => document.querySelectorAll('#sum tr').length < 3 || document.getElementById('odds').hidden ? []
                : [textsOf('#sum').filter(row => row.length === 3).slice(0, 3)]);
            seen.push(...sums.flat(2).map(row => row.join(' ').replace(/\s+/g, ' ').trim()));
            combats += sums.flat().length;
        }
        const told = String(spawnSync(resolve(bin, 'xpgn-validate'), ['--explain', '--no-variations', resolve(root, 'samples', file)]).stdout).split('\n');
        const sums = told.filter((line, i) => /^ {2}(attack|defense|margin|result) /.test(line)
            && told.slice(Math.max(0, i - 3), i + 1).some(l => l.startsWith('  attack '))).map(line => line.replace(/\s+/g, ' ').trim());
        assert.deepEqual(seen, sums, file);
    }
    assert.ok(combats > 60, String(combats));
});

test('points that are left are drawn at the lower right of a piece that has lost some, and a blow is said without numbers', async t => {
    const p = await open(t, page('points', '[Variant "chess-to-the-death"]\n[XFEN "k7/p(105)7/8/8/8/3b4/4K3/8 b - - 0 30"]\n\n30... Bxe2 <:-32> *\n'));
    const drawn = () => p.$$eval('#board td:has(.piece text)', list => list.map(td => {
        const [cell, label] = [td, td.querySelector('.piece rect')].map(e => e.getBoundingClientRect()), text = td.querySelector('.piece text').getBoundingClientRect();
        // the digits are on their label, the label in the last third of the square
        return [td.getAttribute('aria-label').slice(0, 2), td.querySelector('.piece text').textContent, text.left >= label.left && text.right <= label.right,
            label.left >= cell.left + cell.width / 2 && label.top >= cell.top + cell.height * 2 / 3 && label.right <= cell.right && label.bottom <= cell.bottom];
    }));
    assert.deepEqual(await drawn(), [['a7', '105', true, true]]);
    await press(p, 'ArrowRight');
    assert.match(await says(p), /^30\.\.\. Bxe2 Black bishop d3 attacks white king e2\. /);
    await press(p, 'ArrowRight');
    assert.deepEqual(await drawn(), [['a7', '105', true, true], ['e2', '118', true, true]]);
    assert.match(await says(p), /^30\.\.\. Bxe2 Black bishop d3 attacks white king e2: neither is removed\.$/);
    await quiet(p);
});

test('the dice of a turn stand before its first action in the score', async t => {
    const p = await open(t, page('thrown', ['dice-chess-three.xpgn', 'reckless-chess.xpgn'], '--game=1,8'));
    const score = () => p.$$eval('#moves button', list => list.map(button => [...button.childNodes].filter(node => !node.matches?.('.sr'))
        .map(node => node.textContent).join('').trim()));
    assert.deepEqual((await score()).slice(0, 4), ['⚄⚀⚂ d3', 'Bg5', 'Qd2', '⚁⚄⚀ e5']);
    await quiet(p);
});

test('an action of every kind is said in words', async t => {
    const files = ['assault-and-siege.xpgn', 'chess.xpgn', 'combat-chess-2.xpgn', 'chess-attack.xpgn'];
    const said = new Set();
    const p = await open(t, page('words', files));
    const games = await p.evaluate(() => document.querySelectorAll('script.game').length);
    for (let game = 1; game <= games; game++)
        for (const words of await eachStep(p, game, () => document.getElementById('says').textContent)) said.add(words.replace(/^\S+ \S+ /, ''));
    for (const words of ['White pawn e2 to e4.', 'White pawn e5 takes black pawn d5 in passing, and goes to d6.', 'White pawn c7 to c8 and becomes a queen. Check.',
        'White king e1 castles, to g1.', 'White queen h5 takes black pawn f7. Checkmate. White wins.', 'White bishop b2 puts a pawn on b3.',
        'White king a1 takes the place of its rook on a4.', 'White rolls 1. White passes.',
        'White pawn e5 attacks red king e6, 2 to 1: king e6 removed, pawn takes e6.',
        'Black king e8 tries to teleport, and goes to b6.', 'White king e1 tries to teleport, and stays.',
        'White pawn e6 attacks black pawn d7, 6 to 2: pawn d7 taken to a1, pawn takes d7.',
        'White dragon b7 tries to free a prisoner from a8: nobody is freed.'])
        assert.ok(said.has(words), words + '\nof ' + [...said].join('\n'));
});

test('variations: V goes from one continuation to the next, a click into any', async t => {
    const p = await open(t, pages.tree);
    await press(p, 'ArrowRight', 'ArrowRight');
    assert.equal(await current(p), 'e5');
    await press(p, 'v');
    assert.equal(await current(p), 'c5');
    assert.equal(await square(p, 'c5'), 'c5, black pawn, to here');
    assert.equal(await square(p, 'e5'), 'e5, empty');
    await press(p, 'ArrowRight', 'v');
    assert.equal(await says(p), '2. Nc3 White knight b1 to c3.');
    await press(p, 'End');
    assert.equal(await current(p), 'Nc6');
    assert.equal(await square(p, 'g1'), 'g1, white knight');
    await move(p, 'd4').click();
    assert.equal(await square(p, 'e6'), 'e6, black pawn');
    await press(p, 'ArrowLeft', 'v');
    assert.equal(await current(p), 'e5');
    assert.equal((await p.textContent('#moves')).replace(/\s+/g, ' ').trim(),
        '1.1. e4! good 1.…1... e51... 1... c5 Sicilian 2. 2. Nf3 2. 2. Nc3 2... Nc6 2... 2... d6 1... 1... e6 2. 2. d4 2.2. Nf32... Nc61-0');
    assert.equal(await p.locator('#moves [role=group]').count(), 3);
});

test('a game of four seats: 144 squares, colours told apart by letters', async t => {
    const p = await open(t, pages.four);
    assert.equal(await p.locator('#board td').count(), 144);
    assert.equal(await square(p, 'l12'), 'l12, black king');
    assert.equal(await square(p, 'e6'), 'e6, red king');
    assert.deepEqual(await p.locator('#board .piece text').evaluateAll(list => [...new Set(list.map(e => e.textContent))].sort()), ['B', 'G', 'R', 'W']);
    await press(p, 'ArrowRight', 'ArrowRight');
    assert.ok((await says(p)).includes('king e6 removed'));
    assert.equal(await p.locator('#board .piece.red').count(), 0); // they leave the board (AS-11)
    assert.equal(await p.textContent('#turn'), 'Black to move');
    await press(p, 'n');
    await p.waitForFunction(() => document.querySelectorAll('#board td').length === 64);
});

test('prisoners are told with their castle, dragons and castles by their names', async t => {
    const p = await open(t, pages.captive);
    await press(p, 'End');
    assert.ok((await p.locator('#board td[aria-label*="dragon"]').count()) > 0);
    assert.ok((await p.locator('#board use[href="#piece-castle"]').count()) > 0);
    let held = '';
    for (let i = 0; i < 12 && !held.includes('Held on'); i++) {
        held = (await p.textContent('#held')) + (await p.locator('#held [role=img]').evaluateAll(l => l.map(e => e.getAttribute('aria-label')).join()));
        await press(p, 'n', 'End');
        await p.waitForTimeout(30);
    }
    assert.match(held, /Held on [ah][18]: .*(white|black) (pawn|bishop)/);
});

test('a finding leads to its place', async t => {
    const p = await open(t, pages.wrong);
    const text = await p.textContent('#findings li');
    assert.equal(text, 'board4.xpgn:9:19: error, 4. cxd5: defender supporters 2, expected 3 (pawn e6, knight f6, queen d8) [CA-3]expected <6+1=9w:1+3=7x>');
    await p.click('#findings button');
    assert.equal(await current(p), 'cxd5');
    await press(p, 'Home', 'e');
    assert.equal(await current(p), 'cxd5');
    assert.match(await p.textContent('#moves .found'), /^4\. cxd5 .*, with a finding$/);
    // the refused word stands in the list, struck out, with what was expected
    assert.equal(await p.textContent('#moves .refused del'), '<6+1=9w:1+2=7x>');
    assert.equal(await p.textContent('#moves .refused ins'), ' expected <6+1=9w:1+3=7x>');
});

test('link, position and record can be taken along, as it is and corrected', async t => {
    const p = await open(t, pages.wrong, { ...wide, permissions: ['clipboard-read', 'clipboard-write'] });
    const record = readFileSync(resolve(root, 'samples/sheets/board4.xpgn'), 'utf8');
    const corrected = String(spawnSync(resolve(bin, 'xpgn-fix'), ['-q', '--likely', resolve(root, 'samples/sheets/board4.xpgn')]).stdout);
    const copied = async (button, told) => {
        await p.click(button);
        await p.waitForFunction(told => document.querySelector('#copied').textContent === told, told);
        return p.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied('#copy', 'Game record copied.'), record);
    assert.equal(await p.textContent('#record'), record);
    assert.ok(corrected.includes('[%was'));
    assert.equal(await copied('#copy-corrected', 'Corrected record copied.'), corrected);
    await press(p, 'ArrowRight');
    assert.equal(await copied('#copy-xfen', 'XFEN copied.'), 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1');
    assert.equal(await copied('#copy-link', 'Link copied.'), pages.wrong + '#game=1&at=1w');
    for (const [button, name, text] of [['#save', 'board4-1.xpgn', record], ['#save-corrected', 'board4-1-corrected.xpgn', corrected]]) {
        const [download] = await Promise.all([p.waitForEvent('download'), p.click(button)]);
        assert.equal(download.suggestedFilename(), name);
        assert.equal(readFileSync(await download.path(), 'utf8'), text);
    }
    assert.deepEqual(await p.evaluate(() => window.violations), []);
});

test('--at, --flip and #N say what is seen first', async t => {
    let p = await open(t, pages.start);
    assert.equal(await current(p), 'exd4');
    assert.equal(await p.textContent('#board tbody th'), '1');
    p = await open(t, pages.club + '#3');
    assert.equal(await p.textContent('#players'), 'Evers, T. – Fabre, J.');
    assert.equal(await p.getAttribute('#list [aria-current]', 'href'), '#game=3');
});

test('an address opens its moment, follows every step, and survives reload and back', async t => {
    const p = await open(t, pages.club + '#game=2&at=4b-before');
    const address = () => p.evaluate(() => location.hash);
    const moment = async () => [await p.textContent('#players'), await p.textContent('#says')];
    assert.equal((await moment())[0], 'Chen, M. – Dorn, P.');
    assert.equal(await address(), '#game=2&at=4b-before');
    assert.equal(await p.locator('#board td.attacker').count(), 1);
    await press(p, 'ArrowRight');
    assert.equal(await address(), '#game=2&at=4b');
    await press(p, 'Shift+ArrowRight');
    assert.equal(await address(), '#game=2&at=5w');
    const seen = await moment();
    await p.reload();
    assert.deepEqual(await moment(), seen);
    await press(p, 'n', 'ArrowRight', 'ArrowRight');
    const there = await address(), shown = await current(p);
    assert.match(there, /^#game=3&at=1/);
    await p.goBack();
    await p.waitForFunction(() => location.hash === '#game=2&at=5w');
    assert.deepEqual(await moment(), seen);
    await p.goForward();
    await p.waitForFunction(there => location.hash === there, there);
    assert.equal(await current(p), shown);
    // one that comes while the page makes a step is opened, too
    assert.equal(await p.evaluate(() => new Promise(done => {
        addEventListener('hashchange', () => setTimeout(() => done(location.hash)), { once: true });
        location.hash = '#game=1&at=start';
        document.querySelector('#next').click();
    })), '#game=1&at=start');
    assert.equal(await says(p), 'Start position.');
    await quiet(p);
    // a variation, and a turn of several actions
    const tree = await open(t, pages.tree + '#game=1&line=2&at=2w');
    assert.equal(await says(tree), '2. Nc3 White knight b1 to c3.');
    await press(tree, 'ArrowRight');
    assert.equal(await tree.evaluate(() => location.hash), '#game=1&line=2&at=2b');
    const turns = await open(t, pages.captive + '#game=2&at=1b.1');
    await press(turns, 'Home', 'ArrowRight');
    const first = await turns.evaluate(() => [location.hash, document.querySelector('#says').textContent]);
    await turns.reload();
    assert.deepEqual(await turns.evaluate(() => [location.hash, document.querySelector('#says').textContent]), first);
});

test('an address that cannot be understood is said', async t => {
    for (const [hash, told] of [['#99', 'There is no game 99: the page has 5 games.'], ['#game=0', 'There is no game 0: the page has 5 games.'],
        ['#game=1&at=90w', 'Game 1 has no turn at 90w.'], ['#game=1&at=%3Cb%3E', 'Game 1 has no turn at %3Cb%3E.'],
        ['#game=1&at=1w-before', 'Game 1 has no turn at 1w-before.'], ['#game=1&line=4&at=1w', 'Game 1 has no turn at 1w in line 4.'],
        ['#event', 'The page has no tournament.'],
        ['#gaem=1', 'The address has "gaem=1", which is not understood.'], ['#1', ''], ['#game=5', '']]) {
        const p = await open(t, pages.club + hash);
        assert.equal(await p.textContent('#trouble'), told, hash);
        assert.equal(await p.isVisible('#trouble'), told !== '', hash);
        await quiet(p);
    }
});

// Steps in random order, by a generator with a seed.
function randomly(seed) {
    let state = seed;
    return n => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor(state / 65536) % n;
    };
}

// The actions of xpgn-replay: [game, name in addresses, board before, board after, is it a combat].
function replayed(file) {
    const rows = String(spawnSync(resolve(bin, 'xpgn-replay'), ['--actions', '--start', '--format=tsv', '--no-header', '--columns=game,turn,roll,attacker,xfen', file]).stdout)
        .trim().split('\n').map(line => line.split('\t'));
    const inTurn = (game, turn) => rows.filter(row => row[0] === game && row[1] === turn);
    return rows.map((row, i) => {
        const [game, turn, roll, attacker, xfen] = row, all = inTurn(game, turn), nth = all.indexOf(row) + 1;
        return [game, (turn || 'start') + (nth < all.length ? '.' + nth : ''), turn ? rows[i - 1][4] : '', xfen, attacker !== '' && roll !== ''];
    });
}

// What the page shows, and what is needed to read it.
const shownNow = () => {
    const text = query => (document.querySelector(query) || { textContent: '' }).textContent;
    const game = Number(/game=(\d+)/.exec(location.hash)[1]);
    const data = JSON.parse(document.querySelectorAll('script.game')[game - 1].textContent);
    const { types, seats, dots } = JSON.parse(document.getElementById('common').textContent).frames[data.frame];
    return { hash: location.hash, says: text('#says'), label: text('#moves [aria-current]').replace(/[⚀-⚅]+ /, ''), types, seats, dots,
        attackers: document.querySelectorAll('#board td.attacker').length,
        squares: [...document.querySelectorAll('#board tbody td')].sort((a, b) => a.dataset.square - b.dataset.square).map(c => c.getAttribute('aria-label').split(', ')[1]) };
};

// The squares of an XFEN as the labels of the board say them.
function saidOf(xfen, { types, seats }) {
    const four = seats.length > 2, squares = [];
    for (const row of xfen.split(/[[ ]/)[0].split('/').reverse()) {
        for (const [, empty, seat, letter, wound] of row.matchAll(four ? /(\d+)|([a-z])([A-Z])(\*?)/g : /(\d+)|()([A-Za-z])(\*?)/g)) {
            if (empty) squares.push(...Array(Number(empty)).fill('empty'));
            else squares.push([four ? seats.find(name => name.startsWith(seat)) : seats[letter === letter.toLowerCase() ? 1 : 0],
                ...wound ? ['wounded'] : [], types['-PNBRQK'.indexOf(letter.toUpperCase())]].join(' '));
        }
    }
    return squares;
}

for (const file of ['club', 'chess', 'chess-attack', 'combat-chess-2', 'five-dice', 'assault-and-siege'])
    test(`60 random steps through ${file} by keys, touch and addresses: board, list and labels as xpgn-replay has them`, async t => {
        const address = page('random-' + file, [file + '.xpgn']), rows = replayed(resolve(root, 'samples', file + '.xpgn')), random = randomly(11);
        const p = await open(t, address + '#game=1&at=start', { ...narrow, viewport: { width: 390, height: 844 } });
        const cdp = await p.context().newCDPSession(p);
        const swipe = async (from, to) => {
            const box = await p.locator('#frame').boundingBox();
            const at = share => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
            await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(from)] });
            await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(to)] });
            await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
            await p.waitForTimeout(30);
        };
        const goTo = async hash => {
            await p.evaluate(hash => new Promise(done => {
                addEventListener('hashchange', () => setTimeout(done), { once: true });
                if (location.hash === hash) done();
                location.hash = hash;
            }), hash);
            assert.equal(await p.evaluate(() => location.hash), hash);
        };
        const several = rows.filter(row => row[1].includes('.') || rows.some(r => r[0] === row[0] && r[1] === row[1] + '.1'));
        const fights = rows.filter(row => row[4]), seen = new Set();
        const anyOf = list => list[random(list.length)] || rows[random(rows.length)];
        for (let step = 0; step < 60; step++) {
            const any = anyOf(rows), part = anyOf(several), fight = anyOf(fights);
            await [() => press(p, ['ArrowRight', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'n', 'p', 'f'][random(7)]), () => swipe(0.8, 0.2), () => swipe(0.2, 0.8),
                () => p.tap(random(3) ? '#next' : '#back', { force: true }), () => goTo(`#game=${any[0]}&at=${any[1]}`), () => goTo(`#game=${part[0]}&at=${part[1]}`),
                () => goTo(`#game=${fight[0]}&at=${fight[1]}${fight[4] ? '-before' : ''}`)][random(7)]();
            const now = await p.evaluate(shownNow);
            const [, number, at, before] = /^#game=(\d+)&at=([\w.]+)(-before)?$/.exec(now.hash);
            const row = rows.find(r => r[0] === number && r[1] === at);
            assert.ok(row, now.hash);
            seen.add(now.hash);
            assert.deepEqual(now.squares, saidOf(row[before ? 2 : 3], now), now.hash);
            assert.equal(now.attackers, before ? 1 : 0, now.hash);
            // the list and the label name the turn of the address
            const [, turn, seat] = /^(\d+)(\w)/.exec(at) || [];
            if (at === 'start') assert.equal(now.says, 'Start position.');
            else assert.equal(now.label.split(' ')[0], turn + now.dots[now.seats.findIndex(name => name.startsWith(seat))]);
            assert.ok(now.says.startsWith(now.label.split(' ').slice(0, 2).join(' ')), now.says);
        }
        assert.ok(seen.size > Math.min(25, rows.length / 3), String(seen.size));
        if (several.length) assert.ok([...seen].some(hash => hash.includes('.')), 'no turn of several actions');
        await quiet(p);
    });

// The sizes that people have; with XPGN_LONG all of them at each combat.
const sizes = [[1366, 657], [390, 844], [1920, 1080], [844, 390], [820, 1180]];

const eight = [[pages.club, [1, 2, 3]], [pages.held, [1, 2]], [pages.five, [3]], [pages.four, [1]], [pages.captive, [3]]];

// Plays the eight games to their ends, with such addresses; returns how many combats they have.
async function throughCombats(t, width, height, hash) {
    let combats = 0;
    for (const [address, games] of eight) {
        const p = await open(t, address, { viewport: { width, height } });
        for (const game of games) {
            await p.evaluate(hash => { location.hash = hash; }, `${hash}game=${game}&at=start`);
            await p.waitForFunction(() => document.querySelector('#says').textContent === 'Start position.');
            combats += await p.evaluate(async ([width, height]) => {
                const box = id => document.getElementById(id).getBoundingClientRect();
                const controls = () => JSON.stringify([...document.querySelectorAll('#controls button')].map(b => b.getBoundingClientRect()));
                const next = document.getElementById('next'), where = controls();
                let combats = 0;
                while (!next.disabled) {
                    next.click();
                    if (controls() !== where) throw Error(`${width}x${height}, ${location.hash}: controls have moved`);
                    for (const id of ['frame', 'controls', 'sum']) {
                        const r = box(id);
                        if (r.height > 0 && (r.left < 0 || r.top < 0 || r.right > width || r.bottom > height + 0.5))
                            throw Error(`${width}x${height}, ${location.hash}: ${id} from ${r.left},${r.top} to ${r.right},${r.bottom}`);
                    }
                    // nor is the sum cut off by its own panel
                    if (!document.getElementById('odds').hidden) {
                        combats++;
                        if (box('sum').bottom > box('panel').bottom + 0.5) throw Error(`${width}x${height}, ${location.hash}: the sum is cut off`);
                    }
                }
                return combats;
            }, [width, height]);
            assert.equal(await p.evaluate(() => scrollY), 0);
        }
    }
    return combats;
}

test('at each size board, controls and sum of each combat are in the window, and controls do not move', async t => {
    let combats = 0;
    const all = process.env.XPGN_LONG ? sizes : sizes.slice(0, 2);
    for (const [width, height] of all) combats += await throughCombats(t, width, height, '#');
    assert.ok(combats > 100 * all.length, String(combats));
});

test('in an iframe of 320 by 420 they are, too', async t => {
    assert.ok(await throughCombats(t, 320, 420, '#embed&') > 100);
});

test('an address that is not understood is told, and moves no control', async t => {
    const controls = p => p.locator('#controls button').evaluateAll(list => JSON.stringify(list.map(b => b.getBoundingClientRect())));
    for (const [width, height] of [...sizes, [320, 420]]) {
        const embed = width === 320 ? 'embed&' : '';
        const p = await open(t, pages.club + `#${embed}game=1&at=start`, { viewport: { width, height } });
        const where = await controls(p);
        await p.evaluate(hash => { location.hash = hash; }, `#${embed}game=1&at=90w`);
        await p.waitForFunction(() => !document.getElementById('trouble').hidden);
        assert.equal(await controls(p), where, `${width}x${height}`);
        // it can be read, and hides no control
        const box = await p.locator('#trouble').boundingBox(), first = await p.locator('#controls').boundingBox();
        assert.ok(box.y >= 0 && box.x >= 0 && box.x + box.width <= width && (box.y + box.height <= first.y || box.y >= first.y + first.height), `${width}x${height}`);
        // a step takes it away
        await p.click('#next');
        assert.equal(await p.isHidden('#trouble'), true);
        assert.equal(await controls(p), where);
    }
});

test('a tournament opens with its standings, crosstable and pairings, which lead to the games', async t => {
    const address = page('cup', cup());
    const p = await open(t, address);
    assert.equal(await p.isVisible('#board'), false);
    assert.equal(await p.textContent('#event h2'), 'Attack Cup');
    assert.deepEqual((await rowsOf(p, '#event section:nth-of-type(1)'))[0], ['no', 'name', 'place', 'points', '1', '2', '3']);
    await p.click('#event section:nth-of-type(2) tbody tr:nth-child(3) a');
    await p.waitForFunction(() => document.querySelector('#players').textContent === 'Dorn, Petra – Chen, Ming');
    assert.equal(await p.isVisible('#board'), true);
    assert.equal(await p.isVisible('#event'), false);
    await p.goBack();
    await p.waitForFunction(() => document.querySelector('#event h2') && !document.querySelector('#event').hidden);
    await press(p, 'n');
    assert.equal(await p.textContent('#players'), 'Adams, Robert – Dorn, Petra');
    await p.click('#to-event a');
    assert.equal(await p.isVisible('#event'), true);
    await quiet(p);
    await p.evaluate(axe);
    const result = await p.evaluate(() => axe.run());
    assert.deepEqual(result.violations.map(v => [v.id, v.nodes[0].html.slice(0, 120)]), []);
});

test('in an iframe from 320 by 420 on it has board, controls and sum, and nothing around them', async t => {
    for (const [width, height] of [[320, 420], [420, 600], [700, 500]]) {
        for (const hash of ['?embed#game=1&at=5b-before', '#embed&game=1&at=5b']) {
            const p = await open(t, pages.club + hash, { viewport: { width, height } });
            for (const id of ['#board', '#controls', '#sum']) {
                const box = await p.locator(id).boundingBox();
                assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${width}: ${id} ${JSON.stringify(box)}`);
            }
            for (const id of ['#games', '#more', '#title']) assert.equal(await p.isVisible(id), false, id);
            await press(p, 'ArrowRight');
            assert.match(await p.evaluate(() => location.search + location.hash), /^(\?embed#|#embed&)game=1&at=/);
            assert.ok((await says(p)).length > 20);
            await quiet(p);
        }
    }
});

test('<xpgn-game> plays games in any page, each in a shadow of its own', async t => {
    const script = String(spawnSync(resolve(bin, 'xpgn-render-html'), ['--element=script']).stdout);
    assert.ok(script.length < 60000, String(script.length));
    writeFileSync(resolve(folder, 'xpgn-game.js'), script);
    const games = String(spawnSync(resolve(bin, 'xpgn-render-html'), ['--element', '--game=1-3', resolve(root, 'samples/club.xpgn')]).stdout);
    writeFileSync(resolve(folder, 'host.html'), `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Club</title>
        <style>b { color: rgb(1, 2, 3) } table { display: none }</style><script src="xpgn-game.js"></script></head>
        <body><h1>Club</h1><table id="board"></table>${games}
        ${games.split('</xpgn-game>')[0].replace('<xpgn-game>', '<xpgn-game at="#at=5b-before" flip>')}</xpgn-game>
        <xpgn-game></xpgn-game></body></html>`);
    const p = await open(t, 'about:blank');
    await p.goto(pathToFileURL(resolve(folder, 'host.html')).href);
    const told = id => p.evaluate(id => [...document.querySelectorAll('xpgn-game')].map(e => e.shadowRoot.getElementById(id).textContent), id);
    await p.waitForFunction(() => document.querySelectorAll('xpgn-game')[4].shadowRoot.getElementById('says').textContent !== '');
    assert.deepEqual(await told('players'), ['Adams, R. – Brandt, L.', 'Chen, M. – Dorn, P.', 'Evers, T. – Fabre, J.', 'Adams, R. – Brandt, L.', 'No game']);
    const says = await told('says');
    assert.equal(says[0], 'Start position.');
    assert.ok(says[3].startsWith('5... exd4 Black pawn e5 attacks white pawn d4: 4 + die 5 = 9'));
    assert.equal(says[4], 'There is no game 1 to show.');
    // a key plays that game which has the focus; styles stay where they are
    await p.locator('xpgn-game').nth(1).locator('#next').focus();
    await press(p, 'ArrowRight', 'ArrowRight');
    const after = await told('says');
    assert.match(after[1], /^1\.\.\. /);
    assert.equal(after[0], 'Start position.');
    assert.equal(await p.locator('xpgn-game').nth(0).locator('#board').isVisible(), true);
    assert.notEqual(await p.locator('xpgn-game').nth(3).locator('#says b').evaluate(e => getComputedStyle(e).color), 'rgb(1, 2, 3)');
    assert.equal(await p.locator('xpgn-game').nth(3).locator('#board tbody th').first().textContent(), '1');
    await p.evaluate(axe);
    const result = await p.evaluate(() => axe.run('xpgn-game'));
    assert.deepEqual(result.violations.filter(v => !v.id.startsWith('landmark')).map(v => [v.id, v.nodes[0].html.slice(0, 120)]), []);
});

test('<xpgn-game src> takes a game from a page of the same site', async t => {
    const { createServer } = await import('node:http');
    const files = { '/club.html': readFileSync(resolve(folder, 'club.html')), '/xpgn-game.js': spawnSync(resolve(bin, 'xpgn-render-html'), ['--element=script']).stdout,
        '/': '<!DOCTYPE html><title>Club</title><script src="xpgn-game.js" defer></script><xpgn-game src="club.html#game=2&at=4b"></xpgn-game><xpgn-game src="none.html"></xpgn-game>' };
    const server = createServer((request, answer) => {
        answer.writeHead(files[request.url] ? 200 : 404, { 'Content-Type': request.url.endsWith('.js') ? 'text/javascript' : 'text/html' });
        answer.end(files[request.url] || '');
    }).listen(0, '127.0.0.1');
    try {
        await new Promise(done => server.on('listening', done));
        const p = await open(t, 'about:blank');
        await p.goto(`http://127.0.0.1:${server.address().port}/`);
        const told = n => p.evaluate(n => document.querySelectorAll('xpgn-game')[n].shadowRoot.getElementById('says').textContent, n);
        await p.waitForFunction(() => [...document.querySelectorAll('xpgn-game')].every(e => e.shadowRoot.getElementById('says').textContent));
        assert.ok((await told(0)).startsWith('4... '), await told(0));
        assert.equal(await told(1), 'none.html: 404 Not Found');
    } finally {
        server.close();
    }
});

test('zoomed to 200 %, with forced colors, and with larger text, a combat can be read and played', async t => {
    for (const how of [{ viewport: { width: 683, height: 328 } }, { ...wide, forcedColors: 'active' }, { viewport: { width: 320, height: 400 } }]) {
        const p = await open(t, pages.club + '#game=1&at=5b-before', how);
        assert.ok(await p.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
        await p.locator('#next').click();
        assert.equal(await p.locator('#sum tr').count(), 3);
        for (const id of ['#board', '#controls', '#sum', '#moves']) {
            await p.locator(id).scrollIntoViewIfNeeded();
            assert.equal(await p.isVisible(id), true, id);
        }
        const cell = await p.locator('#board td').first().boundingBox();
        assert.ok(cell.width > 20, String(cell.width));
    }
});

test('games are found by words; only rows that can be seen are in the page', async t => {
    const p = await open(t, pages.many);
    assert.ok(await p.locator('#rows li').count() < 60);
    assert.equal(await p.getAttribute('#rows li', 'aria-setsize'), '500');
    await p.evaluate(() => { document.querySelector('#list').scrollTop = 1e6; });
    await p.waitForFunction(() => document.querySelector('#rows li:last-child .n').textContent === '500.');
    await p.fill('#filter', '499.');
    assert.equal(await p.locator('#rows li').count(), 1);
    assert.equal(await p.textContent('#found'), '1 of 500 games');
    // N and P stay within what was found
    await p.fill('#filter', 'round:499');
    assert.equal(await p.textContent('#found'), '1 of 500 games');
    await p.fill('#filter', 'combat:king result:1/2-1/2');
    const found = await p.locator('#rows .n').allTextContents();
    assert.ok(found.length > 1 && found.length < 100, String(found.length));
    await p.locator('#next').focus();
    await press(p, 'n');
    assert.equal(await p.textContent('#rows [aria-current] .n'), found[0]);
    await press(p, 'n');
    assert.equal(await p.textContent('#rows [aria-current] .n'), found[1]);
    await press(p, 'p');
    assert.equal(await p.textContent('#rows [aria-current] .n'), found[0]);
    // typing is no playing
    await p.fill('#filter', '');
    await p.focus('#filter');
    await press(p, 'f', 'e', 'ArrowRight', 'Space');
    assert.equal(await says(p), 'Start position.');
});

test('games are found by player, event, opening and date, and how many is announced', async t => {
    const text = Array.from({ length: 12 }, (_, i) => `[Event "Cup of ${i < 6 ? 'spring' : 'autumn'}"]\n[White "${i % 3 ? 'Adams' : 'Brandt'}, A."]\n[Black "Chen, ${i}"]\n[ECO "B${20 + i}"]\n[Date "2026.05.${10 + i}"]\n[Result "*"]\n\n1. e4 *\n`).join('\n');
    const p = await open(t, page('search', text));
    for (const [words, found] of [['player:brandt', 4], ['event:spring', 6], ['eco:b2', 10], ['eco:b21', 1], ['date:2026.05.15', 1], ['brandt autumn', 2], ['event:brandt', 0], ['player:randt', 0], ['BRANDT', 4]]) {
        await p.fill('#filter', words);
        assert.equal(await p.textContent('#found'), `${found} of 12 games`, words);
        assert.equal(await p.locator('#rows li').count(), found, words);
    }
    assert.equal(await p.getAttribute('#found', 'role'), 'status');
});

test('a key of the search among 5,000 games takes less than 50 ms', async t => {
    const p = await open(t, 'about:blank');
    await p.goto(pages.thousands);
    const slowest = await p.evaluate(() => {
        const input = document.getElementById('filter');
        let slowest = 0;
        for (const text of ['g', 'gr', 'gre', 'gree', 'greedy', 'greedy 1', 'combat:queen', 'round:4999', '']) {
            // the best of some runs: others use this machine, too
            let best = Infinity;
            for (let run = 0; run < 6; run++) {
                const start = performance.now();
                input.value = text;
                input.dispatchEvent(new Event('input'));
                document.body.offsetHeight; // laid out
                best = Math.min(best, performance.now() - start);
            }
            slowest = Math.max(slowest, best);
        }
        return slowest;
    });
    console.log(`the slowest key of a search among 5,000 games: ${slowest.toFixed(1)} ms`);
    assert.ok(slowest < 50, String(slowest));
});

test('two fingers zoom and play nothing; the speed is set by touch', async t => {
    const p = await open(t, pages.club, narrow);
    assert.equal(await p.getAttribute('#speed', 'aria-label'), 'Speed: 1 times');
    await p.tap('#speed');
    assert.equal(await p.getAttribute('#speed', 'aria-label'), 'Speed: 2 times');
    const cdp = await p.context().newCDPSession(p);
    const box = await p.locator('#frame').boundingBox();
    const at = (x, y) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.6, 0.5)] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.6, 0.5), at(0.4, 0.5)] });
    for (let i = 1; i <= 4; i++)
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(0.6 + i * 0.08, 0.5), at(0.4 - i * 0.08, 0.5)] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await p.waitForFunction(() => visualViewport.scale > 1.2);
    assert.equal(await says(p), 'Start position.');
});

test('names that are written from right to left stay where they are', async t => {
    const p = await open(t, page('rtl', '[White "אברהם"]\n[Black "يوسف"]\n\n1. e4 e5 *\n'));
    const [white, black] = await p.locator('#players bdi').evaluateAll(list => list.map(e => [e.textContent, e.getBoundingClientRect().left]));
    assert.deepEqual([white[0], black[0]], ['אברהם', 'يوسف']);
    assert.ok(white[1] < black[1], 'White stands first');
});

test('variations deeper than four levels are folded, and open where they are played', async t => {
    let text = 'h6';
    for (let depth = 0; depth < 7; depth++) text = `a6 (1... ${text})`;
    const p = await open(t, page('deep', `1. e4 ${text.replace(/^a6/, 'e5')} *\n`));
    assert.equal(await p.locator('#moves details').count(), 3);
    assert.equal(await p.locator('#moves details[open]').count(), 0);
    await p.evaluate(() => { location.hash = '#game=1&line=7&at=1b'; });
    await p.waitForFunction(() => document.querySelectorAll('#moves details[open]').length === 3);
});

test('every control is reached by Tab, squares and games by arrows', async t => {
    const p = await open(t, pages.club);
    await press(p, 'ArrowRight', 'ArrowRight');
    const seen = new Set();
    for (let i = 0; i < 40; i++) {
        await press(p, 'Tab');
        seen.add(await p.evaluate(() => {
            const e = document.activeElement;
            return e.id || (e.closest('[id]') || {}).id + ' ' + e.tagName.toLowerCase();
        }));
    }
    for (const id of ['rows a', 'board td', 'first', 'back', 'run', 'next', 'last', 'flip', 'moves button', 'tags-part summary', 'record-part summary', 'keys-part summary'])
        assert.ok(seen.has(id), id + ' of ' + [...seen]);
    await p.focus('#board td[tabindex="0"]');
    const label = () => p.evaluate(() => document.activeElement.getAttribute('aria-label'));
    assert.equal(await label(), 'a1, white rook');
    await press(p, 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowLeft');
    assert.equal(await label(), 'b2, white pawn');
    assert.equal(await current(p), 'e5'); // the arrows did not play
    await p.focus('#rows a[tabindex="0"]');
    await press(p, 'ArrowDown', 'ArrowDown', 'Enter');
    await p.waitForFunction(() => document.querySelector('#players').textContent === 'Evers, T. – Fabre, J.');
    // a focus is seen
    await p.focus('#next');
    await press(p, 'Shift+Tab');
    assert.equal(await p.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'solid');
});

test('each of 64 squares can be read', async t => {
    const p = await open(t, pages.club);
    const labels = await p.locator('#board td').evaluateAll(list => list.map(e => e.getAttribute('aria-label')));
    assert.equal(new Set(labels.map(l => l.split(',')[0])).size, 64);
    assert.equal(labels.filter(l => /^[a-h][1-8], (empty|(white|black) (pawn|knight|bishop|rook|queen|king))$/.test(l)).length, 64);
    assert.equal(labels[0], 'a8, black rook');
    assert.equal(await p.getAttribute('#board', 'role'), 'grid');
    assert.equal(await p.getAttribute('#says', 'aria-live'), 'polite');
});

test('nothing moves where the reader wants no motion', async t => {
    for (const reducedMotion of ['reduce', 'no-preference']) {
        const p = await open(t, pages.club, { ...wide, reducedMotion });
        const moving = await p.evaluate(() => {
            document.querySelector('#next').click();
            return document.getAnimations().length;
        });
        assert.equal(moving > 0, reducedMotion === 'no-preference');
    }
});

test('an animated picture shows one step at a time, in order, and the dice where no motion is wanted', async t => {
    const path = resolve(folder, 'steps.svg');
    writeFileSync(path, spawnSync(resolve(bin, 'xpgn-render-svg'), ['--animate=2', '--combats', '--game=1', '--at=5b', resolve(root, 'samples/club.xpgn')]).stdout);
    const seen = (p, seconds) => p.evaluate(seconds => {
        const moving = document.getAnimations();
        for (const one of moving) { one.pause(); one.currentTime = 1000 * seconds; }
        const steps = [...document.querySelectorAll('[class^=step]')].map(e => getComputedStyle(e).visibility === 'visible');
        return [moving.length > 0, steps.flatMap((shown, i) => shown ? [i] : [])];
    }, seconds);
    const p = await open(t, pathToFileURL(path).href, { ...wide, reducedMotion: 'no-preference' });
    for (const [seconds, step] of [[0, 0], [1.99, 0], [2.01, 1], [3.99, 1], [4.01, 2], [7.99, 2], [8, 0], [10.5, 1]])
        assert.deepEqual(await seen(p, seconds), [true, [step]], `after ${seconds} s`);
    assert.deepEqual(await seen(await open(t, pathToFileURL(path).href), 0), [false, [1]]);
    // a whole game, whose steps are no round share of it
    writeFileSync(path, spawnSync(resolve(bin, 'xpgn-render-svg'), ['--animate=1', '--game=1', resolve(root, 'samples/club.xpgn')]).stdout);
    const game = await open(t, pathToFileURL(path).href, { ...wide, reducedMotion: 'no-preference' });
    const count = await game.evaluate(() => document.getAnimations().length);
    assert.ok(count > 50);
    assert.deepEqual(await seen(game, 0), [true, [0]]);
    for (let i = 0; i < count; i++) assert.deepEqual(await seen(game, i + 0.001), [true, [i]]);
});

test('all text of charts is in the picture, and none is over another', async t => {
    const files = ['chess-attack', 'combat-chess-2', 'assault-and-siege', 'five-dice', 'club'].map(name => resolve(root, `samples/${name}.xpgn`));
    const many = resolve(folder, 'many.xpgn');
    writeFileSync(many, simulated.stdout);
    for (const [tool, ...options] of [['stats', ...files], ['stats', many], ['stats', '--by=White', files[4]], ['stats', '--luck', ...files],
        ['stats', '--fairness', many], ['odds', '--variant=chess-attack', '--matrix'], ['odds', '--game=1-2', files[4]],
        ['simulate', '--report', '--variant=chess-attack', '--against=chess-attack:rescue', '-n', '50']]) {
        const path = resolve(folder, 'chart.svg');
        writeFileSync(path, spawnSync(resolve(bin, 'xpgn-' + tool), ['--svg', '-', ...options]).stdout);
        const p = await open(t, pathToFileURL(path).href);
        const wrong = await p.evaluate(() => {
            const box = e => e.getBoundingClientRect(), all = box(document.documentElement), found = [];
            const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
            const texts = [...document.querySelectorAll('text')].map(e => [e.textContent, box(e)]).filter(([words]) => words);
            texts.forEach(([words, a], i) => {
                if (a.left < all.left || a.right > all.right || a.top < all.top || a.bottom > all.bottom) found.push('outside: ' + words);
                for (const [other, b] of texts.slice(i + 1, i + 200)) if (over(a, b)) found.push(`${words} over ${other}`);
            });
            return [texts.length > 5, found];
        });
        assert.deepEqual(wrong, [true, []], tool + ' ' + options.join(' '));
    }
});

test('drawings in pre have straight edges, in a font that has their signs in one width', async t => {
    const p = await open(t, 'about:blank');
    for (const style of ['plain', 'box', 'unicode', 'compact'])
        for (const shown of [['--combats', '--at=12b', 'samples/diagrams/combat.xpgn'], ['--game=14', 'samples/assault-and-siege.xpgn']]) {
            const text = String(spawnSync(resolve(bin, 'xpgn-render-ascii'), ['--no-trim', '--style=' + style, ...shown.slice(0, -1), resolve(root, shown.at(-1))]).stdout);
            const widths = await p.evaluate(text => {
                document.body.innerHTML = '<pre style="font-family:\'DejaVu Sans Mono\'"></pre>';
                return text.split('\n').filter(line => line).map(line => {
                    const one = document.createElement('span');
                    one.textContent = line;
                    document.querySelector('pre').replaceChildren(one);
                    return Math.round(one.getBoundingClientRect().width);
                });
            }, text);
            assert.ok(widths.length > 10);
            assert.equal(new Set(widths).size, 1, style);
        }
});

test('nothing is wider than a small screen', async t => {
    for (const name of ['club', 'four', 'hostile']) {
        const p = await open(t, pages[name], { ...narrow, viewport: { width: 320, height: 640 } });
        await press(p, 'ArrowRight', 'End');
        await p.evaluate(() => document.querySelectorAll('details').forEach(d => { d.open = true; }));
        const width = await p.evaluate(() => document.scrollingElement.scrollWidth);
        assert.ok(width <= 320, `${name}: ${width}`);
        const cell = await p.locator('#board td').first().boundingBox();
        assert.ok(Math.abs(cell.width - cell.height) < 1.5, `${name}: square of ${cell.width} by ${cell.height}`);
    }
});

test('it is dark where the system is', async t => {
    const shade = p => p.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0));
    assert.ok(await shade(await open(t, pages.club, { ...wide, colorScheme: 'dark' })) < 150);
    assert.ok(await shade(await open(t, pages.club, { ...wide, colorScheme: 'light' })) > 700);
});

test('axe-core finds nothing, light and dark, wide and narrow', async t => {
    for (const [name, how, keys] of [
        ['club', { ...wide, colorScheme: 'light' }, ['End']],
        ['club', { ...narrow, colorScheme: 'dark' }, ['End', 'ArrowLeft', 'ArrowLeft']],
        ['wrong', { ...wide, colorScheme: 'dark' }, ['e']],
        ['tree', { ...narrow, colorScheme: 'light' }, ['ArrowRight', 'v']],
        ['four', { ...wide, colorScheme: 'light' }, ['ArrowRight']],
        ['captive', { ...narrow, colorScheme: 'dark' }, ['n', 'n', 'ArrowRight']],
        ['five', { ...wide, colorScheme: 'dark' }, ['n', 'n', 'ArrowRight', 'ArrowRight', 'ArrowRight']],
        ['held', { ...wide, colorScheme: 'light' }, ['End']],
        ['hostile', { ...narrow, colorScheme: 'light' }, ['ArrowRight']],
        ['start', { ...wide, colorScheme: 'light' }, []],
        ['many', { ...wide, colorScheme: 'dark' }, ['n']]]) {
        const p = await open(t, pages[name], how);
        await press(p, ...keys);
        await p.evaluate(() => document.querySelectorAll('details').forEach(d => { d.open = true; }));
        await p.evaluate(axe);
        const result = await p.evaluate(() => axe.run({ resultTypes: ['violations', 'incomplete'] }));
        assert.ok(result.passes.length > 20);
        assert.deepEqual(result.violations.map(v => [name, v.id, v.nodes[0].html.slice(0, 120), v.nodes[0].failureSummary]), []);
    }
});

test('print has the board, the moves and the sum, and no controls', async t => {
    const p = await open(t, pages.start, { ...wide, colorScheme: 'dark' });
    await p.emulateMedia({ media: 'print', colorScheme: 'light' });
    for (const id of ['#board', '#moves', '#sum', '#players', '#luck']) assert.equal(await p.isVisible(id), true, id);
    for (const id of ['#controls', '#games', '#record-part', '#keys-part']) assert.equal(await p.isVisible(id), false, id);
    const pdf = await p.pdf({ format: 'A4', path: resolve(folder, 'start.pdf') });
    assert.equal(String(pdf.subarray(0, 5)), '%PDF-');
});

test('without scripts there is the brief protocol, whose links lead to the combats', async t => {
    const p = await open(t, pages.club, { ...narrow, javaScriptEnabled: false });
    assert.equal(await p.isVisible('noscript p'), true);
    assert.equal(await p.isVisible('#layout'), false);
    assert.equal(await p.locator('noscript .moment').count(), 36);
    assert.ok((await p.textContent('noscript [id="game=1&at=5b"]')).includes('attack: pawn e5 2 + knight c6 1 + bishop c5 1, 4 + die 5 = 9'));
    await p.click('noscript a[href="#game=1&at=5b"]');
    const box = await p.locator('noscript [id="game=1&at=5b"]').boundingBox();
    assert.ok(box.y > -1 && box.y < 700, String(box.y));
    assert.ok(await p.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
    await quiet(p);
});

// ---- in German

const tables = ['labels', 'words'].map(name => readFileSync(resolve(root, `formats/${name}.tsv`), 'utf8').split('\n').filter(line => /^[^#]/.test(line)).map(line => line.split('\t')[0]));

test('each word of the page has its German, once', async () => {
    const source = name => readFileSync(resolve(root, name), 'utf8'), known = new Set(tables.flat());
    const html = ['page', 'player'].map(name => source(`formats/page/${name}.html`).replace(/^.*<\/head>|<h1.*<\/h1>|<noscript>.*<\/noscript>|<kbd>.*?<\/kbd>|@\w+@|<!--.*?-->/gs, '<i>')).join('');
    const script = ['read', 'player', 'page'].map(name => source(`formats/page/${name}.js`)).join('');
    const asked = [...html.matchAll(/>([^<>]+)<|(?:aria-label|title|placeholder)="([^"]*)"/g), ...script.matchAll(/\b(?:word|phrase)\(\w+, '([^']+)'/g),
        ...source('tools/render-html/html_words.c').matchAll(/TELL\(w, (?:[^"]*\? )?"([^"]+)"(?: : "([^"]+)")?/g)].flatMap(found => found.slice(1)).map(text => (text ?? '').trim());
    const words = asked.filter(text => /[a-z]{2}/.test(text.replace(/&\w+;/g, '')));
    assert.ok(words.length > 100);
    assert.deepEqual(words.filter(text => !known.has(text)), []);
    assert.deepEqual(tables[0].filter(text => tables[1].includes(text)), []);
});

test('in German the page says all but findings and reports in German', async t => {
    const text = `[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5:1> Qxd5 <2:3> 3. Nc3 Qe5+ 4. Be2 Qxh2 <3:6> 5. Nf3 *\n`;
    const p = await open(t, page('german', text, '--language=de'));
    assert.equal(await says(p), 'Anfangsstellung.');
    await press(p, 'Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowRight');
    assert.match(await says(p), /^2\. exd5 Bauer e4 \(Weiß\) gegen Bauer d5 \(Schwarz\): 2 \+ Würfel 5 = 7 gegen 4 \+ Würfel 1 = 5\. Die Verteidigung wird unterstützt von Dame d8 3\. Vor den Würfeln: /);
    assert.match(await square(p, 'd8'), /^d8, Dame \(Schwarz\), unterstützt die Verteidigung mit 3$/);
    await press(p, 'End', 'ArrowLeft', 'Shift+ArrowLeft');
    assert.equal(await says(p), '4. Le2 Läufer f1 (Weiß) nach e2.');
    const seen = await p.evaluate(() => document.body.innerText + [...document.querySelectorAll('[aria-label], [title]')].map(e => e.ariaLabel + ' ' + e.title).join(' '));
    const check = await open(t, page('german-check', '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *', '--language=de'));
    await press(check, 'End');
    assert.equal(await says(check), '3. Dxf7+ Dame h5 (Weiß) schlägt Bauer f7 (Schwarz). Schach.');
    assert.doesNotMatch(seen, /\b(?:copy|save|record|moves|board|luck|and|the|black|white|pawn|queen|defense|back|next|tags|keys)\b/i);
});

// ---- the protocol

test('the protocol has no script, asks for nothing, and axe-core finds nothing', async t => {
    for (const [name, how] of [['protocol', process.env.XPGN_LONG ? wide : narrow], ['protocolWrong', wide], ['protocolBrief', narrow],
        ['protocolHostile', wide], ['ruling', narrow]]) {
        const p = await open(t, pages[name], how);
        assert.equal(await p.locator('script').count(), 0);
        assert.equal(await p.evaluate(() => window.hit), undefined);
        await quiet(p);
        await p.evaluate(axe);
        const result = await p.evaluate(() => axe.run({ resultTypes: ['violations', 'incomplete'] }));
        assert.ok(result.passes.length > 10);
        assert.deepEqual(result.violations.map(v => [name, v.id, v.nodes[0].html.slice(0, 120), v.nodes[0].failureSummary]), []);
        assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    }
});

test('each link of the protocol goes to a combat, whose address it is, without a script', async t => {
    const p = await open(t, pages.protocol, { ...wide, javaScriptEnabled: false });
    const addresses = await p.locator('.sheet a').evaluateAll(list => list.map(a => a.getAttribute('href')));
    const combats = await p.locator('.moment').evaluateAll(list => list.map(a => '#' + a.id));
    assert.deepEqual(addresses, combats);
    assert.equal(new Set(combats).size, 36);
    await p.goto(pages.protocol + '#game=3&at=5w.2');
    assert.ok(await p.evaluate(() => scrollY > 1000));
});

test('each address of the protocol opens the same combat on the page', async t => {
    const p = await open(t, pages.protocol), page = await open(t, pages.club);
    const combats = await p.locator('.moment').evaluateAll(list => list.map(m => [m.id, m.querySelector('h3').textContent.split(',')[0]]));
    assert.ok(combats.some(([id]) => id.includes('.')));
    for (const [id, name] of combats) {
        await page.evaluate(hash => new Promise(done => {
            addEventListener('hashchange', () => setTimeout(done), { once: true });
            location.hash = hash;
        }), '#' + id);
        assert.deepEqual(await page.evaluate(() => [location.hash.slice(1), document.querySelector('#says b').textContent]), [id, name]);
    }
});

test('the protocol prints on A4 and Letter, up to three combats a page, none is cut, and each page has its players and its number', async t => {
    for (const format of ['A4', 'Letter']) {
        const p = await open(t, pages.protocol, wide);
        const pdf = resolve(folder, `protocol-${format}.pdf`);
        await p.pdf({ format, path: pdf, preferCSSPageSize: false });
        const run = spawnSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
        if (run.error) continue; // poppler-utils is not there
        const sheets = run.stdout.split('\f').slice(0, -1);
        assert.ok(sheets.length < 20, `${format}: ${sheets.length} pages`);
        sheets.forEach((text, i) => {
            assert.match(text, /^\s*Game [1-5]: .*\u2069 ?\u2013 \u2068.*Club evening\n/);
            assert.match(text, new RegExp(`\\n\\s+${i + 1} / ${sheets.length}\\s*$`));
            // a combat begins and ends on the same page
            assert.equal((text.match(/^\s*\d+\.+ [^\s,]+, [^\u2013\n]*$/gm) ?? []).length, (text.match(/Address/g) ?? []).length);
        });
    }
});

// ---- documents with figures

const rulebook = resolve(root, 'samples/rulebook/rulebook.md');
const figures = (...options) => String(spawnSync(resolve(bin, 'xpgn-render-html'), ['--figures', ...options]).stdout);
test('a rulebook is a page that needs no script, with figures of which axe-core finds nothing wrong, and prints', async t => {
    writeFileSync(resolve(folder, 'rulebook.html'), figures(rulebook));
    const address = pathToFileURL(resolve(folder, 'rulebook.html')).href;
    const still = await open(t, address, { ...wide, javaScriptEnabled: false });
    assert.equal(await still.locator('figure > svg[role=img]:visible, xpgn-figure > svg:visible').count(), 6);
    assert.equal(await still.locator('button').count(), 0);
    for (const how of [wide, narrow]) {
        const p = await open(t, address, how);
        await quiet(p);
        await p.evaluate(axe);
        const result = await p.evaluate(() => axe.run({ resultTypes: ['violations', 'incomplete'] }));
        assert.ok(result.passes.length > 10);
        assert.deepEqual(result.violations.map(v => [v.id, v.nodes[0].html.slice(0, 120), v.nodes[0].failureSummary]), []);
        assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        // each picture has a name and a description, and its pieces are drawn
        assert.ok(await p.locator('figure svg[role=img]').evaluateAll(all => all.every(svg => svg.querySelector('title').textContent && svg.querySelector('desc').textContent.length > 100)));
        assert.ok(await p.locator('figure use').evaluateAll(all => all.length > 100 && all.every(use => document.querySelector(use.getAttribute('xlink:href')))));
    }
    const p = await open(t, address);
    const path = resolve(folder, 'rulebook.pdf'), pdf = await p.pdf({ format: 'A4', path });
    assert.equal(String(pdf.subarray(0, 5)), '%PDF-');
    const run = spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    if (run.error) return; // poppler-utils is not there
    for (let i = 1; i <= 6; i++) assert.match(run.stdout, new RegExp(`^ *Figure\\s${i}\\. `, 'm'));
    assert.doesNotMatch(run.stdout, /Throw/);
});

test('with one line more readers step through a figure of any page, and throw its dice', async t => {
    const script = String(spawnSync(resolve(bin, 'xpgn-render-html'), ['--element=figures']).stdout);
    assert.ok(script.length <= 25000, String(script.length));
    writeFileSync(resolve(folder, 'xpgn-figure.js'), script);
    const record = readFileSync(rulebook, 'utf8').match(/```xpgn --id=fight[^]*?```\n/)[0];
    const game = '```xpgn --id=game --steps --caption=Steps\n1. e4 e5 2. Nf3 *\n```\n';
    writeFileSync(resolve(folder, 'figures.html'), `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Book</title>
        <style>svg { outline: 0 }</style></head><body><h1>Book</h1>\n${game}${record}<script src="xpgn-figure.js"></script></body></html>`);
    writeFileSync(resolve(folder, 'host.html'), figures(resolve(folder, 'figures.html')));
    const p = await open(t, 'about:blank');
    await p.goto(pathToFileURL(resolve(folder, 'host.html')).href);
    const part = name => p.locator('#fig-' + name), says = name => part(name).locator('.xpgn-says').textContent();
    assert.equal(await says('game'), '4 of 4: After 2. Nf3 Black to move');
    await part('game').getByLabel('Back').focus();
    await press(p, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    assert.match(await says('game'), /^1 of 4: /);
    assert.equal(await part('game').locator('svg.xpgn-now').count(), 1);
    assert.equal(await part('game').getByText('Throw').count(), 0);
    // dice that are known: 1 and 6, then the highest that does not count and 5 and 2
    await p.evaluate(() => {
        const dice = [0, 5, 4294967295, 4, 1];
        crypto.getRandomValues = one => { one[0] = dice.shift(); return one; };
    });
    await part('fight').getByText('Throw').click();
    assert.equal(await says('fight'), 'attack 1 defense 6 margin -4: pawn e5 removed (CA-4)');
    assert.doesNotMatch(await part('fight').locator('svg.xpgn-now desc').textContent(), /Black: [^.]*pawn e5/);
    await part('fight').getByText('Throw').click();
    assert.equal(await says('fight'), 'attack 5 defense 2 margin +4: pawn d4 removed, pawn takes d4 (CA-4)');
    assert.match(await part('fight').locator('svg.xpgn-now desc').textContent(), /Black: [^.]*pawn d4/);
    await part('fight').getByLabel('Back').click();
    assert.match(await says('fight'), /^1 of 3: /);
    await p.evaluate(axe);
    const result = await p.evaluate(() => axe.run('figure'));
    assert.deepEqual(result.violations.map(v => [v.id, v.nodes[0].html.slice(0, 120)]), []);
});

// ---- reference pictures

const references = resolve(root, 'tests/web/reference');
// The version of Chromium that drew them.
const painter = resolve(references, 'chromium');
const painted = () => readFileSync(painter, 'utf8').trim();

// The pixels of a picture in a browser; with a scale, of a smaller one.
const drawn = async (data, scale = 1) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const c = canvas.getContext('2d');
    c.imageSmoothingQuality = 'high';
    c.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
};

// A picture at a quarter of its size.
async function small(p, picture) {
    const data = await p.evaluate(`(${drawn})(${JSON.stringify(picture.toString('base64'))}, 0.25).then(c => c.toDataURL())`);
    return Buffer.from(data.split(',')[1], 'base64');
}

// How far two pictures are apart, block by block: on average, from 0 to 255, and the share of blocks
// that are far.
function distance(p, a, b) {
    return p.evaluate(`Promise.all(${JSON.stringify([a, b].map(x => x.toString('base64')))}.map(x => (${drawn})(x))).then(([a, b]) => {
        if (a.width !== b.width || a.height !== b.height) return { mean: 255, far: 1 };
        const [x, y] = [a, b].map(c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data);
        const block = 8, far = [], sums = new Map();
        for (let i = 0; i < x.length; i += 4) {
            const pixel = i / 4, key = [Math.floor(pixel % a.width / block), Math.floor(pixel / a.width / block)].join();
            sums.set(key, (sums.get(key) || 0) + Math.max(...[0, 1, 2].map(k => Math.abs(x[i + k] - y[i + k]))));
        }
        const means = [...sums.values()].map(sum => sum / block / block);
        return { mean: means.reduce((a, b) => a + b) / means.length, far: means.filter(m => m > 32).length / means.length };
    })`);
}

// Makes a picture the reference. One version draws all of them.
function store(reference, picture) {
    assert.ok(!words.length || painted() === version(), `the other references were drawn by Chromium ${painted()}: store all`);
    writeFileSync(reference, picture);
    writeFileSync(painter, version() + '\n');
}

// Compares a picture with its reference.
async function alike(t, name, picture) {
    const reference = resolve(references, name + '.png');
    const blank = await open(t, 'about:blank');
    const seen = await small(blank, picture);
    writeFileSync(resolve(folder, name + '.png'), seen);
    if (process.env.XPGN_WEB_STORE) store(reference, seen);
    assert.ok(existsSync(reference), 'no reference');
    const apart = await distance(blank, readFileSync(reference), seen);
    assert.ok(apart.mean < 0.75 && apart.far < 0.002, `${name}: ${JSON.stringify(apart)}; seen: ${resolve(folder, name + '.png')}`
        + (painted() === version() ? '' : `\nThe reference was drawn by Chromium ${painted()}; this is ${version()}, and may be the reason`));
}

for (const [name, address, how, keys] of [
    ['wide', pages.club + '#game=1&at=5b-before', { viewport: { width: 1366, height: 657 }, colorScheme: 'light' }, []],
    ['large', pages.club + '#game=1&at=5b', { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' }, []],
    ['phone-dark', pages.club + '#game=1&at=7b', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }, []],
    ['phone-across', pages.club + '#game=1&at=5b-before', { viewport: { width: 844, height: 390 }, colorScheme: 'light' }, []],
    ['tablet', pages.club + '#game=3&at=3b-before', { viewport: { width: 820, height: 1180 }, colorScheme: 'light' }, []],
    ['four-seats', pages.four + '#game=1&at=20w-before', { viewport: { width: 1366, height: 657 }, colorScheme: 'light' }, []],
    ['prisoners', pages.club + '#game=3&at=3b', { viewport: { width: 844, height: 390 }, colorScheme: 'dark' }, []],
    ['embed', pages.club + '#embed&game=1&at=5b-before', { viewport: { width: 320, height: 420 }, colorScheme: 'light' }, []],
    ['tournament', page('cup', cup()), { viewport: { width: 390, height: 844 }, colorScheme: 'light' }, []],
    ['findings', pages.wrong, { viewport: { width: 900, height: 700 }, colorScheme: 'light' }, ['e']]])
    test(`the picture ${name} is like the reference`, async t => {
        const p = await open(t, address, how);
        assert.equal(await p.isHidden('#trouble'), true);
        await press(p, ...keys);
        await alike(t, name, await p.screenshot());
    });

// How long the largest page takes to be ready: told, not judged, for machines are busy.
async function tellOpening() {
    const p = await open({ contexts: [] }, 'about:blank');
    let best = Infinity;
    for (let i = 0; i < 3; i++) {
        await p.goto(pages.many);
        best = Math.min(best, await p.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd));
    }
    const bytes = statSync(resolve(folder, 'many.html')).size;
    console.log(`a page of 500 games, ${(bytes / 1e6).toFixed(1)} MB, is ready after ${Math.round(best)} ms`);
}

await runAll(async () => {
    console.log(`the reference pictures were drawn by Chromium ${painted()}, these by ${version()}`);
    await tellOpening();
});
