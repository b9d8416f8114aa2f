// The line against a server that answers when the test says so.
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceNetwork } from '../../lib/api';
import { QueueRows } from './queue.svelte';

interface Asked {
    from: number;
    answer: (shift: number) => Promise<void>;
}

let waiting = 0;
let queue: Asked[] = [];
let isDown = false;

/** Lets everything run that is ready to run; nothing here waits for a time. */
async function settle(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
        await new Promise((resolve) => setTimeout(resolve));
    }
}

function json(body: unknown): Response {
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
}

/** The guest at a rank has that rank plus `shift` as number: the line moved on by so many. */
function windowOf(from: number, shift: number) {
    const items = Array.from({ length: Math.min(200, waiting - from + 1) }, (_, index) => ({
        id: `ent_${from + index + shift}`, rank: from + index,
    }));
    return json({ items, next_cursor: null });
}

beforeEach(() => {
    waiting = 1000;
    queue = [];
    isDown = false;
    replaceNetwork((request) => {
        const url = new URL((request as Request).url);
        if (isDown) {
            return Promise.reject(new TypeError('no network'));
        }
        if (!url.pathname.endsWith('/queue')) {
            return Promise.resolve(json({ id: 'res_1', counts: { waiting } }));
        }
        const from = Number(url.searchParams.get('from'));
        return new Promise((resolve) => {
            queue.push({
                from,
                answer: async (shift) => {
                    resolve(windowOf(from, shift));
                    await settle();
                },
            });
        });
    }, () => Promise.resolve());
});

async function begin(first: number, end: number): Promise<QueueRows> {
    const rows = new QueueRows('res_1');
    rows.refresh();
    rows.need(first, end);
    await settle();
    return rows;
}

async function answerAll(shift: number): Promise<void> {
    while (queue.length > 0) {
        await queue.shift()?.answer(shift);
    }
}

describe('QueueRows', () => {
    it('reads the window of the rows that are looked at, by rank', async () => {
        const rows = await begin(450, 480);
        expect(queue.map((asked) => asked.from)).toEqual([401]);
        await answerAll(0);
        expect(rows.at(450)?.id).toBe('ent_451');
        expect([rows.total, rows.isReady]).toEqual([1000, true]);
    });

    it('reads two windows at a time, and only those still looked at', async () => {
        const rows = await begin(0, 900);
        expect(queue).toHaveLength(2);
        rows.need(850, 900);
        await queue.shift()?.answer(0);
        expect(queue.map((asked) => asked.from)).toEqual([201, 801]);
    });

    it('keeps the rows while it reads them again', async () => {
        const rows = await begin(0, 20);
        await answerAll(0);
        rows.refresh();
        await settle();
        expect(queue).toHaveLength(1);
        expect(rows.at(0)?.id).toBe('ent_1');
        await answerAll(7);
        expect(rows.at(0)?.id).toBe('ent_8');
    });

    it('changes all windows in view at once', async () => {
        const rows = await begin(190, 210);
        await answerAll(0);
        const before = rows.version;
        rows.refresh();
        await settle();
        await queue.shift()?.answer(25);
        expect([rows.version, rows.at(190)?.id]).toEqual([before, 'ent_191']);
        await queue.shift()?.answer(25);
        expect([rows.version, rows.at(190)?.id, rows.at(205)?.id]).toEqual([before + 1, 'ent_216', 'ent_231']);
    });

    it('says that nobody can be reached, keeps what it has, and goes on when told to', async () => {
        const rows = await begin(0, 20);
        await answerAll(0);
        isDown = true;
        rows.refresh();
        await settle();
        expect(rows.error).toBeInstanceOf(Error);
        expect(rows.at(3)?.id).toBe('ent_4');
        isDown = false;
        rows.retry();
        await settle();
        await answerAll(0);
        expect(rows.error).toBeUndefined();
    });
});
