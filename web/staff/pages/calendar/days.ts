// Days of the calendar in a time zone: where one begins, how long it is, and which instant a local
// time means. A day has 23 or 25 hours when the clocks change, and begins at 1:00 where they go
// forward at midnight.
import { toLocalInput } from '../../lib/time';

/** "2026-11-24". */
export type Day = string;

const dayMs = 86_400_000;

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayFrom = (utcMs: number): Day => new Date(utcMs).toISOString().slice(0, 10);

export function isDay(text: string | null | undefined): text is Day {
    return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) &&
        Number.isFinite(utcOf(text)) && dayFrom(utcOf(text)) === text;
}

export function addDays(day: Day, count: number): Day {
    return dayFrom(utcOf(day) + count * dayMs);
}

/** From 1, Monday, to 7, Sunday. */
export function weekdayOf(day: Day): number {
    return new Date(utcOf(day)).getUTCDay() || 7;
}

/** Midnight UTC, for functions that write a day of the calendar. */
export const midnightUtc = utcOf;

/** The day that it is at this instant. */
export function dayAt(timeMs: number, zone: string): Day {
    return toLocalInput(timeMs, zone).slice(0, 10);
}

/** "14:30" at this instant. */
export function clockAt(timeMs: number, zone: string): string {
    return toLocalInput(timeMs, zone).slice(11, 16);
}

/** How far the clocks of the zone are ahead of UTC. */
function offsetAt(timeMs: number, zone: string): number {
    const wholeMinute = Math.floor(timeMs / 60_000) * 60_000;
    return Date.parse(`${toLocalInput(wholeMinute, zone)}:00Z`) - wholeMinute;
}

/**
 * The instant that "2026-11-24T14:30" means; the first of two where the clocks go back, undefined
 * where they skip it.
 */
export function instantOf(local: string, zone: string): number | undefined {
    const wanted = Date.parse(`${local.slice(0, 16)}:00Z`);
    if (!Number.isFinite(wanted)) {
        return undefined;
    }
    const found = [offsetAt(wanted - dayMs, zone), offsetAt(wanted + dayMs, zone)]
        .map((offset) => wanted - offset)
        .filter((instant) => toLocalInput(instant, zone) === local.slice(0, 16));
    return found.length > 0 ? Math.min(...found) : undefined;
}

/** The first instant of a day, which is not at 0:00 where the clocks skip it. */
export function startOfDay(day: Day, zone: string): number {
    const midnight = instantOf(`${day}T00:00`, zone);
    if (midnight !== undefined) {
        return midnight;
    }
    // Clocks change at full quarters of an hour.
    const quarter = 15 * 60_000;
    let at = utcOf(day) - offsetAt(utcOf(day) - dayMs, zone) - 4 * quarter;
    while (dayAt(at, zone) < day) {
        at += quarter;
    }
    return at;
}

/** The days of the week that a day is in. */
export function weekOf(day: Day, firstWeekday: number): Day[] {
    const back = (weekdayOf(day) - firstWeekday + 7) % 7;
    return Array.from({ length: 7 }, (_, index) => addDays(day, index - back));
}

interface WeekInfo {
    firstDay: number;
}

/** With what day the week begins, from 1, Monday, to 7, Sunday. */
export function firstWeekday(locale: string): number {
    try {
        const known = new Intl.Locale(locale) as Intl.Locale & {
            getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo;
        };
        return known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1;
    } catch {
        return 1;
    }
}
