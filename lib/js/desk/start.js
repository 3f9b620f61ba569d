// SPDX-License-Identifier: MIT
// The page begins.

recall();
on(window, 'hashchange', () => show(location.hash.slice(1)));
on($('language'), 'change', () => { language = $('language').value; keep(); show(view.id); });
on(window, 'keydown', event => {
    if (event.altKey && /^[1-9]$/.test(event.key) && views[event.key - 1]) {
        event.preventDefault();
        location.hash = views[event.key - 1].id;
    }
});
show(location.hash.slice(1));
