// Time as the server means it and as people read it.
import { describe, expect, it } from 'vitest';
import {
    countdownText, durationInWords, formatDay, fromLocalInput, parseDuration, relative, ServerClock,
    toLocalInput, writeDuration,
} from './time';

describe('the server’s clock', () => {
    const hour = 3_600_000;

    it('is ours until something is known', () => {
        expect(new ServerClock().now(1000)).toBe(1000);
    });

    it('is right where this computer is an hour late', () => {
        const clock = new ServerClock();
        clock.observe(10 * hour, 9 * hour, 9 * hour + 100);
        expect(Math.abs(clock.now(9 * hour + 100) - (10 * hour + 50))).toBeLessThanOrEqual(1);
    });

    it('keeps the better of two estimates', () => {
        const clock = new ServerClock();
        clock.observe(5000, 0, 20);
        clock.observeHeader(new Date(5000).toUTCString(), 100, 900);
        expect(Math.abs(clock.now(1000) - 5990)).toBeLessThanOrEqual(1);
    });

    it('follows when a newer answer cannot be true with the older one', () => {
        const clock = new ServerClock();
        clock.observe(5000, 0, 20);
        clock.observe(500_000, 1000, 1400);
        expect(Math.abs(clock.now(1200) - 500_000)).toBeLessThanOrEqual(1);
    });

    it('takes nothing from a header that cannot be read', () => {
        const clock = new ServerClock();
        clock.observeHeader('yesterday or so', 0, 10);
        clock.observeHeader(null, 0, 10);
        expect(clock.now(1000)).toBe(1000);
    });
});

describe('a duration', () => {
    it.each([
        ['10m', 600_000], ['1d12h', 129_600_000], ['0s', 0], ['250ms', 250], ['1w', 604_800_000],
        ['1h30m', 5_400_000],
    ])('%s is read', (text, milliseconds) => {
        expect(parseDuration(text)).toBe(milliseconds);
    });

    it.each(['', 'ten', '10', 'm', '10 m'])('%s is none', (text) => {
        expect(parseDuration(text)).toBeNaN();
    });

    it.each([
        [5_400_000, '1h30m'], [0, '0s'], [90_061_000, '1d1h1m1s'],
    ])('of %d ms is written %s', (value, text) => {
        expect(writeDuration(value)).toBe(text);
        expect(parseDuration(text)).toBe(value);
    });

    it('is said in its two largest units', () => {
        expect(durationInWords('1h30m')).toBe('1 hour 30 minutes');
        expect(durationInWords('1d2h3m')).toBe('1 day 2 hours');
        expect(durationInWords('0s')).toBe('no time');
    });
});

describe('a countdown', () => {
    it.each([
        [0, '0:00'], [-5000, '0:00'], [1, '0:01'], [9_500, '0:10'], [65_000, '1:05'],
        [3_729_000, '1:02:09'],
        [90_000_000, '1 d 1 h'],
    ])('with %d ms left shows %s', (left, text) => {
        expect(countdownText(left)).toBe(text);
    });
});

describe('days', () => {
    const now = Date.parse('2026-11-15T23:30:00Z');

    it('are counted in the zone of the list', () => {
        expect(formatDay('2026-11-15T23:45:00Z', 'UTC', now)).toBe('today');
        expect(formatDay('2026-11-16T00:15:00Z', 'UTC', now)).toBe('tomorrow');
        expect(formatDay('2026-11-16T00:15:00Z', 'Europe/Berlin', now)).toBe('today');
        expect(formatDay('2026-11-15T22:30:00Z', 'Europe/Berlin', now)).toBe('yesterday');
    });

    it('further away have a date', () => {
        expect(formatDay('2026-11-21T12:00:00Z', 'UTC', now)).toMatch(/21/);
    });

    it('do not fail in a zone that this browser does not know', () => {
        expect(formatDay('2026-11-15T23:45:00Z', 'Mars/Olympus', now)).toBe('today');
    });
});

describe('a local time', () => {
    it.each([
        ['2026-11-21T14:00', 'Europe/Berlin', '2026-11-21T13:00:00Z'],
        ['2026-07-01T14:00', 'Europe/Berlin', '2026-07-01T12:00:00Z'],
        ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
        ['2026-11-21T14:00', 'America/New_York', '2026-11-21T19:00:00Z'],
        ['2026-11-21T00:30', 'Asia/Kolkata', '2026-11-20T19:00:00Z'],
    ])('%s in %s is %s, and back', (local, zone, instant) => {
        expect(fromLocalInput(local, zone)).toBe(instant);
        expect(toLocalInput(instant, zone)).toBe(local);
    });

    it('that is not there is empty', () => {
        expect(fromLocalInput('', 'UTC')).toBe('');
    });
});

describe('a distance in time', () => {
    it.each([
        [-10_000, 'just now'], [-180_000, '3 minutes ago'], [7_200_000, 'in 2 hours'],
        [-86_400_000, 'yesterday'],
    ])('of %d ms is said in words', (distance, words) => {
        expect(relative(1e12 + distance, 1e12)).toBe(words);
    });
});
