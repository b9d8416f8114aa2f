// The month in a paragraph, as the monthly mail tells it.
import { formatMoney } from '../../lib/money';
import { t, tn } from '../../lib/say.svelte';
import { formatMonth } from '../../lib/time';
import { percent, sortedMoney, type MonthReport } from './figures';
import { shortTime } from './trend';

/** "October 2026" of "2026-10". */
export function monthName(month: string): string {
    return formatMonth(`${month}-01T00:00:00Z`);
}

function monthBefore(month: string): string {
    const first = new Date(`${month}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - 1);
    return first.toISOString().slice(0, 7);
}

const share = (part: number, whole: number) => percent(Math.min(1, part / whole));

function comparison({ figures, before, month }: MonthReport): string {
    if (before.freed === 0) {
        return '';
    }
    const money = sortedMoney(before.revenue_recovered).map(formatMoney).join(' + ');
    const values = {
        month: monthName(monthBefore(month)), filled: before.filled, freed: before.freed, money,
        share: share(before.filled, before.freed),
    };
    if (figures.freed === 0) {
        return money ? t('In {month} it was {filled} of {freed}, worth {money}.', values)
            : t('In {month} it was {filled} of {freed}.', values);
    }
    return money ? t('In {month} it was {filled} of {freed} ({share}), worth {money}.', values)
        : t('In {month} it was {filled} of {freed} ({share}).', values);
}

export function paragraph(report: MonthReport): string {
    const { figures } = report;
    const month = monthName(report.month);
    const sentences: string[] = [];
    if (figures.freed === 0) {
        sentences.push(t('No places came free in {month}.', { month }));
    } else {
        sentences.push(tn(figures.freed,
            '{n} place came free in {month}; the waitlist filled {filled} of them ({share}).',
            '{n} places came free in {month}; the waitlist filled {filled} of them ({share}).',
            { month, filled: figures.filled, share: share(figures.filled, figures.freed) }));
        if (figures.average_seconds_to_fill !== null && figures.median_seconds_to_fill !== null) {
            sentences.push(t('That took {average} on average, and half of them were filled within {median}.', {
                average: shortTime(figures.average_seconds_to_fill),
                median: shortTime(figures.median_seconds_to_fill),
            }));
        }
        const money = sortedMoney(figures.revenue_recovered).map(formatMoney).join(' + ');
        if (money) {
            sentences.push(t('They’re worth {money}.', { money }));
        }
    }
    return [...sentences, comparison(report)].filter(Boolean).join(' ');
}

type Found = NonNullable<MonthReport['suggestion']>;

function advice({ list, change }: Found): string {
    switch (change) {
        case 'late_yes':
            return t('For {list}, let guests say yes after their time is up.', { list });
        case 'auto_window':
            return t('For {list}, set the claim window to automatic.', { list });
        case 'late_yes_and_auto_window':
            return t('For {list}, let guests say yes after their time is up, and set the claim window to automatic.', { list });
        case 'shorter_cutoff':
            return t('For {list}, go on asking until closer to the start.', { list });
    }
}

/** What would have filled more; undefined where nothing is certain enough. */
export function suggestion(report: MonthReport): string | undefined {
    const found = report.suggestion;
    if (found === null) {
        return undefined;
    }
    const replayed = t('Replayed that way, the month would have filled {then} instead of {now}.',
        { then: percent(found.filled_then), now: percent(found.filled_now) });
    return `${advice(found)} ${replayed}`;
}
