// A guest without a mouse: joins and claims by keyboard alone, always sees where the focus is, and
// a screen reader is not talked over by the countdown.
import { expect, pathOf, test, type Page } from './harness/test.ts';
import { inspect } from './harness/looks.ts';

/** The element in focus, as a person would name it. */
function focused(page: Page): Promise<string> {
    return page.evaluate(() => {
        const element = document.activeElement;
        return element === null || element === document.body
            ? ''
            : `${element.tagName.toLowerCase()}[${element.getAttribute('name') ?? ''}] ` +
                  (element.textContent ?? '').trim();
    });
}

/** What shows the focus: an outline or a shadow that is not there without it. */
async function expectVisibleFocus(page: Page): Promise<void> {
    const shown = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null) {
            return false;
        }
        const style = getComputedStyle(element);
        const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
        const box = element.getBoundingClientRect();
        return (hasOutline || style.boxShadow !== 'none') && box.width > 0 && box.height > 0;
    });
    expect(shown, `the focus is visible on ${await focused(page)}`).toBe(true);
}

/** Tab until the element is in focus; the way there is returned. */
async function tabTo(page: Page, wanted: RegExp): Promise<string[]> {
    const way: string[] = [];
    for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab');
        const now = await focused(page);
        way.push(now);
        if (now !== '') {
            await expectVisibleFocus(page);
        }
        if (wanted.test(now)) {
            return way;
        }
    }
    throw new Error(`${String(wanted)} was not reached: ${way.join(' → ')}`);
}

test('a guest joins by keyboard alone', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const page = await visit();
    await page.goto(`/r/${salon.id}`);
    await inspect(page, 'guest-join');
    await tabTo(page, /^input\[name\]/);
    await page.keyboard.type('Mia');
    const way = await tabTo(page, /^input\[email\]/);
    expect(way).toHaveLength(1);
    await page.keyboard.type('mia@mail.example.org');
    await tabTo(page, /^button\[.*\] Join the list/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're on the list");
    await inspect(page, 'guest-status');
});

test('a guest claims by keyboard alone, with Claim before Decline', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const mia = await api.join(salon, { name: 'Mia' });
    await api.freeSlot(salon, {
        service: 'Colour',
        staff: 'Noor',
        price: { amount: 6500, currency: 'EUR' },
    });
    const page = await visit();
    await page.goto(pathOf((await api.offerOf(mia)).claim_url));
    await inspect(page, 'guest-offer');
    const way = await tabTo(page, /^button\[.*\] Claim this spot/);
    expect(way.filter((name) => name.includes('Decline'))).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked");
    await inspect(page, 'guest-offer-claimed');
});

test('the countdown is announced a few times only', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules: { claim_window: '12m' } });
    const mia = await api.join(salon, { name: 'Mia' });
    await api.freeSlot(salon);
    const page = await visit();
    await page.clock.install({ time: Date.now() });
    await page.addInitScript(() => {
        const announced: string[] = [];
        Object.assign(window, { announced });
        const isLive = (node: Node | null): boolean => {
            const element = node instanceof Element ? node : (node?.parentElement ?? null);
            const region = element?.closest(
                '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]',
            );
            return region !== null && region !== undefined;
        };
        new MutationObserver((changes) => {
            for (const change of changes) {
                if (isLive(change.target) && (change.target.textContent ?? '').trim() !== '') {
                    announced.push((change.target.textContent ?? '').trim());
                }
            }
        }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.goto(pathOf((await api.offerOf(mia)).claim_url));
    await expect(page.getByRole('button', { name: 'Claim this spot' })).toBeVisible();
    const shown = (): Promise<string> => page.locator('main').innerText();
    const before = await shown();
    for (let minute = 0; minute < 11; minute += 1) {
        await page.clock.runFor(60_000);
    }
    expect(await shown(), 'the countdown goes on').not.toBe(before);
    const announced = await page.evaluate(
        () => (window as unknown as { announced: string[] }).announced,
    );
    expect(announced.length, announced.join(' | ')).toBeGreaterThan(0);
    expect(announced.length, announced.join(' | ')).toBeLessThanOrEqual(6);
});
