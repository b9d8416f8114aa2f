// The waitlist is a file that staff edit: set up in three steps, then a row that is typed is a
// person in the line, and what can't be read is told by row.
import { mkdtempSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'standby-sheets-')));
const path = join(folder, 'salon.csv');

test.use({ flags: ['--sheets-dir', folder] });

/** As editors do: beside, and then in place of the old one. */
function save(text: string) {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
}

test('edit a sheet and see the line move', async ({ api, owner }) => {
    save('Name,Mobile,Service\nAnna,+49 151 1000001,Cut\n');
    const salon = await api.makeResource({ name: 'Saturday colour' });
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Sheet of Saturday colour' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Sheet of Saturday colour' });
    await dialog.getByLabel('Where it is').selectOption({ label: 'In the server’s folder for sheets' });
    await dialog.getByLabel('Address of the file').fill(`file://${folder}/nothing.csv`);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('There is no such file.', { exact: false })).toBeVisible();
    await dialog.getByLabel('Address of the file').fill(`file://${path}`);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('It works: 1 row below the headings.')).toBeVisible();
    await inspect(owner, 'staff-sheet-setup');
    await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(dialog.getByText('1 row is on the list.')).toBeVisible();
    await expect.poll(() => readFileSync(path, 'utf8')).toContain('Standby status');

    save(`${readFileSync(path, 'utf8')}Ben,4.41E+11,\nCleo,+49 151 1000003,\n`);
    await expect(dialog.getByText('2 rows are on the list.')).toBeVisible();
    await expect(dialog.getByText(/^Row 3: Needs a mobile number/)).toBeVisible();
    await inspect(owner, 'staff-sheet');
    await dialog.getByRole('button', { name: 'Done' }).click();

    await owner.goto(`/staff/lists/${salon.id}/line`);
    await expect(owner.getByText('Anna').first()).toBeVisible();
    await expect(owner.getByText('Cleo').first()).toBeVisible();
    const [head, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
    save([head, ...rows.filter((row) => !row.startsWith('Anna'))].join('\n') + '\n');
    await expect(owner.getByText('Anna')).toHaveCount(0);
    await expect(owner.getByText('Cleo').first()).toBeVisible();
});
