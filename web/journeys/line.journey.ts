// A line of 200,000 in one table: it scrolls to its end, holds only the rows in view, and finds the
// very last person by name.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api, Resource } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import type { Server } from './harness/server.ts';
import { expect, test } from './harness/test.ts';

const length = Number(process.env.STANDBY_LINE_LENGTH ?? 200_000);
const rowsMax = 200;

async function makeLine(api: Api, server: Server): Promise<Resource> {
    const concert = await api.makeResource({ name: 'A concert', kind: 'seats', capacity: 0 });
    await server.stop();
    const file = join(server.dataDir, 'guests.csv');
    const lines = ['name,email'];
    for (let number = 1; number < length; number += 1) {
        lines.push(`Guest ${number},guest.${number}@crowd.example.org`);
    }
    lines.push('Zora Zuletzt,zora@crowd.example.org');
    writeFileSync(file, lines.join('\n') + '\n');
    await server.run('import', file, '--resource', concert.id);
    await server.start();
    return concert;
}

test('a very long line scrolls to its end, and its last person is found', async ({
    api,
    owner,
    server,
}) => {
    test.setTimeout(240_000);
    const concert = await makeLine(api, server);
    await owner.goto(`/staff/lists/${concert.id}/line`);
    const grid = owner.getByRole('grid');
    const rows = grid.getByRole('row');
    await expect(grid.getByText('Guest 1', { exact: true })).toBeVisible();
    expect(await rows.count()).toBeLessThan(rowsMax);
    await inspect(owner, 'staff-line');

    // Step by step first, as a wheel does, then to the end.
    for (let step = 0; step < 10; step += 1) {
        await grid.evaluate((element) => element.scrollBy(0, element.clientHeight));
        expect(await rows.count()).toBeLessThan(rowsMax);
    }
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(grid.getByText('Zora Zuletzt')).toBeVisible({ timeout: 30_000 });
    await expect(grid.getByText(`Guest ${length - 1}`, { exact: true })).toBeVisible();
    expect(await rows.count()).toBeLessThan(rowsMax);
    await grid.evaluate((element) => element.scrollTo(0, 0));
    await expect(grid.getByText('Guest 1', { exact: true })).toBeVisible();

    await owner.getByLabel('Search').fill('Zora Zul');
    await expect(grid.getByText('Zora Zuletzt')).toBeVisible({ timeout: 30_000 });
    await expect(grid.getByText('Guest 1', { exact: true })).toBeHidden();
    await grid.getByText('Zora Zuletzt').click();
    await expect(owner.getByText('zora@crowd.example.org').first()).toBeVisible();
    await inspect(owner, 'staff-line-person');
});
