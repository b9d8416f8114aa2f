// For tests: timers that run only when the test says that time passes.
import type { Timers } from './coalesce';

export class FakeTimers implements Timers {
    #now = 0;
    #nextHandle = 1;
    #waiting = new Map<number, { at: number; callback: () => void }>();

    now(): number {
        return this.#now;
    }

    set(callback: () => void, delayMs: number): number {
        const handle = this.#nextHandle++;
        this.#waiting.set(handle, { at: this.#now + delayMs, callback });
        return handle;
    }

    clear(handle: number): void {
        this.#waiting.delete(handle);
    }

    /** Lets time pass and runs what falls due, in order. */
    pass(milliseconds: number): void {
        const end = this.#now + milliseconds;
        for (;;) {
            const due = [...this.#waiting].filter(([, timer]) => timer.at <= end)
                .sort(([, left], [, right]) => left.at - right.at)[0];
            if (!due) {
                break;
            }
            this.#waiting.delete(due[0]);
            this.#now = due[1].at;
            due[1].callback();
        }
        this.#now = end;
    }
}
