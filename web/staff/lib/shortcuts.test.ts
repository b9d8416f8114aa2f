// Keys do something where nothing is typed, and nothing once they are turned off.
import { describe, expect, it } from 'vitest';
import { shortcuts } from './shortcuts.svelte';

const press = (key: string, extra = {}) =>
    shortcuts.press({ key, ctrlKey: false, metaKey: false, altKey: false, target: null, ...extra });

describe('shortcuts', () => {
    it('runs what was added last for a key, until it is taken away', () => {
        const ran: string[] = [];
        const first = shortcuts.add({ key: 'n', text: () => 'one', run: () => ran.push('one') });
        const second = shortcuts.add({ key: 'n', text: () => 'two', run: () => ran.push('two') });
        expect(press('n')).toBe(true);
        second();
        expect(press('n')).toBe(true);
        first();
        expect(press('n')).toBe(false);
        expect(ran).toEqual(['two', 'one']);
    });

    it('leaves the browser its own keys, and is silent when turned off', () => {
        let count = 0;
        const stop = shortcuts.add({ key: 'f', text: () => 'free', run: () => { count += 1; } });
        expect(press('f', { ctrlKey: true })).toBe(false);
        shortcuts.turn(true);
        expect(press('f')).toBe(false);
        shortcuts.turn(false);
        expect(press('f')).toBe(true);
        expect(count).toBe(1);
        stop();
    });
});
