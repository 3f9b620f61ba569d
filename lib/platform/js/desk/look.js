// SPDX-License-Identifier: MIT
// Look: what is known. The page of the archive in a frame without access to this page, its protocol, and the tables of the event.

const TABLES = ['standings', 'crosstable', 'pairings', 'missing'], FIRST = 200;
let seen = 'page';

// The page of the boards' records, or without a board of the first games of what is too large to be read as sheets.
async function pageOf(more) {
    const large = R.boards.size === 0 && files().find(isArchive), games = large ? await journal.bulk(large.came) : (await archive()).stdout;
    const page = await tool(['render-html', languageOption(), ...large ? ['--game=1-' + FIRST] : [], ...more, 'archive.xpgn'], {'archive.xpgn': games});
    if (page.stdout === '') throw {said: page.stderr};
    return page.stdout;
}

const frameOf = page => make('iframe', {class: 'page', title: say('Games'), sandbox: 'allow-scripts allow-downloads', srcdoc: page});

async function tableNamed(name) {
    const {stdout} = await archive(), list = R.list.made ? [] : ['--list=' + R.list.name], data = {'archive.xpgn': stdout, [R.list.name]: R.list.text};
    const ran = await tool(['event', ...list, languageOption(), '--show=' + name, '--table=json', 'archive.xpgn'], data), found = ran.stdout && JSON.parse(ran.stdout), rows = found[name] || [];
    const heads = found[name + '_heads'] || [], cell = (row, {key, align}) => make('td', {class: align}, String(row[key] ?? ''));
    return rows.length === 0 ? make('p', {}, say('Nothing.')) : tableOf(say(name), heads.map(({title}) => title), rows.map(row => make('tr', {}, heads.map(head => cell(row, head)))));
}

async function fillLook() {
    const box = $('look'), large = files().filter(isArchive), kinds = [['page', 'Games'], ['protocol', 'Protocol'], ...R.boards.size > 0 ? TABLES.map(name => [name, name]) : []];
    if (R.boards.size + large.length === 0) return put(box, make('h2', {tabindex: -1}, say('Look')), make('p', {}, say('There are no records yet.')));
    const told = large.map(file => [make('p', {}, make('bdi', {}, file.name), ': ' + found.get(file.came)[0].why, ' ', usesOf(found.get(file.came)[0], file)), R.boards.size === 0 && hint(say('The first % games are shown.', FIRST))]);
    const shown = R.boards.size > 0 && TABLES.includes(seen) ? await tableNamed(seen) : frameOf(await pageOf(seen === 'protocol' ? ['--protocol'] : []));
    put(box, make('h2', {tabindex: -1, class: 'sr'}, say('Look')), told, make('div', {class: 'rest', role: 'group', 'aria-label': say('Look')},
        kinds.map(([kind, text]) => button(make('span', {class: 'ask'}, say(text)), () => { seen = kind; work(fillLook).then(() => box.querySelector('[aria-pressed=true]').focus()); }, {'aria-pressed': String(kind === seen)})),
        button(say('Save page'), () => work(async () => save('games.html', await pageOf(seen === 'protocol' ? ['--protocol'] : []), 'text/html')), {class: 'btn quiet'}), R.boards.size > 0 && button(say('Save the archive'), () => work(saveArchive), {class: 'btn quiet'})), shown);
}
