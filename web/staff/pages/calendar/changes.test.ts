// What is sent: several slots one by one, and a slot that moves.
import { afterEach, describe, expect, it } from 'vitest';
import { replaceNetwork } from '../../lib/api';
import { emptySlot } from '../today/slotform';
import { freeAll, HalfMoved, likeAt, move } from './changes';
import type { CalendarSlot } from './grid';

interface Sent {
    what: string;
    body: Record<string, unknown>;
    key: string | null;
}

/** A server that answers each request as told. */
function serve(answer: (sent: Sent) => number): Sent[] {
    const all: Sent[] = [];
    replaceNetwork(async (request) => {
        const { method, url, headers } = request as Request;
        const text = await (request as Request).text();
        const sent = {
            what: `${method} ${new URL(url).pathname}`, key: headers.get('Idempotency-Key'),
            body: (text === '' ? {} : JSON.parse(text)) as Sent['body'],
        };
        all.push(sent);
        const status = answer(sent);
        return new Response(JSON.stringify(status < 300 ? { move: 'offer' } : { type: 'about:blank' }), {
            status, headers: { 'Content-Type': 'application/json' },
        });
    }, () => Promise.resolve());
    return all;
}

afterEach(() => replaceNetwork(fetch, () => Promise.resolve()));

const form = { ...emptySlot(0, 'UTC'), staff: 'Noor', minutes: 60 };
const starts = [1, 2, 3].map((day) => Date.parse(`2026-12-0${day}T17:00:00Z`));
const openings = 'POST /v1/resources/res_1/openings';

const slot: CalendarSlot = {
    id: 'opn_1', state: 'offering', starts_at: '2026-12-01T17:00:00Z', duration: '1h', service: 'Cut',
    services: ['Cut', 'Trim'], staff: 'Noor', staff_any: ['Noor', 'Ben'], place: null,
    size: { min: 1, max: 2 }, price: null, offers_made: 1, standing_yes: 0, entry_id: 'ent_1',
    name: 'Mia', offer: null,
};

describe('Several slots', () => {
    it('are freed one by one, each at its time', async () => {
        const sent = serve(() => 201);
        const told: number[] = [];
        const done = await freeAll('res_1', form, 'UTC', starts, 'k', (progress) => told.push(progress.done));
        expect(sent.map((one) => one.body.starts_at)).toEqual(
            ['2026-12-01T17:00:00Z', '2026-12-02T17:00:00Z', '2026-12-03T17:00:00Z']);
        expect(new Set(sent.map((one) => one.body.event_id)).size).toBe(3);
        expect([told, done]).toEqual([[1, 2, 3], { done: 3, offered: 3 }]);
    });

    it('keep their ids when it is begun again', async () => {
        let fails = true;
        const sent = serve((one) => (fails && one.body.starts_at === '2026-12-02T17:00:00Z' ? 409 : 201));
        await expect(freeAll('res_1', form, 'UTC', starts, 'k', () => {})).rejects.toThrow();
        fails = false;
        await freeAll('res_1', form, 'UTC', starts, 'k', () => {});
        const ids = sent.map((one) => one.body.event_id);
        expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
        expect(new Set(sent.map((one) => one.key)).size).toBe(sent.length);
    });
});

describe('A slot that moves', () => {
    const body = likeAt(slot, starts[1] ?? 0, { staff: 'Noor', place: '' }, 'staff-k');

    it('is withdrawn first, and then freed with everything it had', async () => {
        const sent = serve(() => 201);
        await move('res_1', slot, body, 'k');
        expect(sent.map((one) => one.what)).toEqual(['DELETE /v1/openings/opn_1', openings]);
        expect(sent[1]?.body).toMatchObject({
            starts_at: '2026-12-02T17:00:00Z', duration: '1h', service: 'Cut', staff: 'Noor',
            services: ['Cut', 'Trim'], staff_any: ['Noor', 'Ben'], size: { min: 1, max: 2 }, unlisted: true,
        });
    });

    it('has only the new name when it goes to somebody else', () => {
        const moved = likeAt(slot, 0, { staff: 'Eve', place: 'Chair 1' }, 'x');
        expect(moved).toMatchObject({ staff: 'Eve', place: 'Chair 1' });
        expect(moved.staff_any).toBeUndefined();
        expect(likeAt(slot, 0, { staff: '', place: '' }, 'x')).toMatchObject({ staff: null, place: null });
    });

    it('stays where it is when it was claimed meanwhile', async () => {
        const sent = serve(() => 409);
        await expect(move('res_1', slot, body, 'k')).rejects.not.toBeInstanceOf(HalfMoved);
        expect(sent).toHaveLength(1);
    });

    it('says that it is half moved when the new time is refused', async () => {
        serve((one) => (one.what === openings ? 422 : 200));
        await expect(move('res_1', slot, body, 'k')).rejects.toBeInstanceOf(HalfMoved);
    });
});
