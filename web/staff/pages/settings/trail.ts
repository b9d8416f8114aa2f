// What staff did, in words.
import type { Schemas } from '../../lib/api';
import { spoken, t } from '../../lib/say.svelte';

type Deed = Schemas['StaffDeed'];
type Names = ReadonlyMap<string, string>;

const words: Record<string, string> = spoken(() => ({
    signed_in: t('Signed in'),
    sign_in_failed: t('Wrong password at sign-in'),
    code_wrong: t('Wrong code at sign-in'),
    signed_out: t('Signed out'),
    link_used: t('Came in by a link'),
    member_invited: t('Invited someone'),
    invitation_withdrawn: t('Withdrew an invitation'),
    member_changed: t('Changed someone\'s role or name'),
    member_removed: t('Removed someone\'s access'),
    reset_link_made: t('Created a reset link'),
    password_forgotten: t('Asked for a new password'),
    profile_changed: t('Changed their own profile'),
    totp_on: t('Set up an authenticator app'),
    totp_off: t('Removed the authenticator app'),
    recovery_codes_made: t('Made new recovery codes'),
    passkey_added: t('Added a passkey'),
    passkey_removed: t('Removed a passkey'),
    passkey_wrong: t('Wrong passkey at sign-in'),
    key_created: t('Created an API key'),
    key_revoked: t('Revoked an API key'),
    signing_key_created: t('Created a signing key'),
    signing_key_revoked: t('Revoked a signing key'),
    settings_changed: t('Changed settings'),
    delivery_changed: t('Set up how messages leave'),
    payments_changed: t('Set up payments'),
    payments_removed: t('Removed how payments are set up'),
    delivery_removed: t('Removed how messages leave'),
    booking_system_set: t('Set up the booking system of a list'),
    booking_system_removed: t('Removed the booking system of a list'),
    sheet_set: t('Set up which sheet the list follows'),
    sheet_removed: t('Stopped following the sheet'),
    card_approved: t('Approved a request that came by mail'),
    card_dismissed: t('Set a mail aside that is no request'),
    card_undone: t('Took back what was done with a mail'),
    mailbox_set: t('Set up the mailbox for requests'),
    mailbox_removed: t('Removed the mailbox for requests'),
    catalogue_item_added: t('Added something to the catalogue'),
    catalogue_item_changed: t('Changed something in the catalogue'),
    catalogue_item_removed: t('Removed something from the catalogue'),
    catalogue_imported: t('Took names over into the catalogue'),
    people_imported: t('Imported people onto a list'),
    import_undone: t('Took an import back'),
    note_changed: t('Changed what is noted about a guest'),
    links_ended: t('Ended a guest’s links'),
    webhook_secret_rotated: t('Created a new webhook secret'),
    tokens_rotated: t('Renewed the secret of guests\' links'),
    guests_written_to: t('Wrote to guests'),
    person_erased: t('Erased a guest\'s data'),
    exported: t('Exported data'),
    retention: t('Erased what is kept no longer'),
}));

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
        return t('on the server itself');
    }
    return names.get(deed.actor) ?? deed.actor;
}
