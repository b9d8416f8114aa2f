// Unsaved work is kept in this tab: whoever looks at another page, or loads this one again, finds
// it as it was. Where the browser keeps nothing, it lives as long as the app does.

export interface Drawer {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
}

const lengthMax = 100_000;

export class Drafts<Draft> {
    #known = new Map<string, Draft>();

    constructor(readonly prefix: string, readonly drawer: Drawer | undefined = ownDrawer()) {}

    get(id: string): Draft | undefined {
        const known = this.#known.get(id);
        if (known !== undefined) {
            return known;
        }
        try {
            const text = this.drawer?.getItem(this.prefix + id);
            return text ? (JSON.parse(text) as Draft) : undefined;
        } catch {
            return undefined;
        }
    }

    put(id: string, draft: Draft): void {
        this.#known.set(id, draft);
        try {
            const text = JSON.stringify(draft);
            if (text.length <= lengthMax) {
                this.drawer?.setItem(this.prefix + id, text);
            }
        } catch {
            // It is still known here.
        }
    }

    drop(id: string): void {
        this.#known.delete(id);
        try {
            this.drawer?.removeItem(this.prefix + id);
        } catch {
            // Then there was nothing either.
        }
    }
}

function ownDrawer(): Drawer | undefined {
    try {
        return typeof sessionStorage === 'undefined' ? undefined : sessionStorage;
    } catch {
        return undefined;
    }
}

/** While there is unsaved work the browser asks before the tab is closed. Returns how to stop. */
export function guardUnsaved(hasWork: () => boolean): () => void {
    const ask = (event: BeforeUnloadEvent) => {
        if (hasWork()) {
            event.preventDefault();
        }
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
}
