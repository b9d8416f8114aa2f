// The why-panel: every check has words, and each decision says what happened to this person.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import contractText from '../../../../docs/openapi.yaml?raw';
import { speech } from '../../lib/say.svelte';
import { checkWords, decisionInWords, nowInWords, type Check, type Decision, type Explanation } from './checks';

const contract = parse(contractText);
const checks = contract.components.schemas.Check.enum as Check[];

const explanation = (now: Explanation['now'], rank: number | null = 3): Explanation =>
    ({ entry_id: 'ent_1', state: 'waiting', rank, now, decisions: [], partial: false, kept_since: null });
const decision = (change: Partial<Decision>): Decision => ({
    seq: 1, at: '2026-11-15T14:00:00Z', move: 'offer', offer_id: null, opening_id: null, rank: 3,
    chosen: false, check: null, rules_version: 1, detail: 'Eligible, behind 2 others.', ...change,
});

describe('checkWords', () => {
    it('has its own words for every check of the contract', () => {
        expect(new Set(checks.map((check) => checkWords(check, 'Mia'))).size).toBe(checks.length);
    });

    it.each(checks)('says %s as a sentence about the person', (check) => {
        const { text, isGood } = nowInWords(explanation({ eligible: false, check, detail: 'x' }), 'Mia');
        expect(isGood).toBe(false);
        expect(text).toMatch(/^Mia [a-z][a-z’ ]+\.$/);
        expect(text).not.toContain('_');
    });
});

describe('nowInWords', () => {
    it('says that nothing is free rather than that a party is too large', () => {
        const now = { eligible: false, check: 'party_size' as const, detail: 'x' };
        expect(nowInWords(explanation(now, 1), 'Mia', { free: 0, needed: 1 }).text)
            .toBe('No place is free right now.');
        expect(nowInWords(explanation(now, 1), 'Mia', { free: 1, needed: 3 }).text)
            .toBe('Mia needs 3 places, and 1 is free.');
        expect(nowInWords(explanation(now, 1), 'Mia').text).toContain('party');
    });

    it('says who is next and who is behind whom', () => {
        const now = { eligible: true, check: null, detail: '' };
        expect(nowInWords(explanation(now, 1), 'Mia').title).toBe('Next in line');
        expect(nowInWords(explanation(now, 2), 'Mia').text).toBe('Mia is behind 1 other.');
        expect(nowInWords(explanation(now, 1200), 'Mia').text).toContain('behind 1,199 others');
        expect(nowInWords(explanation(now, null), 'Mia').text).toBe('Mia can be offered a place.');
    });

    it('says what became of those who do not wait', () => {
        const now = { eligible: false, check: 'not_waiting' as const, detail: '' };
        const words = nowInWords({ ...explanation(now, null), state: 'accepted' }, 'Mia');
        expect(words).toMatchObject({ isGood: true, title: 'Booked', text: 'Mia is booked and no longer waiting.' });
        expect(nowInWords({ ...explanation(now, null), state: 'left' }, 'Mia').isGood).toBe(false);
    });

    it('passes on why there is nothing to compare with', () => {
        const now = { eligible: false, check: null, detail: 'This entry holds a place.' };
        expect(nowInWords(explanation(now), 'Mia').text).toBe('Mia holds a place.');
    });
});

describe('decisionInWords', () => {
    it('knows who was chosen', () => {
        const words = decisionInWords(decision({ chosen: true, rank: 1 }), 'Mia');
        expect(words).toEqual({ isGood: true, title: 'Offered to this person', text: 'Mia was chosen, as number 1 in line.' });
    });

    it('says which check failed', () => {
        expect(decisionInWords(decision({ check: 'service' }), 'Mia').text)
            .toBe('Mia wants another service.');
    });

    it('says who was further ahead', () => {
        expect(decisionInWords(decision({}), 'Mia').text).toBe('Mia could have had it, but was behind 2 others.');
    });

    it('passes on other reasons in the words of the server', () => {
        expect(decisionInWords(decision({ detail: 'Its party was too large, so a smaller one went ahead.' }), 'Mia').text)
            .toBe('Mia’s party was too large, so a smaller one went ahead.');
    });

    it('says them in the reader’s language', async () => {
        await speech.speak('de');
        const words = decisionInWords(decision({ detail: 'Its party was too large, so a smaller one went ahead.' }), 'Mia');
        await speech.speak('en');
        expect(words.text).toBe('Die Gruppe von Mia war zu groß, deshalb kam eine kleinere zuerst dran.');
    });
});
