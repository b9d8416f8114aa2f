// @vitest-environment happy-dom
// Going from page to page, and to the sign-in page and back.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { router } from './router.svelte';

let stop: () => void;

beforeEach(() => {
    history.replaceState(null, '', '/staff');
    router.read();
    stop = router.start();
});

afterEach(() => {
    stop();
    document.body.replaceChildren();
});

function click(href: string, options: MouseEventInit = {}): boolean {
    const anchor = document.createElement('a');
    anchor.href = href;
    document.body.append(anchor);
    return anchor.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...options }));
}

describe('a link', () => {
    it('to a page of the app changes the page without loading', () => {
        expect(click('/staff/voice')).toBe(false);
        expect(router.route).toEqual({ page: 'voice' });
    });

    it.each(['/r/res_1', '/staffroom', 'https://elsewhere.example/staff', '/staff/setup#st_abc'])(
        'to %s is left to the browser', (href) => {
            document.addEventListener('click', (event) => {
                expect(event.defaultPrevented).toBe(false);
                event.preventDefault();
            }, { once: true });
            click(href);
            expect(router.route).toEqual({ page: 'home' });
        });

    it('with a key held down is left to the browser', () => {
        document.addEventListener('click', (event) => event.preventDefault(), { once: true });
        click('/staff/voice', { ctrlKey: true });
        expect(router.route).toEqual({ page: 'home' });
    });
});

describe('signing in', () => {
    it('comes back to where one was', () => {
        router.go('/staff/lists/res_1/history');
        router.goSignIn();
        expect(router.route).toEqual({ page: 'sign-in' });
        router.goBackIn();
        expect(router.path).toBe('/staff/lists/res_1/history');
    });

    it('does not lose the way back when asked twice', () => {
        router.go('/staff/settings/house');
        router.goSignIn();
        router.goSignIn();
        router.goBackIn();
        expect(router.path).toBe('/staff/settings/house');
    });

    it('does not take anybody away from a one-time link', () => {
        router.go('/staff/invite');
        router.goSignIn();
        expect(router.route).toEqual({ page: 'link', purpose: 'invite' });
    });

    it('never leads to another site', () => {
        router.go('/staff/sign-in?return=//evil.example');
        router.goBackIn();
        expect(router.path).toBe('/staff');
    });
});
