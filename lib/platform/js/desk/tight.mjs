// SPDX-License-Identifier: MIT
// Packs what is in the page that desk.sh writes: tight.mjs PAGE writes it to standard output. Style, elements and scripts are
// one text, which a first script unpacks and puts into the page; the module, which is packed already, stays where that finds
// it, and is unpacked by the same functions. The policy admits the scripts as before, and the first.
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {pack} from '../pack.mjs';

const hashOf = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
// Cuts the first match out of a text; returns the text and what was in it.
const cut = (text, pattern) => [text.replace(pattern, ''), text.match(pattern)[1]];

const page = readFileSync(process.argv[2], 'utf8').match(/^(.*?)(<body[^>]*>)(.*)(<\/body>.*)$/s);
const [head, style] = cut(page[1], /<style>(.*?)<\/style>\n/s), [inside, unscripted] = cut(page[3], /(<noscript>.*?<\/noscript>)\n/s);
const scripts = [], elements = inside.replace(/<script>(.*?)<\/script>\n/gs, (_, script) => (scripts.push(script), ''));
const [, module] = scripts[0].match(/packed = (\[\d+,'[^']*'[\d,]*\]);/);
// as build.sh has put it into the script
const [unpacker] = readFileSync(new URL('../unpack.js', import.meta.url), 'utf8').replace(/^ *(\/\/.*)?\n?/gm, '').match(/const letters.*(?=async function unpackModule)/s);
const packed = scripts.map(script => script.replace(module, 'heldModule').replace(unpacker, ''));

const first = `${unpacker}const heldModule = ${module};
const [style, elements, ...scripts] = new TextDecoder().decode(unpacker(letters, fromLetters, moveParts)(${pack(Buffer.from([style, elements, ...packed].join('\0')))})).split('\\0');
const add = (to, name, text) => to.append(Object.assign(document.createElement(name), {textContent: text}));
add(document.head, 'style', style);
document.body.insertAdjacentHTML('beforeend', elements);
for (const script of scripts) add(document.body, 'script', script);
`;
const policed = scripts.reduce((text, script, i) => text.replace(hashOf(script), hashOf(packed[i])), head).replace('script-src ', `script-src ${hashOf(first)} `);
process.stdout.write(`${policed}${page[2]}\n${unscripted}\n<script>${first}</script>\n${page[4]}`);
