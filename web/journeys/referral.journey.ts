// Someone invites a friend by the link on their page, and sees themselves climb, without a reload,
// when the friend joins.
import { expect, expectNotReloaded, mark, pathOf, test } from './harness/test.ts';
import { inspect } from './harness/looks.ts';
import { joinThroughForm } from './harness/guest.ts';

test('a rank climbs on the open page when a friend joins', async ({ api, visit }) => {
    const beta = await api.makeResource({
        name: 'Early access',
        kind: 'access',
        rules: { order: 'score', referral: { points: 5, cap: 50 }, visibility: 'rank' },
    });
    await api.join(beta, { name: 'Ahead 1' });
    await api.join(beta, { name: 'Ahead 2' });
    const mia = await api.join(beta, { name: 'Mia' });
    const page = await visit();
    await page.goto(pathOf(mia.status_url));
    await expect(page.getByText('2 people are ahead of you.')).toBeVisible();
    await inspect(page, 'guest-status-referral');

    // The link is for people to copy: in a field, or as text.
    const field = page.locator('input[value*="/r/"], a[href*="/r/"]').first();
    const link = (await field.getAttribute('value')) ?? (await field.getAttribute('href')) ?? '';
    expect(link).toContain(mia.referral_code ?? 'no code');
    await mark(page);

    const friend = await visit();
    await joinThroughForm(friend, pathOf(new URL(link, page.url()).href), {
        name: 'Friend',
        email: 'friend@mail.example.org',
    });
    await expect(page.getByText("You're next.")).toBeVisible();
    await expectNotReloaded(page);
    expect((await api.entry(mia)).rank).toBe(1);
});
