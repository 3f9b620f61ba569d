// SPDX-License-Identifier: MIT
// Replays by the module what the command-line tests have run, as recorder.pl has kept it, and compares status, both outputs
// and files, byte for byte. Ends with `N passed, N failed`.
//   goldens.mjs PACKAGE PAGES FOLDER...  the calls of folders, each of a file of tests; PAGES: '' for Node.js, or a folder
//                                        that has node_modules, for a page of Chromium
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {cpus} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [packet, pages, ...folders] = process.argv.slice(2);
const text = base64 => Buffer.from(base64, 'base64').toString();
const isText = base64 => Buffer.from(text(base64)).toString('base64') === base64;
const named = (table, use) => Object.fromEntries(Object.entries(table).map(([name, value]) => [text(name), use(value)]));

// ---- what cannot be run, and why, besides what recorder.pl has left

const PACKED = /^(?:\x1f\x8b|BZh|\xfd7zXZ\0|\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18|\x5d\0\0)/;

// What the arguments may name: themselves, and the values of options if they look like paths.
const paths = call => call.args.flatMap(word => [word, word.replace(/^.*?=/s, '')].filter((path, i) => path && (i === 0 || /[./]/.test(path))));

// Whether a file is one that an argument names, or lies below a folder that one does, or is called after it: FILE.log.
const isNamed = (call, file) => paths(call).some(path => path === file || path === '.' || file.startsWith(path.replace(/\/*$/, '/')) ||
    file.startsWith(path + '.'));
const used = call => Object.keys(call.before).filter(name => isNamed(call, name));

// Whether somebody else has made a folder for a scribe, who makes none.
const changedFolder = call => call.tool === 'xpgn-record' && Object.keys(call.after).some(name => name.endsWith('/') && !(name in call.before));

const REASONS = [
    ['packed files', call => [call.stdin, ...used(call).map(name => call.before[name])].some(bytes => PACKED.test(bytes.toString('latin1', 0, 8)))],
    ['a secret that is drawn', call => call.tool === 'xpgn-dice' && call.args.includes('make') || call.args.includes('--roll') && !call.args.some(word => /^--seed/.test(word))],
    ['another program, diff', call => call.args.includes('--diff')],
    ['another program, man', call => call.tool === 'xpgn' && call.args[0] === 'help' && call.status === 0 && /^(?:manual: )?(?:\d|-l) /.test(call.stdout)],
    ['a picture in dots, which librsvg makes', call => call.args.some(word => /^(?:--format=)?(?:png|card|pdf)$/.test(word))],
    ['an animation on a terminal', call => call.args.includes('--animate')],
    ['another program that writes a file meanwhile', call => /by another program$/m.test(call.stdout) || changedFolder(call)],
    ['an index, which knows the time of its file', call => call.args.includes('--index') || used(call).some(name => /\.xp[id]$/.test(name))],
];

function readCall(folder, name) {
    const call = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    call.from = `${basename(folder)}: ${text(call.from)}`;
    call.tool = text(call.tool);
    call.left = call.left ? text(call.left) : call.args.every(isText) ? '' : 'an argument that is no text';
    call.args = call.args.map(text);
    if (!call.left) {
        const content = sum => readFileSync(join(folder, 'data', sum));
        for (const key of ['stdin', 'stdout', 'stderr'])
            call[key] = content(call[key]);
        call.before = named(call.before, content);
        call.after = named(call.after, content);
        call.env = named(call.env, text);
        call.left = REASONS.find(([, test]) => test(call))?.[0] ?? '';
    }
    return call;
}

function* readCalls() {
    for (const folder of folders) {
        for (const name of readdirSync(folder).filter(name => /^[0-9a-f]{64}$/.test(name)).sort())
            yield readCall(folder, name);
    }
}

// ---- where it is run: takes and gives bytes

const MOST = 180000; // milliseconds of one call, and of starting

async function here() {
    const {run} = await import(pathToFileURL(resolve(packet, 'xpgn.mjs')));
    return [(args, given) => run(args, {...given, bytes: true, signal: AbortSignal.timeout(MOST)}), () => 0];
}

async function openPage() {
    const require = createRequire(resolve(pages, 'node_modules/x.js'));
    const executablePath = execFileSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], {encoding: 'utf8'}).trim();
    const browser = await require('playwright-core').chromium.launch({executablePath, args: ['--no-sandbox'], timeout: MOST});
    const page = resolve(pages, 'goldens.html');
    writeFileSync(page, `<!DOCTYPE html><meta charset="utf-8"><script>${readFileSync(join(packet, 'xpgn.inline.js'), 'utf8')}</script>`);
    const p = await browser.newPage();
    await p.goto(pathToFileURL(page).href, {timeout: MOST});
    return [p, () => browser.close()];
}

// In the page: runs with bytes in base64.
async function runThere([args, {files, stdin, env}, most]) {
    const bytes = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));
    const base64 = data => data && btoa(Array.from(data, c => String.fromCharCode(c)).join(''));
    const all = Object.entries(files).map(([name, data]) => [name, name.endsWith('/') ? '' : new Blob([bytes(data)])]);
    const ran = await xpgn.run(args, {files: new Map(all), stdin: bytes(stdin), env, bytes: true, signal: AbortSignal.timeout(most)});
    return {status: ran.status, stdout: base64(ran.stdout), stderr: base64(ran.stderr),
        files: Object.fromEntries(Object.entries(ran.files).map(([name, data]) => [name, base64(data)]))};
}

async function inChromium() {
    const [p, close] = await openPage();
    const base64 = data => Buffer.from(data).toString('base64'), bytes = data => data && Buffer.from(data, 'base64');
    const each = (files, use) => Object.fromEntries(Object.entries(files).map(([name, data]) => [name, use(data)]));
    return [async (args, {files, stdin, env}) => {
        const ran = await p.evaluate(runThere, [args, {files: each(files, base64), stdin: base64(stdin), env}, MOST]);
        return {status: ran.status, stdout: bytes(ran.stdout), stderr: bytes(ran.stderr), files: each(ran.files, bytes)};
    }, close];
}

// ---- comparing

const plain = name => name.split('/').reduce((names, part) => (part === '..' ? names.slice(0, -1) : part && part !== '.' ? [...names, part] : names), []).join('/');

const latin = bytes => bytes && Buffer.from(bytes).toString('latin1');

// Outputs without what no two runs, or builds, have in common: how long it took; what follows the first line of --version; the
// one error that the C library of the module has other words for.
const output = (call, bytes) => (call.args.includes('--version') ? latin(bytes).split('\n', 1)[0] : latin(bytes))
    .replace(/\d+\.\d\d s, \d+\.\d MB\/s$/m, 'TIME').replace(': Filename too long', ': File name too long');

// What differs: [part, module's, program's].
function differences(call, ran) {
    const out = [['status', ran.status, call.status], ...['stdout', 'stderr'].map(key => [key, output(call, ran[key]), output(call, call[key])])];
    for (const [name, data] of Object.entries(call.after)) {
        const before = call.before[name] ?? null, changed = plain(name) in ran.files;
        // what the shell, or another program of a pipe, has written meanwhile is nobody's business
        if (!name.endsWith('/') && (changed || isNamed(call, name)))
            out.push([name, latin(changed ? ran.files[plain(name)] : before), latin(data)]);
    }
    return out.filter(([, a, b]) => a !== b);
}

async function replay(start, call) {
    const name = call.tool.replace(/^xpgn-?/, '');
    try {
        return differences(call, await start(name ? [name, ...call.args] : call.args, {files: call.before, stdin: call.stdin, env: call.env}));
    } catch (e) {
        return [['run', e.stack, '']];
    }
}

function tell(call, found) {
    console.log(`not equal: ${call.from}: ${call.tool} ${call.args.join(' ')}`);
    for (const [part, a, b] of found.slice(0, 2))
        console.log(`  ${part}\n    module  ${String(a).slice(0, 300)}\n    program ${String(b).slice(0, 300)}`);
}

const [start, close] = await (pages ? inChromium() : here());
const left = new Map();
let passed = 0, failed = 0;
const calls = readCalls();
const replaySome = async () => {
    for (const call of calls) {
        const found = call.left ? null : await replay(start, call);
        if (call.left)
            left.set(call.left, (left.get(call.left) ?? 0) + 1);
        else if (found.length === 0)
            passed++;
        else {
            failed++;
            tell(call, found);
        }
    }
};
await Promise.all(cpus().map(replaySome));
await close();
for (const [reason, count] of [...left].sort((a, b) => b[1] - a[1]))
    console.log(`not run: ${count} with ${reason}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
