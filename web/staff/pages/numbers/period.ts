// What the page is about: some days, perhaps one service or one member of staff. It stands in the address.
import { t } from '../../lib/say.svelte';

export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

export interface Question {
    /** Days as the list's calendar has them: "2026-11-15". */
    from: string;
    to: string;
    service: string;
    staff: string;
    /** The last so many days, unless they were chosen one by one. */
    period: Period | undefined;
}

const dayMs = 86_400_000;

export function addDays(day: string, count: number): string {
    return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
    return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

const isDay = (text: string | null): text is string =>
    text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

export function parseQuestion(query: string, today: string): Question {
    const asked = new URLSearchParams(query);
    const from = asked.get('from');
    const to = asked.get('to');
    const names = { service: asked.get('service') ?? '', staff: asked.get('staff') ?? '' };
    if (isDay(from) && isDay(to)) {
        return { from, to, ...names, period: undefined };
    }
    const period = periods.find((one) => String(one) === asked.get('days')) ?? 30;
    return { from: addDays(today, 1 - period), to: today, ...names, period };
}

/** The address of the same page with another question. */
export function queryOf(question: Partial<Question>): string {
    const asked = new URLSearchParams();
    if (question.period) {
        asked.set('days', String(question.period));
    } else if (question.from && question.to) {
        asked.set('from', question.from);
        asked.set('to', question.to);
    }
    for (const name of ['service', 'staff'] as const) {
        if (question[name]) {
            asked.set(name, question[name]);
        }
    }
    const text = asked.toString();
    return text ? `?${text}` : '';
}

/** As many days right before. */
export function daysBefore(question: Question): { from: string; to: string } {
    const count = daysBetween(question.from, question.to);
    return { from: addDays(question.from, -count), to: addDays(question.from, -1) };
}

/** What is wrong with the days, before the server is asked. */
export function objection(from: string, to: string): string | undefined {
    if (!isDay(from) || !isDay(to)) {
        return t('Choose both days.');
    }
    return to < from ? t('The last day is before the first one.') : undefined;
}
