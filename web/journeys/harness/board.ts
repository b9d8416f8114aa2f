// The board of the staff pages, as a person sees it: columns with people in them.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Resource } from './api.ts';

export async function openBoard(page: Page, resource: Resource): Promise<void> {
    await page.goto(`/staff/lists/${resource.id}/today`);
    await expect(page.getByRole('heading', { level: 1, name: resource.name })).toBeVisible();
}

function column(page: Page, name: RegExp): Locator {
    return page.getByRole('region', { name });
}

export const offered = (page: Page): Locator => column(page, /^Offered/);
export const accepted = (page: Page): Locator => column(page, /^(Booked|Confirmed|Admitted)/);
export const waiting = (page: Page): Locator => column(page, /^Waiting/);

/** The name of someone in a column. */
export function person(within: Locator, name: string): Locator {
    const word = new RegExp(`^\\s*${name}(\\s|$)`);
    return within.getByRole('paragraph').filter({ hasText: word });
}

/** Frees a slot through the dialog, with the start that it proposes. */
export async function freeSlot(page: Page, service: string): Promise<void> {
    await page.getByRole('button', { name: 'Free a slot' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Service').fill(service);
    await dialog.getByRole('button', { name: 'Offer this slot' }).click();
    await expect(dialog).toBeHidden();
}
