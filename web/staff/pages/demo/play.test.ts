import { describe, expect, it } from 'vitest';
import { patienceMs, slotFor, stepOf } from './play';

describe('The demo', () => {
    it('says whose turn it is', () => {
        expect(stepOf('waiting')).toBe('free');
        expect(stepOf('offered')).toBe('claim');
        expect(stepOf('accepted')).toBe('booked');
        expect(stepOf('declined')).toBe('gone');
        expect(stepOf('expired')).toBe('gone');
    });

    it('goes on by itself, but never takes an offer from somebody who reads it', () => {
        expect(patienceMs.claim).toBe(Infinity);
        expect(patienceMs.booked).toBeLessThan(60_000);
    });

    it('frees a slot for tomorrow, at the full hour', () => {
        const slot = slotFor(Date.parse('2026-11-18T12:10:00Z'));
        expect(slot.starts_at).toBe('2026-11-19T13:00:00Z');
    });
});
