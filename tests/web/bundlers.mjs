// SPDX-License-Identifier: MIT
// Installs the package into an empty project, with what bundlers are used most, and has a page of each check a game: in the page
// and in a worker of it. node bundlers.mjs FOLDER [WORD...], run by run.sh.
//   XPGN_TGZ: the package, as make pack has made it
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { folder, open, root, runAll, test } from './browser.mjs';

const project = resolve(folder, 'bundlers'), run = promisify(execFile);
const npx = (...args) => run('npx', ['--no', ...args], { cwd: project });
rmSync(project, { recursive: true, force: true });
mkdirSync(project, { recursive: true });
const put = (name, text) => writeFileSync(join(project, name), text);
put('package.json', '{"private": true}');
await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', 'file:' + resolve(process.env.XPGN_TGZ),
    'esbuild@0.28.2', 'vite@8.4.0', 'webpack@5.113.0', 'webpack-cli@7.3.1'], { cwd: project });

// ---- the page: its title becomes what was found in it and in a worker

const worker = start => `import {init, validate} from 'xpgn';
${start}
ready.then(() => validate('1. e4 Ke4 *')).then(found => postMessage(found[0].code), e => postMessage(String(e)));`;
const main = (start, address) => `import {init, validate} from 'xpgn';
${start}
const told = new Promise(done => {
    const worker = new Worker(${address}, {type: 'module'});
    worker.onmessage = e => done(e.data);
    worker.onerror = e => done('error ' + e.message);
});
ready.then(() => validate('1. e4 Ke4 *')).then(found => found[0].code, String)
    .then(async here => { document.title = here + ' ' + await told; });`;
const nothing = 'const ready = Promise.resolve();', url = "new URL('./worker.mjs', import.meta.url)";
const page = script => `<!DOCTYPE html><title>-</title><script type="module" src="${script}"></script>`;

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
async function checks(t, address) {
    const p = await open(t, address);
    await p.waitForFunction(() => document.title !== '-', null, { timeout: 60000 }).catch(() => 0);
    assert.equal(await p.title(), 'C-1 C-1', p.noted.join('\n'));
}

// Serves a folder, and looks at its page.
async function served(t, name) {
    const server = createServer((request, response) => {
        const file = join(project, name, request.url === '/' ? 'index.html' : request.url.split('?')[0]);
        try {
            const bytes = readFileSync(file);
            response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    await checks(t, `http://127.0.0.1:${server.address().port}/`).finally(() => server.close());
}

function write(name, start, address = url) {
    mkdirSync(join(project, name));
    put(join(name, 'worker.mjs'), worker(start));
    put(join(name, 'main.mjs'), main(start, address));
    put(join(name, 'index.html'), page('./main.mjs'));
}

test('webpack', async t => {
    write('webpack', nothing);
    await npx('webpack', './webpack/main.mjs', '--mode=production', '-o', 'webpack/out');
    put('webpack/out/index.html', page('main.js'));
    await served(t, 'webpack/out');
});

const vite = { root: '.', base: './', worker: { format: 'es' }, build: { target: 'es2022' } };
test('vite build', async t => {
    write('vite', nothing);
    put('vite/vite.config.mjs', `export default ${JSON.stringify(vite)};`);
    await npx('vite', 'build', 'vite', '--config=vite/vite.config.mjs', '--logLevel=warn');
    await served(t, 'vite/dist');
});

test('vite, as one works with it', async t => {
    write('dev', nothing);
    put('dev/vite.config.mjs', `export default ${JSON.stringify({ ...vite, root: 'dev' })};`);
    const server = spawn('npx', ['--no', 'vite', '--', '--config=dev/vite.config.mjs', '--host=127.0.0.1', '--port=0'], { cwd: project, detached: true });
    t.contexts.push({ close: async () => process.kill(-server.pid) });
    const address = await new Promise((done, fail) => {
        let said = '';
        server.stdout.on('data', text => {
            said += String(text).replace(/\u001b\[\d*m/g, '');
            const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
            if (found) done(found[0]);
        });
        server.on('exit', () => fail(new Error(said)));
    });
    await checks(t, address);
});

test('esbuild, which is told where the module is', async t => {
    write('esbuild', "import wasm from 'xpgn/xpgn.wasm';\nconst ready = init(new URL(wasm, import.meta.url));");
    await npx('esbuild', 'esbuild/main.mjs', 'esbuild/worker.mjs', '--bundle', '--format=esm', '--minify', '--keep-names', '--loader:.wasm=file',
        '--outdir=esbuild/out', '--out-extension:.js=.mjs');
    put('esbuild/out/index.html', page('main.mjs'));
    await served(t, 'esbuild/out');
});

test('esbuild, with the module beside', async t => {
    write('beside', nothing);
    await npx('esbuild', 'beside/main.mjs', 'beside/worker.mjs', '--bundle', '--format=esm', '--outdir=beside/out', '--out-extension:.js=.mjs');
    cpSync(join(project, 'node_modules/xpgn/xpgn.wasm'), join(project, 'beside/out/xpgn.wasm'));
    put('beside/out/index.html', page('main.mjs'));
    await served(t, 'beside/out');
});

// ---- Node.js

test('Node.js: the examples of README.md say what they say they do', async () => {
    const text = readFileSync(join(root, 'lib/platform/js/README.md'), 'utf8');
    const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(found => found[1]);
    assert.ok(examples.length >= 3);
    for (const [i, example] of examples.entries()) {
        put(`example${i}.mjs`, example);
        const { stdout } = await run('node', [`example${i}.mjs`], { cwd: project });
        const wanted = [...example.matchAll(/\/\/ (?!or:)(.*)$/gm)].map(found => found[1] + '\n').join('');
        assert.equal(stdout, wanted);
    }
});

test('Node.js: a bundle of esbuild, as a module and as CommonJS', async () => {
    put('node.mjs', "import {validate} from 'xpgn';\nvalidate('1. e4 Ke4 *').then(found => console.log(found[0].code));");
    for (const [format, name] of [['esm', 'out.mjs'], ['cjs', 'out.cjs']]) {
        put('node.mjs', `${format === 'esm' ? "import {validate} from 'xpgn'" : "const {validate} = require('xpgn')"};\nvalidate('1. e4 Ke4 *').then(found => console.log(found[0].code));`);
        await npx('esbuild', 'node.mjs', '--bundle', '--platform=node', `--format=${format}`, '--keep-names', `--outfile=node/${name}`);
        cpSync(join(project, 'node_modules/xpgn/xpgn.wasm'), join(project, 'node/xpgn.wasm'));
        assert.equal((await run('node', [join('node', name)], { cwd: project })).stdout, 'C-1\n');
    }
});

test('Node.js: in a worker, and what a tool says with status 1 is heard', async () => {
    put('warned.mjs', `import {Worker, isMainThread} from 'node:worker_threads';
import {games, svg} from 'xpgn';
if (isMainThread)
    new Worker(new URL(import.meta.url));
else {
    const said = [];
    await svg('1. e4 Ke4 *', {}, {warn: text => said.push(text)}).catch(e => said.push(e.message));
    for await (const row of games('1. e4 Ke4 *\\n\\n1. e4 Ke5 *', {}, {warn: text => said.push(text)}))
        said.push(row.plies);
    console.log(JSON.stringify(said));
}`);
    const { stdout } = await run('node', ['warned.mjs'], { cwd: project });
    assert.match(stdout, /C-1.*2 of 2 games not read to the end/s);
});

assert.ok(readdirSync(project).includes('node_modules'));
await runAll();
