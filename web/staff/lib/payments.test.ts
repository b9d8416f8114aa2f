import { describe, expect, it } from 'vitest';
import { amountsOf, idOf, problemWords, refundable, stateOf, type Payment } from './payments';

const euros = (amount: number) => ({ amount, currency: 'EUR' });
const paid: Payment = {
    id: 'pay_1', entry_id: 'ent_1', offer_id: 'off_1', purpose: 'place', state: 'taken',
    amount: euros(4500), tax: null, captured: euros(4500), refunded: euros(0), late: false, test: false,
    payment_url: null, expires_at: null, provider: 'stripe', reference: 'stripe:pi_3Abc', problem: null,
    problem_sentence: null, created_at: '2026-11-19T12:00:00Z', changed_at: '2026-11-19T12:00:00Z',
} as Payment;

describe('a payment in words', () => {
    it('says how it stands', () => {
        expect(stateOf(paid).word).toBe('paid');
        expect(stateOf({ ...paid, refunded: euros(500) }).word).toBe('refunded in part');
        expect(stateOf({ ...paid, state: 'released' }).word).toBe('nothing charged');
        expect(stateOf({ ...paid, state: 'released', late: true }).word).toContain('too late');
    });

    it('says what was taken and given back only where that is something else', () => {
        expect(amountsOf(paid)).toBe('€45.00');
        expect(amountsOf({ ...paid, captured: euros(4000), refunded: euros(1500) }))
            .toBe('€45.00 · €40.00 taken · €15.00 given back');
    });

    it('names the provider’s own id', () => {
        expect(idOf('stripe:pi_3Abc')).toBe('pi_3Abc');
        expect(idOf('pi_3Abc')).toBe('pi_3Abc');
    });

    it('has a sentence for each problem, and the server’s for one that is new', () => {
        expect(problemWords('wrong_key', 'x')).toContain('key');
        expect(problemWords('on_strike', 'They strike.')).toBe('They strike.');
        expect(problemWords(null, null)).not.toBe('');
    });
});

describe('what can be given back', () => {
    it('is what was taken and is still there', () => {
        expect(refundable(paid)).toEqual(euros(4500));
        expect(refundable({ ...paid, refunded: euros(4400) })).toEqual(euros(100));
        expect(refundable({ ...paid, refunded: euros(4500), state: 'refunded' })).toBeUndefined();
        expect(refundable({ ...paid, state: 'booking', captured: euros(0) })).toBeUndefined();
        expect(refundable({ ...paid, state: 'refunding' })).toBeUndefined();
    });
});
