// The audit of a list as it is read on the page: newest first, older pages on demand, and what is
// new held back while someone reads further down.
import { api, call } from '../../lib/api';
import { mergeNewest, type AuditPage, type Progress } from './merge';
import type { AuditItem } from './sentences';
import type { Filter } from './timeline';

const pageSize = 50;
/** So many new events are kept one by one; after more, the list begins anew. */
const freshMax = 600;
const catchUpPagesMax = 6;

export type ReadPage = (cursor: string | undefined, limit: number) => Promise<AuditPage>;

export function auditReader(resourceId: string, filter: Filter): ReadPage {
    return (cursor, limit) => call(api.GET('/v1/resources/{resource_id}/audit', {
        params: {
            path: { resource_id: resourceId },
            query: {
                limit, order: 'newest',
                ...(cursor === undefined ? {} : { cursor }),
                ...(filter.entryId ? { entry_id: filter.entryId } : {}),
                ...(filter.openingId ? { opening_id: filter.openingId } : {}),
            },
        },
    }));
}

export class Feed {
    /** Newest first; undefined until the first page is there. */
    items = $state.raw<AuditItem[] | undefined>(undefined);
    /** New events that are not shown yet. */
    held = $state.raw<AuditItem[]>([]);
    cursor = $state.raw<string | null>(null);
    /** From when on the history is kept; null: all of it is. */
    keptSince = $state.raw<string | null>(null);
    /** How far the messages of offers came, by the offers' ids. */
    deliveries = $state.raw<ReadonlyMap<string, Progress>>(new Map());
    error = $state.raw<unknown>(undefined);
    isBusy = $state(false);
    isReadingOlder = $state(false);
    #isAskedAgain = false;

    constructor(readonly read: ReadPage, readonly isHolding: () => boolean) {}

    /** The first page, or what is new since. */
    async refresh(): Promise<void> {
        if (this.isBusy) {
            this.#isAskedAgain = true;
            return;
        }
        this.isBusy = true;
        try {
            do {
                this.#isAskedAgain = false;
                await (this.items === undefined ? this.#begin() : this.#catchUp());
            } while (this.#isAskedAgain);
            this.error = undefined;
        } catch (error) {
            this.error = error;
        } finally {
            this.isBusy = false;
        }
    }

    async #page(cursor: string | undefined, limit: number): Promise<AuditPage> {
        const page = await this.read(cursor, limit);
        if (page.deliveries && page.deliveries.length > 0) {
            this.deliveries = new Map([
                ...this.deliveries,
                ...page.deliveries.map((one): [string, Progress] => [one.offer_id, one.delivery]),
            ]);
        }
        return page;
    }

    async #begin(): Promise<void> {
        const page = await this.#page(undefined, pageSize);
        this.items = page.items;
        this.cursor = page.next_cursor;
        this.keptSince = page.kept_since ?? null;
        this.held = [];
    }

    async #catchUp(): Promise<void> {
        const newest = this.held[0]?.seq ?? this.items?.[0]?.seq ?? 0;
        const found: AuditItem[] = [];
        let cursor: string | undefined;
        for (let count = 0; count < catchUpPagesMax; count += 1) {
            const page = await this.#page(cursor, count === 0 ? pageSize : 200);
            found.push(...page.items.filter((item) => item.seq > newest));
            const isReached = page.items.some((item) => item.seq <= newest);
            if (isReached || page.next_cursor === null) {
                this.#take(found);
                return;
            }
            cursor = page.next_cursor;
        }
        // Too far behind to follow event by event.
        await this.#begin();
    }

    #take(found: AuditItem[]): void {
        if (found.length === 0) {
            return;
        }
        this.held = mergeNewest(found, this.held);
        if (!this.isHolding()) {
            this.release();
        }
    }

    /** Shows what was held back. */
    release(): void {
        if (this.held.length > freshMax || (this.items?.length ?? 0) > 4 * freshMax) {
            this.held = [];
            this.items = undefined;
            void this.refresh();
            return;
        }
        this.items = mergeNewest(this.held, this.items ?? []);
        this.held = [];
    }

    /** One more page of what was before. */
    async readOlder(): Promise<void> {
        if (this.isReadingOlder || this.cursor === null || this.items === undefined) {
            return;
        }
        this.isReadingOlder = true;
        try {
            const page = await this.#page(this.cursor, pageSize);
            this.items = mergeNewest(this.items, page.items);
            this.cursor = page.next_cursor;
            this.error = undefined;
        } catch (error) {
            this.error = error;
        } finally {
            this.isReadingOlder = false;
        }
    }
}
