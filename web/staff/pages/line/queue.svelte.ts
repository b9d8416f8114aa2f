// The line of a list, read in windows around what is looked at. Events make what is known stale, and
// at most once a second what is in view is read again; until then the rows stay as they are.
import { api, call, type Resource, type Schemas } from '../../lib/api';
import { WindowCache, windowSize } from './windows';

export type Entry = Schemas['Entry'];
const parallelMax = 2;

/** What the table needs of whatever it shows. */
export interface Rows {
    readonly total: number;
    /** Whether total is exact; a search knows only what it has read so far. */
    readonly isComplete: boolean;
    readonly version: number;
    readonly error: unknown;
    readonly isReady: boolean;
    at(index: number): Entry | undefined;
    find(id: string, near: number): number;
    /** These rows are looked at. */
    need(first: number, end: number): void;
    /** Something happened: read what is looked at anew. */
    refresh(): void;
    retry(): void;
}

export class QueueRows implements Rows {
    total = $state(0);
    version = $state(0);
    error = $state.raw<unknown>(undefined);
    isReady = $state(false);
    readonly isComplete = true;
    /** The list as it was read with the line. */
    resource = $state.raw<Resource | undefined>(undefined);
    #cache = new WindowCache<Entry>();
    #wanted = { first: 0, end: 0 };
    #inFlight = new Set<number>();
    /** Windows that were read anew and wait for the others in view, so that all change at once. */
    #arrived = new Map<number, { items: readonly Entry[]; generation: number }>();
    #isReadingList = false;
    #isListStale = false;
    /** After a failure nothing is asked until something happens or someone tries again. */
    #isBlocked = false;

    constructor(readonly resourceId: string) {}

    at(index: number): Entry | undefined {
        void this.version;
        return this.#cache.at(index);
    }

    find(id: string, near: number): number {
        return this.#cache.find(id, near);
    }

    need(first: number, end: number): void {
        this.#wanted = { first, end };
        this.#cache.touch(first, end);
        this.#pump();
    }

    refresh(): void {
        this.#isBlocked = false;
        this.#cache.invalidate();
        void this.#readList();
        this.#pump();
    }

    retry(): void {
        this.refresh();
    }

    /** Reads the list itself, for how many wait. */
    async #readList(): Promise<void> {
        if (this.#isReadingList) {
            this.#isListStale = true;
            return;
        }
        this.#isReadingList = true;
        try {
            do {
                this.#isListStale = false;
                const answer = await call(api.GET('/v1/resources/{resource_id}', {
                    params: { path: { resource_id: this.resourceId } },
                }));
                this.resource = answer as Resource;
                this.#setTotal(this.resource.counts.waiting);
                this.isReady = true;
                this.error = undefined;
            } while (this.#isListStale);
        } catch (error) {
            this.error = error;
        } finally {
            this.#isReadingList = false;
        }
    }

    #setTotal(total: number): void {
        if (total !== this.total) {
            this.total = total;
        }
        this.#pump();
    }

    #pump(): void {
        const end = Math.min(this.#wanted.end, Math.max(this.total, this.isReady ? 0 : windowSize));
        for (const number of this.#cache.toRead(this.#wanted.first, end)) {
            if (this.#inFlight.size >= parallelMax) {
                return;
            }
            const isHere = this.#arrived.get(number)?.generation === this.#cache.generation;
            if (!this.#inFlight.has(number) && !isHere && !this.#isBlocked) {
                void this.#read(number);
            }
        }
    }

    async #read(number: number): Promise<void> {
        this.#inFlight.add(number);
        const generation = this.#cache.generation;
        try {
            const page = await call(api.GET('/v1/resources/{resource_id}/queue', {
                params: {
                    path: { resource_id: this.resourceId },
                    query: { from: number * windowSize + 1, limit: windowSize },
                },
            }));
            this.#arrived.set(number, { items: page.items, generation });
            this.error = undefined;
        } catch (error) {
            this.#isBlocked = true;
            this.error = error;
        } finally {
            this.#inFlight.delete(number);
            this.#show();
            this.#pump();
        }
    }

    /** Shows what was read. Someone may have moved from one window to the next meanwhile. */
    #show(): void {
        const { first, end } = this.#wanted;
        const isWaiting = this.#cache.toRead(first, Math.min(end, this.total))
            .some((number) => this.#cache.has(number) && !this.#arrived.has(number));
        const isUrgent = [...this.#arrived.keys()].some((number) => !this.#cache.has(number));
        if (this.#arrived.size === 0 || (isWaiting && !isUrgent && !this.#isBlocked)) {
            return;
        }
        for (const [number, { items, generation }] of this.#arrived) {
            this.#cache.put(number, items, generation);
        }
        this.#arrived.clear();
        this.version += 1;
    }
}
