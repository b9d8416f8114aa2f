import { describe, expect, it } from 'vitest';
import { hasKey, isTestKey, paymentsBodyOf, paymentsFormOf, type PaymentSetup } from './paymentsform';

const setup: PaymentSetup = {
    source: 'pages', provider: 'mollie', test: true, has_webhook_secret: false, webhook_url: null,
    changed_at: null, also: ['stripe'],
};

describe('the form of payments', () => {
    it('begins with the provider, and never with a key', () => {
        expect(paymentsFormOf(setup)).toEqual({ provider: 'mollie', key: '', secrets: '' });
        expect(paymentsFormOf({ ...setup, provider: null, source: 'none', also: [] }).provider).toBe('stripe');
    });

    it('leaves out what is kept', () => {
        expect(paymentsBodyOf({ provider: 'stripe', key: ' ', secrets: '' })).toEqual({ provider: 'stripe' });
    });

    it('sends keys and secrets without what was pasted around them', () => {
        expect(paymentsBodyOf({ provider: 'stripe', key: ' sk_live_1\n', secrets: 'whsec_1\nwhsec_2, ' }))
            .toEqual({ provider: 'stripe', key: 'sk_live_1', webhook_secrets: ['whsec_1', 'whsec_2'] });
        expect(paymentsBodyOf({ provider: 'mollie', key: 'live_1', secrets: 'whsec_1' }))
            .toEqual({ provider: 'mollie', key: 'live_1' });
    });

    it('knows which keys are there and which are for tests', () => {
        expect([hasKey(setup, 'stripe'), hasKey(setup, 'mollie')]).toEqual([true, true]);
        expect(hasKey({ ...setup, also: [] }, 'stripe')).toBe(false);
        expect(isTestKey({ provider: 'stripe', key: 'rk_test_1', secrets: '' })).toBe(true);
        expect(isTestKey({ provider: 'stripe', key: 'sk_live_1', secrets: '' })).toBe(false);
        expect(isTestKey({ provider: 'mollie', key: 'test_1', secrets: '' })).toBe(true);
    });
});
