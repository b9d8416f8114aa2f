// Changing an entry: only what differs is sent, and wishes that the form does not show survive.
import { describe, expect, it } from 'vitest';
import type { Schemas } from '../../lib/api';
import { changeOf, draftOf, errorsOf } from './change';

const zone = 'Europe/Berlin';
const entry = {
    id: 'ent_1', state: 'waiting', instant_yes: null, name: 'Mia', email: 'mia@example.org', phone: null, party_size: 1,
    tier: 0, points: 5,
    wants: {
        service: 'colour', staff: null, place: null, earliest: null, latest: '2026-11-21T22:59:59.999Z',
        weekly: [{ days: ['mon'], from: '09:00', to: '12:00' }], min_notice: '90m',
        max_price: { amount: 4550, currency: 'EUR' }, move_up: false,
    },
} as unknown as Schemas['Entry'];

describe('changeOf', () => {
    it('sends nothing where nothing changed', () => {
        expect(changeOf(draftOf(entry, zone), entry, zone)).toEqual({});
    });

    it('sends only what changed', () => {
        expect(changeOf({ ...draftOf(entry, zone), tier: 2, phone: ' +49301 ' }, entry, zone))
            .toEqual({ tier: 2, phone: '+49301' });
        expect(changeOf({ ...draftOf(entry, zone), email: '' }, entry, zone)).toEqual({ email: null });
    });

    it('takes several names, and keeps those that were not touched', () => {
        const wants = { ...entry.wants, service: 'Cut, dry', staff: 'Anna', staff_any: ['Anna', 'Ben'] };
        const several = { ...entry, wants };
        const draft = draftOf(several, zone);
        expect([draft.service, draft.staff]).toEqual(['Cut, dry', 'Anna, Ben']);
        const change = changeOf({ ...draft, staff: 'Ben, Zoe, ' }, several, zone);
        expect(change.wants?.service).toBe('Cut, dry');
        expect(change.wants?.services).toBeUndefined();
        expect(change.wants?.staff_any).toEqual(['Ben', 'Zoe']);
        expect(changeOf({ ...draft, notice: '1h' }, several, zone).wants?.staff_any)
            .toEqual(['Anna', 'Ben']);
    });
    it('sends the wishes as a whole and keeps those it does not show', () => {
        const { wants } = changeOf({ ...draftOf(entry, zone), staff: 'Noor' }, entry, zone);
        expect(wants).toEqual({ ...entry.wants, staff: 'Noor' });
    });

    it('changes the times of the week', () => {
        const draft = draftOf(entry, zone);
        draft.weekly.push({ days: ['sat'], from: '10:00', to: '14:00' });
        expect(changeOf(draft, entry, zone).wants?.weekly).toEqual([
            { days: ['mon'], from: '09:00', to: '12:00' }, { days: ['sat'], from: '10:00', to: '14:00' },
        ]);
        expect(changeOf({ ...draft, weekly: [] }, entry, zone).wants?.weekly).toEqual([]);
        expect(errorsOf({ ...draft, weekly: [{ days: [], from: '10:00', to: '14:00' }] }).weekly)
            .toBeDefined();
    });

    it('books without asking from now on, or asks again', () => {
        const asked = draftOf(entry, zone);
        expect(changeOf({ ...asked, isInstant: true }, entry, zone))
            .toEqual({ instant_yes: { min_notice: '2h', max_price: null, weekly: [] } });
        const terms = { min_notice: '1d', max_price: { amount: 6000, currency: 'EUR' }, weekly: [] };
        const instant = { ...entry, instant_yes: terms };
        const draft = draftOf(instant, zone);
        expect(changeOf(draft, instant, zone)).toEqual({});
        expect(changeOf({ ...draft, instantNotice: '' }, instant, zone)).toEqual({ instant_yes: { ...terms, min_notice: '0s' } });
        expect(changeOf({ ...draft, isInstant: false }, instant, zone)).toEqual({ instant_yes: null });
        expect(errorsOf({ ...draft, instantNotice: 'soon' }).instantNotice).toBeDefined();
    });

    it('takes a wish away', () => {
        const { wants } = changeOf({ ...draftOf(entry, zone), latest: '', notice: '', price: '' }, entry, zone);
        expect(wants).toMatchObject({ latest: null, min_notice: '0s', max_price: null });
    });

    it('sends a new day as a day of the list', () => {
        expect(changeOf({ ...draftOf(entry, zone), latest: '2026-12-24' }, entry, zone).wants?.latest).toBe('2026-12-24');
    });
});

describe('errorsOf', () => {
    it('finds nothing in an entry as it is', () => {
        expect(errorsOf(draftOf(entry, zone))).toEqual({});
    });

    it('names each field that is wrong', () => {
        const wrong = {
            ...draftOf(entry, zone), partySize: '', tier: 1.5, points: -1, earliest: '2026-12-01',
            latest: '2026-11-01', notice: 'soon', price: 'cheap',
        };
        expect(Object.keys(errorsOf(wrong)).sort())
            .toEqual(['latest', 'notice', 'partySize', 'points', 'price', 'tier']);
    });
});
