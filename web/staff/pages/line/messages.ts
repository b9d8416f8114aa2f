// The kinds of message, and what became of them, in words.
import type { Schemas } from '../../lib/api';
import { spoken, t } from '../../lib/say.svelte';

export const messageWords: Record<Schemas['MessageKind'], string> = spoken(() => ({
    waitlisted: t('On the list'),
    verify: t('Confirm your address'),
    confirmed: t('Booked'),
    offer: t('Offer'),
    reminder: t('Reminder of the offer'),
    expired: t('Offer expired'),
    taken: t('Taken by someone else'),
    booking_taken: t('Someone was faster'),
    booking_given_up: t('Not booked'),
    payment_receipt: t('Receipt'),
    payment_late: t('Paid too late'),
    payment_released: t('Nothing charged'),
    payment_refunded: t('Refunded'),
    cancelled: t('Booking cancelled'),
    status_link: t('Link to the status page'),
    handed_back: t('Slot returned'),
    nobody_fits: t('No match'),
    refund: t('Refund'),
    release: t('Booking released'),
    move_up: t('Moved up'),
    event_reminder: t('Reminder before the start'),
    monthly_summary: t('Monthly summary'),
    staff_notice: t('Notice about a sign-in'),
    event_over: t('The event has begun'),
    list_closed: t('List closed'),
    still_there: t('Still there?'),
    staff_message: t('Message from your team'),
    event_cancelled: t('Event cancelled'),
    terms_changed: t('Something has changed'),
    offer_anew: t('New offer after a change'),
    passed_on: t('Place passed on'),
    channel_down: t('Messages aren’t going out'),
    channel_back: t('Messages are going out again'),
}));

type Progress = Schemas['MessageProgress'];
type Ways = Record<Schemas['Channel'] | 'none', string>;

/** How far a message has come, by the way it took. */
const ways: Record<Exclude<Progress['state'], 'not_reachable' | 'page'>, Ways> = spoken(() => ({
    waiting: {
        none: t('message not sent yet'), mail: t('on its way by e-mail'),
        sms: t('on its way by text'), webhook: t('on its way by webhook'),
        whatsapp: t('on its way by WhatsApp'),
    },
    left: {
        none: t('sent'), mail: t('sent by e-mail'), sms: t('sent by text'),
        webhook: t('sent by webhook'), whatsapp: t('sent by WhatsApp'),
    },
    delivered: {
        none: t('delivered'), mail: t('delivered by e-mail'), sms: t('delivered by text'),
        webhook: t('delivered by webhook'), whatsapp: t('delivered by WhatsApp'),
    },
    opened: {
        none: t('opened by the guest'), mail: t('e-mail opened by the guest'),
        sms: t('text opened by the guest'), webhook: t('opened by the guest'),
        whatsapp: t('read on WhatsApp'),
    },
    bounced: {
        none: t('couldn’t be delivered'), mail: t('couldn’t be delivered by e-mail'),
        sms: t('couldn’t be delivered by text'), webhook: t('couldn’t be delivered by webhook'),
        whatsapp: t('couldn’t be delivered by WhatsApp'),
    },
}));

/** "sent by e-mail": on every card, beside the guest and in the history. */
export function deliveryWords({ state, channel }: Progress): string {
    switch (state) {
        case 'not_reachable':
            return t('can’t be reached');
        case 'page':
            return t('no message; on the guest’s page');
        default:
            return ways[state][channel ?? 'none'];
    }
}

/** The same of a message in the guest's panel. Where nobody kept the words, the ones shown are today's. */
export function standingWords(message: Pick<Schemas['InboxItem'], 'state' | 'delivery' | 'as_sent'>): string {
    if (message.state === 'stopped') {
        return t('not sent: the guest has stopped all messages');
    }
    const standing = deliveryWords(message.delivery);
    const wasSent = message.state === 'sent' || message.state === 'delivered';
    return wasSent && !message.as_sent ? t('{standing} (today’s wording)', { standing }) : standing;
}
