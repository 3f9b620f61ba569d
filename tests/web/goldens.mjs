// SPDX-License-Identifier: MIT
// Replays by the module what the command-line tests have run, as recorder.pl has kept it, and compares status, both outputs
// and files, byte for byte. Ends with `N passed, N failed`.
//   goldens.mjs PACKAGE CALLS           in Node.js
//   goldens.mjs PACKAGE CALLS FOLDER    in a page of Chromium; FOLDER has node_modules
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [packet, calls, folder] = process.argv.slice(2);
const text = base64 => Buffer.from(base64, 'base64').toString('latin1');

// ---- what cannot be run, and why: of the module, of a run without its folder, or of the test

const PACKED = /^(?:\x1f\x8b|BZh|\xfd7zXZ\0|\x28\xb5\x2f\xfd|\x5d\0\0)/;
const inputs = call => [call.stdin, ...Object.values(call.before)].map(text);
const REASONS = [
    ['packed files', call => inputs(call).some(bytes => PACKED.test(bytes))],
    ['a folder that is empty, or is written to as a file', call => /s a directory/.test(call.stderr) ||
        call.args.some(word => /^(?:.*=)?(?:\.{1,2}|.*\/)$/.test(word))],
    ['rulesets that rulesets name, which are not kept', call => call.args.some(word => /\.yaml$/.test(word)) && /^(?:base|tiles|include):/m.test(Object.values(call.before).map(text).join('\n'))],
    ['a secret that is drawn', call => call.tool === 'xpgn-dice' && call.args.includes('make') || call.args.includes('--roll')],
    ['another program, diff', call => call.args.includes('--diff')],
    ['an index, which knows the time of its file', call => call.args.includes('--index') || Object.keys(call.files).some(name => /\.xp[id]$/.test(name))],
    ['what this machine has: devices, processes, versions of libraries', call =>
        call.args.some(word => /\/(?:dev|proc|sys)\//.test(word) || word === '--version' && call.tool) || /\/(?:dev|proc)\//.test(call.stderr)],
    ['permissions, locks and other processes', call => /ermission|lock|read-only|too many|busy/i.test(call.stderr)],
];

function readCalls() {
    return readdirSync(calls).filter(name => /^[0-9a-f]{64}$/.test(name)).sort().map(name => {
        const call = JSON.parse(readFileSync(join(calls, name), 'utf8'));
        call.before = Object.fromEntries(Object.entries(call.files).filter(file => file[1] !== null));
        for (const key of ['stdout', 'stderr'])
            call[key] = text(call[key]);
        call.args = call.args.map(word => Buffer.from(word, 'base64').toString());
        return call;
    });
}

// ---- where it is run: gives {status, stdout, stderr, files} with bytes in base64

async function here() {
    const {run} = await import(pathToFileURL(resolve(packet, 'xpgn.mjs')));
    return [async (args, {files, stdin, env}) => {
        const bytes = base64 => Buffer.from(base64, 'base64');
        const ran = await run(args, {files: Object.fromEntries(Object.entries(files).map(([name, data]) => [name, bytes(data)])),
            stdin: bytes(stdin), env, bytes: true});
        const base64 = data => data && Buffer.from(data).toString('base64');
        return {status: ran.status, stdout: base64(ran.stdout), stderr: base64(ran.stderr),
            files: Object.fromEntries(Object.entries(ran.files).map(([name, data]) => [name, base64(data)]))};
    }, () => 0];
}

async function inChromium() {
    const require = createRequire(resolve(folder, 'node_modules/x.js'));
    const executablePath = execFileSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], {encoding: 'utf8'}).trim();
    const browser = await require('playwright-core').chromium.launch({executablePath, args: ['--no-sandbox']});
    const page = resolve(folder, 'goldens.html');
    writeFileSync(page, `<!DOCTYPE html><meta charset="utf-8"><script>${readFileSync(join(packet, 'xpgn.inline.js'), 'utf8')}</script>`);
    const p = await browser.newPage();
    await p.goto(pathToFileURL(page).href);
    await p.evaluate(() => {
        window.bytes = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));
        window.base64 = data => data && btoa(Array.from(data, c => String.fromCharCode(c)).join(''));
    });
    return [(args, given) => p.evaluate(async ([args, {files, stdin, env}]) => {
        const all = Object.fromEntries(Object.entries(files).map(([name, data]) => [name, new Blob([window.bytes(data)])]));
        const ran = await xpgn.run(args, {files: all, stdin: window.bytes(stdin), env, bytes: true});
        return {status: ran.status, stdout: window.base64(ran.stdout), stderr: window.base64(ran.stderr),
            files: Object.fromEntries(Object.entries(ran.files).map(([name, data]) => [name, window.base64(data)]))};
    }, [args, given]), () => browser.close()];
}

// ---- comparing

const plain = name => name.split('/').reduce((names, part) => (part === '..' ? names.slice(0, -1) : part && part !== '.' ? [...names, part] : names), []).join('/');

// A file in each folder that something is written to, for the module has no empty ones.
function folders(call) {
    const made = Object.keys(call.after).filter(name => !(name in call.before) && name.includes('/'));
    return Object.fromEntries(made.map(name => [name.replace(/[^/]*$/, '.here'), '']));
}

// What differs: [part, module's, program's].
function differences(call, ran) {
    const out = [['status', ran.status, call.status], ['stdout', text(ran.stdout), call.stdout], ['stderr', text(ran.stderr), call.stderr]];
    for (const [name, data] of Object.entries(call.after)) {
        const before = call.before[name] ?? null, changed = plain(name) in ran.files;
        // what the shell, or another program of a pipe, has written meanwhile is nobody's business
        if (changed || call.args.some(word => [word, word.replace(/^.*?=/, '')].some(path => path === name || path && name.startsWith(path + '.'))))
            out.push([name, changed ? ran.files[plain(name)] : before, data]);
    }
    return out.filter(([, a, b]) => a !== b);
}

const [start, close] = await (folder ? inChromium() : here());
const left = new Map();
let passed = 0, failed = 0;
for (const call of readCalls()) {
    const reason = REASONS.find(([, test]) => test(call));
    if (reason) {
        left.set(reason[0], (left.get(reason[0]) ?? 0) + 1);
        continue;
    }
    const name = call.tool.replace(/^xpgn-?/, ''), args = name ? [name, ...call.args] : call.args;
    let found;
    try {
        found = differences(call, await start(args, {files: {...folders(call), ...call.before}, stdin: call.stdin, env: call.env}));
    } catch (e) {
        found = [['run', e.stack, '']];
    }
    if (found.length === 0)
        passed++;
    else {
        failed++;
        console.log(`not equal: ${call.from}: ${call.tool} ${call.args.join(' ')}`);
        for (const [part, a, b] of found.slice(0, 2))
            console.log(`  ${part}\n    module  ${String(a).slice(0, 300)}\n    program ${String(b).slice(0, 300)}`);
    }
}
await close();
for (const [reason, count] of left)
    console.log(`not run: ${count} with ${reason}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
