// SPDX-License-Identifier: MIT
// Where the desk is served: keeps its page, so that it opens without the network. A new page takes the place of the old one
// when it has been fetched whole.
const KEPT = 'xpgn-desk', PARTS = ['./xpgn-desk.html', './xpgn-desk.webmanifest'];

self.addEventListener('install', event => event.waitUntil(caches.open(KEPT).then(cache => cache.addAll(PARTS)).then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

async function answer(request) {
    const cache = await caches.open(KEPT);
    try {
        const fresh = await fetch(request);
        if (fresh.ok) await cache.put(request, fresh.clone());
        return fresh;
    } catch (e) {
        const old = await cache.match(request, {ignoreSearch: true});
        if (old) return old;
        throw e;
    }
}

self.addEventListener('fetch', event => {
    if (event.request.method === 'GET' && PARTS.some(part => new URL(part, self.location).pathname === new URL(event.request.url).pathname)) event.respondWith(answer(event.request));
});
