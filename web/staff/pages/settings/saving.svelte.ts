// Sending what a form about a channel says: while it's under way, and what is wrong with which field.
import { Problem } from '../../lib/api';
import { delivery } from '../../lib/delivery.svelte';
import { toasts } from '../../lib/toasts.svelte';

export class Saving {
    problem = $state.raw<unknown>();
    isBusy = $state(false);

    errorOf(field: string): string | undefined {
        return this.problem instanceof Problem
            ? (this.problem.of(field) ?? this.problem.of(`settings.${field}`)) : undefined;
    }

    /** A test was refused: for what the form says, unless it's about whom it was to go to. */
    refused(error: unknown): void {
        this.problem = error instanceof Problem && !error.of('to') ? error : undefined;
    }

    /** Waits for the answer, says that it's done, and hands on what is stored from now on. */
    async keep<Setup>(answer: Promise<Setup>, words: string, take: (next: Setup) => void): Promise<void> {
        this.isBusy = true;
        this.problem = undefined;
        try {
            take(await answer);
            toasts.good(words);
            void delivery.load();
        } catch (error) {
            this.problem = error;
        } finally {
            this.isBusy = false;
        }
    }
}
