// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { formatList, formatNumber, speech, spoken, t, tn } from './say.svelte';

vi.mock('../../../words/staff/de.toml', () => ({ default: {
    'Ask {name} next?': '{name} als Nächstes fragen?',
    '{n} guests': { one: '{n} Gast', other: '{n} Gäste' },
    Owner: 'Inhaber',
} }));
vi.mock('../../../words/staff/fr.toml', () => ({ default: {
    '{n} guests': { one: '{n} client', other: '{n} clients' },
} }));

afterEach(async () => {
    localStorage.clear();
    await speech.speak('en');
});

const guests = (n: number) => tn(n, '{n} guest', '{n} guests');

test('Values take their place in a sentence', () => {
    expect(t('Ask {name} next?', { name: 'Mia' })).toBe('Ask Mia next?');
});

test('A value that looks like a mark is left as it is', () => {
    expect(t('{a} and {b}', { a: '{b}', b: 'Ben' })).toBe('{b} and Ben');
});

test('One guest is singular, none and several are plural', () => {
    expect([0, 1, 2].map(guests)).toEqual(['0 guests', '1 guest', '2 guests']);
});

test('Another language has its own sentences, plurals and numbers', async () => {
    await speech.speak('de');
    expect(t('Ask {name} next?', { name: 'Mia' })).toBe('Mia als Nächstes fragen?');
    expect([0, 1, 1234].map(guests)).toEqual(['0 Gäste', '1 Gast', '1.234 Gäste']);
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(formatList(['Anna', 'Ben', 'Mia'])).toBe('Anna, Ben und Mia');
});

test('Nothing is singular in French', async () => {
    await speech.speak('fr');
    expect([0, 1, 2].map(guests)).toEqual(['0 client', '1 client', '2 clients']);
});

test('A sentence without a translation is said in English', async () => {
    await speech.speak('de');
    expect(t('Nobody knows this.')).toBe('Nobody knows this.');
});

test('A table speaks the language of the moment it is looked at', async () => {
    const names = spoken(() => ({ owner: t('Owner') }));
    expect(names.owner).toBe('Owner');
    await speech.speak('de');
    expect(names.owner).toBe('Inhaber');
    expect(Object.keys(names)).toEqual(['owner']);
});

test('The browser’s languages decide until someone chooses', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-BR', 'de-AT', 'en']);
    await speech.start();
    expect([speech.language, speech.locale]).toEqual(['de', 'de-AT']);
    await speech.choose('fr');
    await speech.start();
    expect([speech.language, speech.locale]).toEqual(['fr', 'fr']);
});

test('The last choice holds, whichever words come first', async () => {
    const first = speech.speak('de');
    const second = speech.speak('en');
    await Promise.all([first, second]);
    expect(speech.language).toBe('en');
});
