// Everyone is tried once, a few at a time, and a problem is told at the end.
import { describe, expect, it } from 'vitest';
import { forEach, inOrder } from './bulk';

describe('forEach', () => {
    it('tries everyone once, no more than four at a time', async () => {
        const seen: string[] = [];
        let now = 0;
        let most = 0;
        const ids = Array.from({ length: 20 }, (_, index) => `ent_${index}`);
        await forEach(ids, async (id) => {
            now += 1;
            most = Math.max(most, now);
            await Promise.resolve();
            seen.push(id);
            now -= 1;
        });
        expect(seen.sort()).toEqual([...ids].sort());
        expect(most).toBeLessThanOrEqual(4);
    });

    it('goes on after a problem, and tells it', async () => {
        const seen: string[] = [];
        const all = forEach(['a', 'b', 'c'], async (id) => {
            seen.push(id);
            if (id === 'a') {
                throw new Error('gone');
            }
        });
        await expect(all).rejects.toThrow('gone');
        expect(seen).toEqual(['a', 'b', 'c']);
    });
});

describe('inOrder', () => {
    it('is the order of joining, whatever was clicked first', () => {
        expect(inOrder(['ent_10000', 'ent_Z', 'ent_A'])).toEqual(['ent_A', 'ent_Z', 'ent_10000']);
    });
});
