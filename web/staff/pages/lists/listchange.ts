// What the form about an existing list holds, and the changes it becomes.
import type { Resource, Schemas } from '../../lib/api';
import { t } from '../../lib/say.svelte';
import { fromLocalInput, toLocalInput } from '../../lib/time';

export interface ListChange {
    name: string;
    /** As a datetime-local field writes it, in the time zone beside it; empty: none. */
    startsAt: string;
    timeZone: string;
    /** Of a list for access: where guests get in. */
    accessUrl: string;
    /** Of a copy of a lottery that has been drawn. */
    drawAt: string;
}

const nameMax = 200;

/** Two lists of one name couldn't be told apart. */
function copyName(name: string): string {
    const copied = t('{name} (copy)', { name });
    return copied.length <= nameMax ? copied : name;
}

/** A start that has passed doesn't go into a copy. */
export function formOf(list: Resource, isCopy: boolean, nowMs: number): ListChange {
    const isOver = list.starts_at !== null && Date.parse(list.starts_at) <= nowMs;
    return {
        name: isCopy ? copyName(list.name) : list.name,
        startsAt: list.starts_at === null || (isCopy && isOver)
            ? '' : toLocalInput(list.starts_at, list.time_zone),
        timeZone: list.time_zone,
        accessUrl: list.access_url ?? '',
        drawAt: '',
    };
}

/** Whether a copy needs a time for its draw: that of the original is over. */
export function needsDraw(list: Resource, nowMs: number): boolean {
    const drawAt = list.rules.draw_at;
    return list.rules.order === 'lottery' && drawAt !== null && Date.parse(drawAt) <= nowMs;
}

function startOf(form: ListChange): string | null {
    return form.startsAt ? fromLocalInput(form.startsAt, form.timeZone) : null;
}

/** Only what is otherwise than before; of an ended list nothing but the name can change. */
export function changeOf(list: Resource, form: ListChange, isOpen: boolean): Schemas['ResourceChange'] {
    const change: Schemas['ResourceChange'] = {};
    if (form.name.trim() !== list.name) {
        change.name = form.name.trim();
    }
    if (!isOpen) {
        return change;
    }
    const startsAt = startOf(form);
    const before = list.starts_at === null ? null : Date.parse(list.starts_at);
    if (list.kind === 'seats' && (startsAt === null ? null : Date.parse(startsAt)) !== before) {
        change.starts_at = startsAt;
    }
    if (form.timeZone !== list.time_zone) {
        change.time_zone = form.timeZone;
    }
    if (form.accessUrl.trim() !== (list.access_url ?? '')) {
        change.access_url = form.accessUrl.trim() || null;
    }
    return change;
}

export function copyOf(list: Resource, form: ListChange) {
    return {
        name: form.name.trim(),
        time_zone: form.timeZone,
        ...(list.kind === 'seats' ? { starts_at: startOf(form) } : {}),
        ...(form.drawAt ? { draw_at: fromLocalInput(form.drawAt, form.timeZone) } : {}),
    };
}
