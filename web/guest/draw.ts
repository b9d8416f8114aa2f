// Draws a lottery again, from what the server published. docs/guide/lotteries.md tells the same in
// words, with a short program.
import { sha256 } from './sha256';

export interface Lot {
    number: number;
    participant: string;
    lot: string;
}

/** A page of GET /v1/resources/{id}/draw. */
export interface DrawPage {
    resource_id: string;
    drawn: boolean;
    lots_of: 'people' | 'numbers';
    words: string | null;
    commitment: string;
    seed: string | null;
    lots: Lot[];
    next_cursor: string | null;
}

export type Verdict =
    | { kind: 'pending' }
    | { kind: 'fits'; count: number }
    | { kind: 'fits-numbers' }
    | { kind: 'other-seed' }
    | { kind: 'other-lots'; wrong: number; count: number };

export function lotOf(draw: DrawPage, participant: string): string {
    const text = ['standby lot', draw.seed ?? '', participant, draw.words ?? ''].join('\n');
    return sha256(text).slice(0, 8);
}

function commitmentOf(draw: DrawPage): string {
    if (draw.lots_of === 'numbers') {
        return sha256(draw.seed ?? '');
    }
    return sha256(
        ['standby draw', draw.resource_id, draw.seed ?? '', draw.words ?? ''].join('\n'),
    );
}

/** `first` says what the lots were drawn from; they may come from several pages. */
export function check(first: DrawPage, lots: Lot[]): Verdict {
    if (!first.drawn || first.seed === null) {
        return { kind: 'pending' };
    }
    if (commitmentOf(first) !== first.commitment) {
        return { kind: 'other-seed' };
    }
    if (first.lots_of === 'numbers') {
        return { kind: 'fits-numbers' };
    }
    const wrong = lots.filter((lot) => lotOf(first, lot.participant) !== lot.lot).length;
    return wrong === 0
        ? { kind: 'fits', count: lots.length }
        : { kind: 'other-lots', wrong, count: lots.length };
}

/** Where a lot stands in the draw, from 1: equal lots go by their numbers. */
export function placeOf(lots: Lot[], own: Lot): number {
    const isBefore = (other: Lot): boolean =>
        other.lot < own.lot || (other.lot === own.lot && other.number < own.number);
    return lots.filter(isBefore).length + 1;
}

/** The lot of a joining number on a list whose numbers have lots. */
export function lotOfNumber(draw: DrawPage, number: number): string {
    return sha256(`${draw.seed ?? ''}:${number}`).slice(0, 8);
}

function fill(text: string | undefined, ...values: (string | number)[]): string {
    return (text ?? '').replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
}

/** What the page says about it, in the texts that came with it. */
export function verdictText(verdict: Verdict, texts: DOMStringMap): string {
    switch (verdict.kind) {
        case 'pending':
            return '';
        case 'fits':
            return fill(texts.fits, verdict.count);
        case 'fits-numbers':
            return fill(texts.fitsNumbers);
        case 'other-seed':
            return fill(texts.otherSeed);
        case 'other-lots':
            return fill(texts.otherLots, verdict.wrong, verdict.count);
    }
}

export function lotText(
    draw: DrawPage,
    lots: Lot[],
    number: number,
    texts: DOMStringMap,
): string {
    if (draw.lots_of === 'numbers') {
        return fill(texts.lotNumber, number, lotOfNumber(draw, number));
    }
    const own = lots.find((lot) => lot.number === number);
    return own === undefined
        ? fill(texts.noLot, number)
        : fill(texts.lot, number, own.lot, placeOf(lots, own), lots.length);
}

/** All pages, one after the other; the first one and all lots. */
export async function fetchDraw(
    path: string,
    fetchPage: (path: string) => Promise<DrawPage>,
): Promise<{ first: DrawPage; lots: Lot[] }> {
    const first = await fetchPage(path);
    let lots = first.lots;
    let next = first.next_cursor;
    while (next !== null) {
        const page = await fetchPage(`${path}?cursor=${encodeURIComponent(next)}`);
        lots = lots.concat(page.lots);
        next = page.next_cursor;
    }
    return { first, lots };
}

/** Checks the draw that the page is about, and shows a visitor's own lot. */
export async function prepareDraw(
    box: HTMLElement,
    fetchPage: (path: string) => Promise<DrawPage>,
): Promise<void> {
    const result = box.querySelector<HTMLElement>('[data-draw-result]');
    const form = box.querySelector<HTMLFormElement>('[data-draw-form]');
    const answer = box.querySelector<HTMLElement>('[data-draw-lot]');
    if (result === null || form === null || answer === null) {
        return;
    }
    result.textContent = box.dataset.working ?? '';
    try {
        const { first, lots } = await fetchDraw(box.dataset.draw ?? '', fetchPage);
        const verdict = check(first, lots);
        result.textContent = verdictText(verdict, box.dataset);
        box.dataset.verdict = verdict.kind;
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            const typed = new FormData(form).get('number');
            const number = Number(typeof typed === 'string' ? typed.trim() : NaN);
            answer.textContent = Number.isSafeInteger(number)
                ? lotText(first, lots, number, box.dataset)
                : '';
        });
        form.hidden = false;
    } catch {
        result.textContent = box.dataset.failed ?? '';
    }
}
