// SPDX-License-Identifier: MIT
// What the tests of pages in headless Chromium have in common: node FILE.mjs FOLDER [WORD...], run by run.sh.
//   FOLDER has node_modules; pages and pictures are written there. WORD: only the tests with one of these words.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';

export const [folder, ...words] = process.argv.slice(2);
export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const require = createRequire(resolve(folder, 'node_modules/x.js'));
const { chromium } = require('playwright-core');
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const bin = process.env.XPGN_BIN;

// A record that tries to be markup.
export const hostile = '</script><script>window.hit=1</script><img src=x onerror="window.hit=2"><!--<svg onload=alert(3)>';
export const tags = `[Event "${hostile.replaceAll('"', '\\"')}"]
[White "${hostile.replaceAll('"', '\\"')}"]
[Black "javascript:window.hit=4"]

1. e4 {${hostile}} e5 *
`;

const executablePath = () => execFileSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], { encoding: 'utf8' }).trim();
const tests = [];
// `limit`: after how many minutes it has failed; `alone`: after all others, with no other test at the same time
export const test = (name, body, limit = 3, alone = false) => tests.push([name, body, limit, alone]);
export const wide = { viewport: { width: 1300, height: 950 } };
export const narrow = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };
let browser;
export const version = () => browser.version();

// Opens a page in a context of its own; notes what it asks for, says and breaks.
export async function open(t, address, how = wide, prepare = () => 0) {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...how });
    t.contexts.push(context);
    context.setDefaultTimeout(90000); // the machine may be busy with other tests
    await context.addInitScript(() => {
        window.violations = [];
        addEventListener('securitypolicyviolation', e => window.violations.push(e.violatedDirective));
    });
    const p = await context.newPage();
    p.noted = [];
    p.on('request', r => { if (r.url().split('#')[0] !== address.split('#')[0]) p.noted.push('request ' + r.url()); });
    p.on('console', m => p.noted.push('console ' + m.text()));
    p.on('pageerror', e => p.noted.push('error ' + e.message));
    p.blocked = [];
    p.on('requestfailed', r => p.blocked.push(r.url() + ' ' + r.failure().errorText));
    p.on('dialog', d => { p.noted.push('dialog ' + d.message()); d.dismiss(); });
    await prepare(p);
    await p.goto(address);
    return p;
}

// Starts a browser with this profile, to be killed by end(); returns a page of it, and the id of its processes' group.
export async function ownBrowser(profile) {
    const port = join(profile, 'DevToolsActivePort');
    rmSync(port, { force: true });
    const program = spawn(executablePath(), ['--no-sandbox', '--remote-debugging-port=0', '--user-data-dir=' + profile], { stdio: 'ignore', detached: true });
    while (!existsSync(port) || !readFileSync(port, 'utf8').includes('\n')) await new Promise(done => setTimeout(done, 10));
    const connected = await chromium.connectOverCDP('http://127.0.0.1:' + readFileSync(port, 'utf8').split('\n')[0]);
    const end = async () => {
        process.kill(-program.pid, 'SIGKILL');
        // its store is free once all of its processes are gone
        const lives = () => { try { return process.kill(-program.pid, 0); } catch { return false; } };
        while (lives()) await new Promise(done => setTimeout(done, 5));
    };
    return { page: await connected.contexts()[0].newPage(), end, pid: program.pid };
}

export const press = async (p, ...keys) => { for (const key of keys) await p.keyboard.press(key); };
export const quiet = async p => {
    assert.deepEqual(p.noted, []);
    assert.deepEqual(await p.evaluate(() => window.violations), []);
};

// ---- running them

function told(error) {
    return String(error.stack || error).split('\n').slice(0, 12).map(line => '    ' + line).join('\n');
}

async function runOne(name, body, limit) {
    const t = { contexts: [] };
    const start = Date.now();
    let failure = null;
    try {
        await Promise.race([body(t), new Promise((_, no) => setTimeout(no, limit * 60000, new Error(`no end after ${limit} minutes`)).unref())]);
    } catch (error) {
        failure = error;
    }
    await Promise.all(t.contexts.map(c => c.close().catch(() => 0)));
    console.log(`${failure ? 'not ok' : 'ok'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    if (failure) console.log(told(failure));
    return failure === null;
}

// Runs the tests, as many at a time as there are cores, those that run alone and `last` after them; ends the process.
export async function runAll(last = () => 0) {
    browser = await chromium.launch({ executablePath: executablePath(), args: ['--no-sandbox', '--font-render-hinting=none', '--force-color-profile=srgb'] });
    let passed = 0, failed = 0;
    const wanted = tests.filter(([name]) => !words.length || words.some(word => name.includes(word)));
    const runSome = async left => {
        for (let next; (next = left.shift());) {
            if (await runOne(...next)) passed++;
            else failed++;
        }
    };
    const [together, apart] = [false, true].map(alone => wanted.filter(one => one[3] === alone));
    await Promise.all(cpus().map(() => runSome(together)));
    await runSome(apart);
    await last();
    await browser.close();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 && passed + words.length > 0 ? 0 : 1);
}
