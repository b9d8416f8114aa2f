// Writing to guests.
import { describe, expect, it } from 'vitest';
import { byReason, lengthOf } from './writing';

describe('lengthOf', () => {
    it('counts characters, not bytes, and no blanks around them', () => {
        expect(lengthOf('  Grüße 👋\n')).toBe(7);
        expect(lengthOf(' \n ')).toBe(0);
    });
});

describe('byReason', () => {
    it('names everyone who is left out, once, with the reason', () => {
        const names: Record<string, string> = { ent_1: 'Ada', ent_2: 'Ben', ent_3: 'Eve' };
        expect(byReason([
            { entry_id: 'ent_1', reason: 'stopped' },
            { entry_id: 'ent_2', reason: 'ended' },
            { entry_id: 'ent_3', reason: 'stopped' },
        ], (id) => names[id] ?? id)).toEqual([
            { reason: 'stopped', names: ['Ada', 'Eve'] },
            { reason: 'ended', names: ['Ben'] },
        ]);
        expect(byReason([], String)).toEqual([]);
    });
});
