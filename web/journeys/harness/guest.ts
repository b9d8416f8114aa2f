// What guests do on their pages, by the names of the fields, so that it works in every language.
import { expect, type Page } from '@playwright/test';
import type { Resource } from './api.ts';

export interface Guest {
    name: string;
    email: string;
    service?: string;
}

/** Joins through the form, and ends on the guest's own page. */
export async function joinThroughForm(page: Page, path: string, guest: Guest): Promise<void> {
    await page.goto(path);
    await page.locator('input[name="name"]').fill(guest.name);
    await page.locator('input[name="email"]').fill(guest.email);
    if (guest.service !== undefined) {
        await page.locator('[name="service"]').fill(guest.service);
    }
    await page.locator('main form button:not([type="button"])').last().click();
    await page.waitForLoadState();
    if (!page.url().includes('/e/')) {
        await page.locator('main a[href^="/e/"], main a[href*="/e/gt_"]').first().click();
    }
    await expect(page).toHaveURL(/\/e\//);
}

export function joinPath(resource: Resource): string {
    return `/r/${resource.id}`;
}
