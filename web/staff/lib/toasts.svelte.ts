// Short notes at the edge of the page. Good news goes away by itself; bad news stays until it was
// read.
import { sentence } from './problems';

export type Tone = 'plain' | 'good' | 'bad';

export interface ToastAction {
    label: string;
    run: () => void;
}

export interface Toast {
    id: number;
    text: string;
    tone: Tone;
    action: ToastAction | undefined;
}

export interface ToastOptions {
    tone?: Tone;
    action?: ToastAction;
    /** Milliseconds; 0 stays. */
    lasts?: number;
}

const toastsMax = 4;

class Toasts {
    items = $state<Toast[]>([]);
    #nextId = 1;

    show(text: string, options: ToastOptions = {}): number {
        const tone = options.tone ?? 'plain';
        const id = this.#nextId++;
        this.items = [...this.items, { id, text, tone, action: options.action }].slice(-toastsMax);
        const lasts = options.lasts ?? (tone === 'bad' ? 0 : 5000);
        if (lasts > 0) {
            setTimeout(() => this.dismiss(id), lasts);
        }
        return id;
    }

    good(text: string): number {
        return this.show(text, { tone: 'good' });
    }

    /** Says what went wrong. */
    error(error: unknown): number {
        return this.show(sentence(error), { tone: 'bad' });
    }

    dismiss(id: number): void {
        this.items = this.items.filter((toast) => toast.id !== id);
    }
}

export const toasts = new Toasts();
