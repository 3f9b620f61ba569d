// SPDX-License-Identifier: MIT
// The desk: what all places need. The tools know the rules; the desk only moves text and boxes, and reads fields, never words.
// Text of records always goes into the page as text (textContent), never as markup.

const $ = id => document.getElementById(id);
const on = (target, what, does) => target.addEventListener(what, does);

function make(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const key in attributes) {
        const value = attributes[key];
        if (typeof value === 'function') on(e, key, value);
        else if (value !== false && value !== undefined && value !== null) e.setAttribute(key, value === true ? '' : value);
    }
    e.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
    return e;
}

const button = (text, does, more) => make('button', {type: 'button', class: 'btn', click: does, ...more}, text);
const put = (box, ...children) => box.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
// Makes a named box with a text, which scrolls if the text is larger.
const pane = (name, text, more) => make('pre', {tabindex: 0, role: 'group', 'aria-label': name, ...more}, text);

// Makes a named box with a table, which scrolls if the table is larger: heads of columns, rows, further parts.
const tableOf = (name, heads, rows, ...more) => make('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name},
    make('table', {}, make('thead', {}, make('tr', {}, heads.map(text => text ? make('th', {scope: 'col'}, text) : make('td')))), make('tbody', {}, rows), more));

// Opens a dialog over the page; `then` gets the value chosen.
function dialog(name, then, ...children) {
    const box = make('dialog', {'aria-label': name}, make('h2', {}, make('bdi', {}, name)), children), before = document.activeElement;
    on(box, 'close', () => {
        box.remove();
        if (before.isConnected) before.focus();
        then(box.returnValue);
    });
    document.body.append(box);
    box.showModal();
    return box;
}

const nothing = () => 0;
const choices = (...buttons) => make('form', {method: 'dialog', class: 'rest'}, buttons);
const closing = () => choices(make('button', {class: 'btn main'}, say('Close')));
const field = (text, input) => make('label', {class: 'field'}, make('span', {}, text), input);
const textInput = (name, value, more) => make('input', {type: 'text', name, value: value || '', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', ...more});
const selectOf = (name, list, value, more) => {
    const select = make('select', {name, ...more}, list.map(([id, text]) => make('option', {value: id}, text)));
    if (value !== undefined) select.value = value;
    return select;
};

// ---- languages

let language = 'en';
const GERMAN = Object.fromEntries($('words').textContent.split('\n').map(line => line.split('\t')));
const say = (text, ...parts) => parts.reduce((done, part) => done.replace('%', () => part), language === 'de' && GERMAN[text] || text);
const languageOption = () => '--language=' + language;
// Pictures are made for a dark page where the reader's system is dark.
const dark = matchMedia('(prefers-color-scheme: dark)');
const themeOption = () => '--theme=' + (dark.matches ? 'dark' : 'screen');
// Names: each in its own direction, with a dash between them.
const names = (...list) => list.flatMap((name, i) => [i > 0 && ' \u2013 ', make('bdi', {}, name)]);

// ---- the tools

const utf8 = new TextEncoder();
const reader = new TextDecoder();

// Runs a tool; returns {status, stdout, stderr, files} as text. Passes house rules to every tool. `more`: options of run.
async function tool(args, files = {}, stdin = '', more = {}) {
    const rules = journal.parts.get('rules'), all = rules ? {...files, 'house.yaml': rules} : files;
    const ran = await xpgn.run([args[0], ...rules ? ['--rules=house.yaml'] : [], ...args.slice(1)], {...more, files: all, stdin});
    for (const name in ran.files) ran.files[name] = ran.files[name] === null ? undefined : reader.decode(ran.files[name]);
    return ran;
}

const objects = text => text.split('\n').filter(line => line !== '').map(line => JSON.parse(line));
const csv = rows => rows.map(row => row.map(cell => '"' + String(cell ?? '').replaceAll('"', '""') + '"').join(',') + '\n').join('');

// ---- figures: a tool's drawing of a position, with the colours of the page

const drawings = new Map(); // promises, by what is asked

// Returns the drawing of a position: {svg, title, description, board: [x, y, side of a square], ...}.
function drawing(xfen, rules = [], more = []) {
    const args = ['render-svg', '--format=fragment', themeOption(), languageOption(), ...rules, ...more, '--xfen=' + xfen], key = JSON.stringify(args) + journal.parts.get('rules');
    if (!drawings.has(key)) {
        if (drawings.size > 500) drawings.delete(drawings.keys().next().value);
        drawings.set(key, tool(args).then(({stdout, stderr}) => objects(stdout)[0] || Promise.reject({said: stderr})));
    }
    return drawings.get(key);
}

// Makes the element of a drawing, of its board only; one without a name is only to be seen.
function drawn({svg, title, description, board: [x, y, side], files, ranks}, hidden) {
    const xml = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
    xml.setAttribute('viewBox', [x, y, files * side, ranks * side].join(' '));
    if (hidden) xml.setAttribute('aria-hidden', 'true');
    else xml.setAttribute('aria-label', [title, description].filter(Boolean).join('. '));
    return xml;
}

// Puts the pieces into the page, which all drawings share.
async function takePieces() {
    const [{symbols}] = objects((await tool(['render-svg', '--format=fragment', '--symbols', themeOption()])).stdout);
    put($('pieces'), document.importNode(new DOMParser().parseFromString(symbols, 'text/html').querySelector('svg'), true));
}

// Makes a box that gets a drawing, at once if it was made before.
function figure(xfen, rules, {tint = [], ring = [], hidden} = {}) {
    const box = make('div', {class: 'fig'}), list = (name, squares) => { const all = squares.filter(Boolean); return all.length > 0 ? [name + all.join(',')] : []; };
    if (xfen) drawing(xfen, rules, ['--no-turn', '--inside', ...list('--tint=', tint), ...list('--ring=', ring)]).then(made => put(box, drawn(made, hidden)), nothing);
    return box;
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

// ---- texts and files

// A record without its tags.
const movesOf = record => record.split('\n\n').slice(1).join('\n\n').trim();
// Says something to who looks and to who listens.
const status = text => { $('live').textContent = $('said').textContent = text; };
const trouble = text => { $('trouble').hidden = ($('trouble').textContent = text) === ''; };
// Shows what is said of a failure; of one that nobody foresaw only that there was one.
const failed = e => { if (!e?.said) console.warn(e); trouble(e?.said || say('Something did not work. All that was entered is kept.')); };

function save(name, text, type = 'text/plain') {
    const url = URL.createObjectURL(new Blob([text], {type}));
    const link = make('a', {href: url, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}

const saveRecord = (name, text) => save(name, text, 'application/x-xpgn');

// Bytes as text: UTF-8, otherwise UTF-16 with a byte order mark, or Windows-1252 from old programs.
function textOf(bytes) {
    try {
        return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
    } catch {
        return new TextDecoder(bytes[0] === 0xFF && bytes[1] === 0xFE ? 'utf-16le' : 'windows-1252').decode(bytes);
    }
}

// Returns a file name that is valid on all systems and cannot be taken for an option.
const safeName = name => name.replace(/^.*[/\\]/, '').replace(/[\0-\x1f:#]/g, '_').replace(/^[-.]+/, '') || 'sheet';

function newName(name, taken) {
    const [, stem, end] = name.match(/^(.*?)(\.[^.]*)?$/s);
    for (let n = 2; taken.includes(name); n++) name = stem + '-' + n + (end || '');
    return name;
}

// Makes a button for choosing files.
function chooser(text, does, more, look) {
    const input = make('input', {type: 'file', hidden: true, 'aria-label': text, ...more});
    on(input, 'change', () => { does([...input.files]); input.value = ''; });
    return [button(text, () => input.click(), look), input];
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
    return (async () => does())().catch(failed).finally(() => {
        busy.delete(job);
        if (busy.size === 0) delete document.documentElement.dataset.busy;
    });
}
