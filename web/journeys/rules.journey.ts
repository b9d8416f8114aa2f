// Changing the rules: what they mean is said and tried out before anything happens, and every
// version stays.
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

test('rules are tried out, saved, compared and taken back', async ({ api, owner }) => {
    const course = await api.makeResource({
        name: 'Evening course',
        kind: 'seats',
        capacity: 1,
        rules: { order: 'fifo', claim_window: '2h' },
    });
    await api.join(course, { name: 'Has a seat' });
    await api.join(course, { name: 'Ada' });
    await api.join(course, { name: 'Ben', points: 50 });

    await owner.goto(`/staff/lists/${course.id}/rules`);
    const outlook = owner.getByRole('complementary', { name: 'What these rules mean' });
    await expect(outlook).toContainText('First come, first served');
    await expect(outlook).toContainText('the next 2 are Ada and Ben');

    await owner.getByRole('radio', { name: /^Most points first/ }).check();
    await expect(outlook).toContainText('number 2 now');
    await inspect(owner, 'staff-rules-changed');
    expect((await api.entryNamed(course, 'Ada')).rank, 'nothing has happened so far').toBe(1);

    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Saved. The new rules apply.')).toBeVisible();
    expect((await api.entryNamed(course, 'Ben')).rank).toBe(1);

    await owner.getByRole('link', { name: 'Earlier versions' }).click();
    await expect(owner.getByRole('article', { name: /^Version 2/ })).toContainText('current');
    await expect(owner.getByRole('article', { name: /^Version 2/ })).toContainText('Noor');
    await inspect(owner, 'staff-rules-versions');
    await owner.getByRole('button', { name: 'Use version 1 again' }).click();
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await api.entryNamed(course, 'Ada')).rank).toBe(1);
});

test('a rule that cannot be is refused at its field', async ({ api, owner, watch }) => {
    watch.allowStatus(422);
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats' });
    await owner.goto(`/staff/lists/${course.id}/rules`);
    const field = owner.getByRole('textbox', { name: 'Time to answer' });
    await field.fill('900');
    await owner.getByRole('combobox', { name: 'Unit of: Time to answer' }).selectOption({ label: 'days' });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await owner.getByRole('button', { name: 'Discard' }).click();
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
});
