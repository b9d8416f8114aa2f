// Which page an address means.
import { describe, expect, it } from 'vitest';
import { clusterPath, listPath, parseRoute, safeReturn, settingsPath } from './routes';

describe('an address', () => {
    it.each([
        ['/staff', { page: 'home' }],
        ['/staff/', { page: 'home' }],
        ['/staff/lists', { page: 'lists' }],
        ['/staff/lists/res_1', { page: 'list', resourceId: 'res_1', tab: 'today' }],
        ['/staff/lists/res_1/history', { page: 'list', resourceId: 'res_1', tab: 'history' }],
        ['/staff/voice', { page: 'voice' }],
        ['/staff/settings', { page: 'settings', tab: 'you' }],
        ['/staff/settings/keys', { page: 'settings', tab: 'keys' }],
        ['/staff/cluster', { page: 'cluster' }],
        ['/staff/setup', { page: 'link', purpose: 'setup' }],
        ['/staff/invite', { page: 'link', purpose: 'invite' }],
        ['/staff/reset', { page: 'link', purpose: 'reset' }],
        ['/staff/sign-in', { page: 'sign-in' }],
        ['/staff/demo', { page: 'demo' }],
        ['/staff/demo/more', { page: 'unknown' }],
    ])('%s is a page', (path, route) => {
        expect(parseRoute(path)).toEqual(route);
    });

    it.each([
        '/', '/staffroom', '/staff/lists/res_1/today/more', '/staff/lists/ent_1',
        '/staff/lists/res_1/board',
        '/staff/settings/secrets', '/staff/voice/x', '/staff/cluster/x', '/staff/lists/..%2f', '/staff/nothing',
    ])('%s is none', (path) => {
        expect(parseRoute(path)).toEqual({ page: 'unknown' });
    });

    it('is found again from what is written into links', () => {
        expect(parseRoute(listPath('res_7Z', 'rules')))
            .toEqual({ page: 'list', resourceId: 'res_7Z', tab: 'rules' });
        expect(parseRoute(settingsPath('people'))).toEqual({ page: 'settings', tab: 'people' });
        expect(parseRoute(clusterPath)).toEqual({ page: 'cluster' });
    });
});

describe('the way back after signing in', () => {
    it('leads to the page one was on', () => {
        expect(safeReturn('/staff/lists/res_1/line')).toBe('/staff/lists/res_1/line');
    });

    it.each([
        null, '', 'https://evil.example/staff', '//evil.example', '/staff//evil.example/x',
        '/staff/../v1/keys',
        '/staff/sign-in', '/staff/demo', '/staff/setup', '/r/res_1', 'javascript:alert(1)',
    ])('never leads anywhere else: %s', (path) => {
        expect(safeReturn(path)).toBe('/staff');
    });
});
