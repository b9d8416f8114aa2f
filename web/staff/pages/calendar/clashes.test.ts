import { describe, expect, it } from 'vitest';
import { clashesWith, windowsFor } from './clashes';
import type { CalendarSlot } from './grid';

const hour = 3_600_000;
const nine = Date.parse('2026-11-24T09:00:00Z');

function slot(id: string, startMs: number, more: Partial<CalendarSlot> = {}): CalendarSlot {
    return {
        id, state: 'open', starts_at: new Date(startMs).toISOString(), duration: '1h', service: null,
        staff: 'Noor', place: null, size: { min: 1, max: 200 }, price: null, offers_made: 0,
        standing_yes: 0, entry_id: null, name: null, offer: null, ...more,
    };
}

const wanted = { starts: [nine], minutes: 60, staff: 'noor', place: '' };
const ids = (slots: CalendarSlot[]) => slots.map((one) => one.id);

describe('Two slots', () => {
    it('clash when one person would be in both', () => {
        const known = [slot('before', nine - hour), slot('half', nine + hour / 2), slot('after', nine + hour)];
        expect(ids(clashesWith(wanted, known))).toEqual(['half']);
        expect(ids(clashesWith({ ...wanted, starts: [nine, nine + 24 * hour] },
            [...known, slot('next day', nine + 24 * hour)]))).toEqual(['half', 'next day']);
    });

    it('do not when it is somebody else, or nobody', () => {
        expect(clashesWith(wanted, [slot('a', nine, { staff: 'Ben' })])).toEqual([]);
        expect(clashesWith({ ...wanted, staff: '' }, [slot('a', nine, { staff: null })])).toEqual([]);
    });

    it('clash at one place', () => {
        const known = [slot('a', nine, { staff: 'Ben', place: 'Chair 2' })];
        expect(ids(clashesWith({ ...wanted, staff: '', place: 'chair 2' }, known))).toEqual(['a']);
    });
});

describe('What is read for it', () => {
    it('covers all of them in as few windows as there must be', () => {
        const starts = [0, 7, 14, 21, 28, 35, 70].map((days) => nine + days * 24 * hour);
        const windows = windowsFor({ ...wanted, starts });
        expect(windows).toHaveLength(3);
        for (const { from, to } of windows) {
            expect(to - from).toBeLessThanOrEqual(35 * 24 * hour);
        }
        for (const start of starts) {
            expect(windows.some(({ from, to }) => from < start && start + hour <= to)).toBe(true);
        }
    });
});
