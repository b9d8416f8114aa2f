// A slot in a few words.
import type { Schemas } from '../../lib/api';
import { t } from '../../lib/say.svelte';
import { formatDayTime } from '../../lib/time';

type SlotFacts = Pick<Schemas['OpeningFacts'], 'starts_at' | 'service' | 'staff' | 'place'>;

/** "colour with Noor, Sat 21 Nov, 14:00". */
export function slotWords(slot: SlotFacts, zone: string, nowMs?: number): string {
    const what = [
        slot.service ?? t('the slot'), slot.staff ? `with ${slot.staff}` : '',
        slot.place ? `at ${slot.place}` : '',
    ].filter(Boolean).join(' ');
    return `${what}, ${formatDayTime(slot.starts_at, zone, nowMs)}`;
}
