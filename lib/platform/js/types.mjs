// SPDX-License-Identifier: MIT
// Writes TypeScript types from JSON schemas and tables of facts: types.mjs NAME=SCHEMA... TABLE...
import {readFileSync} from 'node:fs';

const FACTS = {FLAG: 'boolean', NUMBER: 'number', MILLIONTHS: 'number', BILLIONTHS: 'number', WORD: 'string', TEXT: 'string',
    SQUARE: 'string', PIECE: 'string | object'};
const PLAIN = {string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null', object: 'object'};
const keyOf = name => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : '');
const title = word => word[0].toUpperCase() + word.slice(1).replace(/[_-](.)/g, (all, letter) => letter.toUpperCase());
const union = types => [...new Set(types)].join(' | ');

let prefix = ''; // prefix of the names of this schema's definitions

function objectOf(schema, indent) {
    const inner = indent + '    ', required = new Set(schema.required ?? []);
    const lines = Object.entries(schema.properties ?? {}).map(([name, value]) =>
        `${comment(value.description, inner)}${inner}${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(value, inner)};\n`);
    const others = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties].filter(s => s && typeof s === 'object');
    // the type of an index signature must include those of the named properties
    if (others.length > 0)
        lines.push(`${inner}[name: string]: ${lines.length > 0 ? 'unknown' : union(others.map(s => typeOf(s, inner)))};\n`);
    return lines.length > 0 ? `{\n${lines.join('')}${indent}}` : 'object';
}

function listOf(schema, indent) {
    const {items} = schema;
    return Array.isArray(items) ? `[${items.map(s => typeOf(s, indent)).join(', ')}]` : `(${items ? typeOf(items, indent) : 'unknown'})[]`;
}

function typeOf(schema, indent) {
    if (schema.$ref)
        return prefix + title(schema.$ref.split('/').pop());
    if (schema.enum)
        return union(schema.enum.map(value => JSON.stringify(value)));
    const choice = (schema.oneOf ?? schema.anyOf ?? []).filter(s => s.type || s.$ref || s.enum || s.oneOf || s.anyOf);
    if (!schema.type && choice.length > 0)
        return union(choice.map(s => typeOf(s, indent)));
    return union([schema.type ?? 'object'].flat().map(type => (type === 'array' ? listOf(schema, indent)
        : type === 'object' ? objectOf(schema, indent) : PLAIN[type])));
}

function writeSchema(name, path) {
    const schema = JSON.parse(readFileSync(path, 'utf8'));
    prefix = name;
    const types = [[name, schema], ...Object.entries(schema.definitions ?? {}).map(([part, s]) => [name + title(part), s])];
    return types.map(([called, s]) => `${comment(s === schema ? `${schema.title}. ${schema.description}` : s.description, '')}` +
        `export type ${called} = ${typeOf(s, '')};\n`).join('\n');
}

function writeFacts(paths) {
    const facts = new Map();
    for (const path of paths)
        for (const [, macro, name, scope, type, about] of readFileSync(path, 'utf8').matchAll(/^(FACT|LIST)\((\w+), (\w+), (\w+),.*"(.*)"\)$/gm))
            for (const side of ['SIDE', 'COMBATANT', 'THROW'].includes(scope) ? ['attacker_', 'defender_'] : [''])
                facts.set(side + name, [about, macro === 'LIST' ? `(${FACTS[type]})[]` : FACTS[type]]);
    const lines = [...facts].map(([name, [about, type]]) => `${comment(about, '    ')}    ${name}?: ${type} | null;\n`);
    return `/** What can be asked of a record: xpgn-facts(7). */\nexport interface Facts {\n${lines.join('')}}\nexport type Fact = keyof Facts;\n`;
}

const named = process.argv.slice(2).filter(word => word.includes('=')).map(word => word.split('='));
const tables = process.argv.slice(2).filter(word => !word.includes('='));
process.stdout.write(`// SPDX-License-Identifier: MIT\n// Made by types.mjs from the schemas and the tables of facts: do not edit.\n\n` +
    [...named.map(pair => writeSchema(...pair)), writeFacts(tables)].join('\n'));
