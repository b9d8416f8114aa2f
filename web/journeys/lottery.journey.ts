// A lottery from both sides: the fingerprint before the draw, and after it a visitor's own browser
// that draws again, and says so when somebody bent the result.
import { later } from './harness/api.ts';
import { joinPath } from './harness/guest.ts';
import { inspect } from './harness/looks.ts';
import { expect, pathOf, test } from './harness/test.ts';

test('anybody can check a draw in their own browser', async ({ api, visit }) => {
    const gig = await api.makeResource({
        name: 'Secret Gig',
        kind: 'seats',
        capacity: 0,
        rules: { order: 'lottery', draw_at: later(24), draw_words: 'Grüße aus Köln' },
    });
    const guests = [];
    for (const name of ['Ada', 'Bea', 'Cleo']) {
        guests.push(await api.join(gig, { name }));
    }
    const page = await visit();
    await page.goto(joinPath(gig));
    await page.getByRole('link', { name: 'Check the draw' }).click();
    await expect(page).toHaveURL(new RegExp(`/verify/${gig.id}$`));
    await expect(page.getByText('The draw is on')).toBeVisible();
    const fingerprint = await page.locator('dd code').first().textContent();
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    await inspect(page, 'verify-before-the-draw');

    await api.change(gig, { rules: { draw_at: later(-1) } });
    await page.goto(pathOf(guests[0]!.status_url));
    await page.getByRole('link', { name: 'Check the draw' }).click();
    await expect(page.getByText(/^It fits: .* all 3 lots again\.$/)).toBeVisible();
    expect(await page.locator('dd code').first().textContent()).toBe(fingerprint);
    await page.getByLabel('Your joining number').fill('2');
    await page.getByRole('button', { name: 'Show my lot' }).click();
    await expect(page.getByText(/^Number 2 drew the lot [0-9a-f]{8}\. That's place [123] of 3/))
        .toBeVisible();
    await page.getByLabel('Your joining number').fill('9');
    await page.getByRole('button', { name: 'Show my lot' }).click();
    await expect(page.getByText("Number 9 wasn't in the draw.")).toBeVisible();
    await inspect(page, 'verify-after-the-draw');
});

test('a bent draw does not fit', async ({ api, visit }) => {
    const gig = await api.makeResource({
        name: 'Secret Gig',
        kind: 'seats',
        capacity: 0,
        rules: { order: 'lottery', draw_at: later(24) },
    });
    await api.join(gig, { name: 'Ada' });
    await api.join(gig, { name: 'Bea' });
    await api.change(gig, { rules: { draw_at: later(-1) } });
    const page = await visit();
    let bend = (draw: { seed: string; lots: { lot: string }[] }): void => {
        draw.lots[1]!.lot = '00000000';
    };
    await page.route('**/draw', async (route) => {
        const answer = await route.fetch();
        const draw = (await answer.json()) as { seed: string; lots: { lot: string }[] };
        bend(draw);
        await route.fulfill({ response: answer, json: draw });
    });
    await page.goto(`/verify/${gig.id}`);
    await expect(page.getByText("It doesn't fit: 1 of 2 lots don't follow from the number."))
        .toBeVisible();
    bend = (draw) => {
        draw.seed = '0'.repeat(64);
    };
    await page.goto(`/verify/${gig.id}`);
    await expect(page.getByText("It doesn't fit: the published number isn't the one"))
        .toBeVisible();
});
