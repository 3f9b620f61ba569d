// SPDX-License-Identifier: MIT
// Runs every tool on the samples twice, by the package for JavaScript and as the native program, and compares status,
// standard output and standard error, byte for byte. Ends with `N passed, N failed`.
//   wasm.mjs PACKAGE BIN           in this thread, in a worker, and a few in the WASI of Node.js; and what the package
//                                  does besides
//   wasm.mjs PACKAGE BIN FOLDER    in a page of Chromium from a disk; FOLDER has node_modules
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {closeSync, openSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {WASI} from 'node:wasi';

// The module closes what is the process's: wasm.mjs --wasi MODULE ARGUMENT...
if (process.argv[2] === '--wasi') {
    const wasi = new WASI({version: 'preview1', args: ['xpgn', ...process.argv.slice(4)], env: {}, preopens: {'.': '.'}, returnOnExit: true});
    const module = new WebAssembly.Module(readFileSync(process.argv[3]));
    process.exit(wasi.start(new WebAssembly.Instance(module, wasi.getImportObject())));
}

const [packet, bin, folder] = process.argv.slice(2);
const esm = await import(pathToFileURL(resolve(packet, 'xpgn.mjs'))), {run} = esm;

// ---- what is run: [arguments, standard input]

const list = (folder, end = '') => readdirSync(folder, {withFileTypes: true}).filter(e => e.isFile() && e.name.endsWith(end)).map(e => join(folder, e.name));
const samples = list('samples', '.xpgn'), broken = list('samples/broken', '.xpgn'), imports = list('samples/import');
const files = [...list('samples'), ...broken, ...imports];

// What tests/ci/commands.txt says: the arguments, and the file that is standard input.
function * each() {
    const on = {broken: [...samples, ...broken], samples, import: imports, stdin: imports, once: ['']};
    for (const line of readFileSync('tests/ci/commands.txt', 'utf8').split('\n').filter(line => line && !line.startsWith('#'))) {
        const [kind, words] = line.split('\t');
        for (const file of on[kind]) {
            const args = words.split(' ').map(word => word === '{}' ? file : word);
            if (kind === 'once' || words.includes('{}'))
                yield [args];
            else
                yield kind === 'stdin' ? [args, file] : [[...args, file]];
        }
    }
}

// ---- where it is run

function spawn(program, args, input) {
    const stdin = openSync(input ?? '/dev/null', 'r');
    const {status, stdout, stderr, error} = spawnSync(program, args, {stdio: [stdin, 'pipe', 'pipe'], env: {PATH: ''}, maxBuffer: 1 << 28});
    closeSync(stdin);
    if (error)
        throw error;
    return {status, stdout, stderr};
}

const native = ([tool, ...args], input) => (tool === 'help' ? spawn(join(bin, 'xpgn'), [tool, ...args]) : spawn(join(bin, `xpgn-${tool}`), args, input));
const inWasi = (args, input) => spawn(process.execPath, ['--no-warnings', fileURLToPath(import.meta.url), '--wasi', join(packet, 'xpgn.wasm'), ...args], input);
const onDisk = Object.fromEntries(files.map(path => [path, {path}]));
const inNode = worker => (args, input) => run(args, {files: onDisk, stdin: input ? {path: input} : '', bytes: true, worker});

// A page that admits its own scripts and the module alone; it has the files as Blobs.
async function chromium() {
    const require = createRequire(resolve(folder, 'node_modules/x.js'));
    const executablePath = execFileSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], {encoding: 'utf8'}).trim();
    const browser = await require('playwright-core').chromium.launch({executablePath, args: ['--no-sandbox']});
    const script = readFileSync(join(packet, 'xpgn.inline.js'), 'utf8');
    const hash = createHash('sha256').update(script).digest('base64');
    const page = resolve(folder, 'module.html');
    writeFileSync(page, `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';
        script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:"><script>${script}</script>`);
    const p = await browser.newPage();
    p.on('console', m => console.log('console: ' + m.text()));
    await p.goto(pathToFileURL(page).href);
    const base64 = Object.fromEntries(files.map(path => [path, readFileSync(path, 'base64')]));
    await p.evaluate(given => {
        const blob = text => new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]);
        window.files = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, blob(text)]));
        window.text = bytes => Array.from(bytes, c => String.fromCharCode(c)).join('');
    }, base64);
    const inPage = async (args, input) => {
        const {status, stdout, stderr} = await p.evaluate(async ([args, input]) => {
            const done = await xpgn.run(args, {files: window.files, stdin: input ? window.files[input] : '', bytes: true});
            return {status: done.status, stdout: window.text(done.stdout), stderr: window.text(done.stderr)};
        }, [args, input]);
        return {status, stdout: Buffer.from(stdout, 'latin1'), stderr: Buffer.from(stderr, 'latin1')};
    };
    return [inPage, () => browser.close()];
}

// ---- comparing

let passed = 0, failed = 0;

function compare(where, args, got, own) {
    const differs = ['status', 'stdout', 'stderr'].filter(part => (part === 'status' ? got.status !== own.status : Buffer.compare(got[part], own[part]) !== 0));
    if (differs.length === 0) {
        passed++;
        return;
    }
    console.log(`not equal ${where}: xpgn ${args.join(' ')}: ${differs.join(', ')}`);
    if (++failed <= 5)
        for (const part of differs.filter(name => name !== 'status'))
            console.log(`  module ${Buffer.from(got[part]).toString().slice(0, 200)}\n  native ${own[part].toString().slice(0, 200)}`);
}

// ---- what the package does besides

const club = readFileSync('samples/club.xpgn', 'utf8');
const packages = {esm};
for (const name of ['cjs', 'inline.js'])
    packages[name] = createRequire(import.meta.url)(resolve(packet, 'xpgn.' + name));

const tests = {
    async 'every form of the package runs'({run}) {
        assert.equal((await run(['validate', 'a.xpgn'], {files: {'a.xpgn': club}})).status, 0);
    },
    async 'files come as text, bytes, Blobs and streams, in folders, also empty ones; those that are written come back'({run}) {
        const bytes = Buffer.from(club), stream = async function* () { yield bytes.subarray(0, 999); yield bytes.subarray(999); };
        const files = {a: club, 'b/c': bytes, d: new Blob([club]), e: stream(), f: {path: 'samples/club.xpgn'}};
        const ran = await run(['validate', '--good=out/good', ...Object.keys(files)], {files: {...files, 'out/': ''}});
        assert.deepEqual([ran.status, Object.keys(ran.files)], [0, ['out/good']]);
        const own = native(['validate', '--good=-', ...Array(5).fill('samples/club.xpgn')]);
        assert.equal(Buffer.compare(ran.files['out/good'], own.stdout), 0);
    },
    async 'a file that is replaced comes back, and what was given stays'({run}) {
        const bytes = Buffer.from('old'), ran = await run(['validate', '--force', '--good=a', '-'], {stdin: club, files: {a: bytes}});
        assert.equal(String(bytes), 'old');
        assert.ok(ran.files.a.length > 1000);
    },
    async 'a signal ends a run, and the next goes on'({run}) {
        const stop = new AbortController();
        const long = run(['simulate', '--games=10000000', '--variant=chess'], {signal: stop.signal, stdout: () => stop.abort(new Error('enough'))});
        await assert.rejects(long, /enough/);
        assert.equal((await run(['validate'], {stdin: club, worker: true})).status, 0);
        await assert.rejects(run(['validate'], {signal: AbortSignal.abort()}), {name: 'AbortError'});
    },
    async 'progress reports all bytes in the end'({run}) {
        const seen = [], big = club.repeat(300);
        await run(['validate', 'a'], {files: {a: new Blob([big])}, progress: (...pair) => seen.push(pair)});
        assert.deepEqual(seen.at(-1), [big.length, big.length]);
        await run(['validate', 'a'], {files: {a: {path: 'samples/club.xpgn'}}, progress: (...pair) => seen.push(pair)});
        assert.deepEqual(seen.at(-1), [club.length, club.length]);
    },
    async 'what cannot be read is told'({run}) {
        await assert.rejects(run(['validate', 'a'], {files: {a: 7}}), TypeError);
        await assert.rejects(run(['validate', 'a'], {files: {a: {path: 'no/such'}}, worker: true}), /ENOENT/);
    },
    async 'validate gives the findings of the tool'({validate}) {
        const wrong = readFileSync('samples/broken/CA-3.xpgn', 'utf8');
        const lines = String(spawnIn(wrong, 'validate', '--format=json')).trim().split('\n');
        assert.deepEqual(await validate(wrong), lines.map(line => JSON.parse(line)));
        await assert.rejects(validate(wrong, {nonsense: true}), /unknown option --nonsense/);
    },
    async 'games come one by one, and who has enough may leave'({games}) {
        const rows = [];
        for await (const row of games(club, {columns: 'game,White,plies'}))
            rows.push(row);
        assert.deepEqual(rows.map(row => row.game), [1, 2, 3, 4, 5]);
        assert.equal(rows[0].White, 'Adams, R.');
        for await (const row of games(new Blob([club.repeat(2000)]))) {
            assert.equal(row.game, 1);
            break;
        }
        await assert.rejects(games(club, {columns: 'nonsense,'}).next(), /nonsense/);
    },
    async 'a stream is read as it is asked for, and closed'({games, run}) {
        let given = 0, closed = 0;
        const big = club.repeat(40);
        const endless = async function* () { try { for (;;) { given += big.length; yield big; } } finally { closed++; } };
        for await (const row of games(endless()))
            if (row.game === 3) {
                await new Promise(go => setTimeout(go, 500));
                break;
            }
        await new Promise(go => setTimeout(go, 10));
        assert.ok(given < 2e6 && closed === 1, `${given} bytes, closed ${closed} times`);
        const torn = async function* () { yield club; throw new Error('torn'); };
        await assert.rejects(run(['validate'], {stdin: torn()}), /torn/);
        await assert.rejects(run(['validate', 'a'], {files: {a: torn()}, worker: false}), /torn/);
    },
    async 'a Blob is read in pieces'({run}) {
        const big = new Blob(Array(1000).fill(club)), asked = [];
        big.slice = (from, to) => { asked.push(to - from); return Blob.prototype.slice.call(big, from, to); };
        big.arrayBuffer = () => assert.fail('read whole');
        const {status, stdout} = await run(['list', 'a'], {files: {a: big}});
        assert.deepEqual([status, stdout.split('\n').length > 5000], [0, true]);
        assert.ok(Math.max(...asked) <= 1 << 20 && asked.length >= 3, `pieces of ${asked}`);
    },
    async 'odds and svg are those of the tools'({odds, svg}) {
        const [row] = await odds({variant: 'chess-attack', attacker: 'N', defender: 'B'});
        const own = JSON.parse(spawnIn('', 'odds', '--format=json', '--variant=chess-attack', '--attacker=N', '--defender=B'));
        assert.deepEqual(row, own);
        const picture = await svg(club, {game: 1, flip: true, mark: 'e4', caption: ['a', 'b']});
        assert.equal(picture, String(spawnIn(club, 'render-svg', '--game=1', '--flip', '--mark=e4', '--caption=a', '--caption=b')));
    },
    async 'a record grows line by line'({record}) {
        const session = await record.open('', {variant: 'chess-attack', white: 'Adams', black: 'Brandt'});
        assert.deepEqual(await session.enter(['e4', 'd5']), ['ok 1. e4', 'ok 1... d5']);
        await session.enter(['exd5', '5:2']);
        assert.match(session.text, /\[White "Adams"\][^]*1\. e4 d5 2\. exd5 <5\+0=7w:2\+1=6x> \*/);
        const again = await record.open(session.text);
        assert.match(again.state, /^ok 3 /);
        assert.match((await again.enter('zz'))[0], /^error /);
        assert.equal(again.text, session.text);
    },
};

function spawnIn(text, tool, ...args) {
    return spawnSync(join(bin, 'xpgn-' + tool), args, {input: text}).stdout;
}

async function tryPackage() {
    for (const [name, body] of Object.entries(tests))
        for (const [form, functions] of Object.entries(packages).slice(0, name.startsWith('every') ? 3 : 1))
            try {
                await body(functions);
                passed++;
            } catch (e) {
                failed++;
                console.log(`not ok ${name} (${form})\n${e.stack}`);
            }
}

let close = () => {};
let hosts = [['in this thread', inNode(false), 1], ['in a worker', inNode(true), 10], ["in Node's WASI", inWasi, 100]];
if (folder) {
    const [inPage, end] = await chromium();
    hosts = [['in Chromium', inPage, 1]];
    close = end;
}
let number = 0;
for (const [args, input] of each()) {
    const own = native(args, input);
    for (const [where, start, every] of hosts)
        if (number % every === 0)
            compare(where, args, await start(args, input), own);
    number++;
}
if (!folder)
    await tryPackage();
await close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
