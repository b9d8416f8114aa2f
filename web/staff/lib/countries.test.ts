import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countryChoices, countryCodes, countryName } from './countries';

describe('countries', () => {
    it('are those whose numbers the server knows', () => {
        const table = readFileSync('../src/interchange/contact/numbering.cpp', 'utf8');
        expect(countryCodes).toEqual([...table.matchAll(/\{"([A-Z]{2})", "\d/g)].map((row) => row[1]));
    });

    it('have names and stand in their order', () => {
        expect(countryName('DE')).toBe('Germany');
        const labels = countryChoices().map((choice) => choice.label);
        expect(labels.indexOf('Åland Islands')).toBeLessThan(labels.indexOf('Germany'));
        expect(labels.every((label) => !/^[A-Z]{2}$/.test(label))).toBe(true);
    });
});
