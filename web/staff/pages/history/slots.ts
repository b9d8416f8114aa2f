// A slot in a few words.
import type { Schemas } from '../../lib/api';
import { t } from '../../lib/say.svelte';
import { formatDayTime } from '../../lib/time';

type SlotFacts = Pick<Schemas['OpeningFacts'], 'starts_at' | 'service' | 'staff' | 'place'>;

/** "colour with Noor, Sat 21 Nov, 14:00". */
export function slotWords(slot: SlotFacts, zone: string, nowMs?: number): string {
    const service = slot.service ?? t('the slot');
    const what = slot.staff ? t('{service} with {staff}', { service, staff: slot.staff }) : service;
    const where = slot.place ? t('{what} at {place}', { what, place: slot.place }) : what;
    return `${where}, ${formatDayTime(slot.starts_at, zone, nowMs)}`;
}
