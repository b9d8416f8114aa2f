// How a chart is drawn: from columns and the page's colours to what uPlot takes.
import uPlot from 'uplot';
import type { Column } from './series';

export interface ChartSeries {
    label: string;
    values: Column;
    /** Frames are bars without filling, so that colours are not the only difference. */
    form: 'bar' | 'frame' | 'line';
    color: 'accent' | 'info' | 'offer';
    /** Drawn below the axis. */
    isBelow?: boolean;
}

export interface Colors {
    ink: string;
    line: string;
    surface: string;
    accent: string;
    info: string;
    offer: string;
}

export interface ChartShape {
    /** The distance between two points on the axis. */
    step: number;
    isTime: boolean;
    series: readonly ChartSeries[];
    formatX: (at: number) => string;
    formatY: (value: number) => string;
    /** The axis goes up to this at least. */
    topMin: number;
    /** Counts have no halves. */
    isWhole: boolean;
    onhover: (index: number | undefined) => void;
}

const wholeSteps = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
    1_000_000, 10_000_000,
];

/** The columns, the one of the axis first; what is below the axis is negative, and a bar of nothing
 *  is no bar. */
export function alignedData(
    at: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData {
    return [
        [...at],
        ...series.map((one) => one.values.map((value) => {
            if (value === null || (value === 0 && one.form !== 'line')) {
                return null;
            }
            return one.isBelow ? -value : value;
        })),
    ] as uPlot.AlignedData;
}

function seriesOptions(
    one: ChartSeries, colors: Colors,
    bars: uPlot.Series.BarsPathBuilderFactory): uPlot.Series {
    const color = colors[one.color];
    if (one.form === 'line') {
        return {
            label: one.label, stroke: color, width: 2, spanGaps: false,
            points: { show: true, size: 6, stroke: color, fill: colors.surface },
        };
    }
    const isFrame = one.form === 'frame';
    return {
        label: one.label, stroke: color, width: isFrame ? 1.5 : 0,
        fill: isFrame ? colors.surface : color,
        paths: bars({ size: [isFrame ? 0.78 : 0.5, isFrame ? 34 : 22], radius: 0.15 }),
        points: { show: false },
    };
}

export function chartOptions(
    shape: ChartShape, colors: Colors, width: number, height: number): uPlot.Options {
    const bars = uPlot.paths.bars;
    if (!bars) {
        throw new Error('This uPlot draws no bars.');
    }
    const hasBelow = shape.series.some((one) => one.isBelow);
    const axis: uPlot.Axis = {
        stroke: colors.ink, font: '12px system-ui, sans-serif',
        grid: { stroke: colors.line, width: 1 }, ticks: { show: false },
    };
    return {
        width, height, padding: [10, 8, 0, 0], legend: { show: false },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
        scales: {
            x: {
                time: shape.isTime,
                range: (_plot, low, high) => [low - shape.step / 2, high + shape.step / 2],
            },
            y: {
                range: (_plot, low, high) => {
                    const room = shape.topMin === 100 ? 1 : 1.08;
                    const top = Math.max(shape.topMin, high ?? 0) * room;
                    return [hasBelow ? Math.min(-1, (low ?? 0) * 1.08) : 0, top];
                },
            },
        },
        axes: [
            {
                ...axis, grid: { show: false }, space: 56, size: 30,
                values: (_plot, splits) => splits.map(shape.formatX),
                ...(shape.isTime ? {} : { incrs: [1, 2, 3, 6], space: 34 }),
            },
            {
                ...axis, size: 52,
                values: (_plot, splits) => splits.map((value) => shape.formatY(Math.abs(value))),
                ...(shape.isWhole ? { incrs: wholeSteps } : {}),
            },
        ],
        series: [{}, ...shape.series.map((one) => seriesOptions(one, colors, bars))],
        hooks: { setCursor: [(plot) => shape.onhover(plot.cursor.idx ?? undefined)] },
    };
}
