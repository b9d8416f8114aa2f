// Tests of the countdown: it is the server's time that counts, whatever the reader's clock shows.
import { describe, expect, it } from 'vitest';
import { announcement, Countdown, formatLeft } from './countdown';

const minute = 60_000;

describe('Countdown', () => {
    it('counts the difference of the two server times, not the clock of the reader', () => {
        const serverNow = Date.UTC(2026, 10, 21, 12, 0, 0);
        // The steady clock of the page starts anywhere; the reader's date is never asked.
        for (const startedAt of [0, 5_000, 123_456_789]) {
            const countdown = new Countdown(serverNow, serverNow + 10 * minute, startedAt);
            expect(countdown.leftAt(startedAt)).toBe(10 * minute);
            expect(countdown.leftAt(startedAt + 4 * minute)).toBe(6 * minute);
            expect(countdown.leftAt(startedAt + 10 * minute)).toBe(0);
        }
    });

    it('stops at nothing left and never runs backwards', () => {
        const countdown = new Countdown(1_000, 2_000, 500);
        expect(countdown.leftAt(10_000)).toBe(0);
        expect(countdown.leftAt(0)).toBe(1_000);
        expect(new Countdown(2_000, 1_000, 0).leftAt(0)).toBe(0);
    });
});

describe('formatLeft', () => {
    it('shows minutes and seconds, and hours when there are some', () => {
        expect(formatLeft(10 * minute)).toBe('10:00');
        expect(formatLeft(9 * minute + 59_000)).toBe('9:59');
        expect(formatLeft(62 * minute + 3_000)).toBe('1:02:03');
    });

    it('shows the last second until it is over', () => {
        expect(formatLeft(1)).toBe('0:01');
        expect(formatLeft(0)).toBe('0:00');
    });
});

describe('announcement', () => {
    it('speaks once at five minutes, one minute and ten seconds', () => {
        const said: (number | null)[] = [];
        let before = 6 * minute;
        for (let left = before; left >= 0; left -= 250) {
            const due = announcement(before, left);
            if (due !== null) {
                said.push(due);
            }
            before = left;
        }
        expect(said).toEqual([300, 60, 10]);
    });

    it('says only the last one when the page slept through several', () => {
        expect(announcement(6 * minute, 8_000)).toBe(10);
        expect(announcement(6 * minute, 30_000)).toBe(60);
    });

    it('says nothing when there was less from the start, or when the time is up', () => {
        expect(announcement(4 * minute, 3 * minute)).toBeNull();
        expect(announcement(6 * minute, 0)).toBeNull();
    });
});

describe('days', () => {
    it('are said in words, because nobody reads 86:22:13', () => {
        const hour = 3_600_000;
        expect(formatLeft(86 * hour + 5_000)).toBe('3 days 14 hr');
        expect(formatLeft(24 * hour)).toBe('1 day');
        expect(formatLeft(48 * hour, 'de')).toBe('2 Tage');
        expect(formatLeft(23 * hour)).toBe('23:00:00');
    });
});
