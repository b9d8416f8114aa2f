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

const live = { state: 'live', expires_at: '2026-11-15T14:10:00Z', unreached: null };

describe('changeOf', () => {
    it('needs a new page for another state, and for an offer that comes or goes', () => {
        const shown = { state: 'waiting', hasOffer: false, deadline: null };
        expect(changeOf(shown, waiting)).toBe('numbers');
        expect(changeOf(shown, { ...waiting, rank: 2 })).toBe('numbers');
        expect(changeOf(shown, { ...waiting, state: 'offered' })).toBe('page');
        expect(changeOf(shown, { ...waiting, offer: live })).toBe('page');
        const offered = { ...waiting, state: 'offered' };
        const seen = { state: 'offered', hasOffer: true, deadline: Date.parse(live.expires_at) };
        expect(changeOf(seen, offered)).toBe('page');
        expect(changeOf(seen, { ...offered, offer: live })).toBe('numbers');
    });

    it('knows no clock where the guest could not be told', () => {
        const unreached = { ...live, unreached: 'blocked' };
        const shown = { state: 'offered', hasOffer: true, deadline: null };
        expect(changeOf(shown, { ...waiting, state: 'offered', offer: unreached })).toBe('numbers');
        expect(changeOf(shown, { ...waiting, state: 'offered', offer: live })).toBe('page');
    });

    it('needs a new page when there is more time', () => {
        const seen = { state: 'offered', hasOffer: true, deadline: Date.parse(live.expires_at) };
        const more = { ...live, expires_at: '2026-11-15T14:15:00Z' };
        expect(changeOf(seen, { ...waiting, state: 'offered', offer: more })).toBe('page');
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
