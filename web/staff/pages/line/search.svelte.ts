// The entries that a search or a filter finds, by position, read further as one scrolls. Events make
// it read the pages in view again; nothing else moves.
import { api, call } from '../../lib/api';
import type { EntriesQuery } from './filters';
import { mergePages, pagesAround, type EntryPage } from './pages';
import type { Entry, Rows } from './queue.svelte';

const pageSize = 100;
const emptyPagesMax = 20;

export class SearchRows implements Rows {
    items = $state.raw<readonly Entry[]>([]);
    version = $state(0);
    error = $state.raw<unknown>(undefined);
    isReady = $state(false);
    isBusy = $state(false);
    #pages: EntryPage<Entry>[] = [];
    #next = $state.raw<string | null | undefined>(undefined);
    #wanted = { first: 0, end: 0 };
    #isStale = false;
    #isStopped = false;
    /** After a failure nothing is asked until something happens or someone tries again. */
    #isBlocked = false;

    constructor(readonly resourceId: string, readonly query: EntriesQuery) {}

    get total(): number {
        return this.items.length;
    }

    get isComplete(): boolean {
        return this.#next === null;
    }

    at(index: number): Entry | undefined {
        return this.items[index];
    }

    find(id: string): number {
        return this.items.findIndex((item) => item.id === id);
    }

    need(first: number, end: number): void {
        this.#wanted = { first, end };
        void this.#work();
    }

    refresh(): void {
        this.#isStale = true;
        this.#isBlocked = false;
        void this.#work();
    }

    retry(): void {
        this.#isBlocked = false;
        void this.#work();
    }

    stop(): void {
        this.#isStopped = true;
    }

    #needsMore(): boolean {
        return this.#next === undefined ||
            (this.#next !== null && this.#wanted.end >= this.items.length - pageSize / 4);
    }

    async #work(): Promise<void> {
        if (this.isBusy || this.#isStopped || this.#isBlocked) {
            return;
        }
        this.isBusy = true;
        try {
            // A page may find nobody and still have others behind it.
            for (let count = 0; this.#needsMore() && count < emptyPagesMax; count += 1) {
                const cursor = this.#next ?? undefined;
                const page = await this.#read(cursor);
                this.#pages.push({ cursor, items: page.items });
                this.#next = page.next_cursor;
                this.#merge();
            }
            if (this.#isStale && !this.#isStopped) {
                this.#isStale = false;
                await this.#readAgain();
            }
            this.error = undefined;
        } catch (error) {
            this.#isBlocked = true;
            this.error = error;
        } finally {
            this.isBusy = false;
        }
        if (this.#isStale && !this.#isBlocked) {
            void this.#work();
        }
    }

    async #readAgain(): Promise<void> {
        const numbers = pagesAround(this.#pages, this.#wanted.first, this.#wanted.end);
        const isLastRead = this.#next === null;
        for (const number of numbers) {
            const page = this.#pages[number];
            if (page) {
                const answer = await this.#read(page.cursor);
                this.#pages[number] = { cursor: page.cursor, items: answer.items };
                if (isLastRead && number === this.#pages.length - 1) {
                    this.#next = answer.next_cursor;
                }
            }
        }
        this.#merge();
    }

    #merge(): void {
        if (!this.#isStopped) {
            this.items = mergePages(this.#pages);
            this.version += 1;
            this.isReady = this.isReady || this.items.length > 0 || this.#next === null;
        }
    }

    #read(cursor: string | undefined) {
        return call(api.GET('/v1/resources/{resource_id}/entries', {
            params: {
                path: { resource_id: this.resourceId },
                query: { ...this.query, limit: pageSize, ...(cursor ? { cursor } : {}) },
            },
        }));
    }
}
