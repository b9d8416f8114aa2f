// The kinds of message in words.
import type { Schemas } from '../../lib/api';

export const messageWords: Record<Schemas['MessageKind'], string> = {
    waitlisted: 'On the list',
    verify: 'Prove the address',
    confirmed: 'Has a place',
    offer: 'Offer',
    reminder: 'Reminder of the offer',
    expired: 'Offer ended',
    taken: 'Taken by somebody else',
    cancelled: 'Cancelled',
    status_link: 'Link to the status page',
    handed_back: 'Slot handed back',
    nobody_fits: 'Nobody fits',
    refund: 'Refund',
    release: 'Booking undone',
    move_up: 'Moved up',
    event_reminder: 'Reminder of the day',
    monthly_summary: 'Summary of the month',
};
