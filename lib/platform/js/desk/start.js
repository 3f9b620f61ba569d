// SPDX-License-Identifier: MIT
// Starts the page.

// prepares the module while the user looks for a file; a failure is shown by the first run
xpgn.init().catch(() => 0);
on(window, 'hashchange', () => show(location.hash.slice(1)));
on($('language'), 'change', () => { language = $('language').value; stored(() => localStorage.setItem(KEY + '-language', language)); drawFoot(); drawEvents(); show(view.id); });
work(recall).then(() => show(location.hash.slice(1)));

// Served over HTTP with its two other files, the page can be installed and opens offline.
if (location.protocol.startsWith('http') && navigator.serviceWorker) {
    document.head.append(make('link', {rel: 'manifest', href: 'xpgn-desk.webmanifest'}));
    navigator.serviceWorker.register('xpgn-desk-worker.js').catch(() => 0);
}
