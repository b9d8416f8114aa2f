// When a countdown is worth saying aloud: at five minutes, one minute and ten seconds, and its end.

import { t } from './say.svelte';

const marks = (): [number, string][] => [
    [5 * 60_000, t('5 minutes left')],
    [60_000, t('1 minute left')],
    [10_000, t('10 seconds left')],
    [0, t('Time’s up')],
];

/** What to announce when the time left went from one value to another; "" for nothing. */
export function announcement(beforeMs: number, nowMs: number): string {
    for (const [mark, words] of marks().reverse()) {
        if (beforeMs > mark && nowMs <= mark) {
            return words;
        }
    }
    return '';
}
