// @vitest-environment happy-dom
// Hours of the week: days are named alone, without a date that means nothing here.
import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import WeekHours from './WeekHours.svelte';

it('names the days of the week, in each line', () => {
    const props = $state({
        label: 'When they work', windows: [{ days: ['mon' as const], from: '09:00', to: '12:00' }],
    });
    const shown = mount(WeekHours, { target: document.body, props });
    flushSync();
    const names = [...document.querySelectorAll('.days [aria-hidden]')].map((one) => one.textContent);
    expect([...names].sort()).toEqual(['Fri', 'Mon', 'Sat', 'Sun', 'Thu', 'Tue', 'Wed']);
    const ticked = [...document.querySelectorAll('label')].filter((one) => one.querySelector('input')?.checked);
    expect(ticked.map((one) => one.querySelector('.unseen')?.textContent)).toEqual(['Monday']);
    void unmount(shown);
});
