// Windows of the line: which are read, what is kept, and that no two rows share a key.
import { describe, expect, it } from 'vitest';
import { shownRows, WindowCache, windowsOf } from './windows';

const item = (id: string) => ({ id });
const page = (number: number, size = 10) =>
    Array.from({ length: size }, (_, index) => item(`ent_${number * size + index}`));

describe('windowsOf', () => {
    it('names the windows that rows fall into', () => {
        expect(windowsOf(0, 1, 10)).toEqual([0]);
        expect(windowsOf(9, 11, 10)).toEqual([0, 1]);
        expect(windowsOf(10, 20, 10)).toEqual([1]);
        expect(windowsOf(199_990, 200_000)).toEqual([999]);
    });

    it('has nothing to read for no rows, and nothing before the first', () => {
        expect(windowsOf(5, 5, 10)).toEqual([]);
        expect(windowsOf(-30, 3, 10)).toEqual([0]);
    });
});

describe('WindowCache', () => {
    it('reads what is missing before what is stale, and nothing that is fresh', () => {
        const cache = new WindowCache(10);
        cache.put(0, page(0), cache.generation);
        cache.invalidate();
        cache.put(1, page(1), cache.generation);
        expect(cache.toRead(0, 30)).toEqual([2, 0]);
    });

    it('keeps stale rows until newer ones come', () => {
        const cache = new WindowCache(10);
        cache.put(0, page(0), cache.generation);
        cache.invalidate();
        expect(cache.at(3)?.id).toBe('ent_3');
    });

    it('does not let a late answer replace a newer one', () => {
        const cache = new WindowCache(10);
        const before = cache.generation;
        cache.invalidate();
        cache.put(0, [item('new')], cache.generation);
        cache.put(0, [item('old')], before);
        expect(cache.at(0)?.id).toBe('new');
    });

    it('knows an answer that was asked for before the last change as stale', () => {
        const cache = new WindowCache(10);
        const asked = cache.generation;
        cache.invalidate();
        cache.put(0, page(0), asked);
        expect(cache.toRead(0, 5)).toEqual([0]);
    });

    it('drops the windows that nobody looked at for longest', () => {
        const cache = new WindowCache(10, 2);
        cache.put(0, page(0), cache.generation);
        cache.put(1, page(1), cache.generation);
        cache.touch(0, 5);
        cache.put(2, page(2), cache.generation);
        expect([0, 1, 2].map((number) => cache.has(number))).toEqual([true, false, true]);
    });

    it('finds someone wherever they stand, nearest first', () => {
        const cache = new WindowCache(10);
        cache.put(0, [item('twice')], cache.generation);
        cache.put(5, [item('x'), item('twice')], cache.generation);
        expect(cache.find('twice', 52)).toBe(51);
        expect(cache.find('twice', 3)).toBe(0);
        expect(cache.find('nobody', 3)).toBe(-1);
    });
});

describe('shownRows', () => {
    it('gives every row a key of its own, also where someone is in two windows', () => {
        const line = [item('a'), item('b'), item('a'), undefined];
        const rows = shownRows(0, 4, (index) => line[index]);
        expect(new Set(rows.map((row) => row.key)).size).toBe(4);
        expect(rows.map((row) => row.item?.id)).toEqual(['a', 'b', undefined, undefined]);
    });
});
