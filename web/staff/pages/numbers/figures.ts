// Shares that remember what they were made of. Rates of a few are no rates: who reads them must see how few.
import type { Money, Schemas } from '../../lib/api';
import { formatNumber, t, tn } from '../../lib/say.svelte';

export type Stats = Schemas['Stats'];
export type DayFigures = Schemas['DayFigures'];
export type MonthReport = Schemas['MonthReport'];
export type AccountStats = Schemas['AccountStats'];

/** Fewer than so many are too few to compare. */
export const fewMax = 5;

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
    return formatNumber(value, { style: 'percent' });
}

/** "2 of 3". */
export function partOfWhole(share: Share): string {
    return t('{part} of {whole}', { part: share.part, whole: share.whole });
}

function sum(days: readonly DayFigures[], of: (day: DayFigures) => number | null): number {
    return days.reduce((total, day) => total + (of(day) ?? 0), 0);
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

/** How often guests came back to an offer that had run out; nothing where they didn't, or nobody knows. */
export function lateLooks(stats: Stats): string {
    const looks = (of: Stats['late_looks']) => of.reduce((total, one) => total + (one.looks ?? 0), 0);
    const all = looks(stats.late_looks);
    const soon = looks(stats.late_looks.filter((one) => ['10m', '30m', '1h'].includes(one.within)));
    return all === 0 ? ''
        : tn(all, 'Guests opened the page of an offer after it had run out once; {soon} of these within an hour.',
            'Guests opened the page of an offer after it had run out {n} times; {soon} of these within an hour.',
            { soon });
}

/** The most first. */
export function sortedMoney(amounts: readonly Money[]): Money[] {
    return amounts.filter(({ amount }) => amount > 0)
        .toSorted((one, other) => other.amount - one.amount);
}

export interface DaySums {
    joins: number;
    left: number;
    freed: number;
    filled: number;
}

export function sumsOf(days: readonly DayFigures[]): DaySums {
    return {
        joins: sum(days, (day) => day.joins),
        left: sum(days, (day) => day.left),
        freed: sum(days, (day) => day.freed),
        filled: sum(days, (day) => day.filled),
    };
}

/** Offers that are still open count for neither side. */
export function acceptedShare(offers: Stats['offers']): Share {
    return {
        part: offers.accepted, whole: offers.accepted + offers.declined + offers.expired,
    };
}

/** Whether there is anything to show at all. */
export function isEmpty(stats: Stats): boolean {
    return (stats.joins ?? 0) === 0 && stats.offers.made === 0 && stats.places.freed === 0 &&
        stats.services.length === 0 && (stats.waiting ?? 0) === 0;
}
