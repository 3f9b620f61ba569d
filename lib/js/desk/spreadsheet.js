// SPDX-License-Identifier: MIT
// The first sheet of a spreadsheet (Office Open XML, OpenDocument) as a table with tabs, which xpgn-fmt --import reads.

const UNPACKED = 64e6; // bytes of a part

// Inflates, up to a size that no score sheet has.
async function inflate(bytes) {
    const from = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(), pieces = [];
    let size = 0;
    for (let piece = await from.read(); !piece.done; piece = await from.read()) {
        size += piece.value.length;
        if (size > UNPACKED) throw new RangeError();
        pieces.push(piece.value);
    }
    return new Blob(pieces).text();
}

// A part of a ZIP archive, by its directory at the end.
async function partOf(bytes, wanted) {
    const view = new DataView(bytes.buffer), short = at => view.getUint16(at, true), long = at => view.getUint32(at, true);
    let end = bytes.length - 22;
    while (end > 0 && long(end) !== 0x06054b50) end--;
    for (let n = short(end + 10), at = long(end + 16); n > 0; n--, at += 46 + short(at + 28) + short(at + 30) + short(at + 32)) {
        if (!wanted.test(reader.decode(bytes.subarray(at + 46, at + 46 + short(at + 28))))) continue;
        const local = long(at + 42), from = local + 30 + short(local + 26) + short(local + 28), data = bytes.subarray(from, from + long(at + 20));
        return new DOMParser().parseFromString(short(at + 10) === 0 ? reader.decode(data) : await inflate(data), 'text/xml');
    }
    return null;
}

const partsOf = (e, name) => [...e.getElementsByTagName(name)];
const textIn = (e, name) => partsOf(e, name).map(t => t.textContent).join('');

// Rows of cells, in which blank cells may be missing.
async function officeRows(bytes, sheet) {
    const strings = await partOf(bytes, /^xl\/sharedStrings\.xml$/), shared = strings ? partsOf(strings, 'si').map(si => textIn(si, 't')) : [];
    const value = c => c.getAttribute('t') === 's' ? shared[textIn(c, 'v')] : textIn(c, 'v') || textIn(c, 't');
    const column = c => [...(c.getAttribute('r') || '').replace(/\d/g, '')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return partsOf(sheet, 'row').map(row => {
        const list = [];
        for (const c of partsOf(row, 'c')) list[Math.min(Math.max(column(c), 0), 500)] = value(c);
        return list;
    });
}

// The same of OpenDocument, where an element can stand for several.
function openRows(content) {
    const times = (e, what) => Math.min(e.getAttribute('table:number-' + what + '-repeated') || 1, 500);
    return partsOf(partsOf(content, 'table:table')[0], 'table:table-row').flatMap(row =>
        Array(times(row, 'rows')).fill([...row.children].flatMap(cell => Array(times(cell, 'columns')).fill(textIn(cell, 'text:p')))));
}

async function sheetRows(blob) {
    const bytes = new Uint8Array(await blob.arrayBuffer()), content = await partOf(bytes, /^content\.xml$/);
    return content ? openRows(content) : officeRows(bytes, await partOf(bytes, /^xl\/worksheets\/sheet1\.xml$/));
}

const sheetText = blob => sheetRows(blob).then(rows => rows.map(row => Array.from(row, cell => (cell || '').replace(/\s+/g, ' ')).join('\t').trimEnd() + '\n').join(''),
    () => { throw new Error(say('This is no spreadsheet that can be read: save it as CSV.')); });
