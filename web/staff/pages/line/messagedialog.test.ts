// @vitest-environment happy-dom
// A message to guests that is taken back.
import { flushSync, mount, unmount } from 'svelte';
import { expect, it, vi } from 'vitest';
import { replaceNetwork } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import MessageDialog from './MessageDialog.svelte';

const field = (kind: 'textarea' | 'input') =>
    document.querySelector<HTMLTextAreaElement | HTMLInputElement>(`dialog ${kind}`);

function type(kind: 'textarea' | 'input', text: string): void {
    const found = field(kind);
    if (found) {
        found.value = text;
        found.dispatchEvent(new Event('input', { bubbles: true }));
    }
    flushSync();
}

it('comes back with its words and its guests, though the page has gone on', async () => {
    const asked: string[][] = [];
    replaceNetwork(async (request) => {
        asked.push((await (request as Request).json()).entries);
        return Response.json({ recipients: 2, skipped: [], mail: null, sms: null });
    }, async () => {});
    const onsent = vi.fn();
    const onundone = vi.fn();
    const ids = ['ent_1', 'ent_2'];
    const first = mount(MessageDialog, {
        target: document.body, props: { open: true, ids, listId: 'res_1', nameOf: (id: string) => id, onsent, onundone },
    });
    flushSync();
    type('textarea', 'See you at nine!');
    type('input', 'Tomorrow');
    await vi.waitFor(() => expect(document.body.textContent).toContain('Send to 2 guests'));
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    flushSync();
    expect(onsent).toHaveBeenCalledTimes(1);
    await unmount(first);
    expect(field('textarea')).toBeNull();

    asked.length = 0;
    toasts.items[0]?.action?.run();
    flushSync();
    expect(onundone).toHaveBeenCalledWith(ids);
    expect(field('textarea')?.value).toBe('See you at nine!');
    expect(field('input')?.value).toBe('Tomorrow');
    await vi.waitFor(() => expect(asked).toEqual([ids]));
});
