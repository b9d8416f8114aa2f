// The month in a paragraph, as the monthly mail tells it.
import { formatMoney } from '../../lib/money';
import { count } from '../../lib/words';
import { percent, sortedMoney, type MonthReport } from './figures';
import { shortTime } from './trend';

const monthFormat = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC', month: 'long', year: 'numeric',
});

/** "October 2026" of "2026-10". */
export function monthName(month: string): string {
    return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
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
    const name = monthName(monthBefore(month));
    const money = sortedMoney(before.revenue_recovered).map(formatMoney).join(' + ');
    const worth = money ? `, worth ${money}` : '';
    const rates = figures.freed === 0 ? ''
        : ` (${share(before.filled, before.freed)})`;
    return ` In ${name} it was ${before.filled} of ${before.freed}${rates}${worth}.`;
}

export function paragraph(report: MonthReport): string {
    const { figures } = report;
    const name = monthName(report.month);
    if (figures.freed === 0) {
        return `No places came free in ${name}.${comparison(report)}`;
    }
    const filled = `the waitlist filled ${figures.filled} of them (${share(figures.filled, figures.freed)})`;
    const times = figures.average_seconds_to_fill === null || figures.median_seconds_to_fill === null
        ? ''
        : ` That took ${shortTime(figures.average_seconds_to_fill)} on average, and half of them were` +
            ` filled within ${shortTime(figures.median_seconds_to_fill)}.`;
    const money = sortedMoney(figures.revenue_recovered).map(formatMoney).join(' + ');
    const worth = money ? ` They’re worth ${money}.` : '';
    return `${count(figures.freed, 'place')} came free in ${name}; ${filled}.${times}${worth}${comparison(report)}`;
}

const changes = {
    late_yes: 'let guests say yes after their time is up',
    auto_window: 'set the claim window to automatic',
    late_yes_and_auto_window:
        'let guests say yes after their time is up, and set the claim window to automatic',
    shorter_cutoff: 'go on asking until closer to the start',
} as const;

/** What would have filled more; undefined where nothing is certain enough. */
export function suggestion(report: MonthReport): string | undefined {
    const found = report.suggestion;
    return found === null ? undefined
        : `For ${found.list}, ${changes[found.change]}. Replayed that way, the month would have filled ` +
            `${percent(found.filled_then)} instead of ${percent(found.filled_now)}.`;
}
