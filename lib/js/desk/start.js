// SPDX-License-Identifier: MIT
// The page begins.

// the module is made ready while somebody looks for a file; a run says what fails
xpgn.init().catch(() => 0);
recall();
on(window, 'hashchange', () => show(location.hash.slice(1)));
on($('language'), 'change', () => { language = $('language').value; keep(); show(view.id); });
show(location.hash.slice(1));

// Where it is served, with two files beside it, it can be installed, and opens without the network.
if (location.protocol.startsWith('http') && navigator.serviceWorker) {
    document.head.append(make('link', {rel: 'manifest', href: 'xpgn-desk.webmanifest'}));
    navigator.serviceWorker.register('xpgn-desk-worker.js').catch(() => 0);
}
