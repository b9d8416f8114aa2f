// A list follows the salon's calendar: an appointment that is deleted there is offered to whoever
// waits for it, and what the guest claims stands in the calendar.
import { inspect } from './harness/looks.ts';
import { calendarPassword, calendarUser, Radicale } from './harness/radicale.ts';
import { freePort } from './harness/server.ts';
import { expect, pathOf, phone, test } from './harness/test.ts';

const port = await freePort();
const radicale = new Radicale(port);

test.use({ flags: ['--join-rate', '0', '--allow-private', `127.0.0.1:${port}`] });
test.beforeAll(() => radicale.start());
test.afterAll(() => radicale.stop());

test('delete an appointment in the calendar and claim the slot', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Saturday colour' });
    const friday = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 72 * 3_600_000);
    await radicale.add('ada', friday, 'Colour - Ada');
    await radicale.add('ben', new Date(friday.getTime() + 4 * 3_600_000), 'Cut - Ben');
    const cleo = await api.join(salon, { name: 'Cleo', wants: { service: 'Colour' } });

    await owner.goto(`/staff/lists/${salon.id}/rules?view=calendars`);
    await owner.getByRole('button', { name: 'Follow a calendar' }).click();
    await owner.getByLabel('Address of the calendar').fill(radicale.url);
    await owner.getByLabel('User name').fill(calendarUser);
    await owner.getByLabel('Password').fill('comb-and-scissors');
    await owner.getByLabel('Titles of appointments').fill('{service} - {name}');
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByRole('status').filter({ hasText: 'password' })).toBeVisible();
    await owner.getByLabel('Password').fill(calendarPassword);
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByText(/· Colour/)).toBeVisible();
    await inspect(owner, 'staff-calendars-setup');
    await owner.getByRole('button', { name: 'Follow it' }).click();
    await expect(owner.getByText('2 appointments ahead')).toBeVisible();

    await radicale.remove('ada');
    await owner.getByRole('button', { name: 'Look now' }).click();
    await expect(owner.getByText('1 appointment ahead')).toBeVisible();
    await inspect(owner, 'staff-calendars');

    const guest = await visit(phone);
    await guest.goto(pathOf(cleo.status_url));
    await guest.getByRole('button', { name: 'Claim' }).first().click();
    await expect(guest.getByRole('heading', { level: 1 })).toContainText('booked');
    await expect.poll(() => radicale.text()).toContain('Colour - Cleo');
    expect(await radicale.text()).not.toContain('Colour - Ada');
});
