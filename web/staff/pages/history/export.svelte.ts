// Writes the whole audit into a CSV file in the browser, page by page, oldest first.
import { api, call } from '../../lib/api';
import { causesOf } from './causes';
import { auditLine, columns, csvLine } from './csv';
import { plainText, sentenceOf, type AuditItem, type Context, type Names } from './sentences';

/** The file holds no personal data: people appear as their ids, as in the audit itself. */
const ids: Names = { person: (id) => id, slot: (id) => id, time: (at) => at };

export class AuditExport {
    isRunning = $state(false);
    done = $state(0);
    #isStopped = false;

    constructor(readonly resourceId: string) {}

    stop(): void {
        this.#isStopped = true;
    }

    /** The file, or nothing when it was stopped. `context` says what places are called. */
    async run(context: Context): Promise<Blob | undefined> {
        this.isRunning = true;
        this.#isStopped = false;
        this.done = 0;
        const chunks: string[] = ['\uFEFF', csvLine(columns)];
        try {
            for (let cursor: string | null = ''; cursor !== null && !this.#isStopped;) {
                const page: { items: AuditItem[]; next_cursor: string | null } =
                    await this.#read(cursor);
                const causes = causesOf(page.items);
                for (const item of page.items) {
                    const parts = sentenceOf(item, { ...context, cause: causes.get(item.seq) });
                    chunks.push(auditLine(item, plainText(parts, ids)));
                }
                this.done += page.items.length;
                cursor = page.next_cursor;
            }
        } finally {
            this.isRunning = false;
        }
        return this.#isStopped ? undefined : new Blob(chunks, { type: 'text/csv;charset=utf-8' });
    }

    #read(cursor: string) {
        return call(api.GET('/v1/resources/{resource_id}/audit', {
            params: {
                path: { resource_id: this.resourceId },
                query: { limit: 200, ...(cursor ? { cursor } : {}) },
            },
        }));
    }
}

/** Hands a file to the browser. */
export function saveFile(blob: Blob, name: string): void {
    const address = URL.createObjectURL(blob);
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
