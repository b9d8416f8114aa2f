// The rules in plain words: what each is called, and what a value of it means.
import type { Kind, Money } from '../../lib/api';
import { formatMoney } from '../../lib/money';
import { durationInWords, formatExact, parseDuration } from '../../lib/time';
import { count } from '../../lib/words';
import type { RuleName, Rules } from './draft';

export const ruleNames: Record<RuleName, string> = {
    order: 'Who goes first',
    minutes_per_point: 'Value of a point',
    claim_window: 'Time to answer an offer',
    max_offers: 'Offers per place',
    cutoff: 'Last offers before the start',
    quiet_hours: 'Quiet hours',
    urgent: 'Urgent offers in quiet hours',
    after_miss: 'If someone doesn’t answer',
    after_decline: 'If someone declines',
    max_misses: 'Missed offers before removal',
    visibility: 'What guests see of their place in line',
    max_waiting: 'Maximum waiting',
    verify_email: 'E-mail confirmation',
    referral: 'Points for referring a friend',
    party: 'If a party doesn’t fit',
    max_passes: 'How often a large party may be skipped',
    wave_size: 'Offers per wave',
    wave_interval: 'Time between waves',
    reminder_after: 'Reminder',
    payment: 'Price of a place',
    instant_yes: 'Booking without asking',
    draw_at: 'Time of the draw',
    draw_seed: 'Secret of the draw',
    draw_words: 'Words of your own in the draw',
    patience: 'Patience with guests we can’t reach',
    tell_ends: 'Telling those who waited in vain',
    transfer: 'Passing a booking on',
    prove_within: 'Time to confirm the address',
    late_yes: 'Late answers',
    ping_after: 'Asking whether guests still want it',
    ping_grace: 'Time to answer that',
};

const orders: Record<Rules['order'], string> = {
    fifo: 'first come, first served',
    score: 'most points first',
    head_start: 'first come, with a head start for points',
    lottery: 'a draw',
};

const afters: Record<Rules['after_miss'], string> = {
    keep: 'keeps their place in line the first time',
    back: 'goes to the back of the line',
    remove: 'leaves the list',
};

const visibilities: Record<Rules['visibility'], string> = {
    rank: 'the exact number',
    band: 'roughly, such as “among the first 50”',
    hidden: 'nothing',
};

const parties: Record<Rules['party'], string> = {
    strict: 'the line waits for it',
    fit: 'smaller parties may go ahead',
};

/** Zeros and nulls mean "none" or "no limit". */
function none(rule: RuleName): string {
    return rule === 'max_offers' || rule === 'max_misses' || rule === 'max_waiting'
        ? 'no limit' : 'none';
}

/** A value in a few words. It is typed as the API types differences: anything. */
export function describeValue(rule: RuleName, value: unknown, zone: string): string {
    if (rule === 'draw_seed') {
        return value === null ? 'hidden' : 'your own secret';
    }
    if (rule === 'patience') {
        return value === null ? 'half the time to answer, within limits'
            : isNothing(value) ? 'none' : durationInWords(value as string);
    }
    if (value === null || value === 0 || value === '') {
        return none(rule);
    }
    switch (rule) {
        case 'order':
            return orders[value as Rules['order']];
        case 'minutes_per_point':
            return `${durationInWords((value as number) * 60_000)} of waiting`;
        case 'claim_window':
            return value === 'auto' ? 'automatic, by the time left' : durationInWords(value as string);
        case 'late_yes':
            return value ? 'kept until the place is free' : 'not kept';
        case 'ping_after':
            return isNothing(value) ? 'never' : `after ${durationInWords(value as string)}`;
        case 'ping_grace':
        case 'wave_interval':
            return durationInWords(value as string);
        case 'cutoff':
            return isNothing(value)
                ? 'none' : `${durationInWords(value as string)} before the start`;
        case 'prove_within':
            return isNothing(value) ? 'no limit' : durationInWords(value as string);
        case 'reminder_after':
            return isNothing(value) ? 'none' : `after ${durationInWords(value as string)}`;
        case 'quiet_hours': {
            const hours = value as { from: string; to: string };
            return `${hours.from} to ${hours.to}`;
        }
        case 'urgent':
            return value ? 'send anyway' : 'wait until morning';
        case 'after_miss':
        case 'after_decline':
            return afters[value as Rules['after_miss']];
        case 'visibility':
            return visibilities[value as Rules['visibility']];
        case 'verify_email':
            return value ? 'required' : 'not required';
        case 'tell_ends':
            return value ? 'they’re told' : 'they aren’t told';
        case 'transfer':
        case 'instant_yes':
            return value ? 'guests may' : 'guests may not';
        case 'referral': {
            const { points, cap } = value as Rules['referral'];
            return points === 0 ? 'none' : `${count(points, 'point')} each, at most ${cap}`;
        }
        case 'party':
            return parties[value as Rules['party']];
        case 'payment':
            return formatMoney(value as Money);
        case 'draw_at':
            return formatExact(value as string, zone);
        case 'max_offers':
            return count(value as number, 'person', 'people');
        case 'max_waiting':
            return `${count(value as number, 'person', 'people')} at most`;
        case 'max_misses':
        case 'max_passes':
            return count(value as number, 'time');
        case 'wave_size':
            return count(value as number, 'person', 'people');
        default:
            return String(value);
    }
}

function isNothing(value: unknown): boolean {
    return !(parseDuration(String(value)) > 0);
}

/** "Ada, Ben and Cleo". */
export function listInWords(names: readonly string[]): string {
    return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

/** What the dry run says about the front of the line. */
export function nextInWords(names: readonly string[], isChanged: boolean): string {
    const begin = isChanged ? 'With these rules' : 'Right now';
    if (names.length === 0) {
        return `${begin}, nobody is waiting.`;
    }
    const verb = isChanged ? 'would be' : names.length === 1 ? 'is' : 'are';
    const who = names.length === 1
        ? 'the next one' : `the next ${['', '', 'two', 'three'][names.length] ?? names.length}`;
    return `${begin} ${who} ${verb} ${listInWords(names)}.`;
}

/** Who made a version. Names of members are known to owners only. */
export function actorInWords(actor: string, members: ReadonlyMap<string, string>): string {
    const [who, number] = actor.split(':');
    switch (who) {
        case 'system':
            return 'Standby';
        case 'member':
            return members.get(actor) ?? `Staff member no. ${number}`;
        case 'staff':
            return number === '0' ? 'Standby' : `A program with the key key_${number}`;
        case 'integration':
            return `A connected system with the key key_${number}`;
        default:
            return who === 'guest' ? 'A guest' : actor;
    }
}

/** The groups of the editor, which are also where a rule can be found. */
export type Group =
    | 'order' | 'lottery' | 'window' | 'answers' | 'quiet' | 'party' | 'guests' | 'referral'
    | 'waves' | 'price' | 'limits';

export const groupOf: Record<RuleName, Group> = {
    order: 'order', minutes_per_point: 'order', claim_window: 'window', max_offers: 'limits',
    cutoff: 'window', quiet_hours: 'quiet', urgent: 'quiet', after_miss: 'answers',
    after_decline: 'answers', max_misses: 'answers', visibility: 'guests', max_waiting: 'limits',
    verify_email: 'limits', referral: 'referral', party: 'party', max_passes: 'party',
    wave_size: 'waves', wave_interval: 'waves', reminder_after: 'window', payment: 'price',
    instant_yes: 'guests', draw_at: 'lottery', draw_seed: 'lottery', draw_words: 'lottery',
    patience: 'window',
    tell_ends: 'guests', transfer: 'guests',
    prove_within: 'limits',
    late_yes: 'window', ping_after: 'guests', ping_grace: 'guests',
};

const upFront: Record<Kind, readonly Group[]> = {
    slots: ['order', 'window', 'answers', 'quiet', 'guests'],
    seats: ['order', 'window', 'answers', 'party', 'quiet', 'guests'],
    access: ['order', 'referral', 'window', 'waves', 'answers', 'guests'],
};

const all: readonly Group[] = [
    'order', 'window', 'answers', 'quiet', 'party', 'guests', 'referral', 'waves', 'price',
    'limits',
];

/** Which groups a kind of list shows at once, and which are under "More". */
export function arrange(kind: Kind, order: Rules['order']): { first: Group[]; more: Group[] } {
    const first = [...upFront[kind]];
    if (order === 'lottery') {
        first.splice(1, 0, 'lottery');
    } else if ((order === 'score' || order === 'head_start') && !first.includes('referral')) {
        first.splice(1, 0, 'referral');
    }
    return { first, more: all.filter((group) => !first.includes(group)) };
}
