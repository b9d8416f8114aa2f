// The kinds of message in words.
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
};
