// SPDX-License-Identifier: MIT
// The first sheet of a spreadsheet (Office Open XML) as a table with tabs, which xpgn-fmt --import reads.

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

const textIn = e => [...e.getElementsByTagName('t')].map(t => t.textContent).join('');

async function tableOf(blob) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const [strings, sheet] = [await partOf(bytes, /^xl\/sharedStrings\.xml$/), await partOf(bytes, /^xl\/worksheets\/sheet1\.xml$/)];
    const shared = strings ? [...strings.getElementsByTagName('si')].map(textIn) : [];
    const value = c => {
        const v = c.getElementsByTagName('v')[0], type = c.getAttribute('t');
        return type === 's' ? shared[v.textContent] : type === 'inlineStr' ? textIn(c) : v ? v.textContent : '';
    };
    const column = c => [...(c.getAttribute('r') || '').replace(/\d/g, '')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return [...sheet.getElementsByTagName('row')].map(row => {
        const list = [];
        for (const c of row.getElementsByTagName('c')) list[Math.min(Math.max(column(c), 0), 500)] = (value(c) || '').replace(/\s+/g, ' ');
        return Array.from(list, cell => cell || '').join('\t') + '\n';
    }).join('');
}

const sheetText = blob => tableOf(blob).catch(() => { throw new Error(say('This is no spreadsheet that can be read: save it as CSV.')); });
