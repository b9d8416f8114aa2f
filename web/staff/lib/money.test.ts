// Money between minor units and what people write.
import { describe, expect, it } from 'vitest';
import { amountText, parseMoney } from './money';

describe('an amount', () => {
    it.each([
        ['45', 'EUR', 4500], ['45.50', 'EUR', 4550], ['45,5', 'EUR', 4550], ['0.29', 'EUR', 29],
        ['1200', 'JPY', 1200], ['1.200,50', 'EUR', 120_050], ['1,200.50', 'EUR', 120_050],
        ['1.200', 'EUR', 120_000], ['1.200', 'KWD', 1200], ['1.200.000', 'EUR', 120_000_000],
    ])('%s %s is %d minor units', (text, currency, amount) => {
        expect(parseMoney(text, currency)).toEqual({ amount, currency });
    });

    it.each(['', 'free', '-3', '4.5.6', '1e9', '45.5050', '0.125', '45,', '1.200.50', '1.20,50'])('%s is none', (text) => {
        expect(parseMoney(text, 'EUR')).toBeUndefined();
    });

    it('is shown as it was written', () => {
        expect(amountText({ amount: 4550, currency: 'EUR' })).toBe('45.5');
        expect(amountText(null)).toBe('');
    });
});
