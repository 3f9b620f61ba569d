// SPDX-License-Identifier: MIT
// <xpgn-figure>: a figure of a document, of which the reader sees one step at a time, and whose dice can be thrown. Without
// this script it shows one of its steps. It knows no rules: xpgn-render-html --figures has drawn every step, decided every
// throw and drawn what each leads to. Its pictures are where they were, as what they share is in the page.

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

function make(name, className, text) {
    const e = document.createElement(name);
    e.className = className;
    e.textContent = text;
    return e;
}

// A die, each face with the same chance.
function roll(faces) {
    const one = new Uint32Array(1), most = 4294967296 - 4294967296 % faces;
    do crypto.getRandomValues(one); while (one[0] >= most);
    return one[0] % faces + 1;
}

// The steps: their pictures, the first of which is the step itself, and their dice, if they have any.
function stepsOf(element, still) {
    const steps = [...element.querySelectorAll('template')].map(t => ({
        pictures: [...t.content.children],
        chance: t.dataset.throws ? JSON.parse(t.dataset.throws) : null
    }));
    steps.splice(Number(element.dataset.shown), 0, {pictures: [still], chance: null});
    return steps;
}

customElements.define('xpgn-figure', class extends HTMLElement {
    connectedCallback() {
        if (this.steps) return;
        // its pictures may not be read yet
        if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.start(), {once: true});
        else this.start();
    }

    start() {
        const still = this.querySelector('svg');
        if (!still || this.steps) return;
        if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        this.steps = stepsOf(this, still);
        this.view = make('div', 'xpgn-view', '');
        for (const step of this.steps) this.view.append(...step.pictures);
        this.says = make('span', 'xpgn-says', '');
        this.says.setAttribute('role', 'status');
        const bar = make('div', 'xpgn-steps', ''), button = (text, name, act) => {
            const b = make('button', '', text);
            b.type = 'button';
            if (name) b.setAttribute('aria-label', name);
            b.addEventListener('click', act);
            bar.append(b);
            return b;
        };
        this.back = button('\u2039', 'Back', () => this.go(this.at - !this.thrown));
        this.on = button('\u203a', 'Forward', () => this.go(this.at + 1));
        if (this.steps.some(step => step.chance)) button('Throw the dice', '', () => this.throwDice());
        bar.append(this.says);
        this.addEventListener('keydown', e => {
            const by = {ArrowLeft: -1, ArrowRight: 1}[e.key];
            if (!by || e.altKey || e.ctrlKey || e.metaKey) return;
            e.preventDefault();
            this.go(this.at + by);
        });
        this.replaceChildren(this.view, bar);
        this.go(Number(this.dataset.shown));
    }

    show(picture) {
        for (const svg of this.view.children) svg.classList.toggle('xpgn-now', svg === picture);
    }

    go(to) {
        this.at = Math.max(0, Math.min(this.steps.length - 1, to));
        this.thrown = false;
        this.back.disabled = this.at === 0;
        this.on.disabled = this.at === this.steps.length - 1;
        const picture = this.steps[this.at].pictures[0];
        this.show(picture);
        this.says.textContent = this.at + 1 + ' of ' + this.steps.length + ': ' + picture.querySelector('title').textContent;
    }

    // Throws the dice of this step, or of the last one before it that has some, or of the first one.
    throwDice() {
        let at = this.at;
        while (at >= 0 && !this.steps[at].chance) at--;
        if (at < 0) at = this.steps.findIndex(step => step.chance);
        this.go(at);
        const {pictures, chance: {faces, count, says, shows, throws}} = this.steps[at];
        let number = 0;
        this.says.textContent = '';
        count.forEach((most, side) => {
            if (most) this.says.append(side ? ' defense ' : 'attack ');
            for (let i = 0; i < most; i++) {
                const die = roll(faces);
                number = number * faces + die - 1;
                this.says.append(make('span', 'xpgn-die', die));
            }
        });
        const result = throws[number];
        this.says.append(' ' + says[result]);
        if (shows[result]) this.show(pictures[shows[result]]);
        this.thrown = true;
        this.back.disabled = false;
    }
});
