import { describe, expect, it } from 'vitest';
import { speech } from '../../lib/say.svelte';
import {
    byRank, columnKeys, fittingColumns, isPlain, nextOrder, rememberedView, rememberView, sorted,
    templateOf,
} from './columns';
import type { Entry } from './queue.svelte';

function entry(rank: number, name: string | null, more: Partial<Entry> = {}): Entry {
    return {
        rank, name, joined_at: `2026-11-1${rank}T09:00:00Z`, party_size: 1, wants: {}, ...more,
    } as Entry;
}
const wanting = (service: string) => ({ service }) as Entry['wants'];
const names = (entries: Entry[]) => entries.map((one) => one.name);

describe('Rows', () => {
    const line = [
        entry(1, 'ben', { party_size: 4, wants: wanting('Cut') }),
        entry(2, null),
        entry(3, 'Ada', { party_size: 4, wants: wanting('colour') }),
        entry(4, 'Élodie', { joined_at: '2026-11-01T09:00:00Z' }),
    ];

    it('are ordered as one looks for them, and those without come last', () => {
        expect(names(sorted(line, { by: 'name', isDown: false }))).toEqual(['Ada', 'ben', 'Élodie', null]);
        expect(names(sorted(line, { by: 'wants', isDown: false }))).toEqual(['Ada', 'ben', null, 'Élodie']);
        expect(names(sorted(line, { by: 'since', isDown: false }))[0]).toBe('Élodie');
        expect(names(sorted(line, { by: 'rank', isDown: true }))[0]).toBe('Élodie');
    });

    it('that are equal stay as the line has them, also downwards', () => {
        expect(names(sorted(line, { by: 'party', isDown: true }))).toEqual(['ben', 'Ada', null, 'Élodie']);
    });

    it('are turned around, and back to the line', () => {
        const up = nextOrder(byRank, 'name');
        const down = nextOrder(up, 'name');
        expect([up, down, nextOrder(down, 'name')]).toEqual(
            [{ by: 'name', isDown: false }, { by: 'name', isDown: true }, byRank]);
        expect([isPlain(byRank), isPlain(nextOrder(byRank, 'rank'))]).toEqual([true, false]);
    });
});

describe('Columns', () => {
    it('are as wide as their titles', async () => {
        expect(templateOf(['party', 'missed'])).toBe('2.6rem 3.4rem');
        await speech.speak('de');
        try {
            expect(templateOf(['party', 'missed'])).toBe('4rem 4rem');
        } finally {
            await speech.speak('en');
        }
    });

    it('fit, or the least important ones go', () => {
        expect(fittingColumns(columnKeys, 1200)).toEqual(columnKeys);
        expect(fittingColumns(columnKeys, 800)).not.toContain('missed');
        expect(fittingColumns(columnKeys, 480)).toEqual(['rank', 'name', 'wants', 'state']);
        expect(fittingColumns([], 1200)).toEqual(['rank', 'name']);
        expect(fittingColumns(['points'], 100)).toEqual(['rank', 'name']);
        expect(templateOf(['rank', 'name'])).toBe('4.3rem minmax(7rem, 1.4fr)');
    });

    it('are remembered with the order', () => {
        let kept = '';
        const view = { columns: ['rank', 'name', 'party'] as const, order: { by: 'party', isDown: true } as const };
        rememberView({ setItem: (_key, text) => { kept = text; } },
            { columns: [...view.columns], order: view.order });
        expect(rememberedView({ getItem: () => kept })).toEqual(view);
    });

    it('are all there where nothing sensible was remembered', () => {
        for (const broken of [null, 'null', '{', '[]', '{"columns":7,"by":"age"}']) {
            expect(rememberedView({ getItem: () => broken })).toEqual({ columns: [...columnKeys], order: byRank });
        }
    });
});
