import { expect, test } from 'vitest';
import type { NeedsHand } from '../../lib/api';
import { actionsFor } from './needactions';

test('a message that couldn’t be sent can be sent again, or told by phone', () => {
    const need: NeedsHand = {
        kind: 'dead_letter', since: '2026-11-15T14:00:00Z', entry_id: 'ent_1', name: 'Noor', email: null, phone: null,
        offer_id: null, opening_id: null, message_id: 'msg_1', detail: '',
        facts: {
            slot: null, places: null, offers_made: null, asks_newcomers: null, left_to_staff: null, unreached: null,
            next_asked_at: null, due_at: null, message_kind: 'confirmed', channel: null, note: 'Refused.',
        },
    };
    const labels = (one: NeedsHand) => actionsFor(one, undefined, 'res_1', () => undefined).map(({ label }) => label);
    expect(labels(need)).toEqual(['Resend', 'Told them']);
    expect(labels({ ...need, facts: { ...need.facts, unreached: 'no_channel', note: null } })).toEqual(['Told them', 'Resend']);
    expect(labels({ ...need, entry_id: null })).toEqual(['Resend']);
});

test('whatever is said about a guest who can’t be reached can be undone', () => {
    const need: NeedsHand = {
        kind: 'not_reachable', since: '2026-11-15T14:00:00Z', entry_id: 'ent_1', name: 'Noor', email: null, phone: null,
        offer_id: 'off_1', opening_id: null, message_id: null, detail: '',
        facts: {
            slot: null, places: 1, offers_made: null, asks_newcomers: null, left_to_staff: null, unreached: 'bounced',
            next_asked_at: '2026-11-15T15:00:00Z', due_at: null, message_kind: null, channel: null, note: null,
        },
    };
    expect(actionsFor(need, undefined, 'res_1', () => undefined).map((action) => [action.label, action.waits])).toEqual([
        ['Told them', true], ['They said yes', true], ['They said no', true], ['Ask the next', true],
    ]);
});
