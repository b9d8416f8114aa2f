// The kinds of message, and what became of them, in words.
import type { Schemas } from '../../lib/api';

export const messageWords: Record<Schemas['MessageKind'], string> = {
    waitlisted: 'On the list',
    verify: 'Confirm your address',
    confirmed: 'Booked',
    offer: 'Offer',
    reminder: 'Reminder of the offer',
    expired: 'Offer expired',
    taken: 'Taken by someone else',
    cancelled: 'Cancelled',
    status_link: 'Link to the status page',
    handed_back: 'Slot returned',
    nobody_fits: 'No match',
    refund: 'Refund',
    release: 'Booking released',
    move_up: 'Moved up',
    event_reminder: 'Reminder before the start',
    monthly_summary: 'Monthly summary',
    staff_notice: 'Notice about a sign-in',
    event_over: 'The event has begun',
    list_closed: 'List closed',
    still_there: 'Still there?',
    event_cancelled: 'Event cancelled',
    terms_changed: 'Something has changed',
    offer_anew: 'New offer after a change',
    passed_on: 'Place passed on',
    channel_down: 'Messages aren’t going out',
    channel_back: 'Messages are going out again',
};

const states: Record<Schemas['InboxItem']['state'], string> = {
    on_its_way: 'on its way',
    sent: 'sent',
    delivered: 'delivered',
    not_delivered: "couldn't be delivered",
    here: "only on the guest's page",
    stopped: 'not sent: the guest has stopped all messages',
};
const ways: Record<Schemas['Channel'], string> = { mail: ' by e-mail', sms: ' by text', webhook: ' by webhook' };

// "sent by e-mail". Where nobody kept the words, the ones shown are today's.
export function standingWords(message: Pick<Schemas['InboxItem'], 'state' | 'channel' | 'as_sent'>): string {
    const wasTried = message.state !== 'here' && message.state !== 'stopped';
    const way = message.channel && wasTried ? ways[message.channel] : '';
    const wasSent = message.state === 'sent' || message.state === 'delivered';
    return states[message.state] + way + (wasSent && !message.as_sent ? " (today's wording)" : '');
}
