// @vitest-environment happy-dom
// Tests of the script that other sites include.
import { beforeEach, describe, expect, it, vi } from 'vitest';

async function include(attributes: string): Promise<HTMLIFrameElement[]> {
    document.body.innerHTML = `<p>before</p><template></template><p>after</p>`;
    const script = document.createElement('script');
    // Not a script that would run here: only what the widget reads of it counts.
    script.type = 'text/plain';
    script.setAttribute('src', 'https://waitlist.example/widget.js?v=2');
    const holder = document.createElement('div');
    holder.innerHTML = `<i ${attributes}></i>`;
    for (const attribute of Array.from(holder.firstElementChild!.attributes)) {
        script.setAttribute(attribute.name, attribute.value);
    }
    document.querySelector('template')!.replaceWith(script);
    vi.resetModules();
    await import('./widget');
    return Array.from(document.querySelectorAll('iframe'));
}

function tell(frame: HTMLIFrameElement, origin: string, data: unknown): void {
    const event = new MessageEvent('message', { data, origin });
    Object.defineProperty(event, 'source', { value: frame.contentWindow });
    window.dispatchEvent(event);
}

describe('widget', () => {
    beforeEach(() => {
        document.body.innerHTML = '';
    });

    it('puts the form right behind its own tag', async () => {
        const [frame] = await include('data-standby="res_1" data-lang="de" data-title="Liste"');
        expect(frame!.src).toBe('https://waitlist.example/r/res_1?frame=1&lang=de');
        expect(frame!.title).toBe('Liste');
        expect(frame!.previousElementSibling!.tagName).toBe('SCRIPT');
        expect(frame!.nextElementSibling!.textContent).toBe('after');
    });

    it('cannot be led to another path by what its tag says', async () => {
        const [frame] = await include('data-standby="../staff?x=&quot;"');
        expect(frame!.src).toBe('https://waitlist.example/r/..%2Fstaff%3Fx%3D%22?frame=1');
    });

    it('becomes a link where the site may not show the form', async () => {
        vi.useFakeTimers();
        try {
            const [frame] = await include('data-standby="res_1" data-lang="de"');
            frame!.dispatchEvent(new Event('load'));
            vi.advanceTimersByTime(8000);
            const link = document.querySelector('a')!;
            expect(document.querySelector('iframe')).toBeNull();
            expect(link.href).toBe('https://waitlist.example/r/res_1');
            expect(link.textContent).toBe('Warteliste öffnen');
        } finally {
            vi.useRealTimers();
        }
    });

    it('stays a form once it has said how tall it is', async () => {
        vi.useFakeTimers();
        try {
            const [frame] = await include('data-standby="res_1"');
            frame!.dispatchEvent(new Event('load'));
            tell(frame!, 'https://waitlist.example', { standby: 'height', height: 500 });
            vi.advanceTimersByTime(8000);
            expect(document.querySelector('iframe')).toBe(frame);
        } finally {
            vi.useRealTimers();
        }
    });

    it('does nothing for a tag without a list', async () => {
        expect(await include('')).toHaveLength(0);
    });

    it('is as tall as its own page says, and nobody else', async () => {
        const [frame] = await include('data-standby="res_1"');
        const ours = 'https://waitlist.example';
        tell(frame!, ours, { standby: 'height', height: 1234 });
        expect(frame!.style.height).toBe('1234px');
        tell(frame!, 'https://evil.example', { standby: 'height', height: 1 });
        tell(frame!, ours, { standby: 'height', height: 'x' });
        tell(frame!, ours, 'height');
        expect(frame!.style.height).toBe('1234px');
        tell(frame!, ours, { standby: 'height', height: 999_999 });
        expect(frame!.style.height).toBe('6000px');
    });
});
