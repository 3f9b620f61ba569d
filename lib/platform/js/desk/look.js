// SPDX-License-Identifier: MIT
// Look: what is known. The page of the archive in a frame without access to this page, its protocol, and the tables of the event.

const TABLES = ['standings', 'crosstable', 'pairings', 'missing'];
let seen = 'page';

async function pageOf(more) {
    const {stdout} = await archive(), page = await tool(['render-html', languageOption(), ...more, 'archive.xpgn'], {'archive.xpgn': stdout});
    if (page.stdout === '') throw {said: page.stderr};
    return page.stdout;
}

const frameOf = page => make('iframe', {class: 'page', title: say('Games'), sandbox: 'allow-scripts allow-downloads', srcdoc: page});

async function tableNamed(name) {
    const {stdout} = await archive(), list = R.list.made ? [] : ['--list=' + R.list.name], data = {'archive.xpgn': stdout, [R.list.name]: R.list.text};
    const ran = await tool(['event', ...list, '--show=' + name, '--table=json', 'archive.xpgn'], data), rows = ran.stdout && JSON.parse(ran.stdout)[name] || [];
    const keys = [...new Set(rows.flatMap(Object.keys))];
    return rows.length === 0 ? make('p', {}, say('Nothing.')) : tableOf(say(name), keys.map(say), rows.map(row => make('tr', {}, keys.map(key => make('td', {}, String(row[key] ?? ''))))));
}

async function fillLook() {
    const box = $('look'), kinds = [['page', 'Games'], ['protocol', 'Protocol'], ...TABLES.map(name => [name, name])];
    if (R.boards.size === 0) return put(box, make('h2', {tabindex: -1}, say('Look')), make('p', {}, say('There are no records yet.')));
    const shown = TABLES.includes(seen) ? await tableNamed(seen) : frameOf(await pageOf(seen === 'protocol' ? ['--protocol'] : []));
    put(box, make('h2', {tabindex: -1, class: 'sr'}, say('Look')), make('div', {class: 'rest', role: 'group', 'aria-label': say('Look')},
        kinds.map(([kind, text]) => button(say(text), () => { seen = kind; work(fillLook).then(() => box.querySelector('[aria-pressed=true]').focus()); }, {'aria-pressed': String(kind === seen)})),
        button(say('Save page'), () => work(async () => save('games.html', await pageOf(seen === 'protocol' ? ['--protocol'] : []), 'text/html'))), button(say('Save the archive'), () => work(saveArchive))), shown);
}
