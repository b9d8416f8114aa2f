import { describe, expect, it } from 'vitest';
import {
    lengthOf, oddCharacters, segmentsInWords, segmentWarning, splitSegments,
} from './segments';

describe('a text message', () => {
    it('fits 160 characters of the GSM alphabet, then 153 in each part', () => {
        expect(splitSegments('a'.repeat(160))).toHaveLength(1);
        expect(splitSegments('a'.repeat(161)).map((part) => part.length)).toEqual([153, 8]);
        expect(splitSegments('a'.repeat(307))).toHaveLength(3);
    });

    it('fits 70 with any other character, then 67 in each part', () => {
        expect(splitSegments(`–${'a'.repeat(69)}`)).toHaveLength(1);
        expect(splitSegments(`–${'a'.repeat(70)}`).map((part) => part.length)).toEqual([67, 4]);
    });

    it('counts a euro sign twice, and does not cut it in two', () => {
        expect(lengthOf('5€')).toBe(3);
        expect(splitSegments(`${'a'.repeat(152)}€${'a'.repeat(20)}`)[0]).toBe('a'.repeat(152));
    });

    it('counts an emoji twice, and does not cut it in two', () => {
        expect(lengthOf('😀')).toBe(2);
        const parts = splitSegments(`${'a'.repeat(66)}😀${'a'.repeat(10)}`);
        expect(parts).toEqual(['a'.repeat(66), `😀${'a'.repeat(10)}`]);
    });

    it('knows umlauts, but not the accents of all languages', () => {
        expect(oddCharacters('Grüße à la mañana')).toEqual([]);
        expect(oddCharacters('Salón “x” “y” `')).toEqual(['ó', '“', '”', '`']);
    });

    it('is put together again from its parts', () => {
        const text = 'Salón: “Haircut” – 😀 '.repeat(20);
        expect(splitSegments(text).join('')).toBe(text);
    });
});

describe('the note under a message', () => {
    it('says how full it is', () => {
        expect(segmentsInWords('hello', 1)).toBe('1 message, 5 of 160 characters');
        expect(segmentsInWords('ó', 1)).toBe('1 message, 1 of 70 characters');
        expect(segmentsInWords('a'.repeat(200), 2)).toBe('Charged as 2 messages, 200 characters');
    });

    it('warns only where it costs more', () => {
        expect(segmentWarning('hello', 1)).toBe('');
        expect(segmentWarning('Salón', 1)).toContain('ó is not');
        expect(segmentWarning('a'.repeat(200), 2)).toContain('charged as 2');
    });
});
