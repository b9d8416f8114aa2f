// How a figure moved against the period before, in words.
import { durationInWords } from '../../lib/time';
import { count } from '../../lib/words';
import { fewMax, rate, type Share } from './figures';

export interface Trend {
    direction: 'up' | 'down' | 'same';
    text: string;
    /** Whether that is good news; undefined where it is neither. */
    isGood: boolean | undefined;
}

type Better = 'up' | 'down' | 'neither';

function directed(difference: number, better: Better): Pick<Trend, 'direction' | 'isGood'> {
    if (difference === 0) {
        return { direction: 'same', isGood: undefined };
    }
    const direction = difference > 0 ? 'up' : 'down';
    return { direction, isGood: better === 'neither' ? undefined : direction === better };
}

/** Two shares in percentage points. Nothing where either is made of too few. */
export function trendOfRate(
    now: Share, before: Share | undefined, better: Better): Trend | undefined {
    if (!before || now.whole < fewMax || before.whole < fewMax) {
        return undefined;
    }
    const points = Math.round(((rate(now) ?? 0) - (rate(before) ?? 0)) * 100);
    const size = Math.abs(points);
    const text = points === 0 ? 'unchanged'
        : `${count(size, 'point')} ${points > 0 ? 'higher' : 'lower'} than before`;
    return { ...directed(points, better), text };
}

/** Two amounts in percent. Nothing where there was nothing before. */
export function trendOfAmount(
    now: number, before: number | undefined, better: Better): Trend | undefined {
    if (before === undefined || before <= 0) {
        return undefined;
    }
    const percent = Math.round(((now - before) / before) * 100);
    const text = percent === 0 ? 'unchanged'
        : `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than before`;
    return { ...directed(percent, better), text };
}

/** Two times, as the time between them. */
export function trendOfTime(
    nowSeconds: number | undefined, beforeSeconds: number | undefined): Trend | undefined {
    if (nowSeconds === undefined || beforeSeconds === undefined) {
        return undefined;
    }
    const difference = Math.round(nowSeconds - beforeSeconds);
    if (Math.abs(difference) < Math.max(1, beforeSeconds * 0.02)) {
        return { direction: 'same', text: 'unchanged', isGood: undefined };
    }
    const how = difference > 0 ? 'slower' : 'faster';
    const text = `${shortTime(Math.abs(difference))} ${how} than before`;
    return { ...directed(difference, 'down'), text };
}

/** Two counts. */
export function trendOfCount(
    now: number, before: number | undefined, better: Better): Trend | undefined {
    if (before === undefined || (now === 0 && before === 0)) {
        return undefined;
    }
    return {
        ...directed(now - before, better),
        text: `${now.toLocaleString('en')} in this period, ${before.toLocaleString('en')} in the one before`,
    };
}

/** Seconds as people say them: "45 seconds", "12 minutes", "3 hours 20 minutes". */
export function shortTime(seconds: number): string {
    const whole = Math.max(1, Math.round(seconds));
    // Nobody cares for the seconds of an hour.
    const rounded = whole >= 600 ? Math.round(whole / 60) * 60 : whole;
    return durationInWords(rounded * 1000);
}
