// SPDX-License-Identifier: MIT
// The most common uses as functions: each runs a tool and parses its output.

// Turns {flip: true, markSquares: 'e4', caption: ['a', 'b']} into --flip --mark-squares=e4 --caption=a --caption=b.
function asOptions(flags) {
    return Object.entries(flags).flatMap(([key, given]) => {
        const name = '--' + key.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
        return [given].flat().filter(value => value !== undefined && value !== false).map(value => (value === true ? name : `${name}=${value}`));
    });
}

// What a run has written, which is bytes with {bytes: true}; '' if a function has taken it.
const asText = written => (typeof written === 'string' ? written : new TextDecoder().decode(written));

// Runs a tool. Status 1 means that it found faults; higher ones throw its messages. What it says besides goes to `warn`.
async function tool(name, flags, args, {warn = text => console.warn(text), ...options}) {
    const done = await run([name, ...asOptions(flags), ...args], options), said = asText(done.stderr).trim();
    if (done.status > 1)
        throw new Error(said || `xpgn-${name} ended with status ${done.status}`);
    if (said)
        warn(said);
    return done;
}

const rowsOf = written => asText(written).split('\n').filter(line => line !== '').map(line => JSON.parse(line));

async function validate(text, flags = {}, options = {}) {
    return rowsOf((await tool('validate', {format: 'json', ...flags}, [], {...options, stdin: text})).stdout);
}

async function odds(flags, options = {}) {
    return rowsOf((await tool('odds', {format: 'json', ...flags}, [], options)).stdout);
}

async function svg(text, flags = {}, options = {}) {
    return (await tool('render-svg', flags, [], {...options, stdin: text})).stdout;
}

// Yields rows as a tool in a worker prints them. The tool waits until they are taken; leaving the loop ends it.
async function* games(data, flags = {}, options = {}) {
    const lines = [], decoder = new TextDecoder(), stop = new AbortController();
    let rest = '', wake = () => {}, goOn = () => {}, over = false, failure = null;
    const take = bytes => {
        const parts = (rest + decoder.decode(bytes, {stream: true})).split('\n');
        rest = parts.pop();
        lines.push(...parts);
        wake();
        return new Promise(go => { goOn = go; });
    };
    const give = () => stop.abort(options.signal.reason);
    options.signal?.addEventListener('abort', give);
    tool('list', {format: 'json', ...flags}, [], {...options, stdin: data, stdout: take, signal: stop.signal})
        .catch(e => { failure = e; }).finally(() => { over = true; wake(); });
    try {
        while (lines.length > 0 || !over) {
            if (lines.length === 0) {
                goOn();
                await new Promise(go => { wake = go; });
            }
            for (const line of lines.splice(0))
                yield JSON.parse(line);
        }
        if (failure)
            throw failure;
    } finally {
        options.signal?.removeEventListener('abort', give);
        stop.abort();
    }
}

const RECORD = 'game.xpgn';

// A game recorded line by line, as through a pipe to xpgn-record. `text` is the record so far.
class Session {
    constructor(text, options) {
        this.text = text;
        this.options = options;
    }

    // Enters lines and returns the replies. If the tool fails, the record is unchanged.
    async enter(lines, flags = {}) {
        const files = {...this.options.files, ...(this.text ? {[RECORD]: this.text} : {})};
        const done = await tool('record', flags, [RECORD], {...this.options, files, stdin: [lines].flat().map(line => line + '\n').join('')});
        if (done.files[RECORD])
            this.text = new TextDecoder().decode(done.files[RECORD]);
        const [state, ...replies] = asText(done.stdout).split('\n').filter(line => line !== '');
        this.state = state;
        return replies;
    }
}

const record = {
    // Continues a record, or begins one if `text` is empty.
    async open(text = '', flags = {}, options = {}) {
        const session = new Session(text, options);
        await session.enter([], flags);
        return session;
    },
};
