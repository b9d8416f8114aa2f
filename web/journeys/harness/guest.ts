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
    // The script asks first whether joining takes a proof, so the form leaves a moment later.
    const link = page.locator('main a[href^="/e/"], main a[href*="/e/gt_"]').first();
    await expect.poll(async () => page.url().includes('/e/') || await link.isVisible()).toBe(true);
    if (!page.url().includes('/e/')) {
        await link.click();
    }
    await expect(page).toHaveURL(/\/e\//);
}

export function joinPath(resource: Resource): string {
    return `/r/${resource.id}`;
}
