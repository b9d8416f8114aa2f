// A stream of events, its watchers, and what they are told.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeTimers } from './fake_timers';
import { Channel, type Stream } from './live.svelte';

class FakeStream implements Stream {
    readyState = 0;
    onopen: ((event: Event) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    isClosedByUs = false;
    #listeners = new Map<string, () => void>();

    addEventListener(type: string, listener: () => void): void {
        this.#listeners.set(type, listener);
    }

    close(): void {
        this.isClosedByUs = true;
    }

    opens(): void {
        this.readyState = 1;
        this.onopen?.(new Event('open'));
    }

    breaks(readyState: number): void {
        this.readyState = readyState;
        this.onerror?.(new Event('error'));
    }

    brings(type: string): void {
        this.#listeners.get(type)?.();
    }
}

let timers: FakeTimers;
let streams: FakeStream[];
let channel: Channel;

beforeEach(() => {
    timers = new FakeTimers();
    streams = [];
    channel = new Channel(() => {
        const stream = new FakeStream();
        streams.push(stream);
        return stream;
    }, timers);
});

const stream = () => streams.at(-1)!;

describe('events', () => {
    it('reach a watcher at once', () => {
        const told = vi.fn();
        channel.watch(told);
        stream().brings('change');
        expect(told).toHaveBeenCalledTimes(1);
    });

    it('at 50 a second are told at most four times a second, and the last is not lost', () => {
        const told = vi.fn();
        channel.watch(told);
        for (let event = 0; event < 100; event += 1) {
            stream().brings('change');
            timers.pass(20);
        }
        expect(told.mock.calls.length).toBeLessThanOrEqual(9);
        expect(told.mock.calls.length).toBeGreaterThanOrEqual(7);
        const before = told.mock.calls.length;
        stream().brings('change');
        timers.pass(250);
        expect(told.mock.calls.length).toBe(before + 1);
        timers.pass(10_000);
        expect(told.mock.calls.length).toBe(before + 1);
    });

    it('do not reach a watcher that has stopped', () => {
        const told = vi.fn();
        const stop = channel.watch(told);
        channel.watch(() => {});
        stream().brings('change');
        stream().brings('change');
        stop();
        timers.pass(1000);
        stream().brings('change');
        expect(told).toHaveBeenCalledTimes(1);
    });

    it('of a snapshot count too, because something may have been missed', () => {
        const told = vi.fn();
        channel.watch(told);
        stream().brings('snapshot');
        expect(told).toHaveBeenCalledTimes(1);
    });
});

describe('a connection', () => {
    it('is shared by all watchers and ends with the last one', () => {
        const stopFirst = channel.watch(() => {});
        const stopSecond = channel.watch(() => {});
        expect(streams).toHaveLength(1);
        stopFirst();
        expect(stream().isClosedByUs).toBe(false);
        stopSecond();
        expect(stream().isClosedByUs).toBe(true);
    });

    it('says how it is', () => {
        channel.watch(() => {});
        expect(channel.status).toBe('reconnecting');
        stream().opens();
        expect(channel.status).toBe('live');
        stream().breaks(0);
        expect(channel.status).toBe('reconnecting');
        stream().opens();
        expect(channel.status).toBe('live');
        expect(streams).toHaveLength(1);
    });

    it('that the server ended is made anew, more and more patiently', () => {
        channel.watch(() => {});
        stream().breaks(2);
        expect(channel.status).toBe('offline');
        timers.pass(999);
        expect(streams).toHaveLength(1);
        timers.pass(1);
        expect(streams).toHaveLength(2);
        stream().breaks(2);
        timers.pass(1999);
        expect(streams).toHaveLength(2);
        timers.pass(1);
        expect(streams).toHaveLength(3);
    });

    it('is tried at once when the network is back', () => {
        channel.watch(() => {});
        stream().breaks(2);
        channel.retryNow();
        expect(streams).toHaveLength(2);
        timers.pass(60_000);
        expect(streams).toHaveLength(2);
    });

    it('is not made anew when nobody watches any more', () => {
        const stop = channel.watch(() => {});
        stream().breaks(2);
        stop();
        timers.pass(60_000);
        expect(streams).toHaveLength(1);
    });
});
