// The house's own words: seen as the guest sees them before they count, and every version stays.
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

interface Inbox {
    items: { subject: string | null; text: string }[];
}

test('a wording is changed, used, compared and taken back', async ({ api, owner, watch }) => {
    watch.allowStatus(422);
    await owner.goto('/staff/voice?wording=waitlisted.mail.en');
    const subject = owner.getByRole('textbox', { name: 'Subject' });
    await expect(subject).not.toHaveValue('');

    await subject.fill('Hello {{nmae}}');
    await expect(owner.getByText(/did you mean/)).toBeVisible();
    await subject.fill('Welcome, {{name}}');
    await expect(owner.getByText(/did you mean/)).toHaveCount(0);
    await expect(owner.getByRole('region', { name: 'As the guest sees it' })).toContainText(
        'Welcome, ',
    );
    await inspect(owner, 'staff-voice-wording');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Saved. Your text is in use.')).toBeVisible();
    const versions = owner.getByRole('region', { name: 'Earlier versions' });
    await expect(versions).toContainText('Version 1');
    await expect(versions).toContainText('by you');

    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 0 });
    const ada = await api.join(course, { name: 'Ada' });
    await expect
        .poll(async () => {
            const path = `/v1/waitlist/${ada.id}/messages`;
            return (await api.call<Inbox>('GET', path)).items.map((item) => item.subject);
        })
        .toEqual(['Welcome, Ada']);

    await owner.getByRole('button', { name: 'Reset to Standby’s text' }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(subject).toHaveValue('Welcome, {{name}}');
});

test('a text message says what it costs', async ({ owner }) => {
    await owner.goto('/staff/voice?wording=offer.sms.en');
    await expect(owner.getByRole('region', { name: 'As the guest sees it' })).toContainText(
        '1 message',
    );
    await inspect(owner, 'staff-voice-text');
});
