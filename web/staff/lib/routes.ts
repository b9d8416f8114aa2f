// Which page an address under /staff means, and the address of a page. Pure, so that it is tested
// without a browser.

export const listTabs = ['today', 'calendar', 'line', 'history', 'rules', 'numbers'] as const;
export type ListTab = (typeof listTabs)[number];

export const settingsTabs = [
    'you', 'people', 'house', 'offer', 'delivery', 'payments', 'requests', 'keys', 'trail',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export type Route =
    | { page: 'home' }
    | { page: 'lists' }
    | { page: 'list'; resourceId: string; tab: ListTab }
    | { page: 'voice' }
    | { page: 'settings'; tab: SettingsTab }
    | { page: 'cluster' }
    | { page: 'link'; purpose: 'setup' | 'invite' | 'reset' }
    | { page: 'sign-in' }
    | { page: 'demo' }
    | { page: 'unknown' };

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
    return (names as readonly string[]).includes(name);
}

export function parseRoute(pathname: string): Route {
    const parts = pathname.split('/').filter((part) => part !== '');
    if (parts[0] !== 'staff') {
        return { page: 'unknown' };
    }
    const [, first, second, third] = parts;
    switch (first) {
        case undefined:
            return { page: 'home' };
        case 'lists':
            return parseList(second, third, parts.length);
        case 'voice':
            return { page: parts.length === 2 ? 'voice' : 'unknown' };
        case 'settings':
            if (second === undefined) {
                return { page: 'settings', tab: 'you' };
            }
            return isOneOf(settingsTabs, second) && parts.length === 3
                ? { page: 'settings', tab: second }
                : { page: 'unknown' };
        case 'cluster':
            return { page: parts.length === 2 ? 'cluster' : 'unknown' };
        case 'setup':
        case 'invite':
        case 'reset':
            return { page: 'link', purpose: first };
        case 'sign-in':
            return { page: 'sign-in' };
        case 'demo':
            return { page: parts.length === 2 ? 'demo' : 'unknown' };
        default:
            return { page: 'unknown' };
    }
}

function parseList(id: string | undefined, tab: string | undefined, length: number): Route {
    if (id === undefined) {
        return { page: 'lists' };
    }
    if (!/^res_[0-9A-Z]{1,7}$/.test(id) || length > 4) {
        return { page: 'unknown' };
    }
    const named = tab ?? 'today';
    return isOneOf(listTabs, named)
        ? { page: 'list', resourceId: id, tab: named }
        : { page: 'unknown' };
}

export function listPath(resourceId: string, tab: ListTab = 'today'): string {
    return `/staff/lists/${resourceId}/${tab}`;
}

export function settingsPath(tab: SettingsTab): string {
    return `/staff/settings/${tab}`;
}

export const clusterPath = '/staff/cluster';

/** Where to go after signing in: only ever a page of this app. */
export function safeReturn(path: string | null): string {
    if (path === null || !/^\/staff(\/[A-Za-z0-9_/-]*)?$/.test(path)) {
        return '/staff';
    }
    const route = parseRoute(path);
    const isPage = route.page !== 'unknown' && route.page !== 'sign-in' &&
        route.page !== 'link' && route.page !== 'demo';
    return isPage ? path : '/staff';
}
