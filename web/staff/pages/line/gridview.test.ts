// The table while the line moves: what is in view stays, and the current row stays the same person.
import { describe, expect, it } from 'vitest';
import { GridView } from './gridview.svelte';
import type { Entry, Rows } from './queue.svelte';
import { movedTo, rowsInView } from './viewport';

/** A line of which everything is known; guests leave at the head and join at the end. */
class Line implements Rows {
    line = Array.from({ length: 1000 }, (_, index) => ({ id: `ent_${index}` }) as Entry);
    readonly isComplete = true;
    readonly isReady = true;
    readonly version = 0;
    readonly error = undefined;

    get total(): number {
        return this.line.length;
    }

    at(index: number): Entry | undefined {
        return this.line[index];
    }

    find(id: string): number {
        return this.line.findIndex((entry) => entry.id === id);
    }

    need(): void {}
    refresh(): void {}
    retry(): void {}

    drop(...ids: string[]): void {
        this.line = this.line.filter((entry) => !ids.includes(entry.id));
    }
}

function begin(top: number): { line: Line; grid: GridView; seen: () => string | undefined } {
    const line = new Line();
    const grid = new GridView(() => line);
    grid.follow(line.total);
    grid.place(movedTo(grid.view, top));
    return { line, grid, seen: () => line.at(rowsInView(grid.view, 0).first)?.id };
}

describe('GridView', () => {
    it('keeps the rows in view where they are when others leave ahead of them', () => {
        const { line, grid, seen } = begin(48 * 300 + 20);
        line.drop('ent_0', 'ent_1', 'ent_7');
        grid.follow(line.total);
        expect(seen()).toBe('ent_300');
        expect(grid.view.top).toBe(48 * 297 + 20);
    });

    it('goes by the next row when the one at the top has left', () => {
        const { line, grid, seen } = begin(48 * 300);
        line.drop('ent_3', 'ent_300');
        grid.follow(line.total);
        expect(seen()).toBe('ent_299');
        expect(line.at(rowsInView(grid.view, 0).first + 1)?.id).toBe('ent_301');
    });

    it('shows the head of the line to those who look at it', () => {
        const { line, grid, seen } = begin(0);
        line.drop('ent_0');
        grid.follow(line.total);
        expect([seen(), grid.view.top]).toEqual(['ent_1', 0]);
    });

    it('follows the current row, and takes the one in its place when it leaves', () => {
        const { line, grid } = begin(0);
        grid.hasFocus = true;
        grid.activate(5);
        line.drop('ent_2');
        grid.follow(line.total);
        expect(grid.active).toEqual({ index: 4, id: 'ent_5' });
        line.drop('ent_5');
        grid.follow(line.total);
        expect(grid.active).toEqual({ index: 4, id: 'ent_6' });
    });

    it('moves by keys and keeps the row in view', () => {
        const { grid } = begin(0);
        expect(grid.press('End')).toBe(true);
        expect(grid.active.index).toBe(999);
        expect(rowsInView(grid.view, 0).end).toBe(1000);
        expect(grid.press('x')).toBe(false);
    });

    it('goes where it was scrolled to, even if rows arrive before the browser tells of it', () => {
        const { line, grid } = begin(0);
        grid.scroller = { scrollTop: 0 } as HTMLElement;
        grid.place(movedTo(grid.view, 48 * 900));
        grid.scroller.scrollTop = 0;
        grid.follow(line.total);
        expect([grid.view.top, grid.scroller.scrollTop]).toEqual([0, 0]);
        grid.place(movedTo(grid.view, 48 * 900));
        grid.scroller.scrollTop = 0;
        grid.settle();
        expect([grid.view.top, grid.scroller.scrollTop]).toEqual([0, 0]);
        grid.stop();
    });

    it('keeps the place when rows become cards', () => {
        const { grid, seen } = begin(48 * 300);
        grid.resize(390, 500);
        expect(grid.view.rowHeight).toBe(96);
        expect(seen()).toBe('ent_300');
    });
});
