// The places of a list belong to a booking system: somebody is faster there, and it is down for a
// minute just when a guest says yes.
import { later } from './harness/api.ts';
import { BookingServer, bookingToken } from './harness/booking-server.ts';
import { openBoard } from './harness/board.ts';
import { inspect } from './harness/looks.ts';
import { freePort } from './harness/server.ts';
import { expect, morning, pathOf, phone, stoppedClock, test } from './harness/test.ts';

const port = await freePort();
const bookings = new BookingServer(port);
const at = (hours: number) => later(hours, Date.parse(morning));
const chair = { starts_at: at(5), staff: 'Noor' };

test.use({ flags: [...stoppedClock, '--allow-private', `127.0.0.1:${port}`] });
test.beforeAll(() => bookings.start());
test.afterAll(() => bookings.close());

test('set it up, and somebody else is faster there', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', inventory: 'external' });
    await owner.goto(`/staff/lists/${salon.id}/rules?view=bookings`);
    await owner.getByLabel('Address of the booking system').fill(bookings.url);
    await owner.getByLabel('Token').fill('a-wrong-secret');
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByText('doesn’t accept the token')).toBeVisible();
    await owner.getByLabel('Token').fill(bookingToken);
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByText('It works')).toBeVisible();
    await inspect(owner, 'staff-bookings-setup');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('No bookings in the last 24 hours.')).toBeVisible();

    const ada = await api.join(salon, { name: 'Ada' });
    await api.freeSlot(salon, { event_id: 'first', ...chair });
    const offer = await api.offerOf(ada);
    await expect.poll(() => bookings.status(offer)).toBe('ON_HOLD');
    const guest = await visit(phone);
    await guest.goto(pathOf(offer.claim_url));
    // On the telephone, just before she taps.
    await bookings.cancel(offer);
    await bookings.take(chair);
    await guest.getByRole('button', { name: 'Claim' }).first().click();
    await expect.poll(async () => (await api.entry(ada)).state).toBe('waiting');
    await guest.goto(pathOf(ada.status_url));
    await expect(guest.locator('[data-rank]')).toHaveText('1');
    await inspect(guest, 'guest-somebody-was-faster');
    await owner.reload();
    await expect(owner.getByText('1 booking in the last 24 hours, which failed.')).toBeVisible();
    await inspect(owner, 'staff-bookings');
});

test('the booking system is down for a minute', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', inventory: 'external' });
    await api.call('PUT', `/v1/resources/${salon.id}/booking_system`,
        { kind: 'http', url: bookings.url, token: bookingToken });
    const ben = await api.join(salon, { name: 'Ben' });
    await api.freeSlot(salon, { event_id: 'second', starts_at: at(8), staff: 'Noor' });
    const offer = await api.offerOf(ben);
    await expect.poll(() => bookings.status(offer)).toBe('ON_HOLD');
    await bookings.kill();
    const guest = await visit(phone);
    await guest.goto(pathOf(offer.claim_url));
    await guest.getByRole('button', { name: 'Claim' }).first().click();
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Your booking is being confirmed');
    await inspect(guest, 'guest-being-confirmed');
    await openBoard(owner, salon);
    await expect(owner.getByRole('region', { name: 'Booking system' })).toContainText('We can’t connect');
    await inspect(owner, 'staff-bookings-trouble');

    await api.passTime(at(1 / 60));
    await bookings.start();
    let minutes = 1;
    await expect.poll(async () => {
        minutes += 0.2;
        await api.passTime(at(minutes / 60));
        return (await api.entry(ben)).state;
    }).toBe('accepted');
    await expect(guest.getByRole('heading', { level: 1 })).toContainText("You're booked");
    expect(await bookings.status(offer)).toBe('CONFIRMED');
});
