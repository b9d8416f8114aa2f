// Several slots like one: on certain days of the week until a day, and several in a row. Which of
// them there will be, and which not: a time that the clocks skip, and what is in the past.
import { addDays, instantOf, isDay, weekdayOf, type Day } from './days';

/** So many at once; whoever wants more does it twice. */
export const slotsAtOnceMax = 100;
export const inARowMax = 24;
/** As far as the API's own limits are concerned it could be later; a mistyped year should not be. */
const daysAheadMax = 400;

export interface Repeat {
    /** From 1, Monday, to 7, Sunday. */
    weekdays: number[];
    /** The last day, included. */
    until: Day;
    inARow: number;
}

export interface Skipped {
    /** "2026-03-29T02:30". */
    local: string;
    why: 'past' | 'no_such_time';
}

export interface Plan {
    /** Instants, ascending. */
    starts: number[];
    skipped: Skipped[];
    /** There would have been more. */
    isCut: boolean;
}

/** What is wrong with a repeat. */
export type RepeatFault = 'no_weekday' | 'no_day' | 'before' | 'too_far' | 'in_a_row';

export function faultOf(repeat: Repeat, startLocal: string): RepeatFault | undefined {
    const first = startLocal.slice(0, 10);
    if (repeat.weekdays.length === 0) {
        return 'no_weekday';
    }
    if (!isDay(repeat.until) || !isDay(first)) {
        return 'no_day';
    }
    if (repeat.until < first) {
        return 'before';
    }
    if (repeat.until > addDays(first, daysAheadMax)) {
        return 'too_far';
    }
    const { inARow } = repeat;
    return Number.isInteger(inARow) && inARow >= 1 && inARow <= inARowMax ? undefined : 'in_a_row';
}

/** All starts of a repeat that has no fault, beginning with "2026-11-24T18:00". */
export function planOf(
    repeat: Repeat, startLocal: string, minutes: number, zone: string, nowMs: number): Plan {
    const plan: Plan = { starts: [], skipped: [], isCut: false };
    const clock = startLocal.slice(11, 16);
    for (let day = startLocal.slice(0, 10); day <= repeat.until; day = addDays(day, 1)) {
        if (!repeat.weekdays.includes(weekdayOf(day))) {
            continue;
        }
        const local = `${day}T${clock}`;
        const first = instantOf(local, zone);
        if (first === undefined) {
            plan.skipped.push({ local, why: 'no_such_time' });
            continue;
        }
        for (let index = 0; index < repeat.inARow; index += 1) {
            const start = first + index * minutes * 60_000;
            if (start <= nowMs) {
                if (index === 0) {
                    plan.skipped.push({ local, why: 'past' });
                }
                continue;
            }
            if (plan.starts.length === slotsAtOnceMax) {
                plan.isCut = true;
                return plan;
            }
            plan.starts.push(start);
        }
    }
    plan.starts.sort((left, right) => left - right);
    return plan;
}
