// Turns a burst of calls into few: the first runs at once, then at most one per interval, and the
// last is never lost. This is what keeps the board calm when 50 events a second arrive.

export interface Timers {
    now(): number;
    set(callback: () => void, delayMs: number): number;
    clear(handle: number): void;
}

export const realTimers: Timers = {
    now: () => performance.now(),
    set: (callback, delayMs) => setTimeout(callback, delayMs) as unknown as number,
    clear: (handle) => clearTimeout(handle),
};

export interface Coalesced {
    (): void;
    stop(): void;
}

export function coalesce(
    callback: () => void, intervalMs: number, timers: Timers = realTimers): Coalesced {
    let lastRunAt = Number.NEGATIVE_INFINITY;
    let waiting: number | undefined;
    const run = () => {
        waiting = undefined;
        lastRunAt = timers.now();
        callback();
    };
    const coalesced = () => {
        if (waiting !== undefined) {
            return;
        }
        const wait = lastRunAt + intervalMs - timers.now();
        if (wait <= 0) {
            run();
        } else {
            waiting = timers.set(run, wait);
        }
    };
    coalesced.stop = () => {
        if (waiting !== undefined) {
            timers.clear(waiting);
            waiting = undefined;
        }
    };
    return coalesced;
}
