// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Challenge, guardForm, proofFor } from './join';

const puzzle = 'AQAAAABlU-8AEAAAAAECAwQFBgcIAAECAwQF';
const pause = (): Promise<void> => Promise.resolve();

function formWith(challenge: () => Promise<Challenge>): HTMLFormElement {
    document.body.innerHTML = `<form data-moment="One moment"><input type="hidden" name="proof"
        value="ticket"><button>Join</button></form>`;
    const form = document.querySelector('form')!;
    form.submit = vi.fn();
    guardForm(form, { fetchChallenge: challenge, pause });
    return form;
}

function send(form: HTMLFormElement): Event {
    const event = new Event('submit', { cancelable: true });
    form.dispatchEvent(event);
    return event;
}

beforeEach(() => {
    document.body.innerHTML = '';
});

test('sends the form of a calm list as it is', async () => {
    const form = formWith(() => Promise.resolve({ needed: false, puzzle: null, bits: 0 }));
    expect(send(form).defaultPrevented).toBe(true);
    await vi.waitFor(() => {
        expect(form.submit).toHaveBeenCalledTimes(1);
    });
    expect(form.querySelector('input')!.value).toBe('ticket');
});

test('does the work of a crowded list first, and sends once however often it is pressed', async () => {
    const form = formWith(() => Promise.resolve({ needed: true, puzzle, bits: 10 }));
    send(form);
    send(form);
    await vi.waitFor(() => {
        expect(form.submit).toHaveBeenCalledTimes(1);
    });
    const proof = form.querySelector('input')!.value;
    const hash = createHash('sha256').update(proof).digest();
    expect(hash.readUInt32BE(0) >>> 22).toBe(0);
});

test('sends the form even when nobody says what it takes', async () => {
    const form = formWith(() => Promise.reject(new Error('offline')));
    send(form);
    await vi.waitFor(() => {
        expect(form.submit).toHaveBeenCalledTimes(1);
    });
});

test('makes no proof of what is no puzzle', async () => {
    const fetchChallenge = (): Promise<Challenge> =>
        Promise.resolve({ needed: true, puzzle: 'x'.repeat(60), bits: 8 });
    expect(await proofFor({ fetchChallenge, pause })).toBe('');
});
