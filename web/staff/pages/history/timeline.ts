// The times of a timeline: how long passed between two events, and which filter the address names.
import { t } from '../../lib/say.svelte';
import { durationInWords } from '../../lib/time';

/** "2 hours 5 minutes later"; "" where it is not worth a line. */
export function gapWords(before: string, after: string): string {
    const gap = new Date(after).getTime() - new Date(before).getTime();
    if (!(gap >= 1000)) {
        return '';
    }
    return t('{time} later', { time: durationInWords(gap) });
}

/** How wide a gap is drawn, in pixels: longer for longer, but never long. */
export function gapHeight(before: string, after: string): number {
    const gap = new Date(after).getTime() - new Date(before).getTime();
    if (!(gap >= 1000)) {
        return 0;
    }
    return Math.round(Math.min(56, 12 + 4 * Math.log2(1 + gap / 60_000)));
}

export interface Filter {
    entryId: string | undefined;
    openingId: string | undefined;
}

/** Whom or what the address asks for. */
export function filterOf(search: string): Filter {
    const query = new URLSearchParams(search);
    const id = (name: string, form: RegExp) => {
        const value = query.get(name) ?? '';
        return form.test(value) ? value : undefined;
    };
    return {
        entryId: id('entry', /^ent_[0-9A-Z]{1,13}$/),
        openingId: id('opening', /^opn_[0-9A-Z]{1,13}$/),
    };
}
