// What the form for a new list holds, and the request it becomes.
import type { Kind, Schemas } from './api';
import { t } from './say.svelte';
import { fromLocalInput } from './time';

export interface ListDraft {
    kind: Kind;
    name: string;
    /** Number fields give numbers, empty ones nothing. */
    capacity: number | string | null | undefined;
    /** As a datetime-local field writes it, in the list's time zone. */
    startsAt: string;
    timeZone: string;
}

export interface DraftErrors {
    name?: string;
    capacity?: string;
}

export function newDraft(timeZone: string): ListDraft {
    return { kind: 'slots', name: '', capacity: '', startsAt: '', timeZone };
}

/** What is missing, by field; nothing where all is well. */
export function draftErrors(draft: ListDraft): DraftErrors {
    const errors: DraftErrors = {};
    if (!draft.name.trim()) {
        errors.name = t('Give it a name your guests will recognise.');
    }
    if (draft.kind !== 'slots') {
        const capacity = Number(draft.capacity);
        const isGiven = draft.capacity !== '' && draft.capacity !== null &&
            draft.capacity !== undefined;
        if (!isGiven || !Number.isInteger(capacity) || capacity < 0 || capacity > 100_000_000) {
            errors.capacity = t('Enter a whole number, 0 or more.');
        }
    }
    return errors;
}

/** The request. Call it only when draftErrors found nothing. */
export function newResource(draft: ListDraft): Schemas['NewResource'] {
    const base = { name: draft.name.trim(), kind: draft.kind, time_zone: draft.timeZone };
    if (draft.kind === 'slots') {
        return base as Schemas['NewResource'];
    }
    const start = draft.kind === 'seats' && draft.startsAt
        ? fromLocalInput(draft.startsAt, draft.timeZone)
        : '';
    return {
        ...base, capacity: Number(draft.capacity), ...(start ? { starts_at: start } : {}),
    } as Schemas['NewResource'];
}
