// Money is kept in minor units (cents); people read and write it in major ones.
import type { Money } from './api';
import { speech } from './say.svelte';

function digits(currency: string): number {
    try {
        const options = { style: 'currency', currency } as const;
        return new Intl.NumberFormat('en', options).resolvedOptions().maximumFractionDigits ?? 2;
    } catch {
        return 2;
    }
}

/** "€45.00". */
export function formatMoney(money: Money): string {
    const amount = money.amount / 10 ** digits(money.currency);
    try {
        return new Intl.NumberFormat(speech.locale, { style: 'currency', currency: money.currency })
            .format(amount);
    } catch {
        return `${amount} ${money.currency}`;
    }
}

/** "45", "45.50", "45,50", "1.200,50" or "1,200.50" in minor units; undefined for what is no amount. */
export function parseMoney(text: string, currency: string): Money | undefined {
    const places = digits(currency);
    const clean = text.trim();
    let [, whole, part = ''] = /^([0-9]{1,10})(?:[.,]([0-9]+))?$/.exec(clean) ?? [];
    if (whole === undefined || part.length > places) {
        // Three digits after a point or a comma are thousands, unless the currency has that many places.
        const grouped = /^([1-9][0-9]{0,2}(?:([.,])[0-9]{3})(?:\2[0-9]{3}){0,2})(?:(?!\2)[.,]([0-9]+))?$/.exec(clean);
        whole = grouped?.[1]?.replace(/[.,]/g, '');
        part = grouped?.[3] ?? '';
    }
    if (whole === undefined || part.length > places) {
        return undefined;
    }
    return { amount: Number(whole + part.padEnd(places, '0')), currency };
}

/** The amount as a field shows it: "45.5". */
export function amountText(money: Money | null): string {
    return money ? String(money.amount / 10 ** digits(money.currency)) : '';
}
