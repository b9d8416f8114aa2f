// An owner sees what last month would have been under other rules, before saving them.
import { inspect } from './harness/looks.ts';
import { expect, morning, ownerAccount, signIn, test } from './harness/test.ts';
import { later, type Api, type Resource } from './harness/api.ts';

/** Ten in the morning of the fifth of last month. */
const lastMonth = (() => {
    const today = new Date(morning);
    return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 5, 10);
})();

test.use({ flags: ['--join-rate', '0', '--manual-clock', later(0, lastMonth)] });

/** Openings on eight days, each with four guests who are asked; on every second day the third one says yes. */
async function aMonth(api: Api, salon: Resource): Promise<void> {
    for (let day = 0; day < 8; day += 1) {
        const at = (hours: number) => later(24 * day + hours, lastMonth);
        await api.passTime(at(0));
        for (let guest = 0; guest < 4; guest += 1) {
            await api.join(salon);
        }
        await api.freeSlot(salon, { starts_at: at(5) });
        await api.passTime(at(0.4));
        if (day % 2 === 0) {
            const path = `/v1/resources/${salon.id}/offers`;
            const offers = await api.call<{ items: { id: string; state: string }[] }>('GET', path);
            const live = offers.items.find((offer) => offer.state === 'live');
            await api.call('POST', `/v1/offers/${live?.id}:accept`, {});
        }
    }
    await api.passTime(morning);
}

test('rules are tried on last month before they are saved', async ({ api, owner }) => {
    const salon = await api.makeResource({
        name: 'Salon Aster',
        rules: { claim_window: '10m', late_yes: false },
    });
    await aMonth(api, salon);
    await signIn(owner, { email: ownerAccount.email, password: ownerAccount.password });
    await owner.goto(`/staff/lists/${salon.id}/rules`);
    const card = owner.getByRole('region', { name: 'Try on last month' });
    const button = card.getByRole('button', { name: 'Try on last month' });
    await expect(button, 'there is nothing to try yet').toBeDisabled();

    await owner.getByRole('textbox', { name: 'Time to answer' }).fill('45');
    await button.click();
    await expect(card).toContainText('filled with today’s rules50%');
    await expect(card).toContainText('with these rules');
    await expect(card).toContainText(/places? filled|No clear difference/);
    await inspect(owner, 'staff-rules-last-month');
    const saved = await api.call<{ rules: { claim_window: string } }>(
        'GET', `/v1/resources/${salon.id}`);
    expect(saved.rules.claim_window, 'nothing is saved by trying').toBe('10m');

    // Another change wants another trial.
    await owner.getByRole('textbox', { name: 'Time to answer' }).fill('30');
    await expect(card).not.toContainText('with these rules');
    await expect(button).toBeEnabled();
});

test('a young list says that there is too little to go by', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules: { claim_window: '10m' } });
    await api.passTime(later(1, lastMonth));
    await api.join(salon);
    await api.freeSlot(salon, { starts_at: later(24, lastMonth) });
    await api.passTime(morning);
    await signIn(owner, { email: ownerAccount.email, password: ownerAccount.password });
    await owner.goto(`/staff/lists/${salon.id}/rules`);
    await owner.getByRole('textbox', { name: 'Time to answer' }).fill('45');
    const card = owner.getByRole('region', { name: 'Try on last month' });
    await card.getByRole('button', { name: 'Try on last month' }).click();
    await expect(card).toContainText('Too little to go by: this list has made 1 offer so far');
});
