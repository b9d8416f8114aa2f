// Actions that can be taken back for a few seconds: nothing is sent before the time is over.
// Leaving the page sends them, because the person did ask for them.
import { realTimers, type Timers } from './coalesce';
import { t } from './say.svelte';
import { toasts } from './toasts.svelte';

const usualDelayMs = 6000;

export interface Undoable {
    /** What is acted on, such as an entry's id; pages mark it while it is pending. */
    id: string;
    /** What will happen: "Mia's place is given back". */
    text: string;
    /** Sends it. */
    commit: () => Promise<unknown>;
    /** It was taken back: gives the person what they had before. */
    undone?: () => void;
    /** How long it can be taken back; six seconds unless it says otherwise. */
    delayMs?: number;
}

export interface Notes {
    show(text: string, undo: () => void, lastsMs: number): number;
    dismiss(id: number): void;
    error(error: unknown): void;
}

const toastNotes: Notes = {
    show: (text, undo, lastsMs) =>
        toasts.show(text, { action: { label: t('Undo'), run: undo }, lasts: lastsMs }),
    dismiss: (id) => toasts.dismiss(id),
    error: (error) => toasts.error(error),
};

export class Undo {
    /** The ids that are about to change. */
    pending = $state<string[]>([]);
    #commits = new Map<string, () => void>();

    constructor(readonly notes: Notes = toastNotes, readonly timers: Timers = realTimers) {}

    isPending(id: string): boolean {
        return this.pending.includes(id);
    }

    /** Does it in a moment, unless the person takes it back. The same id twice is once. */
    later(action: Undoable): void {
        if (this.#commits.has(action.id)) {
            return;
        }
        this.pending = [...this.pending, action.id];
        // Declared first: as a constant further down, the minifier dropped the call below.
        let timer = 0;
        const finish = () => {
            this.timers.clear(timer);
            this.notes.dismiss(note);
            this.#commits.delete(action.id);
        };
        const commit = () => {
            finish();
            action.commit()
                .catch((error: unknown) => this.notes.error(error))
                .finally(() => this.#settle(action.id));
        };
        const undo = () => {
            finish();
            this.#settle(action.id);
            action.undone?.();
        };
        const delayMs = action.delayMs ?? usualDelayMs;
        const note = this.notes.show(action.text, undo, delayMs);
        timer = this.timers.set(commit, delayMs);
        this.#commits.set(action.id, commit);
    }

    /** Sends everything that is pending now. */
    flush(): void {
        for (const commit of [...this.#commits.values()]) {
            commit();
        }
    }

    #settle(id: string): void {
        this.pending = this.pending.filter((other) => other !== id);
    }
}

export const undo = new Undo();
if (typeof addEventListener === 'function') {
    addEventListener('pagehide', () => undo.flush());
}
