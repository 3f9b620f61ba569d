// SPDX-License-Identifier: MIT
// Service worker of a desk that is served: caches the page, so that it opens offline. A new page replaces the old one once
// it has been fetched completely.
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
