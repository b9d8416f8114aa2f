// @vitest-environment happy-dom
// The step of the set-up that asks for the name of the business.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceNetwork } from '../../lib/api';
import { speech } from '../../lib/say.svelte';
import BusinessStep from './BusinessStep.svelte';

let shown: ReturnType<typeof mount>;
let sent: Record<string, unknown>;
const next = vi.fn();

beforeEach(() => {
    sent = {};
    next.mockClear();
    replaceNetwork(async (request) => {
        sent = await (request as Request).json();
        return Response.json({});
    }, async () => {});
    shown = mount(BusinessStep, { target: document.body, props: { next } });
});

afterEach(async () => {
    await unmount(shown);
    await speech.speak('en');
});

async function save(): Promise<void> {
    flushSync();
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(1));
}

it('lets the business speak the language of the pages', async () => {
    await speech.speak('de');
    await save();
    expect(sent.locale).toBe('de');
});
