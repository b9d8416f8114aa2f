// "Every Tuesday 18:00 until Christmas", and what does not work out.
import { describe, expect, it } from 'vitest';
import { faultOf, planOf, slotsAtOnceMax, type Repeat } from './repeats';

const berlin = 'Europe/Berlin';
const now = Date.parse('2026-11-18T09:00:00Z');
const iso = (times: number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16));
const tuesdays = (until: string, more: Partial<Repeat> = {}): Repeat =>
    ({ weekdays: [2], until, inARow: 1, ...more });

describe('A repeat', () => {
    it('is every Tuesday until Christmas Eve', () => {
        const plan = planOf(tuesdays('2026-12-24'), '2026-11-24T18:00', 60, berlin, now);
        expect(iso(plan.starts)).toEqual([
            '2026-11-24T17:00', '2026-12-01T17:00', '2026-12-08T17:00', '2026-12-15T17:00',
            '2026-12-22T17:00']);
        expect(plan).toMatchObject({ skipped: [], isCut: false });
    });

    it('stays at its time of the clock when that changes', () => {
        const plan = planOf(
            { weekdays: [6, 7, 1], until: '2026-03-30', inARow: 1 }, '2026-03-28T09:00', 60, berlin, 0);
        expect(iso(plan.starts)).toEqual(['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']);
    });

    it('skips a time that there is not, and says so', () => {
        const plan = planOf(
            { weekdays: [7], until: '2026-04-05', inARow: 2 }, '2026-03-22T02:30', 30, berlin, 0);
        expect(iso(plan.starts)).toEqual(
            ['2026-03-22T01:30', '2026-03-22T02:00', '2026-04-05T00:30', '2026-04-05T01:00']);
        expect(plan.skipped).toEqual([{ local: '2026-03-29T02:30', why: 'no_such_time' }]);
    });

    it('skips what is in the past', () => {
        const plan = planOf(
            { weekdays: [1, 2, 3, 4, 5], until: '2026-11-20', inARow: 1 }, '2026-11-17T08:00', 60, berlin, now);
        expect(iso(plan.starts)).toEqual(['2026-11-19T07:00', '2026-11-20T07:00']);
        expect(plan.skipped.map((one) => one.local)).toEqual(['2026-11-17T08:00', '2026-11-18T08:00']);
    });

    it('has several in a row, without a gap when the clocks change', () => {
        const plan = planOf(
            { weekdays: [7], until: '2026-03-29', inARow: 3 }, '2026-03-29T01:00', 60, berlin, 0);
        expect(iso(plan.starts)).toEqual(['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00']);
    });

    it('has so many and no more, and says that there would be more', () => {
        const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], inARow: 4 };
        const plan = planOf({ ...daily, until: '2026-12-31' }, '2026-11-24T09:00', 30, berlin, now);
        expect(plan.starts).toHaveLength(slotsAtOnceMax);
        expect(plan.isCut).toBe(true);
        const fits = planOf({ ...daily, until: '2026-12-18' }, '2026-11-24T09:00', 30, berlin, now);
        expect([fits.starts.length, fits.isCut]).toEqual([100, false]);
    });

    it('says what is wrong with it', () => {
        const fault = (repeat: Repeat) => faultOf(repeat, '2026-11-24T18:00');
        expect(fault(tuesdays('2026-12-24'))).toBeUndefined();
        expect(fault(tuesdays('2026-12-24', { weekdays: [] }))).toBe('no_weekday');
        expect(fault(tuesdays(''))).toBe('no_day');
        expect(fault(tuesdays('2026-11-23'))).toBe('before');
        expect(fault(tuesdays('2062-12-24'))).toBe('too_far');
        expect(fault(tuesdays('2026-12-24', { inARow: 0 }))).toBe('in_a_row');
        expect(fault(tuesdays('2026-12-24', { inARow: 1.5 }))).toBe('in_a_row');
    });
});
