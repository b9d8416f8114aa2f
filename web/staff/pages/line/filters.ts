// What staff look for in the line: the choice as the form has it, as the address has it, and as
// the server is asked.
import type { Schemas } from '../../lib/api';
import { formatList, t } from '../../lib/say.svelte';
import { stateWords } from '../../lib/words';

export type EntryState = Schemas['EntryState'];

export const entryStates: readonly EntryState[] = [
    'unverified', 'waiting', 'offered', 'confirming', 'accepted', 'declined', 'expired', 'left',
    'removed', 'cancelled', 'no_show', 'attended',
];

/** `line`: those who wait, in order; `any`: everyone who ever joined. */
export type Scope = 'line' | 'any' | EntryState;

export interface Filters {
    text: string;
    scope: Scope;
    service: string;
    /** The least tier; "" for all. */
    tier: string;
}

export const noFilters: Filters = { text: '', scope: 'line', service: '', tier: '' };

export interface EntriesQuery {
    q?: string;
    state?: EntryState;
    service?: string;
    min_tier?: number;
}

/** Whether the line itself is shown, by rank, and not a search. */
export function isLine(filters: Filters): boolean {
    return filters.scope === 'line' && !filters.text.trim() && !filters.service.trim() &&
        filters.tier === '';
}

/**
 * What the server is asked. Who is looked for by name is found whatever became of them; the other
 * filters narrow the line.
 */
export function queryOf(filters: Filters): EntriesQuery {
    const query: EntriesQuery = {};
    const text = filters.text.trim();
    const service = filters.service.trim();
    if (text) {
        query.q = text.slice(0, 100);
    }
    if (service) {
        query.service = service.slice(0, 100);
    }
    if (filters.tier !== '') {
        query.min_tier = Number(filters.tier);
    }
    if (filters.scope === 'line' && !text) {
        query.state = 'waiting';
    } else if (filters.scope !== 'line' && filters.scope !== 'any') {
        query.state = filters.scope;
    }
    return query;
}

function isScope(name: string): name is Scope {
    return name === 'line' || name === 'any' || (entryStates as readonly string[]).includes(name);
}

/** The filters that an address names. */
export function filtersOf(search: string): Filters {
    const query = new URLSearchParams(search);
    const scope = query.get('state') ?? 'line';
    const tier = query.get('tier') ?? '';
    return {
        text: (query.get('q') ?? '').slice(0, 100),
        scope: isScope(scope) ? scope : 'line',
        service: (query.get('service') ?? '').slice(0, 100),
        tier: /^[0-9]{1,3}$/.test(tier) && Number(tier) > 0 ? tier : '',
    };
}

/** The address's query for filters and the person who is looked at; "" for the plain line. */
export function searchOf(filters: Filters, entryId: string | null): string {
    const query = new URLSearchParams();
    if (filters.text.trim()) {
        query.set('q', filters.text.trim());
    }
    if (filters.scope !== 'line') {
        query.set('state', filters.scope);
    }
    if (filters.service.trim()) {
        query.set('service', filters.service.trim());
    }
    if (filters.tier !== '') {
        query.set('tier', filters.tier);
    }
    if (entryId !== null) {
        query.set('entry', entryId);
    }
    const text = query.toString();
    return text ? `?${text}` : '';
}

/** What is looked for, to end a sentence such as "Nobody matches …". */
export function filterWords(filters: Filters): string {
    const parts: string[] = [];
    if (filters.text.trim()) {
        parts.push(t('“{text}”', { text: filters.text.trim() }));
    }
    if (filters.scope !== 'line' && filters.scope !== 'any') {
        parts.push(t('“{text}”', { text: stateWords[filters.scope][0] }));
    }
    if (filters.service.trim()) {
        parts.push(t('the service “{service}”', { service: filters.service.trim() }));
    }
    if (filters.tier !== '') {
        parts.push(t('priority {priority} or higher', { priority: filters.tier }));
    }
    return formatList(parts);
}

export interface Part {
    text: string;
    isMatch: boolean;
}

/** A text cut where the search was found, so that the found parts can be marked. */
export function matchParts(text: string, search: string): Part[] {
    const wanted = search.trim().toLocaleLowerCase();
    const lower = text.toLocaleLowerCase();
    if (!wanted || lower.length !== text.length) {
        return [{ text, isMatch: false }];
    }
    const parts: Part[] = [];
    let from = 0;
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
        if (at > from) {
            parts.push({ text: text.slice(from, at), isMatch: false });
        }
        parts.push({ text: text.slice(at, at + wanted.length), isMatch: true });
        from = at + wanted.length;
    }
    if (from < text.length) {
        parts.push({ text: text.slice(from), isMatch: false });
    }
    return parts;
}

/** Of someone's address, number and id, the one that was found where the name was not. */
export function foundElsewhere(
    entry: { id: string; name: string | null; email: string | null; phone: string | null },
    search: string,
): string {
    const wanted = search.trim().toLocaleLowerCase();
    if (!wanted || (entry.name ?? '').toLocaleLowerCase().includes(wanted)) {
        return '';
    }
    const digits = wanted.replace(/[\s()/-]/g, '');
    const isFound = (text: string | null): text is string =>
        text !== null && (text.toLocaleLowerCase().includes(wanted) ||
            (/^\+?[0-9]+$/.test(digits) && text.includes(digits)));
    return [entry.email, entry.phone, entry.id].find(isFound) ?? '';
}
