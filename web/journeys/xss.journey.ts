// Markup and scripts in every field that someone can fill. On every page of guests and of staff
// they are text, and nothing of them runs.
import { later } from './harness/api.ts';
import { joinPath, joinThroughForm } from './harness/guest.ts';
import { expect, pathOf, stoppedClock, test, type Page } from './harness/test.ts';

const image = '"><img src=x onerror=window.hacked=1>';
const script = "'</title><script>window.hacked=1</script>";
const link = 'javascript:window.hacked=1//';
const style = '</style><svg onload=window.hacked=1>{{7*7}}${7*7}';

test.use({ flags: stoppedClock });

/** Whatever was typed is there as text, and nothing of it became an element or ran. */
async function expectHarmless(page: Page, ...shown: string[]): Promise<void> {
    for (const text of shown) {
        const read = (): Promise<string> =>
            page.evaluate(() => document.body.innerText + fieldValues());
        await expect.poll(read).toContain(text);
    }
    const found = await page.evaluate(() => ({
        hacked: 'hacked' in window,
        elements: document.querySelectorAll(
            'img[src="x"], [onerror], [onload], [href^="javascript:" i], [src^="javascript:" i]',
        ).length,
        inlineScripts: [...document.scripts].filter((node) => node.text.includes('hacked')).length,
    }));
    expect(found, page.url()).toEqual({ hacked: false, elements: 0, inlineScripts: 0 });
}

declare global {
    /** Put into every page by this journey: what its fields hold. */
    function fieldValues(): string;
}

async function withFieldValues(page: Page): Promise<Page> {
    await page.addInitScript(() => {
        Object.assign(window, {
            fieldValues: () =>
                [...document.querySelectorAll<HTMLInputElement>('input, textarea, option')]
                    .map((field) => ` ${field.value} ${field.textContent ?? ''}`)
                    .join(''),
        });
    });
    page.on('dialog', (dialog) => {
        throw new Error(`a page opened a dialog: ${dialog.message()}`);
    });
    return page;
}

test('payloads in every field are text on every page', async ({ api, owner, visit }) => {
    await api.call('PATCH', '/v1/house', { name: `House ${image}`, consent_text: `Yes ${script}` });
    const salon = await api.makeResource({ name: `List ${image}` });
    const guest = await withFieldValues(await visit());
    await guest.goto(joinPath(salon));
    await expectHarmless(guest, `List ${image}`, `Yes ${script}`);
    await joinThroughForm(guest, joinPath(salon), {
        name: `Mia ${script}`,
        email: "mia.o'hara+tag@mail.example.org",
    });
    await expectHarmless(guest, `List ${image}`);
    const other = await api.join(salon, {
        name: `Ben ${link}`,
        wants: { service: `Cut ${style}`, staff: `Noor ${script}` },
    });
    await api.call('PUT', '/v1/voice/offer.mail.en', {
        subject: 'For {{name}} <b>',
        text: `Hello {{name}} ${image.replace('"', '')}\n\n{{link}}`,
        button: 'See <i>it</i>',
    });
    await api.freeSlot(salon, {
        starts_at: later(72),
        service: `Colour ${image}`,
        staff: `Tess ${script}`,
        place: `Room ${style}`,
    });

    await guest.reload();
    await expectHarmless(guest, `Colour ${image}`, `Tess ${script}`, `Room ${style}`);
    await guest.goto(pathOf(other.status_url));
    await expectHarmless(guest, `List ${image}`);

    await withFieldValues(owner);
    const list = `/staff/lists/${salon.id}`;
    await owner.goto(`${list}/today`);
    await expectHarmless(owner, `List ${image}`, `Mia ${script}`, `Ben ${link}`, `Colour ${image}`);
    await owner.goto(`${list}/line`);
    await expectHarmless(owner, `Ben ${link}`);
    for (const page of ['history', 'rules', 'numbers']) {
        await owner.goto(`${list}/${page}`);
        await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
        await expectHarmless(owner);
    }
    await owner.goto('/staff/lists');
    await expectHarmless(owner, `List ${image}`);
    await owner.goto('/staff/settings/house');
    await expectHarmless(owner, `House ${image}`, `Yes ${script}`);
    await owner.goto('/staff/voice');
    await expectHarmless(owner);
});

test('reasons, members and keys are text too', async ({ api, owner }) => {
    const course = await api.makeResource({ name: 'Course', kind: 'seats', capacity: 1 });
    const ada = await api.join(course, { name: 'Ada' });
    const eve = await api.join(course, { name: `Eve ${image}` });
    // While the list is paused, the place that Ada gives back waits for a decision by hand.
    await api.call('POST', `/v1/resources/${course.id}:pause`);
    await api.call('POST', `/v1/waitlist/${ada.id}:cancel`);
    const reason = `Because ${script}`;
    await api.call('POST', `/v1/waitlist/${eve.id}:promote`, { reason });
    await api.call('POST', '/v1/keys', { role: 'staff', label: `Desk ${image}` });
    await api.call('POST', '/v1/staff:invite', { name: `Tess ${style}`, role: 'staff' });

    await withFieldValues(owner);
    await owner.goto(`/staff/lists/${course.id}/today`);
    await expectHarmless(owner, `Eve ${image}`);
    await owner.goto(`/staff/lists/${course.id}/history`);
    await expectHarmless(owner, reason);
    await owner.goto('/staff/settings/keys');
    await expectHarmless(owner, `Desk ${image}`);
    await owner.goto('/staff/settings/people');
    await expectHarmless(owner, `Tess ${style}`);
});
