// Makes src/http/auth/common_passwords.bin: which passwords are common, as a filter that knows them
// without naming them. The lists are those of zxcvbn and its successor, in npm's packages:
//
//     cd tools/passwords && npm ci && node make_filter.mjs
//
// The file is the number of entries (four bytes, the lowest first), and then the entries as a
// Golomb-Rice coded set: each is the first 64 bits of a SHA-256, scaled down to entries * 2^15; in
// ascending order, the distances are written as their quotient by 2^15 (so many ones and a zero)
// and their remainder (15 bits). One in 32,768 texts that are not in the lists is found.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const REMAINDER_BITS = 15n;
const LENGTH_MIN = 10; // of a password; what is shorter is never looked up whole
const CORE_MIN = 4;
const ENTRIES_MAX = 46_000;

const lists = createRequire(import.meta.url)('zxcvbn/lib/frequency_lists.js');
const { dictionary } = await import('@zxcvbn-ts/language-common');

/** The letters in the middle: what is left without the digits and signs at the ends. */
const coreOf = (text) => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

const entries = new Set();
for (const password of [...lists.passwords, ...dictionary['passwords-common']]) {
    const lower = String(password).toLowerCase();
    if (lower.length >= LENGTH_MIN) {
        entries.add(lower);
    }
    if (coreOf(lower).length >= CORE_MIN) {
        entries.add(coreOf(lower));
    }
}
// A single long word is no better, so the most frequent ones fill what room is left.
for (const word of lists.english_wikipedia) {
    if (word.length >= LENGTH_MIN - 1 && /^[a-z]+$/.test(word) && entries.size < ENTRIES_MAX) {
        entries.add(word);
    }
}

const range = BigInt(entries.size) << REMAINDER_BITS;
const values = [...entries].map((text) => {
    const hash = createHash('sha256').update(text).digest().readBigUInt64BE();
    return (hash * range) >> 64n;
});
values.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));

const bits = [];
let last = 0n;
for (const value of values) {
    const distance = value - last;
    last = value;
    for (let quotient = distance >> REMAINDER_BITS; quotient > 0n; quotient -= 1n) {
        bits.push(1);
    }
    bits.push(0);
    for (let bit = REMAINDER_BITS - 1n; bit >= 0n; bit -= 1n) {
        bits.push(Number((distance >> bit) & 1n));
    }
}
const file = Buffer.alloc(4 + Math.ceil(bits.length / 8));
file.writeUInt32LE(values.length);
bits.forEach((bit, index) => { file[4 + (index >> 3)] |= bit << (7 - (index & 7)); });
const path = fileURLToPath(new URL('../../src/http/auth/common_passwords.bin', import.meta.url));
writeFileSync(path, file);
console.log(`${values.length} entries, ${file.length} bytes`);
