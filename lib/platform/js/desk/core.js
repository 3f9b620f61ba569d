// SPDX-License-Identifier: MIT
// The desk: what all views need. The tools know the rules; the desk only moves text and boxes. Text of records
// always goes into the page as text (textContent), never as markup.

let root = document; // the view being filled or shown
const $ = id => root.querySelector('#' + id) || document.getElementById(id);
const on = (target, what, does) => target.addEventListener(what, does);

function make(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const key in attributes) {
        const value = attributes[key];
        if (typeof value === 'function') on(e, key, value);
        else if (value !== false && value !== undefined) e.setAttribute(key, value === true ? '' : value);
    }
    e.append(...children.filter(child => child !== null && child !== undefined && child !== false));
    return e;
}

const button = (text, does, more) => make('button', {type: 'button', click: does, ...more}, text);

// Makes a named box with a text, which scrolls if the text is larger.
const pane = (name, text, more) => make('pre', {tabindex: 0, role: 'group', 'aria-label': name, ...more}, text);

// Makes a named box with a table, which scrolls if the table is larger: heads of columns, rows, further parts.
const tableOf = (name, heads, rows, ...more) => make('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name},
    make('table', {}, make('thead', {}, make('tr', {}, ...heads.map(text => text ? make('th', {scope: 'col'}, say(text)) : make('td')))), make('tbody', {}, ...rows), ...more));

// Opens a dialog over the page; `then` gets the value chosen.
function dialog(name, then, ...children) {
    const box = make('dialog', {'aria-label': name}, make('h2', {}, make('bdi', {}, name)), ...children);
    on(box, 'close', () => {
        box.remove();
        then(box.returnValue);
    });
    document.body.append(box);
    box.showModal();
    return box;
}

const nothing = () => 0;
const choices = (...buttons) => make('form', {method: 'dialog'}, ...buttons);

// ---- languages

let language = 'en';
const GERMAN = Object.fromEntries($('words').textContent.split('\n').map(line => line.split('\t')));
const say = (text, ...parts) => parts.reduce((done, part) => done.replace('%', part), language === 'de' && GERMAN[text] || text);
// The option of tools that write names and letters of pieces.
const languageOption = () => '--language=' + language;

// ---- the tools

const utf8 = new TextEncoder();
const reader = new TextDecoder();
const asText = bytes => reader.decode(bytes);

// Runs a tool; returns {status, stdout, stderr, files} as text. Passes house rules to every tool. `more`: options of run.
async function tool(args, files = {}, stdin = '', more = {}) {
    const all = {...files};
    const rules = state.rules ? ['--rules=house.yaml'] : [];
    if (rules.length > 0) all['house.yaml'] = state.rules;
    const ran = await xpgn.run([args[0], ...rules, ...args.slice(1)], {...more, files: all, stdin});
    const written = {...files};
    for (const name in ran.files) written[name] = ran.files[name] === null ? undefined : asText(ran.files[name]);
    return {...ran, files: written};
}

const lines = text => text.split('\n').filter(line => line !== '');
const objects = text => lines(text).map(line => JSON.parse(line));

// Returns the rows of CSV as arrays.
function cells(text) {
    const rows = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
        rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
        if (end === '') break;
        if (end !== ',') rows.push([]);
    }
    return rows.filter(row => row.length > 1 || row[0] !== '');
}

const csv = rows => rows.map(row => row.map(cell => '"' + cell.replaceAll('"', '""') + '"').join(',') + '\n').join('');

// ---- texts, pictures and files

const status = text => { $('status').textContent = text; };

function trouble(text) {
    $('trouble').textContent = text;
    $('trouble').hidden = text === '';
}

// Makes an image of a tool's SVG, described by the title and description in it.
function picture(svg, more) {
    const xml = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const said = name => (xml.querySelector(name) || {textContent: ''}).textContent;
    const url = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    const image = make('img', {src: url, alt: [said('title'), said('desc')].filter(Boolean).join('. '), ...more});
    on(image, 'load', () => URL.revokeObjectURL(url));
    return image;
}

function save(name, text, type = 'text/plain') {
    const url = URL.createObjectURL(new Blob([text], {type}));
    const link = make('a', {href: url, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}

const saveRecord = (name, text) => save(name, text, 'application/x-xpgn');
// Bytes as a string, if they are UTF-8.
function dataOf(bytes) {
    try {
        return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
    } catch {
        return bytes;
    }
}

// Decodes a file: UTF-8, otherwise UTF-16 with a byte order mark, or Windows-1252 from old programs.
async function textOf(blob) {
    const data = dataOf(new Uint8Array(await blob.arrayBuffer()));
    return typeof data === 'string' ? data : new TextDecoder(data[0] === 0xFF && data[1] === 0xFE ? 'utf-16le' : 'windows-1252').decode(data);
}

// Returns a file name that is valid on all systems and cannot be taken for an option.
const safeName = name => name.replace(/^.*[/\\]/, '').replace(/[\0-\x1f:#]/g, '_').replace(/^[-.]+/, '') || 'record.xpgn';

function newName(name) {
    const taken = state.files.map(file => file.name);
    const [, stem, end] = name.match(/^(.*?)(\.[^.]*)?$/s);
    for (let n = 2; taken.includes(name); n++) name = stem + '-' + n + (end || '');
    return name;
}

// Makes a button for choosing files.
function chooser(text, does, more) {
    const input = make('input', {type: 'file', hidden: true, 'aria-label': text, ...more});
    on(input, 'change', () => { does([...input.files]); input.value = ''; });
    return [button(text, () => input.click()), input];
}

// Wraps a function so that calls never overlap: of the calls made while it runs, only the last is made afterwards.
function latest(does) {
    let next = null, running = false;
    return async (...args) => {
        next = args;
        if (running) return;
        running = true;
        for (; next; await does(...args)) [args, next] = [next, null];
        running = false;
    };
}

const busy = new Set();

// Runs something that takes time; shows failures.
async function work(does) {
    const job = {};
    busy.add(job);
    document.documentElement.dataset.busy = '1';
    trouble('');
    try {
        return await does();
    } catch (e) {
        trouble(String(e.message || e));
    } finally {
        busy.delete(job);
        if (busy.size === 0) delete document.documentElement.dataset.busy;
    }
}

// ---- views

const views = []; // {id, title, fill(section), uses: beginnings of the names of parts that it shows}
let view = null;

// Returns a selector of the focused element, to find it again when a view is redrawn.
function focused() {
    const e = document.activeElement;
    const key = ['data-square', 'id', 'name'].find(name => e.hasAttribute(name));
    return key && '[' + key + '="' + e.getAttribute(key) + '"]';
}

function frame() {
    document.documentElement.lang = language;
    $('views').replaceChildren(...views.map(v => make('a', {href: '#' + v.id, 'aria-current': v === view && 'page'}, say(v.title))));
    for (const e of document.querySelectorAll('[data-say]')) e.textContent = say(e.dataset.say);
    $('language').value = language;
    document.title = say(view.title) + ' \u2013 ' + say('XPGN desk');
    status('');
    trouble('');
}

// Shows a view: it is filled before it replaces the last one.
async function show(id) {
    const before = view, section = make('section', {});
    view = views.find(v => v.id === id) || views[0];
    Object.assign(section, {id: view.id, ariaLabel: say(view.title)});
    frame();
    root = section;
    await work(() => view.fill(section));
    if (root !== section) return;
    const focus = before === view && focused(), at = before === view ? scrollY : 0;
    $('main').replaceChildren(section);
    const again = focus && section.querySelector(focus);
    if (again) again.focus();
    const current = section.querySelector('.games [aria-current]');
    if (current) current.scrollIntoView({block: 'nearest'});
    scrollTo(0, at);
}
