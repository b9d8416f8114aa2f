// The part of a long line that is known here. The line is read in windows of 200 by rank; a few of
// them are kept, and what happened meanwhile makes them stale without throwing them away, so rows
// stay on the page until newer ones replace them.

export const windowSize = 200;
const windowsMax = 12;

export interface Identified {
    id: string;
}

interface Held<Item> {
    items: readonly Item[];
    generation: number;
    usedAt: number;
}

/** The numbers of the windows that hold the rows from `first` up to, not including, `end`. */
export function windowsOf(first: number, end: number, size: number = windowSize): number[] {
    const numbers: number[] = [];
    if (end <= first) {
        return numbers;
    }
    const last = Math.floor((end - 1) / size);
    for (let number = Math.floor(Math.max(0, first) / size); number <= last; number += 1) {
        numbers.push(number);
    }
    return numbers;
}

export class WindowCache<Item extends Identified> {
    #held = new Map<number, Held<Item>>();
    #generation = 0;
    #clock = 0;

    constructor(readonly size: number = windowSize, readonly max: number = windowsMax) {}

    /** Everything that is known is from before now. */
    invalidate(): void {
        this.#generation += 1;
    }

    get generation(): number {
        return this.#generation;
    }

    has(number: number): boolean {
        return this.#held.has(number);
    }

    /** Forgets everything. */
    clear(): void {
        this.#held.clear();
        this.#generation += 1;
    }

    /** The windows to read for these rows: what is missing first, then what is stale. */
    toRead(first: number, end: number): number[] {
        const numbers = windowsOf(first, end, this.size);
        const missing = numbers.filter((number) => !this.#held.has(number));
        const stale = numbers.filter((number) => {
            const held = this.#held.get(number);
            return held !== undefined && held.generation < this.#generation;
        });
        return [...missing, ...stale];
    }

    /** Keeps a window that was asked for in a generation, and drops those unused for longest. */
    put(number: number, items: readonly Item[], generation: number): void {
        const held = this.#held.get(number);
        if (held && held.generation > generation) {
            return;
        }
        this.#clock += 1;
        this.#held.set(number, { items, generation, usedAt: this.#clock });
        while (this.#held.size > this.max) {
            const [oldest] = [...this.#held].reduce(
                (least, one) => (one[1].usedAt < least[1].usedAt ? one : least));
            this.#held.delete(oldest);
        }
    }

    /** Says that these rows are looked at, so that their windows are kept. */
    touch(first: number, end: number): void {
        this.#clock += 1;
        for (const number of windowsOf(first, end, this.size)) {
            const held = this.#held.get(number);
            if (held) {
                held.usedAt = this.#clock;
            }
        }
    }

    /** The row at an index that counts from 0; undefined where it is not known. */
    at(index: number): Item | undefined {
        return this.#held.get(Math.floor(index / this.size))?.items[index % this.size];
    }

    /** Where someone stands as far as it is known here, near `index` first; -1 if nowhere. */
    find(id: string, index: number): number {
        const near = Math.floor(index / this.size);
        const numbers = [...this.#held.keys()]
            .sort((one, other) => Math.abs(one - near) - Math.abs(other - near));
        for (const number of numbers) {
            const offset = this.#held.get(number)?.items.findIndex((item) => item.id === id) ?? -1;
            if (offset >= 0) {
                return number * this.size + offset;
            }
        }
        return -1;
    }
}

export interface ShownRow<Item> {
    key: string;
    index: number;
    item: Item | undefined;
}

/**
 * The rows to draw, each with a key of its own. Two windows read at different moments may both hold
 * someone who moved in between; the second one is drawn as a row that is still being read.
 */
export function shownRows<Item extends Identified>(
    first: number, end: number, at: (index: number) => Item | undefined,
): ShownRow<Item>[] {
    const rows: ShownRow<Item>[] = [];
    const seen = new Set<string>();
    for (let index = first; index < end; index += 1) {
        const item = at(index);
        if (item && !seen.has(item.id)) {
            seen.add(item.id);
            rows.push({ key: item.id, index, item });
        } else {
            rows.push({ key: `#${index}`, index, item: undefined });
        }
    }
    return rows;
}
