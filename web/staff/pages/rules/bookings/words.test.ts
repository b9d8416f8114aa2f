// What the form of a booking system sends, and that each state and problem has words.
import { describe, expect, it } from 'vitest';
import { bodyOf, cardText, dayText, formOf, isInTrouble, problemText, stateText, type BookingSystem } from './words';

const system = (change: Partial<BookingSystem> = {}): BookingSystem => ({
    kind: 'http', url: 'https://bookings.example.com', event_type: null, state: 'working', breaker: 'closed',
    asked_again_at: null, problem: null, answered_at: null, failed_at: null, created_at: null, changed_at: null,
    last_day: { booked: 0, taken: 0, given_up: 0, failed_share: null }, under_way: 0, cards: [], ...change,
});

describe('the form of a booking system', () => {
    it('sends what was typed, without blanks around it', () => {
        expect(bodyOf({ kind: 'http', url: ' https://a.example ', token: ' secret\n', eventType: '7' }))
            .toEqual({ kind: 'http', url: 'https://a.example', token: 'secret' });
        expect(bodyOf({ kind: 'cal', url: '', token: 'cal_live', eventType: ' 7 ' }))
            .toEqual({ kind: 'cal', token: 'cal_live', event_type: 7 });
    });

    it('begins with what is set up, without the token', () => {
        expect(formOf(system({ kind: 'cal', event_type: 7 })))
            .toEqual({ kind: 'cal', url: 'https://bookings.example.com', token: '', eventType: '7' });
        expect(formOf()).toEqual({ kind: 'http', url: '', token: '', eventType: '' });
    });
});

describe('what is said of a booking system', () => {
    it('tells what matters most', () => {
        expect(stateText(system())).toBe('It answers.');
        expect(isInTrouble(system())).toBe(false);
        const problem = { code: 'wrong_token', detail: '' } as const;
        expect(stateText(system({ state: 'failing', problem }))).toContain('token');
        expect(stateText(system({ state: 'failing', problem, breaker: 'open' }))).toContain('alone');
        expect(isInTrouble(system({ state: 'failing', problem }))).toBe(true);
        expect(stateText(system({ state: 'locked' }))).toContain('key');
        expect(stateText(system({ state: 'new' }))).toContain('yet');
    });

    it('counts the bookings of a day', () => {
        const day = (booked: number, taken: number, given_up: number) =>
            dayText(system({ last_day: { booked, taken, given_up, failed_share: null } }));
        expect(day(0, 0, 0)).toContain('No bookings');
        expect(day(3, 0, 0)).toBe('3 bookings in the last 24 hours.');
        expect(day(3, 1, 1)).toBe('5 bookings in the last 24 hours, 2 of them failed.');
        expect(day(0, 1, 0)).toBe('1 booking in the last 24 hours, which failed.');
    });

    it('has words for every problem and card', () => {
        const codes = ['taken', 'in_progress', 'no_answer', 'no_connection', 'host_not_found', 'busy', 'not_understood',
            'wrong_booking', 'too_large', 'stopped', 'not_there', 'not_offered', 'wrong_token', 'forbidden', 'moved',
            'bad_address', 'private_address', 'bad_certificate', 'no_email', 'no_event_type', 'refused'] as const;
        expect(new Set(codes.map((code) => problemText(code))).size).toBe(codes.length);
        const kinds = ['given_up', 'refused', 'missing', 'left'] as const;
        expect(new Set(kinds.map((kind) => cardText({
            kind, entry_id: 'ent_1_1', offer_id: 'off_1_1', problem: null, made_at: '2026-01-01T00:00:00Z' }))).size).toBe(4);
    });
});
