// What a trial on last month found, in words for people who run a salon.
import type { Schemas } from '../../lib/api';
import { count } from '../../lib/words';

type Trial = Schemas['RulesTrial'];

/** "October 2026". */
export function monthInWords(month: string): string {
    return new Date(`${month}-15T12:00:00Z`)
        .toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** "37 %". */
export function percent(share: number): string {
    return `${Math.round(100 * share)} %`;
}

/** "between 58 and 64 %", or nothing where that's the same number. */
export function spread(figures: Schemas['TriedFigures']): string {
    const [low, high] = figures.interval.map((share) => Math.round(100 * (share ?? 0)));
    return low === high ? '' : `between ${low} and ${high} %`;
}

/** What the change does to the number that counts, in one sentence. */
export function verdict(trial: Trial): string {
    if (trial.now === null || trial.then === null) {
        return `Nothing came free in ${monthInWords(trial.month)}, so there’s nothing to try it on.`;
    }
    const [low, high] = trial.then.interval;
    const places = trial.recorded.freed;
    const more = Math.round((trial.then.filled - trial.now.filled) * places);
    if (low !== undefined && low > trial.now.filled && more > 0) {
        return `About ${count(more, 'more place')} filled, of ${places.toLocaleString('en')} that came free.`;
    }
    if (high !== undefined && high < trial.now.filled && more < 0) {
        return `About ${count(-more, 'fewer place')} filled, of ${places.toLocaleString('en')} that came free.`;
    }
    return 'No clear difference: it could as well be chance.';
}

/** What the numbers rest on. */
export function basis(trial: Trial): string {
    return trial.too_little
        ? `Too little to go by: this list has made ${count(trial.offers, 'offer')} so far, and it takes 30 to know ` +
            'how your guests answer. Until then, we go by published figures from other houses.'
        : `Guests answer as they did to ${count(trial.offers, 'offer')} of this list.`;
}
