// @vitest-environment happy-dom
// Tests of the script on a page as the server writes it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

class FakeStream {
    static readonly all: FakeStream[] = [];
    readyState = 1;
    private readonly listeners = new Map<string, (event: { data?: string }) => void>();

    constructor(readonly url: string) {
        FakeStream.all.push(this);
    }
    addEventListener(type: string, listener: (event: { data?: string }) => void): void {
        this.listeners.set(type, listener);
    }
    close(): void {
        this.readyState = 2;
    }
    tell(entry: object): void {
        this.listeners.get('change')?.({ data: JSON.stringify(entry) });
    }
}

const offer = `
<section><div data-open>
<div data-countdown data-now="1000000" data-deadline="1310000" data-say-300="5 minutes left"
 data-say-60="1 minute left" data-say-10="10 seconds left">
<p data-clock>5 minutes</p><p data-say></p></div></div>
<div data-over hidden><h2>Time's up</h2></div></section>`;

const waiting = `
<div data-page="entry" data-live="/v1/waitlist/ent_1" data-token="gt_1" data-refresh="10"
 data-state="waiting" data-offer="no" data-update="Show it"><h1>You're on the list</h1>
<p data-rank>4</p><p data-ahead data-first="You're next." data-one="One person."
 data-many="{0} people.">3 people.</p><p data-live-note hidden>Live</p></div>`;

const entry = { state: 'waiting', rank: 2, band: null, refresh_seconds: 10, offer: null };

async function open(markup: string): Promise<void> {
    document.documentElement.lang = 'en';
    document.body.innerHTML = `<main>${markup}</main>`;
    vi.resetModules();
    await import('./guest');
}

function text(selector: string): string {
    return document.querySelector(selector)?.textContent ?? '';
}

describe('the page', () => {
    beforeEach(() => {
        vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
        vi.stubGlobal('EventSource', FakeStream);
        FakeStream.all.length = 0;
    });
    afterEach(() => {
        vi.useRealTimers();
        vi.unstubAllGlobals();
    });

    it('counts down, speaks sparingly, and says when the time is up', async () => {
        await open(offer);
        expect(text('[data-clock]')).toBe('5:10');
        expect(document.querySelector('[data-clock]')!.getAttribute('aria-hidden')).toBe('true');
        expect(text('[data-say]')).toBe('');
        // Someone sets the clock of the phone: the countdown does not care.
        vi.setSystemTime(0);
        vi.advanceTimersByTime(10_250);
        expect(text('[data-clock]')).toBe('5:00');
        expect(text('[data-say]')).toBe('5 minutes left');
        vi.advanceTimersByTime(240_000);
        expect(text('[data-say]')).toBe('1 minute left');
        expect(document.querySelector<HTMLElement>('[data-over]')!.hidden).toBe(true);
        vi.advanceTimersByTime(60_000);
        expect(document.querySelector<HTMLElement>('[data-over]')!.hidden).toBe(false);
        expect(document.querySelector<HTMLElement>('[data-open]')!.hidden).toBe(true);
        expect(text('#said')).toBe("Time's up");
    });

    it('follows the rank by one stream without loading anything', async () => {
        const fetched = vi.fn();
        vi.stubGlobal('fetch', fetched);
        await open(waiting);
        expect(FakeStream.all.map((stream) => stream.url)).toEqual([
            '/v1/waitlist/ent_1/events?token=gt_1',
        ]);
        FakeStream.all[0]!.tell(entry);
        expect(text('[data-rank]')).toBe('2');
        expect(text('[data-ahead]')).toBe('One person.');
        FakeStream.all[0]!.tell({ ...entry, rank: 1 });
        expect(text('[data-ahead]')).toBe("You're next.");
        expect(fetched).not.toHaveBeenCalled();
    });

    it('fetches itself anew when there is an offer', async () => {
        const fresh = `<html><body><main><div data-page="entry"><h1>There's a spot for you</h1>
            ${offer}</div></main></body></html>`;
        vi.stubGlobal(
            'fetch',
            vi.fn(() => Promise.resolve({ ok: true, text: () => Promise.resolve(fresh) })),
        );
        await open(waiting);
        FakeStream.all[0]!.tell({ ...entry, state: 'offered', offer: { state: 'live' } });
        await vi.waitFor(() => {
            expect(text('h1')).toBe("There's a spot for you");
        });
        expect(text('[data-clock]')).toBe('5:10');
        expect(text('#said')).toBe("There's a spot for you");
        expect(FakeStream.all[0]!.readyState).toBe(2);
    });

    it('does not take away what is being typed', async () => {
        const fetched = vi.fn();
        vi.stubGlobal('fetch', fetched);
        await open(
            waiting.replace(
                '</div>',
                '<details open><form><input name="service" value="Cut"></form></details></div>',
            ),
        );
        document.querySelector('input')!.value = 'Colour';
        FakeStream.all[0]!.tell({ ...entry, state: 'offered', offer: { state: 'live' } });
        expect(fetched).not.toHaveBeenCalled();
        expect(document.querySelector('input')!.value).toBe('Colour');
        expect(text('[data-update-link]')).toBe('Show it');
    });
});
