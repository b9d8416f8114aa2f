// What needs attention, as the desk reads it.
import { describe, expect, it } from 'vitest';
import type { NeedsHand } from '../../lib/api';
import { needTitle, needWords } from './needs';

const none: NeedsHand['facts'] = {
    slot: null, places: null, offers_made: null, asks_newcomers: null, left_to_staff: null,
    unreached: null, next_asked_at: null, due_at: null, message_kind: null, channel: null, note: null,
};
const slot = { service: 'Colour', staff: 'Noor', starts_at: '2030-01-01T13:00:00Z' };

const need = (kind: NeedsHand['kind'], facts: Partial<NeedsHand['facts']>): NeedsHand => ({
    kind, since: '2026-11-15T14:00:00Z', entry_id: null, name: null, email: null, phone: null,
    offer_id: null, opening_id: null, message_id: null, detail: 'never shown', facts: { ...none, ...facts },
});

function words(kind: NeedsHand['kind'], facts: Partial<NeedsHand['facts']>): string {
    return needWords(need(kind, facts), 'UTC');
}

describe('a slot', () => {
    it('that nobody claimed says how many were asked', () => {
        expect(words('handed_back', { slot, offers_made: 0, asks_newcomers: false }))
            .toMatch(/^Colour with Noor, .+: nobody could be asked in time\.$/);
        expect(words('handed_back', { slot, offers_made: 1, asks_newcomers: false }))
            .toMatch(/: 1 guest was asked, and didn’t claim it\.$/);
        expect(words('handed_back', { slot, offers_made: 3, asks_newcomers: true }))
            .toMatch(/: 3 guests were asked, and nobody claimed it\. If someone who matches joins in time, they’ll be asked\.$/);
    });

    it('without a service is a slot all the same', () => {
        expect(words('nobody_fits', { slot: { ...slot, service: null, staff: null }, offers_made: 0 }))
            .toMatch(/^Slot, .+: nobody who’s waiting can be asked for now\.$/);
        expect(words('nobody_fits', { slot, offers_made: 2 }))
            .toMatch(/: 2 guests were asked, and nobody else who’s waiting can be asked for now\.$/);
    });
});

describe('counted places', () => {
    it('aren’t called a slot', () => {
        expect(needTitle(need('nobody_fits', { places: 3, left_to_staff: false }))).toBe('3 places are still free');
        expect(needTitle(need('handed_back', { places: 1, left_to_staff: true }))).toBe('1 place is still free');
        expect(needTitle(need('nobody_fits', { slot, offers_made: 0 }))).toBe('This slot is still open');
    });

    it('are told by their number', () => {
        expect(words('handed_back', { places: 1, left_to_staff: true })).toMatch(/^1 place is free, .+ offer it by hand\.$/);
        expect(words('nobody_fits', { places: 4, left_to_staff: false })).toMatch(/^4 places are free, but nobody .+: a party is too large, or they said no/);
        expect(words('payment', { places: 3, due_at: '2030-01-01T13:00:00Z' })).toMatch(/^3 places: claimed\. The payment is due by .+\.$/);
    });
});

describe('a guest', () => {
    it.each([
        ['bounced', 'their address doesn’t work.'], ['blocked', 'they’ve stopped our messages.'],
        ['unsent', 'We keep trying.'], ['no_channel', 'there’s no way to send them a message.'],
    ] as const)('who can’t be reached (%s)', (unreached, end) => {
        const text = words('not_reachable', { slot, places: 1, unreached });
        expect(text).toContain(end);
        expect(text).toMatch(/Nobody else fits for now, so it stays theirs to claim\.$/);
        expect(words('not_reachable', { slot, places: 1, unreached, next_asked_at: '2030-01-01T13:00:00Z' }))
            .toMatch(/After .+, we ask the next guest who fits\.$/);
    });
});

describe('messages', () => {
    it('that don’t leave come with what the other side said', () => {
        expect(words('channel_down', { channel: 'mail', note: '451 4.3.0 Try later' }))
            .toBe('E-mail isn’t leaving. The answer was: 451 4.3.0 Try later. Nobody loses a place over it: offers wait, and their time starts once they’re sent.');
        expect(words('channel_down', { channel: 'sms' })).toMatch(/^Texts aren’t leaving\. Nobody/);
        expect(words('dead_letter', { message_kind: 'reminder', note: 'It was refused.' }))
            .toBe('The message “Reminder of the offer” couldn’t be sent. The answer was: It was refused.');
        expect(words('dead_letter', { message_kind: 'offer' })).toBe('The message “Offer” couldn’t be sent.');
    });

    it('about a place that nobody carries to its guest ask for a call', () => {
        expect(words('dead_letter', { message_kind: 'confirmed', unreached: 'no_channel' }))
            .toMatch(/There’s no way to send them a message, so please call them\.$/);
        expect(words('dead_letter', { message_kind: 'event_cancelled', unreached: 'blocked' }))
            .toMatch(/They’ve stopped our messages, so please call them\.$/);
        expect(needTitle(need('dead_letter', { unreached: 'blocked' }))).toBe('This guest doesn’t know yet');
        expect(needTitle(need('dead_letter', { note: 'Refused.' }))).toBe('A message couldn’t be sent');
    });
});
