// The Saturday colour with misspelt services: the business says once what it offers, guests choose
// or are asked what they meant, and staff see who would get a slot before they free it.
import { freeSlot, offered, openBoard, person, waiting } from './harness/board.ts';
import { joinPath } from './harness/guest.ts';
import { inspect } from './harness/looks.ts';
import { expect, phone, stoppedClock, test, type Page } from './harness/test.ts';

test.use({ flags: stoppedClock });

async function addService(page: Page, name: string, others: string, minutes: string) {
    await page.getByRole('button', { name: 'Add a service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a service' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Other names').fill(others);
    await dialog.getByLabel('Minutes (optional)').fill(minutes);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
}

async function beginToJoin(page: Page, path: string, name: string) {
    await page.goto(path);
    await page.locator('input[name="name"]').fill(name);
    await page.locator('input[name="email"]').fill(`${name.toLowerCase()}@mail.example.org`);
}

const join = (page: Page) => page.locator('main form button:not([type="button"])').last().click();

test('misspelt services find each other', async ({ api, owner, visit, watch }) => {
    const salon = await api.makeResource({ name: 'Saturday colour' });
    await owner.goto('/staff/settings/offer');
    await expect(owner.getByText('No services yet')).toBeVisible();
    await addService(owner, 'Colour', 'Color, Dye', '120');
    await addService(owner, 'Cut', '', '30');
    await inspect(owner, 'staff-settings-offer');

    // Ada ticks two; Bo writes it wrong, is asked, and chooses.
    const ada = await visit();
    await beginToJoin(ada, joinPath(salon), 'Ada');
    await ada.getByLabel('Cut', { exact: true }).check();
    await inspect(ada, 'guest-join-choices');
    await join(ada);
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText("You're on the list");
    const bo = await visit(phone);
    watch.allowStatus(422);
    await beginToJoin(bo, joinPath(salon), 'Bo');
    await bo.getByLabel('Something else').fill('Coluor');
    await join(bo);
    await expect(bo.getByText('Did you mean Colour?')).toBeVisible();
    await bo.getByLabel('Something else').fill('');
    await bo.getByLabel('Colour', { exact: true }).check();
    await join(bo);
    await expect(bo.getByRole('heading', { level: 1 })).toHaveText("You're on the list");

    // Staff type it wrong as well, and nobody waits for ever.
    await openBoard(owner, salon);
    await expect(person(waiting(owner), 'Bo')).toBeVisible();
    await owner.getByRole('button', { name: 'Free a slot' }).first().click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Service').fill('coluor');
    await expect(dialog.getByText('Did you mean Colour?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use Colour' }).click();
    await expect(dialog.getByLabel('Minutes')).toHaveValue('120');
    await expect(dialog.getByText('Bo is asked first.')).toBeVisible();
    await inspect(owner, 'staff-free-slot-fits');
    await dialog.getByRole('button', { name: 'Offer this slot' }).click();
    await expect(dialog).toBeHidden();
    await expect(person(offered(owner), 'Bo')).toBeVisible();

    // A slot that nobody fits says why, and a tap widens it.
    await freeSlot(owner, 'dye');
    await expect(owner.getByText('Nobody fits.')).toBeVisible();
    await expect(owner.getByText('1 wants Cut')).toBeVisible();
    await owner.getByRole('button', { name: 'Any service' }).click();
    await expect(person(offered(owner), 'Ada')).toBeVisible();
});

test('someone works on Mondays, and a place takes parties', async ({ api, owner }) => {
    await api.call('POST', '/v1/catalogue/services', { name: 'Cut' });
    await owner.goto('/staff/settings/offer');
    await owner.getByRole('button', { name: 'Add a person' }).click();
    const person = owner.getByRole('dialog', { name: 'Add a person' });
    await person.getByLabel('Name', { exact: true }).fill('Anna');
    await person.getByLabel('Cut').check();
    await person.getByRole('button', { name: 'Add hours' }).click();
    await person.getByRole('button', { name: 'Save' }).click();
    await expect(person.getByText('Each line needs a day, a start and an end.')).toBeVisible();
    await person.getByLabel('Monday').check();
    await inspect(owner, 'staff-add-person');
    await person.getByRole('button', { name: 'Save' }).click();
    await expect(person).toBeHidden();
    await owner.getByRole('button', { name: 'Change Anna' }).click();
    await expect(owner.getByRole('dialog').getByLabel('Monday')).toBeChecked();
    await owner.keyboard.press('Escape');
    await owner.getByRole('button', { name: 'Add a place' }).click();
    const place = owner.getByRole('dialog', { name: 'Add a place' });
    await place.getByLabel('Name', { exact: true }).fill('Window');
    await place.getByLabel('Largest party').fill('4');
    await place.getByRole('button', { name: 'Save' }).click();
    await expect(place).toBeHidden();
    const people = await api.call<{ items: { hours: unknown }[] }>('GET', '/v1/catalogue/people');
    expect(people.items[0]?.hours).toEqual([{ days: ['mon'], from: '09:00', to: '17:00' }]);
    const places = await api.call<{ items: { size: unknown }[] }>('GET', '/v1/catalogue/places');
    expect(places.items[0]?.size).toEqual({ min: 1, max: 4 });
});

test('what guests wait for goes only after a question', async ({ api, owner, watch }) => {
    const salon = await api.makeResource({ name: 'Salon' });
    await api.call('POST', '/v1/catalogue/services', { name: 'Perm' });
    await api.join(salon, { wants: { service: 'perm' } });
    await owner.goto('/staff/settings/offer');
    watch.allowStatus(409);
    await owner.getByRole('button', { name: 'Remove Perm' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Remove Perm?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByText('Guests are waiting for it.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove it all the same' }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByText('No services yet')).toBeVisible();
});
