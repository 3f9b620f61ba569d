// SPDX-License-Identifier: MIT
// Converts the first sheet of a spreadsheet (Office Open XML, OpenDocument) to a table with tabs for xpgn-fmt --import.

// Limits, far above any score sheet: bytes of a part; cells of a table; blank rows or columns in front of a cell. What is thrown
// above them, and the bytes for which it was.
const UNPACKED = 16e6, CELLS = 2e5, GAP = 99, HUGE = {}, huge = new WeakSet();

// Inflates up to a size larger than any score sheet.
async function inflate(bytes) {
    const from = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(), pieces = [];
    let size = 0;
    for (let piece = await from.read(); !piece.done; piece = await from.read()) {
        size += piece.value.length;
        if (size > UNPACKED) throw HUGE;
        pieces.push(piece.value);
    }
    return new Blob(pieces).text();
}

// Lists the files of a ZIP archive by the directory at its end.
function* archived(bytes) {
    const view = new DataView(bytes.buffer), short = at => view.getUint16(at, true), long = at => view.getUint32(at, true);
    let end = bytes.length - 22;
    while (end > 0 && long(end) !== 0x06054b50) end--;
    for (let n = short(end + 10), at = long(end + 16); n > 0; n--, at += 46 + short(at + 28) + short(at + 30) + short(at + 32)) {
        const local = long(at + 42), from = local + 30 + short(local + 26) + short(local + 28), data = bytes.subarray(from, from + long(at + 20));
        yield {name: reader.decode(bytes.subarray(at + 46, at + 46 + short(at + 28))), data, packed: short(at + 10) !== 0};
    }
}

// Reads the part of an archive with such a name.
async function partOf(bytes, wanted) {
    for (const {name, data, packed} of archived(bytes))
        if (wanted.test(name)) return new DOMParser().parseFromString(packed ? await inflate(data) : reader.decode(data), 'text/xml');
    return null;
}

const partsOf = (e, name) => [...e.getElementsByTagName(name)];
const textIn = (e, name) => partsOf(e, name).map(t => t.textContent).join('');

// Dates are numbers of days, and so are dice such as 5:1, taken for a time. Formats, some known by number, tell them apart.
const day = days => new Date((days - 25569) * 864e5).toISOString().slice(0, 10);
const hours = days => Math.floor(days * 24 + 1e-6) + ':' + Math.round(days * 1440) % 60;
const formatOf = (styles, id) => id > 13 && id < 22 ? id < 18 ? 'y' : 'h' : partsOf(styles, 'numFmt').filter(format => format.getAttribute('numFmtId') === id).map(format => format.getAttribute('formatCode'))[0];

// Returns the rows of cells of Office Open XML; blank cells may be missing.
async function officeRows(bytes, sheet) {
    const strings = await partOf(bytes, /^xl\/sharedStrings\.xml$/), shared = strings ? partsOf(strings, 'si').map(si => textIn(si, 't')) : [];
    const styles = await partOf(bytes, /^xl\/styles\.xml$/), formats = styles ? [...styles.querySelectorAll('cellXfs > xf')].map(xf => formatOf(styles, xf.getAttribute('numFmtId'))) : [];
    const value = c => {
        const type = c.getAttribute('t') || 'n', text = textIn(c, 'v'), format = type === 'n' && text && formats[c.getAttribute('s')] || '';
        return /y/i.test(format) ? day(text) : /h/i.test(format) ? hours(text) : type === 's' ? shared[text] : text || textIn(c, 't');
    };
    const column = c => [...(c.getAttribute('r') || '').replace(/\d/g, '')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const rows = [];
    for (const row of partsOf(sheet, 'row')) {
        const list = rows[Math.min((row.getAttribute('r') || rows.length + 1) - 1, rows.length + GAP)] = [];
        for (const c of partsOf(row, 'c')) list[Math.min(Math.max(column(c), 0), list.length + GAP)] = value(c);
    }
    return rows;
}

// The same for OpenDocument, where one element can represent several rows or cells.
function openRows(content) {
    const times = (e, what) => +e.getAttribute('table:number-' + what + '-repeated') || 1, rows = [];
    let cells = 0;
    // adds what is repeated, or of blank parts no more than a gap
    const add = (list, n, part, blank, many) => {
        n = Math.min(n, blank ? GAP : n);
        if ((cells += n * many) > CELLS) throw HUGE;
        for (; n > 0; n--) list.push(part);
    };
    for (const row of partsOf(partsOf(content, 'table:table')[0], 'table:table-row')) {
        const list = [];
        for (const cell of row.children) {
            const text = textIn(cell, 'text:p');
            add(list, times(cell, 'columns'), text, !text, 1);
        }
        add(rows, times(row, 'rows'), list, !list.some(Boolean), list.length + 1);
    }
    return rows;
}

// Pads all rows to the length of the longest, which makes them a table.
function tableText(rows) {
    const full = Array.from(rows, row => Array.from(row || [], cell => (cell || '').replace(/\s+/g, ' ').trim())), last = row => row.findLastIndex(Boolean) + 1;
    const width = full.reduce((most, row) => Math.max(most, last(row)), 0);
    if (width * full.length > CELLS) throw HUGE;
    return full.slice(0, full.findLastIndex(last) + 1).map(row => Array.from({length: width}, (_, i) => row[i] || '').join('\t') + '\n').join('');
}

// Returns the table of a spreadsheet as text; any other bytes as they are, for the tools to say what they are.
async function asTable(bytes) {
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return bytes;
    const sheetRows = async open => open ? openRows(open) : officeRows(bytes, await partOf(bytes, /^xl\/worksheets\/sheet1\.xml$/));
    return partOf(bytes, /^content\.xml$/).then(sheetRows).then(tableText).catch(e => (e === HUGE && huge.add(bytes), bytes));
}
