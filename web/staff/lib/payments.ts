// Payments in words, for everyone who shows one: what it is for, how it stands, what went wrong.
import type { Money, Schemas } from './api';
import { formatMoney } from './money';
import { spoken, t } from './say.svelte';
import type { StateTone } from './words';

export type Payment = Schemas['Payment'];
export type PaymentState = Payment['state'];

export const providerNames: Record<Payment['provider'], string> = { stripe: 'Stripe', mollie: 'Mollie' };

export const purposeWords: Record<Payment['purpose'], string> = spoken(() => ({
    place: t('Price'), deposit: t('Deposit'), late_fee: t('Late fee'), kept_card: t('Card left'),
}));

const words: Record<PaymentState, string> = spoken(() => ({
    beginning: t('being prepared'), paying: t('not paid yet'), booking: t('held'), taking: t('being taken'),
    taken: t('paid'), releasing: t('being let go'), released: t('nothing charged'),
    refunding: t('being refunded'), refunded: t('refunded'), failed: t('declined'), kept: t('card kept'),
}));

const tones: Record<PaymentState, StateTone> = {
    beginning: 'offer', paying: 'offer', booking: 'offer', taking: 'offer', taken: 'good', releasing: 'offer',
    released: 'over', refunding: 'offer', refunded: 'over', failed: 'bad', kept: 'good',
};

/** "paid", "paid too late", "refunded in part". */
export function stateOf(payment: Payment): { word: string; tone: StateTone } {
    if (payment.state === 'released' && payment.late) {
        return { word: t('paid too late, nothing charged'), tone: 'over' };
    }
    if (payment.state === 'taken' && payment.refunded.amount > 0) {
        return { word: t('refunded in part'), tone: 'good' };
    }
    return { word: words[payment.state], tone: tones[payment.state] };
}

/** What can still be given back; undefined for nothing. */
export function refundable({ captured, refunded, state }: Payment): Money | undefined {
    const left = captured.amount - refunded.amount;
    return state === 'taken' && left > 0 ? { amount: left, currency: captured.currency } : undefined;
}

/** "€45.00", and what of it was taken and given back where that is another amount. */
export function amountsOf(payment: Payment): string {
    const { amount, captured, refunded } = payment;
    const parts = [formatMoney(amount)];
    if (captured.amount > 0 && captured.amount !== amount.amount) {
        parts.push(t('{amount} taken', { amount: formatMoney(captured) }));
    }
    if (refunded.amount > 0) {
        parts.push(t('{amount} given back', { amount: formatMoney(refunded) }));
    }
    return parts.join(' · ');
}

/** The provider's own id, without its name: "pi_3Abc". */
export function idOf(reference: string): string {
    return reference.slice(reference.indexOf(':') + 1);
}

const problems: Record<string, string> = spoken(() => ({
    no_answer: t('The provider didn’t answer. It’s asked what happened.'),
    busy: t('The provider is busy or down. It’s tried again.'),
    wrong_key: t('The provider doesn’t accept the key.'),
    not_found: t('The provider doesn’t know this payment.'),
    wrong_state: t('That isn’t possible any more at the provider.'),
    declined: t('The bank declined the payment.'),
    authentication_required: t('The bank wants the guest to confirm the payment.'),
    bad_amount: t('The provider doesn’t take this amount.'),
    bad_currency: t('The provider doesn’t take this currency.'),
    failed: t('The provider made a mistake. It’s asked what happened.'),
    refused: t('The provider refused.'),
    not_understood: t('The provider’s answer couldn’t be understood.'),
    hold_lost: t('What was held on the card is gone.'),
    no_key: t('There’s no key for this provider. Enter it under Settings, Payments.'),
}));

/** What went wrong, in a sentence; the server's own where a newer one knows more. */
export function problemWords(problem: string | null, sentence: string | null): string {
    return (problem !== null ? problems[problem] : undefined) ?? sentence ?? t('Something went wrong.');
}
