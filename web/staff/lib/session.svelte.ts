// Who is signed in. Pages ask session.may('staff') before they show a button.
import { api, call, onSignedOut, type Member, type Role, type Session } from './api';
import { mayAs } from './roles';
import { router } from './router.svelte';

class SessionStore {
    /** Undefined until the server has answered for the first time. */
    state = $state<Session | undefined>(undefined);
    /** What went wrong while asking, if anything did. */
    problem = $state<unknown>(undefined);

    get member(): Member | null {
        return this.state?.member ?? null;
    }

    get isSignedIn(): boolean {
        return this.member !== null;
    }

    may(role: Role): boolean {
        return mayAs(this.member?.role, role);
    }

    async load(): Promise<void> {
        this.problem = undefined;
        try {
            this.state = await call(api.GET('/v1/session'));
        } catch (error) {
            this.problem = error;
        }
    }

    /** Takes what a sign-in, a link or a change of profile answered. Recovery codes are not kept. */
    set(answer: Session): void {
        const { recovery_codes: _, ...kept } = answer;
        this.state = kept;
    }

    /** The server does not know us any more. */
    lost(): void {
        if (this.state) {
            this.state = { ...this.state, member: null, account: null, expires_at: null };
        }
        router.goSignIn();
    }

    async signOut(everywhere = false): Promise<void> {
        await call(api.DELETE('/v1/session', { params: { query: { everywhere } } }));
        this.state = {
            member: null, account: null, needs_setup: false, expires_at: null,
            recovery_codes_left: null, passkeys: [], can_reset_by_mail: this.state?.can_reset_by_mail ?? false,
            passkey_domain: this.state?.passkey_domain ?? null,
        };
        router.go('/staff/sign-in', { replace: true });
    }
}

export const session = new SessionStore();
onSignedOut(() => session.lost());
