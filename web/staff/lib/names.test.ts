// Tests of guessing which name was meant.
import { describe, expect, it } from 'vitest';
import { findNamed, unlistedIn } from './catalogue.svelte';
import { distance, nameKey, nearestName } from './names';

const services = [
    { name: 'Colour', other_names: ['Color', 'Dye'] },
    { name: 'Cut', other_names: [] },
];

describe('nameKey', () => {
    it('is the same however a name is written', () => {
        for (const text of ['Colour', ' COLOUR ', 'cölour', 'col-our', 'co lour']) {
            expect(nameKey(text)).toBe('colour');
        }
    });
});

describe('distance', () => {
    it('counts letters, and two exchanged as one', () => {
        expect(distance('colour', 'colour')).toBe(0);
        expect(distance('coluor', 'colour')).toBe(1);
        expect(distance('', 'cut')).toBe(3);
        expect(distance('cut', '')).toBe(3);
        expect(distance('cat', 'cut')).toBe(1);
    });
});

describe('nearestName', () => {
    it('is the closest, or none', () => {
        expect(nearestName('Coluor', ['Cut', 'Colour'])).toBe('Colour');
        expect(nearestName('Massage', ['Cut', 'Colour'])).toBeUndefined();
        expect(nearestName('xy', ['x'])).toBeUndefined();
    });
});

describe('the catalogue', () => {
    it('finds by other names', () => {
        expect(findNamed(services, 'DYE')?.name).toBe('Colour');
        expect(findNamed(services, '')).toBeUndefined();
    });
    it('asks about what is in there for nobody', () => {
        expect(unlistedIn(services, 'coluor')).toEqual({ text: 'coluor', suggestion: 'Colour' });
        expect(unlistedIn(services, 'Kolor')?.suggestion).toBe('Colour');
        expect(unlistedIn(services, 'Massage')).toEqual({ text: 'Massage', suggestion: undefined });
        expect(unlistedIn(services, ' dye ')).toBeUndefined();
        expect(unlistedIn(services, ' ')).toBeUndefined();
        expect(unlistedIn([], 'anything')).toBeUndefined();
    });
});
