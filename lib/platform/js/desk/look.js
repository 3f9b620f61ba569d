// SPDX-License-Identifier: MIT
// Look: the page of xpgn-render-html, in a frame without access to this page.

let lookAt = 'all'; // or the index of a file

const lookNames = () => state.files.filter((file, i) => lookAt === 'all' || String(i) === lookAt);

async function pageOf(more) {
    const files = {};
    for (const file of lookNames()) files[file.name] = joined(file);
    const {stdout, stderr} = await tool(['render-html', languageOption(), ...more, ...Object.keys(files)], files);
    if (stdout === '') throw new Error(stderr);
    return stdout;
}

function nothingYet(section) {
    section.append(make('p', {class: 'empty'}, say('There are no records yet:'), ' ', make('a', {href: '#check'}, say('Check'))));
}

async function fillLook(section) {
    if (state.files.length === 0) return nothingYet(section);
    const which = make('select', {id: 'which'}, make('option', {value: 'all'}, say('all files')), ...state.files.map((file, i) => make('option', {value: i}, file.name)));
    which.value = state.files[lookAt] ? lookAt : lookAt = 'all';
    on(which, 'change', () => { lookAt = which.value; return show('look'); });
    section.append(make('div', {class: 'tools'}, make('label', {}, say('Records'), ' ', which),
        button(say('Save page'), () => work(async () => save('games.html', await pageOf([]), 'text/html'))),
        button(say('Save protocol'), () => work(async () => save('protocol.html', await pageOf(['--protocol']), 'text/html')))));
    section.append(make('iframe', {class: 'page', title: say('Games'), sandbox: 'allow-scripts allow-downloads', srcdoc: await pageOf([])}));
}

views.push({id: 'look', title: 'Look', fill: fillLook, uses: ['file', 'rules']});
