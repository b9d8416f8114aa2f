// What can be done about a thing that needs attention.
import type { BoardOpening, NeedsHand } from '../../lib/api';
import { t } from '../../lib/say.svelte';
import {
    acceptFor, answerBooking, askNext, book, declineFor, offerAgain, sendAgain, toldByHand, toldThem,
} from './actions';

export interface NeedAction {
    label: string;
    variant: 'primary' | 'plain' | 'danger';
    /** Sends it, and says what was done; without it, the action opens a dialog. */
    send?: () => Promise<unknown>;
    done?: string;
    /** Can't be taken back once it's sent, so it waits for a few seconds. */
    waits?: boolean;
    open?: () => void;
}

export function actionsFor(
    need: NeedsHand, opening: BoardOpening | undefined, resourceId: string, change: (opening: BoardOpening) => void,
): NeedAction[] {
    const { kind, offer_id: offerId, message_id: messageId } = need;
    if ((kind === 'handed_back' || kind === 'nobody_fits') && opening) {
        const again: NeedAction = {
            label: t('Offer again'), variant: 'primary', done: t('Offered again.'),
            send: () => offerAgain(resourceId, opening),
        };
        return [
            ...(kind === 'handed_back' ? [again] : []),
            { label: t('Change and offer'), variant: 'plain', open: () => change(opening) },
            {
                label: t('Mark as filled'), variant: 'plain', waits: true,
                done: t('Marked as filled.'), send: () => book(opening.id),
            },
        ];
    }
    if (kind === 'approval' && offerId) {
        return [
            {
                label: t('Confirm'), variant: 'primary', done: t('Confirmed.'),
                send: () => answerBooking(offerId, 'confirmed'),
            },
            {
                label: t('Reject'), variant: 'danger', waits: true, done: t('Rejected.'),
                send: () => answerBooking(offerId, 'conflict'),
            },
        ];
    }
    if (kind === 'not_reachable' && offerId) {
        const cause = need.facts.unreached;
        return [
            {
                label: t('Told them'), variant: 'primary', waits: true, send: () => toldThem(offerId),
                done: t('Their time to answer begins now.'),
            },
            {
                label: t('They said yes'), variant: 'plain', waits: true, done: t('Booked.'),
                send: () => acceptFor(offerId),
            },
            {
                label: t('They said no'), variant: 'plain', waits: true, send: () => declineFor(offerId),
                done: t('Declined for them.'),
            },
            ...(cause && need.facts.next_asked_at ? [{
                label: t('Ask the next'), variant: 'plain' as const, waits: true,
                send: () => askNext(offerId, cause),
                done: t('The next guest is asked. This one keeps their place in line.'),
            }] : []),
        ];
    }
    if (kind === 'dead_letter' && messageId) {
        const again: NeedAction = {
            label: t('Resend'), variant: 'plain', done: t('Sending again.'), send: () => sendAgain(messageId),
        };
        const told: NeedAction = {
            label: t('Told them'), variant: 'plain', waits: true, done: t('Noted. They know.'),
            send: () => toldByHand(messageId),
        };
        if (!need.entry_id) {
            return [{ ...again, variant: 'primary' }];
        }
        return need.facts.unreached
            ? [{ ...told, variant: 'primary' }, again]
            : [{ ...again, variant: 'primary' }, told];
    }
    return [];
}
