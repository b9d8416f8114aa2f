// When a countdown is worth saying aloud: at five minutes, one minute and ten seconds, and its end.

const marks: readonly [number, string][] = [
    [5 * 60_000, '5 minutes left'],
    [60_000, '1 minute left'],
    [10_000, '10 seconds left'],
    [0, 'Time’s up'],
];

/** What to announce when the time left went from one value to another; "" for nothing. */
export function announcement(beforeMs: number, nowMs: number): string {
    for (const [mark, words] of marks.toReversed()) {
        if (beforeMs > mark && nowMs <= mark) {
            return words;
        }
    }
    return '';
}
