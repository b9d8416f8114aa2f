// Money: a place that is paid on a phone within the time, one that is paid too late and not charged,
// a deposit that comes back, and a refund by staff. The provider is a double, with its own page.
import { later, type Api, type Joined, type Resource } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { PaymentDouble } from './harness/payments.ts';
import { expect, morning, pathOf, phone, test as base, type Page } from './harness/test.ts';

interface Money {
    kind: 'stripe' | 'mollie';
    provider: PaymentDouble;
}

const test = base.extend<Money>({
    kind: ['stripe', { option: true }],

    provider: async ({ kind }, use) => {
        const provider = new PaymentDouble(kind);
        await provider.start();
        await provider.moveClock(morning);
        await use(provider);
        await provider.stop();
    },

    flags: async ({ provider }, use) => {
        await use(['--join-rate', '0', '--manual-clock', morning, ...provider.flags]);
    },

    watch: async ({ watch, provider, server }, use) => {
        watch.allowOrigin(provider.url);
        await provider.callsTo(server.url);
        await use(watch);
    },
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const euros = (amount: number) => ({ amount, currency: 'EUR' });

function setUp(api: Api, provider: PaymentDouble, kind: Money['kind']): Promise<unknown> {
    const secrets = kind === 'stripe' ? { webhook_secrets: [provider.secret] } : {};
    return api.call('PUT', '/v1/payments/settings', { provider: kind, key: provider.key, ...secrets });
}

async function offered(api: Api, rules: Record<string, unknown> = {}): Promise<[Resource, Joined]> {
    const salon = await api.makeResource({
        name: 'Salon Aster',
        rules: {
            payment: euros(4500), claim_window: '20m', tax: { percent_hundredths: 1900, label: 'VAT' }, ...rules,
        },
    });
    const mia = await api.join(salon, { name: 'Mia Berger' });
    await api.freeSlot(salon, { service: 'Colour', starts_at: later(28, Date.parse(morning)) });
    return [salon, mia];
}

/** Claims on the phone, as far as the way to the provider's page. */
async function claim(page: Page, guest: Joined): Promise<string> {
    await page.goto(pathOf(guest.status_url));
    await page.getByRole('button', { name: 'Claim' }).first().click();
    const way = page.getByRole('link', { name: /^Pay €/ });
    await expect(way).toBeVisible();
    return (await way.getAttribute('href')) ?? '';
}

/** Presses Pay on the provider's page, and comes back booked. */
async function pay(page: Page): Promise<void> {
    await page.getByRole('link', { name: /^Pay €/ }).click();
    await page.getByRole('button', { name: 'Pay with visa' }).click();
    await expect(title(page)).toHaveText("You're booked");
}

async function expectTaken(provider: PaymentDouble, captured: number, refunded = 0): Promise<void> {
    await expect(async () => {
        expect(await provider.book()).toEqual([
            expect.objectContaining({ captured, refunded, held: 0 }),
        ]);
    }).toPass();
}

test('a place is paid on a phone within the time', async ({ api, owner, visit, provider }) => {
    await owner.goto('/staff/settings/payments');
    await owner.getByLabel('Secret or restricted key').fill('sk_test_wrong');
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByText('The provider doesn’t accept the key.')).toBeVisible();
    await owner.getByLabel('Secret or restricted key').fill(provider.key);
    await owner.getByLabel('Signing secret of the webhook').fill(provider.secret);
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByText('It works. This is a test key')).toBeVisible();
    await inspect(owner, 'staff-payments-settings');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('test key: no real money', { exact: true })).toBeVisible();
    await expect(owner.getByLabel('Secret or restricted key')).toHaveValue('');
    expect(await owner.content()).not.toContain(provider.key);

    const [, mia] = await offered(api);
    const guest = await visit(phone);
    await guest.goto(pathOf(mia.status_url));
    await expect(guest.getByText('You pay €45.00 on the next page')).toBeVisible();
    await claim(guest, mia);
    await expect(title(guest)).toHaveText('Pay to keep your spot');
    await expect(guest.getByText('including €7.18 VAT')).toBeVisible();
    await inspect(guest, 'guest-pay');
    await pay(guest);
    await expectTaken(provider, 4500);
    await expect(async () => {
        await guest.goto(pathOf(mia.status_url));
        await expect(guest.getByText('You paid €45.00.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await inspect(guest, 'guest-paid');
});

test('whoever pays too late is told that nothing was charged', async ({ api, visit, provider, kind }) => {
    await setUp(api, provider, kind);
    const [salon, mia] = await offered(api);
    const guest = await visit(phone);
    const payUrl = await claim(guest, mia);
    const offerPage = guest.url();
    // The provider is down for a moment, so its page outlives the offer.
    await provider.losesCalls();
    await provider.keepsPages(true);
    const at = (minutes: number) => later(minutes / 60, Date.parse(morning));
    const pass = async (to: string) => {
        await provider.moveClock(to);
        await api.passTime(to);
    };
    await pass(at(21));
    await expect.poll(async () => (await api.entry(mia)).state).not.toBe('confirming');
    expect(await provider.pay(payUrl)).toBe(true);
    await provider.keepsPages(false);
    await pass(at(40));
    await expectTaken(provider, 0);
    await expect(async () => {
        await guest.goto(offerPage);
        await expect(title(guest)).toHaveText('Too late: nothing was charged', { timeout: 1000 });
    }).toPass();
    await inspect(guest, 'guest-paid-too-late');
    expect((await api.resource(salon)).counts.accepted).toBe(0);
});

test('a deposit comes back to whoever gives the place back in time', async ({
    api, owner, visit, provider, kind,
}) => {
    await setUp(api, provider, kind);
    const salon = await api.makeResource({ name: 'Salon Aster', rules: { payment: euros(4500) } });
    await owner.goto(`/staff/lists/${salon.id}/rules`);
    await owner.getByText('rules that few lists need').click();
    await owner.getByLabel('Ask for a deposit').check();
    await inspect(owner, 'staff-rules-deposit');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Saved. The new rules apply.')).toBeVisible();

    const guest = await visit(phone);
    const mia = await api.join(salon, { name: 'Mia Berger' });
    await guest.goto(`/r/${salon.id}`);
    await expect(guest.getByText('You get the deposit back if you give your spot back.')).toBeVisible();
    await inspect(guest, 'guest-join-deposit');
    await api.freeSlot(salon, { service: 'Colour', starts_at: later(28, Date.parse(morning)), price: euros(4500) });
    await claim(guest, mia);
    await expect(title(guest)).toHaveText('Pay your deposit to keep your spot');
    await pay(guest);
    await expectTaken(provider, 900);

    await guest.goto(pathOf(mia.status_url));
    await guest.getByText('Cancel my booking').click();
    await guest.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expectTaken(provider, 900, 900);
    await expect(async () => {
        await guest.goto(pathOf(mia.status_url));
        await expect(guest.getByText('€9.00 was given back to you.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await inspect(guest, 'guest-deposit-back');
});

test('staff give a part of the money back, with a reason', async ({ api, owner, visit, provider, kind }) => {
    await setUp(api, provider, kind);
    const [salon, mia] = await offered(api);
    const guest = await visit(phone);
    await claim(guest, mia);
    await pay(guest);
    await expectTaken(provider, 4500);

    await owner.goto(`/staff/lists/${salon.id}/line?entry=${mia.id}`);
    const panel = owner.getByRole('region', { name: 'Payments' });
    await expect(panel).toContainText('€45.00');
    await panel.getByRole('button', { name: 'Refund' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Amount in EUR').fill('50');
    await dialog.getByLabel('Reason').fill('The colour did not hold.');
    await dialog.getByRole('button', { name: 'Give back' }).click();
    await expect(dialog.getByText('At most €45.00 can be given back.')).toBeVisible();
    await dialog.getByLabel('Amount in EUR').fill('15');
    await inspect(owner, 'staff-refund');
    await dialog.getByRole('button', { name: 'Give back' }).click();
    await expect(dialog).toBeHidden();
    await expectTaken(provider, 4500, 1500);
    await expect(panel).toContainText('refunded in part');
    await inspect(owner, 'staff-guest-payments');

    await owner.goto(`/staff/lists/${salon.id}/numbers`);
    await expect(owner.getByRole('region', { name: 'Payments' }).first()).toContainText('stripe:pi_');
    await inspect(owner, 'staff-numbers-payments');
    await owner.goto(`/staff/lists/${salon.id}/history`);
    await expect(owner.getByText(/Gave €15\.00 back to/)).toBeVisible();

    await expect(async () => {
        await guest.goto(pathOf(mia.status_url));
        await expect(guest.getByText('€15.00 of it was given back to you.')).toBeVisible({ timeout: 1000 });
    }).toPass();
});

test.describe('with Mollie', () => {
    test.use({ kind: 'mollie' });

    test('a card that is declined is followed by another', async ({ api, visit, provider, kind }) => {
        await setUp(api, provider, kind);
        const [, mia] = await offered(api);
        const guest = await visit(phone);
        await claim(guest, mia);
        await guest.getByRole('link', { name: /^Pay €/ }).click();
        await guest.getByRole('button', { name: 'Pay with declined' }).click();
        // With Mollie that payment is over: there is another.
        await expect(title(guest)).toHaveText('Pay to keep your spot');
        await pay(guest);
        await expect(async () => {
            expect(await provider.book()).toEqual([
                expect.objectContaining({ captured: 0, held: 0 }),
                expect.objectContaining({ captured: 4500, refunded: 0, held: 0 }),
            ]);
        }).toPass();
    });
});
