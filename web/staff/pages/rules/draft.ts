// The rules as a form has them, and back. A form has switches and texts where the API has zeros
// and nulls; what was not touched comes back exactly as it was.
import type { Schemas } from '../../lib/api';
import { amountText, parseMoney } from '../../lib/money';
import { t } from '../../lib/say.svelte';
import { durationInWords, fromLocalInput, parseDuration, toLocalInput } from '../../lib/time';
import { moneyDraftOf, readMoney, type MoneyDraft } from './moneydraft';
import { fromSpan, spanMs, toSpan, unitMs, type Span } from './spans';

export type Rules = Schemas['Rules'];
export type RulesChange = Schemas['RulesChange'];
export type RuleName = keyof Rules;
export type RuleErrors = Partial<Record<RuleName, string>>;

/** A rule that can be switched off. */
export interface Optional<Value> {
    isOn: boolean;
    value: Value;
}

export interface Draft {
    order: Rules['order'];
    minutesPerPoint: Span;
    /** The window follows the time left; `claimWindow` is what it is otherwise. */
    autoWindow: boolean;
    claimWindow: Span;
    maxOffers: Optional<string>;
    cutoff: Optional<Span>;
    quietHours: Optional<{ from: string; to: string }>;
    urgent: boolean;
    afterMiss: Rules['after_miss'];
    afterDecline: Rules['after_decline'];
    maxMisses: Optional<string>;
    visibility: Rules['visibility'];
    maxWaiting: Optional<string>;
    verifyEmail: boolean;
    referral: Optional<{ points: string; cap: string }>;
    party: Rules['party'];
    maxPasses: string;
    waves: Optional<{ size: string; interval: Span }>;
    reminderAfter: Optional<Span>;
    proveWithin: Optional<Span>;
    payment: Optional<{ amount: string; currency: string }>;
    money: MoneyDraft;
    instantYes: boolean;
    tellEnds: boolean;
    transfer: boolean;
    drawAt: string;
    /** Only ever written: the server does not show the seed before the draw. */
    drawWords: string;
    /** Off: as long as suits the time to answer. */
    patience: Optional<Span>;
    lateYes: boolean;
    pingAfter: Optional<Span>;
    pingGrace: Span;
}

function limit(amount: number, suggestion: string): Optional<string> {
    return amount > 0 ? { isOn: true, value: String(amount) } : { isOn: false, value: suggestion };
}

function span(duration: string, suggestion: Span): Optional<Span> {
    const isOn = parseDuration(duration) > 0;
    return { isOn, value: isOn ? toSpan(duration) : suggestion };
}

/** Switched-off rules get a value that makes sense once they are switched on. */
export function toDraft(rules: Rules, zone: string): Draft {
    const referral = rules.referral;
    return {
        order: rules.order,
        minutesPerPoint: toSpan(`${rules.minutes_per_point}m`),
        autoWindow: rules.claim_window === 'auto',
        claimWindow: rules.claim_window === 'auto'
            ? { amount: '10', unit: 'm' } : toSpan(rules.claim_window),
        maxOffers: limit(rules.max_offers, '20'),
        cutoff: span(rules.cutoff, { amount: '1', unit: 'h' }),
        quietHours: {
            isOn: rules.quiet_hours !== null,
            value: rules.quiet_hours ? { ...rules.quiet_hours } : { from: '21:00', to: '08:00' },
        },
        urgent: rules.urgent,
        afterMiss: rules.after_miss,
        afterDecline: rules.after_decline,
        maxMisses: limit(rules.max_misses, '3'),
        visibility: rules.visibility,
        maxWaiting: limit(rules.max_waiting, '100'),
        verifyEmail: rules.verify_email,
        referral: {
            isOn: referral.points > 0,
            value: referral.points > 0
                ? { points: String(referral.points), cap: String(referral.cap) }
                : { points: '5', cap: '50' },
        },
        party: rules.party,
        maxPasses: String(rules.max_passes),
        waves: {
            isOn: rules.wave_size > 0,
            value: {
                size: rules.wave_size > 0 ? String(rules.wave_size) : '50',
                interval: parseDuration(rules.wave_interval) > 0
                    ? toSpan(rules.wave_interval) : { amount: '1', unit: 'd' },
            },
        },
        reminderAfter: span(rules.reminder_after, { amount: '2', unit: 'h' }),
        proveWithin: span(rules.prove_within, { amount: '24', unit: 'h' }),
        payment: {
            isOn: rules.payment !== null,
            value: {
                amount: amountText(rules.payment) || '10',
                currency: rules.payment?.currency ?? 'EUR',
            },
        },
        money: moneyDraftOf(rules),
        instantYes: rules.instant_yes,
        tellEnds: rules.tell_ends,
        transfer: rules.transfer,
        drawAt: rules.draw_at ? toLocalInput(rules.draw_at, zone) : '',
        drawWords: rules.draw_words ?? '',
        patience: {
            isOn: rules.patience !== null,
            value: rules.patience === null ? { amount: '30', unit: 'm' } : toSpan(rules.patience),
        },
        lateYes: rules.late_yes,
        pingAfter: span(rules.ping_after, { amount: '14', unit: 'd' }),
        pingGrace: toSpan(rules.ping_grace),
    };
}

/** Reads one form; collects what is wrong, in words for the person at the form. */
class Reader {
    readonly errors: RuleErrors = {};

    count(rule: RuleName, text: string, low: number, high: number): number {
        const clean = text.trim().replace(/[\s.,'](?=[0-9]{3}(?![0-9]))/g, '');
        const value = /^[0-9]{1,10}$/.test(clean) ? Number(clean) : Number.NaN;
        if (!(value >= low && value <= high)) {
            this.errors[rule] ??= t('Enter a whole number from {low} to {high}.', { low, high });
            return low;
        }
        return value;
    }

    limit(rule: RuleName, option: Optional<string>, high: number): number {
        return option.isOn ? this.count(rule, option.value, 1, high) : 0;
    }

    span(rule: RuleName, value: Span, lowMs: number, highMs: number): string {
        const milliseconds = spanMs(value);
        if (milliseconds === undefined || milliseconds < lowMs || milliseconds > highMs) {
            const range = { low: durationInWords(lowMs), high: durationInWords(highMs) };
            this.errors[rule] ??= lowMs === 0
                ? t('Enter a time of at most {high}.', range)
                : t('Enter a time from {low} to {high}.', range);
            return '0s';
        }
        return fromSpan(value) ?? '0s';
    }

    /** Reads what the form may not even show: unused and unreadable, it stays as it was. */
    unless<Value>(rule: RuleName, isUsed: boolean, before: Value, read: () => Value): Value {
        const value = read();
        if (isUsed || this.errors[rule] === undefined) {
            return value;
        }
        delete this.errors[rule];
        return before;
    }

    optionalSpan(rule: RuleName, option: Optional<Span>): string {
        return option.isOn
            ? this.span(rule, option.value, 1000, 366 * unitMs.d) : '0s';
    }
}

const timeOfDay = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

function readQuietHours(reader: Reader, option: Draft['quietHours']): Rules['quiet_hours'] {
    const { from, to } = option.value;
    if (!option.isOn) {
        return null;
    }
    if (!timeOfDay.test(from) || !timeOfDay.test(to)) {
        reader.errors.quiet_hours = t('Choose a start and an end.');
    } else if (from === to) {
        reader.errors.quiet_hours = t('Start and end can’t be the same.');
    }
    return { from, to };
}

function readPayment(reader: Reader, option: Draft['payment']): Rules['payment'] {
    if (!option.isOn) {
        return null;
    }
    const currency = option.value.currency.trim().toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) {
        reader.errors.payment = t('Enter a three-letter currency such as EUR.');
        return null;
    }
    const money = parseMoney(option.value.amount, currency);
    if (!money || money.amount <= 0) {
        reader.errors.payment = t('Enter an amount above zero, such as 10 or 12.50.');
        return null;
    }
    return money;
}

/** The rules a form means; `base` gives what the form cannot say, such as a hidden seed. */
export function fromDraft(
    draft: Draft, base: Rules, zone: string): { rules: Rules; errors: RuleErrors } {
    const reader = new Reader();
    const price = readPayment(reader, draft.payment);
    const rules: Rules = {
        order: draft.order,
        minutes_per_point: reader.unless(
            'minutes_per_point', draft.order === 'head_start', base.minutes_per_point,
            () => Math.round(parseDuration(reader.span('minutes_per_point', draft.minutesPerPoint,
                unitMs.m, 31 * unitMs.d)) / unitMs.m)),
        claim_window: draft.autoWindow ? 'auto'
            : reader.span('claim_window', draft.claimWindow, 10_000, 60 * unitMs.d),
        max_offers: reader.limit('max_offers', draft.maxOffers, 1_000_000),
        cutoff: reader.optionalSpan('cutoff', draft.cutoff),
        quiet_hours: readQuietHours(reader, draft.quietHours),
        urgent: draft.urgent,
        after_miss: draft.afterMiss,
        after_decline: draft.afterDecline,
        max_misses: reader.limit('max_misses', draft.maxMisses, 1_000_000),
        visibility: draft.visibility,
        max_waiting: reader.limit('max_waiting', draft.maxWaiting, 4_000_000_000),
        verify_email: draft.verifyEmail,
        referral: draft.referral.isOn ? {
            points: reader.count('referral', draft.referral.value.points, 1, 1_000_000),
            cap: reader.count('referral', draft.referral.value.cap, 0, 1_000_000),
        } : { points: 0, cap: base.referral.cap },
        party: draft.party,
        max_passes: reader.unless('max_passes', draft.party === 'fit', base.max_passes,
            () => reader.count('max_passes', draft.maxPasses, 0, 1_000_000)),
        wave_size: draft.waves.isOn
            ? reader.count('wave_size', draft.waves.value.size, 1, 100_000_000) : 0,
        wave_interval: draft.waves.isOn
            ? reader.span('wave_interval', draft.waves.value.interval, 1000, 366 * unitMs.d)
            : base.wave_interval,
        reminder_after: reader.optionalSpan('reminder_after', draft.reminderAfter),
        payment: price,
        instant_yes: draft.instantYes,
        tell_ends: draft.tellEnds,
        transfer: draft.transfer,
        draw_at: readDraw(draft.drawAt, base.draw_at, zone),
        draw_seed: base.draw_seed,
        draw_words: draft.drawWords.trim() || (base.draw_words === null ? null : ''),
        patience: draft.patience.isOn
            ? reader.span('patience', draft.patience.value, 0, 60 * unitMs.d) : null,
        prove_within: reader.optionalSpan('prove_within', draft.proveWithin),
        late_yes: draft.lateYes,
        ping_after: draft.pingAfter.isOn
            ? reader.span('ping_after', draft.pingAfter.value, unitMs.d, 366 * unitMs.d) : '0s',
        ping_grace: reader.unless('ping_grace', draft.pingAfter.isOn, base.ping_grace,
            () => reader.span('ping_grace', draft.pingGrace, unitMs.d, 60 * unitMs.d)),
        ...readMoney(reader, draft.money, price, base),
    };
    if (rules.order === 'lottery' && rules.draw_at === null) {
        reader.errors.draw_at = t('Choose when the draw takes place.');
    }
    return { rules: keepSpelling(rules, base), errors: reader.errors };
}

/** A field for minutes must not cut the seconds off a time that nobody touched. */
function readDraw(local: string, base: string | null, zone: string): string | null {
    if (base !== null && local === toLocalInput(base, zone)) {
        return base;
    }
    return local === '' ? null : fromLocalInput(local, zone) || null;
}

const durationRules = ['claim_window', 'cutoff', 'wave_interval', 'reminder_after', 'prove_within',
    'ping_after', 'ping_grace'] as const;

/** "1w" and "7d" are the same time: where only the spelling differs, the old one stays. */
function keepSpelling(rules: Rules, base: Rules): Rules {
    const kept = { ...rules };
    for (const rule of durationRules) {
        if (kept[rule] !== 'auto' && parseDuration(kept[rule]) === parseDuration(base[rule])) {
            kept[rule] = base[rule];
        }
    }
    if (kept.patience !== null && base.patience !== null &&
        parseDuration(kept.patience) === parseDuration(base.patience)) {
        kept.patience = base.patience;
    }
    return kept;
}

function isSame(one: unknown, other: unknown): boolean {
    if (one === other) {
        return true;
    }
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
        return false;
    }
    const left = one as Record<string, unknown>;
    const right = other as Record<string, unknown>;
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].every((name) => isSame(left[name], right[name]));
}

export interface Difference {
    rule: RuleName;
    from: unknown;
    to: unknown;
}

/** What differs, in the order in which rules are written. */
export function differences(before: Rules, after: Rules): Difference[] {
    return (Object.keys(after) as RuleName[])
        .filter((rule) => !isSame(before[rule], after[rule]))
        .map((rule) => ({ rule, from: before[rule], to: after[rule] }));
}

/** Only what differs, as PATCH takes it. A seed is never sent: the server draws it. */
export function changedRules(before: Rules, after: Rules): RulesChange {
    const change: Record<string, unknown> = {};
    for (const { rule, to } of differences(before, after)) {
        if (rule !== 'draw_seed') {
            change[rule] = to;
        }
    }
    return change as RulesChange;
}

/** An earlier version to be used again. The seed is not one of the rules that can be chosen. */
export function usedAgain(version: Rules, current: Rules): Rules {
    return { ...version, draw_seed: current.draw_seed };
}

export interface Rebased {
    rules: Rules;
    /** Rules that both changed, to different values; mine stand. */
    clashes: RuleName[];
}

/** My changes, which began at `base`, on top of `theirs`. */
export function rebase(base: Rules, mine: Rules, theirs: Rules): Rebased {
    const changed = differences(base, mine);
    const rules: Record<string, unknown> = { ...theirs };
    for (const { rule, to } of changed) {
        rules[rule] = to;
    }
    const clashes = changed
        .filter(({ rule, to }) => !isSame(base[rule], theirs[rule]) && !isSame(theirs[rule], to))
        .map(({ rule }) => rule);
    return { rules: rules as Rules, clashes };
}

/** The errors of a 422 at their rules; what belongs to no rule comes as sentences. */
export function fromServer(
    errors: readonly { field: string; message: string }[]): { at: RuleErrors; others: string[] } {
    const at: RuleErrors = {};
    const others: string[] = [];
    for (const { field, message } of errors) {
        const rule = /^rules\.([a-z_]+)/.exec(field)?.[1] as RuleName | undefined;
        const text = message.charAt(0).toUpperCase() + message.slice(1);
        const full = /[.!?]$/.test(text) ? text : `${text}.`;
        if (rule) {
            at[rule] ??= full;
        } else {
            others.push(field === '' ? full : `${field}: ${full}`);
        }
    }
    return { at, others };
}
