// Each event of the audit in plain sentences. They are made of parts, because the people and slots in
// them are links, and their names are read one by one after the event is there.
import type { Schemas } from '../../lib/api';
import { formatNumber, t, tn } from '../../lib/say.svelte';
import { isTrouble, outsideSentence } from './outside';
import { reasonWords, type Reason } from './reasons';

/** An event; what its details hold depends on its type. */
export type AuditItem = Omit<Schemas['AuditItem'], 'details'> & {
    details: Record<string, unknown>;
};
export type EventType = AuditItem['type'];

export type Part =
    | { kind: 'text'; text: string }
    | { kind: 'person'; id: string }
    | { kind: 'slot'; id: string }
    | { kind: 'time'; at: string };

/** What a sentence needs to know besides the event. */
export interface Context {
    /** The event that freed the place which this one gives on, if it is known. */
    cause?: AuditItem | undefined;
    /** How far the message of the event's offer came, if it is known. */
    delivery?: Schemas['MessageProgress'] | undefined;
}

type Details = Record<string, unknown>;
type Piece = Part | string | number;
type Pieces = Record<string, Piece>;

const person = (id: unknown): Piece =>
    typeof id === 'string' && id !== '' ? { kind: 'person', id } : t('someone');
const time = (at: unknown): Piece =>
    typeof at === 'string' ? { kind: 'time', at } : t('some time');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A sentence whose {marks} are people, slots and times: they become parts of their own. */
function filled(sentence: string, pieces: Pieces = {}): Part[] {
    const parts: Part[] = [];
    for (const text of sentence.split(/(\{\w+\})/)) {
        const piece = pieces[/^\{(\w+)\}$/.exec(text)?.[1] ?? ''] ?? text;
        if (typeof piece === 'object') {
            parts.push(piece);
        } else if (piece !== '') {
            const words = typeof piece === 'number' ? formatNumber(piece) : piece;
            const last = parts.at(-1);
            if (last?.kind === 'text') {
                last.text += words;
            } else {
                parts.push({ kind: 'text', text: words });
            }
        }
    }
    return parts;
}

/** Whole sentences one after the other. */
function together(...sentences: Part[][]): Part[] {
    return sentences.filter((parts) => parts.length > 0).flatMap((parts, index): Part[] =>
        (index === 0 ? parts : [{ kind: 'text', text: ' ' }, ...parts]));
}

function because(reason: Reason | null): Part[] {
    const words = reason ? reasonWords[reason] : '';
    return words ? filled(t('Why: {reason}.'), { reason: words }) : [];
}

/** What became of the place that is offered, where it is known whose it was. */
function causeOf({ cause }: Context): Part[] {
    if (!cause?.entry_id) {
        return [];
    }
    const pieces = { other: person(cause.entry_id) };
    const outcome = cause.type === 'offer_ended'
        ? textOf(cause.details.outcome) : cause.to_state ?? '';
    switch (outcome) {
        case 'cancelled':
            return filled(t('{other} had cancelled it.'), pieces);
        case 'no_show':
            return filled(t('{other} hadn’t shown up for it.'), pieces);
        case 'declined':
            return filled(t('{other} had declined it.'), pieces);
        case 'expired':
            return filled(cause.reason === 'not_reachable'
                ? t('{other} couldn’t be reached.') : t('{other} hadn’t answered.'), pieces);
        default:
            return filled(t('{other} had it before.'), pieces);
    }
}

function offerMade(item: AuditItem, context: Context): Part[] {
    const { details } = item;
    const passed = numberOf(details.passed);
    const passing = passed === 0 ? [] : filled(tn(passed,
        '{n} larger party didn’t fit and was skipped.', '{n} larger parties didn’t fit and were skipped.'));
    const pieces = {
        who: person(item.entry_id), slot: slotOf(item), until: time(details.expires_at),
        places: numberOf(details.places), note: textOf(details.note),
    };
    if (details.instant === true) {
        const given = item.opening_id ? filled(t('{who} was given {slot}.'), pieces)
            : filled(t('{who} was given a place.'), pieces);
        const how = item.reason === 'late_yes'
            ? filled(t('They had said yes after their time was over.')) : filled(t('They weren’t asked, as they wanted.'));
        return together(given, how, causeOf(context), passing);
    }
    const isMany = numberOf(details.places) > 1;
    const offered = item.opening_id ? filled(t('{who} was offered {slot}; they have until {until}.'), pieces)
        : isMany ? filled(t('{who} was offered {places} places; they have until {until}.'), pieces)
            : filled(t('{who} was offered a place; they have until {until}.'), pieces);
    const hand = item.reason !== 'manual' ? []
        : pieces.note ? filled(t('Done by hand, because “{note}”.'), pieces) : filled(t('Done by hand.'));
    return together(offered, hand, isMany ? [] : causeOf(context), passing);
}

function slotOf(item: AuditItem): Piece {
    return item.opening_id ? { kind: 'slot', id: item.opening_id } : t('the place');
}

function offerEnded(item: AuditItem): Part[] {
    const { details } = item;
    const pieces = { who: person(item.entry_id), slot: slotOf(item) };
    const after = afterOffer(item, details);
    switch (textOf(details.outcome)) {
        case 'declined':
            if (item.to_state === 'left') {
                return filled(t('{who} left while they had an offer.'), pieces);
            }
            return together(item.opening_id ? filled(t('{who} declined {slot}.'), pieces)
                : filled(t('{who} declined the offer.'), pieces), after);
        case 'withdrawn':
            return together(item.opening_id ? filled(t('The offer of {slot} to {who} was withdrawn.'), pieces)
                : filled(t('The offer to {who} was withdrawn.'), pieces), because(item.reason), after);
        default:
            if (item.reason === 'not_reachable') {
                return filled(
                    t('The offer to {who} ended, because we couldn’t reach them. They keep their place in line.'), pieces);
            }
            return item.reason === 'window_ended'
                ? together(filled(t('{who} didn’t answer in time.'), pieces), after)
                : together(filled(t('The offer to {who} ended.'), pieces), because(item.reason), after);
    }
}

function afterOffer(item: AuditItem, details: Details): Part[] {
    const miss = details.counts_as_miss === true ? filled(t('It counts as a missed offer.')) : [];
    if (item.to_state === 'waiting') {
        return together(details.to_the_back === true
            ? filled(t('They go to the back of the line.')) : filled(t('They keep their place in line.')), miss);
    }
    const isOut = ['declined', 'expired', 'removed'].includes(item.to_state ?? '');
    return together(isOut ? filled(t('They’re off the list.')) : [], miss);
}

function entryEnded(item: AuditItem): Part[] {
    const pieces = { who: person(item.entry_id), slot: slotOf(item) };
    const isByStaff = /^(staff|integration|member):/.test(item.actor);
    const why = because(item.reason);
    switch (item.to_state) {
        case 'cancelled':
            if (item.reason === 'moved_up') {
                return filled(t('{who} moved up to an earlier place and released the later one.'), pieces);
            }
            if (isByStaff || item.reason === 'event_cancelled') {
                return together(filled(t('The booking of {who} was cancelled.'), pieces), why);
            }
            return item.opening_id ? filled(t('{who} cancelled {slot}.'), pieces)
                : filled(t('{who} cancelled.'), pieces);
        case 'no_show':
            return filled(t('{who} didn’t show up.'), pieces);
        case 'attended':
            return item.reason === 'time_passed'
                ? filled(t('The time of {who} has passed, and nobody said that they weren’t there.'), pieces)
                : filled(t('{who} came.'), pieces);
        case 'removed':
            return together(filled(t('{who} was removed from the list.'), pieces), why);
        case 'left':
            if (item.reason === 'group_settled') {
                return together(filled(t('{who} left the line.'), pieces), why);
            }
            return isByStaff ? filled(t('{who} was taken off the list by staff.'), pieces)
                : filled(t('{who} left the line.'), pieces);
        default:
            return together(filled(t('{who} is off the list.'), pieces), why);
    }
}

function entryJoined(item: AuditItem): Part[] {
    const { details } = item;
    const pieces = { who: person(item.entry_id), other: person(details.referrer_id) };
    const party = numberOf(details.party_size);
    const joined = item.to_state === 'accepted' ? filled(t('{who} joined and was booked right away.'), pieces)
        : item.to_state === 'unverified' ? filled(t('{who} joined and must confirm their address.'), pieces)
            : filled(t('{who} joined the line.'), pieces);
    const size = party > 1 ? filled(tn(party, 'A party of {n}.', 'A party of {n}.')) : [];
    const by = details.referrer_id ? filled(t('{other} had invited them.'), pieces) : [];
    const since = details.waits_since
        ? filled(t('They had waited elsewhere since {since}.'), { since: time(details.waits_since) }) : [];
    return together(joined, size, by, since);
}

function pointsChanged(item: AuditItem): Part[] {
    const delta = numberOf(item.details.delta);
    const pieces = { who: person(item.entry_id), other: person(item.details.referred_id) };
    if (delta === 0) {
        return filled(t('{who} gets no more points for inviting {other}: the maximum was reached.'), pieces);
    }
    return filled(delta > 0
        ? tn(delta, '{who} got {n} point for inviting {other}.', '{who} got {n} points for inviting {other}.')
        : tn(-delta, '{who} lost {n} point, because {other} was removed from the list.',
            '{who} lost {n} points, because {other} was removed from the list.'), pieces);
}

function openingAdded(item: AuditItem): Part[] {
    const pieces = { slot: slotOf(item) };
    const why = item.reason === 'cancellation' || item.reason === 'no_show' ? because(item.reason)
        : item.reason === 'moved_up' ? filled(t('Its guest moved up.')) : [];
    return together(item.details.previous_opening_id ? filled(t('{slot} is free again.'), pieces)
        : filled(t('{slot} became free.'), pieces), why);
}

function openingMoved(item: AuditItem): Part[] {
    const pieces = { slot: slotOf(item) };
    const why = because(item.reason);
    switch (item.to_state) {
        case 'open':
            return together(filled(t('{slot} stays open.'), pieces),
                why.length > 0 ? why : filled(t('Nobody waiting matches.')));
        case 'handed_back':
            return together(item.from_state === 'handed_back'
                ? filled(t('Nobody else will be asked about {slot}.'), pieces)
                : filled(t('{slot} was returned to you.'), pieces), why);
        case 'walk_in':
            return together(filled(t('{slot} is now for walk-ins.'), pieces), why);
        case 'withdrawn':
            return filled(t('{slot} was withdrawn.'), pieces);
        case 'booked':
            return filled(t('{slot} was marked as filled.'), pieces);
        default:
            return together(filled(t('{slot} is being offered again.'), pieces), why);
    }
}

function placesIdled(item: AuditItem): Part[] {
    const places = numberOf(item.details.places);
    return together(filled(item.details.move === 'hand_back'
        ? tn(places, '{n} place stays for walk-ins.', '{n} places stay for walk-ins.')
        : tn(places, '{n} place stays free.', '{n} places stay free.')), because(item.reason));
}

function placesReleased(item: AuditItem): Part[] {
    const note = textOf(item.details.note);
    return together(
        filled(tn(numberOf(item.details.quantity), '{n} place was released.', '{n} places were released.')),
        note ? filled(t('The reason given: “{note}”.'), { note }) : []);
}

function placesRevoked(item: AuditItem): Part[] {
    const note = textOf(item.details.note);
    const missing = numberOf(item.details.missing);
    return together(
        filled(tn(numberOf(item.details.quantity), '{n} place was sold elsewhere.', '{n} places were sold elsewhere.')),
        missing ? filled(tn(missing, '{n} more was sold that a guest has here.', '{n} more were sold that guests have here.')) : [],
        note ? filled(t('The reason given: “{note}”.'), { note }) : []);
}

function offerClaimed(item: AuditItem): Part[] {
    const { details } = item;
    const pieces = { who: person(item.entry_id), slot: slotOf(item), until: time(details.expires_at) };
    if (details.awaiting === 'payment') {
        return filled(t('{who} claimed {slot} and has until {until} to pay.'), pieces);
    }
    return details.awaiting === 'booking'
        ? filled(t('{who} claimed {slot}; the booking system is being asked.'), pieces)
        : filled(t('{who} took {slot}.'), pieces);
}

function offerAccepted(item: AuditItem): Part[] {
    const isPlain = item.reason === 'requested' || item.reason === 'instant_yes' ||
        item.reason === 'late_yes';
    return together(filled(t('{who} has {slot} now.'), { who: person(item.entry_id), slot: slotOf(item) }),
        isPlain ? [] : because(item.reason));
}

function offerSent(item: AuditItem, { delivery }: Context): Part[] {
    const pieces = { who: person(item.entry_id), until: time(item.details.expires_at) };
    const isLate = item.reason === 'sent_late';
    if (item.actor === 'guest') {
        return filled(t('{who} saw the offer on their own page; they have until {until}.'), pieces);
    }
    if (item.actor.startsWith('member:')) {
        return filled(t('{who} was told of the offer in person; they have until {until}.'), pieces);
    }
    // Where nobody carries messages, none was sent.
    if (delivery?.state === 'page') {
        return isLate ? filled(t('{who} has the offer on their own page; they have until {until}.'), pieces)
            : filled(t('{who} has the offer on their own page.'), pieces);
    }
    return isLate ? filled(t('The message to {who} was sent; they have until {until}.'), pieces)
        : filled(t('The message to {who} was sent.'), pieces);
}

function offerUnreached(item: AuditItem): Part[] {
    const pieces = { who: person(item.entry_id), until: time(item.details.patience_until) };
    return item.details.cause
        ? together(filled(t('{who} couldn’t be told of the offer.'), pieces), because(item.reason),
            filled(t('After {until}, someone else may be asked.'), pieces))
        : filled(t('Nobody can be reached for now, so the offer to {who} waits.'), pieces);
}

function statusChanged(item: AuditItem): Part[] {
    return filled(item.to_state === 'paused' ? t('The list was paused.')
        : item.to_state === 'closed' ? t('The list was closed.')
            : item.to_state === 'cancelled' ? t('The event was cancelled.') : t('The list was resumed.'));
}

function entryUpdated(item: AuditItem): Part[] {
    const pieces = { who: person(item.entry_id) };
    return item.reason === 'transferred'
        ? filled(t('{who} passed their booking on; the earlier links have ended.'), pieces)
        : item.details.asks_proof
            ? filled(t('{who} wants another e-mail address, which has to be confirmed.'), pieces)
            : item.details.links_ended
                ? filled(t('The details of {who} changed, and their links have ended.'), pieces)
                : filled(t('The details of {who} changed.'), pieces);
}

function standingYes(item: AuditItem): Part[] {
    const pieces = { who: person(item.entry_id), slot: slotOf(item) };
    return item.details.wanted === true
        ? filled(t('{who} answered too late, and would take {slot} if it came free.'), pieces)
        : filled(t('{who} wouldn’t take {slot} any more if it came free.'), pieces);
}

function outsideStep(item: AuditItem): Part[] {
    const { sentence, where, amount } = outsideSentence(item.details);
    const note = textOf(item.details.note);
    return together(filled(sentence, { who: person(item.entry_id), where, amount }),
        note ? filled(t('The reason given: “{note}”.'), { note }) : []);
}

const writers: Record<EventType, (item: AuditItem, context: Context) => Part[]> = {
    resource_created: () => filled(t('The list was created.')),
    settings_changed: (item) => (item.reason === 'capacity_changed'
        ? filled(t('The capacity is now {capacity}.'), { capacity: numberOf(item.details.capacity) })
        : filled(t('The list’s settings changed.'))),
    rules_changed: (item) => filled(
        t('The rules changed to version {version}.'), { version: String(item.rules_version) }),
    status_changed: statusChanged,
    cutoff_reached: () => filled(t('Too close to the start: free places are now for walk-ins.')),
    lottery_drawn: () => filled(t('The draw decided the order.')),
    places_released: placesReleased,
    places_revoked: placesRevoked,
    places_idled: placesIdled,
    entry_joined: entryJoined,
    entry_verified: (item) => filled(
        t('{who} confirmed their address and is now in line.'), { who: person(item.entry_id) }),
    entry_updated: entryUpdated,
    entry_ended: entryEnded,
    points_changed: pointsChanged,
    entry_barred: (item) => filled(
        t('Fraud was found: {who} no longer earns points here, nor does anyone for inviting them.'),
        { who: person(item.entry_id) }),
    offer_made: offerMade,
    offer_sent: offerSent,
    offer_extended: (item) => together(
        filled(t('{who} has more time to answer, until {until}.'),
            { who: person(item.entry_id), until: time(item.details.expires_at) }),
        item.reason === 'staff_extended' ? [] : because(item.reason)),
    offer_unreached: offerUnreached,
    offer_reminded: (item) => filled(
        t('{who} was reminded of the offer.'), { who: person(item.entry_id) }),
    offer_claimed: offerClaimed,
    offer_accepted: offerAccepted,
    offer_ended: offerEnded,
    compensation_due: (item) => filled(item.details.compensation === 'release'
        ? t('The booking of {who} must be undone: it came too late.')
        : t('The payment of {who} must be refunded: it came too late.'), { who: person(item.entry_id) }),
    opening_added: openingAdded,
    opening_moved: openingMoved,
    standing_yes: standingYes,
    entry_pinged: (item) => filled(
        t('{who} was asked whether they still want it.'), { who: person(item.entry_id) }),
    entry_presence: (item) => filled(
        item.reason === 'not_reachable' ? t('We couldn’t reach {who}, so their time to answer starts again.')
        : item.details.here === true ? t('{who} still wants it.')
        : item.reason === 'requested' ? t('{who} doesn’t want to be asked for now, and is set aside until they do.')
        : t('{who} didn’t answer, and is set aside until they do.'), { who: person(item.entry_id) }),
    outside_step: outsideStep,
};

export const eventTypes = Object.keys(writers) as EventType[];

/** A sentence begins with a capital letter, also where a word of ours comes first. */
function capital(parts: Part[]): Part[] {
    const first = parts[0];
    if (first?.kind === 'text') {
        first.text = first.text.charAt(0).toUpperCase() + first.text.slice(1);
    }
    return parts;
}

/** The sentence of an event. */
export function sentenceOf(item: AuditItem, context: Context): Part[] {
    const write = writers[item.type] as ((item: AuditItem, context: Context) => Part[]) | undefined;
    return capital(write ? write(item, context) : filled(item.type.replaceAll('_', ' ')));
}

export interface Names {
    person(id: string): string;
    slot(id: string): string;
    time(at: string): string;
}

/** A sentence as one text. */
export function plainText(parts: readonly Part[], names: Names): string {
    const text = parts.map((part) => {
        switch (part.kind) {
            case 'text':
                return part.text;
            case 'person':
                return names.person(part.id);
            case 'slot':
                return names.slot(part.id);
            case 'time':
                return names.time(part.at);
        }
    }).join('');
    return text.charAt(0).toUpperCase() + text.slice(1);
}

export type Tone = 'good' | 'offer' | 'bad' | 'plain';

/** The colour of an event: it only repeats what the sentence says. */
export function toneOf(item: AuditItem): Tone {
    switch (item.type) {
        case 'offer_accepted':
        case 'entry_verified':
            return 'good';
        case 'entry_joined':
            return item.to_state === 'accepted' ? 'good' : 'plain';
        case 'offer_made':
        case 'offer_claimed':
        case 'offer_extended':
            return 'offer';
        case 'compensation_due':
            return 'bad';
        case 'outside_step':
            return isTrouble(item.details.step) ? 'bad' : item.details.step === 'confirmed' ? 'good' : 'plain';
        case 'entry_ended':
            return item.to_state === 'attended' ? 'good'
                : item.to_state === 'no_show' || item.to_state === 'removed' ? 'bad' : 'plain';
        case 'opening_moved':
            return item.to_state === 'handed_back' ? 'bad'
                : item.to_state === 'booked' ? 'good' : 'plain';
        default:
            return 'plain';
    }
}

/** Who did it: "you", a name, "the guest", or what acted by itself. */
export function actorWords(
    actor: string, selfId: string | undefined, members: ReadonlyMap<string, string>,
): string {
    const [kind, number = ''] = actor.split(':');
    switch (kind) {
        case 'system':
            return 'Standby';
        case 'guest':
            return t('the guest');
        case 'member': {
            const id = `mem_${number}`;
            return id === selfId ? t('you') : members.get(id) ?? t('member {number}', { number });
        }
        case 'integration':
            return t('the system with key {number}', { number });
        default:
            return t('staff with key {number}', { number });
    }
}
