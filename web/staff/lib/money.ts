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

/** "45", "45.50" or "45,50" in minor units; undefined for what is no amount. */
export function parseMoney(text: string, currency: string): Money | undefined {
    const clean = text.trim().replace(',', '.');
    if (!/^[0-9]{1,10}(\.[0-9]{1,3})?$/.test(clean)) {
        return undefined;
    }
    return { amount: Math.round(Number(clean) * 10 ** digits(currency)), currency };
}

/** The amount as a field shows it: "45.5". */
export function amountText(money: Money | null): string {
    return money ? String(money.amount / 10 ** digits(money.currency)) : '';
}
