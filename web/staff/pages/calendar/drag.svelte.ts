// Choosing a time by dragging, with a mouse at once and with a finger after a long press (a short
// one scrolls), and dragging a slot that nobody has been promised to another time.
import {
    endOf, instantAt, selectionOf, startOf, type CalendarSlot, type Grid, type Laid, type Selection,
} from './grid';

const longPressMs = 350;
const slackPx = 10;

/** What is dragged over, as it is now. */
export interface Ground {
    grid: Grid;
    laid: readonly Laid[];
    nowMs: number;
    canFree: boolean;
    board: HTMLElement | undefined;
    body: HTMLElement | undefined;
    /** A mouse went down on this cell. */
    begin: (row: number, column: number) => void;
    choose: (column: number, from: number, to: number | undefined) => void;
    move: (slot: CalendarSlot, column: number, from: number) => void;
}

interface Press {
    pointer: number;
    isTouch: boolean;
    x: number;
    y: number;
    column: number;
    anchor: number;
    cell: number;
    /** What is dragged, and how far below its top it was taken, in rows. */
    taken: { slot: CalendarSlot; below: number } | undefined;
    isDragging: boolean;
    hasMoved: boolean;
    timer: number;
}

/** How many rows down, and in which column, a point is. */
function whereIs({ grid, body }: Ground, event: PointerEvent): { rows: number; column: number } {
    const box = body!.getBoundingClientRect();
    const time = body!.querySelector('.time')?.getBoundingClientRect().width ?? 0;
    const across = (event.clientX - box.left - time) / (box.width - time);
    return {
        rows: ((event.clientY - box.top) / box.height) * grid.rows.length,
        column: Math.min(grid.columns.length - 1, Math.max(0, Math.floor(across * grid.columns.length))),
    };
}

/** Somebody who has claimed a slot, or holds it, was promised its time. */
export function canMove(slot: CalendarSlot, nowMs: number): boolean {
    return slot.state !== 'booked' && slot.offer?.state !== 'confirming' && startOf(slot) > nowMs;
}

export class Drag {
    /** The time that is chosen, or where the slot would lie. */
    selection = $state.raw<Selection>();
    #press: Press | undefined;
    readonly #ground: () => Ground;

    constructor(ground: () => Ground) {
        this.#ground = ground;
    }

    down(event: PointerEvent): void {
        const ground = this.#ground();
        const { grid } = ground;
        const target = event.target as Element;
        const cell = target.closest<HTMLElement>('[data-column]');
        const item = target.closest<HTMLElement>('[data-slot]');
        if (!ground.canFree || event.button !== 0 || !event.isPrimary || !(cell ?? item) || !ground.body) {
            return;
        }
        const { rows, column } = whereIs(ground, event);
        const anchor = instantAt(grid, column, rows);
        const begin = grid.at(cell ? Number(cell.dataset.row) : Math.floor(rows), column);
        const one = ground.laid.find(({ slot }) => slot.id === item?.dataset.slot);
        const isFixed = item && !(one && canMove(one.slot, ground.nowMs));
        if (anchor === undefined || begin === undefined || isFixed) {
            return;
        }
        const isTouch = event.pointerType !== 'mouse';
        this.#press = {
            pointer: event.pointerId, isTouch, x: event.clientX, y: event.clientY, column, anchor,
            cell: begin, taken: one && { slot: one.slot, below: rows - one.top },
            isDragging: !isTouch, hasMoved: false, timer: 0,
        };
        if (isTouch) {
            this.#press.timer = window.setTimeout(() => this.#begin(), longPressMs);
        } else if (cell) {
            ground.begin(Number(cell.dataset.row), column);
            ground.board?.setPointerCapture(event.pointerId);
        }
    }

    #begin(): void {
        const press = this.#press;
        if (press) {
            press.isDragging = true;
            this.selection = press.taken
                ? { column: press.column, from: startOf(press.taken.slot), to: endOf(press.taken.slot) }
                : selectionOf(press.column, press.anchor, press.anchor);
            navigator.vibrate?.(10);
        }
    }

    dragged(event: PointerEvent): void {
        const press = this.#press;
        if (!press || event.pointerId !== press.pointer) {
            return;
        }
        const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > slackPx;
        if (!press.isDragging) {
            if (isFar) {
                this.drop();
            }
            return;
        }
        const ground = this.#ground();
        if (isFar && !press.hasMoved) {
            press.hasMoved = true;
            ground.board?.setPointerCapture(event.pointerId);
        }
        const { rows, column } = whereIs(ground, event);
        const { taken } = press;
        // A time begins where the pointer is; a slot lands on the nearest quarter of an hour.
        const head = taken ? instantAt(ground.grid, column, rows - taken.below + 0.25)
            : instantAt(ground.grid, press.column, rows);
        if (!press.hasMoved || head === undefined) {
            return;
        }
        this.selection = taken
            ? { column, from: head, to: head + endOf(taken.slot) - startOf(taken.slot) }
            : selectionOf(press.column, press.anchor, head);
    }

    up(event: PointerEvent): void {
        if (!this.#press || event.pointerId !== this.#press.pointer) {
            return;
        }
        const { column, cell, hasMoved, taken } = this.#press;
        const { choose, move } = this.#ground();
        const chosen = this.selection;
        this.drop();
        if (taken) {
            // One that was only pressed is opened by its own button.
            if (hasMoved && chosen) {
                move(taken.slot, chosen.column, chosen.from);
            }
        } else if (hasMoved && chosen) {
            choose(column, chosen.from, chosen.to);
        } else {
            choose(column, cell, undefined);
        }
    }

    drop(): void {
        clearTimeout(this.#press?.timer);
        this.#press = undefined;
        this.selection = undefined;
    }

    /** A long press is ours: it opens no menu. */
    held(event: Event): void {
        if (this.#press?.isTouch) {
            event.preventDefault();
        }
    }

    /** While a finger drags, the page must not scroll; listeners of the framework may not say so. */
    holdsPage(element: HTMLElement | undefined): () => void {
        const hold = (event: TouchEvent) => {
            if (this.#press?.isDragging) {
                event.preventDefault();
            }
        };
        element?.addEventListener('touchmove', hold, { passive: false });
        return () => element?.removeEventListener('touchmove', hold);
    }
}
