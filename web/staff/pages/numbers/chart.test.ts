import { describe, expect, it } from 'vitest';
import {
    barsOf, frameOf, labelled, linePath, placeAmong, rangeOf, ticks, xOf, yOf, type ChartSeries,
} from './chart';

const frame = frameOf(400, 200);
const bars: ChartSeries = { label: 'Freed', values: [2, 0, null, 4], form: 'bar', color: 'info' };
const below: ChartSeries = {
    label: 'Left', values: [1, 3], form: 'bar', color: 'offer', isBelow: true,
};

describe('an axis', () => {
    it('has round numbers, and whole ones for counts', () => {
        expect(ticks(0, 3, true)).toEqual([0, 1, 2, 3]);
        expect(ticks(0, 100, false)).toEqual([0, 50, 100]);
        expect(ticks(-3, 4, true)).toEqual([-2, 0, 2, 4]);
        expect(ticks(0, 1, true)).toEqual([0, 1]);
    });

    it('always has zero, and cuts nothing off', () => {
        expect(rangeOf([bars], 3)).toEqual({ low: 0, high: 4 });
        expect(rangeOf([bars, below], 3)).toEqual({ low: -3, high: 4 });
        expect(rangeOf([{ ...bars, values: [null] }], 3)).toEqual({ low: 0, high: 3 });
    });

    it('writes as many labels as fit, the last one always', () => {
        expect(labelled(3, frame)).toEqual([0, 1, 2]);
        expect(labelled(30, frame).at(-1)).toBe(29);
        expect(labelled(30, frame).length).toBeLessThan(8);
        expect(labelled(0, frame)).toEqual([]);
    });
});

describe('a drawing', () => {
    it('leaves out what is nothing', () => {
        const range = rangeOf([bars], 0);
        const drawn = barsOf(bars, range, frame);
        expect(drawn.map((bar) => bar.index)).toEqual([0, 3]);
        expect(drawn[1]?.y).toBeCloseTo(frame.top);
        expect((drawn[1]?.height ?? 0) / (drawn[0]?.height ?? 1)).toBeCloseTo(2);
    });

    it('stays inside, above and below the axis', () => {
        const range = rangeOf([bars, below], 0);
        for (const bar of [...barsOf(bars, range, frame), ...barsOf(below, range, frame)]) {
            expect(bar.y).toBeGreaterThanOrEqual(frame.top - 0.01);
            expect(bar.y + bar.height).toBeLessThanOrEqual(frame.height - frame.bottom + 0.01);
        }
    });

    it('breaks a line where nothing is known', () => {
        const line: ChartSeries = {
            label: 'Median', values: [1, null, 2, 3], form: 'line', color: 'accent',
        };
        expect(linePath(line, { low: 0, high: 3 }, frame).match(/M/g)).toHaveLength(2);
        expect(linePath(line, { low: 0, high: 3 }, frame).match(/L/g)).toHaveLength(1);
    });

    it('has the same middle for bars and points', () => {
        expect(xOf(0, 1, frame)).toBe(frame.left + (400 - frame.left - frame.right) / 2);
        expect(yOf(0, { low: 0, high: 3 }, frame)).toBe(200 - frame.bottom);
    });
});

describe('a window among the steps', () => {
    const steps = [1, 2, 5, 10, null];
    it('stands where its minutes are', () => {
        expect(placeAmong(steps, 5)).toBe(2);
        expect(placeAmong(steps, 7.5)).toBe(2.5);
        expect(placeAmong(steps, 500)).toBe(4);
        expect(placeAmong([], 5)).toBe(-1);
    });
});
