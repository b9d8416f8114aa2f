// When the page asks again.
import { describe, expect, it } from 'vitest';
import { FakeTimers } from '../../lib/fake_timers';
import { refreshWhileVisible, type Visibility } from './refresh';

class FakeVisibility implements Visibility {
    #isVisible = true;
    #callback: (() => void) | undefined;

    isVisible(): boolean {
        return this.#isVisible;
    }

    onChange(callback: () => void): () => void {
        this.#callback = callback;
        return () => { this.#callback = undefined; };
    }

    set(isVisible: boolean): void {
        this.#isVisible = isVisible;
        this.#callback?.();
    }
}

/** A page that is read every two seconds; the test answers each reading. */
function page() {
    const timers = new FakeTimers();
    const visibility = new FakeVisibility();
    const answers: (() => void)[] = [];
    const stop = refreshWhileVisible(
        () => new Promise<void>((resolve) => { answers.push(resolve); }),
        2000, visibility, timers);
    const answer = async () => {
        answers.at(-1)?.();
        await Promise.resolve();
        await Promise.resolve();
    };
    return { timers, visibility, answers, stop, answer };
}

describe('a page', () => {
    it('asks at once, and again after each answer', async () => {
        const { timers, answers, answer } = page();
        expect(answers).toHaveLength(1);
        await answer();
        timers.pass(1999);
        expect(answers).toHaveLength(1);
        timers.pass(1);
        expect(answers).toHaveLength(2);
        await answer();
        timers.pass(2000);
        expect(answers).toHaveLength(3);
    });

    it('waits for a slow server', () => {
        const { timers, answers } = page();
        timers.pass(60_000);
        expect(answers).toHaveLength(1);
    });

    it('asks nothing while nobody sees it, and at once when someone does', async () => {
        const { timers, visibility, answers, answer } = page();
        await answer();
        visibility.set(false);
        timers.pass(60_000);
        expect(answers).toHaveLength(1);
        visibility.set(true);
        expect(answers).toHaveLength(2);
        await answer();
        timers.pass(2000);
        expect(answers).toHaveLength(3);
    });

    it('that is hidden while it waits for an answer does not go on', async () => {
        const { timers, visibility, answers, answer } = page();
        visibility.set(false);
        await answer();
        timers.pass(60_000);
        expect(answers).toHaveLength(1);
    });

    it('that is hidden and shown while it waits for an answer asks only once', async () => {
        const { timers, visibility, answers, answer } = page();
        visibility.set(false);
        visibility.set(true);
        expect(answers).toHaveLength(1);
        await answer();
        timers.pass(2000);
        expect(answers).toHaveLength(2);
        timers.pass(2000);
        expect(answers).toHaveLength(2);
    });

    it('that was left asks nothing more', async () => {
        const { timers, visibility, answers, stop, answer } = page();
        await answer();
        stop();
        visibility.set(true);
        timers.pass(60_000);
        expect(answers).toHaveLength(1);
    });
});
