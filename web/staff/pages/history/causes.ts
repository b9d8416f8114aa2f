// Which event freed the place that an offer gives on, so that a sentence can say whose place it was.
import type { AuditItem } from './sentences';

function freesPlace(item: AuditItem): boolean {
    return item.type === 'offer_ended' ||
        (item.type === 'entry_ended' && (item.to_state === 'cancelled' || item.to_state === 'no_show'));
}

/**
 * For each offer, the event that freed its place, by number. For slots that is the last end of an
 * offer of the same slot; where places are counted, the last end in the same step of the engine,
 * which has the same time, and each end frees one place only.
 */
export function causesOf(items: readonly AuditItem[]): Map<number, AuditItem> {
    const causes = new Map<number, AuditItem>();
    const bySlot = new Map<string, AuditItem>();
    let freed: AuditItem[] = [];
    const inOrder = [...items].sort((one, other) => one.seq - other.seq);
    for (const item of inOrder) {
        freed = freed.filter((event) => event.at === item.at);
        if (freesPlace(item)) {
            if (item.opening_id) {
                bySlot.set(item.opening_id, item);
            } else {
                freed.push(item);
            }
        } else if (item.type === 'opening_added' && item.opening_id) {
            // A slot that stands in for the one that was given back.
            const before = bySlot.get(String(item.details.previous_opening_id ?? ''));
            if (before) {
                bySlot.set(item.opening_id, before);
            }
        } else if (item.type === 'offer_made' && item.reason !== 'manual') {
            const cause = item.opening_id ? bySlot.get(item.opening_id) : freed.shift();
            const isOwn = cause?.entry_id === item.entry_id;
            if (cause && !isOwn) {
                causes.set(item.seq, cause);
            }
        }
    }
    return causes;
}
