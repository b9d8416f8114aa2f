// @vitest-environment happy-dom
// The step of the set-up that asks how guests are written to.
import { mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { replaceNetwork } from '../../lib/api';
import MessagesStep from './MessagesStep.svelte';

const common = { source: 'none', set_by: null, endpoint: null, has_secret: false, changed_at: null };
const none = {
    mail: { ...common, host: null, port: null, encryption: null, user: null, has_password: false, from: null },
    sms: { ...common, service: null, account: null, from: [], region: null },
    whatsapp: {
        ...common, service: null, account: null, from: null, prefix: null, templates: [], verify_token: null,
    },
};

let shown: ReturnType<typeof mount> | undefined;

/** Shows the step on a server that answers whatever is asked like this. */
async function show(settings: object): Promise<void> {
    replaceNetwork(async () => Response.json(settings), async () => {});
    shown = mount(MessagesStep, { target: document.body, props: { next: () => {} } });
    await vi.waitFor(() => expect(document.querySelector('form')).not.toBeNull());
}

afterEach(async () => {
    if (shown) {
        await unmount(shown);
    }
});

const formOf = (id: string) => document.querySelector(`form[aria-labelledby=${id}]`);

it('asks for mail, and has texts and WhatsApp folded', async () => {
    await show(none);
    expect(formOf('mail-settings')?.closest('details')).toBeNull();
    for (const [id, summary] of [['text-settings', 'Set up text messages'], ['whatsapp-settings', 'Set up WhatsApp']]) {
        const fold = formOf(id ?? '')?.closest('details');
        expect(fold?.open).toBe(false);
        expect(fold?.querySelector('summary')?.textContent).toBe(summary);
    }
    expect(document.body.textContent).toContain('Skip for now');
});

it('goes on when any of them is set up', async () => {
    await show({ ...none, whatsapp: { ...none.whatsapp, source: 'option', set_by: '--whatsapp-url' } });
    expect(document.body.textContent).toContain('Continue');
    expect(document.body.textContent).not.toContain('Skip for now');
});
