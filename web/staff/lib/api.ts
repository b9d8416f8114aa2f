// The only way to the server: a client typed by openapi.yaml, and call(), which gives the data or
// throws a Problem or Offline. Every POST carries an Idempotency-Key, so trying again is safe.
import createClient from 'openapi-fetch';
import { Offline, Problem } from './problems';
import type { components, paths } from './schema';
import { serverClock } from './time';

export { Offline, Problem, sentence } from './problems';

export type Schemas = components['schemas'];
export type Resource = Schemas['Resource'];
export type Board = Schemas['Board'];
export type BoardEntry = Schemas['BoardEntry'];
export type BoardOffer = Schemas['BoardOffer'];
export type BoardOpening = Schemas['BoardOpening'];
export type NeedsHand = Schemas['NeedsHand'];
export type Member = Schemas['Member'];
export type Role = Schemas['Role'];
export type Session = Schemas['Session'];
export type House = Schemas['OwnersHouse'];
export type Money = Schemas['Money'];
export type Kind = Schemas['Kind'];

/** How often a request that reached nobody is tried again, and after how many milliseconds. */
const retryDelaysMs = [300, 1200];

let signedOut: () => void = () => {};
let pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
let send: typeof fetch = (request, options) => fetch(request, options);

/** The session registers here to hear that the server does not know this browser any more. */
export function onSignedOut(callback: () => void): void {
    signedOut = callback;
}

/** For tests: another network and another way to wait. */
export function replaceNetwork(network: typeof fetch, wait: typeof pause): void {
    send = network;
    pause = wait;
}

/** A new key for one user action. Give the same one again when the person tries again. */
export function newActionKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A POST with a key, or a reading: repeating it does no harm. */
function mayRepeat(request: Request): boolean {
    return request.method === 'GET' || request.method === 'POST';
}

/** Whether waiting for a moment may help; a list that is halted waits for a person. */
function isSoonOver(response: Response): boolean {
    return (Number(response.headers.get('Retry-After')) || 0) < 60;
}

/** Between leaving the page and coming back to it. It isn't hidden yet when it is left. */
let isGoing = false;
if (typeof addEventListener === 'function') {
    addEventListener('pagehide', () => { isGoing = true; }, { capture: true });
    addEventListener('pageshow', () => { isGoing = false; });
}

/** Sends; tries again where nobody answered or the server was too busy; notes the server's time. */
async function sendWithRetry(input: Request): Promise<Response> {
    if (input.method === 'POST' && !input.headers.has('Idempotency-Key')) {
        input.headers.set('Idempotency-Key', newActionKey());
    }
    for (let attempt = 0; ; attempt += 1) {
        const isLast = attempt >= retryDelaysMs.length || !mayRepeat(input);
        const sentAt = Date.now();
        try {
            // A request made while the page goes away is sent all the same.
            const keepalive = isGoing ||
                (typeof document !== 'undefined' && document.visibilityState === 'hidden');
            const response = await send(input.clone(), { keepalive });
            serverClock.observeHeader(response.headers.get('Date'), sentAt, Date.now());
            if (response.status !== 503 || isLast || !isSoonOver(response)) {
                return response;
            }
        } catch (error) {
            if (input.signal.aborted) {
                throw error;
            }
            if (isLast) {
                throw new Offline();
            }
        }
        await pause(retryDelaysMs[attempt] ?? 0);
    }
}

export const api = createClient<paths>({
    baseUrl: typeof location === 'undefined' ? 'http://127.0.0.1' : location.origin,
    credentials: 'same-origin',
    fetch: sendWithRetry,
});

/** Gives the data of an answer; throws a Problem where the server refused, Offline without one. */
export async function call<Data>(
    answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
    const { data, error, response } = await answer;
    if (response.ok) {
        return data as Data;
    }
    const body = typeof error === 'object' && error !== null ? error : {};
    const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
    const problem = new Problem(response.status, body, retryAfter);
    if (problem.is('unauthorized')) {
        signedOut();
    }
    throw problem;
}

/** Follows the cursors of a short list to its end, up to so many pages. */
export async function allPages<Item>(
    page: (cursor: string | undefined) => Promise<{ items: Item[]; next_cursor: string | null }>,
    pagesMax = 20,
): Promise<Item[]> {
    const items: Item[] = [];
    let cursor: string | undefined;
    for (let count = 0; count < pagesMax; count += 1) {
        const answer = await page(cursor);
        items.push(...answer.items);
        if (answer.next_cursor === null) {
            break;
        }
        cursor = answer.next_cursor;
    }
    return items;
}
