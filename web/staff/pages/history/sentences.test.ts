// Events as sentences: all of them, as plain English, with the right people in them.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import contractText from '../../../../docs/openapi.yaml?raw';
import { causesOf } from './causes';
import { reasonWords } from './reasons';
import {
    actorWords, eventTypes, plainText, sentenceOf, type AuditItem, type Context, type EventType,
} from './sentences';

const contract = parse(contractText);
const { schemas } = contract.components;
const types = schemas.AuditItem.properties.type.enum as EventType[];
const reasons = schemas.Reason.enum as string[];

const seats: Context = {};
const names = {
    person: (id: string) => ({ ent_1: 'Ada', ent_2: 'Ben' })[id] ?? id,
    slot: () => 'colour with Noor, Sat 21 Nov, 14:00',
    time: () => '14:32',
};
const event = (type: EventType, change: Partial<AuditItem> = {}): AuditItem => ({
    seq: 1, at: '2026-11-15T14:00:00Z', type, entry_id: 'ent_1', offer_id: null, opening_id: null,
    from_state: null, to_state: null, reason: 'requested', rules_version: 1, actor: 'system',
    details: {}, hash: '0'.repeat(64), ...change,
});
const say = (type: EventType, change: Partial<AuditItem> = {}, context: Context = seats) =>
    plainText(sentenceOf(event(type, change), context), names);

describe('sentenceOf', () => {
    it('knows every type of the contract, and no others', () => {
        expect(types).toHaveLength(30);
        expect([...eventTypes].sort()).toEqual([...types].sort());
        expect(Object.keys(reasonWords).sort()).toEqual([...reasons].sort());
    });

    it.each(types)('says %s in whole sentences, also when nothing else is known', (type) => {
        const text = say(type);
        expect(text).toMatch(/^[A-Z0-9].*[^.]\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|_|\s\s| \.|,\./);
    });

    it('says of an offer that no message carried where the guest sees it', () => {
        const text = (state: 'page' | 'left') => say('offer_sent', {}, { delivery: { state, channel: null } });
        expect(text('left')).toBe('The message to Ada was sent.');
        expect(text('page')).toBe('Ada has the offer on their own page.');
    });

    it.each<[string, EventType, Partial<AuditItem>]>([
        ['Ada joined the line.', 'entry_joined', { to_state: 'waiting' }],
        ['Ada joined the line. A party of 3. Ben had invited them.', 'entry_joined',
            { to_state: 'waiting', details: { party_size: 3, referrer_id: 'ent_2' } }],
        ['Ada joined and was booked right away.', 'entry_joined', { to_state: 'accepted' }],
        ['Ada cancelled.', 'entry_ended', { to_state: 'cancelled', actor: 'guest' }],
        ['The booking of Ada was cancelled.', 'entry_ended', { to_state: 'cancelled', actor: 'member:1' }],
        ['Ada didn’t show up.', 'entry_ended', { to_state: 'no_show' }],
        ['Ada came.', 'entry_ended', { to_state: 'attended' }],
        ['The time of Ada has passed, and nobody said that they weren’t there.', 'entry_ended',
            { to_state: 'attended', reason: 'time_passed' }],
        ['Ada was removed from the list. Why: it looked like fraud.', 'entry_ended', { to_state: 'removed', reason: 'fraud' }],
        ['Ada was offered a place; they have until 14:32.', 'offer_made', { details: { expires_at: 'x', places: 1 } }],
        ['Ada was offered a place; they have until 14:32. Done by hand, because “she was here first”.', 'offer_made',
            { reason: 'manual', details: { expires_at: 'x', note: 'she was here first' } }],
        ['Ada didn’t answer in time. They go to the back of the line. It counts as a missed offer.', 'offer_ended',
            { to_state: 'waiting', reason: 'window_ended', details: { outcome: 'expired', counts_as_miss: true, to_the_back: true } }],
        ['Ada declined the offer. They keep their place in line.', 'offer_ended',
            { to_state: 'waiting', details: { outcome: 'declined', to_the_back: false } }],
        ['Ada couldn’t be told of the offer. Why: the guest blocked our messages. After 14:32, someone else may be asked.',
            'offer_unreached', { reason: 'blocked', details: { cause: 'blocked', patience_until: 'x', expires_at: 'x' } }],
        ['Ada answered too late, and would take the place if it came free.', 'standing_yes', { details: { wanted: true } }],
        ['We couldn’t reach Ada, so their time to answer starts again.', 'entry_presence',
            { to_state: 'waiting', reason: 'not_reachable', details: { here: true } }],
        ['Ada wouldn’t take the place any more if it came free.', 'standing_yes', { details: { wanted: false } }],
        ['Nobody can be reached for now, so the offer to Ada waits.', 'offer_unreached',
            { reason: 'not_yet_sent', details: { cause: null, patience_until: null, expires_at: 'x' } }],
        ['The offer to Ada ended, because we couldn’t reach them. They keep their place in line.', 'offer_ended',
            { to_state: 'waiting', reason: 'not_reachable', details: { outcome: 'expired' } }],
        ['Ada claimed the place and has until 14:32 to pay.', 'offer_claimed',
            { reason: 'payment_pending', details: { awaiting: 'payment', expires_at: 'x' } }],
        ['Ada got 5 points for inviting Ben.', 'points_changed', { details: { referred_id: 'ent_2', raw: 5, delta: 5 } }],
        ['Ada lost 5 points, because Ben was removed from the list.', 'points_changed',
            { reason: 'fraud', details: { referred_id: 'ent_2', raw: -5, delta: -5 } }],
        ['Fraud was found: Ada no longer earns points here, nor does anyone for inviting them.', 'entry_barred',
            { reason: 'fraud', to_state: 'left', details: { contacts: 1 } }],
        ['Ada is off the list. Why: nobody confirmed the address in time.', 'entry_ended',
            { to_state: 'expired', reason: 'proof_timeout' }],
        ['Ada was removed from the list. Why: their data was erased.', 'entry_ended', { to_state: 'removed', reason: 'erased' }],
        ['The capacity is now 1,200.', 'settings_changed', { reason: 'capacity_changed', details: { capacity: 1200 } }],
        ['2 places were released. The reason given: “the hall is larger”.', 'places_released',
            { details: { quantity: 2, note: 'the hall is larger' } }],
        ['1 place was sold elsewhere. 2 more were sold that guests have here.', 'places_revoked',
            { reason: 'capacity_revoked', details: { quantity: 1, missing: 2, note: null } }],
        ['1 place stays free. Why: nobody waiting matches.', 'places_idled',
            { reason: 'nobody_eligible', details: { places: 1, move: 'no_fit' } }],
        ['Colour with Noor, Sat 21 Nov, 14:00 was returned to you. Why: the maximum number of guests were asked.', 'opening_moved',
            { opening_id: 'opn_1', to_state: 'handed_back', reason: 'max_offers', details: { move: 'hand_back' } }],
        ['Nobody else will be asked about colour with Noor, Sat 21 Nov, 14:00. Why: it’s too close to the start.', 'opening_moved',
            { opening_id: 'opn_1', from_state: 'handed_back', to_state: 'handed_back', reason: 'cutoff', details: {} }],
        ['The payment of Ada must be refunded: it came too late.', 'compensation_due', { details: { compensation: 'refund' } }],
        ['Held €20.00 of Ada with Stripe (pi_3Abc).', 'outside_step', { reason: null,
            details: { system: 'payment', step: 'held', reference: 'stripe:pi_3Abc', amount: { amount: 2000, currency: 'EUR' } } }],
        ['Gave €5.00 back to Ada with Mollie (tr_1). The reason given: “the pool was cold”.', 'outside_step', { reason: null,
            details: { system: 'payment', step: 'refunded', reference: 'mollie:tr_1', amount: { amount: 500, currency: 'EUR' },
                note: 'the pool was cold' } }],
        ['Booked the place for Ada with the other system (b-1).', 'outside_step', { reason: null,
            details: { system: 'booking', step: 'confirmed', reference: 'b-1', amount: null } }],
        ['The list was paused.', 'status_changed', { to_state: 'paused' }],
    ])('says "%s"', (text, type, change) => {
        expect(say(type, change)).toBe(text);
    });

    it('says of whoever was asked before what became of them', () => {
        const made = (cause: AuditItem) =>
            say('offer_made', { entry_id: 'ent_2', details: { expires_at: 'x' } }, { ...seats, cause });
        const expired = { to_state: 'waiting', details: { outcome: 'expired' } } as const;
        expect(made(event('offer_ended', expired))).toContain('Ada hadn’t answered.');
        expect(made(event('offer_ended', { ...expired, reason: 'not_reachable' })))
            .toContain('Ada couldn’t be reached.');
    });

    it('says whose place it was', () => {
        const cause = event('entry_ended', { to_state: 'cancelled' });
        expect(say('offer_made', { entry_id: 'ent_2', details: { expires_at: 'x' } }, { ...seats, cause }))
            .toBe('Ben was offered a place; they have until 14:32. Ada had cancelled it.');
    });

    it('keeps texts of people as texts', () => {
        const note = '<img src=x onerror=alert(1)>';
        const parts = sentenceOf(event('places_released', { details: { quantity: 1, note } }), seats);
        expect(parts.every((part) => part.kind === 'text')).toBe(true);
        expect(plainText(parts, names)).toContain(note);
    });
});

describe('causesOf', () => {
    it('ties a seat to the one who gave it back in the same step', () => {
        const items = [
            event('entry_ended', { seq: 8, to_state: 'cancelled', entry_id: 'ent_1' }),
            event('offer_made', { seq: 9, entry_id: 'ent_2', reason: 'first_in_line' }),
            event('offer_made', { seq: 10, entry_id: 'ent_3', reason: 'first_in_line' }),
            event('offer_made', { seq: 11, entry_id: 'ent_4', at: '2026-11-15T15:00:00Z' }),
        ];
        const causes = causesOf(items.toReversed());
        expect(causes.get(9)?.entry_id).toBe('ent_1');
        expect([causes.has(10), causes.has(11)]).toEqual([false, false]);
    });

    it('follows a slot across offers and hours', () => {
        const items = [
            event('offer_ended', { seq: 3, opening_id: 'opn_1', details: { outcome: 'declined' } }),
            event('offer_made', { seq: 4, opening_id: 'opn_2', entry_id: 'ent_5' }),
            event('offer_made', { seq: 5, opening_id: 'opn_1', entry_id: 'ent_2', at: '2026-11-15T18:00:00Z' }),
        ];
        expect([...causesOf(items)].map(([seq, cause]) => [seq, cause.seq])).toEqual([[5, 3]]);
    });

    it('follows a slot that stands in for the one that was given back', () => {
        const items = [
            event('entry_ended', { seq: 3, opening_id: 'opn_1', to_state: 'cancelled' }),
            event('opening_added', { seq: 4, opening_id: 'opn_2', entry_id: null, details: { previous_opening_id: 'opn_1' } }),
            event('offer_made', { seq: 5, opening_id: 'opn_2', entry_id: 'ent_2' }),
        ];
        expect(causesOf(items).get(5)?.seq).toBe(3);
    });

    it('never blames a person for their own place', () => {
        const items = [
            event('offer_ended', { seq: 3, opening_id: 'opn_1' }),
            event('offer_made', { seq: 4, opening_id: 'opn_1' }),
        ];
        expect(causesOf(items).size).toBe(0);
    });
});

describe('actorWords', () => {
    const members = new Map([['mem_2', 'Rosa']]);

    it('names whom it knows', () => {
        expect(actorWords('member:1', 'mem_1', members)).toBe('you');
        expect(actorWords('member:2', 'mem_1', members)).toBe('Rosa');
        expect(actorWords('member:3', 'mem_1', members)).toBe('member 3');
        expect(actorWords('system', undefined, members)).toBe('Standby');
        expect(actorWords('guest', undefined, members)).toBe('the guest');
        expect(actorWords('staff:7', undefined, members)).toBe('staff with key 7');
        expect(actorWords('integration:7', undefined, members)).toBe('the system with key 7');
    });
});
