// Pages of events put together: each event once, newest first.
import type { Schemas } from '../../lib/api';
import type { AuditItem } from './sentences';

export type Progress = Schemas['MessageProgress'];

export interface AuditPage {
    items: AuditItem[];
    next_cursor: string | null;
    /** From when on there are events, if older ones are gone. */
    kept_since?: string | null;
    /** How far the messages of the offers came that were sent on this page. */
    deliveries?: { offer_id: string; delivery: Progress }[];
}

/** Both lists as one. Where both hold an event, it is there once. */
export function mergeNewest(one: readonly AuditItem[], other: readonly AuditItem[]): AuditItem[] {
    const bySeq = new Map<number, AuditItem>();
    for (const item of [...one, ...other]) {
        bySeq.set(item.seq, item);
    }
    return [...bySeq.values()].sort((first, second) => second.seq - first.seq);
}
