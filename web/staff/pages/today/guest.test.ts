// What is typed in the line for a new guest becomes one request.
import { describe, expect, it } from 'vitest';
import type { Service } from '../../lib/catalogue.svelte';
import { joinBody } from './guest';

const draft = { name: ' Mia ', contact: '', what: '', party: '2' };

describe('joinBody', () => {
    it('needs a name alone', () => {
        expect(joinBody(draft, 'slots', 'in_turn')).toEqual({ name: 'Mia', walk_in: true, party_size: 2 });
    });

    it('tells an address from a number', () => {
        expect(joinBody({ ...draft, contact: ' mia@example.org' }, 'seats', 'in_turn').email).toBe('mia@example.org');
        expect(joinBody({ ...draft, contact: '+49 30 1' }, 'seats', 'in_turn').phone).toBe('+49 30 1');
    });

    it('wishes for a service only where there are some', () => {
        expect(joinBody({ ...draft, what: 'Colour ' }, 'slots', 'in_turn').wants).toEqual({ service: 'Colour' });
        expect(joinBody({ ...draft, what: 'Colour' }, 'seats', 'in_turn').wants).toBeUndefined();
    });

    it('takes several services with commas between, and one that has a comma itself as one', () => {
        expect(joinBody({ ...draft, what: 'Cut, Colour' }, 'slots', 'in_turn').wants)
            .toEqual({ service: 'Cut', services: ['Cut', 'Colour'] });
        const dry = { id: 'svc_1', name: 'Cut, dry', other_names: [] } as unknown as Service;
        expect(joinBody({ ...draft, what: 'cut, dry' }, 'slots', 'in_turn', [dry]).wants)
            .toEqual({ service: 'cut, dry' });
    });

    it('gives a seat at once, and one too many only where staff say so', () => {
        expect(joinBody(draft, 'seats', 'now')).toMatchObject({ give_now: true });
        expect(joinBody(draft, 'seats', 'now').over_capacity).toBeUndefined();
        expect(joinBody(draft, 'access', 'over_capacity')).toMatchObject({ give_now: true, over_capacity: true });
        expect(joinBody(draft, 'slots', 'now').give_now).toBeUndefined();
    });
});
