import { describe, expect, it } from 'vitest';
import {
    acceptedShare, isEmpty, lateLooks, medianToFill, partOfWhole, percent, rate, sortedMoney, sumsOf,
    weightedMedian, type DayFigures, type Stats,
} from './figures';
import { shortTime, trendOfAmount, trendOfCount, trendOfRate, trendOfTime } from './trend';

function day(number: number, figures: Partial<DayFigures> = {}): DayFigures {
    return {
        day: new Date(Date.UTC(2026, 9, number)).toISOString().slice(0, 10), joins: 0, left: 0,
        freed: 0, filled: 0, offers: 0, accepted: 0, declined: 0, expired: 0, no_shows: 0,
        median_seconds_to_fill: null, revenue_recovered: [], ...figures,
    };
}

const ends = {
    under_way: 0, filled: 0, staff_booked: 0, nobody_fits: 0, no_time: 0, all_said_no: 0, no_answer: 0,
    max_offers: 0, taken_back: 0, list_cancelled: 0,
};
const nothing: Stats = {
    resource_id: 'res_1', about: { from: null, to: null, service: null, staff: null },
    offers: { made: 0, accepted: 0, declined: 0, expired: 0, withdrawn: 0, live: 0 },
    openings: null, places: { freed: 0, filled: 0 }, fill_rate: null, ends, time_to_fill_seconds: null,
    time_to_answer_seconds: null, joins: 0, left: 0, no_shows: 0, attended: 0, no_show_rate: null,
    cancellations: 0, late_cancellations: 0, waiting: 0, waiting_per_place: null, revenue_recovered: [],
    timings_seconds: {
        freed_to_offered: null, offered_to_told: null, told_to_answered: null, freed_to_filled: null,
    },
    ran_out: { offers: 0, opened: 0, unopened: 0, unknown: 0 },
    late_looks: [],
    response: { asked: 0, late_filled: 0, lost_share: null, window_seconds: null, steps: [] },
    by_channel: [], by_hour: [], by_notice: [], by_window: [], fits: null, by_day: [], services: [],
    staff: [], as_of_seq: 1, kept_since: null,
};

describe('days', () => {
    it('add up, also where something is not known of them', () => {
        const days = [
            day(1, { freed: 4, filled: 3, joins: null, median_seconds_to_fill: 60 }),
            day(2, { freed: 1, joins: 2 }),
            day(3, { filled: 1, median_seconds_to_fill: 900 }),
        ];
        expect(sumsOf(days)).toEqual({ joins: 2, left: 0, freed: 5, filled: 4 });
        expect(medianToFill(days)).toBe(60);
    });
});

describe('offers', () => {
    it('that are still open count for neither side', () => {
        expect(acceptedShare({
            made: 9, accepted: 3, declined: 1, expired: 2, withdrawn: 1, live: 2,
        })).toEqual({ part: 3, whole: 6 });
    });
});

describe('looks at offers that had run out', () => {
    const seen = (...looks: (number | null)[]): Stats => ({
        ...nothing,
        late_looks: (['10m', '30m', '1h', '3h', '12h', '1d', 'later'] as const)
            .map((within, index) => ({ within, looks: looks[index] ?? 0 })),
    });

    it('are told with how many of them came soon', () => {
        expect(lateLooks(seen(3, 1, 1, 2))).toBe(
            'Guests opened the page of an offer after it had run out 7 times; 5 of these within an hour.');
        expect(lateLooks(seen(1))).toBe(
            'Guests opened the page of an offer after it had run out once; 1 of these within an hour.');
    });

    it('say nothing where there are none, or none is known', () => {
        expect(lateLooks(seen())).toBe('');
        expect(lateLooks({ ...nothing, late_looks: [{ within: '10m', looks: null }] })).toBe('');
    });
});

describe('a rate', () => {
    it('is none of nothing, and never more than all', () => {
        expect(rate({ part: 0, whole: 0 })).toBeUndefined();
        expect(rate({ part: 2, whole: 3 })).toBeCloseTo(0.667, 3);
        expect(rate({ part: 4, whole: 3 })).toBe(1);
        expect(percent(2 / 3)).toBe('67%');
        expect(partOfWhole({ part: 2, whole: 3000 })).toBe('2 of 3,000');
    });
});

describe('money', () => {
    it('is told by currency, the most first', () => {
        expect(sortedMoney([
            { amount: 150, currency: 'USD' }, { amount: 300, currency: 'EUR' },
            { amount: 0, currency: 'CHF' },
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

describe('an empty list', () => {
    it('is one where nothing happened at all', () => {
        expect(isEmpty(nothing)).toBe(true);
        expect(isEmpty({ ...nothing, joins: 1 })).toBe(false);
        expect(isEmpty({ ...nothing, services: ['Cut'] })).toBe(false);
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
        expect(trendOfAmount(150, 100, 'up')?.text).toBe('50% more than before');
        expect(trendOfAmount(0, 100, 'up')).toEqual(
            { direction: 'down', isGood: false, text: '100% less than before' });
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
