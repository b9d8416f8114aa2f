// How pages look and read: checked by axe in light and in dark, and kept as pictures in
// build/screens, so that a person can look at them too.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const ownFolder = fileURLToPath(new URL('../../../build/screens', import.meta.url));
const folder = process.env.STANDBY_SCREENS ?? ownFolder;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const phone = { width: 390, height: 844 };

/** No breach of WCAG 2.2 AA that axe can find, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
    await page.waitForLoadState('load'); // its words may come before its style
    for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const result = await new AxeBuilder({ page }).setLegacyMode(true).withTags(tags).analyze();
        const breaches = result.violations.map(
            (violation) =>
                `${violation.id} (${colorScheme}, ${page.url()}): ${violation.help}: ` +
                violation.nodes
                    .slice(0, 3)
                    .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`)
                    .join(' | '),
        );
        expect(breaches).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Pictures of the whole page: <name>-light.png, <name>-dark.png and <name>-phone.png. */
export async function screens(page: Page, name: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const before = page.viewportSize();
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(phone);
    await page.screenshot({ path: join(folder, `${name}-phone.png`), fullPage: true });
    if (before !== null) {
        await page.setViewportSize(before);
    }
    await page.emulateMedia({ colorScheme: null });
}

/** Both: what most journeys do on every page that they pass. */
export async function inspect(page: Page, name: string): Promise<void> {
    await expectAccessible(page);
    await screens(page, name);
}
