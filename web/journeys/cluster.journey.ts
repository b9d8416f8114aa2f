// The page about the servers: what one server alone says of itself, and what two that share a
// database say when one of them dies and comes back.
import type { Browser, Locator } from '@playwright/test';
import { Contract } from './harness/contract.ts';
import { inspect, screens } from './harness/looks.ts';
import { Postgres, postgresPrograms } from './harness/postgres.ts';
import { Server } from './harness/server.ts';
import {
    expect,
    expectNotReloaded,
    mark,
    ownerAccount,
    pathOf,
    signIn,
    test,
    useLink,
    type Page,
} from './harness/test.ts';
import { Watch } from './harness/watch.ts';

const contract = new Contract();
const shards = 8;

const headline = (page: Page): Locator => page.getByRole('status', { name: 'Server status' });
const nodes = (page: Page): Locator =>
    page.getByRole('region', { name: 'Servers, as a table' }).locator('tbody tr');
const boxes = (page: Page): Locator => page.getByRole('toolbar', { name: 'Shards' });

async function openServers(page: Page): Promise<void> {
    await page.goto('/staff/cluster');
    await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible();
}

test('a server alone says so', async ({ owner }) => {
    await owner.goto('/staff/settings');
    await owner.getByRole('link', { name: 'Servers' }).click();
    await expect(owner).toHaveURL(/\/staff\/cluster$/);
    await expect(owner.getByText('This is the only server.')).toBeVisible();
    await expect(owner.getByText('docs/operating')).toBeVisible();
    await expect(owner.getByRole('table')).toHaveCount(0);
    await inspect(owner, 'staff-servers-alone');
});

test('who may only read may look at the servers', async ({ api, visit }) => {
    const tess = { name: 'Tess', email: 'tess@aster.example' };
    const { link } = await api.call<{ link: string }>('POST', '/v1/staff:invite', {
        ...tess,
        role: 'read-only',
    });
    const page = await visit();
    const token = pathOf(link).split('#')[1] ?? '';
    await useLink(page, { ...tess, token, password: 'another long sentence' });
    await page.goto('/staff/settings');
    await page.getByRole('link', { name: 'Servers' }).click();
    await expect(page.getByText('This is the only server.')).toBeVisible();
});

test('the last picture stays while the server is away', async ({ owner, server, watch }) => {
    watch.allowOffline();
    watch.allowStatus(503);
    await openServers(owner);
    await expect(owner.getByText('This is the only server.')).toBeVisible();
    await mark(owner);
    await server.stop();
    await expect(headline(owner)).toContainText('The server can’t be reached.');
    await expect(headline(owner)).toContainText('how it was at');
    await expect(owner.getByText('This is the only server.')).toBeVisible();
    await inspect(owner, 'staff-servers-unreachable');
    await server.start();
    await expect(headline(owner)).toBeHidden();
    await expectNotReloaded(owner);
});

/** A PostgreSQL and two servers that share it, both with the same key. */
class TwoServers {
    readonly postgres: Postgres;
    readonly first: Server;
    readonly second: Server;

    constructor(programs: string) {
        this.postgres = new Postgres(programs);
        const flags = ['--join-rate', '0', '--store', this.postgres.dsn, '--lease-seconds', '3'];
        this.first = new Server([...flags, '--shards', String(shards)]);
        this.second = new Server(flags, this.first.apiKey);
    }

    async start(): Promise<void> {
        await this.postgres.start();
        await this.first.start();
        await this.second.start();
    }

    async remove(): Promise<void> {
        await Promise.all([this.first.kill(), this.second.kill()]);
        await Promise.all([this.first.remove(), this.second.remove(), this.postgres.remove()]);
    }
}

/** A page of one of the servers, watched. */
async function visitServer(
    browser: Browser,
    server: Server,
): Promise<{ page: Page; watch: Watch }> {
    const context = await browser.newContext({ baseURL: server.url });
    const watch = new Watch(server.url, contract);
    await watch.attach(context);
    return { page: await context.newPage(), watch };
}

/** Both servers are there, heard, and all shards are with one of them. */
async function expectAllWell(page: Page): Promise<void> {
    await expect(headline(page)).toContainText('Everything is fine.', { timeout: 20_000 });
    await expect(headline(page)).toContainText('2 servers share the work.');
    await expect(nodes(page)).toHaveCount(2);
    await expect(nodes(page).getByText('running')).toHaveCount(2);
    await expect(boxes(page).getByRole('button', { name: /here|other/ })).toHaveCount(shards);
}

test('two servers: one dies, which is told in plain words, and comes back', async ({ browser }) => {
    const programs = postgresPrograms();
    if (programs === undefined) {
        console.log('skipped: two servers need PostgreSQL (script/bootstrap test installs it)');
    }
    test.skip(programs === undefined, 'PostgreSQL is not installed');
    const servers = new TwoServers(programs ?? '');
    try {
        await servers.start();
        await twoServersStory(browser, servers);
    } finally {
        await servers.remove();
    }
});

async function twoServersStory(browser: Browser, servers: TwoServers): Promise<void> {
    const one = await visitServer(browser, servers.first);
    const two = await visitServer(browser, servers.second);
    two.watch.allowOffline();
    two.watch.allowStatus(503);
    const lost = servers.second.url.replace('http://', '');

    await useLink(one.page, { token: servers.first.setupToken, ...ownerAccount });
    await openServers(one.page);
    await expectAllWell(one.page);
    await inspect(one.page, 'staff-servers');

    // The same through the other one, which knows the owner as well.
    await signIn(two.page, { email: ownerAccount.email, password: ownerAccount.password });
    await openServers(two.page);
    await expectAllWell(two.page);
    await expect(nodes(two.page).filter({ hasText: lost })).toContainText('this one');
    await lookAtShards(two.page);

    await mark(one.page);
    await servers.second.kill();
    await expect(headline(one.page)).toContainText(`The server ${lost} is gone.`);
    await expect(headline(one.page)).toContainText('call whoever operates the server');
    await expect(nodes(one.page)).toHaveCount(1);
    await expect(boxes(one.page).getByRole('button', { name: 'here' })).toHaveCount(shards);
    await inspect(one.page, 'staff-servers-one-lost');
    await expect(headline(two.page)).toContainText('The server can’t be reached.');
    await expect(nodes(two.page), 'the last picture stays').toHaveCount(2);
    await screens(two.page, 'staff-servers-lost-itself');

    await servers.second.start();
    for (const { page } of [one, two]) {
        await expectAllWell(page);
    }
    await expectNotReloaded(one.page);
    for (const { page, watch } of [one, two]) {
        await watch.settle();
        await page.context().close();
        expect(watch.findings).toEqual([]);
    }
}

/** Owner and epoch of a shard come with the keyboard and with the mouse, and stand in the table. */
async function lookAtShards(page: Page): Promise<void> {
    const line = page.getByText(/^Shard \d+: served by .* Owner .* Epoch \d+\.$/);
    await boxes(page).getByRole('button').first().focus();
    await expect(line).toContainText('Shard 0:');
    await page.keyboard.press('ArrowRight');
    await expect(line).toContainText('Shard 1:');
    await page.keyboard.press('End');
    await expect(line).toContainText(`Shard ${shards - 1}:`);
    await page.waitForResponse(/\/v1\/cluster$/);
    await page.waitForResponse(/\/v1\/cluster$/);
    await expect(boxes(page).getByRole('button').last(), 'news leave the focus').toBeFocused();
    await boxes(page).getByRole('button').nth(2).hover();
    await expect(line).toContainText('Shard 2:');
    await page.getByText('All shards as a table').click();
    const table = page.getByRole('region', { name: 'Shards, as a table' });
    await expect(table.locator('tbody tr')).toHaveCount(shards);
}
