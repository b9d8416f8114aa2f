// What the demo's page asks its visitor to do, by how their guest stands. Pure.
import type { Schemas } from '../../lib/api';
import { t } from '../../lib/say.svelte';

type EntryState = Schemas['EntryState'];

export type Step = 'free' | 'claim' | 'booked' | 'gone';

export function stepOf(state: EntryState): Step {
    switch (state) {
        case 'unverified':
        case 'waiting':
            return 'free';
        case 'offered':
        case 'confirming':
            return 'claim';
        case 'accepted':
        case 'attended':
            return 'booked';
        default:
            return 'gone';
    }
}

/** At a fair nobody may be there: after this long the demo goes on by itself. */
export const patienceMs: Record<Step, number> = {
    free: 60_000, claim: Infinity, booked: 20_000, gone: 8_000,
};

/** Nobody else at the demo's salon wants it, so the visitor is the first who fits. */
export function visitorsService(): string {
    return t('Manicure');
}

/** A slot for the visitor: tomorrow, at the full hour. */
export function slotFor(nowMs: number): Schemas['NewOpening'] {
    const hour = 3_600_000;
    const start = Math.ceil(nowMs / hour) * hour + 24 * hour;
    return {
        starts_at: new Date(start).toISOString().replace('.000Z', 'Z'),
        duration: '45m',
        service: visitorsService(),
        reason: 'cancellation',
    } as Schemas['NewOpening'];
}
