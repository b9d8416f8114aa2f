// Counting down to a deadline. The server says what its clock shows and when the time is up; from
// then on only the time that passed here counts, so a wrong clock on the reader's side is no matter.

/** Said to screen readers when this many seconds are left, and never more often. */
export const announced = [300, 60, 10] as const;
export type Announced = (typeof announced)[number];

/** From here on the digits are shown as urgent. */
export const urgentSeconds = 60;

export class Countdown {
    /** Both times are the server's; `startedAt` is the reader's steady clock when they were true. */
    constructor(
        private readonly serverNow: number,
        private readonly deadline: number,
        private readonly startedAt: number,
    ) {}

    /** Milliseconds that are left at a reading of the steady clock; 0 when the time is up. */
    leftAt(steadyNow: number): number {
        const passed = Math.max(0, steadyNow - this.startedAt);
        return Math.max(0, this.deadline - this.serverNow - passed);
    }
}

/** "3 days 14 hrs", as the language writes it. */
function inDays(hours: number, language: string): string {
    const write = (value: number, unit: 'day' | 'hour'): string => new Intl.NumberFormat(
        language, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(value);
    const days = write(Math.floor(hours / 24), 'day');
    return hours % 24 > 0 ? `${days} ${write(hours % 24, 'hour')}` : days;
}

/** "9:59", "1:02:03"; from a day on "3 days 14 hrs". The last second is shown until it is over. */
export function formatLeft(milliseconds: number, language = 'en'): string {
    const seconds = Math.ceil(milliseconds / 1000);
    const two = (value: number): string => String(value).padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    if (hours >= 24) {
        return inDays(hours, language);
    }
    return hours > 0
        ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
        : `${minutes}:${two(seconds % 60)}`;
}

/** What is to be said now that `left` milliseconds remain, when `before` remained at the last look. */
export function announcement(before: number, left: number): Announced | null {
    // The smallest one, should several have been passed while the page was asleep.
    let due: Announced | null = null;
    for (const seconds of announced) {
        if (before > seconds * 1000 && left <= seconds * 1000 && left > 0) {
            due = seconds;
        }
    }
    return due;
}
