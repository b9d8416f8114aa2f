// What is said about a sheet that a list follows, and what its form sends.
import type { components } from '../../lib/schema';
import { rowWords } from '../../lib/rowwords';
import { t } from '../../lib/say.svelte';

export type Sheet = components['schemas']['Sheet'];
export type TestedSheet = components['schemas']['TestedSheet'];
export type SheetColumn = components['schemas']['SheetColumn'];
export type SheetNote = components['schemas']['SheetNote'];
export type SheetQuestion = components['schemas']['SheetQuestion'];
type NewSheet = components['schemas']['NewSheet'];
type SheetField = SheetColumn['field'];

export type PlaceKind = 'file' | 'web' | 'google';
export interface SheetForm {
    kind: PlaceKind;
    url: string;
    username: string;
    password: string;
    keyFile: string;
}
export const emptySheetForm = (): SheetForm => ({ kind: 'web', url: '', username: '', password: '', keyFile: '' });

/** What was not typed is not sent, so that the server keeps what it has. */
export function bodyOf(form: SheetForm, columns: NewSheet['columns'] = []): NewSheet {
    return {
        url: form.url.trim(),
        ...(form.kind === 'web' && form.username !== '' ? { username: form.username } : {}),
        ...(form.kind === 'web' && form.password !== '' ? { password: form.password } : {}),
        ...(form.kind === 'google' && form.keyFile !== '' ? { key_file: form.keyFile } : {}),
        ...(columns.length > 0 ? { columns } : {}),
    };
}

/** What was said by hand, here or before. */
export function byHand(columns: readonly SheetColumn[], chosen: readonly string[]): NonNullable<NewSheet['columns']> {
    return columns.flatMap((column, index) => {
        const field = (chosen[index] || null) as SheetField;
        return column.by_hand || field !== column.field ? [{ heading: column.heading, field }] : [];
    });
}

/** A field that was given to one column is taken from the one that had it. */
export function withField(chosen: readonly string[], index: number, field: string): string[] {
    return chosen.map((before, at) => (at === index ? field : before === field ? '' : before));
}

export const fieldChoices = () => [
    { value: '', label: t('Leave alone') },
    { value: 'name', label: t('Name') },
    { value: 'first_name', label: t('First name') },
    { value: 'last_name', label: t('Last name') },
    { value: 'phone', label: t('Phone') },
    { value: 'email', label: t('E-mail') },
    { value: 'service', label: t('Service') },
    { value: 'party_size', label: t('How many people') },
    { value: 'earliest', label: t('Earliest day') },
    { value: 'latest', label: t('Latest day') },
    { value: 'staff', label: t('Staff') },
    { value: 'priority', label: t('Priority') },
    { value: 'joined_at', label: t('Joined') },
];

export function questionText(question: SheetQuestion): string {
    switch (question.kind) {
        case 'many_vanished':
            return t('Many rows are gone at once. Nobody has left the list yet.');
        case 'offer_vanished':
            return t('The row of someone with an offer is gone. The offer stands.');
        case 'sorted_alone':
            return t('A column seems to have been sorted alone. Nothing is taken from the sheet until that is put right.');
        case 'column_emptied':
            return t('A column has been emptied. What it said still counts.');
        case 'column_gone':
            return t('A column is gone, or its heading is one that Standby doesn’t know.');
    }
}

/** In the reader's language. */
export function noteText(note: SheetNote): string {
    return note.kind === 'heading_twice'
        ? t('Two columns have this heading, and the first one counts. Please give the other one another heading.')
        : rowWords(note.words);
}

const troubles: Record<string, () => string> = {
    not_allowed: () => t('Files of the server are only for owners of the server’s own account.'),
    no_folder: () => t('Whoever runs Standby has to name a folder for sheets first, with --sheets-dir.'),
    outside: () => t('The file must be in the server’s folder for sheets.'),
    not_a_file: () => t('That is no plain file: perhaps a folder, or a link.'),
    not_found: () => t('There is no such file.'),
    in_use: () => t('A program has the file open. Standby writes into it once it’s closed.'),
    changed: () => t('Somebody saved the file at the same moment. Standby looks again.'),
    no_rights: () => t('Standby may read the file, but not write it.'),
    too_large: () => t('The file is larger than 50 MB.'),
    locked: () => t('The password can’t be read on this server any more. Please enter it again.'),
    bad_address: () => t('This is no address we can open. It starts with https://.'),
    host_not_found: () => t('No server has this name. Is the address spelled right?'),
    private_address: () => t('This address is in the server’s own network. Whoever runs Standby can allow it with --allow-private.'),
    no_connection: () => t('We can’t connect to the server.'),
    no_answer: () => t('The server doesn’t answer in time.'),
    bad_certificate: () => t('The server’s certificate isn’t trusted.'),
    moved: () => t('The sheet has moved to another server. Please enter its new address.'),
    wrong_login: () => t('The server doesn’t accept the user name or the password.'),
    busy: () => t('The server is busy. We’ll try again.'),
    no_headings: () => t('No column says how to reach people. Say below which one has mobile numbers or e-mail addresses.'),
    not_shared: () => t('The sheet isn’t shared with the service account. Share it with its address, as an editor.'),
    not_editor: () => t('The service account may only read the sheet. Share it with its address as an editor.'),
    api_off: () => t('The Google Sheets API is off in the key’s project. Switch it on in the Google Cloud console.'),
    wrong_tab: () => t('The sheet has no such tab. Copy the address again while the tab is open.'),
    clock_off: () => t('This server’s clock is wrong, so Google doesn’t accept its signature.'),
    key_refused: () => t('Google doesn’t accept the key. Was it deleted?'),
};

export function troubleText(trouble: string | null, words: string | null): string {
    return (trouble !== null ? troubles[trouble]?.() : undefined) ?? words ?? '';
}
