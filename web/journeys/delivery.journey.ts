// Noor sets up how messages leave: in the settings and in the wizard, tries it, and sees the banner
// go that says that nobody can be reached.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { later } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { MailServer } from './harness/mail.ts';
import { expect, ownerAccount, pathOf, test, type Page } from './harness/test.ts';
import type { Locator } from '@playwright/test';

test.use({ flags: ['--join-rate', '0', '--private-delivery', 'yes'] });

function banner(page: Page): Locator {
    return page.getByRole('region', { name: 'Messages to guests' });
}

function mailForm(page: Page): Locator {
    return page.getByRole('form', { name: 'E-mail' });
}

async function fillMail(page: Page, mail: MailServer, password: string): Promise<void> {
    const form = mailForm(page);
    await form.getByLabel('Mail server').fill('127.0.0.1');
    await form.getByLabel('Port').fill(String(mail.port));
    await form.getByLabel('Encryption').selectOption('none');
    await form.getByLabel('User name').fill('waitlist');
    await form.getByLabel('Password').fill(password);
    await form.getByLabel('Sender').fill('Salon Aster <waitlist@aster.example>');
}

test('mail is set up in the settings', async ({ api, owner, watch }) => {
    const mail = await MailServer.start();
    mail.password = 'right';
    try {
        await owner.goto('/staff/settings/delivery');
        await expect(banner(owner)).toContainText('neither e-mail nor texts are set up');
        await inspect(owner, 'staff-settings-delivery-empty');
        const form = mailForm(owner);
        await fillMail(owner, mail, 'wrong');
        await form.getByLabel('Send a test to this address').fill('noor@aster.example');
        await form.getByRole('button', { name: 'Send a test' }).click();
        await expect(form.getByRole('status')).toContainText(
            'The mail server doesn’t accept the user name or the password.');
        await expect(form.getByRole('status')).toContainText('535');

        await form.getByLabel('Password').fill('right');
        await form.getByRole('button', { name: 'Send a test' }).click();
        await expect(form.getByRole('status')).toContainText('The mail server took the message.');
        expect(mail.taken).toBe(1);
        await expect(banner(owner), 'a test stores nothing').toContainText('neither');

        await form.getByRole('button', { name: 'Save' }).click();
        await expect(owner.getByText('Saved.')).toBeVisible();
        await expect(banner(owner)).not.toContainText('neither');
        await expect(banner(owner), 'links of this journey lead to this machine')
            .toContainText('guests can’t open them');
        await expect(form.getByLabel('Password')).toHaveValue('');
        await inspect(owner, 'staff-settings-delivery');

        const salon = await api.makeResource({ name: 'Salon Aster' });
        await api.join(salon, { name: 'Mia' });
        await api.freeSlot(salon, { starts_at: later(72) });
        await expect.poll(() => mail.taken).toBeGreaterThanOrEqual(3);

        // It is never shown again, and a place elsewhere doesn't get it.
        await owner.reload();
        await expect(form.getByLabel('Mail server')).toHaveValue('127.0.0.1');
        await expect(form.getByLabel('Password')).toHaveValue('');
        await form.getByLabel('Mail server').fill('localhost');
        watch.allowStatus(422);
        await form.getByRole('button', { name: 'Save' }).click();
        await expect(form.getByText('Is required: none is kept for this place')).toBeVisible();

        await form.getByRole('button', { name: 'Remove' }).click();
        await expect(banner(owner)).toContainText('neither e-mail nor texts are set up');
        await expect(form.getByText('Not set up.')).toBeVisible();
    } finally {
        mail.stop();
    }
});

test('mail and WhatsApp are set up in the wizard', async ({ server, visit }) => {
    const mail = await MailServer.start();
    mail.password = 'right';
    try {
        const owner = await visit();
        const heading = owner.getByRole('heading', { level: 1 });
        await owner.goto(pathOf(server.setupUrl));
        await owner.getByLabel('Your name').fill(ownerAccount.name);
        await owner.getByLabel('E-mail').fill(ownerAccount.email);
        await owner.getByLabel('Password', { exact: true }).fill(ownerAccount.password);
        await owner.getByRole('button', { name: 'Continue' }).click();
        await expect(heading).toHaveText('Your business');
        await owner.getByRole('button', { name: 'Skip for now' }).click();
        await expect(heading).toHaveText('Messages to guests');
        const whatsApp = owner.getByRole('form', { name: 'WhatsApp' });
        await expect(whatsApp).toBeHidden();
        await owner.getByText('Set up WhatsApp').click();
        await whatsApp.getByLabel('Phone number ID').fill('1');
        await whatsApp.getByLabel('Access token').fill('x');
        await whatsApp.getByLabel('App secret').fill('y');
        await whatsApp.getByRole('button', { name: 'Save' }).click();
        await expect(whatsApp.getByText('/v1/callbacks/whatsapp')).toBeVisible();
        await whatsApp.getByRole('button', { name: 'Remove' }).click();
        await expect(whatsApp.getByText('Not set up.')).toBeVisible();
        await fillMail(owner, mail, 'right');
        const form = mailForm(owner);
        await expect(form.getByLabel('Send a test to this address')).toHaveValue(ownerAccount.email);
        await form.getByRole('button', { name: 'Send a test' }).click();
        await expect(form.getByRole('status')).toContainText('The mail server took the message.');
        await form.getByRole('button', { name: 'Save' }).click();
        await owner.getByRole('button', { name: 'Continue' }).click();
        await expect(heading).toHaveText('Your first list');
    } finally {
        mail.stop();
    }
});

test('WhatsApp is set up in the settings', async ({ api, owner }) => {
    // Meta, as far as a test needs it: the German template is approved, the English one isn't.
    const meta = createServer((request, response) => {
        let body = '';
        request.on('data', (part: Buffer) => { body += part.toString(); });
        request.on('end', () => {
            const isGerman = body.includes('"code":"de"');
            response.writeHead(isGerman ? 200 : 404, { 'Content-Type': 'application/json' });
            response.end(JSON.stringify(isGerman
                ? { messages: [{ id: 'wamid.HBgL=' }] }
                : { error: { code: 132001, message: 'Template name does not exist' } }));
        });
    }).listen(0, '127.0.0.1');
    await once(meta, 'listening');
    try {
        const endpoint = `http://127.0.0.1:${(meta.address() as AddressInfo).port}`;
        const saved = await api.send('PUT', '/v1/delivery/whatsapp', {
            service: 'meta', account: '1', secret: 'x', app_secret: 'y', endpoint,
        });
        expect(saved.status).toBe(200);
        await owner.goto('/staff/settings/delivery');
        const form = owner.getByRole('form', { name: 'WhatsApp' });
        await expect(form.getByText('/v1/callbacks/whatsapp')).toBeVisible();
        await expect(form.getByText('Verify token')).toBeVisible();
        await form.getByLabel('Send a test to this number').fill('+49 151 12345678');
        await form.getByRole('button', { name: 'Send a test' }).click();
        await expect(form.getByRole('status')).toContainText('The service refuses the template.');
        await expect(form.getByRole('status')).toContainText('standby_news (en)');
        await form.getByLabel('Language of the template').selectOption('de');
        await form.getByRole('button', { name: 'Send a test' }).click();
        await expect(form.getByRole('status')).toContainText('The service took the message.');
        await inspect(owner, 'staff-settings-delivery-whatsapp');

        // The business can choose now.
        await owner.goto('/staff/settings/house');
        await owner.getByLabel('Messages to phone numbers').selectOption('sms');
        await owner.goto('/staff/settings/delivery');
        await form.getByRole('button', { name: 'Remove' }).click();
        await expect(form.getByText('Not set up.')).toBeVisible();
    } finally {
        meta.close();
    }
});
