// A question that follows typing: it is asked when the typing pauses, and only the answer to the
// last question counts. The answer before stays until then, so nothing flickers.
import { realTimers, type Timers } from '../../lib/coalesce';

const pauseMs = 350;

export class Asked<Answer> {
    answer = $state.raw<Answer | undefined>(undefined);
    error = $state.raw<unknown>(undefined);
    isBusy = $state(false);
    #timer: number | undefined;
    #number = 0;
    #aborter: AbortController | undefined;

    constructor(readonly timers: Timers = realTimers) {}

    /** Asks soon, instead of what was going to be asked. The first question is asked at once. */
    ask(question: (signal: AbortSignal) => Promise<Answer>): void {
        const isFirst = this.#number === 0;
        this.#number += 1;
        this.#clear();
        this.isBusy = true;
        if (isFirst) {
            void this.#run(question);
        } else {
            this.#timer = this.timers.set(() => void this.#run(question), pauseMs);
        }
    }

    /** No answer is wanted any more. */
    stop(): void {
        this.#number += 1;
        this.#clear();
        this.isBusy = false;
    }

    #clear(): void {
        if (this.#timer !== undefined) {
            this.timers.clear(this.#timer);
            this.#timer = undefined;
        }
        this.#aborter?.abort();
        this.#aborter = undefined;
    }

    async #run(question: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
        const number = this.#number;
        const aborter = new AbortController();
        this.#timer = undefined;
        this.#aborter = aborter;
        try {
            const answer = await question(aborter.signal);
            if (number === this.#number) {
                this.answer = answer;
                this.error = undefined;
            }
        } catch (error) {
            if (number === this.#number) {
                this.error = error;
            }
        } finally {
            if (number === this.#number) {
                this.isBusy = false;
            }
        }
    }
}
