// The Saturday colour: a slot comes free, the first guest does not answer, the second claims it on
// a phone, the first one's link is dead, and the board shows it all without a reload.
import { accepted, freeSlot, offered, openBoard, person, waiting } from './harness/board.ts';
import { joinPath, joinThroughForm } from './harness/guest.ts';
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
} from './harness/test.ts';
import { later } from './harness/api.ts';

test.use({ flags: stoppedClock });

test('one slot, three guests, one booking', async ({ api, owner, visit }) => {
    const rules = { claim_window: '10m' };
    const salon = await api.makeResource({ name: 'Saturday colour', rules });
    const ada = await visit();
    const ben = await visit(phone);
    const eve = await visit();
    const people = [
        [ada, 'Ada'],
        [ben, 'Ben'],
        [eve, 'Eve'],
    ] as const;
    for (const [page, name] of people) {
        const email = `${name.toLowerCase()}@mail.example.org`;
        await joinThroughForm(page, joinPath(salon), { name, email, service: 'Colour' });
        await mark(page);
    }
    await expect(eve.getByText('2 people are ahead of you.')).toBeVisible();
    await openBoard(owner, salon);
    await mark(owner);
    await freeSlot(owner, 'Colour');

    await expect(ada.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await inspect(owner, 'staff-today');
    await expect(ada.getByRole('button', { name: 'Claim this spot' })).toBeVisible();
    const adasOffer = await api.offerOf(await api.entryNamed(salon, 'Ada'));

    // Ada does not answer: the offer rolls on to Ben, who has his phone at hand.
    await api.passTime(later(0.25, Date.parse(morning)));
    await expect(ben.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
    await expect(person(offered(owner), 'Ben')).toBeVisible();
    await ben.getByRole('button', { name: 'Claim this spot' }).click();
    await expect(ben.getByRole('heading', { level: 1 })).toHaveText("You're booked");
    await inspect(ben, 'guest-claimed-on-phone');

    await expect(person(accepted(owner), 'Ben')).toBeVisible();
    await expect(person(waiting(owner), 'Eve')).toBeVisible();
    await expect(person(offered(owner), 'Ada')).toBeHidden();
    await expectNotReloaded(owner);

    await ada.goto(pathOf(adasOffer.claim_url));
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText('This offer has expired');
    await expect(ada.getByRole('button', { name: 'Claim this spot' })).toHaveCount(0);
    await expect(ada.getByText('someone else has the spot now')).toBeVisible();
    await expect(ada.getByText("You're still in line")).toBeVisible();
    await inspect(ada, 'guest-dead-link');
    await expectNotReloaded(eve);
    await expect(eve.getByRole('heading', { level: 1 })).toHaveText("You're on the list");
    expect((await api.resource(salon)).counts).toMatchObject({ accepted: 1, offered: 0 });
});

test.describe('as people write it', () => {
    let mails: MailServer;

    test.use({
        flags: async ({}, use) => {
            mails = await MailServer.start();
            const url = `smtp://127.0.0.1:${mails.port}`;
            await use(['--join-rate', '0', '--mail-url', url, '--mail-from', 'salon@aster.example']);
            mails.stop();
        },
    });

    test('misspelt services match, and whoever has no address is phoned', async ({ api, owner, visit }) => {
        await api.call('POST', '/v1/catalogue/services', { name: 'Colour', other_names: ['Color'], duration: '60m' });
        const salon = await api.makeResource({
            name: 'Saturday colour', rules: { claim_window: '10m', quiet_hours: null },
        });
        // Noor gave her number at the desk, and this salon sends no texts.
        await api.call('POST', `/v1/resources/${salon.id}/waitlist:join`, {
            name: 'Noor', phone: '+4930123456', walk_in: true, wants: { service: ' COLOUR' },
        });
        const ben = await visit(phone);
        await joinThroughForm(ben, joinPath(salon), {
            name: 'Ben', email: 'ben@mail.example.org', service: 'color',
        });
        await openBoard(owner, salon);
        await freeSlot(owner, 'colour');

        const card = owner.getByRole('region', { name: 'Needs attention' });
        await expect(card.getByText('Noor')).toBeVisible();
        await expect(card.getByRole('link', { name: '+4930123456' })).toBeVisible();
        await inspect(owner, 'staff-needs-a-call');
        await card.getByRole('button', { name: 'Ask the next for Noor' }).click();
        await expect(person(offered(owner), 'Ben')).toBeVisible();
        await expect(person(waiting(owner), 'Noor')).toBeVisible();
        expect(await api.entryNamed(salon, 'Noor')).toMatchObject({ state: 'waiting', rank: 1, misses: 0 });
        await expect(ben.getByRole('button', { name: 'Claim this spot' })).toBeVisible();
        await ben.getByRole('button', { name: 'Claim this spot' }).click();
        await expect(person(accepted(owner), 'Ben')).toBeVisible();
    });

    test('staff tell a guest by phone, and the time to answer begins then', async ({ api, owner }) => {
        const salon = await api.makeResource({
            name: 'Saturday colour', rules: { claim_window: '10m', quiet_hours: null },
        });
        await api.call('POST', `/v1/resources/${salon.id}/waitlist:join`, {
            name: 'Noor', phone: '+4930123456', walk_in: true,
        });
        await api.freeSlot(salon, { starts_at: later(5) });
        await openBoard(owner, salon);
        const card = owner.getByRole('region', { name: 'Needs attention' });
        await card.getByRole('button', { name: 'Told them for Noor' }).click();
        await expect(card.getByText('Noor')).toBeHidden();
        const offer = await api.offerOf(await api.entryNamed(salon, 'Noor'));
        expect(Date.parse(offer.expires_at)).toBeLessThan(Date.now() + 11 * 60_000);
        await expect(person(offered(owner), 'Noor')).toBeVisible();
    });
});

test.describe('before anybody has set up e-mail', () => {
    test.use({ flags: ['--join-rate', '0', '--told-elsewhere', 'no'] });

    test('whoever looks at their page is told, and whoever does not is phoned', async ({ api, owner, visit }) => {
        const salon = await api.makeResource({
            name: 'Saturday colour', rules: { claim_window: '10m', quiet_hours: null },
        });
        const ada = await visit(phone);
        await joinThroughForm(ada, joinPath(salon), { name: 'Ada', email: 'ada@mail.example.org' });
        await api.call('POST', `/v1/resources/${salon.id}/waitlist:join`, {
            name: 'Noor', phone: '+4930123456', walk_in: true,
        });
        await openBoard(owner, salon);
        await api.freeSlot(salon, { starts_at: later(5) });
        await expect(ada.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
        await expect.poll(async () => (await api.offerOf(await api.entryNamed(salon, 'Ada'))).sent_at).not.toBeNull();
        const card = owner.getByRole('region', { name: 'Needs attention' });
        await expect(card).toBeHidden();

        await api.freeSlot(salon, { starts_at: later(6) });
        await expect(card.getByText('Noor')).toBeVisible();
        await inspect(owner, 'staff-nobody-tells');
        expect((await api.offerOf(await api.entryNamed(salon, 'Noor'))).sent_at).toBeNull();
        await card.getByRole('button', { name: 'They said yes for Noor' }).click();
        await expect(person(accepted(owner), 'Noor')).toBeVisible({ timeout: 15_000 });
    });
});
