// The join form in someone else's site, by one script tag; and only where the house allows it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './harness/test.ts';

/** A site of the house, on an origin of its own, that includes the form. */
async function withSite(tag: string, use: (url: string) => Promise<void>): Promise<void> {
    const site = createServer((_request, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(`<!doctype html><html lang="en"><title>Site</title><h1>Site</h1>${tag}`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    try {
        await use(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    } finally {
        site.closeAllConnections();
        site.close();
    }
}

test('a guest joins on another site', async ({ api, server, browser }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const tag = `<script src="${server.url}/widget.js" data-standby="${salon.id}" async></script>`;
    await withSite(tag, async (url) => {
        await api.call('PATCH', '/v1/house', { widget_origins: [new URL(url).origin] });
        const context = await browser.newContext({ locale: 'en-GB' });
        const page = await context.newPage();
        await page.goto(url);
        const form = page.frameLocator('iframe');
        await expect(form.getByRole('heading', { name: 'Salon Aster' })).toBeVisible();
        const frame = page.locator('iframe');
        await expect
            .poll(() => frame.evaluate((one) => one.clientHeight), 'it grows with the form')
            .not.toBe(720);
        await form.getByLabel('Name').fill('Mia');
        await form.getByLabel('E-mail').fill('mia@mail.example.org');
        await form.getByRole('button', { name: 'Join the list' }).click();
        await expect(form.getByRole('link').first()).toHaveAttribute('target', '_blank');
        expect((await api.resource(salon)).counts.waiting).toBe(1);
        await context.close();
    });
});

test('the house says which sites may show it', async ({ api, server, browser }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.call('PATCH', '/v1/house', { widget_origins: ['https://www.aster.example'] });
    const tag = `<script src="${server.url}/widget.js" data-standby="${salon.id}" async></script>`;
    await withSite(tag, async (url) => {
        const context = await browser.newContext();
        const page = await context.newPage();
        const refused = page.waitForEvent('console', (line) =>
            line.text().includes('frame-ancestors'),
        );
        await page.goto(url);
        await refused;
        await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
        const link = page.getByRole('link', { name: 'Open the waitlist' });
        await expect(link).toHaveAttribute('href', `${server.url}/r/${salon.id}`, { timeout: 15_000 });
        await context.close();
    });
});
