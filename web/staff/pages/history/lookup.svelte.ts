// Names that are read one by one when something on the page needs them, a few at a time, and then
// kept. What is being read shows as undefined; what cannot be read as null.
import { SvelteMap } from 'svelte/reactivity';
import { api, call, Offline, Problem, type Schemas } from '../../lib/api';

const parallelMax = 4;
const keptMax = 5000;

export class Lookup<Value> {
    #known = new SvelteMap<string, Value | null>();
    #waiting: string[] = [];
    #asked = new Set<string>();
    #running = 0;

    constructor(readonly read: (id: string) => Promise<Value>, readonly parallel = parallelMax) {}

    /** What is known of an id; asks for it where nobody has so far. */
    get(id: string): Value | null | undefined {
        const value = this.#known.get(id);
        if (value === undefined && !this.#asked.has(id)) {
            this.#asked.add(id);
            this.#waiting.push(id);
            queueMicrotask(() => this.#pump());
        }
        return value;
    }

    /** Takes what came from elsewhere. */
    put(id: string, value: Value): void {
        this.#asked.add(id);
        this.#known.set(id, value);
    }

    /** Reads it anew when it is needed next, keeping what is known until then. */
    refresh(id: string): void {
        if (this.#known.has(id)) {
            this.#waiting.push(id);
            queueMicrotask(() => this.#pump());
        }
    }

    #pump(): void {
        while (this.#running < this.parallel && this.#waiting.length > 0) {
            // The newest wish first: it is what is on the page now.
            const id = this.#waiting.pop() as string;
            this.#running += 1;
            void this.#fetch(id).finally(() => {
                this.#running -= 1;
                this.#pump();
            });
        }
    }

    async #fetch(id: string): Promise<void> {
        try {
            this.#known.set(id, await this.read(id));
        } catch (error) {
            if (error instanceof Problem && error.status < 500) {
                this.#known.set(id, null);
            } else if (error instanceof Offline || error instanceof Problem) {
                this.#asked.delete(id);
            }
        }
        if (this.#known.size > keptMax) {
            const [oldest] = this.#known.keys();
            if (oldest !== undefined) {
                this.#known.delete(oldest);
                this.#asked.delete(oldest);
            }
        }
    }
}

/** The people of the events, by entry id. */
export const people = new Lookup<Schemas['Entry']>(async (id) => {
    const path = { entry_id: id };
    return await call(api.GET('/v1/waitlist/{entry_id}', { params: { path } })) as Schemas['Entry'];
});

/** The slots of the events, by opening id. */
export const slots = new Lookup<Schemas['OpeningWithMoves']>((id) =>
    call(api.GET('/v1/openings/{opening_id}', { params: { path: { opening_id: id } } })));
