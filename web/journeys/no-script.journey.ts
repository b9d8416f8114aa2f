// A guest whose browser runs no scripts joins, is offered a place, claims it, and gives it back.
import { expect, pathOf, test } from './harness/test.ts';
import { joinPath, joinThroughForm } from './harness/guest.ts';

test('everything that a guest does works without scripts', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const page = await visit({ javaScriptEnabled: false });
    await joinThroughForm(page, joinPath(salon), { name: 'Mia', email: 'mia@mail.example.org' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're on the list");
    const statusPage = page.url();

    await api.freeSlot(salon, { service: 'Colour' });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
    await expect(page.getByText('Colour').first()).toBeVisible();
    await page.getByRole('button', { name: 'Claim this spot' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked");
    expect((await api.resource(salon)).counts.accepted).toBe(1);

    await page.goto(statusPage);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked");
});

test('a guest without scripts declines, and leaves after a question', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const mia = await api.join(salon, { name: 'Mia' });
    await api.freeSlot(salon);
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(pathOf((await api.offerOf(mia)).claim_url));
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You declined this offer');
    await page.goto(pathOf(mia.status_url));
    await page.getByText('Leave the list', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes, leave it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You've left the list");
    expect((await api.entry(mia)).state).toBe('left');
});
