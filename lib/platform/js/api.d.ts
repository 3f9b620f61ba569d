// SPDX-License-Identifier: MIT

// ---- functions

/** Data of a file; {path}, in Node.js, is a file on disk. */
export type Data = string | Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string> | {path: string};
/** Options of a tool by name: {flip: true, mark: 'e4'} is --flip --mark=e4; a list repeats the option. */
export type Flags = Record<string, string | number | boolean | undefined | (string | number)[]>;

export interface RunOptions {
    files?: Record<string, Data> | Map<string, Data>;
    stdin?: Data;
    env?: Record<string, string>;
    signal?: AbortSignal;
    /** Gets the number of input bytes read so far and their total. */
    progress?: (read: number, all: number) => void;
    /** If it returns a promise, the tool waits for it where possible: see README.md. */
    stdout?: (piece: Uint8Array) => void | Promise<unknown>;
    stderr?: (piece: Uint8Array) => void;
    worker?: boolean;
}
export interface Ran<Text> {
    status: number;
    stdout: Text;
    stderr: Text;
    /** Files created or changed; null if removed. */
    files: Record<string, Uint8Array | null>;
}

/** Runs a tool as on the command line; args[0] is its name without xpgn-. */
export function run(args: string[], options: RunOptions & {bytes: true}): Promise<Ran<Uint8Array>>;
export function run(args: string[], options?: RunOptions & {bytes?: false}): Promise<Ran<string>>;
/** Prepares the module: that of the package, or another. */
export function init(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<void>;

/** Options of the functions that follow. */
export interface ToolOptions extends RunOptions {
    /** Gets what a tool says besides its results, unless it fails; console.warn if not given. */
    warn?: (said: string) => void;
}

export function validate(data: Data, flags?: Flags, options?: ToolOptions): Promise<Finding[]>;
export function games(data: Data, flags?: Flags, options?: ToolOptions): AsyncGenerator<Game, void, void>;
export function odds(flags: Flags, options?: ToolOptions): Promise<Odds[]>;
export function svg(data: Data, flags: Flags, options: ToolOptions & {bytes: true}): Promise<Uint8Array>;
export function svg(data: Data, flags?: Flags, options?: ToolOptions): Promise<string>;

/** A game recorded line by line, as through a pipe to xpgn-record(1). */
export interface Session {
    /** The record so far. */
    readonly text: string;
    /** The tool's first reply: ok, the number of plies, the side to move. */
    readonly state: string;
    /** Enters lines and returns the replies. */
    enter(lines: string | string[], flags?: Flags): Promise<string[]>;
}
export const record: {open(text?: string, flags?: Flags, options?: ToolOptions): Promise<Session>};
