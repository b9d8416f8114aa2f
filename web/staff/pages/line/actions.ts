// What can be done with an entry in each state, by those who may.
import type { EntryState } from './filters';

export type Action = 'promote' | 'attended' | 'no_show' | 'cancel' | 'edit' | 'end_links' | 'remove';

const ofState: Record<EntryState, readonly Action[]> = {
    unverified: ['edit', 'end_links', 'remove'],
    waiting: ['promote', 'edit', 'end_links', 'remove'],
    offered: ['edit', 'end_links', 'remove'],
    confirming: ['edit', 'end_links', 'remove'],
    accepted: ['attended', 'no_show', 'cancel', 'edit', 'end_links', 'remove'],
    declined: [],
    expired: [],
    left: [],
    removed: [],
    cancelled: [],
    no_show: [],
    attended: ['no_show'],
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
    end_links: 'End links',
    remove: 'Remove',
};
