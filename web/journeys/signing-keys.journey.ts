// A business makes a key that its own app signs joins with, sees the secret once, and revokes it.
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

test('an owner makes a signing key, copies it and revokes it', async ({ api, owner }) => {
    await owner.goto('/staff/settings/keys');
    await owner.getByRole('button', { name: 'New signing key' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('What it is for').fill('Our app');
    await dialog.getByLabel('Algorithm').selectOption('HS256');
    await inspect(owner, 'staff-new-signing-key');
    await dialog.getByRole('button', { name: 'Create signing key' }).click();
    await expect(dialog.getByText('You won’t see it again.')).toBeVisible();
    await expect(dialog.getByLabel('Key id (kid)')).toHaveValue('sig_1');
    await expect(dialog.getByLabel('Secret')).toHaveValue(/^[\w-]{43}$/);
    await inspect(owner, 'staff-signing-key-made');
    await dialog.getByRole('button', { name: 'Done' }).click();

    const listed = await api.call<{ items: { id: string }[] }>('GET', '/v1/signing_keys');
    expect(listed.items).toHaveLength(1);
    await owner.getByRole('button', { name: 'Revoke Our app' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(owner.getByText('Signing key revoked.')).toBeVisible();
    await expect(owner.getByText(/sig_1 · HS256 · created .* · revoked/)).toBeVisible();
});
