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
    promote: 'Promote',
    attended: 'Came',
    no_show: 'Did not come',
    cancel: 'Cancel the place',
    edit: 'Edit',
    remove: 'Remove',
};
