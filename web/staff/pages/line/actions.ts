// What can be done with an entry in each state, by those who may.
import type { EntryState } from './filters';

export type Action =
    | 'promote' | 'attended' | 'no_show' | 'cancel' | 'edit' | 'resend' | 'end_links' | 'remove' | 'fraud';

const ofState: Record<EntryState, readonly Action[]> = {
    unverified: ['resend', 'edit', 'end_links', 'remove'],
    waiting: ['promote', 'edit', 'end_links', 'remove'],
    offered: ['edit', 'end_links', 'remove'],
    confirming: ['edit', 'end_links', 'remove'],
    accepted: ['attended', 'no_show', 'cancel', 'edit', 'end_links', 'remove'],
    declined: ['fraud'],
    expired: ['fraud'],
    left: ['fraud'],
    removed: ['fraud'],
    cancelled: ['fraud'],
    no_show: ['fraud'],
    attended: ['no_show', 'fraud'],
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
    resend: 'Send link again',
    end_links: 'End links',
    remove: 'Remove',
    fraud: 'Mark as fraud',
};
