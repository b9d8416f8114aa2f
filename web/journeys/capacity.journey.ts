// More seats: before it happens, staff see by name who would be asked; then exactly they are.
import { offered, openBoard, person } from './harness/board.ts';
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

test('raising the capacity shows who is promoted before it happens', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 1 });
    await api.join(course, { name: 'Has a seat' });
    for (const name of ['Ada', 'Ben', 'Eve', 'Zoe']) {
        await api.join(course, { name });
    }
    await openBoard(owner, course);
    await owner.getByRole('button', { name: 'Change capacity' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Total seats').fill('3');
    const preview = dialog.getByRole('region', { name: 'What would happen' });
    await expect(preview.getByRole('listitem')).toHaveText([/Ada/, /Ben/]);
    await expect(preview).not.toContainText('Eve');
    await inspect(owner, 'staff-capacity-preview');
    expect((await api.resource(course)).counts, 'nothing has happened so far').toMatchObject({
        offered: 0,
        waiting: 4,
    });

    await dialog.getByRole('button', { name: /offer to 2/ }).click();
    await expect(dialog).toBeHidden();
    await expect(offered(owner).getByRole('listitem')).toHaveCount(2);
    await expect(person(offered(owner), 'Ada')).toBeVisible();
    await expect(person(offered(owner), 'Ben')).toBeVisible();
    expect((await api.resource(course)).counts).toMatchObject({ offered: 2, waiting: 2 });
});

test('promoting someone asks for a reason, which the history keeps', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 1 });
    const first = await api.join(course, { name: 'Ada' });
    const ben = await api.join(course, { name: 'Ben' });
    const eve = await api.join(course, { name: 'Eve' });
    await openBoard(owner, course);
    // Nothing is free: that is said before anybody has typed a reason.
    const offerNow = owner.getByRole('button', { name: /^Offer now to Eve/ });
    await expect(offerNow).toBeDisabled();
    await owner.goto(`/staff/lists/${course.id}/line?entry=${eve.id}`);
    const dialog = owner.getByRole('dialog');
    await owner.getByRole('button', { name: 'Offer now' }).click();
    await expect(dialog.getByText('No seat is free.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Offer now' })).toBeDisabled();
    await expect(dialog.getByLabel('Reason')).toBeHidden();
    await inspect(owner, 'staff-promote-nothing-free');

    // While the list is paused, a place that comes free stays free for a decision by hand.
    await api.call('POST', `/v1/resources/${course.id}:pause`);
    await api.call('POST', `/v1/waitlist/${first.id}:cancel`);
    await openBoard(owner, course);
    await offerNow.click();
    await dialog.getByRole('button', { name: 'Offer now' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    await inspect(owner, 'staff-promote');
    expect((await api.entry(eve)).state).toBe('waiting');
    await dialog.getByLabel('Reason').fill('She was here first');
    await dialog.getByRole('button', { name: 'Offer now' }).click();
    await expect(dialog).toBeHidden();
    await expect(person(offered(owner), 'Eve')).toBeVisible();
    expect((await api.entry(ben)).state).toBe('waiting');
    await owner.goto(`/staff/lists/${course.id}/history`);
    await expect(owner.getByText('She was here first').first()).toBeVisible();
});
