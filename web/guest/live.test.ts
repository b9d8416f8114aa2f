// Tests of the stream and of what happens without it.
import { describe, expect, it } from 'vitest';
import { type Entry, LiveEntry, type Stream } from './live';

function entry(rank: number, refresh_seconds = 10): Entry {
    return { state: 'waiting', rank, band: null, refresh_seconds, offer: null, referrals: null };
}

class FakeStream implements Stream {
    readyState = 1;
    isClosed = false;
    private readonly listeners = new Map<string, (event: { data?: string }) => void>();

    addEventListener(type: string, listener: (event: { data?: string }) => void): void {
        this.listeners.set(type, listener);
    }
    close(): void {
        this.isClosed = true;
        this.readyState = 2;
    }
    tell(type: string, data?: string): void {
        this.listeners.get(type)?.(data === undefined ? {} : { data });
    }
    fail(readyState: number): void {
        this.readyState = readyState;
        this.tell('error');
    }
}

/** A world in which time passes only when a test says so. */
function world() {
    const streams: FakeStream[] = [];
    const seen: (number | null)[] = [];
    const waits: number[] = [];
    let due: (() => void) | null = null;
    let answers: (Entry | Error)[] = [];
    const live = new LiveEntry(
        {
            openStream: () => {
                const stream = new FakeStream();
                streams.push(stream);
                return stream;
            },
            fetchEntry: () => {
                const answer = answers.shift() ?? new Error('no answer');
                return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
            },
            later: (milliseconds, action) => {
                waits.push(milliseconds);
                due = action;
                return () => {
                    due = null;
                };
            },
        },
        30,
        (told) => {
            seen.push(told.rank);
        },
    );
    return {
        live,
        streams,
        seen,
        waits,
        answer(...next: (Entry | Error)[]) {
            answers = next;
        },
        hasTimer: () => due !== null,
        async pass() {
            const action = due;
            due = null;
            action?.();
            await settled();
        },
    };
}

async function settled(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) {
        await Promise.resolve();
    }
}

describe('LiveEntry', () => {
    it('shows what the one stream says', () => {
        const { live, streams, seen } = world();
        live.start();
        live.start();
        expect(streams).toHaveLength(1);
        streams[0]!.tell('snapshot', JSON.stringify(entry(3)));
        streams[0]!.tell('change', JSON.stringify(entry(2)));
        streams[0]!.tell('change', '{"half":');
        expect(seen).toEqual([3, 2]);
    });

    it('polls with the pace of the answers when the stream is refused', async () => {
        const { live, streams, seen, waits, answer, pass } = world();
        live.start();
        answer(entry(5, 10), entry(4, 60));
        streams[0]!.fail(2);
        await settled();
        expect(streams[0]!.isClosed).toBe(true);
        expect(seen).toEqual([5]);
        expect(waits).toEqual([10_000]);
        await pass();
        expect(seen).toEqual([5, 4]);
        expect(waits).toEqual([10_000, 60_000]);
        expect(streams).toHaveLength(1);
    });

    it('gives a stream that breaks off some tries before it polls', async () => {
        const { live, streams, seen, answer } = world();
        live.start();
        streams[0]!.fail(0);
        streams[0]!.fail(0);
        expect(streams[0]!.isClosed).toBe(false);
        streams[0]!.tell('change', JSON.stringify(entry(2)));
        streams[0]!.fail(0);
        streams[0]!.fail(0);
        expect(streams[0]!.isClosed).toBe(false);
        answer(entry(1));
        streams[0]!.fail(0);
        await settled();
        expect(streams[0]!.isClosed).toBe(true);
        expect(seen).toEqual([2, 1]);
    });

    it('keeps asking while the answers fail', async () => {
        const { live, streams, seen, waits, answer, pass } = world();
        live.start();
        answer(new Error('offline'), entry(7, 1));
        streams[0]!.fail(2);
        await settled();
        expect(seen).toEqual([]);
        expect(waits).toEqual([30_000]);
        await pass();
        expect(seen).toEqual([7]);
        // Never more often than every five seconds, whatever the answer says.
        expect(waits).toEqual([30_000, 5_000]);
    });

    it('is silent while nobody looks and goes on afterwards', async () => {
        const { live, streams, seen, answer, hasTimer } = world();
        live.start();
        live.stop();
        expect(streams[0]!.isClosed).toBe(true);
        live.start();
        expect(streams).toHaveLength(2);
        answer(entry(9));
        streams[1]!.fail(2);
        await settled();
        live.stop();
        expect(hasTimer()).toBe(false);
        answer(entry(8));
        live.start();
        await settled();
        expect(seen).toEqual([9, 8]);
        expect(streams).toHaveLength(2);
    });
});
