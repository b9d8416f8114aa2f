// What an owner learns from Numbers: why places stay empty, for the days, service and staff they
// choose, by eye, by table and on paper.
import { later, type Api, type Entry, type Resource } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

/** One cut is taken and one declined; nobody wants a beard trimmed. */
async function salonDay(api: Api): Promise<Resource> {
    const salon = await api.makeResource({
        name: 'Salon Aster', rules: { claim_window: '20m', max_offers: 1, quiet_hours: null },
    });
    const price = { amount: 4500, currency: 'EUR' };
    for (const [name, answer] of [['Ada', 'accept'], ['Ben', 'decline']] as const) {
        await api.join(salon, { name, wants: { service: 'Cut' } });
        await api.freeSlot(salon, { service: 'Cut', staff: 'Noor', price, starts_at: later(26) });
        const list = await api.call<{ items: Entry[] }>('GET', `/v1/resources/${salon.id}/entries`);
        const offer = list.items.find((entry) => entry.offer !== null)?.offer;
        await api.call('POST', `/v1/offers/${offer?.id ?? 'missing'}:${answer}`);
    }
    await api.freeSlot(salon, { service: 'Beard', starts_at: later(30) });
    return salon;
}

test('an owner sees why places stayed empty', async ({ api, owner }) => {
    test.setTimeout(180_000);
    const salon = await salonDay(api);
    await api.makeResource({ name: 'Night of strings', kind: 'seats', capacity: 40 });
    await owner.goto(`/staff/lists/${salon.id}/numbers`);
    const ends = owner.getByRole('region', { name: 'What became of each place' });
    await expect(ends.getByText('Filled from the waitlist')).toBeVisible();
    await expect(ends.getByText('Nobody fitted')).toBeVisible();
    await expect(ends.getByText('1 of 3').first()).toBeVisible();
    await expect(owner.getByText('€45').first()).toBeVisible();

    const curve = owner.getByRole('img', { name: /How soon guests answer/ });
    await expect(curve).toBeVisible();
    await owner.getByText('As a table: How soon guests answer').click();
    const table = owner.getByRole('table', { name: 'How soon guests answer' });
    await expect(table.getByRole('row', { name: /any time/ })).toContainText('1 (50%)');
    await inspect(owner, 'numbers-open-table');

    const all = owner.getByRole('region', { name: 'All lists' }).first();
    await expect(all.getByRole('link', { name: 'Night of strings' })).toBeVisible();

    await owner.getByLabel('Service').selectOption('Beard');
    await expect(owner).toHaveURL(/service=Beard/);
    await expect(ends.getByText('1 of 1')).toBeVisible();
    await expect(owner.getByText('Joined and left')).toHaveCount(0);
    await owner.getByLabel('Service').selectOption('');

    await owner.getByLabel('From', { exact: true }).fill('2026-02-02');
    await owner.getByLabel('To', { exact: true }).fill('2026-02-01');
    await owner.getByRole('button', { name: 'Show' }).click();
    await expect(owner.getByText('The last day is before the first one.')).toBeVisible();
});

test('a service that no opening had is said to be none', async ({ api, owner, watch }) => {
    watch.allowStatus(422);
    const salon = await salonDay(api);
    await owner.goto(`/staff/lists/${salon.id}/numbers?service=Massage`);
    await expect(owner.getByText(/no opening had it; they had: Beard, Cut/)).toBeVisible();
});

test('on a phone, and on paper', async ({ api, owner }) => {
    const salon = await salonDay(api);
    await owner.setViewportSize({ width: 390, height: 844 });
    await owner.goto(`/staff/lists/${salon.id}/numbers`);
    await expect(owner.getByRole('region', { name: 'What became of each place' })).toBeVisible();
    const wide = await owner.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, 'nothing is wider than the phone').toBeLessThanOrEqual(0);
    await owner.emulateMedia({ media: 'print' });
    await expect(owner.getByLabel('Period')).toBeHidden();
    await expect(owner.getByRole('img', { name: /How soon guests answer/ })).toBeVisible();
});
