// Search and filters: the form, the address and the request.
import { describe, expect, it } from 'vitest';
import {
    entryStates, filtersOf, filterWords, foundElsewhere, isLine, matchParts, noFilters, queryOf, searchOf,
} from './filters';

describe('queryOf', () => {
    it('finds people by name whatever became of them', () => {
        expect(queryOf({ ...noFilters, text: ' mia ' })).toEqual({ q: 'mia' });
    });

    it('narrows the line by service and tier', () => {
        expect(queryOf({ ...noFilters, service: 'colour', tier: '2' }))
            .toEqual({ service: 'colour', min_tier: 2, state: 'waiting' });
    });

    it('asks for a state when one is chosen, and for none when everyone is', () => {
        expect(queryOf({ ...noFilters, scope: 'no_show', text: 'a' })).toEqual({ q: 'a', state: 'no_show' });
        expect(queryOf({ ...noFilters, scope: 'any' })).toEqual({});
    });

    it('never asks for more than the server takes', () => {
        expect(queryOf({ ...noFilters, text: 'x'.repeat(300) }).q).toHaveLength(100);
    });
});

describe('the address', () => {
    it('keeps every filter', () => {
        for (const scope of [...entryStates, 'line', 'any'] as const) {
            const filters = { text: 'a&b=c', scope, service: 'hair cut', tier: '3' };
            expect(filtersOf(searchOf(filters, 'ent_1'))).toEqual(filters);
        }
    });

    it('is empty for the plain line', () => {
        expect(searchOf(noFilters, null)).toBe('');
        expect(isLine(filtersOf(''))).toBe(true);
    });

    it('does not trust what someone wrote into it', () => {
        expect(filtersOf('?state=evil&tier=-1&q=ok')).toEqual({ ...noFilters, text: 'ok' });
    });
});

describe('filterWords', () => {
    it('says what nobody matches', () => {
        expect(filterWords({ text: 'mia', scope: 'no_show', service: 'cut', tier: '2' }))
            .toBe('“mia”, “no-show”, the service “cut” and priority 2 or higher');
    });
});

describe('matchParts', () => {
    it('marks what was found, whatever its case', () => {
        expect(matchParts('Anna Hanna', 'AN')).toEqual([
            { text: 'An', isMatch: true }, { text: 'na H', isMatch: false },
            { text: 'an', isMatch: true }, { text: 'na', isMatch: false },
        ]);
    });

    it('loses no text', () => {
        for (const [text, search] of [['<b>', 'b'], ['İstanbul', 'i'], ['', 'x'], ['aaa', 'aa'], ['abc', '']] as const) {
            expect(matchParts(text, search).map((part) => part.text).join('')).toBe(text);
        }
    });
});

describe('foundElsewhere', () => {
    const entry = { id: 'ent_42', name: 'Mia', email: 'mia@example.org', phone: '+4930123456' };

    it('shows the address or number that was found where the name was not', () => {
        expect(foundElsewhere(entry, 'example')).toBe('mia@example.org');
        expect(foundElsewhere(entry, '+49 30 12')).toBe('+4930123456');
        expect(foundElsewhere(entry, '30 123')).toBe('+4930123456');
        expect(foundElsewhere(entry, 'ENT_4')).toBe('ent_42');
    });

    it('shows nothing more where the name was found, or nothing was looked for', () => {
        expect(foundElsewhere(entry, 'mi')).toBe('');
        expect(foundElsewhere(entry, ' ')).toBe('');
    });
});
