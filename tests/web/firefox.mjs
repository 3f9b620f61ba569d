// SPDX-License-Identifier: MIT
// Plays a page of xpgn-render-html, or with XPGN_DESK=FILE the desk, in headless Firefox, by Marionette; run.sh runs it if
// there is a Firefox:
//   firefox.mjs FOLDER     the page is written there
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const bin = process.env.XPGN_BIN;
const port = 20000 + process.pid % 20000;

const profile = mkdtempSync(join(tmpdir(), 'xpgn-firefox-'));
writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
const firefox = spawn('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' });

// The protocol: "LENGTH:[0,id,command,parameters]", answered by "LENGTH:[1,id,error,result]".
async function session() {
    let socket = null, waiting = null, text = Buffer.alloc(0), id = 0;
    for (let i = 0; i < 120 && !socket; i++) {
        await new Promise(done => setTimeout(done, 500));
        socket = await new Promise(done => { const s = connect(port, '127.0.0.1', () => done(s)).on('error', () => done(null)); });
    }
    assert.ok(socket, 'Firefox does not listen');
    const message = () => new Promise(done => { waiting = done; read(); });
    const read = () => {
        const colon = text.indexOf(58), size = Number(text.subarray(0, Math.max(0, colon)));
        if (!waiting || colon < 0 || text.length < colon + 1 + size) return;
        const body = JSON.parse(text.subarray(colon + 1, colon + 1 + size));
        text = text.subarray(colon + 1 + size);
        const done = waiting;
        waiting = null;
        done(body);
    };
    socket.on('data', data => { text = Buffer.concat([text, data]); read(); });
    await message(); // what greets
    const send = async (command, parameters = {}) => {
        const body = JSON.stringify([0, ++id, command, parameters]);
        socket.write(Buffer.byteLength(body) + ':' + body);
        const [, , error, result] = await message();
        assert.equal(error, null, command + ': ' + JSON.stringify(error));
        return result;
    };
    return { send, end: () => socket.destroy() };
}

async function playPage(send, run) {
    const write = (name, ...more) => {
        const path = resolve(folder, name + '.html');
        writeFileSync(path, spawnSync(resolve(bin, 'xpgn-render-html'), ['--title=Club', ...more, resolve(root, 'samples/club.xpgn')], { maxBuffer: 1 << 28 }).stdout);
        return pathToFileURL(path).href;
    };
    const press = key => send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'k', actions: [{ type: 'keyDown', value: key }, { type: 'keyUp', value: key }] }] });
    const RIGHT = '\uE014';
    await send('WebDriver:SetWindowRect', { width: 1366, height: 743 });
    await send('WebDriver:Navigate', { url: write('firefox') + '#game=1&at=5w' });
    await press(RIGHT);
    assert.match(await run('return document.getElementById("says").textContent'), /^5\.\.\. exd4 Black pawn e5 attacks white pawn d4: 4 \+ die 5 = 9/);
    assert.equal(await run('return location.hash'), '#game=1&at=5b-before');
    assert.equal(await run('return document.querySelectorAll("#board td.attacker").length'), 1);
    await press(RIGHT);
    assert.match(await run('return document.getElementById("says").textContent'), /9 to 7: pawn d4 removed/);
    assert.equal(await run('return location.hash'), '#game=1&at=5b');
    assert.equal(await run('return getComputedStyle(document.querySelector("#board use")).display !== "none" && document.querySelector("#board .piece").getBoundingClientRect().width > 20'), true);
    // board, controls and sum are in the window
    const boxes = await run('return ["frame", "controls", "sum"].map(id => document.getElementById(id).getBoundingClientRect()).every(r => r.top >= 0 && r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight)');
    assert.equal(boxes, true, 'in the window');
    await send('WebDriver:Refresh');
    assert.equal(await run('return location.hash + document.querySelector("#moves [aria-current] b").textContent'), '#game=1&at=5bexd4');
    // the protocol prints, and no combat is cut
    await send('WebDriver:Navigate', { url: write('firefox-protocol', '--protocol') });
    const pdf = resolve(folder, 'protocol-firefox.pdf');
    writeFileSync(pdf, Buffer.from((await send('WebDriver:Print', { page: { width: 21, height: 29.7 } })).value, 'base64'));
    const text = spawnSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
    const sheets = text.error ? [] : text.stdout.split('\f').slice(0, -1); // poppler-utils may not be there
    assert.ok(text.error || sheets.length > 10 && sheets.length < 30, `${sheets.length} pages`);
    for (const sheet of sheets) assert.equal((sheet.match(/^\s*\d+\.+ [^\s,]+, [^\u2013\n]*$/gm) ?? []).length, (sheet.match(/Address/g) ?? []).length, sheet);
}

// The desk from the disk, with the module in it: a correction, and a game that is there when the page is opened again.
async function useDesk(send, run) {
    const click = find => run(`const e = ${find}; if (!e) throw new Error('nothing to click'); e.click()`);
    const button = text => `[...document.querySelectorAll('button')].find(b => b.textContent === ${JSON.stringify(text)})`;
    const seen = async (what, wanted) => {
        for (let i = 0; i < 150 && !(await run('return ' + what)); i++) await new Promise(done => setTimeout(done, 200));
        assert.ok(await run('return ' + what), wanted || what);
    };
    const rested = () => seen('!document.documentElement.dataset.busy');
    await send('WebDriver:Navigate', { url: pathToFileURL(resolve(process.env.XPGN_DESK)).href });
    await click(button('Try an example'));
    await seen('document.querySelector(".findings img.board") !== null');
    await click('document.querySelector(".candidates .fix")');
    await seen('document.querySelector("#status").textContent === "Corrected."');
    assert.match(await run('return document.querySelector(".pair textarea").value'), /<4\+1=8w:1\+2=6x> \{\[%was/);
    await click('document.querySelector("#views a[href=\'#record\']")');
    await seen('document.querySelector(".begin .main") !== null');
    await click('document.querySelector(".begin .main")');
    for (const square of ['e2', 'e4']) {
        await seen(`document.querySelector("#squares [data-square=${square}]") !== null`);
        await rested();
        await click(`document.querySelector("#squares [data-square=${square}]")`);
    }
    await seen('document.querySelector("#sheet").textContent === "1. e4 *"');
    await send('WebDriver:Refresh');
    await seen('document.querySelector("#sheet") !== null && document.querySelector("#sheet").textContent === "1. e4 *"');
}

let failure = null;
try {
    const { send, end } = await session();
    await send('WebDriver:NewSession', {});
    const run = async script => (await send('WebDriver:ExecuteScript', { script, args: [] })).value;
    await (process.env.XPGN_DESK ? useDesk : playPage)(send, run);
    end();
} catch (error) {
    failure = error;
}
firefox.kill();
await new Promise(done => (firefox.exitCode === null ? firefox.on('exit', done) : done()));
rmSync(profile, { recursive: true, force: true });
console.log(`${failure ? 'not ok' : 'ok'} ${process.env.XPGN_DESK ? 'the desk corrects and records in Firefox' : 'a combat is played in Firefox, and the protocol printed'}`);
if (failure) console.log(String(failure.stack));
process.exit(failure ? 1 : 0);
