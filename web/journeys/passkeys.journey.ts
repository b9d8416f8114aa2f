// Passkeys with Chromium's own authenticator: added after showing who it is, named, used without a
// password, taken away; and what a copy of the device's key cannot do.
import type { CDPSession } from '@playwright/test';
import { inspect } from './harness/looks.ts';
import { expect, ownerAccount, test, type Page } from './harness/test.ts';

// Passkeys belong to a name; this machine has one.
test.use({ host: 'localhost' });

interface Device {
    cdp: CDPSession;
    authenticatorId: string;
}

/** A device with a fingerprint reader, which knows its user. */
async function plugIn(page: Page, isUserVerified = true): Promise<Device> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            ctap2Version: 'ctap2_1',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified,
            automaticPresenceSimulation: true,
        },
    });
    return { cdp, authenticatorId };
}

async function add(page: Page, name: string): Promise<void> {
    await page.goto('/staff/settings/you');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the passkey').fill(name);
    await dialog.getByLabel('Current password').fill(ownerAccount.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
}

async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(/\/staff\/sign-in/);
}

async function usePasskey(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

async function expectInside(page: Page): Promise<void> {
    await expect(page).not.toHaveURL(/sign-in/);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

test('a passkey is added, named, used and removed', async ({ owner, watch }) => {
    watch.allowStatus(401, 422);
    await plugIn(owner);
    await owner.goto('/staff/settings/you');
    await owner.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Name of the passkey').fill('My phone');
    await dialog.getByLabel('Current password').fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
        /not your current password/,
    );
    await inspect(owner, 'staff-passkey-add');
    await dialog.getByLabel('Current password').fill(ownerAccount.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.locator('strong', { hasText: 'My phone' })).toBeVisible();

    await owner.getByRole('button', { name: 'Rename My phone' }).click();
    await dialog.getByLabel('Name of the passkey').fill('Work phone');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.locator('strong', { hasText: 'Work phone' })).toBeVisible();
    await inspect(owner, 'staff-passkeys');

    await signOut(owner);
    await inspect(owner, 'staff-sign-in-passkey');
    await usePasskey(owner);
    await expectInside(owner);

    await owner.goto('/staff/settings/you');
    await expect(owner.getByText(/Last used/)).toBeVisible();
    await owner.getByRole('button', { name: 'Remove Work phone' }).click();
    await dialog.getByLabel('Current password').fill(ownerAccount.password);
    await inspect(owner, 'staff-passkey-remove');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.locator('strong', { hasText: 'Work phone' })).toBeHidden();
    await signOut(owner);
    await usePasskey(owner);
    await expect(owner.getByRole('alert')).toContainText('isn’t known here any more');
    await expect(owner).toHaveURL(/sign-in/);
});

test('a device has one passkey for each person', async ({ owner }) => {
    await plugIn(owner);
    await add(owner, 'My phone');
    await expect(owner.getByRole('dialog')).toBeHidden();
    await add(owner, 'My phone again');
    await expect(owner.getByRole('dialog').getByRole('alert')).toContainText('already has a passkey');
});

test('a device that does not verify its user adds nothing', async ({ owner }) => {
    await plugIn(owner, false);
    await add(owner, 'My phone');
    await expect(owner.getByRole('dialog').getByRole('alert')).toContainText('Nothing was added');
});

test('a copy of the key is noticed by its count', async ({ owner, watch }) => {
    watch.allowStatus(401);
    const { cdp, authenticatorId } = await plugIn(owner);
    await add(owner, 'My phone');
    await expect(owner.getByRole('dialog')).toBeHidden();
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const copy = credentials[0]!;
    for (let times = 0; times < 2; ++times) {
        await signOut(owner);
        await usePasskey(owner);
        await expectInside(owner);
    }
    await signOut(owner);
    await cdp.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: copy.credentialId,
    });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
    await usePasskey(owner);
    await expect(owner.getByRole('alert')).toContainText('isn’t known here');
    await expect(owner).toHaveURL(/sign-in/);
});

test('an answer counts once, on its own page, for its own challenge', async ({ owner, watch }) => {
    watch.allowStatus(401, 409);
    await plugIn(owner);
    await add(owner, 'My phone');
    await expect(owner.getByRole('dialog')).toBeHidden();
    await signOut(owner);
    const sent: string[] = [];
    await owner.route('**/v1/session:use_passkey', async (route) => {
        sent.push(route.request().postData() ?? '');
        await route.continue();
    });
    await usePasskey(owner);
    await expectInside(owner);
    await signOut(owner);
    const status = (body: string): Promise<number> =>
        owner.evaluate(async (text) => {
            const headers = { 'Content-Type': 'application/json' };
            const options = { method: 'POST', headers, body: text };
            return (await fetch('/v1/session:use_passkey', options)).status;
        }, body);
    const answer = JSON.parse(sent[0] ?? '{}') as Record<string, string>;
    expect(await status(sent[0] ?? ''), 'sent a second time').toBe(401);
    const clientData = JSON.parse(Buffer.from(answer.client_data!, 'base64url').toString());
    const with_ = (change: object): string => JSON.stringify({
        ...answer,
        client_data: Buffer.from(JSON.stringify({ ...clientData, ...change })).toString('base64url'),
    });
    expect(await status(with_({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA' })), 'not ours').toBe(409);
    expect(await status(with_({ origin: 'https://evil.example' })), 'elsewhere').toBe(401);
    await owner.goto('/staff/lists');
    await expect(owner).toHaveURL(/sign-in/);
});
