// The words for states and kinds, the same on every page.
import type { Schemas } from './api';

export type AnyState =
    | Schemas['EntryState'] | Schemas['OfferState'] | Schemas['OpeningState']
    | Schemas['ResourceStatus'];

export type StateTone = 'good' | 'offer' | 'wait' | 'bad' | 'over';

export const stateWords: Record<AnyState, [string, StateTone]> = {
    unverified: ['e-mail unconfirmed', 'wait'],
    waiting: ['waiting', 'wait'],
    offered: ['offered', 'offer'],
    live: ['offered', 'offer'],
    confirming: ['being confirmed', 'offer'],
    accepted: ['booked', 'good'],
    declined: ['declined', 'over'],
    expired: ['no answer', 'over'],
    left: ['left', 'over'],
    removed: ['removed', 'over'],
    cancelled: ['cancelled', 'over'],
    no_show: ['no-show', 'bad'],
    attended: ['came', 'good'],
    withdrawn: ['withdrawn', 'over'],
    offering: ['being offered', 'offer'],
    open: ['open, no match', 'wait'],
    booked: ['booked', 'good'],
    handed_back: ['returned to you', 'bad'],
    walk_in: ['for walk-ins', 'wait'],
    active: ['running', 'good'],
    paused: ['paused', 'offer'],
    closed: ['closed', 'over'],
};

export const kindWords: Record<Schemas['Kind'],
    { name: string; place: string; places: string; held: string }> = {
    slots: { name: 'Appointments', place: 'slot', places: 'slots', held: 'booked' },
    seats: { name: 'Event or class', place: 'seat', places: 'seats', held: 'confirmed' },
    access: { name: 'Early access', place: 'spot', places: 'spots', held: 'admitted' },
};

export const moveWords: Record<Schemas['Move'], string> = {
    no_fit: 'no match',
    offer: 'offered',
    roll_on: 'went to the next person',
    hand_back: 'returned to you',
};

/** "1 guest", "3 guests". */
export function count(amount: number, one: string, many: string = `${one}s`): string {
    return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}

/** A reason code as words: "previous_declined" becomes "previous declined". */
export function plainCode(code: string): string {
    return code.replaceAll('_', ' ');
}

/** What to call someone who gave no name. */
export function nameOf(
    person: { name: string | null; id?: string; entry_id?: string | null }): string {
    return person.name || `Guest ${person.id ?? person.entry_id ?? ''}`.trim();
}
