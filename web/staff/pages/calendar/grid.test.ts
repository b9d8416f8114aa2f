// Where slots lie in the calendar, on plain days and when the clocks change.
import { describe, expect, it } from 'vitest';
import {
    columnOf, endOf, firstRow, Grid, instantAt, layOut, nameKey, namesOf, quarterMs, selectionOf, startOf, withoutReplaced, type CalendarSlot, type Column,
} from './grid';

const berlin = 'Europe/Berlin';
const utc = (text: string) => Date.parse(text);

function slot(starts_at: string, duration = '60m', more: Partial<CalendarSlot> = {}): CalendarSlot {
    return {
        id: `opn_${starts_at}`, state: 'open', starts_at, duration, service: null, staff: null,
        place: null, size: { min: 1, max: 200 }, price: null, offers_made: 0, standing_yes: 0,
        entry_id: null, name: null, offer: null, ...more,
    };
}

const days = (...names: string[]): Column[] => names.map((day) => ({ key: day, day }));

describe('The rows', () => {
    it('are half hours of a plain day', () => {
        const grid = new Grid(days('2026-11-24'), berlin);
        expect(grid.rows).toHaveLength(48);
        expect(grid.at(36, 0)).toBe(utc('2026-11-24T17:00:00Z'));
    });

    it('leave out the hour that there is not', () => {
        const grid = new Grid(days('2026-03-28', '2026-03-29'), berlin);
        expect(grid.rows).toHaveLength(48);
        expect([3, 4, 5, 6].map((row) => grid.at(row, 1))).toEqual([
            utc('2026-03-29T00:30:00Z'), undefined, undefined, utc('2026-03-29T01:00:00Z')]);
        expect(grid.at(4, 0)).toBe(utc('2026-03-28T01:00:00Z'));
    });

    it('have the hour twice that comes twice, and other days once', () => {
        const grid = new Grid(days('2026-10-24', '2026-10-25'), berlin);
        expect(grid.rows).toHaveLength(50);
        expect(grid.rows.slice(3, 9).map((row) => row.clock + (row.isAgain ? '+' : ''))).toEqual(
            ['01:30', '02:00', '02:30', '02:00+', '02:30+', '03:00']);
        expect(grid.at(4, 1)).toBe(utc('2026-10-25T00:00:00Z'));
        expect(grid.at(6, 1)).toBe(utc('2026-10-25T01:00:00Z'));
        expect(grid.at(6, 0)).toBeUndefined();
        expect(grid.at(8, 1)).toBe(utc('2026-10-25T02:00:00Z'));
    });

    it('know half hours of Lord Howe', () => {
        const back = new Grid(days('2026-04-05'), 'Australia/Lord_Howe');
        expect(back.rows).toHaveLength(49);
        expect(back.rows[4]).toEqual({ clock: '01:30', isAgain: true });
    });
});

describe('A slot', () => {
    it('lies at its time, for as long as it takes', () => {
        const grid = new Grid(days('2026-11-24', '2026-11-25'), berlin);
        const [one] = layOut([slot('2026-11-25T17:15:00Z', '45m')], grid);
        expect(one).toMatchObject({ column: 1, top: 36.5, height: 1.5, lane: 0, lanes: 1 });
    });

    it('ends with the day', () => {
        const grid = new Grid(days('2026-11-24'), berlin);
        const [one] = layOut([slot('2026-11-24T22:00:00Z', '3h')], grid);
        expect(one).toMatchObject({ top: 46, height: 2 });
    });

    it('lies in the second of two equal hours if that is when it is', () => {
        const grid = new Grid(days('2026-10-25'), berlin);
        const laid = layOut([slot('2026-10-25T00:30:00Z', '30m'), slot('2026-10-25T01:30:00Z', '30m')], grid);
        expect(laid.map((one) => one.top)).toEqual([5, 7]);
    });

    it('stands beside others of the same time', () => {
        const grid = new Grid(days('2026-11-24'), berlin);
        const laid = layOut([
            slot('2026-11-24T09:00:00Z', '2h'), slot('2026-11-24T09:30:00Z'),
            slot('2026-11-24T11:00:00Z', '30m'), slot('2026-11-24T10:30:00Z', '30m'),
        ], grid);
        expect(laid.map((one) => [one.lane, one.lanes])).toEqual([[0, 2], [1, 2], [1, 2], [0, 1]]);
    });

    it('is in the column of its person, however the name is written', () => {
        const columns: Column[] = [
            { key: 'a', day: '2026-11-24', staff: 'Zoë Ann-Marie' },
            { key: 'b', day: '2026-11-24', staff: null },
        ];
        const of = (staff: string | null) =>
            columnOf(slot('2026-11-24T09:00:00Z', '1h', { staff }), columns, berlin);
        expect([of('zoe annmarie'), of(null), of('Ben')]).toEqual([0, 1, -1]);
        expect(columnOf(slot('2026-11-23T22:59:00Z'), columns, berlin)).toBe(-1);
    });

    it('ends after its duration', () => {
        const one = slot('2026-11-24T09:00:00Z', '1h30m');
        expect(endOf(one) - startOf(one)).toBe(90 * 60_000);
    });

    it('that staff filled goes when it was freed again', () => {
        const filled = slot('2026-11-24T09:00:00Z', '1h', { id: 'opn_1', state: 'booked', staff: 'Noor' });
        const again = slot('2026-11-24T09:00:00Z', '1h', { id: 'opn_2', staff: 'noor' });
        const guests = slot('2026-11-24T09:00:00Z', '1h', { id: 'opn_3', state: 'booked', entry_id: 'ent_1' });
        expect(withoutReplaced([filled]).map((one) => one.id)).toEqual(['opn_1']);
        expect(withoutReplaced([filled, again, guests]).map((one) => one.id)).toEqual(['opn_2', 'opn_3']);
    });
});

describe('What is shown', () => {
    it('begins with the working day, or with what comes before it', () => {
        const grid = new Grid(days('2026-11-24'), berlin);
        expect(firstRow([], grid.rows)).toBe(16);
        const early = layOut([slot('2026-11-24T05:45:00Z'), slot('2026-11-24T20:00:00Z')], grid);
        expect(firstRow(early, grid.rows)).toBe(13);
    });

    it('has names once', () => {
        expect(namesOf(['Noor', null, 'noor ', 'Ben', undefined, ''])).toEqual(['Ben', 'Noor']);
        expect(nameKey(null)).toBe('');
    });
});

describe('Dragging', () => {
    const grid = new Grid(days('2026-11-24', '2026-03-29'), berlin);

    it('finds the quarter of an hour', () => {
        expect(instantAt(grid, 0, 36.49)).toBe(utc('2026-11-24T17:00:00Z'));
        expect(instantAt(grid, 0, 36.5)).toBe(utc('2026-11-24T17:15:00Z'));
        expect(instantAt(grid, 0, -3)).toBe(utc('2026-11-23T23:00:00Z'));
        expect(instantAt(grid, 0, 99)).toBe(utc('2026-11-24T22:45:00Z'));
        expect(instantAt(grid, 1, 4.2)).toBeUndefined();
    });

    it('goes both ways', () => {
        const nine = utc('2026-11-24T08:00:00Z');
        expect(selectionOf(0, nine, nine + 3 * quarterMs)).toEqual(
            { column: 0, from: nine, to: nine + 4 * quarterMs });
        expect(selectionOf(0, nine + 3 * quarterMs, nine)).toEqual(
            { column: 0, from: nine, to: nine + 4 * quarterMs });
    });
});
