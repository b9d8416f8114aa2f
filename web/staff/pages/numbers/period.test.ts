import { describe, expect, it } from 'vitest';
import { addDays, daysBefore, daysBetween, objection, parseQuestion, queryOf } from './period';

const today = '2026-03-02';

describe('what is asked', () => {
    it('is the last thirty days unless the address says otherwise', () => {
        expect(parseQuestion('', today)).toEqual({
            from: '2026-02-01', to: today, service: '', staff: '', period: 30,
        });
        expect(parseQuestion('?days=7', today).from).toBe('2026-02-24');
        expect(parseQuestion('?days=12', today).period).toBe(30);
    });

    it('can be any days, a service and staff', () => {
        const question = parseQuestion('?from=2026-01-05&to=2026-01-11&service=Cut&staff=Jo', today);
        expect(question).toEqual({
            from: '2026-01-05', to: '2026-01-11', service: 'Cut', staff: 'Jo', period: undefined,
        });
        expect(parseQuestion(queryOf(question), today)).toEqual(question);
        expect(parseQuestion('?from=yesterday&to=2026-01-11', today).period).toBe(30);
    });

    it('keeps its period in the address', () => {
        expect(queryOf(parseQuestion('?days=90&staff=Jo', today))).toBe('?days=90&staff=Jo');
        expect(queryOf({})).toBe('');
    });

    it('is compared with as many days right before', () => {
        const question = parseQuestion('?days=7', today);
        expect(daysBefore(question)).toEqual({ from: '2026-02-17', to: '2026-02-23' });
        expect(daysBetween('2024-02-01', '2024-03-01')).toBe(30);
        expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    });

    it('says what is wrong with the days', () => {
        expect(objection('2026-01-05', '2026-01-04')).toMatch(/before/);
        expect(objection('', '2026-01-04')).toMatch(/both/);
        expect(objection('2026-01-04', '2026-01-04')).toBeUndefined();
    });
});
