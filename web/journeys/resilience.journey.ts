// The board while the server goes away and comes back, and while very much happens at once.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Api, Resource } from './harness/api.ts';
import { openBoard, person, waiting } from './harness/board.ts';
import { screens } from './harness/looks.ts';
import { expect, expectNotReloaded, mark, test } from './harness/test.ts';

test('the board says that it reconnects, and recovers by itself', async ({
    api,
    owner,
    server,
    watch,
}) => {
    watch.allowOffline();
    watch.allowStatus(503);
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.join(salon, { name: 'Ada' });
    await openBoard(owner, salon);
    await expect(person(waiting(owner), 'Ada')).toBeVisible();
    await mark(owner);

    await server.stop();
    await expect(owner.getByText(/Reconnecting|Offline/)).toBeVisible();
    await expect(person(waiting(owner), 'Ada'), 'the last known state stays').toBeVisible();
    await screens(owner, 'staff-reconnecting');

    await server.start();
    await api.join(salon, { name: 'Ben' });
    await expect(person(waiting(owner), 'Ben')).toBeVisible({ timeout: 30_000 });
    await expect(owner.getByText(/Reconnecting|Offline/)).toBeHidden({ timeout: 30_000 });
    await expectNotReloaded(owner);
});

/** So many joins, evenly spread over that many seconds. */
async function joinSteadily(
    api: Api,
    resource: Resource,
    count: number,
    seconds: number,
): Promise<void> {
    const begin = Date.now();
    const joins: Promise<unknown>[] = [];
    for (let number = 0; number < count; number += 1) {
        const due = begin + (number * seconds * 1000) / count;
        const wait = due - Date.now();
        if (wait > 0) {
            await new Promise((resolve) => setTimeout(resolve, wait));
        }
        joins.push(api.join(resource, { name: `Crowd ${number}` }));
    }
    await Promise.all(joins);
}

test('fifty events a second leave the rows in place', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    for (const name of ['Ada', 'Ben', 'Eve']) {
        await api.join(salon, { name });
    }
    await openBoard(owner, salon);
    const rows = waiting(owner).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    // Every node of the first three rows is remembered; none may be taken out or put in anew.
    await rows.nth(0).evaluate((first) => {
        const list = first.parentElement as HTMLElement;
        const nodes = [...list.children].slice(0, 3);
        const removed: string[] = [];
        Object.assign(window, { nodes, removed });
        new MutationObserver((changes) => {
            for (const change of changes) {
                for (const node of change.removedNodes) {
                    removed.push(node.textContent ?? '');
                }
            }
        }).observe(list, { childList: true });
    });
    await joinSteadily(api, salon, 200, 4);
    await expect(waiting(owner).getByRole('heading', { level: 2 })).toContainText('203');
    const kept = await rows.nth(0).evaluate((first) => {
        const page = window as unknown as { nodes: Element[]; removed: string[] };
        const now = [...(first.parentElement as HTMLElement).children].slice(0, 3);
        const isSame = now.every((node, index) => node === page.nodes[index]);
        return { isSame, removed: page.removed };
    });
    expect(kept.removed).toEqual([]);
    expect(kept.isSame).toBe(true);
});

/** Spoils what is stored of everyone on the list, as a bad disk would. */
async function damage(server: { dataDir: string }, name: string): Promise<void> {
    const script =
        'import sqlite3, sys; database = sqlite3.connect(sys.argv[1]); database.execute(' +
        '"UPDATE entries SET data = x\'0203\' WHERE resource IN " ' +
        '"(SELECT number FROM resources WHERE name = ?)", (sys.argv[2],)); database.commit()';
    await promisify(execFile)('python3', ['-c', script, join(server.dataDir, 'standby.db'), name]);
}

test('a list whose data is damaged says so and what to do, and others go on', async ({
    api,
    owner,
    server,
    watch,
}) => {
    watch.allowOffline();
    watch.allowStatus(503);
    const hurt = await api.makeResource({ name: 'Salon Aster' });
    const healthy = await api.makeResource({ name: 'Salon Birke' });
    await api.join(hurt, { name: 'Ada' });
    await api.join(healthy, { name: 'Ben' });
    await server.stop();
    await damage(server, 'Salon Aster');
    await server.start();

    await openBoard(owner, hurt);
    const card = owner.getByRole('alert').filter({ hasText: 'This list is halted' });
    await expect(card).toBeVisible();
    await expect(card.getByLabel('Command', { exact: true })).toHaveValue('standby repair');
    await screens(owner, 'staff-halted');
    await owner.getByRole('link', { name: 'The line' }).first().click();
    await expect(card).toBeVisible();
    await openBoard(owner, healthy);
    await expect(person(waiting(owner), 'Ben')).toBeVisible();

    await server.stop();
    await server.run('repair', '--yes');
    await server.start();
    await openBoard(owner, hurt);
    await expect(person(waiting(owner), 'Ada')).toBeVisible();
});
