// standby demo: its one link opens a signed-in board beside a guest's phone, and asks for nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { binary } from './harness/server.ts';
import { expect, test } from './harness/test.ts';

test('a visitor frees a slot, claims it on the phone and sees the board move', async ({ browser }) => {
    const demo = spawn(binary(), ['demo', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
        const lines = createInterface({ input: demo.stdout });
        const [ready] = (await once(lines, 'line')) as [string];
        const { link } = JSON.parse(ready) as { link: string };
        const page = await browser.newPage();
        await page.goto(link);
        const guest = page.frameLocator('iframe[title="A guest’s phone"]');
        const board = page.frameLocator('iframe[title="The board"]');
        await expect(board.getByRole('heading', { level: 1 })).toHaveText('Salon Saturday');
        await page.getByRole('button', { name: 'Free a slot' }).click();
        await expect(guest.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
        await expect(page.getByText('There’s a spot for you. Claim it on the phone.')).toBeVisible();
        await guest.getByRole('button', { name: 'Claim this spot' }).click();
        await expect(page.getByText('Booked, and nobody had to call anyone.')).toBeVisible();
        await page.getByRole('button', { name: 'Once more' }).click();
        await expect(page.getByRole('button', { name: 'Free a slot' })).toBeVisible();
    } finally {
        demo.kill('SIGINT');
    }
});
