// The days as charts take them: columns of equal length, with null where there is nothing to draw.
import { t } from '../../lib/say.svelte';
import { formatWeekday } from '../../lib/time';
import type { Column as ReadonlyColumn } from './chart';
import { medianToFill, sumsOf, type DayFigures, type Stats } from './figures';

export type Column = ReadonlyColumn;

export interface Point {
    /** The first day, in seconds since 1970 at midnight UTC: charts only count days. All points are
     *  equally far apart. */
    at: number;
    /** "Mon 3 Nov", or the first day of a week. */
    label: string;
    days: DayFigures[];
    /** Whether it stands for a week. */
    isWeek: boolean;
}

const daySeconds = 86_400;
/** More bars than this are too thin to see: then weeks are shown. */
const barsMax = 120;

export function dayNumber(day: string): number {
    return Math.round(Date.parse(`${day}T00:00:00Z`) / 1000 / daySeconds);
}

export function dayLabel(at: number): string {
    return formatWeekday(at * 1000);
}

/** One point for each day, or for each week of a long period. Weeks end with the last day, so that
 *  the newest one is whole. Days that are not there leave a point without days: a gap. */
export function toPoints(days: readonly DayFigures[]): Point[] {
    const numbers = days.map((day) => dayNumber(day.day));
    const last = numbers.at(-1);
    const first = numbers[0];
    if (first === undefined || last === undefined) {
        return [];
    }
    const size = last - first + 1 > barsMax ? 7 : 1;
    const points: Point[] = [];
    for (let end = last; end >= first; end -= size) {
        const begin = Math.max(first, end - size + 1);
        const inside = days.filter((_day, index) => {
            const number = numbers[index] ?? -1;
            return number >= begin && number <= end;
        });
        const label = dayLabel(begin * daySeconds);
        points.unshift({
            // Also a week that is not whole stands one week apart, or bars would get thin.
            at: (end - size + 1) * daySeconds,
            label: size === 7 ? t('Week from {day}', { day: label }) : label,
            days: inside,
            isWeek: size === 7,
        });
    }
    return points;
}

/** A column of figures; a point without days has none. */
export function column(
    points: readonly Point[], of: (days: DayFigures[]) => number | null): Column {
    return points.map((point) => (point.days.length === 0 ? null : of(point.days)));
}

export interface Series {
    freed: Column;
    filled: Column;
    joins: Column;
    left: Column;
    minutesToFill: Column;
}

export function seriesOf(points: readonly Point[]): Series {
    return {
        freed: column(points, (days) => sumsOf(days).freed),
        filled: column(points, (days) => sumsOf(days).filled),
        joins: column(points, (days) => sumsOf(days).joins),
        left: column(points, (days) => sumsOf(days).left),
        minutesToFill: column(points, (days) => {
            const seconds = medianToFill(days);
            return seconds === undefined ? null : seconds / 60;
        }),
    };
}

/** Whether a column has anything to draw. */
export function hasAny(values: Column): boolean {
    return values.some((value) => value !== null && value !== 0);
}

/** The accept rate by hour in percent; hours without offers have none. */
export function hourRates(byHour: Stats['by_hour']): Column {
    return Array.from({ length: 24 }, (_nothing, hour) => {
        const found = byHour.find((one) => one.hour === hour);
        return found && found.offers > 0 ? (found.accepted / found.offers) * 100 : null;
    });
}

/** The best hours among those with enough offers: "between 10:00 and 11:00". */
export function bestHour(byHour: Stats['by_hour'], offersMin: number): number | undefined {
    const known = byHour.filter((one) => one.offers >= offersMin);
    if (known.length < 2) {
        return undefined;
    }
    return known.reduce((best, one) =>
        (one.accepted / one.offers > best.accepted / best.offers ? one : best)).hour;
}

/** The bounds of steps as people say them: "within 5 min", "2 h", "later". */
export function minutesLabel(minutes: number | null): string {
    if (minutes === null) {
        return t('later');
    }
    if (minutes < 60) {
        return t('{minutes} min', { minutes });
    }
    return minutes < 1440 ? t('{n} h', { n: minutes / 60 }) : t('{n} d', { n: minutes / 1440 });
}

export function stepNames(bounds: readonly (number | null)[], name: (bound: number) => string): string[] {
    return bounds.map((bound, index) => {
        const before = bounds[index - 1];
        if (bound === null) {
            return t('over {time}', { time: name(before ?? 0) });
        }
        return before === undefined || before === null ? t('up to {time}', { time: name(bound) })
            : t('{from} to {to}', { from: name(before), to: name(bound) });
    });
}
