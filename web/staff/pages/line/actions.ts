// What can be done with an entry in each state, by those who may.
import { spoken, t } from '../../lib/say.svelte';
import type { EntryState } from './filters';

export type Action =
    | 'promote' | 'accept' | 'decline' | 'extend' | 'bring_back' | 'set_aside' | 'leave' | 'attended' | 'no_show' | 'cancel' | 'edit' | 'write' | 'resend' | 'end_links' | 'remove' | 'fraud';

const ofState: Record<EntryState, readonly Action[]> = {
    unverified: ['resend', 'edit', 'end_links', 'remove'],
    waiting: ['promote', 'edit', 'write', 'set_aside', 'leave', 'end_links', 'remove'],
    offered: ['accept', 'decline', 'extend', 'edit', 'write', 'leave', 'end_links', 'remove'],
    confirming: ['edit', 'write', 'end_links', 'remove'],
    accepted: ['attended', 'no_show', 'cancel', 'edit', 'write', 'end_links', 'remove'],
    declined: ['fraud'],
    expired: ['fraud'],
    left: ['fraud'],
    removed: ['fraud'],
    cancelled: ['fraud'],
    no_show: ['fraud'],
    attended: ['no_show', 'fraud'],
};

/** Whoever is set aside can be brought back. */
export function actionsOf(state: EntryState, isSetAside = false): readonly Action[] {
    return isSetAside && state === 'waiting'
        ? ['bring_back', ...ofState[state].filter((action) => action !== 'set_aside')] : ofState[state];
}

export const actionWords: Record<Action, string> = spoken(() => ({
    promote: t('Offer now'),
    accept: t('Accept for them'),
    decline: t('Decline for them'),
    extend: t('15 more minutes'),
    bring_back: t('Still waiting'),
    set_aside: t('Not for now'),
    leave: t('They’re leaving'),
    attended: t('Came'),
    no_show: t('No-show'),
    cancel: t('Cancel booking'),
    edit: t('Edit'),
    write: t('Write to them'),
    resend: t('Send link again'),
    end_links: t('End links'),
    remove: t('Remove'),
    fraud: t('Mark as fraud'),
}));
