// The form of payments: what it shows, and what it sends.
import type { Schemas } from '../../lib/api';

export type PaymentSetup = Schemas['PaymentSetup'];
export type Provider = 'stripe' | 'mollie';

export interface PaymentsForm {
    provider: Provider;
    /** Never shown; typed to set it or to replace it. */
    key: string;
    /** Stripe's, one in each line. Never shown either. */
    secrets: string;
}

export function paymentsFormOf(setup: PaymentSetup): PaymentsForm {
    return { provider: setup.provider ?? 'stripe', key: '', secrets: '' };
}

/** Whether a key of that provider is kept already. */
export function hasKey(setup: PaymentSetup, provider: Provider): boolean {
    return setup.provider === provider || setup.also.includes(provider);
}

export function paymentsBodyOf(form: PaymentsForm): Schemas['PaymentSettings'] {
    const body: Schemas['PaymentSettings'] = { provider: form.provider };
    if (form.key.trim() !== '') {
        body.key = form.key.trim();
    }
    const secrets = form.secrets.split(/[\s,;]+/).filter(Boolean);
    if (form.provider === 'stripe' && secrets.length > 0) {
        body.webhook_secrets = secrets;
    }
    return body;
}

/** "sk_test_…", "rk_test_…", "test_…": no real money. */
export function isTestKey(form: PaymentsForm): boolean {
    const key = form.key.trim();
    return form.provider === 'stripe' ? /^(sk|rk)_test_/.test(key) : key.startsWith('test_');
}
