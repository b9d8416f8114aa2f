// The words of the tables.
import { describe, expect, it } from 'vitest';
import { node, replica } from './examples';
import { heard, lagText, nodeWords, shortName, versionsOf } from './report';

describe('a node', () => {
    it('has a short name', () => {
        expect(shortName('nod_4f9a1c0d22')).toBe('4f9a1c');
    });

    it('is at work, leaving or silent', () => {
        expect(nodeWords(node('b'))).toEqual(['running', 'good']);
        expect(nodeWords(node('b', { state: 'leaving' }))).toEqual(['leaving', 'offer']);
        expect(nodeWords(node('b', { silent_seconds: 6 }))).toEqual(['silent', 'bad']);
    });

    it.each([
        [0, 'just now'], [5.9, 'just now'], [6, '6.0 s ago'], [61, '61 s ago'], [300, '5 min ago'],
    ])('heard %d seconds ago: %s', (seconds, words) => {
        expect(heard(node('b', { silent_seconds: seconds }))).toBe(words);
    });

    it('runs one of several versions, which are ordered by number', () => {
        const nodes = ['1.9.0', '1.10.0', '1.9.0'].map((version) => node('b', { version }));
        expect(versionsOf(nodes)).toEqual(['1.10.0', '1.9.0']);
    });
});

describe('a copy of the database', () => {
    it('is behind by so much, or by nothing', () => {
        expect(lagText(replica('second', { lag_seconds: 0.25 }))).toBe('0.3 s');
        expect(lagText(replica('second', { lag_seconds: 42 }))).toBe('42 s');
        expect(lagText(replica('second'))).toBe('nothing to catch up on');
    });
});
