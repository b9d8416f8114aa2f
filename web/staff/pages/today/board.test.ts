// How the board says things.
import { describe, expect, it } from 'vitest';
import type { Board, BoardEntry, BoardOffer, BoardOpening } from '../../lib/api';
import { nameOf } from '../../lib/words';
import { extendedUntil, extensions, sameAgain, widerThan } from './actions';
import {
    byDay, entryFacts, freeLabel, freeOpenings, hasStarted, offerFacts, openingFacts, whyNotNow,
    withStaff,
} from './board';

const entry: BoardEntry = {
    id: 'ent_1', name: 'Mia', state: 'waiting', rank: 1, position: 1, party_size: 1, tier: 0,
    points: 0,
    service: null, staff: null, place: null, starts_at: null, since: '2026-11-15T14:00:00Z', opening_id: null,
    misses: 0, instant_yes: false, standing_yes: false,
};
const offer: BoardOffer = {
    id: 'off_1', state: 'live', awaiting: null, places: 1, made_at: entry.since,
    send_at: entry.since, sent_at: entry.since,
    expires_at: '2026-11-15T14:10:00Z', unreached: null, patience_until: null, entry, opening_id: null,
    delivery: { state: 'left', channel: 'mail' },
};
const opening: BoardOpening = {
    id: 'opn_1', state: 'open', starts_at: '2030-01-01T13:00:00Z', duration: '45m',
    service: 'Colour',
    staff: 'Noor', place: null, size: { min: 1, max: 1 }, price: null, offers_made: 0,
    offer_id: null, standing_yes: 0,
};

describe('a guest', () => {
    it('without anything special has no facts', () => {
        expect(entryFacts(entry, 'UTC')).toEqual([]);
    });

    it('has those facts that matter', () => {
        const special = {
            ...entry, service: 'Cut', staff: 'Noor', party_size: 3, points: 15, misses: 1,
        };
        expect(entryFacts(special, 'UTC'))
            .toEqual(['Cut with Noor', 'party of 3', '15 points', 'missed 1 offer']);
    });

    it('shows everything that will do', () => {
        const open = {
            ...entry, service: 'Cut', services: ['Cut', 'Colour'], staff: 'Anna', staff_any: ['Anna', 'Ben', 'Noor'],
            place: 'Window', places: ['Window', 'Terrace'],
        };
        expect(entryFacts(open, 'UTC')).toEqual(['Cut or Colour with Anna, Ben or Noor', 'Window or Terrace']);
    });

    it('shows what they have said yes to beforehand', () => {
        const promised = { ...entry, instant_yes: true, standing_yes: true };
        expect(entryFacts(promised, 'UTC')).toEqual(['book without asking', 'late yes']);
        expect(entryFacts({ ...promised, state: 'accepted', standing_yes: false }, 'UTC')).toEqual([]);
    });
});

describe('the free places', () => {
    it('are counted in the singular when there is one', () => {
        expect(freeLabel('slots', 1)).toBe('slot open');
        expect(freeLabel('slots', 0)).toBe('slots open');
        expect(freeLabel('seats', 1)).toBe('seat free');
        expect(freeLabel('access', 20)).toBe('spots free');
    });
});

describe('why nothing can be offered by hand', () => {
    const seats = (free: number, kind: 'seats' | 'access' = 'seats') =>
        ({ resource: { kind, counts: { free } }, openings: [] }) as unknown as Board;
    const slots = (state: BoardOpening['state']) =>
        ({ resource: { kind: 'slots', counts: { free: 1 } }, openings: [{ ...opening, state }] }) as unknown as Board;

    it('is said where nothing is free', () => {
        expect(whyNotNow(slots('offering'), 1)).toBe('No slot is free. Free one first.');
        expect(whyNotNow(seats(0), 1)).toBe('No seat is free.');
        expect(whyNotNow(seats(0, 'access'), 1)).toBe('No spot is free.');
    });

    it('is said where a party is larger than what is free', () => {
        expect(whyNotNow(seats(1), 2)).toBe('1 place is free, which isn’t enough for this party.');
        expect(whyNotNow(seats(2), 3)).toBe('2 places are free, which isn’t enough for this party.');
    });

    it('is nothing where something is free', () => {
        expect(whyNotNow(slots('handed_back'), 4)).toBeUndefined();
        expect(whyNotNow(seats(2), 2)).toBeUndefined();
    });
});

describe('a guest without a name', () => {
    it('has the number they got when they joined', () => {
        expect(nameOf({ name: null, id: 'ent_C000001' })).toBe('Guest 1');
        expect(nameOf({ name: '', entry_id: 'ent_4000022' })).toBe('Guest 66');
        expect(nameOf({ name: null, id: 'strange' })).toBe('Guest strange');
    });
});

describe('someone with a place', () => {
    it('can’t have come before it starts', () => {
        const noon = Date.UTC(2030, 0, 1, 12);
        expect(hasStarted({ starts_at: '2030-01-01T13:00:00Z' }, noon)).toBe(false);
        expect(hasStarted({ starts_at: '2030-01-01T12:00:00Z' }, noon)).toBe(true);
        expect(hasStarted({ starts_at: null }, noon)).toBe(true);
    });
});

describe('an offer', () => {
    it('says for how many it is', () => {
        const party = { ...offer, entry: { ...entry, party_size: 4 } };
        expect(offerFacts({ ...party, places: 4 }, undefined, 'UTC')).toEqual(['party of 4', 'sent by e-mail']);
        expect(offerFacts(party, opening, 'UTC')).toContain('party of 4');
    });

    it('is for what its guest comes for, whatever else the slot suits', () => {
        const perm = { ...offer, entry: { ...entry, service: 'Perm', staff: 'Noor' } };
        expect(offerFacts(perm, { ...opening, service: null }, 'UTC')[0]).toMatch(/^Perm with Noor, /);
    });

    it('gets more time in steps that matter', () => {
        const until = (expires_at: string) => extensions({ ...offer, expires_at });
        expect(until('2026-11-15T14:10:00Z')).toEqual([5, 15]);
        expect(until('2026-11-15T18:00:00Z')).toEqual([30, 120]);
        expect(until('2026-11-18T14:00:00Z')).toEqual([360, 1440]);
    });

    it('tells when its message has not left', () => {
        expect(offerFacts({ ...offer, sent_at: null, delivery: { state: 'waiting', channel: null } }, undefined, 'UTC'))
            .toEqual(['message not sent yet']);
    });

    it('that waits until the quiet hours are over tells when its guest hears of it', () => {
        const held = {
            ...offer, send_at: '2026-11-16T08:00:00Z', sent_at: null, delivery: { state: 'waiting' as const, channel: null },
        };
        const evening = Date.parse('2026-11-15T21:00:00Z');
        expect(offerFacts(held, undefined, 'UTC', evening)[0]).toMatch(/^hears of it .*8:00/);
        const morning = Date.parse('2026-11-16T08:00:00Z');
        expect(offerFacts(held, undefined, 'UTC', morning)).toEqual(['message not sent yet']);
    });

    it('tells when its guest can’t be told', () => {
        const delivery = { state: 'not_reachable' as const, channel: null };
        expect(offerFacts({ ...offer, unreached: 'blocked', delivery }, undefined, 'UTC'))
            .toEqual(['can’t be reached']);
    });

    it('tells what it waits for', () => {
        expect(offerFacts({ ...offer, awaiting: 'payment', places: 2 }, undefined, 'UTC'))
            .toEqual(['2 places', 'is paying']);
    });

    it('is extended from its present deadline on', () => {
        expect(extendedUntil('2026-11-15T14:10:01.250Z', 5)).toBe('2026-11-15T14:15:01.250Z');
        expect(extendedUntil('2026-11-15T23:50:00Z', 15)).toBe('2026-11-16T00:05:00Z');
    });
});

describe('a slot', () => {
    it('is offered again for all that it suited, in names that the catalogue may not have', () => {
        const both = { ...opening, service: 'Cut', services: ['Cut', 'Trim'], staff_any: ['Noor', 'Ben'] };
        expect(sameAgain(both)).toMatchObject({
            service: 'Cut', services: ['Cut', 'Trim'], staff_any: ['Noor', 'Ben'], unlisted: true,
        });
        const wider = widerThan(both, 'service');
        expect(wider).toMatchObject({ service: null, staff_any: ['Noor', 'Ben'] });
        expect(wider.services).toBeUndefined();
        expect(widerThan(both, 'size').size).toBeUndefined();
        expect(widerThan(both, 'any_hour')).toMatchObject({ services: ['Cut', 'Trim'], any_hour: true });
    });

    it('says how many would take it if it came free', () => {
        expect(openingFacts({ ...opening, standing_yes: 1 })).toContain('1 late yes');
        expect(openingFacts({ ...opening, standing_yes: 2 })).toContain('2 late yeses');
    });

    it('that is being offered cannot be given by hand', () => {
        const states = ['offering', 'open', 'handed_back', 'walk_in'] as const;
        const all = states.map((state) => ({ ...opening, state }));
        expect(freeOpenings(all).map((free) => free.state))
            .toEqual(['open', 'handed_back', 'walk_in']);
    });

    it('says for how many it is and who was asked', () => {
        expect(openingFacts({ ...opening, size: { min: 2, max: 4 }, offers_made: 1 }))
            .toEqual(['45 minutes', 'for 2 to 4', '1 guest asked']);
    });

    it.each([
        ['Cut', 'Noor', 'Cut with Noor'], ['Cut', null, 'Cut'], [null, 'Noor', 'with Noor'],
        [null, null, ''],
    ])(
        'with %s and %s is called "%s"', (service, staff, words) => {
            expect(withStaff(service, staff)).toBe(words);
        });
});

describe('freed slots', () => {
    it('are of today or later, by the clock of the list', () => {
        const now = Date.parse('2030-01-01T04:00:00Z');
        const at = (starts_at: string) => ({ ...opening, id: starts_at, starts_at });
        const evening = at('2030-01-02T04:59:00Z');
        const midnight = at('2030-01-02T05:00:00Z');
        expect(byDay([evening, midnight], 'America/New_York', now + 3_600_000))
            .toEqual({ today: [evening], later: [midnight] });
        expect(byDay([evening], 'America/New_York', now).today).toEqual([]);
    });
});
