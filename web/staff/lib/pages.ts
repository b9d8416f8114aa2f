// The pages of the app, each in pages/<name>/Page.svelte and fetched when it is first needed.
// Pages of a list get the property resourceId, the settings page gets tab, the link page purpose.
import type { Component } from 'svelte';
import type { Route } from './routes';

export type PageComponent = Component<Record<string, string>>;

const modules = import.meta.glob<{ default: PageComponent }>('../pages/*/Page.svelte');

/** The folder of a route's page and what the page is given. */
export function pageOf(route: Route): { name: string; properties: Record<string, string> } {
    switch (route.page) {
        case 'home':
        case 'lists':
            return { name: 'lists', properties: {} };
        case 'list':
            return { name: route.tab, properties: { resourceId: route.resourceId } };
        case 'settings':
            return { name: 'settings', properties: { tab: route.tab } };
        case 'link':
            return { name: 'setup', properties: { purpose: route.purpose } };
        case 'sign-in':
            return { name: 'signin', properties: {} };
        case 'demo':
            return { name: 'demo', properties: {} };
        case 'voice':
            return { name: 'voice', properties: {} };
        case 'cluster':
            return { name: 'cluster', properties: {} };
        case 'unknown':
            return { name: 'unknown', properties: {} };
    }
}

/** Fetches a page; undefined where there is none. */
export async function loadPage(name: string): Promise<PageComponent | undefined> {
    return (await modules[`../pages/${name}/Page.svelte`]?.())?.default;
}
