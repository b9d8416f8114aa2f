import { beforeEach, describe, expect, it } from 'vitest';
import { replaceNetwork, type Resource } from '../../lib/api';
import type { Rules } from './draft';
import { RulesEditor } from './editor.svelte';

const rules: Rules = {
    order: 'fifo', minutes_per_point: 60, claim_window: '10m', max_offers: 0, cutoff: '0s',
    quiet_hours: null, urgent: false, after_miss: 'keep', after_decline: 'keep', max_misses: 3,
    visibility: 'rank', max_waiting: 0, verify_email: false, referral: { points: 5, cap: 50 },
    party: 'strict', max_passes: 3, wave_size: 0, wave_interval: '0s', reminder_after: '0s',
    payment: null, instant_yes: true, tell_ends: true, transfer: false, draw_at: null,
    draw_seed: null, draw_words: null, patience: null, prove_within: '24h', late_yes: false, ping_after: '0s', ping_grace: '7d',
    tax: null, deposit: null, late_fee: null,
};
let number = 0;

/** A list of its own for each test, because drafts are kept by list. */
function list(changes: Partial<Resource> = {}): Resource {
    return {
        id: `res_${number}`, name: 'Salon Aster', kind: 'slots', status: 'active', capacity: 0,
        starts_at: null, time_zone: 'Europe/Berlin', inventory: 'internal', archived: false, practice: false,
        access_url: null, rules,
        rules_version: 1, draw_commitment: null, drawn: false, last_seq: 1,
        counts: {
            waiting: 0, offered: 0, accepted: 0, free: 0, unverified: 0, accepted_places: 0,
            held_places: 0,
        },
        ...changes,
    };
}

/** A server that knows one list; gives the bodies of all changes that were sent to it. */
function serve(now: Resource, refusal?: object): unknown[] {
    const sent: unknown[] = [];
    replaceNetwork(async (input) => {
        const request = input as Request;
        if (request.method === 'GET') {
            return Response.json(now);
        }
        const body = (await request.json()) as { rules: object };
        sent.push(body);
        if (refusal) {
            return Response.json(refusal, { status: 422 });
        }
        return Response.json({
            ...now, rules: { ...now.rules, ...body.rules }, rules_version: now.rules_version + 1,
        });
    }, async () => {});
    return sent;
}

beforeEach(() => { number += 1; });

describe('the rules editor', () => {
    it('saves only what changed, and is clean afterwards', async () => {
        const sent = serve(list());
        const editor = new RulesEditor(list(), { mayEdit: true });
        editor.form.claimWindow = { amount: '2', unit: 'h' };
        expect(editor.isDirty).toBe(true);
        expect(await editor.save()).toBe(true);
        expect(sent).toEqual([{ rules: { claim_window: '2h' } }]);
        expect(editor.isDirty).toBe(false);
        expect(editor.version).toBe(2);
    });

    it('sends nothing when someone else saved meanwhile, and can be put on top', async () => {
        const theirs = list({ rules: { ...rules, urgent: true }, rules_version: 2 });
        const sent = serve(theirs);
        const editor = new RulesEditor(list(), { mayEdit: true });
        editor.form.claimWindow = { amount: '2', unit: 'h' };
        expect(await editor.save()).toBe(false);
        expect(sent).toEqual([]);
        expect(editor.hasMoved).toBe(true);
        editor.rebase();
        expect(editor.hasMoved).toBe(false);
        expect(await editor.save()).toBe(true);
        expect(sent).toEqual([{ rules: { claim_window: '2h' } }]);
    });

    it('shows what the server refuses at its rule, until that rule is changed', async () => {
        serve(list(), {
            type: '/problems/invalid', title: 'x', status: 422, detail: 'x',
            errors: [{ field: 'rules.max_offers', message: 'must be less' }],
        });
        const editor = new RulesEditor(list(), { mayEdit: true });
        editor.form.maxOffers = { isOn: true, value: '999' };
        await expect(editor.save()).rejects.toThrow();
        expect(editor.error('max_offers')).toBe('Must be less.');
        expect(editor.error('claim_window')).toBeUndefined();
        expect(editor.isDirty).toBe(true);
        editor.form.maxOffers.value = '9';
        expect(editor.error('max_offers')).toBeUndefined();
    });

    it('follows newer rules while nothing was changed', () => {
        const editor = new RulesEditor(list(), { mayEdit: true });
        editor.take(list({ rules: { ...rules, claim_window: '1h' }, rules_version: 2 }));
        expect(editor.form.claimWindow).toEqual({ amount: '1', unit: 'h' });
        expect(editor.isDirty).toBe(false);
    });

    it('finds unsaved work again, but not for someone who may only look', () => {
        const editor = new RulesEditor(list(), { mayEdit: true });
        editor.form.urgent = true;
        editor.keep();
        expect(new RulesEditor(list(), { mayEdit: true }).form.urgent).toBe(true);
        expect(new RulesEditor(list(), { mayEdit: false }).isDirty).toBe(false);
        editor.discard();
        expect(new RulesEditor(list(), { mayEdit: true }).isResumed).toBe(false);
    });

    it('cannot change a closed list', () => {
        expect(new RulesEditor(list({ status: 'closed' }), { mayEdit: true }).mayEdit).toBe(false);
        expect(new RulesEditor(list(), { mayEdit: false }).mayEdit).toBe(false);
    });

    it('fills the form with an earlier version, which is not in force yet', () => {
        const editor = new RulesEditor(list({ rules_version: 4 }), { mayEdit: true });
        editor.useAgain({ ...rules, order: 'score' });
        expect(editor.changes).toEqual([{ rule: 'order', from: 'fifo', to: 'score' }]);
        expect([...editor.changedGroups]).toEqual(['order']);
    });
});
