// Steps in other systems as sentences, by what was done there. In each, {who} is the guest, {where}
// the system with its own id, and {amount} the money.
import { formatMoney } from '../../lib/money';
import type { Money } from '../../lib/api';
import { t } from '../../lib/say.svelte';

function paymentSentence(step: unknown): string {
    switch (step) {
        case 'begun': return t('Paying {amount} with {where} was begun for {who}.');
        case 'held': return t('Held {amount} of {who} with {where}.');
        case 'confirmed': return t('Took {amount} from {who} with {where}.');
        case 'released': return t('Let go of {amount} of {who} with {where}; nothing was taken.');
        case 'refused': return t('{where} refused {amount} of {who}.');
        case 'unclear': return t('{where} didn’t say what became of {amount} of {who}; it’s asked again.');
        case 'refunded': return t('Gave {amount} back to {who} with {where}.');
        case 'given_up': return t('Gave up settling {amount} of {who} with {where}: please have a look.');
        case 'cancelled': return t('Cancelled paying {amount} of {who} with {where}.');
        case 'failed': return t('{where} couldn’t settle {amount} of {who}; it’s tried again.');
        case 'expired': return t('The time for {who} to pay {amount} with {where} ran out; nothing was taken.');
        default: return t('Something was done for {who} with {where}.');
    }
}

function bookingSentence(step: unknown): string {
    switch (step) {
        case 'begun': return t('Booking with {where} was begun for {who}.');
        case 'held': return t('Held the place for {who} with {where}.');
        case 'confirmed': return t('Booked the place for {who} with {where}.');
        case 'released': return t('Let go of the place that was held for {who} with {where}.');
        case 'refused': return t('{where} refused the booking of {who}.');
        case 'unclear': return t('{where} didn’t say what became of the booking of {who}; it’s asked again.');
        case 'given_up': return t('Gave up booking for {who} with {where}: please have a look.');
        case 'cancelled': return t('Cancelled the booking of {who} with {where}.');
        case 'failed': return t('{where} couldn’t book for {who}; it’s tried again.');
        case 'expired': return t('The place held for {who} with {where} was held for too long.');
        default: return t('Something was done for {who} with {where}.');
    }
}

/** "Stripe (pi_3Abc)": the reference says whose it is before its first colon. */
export function placeOf(reference: unknown): string {
    const [, whose, id] = /^([a-z0-9._-]+):(.*)$/.exec(typeof reference === 'string' ? reference : '') ?? [];
    if (whose === undefined) {
        return typeof reference === 'string' && reference !== ''
            ? t('the other system ({id})', { id: reference }) : t('the other system');
    }
    const name = whose.charAt(0).toUpperCase() + whose.slice(1);
    return id ? `${name} (${id})` : name;
}

function isMoney(value: unknown): value is Money {
    return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** The sentence of a step, and what stands for {where} and {amount} in it. */
export function outsideSentence(details: Record<string, unknown>) {
    return {
        sentence: details.system === 'booking' ? bookingSentence(details.step) : paymentSentence(details.step),
        where: placeOf(details.reference),
        amount: isMoney(details.amount) ? formatMoney(details.amount) : t('the money'),
    };
}

/** Whether staff should look: money or a booking that nobody settles any more. */
export const isTrouble = (step: unknown): boolean => step === 'given_up' || step === 'refused';
