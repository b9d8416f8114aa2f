// A week planned at the desk: times are freed by dragging on a tablet, with the keyboard and with a
// mouse, repeated, moved, withdrawn and filled; and a booking is freed again.
import type { Locator } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api, Resource } from './harness/api.ts';
import { expectAccessible, inspect } from './harness/looks.ts';
import { expect, ownerAccount, test, useLink, type Page } from './harness/test.ts';

const folder = process.env.STANDBY_SCREENS ??
    fileURLToPath(new URL('../../build/screens', import.meta.url));
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };

/** A day of the week after this one, from Monday, 0; and a time of it in Berlin. */
function nextWeek(weekday: number, clock = ''): string {
    const now = new Date(Date.now());
    const monday = now.getTime() + (8 - (now.getUTCDay() || 7)) * 86_400_000;
    const day = new Date(monday + weekday * 86_400_000).toISOString().slice(0, 10);
    return clock === '' ? day : new Date(Date.parse(`${day}T${clock}:00Z`) - berlinMs(day))
        .toISOString().replace('.000Z', 'Z');
}

function berlinMs(day: string): number {
    const noon = new Date(`${day}T12:00:00Z`);
    const hour = noon.toLocaleString('en-GB', { timeZone: 'Europe/Berlin', hour: 'numeric' });
    return (Number(hour) - 12) * 3_600_000;
}

async function openWeek(page: Page, list: Resource, query = `?view=week&date=${nextWeek(2)}`): Promise<void> {
    await page.goto(`/staff/lists/${list.id}/calendar${query}`);
    await expect(page.getByRole('grid')).toBeVisible();
}

const cell = (page: Page, row: number, column: number): Locator =>
    page.locator(`[data-row="${row}"][data-column="${column}"]`);
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function middle(of: Locator): Promise<{ x: number; y: number }> {
    await of.scrollIntoViewIfNeeded();
    const box = (await of.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 4 };
}

/** A finger that goes down, waits until something happens, moves, and leaves. */
async function finger(page: Page, path: { x: number; y: number }[], held: () => Promise<void>) {
    const session = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', path.slice(0, 1));
    await held();
    for (const point of path.slice(1)) {
        await send('touchMove', [point]);
    }
    await send('touchEnd', []);
    await session.detach();
}

interface Slot {
    id: string;
    state: string;
    starts_at: string;
    duration: string;
    staff: string | null;
    name: string | null;
}

async function slotsOf(api: Api, list: Resource): Promise<Slot[]> {
    const from = `${nextWeek(-7)}T00:00:00Z`;
    const answer = await api.call<{ items: Slot[] }>(
        'GET', `/v1/resources/${list.id}/calendar?from=${from}&to=${nextWeek(27)}T00:00:00Z`);
    return answer.items;
}

test('a week is planned by dragging on a tablet', async ({ api, server, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const page = await visit(tablet);
    await useLink(page, { token: server.setupToken, ...ownerAccount });
    await openWeek(page, salon);
    await expectAccessible(page);

    // A finger that moves at once scrolls, and frees nothing.
    const scroller = page.locator('.scroller');
    const before = await scroller.evaluate((element) => element.scrollTop);
    const low = await middle(cell(page, 30, 3));
    await finger(page, [0, 1, 2, 3, 4, 5, 6].map((step) => ({ x: low.x, y: low.y - 40 * step })),
        () => Promise.resolve());
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(before);
    await expect(dialog(page)).toBeHidden();

    // One that rests first chooses: Tuesday from 9:00 to 11:00.
    const from = await middle(cell(page, 18, 1));
    const to = await middle(cell(page, 21, 1));
    const steps = [0, 0.3, 0.6, 1].map((part) => ({ x: from.x, y: from.y + (to.y + 14 - from.y) * part }));
    await finger(page, steps, () => expect(page.locator('.chosen')).toBeVisible());
    await expect(dialog(page).getByLabel('Starts')).toHaveValue(`${nextWeek(1)}T09:00`);
    await expect(dialog(page).getByLabel('Minutes')).toHaveValue('120');

    // Two in a row of an hour each, on Tuesdays and Thursdays for two weeks.
    await dialog(page).getByLabel('Minutes').fill('60');
    await dialog(page).getByLabel('With').fill('Noor');
    await dialog(page).getByLabel('Repeat, or several in a row').check();
    await dialog(page).getByLabel('Thursday').check();
    await dialog(page).getByLabel('Until').fill(nextWeek(13));
    await dialog(page).getByRole('spinbutton', { name: 'In a row' }).fill('2');
    await expect(dialog(page).getByText('8 slots', { exact: true })).toBeVisible();
    await inspect(page, 'staff-calendar-repeat');
    await dialog(page).getByRole('button', { name: 'Free 8 slots' }).click();
    await expect(page.getByText('8 slots freed.')).toBeVisible();
    const slots = page.getByRole('button', { name: /Slot with Noor/ });
    await expect(slots).toHaveCount(4);
    expect((await slotsOf(api, salon)).map((slot) => slot.starts_at)).toEqual(
        [1, 3, 8, 10].flatMap((day) => [nextWeek(day, '09:00'), nextWeek(day, '10:00')]));
    await inspect(page, 'staff-calendar-tablet');

    // The same again would be Noor twice: staff are asked.
    await page.getByRole('button', { name: 'Free a slot' }).click();
    await dialog(page).getByLabel('Starts').fill(`${nextWeek(1)}T09:30`);
    await dialog(page).getByLabel('With').fill('noor');
    await expect(dialog(page).getByText(/^Noor already has a slot at/)).toHaveCount(2);
    await dialog(page).getByRole('button', { name: 'Offer this slot' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Free it all the same' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await slotsOf(api, salon)).toHaveLength(8);

    // Whoever presses before anything was said is asked, too; and anew about another time.
    await page.getByRole('button', { name: 'Free a slot' }).click();
    await dialog(page).getByLabel('Starts').fill(`${nextWeek(1)}T09:30`);
    await dialog(page).getByLabel('With').fill('noor');
    await dialog(page).getByRole('button', { name: 'Offer this slot' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Free it all the same' })).toBeVisible();
    await dialog(page).getByLabel('Starts').fill(`${nextWeek(1)}T10:15`);
    await dialog(page).getByRole('button', { name: 'Offer this slot' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Free it all the same' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await slotsOf(api, salon)).toHaveLength(8);

    // The next week is one step away, and a tap there frees with what was typed the last time.
    await page.getByRole('button', { name: 'The week after' }).click();
    await expect(slots).toHaveCount(4);
    await cell(page, 28, 4).tap();
    await expect(dialog(page).getByLabel('Starts')).toHaveValue(`${nextWeek(11)}T14:00`);
    await expect(dialog(page).getByLabel('Minutes')).toHaveValue('60');
});

test('a time is freed with the keyboard alone', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon' });
    await openWeek(owner, salon);
    await cell(owner, 16, 0).focus();
    await owner.keyboard.press('ArrowRight');
    await owner.keyboard.press('ArrowDown');
    await owner.keyboard.press('ArrowDown');
    await expect(cell(owner, 18, 1)).toBeFocused();
    await owner.keyboard.press('Shift+ArrowDown');
    await owner.keyboard.press('Shift+ArrowDown');
    await expect(owner.locator('.chosen')).toHaveText('9:00–10:30');
    await owner.keyboard.press('Enter');
    await expect(dialog(owner).getByLabel('Starts')).toHaveValue(`${nextWeek(1)}T09:00`);
    await expect(dialog(owner).getByLabel('Minutes')).toHaveValue('90');
    await dialog(owner).getByLabel('Service').fill('Colour');
    await owner.keyboard.press('Enter');
    await expect(dialog(owner)).toBeHidden();
    const slot = owner.getByRole('button', { name: /9:00 Colour/ });
    await expect(slot).toBeVisible();
    await slot.focus();
    await owner.keyboard.press('Enter');
    await expect(dialog(owner).getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await owner.keyboard.press('Escape');
    // Out of the week, to the one before.
    await cell(owner, 18, 0).focus();
    await owner.keyboard.press('Home');
    await owner.keyboard.press('ArrowLeft');
    await expect(owner).toHaveURL(new RegExp(`date=${nextWeek(-5)}`));
});

test('a slot is moved, filled and withdrawn, and a booking is freed', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon' });
    const mia = await api.join(salon, { name: 'Mia' });
    await openWeek(owner, salon);

    // With the mouse, a quarter of an hour counts.
    const from = await middle(cell(owner, 20, 2));
    await owner.mouse.move(from.x, from.y);
    await owner.mouse.down();
    await owner.mouse.move(from.x, from.y + 28 + 14, { steps: 4 });
    await owner.mouse.up();
    await expect(dialog(owner).getByLabel('Minutes')).toHaveValue('60');
    await dialog(owner).getByLabel('With').fill('Noor');
    await dialog(owner).getByRole('button', { name: 'Offer this slot' }).click();
    const offered = owner.getByRole('button', { name: /Offered to Mia/ });
    await expect(offered).toBeVisible();

    // Moved: Mia’s offer ends, and she is asked again.
    const first = (await api.entry(mia)).offer!.id;
    await offered.click();
    await inspect(owner, 'staff-calendar-slot');
    await dialog(owner).getByRole('button', { name: 'Move…' }).click();
    await expect(dialog(owner).getByText('Mia’s offer is withdrawn.')).toBeVisible();
    await dialog(owner).getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog(owner).getByText('This is where it is now.')).toBeVisible();
    await dialog(owner).getByLabel('Starts').fill(`${nextWeek(4)}T15:30`);
    await inspect(owner, 'staff-calendar-move');
    await dialog(owner).getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog(owner)).toBeHidden();
    await expect(owner.getByRole('list', { name: /^Friday/ }).getByRole('button', { name: /15:30.*Offered to Mia/ }))
        .toBeVisible();
    const second = (await api.entry(mia)).offer!;
    expect(second.id).not.toBe(first);
    expect(await slotsOf(api, salon)).toMatchObject([{ starts_at: nextWeek(4, '15:30'), staff: 'Noor' }]);

    // Dragged by mouse to the day before, two hours earlier: the dialog says what it means, and can be left.
    const held = await middle(owner.getByRole('button', { name: /15:30.*Offered to Mia/ }));
    const day = (await cell(owner, 31, 3).boundingBox())!;
    await owner.mouse.move(held.x, held.y);
    await owner.mouse.down();
    await owner.mouse.move(held.x - 20, held.y - 30, { steps: 2 });
    await owner.mouse.move(held.x - day.width, held.y - 4 * 28, { steps: 4 });
    await owner.mouse.up();
    await expect(dialog(owner).getByLabel('Starts')).toHaveValue(`${nextWeek(3)}T13:30`);
    await expect(dialog(owner).getByText('Mia’s offer is withdrawn.')).toBeVisible();
    await owner.keyboard.press('Escape');
    expect((await api.entry(mia)).offer!.id).toBe(second.id);

    // Booked, then freed again from the appointment: the next in line is asked.
    await api.call('POST', `/v1/offers/${second.id}:accept`);
    const ben = await api.join(salon, { name: 'Ben' });
    await owner.getByRole('button', { name: /Booked by Mia/ }).click();
    await dialog(owner).getByRole('button', { name: 'Free this slot…' }).click();
    await expect(dialog(owner).getByText('Mia is told that the booking is cancelled')).toBeVisible();
    await inspect(owner, 'staff-calendar-free');
    await dialog(owner).getByRole('button', { name: 'Cancel the booking' }).click();
    await expect(owner.getByRole('button', { name: /Offered to Ben/ })).toBeVisible();
    expect((await api.entry(mia)).state).toBe('cancelled');

    // Filled, undone, and filled after all.
    await owner.getByRole('button', { name: /Offered to Ben/ }).click();
    await dialog(owner).getByRole('button', { name: 'Mark as filled' }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    expect((await api.entry(ben)).state).toBe('offered');
    await owner.getByRole('button', { name: /Offered to Ben/ }).click();
    await dialog(owner).getByRole('button', { name: 'Mark as filled' }).click();
    const filled = owner.getByRole('button', { name: /Filled by staff/ });
    await expect(filled).toBeVisible();
    expect((await api.entry(ben)).state).toBe('waiting');

    // It is free after all: the same slot goes to the line again, and stands there once.
    await filled.click();
    await dialog(owner).getByRole('button', { name: 'Free this slot…' }).click();
    await dialog(owner).getByRole('button', { name: 'Offer this slot' }).click();
    await expect(owner.getByRole('button', { name: /Offered to Ben/ })).toBeVisible();
    await expect(filled).toBeHidden();
    await owner.getByRole('button', { name: /Offered to Ben/ }).click();
    await dialog(owner).getByRole('button', { name: 'Withdraw' }).click();
    await expect(owner.getByRole('button', { name: /Offered to Ben/ })).toBeHidden();
    expect((await api.entry(ben)).state).toBe('waiting');
});

test('a day is seen by person and by place, at every width', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.join(salon, { name: 'Maximiliane Alexandrina von Hohenzollern-Sigmaringen' });
    await api.join(salon, { name: 'عبد الرحمن بن عبد العزيز' });
    const at = (clock: string, fields: object) =>
        api.freeSlot(salon, { starts_at: nextWeek(1, clock), duration: '60m', ...fields });
    await at('09:00', { service: 'Colour', staff: 'Noor', place: 'Chair 1' });
    await at('09:30', { service: 'Cut', staff: 'Ben', place: 'Chair 2' });
    await at('09:30', { service: 'Cut', staff: 'Ben', place: 'Chair 1' });
    await at('13:00', { duration: '30m' });
    await openWeek(owner, salon, `?view=day&date=${nextWeek(1)}`);
    const headings = owner.getByRole('columnheader');
    await expect(headings).toHaveText([/Time/, /Ben/, /Noor/, /Anyone/]);
    await expect(owner.getByRole('list', { name: 'Ben' }).getByRole('button')).toHaveCount(2);
    await owner.getByLabel('Columns').selectOption('place');
    await expect(headings).toHaveText([/Time/, /Chair 1/, /Chair 2/, /Anywhere/]);
    await cell(owner, 28, 1).click();
    await expect(dialog(owner).getByLabel('Where')).toHaveValue('Chair 2');
    await dialog(owner).getByRole('button', { name: 'Cancel' }).click();
    mkdirSync(folder, { recursive: true });
    for (const view of ['day', 'week']) {
        await openWeek(owner, salon, `?view=${view}&by=person&date=${nextWeek(1)}`);
        await expect(owner.getByRole('button', { name: /Colour/ })).toBeVisible();
        await expectAccessible(owner);
        for (const width of [1280, 820, 390, 320]) {
            await owner.setViewportSize({ width, height: 844 });
            await owner.screenshot({ path: join(folder, `calendar-${view}-${width}.png`) });
            const [whole, seen] = await owner.evaluate(() =>
                [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
            expect(whole, `${view} at ${width} scrolls sideways`).toBeLessThanOrEqual(seen);
        }
        await owner.setViewportSize({ width: 1280, height: 800 });
    }
});

test('the first look is at the day that was asked for, and at what is early', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.join(salon, { name: 'Mia' });
    await api.freeSlot(salon, { service: 'Colour', staff: 'Noor', starts_at: nextWeek(5, '06:30') });
    await owner.setViewportSize({ width: 390, height: 844 });
    await openWeek(owner, salon, `?view=week&date=${nextWeek(5)}`);
    const slot = owner.getByRole('button', { name: /6:30.*Offered to Mia/ });
    await expect(slot).toBeInViewport();
    // Three quarters of an hour are enough to read what it is.
    const what = (await slot.getByText('Colour with Noor').boundingBox())!;
    const time = (await slot.getByText('6:30').last().boundingBox())!;
    expect(what.y).toBeGreaterThan(time.y + time.height / 2);
    await inspect(owner, 'staff-calendar-early');
    await owner.setViewportSize({ width: 1280, height: 800 });
    await openWeek(owner, salon, `?view=week&date=${nextWeek(5)}`);
    await expect(slot).toBeInViewport();
});

test('days on which the clocks change are 23 and 25 hours long', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon' });
    await openWeek(owner, salon, '?view=week&date=2026-03-29');
    await expect(owner.locator('.cell.none')).toHaveCount(2);
    await expect(owner.locator('.cell.none[data-column="6"]')).toHaveCount(2);
    await openWeek(owner, salon, '?view=day&date=2026-10-25');
    await expect(owner.getByRole('row')).toHaveCount(1 + 50);
    await expect(owner.locator('.cell.none')).toHaveCount(0);
    await expect(owner.getByRole('rowheader').filter({ hasText: '(again)' })).toHaveCount(2);
});

test('lists without slots have no calendar', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Course', kind: 'seats', capacity: 3 });
    await owner.goto(`/staff/lists/${course.id}/today`);
    await expect(owner.getByRole('navigation', { name: 'This list' })).toBeVisible();
    await expect(owner.getByRole('link', { name: 'Calendar' })).toHaveCount(0);
    await owner.goto(`/staff/lists/${course.id}/calendar`);
    await expect(owner.getByText('Only lists of appointments have one.')).toBeVisible();
});
