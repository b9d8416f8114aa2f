// The frame of every journey: a server of its own, the API to set things up with, and people with
// browsers of their own, all of them watched.
import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { Api } from './api.ts';
import { Contract } from './contract.ts';
import { Server } from './server.ts';
import { Watch } from './watch.ts';

export { expect };
export type { Page };

/** Someone with a phone. */
export const phone: BrowserContextOptions = {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
};

/** Ten in the morning of today: nobody sleeps, and cookies of that day are good in any browser. */
export const morning = `${new Date().toISOString().slice(0, 10)}T10:00:00Z`;

/** A server whose time stands still until the journey moves it. */
export const stoppedClock = ['--join-rate', '0', '--manual-clock', morning];

interface Fixtures {
    /** Flags of `standby serve` beyond those that every server gets. */
    flags: readonly string[];
    /** The name of this machine that browsers use. */
    host: string;
    server: Server;
    api: Api;
    watch: Watch;
    /** A page in a browser of its own: another person, or the same one elsewhere. */
    visit: (options?: BrowserContextOptions) => Promise<Page>;
    /** A page of the owner, signed in by the set-up link. */
    owner: Page;
}

const contract = new Contract();

export const test = base.extend<Fixtures>({
    flags: [['--join-rate', '0'], { option: true }],

    host: ['127.0.0.1', { option: true }],

    server: async ({ flags, host }, use) => {
        const server = new Server(flags, undefined, host);
        try {
            await server.start();
            await use(server);
        } finally {
            await server.remove();
        }
    },

    api: async ({ server }, use) => {
        await use(new Api(server.url, server.apiKey, contract));
    },

    watch: async ({ server }, use) => {
        const watch = new Watch(server.url, contract);
        await use(watch);
        expect(watch.findings).toEqual([]);
    },

    visit: async ({ browser, server, watch, viewport, locale, timezoneId }, use) => {
        const contexts: { close: () => Promise<void> }[] = [];
        await use(async (options = {}) => {
            const context = await browser.newContext({
                baseURL: server.url,
                viewport,
                locale,
                timezoneId,
                ...options,
            });
            contexts.push(context);
            await watch.attach(context);
            return context.newPage();
        });
        await watch.settle();
        for (const context of contexts) {
            await context.close();
        }
        await watch.settle();
    },

    owner: async ({ visit, server }, use) => {
        const page = await visit();
        await useLink(page, { token: server.setupToken, ...ownerAccount });
        await use(page);
    },
});

export const ownerAccount = {
    name: 'Noor Haddad',
    email: 'noor@aster.example',
    password: 'a long sentence is good',
};

/** Uses a one-time link as the pages do, from a page of our origin, which is then signed in. */
export function useLink(page: Page, body: Record<string, string>): Promise<void> {
    return post(page, '/v1/links:use', body);
}

/** Signs in as the page does. */
export function signIn(page: Page, body: { email: string; password: string }): Promise<void> {
    return post(page, '/v1/session', body);
}

async function post(page: Page, path: string, body: Record<string, string>): Promise<void> {
    await page.goto('/robots.txt');
    const status = await page.evaluate(
        async ([to, sent]) => {
            const answer = await fetch(to, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: sent,
            });
            await answer.text();
            return answer.status;
        },
        [path, JSON.stringify(body)] as const,
    );
    expect(status).toBe(200);
}

/** Marks the page, so that it can be told later whether it was loaded anew. */
export async function mark(page: Page): Promise<void> {
    await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

export async function expectNotReloaded(page: Page): Promise<void> {
    expect(await page.evaluate(() => 'isMarked' in window), 'it is the same page').toBe(true);
}

/** The part of a link of ours that a page of the same server is asked for. */
export function pathOf(link: string): string {
    const url = new URL(link);
    return url.pathname + url.search + url.hash;
}
