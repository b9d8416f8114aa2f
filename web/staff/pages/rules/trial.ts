// What a trial on last month found, in words for people who run a salon.
import type { Schemas } from '../../lib/api';
import { formatNumber, t, tn } from '../../lib/say.svelte';
import { formatMonth } from '../../lib/time';

type Trial = Schemas['RulesTrial'];

/** "October 2026". */
export function monthInWords(month: string): string {
    return formatMonth(`${month}-15T12:00:00Z`);
}

/** "37%", as the language writes it. */
export function percent(share: number): string {
    return formatNumber(share, { style: 'percent' });
}

/** "between 58 and 64 %", or nothing where that's the same number. */
export function spread(figures: Schemas['TriedFigures']): string {
    const [low, high] = figures.interval.map((share) => Math.round(100 * (share ?? 0)));
    return low === high ? '' : t('between {low} and {high} %', { low: low ?? 0, high: high ?? 0 });
}

/** What the change does to the number that counts, in one sentence. */
export function verdict(trial: Trial): string {
    if (trial.now === null || trial.then === null) {
        return t('Nothing came free in {month}, so there’s nothing to try it on.',
            { month: monthInWords(trial.month) });
    }
    const [low, high] = trial.then.interval;
    const places = trial.recorded.freed;
    const more = Math.round((trial.then.filled - trial.now.filled) * places);
    if (low !== undefined && low > trial.now.filled && more > 0) {
        return tn(more, 'About {n} more place filled, of {places} that came free.',
            'About {n} more places filled, of {places} that came free.', { places });
    }
    if (high !== undefined && high < trial.now.filled && more < 0) {
        return tn(-more, 'About {n} fewer place filled, of {places} that came free.',
            'About {n} fewer places filled, of {places} that came free.', { places });
    }
    return t('No clear difference: it could as well be chance.');
}

/** What the numbers rest on. */
export function basis(trial: Trial): string {
    return trial.too_little
        ? tn(trial.offers,
            'Too little to go by: this list has made {n} offer so far, and it takes 30 to know how your guests answer. Until then, we go by published figures from other businesses.',
            'Too little to go by: this list has made {n} offers so far, and it takes 30 to know how your guests answer. Until then, we go by published figures from other businesses.')
        : tn(trial.offers, 'Guests answer as they did to {n} offer of this list.',
            'Guests answer as they did to {n} offers of this list.');
}
