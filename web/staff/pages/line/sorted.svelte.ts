// The rows of a line or a search in another order than their own. They are read as a whole for that,
// up to a number that a browser sorts without a pause.
import { allPages, api, call } from '../../lib/api';
import { sorted, type Order } from './columns';
import type { EntriesQuery } from './filters';
import type { Entry, Rows } from './queue.svelte';

export const sortedMax = 1000;
const pageSize = 200;

/** Reads the first of a line, or of what a query finds. */
export function readFirst(resourceId: string, query: EntriesQuery | undefined): Promise<Entry[]> {
    const path = { resource_id: resourceId };
    return allPages(async (cursor) => {
        const page = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
        return query === undefined
            ? await call(api.GET('/v1/resources/{resource_id}/queue', { params: { path, query: page } }))
            : await call(api.GET('/v1/resources/{resource_id}/entries', {
                params: { path, query: { ...query, ...page } },
            }));
    }, sortedMax / pageSize + 1);
}

export class SortedRows implements Rows {
    items = $state.raw<readonly Entry[]>([]);
    version = $state(0);
    error = $state.raw<unknown>(undefined);
    isReady = $state(false);
    /** There were more, which are not shown. */
    isCut = $state(false);
    #isBusy = false;
    #isStale = false;
    #isStopped = false;

    constructor(readonly read: () => Promise<Entry[]>, readonly order: Order) {}

    get total(): number {
        return this.items.length;
    }

    get isComplete(): boolean {
        return !this.isCut;
    }

    at(index: number): Entry | undefined {
        return this.items[index];
    }

    find(id: string): number {
        return this.items.findIndex((item) => item.id === id);
    }

    need(): void {
        if (!this.isReady && this.error === undefined) {
            void this.#load();
        }
    }

    refresh(): void {
        void this.#load();
    }

    retry(): void {
        void this.#load();
    }

    stop(): void {
        this.#isStopped = true;
    }

    async #load(): Promise<void> {
        if (this.#isBusy) {
            this.#isStale = true;
            return;
        }
        this.#isBusy = true;
        try {
            do {
                this.#isStale = false;
                const found = await this.read();
                if (this.#isStopped) {
                    return;
                }
                this.isCut = found.length > sortedMax;
                this.items = sorted(found.slice(0, sortedMax), this.order);
                this.isReady = true;
                this.error = undefined;
                this.version += 1;
            } while (this.#isStale);
        } catch (error) {
            this.error = error;
        } finally {
            this.#isBusy = false;
        }
    }
}
