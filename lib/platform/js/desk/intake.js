// SPDX-License-Identifier: MIT
// Intake: files as they are dropped or chosen become parts of the event. What they are, the tools say.

const LARGE = 32e6;

// Adds files: each is kept as it came. The same bytes are one sheet, whatever their names.
async function addFiles(list) {
    const here = files(), taken = here.map(file => file.name), known = new Map(here.map(file => [file.came, file.name])), sets = {}, again = [];
    let n = 0;
    for (const file of list) if (file.size > LARGE) work(() => large(file));
    const held = await Promise.all(list.filter(file => file.size <= LARGE).map(async file => {
        const bytes = new Uint8Array(await file.arrayBuffer()), came = await journal.hold(bytes);
        texts.set(came, asTable(bytes));
        notice(say('Reading % of % files', ++n, list.length));
        return {file, came};
    }));
    for (const {file, came} of held) {
        const name = newName(safeName(file.name), taken);
        if (known.has(came)) again.push(say('% is the same as %', file.name, known.get(came)));
        else sets['file/' + newKey()] = {name, came};
        if (!known.has(came)) taken.push(name), known.set(came, name);
    }
    const added = Object.values(sets);
    if (added.length > 0) {
        go('boards');
        await enter('Files added', added.length === 1 ? added[0].name : String(added.length), sets);
        if (left()[0] + left()[1] === 0 && added.every(file => isKind(file, 'archive'))) await go('look');
    }
    notice(again.join('. '));
    draw(true);
}

// Checks a file that is too large to be kept: it is read in pieces, and its report is shown.
async function large(file) {
    const name = safeName(file.name), progress = (read, all) => notice(say('Checked % of % MB', Math.round(read / 1e6), Math.round(all / 1e6)));
    const {stdout, stderr} = await tool(['validate', '--format=json', languageOption(), name], {[name]: file}, '', {progress}), found = objects(stdout);
    const text = [say('Checked % MB. Games with findings: %', Math.round(file.size / 1e6), new Set(found.map(one => one.game)).size), ...found.map(one => say('Game %, line %', one.game ?? '\u2013', one.line) + ': ' + [one.text, one.hint].filter(Boolean).join('; ')), stderr].join('\n');
    notice('');
    dialog(name, nothing, pane(say('Report'), text.slice(0, 1e5), {class: 'report'}), choices(button(say('Save report'), () => save('report.txt', text)), make('button', {class: 'btn main'}, say('Close'))));
}

// Shows a line above all, until it is replaced; '' for none.
const notice = text => { $('notice').hidden = ($('notice').textContent = text) === ''; };

// Returns the files that were dropped, including those in folders.
async function dropped(transfer) {
    const list = [];
    const walk = async entry => {
        if (entry.isFile) return list.push(await new Promise((yes, no) => entry.file(yes, no)));
        // a folder is listed in parts; an empty part is the end
        const reader = entry.createReader();
        for (let got = [0]; got.length;) {
            got = await new Promise((yes, no) => reader.readEntries(yes, no));
            for (const inner of got) await walk(inner);
        }
    };
    for (const entry of [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean)) await walk(entry);
    return list.length > 0 ? list : [...transfer.files];
}

on(window, 'dragover', event => event.preventDefault());
on(window, 'drop', event => {
    event.preventDefault();
    work(async () => addFiles(await dropped(event.dataTransfer)));
});
// text that is pasted where no field is becomes a file
on(window, 'paste', ({target, clipboardData}) => {
    const text = clipboardData?.getData('text') || '', list = [...clipboardData?.files || []];
    if (!target.closest?.('input, textarea, dialog') && (text || list.length > 0)) work(() => addFiles(list.length > 0 ? list : [new File([text], say('pasted') + '.txt')]));
});

// Adds the sample evening of the page: names and texts, with a separator behind each.
async function sample() {
    const all = $('sample').textContent.split('\x1f');
    await addFiles(Array.from({length: (all.length - 1) / 2}, (_, i) => new File([all[2 * i + 1]], all[2 * i])));
}
