// What people do with their own way in, and owners with that of others: the authenticator app, the
// password, every browser at once, roles, reset links and removal.
import { createHmac } from 'node:crypto';
import type { Api } from './harness/api.ts';
import { openBoard } from './harness/board.ts';
import { inspect } from './harness/looks.ts';
import {
    expect,
    morning,
    ownerAccount,
    pathOf,
    stoppedClock,
    test,
    useLink,
    type Page,
} from './harness/test.ts';

test.use({ flags: stoppedClock });

const member = {
    name: 'Tess Vane',
    email: 'tess@aster.example',
    password: 'another long sentence',
};

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The time that many seconds after the server's clock was stopped. */
function afterSeconds(seconds: number): string {
    const time = new Date(Date.parse(morning) + seconds * 1000);
    return time.toISOString().replace('.000Z', 'Z');
}

/** The bytes of a secret as it is shown: base32 without padding. */
function bytesOf(secret: string): Buffer {
    const bits = [...secret.replaceAll(' ', '')]
        .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
        .join('');
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The number that an app shows at that time, after RFC 6238. */
function numberAt(secret: string, time: string): string {
    const step = Buffer.alloc(8);
    step.writeBigUInt64BE(BigInt(Math.floor(Date.parse(time) / 1000 / stepSeconds)));
    const digest = createHmac('sha1', bytesOf(secret)).update(step).digest();
    const offset = (digest.at(-1) ?? 0) & 15;
    const value = digest.readUInt32BE(offset) & 0x7fffffff;
    return String(value % 1_000_000).padStart(6, '0');
}

/** A number that is not the one of that time, nor of its neighbours. */
function wrongNumberAt(secret: string, time: string): string {
    const right = [-2, -1, 0, 1, 2].map((steps) =>
        numberAt(secret, new Date(Date.parse(time) + steps * stepSeconds * 1000).toISOString()),
    );
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
        (number) => !right.includes(number),
    )!;
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
    await page.goto('/staff/sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
    await fillSignIn(page, email, password);
    await expectInside(page);
}

async function expectInside(page: Page): Promise<void> {
    await expect(page).not.toHaveURL(/sign-in/);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(/\/staff\/sign-in/);
}

/** The next thing that someone does shows that the session is over. */
async function expectOutside(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('link', { name: 'Business' }).click();
    await expect(page).toHaveURL(/\/staff\/sign-in/);
    await page.goto('/staff/lists');
    await expect(page).toHaveURL(/\/staff\/sign-in/);
}

/** Takes an invitation, so that the page is signed in as the member. */
async function hire(page: Page, api: Api): Promise<void> {
    const { name, email } = member;
    const body = { name, email, role: 'staff' };
    const invitation = await api.call<{ link: string }>('POST', '/v1/staff:invite', body);
    await useLink(page, { token: pathOf(invitation.link).split('#')[1] ?? '', ...member });
    await page.goto('/staff/lists');
    await expectInside(page);
}

/** The sentence that stands at a field which was refused. */
async function expectRefused(page: Page, label: string, text: RegExp): Promise<void> {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(text);
}

test('the authenticator app: set up, asked for, taken away', async ({ api, owner, watch }) => {
    watch.allowStatus(401, 422);
    await owner.goto('/staff/settings/you');
    await owner.getByRole('button', { name: 'Set up' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
        /not your current password/,
    );
    await inspect(owner, 'staff-authenticator-proof');
    await dialog.getByLabel('Current password').fill(ownerAccount.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const picture = dialog.getByRole('img', { name: /QR code/ });
    await expect(picture).toBeVisible();
    await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
    const secret = await dialog.getByLabel(/secret in the app/).first().inputValue();
    await inspect(owner, 'staff-authenticator');

    const number = dialog.getByLabel('Code from the app');
    await number.fill(wrongNumberAt(secret, morning));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expectRefused(owner, 'Code from the app', /not the current code in your app/);
    await inspect(owner, 'staff-authenticator-wrong');
    const first = numberAt(secret, morning);
    await number.fill(`${first.slice(0, 3)} ${first.slice(3)}`);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const codes = await dialog.getByRole('listitem').allTextContents();
    await inspect(owner, 'staff-recovery-codes');
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByText('On. Signing in asks for a code')).toBeVisible();
    await expect(owner.getByText('10 recovery codes left.')).toBeVisible();
    await inspect(owner, 'staff-settings-you');

    await signOut(owner);
    await fillSignIn(owner, ownerAccount.email, ownerAccount.password);
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('One more step');
    await expect(owner.getByLabel('Code from the app')).toBeFocused();
    await inspect(owner, 'staff-sign-in-number');
    await owner.getByLabel('Code from the app').fill(first);
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expect(owner.getByRole('alert')).toContainText('A new one appears');
    await expect(owner, 'a number counts once').toHaveURL(/sign-in/);

    const next = afterSeconds(stepSeconds);
    await api.passTime(next);
    await owner.getByLabel('Code from the app').fill(numberAt(secret, next));
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expectInside(owner);

    await signOut(owner);
    await fillSignIn(owner, ownerAccount.email, ownerAccount.password);
    await owner.getByLabel('Code from the app').fill(codes[0] ?? '');
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expectInside(owner);
    await owner.goto('/staff/settings/you');
    await expect(owner.getByText('9 recovery codes left.')).toBeVisible();
    await owner.getByRole('button', { name: 'New recovery codes' }).click();
    await dialog.getByLabel('Current password').fill(ownerAccount.password);
    await dialog.getByLabel('Code from your app').fill(codes[1] ?? '');
    await dialog.getByRole('button', { name: 'Make new codes' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    const fresh = await dialog.getByRole('listitem').allTextContents();
    expect(fresh).not.toEqual(codes);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(owner.getByText('10 recovery codes left.')).toBeVisible();

    await owner.getByRole('button', { name: 'Turn it off' }).click();
    await dialog.getByLabel('Current password').fill(ownerAccount.password);
    await dialog.getByLabel('Code from your app').fill(codes[2] ?? '');
    await dialog.getByRole('button', { name: 'Turn it off' }).click();
    await expect(dialog.getByLabel('Code from your app')).toHaveAccessibleDescription(
        /nor an unused recovery code/,
    );
    await inspect(owner, 'staff-authenticator-remove');
    await dialog.getByLabel('Code from your app').fill(fresh[0] ?? '');
    await dialog.getByRole('button', { name: 'Turn it off' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByRole('button', { name: 'Set up' })).toBeVisible();
    await signOut(owner);
    await signIn(owner, ownerAccount.email, ownerAccount.password);
});

test('a new password', async ({ owner, visit, watch }) => {
    watch.allowStatus(401, 422);
    const elsewhere = await visit();
    await signIn(elsewhere, ownerAccount.email, ownerAccount.password);
    const changed = 'quite another sentence';
    await owner.goto('/staff/settings/you');
    const save = owner.getByRole('button', { name: 'Set password' });
    await owner.getByLabel('Current password').fill(ownerAccount.password);
    await owner.getByLabel('New password').fill('short');
    await save.click();
    await expectRefused(owner, 'New password', /10 characters/);
    await owner.getByLabel('Current password').fill('not the password');
    await owner.getByLabel('New password').fill(changed);
    await save.click();
    await expectRefused(owner, 'Current password', /not your current password/);
    await inspect(owner, 'staff-password-wrong');
    await owner.getByLabel('Current password').fill(ownerAccount.password);
    await save.click();
    await expect(owner.getByText('Password changed.')).toBeVisible();
    await expect(owner.getByLabel('New password')).toHaveValue('');
    await expectOutside(elsewhere);

    await signOut(owner);
    await fillSignIn(owner, ownerAccount.email, ownerAccount.password);
    await expect(owner.getByRole('alert')).toContainText('Wrong e-mail address or password');
    await signIn(owner, ownerAccount.email, changed);
});

test('signing out everywhere ends the other browsers too', async ({ owner, visit, watch }) => {
    watch.allowStatus(401);
    const elsewhere = await visit();
    await signIn(elsewhere, ownerAccount.email, ownerAccount.password);
    await owner.goto('/staff/settings/you');
    await owner.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(owner).toHaveURL(/\/staff\/sign-in/);
    await expectOutside(elsewhere);
});

test('an owner changes what someone may do', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const tess = await visit();
    await hire(tess, api);
    await owner.goto('/staff/settings/people');
    await owner.getByLabel(`Role of ${member.name}`).selectOption('read-only');
    await expect(owner.getByText(/Tess Vane’s role is now “.*”/)).toBeVisible();
    await tess.goto(`/staff/lists/${salon.id}/today`);
    await expect(tess.getByRole('heading', { level: 1, name: 'Salon Aster' })).toBeVisible();
    await expect(tess.getByRole('button', { name: 'Free a slot' })).toHaveCount(0);
    await owner.getByLabel(`Role of ${member.name}`).selectOption('owner');
    await expect(owner.getByText('Tess Vane’s role is now “Owner”.')).toBeVisible();
    await tess.goto('/staff/settings/people');
    await expect(tess.getByText(ownerAccount.name).first()).toBeVisible();
});

test('the last owner stays one', async ({ owner, watch }) => {
    watch.allowStatus(409);
    await owner.goto('/staff/settings/people');
    const role = owner.getByLabel(`Role of ${ownerAccount.name}`);
    await role.selectOption('staff');
    await expect(owner.getByText('There must be an owner.')).toBeVisible();
    await expect(role).toHaveValue('owner');
});

test('a reset link ends the old session, and works once', async ({ api, owner, visit, watch }) => {
    watch.allowStatus(401, 410);
    const before = await visit();
    await hire(before, api);
    await owner.goto('/staff/settings/people');
    await owner.getByRole('button', { name: `Reset link ${member.name}` }).click();
    const dialog = owner.getByRole('dialog');
    const shown = dialog.getByLabel('One-time link').first();
    await expect(shown).toHaveValue(/\/staff\/reset#st_/);
    const link = pathOf(await shown.inputValue());
    await inspect(owner, 'staff-reset-link');
    await dialog.getByRole('button', { name: 'Done' }).click();

    const tess = await visit();
    await tess.goto(link);
    await expect(tess.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
    expect(tess.url(), 'the token leaves the address bar').not.toContain('st_');
    await inspect(tess, 'staff-reset');
    await tess.getByLabel('Password', { exact: true }).fill('the newest sentence');
    await tess.getByRole('button', { name: 'Save and sign in' }).click();
    await expectInside(tess);
    await expectOutside(before);

    await before.goto(link);
    await expect(before.getByText('This link has already been used')).toBeVisible();
    await expect(before.getByText('ask for a new link on the sign-in page')).toBeVisible();
    await inspect(before, 'staff-dead-reset-link');
    await before.getByRole('link', { name: 'Sign in' }).click();
    await signIn(before, member.email, 'the newest sentence');
});

test('who is removed is out at once', async ({ api, owner, visit, watch }) => {
    watch.allowStatus(401);
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const tess = await visit();
    await hire(tess, api);
    await openBoard(tess, salon);
    await owner.goto('/staff/settings/people');
    await owner.getByRole('button', { name: `Remove ${member.name}` }).click();
    const dialog = owner.getByRole('dialog');
    await inspect(owner, 'staff-remove-member');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect(dialog).toBeHidden();
    await owner.getByRole('button', { name: `Remove ${member.name}` }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByLabel(`Role of ${member.name}`)).toHaveCount(0);
    await expect(tess, 'also the page that only watches').toHaveURL(/\/staff\/sign-in/);
    await tess.goto('/staff/lists');
    await expect(tess).toHaveURL(/\/staff\/sign-in/);
    await fillSignIn(tess, member.email, member.password);
    await expect(tess.getByRole('alert')).toContainText('Wrong e-mail address or password');
});
