// Days as a salon in Berlin has them, and some stranger ones.
import { describe, expect, it } from 'vitest';
import { addDays, dayAt, firstWeekday, instantOf, isDay, startOfDay, weekdayOf, weekOf } from './days';

const utc = (text: string) => Date.parse(text);
const hours = (day: string, zone: string) =>
    (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 3_600_000;

describe('A day', () => {
    it('begins at its own midnight', () => {
        expect(startOfDay('2026-11-24', 'Europe/Berlin')).toBe(utc('2026-11-23T23:00:00Z'));
        expect(startOfDay('2026-11-24', 'Pacific/Auckland')).toBe(utc('2026-11-23T11:00:00Z'));
        expect(startOfDay('2026-11-24', 'America/Los_Angeles')).toBe(utc('2026-11-24T08:00:00Z'));
    });

    it('has 23 or 25 hours when the clocks change', () => {
        expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
        expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
        expect(hours('2026-10-26', 'Europe/Berlin')).toBe(24);
        expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5);
    });

    it('begins at 1:00 where the clocks skip midnight', () => {
        const start = startOfDay('2024-04-26', 'Africa/Cairo');
        expect(new Date(start).toISOString()).toBe('2024-04-25T22:00:00.000Z');
        expect(dayAt(start, 'Africa/Cairo')).toBe('2024-04-26');
        expect(dayAt(start - 1, 'Africa/Cairo')).toBe('2024-04-25');
        expect(hours('2024-04-26', 'Africa/Cairo')).toBe(23);
    });

    it('is there or not', () => {
        expect(isDay('2026-02-28')).toBe(true);
        expect(isDay('2026-02-29')).toBe(false);
        expect(isDay('2026-2-9')).toBe(false);
        expect(isDay(null)).toBe(false);
    });
});

describe('A local time', () => {
    it('means an instant', () => {
        expect(instantOf('2026-11-24T18:00', 'Europe/Berlin')).toBe(utc('2026-11-24T17:00:00Z'));
        expect(instantOf('2026-07-24T18:00', 'Europe/Berlin')).toBe(utc('2026-07-24T16:00:00Z'));
    });

    it('means nothing where the clocks skip it', () => {
        expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBeUndefined();
        expect(instantOf('2026-03-29T03:00', 'Europe/Berlin')).toBe(utc('2026-03-29T01:00:00Z'));
        expect(instantOf('nonsense', 'Europe/Berlin')).toBeUndefined();
    });

    it('means the first of two where they go back', () => {
        expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe(utc('2026-10-25T00:30:00Z'));
        expect(instantOf('2026-11-01T01:30', 'America/New_York')).toBe(utc('2026-11-01T05:30:00Z'));
    });
});

describe('A week', () => {
    it('begins with Monday in Berlin, with Sunday in New York, with Saturday in Cairo', () => {
        expect(firstWeekday('de-DE')).toBe(1);
        expect(firstWeekday('en-US')).toBe(7);
        expect(firstWeekday('ar-EG')).toBe(6);
        expect(firstWeekday('no such tag')).toBe(1);
    });

    it('has seven days, that one among them', () => {
        expect(weekOf('2026-11-18', 1)[0]).toBe('2026-11-16');
        expect(weekOf('2026-11-18', 7)[0]).toBe('2026-11-15');
        expect(weekOf('2026-11-15', 1)[0]).toBe('2026-11-09');
        expect(weekOf('2026-11-15', 7)[0]).toBe('2026-11-15');
        expect(weekOf('2026-12-30', 1).at(-1)).toBe('2027-01-03');
        expect(weekdayOf('2026-11-15')).toBe(7);
    });
});
