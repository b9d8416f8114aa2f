// @vitest-environment happy-dom
// The step of the set-up that asks what the business offers.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceNetwork } from '../../lib/api';
import OfferStep from './OfferStep.svelte';

let shown: ReturnType<typeof mount>;
let sent: string[];
const next = vi.fn();

beforeEach(() => {
    sent = [];
    next.mockClear();
    replaceNetwork(async (request) => {
        const { name } = await (request as Request).json();
        sent.push(name);
        return name === 'Taken' ? Response.json({ detail: 'There is one.' }, { status: 409 }) : Response.json({});
    }, async () => {});
    shown = mount(OfferStep, { target: document.body, props: { next } });
});

afterEach(() => unmount(shown));

function save(text: string): void {
    const field = document.querySelector('textarea');
    if (field) {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    flushSync();
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    flushSync();
}

const alert = () => document.querySelector('[role=alert]')?.textContent ?? '';

it('saves nothing while a price can’t be read, and names its line', () => {
    save('Cut, 30 min, 45\nBeard, , -5');
    expect(alert()).toMatch(/^Line 2: “-5”/);
    expect(sent).toEqual([]);
});

it('adds what was added before a problem only once', async () => {
    save('Cut, 45,50\nTaken');
    await vi.waitFor(() => expect(alert()).toMatch(/^Line 2: /));
    save('Cut, 45,50\nColour');
    await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(1));
    expect(sent).toEqual(['Cut', 'Taken', 'Colour']);
});
