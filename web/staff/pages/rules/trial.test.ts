import { describe, expect, it } from 'vitest';
import type { Schemas } from '../../lib/api';
import { basis, monthInWords, spread, verdict } from './trial';

function figures(filled: number, low: number, high: number): Schemas['TriedFigures'] {
    return { filled, interval: [low, high], asked: 5, messages: 8, time_to_fill: 900, order_kept: 0.9 };
}

function trial(change: Partial<Schemas['RulesTrial']> = {}): Schemas['RulesTrial'] {
    return {
        month: '2026-10', offers: 400, too_little: false, seeds: 40, recorded: { freed: 100, filled: 36 },
        now: figures(0.36, 0.36, 0.36), then: figures(0.6, 0.55, 0.64), ...change,
    };
}

describe('a trial on last month', () => {
    it('names the month', () => {
        expect(monthInWords('2026-10')).toBe('October 2026');
        expect(monthInWords('2027-01')).toBe('January 2027');
    });

    it('says how many places more are filled', () => {
        expect(verdict(trial())).toBe('About 24 more places filled, of 100 that came free.');
        expect(verdict(trial({ then: figures(0.2, 0.15, 0.25) })))
            .toBe('About 16 fewer places filled, of 100 that came free.');
    });

    it('claims nothing that could be chance', () => {
        expect(verdict(trial({ then: figures(0.38, 0.33, 0.42) }))).toContain('could as well be chance');
        expect(verdict(trial({ then: figures(0.361, 0.3605, 0.362) }))).toContain('could as well be chance');
    });

    it('says plainly that nothing came free, or that there is too little to go by', () => {
        expect(verdict(trial({ now: null, then: null }))).toBe(
            'Nothing came free in October 2026, so there’s nothing to try it on.');
        expect(basis(trial({ too_little: true, offers: 1 }))).toContain('has made 1 offer so far');
        expect(basis(trial())).toBe('Guests answer as they did to 400 offers of this list.');
    });

    it('shows no range where there is none', () => {
        expect(spread(figures(0.36, 0.358, 0.362))).toBe('');
        expect(spread(figures(0.6, 0.55, 0.64))).toBe('between 55 and 64 %');
    });
});
