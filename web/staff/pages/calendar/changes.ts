// What the calendar reads and sends. Everything throws; whoever calls says what went wrong.
import { api, call, newActionKey, type Schemas } from '../../lib/api';
import { addOpening, takeBack } from '../today/actions';
import { newOpening, type SlotForm } from '../today/slotform';
import { clashesWith, windowsFor, type Wanted } from './clashes';
import type { CalendarSlot } from './grid';

/** An instant as the API writes it. */
export const written = (timeMs: number): string =>
    new Date(timeMs).toISOString().replace('.000Z', 'Z');

export function readCalendar(resourceId: string, from: number, to: number) {
    return call(api.GET('/v1/resources/{resource_id}/calendar', {
        params: {
            path: { resource_id: resourceId }, query: { from: written(from), to: written(to) },
        },
    }));
}

/** The slots that those wanted would overlap. */
export async function readClashes(resourceId: string, wanted: Wanted): Promise<CalendarSlot[]> {
    if (wanted.staff.trim() === '' && wanted.place.trim() === '') {
        return [];
    }
    const known: CalendarSlot[] = [];
    for (const { from, to } of windowsFor(wanted)) {
        known.push(...(await readCalendar(resourceId, from, to)).items);
    }
    return clashesWith(wanted, known);
}

export interface Progress {
    done: number;
    /** Of them, those somebody was asked about at once. */
    offered: number;
}

/**
 * Frees the slot of a form at each of these times, one after the other. Each has an id of its own
 * that stays the same, so whoever begins again after an error makes no second one.
 */
export async function freeAll(
    resourceId: string, form: SlotForm, zone: string, starts: number[], key: string,
    tell: (progress: Progress) => void,
    further: Partial<Schemas['NewOpening']> = {}): Promise<Progress> {
    let progress: Progress = { done: 0, offered: 0 };
    for (const start of starts) {
        const body = {
            ...newOpening(form, zone, `staff-${key}-${start}`), starts_at: written(start),
            reason: 'opening' as const, ...further,
        };
        const made = await addOpening(resourceId, body, newActionKey());
        progress = {
            done: progress.done + 1,
            offered: progress.offered + (made.move === 'offer' ? 1 : 0),
        };
        tell(progress);
    }
    return progress;
}

/** Where and with whom; blank: no matter. */
export interface Whereabouts {
    staff: string;
    place: string;
}

/** The request for a slot like this one at another time, with somebody else, or elsewhere. */
export function likeAt(
    slot: CalendarSlot, startMs: number, { staff, place }: Whereabouts, eventId: string,
): Schemas['NewOpening'] {
    const isSameStaff = staff === (slot.staff ?? '');
    const isSamePlace = place === (slot.place ?? '');
    return {
        event_id: eventId, starts_at: written(startMs), duration: slot.duration,
        service: slot.service, staff: staff || null, place: place || null, size: slot.size,
        price: slot.price,
        ...(slot.services ? { services: slot.services } : {}),
        ...(slot.staff_any && isSameStaff ? { staff_any: slot.staff_any } : {}),
        ...(slot.places && isSamePlace ? { places: slot.places } : {}),
        reason: 'opening', unlisted: true, ...(slot.any_hour ? { any_hour: true } : {}),
    };
}

/** A slot whose old time was withdrawn, but which could not be freed at its new one. */
export class HalfMoved extends Error {
    constructor(override readonly cause: unknown) {
        super();
    }
}

/**
 * Withdraws a slot and frees it again at another time. In this order, so that whoever is asked now
 * can be the first to be asked again, and so that nobody can claim both.
 */
export async function move(
    resourceId: string, slot: CalendarSlot, body: Schemas['NewOpening'], key: string,
): Promise<void> {
    await takeBack(slot.id);
    try {
        await addOpening(resourceId, body, key);
    } catch (error) {
        throw new HalfMoved(error);
    }
}
