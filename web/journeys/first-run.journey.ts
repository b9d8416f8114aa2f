// From the link that the first start prints to the first offer, by someone who has read nothing:
// in under two minutes of clicks.
import { inspect } from './harness/looks.ts';
import { joinThroughForm } from './harness/guest.ts';
import { freeSlot, offered, person, waiting } from './harness/board.ts';
import {
    expect,
    expectNotReloaded,
    mark,
    ownerAccount,
    pathOf,
    phone,
    stoppedClock,
    test,
} from './harness/test.ts';

const secondsMax = 120;
const clicksMax = 15;

test.use({ flags: stoppedClock });

test('from the set-up link to the first offer', async ({ server, visit, watch }, info) => {
    const owner = await visit();
    const heading = owner.getByRole('heading', { level: 1 });
    let clicks = 0;
    const click = async (name: string, role: 'button' | 'link' = 'button'): Promise<void> => {
        await owner.getByRole(role, { name }).first().click();
        clicks += 1;
    };
    const begin = Date.now();
    await owner.goto(pathOf(server.setupUrl));
    await owner.getByLabel('Your name').fill(ownerAccount.name);
    await owner.getByLabel('E-mail').fill(ownerAccount.email);
    await owner.getByLabel('Password', { exact: true }).fill(ownerAccount.password);
    expect(owner.url(), 'the token leaves the address bar at once').not.toContain('st_');
    await click('Continue');
    await expect(heading).toHaveText('Your business');
    await owner.getByLabel('Name').fill('Salon Aster');
    await click('Continue');
    await expect(heading).toHaveText('Messages to guests');
    await click('Skip for now');
    await expect(heading).toHaveText('Your first list');
    await owner.getByLabel('Name').fill('Saturday colour');
    await click('Create the list');
    await expect(heading).toHaveText('What do you offer?');
    await owner.getByLabel('Services').fill('Cut, 30 min, 45\nColour, 2 h, 90');
    await click('Save and go on');
    await expect(heading).toHaveText('Saturday colour is ready');
    const link = await owner.getByLabel('Join link').inputValue();
    await click('Go to your board', 'link');
    await expect(heading).toHaveText('Saturday colour');
    await mark(owner);

    const guest = await visit(phone);
    await joinThroughForm(guest, pathOf(link), { name: 'Mia', email: 'mia@mail.example.org' });
    await mark(guest);
    await expect(person(waiting(owner), 'Mia')).toBeVisible();
    await freeSlot(owner, 'Colour');
    clicks += 2;
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
    const seconds = (Date.now() - begin) / 1000;
    await expect(person(offered(owner), 'Mia')).toBeVisible();
    await expectNotReloaded(owner);

    const figures = `${clicks} clicks, ${seconds.toFixed(1)} seconds`;
    info.annotations.push({ type: 'measured', description: figures });
    console.log(figures);
    expect(clicks).toBeLessThanOrEqual(clicksMax);
    expect(seconds).toBeLessThan(secondsMax);
    await inspect(owner, 'staff-today-first');

    // The link is used up: nobody else gets in with it.
    watch.allowStatus(410);
    const thief = await visit();
    await thief.goto(pathOf(server.setupUrl));
    await expect(thief.getByText('This link has already been used')).toBeVisible();
    await inspect(thief, 'staff-dead-link');
});

test('from the set-up link to a claimed test offer, with a phone', async ({ server, visit }, info) => {
    const owner = await visit();
    const begin = Date.now();
    await owner.goto(pathOf(server.setupUrl));
    await owner.getByLabel('Your name').fill(ownerAccount.name);
    await owner.getByLabel('E-mail').fill(ownerAccount.email);
    await owner.getByLabel('Password', { exact: true }).fill(ownerAccount.password);
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.getByLabel('Name').fill('Salon Aster');
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.getByRole('button', { name: 'Skip for now' }).click();
    await owner.getByLabel('Name').fill('Saturday colour');
    await owner.getByRole('button', { name: 'Create the list' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('What do you offer?');
    await owner.getByRole('button', { name: 'Skip for now' }).click();
    await owner.getByRole('button', { name: 'Try it now' }).click();
    const board = owner.getByRole('status', { name: 'The board' });
    const column = (name: string) => board.locator('div', { has: owner.getByRole('heading', { name }) });
    await expect(column('Waiting')).toContainText(ownerAccount.name);
    const link = await owner.getByRole('link', { name: 'Open the guest page in a new tab' }).getAttribute('href');
    await inspect(owner, 'staff-setup-try');

    const guest = await visit(phone);
    await guest.goto(pathOf(link ?? ''));
    await expect(guest.getByText('Saturday colour').first()).toBeVisible();
    await owner.getByRole('button', { name: 'Free a test spot' }).click();
    await expect(column('Offered')).toContainText(ownerAccount.name);
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
    await guest.getByRole('button', { name: 'Claim this spot' }).click();
    await expect(column('Booked')).toContainText(ownerAccount.name);
    const seconds = (Date.now() - begin) / 1000;
    info.annotations.push({ type: 'measured', description: `${seconds.toFixed(1)} seconds` });
    expect(seconds).toBeLessThan(secondsMax);
    await inspect(owner, 'staff-setup-tried');

    // Nothing of it stays: no list, no figures, nobody who can be found.
    await owner.getByRole('button', { name: 'Remove the test' }).click();
    await expect(owner.getByText('The test is removed.')).toBeVisible();
    await owner.goto('/staff/lists');
    await expect(owner.getByRole('heading', { level: 2 })).toHaveText(['Saturday colour']);
    const figures = await owner.evaluate(async () => {
        const stats = await (await fetch('/v1/stats')).json() as { offers: { made: number }; lists: unknown[] };
        const search = await fetch('/v1/people:search', {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ text: 'a' }),
        });
        const found = await search.json() as { entries: unknown[] };
        return { stats, found: found.entries.length };
    });
    expect(JSON.stringify(figures.stats)).not.toContain('"made":1');
    expect(figures.found).toBe(0);
});

test('every step can be skipped', async ({ server, visit }) => {
    const owner = await visit();
    await owner.goto(pathOf(server.setupUrl));
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Welcome to Standby');
    await inspect(owner, 'staff-setup-you');
    await owner.getByRole('button', { name: 'Skip for now' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Your business');
    await inspect(owner, 'staff-setup-business');
    await owner.getByRole('button', { name: 'Skip for now' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Messages to guests');
    await inspect(owner, 'staff-setup-messages');
    await owner.getByRole('button', { name: 'Skip for now' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Your first list');
    await inspect(owner, 'staff-setup-list');
    await owner.getByRole('button', { name: 'Skip for now' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('All set');
    await owner.getByRole('link', { name: 'Go to your lists' }).click();
    await expect(owner).toHaveURL(/\/staff\/lists$/);
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(owner, 'staff-lists-empty');
});

test('signing out and in again', async ({ owner, watch }) => {
    watch.allowStatus(401);
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Sign out' }).click();
    await expect(owner).toHaveURL(/\/staff\/sign-in/);
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(owner, 'staff-sign-in');
    await owner.getByLabel('E-mail').fill(ownerAccount.email);
    await owner.getByLabel('Password', { exact: true }).fill('not the password');
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expect(owner.getByRole('alert')).toBeVisible();
    await owner.getByLabel('Password', { exact: true }).fill(ownerAccount.password);
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expect(owner).not.toHaveURL(/sign-in/);
});
