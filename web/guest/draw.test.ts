// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { check, type DrawPage, fetchDraw, type Lot, lotOf, lotText, placeOf } from './draw';
import { sha256 } from './sha256';

function digest(text: string): string {
    return createHash('sha256').update(text, 'utf8').digest('hex');
}

const seed = '0123456789abcdef'.repeat(4);

function draw(words: string | null, participants: string[]): DrawPage {
    const lots = participants.map((participant, index) => ({
        number: index + 1,
        participant,
        lot: digest(`standby lot\n${seed}\n${participant}\n${words ?? ''}`).slice(0, 8),
    }));
    return {
        resource_id: 'res_1',
        drawn: true,
        lots_of: 'people',
        words,
        commitment: digest(`standby draw\nres_1\n${seed}\n${words ?? ''}`),
        seed,
        lots,
        next_cursor: null,
    };
}

describe('sha256', () => {
    it('is what everybody else computes, at every length and in every script', () => {
        for (let length = 0; length < 200; length += 1) {
            const text = 'x'.repeat(length);
            expect(sha256(text)).toBe(digest(text));
        }
        expect(sha256('Fête 抽選 🎟')).toBe(digest('Fête 抽選 🎟'));
    });
});

describe('check', () => {
    it('finds that honest lots fit, with words in any script', () => {
        const honest = draw('Grüße aus Köln', ['00000000000000aa', '00000000000000bb']);
        expect(check(honest, honest.lots)).toEqual({ kind: 'fits', count: 2 });
    });

    it('finds another seed, other words and other lots', () => {
        const honest = draw(null, ['00000000000000aa', '00000000000000bb']);
        expect(check({ ...honest, seed: 'f'.repeat(64) }, honest.lots).kind).toBe('other-seed');
        expect(check({ ...honest, words: 'other' }, honest.lots).kind).toBe('other-seed');
        expect(check({ ...honest, resource_id: 'res_2' }, honest.lots).kind).toBe('other-seed');
        const bent = honest.lots.map((lot): Lot => ({ ...lot, participant: 'ffffffffffffffff' }));
        expect(check(honest, bent)).toEqual({ kind: 'other-lots', wrong: 2, count: 2 });
    });

    it('says nothing before the draw', () => {
        expect(check({ ...draw(null, []), drawn: false, seed: null }, []).kind).toBe('pending');
    });

    it('checks a draw by numbers as earlier versions published it', () => {
        const old: DrawPage = {
            ...draw(null, []),
            lots_of: 'numbers',
            seed: 'open sesame',
            commitment: digest('open sesame'),
        };
        expect(check(old, []).kind).toBe('fits-numbers');
        expect(lotText(old, [], 7, { lotNumber: '{0}: {1}' })).toBe('7: 533a6b0a');
    });
});

describe('lots', () => {
    it('gives one person the same lot under every number', () => {
        const twice = draw(null, ['00000000000000aa', '00000000000000aa']);
        expect(twice.lots[0]!.lot).toBe(twice.lots[1]!.lot);
        expect(lotOf(twice, '00000000000000aa')).toBe(twice.lots[0]!.lot);
        expect(placeOf(twice.lots, twice.lots[1]!)).toBe(2);
    });

    it('tells a place, and who was not in the draw', () => {
        const { lots } = draw(null, ['00000000000000aa', '00000000000000bb']);
        const texts = { lot: '{0} {1} {2}/{3}', noLot: 'not {0}' };
        const first = [...lots].sort((a, b) => (a.lot < b.lot ? -1 : 1))[0]!;
        const page = draw(null, []);
        expect(lotText(page, lots, first.number, texts)).toBe(`${first.number} ${first.lot} 1/2`);
        expect(lotText(page, lots, 9, texts)).toBe('not 9');
    });

    it('come from as many pages as there are', async () => {
        const page = draw(null, ['00000000000000aa']);
        const asked: string[] = [];
        const all = await fetchDraw('/draw', (path) => {
            asked.push(path);
            return Promise.resolve({ ...page, next_cursor: asked.length < 3 ? 'a+b' : null });
        });
        expect(asked).toEqual(['/draw', '/draw?cursor=a%2Bb', '/draw?cursor=a%2Bb']);
        expect(all.lots).toHaveLength(3);
    });
});
