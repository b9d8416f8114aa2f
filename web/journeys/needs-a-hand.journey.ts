// What Standby cannot decide by itself lies on the board under "Needs attention", each with the
// buttons that fit; and the other things that staff do there with a slot, an offer or a list.
import { later, type Api, type Fields, type Joined, type Resource } from './harness/api.ts';
import { accepted, offered, openBoard, person, waiting } from './harness/board.ts';
import { inspect } from './harness/looks.ts';
import { MailServer } from './harness/mail.ts';
import {
    expect,
    expectNotReloaded,
    mark,
    morning,
    pathOf,
    phone,
    stoppedClock,
    test,
    type Page,
} from './harness/test.ts';
import type { Locator } from '@playwright/test';

test.use({ flags: stoppedClock });

const start = Date.parse(morning);

function needs(page: Page): Locator {
    return page.getByRole('region', { name: 'Needs attention' });
}

function freed(page: Page): Locator {
    return page.getByRole('region', { name: 'Freed slots' });
}

/** A slot in three days, counted from the time that stands still. */
function freeSlot(api: Api, resource: Resource, fields: Fields = {}): Promise<{ id: string }> {
    return api.freeSlot(resource, { starts_at: later(72, start), ...fields });
}

/** The guest's own page, live. */
async function openStatus(page: Page, guest: Joined): Promise<void> {
    await page.goto(pathOf(guest.status_url));
    await mark(page);
}

async function decline(api: Api, guest: Joined): Promise<void> {
    const offer = await api.offerOf(guest);
    await api.call('POST', `/v1/offers/${offer.id}:decline`);
}

function heading(page: Page): Locator {
    return page.getByRole('heading', { level: 1 });
}

test('a booking is confirmed, another one refused', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', inventory: 'external' });
    const ada = await api.join(salon, { name: 'Ada' });
    const ben = await api.join(salon, { name: 'Ben' });
    await openBoard(owner, salon);
    await mark(owner);

    const adasPhone = await visit(phone);
    await openStatus(adasPhone, ada);
    await freeSlot(api, salon, { service: 'Colour' });
    await adasPhone.getByRole('button', { name: 'Claim this spot' }).click();
    await expect(heading(adasPhone)).toHaveText('Your booking is being confirmed');
    await inspect(adasPhone, 'guest-being-confirmed');
    await adasPhone.getByRole('link', { name: 'My page' }).click();
    await expect(heading(adasPhone)).toHaveText('Your spot is being confirmed');
    await mark(adasPhone);
    await expect(needs(owner).getByRole('heading', { level: 3 })).toHaveText(
        'A booking to confirm',
    );
    await expect(needs(owner)).toContainText('Ada');
    await inspect(owner, 'staff-needs-approval');
    await needs(owner).getByRole('button', { name: 'Confirm for Ada' }).click();
    await expect(needs(owner)).toBeHidden();
    await expect(person(accepted(owner), 'Ada')).toBeVisible();
    await expect(heading(adasPhone)).toHaveText("You're booked");
    await expectNotReloaded(adasPhone);

    const bensPhone = await visit(phone);
    await openStatus(bensPhone, ben);
    await freeSlot(api, salon, { service: 'Cut' });
    await bensPhone.getByRole('button', { name: 'Claim this spot' }).click();
    await expect(heading(bensPhone)).toHaveText('Your booking is being confirmed');
    const claimed = bensPhone.url();
    await bensPhone.getByRole('link', { name: 'My page' }).click();
    await mark(bensPhone);
    await needs(owner).getByRole('button', { name: 'Reject for Ben' }).click();
    await expect(needs(owner)).toBeHidden();
    await expect(person(waiting(owner), 'Ben'), 'he keeps his place in line').toBeVisible();
    await expect(heading(bensPhone)).toHaveText("You're on the list");
    await expectNotReloaded(bensPhone);
    await bensPhone.goto(claimed);
    await expect(heading(bensPhone)).toHaveText('This offer was withdrawn');
    await expect(bensPhone.getByText("You're still in line")).toBeVisible();
    await inspect(bensPhone, 'guest-refused');
    await expectNotReloaded(owner);
});

test('a slot that nobody took is offered again, then filled by hand', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules: { max_offers: 1 } });
    const ada = await api.join(salon, { name: 'Ada' });
    const ben = await api.join(salon, { name: 'Ben' });
    await freeSlot(api, salon, { service: 'Colour' });
    await openBoard(owner, salon);
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await decline(api, ada);
    await expect(needs(owner).getByRole('heading', { level: 3 })).toHaveText(
        'Nobody claimed this slot',
    );
    await expect(needs(owner)).toContainText('1 guest was asked, and didn’t claim it.');
    await inspect(owner, 'staff-needs-handed-back');
    await needs(owner).getByRole('button', { name: /^Offer again/ }).click();
    await expect(needs(owner)).toBeHidden();
    const asked = (await api.entry(ada)).state === 'offered' ? ada : ben;
    await expect(offered(owner).getByRole('listitem')).toHaveCount(1);
    await expect(freed(owner).getByRole('listitem'), 'the old one made way').toHaveCount(1);

    await decline(api, asked);
    await needs(owner).getByRole('button', { name: /^Mark as filled/ }).click();
    await expect(needs(owner)).toBeHidden();
    await expect(freed(owner).getByText('No freed slots')).toBeVisible();
    expect((await api.resource(salon)).counts).toMatchObject({ offered: 0, free: 0 });
});

test('a slot that suits nobody is changed and offered', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.join(salon, { name: 'Ada', wants: { service: 'Colour' } });
    await freeSlot(api, salon, { service: 'Perm' });
    await openBoard(owner, salon);
    await expect(needs(owner).getByRole('heading', { level: 3 })).toHaveText(
        'This slot is still open',
    );
    await expect(needs(owner).getByRole('button', { name: /^Offer again/ })).toHaveCount(0);
    await needs(owner).getByRole('button', { name: /^Change and offer/ }).click();
    const dialog = owner.getByRole('dialog');
    await expect(dialog.getByLabel('Service')).toHaveValue('Perm');
    await inspect(owner, 'staff-change-and-offer');
    await dialog.getByLabel('Service').fill('Colour');
    await dialog.getByRole('button', { name: 'Offer this slot' }).click();
    await expect(dialog).toBeHidden();
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await expect(needs(owner)).toBeHidden();
    await expect(freed(owner).getByRole('listitem')).toHaveCount(1);
});

test('a slot is taken back, or filled while someone is asked', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const ada = await api.join(salon, { name: 'Ada' });
    const guest = await visit(phone);
    await openStatus(guest, ada);
    await freeSlot(api, salon, { service: 'Colour' });
    await expect(heading(guest)).toHaveText("There's a spot for you");
    await openBoard(owner, salon);
    await freed(owner).getByRole('button', { name: /^Activity: Colour/ }).click();
    await expect(freed(owner).getByRole('link', { name: 'Ada' })).toBeVisible();
    await inspect(owner, 'staff-moves');
    await freed(owner).getByRole('button', { name: /^Withdraw: Colour/ }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(freed(owner).getByRole('button', { name: /^Withdraw: Colour/ })).toBeEnabled();
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await freed(owner).getByRole('button', { name: /^Withdraw: Colour/ }).click();
    await expect(freed(owner).getByText('No freed slots')).toBeVisible();
    await expect(person(waiting(owner), 'Ada')).toBeVisible();
    await expect(heading(guest)).toHaveText("You're on the list");

    await freeSlot(api, salon, { service: 'Cut' });
    await expect(heading(guest)).toHaveText("There's a spot for you");
    await freed(owner).getByRole('button', { name: /^Mark as filled: Cut/ }).click();
    await expect(freed(owner).getByText('No freed slots')).toBeVisible({ timeout: 10_000 });
    await expect(heading(guest)).toHaveText("You're on the list");
    await expectNotReloaded(guest);
});

test('who came, and who did not: that place goes on', async ({ api, owner, visit }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 2 });
    const ada = await api.join(course, { name: 'Ada' });
    const ben = await api.join(course, { name: 'Ben' });
    const eve = await api.join(course, { name: 'Eve' });
    const evesPhone = await visit(phone);
    await openStatus(evesPhone, eve);
    const bensPhone = await visit(phone);
    await openStatus(bensPhone, ben);
    await openBoard(owner, course);
    await accepted(owner).getByRole('button', { name: 'Came Ada' }).click();
    await accepted(owner).getByRole('button', { name: 'No-show Ben' }).click();
    await expect(heading(evesPhone)).toHaveText("There's a spot for you");
    await expect(person(offered(owner), 'Eve')).toBeVisible();
    await expect(person(accepted(owner), 'Ben')).toBeHidden();
    await expect(heading(bensPhone)).toHaveText('We missed you');
    await inspect(bensPhone, 'guest-no-show');
    await expect.poll(async () => (await api.entry(ada)).state).toBe('attended');
    expect((await api.entry(ben)).state).toBe('no_show');
    await expect(owner.getByRole('button', { name: 'Came Ada' })).toHaveCount(0);
    await inspect(owner, 'staff-today-after-evening');
});

/** A slot that Ada is offered for ten minutes, and her page, which is open. */
async function offerToAda(api: Api, visit: (options: typeof phone) => Promise<Page>) {
    const rules = { claim_window: '10m' };
    const salon = await api.makeResource({ name: 'Salon Aster', rules });
    const ada = await api.join(salon, { name: 'Ada' });
    const guest = await visit(phone);
    await openStatus(guest, ada);
    await freeSlot(api, salon, { service: 'Colour' });
    const until = guest.locator('.until');
    await expect(until).toContainText(':10');
    return { salon, ada, guest, until };
}

test('more time is given, five minutes at once', async ({ api, owner, visit }) => {
    const { salon, ada, guest, until } = await offerToAda(api, visit);
    await openBoard(owner, salon);
    const before = await api.offerOf(ada);
    await offered(owner).getByRole('button', { name: /^\+5 mins? for Ada/ }).click();
    await expect(owner.getByText('Ada has 5 minutes more.')).toBeVisible();
    const after = await api.offerOf(ada);
    expect(Date.parse(after.expires_at) - Date.parse(before.expires_at)).toBe(5 * 60_000);
    await guest.reload();
    await expect(until).toContainText(':15');
    await expect(guest.locator('[data-clock]')).toHaveText(/^1[345]:/);
});

test('more time is seen on a guest’s page that is open', async ({ api, visit }) => {
    const { ada, guest, until } = await offerToAda(api, visit);
    const offer = await api.offerOf(ada);
    const body = { until: later(1 / 12, Date.parse(offer.expires_at)) };
    await api.call('POST', `/v1/offers/${offer.id}:extend`, body);
    await expect(until).toContainText(':15');
    await expect(guest.locator('[data-clock]')).toHaveText(/^1[345]:/);
    await expectNotReloaded(guest);
});

test('a paused list offers nothing until it runs again', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const ada = await api.join(salon, { name: 'Ada' });
    await openBoard(owner, salon);
    await owner.getByRole('button', { name: 'Pause' }).click();
    await expect(owner.getByText('Paused. No new offers go out.')).toBeVisible();
    await freeSlot(api, salon, { service: 'Colour' });
    await expect(freed(owner).getByRole('listitem')).toHaveCount(1);
    expect((await api.entry(ada)).state).toBe('waiting');
    await inspect(owner, 'staff-today-paused');
    await owner.getByRole('button', { name: 'Resume' }).click();
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a list is closed, archived and reopened on the page of all lists', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 1 });
    await api.join(salon, { name: 'Ada' });
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Close Salon Aster' }).click();
    const dialog = owner.getByRole('dialog');
    await expect(dialog).toContainText('1 guest is still waiting');
    await inspect(owner, 'staff-close-list');
    await dialog.getByRole('button', { name: 'Keep it open' }).click();
    await expect(dialog).toBeHidden();
    expect(await api.resource(salon)).toMatchObject({ status: 'active' });
    await owner.getByRole('button', { name: 'Close Salon Aster' }).click();
    await dialog.getByRole('button', { name: 'Close the list' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByRole('heading', { level: 2, name: 'Closed' })).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Close Salon Aster' })).toHaveCount(0);
    await expect(owner.getByRole('button', { name: 'Close Evening course' })).toBeVisible();
    await inspect(owner, 'staff-lists-closed');
    expect(await api.resource(salon)).toMatchObject({ status: 'closed' });
    await openBoard(owner, salon);
    await expect(owner.getByRole('button', { name: 'Free a slot' })).toHaveCount(0);
    await inspect(owner, 'staff-today-closed');
    const guest = await visit(phone);
    await guest.goto(`/r/${salon.id}`);
    await expect(guest.getByText('This list is closed').first()).toBeVisible();
    await inspect(guest, 'guest-list-closed');

    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Archive Salon Aster' }).click();
    await owner.getByText('1 archived list').click();
    await expect(owner.getByRole('button', { name: 'Bring Salon Aster back' })).toBeVisible();
    await expect(owner.locator('option', { hasText: 'Salon Aster' })).toHaveCount(0);
    await inspect(owner, 'staff-lists-archived');
    await owner.getByRole('button', { name: 'Reopen Salon Aster' }).click();
    await expect(dialog).toContainText('They can join again');
    await inspect(owner, 'staff-reopen-list');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(owner.getByRole('button', { name: 'Close Salon Aster' })).toBeVisible();
    expect(await api.resource(salon)).toMatchObject({ status: 'active', archived: false });
});

test('a list is renamed, moved and duplicated', async ({ api, owner }) => {
    const course = await api.makeResource({
        name: 'Evening course', kind: 'seats', capacity: 1, time_zone: 'Europe/Berlin',
    });
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Edit Evening course' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Morning course');
    await dialog.getByLabel('Starts').fill('2031-05-06T09:00');
    await inspect(owner, 'staff-edit-list');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect(await api.resource(course)).toMatchObject({
        name: 'Morning course', starts_at: '2031-05-06T07:00:00Z',
    });
    await owner.getByRole('button', { name: 'Duplicate Morning course' }).click();
    await dialog.getByLabel('Name').fill('Second morning');
    await dialog.getByRole('button', { name: 'Create the list' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Second morning');
});

test('places of an access list are released, after a look at who gets them', async ({
    api,
    owner,
}) => {
    const beta = await api.makeResource({ name: 'Early access', kind: 'access', capacity: 10 });
    for (const name of ['Ada', 'Ben', 'Eve']) {
        await api.join(beta, { name });
    }
    await openBoard(owner, beta);
    await owner.getByRole('button', { name: /^Release/ }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel(/^How many/).fill('2');
    const preview = dialog.getByRole('region', { name: 'What would happen' });
    await expect(preview.getByRole('listitem')).toHaveText([/Ada/, /Ben/]);
    await inspect(owner, 'staff-release-preview');
    expect((await api.resource(beta)).counts).toMatchObject({ offered: 0, waiting: 3 });
    await dialog.getByRole('button', { name: /Release and offer to\s+2/ }).click();
    await expect(dialog).toBeHidden();
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await expect(person(offered(owner), 'Ben')).toBeVisible();
    await expect(person(waiting(owner), 'Eve')).toBeVisible();
    expect((await api.resource(beta)).counts).toMatchObject({ offered: 2, waiting: 1 });
});

test.describe('with a server that takes mails', () => {
    let mails: MailServer;

    test.use({
        flags: async ({}, use) => {
            mails = await MailServer.start();
            const url = `smtp://127.0.0.1:${mails.port}`;
            const sender = ['--mail-from', 'salon@aster.example'];
            // Mails go out as time goes by.
            await use(['--join-rate', '0', '--mail-url', url, ...sender]);
            mails.stop();
        },
    });

    /** How the first message about a list stands. */
    async function firstMessage(api: Api, resource: Resource): Promise<string | undefined> {
        const path = `/v1/resources/${resource.id}/messages`;
        return (await api.call<{ items: { state: string }[] }>('GET', path)).items[0]?.state;
    }

    test('a message that could not be sent is sent again', async ({ api, owner }) => {
        const salon = await api.makeResource({ name: 'Salon Aster' });
        await owner.clock.install();
        await openBoard(owner, salon);
        mails.isTaking = false;
        await api.join(salon, { name: 'Ada' });
        await expect(person(waiting(owner), 'Ada')).toBeVisible();
        await expect.poll(() => mails.held).toBe(1);
        mails.refuse();
        await expect.poll(() => firstMessage(api, salon)).toBe('dead');
        // It is no news of the list: the board sees it when it looks again, as it does at times.
        await owner.clock.fastForward(30_000);
        await expect(needs(owner).getByRole('heading', { level: 3 })).toHaveText(
            'A message couldn’t be sent',
        );
        await expect(needs(owner)).toContainText('Ada');
        await inspect(owner, 'staff-needs-dead-letter');
        expect(mails.taken).toBe(0);
        await needs(owner).getByRole('button', { name: 'Resend for Ada' }).click();
        await expect(owner.getByText('Sending again.')).toBeVisible();
        await expect.poll(() => mails.taken).toBe(1);
        await expect(needs(owner)).toBeHidden();
    });
});
