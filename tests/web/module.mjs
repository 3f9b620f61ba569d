// SPDX-License-Identifier: MIT
// Tests of the package with the module in it that need a browser: node module.mjs FOLDER [WORD...], run by run.sh.
//   XPGN_JS     the package
//   XPGN_BLOB   bytes of the large Blob, made on the fly
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folder, open, root, runAll, test } from './browser.mjs';

const script = readFileSync(join(process.env.XPGN_JS, 'xpgn.inline.js'), 'utf8');
const page = resolve(folder, 'package.html');
writeFileSync(page, `<!DOCTYPE html><script>${script}</script>`);
const address = pathToFileURL(page).href;
const club = readFileSync(join(root, 'samples/club.xpgn'), 'utf8');

// Megabytes that belong to the renderer alone, told until it is stopped: the most of them.
async function memory(p) {
    const session = await p.context().browser().newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const pids = processInfo.filter(process => process.type === 'renderer').map(process => process.id);
    // a page that is not shown has a renderer, too, which may end meanwhile
    const status = pid => { try { return readFileSync(`/proc/${pid}/status`, 'latin1'); } catch { return ''; } };
    const now = pid => {
        const kinds = status(pid).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm);
        return [...kinds].reduce((sum, kind) => sum + Number(kind[1]), 0) / 1024;
    };
    let most = 0;
    const timer = setInterval(() => { most = Math.max(most, ...pids.map(now)); }, 20);
    return () => {
        clearInterval(timer);
        return most;
    };
}

test('a large Blob is read in pieces, and what was read is freed', async t => {
    const size = Number(process.env.XPGN_BLOB ?? 3e8), p = await open(t, address);
    const stop = await memory(p);
    const done = await p.evaluate(async ([text, size]) => {
        const part = new Blob(Array(200).fill(text)), blob = new Blob(Array(Math.ceil(size / part.size)).fill(part));
        return { ...await xpgn.run(['validate', '-q', 'big'], { files: { big: blob } }), size: blob.size };
    }, [club, size]);
    const most = stop();
    console.log(`${(done.size / 1e6).toFixed(0)} MB: at most ${most.toFixed(0)} MiB`);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.ok(done.size >= size && most > 0 && most < 64, `${most} MiB`);
});

test('games of an endless stream come as they are asked for', async t => {
    const p = await open(t, address);
    const { given, closed, last } = await p.evaluate(async text => {
        let given = 0, closed = false, last = 0;
        const bytes = new TextEncoder().encode(text.repeat(40));
        const endless = new ReadableStream({ pull(c) { given += bytes.length; c.enqueue(bytes.slice()); }, cancel() { closed = true; } });
        for await (const row of xpgn.games(endless)) {
            last = row.game;
            if (last === 1000) {
                await new Promise(go => setTimeout(go, 500));
                break;
            }
        }
        await new Promise(go => setTimeout(go, 10));
        return { given, closed, last };
    }, club);
    assert.ok(given < 4e6 && closed && last === 1000, `${given} bytes, closed ${closed}, game ${last}`);
});

await runAll();
