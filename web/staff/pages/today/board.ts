// How the board says things: pure functions over what the server answered.
import type { Board, BoardEntry, BoardOffer, BoardOpening, NeedsHand } from '../../lib/api';
import { durationInWords, formatDayTime } from '../../lib/time';
import { kindWords, nameOf } from '../../lib/words';

/** A key that stays the same for the same need, so that its row is kept. */
export function keyOfNeed(need: NeedsHand): string {
    const which = need.kind === 'channel_down' ? need.detail : need.message_id;
    return [need.kind, need.opening_id, need.offer_id, which, need.entry_id].join(' ');
}

/** "colour with Noor, today, 14:00". */
export function openingTitle(opening: BoardOpening, zone: string): string {
    const what = withStaff(opening.service, opening.staff) || 'Slot';
    return `${what}, ${formatDayTime(opening.starts_at, zone)}`;
}

/** "colour with Noor", or what of it is known. */
export function withStaff(service: string | null, staff: string | null): string {
    if (service && staff) {
        return `${service} with ${staff}`;
    }
    return service ?? (staff ? `with ${staff}` : '');
}

/** What the number of free places is called: "slot open", "seats free". */
export function freeLabel(kind: Board['resource']['kind'], amount: number): string {
    const { place, places } = kindWords[kind];
    return `${amount === 1 ? place : places} ${kind === 'slots' ? 'open' : 'free'}`;
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
    const what = withStaff(entry.service, entry.staff);
    if (what) {
        facts.push(what);
    }
    if (entry.starts_at) {
        facts.push(formatDayTime(entry.starts_at, zone));
    }
    if (entry.party_size > 1) {
        facts.push(`party of ${entry.party_size}`);
    }
    if (entry.points > 0) {
        facts.push(`${entry.points} points`);
    }
    if (entry.misses > 0) {
        facts.push(entry.misses === 1 ? 'missed 1 offer' : `missed ${entry.misses} offers`);
    }
    if (entry.instant_yes && entry.state === 'waiting') {
        facts.push('book without asking');
    }
    if (entry.standing_yes) {
        facts.push('late yes');
    }
    return facts;
}

/** What an offer is about and waits for. */
export function offerFacts(
    offer: BoardOffer, opening: BoardOpening | undefined, zone: string): string[] {
    const facts: string[] = [];
    if (opening) {
        facts.push(openingTitle(opening, zone));
    } else {
        facts.push(...entryFacts({ ...offer.entry, party_size: 1, points: 0, misses: 0 }, zone));
    }
    if (offer.places > 1) {
        facts.push(`${offer.places} places`);
    }
    if (offer.awaiting === 'payment') {
        facts.push('is paying');
    } else if (offer.awaiting === 'booking') {
        facts.push('claimed, booking in progress');
    } else if (offer.unreached !== null) {
        facts.push('can’t be reached');
    } else if (offer.sent_at === null) {
        facts.push('message not sent yet');
    }
    return facts;
}

/** Which openings a guest can be offered by hand: those that nobody is being offered. */
export function freeOpenings(openings: BoardOpening[]): BoardOpening[] {
    const free: BoardOpening['state'][] = ['open', 'handed_back', 'walk_in'];
    return openings.filter((opening) => free.includes(opening.state));
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
            ? `for ${opening.size.max}`
            : `for ${opening.size.min} to ${opening.size.max}`);
    }
    if (opening.offers_made > 0) {
        facts.push(opening.offers_made === 1
            ? '1 guest asked'
            : `${opening.offers_made} guests asked`);
    }
    if (opening.standing_yes > 0) {
        facts.push(opening.standing_yes === 1
            ? '1 late yes' : `${opening.standing_yes} late yeses`);
    }
    return facts;
}
