// The password and the code that are asked again before how someone signs in changes.
import { Problem } from '../../lib/api';
import { t } from '../../lib/say.svelte';

export interface Proof {
    password: string;
    code: string;
}

export interface WrongProof {
    password?: string | undefined;
    code?: string | undefined;
}

export const noProof = (): Proof => ({ password: '', code: '' });

/** The proof as a request carries it: only what was typed. */
export function proofBody(proof: Proof): { password?: string; code?: string } {
    return {
        ...(proof.password ? { password: proof.password } : {}),
        ...(proof.code.trim() ? { code: proof.code.trim() } : {}),
    };
}

/** The same beside other changes, where `password` is the new one. */
export function currentProof(proof: Proof): { current_password?: string; current_code?: string } {
    const { password, code } = proofBody(proof);
    return {
        ...(password ? { current_password: password } : {}),
        ...(code ? { current_code: code } : {}),
    };
}

/** What was wrong with the proof, in words; nothing if something else was. */
export function wrongProof(error: unknown, prefix: '' | 'current_' = ''): WrongProof | undefined {
    if (!(error instanceof Problem)) {
        return undefined;
    }
    const password = error.of(`${prefix}password`);
    const code = error.of(`${prefix}code`);
    if (!password && !code) {
        return undefined;
    }
    return {
        password: password && t('That’s not your current password.'),
        code: code && t('That’s not the current code in your app, nor an unused recovery code.'),
    };
}
