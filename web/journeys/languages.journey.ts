// A German guest and English staff at the same list, each in their own language.
import { offered, openBoard, person, waiting } from './harness/board.ts';
import { joinPath, joinThroughForm } from './harness/guest.ts';
import { inspect } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

test('a German guest, English staff', async ({ api, owner, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const guest = await visit({ locale: 'de-DE' });
    await guest.goto(joinPath(salon));
    await expect(guest.locator('html')).toHaveAttribute('lang', /^de/);
    await expect(guest.getByRole('button', { name: 'Auf die Liste' })).toBeVisible();
    await inspect(guest, 'guest-join-german');
    const joerg = { name: 'Jörg', email: 'joerg@mail.example.org' };
    await joinThroughForm(guest, joinPath(salon), joerg);
    await expect(guest.locator('html')).toHaveAttribute('lang', /^de/);

    await openBoard(owner, salon);
    await expect(owner.locator('html')).toHaveAttribute('lang', /^en/);
    await expect(person(waiting(owner), 'Jörg')).toBeVisible();

    await api.freeSlot(salon, { service: 'Farbe' });
    await expect(person(offered(owner), 'Jörg')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Platz annehmen' })).toBeVisible();
    await inspect(guest, 'guest-offer-german');
    await guest.getByRole('button', { name: 'Platz annehmen' }).click();
    await expect(guest.locator('html')).toHaveAttribute('lang', /^de/);
    expect((await api.resource(salon)).counts.accepted).toBe(1);
});

test('a guest switches the language, and it stays', async ({ api, visit }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const guest = await visit();
    await guest.goto(joinPath(salon));
    for (const [name, tag] of [
        ['Français', 'fr'],
        ['Español', 'es'],
        ['Deutsch', 'de'],
    ] as const) {
        await guest.getByRole('link', { name }).click();
        await expect(guest.locator('html')).toHaveAttribute('lang', tag);
        await inspect(guest, `guest-join-${tag}`);
    }
    const url = guest.url();
    await joinThroughForm(guest, url, { name: 'Mia', email: 'mia@mail.example.org' });
    await expect(guest.locator('html')).toHaveAttribute('lang', 'de');
});

test('German staff read the board and a guest in German', async ({ api, owner }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    await api.join(salon, { name: 'Jörg', party_size: 2 });
    await owner.addInitScript(() => localStorage.setItem('standby.language', 'de'));
    await openBoard(owner, salon);
    await expect(owner.getByRole('button', { name: 'Termin freigeben' }).first()).toBeVisible();
    await expect(owner.getByRole('heading', { name: 'Freie Termine' })).toBeVisible();

    await owner.goto(`/staff/lists/${salon.id}/line`);
    await owner.getByRole('row', { name: /Jörg/ }).click();
    await expect(owner.getByText('Warum dieser Gast einen Platz angeboten bekam oder nicht')).toBeVisible();
    await expect(owner.getByText('Seit Jörg dabei ist, wurde kein Platz vergeben.')).toBeVisible();

    // What needs attention, and how far a message has come, too.
    await api.freeSlot(salon, { service: 'Farbe', size: { min: 5, max: 6 } });
    await openBoard(owner, salon);
    await expect(owner.getByText(/Farbe, .+: Zurzeit kann niemand gefragt werden, der wartet\./)).toBeVisible();
    await api.freeSlot(salon, { service: 'Farbe' });
    await expect(owner.getByText('keine Nachricht; auf der Seite des Gastes')).toBeVisible();
    await owner.goto(`/staff/lists/${salon.id}/history`);
    await expect(owner.getByText(/hat das Angebot auf der eigenen Seite/)).toBeVisible();
});
