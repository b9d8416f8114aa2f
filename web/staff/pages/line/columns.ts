// The columns of the line and the order of its rows: what can be chosen, what fits, and what the
// browser remembers. The rank is what decides; any other order is for looking only.
import { spoken, t } from '../../lib/say.svelte';
import type { Entry } from './queue.svelte';

export const columnKeys = [
    'rank', 'position', 'name', 'party', 'wants', 'tier', 'points', 'since', 'missed', 'state',
] as const;
export type ColumnKey = (typeof columnKeys)[number];

export const columnNames: Record<ColumnKey, string> = spoken(() => ({
    rank: t('Rank'), position: t('Position'), name: t('Name'), party: t('Party'), wants: t('Wants'),
    tier: t('Priority'), points: t('Points'), since: t('Since'), missed: t('Missed'),
    state: t('State'),
}));

/** Nobody could be told from anybody else without these. */
export const alwaysShown: readonly ColumnKey[] = ['rank', 'name'];

interface Width {
    /** In rem, what its rows need at least. */
    least: number;
    /** Its share of what is left. */
    share?: string;
}

const widths: Record<ColumnKey, Width> = {
    rank: { least: 4.3 },
    position: { least: 4.1 },
    name: { least: 7, share: '1.4fr' },
    party: { least: 2.6 },
    wants: { least: 6, share: '2fr' },
    tier: { least: 4 },
    points: { least: 3.3 },
    since: { least: 7.6 },
    missed: { least: 3.4 },
    state: { least: 7.4 },
};
const letterRem = 0.5;

/** In rem. Its title fits as well, which is longer in some languages. */
const leastOf = (key: ColumnKey): number =>
    Math.max(widths[key].least, columnNames[key].length * letterRem);

/** What is left out first where there is no room. */
const dispensable: readonly ColumnKey[] = [
    'missed', 'points', 'position', 'tier', 'since', 'party', 'wants', 'state',
];
const gapRem = 0.75;
const paddingRem = 1.75;

/** Those of the chosen columns that fit into so many pixels, in their order. */
export function fittingColumns(chosen: readonly ColumnKey[], widthPx: number): ColumnKey[] {
    let shown = columnKeys.filter((key) => chosen.includes(key) || alwaysShown.includes(key));
    const needed = () => shown.reduce((sum, key) => sum + leastOf(key), paddingRem) +
        gapRem * (shown.length - 1);
    for (const key of dispensable) {
        if (needed() * 16 <= widthPx) {
            break;
        }
        shown = shown.filter((other) => other !== key);
    }
    return shown;
}

export function templateOf(shown: readonly ColumnKey[]): string {
    return shown.map((key) => {
        const { share } = widths[key];
        const least = `${leastOf(key)}rem`;
        return share ? `minmax(${least}, ${share})` : least;
    }).join(' ');
}

/** What rows can be ordered by. */
export const sortKeys = ['rank', 'name', 'since', 'party', 'wants'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Order {
    by: SortKey;
    isDown: boolean;
}

export const byRank: Order = { by: 'rank', isDown: false };

export function isSortKey(key: string): key is SortKey {
    return (sortKeys as readonly string[]).includes(key);
}

/** The line as it is, which can be of any length. */
export function isPlain(order: Order): boolean {
    return order.by === 'rank' && !order.isDown;
}

/** What a press on a column makes of the order: up, down, and back to the line. */
export function nextOrder(order: Order, by: SortKey): Order {
    if (order.by !== by) {
        return { by, isDown: false };
    }
    return order.isDown ? byRank : { by, isDown: true };
}

function compareBy(by: SortKey, left: Entry, right: Entry): number {
    switch (by) {
        case 'rank':
            return (left.rank ?? Number.MAX_SAFE_INTEGER) - (right.rank ?? Number.MAX_SAFE_INTEGER);
        case 'name':
            return compareText(left.name, right.name);
        case 'since':
            return Date.parse(left.joined_at) - Date.parse(right.joined_at);
        case 'party':
            return left.party_size - right.party_size;
        case 'wants':
            return compareText(left.wants.service ?? null, right.wants.service ?? null);
    }
}

/** Without a text comes last. */
function compareText(left: string | null, right: string | null): number {
    if (!left || !right) {
        return Number(!left) - Number(!right);
    }
    return left.localeCompare(right, undefined, { sensitivity: 'base', numeric: true });
}

/** In this order; equal ones as the line has them. */
export function sorted(entries: readonly Entry[], order: Order): Entry[] {
    const sign = order.isDown ? -1 : 1;
    return [...entries].sort((left, right) =>
        sign * compareBy(order.by, left, right) || compareBy('rank', left, right));
}

export interface LineView {
    columns: ColumnKey[];
    order: Order;
}

const rememberedKey = 'standby.line';

export function rememberedView(storage: Pick<Storage, 'getItem'>): LineView {
    const view: LineView = { columns: [...columnKeys], order: byRank };
    try {
        const known = JSON.parse(storage.getItem(rememberedKey) ?? '{}') as {
            columns?: unknown; by?: unknown; isDown?: unknown;
        } | null;
        const columns = known?.columns;
        if (Array.isArray(columns)) {
            view.columns = columnKeys.filter((key) => columns.includes(key) || alwaysShown.includes(key));
        }
        if (typeof known?.by === 'string' && isSortKey(known.by)) {
            view.order = { by: known.by, isDown: known.isDown === true };
        }
    } catch {
        // What was remembered is broken, or the browser keeps nothing.
    }
    return view;
}

export function rememberView(storage: Pick<Storage, 'setItem'>, { columns, order }: LineView): void {
    try {
        storage.setItem(rememberedKey, JSON.stringify({ columns, ...order }));
    } catch {
        // A browser that keeps nothing forgets it with the page.
    }
}
