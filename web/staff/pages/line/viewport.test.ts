// Long lists in a browser that cannot lay out any height.
import { describe, expect, it } from 'vitest';
import {
    heightMax, keyTarget, laidOutHeight, movedTo, offsetOf, revealing, rowsInView, scaleOf, scrolled, settled,
    type Viewport,
} from './viewport';

const view = (rowCount: number, top = 0): Viewport =>
    movedTo({ rowCount, rowHeight: 48, height: 600, scrollTop: 0, top: 0 }, top);

describe('a line of 200,000', () => {
    it('is laid out as it is', () => {
        const line = view(200_000);
        expect(laidOutHeight(line)).toBe(9_600_000);
        expect(scaleOf(line)).toBe(1);
    });

    it('shows the rows at the scrollbar and a margin', () => {
        const line = scrolled(view(200_000), 48_000);
        expect(rowsInView(line, 0)).toEqual({ first: 1000, end: 1013 });
        expect(rowsInView(line, 8)).toEqual({ first: 992, end: 1021 });
        expect(offsetOf(line, 1000)).toBe(48_000);
    });

    it('never asks for rows that are not there', () => {
        expect(rowsInView(view(5), 8)).toEqual({ first: 0, end: 5 });
        expect(rowsInView(view(0), 8)).toEqual({ first: 0, end: 0 });
        expect(rowsInView(view(200_000, 1e12), 8).end).toBe(200_000);
    });
});

describe('a line of five million', () => {
    const count = 5_000_000;

    it('stays below what browsers can lay out', () => {
        expect(laidOutHeight(view(count))).toBe(heightMax);
    });

    it('reaches both ends with the scrollbar', () => {
        const end = scrolled(view(count), heightMax - 600);
        expect(rowsInView(end, 0).end).toBe(count);
        expect(rowsInView(scrolled(end, 0), 0).first).toBe(0);
    });

    it('moves by as many pixels as the wheel for small movements', () => {
        const middle = settled(view(count, 100_000_000));
        const next = scrolled(middle, middle.scrollTop + 100);
        expect(next.top - middle.top).toBeCloseTo(100, 3);
        // The rows stay where they were laid out, so that the browser itself moves them.
        expect(offsetOf(next, 2_083_334)).toBeCloseTo(offsetOf(middle, 2_083_334), 3);
    });

    it('goes to the same share of the list when the thumb is dragged', () => {
        const half = scrolled(view(count), (heightMax - 600) / 2);
        expect(half.top / (count * 48 - 600)).toBeCloseTo(0.5, 6);
    });

    it('brings the scrollbar to its place without moving the rows', () => {
        const middle = settled(view(count, 100_000_000));
        const wheeled = scrolled(middle, middle.scrollTop + 500);
        const after = settled(wheeled);
        expect(after.top).toBe(wheeled.top);
        expect(after.scrollTop).toBeCloseTo(after.top / scaleOf(after), 6);
    });

    it('draws a row at the same height of the screen before and after', () => {
        const wheeled = scrolled(settled(view(count, 1_000_000)), 62_900);
        const after = settled(wheeled);
        const index = Math.ceil(wheeled.top / 48);
        const onScreen = (one: Viewport) => offsetOf(one, index) - one.scrollTop;
        expect(onScreen(after)).toBeCloseTo(onScreen(wheeled), 3);
    });
});

describe('revealing', () => {
    it('moves no further than needed', () => {
        const line = view(1000, 4800);
        expect(revealing(line, 105)).toBe(line);
        expect(revealing(line, 99).top).toBe(99 * 48);
        expect(revealing(line, 120).top).toBe(121 * 48 - 600);
    });
});

describe('keyTarget', () => {
    it('moves by row, by page and to the ends', () => {
        const line = view(1000);
        expect(keyTarget('ArrowDown', 4, line)).toBe(5);
        expect(keyTarget('ArrowUp', 0, line)).toBe(0);
        expect(keyTarget('PageDown', 4, line)).toBe(15);
        expect(keyTarget('PageUp', 4, line)).toBe(0);
        expect(keyTarget('Home', 500, line)).toBe(0);
        expect(keyTarget('End', 0, line)).toBe(999);
    });

    it('leaves other keys and empty lists alone', () => {
        expect(keyTarget('a', 4, view(10))).toBeUndefined();
        expect(keyTarget('End', 0, view(0))).toBeUndefined();
    });
});
