import { describe, expect, it } from 'vitest';
import type { Entry } from './queue.svelte';
import { SortedRows, sortedMax } from './sorted.svelte';

const entry = (rank: number, name: string): Entry =>
    ({ id: `ent_${rank}`, rank, name, joined_at: '2026-11-18T09:00:00Z', party_size: 1, wants: {} }) as Entry;
const settle = () => new Promise((resolve) => { setTimeout(resolve); });

describe('Rows in another order', () => {
    it('are read when they are looked at, and again when something happens', async () => {
        let line = [entry(1, 'Ben'), entry(2, 'Ada')];
        const rows = new SortedRows(() => Promise.resolve(line), { by: 'name', isDown: false });
        rows.need();
        await settle();
        expect([rows.total, rows.at(0)?.name, rows.find('ent_1'), rows.isComplete]).toEqual([2, 'Ada', 1, true]);
        line = [entry(1, 'Ben'), entry(2, 'Ada'), entry(3, 'Abe')];
        rows.refresh();
        rows.refresh();
        await settle();
        expect([rows.at(0)?.name, rows.version]).toEqual(['Abe', 3]);
    });

    it('say that there are more than can be sorted', async () => {
        const many = Array.from({ length: sortedMax + 1 }, (_, index) => entry(index + 1, 'A'));
        const rows = new SortedRows(() => Promise.resolve(many), { by: 'rank', isDown: true });
        rows.need();
        await settle();
        expect([rows.total, rows.isComplete, rows.at(0)?.rank]).toEqual([sortedMax, false, sortedMax]);
    });

    it('keep what was read when reading fails, and can be read again', async () => {
        let fails = true;
        const rows = new SortedRows(
            () => (fails ? Promise.reject(new Error('no')) : Promise.resolve([entry(1, 'A')])),
            { by: 'name', isDown: false });
        rows.need();
        await settle();
        expect([rows.error === undefined, rows.isReady]).toEqual([false, false]);
        fails = false;
        rows.retry();
        await settle();
        expect([rows.error, rows.total]).toEqual([undefined, 1]);
    });
});
