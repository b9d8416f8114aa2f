// The pages of a search, put together.
import { describe, expect, it } from 'vitest';
import { mergePages, pagesAround } from './pages';

const pages = [
    { cursor: undefined, items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] },
    { cursor: 'x', items: [{ id: 'c' }, { id: 'd' }] },
    { cursor: 'y', items: [{ id: 'e' }] },
];

describe('mergePages', () => {
    it('has everyone once, also where a page reaches into the next', () => {
        expect(mergePages(pages).map((item) => item.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    });
});

describe('pagesAround', () => {
    it('names the pages in view and the last one, where newcomers appear', () => {
        expect(pagesAround(pages, 0, 2)).toEqual([0, 2]);
        expect(pagesAround(pages, 3, 4)).toEqual([1, 2]);
        expect(pagesAround([], 0, 9)).toEqual([]);
    });
});
