// Passkeys, as the browser's own functions take and give them, and as the API does.
import { api, call, type Schemas, type Session } from './api';

type Bytes = Uint8Array<ArrayBuffer>;

export function toBase64Url(buffer: ArrayBuffer): string {
    const text = String.fromCharCode(...new Uint8Array(buffer));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string): Bytes {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Whether passkeys work here: the browser knows them, and the page is where they belong. */
export function canUsePasskeys(
    domain: string | null | undefined,
    host = location.hostname,
    isKnown = 'PublicKeyCredential' in window,
): boolean {
    return isKnown && !!domain && (host === domain || host.endsWith(`.${domain}`));
}

/** The person closed the browser's dialog, or let it run out. */
export function isCancelled(error: unknown): boolean {
    return error instanceof DOMException &&
        (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** The device has one of the passkeys that are there already. */
export function isKnownDevice(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'InvalidStateError';
}

/** Asks the device for a new key. */
export async function makePasskey(
    options: Schemas['NewPasskeyOptions'],
): Promise<{ client_data: string; attestation: string }> {
    const made = (await navigator.credentials.create({
        publicKey: {
            challenge: fromBase64Url(options.challenge),
            rp: { id: options.domain, name: options.domain_name },
            user: {
                id: fromBase64Url(options.user_handle),
                name: options.user_name,
                displayName: options.user_display_name,
            },
            pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
            excludeCredentials: options.known.map((id) => (
                { type: 'public-key', id: fromBase64Url(id) })),
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
            attestation: 'none',
        },
    })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAttestationResponse;
    return {
        client_data: toBase64Url(response.clientDataJSON),
        attestation: toBase64Url(response.attestationObject),
    };
}

/** Signs in with whichever passkey of this page the person picks. */
export async function signInWithPasskey(): Promise<Session> {
    const options = await call(api.POST('/v1/session:begin_passkey'));
    const used = (await navigator.credentials.get({
        publicKey: {
            challenge: fromBase64Url(options.challenge),
            rpId: options.domain,
            userVerification: 'required',
        },
    })) as PublicKeyCredential;
    const response = used.response as AuthenticatorAssertionResponse;
    return call(api.POST('/v1/session:use_passkey', {
        body: {
            credential: toBase64Url(used.rawId),
            client_data: toBase64Url(response.clientDataJSON),
            authenticator_data: toBase64Url(response.authenticatorData),
            signature: toBase64Url(response.signature),
        },
    }));
}
