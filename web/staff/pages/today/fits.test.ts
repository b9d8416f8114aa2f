// Tests of the words about who would get a slot.
import { describe, expect, it } from 'vitest';
import { doubtWords, isDoubtful, missWords, toldLater, widenWords, type SlotPreview } from './fits';

const zone = 'Europe/Berlin';
const miss = (check: SlotPreview['missed'][number]['check'], count: number,
    more: { wanted?: string; nearest?: string } = {}) =>
    ({ check, count, wanted: more.wanted ?? null, nearest: more.nearest ?? null });

const preview: SlotPreview = {
    slot: {
        starts_at: '2026-11-21T13:00:00Z', duration: '1h', service: 'Colour', staff: 'Anna',
        place: null, size: { min: 1, max: 200 }, price: null,
    },
    first: null, held_up: null, fit: 0, waiting: 4, looked_at: 4, missed: [], widened: [],
    overlaps: [], doubts: [],
};

describe('missWords', () => {
    it('says what keeps people away', () => {
        expect(missWords(miss('service', 3, { wanted: 'Cut' }), zone)).toBe('3 want Cut');
        expect(missWords(miss('service', 1, { wanted: 'Cut' }), zone)).toBe('1 wants Cut');
        expect(missWords(miss('weekly', 2, { nearest: '2026-11-21T16:00:00Z' }), zone))
            .toMatch(/^2 only after (17:00|5:00 PM)$/);
        expect(missWords(miss('party_size', 2), zone)).toBe('2 parties of another size');
        expect(missWords(miss('set_aside', 1), zone)).toBe('1 isn’t asked at the moment');
    });
});

describe('a slot that is doubtful', () => {
    it('is one that overlaps or isn’t theirs', () => {
        expect(isDoubtful(preview)).toBe(false);
        const doubt = { doubt: 'not_theirs', name: 'Anna' } as const;
        expect(isDoubtful({ ...preview, doubts: [doubt] })).toBe(true);
        expect(doubtWords(doubt)).toBe('Anna doesn’t do this service.');
    });
});

describe('toldLater', () => {
    it('is a time only in quiet hours', () => {
        const now = new Date('2026-11-21T05:00:00Z').getTime();
        const first = {
            entry_id: 'ent_1', name: 'Ada', rank: 1, party_size: 1, instant_yes: false,
            told_at: '2026-11-21T05:00:00Z',
        };
        expect(toldLater({ ...preview, first }, now)).toBeUndefined();
        expect(toldLater(preview, now)).toBeUndefined();
        const later = { ...first, told_at: '2026-11-21T07:00:00Z' };
        expect(toldLater({ ...preview, first: later }, now)).toBe('2026-11-21T07:00:00Z');
    });
});

describe('widenWords', () => {
    it('has one for every field', () => {
        expect(widenWords.service).toBe('Any service');
    });
});
