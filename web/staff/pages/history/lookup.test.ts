// Names are read a few at a time, once each.
import { describe, expect, it } from 'vitest';
import { Offline, Problem } from '../../lib/problems';
import { Lookup } from './lookup.svelte';

/** A reader whose answers come when the test says so. */
class Desk {
    asked: string[] = [];
    #answers = new Map<string, { give: (value: string) => void; fail: (error: unknown) => void }>();

    read = (id: string) => {
        this.asked.push(id);
        return new Promise<string>((give, fail) => this.#answers.set(id, { give, fail }));
    };

    async answer(id: string, value: string | Error): Promise<void> {
        const waiting = this.#answers.get(id);
        if (value instanceof Error) {
            waiting?.fail(value);
        } else {
            waiting?.give(value);
        }
        await settle();
    }
}

async function settle(): Promise<void> {
    for (let round = 0; round < 10; round += 1) {
        await Promise.resolve();
    }
}

describe('Lookup', () => {
    it('asks for a name once, however often it is shown', async () => {
        const desk = new Desk();
        const names = new Lookup(desk.read);
        names.get('ent_1');
        names.get('ent_1');
        await settle();
        await desk.answer('ent_1', 'Ada');
        expect(names.get('ent_1')).toBe('Ada');
        expect(desk.asked).toEqual(['ent_1']);
    });

    it('asks for no more than a few at a time', async () => {
        const desk = new Desk();
        const names = new Lookup(desk.read, 2);
        for (const id of ['a', 'b', 'c', 'd']) {
            names.get(id);
        }
        await settle();
        expect(desk.asked).toHaveLength(2);
        await desk.answer(desk.asked[0] ?? '', 'x');
        expect(desk.asked).toHaveLength(3);
    });

    it('gives up on someone who is not there, and asks again after the connection was gone', async () => {
        const desk = new Desk();
        const names = new Lookup(desk.read);
        names.get('gone');
        names.get('later');
        await settle();
        await desk.answer('gone', new Problem(404, {}));
        await desk.answer('later', new Offline());
        expect([names.get('gone'), names.get('later')]).toEqual([null, undefined]);
        await settle();
        expect(desk.asked.filter((id) => id === 'later')).toHaveLength(2);
        expect(desk.asked.filter((id) => id === 'gone')).toHaveLength(1);
    });
});
