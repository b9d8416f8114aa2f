// A guest whom staff take in: what was typed in one line, and the request it makes.
import { api, call, newActionKey, Problem, type Kind, type Schemas } from '../../lib/api';
import { namesIn, type Service } from '../../lib/catalogue.svelte';

export interface GuestDraft {
    name: string;
    /** An e-mail address or a phone number. */
    contact: string;
    what: string;
    party: string;
}

export const emptyDraft: GuestDraft = { name: '', contact: '', what: '', party: '1' };

/** What is sent of a join here; the description has it as a choice of required fields. */
interface NewGuest {
    name: string;
    walk_in: true;
    party_size: number;
    email?: string;
    phone?: string;
    wants?: { service: string; services?: string[] };
    give_now?: true;
    over_capacity?: true;
    unlisted?: true;
}

type Place = 'in_turn' | 'now' | 'over_capacity';

/** The request that adds them; a place only for seats and access, whose places are all alike. */
export function joinBody(
    draft: GuestDraft, kind: Kind, place: Place, services: readonly Service[] = []): NewGuest {
    const contact = draft.contact.trim();
    const body: NewGuest = {
        name: draft.name.trim(), walk_in: true, party_size: Number(draft.party) || 1,
    };
    if (contact.includes('@')) {
        body.email = contact;
    } else if (contact !== '') {
        body.phone = contact;
    }
    const [first, ...others] = namesIn(draft.what, services);
    if (kind === 'slots' && first !== undefined) {
        body.wants = { service: first, ...(others.length > 0 ? { services: [first, ...others] } : {}) };
    }
    if (kind !== 'slots' && place !== 'in_turn') {
        body.give_now = true;
        if (place === 'over_capacity') {
            body.over_capacity = true;
        }
    }
    return body;
}

export type AddedEntry = Schemas['Entry'] | Schemas['JoinedEntry'];

export async function addGuest(
    resourceId: string, body: NewGuest, key: string): Promise<AddedEntry> {
    return await call(api.POST('/v1/resources/{resource_id}/waitlist:join', {
        params: { path: { resource_id: resourceId }, header: { 'Idempotency-Key': key } }, body,
    })) as AddedEntry;
}

/** Books a slot for someone who has just been added: the engine may have offered it to them. */
export async function bookSlot(entry: AddedEntry, openingId: string): Promise<void> {
    const offer = entry.offer;
    if (offer && (openingId === '' || entry.opening_id === openingId)) {
        await call(api.POST('/v1/offers/{offer_id}:accept', {
            params: { path: { offer_id: offer.id } },
        }));
        return;
    }
    const body: Schemas['Promotion'] = { accept: true };
    if (openingId !== '') {
        body.opening_id = openingId;
    }
    await call(api.POST('/v1/waitlist/{entry_id}:promote', {
        params: { path: { entry_id: entry.id }, header: { 'Idempotency-Key': newActionKey() } },
        body,
    }));
}

export const isFull = (error: unknown): boolean =>
    error instanceof Problem && error.is('no-free-place');
