// Pages of a search put together, and which of them are in view.

export interface EntryPage<Item> {
    cursor: string | undefined;
    items: readonly Item[];
}

/** All items in the order of the pages. A page that was read anew may reach into the next one. */
export function mergePages<Item extends { id: string }>(
    pages: readonly EntryPage<Item>[]): Item[] {
    const seen = new Set<string>();
    const items: Item[] = [];
    for (const page of pages) {
        for (const item of page.items) {
            if (!seen.has(item.id)) {
                seen.add(item.id);
                items.push(item);
            }
        }
    }
    return items;
}

/** The numbers of the pages that hold the rows from `first` up to `end`; the last one always. */
export function pagesAround(
    pages: readonly EntryPage<unknown>[], first: number, end: number): number[] {
    const numbers: number[] = [];
    let start = 0;
    pages.forEach((page, number) => {
        const isInView = start < end && start + page.items.length > first;
        if (isInView || number === pages.length - 1) {
            numbers.push(number);
        }
        start += page.items.length;
    });
    return numbers;
}
