// What staff did, in words.
import type { Schemas } from '../../lib/api';

type Deed = Schemas['StaffDeed'];
type Names = ReadonlyMap<string, string>;

const words: Record<string, string> = {
    signed_in: 'Signed in',
    sign_in_failed: 'Wrong password at sign-in',
    code_wrong: 'Wrong code at sign-in',
    signed_out: 'Signed out',
    link_used: 'Came in by a link',
    member_invited: 'Invited someone',
    invitation_withdrawn: 'Withdrew an invitation',
    member_changed: "Changed someone's role or name",
    member_removed: "Removed someone's access",
    reset_link_made: 'Created a reset link',
    profile_changed: 'Changed their own profile',
    totp_on: 'Set up an authenticator app',
    totp_off: 'Removed the authenticator app',
    recovery_codes_made: 'Made new recovery codes',
    passkey_added: 'Added a passkey',
    passkey_removed: 'Removed a passkey',
    passkey_wrong: 'Wrong passkey at sign-in',
    key_created: 'Created an API key',
    key_revoked: 'Revoked an API key',
    signing_key_created: 'Created a signing key',
    signing_key_revoked: 'Revoked a signing key',
    settings_changed: 'Changed settings',
    webhook_secret_rotated: 'Created a new webhook secret',
    tokens_rotated: "Renewed the secret of guests' links",
    person_erased: "Erased a guest's data",
    exported: 'Exported data',
    retention: 'Erased what is kept no longer',
};

/** What was done, to whom or what. An act of a newer server is shown as it is named there. */
export function actText(deed: Deed, names: Names): string {
    const act = deed.act ?? 'unreadable';
    const subject = deed.subject === null ? '' : (names.get(deed.subject) ?? deed.subject);
    const about = [subject, deed.detail ?? ''].filter((part) => part !== '').join(', ');
    const text = words[act] ?? act.replaceAll('_', ' ');
    return about === '' ? text : `${text} (${about})`;
}

/** Who did it. */
export function actorText(deed: Deed, names: Names): string {
    if (deed.actor === null) {
        return '';
    }
    if (deed.actor === 'operator') {
        return 'on the server itself';
    }
    return names.get(deed.actor) ?? deed.actor;
}
