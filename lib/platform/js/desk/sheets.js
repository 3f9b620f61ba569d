// SPDX-License-Identifier: MIT
// The sheets of a board as they came, with the words lit that a question or a correction is about.

// Returns the places in a sheet: of the question's readings, or of what was corrected, or the first word that cannot be read.
function placesIn(b, sheet) {
    const q = pileOf(b) === 'question' && openQuestion(b), mine = place => place.file === sheet.file && place.game === sheet.game, unread = fileNamed(sheet.file)?.unread;
    const places = (q ? q.readings : b.changes).filter(mine);
    return places.length > 0 || pileOf(b) === 'done' || !unread ? places : [unread];
}

// Where a place begins in the text of its line; where its column is not known, where its text is.
function startOf(line, {column, text}) {
    if (column) return [...line].slice(0, column - 1).join('').length;
    return text ? line.indexOf(text) : -1;
}

// Makes the text with its places lit.
function lit(text, places) {
    const out = [];
    text.split('\n').forEach((line, i) => {
        let at = 0;
        for (const place of places.filter(one => one.line === i + 1).sort((a, b) => a.column - b.column)) {
            const from = startOf(line, place), to = from + place.text.length;
            if (from < at) continue;
            out.push(line.slice(at, from), place.length > 0 ? make('mark', {}, line.slice(from, to)) : make('mark', {class: 'gap'}, make('span', {class: 'sr'}, say('nothing here'))));
            at = to;
        }
        out.push(line.slice(at), '\n');
    });
    return out;
}

async function fillSheet(box, b, sheet) {
    const file = files().find(one => one.name === sheet.file), bytes = file && await bytesOf(file);
    if (bytes === undefined) return put(box, say('not on this device'));
    put(box, lit(typeof bytes === 'string' ? bytes : textOf(bytes), placesIn(b, sheet)));
    const mark = box.querySelector('mark');
    if (mark) box.scrollTop = mark.offsetTop - box.offsetTop - box.clientHeight / 2;
}

async function fillPhoto(box, file) {
    const bytes = await journal.bulk(file.came), url = URL.createObjectURL(new Blob([bytes]));
    put(box, make('img', {src: url, alt: file.name, load: () => URL.revokeObjectURL(url)}));
}

let sheetsShown = '';

function drawSheets(b) {
    const photos = b ? files().filter(file => journal.parts.get('photo/' + file.id) === b.board) : [], about = JSON.stringify([b, photos, language, journal.parts.get('slip/')]);
    if (about === sheetsShown) return;
    sheetsShown = about;
    const section = (name, by, box, filled) => { filled.catch(nothing); return make('section', {class: 'sheet'}, make('h3', {}, make('bdi', {}, name), by && make('small', {}, say('by %', by))), box); };
    const boxes = [...(b?.sheets || []).map(sheet => { const box = pane(sheet.file, ''); return section(sheet.file, fileNamed(sheet.file)?.by, box, fillSheet(box, b, sheet)); }),
        ...photos.map(file => { const box = make('div', {class: 'photo', tabindex: 0, role: 'group', 'aria-label': file.name}); return section(file.name, '', box, fillPhoto(box, file)); })];
    put($('sheets'), boxes.length > 0 ? boxes : b && make('p', {class: 'hint'}, say('No sheet of this board came in. Drop it anywhere on this page; a photo is kept beside it.')));
}
