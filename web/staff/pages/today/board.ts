// How the board says things: pure functions over what the server answered.
import type { Board, BoardEntry, BoardOffer, BoardOpening, NeedsHand } from '../../lib/api';
import { spoken, t, tn } from '../../lib/say.svelte';
import { durationInWords, formatDayTime, serverClock, toLocalInput } from '../../lib/time';
import { anyOf, nameOf } from '../../lib/words';
import { deliveryWords } from '../line/messages';
import { heardLater } from './fits';

/** A key that stays the same for the same need, so that its row is kept. */
export function keyOfNeed(need: NeedsHand): string {
    const which = need.kind === 'channel_down' ? need.facts.channel : need.message_id;
    return [need.kind, need.opening_id, need.offer_id, which, need.entry_id].join(' ');
}

/** "colour with Noor, today, 14:00". */
export function openingTitle(
    opening: Pick<BoardOpening, 'service' | 'staff' | 'starts_at'>, zone: string): string {
    const what = withStaff(opening.service, opening.staff) || t('Slot');
    return `${what}, ${formatDayTime(opening.starts_at, zone)}`;
}

/** "colour with Noor", or what of it is known. */
export function withStaff(service: string | null, staff: string | null): string {
    if (service && staff) {
        return t('{service} with {staff}', { service, staff });
    }
    return service || (staff ? t('with {staff}', { staff }) : '');
}

/** What the number of free places is called: "slot open", "seats free". */
export function freeLabel(kind: Board['resource']['kind'], amount: number): string {
    switch (kind) {
        case 'slots':
            return tn(amount, 'slot open', 'slots open');
        case 'seats':
            return tn(amount, 'seat free', 'seats free');
        case 'access':
            return tn(amount, 'spot free', 'spots free');
    }
}

interface ReleaseWords {
    title: string;
    howMany: string;
    total: string;
}

/** What a dialog about the capacity says. Slots have none, and are freed one by one. */
export const releaseWords: Record<Board['resource']['kind'], ReleaseWords> = spoken(() => {
    const seats = {
        title: t('Release seats'), howMany: t('How many seats'), total: t('Total seats'),
    };
    const access = {
        title: t('Release spots'), howMany: t('How many spots'), total: t('Total spots'),
    };
    return { slots: seats, seats, access };
});

export function releasedWords(kind: Board['resource']['kind'], amount: number): string {
    return kind === 'access'
        ? tn(amount, '{n} spot released.', '{n} spots released.')
        : tn(amount, '{n} seat released.', '{n} seats released.');
}

/** The names of all guests on the board, by their ids. */
export function guestNames(board: Board): Map<string, string> {
    const offered = board.offers.map((offer) => offer.entry);
    const entries = [...offered, ...board.accepted, ...board.waiting];
    return new Map(entries.map((entry) => [entry.id, nameOf(entry)]));
}

/** What an entry wants or holds, in a few words. */
export function entryFacts(entry: BoardEntry, zone: string): string[] {
    const facts: string[] = [];
    const what = withStaff(anyOf(entry.service, entry.services), anyOf(entry.staff, entry.staff_any));
    if (what) {
        facts.push(what);
    }
    const place = anyOf(entry.place, entry.places);
    if (place) {
        facts.push(place);
    }
    if (entry.starts_at) {
        facts.push(formatDayTime(entry.starts_at, zone));
    }
    if (entry.party_size > 1) {
        facts.push(t('party of {size}', { size: entry.party_size }));
    }
    if (entry.points > 0) {
        facts.push(tn(entry.points, '{n} point', '{n} points'));
    }
    if (entry.misses > 0) {
        facts.push(tn(entry.misses, 'missed {n} offer', 'missed {n} offers'));
    }
    if (entry.instant_yes && entry.state === 'waiting') {
        facts.push(t('book without asking'));
    }
    if (entry.standing_yes) {
        facts.push(t('late yes'));
    }
    return facts;
}

/** What an offer is about and waits for. */
export function offerFacts(
    offer: BoardOffer, opening: BoardOpening | undefined, zone: string, nowMs = serverClock.now(),
): string[] {
    const facts: string[] = [];
    if (opening) {
        const { service, staff } = offer.entry;
        facts.push(openingTitle({ ...opening, service, staff }, zone));
    } else {
        facts.push(...entryFacts({ ...offer.entry, party_size: 1, points: 0, misses: 0 }, zone));
    }
    if (offer.entry.party_size > 1) {
        facts.push(t('party of {size}', { size: offer.entry.party_size }));
    }
    if (offer.places > 1 && offer.places !== offer.entry.party_size) {
        facts.push(tn(offer.places, '{n} place', '{n} places'));
    }
    if (offer.awaiting === 'payment') {
        facts.push(t('is paying'));
    } else if (offer.awaiting === 'booking') {
        facts.push(t('claimed, booking in progress'));
    } else {
        const at = offer.delivery.state === 'waiting' ? heardLater(offer.send_at, nowMs) : undefined;
        facts.push(at ? t('hears of it {time}', { time: formatDayTime(at, zone) }) : deliveryWords(offer.delivery));
    }
    return facts;
}

/** Whether it can be said that somebody came, or didn't: not before it starts. */
export function hasStarted(entry: { starts_at: string | null }, nowMs: number): boolean {
    return entry.starts_at === null || Date.parse(entry.starts_at) <= nowMs;
}

/** Which openings a guest can be offered by hand: those that nobody is being offered. */
export function freeOpenings(openings: BoardOpening[]): BoardOpening[] {
    const free: BoardOpening['state'][] = ['open', 'handed_back', 'walk_in'];
    return openings.filter((opening) => free.includes(opening.state));
}

/** Why nothing can be offered by hand to a party of that size; nothing if something can. */
export function whyNotNow(
    board: Pick<Board, 'resource' | 'openings'>, partySize: number): string | undefined {
    const { kind, counts } = board.resource;
    if (kind === 'slots') {
        return freeOpenings(board.openings).length > 0 ? undefined : t('No slot is free. Free one first.');
    }
    if (counts.free >= partySize) {
        return undefined;
    }
    if (counts.free > 0) {
        return tn(counts.free, '{n} place is free, which isn’t enough for this party.',
            '{n} places are free, which isn’t enough for this party.');
    }
    return kind === 'seats' ? t('No seat is free.') : t('No spot is free.');
}

/** "60 minutes, for 2 to 4, up to two people asked". */
export function openingFacts(opening: BoardOpening): string[] {
    const facts = [durationInWords(opening.duration)];
    if (opening.place) {
        facts.push(opening.place);
    }
    // 200 is any: nobody said how many.
    if (opening.size.max > 1 && opening.size.max < 200) {
        facts.push(opening.size.min === opening.size.max
            ? t('for {size}', { size: opening.size.max })
            : t('for {min} to {max}', opening.size));
    }
    if (opening.offers_made > 0) {
        facts.push(tn(opening.offers_made, '{n} guest asked', '{n} guests asked'));
    }
    if (opening.standing_yes > 0) {
        facts.push(tn(opening.standing_yes, '{n} late yes', '{n} late yeses'));
    }
    return facts;
}

/** Freed slots of today, and those of later days. */
export function byDay(
    openings: BoardOpening[], zone: string, nowMs: number,
): { today: BoardOpening[]; later: BoardOpening[] } {
    const today = toLocalInput(nowMs, zone).slice(0, 10);
    const isToday = (opening: BoardOpening) =>
        toLocalInput(opening.starts_at, zone).slice(0, 10) === today;
    return { today: openings.filter(isToday), later: openings.filter((one) => !isToday(one)) };
}
