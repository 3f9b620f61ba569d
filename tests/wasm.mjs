// SPDX-License-Identifier: MIT
// Runs every tool on the samples twice, as the WebAssembly module in WASI and as the native program, and compares
// status, standard output and standard error, byte for byte: node wasm.mjs MODULE BIN. Ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

// One run is a process of its own, as the module may close what is the process's: wasm.mjs --run MODULE ARGUMENT...
if (process.argv[2] === "--run") {
    const wasi = new WASI({ version: "preview1", args: ["xpgn", ...process.argv.slice(4)], env: {}, preopens: { ".": "." }, returnOnExit: true });
    const module = new WebAssembly.Module(readFileSync(process.argv[3]));
    process.exit(wasi.start(new WebAssembly.Instance(module, wasi.getImportObject())));
}

const [modulePath, bin] = process.argv.slice(2);

function run(program, args, input) {
    const stdin = openSync(input ?? "/dev/null", "r");
    const ran = spawnSync(program, args, { stdio: [stdin, "pipe", "pipe"], env: { PATH: "" }, maxBuffer: 1 << 28 });
    closeSync(stdin);
    return ran;
}

const inWasi = (args, input) => run(process.execPath, ["--no-warnings", fileURLToPath(import.meta.url), "--run", modulePath, ...args], input);
const native = ([tool, ...args], input) => run(join(bin, `xpgn-${tool}`), args, input);

const records = (folder) => readdirSync(folder).filter((name) => name.endsWith(".xpgn")).map((name) => join(folder, name));
const samples = records("samples"), broken = records("samples/broken"), imports = readdirSync("samples/import").map((name) => `samples/import/${name}`);
const runs = [];
for (const file of [...samples, ...broken])
    for (const args of [["validate"], ["validate", "--format=json"], ["validate", "--format=sarif", "--lint"], ["fmt"],
        ["replay", "--format=json"], ["list", "--format=csv"], ["stats", "--format=json"]])
        runs.push([[...args, file]]);
for (const file of samples)
    for (const args of [["replay"], ["replay", "--luck"], ["fmt", "--notation=long"], ["stats"], ["stats", "--fairness"], ["render-ascii"],
        ["render-svg"], ["render-html"], ["odds"], ["grep", "--has=combat"], ["grep", "--has=mate"], ["sort", "--by=White"], ["fix"], ["compare", file]])
        runs.push([[...args, file]]);
for (const file of imports)
    runs.push([["fmt", "--import", file]], [["validate", file]], [["list"], file]);
for (const variant of ["chess", "chess-attack", "five-dice", "combat-chess-2", "assault-and-siege"])
    runs.push([["simulate", `--variant=${variant}`, "--seed=7", "--games=3", "--bots=random,greedy"]]);
for (const args of [["grep", "--comment", "(?i)[a-ü]+ei", ...samples], ["validate", "--no-such"], ["validate", "missing.xpgn"], ["help", "CA-3"], ["dice", "check", ...samples]])
    if (args[0] !== "help")
        runs.push([args]);

let passed = 0, failed = 0;
for (const [args, input] of runs) {
    const wasm = inWasi(args, input), own = native(args, input);
    const differs = ["status", "stdout", "stderr"].filter((part) => (part === "status" ? wasm.status !== own.status : Buffer.compare(wasm[part], own[part]) !== 0));
    if (differs.length === 0)
        passed++;
    else {
        failed++;
        console.log(`not equal: xpgn ${args.join(" ")}: ${differs.join(", ")}`);
        if (failed <= 5)
            for (const part of differs.filter((name) => name !== "status"))
                console.log(`  wasm   ${wasm[part].toString().slice(0, 200)}\n  native ${own[part].toString().slice(0, 200)}`);
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
