// Durations as a form has them: a number and a unit. "1d12h" is 36 hours, "90m" is 90 minutes.
import { spoken, t } from '../../lib/say.svelte';
import { parseDuration, writeDuration } from '../../lib/time';

export type Unit = 's' | 'm' | 'h' | 'd';

export interface Span {
    amount: string;
    unit: Unit;
}

export const unitMs: Record<Unit, number> = {
    s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000,
};

export const unitNames: readonly { value: Unit; label: string }[] = spoken(() => [
    { value: 's', label: t('seconds') },
    { value: 'm', label: t('minutes') },
    { value: 'h', label: t('hours') },
    { value: 'd', label: t('days') },
]);

/** In the largest unit that needs no fraction. Nothing is shown as so many of `unit`. */
export function toSpan(duration: string, unit: Unit = 'm'): Span {
    const total = parseDuration(duration);
    if (!(total > 0)) {
        return { amount: '', unit };
    }
    const units: Unit[] = ['d', 'h', 'm', 's'];
    const fitting = units.find((one) => total % unitMs[one] === 0) ?? 's';
    return { amount: String(total / unitMs[fitting]), unit: fitting };
}

/** Milliseconds; undefined for what is no number. A comma may stand for the point. */
export function spanMs(span: Span): number | undefined {
    const text = span.amount.trim().replace(',', '.');
    if (!/^[0-9]{1,9}(\.[0-9]{1,3})?$/.test(text)) {
        return undefined;
    }
    return Math.round(Number(text) * unitMs[span.unit]);
}

/** As the API writes it; undefined for what is no number. */
export function fromSpan(span: Span): string | undefined {
    const milliseconds = spanMs(span);
    return milliseconds === undefined ? undefined : writeDuration(milliseconds);
}
