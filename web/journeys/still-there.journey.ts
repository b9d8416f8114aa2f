// Still there? Ada has waited for two weeks, and is asked on her phone whether she still wants it.
// One tap answers. Ben doesn't answer twice: he keeps his place, isn't offered anything, and one tap
// brings him back.
import { later } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { expect, morning, pathOf, phone, stoppedClock, test } from './harness/test.ts';

test.use({ flags: stoppedClock });

const rules = { ping_after: '14d', ping_grace: '7d', quiet_hours: null };
const days = (count: number) => later(count * 24, Date.parse(morning));

test('one tap on a phone says that she is still there', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules });
    const ada = await api.join(salon, { name: 'Ada' });
    const ben = await api.join(salon, { name: 'Ben' });
    await api.passTime(days(14));

    const page = await visit(phone);
    await page.goto(pathOf(ada.status_url));
    const question = page.getByRole('heading', { name: 'Do you still want this?' });
    await expect(question).toBeVisible();
    await inspect(page, 'guest-still-there');
    await page.reload();
    await expect(question, 'looking is no answer').toBeVisible();
    await page.getByRole('button', { name: 'Yes, I still want it' }).click();
    await expect(page.getByText('at the same place')).toBeVisible();
    await expect(question).toBeHidden();
    await inspect(page, 'guest-still-there-answered');

    // Ben lets two questions pass.
    await api.passTime(days(21));
    await api.passTime(days(28));
    expect((await api.entry(ben)).set_aside).toBe(true);
    await api.freeSlot(salon, { service: 'Colour', starts_at: days(30) });
    expect((await api.entry(ben)).state).toBe('waiting');
    const his = await visit(phone);
    await his.goto(pathOf(ben.status_url));
    await expect(his.getByText('We asked twice')).toBeVisible();
    await inspect(his, 'guest-set-aside');
    await his.getByRole('button', { name: 'Yes, I still want it' }).click();
    await expect(his.getByText('at the same place')).toBeVisible();
    expect((await api.entry(ben)).set_aside).toBe(false);
});

test('it works without scripts, in their language', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster', rules });
    const ada = await api.join(salon, { name: 'Ada', locale: 'de' });
    await api.passTime(days(14));
    const page = await visit({ ...phone, javaScriptEnabled: false });
    await page.goto(pathOf(ada.status_url));
    await page.getByRole('button', { name: 'Ja, ich möchte noch' }).click();
    await expect(page.getByText('am selben Platz')).toBeVisible();
    await page.goto(pathOf(ada.status_url));
    await expect(page.getByRole('heading', { name: 'Möchten Sie das noch?' })).toBeHidden();
});
