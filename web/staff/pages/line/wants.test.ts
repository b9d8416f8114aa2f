// Wishes in words.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { speech } from '../../lib/say.svelte';
import {
    datesInWords, instantYesInWords, promisesInShort, wantsInFull, wantsInShort, windowInWords,
} from './wants';

const any = {
    service: null, staff: null, place: null, earliest: null, latest: null, weekly: [],
    min_notice: '0s', max_price: null, move_up: false,
};

beforeEach(() => {
    vi.spyOn(speech, 'locale', 'get').mockReturnValue('en-GB');
});

describe('wantsInShort', () => {
    it('says "anything" where nothing is asked for', () => {
        expect(wantsInShort(any, 'UTC')).toBe('anything');
    });

    it('puts service, staff and dates in a row', () => {
        const wants = { ...any, service: 'colour', staff: 'Noor', latest: '2026-11-21T22:59:59.999Z' };
        expect(wantsInShort(wants, 'Europe/Berlin')).toBe('colour · Noor · until 21 Nov');
    });
});

describe('several names', () => {
    const wants = {
        ...any, service: 'Cut', services: ['Cut', 'Colour'], staff: 'Anna', staff_any: ['Anna', 'Ben', 'Noor'],
        place: 'Window', places: ['Window', 'Terrace'],
    };

    it('are all said, in a row and in full', () => {
        expect(wantsInShort(wants, 'UTC')).toBe('Cut or Colour · Anna, Ben or Noor · Window or Terrace');
        expect(wantsInFull(wants, 'UTC').slice(0, 3)).toEqual([
            ['Service', 'Cut or Colour'], ['With', 'Anna, Ben or Noor'], ['Location', 'Window or Terrace'],
        ]);
    });
});

describe('datesInWords', () => {
    it('reads days in the zone of the list', () => {
        const wants = { ...any, earliest: '2026-11-20T23:00:00Z', latest: '2026-11-21T22:59:59.999Z' };
        expect(datesInWords(wants, 'Europe/Berlin')).toBe('21 Nov');
        expect(datesInWords(wants, 'UTC')).toBe('20 Nov – 21 Nov');
        expect(datesInWords({ ...any, earliest: '2026-12-01T10:00:00Z' }, 'UTC')).toBe('from 1 Dec');
    });
});

describe('windowInWords', () => {
    it('draws neighbouring days together', () => {
        expect(windowInWords({ days: ['fri', 'wed', 'mon', 'tue'], from: '09:00', to: '12:00' }))
            .toBe('Mon–Wed, Fri 9:00–12:00');
        expect(windowInWords({ days: ['sat', 'sun'], from: '10:00', to: '11:00' })).toBe('Sat, Sun 10:00–11:00');
    });

    it('names days and times as the reader does', () => {
        vi.spyOn(speech, 'locale', 'get').mockReturnValue('de');
        expect(windowInWords({ days: ['tue', 'wed', 'thu'], from: '09:00', to: '12:00' })).toBe('Di–Do 9:00–12:00');
    });
});

describe('a yes beforehand', () => {
    it('says on which terms', () => {
        const none = { min_notice: '0s', max_price: null, weekly: [] };
        expect(instantYesInWords(none)).toBe('whatever suits');
        expect(instantYesInWords({
            min_notice: '2h', max_price: { amount: 6000, currency: 'EUR' },
            weekly: [{ days: ['tue', 'thu'], from: '00:00', to: '00:00' }],
        })).toBe('with at least 2 hours of notice, for at most €60.00, Tue, Thu');
        expect(promisesInShort({ instant_yes: none, standing_yes: true }))
            .toBe('book without asking · late yes');
        expect(promisesInShort({ instant_yes: null, standing_yes: false })).toBe('');
    });
});

describe('wantsInFull', () => {
    it('leaves nothing out', () => {
        const names = wantsInFull({
            service: 'a', staff: 'b', place: 'c', earliest: '2026-12-01T10:00:00Z', latest: null,
            weekly: [{ days: ['mon'], from: '09:00', to: '12:00' }], min_notice: '90m',
            max_price: { amount: 4500, currency: 'EUR' }, move_up: true,
        }, 'UTC').map(([name]) => name);
        expect(names).toEqual(['Service', 'With', 'Location', 'Dates', 'Times', 'Notice', 'Price', 'Moves up']);
        expect(wantsInFull(any, 'UTC')).toEqual([]);
    });
});
