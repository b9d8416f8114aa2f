import { describe, expect, it } from 'vitest';
import { fromSpan, toSpan } from './spans';

describe('a span', () => {
    it.each([
        ['10m', '10', 'm'], ['1d12h', '36', 'h'], ['2d', '2', 'd'], ['1w', '7', 'd'],
        ['90s', '90', 's'], ['0s', '', 'm'],
    ])('shows %s in the largest whole unit', (duration, amount, unit) => {
        expect(toSpan(duration)).toEqual({ amount, unit });
    });

    it('takes fractions, with a point or a comma', () => {
        expect(fromSpan({ amount: '1.5', unit: 'h' })).toBe('1h30m');
        expect(fromSpan({ amount: '0,5', unit: 'd' })).toBe('12h');
    });

    it.each(['', 'ten', '-1', '1e9', '1.2345'])('refuses "%s"', (amount) => {
        expect(fromSpan({ amount, unit: 'm' })).toBeUndefined();
    });
});
