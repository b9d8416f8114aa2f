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

test('say what the columns are, where nobody else could know', async ({ api, owner }) => {
    const own = join(folder, 'own.csv');
    writeFileSync(own, 'Wer,Ruf,Notiz\nAnna,+49 151 1000001,x\n');
    await api.makeResource({ name: 'Own headings' });
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Sheet of Own headings' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Sheet of Own headings' });
    await dialog.getByLabel('Where it is').selectOption({ label: 'In the server’s folder for sheets' });
    await dialog.getByLabel('Address of the file').fill(`file://${own}`);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('No column says how to reach people.', { exact: false })).toBeVisible();
    await dialog.getByRole('combobox', { name: 'What Wer is' }).selectOption({ label: 'Name' });
    await dialog.getByRole('combobox', { name: 'What Ruf is' }).selectOption({ label: 'Phone' });
    await inspect(owner, 'staff-sheet-columns');
    await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(dialog.getByText('1 row is on the list.')).toBeVisible();

    await dialog.getByRole('button', { name: 'What the columns are' }).click();
    await dialog.getByRole('combobox', { name: 'What Notiz is' }).selectOption({ label: 'Service' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('1 row is on the list.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
});

test('a Google Sheet is three steps and a test', async ({ api, owner }) => {
    await api.makeResource({ name: 'At Google' });
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Sheet of At Google' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Sheet of At Google' });
    await dialog.getByLabel('Where it is').selectOption({ label: 'Google Sheets' });
    const key = JSON.stringify({ client_email: 'standby@aster.example', private_key: 'no key', token_uri: 'http://127.0.0.1:9/' });
    await dialog.getByLabel('Key file').setInputFiles({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from(key) });
    await expect(dialog.getByText('standby@aster.example')).toBeVisible();
    await dialog.getByLabel('Address of the sheet').fill('https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('Google doesn’t accept the key. Was it deleted?')).toBeVisible();
    await inspect(owner, 'staff-sheet-google');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
});
