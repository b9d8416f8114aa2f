// A countdown is said aloud at three marks and at its end, and at no other moment.
import { describe, expect, it } from 'vitest';
import { announcement } from './announce';

describe('a countdown that runs for ten minutes', () => {
    it('speaks four times', () => {
        const said: string[] = [];
        for (let left = 600; left >= -5; left -= 1) {
            const words = announcement((left + 1) * 1000, left * 1000);
            if (words) {
                said.push(`${left}: ${words}`);
            }
        }
        expect(said).toEqual([
            '300: 5 minutes left', '60: 1 minute left', '10: 10 seconds left', '0: Time’s up',
        ]);
    });

    it('is silent when it is first seen', () => {
        expect(announcement(Number.NEGATIVE_INFINITY, 30_000)).toBe('');
    });

    it('says only the last mark after a sleep', () => {
        expect(announcement(400_000, 5_000)).toBe('10 seconds left');
    });

    it('speaks again when the time was extended', () => {
        expect(announcement(30_000, 330_000)).toBe('');
        expect(announcement(330_000, 299_000)).toBe('5 minutes left');
    });
});
