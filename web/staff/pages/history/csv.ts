// The audit as a CSV file. A spreadsheet must not take a cell for a formula, and no cell may break
// out of its place, whatever its text is.
import type { AuditItem } from './sentences';

/** A text that a spreadsheet shows as it is. */
export function safeCell(value: string | number | null | undefined): string {
    const text = value === null || value === undefined ? '' : String(value);
    const isRisky = typeof value === 'string' && /^[\s]*[=+\-@\t\r]/.test(text);
    const guarded = isRisky ? `'${text}` : text;
    return /[",\r\n']/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
    return `${cells.map(safeCell).join(',')}\r\n`;
}

export const columns = [
    'seq', 'at', 'type', 'what', 'entry_id', 'offer_id', 'opening_id', 'from_state', 'to_state',
    'reason', 'rules_version', 'actor', 'details', 'hash',
] as const;

/** One event as a line; `what` is its sentence. */
export function auditLine(item: AuditItem, what: string): string {
    return csvLine([
        item.seq, item.at, item.type, what, item.entry_id, item.offer_id, item.opening_id,
        item.from_state, item.to_state, item.reason, item.rules_version, item.actor,
        JSON.stringify(item.details), item.hash,
    ]);
}

/** A name for the file that every system takes. */
export function fileName(listName: string, day: string): string {
    const plain = listName.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
    return `${(plain || 'list').toLowerCase().slice(0, 60)}-history-${day}.csv`;
}
