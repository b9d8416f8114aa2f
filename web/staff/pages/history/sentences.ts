// Each event of the audit as a plain sentence. The sentence is made of parts, because the people and
// slots in it are links, and their names are read one by one after the event is there.
import type { Schemas } from '../../lib/api';
import { count } from '../../lib/words';
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
    /** What places are called on this list: slot, seat or spot, one and many. */
    place: string;
    places: string;
    /** The event that freed the place which this one gives on, if it is known. */
    cause?: AuditItem | undefined;
}

type Details = Record<string, unknown>;
type Piece = Part | string | undefined;

const person = (id: string | null | undefined): Piece =>
    id ? { kind: 'person', id } : 'someone';
const time = (at: unknown): Piece =>
    typeof at === 'string' ? { kind: 'time', at } : 'some time';
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Joins pieces into parts: neighbouring texts become one, and it ends with a full stop. */
function sentence(...pieces: (Piece | Piece[])[]): Part[] {
    const parts: Part[] = [];
    for (const piece of [...pieces.flat(), '.']) {
        if (piece === undefined || piece === '') {
            continue;
        }
        const last = parts.at(-1);
        if (typeof piece !== 'string') {
            parts.push(piece);
        } else if (last?.kind === 'text') {
            last.text += piece;
        } else {
            parts.push({ kind: 'text', text: piece });
        }
    }
    const first = parts[0];
    if (first?.kind === 'text') {
        first.text = first.text.charAt(0).toUpperCase() + first.text.slice(1);
    }
    return parts;
}

function because(reason: Reason | null): string {
    const words = reason ? reasonWords[reason] : '';
    return words ? `: ${words}` : '';
}

/** The slot of an event, or "a seat" where places are counted. */
function placeOf(item: AuditItem, context: Context, article: 'a' | 'the' = 'a'): Piece {
    return item.opening_id ? { kind: 'slot', id: item.opening_id } : `${article} ${context.place}`;
}

/** "the seat that Ada gave back", as far as the cause is known. */
function placeWithCause(item: AuditItem, context: Context): Piece[] {
    const { cause } = context;
    const places = numberOf(item.details.places);
    const many = places > 1 ? `${places} ${context.places}` : '';
    if (!cause?.entry_id || many) {
        return [many || placeOf(item, context)];
    }
    const how: Record<string, string> = {
        cancelled: ' cancelled', no_show: ' didn’t show up for', declined: ' declined',
        expired: ' didn’t answer for', withdrawn: ' could not have', left: ' left', removed: ' had',
    };
    const outcome = cause.type === 'offer_ended'
        ? textOf(cause.details.outcome) : cause.to_state ?? '';
    return [
        placeOf(item, context, 'the'), item.opening_id ? ', which ' : ' that ',
        person(cause.entry_id), how[outcome] ?? ' had',
    ];
}

function offerMade(item: AuditItem, context: Context): Part[] {
    const details = item.details;
    const note = textOf(details.note);
    const who = person(item.entry_id);
    const place = placeWithCause(item, context);
    const passed = numberOf(details.passed);
    const parties = count(passed, 'larger party', 'larger parties');
    const passing = passed > 0
        ? `; ${parties} didn’t fit and ${passed === 1 ? 'was' : 'were'} skipped` : '';
    if (details.instant === true) {
        const how = item.reason === 'late_yes'
            ? ', having said yes after their time was over' : ' without being asked';
        return sentence(who, ' was given ', place, how, passing);
    }
    const hand = item.reason === 'manual' ? ` by hand${note ? `, because “${note}”` : ''}` : '';
    return sentence(
        who, ' was offered ', place, hand, '; they have until ', time(details.expires_at), passing);
}

function offerEnded(item: AuditItem, context: Context): Part[] {
    const details = item.details;
    const who = person(item.entry_id);
    const after = afterOffer(item, details);
    const place = placeOf(item, context, 'the');
    const rest: Piece[] = [because(item.reason), after];
    switch (textOf(details.outcome)) {
        case 'declined':
            return item.to_state === 'left'
                ? sentence(who, ' left while being offered ', place)
                : sentence(who, ' declined ', place, after);
        case 'withdrawn':
            return sentence('The offer of ', place, ' to ', who, ' was withdrawn', ...rest);
        default:
            if (item.reason === 'not_reachable') {
                return sentence(
                    'The offer to ', who, ' ended, because we couldn’t reach them; they keep their place in line');
            }
            return item.reason === 'window_ended'
                ? sentence(who, ' didn’t answer in time', after)
                : sentence('The offer to ', who, ' ended', ...rest);
    }
}

function afterOffer(item: AuditItem, details: Details): string {
    const miss = details.counts_as_miss === true ? ' (counted as a missed offer)' : '';
    if (item.to_state === 'waiting') {
        return details.to_the_back === true
            ? ` and goes to the back of the line${miss}` : ` and keeps their place in line${miss}`;
    }
    const isOut = ['declined', 'expired', 'removed'].includes(item.to_state ?? '');
    return isOut ? ` and is off the list${miss}` : miss;
}

function entryEnded(item: AuditItem, context: Context): Part[] {
    const who = person(item.entry_id);
    const isByStaff = /^(staff|integration|member):/.test(item.actor);
    const place = placeOf(item, context, 'the');
    switch (item.to_state) {
        case 'cancelled':
            if (item.reason === 'moved_up') {
                return sentence(
                    who, ' moved up to an earlier ', context.place, ' and released the later one');
            }
            return isByStaff || item.reason === 'event_cancelled'
                ? sentence(who, '’s booking was cancelled', because(item.reason))
                : sentence(who, ' cancelled ', place);
        case 'no_show':
            return sentence(who, ' didn’t show up');
        case 'attended':
            return item.reason === 'time_passed'
                ? sentence(who, '’s time has passed, and nobody said that they weren’t there')
                : sentence(who, ' came');
        case 'removed':
            return sentence(who, ' was removed from the list', because(item.reason));
        case 'left':
            return item.reason === 'group_settled'
                ? sentence(who, ' left the line', because(item.reason))
                : sentence(who, isByStaff ? ' was taken off the list by staff' : ' left the line');
        default:
            return sentence(who, ' is off the list', because(item.reason));
    }
}

function entryJoined(item: AuditItem): Part[] {
    const details = item.details;
    const who = person(item.entry_id);
    const party = numberOf(details.party_size);
    const size = party > 1 ? `, a party of ${party}` : '';
    const by: Piece[] = details.referrer_id
        ? [', invited by ', person(textOf(details.referrer_id))] : [];
    if (item.to_state === 'accepted') {
        return sentence(who, size, size ? ',' : '', ' joined', by, ' and was booked right away');
    }
    if (item.to_state === 'unverified') {
        return sentence(who, size, size ? ',' : '', ' joined', by, ' and must confirm their address');
    }
    return sentence(who, size, size ? ',' : '', ' joined the line', by);
}

function pointsChanged(item: AuditItem): Part[] {
    const details = item.details;
    const delta = numberOf(details.delta);
    const who = person(item.entry_id);
    const referred = person(textOf(details.referred_id));
    if (delta === 0) {
        return sentence(
            who, ' gets no more points for inviting ', referred, ': the maximum was reached');
    }
    return delta > 0
        ? sentence(who, ` got ${count(delta, 'point')} for inviting `, referred)
        : sentence(
            who, ` lost ${count(-delta, 'point')}, because `, referred, ' was removed from the list');
}

function entryBarred(item: AuditItem): Part[] {
    return sentence(
        'Fraud was found: ', person(item.entry_id), ' no longer earns points here, nor does anyone for inviting them');
}

function openingAdded(item: AuditItem): Part[] {
    const details = item.details;
    const slot = placeOf(item, { place: 'slot', places: 'slots' });
    const why = item.reason === 'cancellation' ? ' after a cancellation'
        : item.reason === 'no_show' ? ' because someone didn’t show up'
            : item.reason === 'moved_up' ? ' because its guest moved up' : '';
    return sentence(slot, ` ${details.previous_opening_id ? 'is free again' : 'became free'}`, why);
}

function openingMoved(item: AuditItem): Part[] {
    const slot = placeOf(item, { place: 'slot', places: 'slots' }, 'the');
    const why = because(item.reason);
    switch (item.to_state) {
        case 'open':
            return sentence(slot, ' stays open', why || ': no match');
        case 'handed_back':
            return item.from_state === 'handed_back'
                ? sentence('Nobody else will be asked about ', slot, why)
                : sentence(slot, ' was returned to you', why);
        case 'walk_in':
            return sentence(slot, ' is now for walk-ins', why);
        case 'withdrawn':
            return sentence(slot, ' was withdrawn');
        case 'booked':
            return sentence(slot, ' was marked as filled');
        default:
            return sentence(slot, ' is being offered again', why);
    }
}

function placesIdled(item: AuditItem, context: Context): Part[] {
    const details = item.details;
    const places = numberOf(details.places);
    const stays = places === 1 ? 'stays' : 'stay';
    const what = `${count(places, context.place, context.places)} ${stays}`;
    return details.move === 'hand_back'
        ? sentence(what, ' for walk-ins', because(item.reason))
        : sentence(what, ' free', because(item.reason));
}

function settingsChanged(item: AuditItem): Part[] {
    const { capacity } = item.details;
    return item.reason === 'capacity_changed'
        ? sentence(`The capacity is now ${numberOf(capacity).toLocaleString('en')}`)
        : sentence('The list’s settings changed');
}

function offerClaimed(item: AuditItem, context: Context): Part[] {
    const details = item.details;
    const who = person(item.entry_id);
    const place = placeOf(item, context, 'the');
    if (details.awaiting === 'payment') {
        return sentence(
            who, ' claimed ', place, ' and has until ', time(details.expires_at), ' to pay');
    }
    return details.awaiting === 'booking'
        ? sentence(who, ' claimed ', place, '; asking the booking system')
        : sentence(who, ' took ', place);
}

function offerAccepted(item: AuditItem, context: Context): Part[] {
    const isPlain = item.reason === 'requested' || item.reason === 'instant_yes' ||
        item.reason === 'late_yes';
    const why = isPlain ? '' : because(item.reason);
    return sentence(person(item.entry_id), ' has ', placeOf(item, context, 'the'), ' now', why);
}

function offerSent(item: AuditItem): Part[] {
    const details = item.details;
    const who = person(item.entry_id);
    return item.reason === 'sent_late'
        ? sentence('The message to ', who, ' was sent; they have until ', time(details.expires_at))
        : sentence('The message to ', who, ' was sent');
}

function offerUnreached(item: AuditItem): Part[] {
    const details = item.details;
    const who = person(item.entry_id);
    return details.cause
        ? sentence(
            who, ' couldn’t be told of the offer', because(item.reason), '; after ', time(details.patience_until),
            ', someone else may be asked')
        : sentence('Nobody can be reached for now, so the offer to ', who, ' waits');
}

const writers: Record<EventType, (item: AuditItem, context: Context) => Part[]> = {
    resource_created: () => sentence('The list was created'),
    settings_changed: settingsChanged,
    rules_changed: (item) => sentence(`The rules changed to version ${item.rules_version}`),
    status_changed: (item) => sentence(
        item.to_state === 'paused' ? 'The list was paused'
            : item.to_state === 'closed' ? 'The list was closed'
                : item.to_state === 'cancelled' ? 'The event was cancelled' : 'The list was resumed'),
    cutoff_reached: (_, context) => sentence(
        `Too close to the start: free ${context.places} are now for walk-ins`),
    lottery_drawn: () => sentence('The draw decided the order'),
    places_released: (item, context) => {
        const details = item.details;
        const note = textOf(details.note);
        const quantity = numberOf(details.quantity);
        return sentence(
            count(quantity, context.place, context.places), quantity === 1 ? ' was' : ' were',
            ' released', note ? `, because “${note}”` : '');
    },
    places_idled: placesIdled,
    entry_joined: entryJoined,
    entry_verified: (item) => sentence(person(item.entry_id), ' confirmed their address and is now in line'),
    entry_updated: (item) => sentence(person(item.entry_id),
        item.reason === 'transferred' ? ' passed their booking on; the earlier links have ended'
            : item.details.asks_proof ? ' wants another e-mail address, which has to be confirmed'
            : item.details.links_ended ? '’s details changed, and their links have ended' : '’s details changed'),
    entry_ended: entryEnded,
    points_changed: pointsChanged,
    entry_barred: entryBarred,
    offer_made: offerMade,
    offer_sent: offerSent,
    offer_extended: (item) => sentence(
        person(item.entry_id), ' has more time to answer, until ',
        time(item.details.expires_at),
        item.reason === 'staff_extended' ? '' : because(item.reason)),
    offer_unreached: offerUnreached,
    offer_reminded: (item) => sentence(person(item.entry_id), ' was reminded of the offer'),
    offer_claimed: offerClaimed,
    offer_accepted: offerAccepted,
    offer_ended: offerEnded,
    compensation_due: (item) => sentence(
        item.details.compensation === 'release'
            ? 'The booking of ' : 'The payment of ', person(item.entry_id),
        item.details.compensation === 'release'
            ? ' must be undone: it came too late' : ' must be refunded: it came too late'),
    opening_added: openingAdded,
    opening_moved: openingMoved,
    standing_yes: (item, context) => sentence(
        person(item.entry_id),
        item.details.wanted === true
            ? ' answered too late, and would take ' : ' wouldn’t take ',
        placeOf(item, context, 'the'),
        item.details.wanted === true ? ' if it came free' : ' any more if it came free'),
    entry_pinged: (item) => sentence(
        person(item.entry_id), ' was asked whether they still want it'),
    entry_presence: (item) => sentence(
        person(item.entry_id), item.details.here === true
            ? ' still wants it' : ' didn’t answer, and is set aside until they do'),
};

export const eventTypes = Object.keys(writers) as EventType[];

/** The sentence of an event. */
export function sentenceOf(item: AuditItem, context: Context): Part[] {
    const write = writers[item.type] as ((item: AuditItem, context: Context) => Part[]) | undefined;
    return write ? write(item, context) : sentence(item.type.replaceAll('_', ' '));
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
    const [kind, number] = actor.split(':');
    switch (kind) {
        case 'system':
            return 'Standby';
        case 'guest':
            return 'the guest';
        case 'member': {
            const id = `mem_${number}`;
            return id === selfId ? 'you' : members.get(id) ?? `member ${number}`;
        }
        case 'integration':
            return `the system with key ${number}`;
        default:
            return `staff with key ${number}`;
    }
}
