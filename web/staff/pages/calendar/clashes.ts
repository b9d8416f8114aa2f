// Slots of the same person, or at the same place, at the same time: staff are asked whether they
// mean it.
import { endOf, nameKey, startOf, type CalendarSlot } from './grid';

export interface Wanted {
    starts: number[];
    minutes: number;
    staff: string;
    place: string;
}

/** The slots that those wanted would overlap, once each. Blank names are nobody's. */
export function clashesWith(wanted: Wanted, known: CalendarSlot[]): CalendarSlot[] {
    const staff = nameKey(wanted.staff);
    const place = nameKey(wanted.place);
    const isSame = (slot: CalendarSlot) =>
        (staff !== '' && nameKey(slot.staff) === staff) ||
        (place !== '' && nameKey(slot.place) === place);
    const lasts = wanted.minutes * 60_000;
    return known.filter((slot) => slot.state !== 'withdrawn' && isSame(slot) &&
        wanted.starts.some((start) => start < endOf(slot) && start + lasts > startOf(slot)));
}

/** The times to read for it, each at most so many days long. Longer slots may begin a day before. */
export function windowsFor(wanted: Wanted, daysMax = 34): { from: number; to: number }[] {
    const day = 86_400_000;
    const windows: { from: number; to: number }[] = [];
    for (const start of [...wanted.starts].sort((left, right) => left - right)) {
        const end = start + wanted.minutes * 60_000;
        const last = windows.at(-1);
        if (last !== undefined && end - last.from <= daysMax * day) {
            last.to = Math.max(last.to, end);
        } else {
            windows.push({ from: start - day, to: Math.min(end, start + (daysMax - 1) * day) });
        }
    }
    return windows;
}
