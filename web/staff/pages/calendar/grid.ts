// The grid of the calendar: rows of half an hour, a column for each day, person or place, and where
// a slot lies in it. Rows are times of the clock. Where the clocks go back, the hour stands there a
// second time; where they go forward, the cells of the hour that there is not are empty.
import type { Schemas } from '../../lib/api';
import { parseDuration } from '../../lib/time';
import { addDays, clockAt, dayAt, startOfDay, type Day } from './days';

export type CalendarSlot = Schemas['CalendarSlot'];

export const stepMs = 30 * 60_000;
export const quarterMs = 15 * 60_000;

export interface Row {
    /** "14:30". */
    clock: string;
    /** The second time this is on the clock that day. */
    isAgain: boolean;
}

export interface Column {
    key: string;
    day: Day;
    /** Whose column it is; undefined: everybody's. */
    staff?: string | null;
    place?: string | null;
}

const keyOf = (row: Row) => row.clock + (row.isAgain ? '+' : '');

/** The rows that a day has, each with its first instant. */
function rowsOf(day: Day, zone: string): { row: Row; at: number }[] {
    const end = startOfDay(addDays(day, 1), zone);
    const seen = new Set<string>();
    const rows: { row: Row; at: number }[] = [];
    for (let at = startOfDay(day, zone); at < end; at += stepMs) {
        const clock = clockAt(at, zone);
        rows.push({ row: { clock, isAgain: seen.has(clock) }, at });
        seen.add(clock);
    }
    return rows;
}

function plainRows(): Row[] {
    return Array.from({ length: 48 }, (_, index) => ({
        clock: `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
        isAgain: false,
    }));
}

/** The rows for these days together. */
function allRows(days: Day[], zone: string): Row[] {
    const rows = plainRows();
    for (const day of days) {
        const repeated = rowsOf(day, zone).map(({ row }) => row).filter((row) => row.isAgain);
        const missing = repeated.filter((row) => !rows.some((other) => keyOf(other) === keyOf(row)));
        const last = repeated.at(-1);
        if (last !== undefined && missing.length > 0) {
            const before = rows.findIndex((row) => row.clock === last.clock && !row.isAgain);
            rows.splice(before + 1, 0, ...missing);
        }
    }
    return rows;
}

/** A row, and how much of it has passed. */
export interface Place {
    row: number;
    share: number;
}

/** Which instants the cells stand for. */
export class Grid {
    readonly rows: Row[];
    readonly #instants = new Map<Day, (number | undefined)[]>();
    readonly #ends = new Map<Day, number>();

    constructor(readonly columns: Column[], readonly zone: string) {
        const days = [...new Set(columns.map((column) => column.day))];
        this.rows = allRows(days, zone);
        for (const day of days) {
            const known = new Map(rowsOf(day, zone).map(({ row, at }) => [keyOf(row), at]));
            this.#instants.set(day, this.rows.map((row) => known.get(keyOf(row))));
            this.#ends.set(day, startOfDay(addDays(day, 1), zone));
        }
    }

    /** When a cell begins; undefined: there is no such time that day. */
    at(row: number, column: number): number | undefined {
        const day = this.columns[column]?.day;
        return day === undefined ? undefined : this.#instants.get(day)?.[row];
    }

    /** Where an instant of a day is; the end of the day is behind the last row. */
    placeOf(timeMs: number, day: Day): Place {
        const instants = this.#instants.get(day) ?? [];
        if (timeMs >= (this.#ends.get(day) ?? 0)) {
            return { row: instants.length, share: 0 };
        }
        let found: Place = { row: 0, share: 0 };
        let latest = Number.NEGATIVE_INFINITY;
        instants.forEach((at, row) => {
            if (at !== undefined && at <= timeMs && at > latest) {
                latest = at;
                found = { row, share: Math.min(1, (timeMs - at) / stepMs) };
            }
        });
        return found;
    }
}

export interface Laid {
    slot: CalendarSlot;
    column: number;
    /** In rows from the top. */
    top: number;
    height: number;
    /** Side by side with others at the same time: which of how many. */
    lane: number;
    lanes: number;
}

export const startOf = (slot: CalendarSlot): number => new Date(slot.starts_at).getTime();
export const endOf = (slot: CalendarSlot): number => startOf(slot) + parseDuration(slot.duration);

/** As the server compares names: without case, accents, spaces and hyphens. */
export function nameKey(name: string | null | undefined): string {
    return (name ?? '').normalize('NFKD').replace(/\p{M}/gu, '').replace(/[\s-]+/gu, '')
        .toLocaleLowerCase('en');
}

/** What staff filled themselves, unless the same slot was freed again since. */
export function withoutReplaced(slots: CalendarSlot[]): CalendarSlot[] {
    const keyed = (slot: CalendarSlot) => [
        slot.starts_at, nameKey(slot.service), nameKey(slot.staff), nameKey(slot.place),
    ].join('|');
    const isFilled = (slot: CalendarSlot) => slot.state === 'booked' && slot.entry_id === null;
    const others = new Set(slots.filter((slot) => !isFilled(slot)).map(keyed));
    return slots.filter((slot) => !isFilled(slot) || !others.has(keyed(slot)));
}

/** The column of a slot; -1: it is not shown. */
export function columnOf(slot: CalendarSlot, columns: Column[], zone: string): number {
    const day = dayAt(startOf(slot), zone);
    return columns.findIndex((column) => column.day === day &&
        (column.staff === undefined || nameKey(column.staff) === nameKey(slot.staff)) &&
        (column.place === undefined || nameKey(column.place) === nameKey(slot.place)));
}

/** Where each slot lies. Those at the same time stand side by side. */
export function layOut(slots: CalendarSlot[], grid: Grid, rowsLeast = 1): Laid[] {
    const laid: Laid[] = [];
    const found = slots.map((slot) => ({ slot, at: columnOf(slot, grid.columns, grid.zone) }));
    grid.columns.forEach((column, index) => {
        const here = found.filter(({ at }) => at === index).map(({ slot }) => slot)
            .sort((left, right) => startOf(left) - startOf(right))
            .map((slot) => {
                const from = grid.placeOf(startOf(slot), column.day);
                const to = grid.placeOf(endOf(slot), column.day);
                const top = from.row + from.share;
                return {
                    slot, column: index, top, lane: 0, lanes: 1,
                    height: Math.max(rowsLeast, to.row + to.share - top),
                };
            });
        laid.push(...inLanes(here));
    });
    return laid;
}

function inLanes(column: Laid[]): Laid[] {
    let group: Laid[] = [];
    let groupEnd = Number.NEGATIVE_INFINITY;
    let ends: number[] = [];
    const close = () => group.forEach((one) => { one.lanes = ends.length; });
    for (const one of column) {
        if (one.top >= groupEnd) {
            close();
            group = [];
            ends = [];
        }
        const free = ends.findIndex((end) => end <= one.top);
        one.lane = free < 0 ? ends.length : free;
        ends[one.lane] = one.top + one.height;
        groupEnd = Math.max(...ends);
        group.push(one);
    }
    close();
    return column;
}

/** The row to begin with: that of the working day, or of what comes before it. */
export function firstRow(laid: Laid[], rows: Row[], from = '08:00'): number {
    const first = rows.findIndex((row) => row.clock >= from);
    return Math.min(first, ...laid.map((one) => Math.floor(one.top)));
}

/** What was dragged over, or is under the cursor. */
export interface Selection {
    column: number;
    /** Instants; to the end of it. */
    from: number;
    to: number;
}

/** From one instant to another, either of which may be first; a quarter of an hour at least. */
export function selectionOf(column: number, anchor: number, head: number): Selection {
    return {
        column, from: Math.min(anchor, head), to: Math.max(anchor, head) + quarterMs,
    };
}

/** The instant under a point, in rows from the top, to the quarter of an hour. */
export function instantAt(grid: Grid, column: number, rowsDown: number): number | undefined {
    const row = Math.min(grid.rows.length - 1, Math.max(0, Math.floor(rowsDown)));
    const at = grid.at(row, column);
    if (at === undefined) {
        return undefined;
    }
    return at + (rowsDown - row >= 0.5 ? quarterMs : 0);
}

/** Everybody's names, once each, as they were first written. */
export function namesOf(names: (string | null | undefined)[]): string[] {
    const found = new Map<string, string>();
    for (const name of names) {
        if (name && !found.has(nameKey(name))) {
            found.set(nameKey(name), name);
        }
    }
    return [...found.values()].sort((left, right) => left.localeCompare(right));
}
