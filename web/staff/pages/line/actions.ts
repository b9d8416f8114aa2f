// What can be done with an entry in each state, by those who may.
import type { EntryState } from './filters';

export type Action = 'promote' | 'attended' | 'no_show' | 'cancel' | 'edit' | 'remove';

const ofState: Record<EntryState, readonly Action[]> = {
    unverified: ['edit', 'remove'],
    waiting: ['promote', 'edit', 'remove'],
    offered: ['edit', 'remove'],
    confirming: ['edit', 'remove'],
    accepted: ['attended', 'no_show', 'cancel', 'edit', 'remove'],
    declined: [],
    expired: [],
    left: [],
    removed: [],
    cancelled: [],
    no_show: [],
    attended: [],
};

export function actionsOf(state: EntryState): readonly Action[] {
    return ofState[state];
}

export const actionWords: Record<Action, string> = {
    promote: 'Offer now',
    attended: 'Came',
    no_show: 'No-show',
    cancel: 'Cancel booking',
    edit: 'Edit',
    remove: 'Remove',
};
