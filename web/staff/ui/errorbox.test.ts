// @vitest-environment happy-dom
// What a page shows when something went wrong.
import { mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/problems';
import ErrorBox from './ErrorBox.svelte';

let shown: ReturnType<typeof mount> | undefined;

function show(error: unknown): HTMLElement {
    shown = mount(ErrorBox, { target: document.body, props: { error, retry: () => {} } });
    return document.querySelector('[role=alert]') as HTMLElement;
}

afterEach(async () => {
    if (shown) {
        await unmount(shown);
    }
});

describe('an error', () => {
    it('of a list that is halted is a card with what to do', () => {
        const card = show(new Problem(503, { type: '/problems/list-damaged' }, 600));
        expect(card.querySelector('h2')?.textContent).toContain('This list is halted');
        expect(card.querySelector('input')?.value).toBe('standby repair');
        expect(card.textContent).toContain('Look again');
    });

    it('of any other kind is a sentence', () => {
        const box = show(new Problem(503, { type: '/problems/unavailable', detail: 'not now' }));
        expect(box.querySelector('h2')).toBeNull();
        expect(box.textContent).toContain('Not now');
        expect(box.textContent).toContain('Try again');
    });
});
