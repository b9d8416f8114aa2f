import { describe, expect, it } from 'vitest';
import { fromDraft, toDraft, type Rules } from './draft';
import { salon, zone } from './rules_examples';
import { parsePercent } from './moneydraft';

const paid: Rules = { ...salon, payment: { amount: 4500, currency: 'EUR' } };

function read(rules: Rules, change: (draft: ReturnType<typeof toDraft>) => void = () => {}) {
    const draft = toDraft(rules, zone);
    change(draft);
    return fromDraft(draft, rules, zone);
}

describe('parsePercent', () => {
    it.each([['20', 2000], ['7.5', 750], ['7,5 %', 750], ['100', 10_000], ['0.01', 1], ['19%', 1900]])(
        'reads %s', (text, hundredths) => {
            expect(parsePercent(text)).toBe(hundredths);
        });

    it.each(['', '0', '100.01', '-5', 'a fifth', '7.555', '1e2'])('refuses %s', (text) => {
        expect(parsePercent(text)).toBeUndefined();
    });
});

describe('money that nobody touched', () => {
    const unusual: Rules = {
        ...paid,
        tax: { percent_hundredths: 750, label: 'VAT' },
        deposit: {
            amount: { amount: 1250, currency: 'EUR' }, percent_hundredths: null, due: 'joining',
            leaving: 'kept', never_offered: 'refunded', declined: 'kept', no_show: 'refunded',
        },
        late_fee: { amount: null, percent_hundredths: 5000, within: '1d' },
    };

    it('comes back as it was', () => {
        const { rules, errors } = read(unusual);
        expect(errors).toEqual({});
        expect(rules).toEqual(unusual);
    });

    it('goes with the price', () => {
        const { rules } = read(unusual, (draft) => { draft.payment.isOn = false; });
        expect(rules.deposit).toBeNull();
    });
});

describe('money that was typed', () => {
    it('is a share or an amount in the currency of the price', () => {
        const { rules, errors } = read(paid, (draft) => {
            draft.money.deposit.isOn = true;
            draft.money.lateFee.isOn = true;
            draft.money.lateFee.value.share = { unit: 'amount', value: '12,50' };
        });
        expect(errors).toEqual({});
        expect(rules.deposit).toEqual({
            amount: null, percent_hundredths: 2000, due: 'claiming', leaving: 'refunded',
            never_offered: 'refunded', declined: 'refunded', no_show: 'kept',
        });
        expect(rules.late_fee).toEqual({
            amount: { amount: 1250, currency: 'EUR' }, percent_hundredths: null, within: '1d',
        });
    });

    it('says at each rule what is wrong', () => {
        const { errors } = read(paid, (draft) => {
            draft.money.tax = { isOn: true, value: { percent: 'some', label: 'VAT' } };
            draft.money.deposit.isOn = true;
            draft.money.deposit.value.share = { unit: 'amount', value: '0' };
            draft.money.lateFee.isOn = true;
            draft.money.lateFee.value.within = { amount: 'x', unit: 'h' };
        });
        expect(Object.keys(errors).sort()).toEqual(['deposit', 'late_fee', 'tax']);
    });

    it('names the tax', () => {
        const { errors } = read(paid, (draft) => {
            draft.money.tax = { isOn: true, value: { percent: '19', label: ' ' } };
        });
        expect(errors.tax).toContain('called');
    });
});
