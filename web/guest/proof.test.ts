import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ShortHash, solve, tryAnswers } from './proof';

const puzzle = 'AQAAAABlU-8AEAAAAAECAwQFBgcIAAECAwQF';

function digest(text: string): Buffer {
    return createHash('sha256').update(text).digest();
}

test('hashes like everybody else', () => {
    const hash = new ShortHash();
    for (const text of ['', 'abc', puzzle, `${puzzle}.0`, `${puzzle}.123456789`, 'x'.repeat(55)]) {
        expect(hash.firstWord(text)).toBe(digest(text).readUInt32BE(0));
    }
});

test('finds an answer that the server takes', async () => {
    let pauses = 0;
    const proof = await solve(puzzle, 13, () => {
        pauses += 1;
        return Promise.resolve();
    });
    expect(proof.startsWith(`${puzzle}.`)).toBe(true);
    expect(digest(proof).readUInt32BE(0) >>> (32 - 13)).toBe(0);
    expect(pauses).toBeGreaterThanOrEqual(0);
});

test('tries each answer once, and gives up where it was told to', () => {
    const hash = new ShortHash();
    expect(tryAnswers(hash, puzzle, 31, 0, 100)).toBeNull();
});

test('refuses what is no puzzle', async () => {
    await expect(solve('x'.repeat(50), 8, () => Promise.resolve())).rejects.toThrow();
});
