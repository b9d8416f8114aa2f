// A festival leaves another program: its waiting list comes over as that program exports it, is
// looked at, imported, and taken back but for whoever has been offered a place.
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

const headings = ['Datum', 'Name', 'E-Mail', 'Telefonnummer', 'Produkt', 'Produkt-ID', 'Variante', 'Varianten-ID',
    'Kurzname der Veranstaltung', 'Veranstaltungstitel', 'Termin', 'Beginn', 'Ende', 'Sprache', 'Priorität', 'Status',
    'Gutscheincode'];

function row(joined: string, name: string, email: string, voucher = ''): string {
    return [joined, name, email, '', 'Tageskarte', '1', '', '', 'fest', 'Sommerfest', '', '', '', 'de', '0', 'Wartet',
        voucher].join(';');
}

const pretix = '\uFEFF' + [headings.join(';'),
    row('2025-03-02 09:00:00', 'Zoe Ende', 'zoe@mail.example.org'),
    row('2025-03-01 18:00:00', 'Jürgen Früh', 'juergen@mail.example.org'),
    row('2025-03-01 10:00:00', 'Gerda Weg', 'gerda@mail.example.org', 'ABC-123'),
    row('2025-03-03 10:00:00', 'Ohne Adresse', 'none')].join('\r\n') + '\r\n';

test('an export of pretix comes over, and is taken back', async ({ api, owner }) => {
    const festival = await api.makeResource({ name: 'Sommerfest', kind: 'seats', capacity: 0 });
    await owner.goto('/staff/lists');
    await owner.getByRole('button', { name: 'Import people: Sommerfest' }).click();
    const dialog = owner.getByRole('dialog');
    await inspect(owner, 'staff-import-choose');
    await dialog.locator('input[type="file"]').setInputFiles({
        name: 'warteliste.csv', mimeType: 'text/csv', buffer: Buffer.from(pretix),
    });
    await expect(dialog.getByText('An export of pretix')).toBeVisible();
    await expect(dialog.getByLabel('What Datum is')).toHaveValue('joined_at');
    await expect(dialog.getByLabel('What Termin is')).toHaveValue('');
    await expect(dialog.getByRole('cell', { name: 'Jürgen Früh' })).toBeVisible();
    await expect(dialog.getByText('2 people can be imported.')).toBeVisible();
    await expect(dialog.getByText('1 no longer waits or doesn’t want messages, and is left out.')).toBeVisible();
    await expect(dialog.getByText('"none" is no e-mail address')).toBeVisible();
    await inspect(owner, 'staff-import-preview');

    const go = dialog.getByRole('button', { name: 'Import', exact: true });
    await expect(go).toBeDisabled();
    await dialog.getByLabel('Leave these rows out').check();
    await go.click();
    await expect(dialog.getByText('2 people joined.')).toBeVisible();
    await inspect(owner, 'staff-import-done');

    // The first of those who wait is asked meanwhile.
    await api.send('PATCH', `/v1/resources/${festival.id}`, { capacity: 1 });
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await expect(dialog.getByText('1 person is off the list again.')).toBeVisible();
    await expect(dialog.getByText('1 stays, who has been offered a place.')).toBeVisible();
    await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    const left = await api.send('GET', `/v1/resources/${festival.id}/entries?state=offered`);
    expect(JSON.stringify(left.body)).toContain('Jürgen Früh');
});
