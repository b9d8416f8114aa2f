// A guest hands in a note at the desk; somebody photographs it and forwards it. On a phone, another
// member of staff sees what is proposed, reads the note beside it and approves it with one tap.
import { Dovecot, mailboxPassword, mailboxUser } from './harness/dovecot.ts';
import { inspect } from './harness/looks.ts';
import { expect, phone, test, type Page } from './harness/test.ts';

const dovecot = await Dovecot.start();
test.use({ flags: ['--join-rate', '0', '--allow-private', `127.0.0.1:${dovecot.port}`] });
test.afterAll(() => dovecot.stop());

const friday = new Date(Date.now() + 9 * 86_400_000);
const day = friday.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A photograph: a little crooked, in bad light. */
async function photograph(page: Page): Promise<Buffer> {
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.setContent(`<style>
        body { margin: 0; background: #b9b09c; }
        div { transform: rotate(-4deg); margin: 90px; padding: 60px; width: 760px; filter: blur(0.4px);
              background: linear-gradient(120deg, #fdfbf0, #d8cfb4); font: 34px/1.7 Georgia, serif; }
    </style><div>My name is Mia Okafor<br>Table for 4 on ${day} at 19:00<br>mia.okafor@example.com<br>Thank you very much</div>`);
    return page.screenshot({ type: 'jpeg', quality: 80 });
}

function mailWith(picture: Buffer): string {
    return [
        'From: Noor Haddad <noor@aster.example>', 'To: waitlist@aster.example',
        'Subject: From the desk', 'Message-ID: <note-1@aster.example>', `Date: ${new Date().toUTCString()}`,
        'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="part"', '',
        '--part', 'Content-Type: text/plain; charset=utf-8', '', 'See the note.', '',
        '--part', 'Content-Type: image/jpeg; name="note.jpg"', 'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename="note.jpg"', '',
        picture.toString('base64').replace(/.{76}/g, '$&\r\n'), '--part--', '',
    ].join('\r\n');
}

test('forward a photographed note and approve it on a phone', async ({ api, owner, browser }) => {
    const list = await api.makeResource({ name: 'Friday tables', kind: 'seats', capacity: 0, time_zone: 'UTC' });

    await owner.goto('/staff/settings/requests');
    await owner.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
    await owner.getByLabel('Port').fill(String(dovecot.port));
    await owner.getByLabel('Encryption').selectOption('none');
    await owner.getByLabel('User name').fill(mailboxUser);
    await owner.getByLabel('Password').fill('wrong');
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByRole('status').filter({ hasText: 'password' })).toBeVisible();
    await owner.getByLabel('Password').fill(mailboxPassword);
    await owner.getByRole('button', { name: 'Test' }).click();
    await expect(owner.getByText('It works', { exact: false })).toBeVisible();
    await inspect(owner, 'staff-mailbox');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Last read', { exact: false })).toBeVisible({ timeout: 20_000 });

    const studio = await browser.newContext();
    const picture = await photograph(await studio.newPage());
    await studio.close();
    const sent = Date.now();
    await dovecot.deliver(mailWith(picture));

    await owner.setViewportSize(phone.viewport ?? { width: 390, height: 844 });
    await owner.goto(`/staff/lists/${list.id}/today`);
    const card = owner.getByRole('listitem', { name: 'Mia Okafor' });
    await expect(card).toBeVisible({ timeout: 60_000 });
    await expect(card).toContainText('mia.okafor@example.com');
    await expect(card).toContainText('4');
    await card.getByRole('button', { name: 'Show the mail' }).click();
    await expect(card.locator('mark').filter({ hasText: '19:00' }).first()).toBeVisible();
    await inspect(owner, 'staff-mail-card-phone');
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(card).toBeHidden();

    const entry = await api.entryNamed(list, 'Mia Okafor') as { party_size?: number; joined_at?: string };
    expect(entry.party_size).toBe(4);
    expect(Date.parse(entry.joined_at ?? '')).toBeGreaterThan(sent - 10_000);
    expect(Date.parse(entry.joined_at ?? '')).toBeLessThan(sent + 10_000);
    await expect(owner.getByText('Mia Okafor').first()).toBeVisible();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByRole('listitem', { name: 'Mia Okafor' }).getByRole('button', { name: 'Approve' })).toBeVisible();
});
