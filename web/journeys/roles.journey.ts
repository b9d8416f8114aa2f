// What someone may see and do depends on the role: the pages show only that, and the server
// refuses the rest, whatever a page sends.
import type { Api } from './harness/api.ts';
import { openBoard, person, waiting } from './harness/board.ts';
import { inspect } from './harness/looks.ts';
import { expect, pathOf, test, useLink, type Page } from './harness/test.ts';

/** Takes an invitation for that role, so that the page is signed in with it. */
async function enterAs(page: Page, api: Api, role: string): Promise<void> {
    const name = `Tess (${role})`;
    const email = `${role}@aster.example`;
    const invitation = await api.call<{ link: string }>('POST', '/v1/staff:invite', {
        name,
        email,
        role,
    });
    const token = pathOf(invitation.link).split('#')[1] ?? '';
    await useLink(page, { token, name, email, password: 'another long sentence' });
}

/** The status of a request that the page itself sends, with its cookie. */
function sendFrom(page: Page, method: string, path: string, body?: unknown): Promise<number> {
    return page.evaluate(
        async ([sentMethod, sentPath, sentBody]) => {
            const answer = await fetch(sentPath, {
                method: sentMethod,
                headers: { 'Content-Type': 'application/json' },
                body: sentBody,
            });
            await answer.text();
            return answer.status;
        },
        [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
    );
}

test('who may only read sees the board, and no buttons that change it', async ({
    api,
    visit,
    watch,
}) => {
    watch.allowStatus(403);
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const ada = await api.join(salon, { name: 'Ada' });
    const page = await visit();
    await enterAs(page, api, 'read-only');
    await openBoard(page, salon);
    await expect(person(waiting(page), 'Ada')).toBeVisible();
    for (const name of [/Free a slot/, /Pause/, /Offer now/, /Cancel/, /No-show/, /capacity/]) {
        await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await inspect(page, 'staff-today-read-only');

    expect(await sendFrom(page, 'POST', `/v1/resources/${salon.id}:pause`)).toBe(403);
    expect(await sendFrom(page, 'POST', `/v1/waitlist/${ada.id}:promote`, {})).toBe(403);
    expect(await sendFrom(page, 'PATCH', '/v1/house', { name: 'Mine' })).toBe(403);
    expect(await sendFrom(page, 'GET', '/v1/staff')).toBe(403);
    expect((await api.resource(salon)).counts.waiting).toBe(1);

    for (const tab of ['people', 'keys']) {
        await page.goto(`/staff/settings/${tab}`);
        await expect(page.getByText('For owners only')).toBeVisible();
    }
    await inspect(page, 'staff-settings-not-for-you');
});

test('staff run the list, but see neither people nor keys', async ({ api, visit, watch }) => {
    watch.allowStatus(403);
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.join(salon, { name: 'Ada' });
    const page = await visit();
    await enterAs(page, api, 'staff');
    await openBoard(page, salon);
    await expect(page.getByRole('button', { name: 'Free a slot' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();

    await page.goto('/staff/settings/you');
    await expect(page.getByRole('link', { name: 'Business' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Keys' })).toHaveCount(0);
    for (const tab of ['people', 'keys']) {
        await page.goto(`/staff/settings/${tab}`);
        await expect(page.getByText('For owners only')).toBeVisible();
    }
    expect(await sendFrom(page, 'GET', '/v1/staff')).toBe(403);
    expect(await sendFrom(page, 'POST', '/v1/keys', { role: 'owner', label: 'mine' })).toBe(403);
});

test('an owner invites someone, who comes in by the link', async ({ owner, visit }) => {
    await owner.goto('/staff/settings/people');
    await expect(owner.getByText('Noor Haddad').first()).toBeVisible();
    await inspect(owner, 'staff-settings-people');
    await owner.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel(/Name/).fill('Tess');
    await dialog.getByLabel(/E-mail/).fill('tess@aster.example');
    await inspect(owner, 'staff-invite');
    await dialog.getByRole('button', { name: /Invite|link/ }).last().click();
    const shown = owner.locator('dialog[open] input[readonly]');
    await expect(shown).toHaveValue(/\/staff\/invite#st_/);
    const link = await shown.inputValue();
    const tess = await visit();
    await tess.goto(pathOf(link));
    await expect(tess.getByRole('heading', { level: 1 })).toHaveText('You’re invited');
    await inspect(tess, 'staff-invited');
    await tess.getByLabel('Password', { exact: true }).fill('yet another sentence');
    await tess.getByRole('button', { name: 'Join' }).click();
    await expect(tess).toHaveURL(/\/staff/);
    await expect(tess.getByText('Tess').first()).toBeVisible();
});

test('nobody gets in without a session', async ({ api, visit, watch }) => {
    watch.allowStatus(401);
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const page = await visit();
    await page.goto(`/staff/lists/${salon.id}/today`);
    await expect(page).toHaveURL(/\/staff\/sign-in/);
    expect(await sendFrom(page, 'GET', `/v1/resources/${salon.id}/board`)).toBe(401);
});
