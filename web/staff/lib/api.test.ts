// What a page gets from the server, or is told when it gets nothing.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
    allPages, api, call, Offline, onSignedOut, Problem, replaceNetwork, sentence,
} from './api';
import { speech } from './say.svelte';

type Answer = Response | Error;

let requests: Request[];
let waits: number[];

/** A network that gives these answers, one after the other. */
function network(...answers: Answer[]): void {
    requests = [];
    waits = [];
    replaceNetwork(
        async (input) => {
            requests.push(input as Request);
            const answer = answers[requests.length - 1];
            if (answer === undefined || answer instanceof Error) {
                throw answer ?? new TypeError('no answer was prepared');
            }
            return answer;
        },
        async (milliseconds) => { waits.push(milliseconds); },
    );
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
    return new Response(JSON.stringify(body), {
        status, headers: { 'Content-Type': 'application/json', ...headers },
    });
}

function refusal(status: number, name: string, more: object = {}, headers = {}): Response {
    const body = { type: `/problems/${name}`, title: 'No', status, detail: 'not now', ...more };
    return json(body, status, headers);
}

const release = { params: { path: { resource_id: 'res_1' } }, body: { quantity: 1 } };
const releaseOnce = () => call(api.POST('/v1/resources/{resource_id}/capacity:release', release));
const keyOf = (request: Request | undefined) => request?.headers.get('Idempotency-Key');

describe('an answer', () => {
    it('gives its data', async () => {
        network(json({ status: 'ok' }));
        await expect(call(api.GET('/healthz'))).resolves.toEqual({ status: 'ok' });
    });

    it('without a body is fine', async () => {
        network(new Response(null, { status: 204 }));
        await expect(call(api.DELETE('/v1/session'))).resolves.toBeUndefined();
    });
});

describe('a refusal', () => {
    it('becomes a Problem with its fields', async () => {
        const errors = [{ field: 'quantity', message: 'must be from 1' }];
        network(refusal(422, 'invalid', { errors }));
        const problem = await releaseOnce().catch((error: unknown) => error);
        expect(problem).toBeInstanceOf(Problem);
        expect((problem as Problem).is('invalid')).toBe(true);
        expect((problem as Problem).of('quantity')).toBe('Must be from 1');
        expect((problem as Problem).of('other')).toBeUndefined();
        expect(sentence(problem)).toBe('Not now');
    });

    it('without a readable body still is a Problem', async () => {
        network(new Response('<h1>Bad gateway</h1>', { status: 502 }));
        const problem = await releaseOnce().catch((error: unknown) => error);
        expect(problem).toBeInstanceOf(Problem);
        expect((problem as Problem).status).toBe(502);
    });

    it('says how long to wait after too many tries', async () => {
        network(refusal(429, 'too-many-requests', {}, { 'Retry-After': '40' }));
        const problem = await releaseOnce().catch((error: unknown) => error);
        expect(sentence(problem)).toContain('40 seconds');
    });

    it('is said in the reader’s language where we have the words', async () => {
        network(refusal(409, 'total-reached'), refusal(409, 'something-new'));
        await speech.speak('de');
        try {
            const known = await releaseOnce().catch((error: unknown) => error);
            expect(sentence(known)).toBe('Alle Plätze sind freigegeben');
            const unknown = await releaseOnce().catch((error: unknown) => error);
            expect(sentence(unknown)).toBe('Not now');
        } finally {
            await speech.speak('en');
        }
    });

    it('is not tried again', async () => {
        network(refusal(409, 'total-reached'));
        await releaseOnce().catch(() => {});
        expect(requests).toHaveLength(1);
    });
});

describe('a network without an answer', () => {
    const lost = () => new TypeError('Failed to fetch');

    it('is Offline after some tries', async () => {
        network(lost(), lost(), lost());
        await expect(releaseOnce()).rejects.toBeInstanceOf(Offline);
        expect(requests).toHaveLength(3);
        expect(waits).toEqual([300, 1200]);
    });

    it('keeps the key across the tries of one action', async () => {
        network(lost(), refusal(503, 'overloaded'), json({}));
        await releaseOnce();
        expect(keyOf(requests[0])).toMatch(/^[!-~]{8,200}$/);
        expect(new Set(requests.map(keyOf)).size).toBe(1);
    });

    it('does not ask a halted list again, because only a person can mend it', async () => {
        const halted = refusal(503, 'list-damaged');
        halted.headers.set('Retry-After', '600');
        network(halted);
        const answer = releaseOnce();
        await expect(answer).rejects.toMatchObject({ status: 503, retryAfter: 600 });
        expect(requests).toHaveLength(1);
    });

    it('sends the body again with each try', async () => {
        network(lost(), json({}));
        await releaseOnce();
        await expect(requests[1]?.json()).resolves.toEqual({ quantity: 1 });
    });

    it('does not repeat a change that has no key', async () => {
        network(lost(), json({}));
        const change = call(api.PATCH('/v1/house', { body: { name: 'Aster' } }));
        await expect(change).rejects.toBeInstanceOf(Offline);
        expect(requests).toHaveLength(1);
    });
});

describe('the key of an action', () => {
    it('is a new one for each action', async () => {
        network(json({}), json({}));
        await releaseOnce();
        await releaseOnce();
        expect(keyOf(requests[0])).not.toBe(keyOf(requests[1]));
    });

    it('stays the one that was given', async () => {
        network(json({}));
        await call(api.POST('/v1/resources/{resource_id}/capacity:release', {
            ...release, headers: { 'Idempotency-Key': 'same-again' },
        }));
        expect(keyOf(requests[0])).toBe('same-again');
    });

    it('is not sent with a reading', async () => {
        network(json({}));
        await call(api.GET('/healthz'));
        expect(keyOf(requests[0])).toBeNull();
    });
});

describe('a lost session', () => {
    const signedOut = vi.fn();
    beforeEach(() => {
        signedOut.mockClear();
        onSignedOut(signedOut);
    });

    it('is told', async () => {
        network(refusal(401, 'unauthorized'));
        await releaseOnce().catch(() => {});
        expect(signedOut).toHaveBeenCalledTimes(1);
    });

    it('is not the same as a wrong password', async () => {
        network(refusal(401, 'wrong-sign-in'));
        const body = { email: 'mia@example.org', password: 'wrong' };
        await call(api.POST('/v1/session', { body })).catch(() => {});
        expect(signedOut).not.toHaveBeenCalled();
    });
});

describe('a list in pages', () => {
    it('is followed to its end', async () => {
        const pages: Record<string, { items: number[]; next_cursor: string | null }> = {
            first: { items: [1, 2], next_cursor: 'b' }, b: { items: [3], next_cursor: null },
        };
        const all = await allPages(async (cursor) => pages[cursor ?? 'first']!);
        expect(all).toEqual([1, 2, 3]);
    });

    it('ends at its limit even when the server never says so', async () => {
        const all = await allPages(async () => ({ items: [1], next_cursor: 'again' }), 5);
        expect(all).toHaveLength(5);
    });
});
