// Time as people read it. The server's clock is the one that counts: a countdown must be right even
// where the clock of this computer is wrong. Days and times are written as the reader's language and
// country write them, by the functions of this file and nowhere else.
import { formatNumber, speech, t } from './say.svelte';

/** Estimates how far the server's clock is from ours, from answers and when they were asked for. */
export class ServerClock {
    #offsetMs = 0;
    #uncertaintyMs = Number.POSITIVE_INFINITY;
    #isExact = false;

    /** Takes a server time that was true somewhere between sending and receiving. */
    observe(serverMs: number, sentAtMs: number, receivedAtMs: number, resolutionMs = 1): void {
        if (!Number.isFinite(serverMs) || receivedAtMs < sentAtMs) {
            return;
        }
        this.#isExact ||= resolutionMs < 1000;
        const middle = (sentAtMs + receivedAtMs) / 2;
        const offset = serverMs + resolutionMs / 2 - middle;
        const uncertainty = (receivedAtMs - sentAtMs) / 2 + resolutionMs / 2;
        const contradicts = Math.abs(offset - this.#offsetMs) > uncertainty + this.#uncertaintyMs;
        if (uncertainty <= this.#uncertaintyMs || contradicts) {
            this.#offsetMs = offset;
            this.#uncertaintyMs = uncertainty;
        }
    }

    /** The Date header, which has whole seconds: for as long as nothing better is known. */
    observeHeader(date: string | null, sentAtMs: number, receivedAtMs: number): void {
        if (date !== null && !this.#isExact) {
            this.observe(Date.parse(date), sentAtMs, receivedAtMs, 1000);
        }
    }

    /** What time it is on the server. */
    now(localMs: number = Date.now()): number {
        return localMs + this.#offsetMs;
    }
}

export const serverClock = new ServerClock();

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const unitMs: Record<string, number> = {
    w: 7 * day, d: day, h: hour, m: minute, s: second, ms: 1,
};

/** "1d12h" in milliseconds; NaN for what is not a duration. */
export function parseDuration(text: string): number {
    if (!/^([0-9]+(w|d|h|ms|m|s))+$/.test(text)) {
        return Number.NaN;
    }
    let total = 0;
    for (const [, amount, unit] of text.matchAll(/([0-9]+)(w|d|h|ms|m|s)/g)) {
        total += Number(amount) * (unitMs[unit ?? ''] ?? 0);
    }
    return total;
}

/** Milliseconds as the API writes them: "1d12h", "0s". */
export function writeDuration(milliseconds: number): string {
    let rest = Math.round(milliseconds);
    let text = '';
    for (const unit of ['d', 'h', 'm', 's', 'ms']) {
        const size = unitMs[unit] ?? 1;
        if (rest >= size) {
            text += `${Math.floor(rest / size)}${unit}`;
            rest %= size;
        }
    }
    return text || '0s';
}

/** "1 hour 30 minutes": the two largest units of a duration, in words. */
export function durationInWords(duration: string | number): string {
    const total = typeof duration === 'number' ? duration : parseDuration(duration);
    if (!(total >= second)) {
        return t('no time');
    }
    const units = [
        ['day', day], ['hour', hour], ['minute', minute], ['second', second],
    ] as const;
    const parts: string[] = [];
    let rest = total;
    for (const [unit, size] of units) {
        const count = Math.floor(rest / size);
        rest %= size;
        if (count > 0 && parts.length < 2) {
            parts.push(formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }));
        }
    }
    return parts.join(' ');
}

/** "4:05", "1:02:09", "2 d 3 h": what a countdown shows. */
export function countdownText(remainingMs: number): string {
    const left = Math.max(0, Math.ceil(remainingMs / second));
    const days = Math.floor(left / 86400);
    const hours = Math.floor((left % 86400) / 3600);
    const minutes = Math.floor((left % 3600) / 60);
    const two = (value: number) => String(value).padStart(2, '0');
    if (days > 0) {
        return t('{days} d {hours} h', { days, hours });
    }
    return hours > 0
        ? `${hours}:${two(minutes)}:${two(left % 60)}`
        : `${minutes}:${two(left % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const { locale } = speech;
    const key = `${locale} ${zone} ${JSON.stringify(options)}`;
    let found = formats.get(key);
    if (!found) {
        try {
            found = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
        } catch {
            found = new Intl.DateTimeFormat(locale, options);
        }
        formats.set(key, found);
    }
    return found;
}

/** The time of day in a zone: "14:30". */
export function formatTime(time: string | number, zone: string): string {
    return format(zone, { hour: 'numeric', minute: '2-digit' }).format(new Date(time));
}

/** An hour of the day as rules have it, "21:00", the way times are written: "9:00 pm". */
export function formatHours(hours: string): string {
    return formatTime(`2000-01-01T${hours}:00Z`, 'UTC');
}

/** A day of the calendar, "Sat 21 Nov", from midnight UTC. */
export function formatWeekday(time: string | number): string {
    return format('UTC', { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(time));
}

/** A day of the calendar in short, "21 Nov"; from midnight UTC, or the day it is in a zone. */
export function formatShortDay(time: string | number, zone = 'UTC'): string {
    return format(zone, { day: 'numeric', month: 'short' }).format(new Date(time));
}

/** "Mon" for 0, "Sun" for 6. */
export function formatWeekdayName(index: number): string {
    // The first of January 2024 was a Monday.
    return format('UTC', { weekday: 'short' }).format(new Date(Date.UTC(2024, 0, 1 + index)));
}

/** A day of the calendar in full, "Tuesday 24 November", from midnight UTC. */
export function formatLongDay(time: number): string {
    return format('UTC', { weekday: 'long', day: 'numeric', month: 'long' }).format(time);
}

/** Days of the calendar, "16–22 November 2026", from midnights UTC. */
export function formatDays(first: number, last: number): string {
    return format('UTC', { day: 'numeric', month: 'long', year: 'numeric' })
        .formatRange(first, last);
}

/** "24", from midnight UTC. */
export function formatDayOfMonth(time: number): string {
    return format('UTC', { day: 'numeric' }).format(time);
}

/** "Tuesday", for 2; 1 is Monday. */
export function weekdayName(weekday: number, style: 'long' | 'short' = 'long'): string {
    return format('UTC', { weekday: style }).format(Date.UTC(2024, 0, weekday));
}

/** "October 2026". */
export function formatMonth(time: string | number): string {
    return format('UTC', { month: 'long', year: 'numeric' }).format(new Date(time));
}

/** The time of day on this computer, to the second: "14:30:05". */
export function formatClock(time: string | number): string {
    const options = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
    return format(guessedTimeZone(), options).format(new Date(time));
}

/** The day in a zone: "Sat 21 Nov", or "today", "tomorrow", "yesterday". */
export function formatDay(time: string | number, zone: string, nowMs = serverClock.now()): string {
    const distance = dayNumber(new Date(time).getTime(), zone) - dayNumber(nowMs, zone);
    if (Math.abs(distance) <= 1) {
        return relativeWords().format(distance, 'day');
    }
    const options = { weekday: 'short', day: 'numeric', month: 'short' } as const;
    return format(zone, options).format(new Date(time));
}

/** "today, 14:30". */
export function formatDayTime(
    time: string | number, zone: string, nowMs = serverClock.now()): string {
    return `${formatDay(time, zone, nowMs)}, ${formatTime(time, zone)}`;
}

/** The full date and time with the zone's short name, for titles and details. */
export function formatExact(time: string | number, zone: string): string {
    return format(zone, {
        weekday: 'short', year: 'numeric', month: 'short', day: 'numeric',
        hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
    }).format(new Date(time));
}

function relativeWords(): Intl.RelativeTimeFormat {
    return new Intl.RelativeTimeFormat(speech.language, { numeric: 'auto' });
}

/** "3 minutes ago", "in 2 hours". */
export function relative(time: string | number, nowMs = serverClock.now()): string {
    const difference = new Date(time).getTime() - nowMs;
    const size = Math.abs(difference);
    const words = relativeWords();
    if (size < 45 * second) {
        return t('just now');
    }
    if (size < hour) {
        return words.format(Math.round(difference / minute), 'minute');
    }
    if (size < day) {
        return words.format(Math.round(difference / hour), 'hour');
    }
    return words.format(Math.round(difference / day), 'day');
}

/** "2026-11-21T14:00", as a datetime-local field writes it, in a zone. */
export function toLocalInput(time: string | number, zone: string): string {
    const parts = zoneParts(new Date(time).getTime(), zone);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${String(parts.year).padStart(4, '0')}-${two(parts.month)}-${two(parts.day)}` +
        `T${two(parts.hour)}:${two(parts.minute)}`;
}

/** The instant that a datetime-local field means in a zone, as the API writes it; "" if none. */
export function fromLocalInput(local: string, zone: string): string {
    const wanted = Date.parse(`${local}Z`);
    if (!Number.isFinite(wanted)) {
        return '';
    }
    // Two rounds are enough: the second one sees the offset that holds near the answer.
    let instant = wanted;
    for (let round = 0; round < 2; round += 1) {
        instant = wanted - offsetMs(instant, zone);
    }
    return new Date(instant).toISOString().replace('.000Z', 'Z');
}

interface ZoneParts {
    year: number;
    month: number;
    day: number;
    hour: number;
    minute: number;
    second: number;
}

function zoneParts(timeMs: number, zone: string): ZoneParts {
    let formatter: Intl.DateTimeFormat;
    const options: Intl.DateTimeFormatOptions = {
        year: 'numeric', month: 'numeric', day: 'numeric',
        hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23',
    };
    const key = `parts:${zone}`;
    const known = formats.get(key);
    if (known) {
        formatter = known;
    } else {
        try {
            formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
        } catch {
            formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
        }
        formats.set(key, formatter);
    }
    const found: Record<string, number> = {};
    for (const part of formatter.formatToParts(new Date(timeMs))) {
        found[part.type] = Number(part.value);
    }
    return {
        year: found.year ?? 0, month: found.month ?? 1, day: found.day ?? 1,
        hour: found.hour ?? 0, minute: found.minute ?? 0, second: found.second ?? 0,
    };
}

function offsetMs(timeMs: number, zone: string): number {
    const parts = zoneParts(timeMs, zone);
    const asUtc = Date.UTC(
        parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
    return asUtc - Math.floor(timeMs / second) * second;
}

function dayNumber(timeMs: number, zone: string): number {
    const parts = zoneParts(timeMs, zone);
    return Math.round(Date.UTC(parts.year, parts.month - 1, parts.day) / day);
}

/** The time zone of this browser. */
export function guessedTimeZone(): string {
    return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** All zones this browser knows, for a list to choose from. */
export function timeZones(): string[] {
    return Intl.supportedValuesOf?.('timeZone') ?? [guessedTimeZone(), 'UTC'];
}
