// A sold-out evening: someone cancels, the next in line is asked, and claims the seat.
import { accepted, openBoard, person, waiting } from './harness/board.ts';
import { joinPath, joinThroughForm } from './harness/guest.ts';
import { later } from './harness/api.ts';
import { inspect } from './harness/looks.ts';
import { expect, expectNotReloaded, mark, phone, test } from './harness/test.ts';

test('sold out, cancelled, promoted, claimed', async ({ api, owner, visit }) => {
    const concert = await api.makeResource({
        name: 'Night of strings',
        kind: 'seats',
        capacity: 2,
        starts_at: later(24 * 30),
    });
    await api.join(concert, { name: 'Ada' });
    await api.join(concert, { name: 'Ben' });
    const eve = await visit(phone);
    await joinThroughForm(eve, joinPath(concert), { name: 'Eve', email: 'eve@mail.example.org' });
    await expect(eve.getByText("You're next.")).toBeVisible();
    await mark(eve);

    await openBoard(owner, concert);
    await mark(owner);
    await expect(person(waiting(owner), 'Eve')).toBeVisible();
    await inspect(owner, 'staff-today-event');
    await accepted(owner).getByRole('button', { name: /^Cancel booking Ada/ }).click();
    await expect(eve.getByRole('heading', { level: 1 })).toHaveText("There's a spot for you");
    await inspect(eve, 'guest-status-offered');
    await eve.getByRole('button', { name: 'Claim this spot' }).click();
    await expect(eve.getByRole('heading', { level: 1 })).toHaveText("You're booked");

    await expect(person(accepted(owner), 'Eve')).toBeVisible();
    await expect(person(accepted(owner), 'Ada')).toBeHidden();
    await expectNotReloaded(owner);
    expect((await api.resource(concert)).counts).toMatchObject({ accepted: 2, waiting: 0 });
});

test('a cancellation can be undone', async ({ api, owner }) => {
    const concert = await api.makeResource({ name: 'A concert', kind: 'seats', capacity: 1 });
    const ada = await api.join(concert, { name: 'Ada' });
    const eve = await api.join(concert, { name: 'Eve' });
    await openBoard(owner, concert);
    await accepted(owner).getByRole('button', { name: /^Cancel booking Ada/ }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(accepted(owner).getByRole('button', { name: /^Cancel booking Ada/ })).toBeEnabled();
    expect((await api.entry(ada)).state).toBe('accepted');
    expect((await api.entry(eve)).state).toBe('waiting');
});
