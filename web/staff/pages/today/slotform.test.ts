// @vitest-environment happy-dom
// The form for a slot that came free.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../lib/catalogue.svelte';
import {
    emptySlot, newOpening, nextStart, rememberedSlot, rememberSlot, slotErrors, slotOf,
} from './slotform';

const zone = 'Europe/Berlin';
const now = Date.parse('2026-11-15T14:02:00Z');

beforeEach(() => localStorage.clear());

describe('the start', () => {
    it('is the next quarter of an hour that leaves time to ask someone', () => {
        expect(nextStart(now, zone)).toBe('2026-11-15T15:45');
    });
});

describe('the form', () => {
    it('remembers what was typed, but not the start', () => {
        const typed = {
            ...emptySlot(now, zone), service: 'Colour', staff: 'Noor', minutes: 45, price: '60',
        };
        rememberSlot(localStorage, 'res_1', typed);
        const later = rememberedSlot(localStorage, 'res_1', now + 7_200_000, zone);
        expect(later).toMatchObject({ service: 'Colour', staff: 'Noor', minutes: 45, price: '60' });
        expect(later.startsAt).toBe('2026-11-15T17:45');
    });

    it('of another list is empty', () => {
        rememberSlot(localStorage, 'res_1', { ...emptySlot(now, zone), service: 'Colour' });
        expect(rememberedSlot(localStorage, 'res_2', now, zone).service).toBe('');
    });

    it('survives a broken memory', () => {
        localStorage.setItem('standby.slot.res_1', '{"service":7');
        expect(rememberedSlot(localStorage, 'res_1', now, zone).service).toBe('');
    });

    it('finds what is wrong', () => {
        const wrong = {
            ...emptySlot(now, zone), startsAt: '2026-11-15T10:00', minutes: 0, price: 'much',
            sizeMax: 0,
        };
        expect(Object.keys(slotErrors(wrong, now, zone)).sort())
            .toEqual(['minutes', 'price', 'sizeMax', 'startsAt']);
        expect(slotErrors(emptySlot(now, zone), now, zone)).toEqual({});
    });

    it('knows times that the clocks jump over', () => {
        const form = { ...emptySlot(now, zone), startsAt: '2027-03-28T02:30' };
        expect(slotErrors(form, now, zone).startsAt).toContain('no such time');
        expect(slotErrors({ ...form, startsAt: '2027-03-28T03:30' }, now, zone)).toEqual({});
    });

    it('says for how many only when staff do', () => {
        expect(newOpening(emptySlot(now, zone), zone, 'e')).not.toHaveProperty('size');
        expect(newOpening({ ...emptySlot(now, zone), sizeMax: 4 }, zone, 'e').size)
            .toEqual({ min: 1, max: 4 });
        const any = {
            id: 'opn_1', state: 'open' as const, starts_at: '2026-11-21T13:00:00Z',
            duration: '1h', service: null, staff: null, place: null, size: { min: 1, max: 200 },
            price: null, offers_made: 0, offer_id: null, standing_yes: 0,
        };
        expect(slotOf(any, zone).sizeMax).toBe('');
    });

    it('becomes a request in the zone of the list', () => {
        const form = {
            ...emptySlot(now, zone), service: ' Colour ', startsAt: '2026-11-21T14:00',
            minutes: 90, price: '45,50',
        };
        expect(newOpening(form, zone, 'staff-1')).toEqual({
            event_id: 'staff-1', starts_at: '2026-11-21T13:00:00Z', duration: '1h30m',
            service: 'Colour',
            staff: null, place: null,
            price: { amount: 4550, currency: 'EUR' },
            reason: 'cancellation',
        });
    });

    it('made of an opening says the same as the opening', () => {
        const opening = {
            id: 'opn_1', state: 'open' as const, starts_at: '2026-11-21T13:00:00Z',
            duration: '1h30m',
            service: 'Colour', staff: null, place: 'Room 2', size: { min: 1, max: 2 },
            price: { amount: 4550, currency: 'EUR' }, offers_made: 0, offer_id: null,
            standing_yes: 0,
        };
        expect(newOpening(slotOf(opening, zone), zone, 'staff-2')).toMatchObject({
            starts_at: opening.starts_at, duration: opening.duration, service: 'Colour',
            staff: null,
            place: 'Room 2', size: opening.size, price: opening.price,
        });
        const both = { ...opening, services: ['Colour', 'Cut'] };
        const form = slotOf(both, zone);
        expect(form.service).toBe('Colour, Cut');
        expect(newOpening(form, zone, 'staff-3', { old: both }).services).toEqual(['Colour', 'Cut']);
        expect(newOpening({ ...form, service: 'Cut' }, zone, 'staff-4', { old: both }).services)
            .toBeUndefined();
    });

    it('suits several services and people, if they are named with commas between them', () => {
        const form = { ...emptySlot(now, zone), service: 'Colour, Cut', staff: ' Anna,Ben ' };
        expect(newOpening(form, zone, 'staff-1')).toMatchObject({
            service: 'Colour', services: ['Colour', 'Cut'], staff: 'Anna', staff_any: ['Anna', 'Ben'],
        });
    });

    it('leaves a comma alone that belongs to a name', () => {
        const services = [{
            id: 'svc_1', name: 'Wash, cut and dry', other_names: [], duration: null, price: null,
            buffer: null,
        }];
        const form = { ...emptySlot(now, zone), service: 'Wash, cut and dry' };
        const known = { services: services as unknown as Service[] };
        const made = newOpening(form, zone, 'staff-1', known);
        expect(made.service).toBe('Wash, cut and dry');
        expect(made.services).toBeUndefined();
        // And two names are still one slot when it is changed without touching them.
        const old = {
            id: 'opn_1', state: 'open' as const, starts_at: '2026-11-21T13:00:00Z',
            duration: '1h', service: 'Wash, cut and dry', services: ['Wash, cut and dry', 'Cut'],
            staff: null, place: null, size: { min: 1, max: 200 },
            price: null, offers_made: 0, offer_id: null, standing_yes: 0,
        };
        expect(newOpening(slotOf(old, zone), zone, 'staff-2', { ...known, old }).services)
            .toEqual(['Wash, cut and dry', 'Cut']);
    });
});
