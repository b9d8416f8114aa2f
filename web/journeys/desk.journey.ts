// At the desk and on the phone: guests who never open a page of their own. Staff take them in, give
// them places, note what they know, find them again, and change many at once with an undo.
import { later } from './harness/api.ts';
import { accepted, openBoard, person, waiting } from './harness/board.ts';
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

test('a walk-in by keyboard, and one more than there is room for', async ({ api, owner, watch }) => {
    watch.allowStatus(409);  // staff are asked then
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 1 });
    await openBoard(owner, course);
    await owner.locator('body').press('n');
    await owner.keyboard.type('Ada');
    await owner.keyboard.press('Enter');
    await expect(person(accepted(owner), 'Ada')).toBeVisible();
    await owner.keyboard.type('Ben');
    await owner.keyboard.press('Enter');
    await expect(person(waiting(owner), 'Ben')).toBeVisible();
    await owner.keyboard.type('Eve');
    await inspect(owner, 'staff-add-guest');
    await owner.getByRole('button', { name: 'Add with a seat' }).click();
    const dialog = owner.getByRole('dialog');
    await expect(dialog.getByText('Nothing is free.')).toBeVisible();
    await inspect(owner, 'staff-over-capacity');
    await dialog.getByRole('button', { name: 'Let them in' }).click();
    await expect(person(accepted(owner), 'Eve')).toBeVisible();
    await expect(person(waiting(owner), 'Ben')).toBeVisible();
    expect((await api.resource(course)).counts).toMatchObject({ accepted: 2, waiting: 1 });
});

test('a caller is booked, noted and found again, and never opened a page', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon', kind: 'slots' });
    await api.call('POST', `/v1/resources/${salon.id}/openings`, {
        event_id: 'freed-1', starts_at: later(30), duration: '60m', service: 'Colour',
    });
    await openBoard(owner, salon);
    await expect(owner.getByRole('button', { name: 'Add a guest' })).toBeVisible();
    await owner.locator('body').press('n');
    const form = owner.getByRole('form', { name: 'Add a guest' });
    await form.getByLabel('Name').fill('Mia Okafor');
    await form.getByLabel('Phone or e-mail').fill('+4930123456');
    await form.getByLabel('What for').fill('Colour');
    await form.getByRole('button', { name: 'Add and book' }).click();
    await expect(person(accepted(owner), 'Mia Okafor')).toBeVisible();
    await owner.getByRole('link', { name: 'Mia Okafor' }).first().click();

    const panel = owner.getByRole('complementary', { name: 'Selected guest' });
    await panel.getByLabel('New tag').fill('Regular');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(panel.getByRole('list', { name: 'Tags' }).getByText('Regular', { exact: true })).toBeVisible();
    await panel.getByLabel('Note').fill('Prefers the window.');
    await panel.getByRole('button', { name: 'Save the note' }).click();
    await expect(owner.getByText('Note saved.')).toBeVisible();
    await inspect(owner, 'staff-guest-panel');

    await openBoard(owner, salon);
    await owner.locator('body').press('/');
    const find = owner.getByRole('dialog');
    await find.getByLabel('Name, number, e-mail or tag').fill('regul');
    await expect(find.getByRole('link', { name: /Mia Okafor/ })).toBeVisible();
    await inspect(owner, 'staff-find');
    await owner.keyboard.press('Enter');
    await expect(panel.getByLabel('Note')).toHaveValue('Prefers the window.');
    await panel.getByRole('button', { name: 'Cancel booking' }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    expect((await api.resource(salon)).counts).toMatchObject({ accepted: 1 });
    await owner.locator('main').press('?');
    await expect(owner.getByRole('dialog').getByText('Find a guest')).toBeVisible();
    await inspect(owner, 'staff-shortcuts');
});

test('an offer is answered for a caller', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon', kind: 'slots' });
    const ada = await api.join(salon, { name: 'Ada' });
    await api.call('POST', `/v1/resources/${salon.id}/openings`, {
        event_id: 'freed-2', starts_at: later(30), duration: '60m',
    });
    await owner.goto(`/staff/lists/${salon.id}/line?entry=${ada.id}`);
    const panel = owner.getByRole('complementary', { name: 'Selected guest' });
    await panel.getByRole('button', { name: '15 more minutes' }).click();
    await expect(owner.getByText('Ada has 15 more minutes.')).toBeVisible();
    await panel.getByRole('button', { name: 'Accept for them' }).click();
    await expect(owner.getByText('Ada is booked.')).toBeVisible();
    expect((await api.entry(ada)).state).toBe('accepted');
});

test('a caller wants something else, at other times, and then nothing for now', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon', kind: 'slots' });
    const ada = await api.join(salon, { name: 'Ada' });
    const ben = await api.join(salon, { name: 'Ben' });
    await owner.goto(`/staff/lists/${salon.id}/line?entry=${ada.id}`);
    const panel = owner.getByRole('complementary', { name: 'Selected guest' });
    await panel.getByRole('button', { name: 'Edit' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    await dialog.getByLabel('Saturday').check();
    await dialog.getByLabel('To', { exact: true }).fill('13:00');
    await inspect(owner, 'staff-edit-guest');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect((await api.entry(ada)).wants.weekly).toEqual([{ days: ['sat'], from: '09:00', to: '13:00' }]);

    await panel.getByRole('button', { name: 'Not for now' }).click();
    await expect.poll(async () => (await api.entry(ada)).set_aside, { timeout: 15_000 }).toBe(true);
    await api.freeSlot(salon, { starts_at: later(30) });
    await expect.poll(async () => (await api.entry(ben)).state).toBe('offered');
    await owner.reload();
    await expect(panel.getByRole('button', { name: 'Not for now' })).toBeHidden();
    await panel.getByRole('button', { name: 'Still waiting' }).click();
    await expect(owner.getByText('Ada is waiting again.')).toBeVisible();
    expect(await api.entry(ada)).toMatchObject({ set_aside: false, rank: 1 });

    await panel.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    expect((await api.entry(ada)).state).toBe('waiting');
});

test('a walk-in is added on The line, and gets the slot that is free', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon', kind: 'slots' });
    await api.freeSlot(salon, { starts_at: later(30) });
    await owner.goto(`/staff/lists/${salon.id}/line`);
    await owner.getByRole('button', { name: 'Add a guest' }).click();
    const form = owner.getByRole('form', { name: 'Add a guest' });
    await form.getByLabel('Name').fill('Eve');
    await form.getByLabel('What for').fill('Cut, Colour');
    await form.getByRole('button', { name: 'Add and book' }).click();
    await expect(owner.getByText('Eve is booked.')).toBeVisible();
    const eve = await api.entryNamed(salon, 'Eve');
    expect(eve.state).toBe('accepted');
    expect(eve.wants.services).toEqual(['Cut', 'Colour']);
});

test('many are tagged and removed at once, and it can be undone', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 0 });
    for (const name of ['Ada', 'Ben', 'Eve']) {
        await api.join(course, { name });
    }
    await owner.goto(`/staff/lists/${course.id}/line`);
    const grid = owner.getByRole('grid');
    await owner.getByRole('button', { name: 'Select several' }).click();
    await grid.getByText('Ada').click();
    await grid.getByText('Ben').click();
    await expect(owner.getByText('2 guests selected')).toBeVisible();
    await inspect(owner, 'staff-bulk');
    await owner.getByRole('button', { name: 'Remove from the list' }).click();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await owner.getByRole('button', { name: 'Select all that are loaded' }).click();
    await expect(owner.getByText('3 guests selected')).toBeVisible();
    await grid.getByText('Eve').click();
    await owner.getByRole('button', { name: 'Remove from the list' }).click();
    await expect(grid.getByText('Ada')).toBeHidden();
    await expect(grid.getByText('Eve')).toBeVisible();
    expect((await api.resource(course)).counts).toMatchObject({ waiting: 1 });
});

test('many move to another list, and stand where their waiting puts them', async ({ api, owner }) => {
    const monday = await api.makeResource({ name: 'Monday course', kind: 'seats', capacity: 0 });
    const friday = await api.makeResource({ name: 'Friday course', kind: 'seats', capacity: 0 });
    for (const name of ['Ada', 'Ben']) {
        await api.join(monday, { name, joined_at: later(-2) });
    }
    await api.join(friday, { name: 'Eve' });
    await owner.goto(`/staff/lists/${monday.id}/line`);
    const grid = owner.getByRole('grid');
    await owner.getByRole('button', { name: 'Select several' }).click();
    await grid.getByText('Ada').click();
    await grid.getByText('Ben').click();
    await owner.getByLabel('Another list').selectOption({ label: 'Friday course' });
    await owner.getByRole('button', { name: 'Move there' }).click();
    await expect(owner.getByText('2 guests move to Friday course.')).toBeVisible();
    await expect(grid.getByText('Ada')).toBeHidden();
    await expect.poll(async () => (await api.resource(monday)).counts.waiting).toBe(0);
    await owner.goto(`/staff/lists/${friday.id}/line`);
    await expect(grid.locator('.name')).toHaveText(['Ada', 'Ben', 'Eve']);
});

/** Hours of the day that include the present one, in UTC. */
function quietNow(): { from: string; to: string } {
    const hour = new Date().getUTCHours();
    const text = (value: number) => `${String((value + 24) % 24).padStart(2, '0')}:00`;
    return { from: text(hour - 1), to: text(hour + 3) };
}

test('in quiet hours a slot waits, unless it is to be offered now', async ({ api, owner }) => {
    const salon = await api.makeResource({
        name: 'Night salon', kind: 'slots', time_zone: 'UTC', rules: { quiet_hours: quietNow() },
    });
    await api.join(salon, { name: 'Ada' });
    await api.call('POST', `/v1/resources/${salon.id}/openings`, {
        starts_at: later(10), duration: '60m', service: 'Colour',
    });
    const offers = async () => (await api.call<{ offers: { send_at: string; made_at: string; entry: { name: string } }[] }>(
        'GET', `/v1/resources/${salon.id}/board`)).offers;
    const [waits] = await offers();
    expect(Date.parse(waits!.send_at)).toBeGreaterThan(Date.parse(waits!.made_at));
    await openBoard(owner, salon);
    await expect(owner.getByText('Quiet hours until', { exact: false })).toBeVisible();
    await inspect(owner, 'staff-quiet-hours');
    await owner.getByRole('button', { name: 'Ask now, quiet hours or not' }).click();
    await expect(owner.getByText('Quiet hours until', { exact: false })).toBeHidden();
    // The slot is taken back and offered anew: for a moment there is no offer.
    await expect.poll(async () => (await offers())[0]?.entry.name).toBe('Ada');
    const [sent] = await offers();
    expect(sent!.send_at).toBe(sent!.made_at);
});

test('the line is ordered and cut to what one looks for, and stays so', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Evening course', kind: 'seats', capacity: 0 });
    for (const [name, size] of [['Cara', 2], ['Ada', 4], ['Ben', 1]] as const) {
        await api.join(course, { name, party_size: size });
    }
    await owner.goto(`/staff/lists/${course.id}/line`);
    const grid = owner.getByRole('grid');
    const names = grid.locator('.name');
    await expect(names).toHaveText(['Cara', 'Ada', 'Ben']);
    await grid.getByRole('button', { name: 'Name' }).click();
    await expect(names).toHaveText(['Ada', 'Ben', 'Cara']);
    await expect(grid.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await grid.getByRole('button', { name: 'Name' }).click();
    await expect(names).toHaveText(['Cara', 'Ben', 'Ada']);
    await owner.getByText('Columns and order').click();
    await owner.getByLabel('Order by').selectOption('party');
    await expect(names).toHaveText(['Ada', 'Cara', 'Ben']);
    await owner.getByLabel('Points').uncheck();
    await inspect(owner, 'staff-line-order');
    await expect(grid.getByRole('columnheader', { name: 'Points' })).toBeHidden();
    await owner.reload();
    await expect(names).toHaveText(['Ada', 'Cara', 'Ben']);
    await expect(grid.getByRole('columnheader', { name: 'Points' })).toBeHidden();
    // Somebody who comes is put where they belong.
    await api.join(course, { name: 'Ben', party_size: 3 });
    await expect(names).toHaveText(['Ada', 'Ben', 'Cara', 'Ben']);
});

test('on a phone the desk is one column, in the order of what is urgent', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon' });
    await api.freeSlot(salon, { service: 'Perm', starts_at: later(30) });
    await api.freeSlot(salon, { service: 'Wash', starts_at: later(0.2) });
    await api.join(salon, { name: 'Ada', wants: { service: 'Cut' } });
    await api.join(salon, { name: 'Ben', wants: { service: 'Cut' } });
    await api.freeSlot(salon, { service: 'Cut', starts_at: later(31) });
    for (const width of [390, 320]) {
        await owner.setViewportSize({ width, height: 844 });
        await openBoard(owner, salon);
        const order = ['Needs attention', 'Freed slots', 'Offered', 'Waiting'];
        const tops = await Promise.all(order.map(async (name) => {
            const heading = owner.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) });
            return (await heading.boundingBox())?.y ?? Number.NaN;
        }));
        expect([...tops].sort((left, right) => left - right)).toEqual(tops);
        // The page ends with what is on it: nothing scrolls into blank.
        const blank = await owner.evaluate(() => {
            const last = [...document.querySelectorAll('main .card')]
                .map((card) => card.getBoundingClientRect().bottom + scrollY);
            return document.documentElement.scrollHeight - Math.max(...last);
        });
        expect(blank).toBeLessThan(140);
        await inspect(owner, `staff-desk-${width}`);
    }
});
