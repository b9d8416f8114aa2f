// How a figure moved against the period before, in words.
import { formatNumber, t, tn } from '../../lib/say.svelte';
import { durationInWords } from '../../lib/time';
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
    const text = points === 0 ? t('unchanged')
        : points > 0 ? tn(size, '{n} point higher than before', '{n} points higher than before')
            : tn(size, '{n} point lower than before', '{n} points lower than before');
    return { ...directed(points, better), text };
}

/** Two amounts in percent. Nothing where there was nothing before. */
export function trendOfAmount(
    now: number, before: number | undefined, better: Better): Trend | undefined {
    if (before === undefined || before <= 0) {
        return undefined;
    }
    const percent = Math.round(((now - before) / before) * 100);
    const percentText = formatNumber(Math.abs(percent) / 100, { style: 'percent' });
    const text = percent === 0 ? t('unchanged')
        : percent > 0 ? t('{percent} more than before', { percent: percentText })
            : t('{percent} less than before', { percent: percentText });
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
        return { direction: 'same', text: t('unchanged'), isGood: undefined };
    }
    const time = shortTime(Math.abs(difference));
    const text = difference > 0
        ? t('{time} slower than before', { time }) : t('{time} faster than before', { time });
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
        text: t('{now} in this period, {before} in the one before', { now, before }),
    };
}

/** Seconds as people say them: "45 seconds", "12 minutes", "3 hours 20 minutes". */
export function shortTime(seconds: number): string {
    const whole = Math.max(1, Math.round(seconds));
    // Nobody cares for the seconds of an hour.
    const rounded = whole >= 600 ? Math.round(whole / 60) * 60 : whole;
    return durationInWords(rounded * 1000);
}
