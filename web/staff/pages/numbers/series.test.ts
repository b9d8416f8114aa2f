import { describe, expect, it } from 'vitest';
import type { DayFigures } from './figures';
import {
    bestHour, dayNumber, hasAny, hourRates, minutesLabel, seriesOf, stepNames, toPoints,
} from './series';

function day(number: number, figures: Partial<DayFigures> = {}): DayFigures {
    return {
        day: new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10), joins: 0, left: 0,
        freed: 0, filled: 0, offers: 0, accepted: 0, declined: 0, expired: 0, no_shows: 0,
        median_seconds_to_fill: null, revenue_recovered: [], ...figures,
    };
}

describe('points', () => {
    it('are one a day, and the columns are as long', () => {
        const points = toPoints([day(1, { freed: 2, filled: 1 }), day(2), day(3, { joins: 4 })]);
        const series = seriesOf(points);
        expect(points.map((point) => point.at / 86_400)).toEqual(
            [dayNumber('2026-01-01'), dayNumber('2026-01-02'), dayNumber('2026-01-03')]);
        expect(series.freed).toEqual([2, 0, 0]);
        expect(series.joins).toEqual([0, 0, 4]);
        expect(Object.values(series).every((column) => column.length === 3)).toBe(true);
    });

    it('leave a gap where a day is missing, or has no median', () => {
        const points = toPoints(
            [day(1, { median_seconds_to_fill: 120, filled: 1 }), day(3, { freed: 1 })]);
        const series = seriesOf(points);
        expect(points).toHaveLength(3);
        expect(series.freed).toEqual([0, null, 1]);
        expect(series.minutesToFill).toEqual([2, null, null]);
    });

    it('are weeks of a long period, the newest one whole, and lose no day', () => {
        const days = Array.from({ length: 365 }, (_nothing, index) => day(index + 1, { joins: 1 }));
        const points = toPoints(days);
        expect(points).toHaveLength(53);
        expect(points.at(-1)?.days).toHaveLength(7);
        expect(points[0]?.days).toHaveLength(1);
        expect(points[0]?.label).toMatch(/Thu,? (1 Jan|Jan 1)/);
        expect(new Set(points.slice(1).map((point, index) => point.at - (points[index]?.at ?? 0))))
            .toEqual(new Set([7 * 86_400]));
        expect(points[1]?.label).toMatch(/^Week from /);
        const joins = seriesOf(points).joins;
        expect(joins.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(365);
    });

    it('are none of nothing', () => {
        expect(toPoints([])).toEqual([]);
        expect(hasAny([null, 0])).toBe(false);
        expect(hasAny([null, 2])).toBe(true);
    });
});

describe('hours', () => {
    const hours = [{ hour: 9, offers: 4, accepted: 3 }, { hour: 20, offers: 10, accepted: 2 },
        { hour: 3, offers: 1, accepted: 1 }];

    it('have a rate where there were offers', () => {
        const rates = hourRates(hours);
        expect(rates).toHaveLength(24);
        expect(rates[9]).toBe(75);
        expect(rates[10]).toBeNull();
    });

    it('are the best only with enough offers to say so', () => {
        expect(bestHour(hours, 4)).toBe(9);
        expect(bestHour(hours, 5)).toBeUndefined();
    });
});

describe('steps', () => {
    it('are named from bound to bound', () => {
        expect(stepNames([1, 3, null], (bound) => `${bound} h`)).toEqual(
            ['up to 1 h', '1 h to 3 h', 'over 3 h']);
        expect([5, 90, 2880, null].map(minutesLabel)).toEqual(['5 min', '1.5 h', '2 d', 'later']);
    });
});
