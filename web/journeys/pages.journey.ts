// Every page once, filled with something to see: axe finds nothing in light and in dark, and the
// pictures are in build/screens for whoever wants to look.
import { later, type Api, type Entry, type Resource } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { expect, pathOf, test } from './harness/test.ts';

/** A salon at noon: people waiting, offered, booked, and a slot that suits nobody. */
async function busySalon(api: Api): Promise<Resource> {
    const salon = await api.makeResource({ name: 'Salon Aster', rules: { claim_window: '20m' } });
    for (const name of ['Ada Lovelace', 'Ben Okafor', 'Eve Marchetti', 'Zoë Brandt']) {
        await api.join(salon, { name, wants: { service: 'Colour' } });
    }
    await api.join(salon, { name: 'Mia Sommer', wants: { service: 'Cut' }, tier: 1 });
    const colour = { service: 'Colour', staff: 'Noor', price: { amount: 6500, currency: 'EUR' } };
    await api.freeSlot(salon, { ...colour, starts_at: later(26) });
    await api.freeSlot(salon, { ...colour, starts_at: later(28) });
    await api.freeSlot(salon, { service: 'Beard', starts_at: later(30) });
    const list = await api.call<{ items: Entry[] }>('GET', `/v1/resources/${salon.id}/entries`);
    const offer = list.items.find((entry) => entry.offer !== null)?.offer;
    await api.call('POST', `/v1/offers/${offer?.id ?? 'missing'}:accept`);
    return salon;
}

test('every page of the staff', async ({ api, owner }) => {
    test.setTimeout(240_000);
    const salon = await busySalon(api);
    await api.makeResource({ name: 'Night of strings', kind: 'seats', capacity: 40 });
    await api.call('POST', '/v1/keys', { role: 'staff', label: 'Front desk' });
    const pages = {
        'staff-lists': '/staff/lists',
        'staff-today-busy': `/staff/lists/${salon.id}/today`,
        'staff-line-short': `/staff/lists/${salon.id}/line`,
        'staff-history': `/staff/lists/${salon.id}/history`,
        'staff-rules': `/staff/lists/${salon.id}/rules`,
        'staff-numbers': `/staff/lists/${salon.id}/numbers`,
        'staff-voice': '/staff/voice',
        'staff-settings-you': '/staff/settings/you',
        'staff-settings-house': '/staff/settings/house',
        'staff-settings-offer': '/staff/settings/offer',
        'staff-settings-keys': '/staff/settings/keys',
        'staff-unknown': '/staff/nowhere',
    };
    for (const [name, path] of Object.entries(pages)) {
        await owner.goto(path);
        await expect(owner.locator('main h1, main h2').first()).toBeVisible();
        await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0);
        await inspect(owner, name);
    }
});

test('every page of guests and of passers-by', async ({ api, visit }) => {
    const salon = await busySalon(api);
    const concert = await api.makeResource({
        name: 'Night of strings',
        kind: 'seats',
        capacity: 0,
        starts_at: later(24 * 30),
    });
    const beta = await api.makeResource({ name: 'Early access', kind: 'access' });
    const closed = await api.makeResource({ name: 'Closed list', kind: 'seats' });
    await api.call('POST', `/v1/resources/${closed.id}:close`);
    const seat = await api.makeResource({ name: 'Open evening', kind: 'seats', capacity: 5 });
    const holder = await api.join(seat, { name: 'Ada' });
    const leaver = await api.join(concert, { name: 'Ben' });
    await api.call('DELETE', `/v1/waitlist/${leaver.id}`);
    const page = await visit();
    const pages = {
        'front': '/',
        'docs': '/docs',
        'problems': '/problems',
        'guest-join-slots': `/r/${salon.id}`,
        'guest-join-seats': `/r/${concert.id}`,
        'guest-join-access': `/r/${beta.id}`,
        'guest-join-closed': `/r/${closed.id}`,
        'guest-no-list': '/r/res_999',
        'guest-status-accepted': pathOf(holder.status_url),
        'guest-status-left': pathOf(leaver.status_url),
        'guest-no-link': '/e/gt_nothing',
        'guest-no-offer': '/o/gt_nothing',
    };
    for (const [name, path] of Object.entries(pages)) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await inspect(page, name);
    }
});
