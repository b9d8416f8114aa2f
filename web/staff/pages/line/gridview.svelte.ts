// What the table has in view and which row is the current one. While the line moves, rows in view
// stay where they are on the screen, and the current row stays the same person.
import type { Rows } from './queue.svelte';
import {
    keyTarget, movedTo, revealing, rowsInView, scrolled, settled, type Viewport,
} from './viewport';

const idleMs = 150;
const lineHeight = 48;
const cardHeight = 96;
/** Below this width in pixels, rows are cards. */
const cardWidth = 460;

export class GridView {
    view = $state.raw<Viewport>(
        { rowCount: 0, rowHeight: lineHeight, height: 480, scrollTop: 0, top: 0 });
    active = $state.raw<{ index: number; id: string | undefined }>({ index: 0, id: undefined });
    hasFocus = $state(false);
    scroller: HTMLElement | undefined;
    /** Rows that must not move on the screen while others come and go; the first one left counts. */
    #anchors: { index: number; id: string }[] = [];
    #idleTimer: ReturnType<typeof setTimeout> | undefined;
    #isScrolling = false;

    constructor(readonly rows: () => Rows) {}

    stop(): void {
        clearTimeout(this.#idleTimer);
    }

    /** Another list of rows begins at its top. */
    reset(): void {
        this.active = { index: 0, id: undefined };
        this.#anchors = [];
        this.place(movedTo(this.view, 0));
    }

    /** Makes the scrollbar follow the view where the view moved by itself. */
    place(next: Viewport): void {
        this.view = next;
        const { scroller } = this;
        if (scroller && Math.abs(scroller.scrollTop - next.scrollTop) >= 1) {
            scroller.scrollTop = next.scrollTop;
            // The browser may have rounded or clamped it; rows are placed by where it really is.
            this.view = { ...next, scrollTop: scroller.scrollTop };
        }
        this.#remember();
    }

    /** Takes in where the scrollbar was moved by hand; whether it was. */
    scroll(): boolean {
        const { scroller } = this;
        if (!scroller || Math.abs(scroller.scrollTop - this.view.scrollTop) < 1) {
            return false;
        }
        this.view = scrolled(this.view, scroller.scrollTop);
        this.#remember();
        this.#isScrolling = true;
        clearTimeout(this.#idleTimer);
        this.#idleTimer = setTimeout(() => {
            this.#isScrolling = false;
            this.settle();
        }, idleMs);
        return true;
    }

    // A browser tells of a movement one frame late. Whatever places the scrollbar asks for it first,
    // or somebody who went to the top would be brought back to where they came from.

    /** Brings the scrollbar to where it belongs, unless someone is moving it. */
    settle(): void {
        if (!this.scroll() && !this.#isScrolling) {
            this.place(settled(this.view));
        }
    }

    /** The part in view got this size. */
    resize(width: number, height: number): void {
        const rowHeight = width < cardWidth ? cardHeight : lineHeight;
        const next = { ...this.view, rowHeight, height: Math.max(rowHeight, height) };
        if (rowHeight !== this.view.rowHeight) {
            this.place(movedTo(next, (this.view.top / this.view.rowHeight) * rowHeight));
        } else if (next.height !== this.view.height) {
            this.view = next;
        }
    }

    /** Rows were read anew: follow those that must not move, and the current one. */
    follow(rowCount: number): void {
        const rows = this.rows();
        const moved = this.scroll() ? 0 : this.#movement();
        const next = { ...this.view, rowCount };
        const { active } = this;
        const found = active.id === undefined ? -1 : rows.find(active.id, active.index);
        const index = found >= 0 ? found : Math.min(active.index, Math.max(0, rowCount - 1));
        this.active = { index, id: found >= 0 ? active.id : rows.at(index)?.id };
        this.place(moved === 0 ? next : movedTo(next, next.top + moved * next.rowHeight));
    }

    activate(index: number): void {
        this.active = { index, id: this.rows().at(index)?.id };
        this.place(revealing(this.view, index));
    }

    /** Whether a key moved to another row. */
    press(key: string): boolean {
        const target = keyTarget(key, this.active.index, this.view);
        if (target !== undefined) {
            this.activate(target);
        }
        return target !== undefined;
    }

    #remember(): void {
        const { active, view } = this;
        const isActiveInView = this.hasFocus && active.index * view.rowHeight >= view.top &&
            (active.index + 1) * view.rowHeight <= view.top + view.height;
        const indexes = isActiveInView ? [active.index] : [];
        if (view.top > 0) {
            const { first, end } = rowsInView(view, 0);
            for (let index = first; index < end; index += 1) {
                indexes.push(index);
            }
        }
        this.#anchors = indexes.flatMap((index) => {
            const entry = this.rows().at(index);
            return entry ? [{ index, id: entry.id }] : [];
        });
    }

    /** By how many rows what is in view has moved. */
    #movement(): number {
        for (const anchor of this.#anchors) {
            const found = this.rows().find(anchor.id, anchor.index);
            if (found >= 0) {
                return found - anchor.index;
            }
        }
        return 0;
    }
}
