// The geometry of charts: from columns to positions in an SVG. Nothing here knows a page.
export type Column = readonly (number | null)[];

export interface ChartSeries {
    label: string;
    values: Column;
    /** Frames are bars without filling, and dashes broken lines, so that colours are not the only
     *  difference. */
    form: 'bar' | 'frame' | 'line' | 'dash';
    color: 'accent' | 'info' | 'offer';
    /** Drawn below the axis. */
    isBelow?: boolean;
}

/** A place on the axis that matters, between two points if need be: 1.5 is halfway from the second
 *  to the third. */
export interface Marker {
    at: number;
    label: string;
}

export interface Frame {
    width: number;
    height: number;
    left: number;
    right: number;
    top: number;
    bottom: number;
}

/** Room for the labels of the axes around the drawing. */
export function frameOf(width: number, height: number): Frame {
    return { width, height, left: 46, right: 10, top: 12, bottom: 28 };
}

/** Round numbers from the lowest to the highest, about so many. */
export function ticks(low: number, high: number, isWhole: boolean, about = 4): number[] {
    const span = Math.max(high - low, isWhole ? 1 : 1e-9);
    const rough = span / about;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(
        isWhole ? 1 : 0, power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10));
    const first = Math.ceil(low / step - 1e-9) * step;
    const found: number[] = [];
    for (let at = first; at <= high + step * 1e-6; at += step) {
        found.push(Math.abs(at) < step * 1e-6 ? 0 : Number(at.toPrecision(12)));
    }
    return found;
}

export interface Range {
    low: number;
    high: number;
}

/** What the upright axis spans: nothing is cut off, and zero is always there. */
export function rangeOf(series: readonly ChartSeries[], topMin: number): Range {
    let low = 0;
    let high = topMin;
    for (const one of series) {
        for (const value of one.values) {
            if (value !== null) {
                low = Math.min(low, one.isBelow ? -value : 0);
                high = Math.max(high, one.isBelow ? 0 : value);
            }
        }
    }
    return { low, high };
}

export function yOf(value: number, range: Range, frame: Frame): number {
    const inside = frame.height - frame.top - frame.bottom;
    return frame.top + inside * (1 - (value - range.low) / (range.high - range.low));
}

/** The middle of a point's share of the width. */
export function xOf(index: number, count: number, frame: Frame): number {
    const inside = frame.width - frame.left - frame.right;
    return frame.left + (inside * (index + 0.5)) / Math.max(1, count);
}

export interface Bar {
    index: number;
    x: number;
    y: number;
    width: number;
    height: number;
}

export function barsOf(series: ChartSeries, range: Range, frame: Frame): Bar[] {
    const count = series.values.length;
    const share = (frame.width - frame.left - frame.right) / Math.max(1, count);
    const width = series.form === 'frame' ? Math.min(share * 0.8, 36) : Math.min(share * 0.5, 22);
    return series.values.flatMap((value, index) => {
        if (value === null || value === 0) {
            return [];
        }
        const end = yOf(series.isBelow ? -value : value, range, frame);
        const zero = yOf(0, range, frame);
        return [{
            index, x: xOf(index, count, frame) - width / 2, y: Math.min(end, zero), width,
            height: Math.max(1, Math.abs(zero - end)),
        }];
    });
}

/** A line with a gap wherever there is no value. */
export function linePath(series: ChartSeries, range: Range, frame: Frame): string {
    let path = '';
    let isOpen = false;
    series.values.forEach((value, index) => {
        if (value === null) {
            isOpen = false;
            return;
        }
        const x = xOf(index, series.values.length, frame).toFixed(1);
        path += `${isOpen ? 'L' : 'M'}${x} ${yOf(value, range, frame).toFixed(1)}`;
        isOpen = true;
    });
    return path;
}

/** Which labels of the axis are written: as many as fit, the last one always. */
export function labelled(count: number, frame: Frame, widest = 58): number[] {
    const inside = frame.width - frame.left - frame.right;
    const every = Math.max(1, Math.ceil((count * widest) / Math.max(1, inside)));
    const found: number[] = [];
    for (let index = count - 1; index >= 0; index -= every) {
        found.unshift(index);
    }
    return found;
}

/** Where so many minutes stand among steps that each reach up to their bound. */
export function placeAmong(steps: readonly (number | null)[], minutes: number): number {
    let before = 0;
    for (const [index, bound] of steps.entries()) {
        if (bound === null) {
            return index;
        }
        if (minutes <= bound) {
            return index - 1 + (minutes - before) / (bound - before);
        }
        before = bound;
    }
    return steps.length - 1;
}
