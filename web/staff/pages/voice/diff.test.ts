import { describe, expect, it } from 'vitest';
import { diffWords, wordsOf, type Piece } from './diff';

function before(pieces: Piece[]): string {
    return pieces.filter((piece) => piece.kind !== 'new').map((piece) => piece.text).join('');
}

function after(pieces: Piece[]): string {
    return pieces.filter((piece) => piece.kind !== 'gone').map((piece) => piece.text).join('');
}

describe('the words of a text', () => {
    it('keep marks whole and lose nothing', () => {
        const text = 'Hello{{#name}} {{name}}{{/name}},\n\nit’s free – 5€!';
        const words = wordsOf(text);
        expect(words.join('')).toBe(text);
        expect(words).toContain('{{#name}}');
        expect(words).toContain('it’s');
    });
});

describe('a difference', () => {
    it('is nothing between equal texts', () => {
        expect(diffWords('Hello Ada', 'Hello Ada')).toEqual([{ kind: 'same', text: 'Hello Ada' }]);
        expect(diffWords('', '')).toEqual([]);
    });

    it('shows the one word that changed', () => {
        expect(diffWords('A place for you', 'A seat for you')).toEqual([
            { kind: 'same', text: 'A ' }, { kind: 'gone', text: 'place' },
            { kind: 'new', text: 'seat' }, { kind: 'same', text: ' for you' },
        ]);
    });

    it('shows what was added and what was taken away', () => {
        expect(diffWords('Hello', 'Hello {{name}}')).toEqual([
            { kind: 'same', text: 'Hello' }, { kind: 'new', text: ' {{name}}' },
        ]);
        expect(diffWords('one two three', 'one three')).toEqual([
            { kind: 'same', text: 'one ' }, { kind: 'gone', text: 'two ' },
            { kind: 'same', text: 'three' },
        ]);
    });

    it('keeps what two changed places have between them', () => {
        const pieces = diffWords('red cat sits here', 'blue cat sits there');
        expect(pieces.filter((piece) => piece.kind === 'same').map((piece) => piece.text))
            .toEqual([' cat sits ']);
    });

    it('is one where only a space lies between two changes, but not across lines', () => {
        expect(diffWords('big red cat', 'small blue cat')).toEqual([
            { kind: 'gone', text: 'big red' }, { kind: 'new', text: 'small blue' },
            { kind: 'same', text: ' cat' },
        ]);
        expect(diffWords('big\nred', 'small\nblue')).toHaveLength(5);
    });

    it('gives both texts back, whatever they are', () => {
        let seed = 7;
        const random = (limit: number) => {
            seed = (seed * 1103515245 + 12345) % 2147483648;
            return seed % limit;
        };
        const alphabet = ['a', 'b', ' ', '\n', '{{name}}', 'ü', '.'];
        const text = () => Array.from({ length: random(40) }, () => alphabet[random(7)]).join('');
        for (let round = 0; round < 300; round += 1) {
            const left = text();
            const right = text();
            const pieces = diffWords(left, right);
            expect(before(pieces)).toBe(left);
            expect(after(pieces)).toBe(right);
        }
    });

    it('copes with texts far longer than a wording', () => {
        const pieces = diffWords('a '.repeat(4000), 'b '.repeat(4000));
        expect(before(pieces)).toBe('a '.repeat(4000));
        expect(after(pieces)).toBe('b '.repeat(4000));
    });
});
