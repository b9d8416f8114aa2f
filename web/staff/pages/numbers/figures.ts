// From days to a period: sums, and rates that remember what they were made of. Rates of a few are no rates: who reads them must see how few.
import type { Kind, Money, Schemas } from '../../lib/api';

export type Stats = Schemas['Stats'];
export type DayFigures = Schemas['DayFigures'];

export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

/** The server counts at most so many days. */
const daysMax = 366;
/** Fewer than so many are too few to compare. */
export const fewMax = 5;

/** How many days to ask for, so that there is a period before to compare with. */
export function daysToAsk(period: Period): number {
    return period * 2 <= daysMax ? period * 2 : Math.min(period, daysMax);
}

export function parsePeriod(text: string | null): Period {
    return periods.find((period) => String(period) === text) ?? 30;
}

/** A share that knows its parts. */
export interface Share {
    part: number;
    whole: number;
}

/** From 0 to 1; undefined of nothing. What was filled may have been freed the day before. */
export function rate(share: Share): number | undefined {
    return share.whole > 0 ? Math.min(1, share.part / share.whole) : undefined;
}

export function percent(value: number): string {
    return `${Math.round(value * 100)} %`;
}

/** "2 of 3". */
export function partOfWhole(share: Share): string {
    return `${share.part.toLocaleString('en')} of ${share.whole.toLocaleString('en')}`;
}

export interface PeriodFigures {
    days: number;
    joins: number;
    left: number;
    filled: Share;
    accepted: Share;
    noShows: number;
    /** The middle of the days' medians, each counted as often as places were filled on it. */
    secondsToFill: number | undefined;
    revenue: Money[];
}

function sum(days: readonly DayFigures[], of: (day: DayFigures) => number): number {
    return days.reduce((total, day) => total + of(day), 0);
}

/** The weighted median: half of the weight lies at or below it. */
export function weightedMedian(
    items: readonly { value: number; weight: number }[]): number | undefined {
    const sorted = items.filter((item) => item.weight > 0)
        .toSorted((one, other) => one.value - other.value);
    const half = sorted.reduce((total, item) => total + item.weight, 0) / 2;
    let seen = 0;
    for (const item of sorted) {
        seen += item.weight;
        if (seen >= half) {
            return item.value;
        }
    }
    return undefined;
}

export function medianToFill(days: readonly DayFigures[]): number | undefined {
    return weightedMedian(days.flatMap((day) => (day.median_seconds_to_fill === null ? [] : [{
        value: day.median_seconds_to_fill, weight: Math.max(1, day.filled),
    }])));
}

export function addMoney(amounts: readonly Money[]): Money[] {
    const totals = new Map<string, number>();
    for (const { amount, currency } of amounts) {
        totals.set(currency, (totals.get(currency) ?? 0) + amount);
    }
    return [...totals].filter(([, amount]) => amount > 0)
        .map(([currency, amount]) => ({ amount, currency }))
        .toSorted((one, other) => other.amount - one.amount);
}

export function figuresOf(days: readonly DayFigures[]): PeriodFigures {
    const accepted = sum(days, (day) => day.accepted);
    return {
        days: days.length,
        joins: sum(days, (day) => day.joins),
        left: sum(days, (day) => day.left),
        filled: { part: sum(days, (day) => day.filled), whole: sum(days, (day) => day.freed) },
        // Offers that are still open count for neither side.
        accepted: {
            part: accepted,
            whole: accepted + sum(days, (day) => day.declined) + sum(days, (day) => day.expired),
        },
        noShows: sum(days, (day) => day.no_shows),
        secondsToFill: medianToFill(days),
        revenue: addMoney(days.flatMap((day) => day.revenue_recovered)),
    };
}

/** The days of the period, and those of the one before, where there are as many. */
export function splitDays(days: readonly DayFigures[], period: Period):
    { now: DayFigures[]; before: DayFigures[] | undefined } {
    const now = days.slice(-period);
    const before = days.slice(0, -period).slice(-period);
    return { now, before: before.length === period ? before : undefined };
}

/** Whether there is anything to show at all. */
export function isEmpty(stats: Stats): boolean {
    return stats.joins === 0 && stats.offers.made === 0 && stats.places.freed === 0;
}

/** For slots the server divides by all places freed in the days it was asked for, which are more
 *  than the period's. */
export function waitingPerPlace(stats: Stats, kind: Kind, period: Period): number | undefined {
    if (stats.waiting_per_place === null) {
        return undefined;
    }
    if (kind !== 'slots') {
        return stats.waiting_per_place;
    }
    const all = sum(stats.by_day, (day) => day.freed);
    const here = sum(stats.by_day.slice(-period), (day) => day.freed);
    return here > 0 ? (stats.waiting_per_place * all) / here : undefined;
}
