// Staff write to guests: to many from The line, and to one from their panel. What is sent can be taken
// back for eight seconds, and whoever doesn't get it is named.
import type { Api, Joined } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { MailServer } from './harness/mail.ts';
import { expect, pathOf, phone, test } from './harness/test.ts';

let mails: MailServer;

test.use({
    flags: async ({}, use) => {
        mails = await MailServer.start();
        const url = `smtp://127.0.0.1:${mails.port}`;
        await use(['--join-rate', '0', '--mail-url', url, '--mail-from', 'salon@aster.example']);
        mails.stop();
    },
});

const awake = { quiet_hours: null };

/** What the team wrote to this guest, as their panel shows it. */
async function writtenTo(api: Api, guest: Joined): Promise<string[]> {
    const path = `/v1/waitlist/${guest.id}/messages`;
    const inbox = await api.call<{ items: { kind: string; state: string; text: string }[] }>('GET', path);
    return inbox.items.filter((one) => one.kind === 'staff_message' && one.state === 'sent').map((one) => one.text);
}

test('many are written to, and it can be undone', async ({ api, owner, visit }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 0, rules: awake });
    const ada = await api.join(course, { name: 'Ada' });
    const ben = await api.join(course, { name: 'Ben' });
    const eve = await api.call<Joined>('POST', `/v1/resources/${course.id}/waitlist:join`, { name: 'Eve', walk_in: true });
    await expect.poll(() => mails.taken).toBe(2);
    await owner.clock.install();
    await owner.goto(`/staff/lists/${course.id}/line`);
    const grid = owner.getByRole('grid');
    await owner.getByRole('button', { name: 'Select several' }).click();
    for (const name of ['Ada', 'Ben', 'Eve']) {
        await grid.getByText(name).click();
    }
    await owner.getByRole('button', { name: 'Write a message' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Write to 3 guests' });
    const send = dialog.getByRole('button', { name: 'Send to 2 guests' });
    await expect(send).toBeDisabled();
    await expect(dialog.getByRole('region', { name: 'Who doesn’t get it' })).toContainText('No e-mail address and no phone number');
    await expect(dialog.getByRole('region', { name: 'Who doesn’t get it' })).toContainText('Eve');
    await dialog.getByLabel('Message').fill('The course begins <late>.\n\nSee you at nine!');
    await owner.clock.fastForward(1_000);
    await expect(dialog.getByText('43 of 1,000 characters.', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'How it reads' })).toContainText('The course begins <late>.');
    await inspect(owner, 'staff-write-to-many');

    await send.click();
    await expect(dialog).toBeHidden();
    await owner.clock.fastForward(7_000);
    await owner.getByRole('button', { name: 'Undo' }).click();
    await owner.clock.fastForward(9_000);
    expect(await writtenTo(api, ada)).toEqual([]);

    await expect(owner.getByText('3 guests selected')).toBeVisible();
    await expect(dialog.getByLabel('Message')).toHaveValue('The course begins <late>.\n\nSee you at nine!');
    await dialog.getByLabel('Message').fill('See you at nine!');
    await owner.clock.fastForward(1_000);
    await send.press('Enter');
    await expect(owner.getByText('2 guests are written to.')).toBeVisible();
    await owner.clock.fastForward(8_000);
    await expect.poll(() => mails.taken).toBe(4);
    await expect.poll(async () => (await writtenTo(api, ada)).length).toBe(1);
    expect((await writtenTo(api, ben))[0]).toContain('See you at nine!');
    expect(await writtenTo(api, eve)).toEqual([]);

    const adas = await visit(phone);
    await adas.goto(pathOf(ada.status_url));
    await expect(adas.getByText('See you at nine!')).toHaveCount(1);
});

test('one guest is written to from their panel, on a phone; leaving sends it', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 0, rules: awake });
    const ada = await api.join(course, { name: 'Ada' });
    await owner.setViewportSize({ width: 390, height: 800 });
    await owner.goto(`/staff/lists/${course.id}/line?entry=${ada.id}`);
    await owner.getByRole('button', { name: 'Write to them' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Write to Ada' });
    await dialog.getByLabel('Message').fill('x'.repeat(1_001));
    await expect(dialog.getByText('1 character too many')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Send to/ })).toBeDisabled();
    await dialog.getByLabel('Message').fill('Your colour has arrived.');
    await dialog.getByLabel('Subject of the e-mail').fill('Your colour');
    await inspect(owner, 'staff-write-to-one-phone');
    await dialog.getByRole('button', { name: 'Send to 1 guest' }).click();
    await expect(owner.getByText('1 guest is written to.')).toBeVisible();
    await owner.goto('about:blank');
    await expect.poll(async () => (await writtenTo(api, ada)).length).toBe(1);
});
