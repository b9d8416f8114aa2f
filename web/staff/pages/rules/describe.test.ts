import { describe, expect, it } from 'vitest';
import { actorInWords, arrange, describeValue, nextInWords } from './describe';

describe('a value of a rule', () => {
    it.each([
        ['claim_window', '1h30m', '1 hour 30 minutes'],
        ['max_offers', 0, 'no limit'],
        ['max_offers', 1, '1 person'],
        ['cutoff', '0s', 'none'],
        ['cutoff', '2h', '2 hours before the start'],
        ['quiet_hours', null, 'none'],
        ['referral', { points: 0, cap: 50 }, 'none'],
        ['referral', { points: 5, cap: 50 }, '5 points each, at most 50'],
        ['minutes_per_point', 60, '1 hour of waiting'],
        ['draw_seed', null, 'hidden'],
        ['after_miss', 'back', 'goes to the back of the line'],
    ] as const)('%s %j reads "%s"', (rule, value, words) => {
        expect(describeValue(rule, value, 'UTC')).toBe(words);
    });
});

describe('the dry run', () => {
    it('names the next three', () => {
        expect(nextInWords(['Ada', 'Ben', 'Cleo'], true))
            .toBe('With these rules, the next 3 would be Ada, Ben and Cleo.');
        expect(nextInWords(['Ada'], false)).toBe('Right now, the next one is Ada.');
    });

    it('says that nobody is waiting', () => {
        expect(nextInWords([], true)).toBe('With these rules, nobody is waiting.');
    });
});

describe('who made a version', () => {
    const members = new Map([['member:3', 'Mara']]);

    it('is named where the name is known', () => {
        expect(actorInWords('member:3', members)).toBe('Mara');
        expect(actorInWords('member:4', members)).toContain('no. 4');
        expect(actorInWords('staff:2', members)).toContain('key_2');
        expect(actorInWords('system', members)).toBe('Standby');
    });
});

describe('the groups of the editor', () => {
    it('begin with those that fit the kind', () => {
        expect(arrange('seats', 'fifo').first).toContain('party');
        expect(arrange('slots', 'fifo').first).not.toContain('party');
        expect(arrange('access', 'score').first).toContain('waves');
    });

    it('bring forward what the order needs', () => {
        expect(arrange('slots', 'lottery').first[1]).toBe('lottery');
        expect(arrange('slots', 'score').first[1]).toBe('referral');
        expect(arrange('slots', 'fifo').more).toContain('referral');
    });

    it.each(['slots', 'seats', 'access'] as const)('leave no group of %s out', (kind) => {
        const { first, more } = arrange(kind, 'lottery');
        expect([...first, ...more]).toHaveLength(11);
        expect(new Set([...first, ...more]).size).toBe(11);
    });
});
