import { describe, expect, it } from 'vitest';
import { draftOf, partsOf, rowOf, valuesOf, type Card } from './card';

const found = (field: string, text: number, offset: number, length: number) =>
    ({ field, text, offset, length, words: '' }) as Parameters<typeof partsOf>[2][number];

const card: Card = {
    id: 'card_1', resource_id: 'res_1', state: 'open', received_at: '2026-03-04T10:00:00Z', size: 9,
    entry_id: null, was_there: false, settled_at: null, undo_until: null,
    reading: {
        problem: null, subject: '', sender: { name: null, email: null }, came_from: null,
        authenticity: 'unknown', from_staff: false, trusted: false, passed_on: false, language: 'en',
        texts: [], found: [],
        row: {
            name: 'Mia', email: null, phone: '+4930123456', party_size: 3,
            wants: {
                service: 'Cut', staff: null, earliest: '2026-03-09', latest: '2026-03-09',
                weekly: [{ days: ['mon'], from: '17:30', to: '20:30' }],
            },
        },
    },
};

describe('partsOf', () => {
    it('counts characters, not what they are made of', () => {
        expect(partsOf('🎉 at 19 Uhr', 1, [found('time', 1, 5, 6), found('date', 0, 0, 4)])).toEqual([
            { text: '🎉 at ', fields: [] },
            { text: '19 Uhr', fields: ['time'] },
        ]);
    });

    it('keeps the text whole where words belong to two values', () => {
        const text = 'Saturday at five';
        const parts = partsOf(text, 0, [found('date', 0, 0, 8), found('time', 0, 0, 16)]);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts[0]?.fields).toEqual(['date', 'time']);
    });

    it('does not run over the end', () => {
        expect(partsOf('ab', 0, [found('name', 0, 1, 99)])).toEqual([
            { text: 'a', fields: [] }, { text: 'b', fields: ['name'] },
        ]);
    });
});

describe('the row', () => {
    it('leaves out what the mail does not say', () => {
        expect(valuesOf(card.reading!.row).map(({ field }) => field))
            .toEqual(['name', 'phone', 'party_size', 'service', 'date', 'time']);
    });

    it('goes back as it was proposed when nothing is changed', () => {
        expect(rowOf(draftOf(card))).toEqual({
            name: 'Mia', phone: '+4930123456', party_size: 3, unlisted: true,
            wants: {
                service: 'Cut', earliest: '2026-03-09', latest: '2026-03-09',
                weekly: [{ days: ['mon'], from: '17:30', to: '20:30' }],
            },
        });
    });

    it('counts hours on every day where no single day is wished', () => {
        const row = rowOf({ ...draftOf(card), latest: '' }) as { wants: { weekly: { days: string[] }[] } };
        expect(row.wants.weekly[0]?.days).toHaveLength(7);
    });
});
