// Pages of events put together: each event once, newest first.
import type { AuditItem } from './sentences';

export interface AuditPage {
    items: AuditItem[];
    next_cursor: string | null;
    /** From when on there are events, if older ones are gone. */
    kept_since?: string | null;
}

/** Both lists as one. Where both hold an event, it is there once. */
export function mergeNewest(one: readonly AuditItem[], other: readonly AuditItem[]): AuditItem[] {
    const bySeq = new Map<number, AuditItem>();
    for (const item of [...one, ...other]) {
        bySeq.set(item.seq, item);
    }
    return [...bySeq.values()].sort((first, second) => second.seq - first.seq);
}
