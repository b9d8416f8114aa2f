// The feed: every event once, newest first, nothing shifted under someone who reads.
import { describe, expect, it } from 'vitest';
import { Feed } from './feed.svelte';
import { mergeNewest } from './merge';
import type { AuditItem } from './sentences';

const item = (seq: number) => ({ seq }) as AuditItem;
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => item(from - index));

/** A history that grows; pages as the server gives them. */
class History {
    last = 120;
    isDown = false;

    read = async (cursor: string | undefined, limit: number) => {
        if (this.isDown) {
            throw new Error('down');
        }
        const from = cursor === undefined ? this.last : Number(cursor);
        const to = Math.max(1, from - limit + 1);
        return { items: from >= 1 ? range(from, to) : [], next_cursor: to > 1 ? String(to - 1) : null };
    };
}

describe('Feed', () => {
    it('reads to the beginning, each event once', async () => {
        const history = new History();
        const feed = new Feed(history.read, () => false);
        await feed.refresh();
        while (feed.cursor !== null) {
            await feed.readOlder();
        }
        expect(feed.items?.map((one) => one.seq)).toEqual(range(120, 1).map((one) => one.seq));
    });

    it('puts new events on top', async () => {
        const history = new History();
        const feed = new Feed(history.read, () => false);
        await feed.refresh();
        history.last = 123;
        await feed.refresh();
        expect(feed.items?.slice(0, 4).map((one) => one.seq)).toEqual([123, 122, 121, 120]);
    });

    it('keeps how far messages came, and takes over what is newer', async () => {
        const states = ['left', 'delivered'] as const;
        let count = 0;
        const feed = new Feed(async () => ({
            items: [item(1)], next_cursor: null,
            deliveries: [{ offer_id: 'off_1', delivery: { state: states[count++] ?? 'opened', channel: 'mail' } }],
        }), () => false);
        await feed.refresh();
        expect(feed.deliveries.get('off_1')?.state).toBe('left');
        await feed.refresh();
        expect(feed.deliveries.get('off_1')?.state).toBe('delivered');
    });

    it('holds new events back while someone reads further down', async () => {
        const history = new History();
        let isAway = true;
        const feed = new Feed(history.read, () => isAway);
        await feed.refresh();
        history.last = 122;
        await feed.refresh();
        history.last = 123;
        await feed.refresh();
        expect(feed.items?.[0]?.seq).toBe(120);
        expect(feed.held.map((one) => one.seq)).toEqual([123, 122, 121]);
        isAway = false;
        feed.release();
        expect(feed.items?.slice(0, 4).map((one) => one.seq)).toEqual([123, 122, 121, 120]);
        expect(feed.held).toEqual([]);
    });

    it('leaves no gap when more happened than a page holds', async () => {
        const history = new History();
        const feed = new Feed(history.read, () => false);
        await feed.refresh();
        history.last = 400;
        await feed.refresh();
        const seqs = feed.items?.map((one) => one.seq) ?? [];
        expect(seqs[0]).toBe(400);
        expect(seqs.every((seq, index) => index === 0 || seq === (seqs[index - 1] ?? 0) - 1)).toBe(true);
    });

    it('begins anew when it is too far behind', async () => {
        const history = new History();
        const feed = new Feed(history.read, () => false);
        await feed.refresh();
        history.last = 50_000;
        await feed.refresh();
        expect(feed.items?.map((one) => one.seq)).toEqual(range(50_000, 49_951).map((one) => one.seq));
    });

    it('keeps what it has when the server is away, and goes on later', async () => {
        const history = new History();
        const feed = new Feed(history.read, () => false);
        await feed.refresh();
        history.isDown = true;
        await feed.refresh();
        expect(feed.error).toBeInstanceOf(Error);
        expect(feed.items).toHaveLength(50);
        history.isDown = false;
        await feed.refresh();
        expect(feed.error).toBeUndefined();
    });
});

describe('mergeNewest', () => {
    it('has each event once', () => {
        expect(mergeNewest(range(5, 3), range(4, 1)).map((one) => one.seq)).toEqual([5, 4, 3, 2, 1]);
    });
});
