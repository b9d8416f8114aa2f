// The words for states and kinds, the same on every page.
import type { Schemas } from './api';
import { formatList, spoken, t } from './say.svelte';

export type AnyState =
    | Schemas['EntryState'] | Schemas['OfferState'] | Schemas['OpeningState']
    | Schemas['ResourceStatus'];

export type StateTone = 'good' | 'offer' | 'wait' | 'bad' | 'over';

export const stateWords: Record<AnyState, [string, StateTone]> = spoken(() => ({
    unverified: [t('e-mail unconfirmed'), 'wait'],
    waiting: [t('waiting'), 'wait'],
    offered: [t('offered'), 'offer'],
    live: [t('offered'), 'offer'],
    confirming: [t('being confirmed'), 'offer'],
    accepted: [t('booked'), 'good'],
    declined: [t('declined'), 'over'],
    expired: [t('no answer'), 'over'],
    left: [t('left'), 'over'],
    removed: [t('removed'), 'over'],
    cancelled: [t('cancelled'), 'over'],
    no_show: [t('no-show'), 'bad'],
    attended: [t('came'), 'good'],
    withdrawn: [t('withdrawn'), 'over'],
    offering: [t('being offered'), 'offer'],
    open: [t('open, no match'), 'wait'],
    booked: [t('booked'), 'good'],
    handed_back: [t('returned to you'), 'bad'],
    walk_in: [t('for walk-ins'), 'wait'],
    active: [t('running'), 'good'],
    paused: [t('paused'), 'offer'],
    closed: [t('closed'), 'over'],
}));

export const kindWords: Record<Schemas['Kind'],
    { name: string; place: string; places: string; held: string }> = spoken(() => ({
    slots: { name: t('Appointments'), place: t('slot'), places: t('slots'), held: t('booked') },
    seats: { name: t('Event or class'), place: t('seat'), places: t('seats'), held: t('confirmed') },
    access: { name: t('Early access'), place: t('spot'), places: t('spots'), held: t('admitted') },
}));

export const moveWords: Record<Schemas['Move'], string> = spoken(() => ({
    no_fit: t('no match'),
    offer: t('offered'),
    roll_on: t('went to the next person'),
    hand_back: t('returned to you'),
}));

/** The number that guests got on their list when they joined, out of "ent_C000001": "1". */
export function guestNumber(id: string): string {
    const digits = id.replace(/^ent_/, '');
    if (!/^[0-9A-HJKMNP-TV-Z]{1,13}$/.test(digits)) {
        return id;
    }
    const value = [...digits].reduce(
        (sum, digit) => sum * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit)), 0n);
    return String(value & 0xffff_ffffn);
}

/** "Cut", or "Cut or Colour" where several will do. */
export const anyOf = (first: string | null, all?: readonly string[]): string =>
    all && all.length > 1 ? formatList(all, 'disjunction') : first ?? '';

/** What to call someone who gave no name. */
export function nameOf(
    person: { name: string | null; id?: string; entry_id?: string | null }): string {
    return person.name || t('Guest {id}', { id: guestNumber(person.id ?? person.entry_id ?? '') }).trim();
}
