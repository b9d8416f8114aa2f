// How the calendar says things.
import { t, tn } from '../../lib/say.svelte';
import { formatDay, formatTime } from '../../lib/time';
import { nameOf, stateWords } from '../../lib/words';
import { endOf, startOf, type CalendarSlot } from './grid';
import { inARowMax, type RepeatFault } from './repeats';

/** What its guest comes for, or what it was freed for. */
export const serviceOf = (slot: Pick<CalendarSlot, 'service' | 'guest_service'>): string | null =>
    slot.guest_service ?? slot.service;

/** "Colour with Noor", or what of it is known. */
export function whatOf(slot: Pick<CalendarSlot, 'service' | 'staff' | 'guest_service'>): string {
    const service = serviceOf(slot);
    const { staff } = slot;
    if (service && staff) {
        return t('{service} with {staff}', { service, staff });
    }
    return service ?? (staff ? t('Slot with {staff}', { staff }) : t('Slot'));
}

/** "18:00–19:00". */
export function timesOf(slot: CalendarSlot, zone: string): string {
    return `${formatTime(startOf(slot), zone)}–${formatTime(endOf(slot), zone)}`;
}

/** "Colour with Noor, today, 18:00". */
export function titleOf(slot: CalendarSlot, zone: string): string {
    return t('{what}, {day}, {time}', {
        what: whatOf(slot), day: formatDay(slot.starts_at, zone), time: formatTime(slot.starts_at, zone),
    });
}

/** Filled by staff, without the line. */
export const isFilled = (slot: CalendarSlot): boolean =>
    slot.state === 'booked' && slot.entry_id === null;

/** How it stands: "Offered to Mia". */
export function standingOf(slot: CalendarSlot): string {
    const name = nameOf(slot);
    if (slot.offer?.state === 'confirming') {
        return t('Claimed by {name}', { name });
    }
    if (slot.offer) {
        return t('Offered to {name}', { name });
    }
    if (isFilled(slot)) {
        return t('Filled by staff');
    }
    return slot.state === 'booked' ? t('Booked by {name}', { name }) : stateWords[slot.state][0];
}

export type SlotTone = 'offer' | 'good' | 'bad' | 'wait' | 'over';

export function toneOf(slot: CalendarSlot): SlotTone {
    if (slot.offer?.unreached) {
        return 'bad';
    }
    return isFilled(slot) ? 'over' : stateWords[slot.state][1];
}

export function repeatFaultWords(fault: RepeatFault): string {
    switch (fault) {
        case 'no_weekday':
            return t('Choose at least one day of the week.');
        case 'no_day':
            return t('Until when?');
        case 'before':
            return t('This is before the first one.');
        case 'too_far':
            return t('At most about a year ahead.');
        case 'in_a_row':
            return t('From 1 to {most}.', { most: inARowMax });
    }
}

/** "12 slots", what a button does. */
export const freeWords = (count: number): string =>
    tn(count, 'Free {n} slot', 'Free {n} slots');
