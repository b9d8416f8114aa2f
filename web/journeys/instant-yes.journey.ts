// Booked without being asked: Mia says so when she joins, changes her mind about the terms, is booked
// while she looks the other way, reads why, and undoes it.
import { openBoard, person, waiting } from './harness/board.ts';
import { later } from './harness/api.ts';
import { joinPath } from './harness/guest.ts';
import { inspect } from './harness/looks.ts';
import { expect, morning, phone, stoppedClock, test } from './harness/test.ts';

test.use({ flags: stoppedClock });

test('a guest is booked without being asked, sees why, and undoes it', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const page = await visit(phone);
    await page.goto(joinPath(salon));
    await page.locator('input[name="name"]').fill('Mia');
    await page.locator('input[name="email"]').fill('mia@mail.example.org');
    await page.getByLabel("Book me in without asking if there's enough notice").check();
    await expect(page.getByLabel('At least this much notice')).toHaveValue('2h');
    await inspect(page, 'guest-join-instant-yes');
    await page.locator('main form button:not([type="button"])').last().click();
    await expect(page).toHaveURL(/\/e\//);
    await expect(page.getByText('at least 2 hours')).toBeVisible();
    await inspect(page, 'guest-instant-yes');

    await page.getByRole('button', { name: 'Ask me first instead' }).click();
    await expect(page.getByText("we'll ask you first")).toBeVisible();
    await page.getByLabel('At least this much notice').first().selectOption('4h');
    await page.getByRole('button', { name: 'Book me in without asking' }).click();
    await expect(page.getByText('at least 4 hours')).toBeVisible();

    await openBoard(owner, salon);
    await expect(person(waiting(owner), 'Mia')).toBeVisible();
    await expect(waiting(owner)).toContainText('book without asking');

    await api.freeSlot(salon, { service: 'Colour', starts_at: later(6, Date.parse(morning)) });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're booked");
    await expect(page.getByText('because you asked us to').first()).toBeVisible();
    await inspect(page, 'guest-booked-instantly');
    await page.getByText('Undo this booking').click();
    await page.getByRole('button', { name: 'Yes, give it back' }).click();
    await expect(page.getByText('Your booking is undone')).toBeVisible();
    expect((await api.resource(salon)).counts.accepted).toBe(0);
});

test('someone on the phone is booked without being asked, too', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const bo = await api.join(salon, { name: 'Bo' });
    await owner.goto(`/staff/lists/${salon.id}/line?entry=${bo.id}`);
    await owner.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = owner.getByRole('dialog');
    await form.getByLabel('Book them without asking when it’s their turn').check();
    await expect(form.getByLabel('If there’s at least this much notice')).toHaveValue('2h');
    await inspect(owner, 'staff-edit-instant-yes');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('book without asking, with at least 2 hours of notice')).toBeVisible();
    await api.freeSlot(salon, { service: 'Colour', starts_at: later(6, Date.parse(morning)) });
    await expect(owner.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
});
