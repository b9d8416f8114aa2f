// Tax, deposit and the fee for cancelling late as a form has them, and back.
import { amountText, parseMoney } from '../../lib/money';
import { t } from '../../lib/say.svelte';
import { parseDuration } from '../../lib/time';
import type { Optional, Rules, RuleErrors } from './draft';
import { toSpan, unitMs, type Span } from './spans';

type Deposit = NonNullable<Rules['deposit']>;
type LateFee = NonNullable<Rules['late_fee']>;
type Fate = NonNullable<Deposit['leaving']>;

/** A part of the price: "20" percent, or "12.50" of its currency. */
export interface ShareDraft {
    unit: 'percent' | 'amount';
    value: string;
}

export interface DepositDraft {
    share: ShareDraft;
    due: NonNullable<Deposit['due']>;
    leaving: Fate;
    neverOffered: Fate;
    declined: Fate;
    noShow: Fate;
}

export interface MoneyDraft {
    tax: Optional<{ percent: string; label: string }>;
    deposit: Optional<DepositDraft>;
    lateFee: Optional<{ share: ShareDraft; within: Span }>;
}

type Share = Pick<Deposit, 'amount' | 'percent_hundredths'>;

/** What reads times, with its own words for what is wrong with them. */
interface SpanReader {
    readonly errors: RuleErrors;
    span(rule: 'late_fee', value: Span, lowMs: number, highMs: number): string;
}

const percentOf = (hundredths: number): string => String(hundredths / 100);

/** "7.5" or "7,5" in hundredths of a percent; undefined for what is none, or is nothing. */
export function parsePercent(text: string): number | undefined {
    const [, whole, part = ''] = /^([0-9]{1,3})(?:[.,]([0-9]{1,2}))?$/.exec(text.trim().replace(/\s*%$/, '')) ?? [];
    const hundredths = whole === undefined ? 0 : Number(whole + part.padEnd(2, '0'));
    return hundredths >= 1 && hundredths <= 10_000 ? hundredths : undefined;
}

function shareDraftOf(share: Share | undefined, suggestion: string): ShareDraft {
    if (share?.amount) {
        return { unit: 'amount', value: amountText(share.amount) };
    }
    return { unit: 'percent', value: share?.percent_hundredths ? percentOf(share.percent_hundredths) : suggestion };
}

export function moneyDraftOf(rules: Rules): MoneyDraft {
    const { tax, deposit, late_fee: fee } = rules;
    return {
        tax: {
            isOn: tax !== null,
            value: { percent: tax ? percentOf(tax.percent_hundredths) : '19', label: tax?.label ?? t('VAT') },
        },
        deposit: {
            isOn: deposit !== null,
            value: {
                share: shareDraftOf(deposit ?? undefined, '20'), due: deposit?.due ?? 'claiming',
                leaving: deposit?.leaving ?? 'refunded', neverOffered: deposit?.never_offered ?? 'refunded',
                declined: deposit?.declined ?? 'refunded', noShow: deposit?.no_show ?? 'kept',
            },
        },
        lateFee: {
            isOn: fee !== null,
            value: {
                share: shareDraftOf(fee ?? undefined, '50'),
                within: fee ? toSpan(fee.within) : { amount: '24', unit: 'h' },
            },
        },
    };
}

function readPercent(reader: SpanReader, rule: 'tax' | 'deposit' | 'late_fee', text: string): number {
    const percent = parsePercent(text);
    if (percent === undefined) {
        reader.errors[rule] ??= t('Enter a percentage from 0.01 to 100, such as 20 or 7.5.');
    }
    return percent ?? 1;
}

function readShare(reader: SpanReader, rule: 'deposit' | 'late_fee', share: ShareDraft, currency: string): Share {
    if (share.unit === 'percent') {
        return { amount: null, percent_hundredths: readPercent(reader, rule, share.value) };
    }
    const amount = parseMoney(share.value, currency);
    if (!amount || amount.amount <= 0) {
        reader.errors[rule] ??= t('Enter an amount above zero, such as 10 or 12.50.');
    }
    return { amount: amount ?? { amount: 1, currency }, percent_hundredths: null };
}

/** None of them means anything without a price. */
export function readMoney(
    reader: SpanReader, draft: MoneyDraft, price: Rules['payment'], base: Rules,
): Pick<Rules, 'tax' | 'deposit' | 'late_fee'> {
    if (price === null) {
        return { tax: base.tax, deposit: null, late_fee: base.late_fee };
    }
    const { tax, deposit, lateFee } = draft;
    const label = tax.value.label.trim();
    if (tax.isOn && label === '') {
        reader.errors.tax = t('Say what the tax is called, such as VAT.');
    }
    const within = lateFee.isOn ? reader.span('late_fee', lateFee.value.within, unitMs.m, 366 * unitMs.d) : '';
    const isSameTime = base.late_fee !== null && parseDuration(within) === parseDuration(base.late_fee.within);
    const fee: LateFee | null = lateFee.isOn
        ? {
            ...readShare(reader, 'late_fee', lateFee.value.share, price.currency),
            within: isSameTime && base.late_fee ? base.late_fee.within : within,
        } : null;
    return {
        tax: tax.isOn ? { percent_hundredths: readPercent(reader, 'tax', tax.value.percent), label } : null,
        deposit: deposit.isOn ? {
            ...readShare(reader, 'deposit', deposit.value.share, price.currency),
            due: deposit.value.due, leaving: deposit.value.leaving,
            never_offered: deposit.value.neverOffered, declined: deposit.value.declined,
            no_show: deposit.value.noShow,
        } : null,
        late_fee: fee,
    };
}
