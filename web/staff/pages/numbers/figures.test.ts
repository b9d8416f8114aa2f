import { describe, expect, it } from 'vitest';
import {
    addMoney, daysToAsk, figuresOf, isEmpty, parsePeriod, partOfWhole, percent, periods, rate,
    splitDays, waitingPerPlace, weightedMedian, type DayFigures, type Stats,
} from './figures';
import { shortTime, trendOfAmount, trendOfCount, trendOfRate, trendOfTime } from './trend';

function day(number: number, figures: Partial<DayFigures> = {}): DayFigures {
    return {
        day: new Date(Date.UTC(2026, 9, number)).toISOString().slice(0, 10), joins: 0, left: 0,
        freed: 0, filled: 0, offers: 0, accepted: 0, declined: 0, expired: 0, no_shows: 0,
        median_seconds_to_fill: null, revenue_recovered: [], ...figures,
    };
}

const nothing: Stats = {
    resource_id: 'res_1',
    offers: { made: 0, accepted: 0, declined: 0, expired: 0, withdrawn: 0, live: 0 },
    openings: null, places: { freed: 0, filled: 0 }, fill_rate: null, time_to_fill_seconds: null,
    time_to_answer_seconds: null, joins: 0, left: 0, no_shows: 0, attended: 0, no_show_rate: null,
    waiting_per_place: null, revenue_recovered: [], by_channel: [], by_hour: [], by_day: [],
    as_of_seq: 1, kept_since: null,
};

describe('a period', () => {
    it('asks for twice its days, as far as the server counts', () => {
        expect(periods.map(daysToAsk)).toEqual([14, 60, 180, 365]);
        expect(parsePeriod('90')).toBe(90);
        expect(parsePeriod('12')).toBe(30);
    });

    it('is compared only with a whole one', () => {
        const days = Array.from({ length: 14 }, (_nothing, index) => day(index + 1));
        const { now, before } = splitDays(days, 7);
        expect(now.map((one) => one.day)[0]).toBe('2026-10-08');
        expect(before?.map((one) => one.day)).toEqual(days.slice(0, 7).map((one) => one.day));
        expect(splitDays(days.slice(1), 7).before).toBeUndefined();
    });

    it('adds up its days', () => {
        const figures = figuresOf([
            day(1, { freed: 4, filled: 3, accepted: 3, declined: 1, median_seconds_to_fill: 60 }),
            day(2, { freed: 1, expired: 2, revenue_recovered: [{ amount: 500, currency: 'EUR' }] }),
            day(3, {
                filled: 1, median_seconds_to_fill: 900,
                revenue_recovered: [{ amount: 700, currency: 'EUR' }],
            }),
        ]);
        expect(figures.filled).toEqual({ part: 4, whole: 5 });
        expect(figures.accepted).toEqual({ part: 3, whole: 6 });
        expect(figures.secondsToFill).toBe(60);
        expect(figures.revenue).toEqual([{ amount: 1200, currency: 'EUR' }]);
    });
});

describe('a rate', () => {
    it('is none of nothing, and never more than all', () => {
        expect(rate({ part: 0, whole: 0 })).toBeUndefined();
        expect(rate({ part: 2, whole: 3 })).toBeCloseTo(0.667, 3);
        expect(rate({ part: 4, whole: 3 })).toBe(1);
        expect(percent(2 / 3)).toBe('67 %');
        expect(partOfWhole({ part: 2, whole: 3000 })).toBe('2 of 3,000');
    });
});

describe('money', () => {
    it('is added up by currency, the most first', () => {
        expect(addMoney([
            { amount: 100, currency: 'USD' }, { amount: 300, currency: 'EUR' },
            { amount: 50, currency: 'USD' }, { amount: 0, currency: 'CHF' },
        ])).toEqual([{ amount: 300, currency: 'EUR' }, { amount: 150, currency: 'USD' }]);
    });
});

describe('the weighted median', () => {
    it('counts each value as often as it weighs', () => {
        expect(weightedMedian([{ value: 9, weight: 1 }, { value: 1, weight: 5 }])).toBe(1);
        expect(weightedMedian([{ value: 9, weight: 5 }, { value: 1, weight: 1 }])).toBe(9);
        expect(weightedMedian([])).toBeUndefined();
    });
});

describe('how many wait for each place', () => {
    const days = [...Array.from({ length: 7 }, (_nothing, index) => day(index + 1, { freed: 1 })),
        ...Array.from({ length: 7 }, (_nothing, index) => day(index + 8, { freed: 2 }))];

    it('is about the slots of the period, not of all the days asked for', () => {
        const stats = { ...nothing, waiting_per_place: 2, by_day: days };
        expect(waitingPerPlace(stats, 'slots', 7)).toBe(3);
        expect(waitingPerPlace(stats, 'seats', 7)).toBe(2);
        expect(waitingPerPlace(nothing, 'slots', 7)).toBeUndefined();
    });
});

describe('an empty list', () => {
    it('is one where nothing happened at all', () => {
        expect(isEmpty(nothing)).toBe(true);
        expect(isEmpty({ ...nothing, joins: 1 })).toBe(false);
    });
});

describe('a trend', () => {
    it('of a rate is in points, and good or bad by what is wanted', () => {
        expect(trendOfRate({ part: 9, whole: 10 }, { part: 5, whole: 10 }, 'up'))
            .toEqual({ direction: 'up', isGood: true, text: '40 points higher than before' });
        expect(trendOfRate({ part: 9, whole: 10 }, { part: 5, whole: 10 }, 'down')?.isGood)
            .toBe(false);
        expect(trendOfRate({ part: 5, whole: 10 }, { part: 10, whole: 20 }, 'up'))
            .toEqual({ direction: 'same', isGood: undefined, text: 'unchanged' });
    });

    it('is none of too few', () => {
        expect(trendOfRate({ part: 2, whole: 3 }, { part: 5, whole: 10 }, 'up')).toBeUndefined();
        expect(trendOfRate({ part: 5, whole: 10 }, { part: 2, whole: 4 }, 'up')).toBeUndefined();
        expect(trendOfRate({ part: 5, whole: 10 }, undefined, 'up')).toBeUndefined();
        expect(trendOfAmount(100, 0, 'up')).toBeUndefined();
    });

    it('of money is in percent', () => {
        expect(trendOfAmount(150, 100, 'up')?.text).toBe('50 % more than before');
        expect(trendOfAmount(0, 100, 'up')).toEqual(
            { direction: 'down', isGood: false, text: '100 % less than before' });
    });

    it('of a time is faster or slower', () => {
        expect(trendOfTime(600, 900)).toEqual(
            { direction: 'down', isGood: true, text: '5 minutes faster than before' });
        expect(trendOfTime(605, 600)?.direction).toBe('same');
        expect(trendOfTime(undefined, 600)).toBeUndefined();
    });

    it('of a count says what it was', () => {
        expect(trendOfCount(3, 1, 'down')).toEqual(
            { direction: 'up', isGood: false, text: '3 in this period, 1 in the one before' });
        expect(trendOfCount(0, 0, 'down')).toBeUndefined();
    });
});

describe('a time', () => {
    it('has no seconds once it is long', () => {
        expect(shortTime(42.4)).toBe('42 seconds');
        expect(shortTime(125)).toBe('2 minutes 5 seconds');
        expect(shortTime(3725)).toBe('1 hour 2 minutes');
    });
});
