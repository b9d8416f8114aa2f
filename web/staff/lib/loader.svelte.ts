// Something that is read from the server and shown: the data, whether it is being read, and what
// went wrong. Data stays on the page while it is read again, so nothing flickers.
import { untrack } from 'svelte';

export class Loader<Data> {
    data = $state.raw<Data | undefined>(undefined);
    error = $state.raw<unknown>(undefined);
    isBusy = $state(false);
    #isAskedAgain = false;
    #generation = 0;

    constructor(readonly read: () => Promise<Data>) {}

    /**
     * Reads. Asked again while reading, it reads once more afterwards, never twice at a time. An
     * effect that calls this does not follow what is read on the way; it names that itself.
     */
    load(): Promise<void> {
        return untrack(() => this.#load());
    }

    async #load(): Promise<void> {
        if (this.isBusy) {
            this.#isAskedAgain = true;
            return;
        }
        this.isBusy = true;
        const generation = this.#generation;
        try {
            do {
                this.#isAskedAgain = false;
                const data = await this.read();
                if (generation !== this.#generation) {
                    return;
                }
                this.data = data;
                this.error = undefined;
            } while (this.#isAskedAgain);
        } catch (error) {
            if (generation === this.#generation) {
                this.error = error;
            }
        } finally {
            if (generation === this.#generation) {
                this.isBusy = false;
            }
        }
    }

    /** Forgets what was read, and what is still on its way. */
    reset(): void {
        this.#generation += 1;
        this.#isAskedAgain = false;
        this.isBusy = false;
        this.data = undefined;
        this.error = undefined;
    }
}
