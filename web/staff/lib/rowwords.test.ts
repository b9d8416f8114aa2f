import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowShapes, rowWords } from './rowwords';
import { speech } from './say.svelte';

/** The texts in a file of the server, as one however many lines they take, with something filled in. */
const textsIn = (path: string, begins: RegExp): string[] => {
    const source = readFileSync(`../src/${path}`, 'utf8').replace(/^ *\/\/.*$/gm, '').replace(/"\s*\n\s*"/g, '');
    return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((found) => (found[1] ?? '').replaceAll('\\"', '"'))
        .filter((text) => begins.test(text));
};

const german: [message: string, words: string][] = [
    ['"17.10." is no e-mail address', '„17.10.“ ist keine E-Mail-Adresse.'],
    ['"04/05" can be the day 4 of month 5, or the other way round: write it as 2026-10-14',
        'In „04/05“ können Tag und Monat vertauscht sein. Schreiben Sie es so: 2026-10-14.'],
    ['"12" is no party of 1 to 10 people', '„12“ ist keine Gruppe von 1 bis 10 Personen.'],
    ['"Colr" isn\'t in the catalogue; did you mean "Colour"?',
        '„Colr“ gehört nicht zu Ihrem Angebot. Meinten Sie Colour?'],
    ['has 5 cells, and there are 4 headings', 'Die Zeile hat 5 Zellen, und es gibt 4 Überschriften.'],
    ['is "Cancelled", and so doesn\'t wait', 'Wartet nicht, denn der Status ist „Cancelled“.'],
    ['was refused: list-full', 'Die Liste ist voll'],
    ['was refused: tomorrow', 'Die Liste hat es abgelehnt (tomorrow).'],
    // What the API's own reader finds in a row is known as in a form.
    ['must be a whole number from 1 to 1000', 'Geben Sie eine ganze Zahl von 1 bis 1.000 ein.'],
];

describe('What is wrong with a row', () => {
    beforeEach(() => speech.speak('de'));
    afterEach(() => speech.speak('en'));

    it.each(german)('%s', (message, words) => {
        expect(rowWords(message)).toBe(words);
    });

    it('may have quotation marks in what was typed', () => {
        expect(rowWords('"the "big" table" is no number of people'))
            .toBe('„the "big" table“ ist keine Personenzahl.');
    });

    it('stays as the server said it in English, but for codes', async () => {
        await speech.speak('en');
        expect(rowWords('"none" is no e-mail address')).toBe('"none" is no e-mail address');
        expect(rowWords('was refused: list-full')).toBe('The list is full');
    });

    it.each(['fr', 'es'] as const)('keeps what was typed in %s', async (language) => {
        await speech.speak(language);
        expect(rowWords('"Hanna 2" is no number of people')).toContain('Hanna 2');
        expect(rowWords('"next" is no day: write it as 2026-11-19')).toMatch(/next.*2026-11-19/);
    });
});

// Whoever words a message anew there, or adds one, adds or changes its shape here.
describe('The messages about cells in the server’s source', () => {
    beforeEach(() => speech.speak('de'));
    afterEach(() => speech.speak('en'));

    const known = (message: string) => rowShapes.some(([shape]) => shape.test(message));

    it('in intake/cells/doubt.cpp are all known', () => {
        // The first text of each sentence is the English one; it may be in several pieces.
        const source = readFileSync('../src/intake/cells/doubt.cpp', 'utf8');
        const texts = [...source.matchAll(/\{Say::\w+,\s*\{((?:"(?:[^"\\]|\\.)*"\s*)+),/g)]
            .map(([, pieces = '']) => pieces.replace(/"\s*"/g, '').trim().slice(1, -1).replaceAll('\\"', '"'));
        expect(texts.length).toBeGreaterThan(25);
        const messages = texts.map((text) => text
            .replace('day {1}', 'day 4 of month 5').replaceAll('{0}', '"7"').replaceAll('{1}', '8'));
        // Nobody has to correct a language that we don't write.
        expect(messages.filter((message) => !known(message) && !message.includes('no language'))).toEqual([]);
    });

    it('in intake/sheet/sheet_words.cpp are all known', () => {
        const source = readFileSync('../src/intake/sheet/sheet_words.cpp', 'utf8').replace(/"\s*\n\s*"/g, '');
        const english = /Words english\{([^}]*(?:\{\}[^}]*)*)\};/.exec(source)?.[1] ?? '';
        // What is said in the page's own words isn't looked at.
        const texts = [...english.matchAll(/\.(\w+) = "([^"]* [^"]* [^"]*)"/g)]
            .filter(([, name]) => name !== 'heading_twice').map(([, , text = '']) => text);
        expect(texts.length).toBeGreaterThan(4);
        expect(texts.filter((text) => !known(text))).toEqual([]);
    });

    const ends: Record<string, string[]> = {
        'is 7, and so doesn\'t wait': ['is "7", and so doesn\'t wait'],
        'was refused: ': ['was refused: no-such-code'],
        ' isn\'t in the catalogue': ['"7" isn\'t in the catalogue; did you mean 8?'],
        '"7" isn\'t in the catalogue7': [
            '"7" isn\'t in the catalogue; add it there, or correct the row', '"7" isn\'t in the catalogue; did you mean "8"?',
        ],
    };
    const filled = (text: string) => text.replaceAll('{}', '7').replace(/^7/, '"7"');

    it.each([
        ['intake/people/people.cpp', /^(has (been|no place|no address|\{\})|no longer|is \{\})/],
        ['app/imports/import_plan.cpp', /isn't in the catalogue/], ['app/imports/import_desk.cpp', /^was refused/],
    ])('in %s are all known', (path, begins) => {
        const texts = textsIn(path, begins).map((text) => filled(text.replace('\\"{}\\"', '{}').replace('"{}"', '{}')));
        expect(texts.length).toBeGreaterThan(0);
        const messages = texts.flatMap((text) => ends[text] ?? [text]);
        expect(messages.filter((message) => !known(message))).toEqual([]);
    });
});
