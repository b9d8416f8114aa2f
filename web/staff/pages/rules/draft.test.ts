import { describe, expect, it } from 'vitest';
import {
    changedRules, differences, fromDraft, fromServer, rebase, toDraft, usedAgain, type Rules,
} from './draft';
import { salon, zone } from './rules_examples';

function again(rules: Rules): Rules {
    return fromDraft(toDraft(rules, zone), rules, zone).rules;
}

describe('a draft that nobody touched', () => {
    const unusual: Rules = {
        ...salon, order: 'lottery', claim_window: '1w', cutoff: '1d12h', quiet_hours: null,
        referral: { points: 0, cap: 7 }, wave_size: 500, wave_interval: '36h', minutes_per_point: 0,
        reminder_after: '90s', patience: '36h', prove_within: '0s',
        payment: { amount: 1250, currency: 'EUR' },
        max_waiting: 4_000_000_000, draw_at: '2026-12-01T10:00:30Z',
    };

    it.each([['a salon', salon], ['unusual rules', unusual]])('gives back %s', (_name, rules) => {
        expect(again(rules)).toEqual(rules);
        expect(changedRules(rules, again(rules))).toEqual({});
        expect(fromDraft(toDraft(rules, zone), rules, zone).errors).toEqual({});
    });

    it('keeps the amount of a currency without cents', () => {
        const rules: Rules = { ...salon, payment: { amount: 900, currency: 'JPY' } };
        expect(toDraft(rules, zone).payment.value.amount).toBe('900');
        expect(again(rules).payment).toEqual({ amount: 900, currency: 'JPY' });
    });
});

describe('a draft that was changed', () => {
    it('names only what changed', () => {
        const draft = toDraft(salon, zone);
        draft.claimWindow = { amount: '2', unit: 'h' };
        draft.maxOffers = { isOn: true, value: '5' };
        draft.quietHours.isOn = false;
        const { rules, errors } = fromDraft(draft, salon, zone);
        expect(errors).toEqual({});
        expect(changedRules(salon, rules))
            .toEqual({ claim_window: '2h', max_offers: 5, quiet_hours: null });
    });

    it('is no change when only the unit is another', () => {
        const draft = toDraft(salon, zone);
        draft.claimWindow = { amount: '600', unit: 's' };
        expect(changedRules(salon, fromDraft(draft, salon, zone).rules)).toEqual({});
    });

    it('switches a limit off with a zero', () => {
        const draft = toDraft(salon, zone);
        draft.maxMisses.isOn = false;
        expect(changedRules(salon, fromDraft(draft, salon, zone).rules)).toEqual({ max_misses: 0 });
    });

    it('reads money with a comma', () => {
        const draft = toDraft(salon, zone);
        draft.payment = { isOn: true, value: { amount: '12,50', currency: 'eur' } };
        expect(fromDraft(draft, salon, zone).rules.payment)
            .toEqual({ amount: 1250, currency: 'EUR' });
    });

    it('reads the time of a draw in the zone of the list', () => {
        const draft = toDraft(salon, zone);
        draft.order = 'lottery';
        draft.drawAt = '2026-12-01T18:00';
        draft.drawWords = ' seven swans ';
        const { rules } = fromDraft(draft, salon, zone);
        expect(rules.draw_at).toBe('2026-12-01T17:00:00Z');
        expect(rules.draw_words).toBe('seven swans');
    });

    it('reads numbers with a mark for the thousands', () => {
        const draft = toDraft(salon, zone);
        draft.maxWaiting = { isOn: true, value: '12,000' };
        expect(fromDraft(draft, salon, zone).rules.max_waiting).toBe(12_000);
    });
});

describe('a draft that makes no sense', () => {
    it('says so at each rule', () => {
        const draft = toDraft(salon, zone);
        draft.claimWindow = { amount: '5', unit: 's' };
        draft.maxWaiting = { isOn: true, value: 'many' };
        draft.quietHours.value = { from: '09:00', to: '09:00' };
        draft.payment = { isOn: true, value: { amount: '0', currency: 'EUR' } };
        draft.order = 'lottery';
        const { errors } = fromDraft(draft, salon, zone);
        expect(Object.keys(errors).sort())
            .toEqual(['claim_window', 'draw_at', 'max_waiting', 'payment', 'quiet_hours']);
        expect(errors.claim_window).toContain('10 seconds');
    });

    it('does not mind what is not used', () => {
        const draft = toDraft({ ...salon, minutes_per_point: 0 }, zone);
        draft.maxPasses = 'x';
        const { rules, errors } = fromDraft(draft, salon, zone);
        expect(errors).toEqual({});
        expect(rules.max_passes).toBe(3);
        draft.order = 'head_start';
        draft.party = 'fit';
        expect(Object.keys(fromDraft(draft, salon, zone).errors).sort())
            .toEqual(['max_passes', 'minutes_per_point']);
    });
});

describe('an earlier version', () => {
    it('does not ask for a seed', () => {
        const current: Rules = { ...salon, claim_window: '1h', draw_seed: 'shown' };
        const rules = usedAgain(salon, current);
        expect(changedRules(current, rules)).toEqual({ claim_window: '10m' });
    });
});

describe('rules that someone else changed meanwhile', () => {
    const theirs: Rules = { ...salon, claim_window: '1h', urgent: true };

    it('get my changes on top', () => {
        const mine: Rules = { ...salon, max_waiting: 9 };
        const { rules, clashes } = rebase(salon, mine, theirs);
        expect(clashes).toEqual([]);
        expect(changedRules(theirs, rules)).toEqual({ max_waiting: 9 });
    });

    it('clash where both changed the same rule to different values', () => {
        const mine: Rules = { ...salon, claim_window: '5m', urgent: true };
        const { rules, clashes } = rebase(salon, mine, theirs);
        expect(clashes).toEqual(['claim_window']);
        expect(changedRules(theirs, rules)).toEqual({ claim_window: '5m' });
    });
});

describe('differences', () => {
    it('come with before and after, also for rules with parts', () => {
        const after: Rules = { ...salon, referral: { points: 5, cap: 60 } };
        expect(differences(salon, after)).toEqual([
            { rule: 'referral', from: { points: 5, cap: 50 }, to: { points: 5, cap: 60 } },
        ]);
    });
});

describe('errors of the server', () => {
    it('go to their rules', () => {
        const { at, others } = fromServer([
            { field: 'rules.payment.amount', message: 'must be from 1 to 1000000000000' },
            { field: 'rules.claim_window', message: 'must be from 10s to 60d' },
            { field: '', message: 'the body makes no sense.' },
        ]);
        expect(at).toEqual({
            payment: 'Must be from 1 to 1000000000000.', claim_window: 'Must be from 10s to 60d.',
        });
        expect(others).toEqual(['The body makes no sense.']);
    });
});
