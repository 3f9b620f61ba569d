// SPDX-License-Identifier: MIT
// Tests of the desk in headless Chromium, run by run.sh. Without more, its page has the programs instead of the module,
// which check-wasm holds against them; with XPGN_DESK=FILE that page, which make desk has built, is tried as it is.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { axe, bin, folder, hostile, narrow, open, ownBrowser, press, quiet, root, runAll, tags, test, wide } from './browser.mjs';

const sample = name => resolve(root, 'samples', name);
const built = process.env.XPGN_DESK;

// A tool as the package runs it: files in, files out.
function native(args, files, stdin) {
    const place = mkdtempSync(join(tmpdir(), 'xpgn-desk-'));
    for (const name in files) {
        mkdirSync(dirname(join(place, name)), { recursive: true });
        writeFileSync(join(place, name), files[name]);
    }
    const [program, rest] = args[0] === 'help' ? ['xpgn', args] : ['xpgn-' + args[0], args.slice(1)];
    const ran = spawnSync(resolve(bin, program), rest, { cwd: place, input: stdin, maxBuffer: 1 << 28 });
    const out = {};
    for (const name of readdirSync(place, { recursive: true }))
        if (statSync(join(place, name)).isFile()) out[name] = readFileSync(join(place, name), 'utf8');
    rmSync(place, { recursive: true });
    return { status: ran.status, stdout: String(ran.stdout), stderr: String(ran.stderr), files: out };
}

const STAND_IN = `const xpgn = {init: async () => 0, run: async (args, {files = {}, stdin = ''}) => {
    const ran = await window.nativeRun(args, files, stdin);
    for (const name in ran.files) ran.files[name] = new TextEncoder().encode(ran.files[name]);
    return ran;
}};`;

function page() {
    if (built) return pathToFileURL(resolve(built)).href;
    writeFileSync(resolve(folder, 'stand-in.js'), STAND_IN);
    writeFileSync(resolve(folder, 'desk.html'), execFileSync('sh', [resolve(root, 'lib/platform/js/desk/desk.sh'), resolve(folder, 'stand-in.js'),
        resolve(bin, 'xpgn-render-html'), resolve(root, 'formats/page/player.css')], { maxBuffer: 1 << 28 }));
    return pathToFileURL(resolve(folder, 'desk.html')).href;
}

const address = page();
const settled = p => p.waitForFunction(() => !document.documentElement.dataset.busy);
const back = async (p, way = 'undo') => {
    await p.click(`[data-way=${way}]`);
    await settled(p);
};
// The entries of the journal as they are stored.
const entriesOf = p => p.evaluate(() => new Promise((yes, no) => {
    const request = indexedDB.open('xpgn-desk:1');
    request.onerror = () => no(request.error);
    request.onsuccess = () => {
        const all = request.result.transaction('journal').objectStore('journal').getAll();
        all.onsuccess = () => { request.result.close(); yes(all.result); };
    };
}));
const saidBy = (p, id) => p.textContent(id);

async function desk(t, view = 'check', how = wide) {
    const p = await open(t, address + '#' + view, how, q => (built ? 0 : q.exposeFunction('nativeRun', native)));
    await p.waitForSelector('section#' + view);
    await settled(p);
    return p;
}

async function go(p, view) {
    await p.click(`#views a[href="#${view}"]`);
    await p.waitForSelector('section#' + view);
    await settled(p);
}

// What the page asks for besides itself and what it has made.
const own = text => /^request (blob:|about:srcdoc)/.test(text) || /postMessage/.test(text);

async function undisturbed(p) {
    p.noted = p.noted.filter(text => !own(text));
    await quiet(p);
}

async function take(p, ...files) {
    await p.setInputFiles('#main input[type=file] >> nth=0', files.map(sample));
    await p.waitForSelector('.findings > li');
    await settled(p);
}

const status = (p, text) => p.waitForFunction(want => document.querySelector('#status').textContent === want, text);

async function saved(p, name) {
    const [download] = await Promise.all([p.waitForEvent('download'), p.click(`button:text-is("${name}")`)]);
    return readFileSync(await download.path(), 'utf8');
}

// ---- Check

test('the desk shows a finding with its line, word, board, sum and candidates, and a click corrects it', async t => {
    const p = await desk(t);
    await p.click('text=Try an example');
    await p.waitForSelector('.findings img.board');
    await p.waitForSelector('.findings .sum');
    assert.equal(await p.textContent('.findings .line mark'), '8');
    assert.match(await p.textContent('.findings .text'), /^attacker total 8, expected 7: knight c3 3 \+ pawn e4 1 \+ die 3$/);
    assert.match(await p.textContent('.findings .sum'), /attack +knight c3 3 \+ pawn e4 1 +4 \+ die 3 = 7/);
    assert.match(await p.getAttribute('.findings img', 'alt'), /White: king e1/);
    const found = JSON.parse(native(['validate', '--format=json', 'x.xpgn'], { 'x.xpgn': await saved(p, 'Save records') }, '').stdout.split('\n')[0]);
    assert.deepEqual(found.fixes.map(fix => fix.text), ['<4+1=8w:1+2=6x>', '<3+1=7w:1+2=6x>']);
    assert.deepEqual(await p.locator('.candidates .fix').allTextContents(), found.fixes.map(fix => fix.text + ' ' + Math.round(fix.probability * 100) + '\u00a0%'));
    await p.click('.candidates .fix >> nth=0');
    await status(p, 'Corrected.');
    assert.match(await p.inputValue('.pair textarea'), /\[Corrected "1"\]\n\n1\. e4 d5 2\. Nc3 c6 3\. Nxd5 <4\+1=8w:1\+2=6x> \{\[%was <3\+1=8w:1\+2=6x>\]\} cxd5/);
    assert.match(await p.textContent('.pair pre mark'), /<3\+1=8w:1\+2=6x>/);
    assert.equal(await p.textContent('.findings'), 'This game is correct.');
    assert.match(await saved(p, 'Save log'), /3\. Nxd5,.*<3\+1=8w:1\+2=6x>,<4\+1=8w:1\+2=6x>,CA-3/);
    assert.match(await saved(p, 'Save records'), /<4\+1=8w:1\+2=6x> \{\[%was/);
    assert.match(await saved(p, 'Save report'), /the king on e1 cannot step to g1/);
    assert.match(await p.textContent('[data-way=undo]'), /^Undo \d\d:\d\d Corrected\. example-1\.xpgn$/);
    await back(p);
    await p.waitForSelector('.candidates .fix');
    assert.doesNotMatch(await p.inputValue('.pair textarea'), /Corrected/);
    await back(p, 'redo');
    await p.waitForSelector('.findings .good');
    await undisturbed(p);
});

test('what is typed is checked at once, kept when the page is opened again, and forgotten', async t => {
    const p = await desk(t);
    await take(p, 'sheets/board4.xpgn');
    await p.fill('.pair textarea', (await p.inputValue('.pair textarea')).replace('cxd5 <6+1=9w:1+2=7x>', 'cxd5 <6+1=9w:1+3=7x>'));
    await p.waitForFunction(() => document.querySelector('.findings').textContent === 'This game is correct.');
    await p.reload();
    await p.waitForSelector('.findings .good');
    assert.match(await p.inputValue('.pair textarea'), /1\+3=7x/);
    await settled(p);
    const before = await p.inputValue('.pair textarea');
    await p.click('button:text-is("Forget")');
    await p.waitForSelector('.empty');
    await p.reload();
    await p.waitForSelector('.empty');
    await back(p);
    assert.equal(await p.inputValue('.pair textarea'), before);
    await p.click('button:text-is("Forget")');
    await p.waitForSelector('.empty');
    await p.click('#foot button:text-is("Delete for good")');
    await p.click('dialog button[value=ok]');
    await p.waitForFunction(() => !document.querySelector('[data-way=undo]:enabled'));
    await p.reload();
    await p.waitForSelector('.empty');
    assert.deepEqual(await entriesOf(p), []);
});

test('it says that nothing can be kept, where the browser keeps nothing', async t => {
    const p = await open(t, address, wide, async q => {
        if (!built) await q.exposeFunction('nativeRun', native);
        await q.addInitScript(() => { IDBObjectStore.prototype.add = () => { throw new Error('full'); }; });
    });
    await settled(p);
    await take(p, 'sheets/board4.xpgn');
    assert.match(await p.textContent('.kept'), /cannot keep your work/);
});

test('it opens in a browser that does not list its data bases', async t => {
    const p = await open(t, address, wide, async q => {
        if (!built) await q.exposeFunction('nativeRun', native);
        await q.addInitScript(() => { delete IDBFactory.prototype.databases; });
    });
    await settled(p);
    await p.waitForSelector('#events select', {timeout: 5000});
    assert.equal(await p.isVisible('#trouble'), false);
});

test('an answer that is no candidate, one that nobody knows, and all that is certain', async t => {
    const p = await desk(t);
    await take(p, 'ask/sheets.xpgn');
    await p.click('.games button >> nth=3');
    await p.waitForSelector('.findings .fix');
    await settled(p);
    await p.fill('.candidates input', 'Qe9');
    await press(p, 'Enter');
    await p.waitForFunction(() => /e9/.test(document.querySelector('#status').textContent));
    await p.fill('.candidates input', 'O-O');
    await press(p, 'Enter');
    await status(p, 'Corrected.');
    assert.match(await p.inputValue('.pair textarea'), /5\. O-O \{\[%was Kg1\]\}/);
    await p.click('.games button >> nth=4');
    await p.waitForSelector('.findings .fix');
    await settled(p);
    await p.click('text=Nobody knows');
    await status(p, 'Corrected.');
    assert.match(await p.inputValue('.pair textarea'), /3\. \{\[%missing\]\}/);
    await p.click('text=Correct what is certain');
    await status(p, 'Corrected.');
    await p.click('.games button >> nth=2');
    await p.waitForFunction(() => document.querySelector('.pair textarea').value.includes('10. Qxd3'));
});

test('a table is read, and its text as it came stands beside', async t => {
    const p = await desk(t);
    await take(p, 'import/two-columns.csv');
    assert.equal(await p.textContent('.findings'), 'This game is correct.');
    assert.match(await p.textContent('.pair pre'), /,/);
    assert.match(await p.inputValue('.pair textarea'), /\n1\. /);
});

if (built)
    test('a file that is too large to be shown has its report', async t => {
        const p = await desk(t), one = readFileSync(sample('club.xpgn'), 'utf8'), file = resolve(folder, 'large.xpgn');
        writeFileSync(file, (one + '\n').repeat(Math.ceil(33e6 / one.length)) + '1. e4 e9 *\n');
        await p.setInputFiles('#main input[type=file] >> nth=0', file);
        await p.waitForSelector('dialog .report', { timeout: 120000 });
        assert.match(await p.textContent('dialog .report'), /there is no such square: the board ends at h8/);
        rmSync(file);
    });

// Two spreadsheets with these rows of text as office programs write them: blank cells and rows are left out or counted, dice
// are times of the day.
const bookOfOffice = rows => {
    const dice = cell => (/^\d:\d$/.test(cell) ? (Number(cell[0]) * 60 + Number(cell[2])) / 1440 : 0);
    const words = [...new Set(rows.flat())], letters = 'ABCDEFGH';
    return { 'xl/sharedStrings.xml': `<sst>${words.map(word => `<si><t>${word}</t></si>`).join('')}</sst>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map((row, y) => `<row r="${y + 1}">${row.map((cell, x) => (dice(cell) ? `<c r="${letters[x]}${y + 1}" s="1"><v>${dice(cell)}</v></c>` : cell ? `<c r="${letters[x]}${y + 1}" t="s"><v>${words.indexOf(cell)}</v></c>` : '')).join('')}</row>`).join('')}</sheetData></worksheet>`,
        'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/></cellXfs></styleSheet>' };
};
const openBook = rows => ({ 'content.xml': '<d xmlns:table="t" xmlns:text="x"><table:table>' + rows.map(row => `<table:table-row>${row.map(cell =>
    (cell ? `<table:table-cell><text:p>${cell}</text:p></table:table-cell>` : '<table:table-cell table:number-columns-repeated="1"/>')).join('')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`).join('') +
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></d>' });

// A ZIP archive of these parts as office programs write it, deflated.
function archive(parts) {
    const locals = [], central = [];
    let at = 0;
    for (const name in parts) {
        const data = deflateRawSync(parts[name]), local = Buffer.alloc(30), entry = Buffer.alloc(46);
        local.writeUInt32LE(0x04034b50);
        local.writeUInt16LE(8, 8);
        local.writeUInt32LE(data.length, 18);
        local.writeUInt16LE(name.length, 26);
        entry.writeUInt32LE(0x02014b50);
        entry.writeUInt16LE(8, 10);
        entry.writeUInt32LE(data.length, 20);
        entry.writeUInt16LE(name.length, 28);
        entry.writeUInt32LE(at, 42);
        locals.push(local, Buffer.from(name), data);
        central.push(entry, Buffer.from(name));
        at += 30 + name.length + data.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    end.writeUInt16LE(Object.keys(parts).length, 10);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...locals, ...central, end]);
}

test('a spreadsheet is read', async t => {
    const p = await desk(t);
    const rows = [['Variant', 'chess-attack'], ['White', 'Adams, Ruth'], ['Black', 'Chen, Min'], [''], ['', 'White', 'Dice', 'Black', 'Dice'], ['1', 'e4', '', 'd5'], ['2', 'exd5', '5:1', 'Qxd5', '4:2']];
    for (const [name, parts] of [['board 4.xlsx', bookOfOffice(rows)], ['board 5.ods', openBook(rows)]]) {
        await p.setInputFiles('#main input[type=file] >> nth=0', [{ name, mimeType: 'application/octet-stream', buffer: archive(parts) }]);
        await p.waitForFunction(want => document.querySelector('.games [aria-current]')?.textContent.includes(want), name);
        await settled(p);
        assert.equal(await p.textContent('.findings'), 'This game is correct.');
        assert.match(await p.inputValue('.pair textarea'), /\[White "Adams, Ruth"\][^]*1\. e4 d5 2\. exd5 <5\+0=7w:1\+1=5x> Qxd5 <4\+0=8:2\+0=2x>/);
    }
    await p.setInputFiles('#main input[type=file] >> nth=0', [{ name: 'no.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK\u0003\u0004 no archive at all, only a beginning') }]);
    await p.waitForSelector('#trouble:not([hidden])');
    assert.match(await p.textContent('#trouble'), /save it as CSV/);
});

// ---- Look, Odds and rules

test('the page of the games plays in its frame', async t => {
    const p = await desk(t);
    await take(p, 'club.xpgn');
    await go(p, 'look');
    const frame = p.frameLocator('iframe.page');
    await frame.locator('#next').click();
    await frame.locator('#moves [aria-current]').first().waitFor();
    assert.equal(await p.getAttribute('iframe', 'sandbox'), 'allow-scripts allow-downloads');
    assert.match(await saved(p, 'Save page'), /^<!DOCTYPE html>/);
    await undisturbed(p);
});

test('odds are those of xpgn-odds, and change with the rules that are typed', async t => {
    const p = await desk(t, 'odds');
    await p.waitForSelector('#attributes img');
    const shown = () => p.locator('#outcome tbody td:nth-child(3)').allTextContents();
    const wanted = (...more) => JSON.parse(native(['odds', ...more, '--format=json'], {}, '').stdout).outcomes.map(o => (o.probability * 100).toFixed(2) + '\u00a0%');
    assert.deepEqual(await shown(), wanted('--variant=chess-attack', '-a', 'N', '-d', 'P'));
    await p.fill('input[name=d]', '2');
    const supported = wanted('--variant=chess-attack', '-a', 'N', '-d', 'P', '-s', '0:2');
    await p.waitForFunction(want => document.querySelector('#outcome tbody td:nth-child(3)').textContent === want, supported[0]);
    assert.deepEqual(await shown(), supported);
    await p.fill('textarea', 'ruleset: house\ntitle: House\nversion: 1\nextends: chess-attack\npieces: {knight: {atack: 6}}\n');
    await p.waitForSelector('#odds .findings mark');
    assert.equal(await p.textContent('#odds .findings mark'), 'atack');
    await p.fill('textarea', 'ruleset: house\ntitle: House\nversion: 1\nextends: chess-attack\npieces: {knight: {attack: 9}}\n');
    await p.waitForFunction(() => document.querySelector('select[name=variant]').value === 'house' && document.querySelector('#outcome').textContent.includes('100.00'));
    await settled(p);
    await p.click('text=Play 200 games');
    await p.waitForSelector('#played tbody tr');
    assert.match(await p.textContent('#played table'), /^house.*survival: knights/s);
    await undisturbed(p);
});

test('rules that are dropped are taken if they are well formed, else shown with what is wrong', async t => {
    const p = await desk(t);
    await p.setInputFiles('#main input[type=file] >> nth=0', [sample('rules/club-tiles.yaml'), sample('rules/club-tiles.xpgn')]);
    await p.waitForSelector('.findings .good');
    await settled(p);
    await p.setInputFiles('#main input[type=file] >> nth=0', [sample('broken/Y-01.yaml')]);
    await p.waitForSelector('#odds .findings mark');
    assert.match(await p.textContent('#odds .findings'), /Y-01/);
    await go(p, 'check');
    assert.equal(await p.textContent('.findings'), 'This game is correct.');
});

// ---- Record

const tap = async (p, ...names) => {
    for (const name of names) {
        await p.click(`#squares [data-square=${name}]`);
        await settled(p);
    }
};
const face = async (p, ...faces) => {
    for (const n of faces) {
        await p.click(`#dice .face >> nth=${n - 1}`);
        await settled(p);
    }
};
const kept = async p => (await entriesOf(p)).findLast(entry => entry.sets?.record).sets.record;

async function begin(p, variant, more = {}) {
    await p.selectOption('select[name=variant]', variant);
    await settled(p);
    for (const name in more) await p.fill(`input[name=${name}]`, more[name]);
    await p.click('.begin .main');
    await p.waitForSelector('#squares button');
    await settled(p);
}

// What xpgn-record writes for the same entries.
const recorded = (variant, entries, ...more) => native(['record', '--variant=' + variant, ...more, 'game.xpgn'], {}, entries.join('\n') + '\n').files['game.xpgn'];

const enter = async (p, text) => {
    await p.fill('input[name=line]', text);
    await press(p, 'Enter');
    await settled(p);
};

test('a game is tapped: targets with odds, dice by their faces, and the file is that of xpgn-record', async t => {
    const p = await desk(t, 'record');
    await begin(p, 'chess-attack', { white: 'Adams, Ruth' });
    await tap(p, 'e2', 'e4', 'd7', 'd5', 'e4');
    assert.equal(await p.textContent('#squares .attack span'), '17\u00a0%');
    assert.match(await p.getAttribute('#squares [data-square=d5]', 'aria-label'), /^d5, pawn, exd5 17/);
    await tap(p, 'd5');
    await p.reload();
    await p.waitForSelector('#squares button');
    await settled(p);
    assert.match(await p.textContent('#where'), /attack pawn e4 2, defense pawn d5 1 \+ queen d8 3; wins 16\.7%/);
    await face(p, 5);
    assert.match(await p.textContent('#whose'), /Defender: die 1 of 1/);
    await face(p, 1);
    assert.match(await p.textContent('#sheet'), /2\. exd5 <5\+0=7w:1\+1=5x>/);
    await tap(p, 'd8', 'd5');
    await p.click('button:text-is("Undo")');
    await settled(p);
    await enter(p, 'Ke7');
    assert.match(await saidBy(p, '#status'), /pawn on e7 of the same side is in the way/);
    await p.click('button:text-is("Resign")');
    await settled(p);
    assert.equal(await kept(p), recorded('chess-attack', ['e4', 'd5', 'exd5 5:1', 'resign'], '--white=Adams, Ruth'));
    await undisturbed(p);
});

test('the other games are tapped, too: a whole game of chess, turn rolls, who begins, four seats', async t => {
    const p = await desk(t, 'record');
    await begin(p, 'chess');
    await tap(p, 'f2', 'f3', 'e7', 'e5', 'g2', 'g4', 'd8', 'h4');
    assert.equal(await kept(p), recorded('chess', ['f3', 'e5', 'g4', 'Qh4']));
    const fresh = async (...more) => {
        await p.click('button:text-is("A new game")');
        await p.waitForSelector('.begin');
        await settled(p);
        await begin(p, ...more);
    };
    await fresh('five-dice');
    await tap(p, 'e2', 'e4', 'd7', 'd5', 'e4', 'd5');
    await face(p, 4, 1);
    assert.equal(await kept(p), recorded('five-dice', ['e4', 'd5', 'exd5 4:1']));
    await fresh('combat-chess-2');
    await face(p, 3);
    assert.match(await p.textContent('#whose'), /^Who begins: die 2 of 2/);
    await face(p, 5);
    await p.click('#squares [data-square=e8]');
    await tap(p, 'd4');
    await face(p, 4);
    assert.equal(await kept(p), recorded('combat-chess-2', ['first 3:5', 'K@d4 4']));
    await fresh('assault-and-siege', { options: 'mode=dice', xfen: '3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1' });
    await face(p, 4);
    await tap(p, 'd2', 'd3');
    assert.match(await kept(p), /<4> d2-d3/);
    await p.click('button:text-is("A new game")');
    await p.waitForSelector('.begin');
    assert.equal(await p.isVisible('input[name=red]'), false);
    await p.selectOption('select[name=variant]', 'assault-and-siege');
    await p.waitForFunction(() => /^[^ ]+\/[^ ]+ w - - 0 1$/.test(document.querySelector('input[name=xfen]').value));
    await begin(p, 'assault-and-siege', { options: 'players=4', red: 'Rossi, Ada', xfen: 'rP9bPbK/12/12/12/12/12/3wPrK7/4wP7/12/12/12/wK9gPgK r - - 0 20' });
    assert.equal(await p.locator('#squares button').count(), 144);
    assert.equal(await p.textContent('#where'), '20.. Red to move');
    assert.match(await kept(p), /\[Red "Rossi, Ada"\]/);
    await undisturbed(p);
});

test('the keyboard alone plays: arrows on the board, Enter; a wide screen has all of the board', async t => {
    const p = await desk(t, 'record');
    await begin(p, 'chess');
    await p.focus('#squares [tabindex="0"]');
    await press(p, ...Array(6).fill('ArrowDown'), ...Array(4).fill('ArrowRight'), 'Enter');
    assert.equal(await p.evaluate(() => document.activeElement.dataset.square), 'e2');
    await press(p, 'ArrowUp', 'ArrowUp', 'Enter');
    await p.waitForFunction(() => document.querySelector('#sheet').textContent.includes('1. e4'));
    await p.setViewportSize({ width: 2560, height: 1300 });
    const below = await p.evaluate(() => innerHeight - document.querySelector('.board-box img').getBoundingClientRect().bottom);
    assert.ok(below >= 0, `who is to move stands ${-below} pixels below the window`);
});

// The entries of a record: what is tapped for each, from square to square, its dice, and what is chosen after them.
function entries(record) {
    const squares = native(['replay', '--actions', '--format=json', '--columns=action,from,to', 'g.xpgn'], { 'g.xpgn': record }, '').stdout.trim().split('\n').map(JSON.parse);
    const list = [];
    let turn = true;
    for (const token of record.split('\n\n')[1].match(/<[^>]*>|[^\s]+/g)) {
        const faces = [...token.matchAll(/(?:[<: ])(\d+(?:,\d+)*)/g)].flatMap(found => found[1].split(',').map(Number));
        if (/^\d+\.+$/.test(token)) list.push({ turn: true, faces: [] });
        else if (token.startsWith('<') && (turn || list[list.length - 1].roll)) list.push({ faces });
        else if (token.startsWith('<')) Object.assign(list[list.length - 1], { faces, roll: token });
        else if (list.length > 0 && /^[PNBRQK]?@[a-h][1-8]$/.test(token)) list[list.length - 1].choice = token;
        else if (!/^(1-0|0-1|1\/2-1\/2|\*)$/.test(token)) list.push({ word: token, faces: [], ...squares.shift() });
        turn = /^\d+\.+$/.test(token);
    }
    return list;
}

const exactly = word => new RegExp('^' + word.replace(/\W/g, '\\$&') + '([\\s]|$)');

async function play(p, { turn, word, from, to, faces, roll, choice }) {
    if (turn && await p.locator('#where[data-reply=open]').count()) {
        await p.click('button:text-is("End the turn")');
        await settled(p);
    }
    if (word) {
        if (from) await tap(p, from);
        const target = to && p.locator(`#squares [data-square=${to}]:is(.to, .attack)`);
        if (target && await target.count()) await target.click();
        else if (word !== '--') await p.locator('#actions button').filter({ hasText: exactly(word) }).first().click();
        await settled(p);
        const choice = p.locator('dialog .candidates button').filter({ hasText: exactly(word) });
        if (await choice.count()) await choice.first().click();
        await settled(p);
    }
    for (const n of faces) await face(p, n);
    const chosen = choice || (roll && (roll.match(/@[a-l]\d+/) || [])[0]);
    const after = chosen && p.locator('#actions button').filter({ hasText: exactly(chosen) });
    if (after && await after.count()) {
        await after.first().click();
        await settled(p);
    }
}

// Long: with the module only.
for (const variant of built ? ['chess', 'chess-attack', 'five-dice', 'combat-chess-2', 'assault-and-siege'] : [])
    test(`a whole game of ${variant} is tapped`, async t => {
        const record = native(['simulate', '--variant=' + variant, '--seed=3', '--max-plies=80'], {}, '').stdout;
        const start = (record.match(/^\[FEN "(.*)"\]/m) || [])[1];
        const p = await desk(t, 'record');
        await begin(p, variant, start ? { xfen: start } : {});
        const first = (record.match(/^\[FirstRoll "(.*)"\]/m) || [])[1];
        if (first) await face(p, ...first.match(/\d/g).map(Number));
        for (const [i, entry] of entries(record).entries()) {
            await play(p, entry);
            assert.equal(await saidBy(p, '#status'), '', JSON.stringify([i, entry]) + await saidBy(p, '#sheet'));
        }
        const moves = text => text.split('\n\n')[1].replace(/\s+/g, ' ').replace(/ (1-0|0-1|1\/2-1\/2|\*) $/, '');
        assert.equal(moves(await kept(p)), moves(record));
    });

test('a new game shows its board; what a combat comes to is said in German', async t => {
    const p = await desk(t, 'record');
    await p.selectOption('#language', 'de');
    await settled(p);
    assert.match(await p.getAttribute('.board-box img', 'alt'), /Weiß am Zug.*Springer b1/s);
    await p.fill('input[name=xfen]', '4k3/8/8/8/8/8/8/4K2R w - - 0 1');
    await p.waitForFunction(() => /Turm h1/.test(document.querySelector('.board-box img').alt) && !/Springer/.test(document.querySelector('.board-box img').alt));
    await p.fill('input[name=xfen]', '');
    await p.click('form.begin .main');
    await p.waitForSelector('#squares button');
    await tap(p, 'e2', 'e4', 'd7', 'd5', 'e4', 'd5');
    assert.match(await p.textContent('#where'), /^Angriff Bauer e4 2, Verteidigung Bauer d5 1 \+ Dame d8 3; gewinnt 16\.7%, verliert 72\.2%, keiner 11\.1%$/);
});

// ---- Two sheets, Event

test('two sheets stand half-move beside half-move, and a click settles a question', async t => {
    const p = await desk(t, 'sheets');
    await p.setInputFiles('#main input[type=file] >> nth=0', sample('compare/white.xpgn'));
    await p.waitForFunction(() => document.querySelector('textarea').value !== '');
    await p.setInputFiles('#main input[type=file] >> nth=1', sample('compare/black.xpgn'));
    await p.waitForSelector('#merged');
    const files = { 'white.xpgn': readFileSync(sample('compare/white.xpgn')), 'black.xpgn': readFileSync(sample('compare/black.xpgn')) };
    assert.equal(await p.textContent('#merged'), native(['compare', '--merge', 'white.xpgn', 'black.xpgn'], files, '').stdout);
    assert.match(await p.textContent('#sheets'), /Open: 6\. cxd4/);
    await p.click('button[aria-label="This is right: cxd4 <2:4>"]');
    await p.waitForFunction(() => document.querySelector('#sheets').textContent.includes('The sheets settle all of it.'));
    assert.match(await p.inputValue('textarea >> nth=1'), /cxd4 <2:4>/);
    await settled(p);
    await back(p);
    await p.waitForFunction(() => document.querySelector('#sheets').textContent.includes('Open: 6. cxd4'));
    await p.selectOption('#language', 'de');
    await p.waitForFunction(() => document.querySelector('#sheets')?.textContent.includes('Offen: 6. cxd4'));
    assert.deepEqual(await p.locator('#sheets thead th').allTextContents(), ['Mitschrift', 'Erstes Formular', 'Zweites Formular', 'Sicher']);
});

test('an event has its findings, its tables, and the questions of all boards', async t => {
    const p = await desk(t);
    await take(p, 'club.xpgn');
    await go(p, 'event');
    await p.setInputFiles('#main input[type=file] >> nth=0', sample('event/club.csv'));
    await p.waitForSelector('.findings .code');
    assert.deepEqual(await p.locator('.findings .code').allTextContents(), ['E-03', 'E-11', 'E-09']);
    assert.match(await p.textContent('table tbody tr'), /Adams, Ruth/);
    await p.click('button:text-is("crosstable")');
    assert.match(await p.textContent('table tbody tr'), /8w1/);
    await p.click('text=Put the sheets together');
    await p.waitForSelector('#questions pre');
    assert.match(await p.textContent('#questions pre'), /board 6: no sheet: Keller, Eva - Lund, Nils\n5 sheets, 5 boards: 5 legal to the end/);
    assert.match(await saved(p, 'Save archive'), /\[White "Adams, R/);
});

test('the sheets of an evening are handed over as they came, and each board is told', async t => {
    const p = await desk(t), folder = sample('evening/sheets');
    await p.setInputFiles('#main input[type=file] >> nth=0', readdirSync(folder).map(name => join(folder, name)));
    await p.waitForSelector('.findings > li');
    await settled(p);
    await go(p, 'event');
    await p.setInputFiles('#main input[type=file] >> nth=0', sample('evening/event.csv'));
    await p.click('text=Put the sheets together');
    await p.waitForSelector('#questions pre');
    const told = spawnSync(resolve(bin, 'xpgn-compare'), ['--batch', '--list=../event.csv', ...readdirSync(folder).sort()], { cwd: folder });
    assert.deepEqual((await p.textContent('#questions pre')).trim().split('\n').sort(), String(told.stderr).replaceAll('xpgn-compare: ', '').trim().split('\n').sort());
    assert.equal(await saved(p, 'Save archive'), String(told.stdout));
});

// ---- the journal, by itself and under the views

const journalPage = resolve(folder, 'journal.html');
writeFileSync(journalPage, `<!DOCTYPE html><title>Journal</title><script>
const on = (target, what, does) => target.addEventListener(what, does);
${readFileSync(resolve(root, 'lib/platform/js/desk/journal.js'), 'utf8')}
async function opened() { window.told = []; window.j = new Journal(async names => told.push(...names)); await j.open('event'); }
const enter = (sets, more) => j.append('kind', '', () => sets, more);
const now = () => Object.fromEntries([...j.parts].sort());
</script>`);
const journalAddress = pathToFileURL(journalPage).href;
const inPage = (p, text) => p.evaluate(text);

test('tabs that write at once lose nothing, and take nothing back twice', async t => {
    const p = await open(t, journalAddress), q = await p.context().newPage();
    await q.goto(journalAddress);
    const tabs = [p, q];
    await Promise.all(tabs.map(tab => inPage(tab, 'opened()')));
    // each adds 1 to what it sees, and enters a part of its own; a tab that is too late enters nothing
    const add = (tab, name) => inPage(tab, `(() => { const seen = j.parts; return enter({sum: (seen.get('sum') ?? 0) + 1, ${name}: 1}, {seen}); })()`);
    let sum = 0;
    const entered = {};
    for (let round = 0; round < 50; round++) {
        const done = await Promise.all(round % 2 ? tabs.map((tab, i) => add(tab, 'ab'[i] + round)) : [add(tabs[round / 2 % 2], 'ab'[round / 2 % 2] + round)]);
        done.forEach((yes, i) => { if (yes) entered['ab'[round % 2 ? i : round / 2 % 2] + round] = 1; });
        sum += done.filter(Boolean).length;
    }
    assert.ok(sum >= 25);
    for (const tab of tabs) {
        await tab.waitForFunction(want => j.parts.get('sum') === want, sum);
        assert.deepEqual(await inPage(tab, 'now()'), { ...entered, sum });
    }
    await Promise.all(tabs.map(tab => inPage(tab, 'j.takeBack("undo").then(Boolean)')));
    for (const tab of tabs) await tab.waitForFunction(want => j.parts.get('sum') === want, sum - 2);
    assert.ok((await inPage(q, 'told')).includes('sum'));
});

test('undo takes back 200 random steps one by one, redo restores them, and all of it is there again', async t => {
    const p = await open(t, journalAddress);
    const states = await p.evaluate(async () => {
        await opened();
        let seed = 7;
        const random = n => (seed = (seed * 48271) % 2147483647) % n;
        const states = [now()];
        for (let i = 0; i < 200; i++) {
            const step = newKey();
            // a step of many entries is taken back as one
            for (let n = random(5) ? 1 : 3; n > 0; n--)
                await enter(Object.fromEntries(Array.from({ length: 1 + random(3) }, () => ['part' + random(12), random(4) ? { n: random(1e6) } : null])), { step });
            states.push(now());
        }
        return states;
    });
    const walk = way => p.evaluate(async way => {
        const states = [now()];
        while (await j.takeBack(way)) states.push(now());
        return states;
    }, way);
    assert.deepEqual(await walk('undo'), states.toReversed());
    assert.deepEqual(await walk('redo'), states);
    await p.reload();
    await inPage(p, 'opened()');
    assert.deepEqual(await inPage(p, 'now()'), states.at(-1));
    await inPage(p, 'j.takeBack("undo").then(() => enter({other: 1}))');
    assert.equal(await inPage(p, 'j.next("redo") === undefined'), true);
});

test('a browser that is killed has lost no entry that was shown, and none is torn', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'xpgn-profile-'));
    let shown = 0;
    for (let kill = 0; kill <= 10; kill++) {
        const { page, end } = await ownBrowser(profile);
        await page.goto(journalAddress);
        await inPage(page, 'opened()');
        const { n = 0, text = '' } = await page.evaluate(() => j.parts.get('last')) || {};
        assert.ok(n === shown || n === shown + 1, `${n} entries are there, ${shown} were shown`);
        assert.equal(text.length, n * 100);
        shown = n;
        // enters until it is killed, and says each entry once it is stored
        await page.exposeFunction('show', number => { shown = number; });
        page.evaluate(async from => { for (let i = from + 1; await enter({ last: { n: i, text: 'x'.repeat(i * 100) } }); i++) await show(i); }, n).catch(() => 0);
        while (shown < n + 1 + kill) await new Promise(done => setTimeout(done, 3));
        await end();
    }
    rmSync(profile, { recursive: true, force: true });
});

test('one undo takes back what was done in all views, one step after the other, and redo restores it', async t => {
    const p = await desk(t), steps = [];
    const did = async kind => { await p.waitForFunction(want => document.querySelector('[data-way=undo]').textContent.includes(want), kind); await settled(p); steps.push(kind); };
    await take(p, 'sheets/board4.xpgn');
    await did('Records added board4.xpgn');
    await p.click('.candidates .fix');
    await did('Corrected.');
    await p.fill('#now', '1. e4 *\n');
    await did('Typed board4.xpgn');
    await go(p, 'sheets');
    await p.fill('#sheet0', '1. d4 *');
    await did('Typed');
    await go(p, 'event');
    await p.setInputFiles('#main input[type=file] >> nth=0', sample('event/club.csv'));
    await did('Choose the list club.csv');
    await go(p, 'record');
    await begin(p, 'chess');
    await did('Begin');
    await tap(p, 'e2', 'e4');
    await did('Entry e4');
    await p.click('button:text-is("A new game")');
    await did('A new game');
    await go(p, 'check');
    await p.click('button:text-is("Forget")');
    await did('Forget');
    for (const kind of steps.toReversed()) {
        assert.ok((await p.textContent('[data-way=undo]')).includes(kind), kind);
        await back(p);
        assert.ok((await saidBy(p, '#status')).startsWith('Taken back: '));
        if (kind === 'Corrected.') assert.equal(await p.inputValue('#now'), readFileSync(sample('sheets/board4.xpgn'), 'utf8'));
    }
    assert.equal(await p.locator('.empty').count(), 1);
    for (const kind of steps.slice(0, -2)) {
        assert.ok((await p.textContent('[data-way=redo]')).includes(kind), kind);
        await back(p, 'redo');
    }
    assert.equal(await p.inputValue('#now'), '1. e4 *\n');
    await go(p, 'record');
    assert.equal(await p.textContent('#sheet'), '1. e4 *');
    await go(p, 'sheets');
    assert.equal(await p.inputValue('#sheet0'), '1. d4 *');
});

test('what an earlier desk kept is taken over', async t => {
    const p = await desk(t), text = '1. e4 e5 *\n';
    await p.evaluate(text => localStorage.setItem('xpgn-desk', JSON.stringify({ files: [{ name: 'a.xpgn', games: [text], first: [text], told: '', came: text, taken: text }], record: '', sheets: ['1. d4 *', ''], language: 'en' })), text);
    for (let times = 0; times < 2; times++) {
        await p.reload();
        await p.waitForSelector('.games button');
        await settled(p);
        assert.equal(await p.inputValue('#now'), text);
        await p.waitForFunction(() => localStorage.getItem('xpgn-desk') === null);
    }
    await go(p, 'sheets');
    assert.equal(await p.inputValue('#sheet0'), '1. d4 *');
});

test('two tabs record one game: each follows the other, and one undo takes back a new game in both', async t => {
    const p = await desk(t, 'record'), q = await p.context().newPage();
    if (!built) await q.exposeFunction('nativeRun', native);
    await q.goto(address + '#record');
    await q.waitForSelector('.begin');
    await begin(p, 'chess');
    const shows = (tab, text) => tab.waitForFunction(want => document.querySelector('#sheet')?.textContent === want && !document.documentElement.dataset.busy, text);
    await tap(p, 'e2', 'e4');
    await shows(q, '1. e4 *');
    await tap(q, 'e7', 'e5');
    await shows(p, '1. e4 e5 *');
    // both at once: one is entered, the other refused in words
    await Promise.all([[p, 'Nf3'], [q, 'Nc3']].map(([tab, move]) => enter(tab, move)));
    const sheets = await Promise.all([p, q].map(async tab => { await settled(tab); return tab.textContent('#sheet'); }));
    assert.equal(sheets[0], sheets[1]);
    assert.match(sheets[0], /^1\. e4 e5 2\. N[fc]3 \*$/);
    assert.notEqual(await saidBy(sheets[0].includes('Nf3') ? q : p, '#status'), '');
    await q.click('button:text-is("A new game")');
    await p.waitForSelector('.begin');
    assert.match(await p.textContent('[data-way=undo]'), /A new game$/);
    await back(p);
    for (const tab of [p, q]) await shows(tab, sheets[0]);
});

test('a file that finds no room is named, and the record beside it is kept', async t => {
    const p = await open(t, address + '#check', wide, async q => {
        if (!built) await q.exposeFunction('nativeRun', native);
        await q.addInitScript(() => {
            const { add } = IDBObjectStore.prototype;
            IDBObjectStore.prototype.add = function (...what) {
                if (this.name === 'bulk') throw new DOMException('full', 'QuotaExceededError');
                return add.apply(this, what);
            };
        });
    });
    await settled(p);
    await take(p, 'sheets/board4.xpgn');
    assert.match(await p.textContent('.kept'), /^Not kept on this device, for want of room: board4\.xpgn\./);
    await go(p, 'record');
    await begin(p, 'chess');
    await tap(p, 'e2', 'e4');
    await p.reload();
    await p.waitForSelector('#squares button');
    await settled(p);
    assert.equal(await p.textContent('#sheet'), '1. e4 *');
    assert.match(await p.textContent('.kept'), /board4\.xpgn/);
    await tap(p, 'e7', 'e5');
    assert.equal((await entriesOf(p)).filter(entry => Object.entries(entry.sets || {}).some(([name, value]) => name.startsWith('file/') && value === null)).length, 0);
});

test('an event is one file, which opens as it was; events are apart', async t => {
    const p = await desk(t), first = readFileSync(sample('sheets/board4.xpgn'));
    await take(p, 'sheets/board4.xpgn', 'import/two-columns.csv');
    await p.fill('.pair textarea', await p.inputValue('.pair textarea') + '\n');
    await p.waitForFunction(() => /Typed/.test(document.querySelector('[data-way=undo]').textContent));
    await go(p, 'record');
    await begin(p, 'chess');
    await tap(p, 'e2', 'e4');
    const [download] = await Promise.all([p.waitForEvent('download'), p.click('button:text-is("Save the event")')]);
    assert.equal(download.suggestedFilename(), '1.xpgn-event');
    const bytes = readFileSync(await download.path());
    // another program reads it; the sum of a sheet is that of gzip
    const unzip = 'my $u = IO::Uncompress::Unzip->new(shift, Strict => 1) or die; do { print $u->getHeaderInfo->{Name}, "\\n"; my $b; 1 while ($u->read($b) // die) > 0 } while ($u->nextStream // die) == 1';
    const names = execFileSync('perl', ['-MIO::Uncompress::Unzip', '-we', unzip, await download.path()], { encoding: 'utf8' }).split('\n');
    assert.ok(bytes.includes(first) && names.includes('sheets/board4.xpgn') && names.includes('journal.jsonl'));
    assert.equal(bytes.readUInt32LE(bytes.indexOf('sheets/board4.xpgn') - 16), gzipSync(first).readUInt32LE(gzipSync(first).length - 8));
    const q = await desk(t, 'record'), opens = buffer => q.setInputFiles('#events input[type=file]', { name: 'round-4.xpgn-event', mimeType: '', buffer });
    await opens(bytes);
    await q.waitForSelector('#squares button');
    await settled(q);
    assert.equal(await q.inputValue('#events select'), 'round-4');
    assert.equal(await q.textContent('#sheet'), '1. e4 *');
    assert.equal(await q.textContent('[data-way=undo]'), await p.textContent('[data-way=undo]'));
    assert.match(await q.textContent('.kept'), /keeps your work/);
    await go(q, 'check');
    assert.deepEqual(await q.locator('.games button').allTextContents(), await (async () => { await go(p, 'check'); return p.locator('.games button').allTextContents(); })());
    await q.selectOption('#events select', '1');
    await q.waitForSelector('.empty');
    // bytes that were damaged are not those of the sheet: the file is named, the rest is there
    const damaged = Buffer.from(bytes);
    damaged[damaged.indexOf(first)] ^= 1;
    await opens(damaged);
    await q.waitForFunction(() => /board4\.xpgn/.test(document.querySelector('.kept')?.textContent));
    assert.equal(await q.inputValue('#events select'), 'round-4-2');
    assert.equal(await q.locator('.games button').count(), 1);
});

// ---- served

test('where it is served it is kept, and opens again without the network', async t => {
    const files = { '/xpgn-desk.html': ['text/html', readFileSync(fileURLToPath(address))], '/xpgn-desk-worker.js': ['text/javascript', readFileSync(resolve(root, 'lib/platform/js/desk/worker.js'))],
        '/xpgn-desk.webmanifest': ['application/manifest+json', readFileSync(resolve(root, 'lib/platform/js/desk/xpgn-desk.webmanifest'))] };
    const server = createServer((request, response) => {
        const [type, body] = files[request.url] || ['text/plain', ''];
        response.writeHead(files[request.url] ? 200 : 404, { 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const p = await open(t, `http://127.0.0.1:${server.address().port}/xpgn-desk.html`, wide, q => (built ? 0 : q.exposeFunction('nativeRun', native)));
    await p.evaluate(() => navigator.serviceWorker.ready);
    assert.deepEqual(await p.evaluate(() => window.violations), []);
    server.closeAllConnections();
    server.close();
    await p.reload();
    await settled(p);
    await p.click('text=Try an example');
    await p.waitForSelector('.findings .text');
    assert.equal(await p.evaluate(() => document.querySelector('link[rel=manifest]').href.split('/').pop()), 'xpgn-desk.webmanifest');
});

test('a folder that is dropped is read to its end, though browsers tell it in parts', async t => {
    const p = await desk(t);
    await p.evaluate(() => {
        const file = n => ({ isFile: true, file: yes => yes(new File(['1. e4 e5 *\n'], n + '.pgn')) });
        const parts = [[file('a'), file('b')], [file('c')], []];
        const folder = { isFile: false, createReader: () => ({ readEntries: yes => yes(parts.shift()) }) };
        const event = new Event('drop', { cancelable: true });
        event.dataTransfer = { items: [{ webkitGetAsEntry: () => folder }], files: [] };
        window.dispatchEvent(event);
    });
    await p.waitForSelector('.findings > li');
    await settled(p);
    assert.equal(await p.locator('.games li').count(), 3);
    await undisturbed(p);
});

// ---- the stories: what people come for, from the first click to the last. Long: with the module only.

const story = (name, body) => (built ? test('story: ' + name, body) : 0);
const saysOf = (args, files) => native(args, files, '').stdout;
const paste = async (p, text) => {
    await p.click('text=Paste text');
    await p.fill('dialog textarea', text);
    await p.click('dialog button:text-is("Check")');
    await p.waitForSelector('.findings > li');
    await settled(p);
};

story('a tournament director mends what came in, and has the standings, the protocol and a clean archive', async t => {
    const p = await desk(t);
    await take(p, ...[1, 2, 3, 4].map(n => `round3/b${n}.xpgn`));
    assert.deepEqual(await p.locator('.games .who + span').allTextContents(), ['correct', 'correct', '1 error', '1 error']);
    await p.click('.games button >> nth=3');
    await p.waitForSelector('.findings img.board');
    await settled(p);
    assert.equal(await p.textContent('.findings .text'), 'attacker total 9, expected 8: knight c3 3 + pawn e4 1 + die 4');
    assert.equal(await p.textContent('.findings .line'), 'Line 11 1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *');
    await p.click('.candidates .fix:has-text("<4+1=8w:2+2=7x>")');
    await status(p, 'Corrected.');
    await p.click('.games button >> nth=2');
    await p.waitForSelector('.findings .fix');
    await settled(p);
    await p.fill('.pair textarea', (await p.inputValue('.pair textarea')).replace('Qxd4', 'Qxd5 <6,5,4,2,1:3>'));
    await p.waitForFunction(() => document.querySelector('.findings').textContent === 'This game is correct.');
    await p.click('h2 >> nth=0');
    await settled(p);
    const all = await saved(p, 'Save records');
    assert.deepEqual(native(['validate', 'all.xpgn'], { 'all.xpgn': all }, ''), { status: 0, stdout: '', stderr: '', files: { 'all.xpgn': all } });
    assert.match(await saved(p, 'Save log'), /b4\.xpgn.*<4\+1=9w:2\+2=7x>,<4\+1=8w:2\+2=7x>,CA-3/);
    await go(p, 'event');
    const table = JSON.parse(saysOf(['event', '--show=standings', '--table=json', 'all.xpgn'], { 'all.xpgn': all })).standings;
    assert.deepEqual(await p.locator('#event tbody tr').allTextContents(), table.map(row => Object.values(row).join('')));
    await go(p, 'look');
    assert.match(await saved(p, 'Save protocol'), /knight c3 3[^]*pawn e4 1/);
    await undisturbed(p);
});

story('a volunteer gets his sheet back, and mends it by typing', async t => {
    const p = await desk(t), wrong = readFileSync(sample('round3/b4.xpgn'), 'utf8');
    await paste(p, wrong);
    const now = p.locator('.pair textarea');
    await now.focus();
    await now.evaluate(area => { area.selectionStart = area.selectionEnd = area.value.indexOf('9w'); });
    await press(p, 'Delete', '8');
    await p.waitForFunction(() => document.querySelector('.findings').textContent === 'This game is correct.');
    assert.equal(await p.locator('.pair pre mark').count(), 1);
    assert.equal(await saved(p, 'Save records'), wrong.replace('=9w', '=8w'));
    await back(p);
    await p.waitForSelector('.candidates .fix');
    assert.equal(await now.inputValue(), wrong);
    await undisturbed(p);
});

story('somebody with an archive of 20 MB finds the one game that is wrong, and records beside it', async t => {
    const p = await desk(t);
    p.setDefaultTimeout(170000);
    const one = readFileSync(sample('club.xpgn'), 'utf8') + '\n', games = Math.ceil(20e6 / one.length);
    const file = resolve(folder, 'archive.xpgn');
    writeFileSync(file, one.repeat(games) + '[White "Last"]\n\n1. e4 e9 *\n');
    await p.setInputFiles('#main input[type=file] >> nth=0', file);
    await p.waitForSelector('.findings .text', { timeout: 170000 });
    await settled(p);
    rmSync(file); // the page reads it piece by piece
    assert.equal(await p.textContent('.games h2 span'), String(games * 5 + 1));
    assert.match(await p.textContent('.findings .text'), /there is no such square/);
    assert.match(await p.textContent('.kept'), /keeps your work/);
    // a record beside it is kept, and so is the archive
    await go(p, 'record');
    await begin(p, 'chess');
    await tap(p, 'e2', 'e4');
    await p.reload();
    await p.waitForSelector('#squares button');
    await settled(p);
    assert.equal(await p.textContent('#sheet'), '1. e4 *');
    await go(p, 'check');
    assert.equal(await p.textContent('.games h2 span'), String(games * 5 + 1));
});

story('an author of rules sees his slip, then what his rules come to', async t => {
    const p = await desk(t, 'odds'), rules = 'ruleset: house\ntitle: House\nversion: 1\nextends: chess-attack\npieces:\n  knight: {attack: 5}\n';
    await p.waitForSelector('#attributes img');
    await p.fill('textarea', rules.replace('attack: 5', 'atack: 5'));
    await p.waitForSelector('#odds .findings mark');
    assert.equal(await p.textContent('#odds .findings mark'), 'atack');
    await p.fill('textarea', rules);
    await p.waitForFunction(() => document.querySelector('select[name=variant]')?.value === 'house');
    await settled(p);
    for (const [name, value] of [['a', '1'], ['d', '2']]) {
        await p.fill(`input[name=${name}]`, value);
        await p.waitForTimeout(100);
        await settled(p);
    }
    const wanted = JSON.parse(saysOf(['odds', '--rules=house.yaml', '--variant=house', '--attacker=N', '--defender=P', '--support=1:2', '--format=json'], { 'house.yaml': rules }));
    assert.deepEqual(await p.locator('#outcome tbody td:nth-child(3)').allTextContents(), wanted.outcomes.map(o => (o.probability * 100).toFixed(2) + '\u00a0%'));
    await p.click('text=Play 200 games');
    await p.waitForSelector('#played table', { timeout: 120000 });
    const report = saysOf(['simulate', '--rules=house.yaml', '--report', '--games=200', '--max-plies=200', '--variant=house', '--format=markdown'], { 'house.yaml': rules });
    const figures = report.split('\n').filter(line => line.startsWith('| ')).slice(1).map(line => line.split('|').slice(1, 3).map(cell => cell.trim().replace(' to ', ' \u2026 ')));
    assert.ok(figures.length > 10);
    assert.deepEqual(await p.$$eval('#played tbody tr', rows => rows.map(row => [...row.cells].map(cell => cell.textContent))), figures);
    await p.selectOption('#language', 'de');
    await settled(p);
    await p.click('text=200 Partien spielen');
    await p.waitForSelector('#played table', { timeout: 120000 });
    const said = await p.textContent('#odds .halves');
    assert.match(said, /Vorteil des Anziehenden.*es überleben: Springer/s);
    assert.doesNotMatch(said, /survival|games|advantage/);
    assert.equal(await p.textContent('select[name=attacker] option[value="N"]'), 'S');
    assert.match(await p.getAttribute('#outcome img', 'alt'), /S \u00d7 B.*Verteidiger entfernt/s);
    await p.selectOption('#language', 'en');
    await settled(p);
    await go(p, 'check');
    await paste(p, '[Variant "house"]\n\n1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *\n');
    assert.match(await p.textContent('.findings .text'), /expected 10: knight c3 5 \+ pawn e4 1 \+ die 4/);
    await undisturbed(p);
});

story('a scribe at the board: clocks, a correction, and the page closed between the attack and its dice', async t => {
    const p = await desk(t, 'record');
    await p.check('input[name=clock]');
    await begin(p, 'chess-attack', { white: 'Adams, Ruth' });
    await p.fill('#clock', '1:29:30');
    await tap(p, 'e2', 'e4', 'd7', 'd6');
    await enter(p, 'correct d5');
    await p.fill('#clock', '1:28:10');
    await tap(p, 'e4', 'd5');
    const q = await p.context().newPage();
    await p.close();
    await q.goto(address + '#record');
    await q.waitForSelector('#squares button');
    await settled(q);
    assert.match(await q.textContent('#where'), /^attack pawn e4 2, defense pawn d5 1 \+ queen d8 3/);
    await face(q, 5, 1);
    const [record] = [await saved(q, 'Save record')];
    assert.equal(record, recorded('chess-attack', ['e4 1:29:30', 'd6', 'correct d5', 'exd5 1:28:10 5:1'], '--white=Adams, Ruth'));
    assert.match(record, /2\. exd5 <5\+0=7w:1\+1=5x> \{\[%clk 1:28:10\]\}/);
});

story('a scribe whose dice are rolled here takes one attack back with its dice', async t => {
    const p = await desk(t, 'record');
    await p.check('input[name=roll]');
    await begin(p, 'chess-attack');
    await tap(p, 'e2', 'e4', 'd7', 'd5', 'e4', 'd5');
    assert.equal(await p.locator('#dice .face:visible').count(), 0);
    const fell = (await p.textContent('#sheet')).match(/2\. exd5 <(\d)\+0=\d+[wx]?:(\d)\+1=\d+[wx]?>/);
    assert.ok(fell, await p.textContent('#sheet'));
    await p.click('button:text-is("Take back with dice")');
    await settled(p);
    assert.match(await p.textContent('#sheet'), /^1\. e4 d5/);
    const record = await kept(p);
    assert.deepEqual(native(['validate', 'g.xpgn'], { 'g.xpgn': record }, '').status, 0);
});

// ---- all views

test('each label has its German, and the script is below 76 kB', async t => {
    const place = resolve(root, 'lib/platform/js/desk');
    const known = new Set(['labels', 'words'].flatMap(name => readFileSync(resolve(root, `formats/${name}.tsv`), 'utf8').split('\n').map(line => line.split('\t')[0])));
    const text = readdirSync(place).filter(name => /\.(js|html)$/.test(name)).map(name => readFileSync(join(place, name), 'utf8')).join('\n');
    const labels = [...text.matchAll(/(?:\bsay\(|\bkeep\(|\bfield\(|\bnamed\(|\btitle: )'([^']+)'|data-say="([^"]+)"/g)].map(found => found[1] || found[2]);
    assert.ok(labels.length > 100);
    assert.deepEqual(labels.filter(label => !known.has(label)), []);
    // what a report of simulated games counts is a label, too
    for (const variant of ['chess', 'chess-attack', 'five-dice', 'combat-chess-2', 'assault-and-siege']) {
        const { stdout } = native(['simulate', '--report', '--games=60', '--max-plies=200', '--variant=' + variant, '--format=markdown'], {}, '');
        const counted = [...stdout.matchAll(/^\| ([a-z].*?) *\|/gm)].map(found => found[1]);
        assert.ok(counted.length > 8);
        assert.deepEqual(counted.filter(label => !known.has(label)), []);
    }
    const p = await desk(t);
    const size = await p.evaluate(() => [...document.scripts].filter(script => !script.type).pop().textContent.length);
    assert.ok(size < 76000, String(size));
});

test('a hostile record shows nothing but text, and the policy lets nothing out', async t => {
    const p = await desk(t);
    await p.click('text=Paste text');
    await p.fill('dialog textarea', tags + '\n' + hostile + '\n');
    await p.click('dialog button:text-is("Check")');
    await p.waitForSelector('.findings > li');
    await settled(p);
    assert.equal(await p.textContent('.games .who'), hostile + ' \u2013 javascript:window.hit=4');
    for (const view of ['event', 'look', 'check']) await go(p, view);
    assert.equal(await p.locator('#main img:not([src^="blob:"]), #main script').count(), 0);
    await undisturbed(p);
    await p.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.hit = 1';
        document.body.append(script);
        return fetch('https://example.org/').catch(() => 0);
    });
    assert.equal(await p.evaluate(() => window.hit), undefined);
    await p.waitForFunction(() => window.violations.length === 2);
    assert.deepEqual((await p.evaluate(() => window.violations)).sort(), ['connect-src', 'script-src-elem']);
});

test('axe finds nothing, and nothing is wider than the window, in all views, from a phone to the widest screen', async t => {
    const p = await desk(t, 'check', { ...narrow, colorScheme: 'dark' });
    const phone = p.viewportSize();
    await p.selectOption('#language', 'de');
    await take(p, 'ask/sheets.xpgn');
    for (const view of ['check', 'sheets', 'event', 'record', 'look', 'odds']) {
        await go(p, view);
        await p.evaluate(axe);
        const { violations } = await p.evaluate(() => axe.run({ resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(v => v.id + ' ' + v.nodes[0].html), [], view);
        for (const size of [{ width: 2560, height: 1300 }, { width: 820, height: 1180 }, phone]) {
            await p.setViewportSize(size);
            assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is too wide at ${size.width}`);
        }
    }
    assert.equal(await p.textContent('h2 >> nth=0'), 'Chancen eines Kampfes');
    await p.selectOption('#language', 'en');
    await p.waitForFunction(() => document.querySelector('h2').textContent === 'Odds of a combat');
});

await runAll();
