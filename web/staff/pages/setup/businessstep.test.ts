// @vitest-environment happy-dom
// The step of the set-up that asks for the name of the business.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceNetwork, type Session } from '../../lib/api';
import { house } from '../../lib/house.svelte';
import { speech } from '../../lib/say.svelte';
import { session } from '../../lib/session.svelte';
import BusinessStep from './BusinessStep.svelte';

let shown: ReturnType<typeof mount>;
let known: object;
let sent: Record<string, unknown>;
const next = vi.fn();

beforeEach(() => {
    sent = {};
    next.mockClear();
    house.reset();
    known = { staff_email: null };
    replaceNetwork(async (request) => {
        if ((request as Request).method === 'PATCH') {
            sent = await (request as Request).json();
        }
        return Response.json(known);
    }, async () => {});
    shown = mount(BusinessStep, { target: document.body, props: { next } });
});

afterEach(async () => {
    await unmount(shown);
    session.state = undefined;
    await speech.speak('en');
});

/** Signed in with this address, or with none. */
function signIn(email: string | null): void {
    session.set({ member: { email } } as Session);
}

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

it('tells whoever sets it up about returned places', async () => {
    signIn('mia@aster.example');
    await save();
    expect(sent.staff_email).toBe('mia@aster.example');
});

it('keeps the address that was named before', async () => {
    known = { staff_email: 'team@aster.example' };
    signIn('mia@aster.example');
    await save();
    expect(sent).not.toHaveProperty('staff_email');
});

it('names nobody whose address isn’t known', async () => {
    signIn(null);
    await save();
    expect(sent).not.toHaveProperty('staff_email');
});
