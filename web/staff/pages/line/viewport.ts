// Which rows of a very long list are in view. Browsers cannot lay out elements of any height (the
// smallest limit is near 17.8 million pixels), so above a limit the scrollbar is a scale: small
// movements move the rows by as many pixels, a jump of the thumb goes to that share of the list.

export const heightMax = 15_000_000;

export interface Viewport {
    rowCount: number;
    rowHeight: number;
    /** The height of the part that is seen. */
    height: number;
    /** Where the scrollbar stands. */
    scrollTop: number;
    /** How far down the list the first pixel in view is; the same as scrollTop unless scaled. */
    top: number;
}

/** The height of all rows together. */
export function fullHeight(view: Pick<Viewport, 'rowCount' | 'rowHeight'>): number {
    return view.rowCount * view.rowHeight;
}

/** The height that the browser is given. */
export function laidOutHeight(view: Pick<Viewport, 'rowCount' | 'rowHeight'>): number {
    return Math.min(fullHeight(view), heightMax);
}

/** How many pixels of the list a pixel of the scrollbar stands for; 1 for all usual lists. */
export function scaleOf(view: Omit<Viewport, 'scrollTop' | 'top'>): number {
    const room = laidOutHeight(view) - view.height;
    return room > 0 ? Math.max(1, (fullHeight(view) - view.height) / room) : 1;
}

function clamp(value: number, least: number, most: number): number {
    return Math.min(Math.max(value, least), Math.max(least, most));
}

/** The view after the scrollbar went to `scrollTop` by hand. */
export function scrolled(view: Viewport, scrollTop: number): Viewport {
    const scale = scaleOf(view);
    const topMax = fullHeight(view) - view.height;
    if (scale === 1) {
        return { ...view, scrollTop, top: clamp(scrollTop, 0, topMax) };
    }
    const moved = scrollTop - view.scrollTop;
    const scrollMax = laidOutHeight(view) - view.height;
    const isSmall = Math.abs(moved) <= view.height && scrollTop > 0 && scrollTop < scrollMax - 1;
    const top = isSmall ? view.top + moved : scrollTop * scale;
    return { ...view, scrollTop, top: clamp(top, 0, topMax) };
}

/** The view with its rows where they are and the scrollbar where it belongs for them. */
export function settled(view: Viewport): Viewport {
    const top = clamp(view.top, 0, fullHeight(view) - view.height);
    return { ...view, top, scrollTop: top / scaleOf(view) };
}

/** The view that shows a pixel of the list at the top. */
export function movedTo(view: Viewport, top: number): Viewport {
    return settled({ ...view, top });
}

/** The view in which a row can be seen as a whole, moved as little as needed. */
export function revealing(view: Viewport, index: number): Viewport {
    const start = index * view.rowHeight;
    if (start < view.top) {
        return movedTo(view, start);
    }
    if (start + view.rowHeight > view.top + view.height) {
        return movedTo(view, start + view.rowHeight - view.height);
    }
    return view;
}

/** The first row to draw and the one behind the last, with so many more on either side. */
export function rowsInView(view: Viewport, margin: number): { first: number; end: number } {
    const first = Math.floor(view.top / view.rowHeight) - margin;
    const end = Math.ceil((view.top + view.height) / view.rowHeight) + margin;
    return { first: clamp(first, 0, view.rowCount), end: clamp(end, 0, view.rowCount) };
}

/** Where a row is drawn, in pixels from the top of what was laid out. */
export function offsetOf(view: Viewport, index: number): number {
    return index * view.rowHeight - view.top + view.scrollTop;
}

/** The row that a key leads to; undefined for keys that do not move. */
export function keyTarget(key: string, index: number, view: Viewport): number | undefined {
    const page = Math.max(1, Math.floor(view.height / view.rowHeight) - 1);
    const targets: Record<string, number> = {
        ArrowDown: index + 1,
        ArrowUp: index - 1,
        PageDown: index + page,
        PageUp: index - page,
        Home: 0,
        End: view.rowCount - 1,
    };
    const target = targets[key];
    return target === undefined || view.rowCount === 0
        ? undefined : clamp(target, 0, view.rowCount - 1);
}
