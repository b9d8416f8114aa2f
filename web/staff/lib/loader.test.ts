// What is read stays on the page until something newer is there.
import { describe, expect, it } from 'vitest';
import { Loader } from './loader.svelte';

/** A reading that the test answers when it likes. */
function controlled() {
    const waiting: { answer: (value: string) => void; fail: (error: Error) => void }[] = [];
    const loader = new Loader(() => new Promise<string>((resolve, reject) => {
        waiting.push({ answer: resolve, fail: reject });
    }));
    return { loader, waiting };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a loader', () => {
    it('keeps what it has while it reads again', async () => {
        const { loader, waiting } = controlled();
        void loader.load();
        waiting[0]?.answer('old');
        await settled();
        void loader.load();
        expect(loader.data).toBe('old');
        waiting[1]?.answer('new');
        await settled();
        expect(loader.data).toBe('new');
    });

    it('keeps what it has when reading fails, and says what went wrong', async () => {
        const { loader, waiting } = controlled();
        void loader.load();
        waiting[0]?.answer('old');
        await settled();
        void loader.load();
        waiting[1]?.fail(new Error('gone'));
        await settled();
        expect(loader.data).toBe('old');
        expect(loader.error).toEqual(new Error('gone'));
        void loader.load();
        waiting[2]?.answer('new');
        await settled();
        expect(loader.error).toBeUndefined();
    });

    it('asked many times while reading reads only once more', async () => {
        const { loader, waiting } = controlled();
        for (let time = 0; time < 10; time += 1) {
            void loader.load();
        }
        expect(waiting).toHaveLength(1);
        waiting[0]?.answer('first');
        await settled();
        expect(waiting).toHaveLength(2);
        waiting[1]?.answer('second');
        await settled();
        expect(waiting).toHaveLength(2);
        expect(loader.data).toBe('second');
        expect(loader.isBusy).toBe(false);
    });

    it('takes nothing that was asked for before it was reset', async () => {
        const { loader, waiting } = controlled();
        void loader.load();
        loader.reset();
        void loader.load();
        waiting[0]?.answer('of another person');
        await settled();
        expect(loader.data).toBeUndefined();
        waiting[1]?.answer('mine');
        await settled();
        expect(loader.data).toBe('mine');
    });
});
