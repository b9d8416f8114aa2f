// Late yes: Ada answers too late, on a phone. Her link asks whether she'd take it if it comes free;
// when Ben says no, it's hers, and staff have seen her yes all the while.
import { openBoard, person, waiting } from './harness/board.ts';
import { later } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { expect, morning, pathOf, phone, stoppedClock, test } from './harness/test.ts';

test.use({ flags: stoppedClock });

const rules = { claim_window: '10m', late_yes: true };

test('a late yes on a phone is kept, taken back, and comes true', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules });
    const ada = await api.join(salon, { name: 'Ada' });
    const ben = await api.join(salon, { name: 'Ben' });
    await api.freeSlot(salon, { service: 'Colour', starts_at: later(5, Date.parse(morning)) });
    const link = pathOf((await api.offerOf(ada)).claim_url);
    await api.passTime(later(0.25, Date.parse(morning)));

    const page = await visit(phone);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take it if it comes free?');
    await expect(page.getByText('is being offered to someone else.')).toBeVisible();
    await inspect(page, 'guest-late-yes-question');
    await page.getByRole('button', { name: "Yes, I'd take it" }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("We've noted your yes");
    await inspect(page, 'guest-late-yes-kept');

    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take it if it comes free?');
    await page.getByRole('button', { name: "Yes, I'd take it" }).click();
    await page.getByRole('link', { name: 'My page' }).click();
    await expect(page.getByRole('heading', { name: 'If it comes free' })).toBeVisible();
    await inspect(page, 'guest-standing-yes');

    await openBoard(owner, salon);
    await expect(person(waiting(owner), 'Ada')).toBeVisible();
    await expect(waiting(owner)).toContainText('late yes');
    await expect(owner.getByText('1 late yes')).toBeVisible();

    const theirs = await api.offerOf(ben);
    await api.call('POST', `/v1/offers/${theirs.id}:decline`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked");
    await expect(page.getByText("You said you'd take it if it came free").first()).toBeVisible();
    await inspect(page, 'guest-booked-by-late-yes');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("It's yours");
});

test('what nobody else took is booked by one tap, without scripts', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules });
    const ada = await api.join(salon, { name: 'Ada', locale: 'de' });
    await api.freeSlot(salon, { starts_at: later(5, Date.parse(morning)) });
    const link = pathOf((await api.offerOf(ada)).claim_url);
    await api.passTime(later(0.25, Date.parse(morning)));
    const page = await visit({ ...phone, javaScriptEnabled: false });
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er ist noch frei. Möchten Sie ihn?');
    await page.getByRole('button', { name: 'Jetzt nehmen' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Der Platz gehört Ihnen');
    expect((await api.entry(ada)).state).toBe('accepted');
});

test('whoever calls too late has their yes noted by staff', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules });
    const ada = await api.join(salon, { name: 'Ada' });
    await api.join(salon, { name: 'Ben' });
    await api.freeSlot(salon, { service: 'Colour', starts_at: later(5, Date.parse(morning)) });
    await api.passTime(later(0.25, Date.parse(morning)));

    await owner.goto(`/staff/lists/${salon.id}/line?entry=${ada.id}`);
    const take = owner.getByRole('button', { name: 'They’d take it if it comes free' });
    await expect(owner.getByText(/^Didn’t answer the offer of .* in time\.$/)).toBeVisible();
    await inspect(owner, 'staff-late-yes-by-phone');
    await take.click();
    await expect(owner.getByText('Noted: if it comes free, Ada gets it before anyone new is asked.')).toBeVisible();
    await owner.getByRole('button', { name: 'Take the late yes back' }).click();
    await expect(owner.getByText('Ada’s late yes is taken back.')).toBeVisible();
    await take.click();

    const ben = await api.entryNamed(salon, 'Ben');
    await api.call('POST', `/v1/offers/${(await api.offerOf(ben)).id}:decline`);
    await expect(owner.locator('.person').getByText('booked').first()).toBeVisible();
    expect((await api.entry(ada)).state).toBe('accepted');
});
