// The rules in plain words: what each is called, and what a value of it means.
import type { Kind, Money } from '../../lib/api';
import { formatMoney } from '../../lib/money';
import { formatList, formatNumber, spoken, t, tn } from '../../lib/say.svelte';
import { durationInWords, formatExact, formatHours, parseDuration } from '../../lib/time';
import type { RuleName, Rules } from './draft';

export const ruleNames: Record<RuleName, string> = spoken(() => ({
    order: t('Who goes first'),
    minutes_per_point: t('Value of a point'),
    claim_window: t('Time to answer an offer'),
    max_offers: t('Offers per place'),
    cutoff: t('Last offers before the start'),
    quiet_hours: t('Quiet hours'),
    urgent: t('Urgent offers in quiet hours'),
    after_miss: t('If someone doesn’t answer'),
    after_decline: t('If someone declines'),
    max_misses: t('Missed offers before removal'),
    visibility: t('What guests see of their place in line'),
    max_waiting: t('Maximum waiting'),
    verify_email: t('E-mail confirmation'),
    referral: t('Points for referring a friend'),
    party: t('If a party doesn’t fit'),
    max_passes: t('How often a large party may be skipped'),
    wave_size: t('Offers per wave'),
    wave_interval: t('Time between waves'),
    reminder_after: t('Reminder'),
    payment: t('Price of a place'),
    instant_yes: t('Booking without asking'),
    draw_at: t('Time of the draw'),
    draw_seed: t('Secret of the draw'),
    draw_words: t('Words of your own in the draw'),
    patience: t('Patience with guests we can’t reach'),
    tell_ends: t('Telling those who waited in vain'),
    transfer: t('Passing a booking on'),
    prove_within: t('Time to confirm the address'),
    late_yes: t('Late answers'),
    ping_after: t('Asking whether guests still want it'),
    ping_grace: t('Time to answer that'),
    tax: t('Tax in the price'),
    deposit: t('Deposit'),
    late_fee: t('Fee for cancelling late'),
}));

const orders: Record<Rules['order'], string> = spoken(() => ({
    fifo: t('first come, first served'),
    score: t('most points first'),
    head_start: t('first come, with a head start for points'),
    lottery: t('a draw'),
}));

const afters: Record<Rules['after_miss'], string> = spoken(() => ({
    keep: t('keeps their place in line the first time'),
    back: t('goes to the back of the line'),
    remove: t('leaves the list'),
}));

const visibilities: Record<Rules['visibility'], string> = spoken(() => ({
    rank: t('the exact number'),
    band: t('roughly, such as “among the first 50”'),
    hidden: t('nothing'),
}));

const parties: Record<Rules['party'], string> = spoken(() => ({
    strict: t('the line waits for it'),
    fit: t('smaller parties may go ahead'),
}));

/** Zeros and nulls mean "none" or "no limit". */
function none(rule: RuleName): string {
    return rule === 'max_offers' || rule === 'max_misses' || rule === 'max_waiting'
        ? t('no limit') : t('none');
}

/** A value in a few words. It is typed as the API types differences: anything. */
export function describeValue(rule: RuleName, value: unknown, zone: string): string {
    if (rule === 'draw_seed') {
        return value === null ? t('hidden') : t('your own secret');
    }
    if (rule === 'patience') {
        return value === null ? t('half the time to answer, within limits')
            : isNothing(value) ? t('none') : durationInWords(value as string);
    }
    if (value === null || value === 0 || value === '') {
        return none(rule);
    }
    switch (rule) {
        case 'order':
            return orders[value as Rules['order']];
        case 'minutes_per_point':
            return t('{time} of waiting', { time: durationInWords((value as number) * 60_000) });
        case 'claim_window':
            return value === 'auto' ? t('automatic, by the time left') : durationInWords(value as string);
        case 'late_yes':
            return value ? t('kept until the place is free') : t('not kept');
        case 'ping_after':
            return isNothing(value) ? t('never') : t('after {time}', { time: durationInWords(value as string) });
        case 'ping_grace':
        case 'wave_interval':
            return durationInWords(value as string);
        case 'cutoff':
            return isNothing(value)
                ? t('none') : t('{time} before the start', { time: durationInWords(value as string) });
        case 'prove_within':
            return isNothing(value) ? t('no limit') : durationInWords(value as string);
        case 'reminder_after':
            return isNothing(value) ? t('none') : t('after {time}', { time: durationInWords(value as string) });
        case 'quiet_hours': {
            const hours = value as { from: string; to: string };
            return t('{from} to {to}', { from: formatHours(hours.from), to: formatHours(hours.to) });
        }
        case 'urgent':
            return value ? t('send anyway') : t('wait until morning');
        case 'after_miss':
        case 'after_decline':
            return afters[value as Rules['after_miss']];
        case 'visibility':
            return visibilities[value as Rules['visibility']];
        case 'verify_email':
            return value ? t('required') : t('not required');
        case 'tell_ends':
            return value ? t('they’re told') : t('they aren’t told');
        case 'transfer':
        case 'instant_yes':
            return value ? t('guests may') : t('guests may not');
        case 'referral': {
            const { points, cap } = value as Rules['referral'];
            return points === 0 ? t('none') : tn(points, '{n} point each, at most {cap}', '{n} points each, at most {cap}', { cap });
        }
        case 'party':
            return parties[value as Rules['party']];
        case 'payment':
            return formatMoney(value as Money);
        case 'tax': {
            const tax = value as NonNullable<Rules['tax']>;
            return `${percentText(tax.percent_hundredths)} ${tax.label}`;
        }
        case 'deposit': {
            const deposit = value as NonNullable<Rules['deposit']>;
            return deposit.due === 'joining'
                ? t('{amount} on joining', { amount: shareText(deposit) })
                : t('{amount} on claiming', { amount: shareText(deposit) });
        }
        case 'late_fee': {
            const fee = value as NonNullable<Rules['late_fee']>;
            return t('{amount} within {time} of the start',
                { amount: shareText(fee), time: durationInWords(fee.within) });
        }
        case 'draw_at':
            return formatExact(value as string, zone);
        case 'max_offers':
            return tn(value as number, '{n} person', '{n} people');
        case 'max_waiting':
            return tn(value as number, '{n} person at most', '{n} people at most');
        case 'max_misses':
        case 'max_passes':
            return tn(value as number, '{n} time', '{n} times');
        case 'wave_size':
            return tn(value as number, '{n} person', '{n} people');
        default:
            return String(value);
    }
}

/** "19 %" for 1900. */
function percentText(hundredths: number): string {
    return formatNumber(hundredths / 10_000,
        { style: 'percent', maximumFractionDigits: 2 });
}

function shareText(share: { amount?: Money | null; percent_hundredths?: number | null }): string {
    return share.amount ? formatMoney(share.amount) : percentText(share.percent_hundredths ?? 0);
}

function isNothing(value: unknown): boolean {
    return !(parseDuration(String(value)) > 0);
}

/** "Ada, Ben and Cleo". */
export function listInWords(names: readonly string[]): string {
    return formatList(names);
}

/** What the dry run says about the front of the line. */
export function nextInWords(names: readonly string[], isChanged: boolean): string {
    const { length: n } = names;
    const who = formatList(names);
    if (n === 0) {
        return isChanged
            ? t('With these rules, nobody is waiting.') : t('Right now, nobody is waiting.');
    }
    return isChanged
        ? tn(n, 'With these rules, the next one would be {who}.',
            'With these rules, the next {n} would be {who}.', { who })
        : tn(n, 'Right now, the next one is {who}.', 'Right now, the next {n} are {who}.', { who });
}

/** Who made a version. Names of members are known to owners only. */
export function actorInWords(actor: string, members: ReadonlyMap<string, string>): string {
    const [who, number = ''] = actor.split(':');
    switch (who) {
        case 'system':
            return 'Standby';
        case 'member':
            return members.get(actor) ?? t('Staff member no. {number}', { number });
        case 'staff':
            return number === '0' ? 'Standby' : t('A program with the key key_{number}', { number });
        case 'integration':
            return t('A connected system with the key key_{number}', { number });
        default:
            return who === 'guest' ? t('A guest') : actor;
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
    tax: 'price', deposit: 'price', late_fee: 'price',
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
