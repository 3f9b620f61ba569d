// SPDX-License-Identifier: MIT
// Starts the page.

// prepares the module while the user looks for a file; a failure is shown by the first run
xpgn.init().catch(() => 0);
for (const type of ['error', 'unhandledrejection']) on(window, type, ({error, reason}) => failed(error || reason));
on(window, 'hashchange', () => go(location.hash.slice(1)));
on(dark, 'change', () => work(takePieces).then(() => go(place)));
on($('find'), 'input', () => drawList());
for (const [id, does] of [['undo', () => work(() => takeBack('undo'))], ['redo', () => work(() => takeBack('redo'))], ['keys', help], ['print', paperDialog], ['event', () => work(menu)], ['sample-evening', () => work(sample)], ['steps', showSteps]]) on($(id), 'click', does);
work(async () => {
    await recall();
    await takePieces();
    await readRound();
    await go(location.hash.slice(1));
});

// Served over HTTP with its two other files, the page can be installed and opens offline.
if (location.protocol.startsWith('http') && navigator.serviceWorker) {
    document.head.append(make('link', {rel: 'manifest', href: 'xpgn-desk.webmanifest'}));
    navigator.serviceWorker.register('xpgn-desk-worker.js').catch(() => 0);
}
