import { describe, expect, it } from 'vitest';
import type { MonthReport } from './figures';
import { monthName, paragraph, suggestion } from './month';

const none = {
    freed: 0, filled: 0, offers: 0, accepted: 0, joined: 0, average_seconds_to_fill: null,
    median_seconds_to_fill: null, revenue_recovered: [],
};
const report: MonthReport = {
    month: '2026-01',
    figures: {
        ...none, freed: 48, filled: 36, average_seconds_to_fill: 1440, median_seconds_to_fill: 660,
        revenue_recovered: [{ amount: 162_000, currency: 'EUR' }],
    },
    before: { ...none, freed: 40, filled: 20 },
    suggestion: null,
};

describe('a month in a paragraph', () => {
    it('says what came free, was filled, how soon, and what it is worth', () => {
        expect(paragraph(report)).toBe(
            '48 places came free in January 2026; the waitlist filled 36 of them (75%). That took ' +
            '24 minutes on average, and half of them were filled within 11 minutes. They’re worth ' +
            `${'€1,620.00'}. In December 2025 it was 20 of 40 (50%).`);
        expect(monthName('2026-02')).toBe('February 2026');
    });

    it('leaves out what is not known', () => {
        expect(paragraph({ ...report, figures: none, before: none }))
            .toBe('No places came free in January 2026.');
        expect(paragraph({ ...report, figures: { ...none, freed: 1 }, before: none }))
            .toBe('1 place came free in January 2026; the waitlist filled 0 of them (0%).');
    });

    it('has a suggestion only where one is certain enough', () => {
        expect(suggestion(report)).toBeUndefined();
        expect(suggestion({
            ...report, suggestion: {
                resource_id: 'res_1', list: 'Salon', change: 'late_yes', filled_now: 0.75,
                filled_then: 0.81,
            },
        })).toMatch(/^For Salon, let guests say yes .* 81% instead of 75%\.$/);
    });
});
