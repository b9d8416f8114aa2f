import { describe, expect, it } from 'vitest';
import { Drafts, type Drawer } from './drafts';

function drawer(): Drawer {
    const items = new Map<string, string>();
    return {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
    };
}

describe('drafts', () => {
    it('are found again after the page was loaded anew', () => {
        const shared = drawer();
        new Drafts<{ text: string }>('rules.', shared).put('res_1', { text: 'half done' });
        const later = new Drafts<{ text: string }>('rules.', shared);
        expect(later.get('res_1')).toEqual({ text: 'half done' });
        later.drop('res_1');
        expect(new Drafts('rules.', shared).get('res_1')).toBeUndefined();
    });

    it('are kept for each list, and apart from other drafts', () => {
        const shared = drawer();
        const drafts = new Drafts<string>('rules.', shared);
        drafts.put('res_1', 'one');
        drafts.put('res_2', 'two');
        expect(drafts.get('res_1')).toBe('one');
        expect(new Drafts<string>('voice.', shared).get('res_1')).toBeUndefined();
    });

    it('survive a browser that keeps nothing', () => {
        const broken: Drawer = {
            getItem: () => { throw new Error('no'); },
            setItem: () => { throw new Error('no'); },
            removeItem: () => { throw new Error('no'); },
        };
        const drafts = new Drafts<string>('rules.', broken);
        drafts.put('res_1', 'one');
        expect(drafts.get('res_1')).toBe('one');
        drafts.drop('res_1');
        expect(drafts.get('res_1')).toBeUndefined();
    });

    it('forget what cannot be read', () => {
        const shared = drawer();
        shared.setItem('rules.res_1', '{half');
        expect(new Drafts('rules.', shared).get('res_1')).toBeUndefined();
    });
});
