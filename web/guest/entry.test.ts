// Tests of what news change on the page.
import { describe, expect, it } from 'vitest';
import { aheadText, changeOf } from './entry';
import type { Entry } from './live';

const waiting: Entry = {
    state: 'waiting',
    rank: 3,
    band: null,
    refresh_seconds: 10,
    offer: null,
    referrals: null,
};

describe('changeOf', () => {
    it('needs a new page for another state, and for an offer that comes or goes', () => {
        const shown = { state: 'waiting', hasOffer: false };
        expect(changeOf(shown, waiting)).toBe('numbers');
        expect(changeOf(shown, { ...waiting, rank: 2 })).toBe('numbers');
        expect(changeOf(shown, { ...waiting, state: 'offered' })).toBe('page');
        expect(changeOf(shown, { ...waiting, offer: { state: 'live' } })).toBe('page');
        expect(changeOf({ state: 'offered', hasOffer: true }, { ...waiting, state: 'offered' })).toBe(
            'page',
        );
    });
});

describe('aheadText', () => {
    const words = { first: 'Sie sind dran.', one: 'Eine Person.', many: '{0} Personen.' };

    it('chooses the form that the number needs', () => {
        expect(aheadText(1, words, 'de')).toBe('Sie sind dran.');
        expect(aheadText(2, words, 'de')).toBe('Eine Person.');
        expect(aheadText(1235, words, 'de')).toBe('1.234 Personen.');
    });
});
