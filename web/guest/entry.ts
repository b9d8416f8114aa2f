// What news about an entry mean for the page that shows it: nothing, another number, or a page that
// looks quite different and is fetched anew.
import type { Entry } from './live';

export interface Shown {
    state: string;
    hasOffer: boolean;
    /** When the offer that is shown ends, in milliseconds; null without one. */
    deadline: number | null;
}

export type Change = 'page' | 'numbers';

export function hasLiveOffer(entry: Entry): boolean {
    return entry.offer !== null && entry.offer.state === 'live';
}

/** When the live offer ends; staff may give more time. What could not be told has no clock. */
function deadlineOf(entry: Entry): number | null {
    if (!hasLiveOffer(entry) || entry.offer?.unreached) {
        return null;
    }
    return Date.parse(entry.offer?.expires_at ?? '');
}

export function changeOf(shown: Shown, entry: Entry): Change {
    return entry.state !== shown.state ||
        hasLiveOffer(entry) !== shown.hasOffer ||
        deadlineOf(entry) !== shown.deadline
        ? 'page'
        : 'numbers';
}

/** The sentences that the server wrote for this language. */
export interface AheadWords {
    first: string;
    one: string;
    many: string;
}

export function aheadText(rank: number, words: AheadWords, language: string): string {
    if (rank <= 1) {
        return words.first;
    }
    const ahead = rank - 1;
    const text = ahead === 1 ? words.one : words.many;
    return text.replace('{0}', formatNumber(ahead, language));
}

export function formatNumber(value: number, language: string): string {
    return value.toLocaleString(language);
}
