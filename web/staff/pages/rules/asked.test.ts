import { describe, expect, it } from 'vitest';
import type { Timers } from '../../lib/coalesce';
import { Asked } from './asked.svelte';

/** Timers that run when the test says so. */
class HandTimers implements Timers {
    waiting = new Map<number, () => void>();
    #next = 1;
    now = () => 0;

    set(callback: () => void): number {
        this.waiting.set(this.#next, callback);
        return this.#next++;
    }

    clear(handle: number): void {
        this.waiting.delete(handle);
    }

    async run(): Promise<void> {
        for (const [handle, callback] of [...this.waiting]) {
            this.waiting.delete(handle);
            callback();
        }
        await settled();
    }
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

describe('a question that follows typing', () => {
    it('is asked at once the first time, then when the typing pauses', async () => {
        const timers = new HandTimers();
        const asked = new Asked<string>(timers);
        const questions: string[] = [];
        const ask = (text: string) => asked.ask(async () => {
            questions.push(text);
            return text.toUpperCase();
        });
        ask('a');
        await settled();
        expect(asked.answer).toBe('A');
        ask('ab');
        ask('abc');
        expect(asked.isBusy).toBe(true);
        expect(asked.answer).toBe('A');
        await timers.run();
        expect(questions).toEqual(['a', 'abc']);
        expect(asked.answer).toBe('ABC');
        expect(asked.isBusy).toBe(false);
    });

    it('takes no late answer to an earlier question', async () => {
        const timers = new HandTimers();
        const asked = new Asked<string>(timers);
        let answerFirst: (text: string) => void = () => {};
        let wasAborted = false;
        asked.ask((signal) => new Promise((resolve) => {
            answerFirst = resolve;
            signal.addEventListener('abort', () => { wasAborted = true; });
        }));
        asked.ask(async () => 'second');
        await timers.run();
        answerFirst('first');
        await settled();
        expect(wasAborted).toBe(true);
        expect(asked.answer).toBe('second');
    });

    it('keeps the answer before when asking fails, and says so', async () => {
        const timers = new HandTimers();
        const asked = new Asked<string>(timers);
        asked.ask(async () => 'good');
        await settled();
        asked.ask(async () => { throw new Error('refused'); });
        await timers.run();
        await settled();
        expect(asked.answer).toBe('good');
        expect(asked.error).toBeInstanceOf(Error);
        expect(asked.isBusy).toBe(false);
    });
});
