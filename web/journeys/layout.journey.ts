// Every page of the staff at five widths, in light and in dark, in English and in German, with the
// longest names and with names that are written from right to left: nothing scrolls sideways, and no
// name is broken inside a word. The pictures are in build/screens.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { later, type Api, type Resource } from './harness/api.ts';
import { expect, ownerAccount, pathOf, test, useLink, type Page } from './harness/test.ts';

const folder = process.env.STANDBY_SCREENS ??
    fileURLToPath(new URL('../../build/screens', import.meta.url));
const widths = [1280, 1024, 820, 390, 320];
const names = [
    'Maximiliane Alexandrina von Hohenzollern-Sigmaringen', 'Bartholomew Featherstonehaugh-Cholmondeley',
    'عبد الرحمن بن عبد العزيز', 'יהונתן אברהמי', 'Ng Ưu',
];

const places = ['Fensterplatz im Wintergarten neben der Bibliothek', 'غرفة الانتظار الكبيرة'];
const services = ['Strähnchentechnik mit Feuchtigkeitspflege', 'تلوين الشعر'];

/** What the business offers, with names as long as they come. */
async function longCatalogue(api: Api): Promise<void> {
    for (const [index, name] of services.entries()) {
        await api.call('POST', '/v1/catalogue/services', {
            name, other_names: [`Highlights ${index}`, `Balayage ${index}`], duration: '2h',
            price: { amount: 12900, currency: 'EUR' },
        });
    }
    for (const name of ['Colour', ...names.slice(0, 3), 'Noor']) {
        await (name === 'Colour'
            ? api.call('POST', '/v1/catalogue/services', { name })
            : api.call('POST', '/v1/catalogue/people', { name, services: ['Colour'] }));
    }
    for (const name of places) {
        await api.call('POST', '/v1/catalogue/places', { name, size: { min: 2, max: 12 } });
    }
}

/** People from elsewhere, with names and headings as long as they come, and some that can't be read. */
const longTable = ['Name;E-Mail-Adresse;Wunschleistung im kommenden Winter', ...names.map(
    (name, index) => `${name};${index % 2 ? `guest.${index}@mail.example.org` : 'not an address'};${services[0]}`)].join('\n');

/** Tomorrow, where the slots are. */
const tomorrow = () => later(26).slice(0, 10);

async function longNames(api: Api): Promise<Resource> {
    await longCatalogue(api);
    const salon = await api.makeResource({
        name: 'Salon Aster für Haare, Hände und Wohlbefinden', rules: { claim_window: '20m' },
    });
    for (const name of names) {
        await api.join(salon, { name, wants: { service: 'Colour' } });
    }
    await api.freeSlot(salon, { service: 'Colour', staff: 'Noor', starts_at: later(26) });
    await api.freeSlot(salon, { service: 'Colour', staff: 'Noor', starts_at: later(27) });
    const noon = `${tomorrow()}T12:00:00Z`;
    const late = `${tomorrow()}T18:00:00Z`;
    for (const [index, staff] of names.slice(0, 3).entries()) {
        await api.freeSlot(salon, {
            service: services[index % 2], staff, place: places[index % 2], starts_at: index === 2 ? late : noon,
        });
    }
    return salon;
}

/** What is wrong with how the page fits into its window. */
function faults(page: Page): Promise<string[]> {
    return page.evaluate((words) => {
        const found: string[] = [];
        const root = document.documentElement;
        if (root.scrollWidth > root.clientWidth) {
            found.push(`scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
        }
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            for (const word of words) {
                const start = (node.textContent ?? '').indexOf(word);
                if (start < 0 || node.parentElement?.closest('select, .unseen')) {
                    continue;
                }
                const range = document.createRange();
                range.setStart(node, start);
                range.setEnd(node, start + word.length);
                const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.bottom)));
                if (lines.size > 1) {
                    found.push(`broken inside a word: ${word}`);
                }
            }
        }
        return found;
    }, [...names, ...places, ...services, 'Colour Noor'].flatMap((name) => name.split(/[\s-]/)).filter((word) => word.length > 2));
}

/** At each width, in light and in dark: a picture of each, and what is wrong. */
async function lookAtWidths(page: Page, name: string, language: string): Promise<string[]> {
    mkdirSync(folder, { recursive: true });
    const wrong: string[] = [];
    for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            const file = `layout-${language}-${name}-${width}-${colorScheme}.png`;
            await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
        }
        wrong.push(...(await faults(page)).map((fault) => `${name} at ${width}: ${fault}`));
    }
    return wrong;
}

async function look(page: Page, salon: Resource, language: string): Promise<void> {
    const list = `/staff/lists/${salon.id}`;
    const pages = {
        lists: '/staff/lists', today: `${list}/today`, calendar: `${list}/calendar?view=week&date=${tomorrow()}`,
        'calendar-person': `${list}/calendar?view=day&by=person&date=${tomorrow()}`,
        'calendar-place': `${list}/calendar?view=day&by=place&date=${tomorrow()}`,
        line: `${list}/line`, history: `${list}/history`,
        rules: `${list}/rules`, numbers: `${list}/numbers`, voice: '/staff/voice',
        you: '/staff/settings/you', house: '/staff/settings/house', offer: '/staff/settings/offer',
        delivery: '/staff/settings/delivery', people: '/staff/settings/people',
        keys: '/staff/settings/keys', trail: '/staff/settings/trail',
        servers: '/staff/cluster',
    };
    const wrong: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
        await page.goto(path);
        await expect(page.locator('main h1, main h2').first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        wrong.push(...await lookAtWidths(page, name, language));
    }
    expect(wrong).toEqual([]);
}

/** What opens over a page: each is opened on a wide screen, and then looked at in all widths. */
async function lookAtForms(page: Page, salon: Resource, theatre: Resource, guest: { id: string }): Promise<void> {
    const list = `/staff/lists/${salon.id}`;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
    /** On the card of the first list: its name follows in what the button is called. */
    const pressOf = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).first().click();
    const forms: Record<string, { path: string; open: () => Promise<void> }> = {
        'add-guest': { path: `${list}/today`, open: () => press('Add a guest') },
        'free-slot': { path: `${list}/today`, open: () => press('Free a slot') },
        panel: { path: `${list}/line?entry=${guest.id}`, open: () => page.getByRole('heading', { name: 'About this guest' }).waitFor() },
        'edit-guest': {
            path: `${list}/line?entry=${guest.id}`,
            open: async () => {
                await press('Edit');
                await press('Add hours');
            },
        },
        'write-guest': { path: `${list}/line?entry=${guest.id}`, open: () => press('Write to them') },
        'add-service': { path: '/staff/settings/offer', open: () => press('Add a service') },
        'add-person': {
            path: '/staff/settings/offer',
            open: async () => {
                await press('Add a person');
                await press('Add hours');
            },
        },
        'new-list': { path: '/staff/lists', open: () => press('New list') },
        'edit-list': { path: '/staff/lists', open: () => pressOf('Edit') },
        'sheet-of-list': { path: '/staff/lists', open: () => pressOf('Sheet') },
        'close-list': { path: '/staff/lists', open: () => pressOf('Close') },
        'import-people': {
            path: '/staff/lists',
            open: async () => {
                await pressOf('Import people');
                await page.getByRole('dialog').locator('input[type="file"]').setInputFiles({
                    name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(longTable),
                });
                await page.getByText('can be imported').waitFor();
            },
        },
        'booking-system': { path: `/staff/lists/${theatre.id}/rules?view=bookings`, open: () => page.getByRole('heading', { level: 2 }).first().waitFor() },
        calendars: { path: `${list}/rules?view=calendars`, open: () => press('Follow a calendar') },
        find: { path: '/staff/lists', open: () => page.keyboard.press('/') },
        keys: { path: '/staff/lists', open: () => page.keyboard.press('?') },
    };
    const wrong: string[] = [];
    for (const [name, { path, open }] of Object.entries(forms)) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(path);
        await expect(page.locator('main h1, main h2').first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await open();
        wrong.push(...await lookAtWidths(page, `form-${name}`, 'en'));
    }
    expect(wrong).toEqual([]);
}

test('every page holds at every width, in English', async ({ api, owner }) => {
    test.setTimeout(400_000);
    await look(owner, await longNames(api), 'en');
});

test('every page holds at every width, in German', async ({ api, server, visit }) => {
    test.setTimeout(400_000);
    const page = await visit({ locale: 'de-DE' });
    await useLink(page, { token: server.setupToken, ...ownerAccount });
    await look(page, await longNames(api), 'de');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('link', { name: 'Alle Listen' })).toBeVisible();
});

test('every form holds at every width', async ({ api, owner }) => {
    test.setTimeout(400_000);
    const salon = await longNames(api);
    const theatre = await api.makeResource({ name: 'Theater', kind: 'seats', inventory: 'external', capacity: 5 });
    await lookAtForms(owner, salon, theatre, await api.entryNamed(salon, names[4] ?? ''));
});

test('what guests see and the set-up hold at every width', async ({ api, server, visit }) => {
    test.setTimeout(400_000);
    const salon = await longNames(api);
    const offered = await api.offerOf(await api.entryNamed(salon, names[0] ?? ''));
    const waits = await api.join(salon, { name: names[2] ?? '', wants: { service: services[1] ?? '' } });
    const page = await visit();
    const wrong: string[] = [];
    const paths = {
        join: `/r/${salon.id}`, waiting: pathOf(waits.status_url), offer: pathOf(offered.claim_url),
        'set-up': pathOf(server.setupUrl), 'sign-in': '/staff/sign-in',
    };
    for (const [name, path] of Object.entries(paths)) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        wrong.push(...await lookAtWidths(page, name, 'en'));
    }
    expect(wrong).toEqual([]);
});

test('the language changes without loading the page anew', async ({ api, owner }) => {
    const salon = await longNames(api);
    await owner.goto(`/staff/lists/${salon.id}/rules`);
    await expect(owner.getByRole('heading', { level: 1 })).toContainText('Rules');
    await owner.evaluate(() => Object.assign(window, { isMarked: true }));
    await owner.getByLabel('Language').selectOption('fr');
    await expect(owner.getByRole('heading', { level: 1 })).toContainText('Règles');
    await expect(owner.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(owner.getByText('Premier arrivé, premier servi.')).toBeVisible();
    expect(await owner.evaluate(() => 'isMarked' in window)).toBe(true);
    await owner.reload();
    await expect(owner.getByRole('heading', { level: 1 })).toContainText('Règles');
});
