// The business calls an event off: staff see how many people that concerns, guests read why.
import { joinPath, joinThroughForm } from './harness/guest.ts';
import { later } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { expect, phone, test } from './harness/test.ts';

test('a cancelled event', async ({ api, owner, visit }) => {
    const concert = await api.makeResource({
        name: 'Night of strings',
        kind: 'seats',
        capacity: 1,
        starts_at: later(24 * 30),
    });
    await api.join(concert, { name: 'Ada' });
    const eve = await visit(phone);
    await joinThroughForm(eve, joinPath(concert), { name: 'Eve', email: 'eve@mail.example.org' });
    await expect(eve.getByText("You're next.")).toBeVisible();

    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: /^Cancel this event/ }).click();
    const dialog = owner.getByRole('dialog');
    await expect(dialog).toContainText('2 people');
    await inspect(owner, 'staff-cancel-event');
    await dialog.getByRole('textbox').fill('The singer is ill.');
    await dialog.getByRole('button', { name: /^Cancel/ }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByRole('article').getByText(/^cancelled$/i)).toBeVisible();

    await expect(eve.getByRole('heading', { level: 1 })).toHaveText('The event was cancelled');
    await expect(eve.getByText('The singer is ill.')).toBeVisible();
    await inspect(eve, 'guest-event-cancelled');
    const late = await visit(phone);
    await late.goto(joinPath(concert));
    await expect(late.getByText('This event was cancelled')).toBeVisible();
});
