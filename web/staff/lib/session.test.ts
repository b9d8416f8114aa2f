// @vitest-environment happy-dom
// Who is signed in, and what happens when that ends.
import { beforeEach, describe, expect, it } from 'vitest';
import { api, call, Offline, replaceNetwork, type Role, type Session } from './api';
import { router } from './router.svelte';
import { session } from './session.svelte';

const nobody: Session = {
    member: null, account: null, needs_setup: false, expires_at: null, recovery_codes_left: null,
    passkeys: [], passkey_domain: null, can_reset_by_mail: false,
};

function signedInAs(role: Role): Session {
    return {
        ...nobody,
        account: { id: 'acc_1', name: 'Aster' },
        member: {
            id: 'mem_1', name: 'Noor', email: null, role, has_password: true, has_totp: false,
            created_at: '2026-11-15T14:00:00Z', last_seen_at: null, expires_at: null,
        },
    };
}

/** A server that answers each path with this. */
function server(answers: Record<string, () => Response>): void {
    replaceNetwork(async (input) => {
        const answer = answers[new URL((input as Request).url).pathname];
        if (!answer) {
            throw new TypeError('Failed to fetch');
        }
        return answer();
    }, async () => {});
}

beforeEach(() => {
    history.replaceState(null, '', '/staff/lists/res_1/today');
    router.read();
    session.set(nobody);
});

describe('a member', () => {
    it('may do what the role allows', () => {
        session.set(signedInAs('staff'));
        expect(session.may('staff')).toBe(true);
        expect(session.may('owner')).toBe(false);
    });

    it('that is not there may do nothing', () => {
        expect(session.isSignedIn).toBe(false);
        expect(session.may('read-only')).toBe(false);
    });
});

describe('the session', () => {
    it('that the server has ended leads to the sign-in page, and back', async () => {
        session.set(signedInAs('owner'));
        server({
            '/v1/staff': () => Response.json({ type: '/problems/unauthorized' }, { status: 401 }),
        });
        await call(api.GET('/v1/staff')).catch(() => {});
        expect(session.isSignedIn).toBe(false);
        expect(router.route).toEqual({ page: 'sign-in' });
        router.goBackIn();
        expect(router.path).toBe('/staff/lists/res_1/today');
    });

    it('stays when something is merely forbidden', async () => {
        session.set(signedInAs('staff'));
        server({
            '/v1/staff': () => Response.json({ type: '/problems/forbidden' }, { status: 403 }),
        });
        await call(api.GET('/v1/staff')).catch(() => {});
        expect(session.isSignedIn).toBe(true);
    });

    it('is not lost because the server cannot be reached', async () => {
        session.set(signedInAs('staff'));
        server({});
        await session.load();
        expect(session.problem).toBeInstanceOf(Offline);
        expect(session.isSignedIn).toBe(true);
    });

    it('ends by signing out', async () => {
        session.set(signedInAs('owner'));
        server({ '/v1/session': () => new Response(null, { status: 204 }) });
        await session.signOut();
        expect(session.isSignedIn).toBe(false);
        expect(router.route).toEqual({ page: 'sign-in' });
    });
});
