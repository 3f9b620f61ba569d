// SPDX-License-Identifier: MIT
// <xpgn-game>: a game in any page, played by the player of xpgn-render-html in a shadow of its own, so that
// neither has a style of the other. The data are within the element, as xpgn-render-html --element writes
// them, or in a page of xpgn-render-html that src names, from the same site:
//   <xpgn-game src="club.html#game=3&at=12b"></xpgn-game>

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
const frame = document.createElement('template');
frame.innerHTML = MARKUP;

// "#game=3&at=12b" as an object; what is missing is 1 and the start.
function placeOf(hash) {
    const found = new URLSearchParams(hash.replace(/^#/, ''));
    return {number: Number(found.get('game') || 1), at: found.get('at'), line: Number(found.get('line') || 0)};
}

// The document that has the data.
async function sourceOf(element) {
    const src = element.getAttribute('src');
    if (!src) return element;
    const answer = await fetch(new URL(src, document.baseURI));
    if (!answer.ok) throw new Error(src + ': ' + answer.status + ' ' + answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

customElements.define('xpgn-game', class extends HTMLElement {
    connectedCallback() {
        if (this.shadowRoot) return;
        this.attachShadow({mode: 'open'}).append(frame.content.cloneNode(true));
        this.shadowRoot.adoptedStyleSheets = [sheet];
        const begin = () => this.start().catch(error => this.fail(error.message));
        // the data may not be read yet
        if (document.readyState === 'loading') on(document, 'DOMContentLoaded', begin);
        else begin();
    }

    fail(text) {
        this.shadowRoot.getElementById('players').textContent ||= 'No game';
        this.shadowRoot.getElementById('says').textContent = text;
    }

    async start() {
        const source = await sourceOf(this), root = this.shadowRoot;
        const place = placeOf(this.getAttribute('at') || (this.getAttribute('src') || '').replace(/^[^#]*/, ''));
        const block = source.querySelectorAll('script.game')[place.number - 1], common = source.querySelector('#common, script.common');
        if (!block || !common) throw new Error('There is no game ' + place.number + ' to show.');
        const all = JSON.parse(common.textContent), game = load(block.textContent, all);
        const at = place.at ? named(game, place.at, place.line) : [all.entries[place.number - 1].start || 0, false];
        const shown = newPlayer(root, all, () => 0), box = root.getElementById('player');
        shown.flip(this.hasAttribute('flip'));
        shown.open(game, all.entries[place.number - 1], ...at || [0, false]);
        if (!at) this.fail('The game has no turn at ' + place.at + '.');
        on(root, 'keydown', e => shown.key(e, true));
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        new ResizeObserver(() => box.classList.toggle('wide', this.clientWidth >= 40 * rem)).observe(this);
    }
});
