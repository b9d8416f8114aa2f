// Keys that do something wherever one is, unless something is being typed. They can be turned off,
// for whoever speaks to the computer or leans on the keyboard.

import { untrack } from 'svelte';

export interface Shortcut {
    key: string;
    /** What it does, in the reader's language. */
    text: () => string;
    run: () => void;
}

const offKey = 'standby.shortcuts_off';

function stored(): boolean {
    try {
        return localStorage.getItem(offKey) === '1';
    } catch {
        return false;
    }
}

/** Whether whatever has the focus takes letters itself. */
export function takesLetters(target: EventTarget | null): boolean {
    return typeof Element !== 'undefined' && target instanceof Element &&
        target.closest('input, textarea, select, [contenteditable], dialog') !== null;
}

class Shortcuts {
    #all = $state.raw<Shortcut[]>([]);
    isOff = $state(stored());

    get all(): readonly Shortcut[] {
        return this.#all;
    }

    /** Returns how to take it away again; the last one that was added for a key counts. */
    add(shortcut: Shortcut): () => void {
        // Whoever adds one doesn't want to know of the others.
        untrack(() => {
            this.#all = [...this.#all, shortcut];
        });
        return () => untrack(() => {
            this.#all = this.#all.filter((one) => one !== shortcut);
        });
    }

    turn(isOff: boolean): void {
        this.isOff = isOff;
        try {
            localStorage.setItem(offKey, isOff ? '1' : '0');
        } catch {
            // A browser that keeps nothing forgets it with the page.
        }
    }

    /** True when the key did something. */
    press(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): boolean {
        if (this.isOff || event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) {
            return false;
        }
        const found = this.#all.findLast((one) => one.key === event.key);
        found?.run();
        return found !== undefined;
    }
}

export const shortcuts = new Shortcuts();
