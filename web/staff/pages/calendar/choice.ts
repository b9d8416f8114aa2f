// What of the calendar is looked at: it stands in the address, and the browser remembers how.

export interface Choice {
    view: 'day' | 'week';
    /** "2026-11-24"; blank: today. */
    date: string;
    by: 'person' | 'place';
    /** Whose slots a week shows; blank: everybody's. */
    who: string;
}

const rememberedKey = 'standby.calendar';

export function readChoice(
    query: string, storage: Pick<Storage, 'getItem'>, otherwise: Choice['view']): Choice {
    const asked = new URLSearchParams(query);
    let known: Partial<Record<keyof Choice, unknown>> = {};
    try {
        known = (JSON.parse(storage.getItem(rememberedKey) ?? '{}') ?? {}) as typeof known;
    } catch {
        // What was remembered is broken, or the browser keeps nothing.
    }
    const view = asked.get('view') ?? known.view;
    const by = asked.get('by') ?? known.by;
    return {
        view: view === 'day' || view === 'week' ? view : otherwise,
        date: asked.get('date') ?? '',
        by: by === 'place' ? 'place' : 'person',
        who: asked.get('who') ?? '',
    };
}

export function rememberChoice(storage: Pick<Storage, 'setItem'>, { view, by }: Choice): void {
    try {
        storage.setItem(rememberedKey, JSON.stringify({ view, by }));
    } catch {
        // A browser that keeps nothing forgets it with the page.
    }
}

export function calendarQuery(choice: Choice): string {
    const query = new URLSearchParams({ view: choice.view });
    if (choice.date !== '') {
        query.set('date', choice.date);
    }
    if (choice.view === 'day') {
        query.set('by', choice.by);
    } else if (choice.who !== '') {
        query.set('who', choice.who);
    }
    return `?${query.toString()}`;
}
