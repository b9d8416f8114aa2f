// What staff can do from the board, each as one function that sends it. They throw; whoever calls
// them says what went wrong.
import {
    api, call, newActionKey, Problem, type BoardOffer, type BoardOpening, type Resource,
    type Schemas,
} from '../../lib/api';
import type { Widened } from './fits';

const ofResource = (id: string) => ({ params: { path: { resource_id: id } } });
const ofEntry = (id: string) => ({ params: { path: { entry_id: id } } });
const ofOffer = (id: string) => ({ params: { path: { offer_id: id } } });
const ofOpening = (id: string) => ({ params: { path: { opening_id: id } } });

export const pause = (id: string) =>
    call(api.POST('/v1/resources/{resource_id}:pause', ofResource(id)));
export const resume = (id: string) =>
    call(api.POST('/v1/resources/{resource_id}:resume', ofResource(id)));
export const cancel = (id: string) => call(api.POST('/v1/waitlist/{entry_id}:cancel', ofEntry(id)));
export const noShow = (id: string) =>
    call(api.POST('/v1/waitlist/{entry_id}:no_show', ofEntry(id)));
export const attended = (id: string) =>
    call(api.POST('/v1/waitlist/{entry_id}:attended', ofEntry(id)));
export const book = (id: string) => call(api.POST('/v1/openings/{opening_id}:book', ofOpening(id)));
export const takeBack = (id: string) =>
    call(api.DELETE('/v1/openings/{opening_id}', ofOpening(id)));
export const readOpening = (id: string) =>
    call(api.GET('/v1/openings/{opening_id}', ofOpening(id)));

/** Gives a guest more time, counted from the present deadline. */
export function extend(offer: BoardOffer, minutes: number) {
    return call(api.POST('/v1/offers/{offer_id}:extend', {
        ...ofOffer(offer.id), body: { until: extendedUntil(offer.expires_at, minutes) },
    }));
}

/** How much more time is worth giving, in minutes: a few where a guest has minutes, days where they have days. */
export function extensions(offer: { made_at: string; sent_at: string | null; expires_at: string }): number[] {
    const hours = (Date.parse(offer.expires_at) - Date.parse(offer.sent_at ?? offer.made_at)) / 3_600_000;
    if (hours > 12) {
        return [6 * 60, 24 * 60];
    }
    return hours > 1 ? [30, 2 * 60] : [5, 15];
}

/** A later deadline as the API writes it. */
export function extendedUntil(expiresAt: string, minutes: number): string {
    const until = new Date(new Date(expiresAt).getTime() + minutes * 60_000);
    return until.toISOString().replace('.000Z', 'Z');
}

/** Staff told the guest themselves: their time to answer begins. */
export const toldThem = (offerId: string) =>
    call(api.POST('/v1/offers/{offer_id}:sent', { ...ofOffer(offerId), body: {} }));
export const acceptFor = (offerId: string) =>
    call(api.POST('/v1/offers/{offer_id}:accept', ofOffer(offerId)));
export const declineFor = (offerId: string) =>
    call(api.POST('/v1/offers/{offer_id}:decline', ofOffer(offerId)));

/** Whoever can't be reached keeps their place in line; the next one who fits is asked now. */
export function askNext(offerId: string, cause: NonNullable<Schemas['NeedFacts']['unreached']>) {
    return call(api.POST('/v1/offers/{offer_id}:undeliverable', {
        ...ofOffer(offerId), body: { cause, ask_next: true },
    }));
}

/** Confirms or refuses a booking that waits for a person. */
export function answerBooking(offerId: string, outcome: 'confirmed' | 'conflict') {
    const body = { outcome };
    return call(api.POST('/v1/offers/{offer_id}:booking', { ...ofOffer(offerId), body }));
}

export function sendAgain(messageId: string) {
    const params = { path: { message_id: messageId } };
    return call(api.POST('/v1/messages/{message_id}:replay', { params }));
}

export function toldByHand(messageId: string) {
    const params = { path: { message_id: messageId } };
    return call(api.POST('/v1/messages/{message_id}:told', { params }));
}

export function promote(entryId: string, body: Schemas['Promotion'], key: string) {
    return call(api.POST('/v1/waitlist/{entry_id}:promote', {
        ...ofEntry(entryId), body, headers: { 'Idempotency-Key': key },
    }));
}

/** Who would get a slot, and what speaks against it. */
export function previewSlot(resourceId: string, body: Schemas['PreviewedSlot']) {
    return call(api.POST('/v1/resources/{resource_id}/openings:preview', {
        params: { path: { resource_id: resourceId } }, body,
    }));
}

export function addOpening(resourceId: string, body: Schemas['NewOpening'], key: string) {
    return call(api.POST('/v1/resources/{resource_id}/openings', {
        ...ofResource(resourceId), body, headers: { 'Idempotency-Key': key },
    }));
}

/** Offers a slot once more, from the first in line on: a new opening takes the place of the old. */
export async function offerAgain(resourceId: string, old: BoardOpening): Promise<void> {
    await addOpening(resourceId, sameAgain(old), newActionKey());
    await removeReplaced(old.id);
}

/** Offers a slot at once whose guest would hear of it after the quiet hours. It is taken back first, so
 *  that the same guest is asked, and only once. */
export async function offerAtAnyHour(resourceId: string, old: BoardOpening): Promise<void> {
    await removeReplaced(old.id);
    await addOpening(
        resourceId, { ...sameAgain(old), any_hour: true }, newActionKey());
}

/** Takes back an opening that another one has replaced. It may have ended by itself. */
export async function removeReplaced(openingId: string): Promise<void> {
    try {
        await takeBack(openingId);
    } catch (error) {
        if (!(error instanceof Problem && (error.status === 410 || error.status === 404))) {
            throw error;
        }
    }
}

/** The request for an opening like this one. */
export function sameAgain(old: BoardOpening): Schemas['NewOpening'] {
    return {
        event_id: `staff-${newActionKey()}`, starts_at: old.starts_at, duration: old.duration,
        service: old.service, staff: old.staff, place: old.place, size: old.size, price: old.price,
        ...(old.services ? { services: old.services } : {}),
        ...(old.staff_any ? { staff_any: old.staff_any } : {}),
        ...(old.places ? { places: old.places } : {}),
        reason: 'opening', unlisted: true, ...(old.any_hour ? { any_hour: true } : {}),
    };
}

/** The same without what keeps people away. */
export function widerThan(old: BoardOpening, field: Widened['field']): Schemas['NewOpening'] {
    const same = sameAgain(old);
    switch (field) {
        case 'any_hour':
            return { ...same, any_hour: true };
        case 'size': {
            const { size: _size, ...rest } = same;
            return rest;
        }
        case 'service': {
            const { services: _services, ...rest } = same;
            return { ...rest, service: null };
        }
        case 'staff': {
            const { staff_any: _staff, ...rest } = same;
            return { ...rest, staff: null };
        }
        case 'place': {
            const { places: _places, ...rest } = same;
            return { ...rest, place: null };
        }
    }
}

export function release(resourceId: string, quantity: number, key: string) {
    return call(api.POST('/v1/resources/{resource_id}/capacity:release', {
        ...ofResource(resourceId), headers: { 'Idempotency-Key': key },
        body: { event_id: `staff-${key}`, quantity },
    }));
}

export function setCapacity(resourceId: string, capacity: number) {
    return call(api.PATCH('/v1/resources/{resource_id}', {
        ...ofResource(resourceId), body: { capacity },
    }));
}

export function previewChange(resourceId: string, body: Schemas['PreviewedChange']) {
    return call(api.POST('/v1/resources/{resource_id}:preview', {
        ...ofResource(resourceId), body,
    }));
}

/** Whether staff may release places here; elsewhere Standby counts them itself. */
export function canRelease(resource: Resource): boolean {
    return resource.kind === 'access' ||
        (resource.kind === 'seats' && resource.inventory === 'external');
}
