// The form that says which calendar a list follows, and what is said of one that is followed.
import type { Schemas } from '../../../lib/api';
import { t, tn } from '../../../lib/say.svelte';

export type FollowedCalendar = Schemas['FollowedCalendar'];
export type TestedCalendar = Schemas['TestedCalendar'];
type Kind = Schemas['NewCalendar']['kind'];
type ProblemCode = Schemas['CalendarProblem']['code'];

export interface CalendarForm {
    kind: Kind;
    url: string;
    username: string;
    password: string;
    calendar: string;
    keyFile: string;
    titles: string;
    categories: string;
    service: string;
    staff: string;
    notice: string;
}

/** As titles are written: the parts are the same in every language. */
export const titleExample = '{service} - {name}';

export const emptyForm = (): CalendarForm => ({
    kind: 'caldav', url: '', username: '', password: '', calendar: '', keyFile: '', titles: '', categories: '',
    service: '', staff: '', notice: '1h',
});

const partsOf = (text: string, divider: string): string[] =>
    text.split(divider).map((part) => part.trim()).filter(Boolean);

export function bodyOf(form: CalendarForm): Schemas['NewCalendar'] {
    const isGoogle = form.kind === 'google';
    return {
        kind: form.kind,
        ...(!isGoogle && form.url.trim() ? { url: form.url.trim() } : {}),
        ...(isGoogle ? { calendar: form.calendar.trim(), key_file: form.keyFile } : {}),
        ...(!isGoogle && form.username ? { username: form.username } : {}),
        ...(!isGoogle && form.password ? { password: form.password } : {}),
        titles: partsOf(form.titles, '\n'),
        categories: partsOf(form.categories, ','),
        ...(form.service.trim() ? { service: form.service.trim() } : {}),
        ...(form.staff.trim() ? { staff: form.staff.trim() } : {}),
        notice: form.notice,
    };
}

/** The address of the service account that a key file is for. */
export function accountOf(keyFile: string): string | undefined {
    try {
        const key: unknown = JSON.parse(keyFile);
        const email = typeof key === 'object' && key !== null && 'client_email' in key ? key.client_email : undefined;
        return typeof email === 'string' && email.includes('@') ? email : undefined;
    } catch {
        return undefined;
    }
}

/** Google’s words for what happens everywhere: what to do about it is something else there. */
function googleProblemText(code: ProblemCode): string | undefined {
    switch (code) {
        case 'not_found': return t('Google doesn’t show us this calendar. Is its ID right, and is it shared with the service account?');
        case 'forbidden': return t('The service account may not do that. Is the Google Calendar API switched on, and may the account make changes to events?');
        case 'wrong_login': return t('Google doesn’t accept the key. Was it deleted?');
        case 'clock_off': return t('This server’s clock is wrong, so Google doesn’t accept its signature.');
        case 'busy': return t('Google asks us to wait a little. We’ll try again.');
        default: return undefined;
    }
}

/** What to do about a problem, in a sentence or two. */
export function problemText(code: ProblemCode, kind?: Kind): string {
    const atGoogle = kind === 'google' ? googleProblemText(code) : undefined;
    if (atGoogle !== undefined) {
        return atGoogle;
    }
    switch (code) {
        case 'bad_address': return t('This is no address we can open. It starts with https://.');
        case 'host_not_found': return t('No server has this name. Is the address spelled right?');
        case 'private_address': return t('This address is in the server’s own network. Whoever runs Standby can allow it with --allow-private.');
        case 'no_connection': return t('We can’t connect to the server.');
        case 'no_answer': return t('The server doesn’t answer in time.');
        case 'bad_certificate': return t('The server’s certificate isn’t trusted.');
        case 'too_large': return t('This calendar is larger than what we read.');
        case 'moved': return t('The calendar has moved to another server. Please enter its new address.');
        case 'wrong_login': return t('The server doesn’t accept the user name or the password.');
        case 'forbidden': return t('This user may not do that. Is the calendar shared with them, for changes, too?');
        case 'not_found': return t('There is no calendar at this address.');
        case 'gone': return t('The calendar has been deleted.');
        case 'not_supported': return t('There is something else at this address. Please enter the address of the calendar itself.');
        case 'not_understood': return t('What is at this address is no calendar.');
        case 'busy': return t('The server is busy. We’ll try again.');
        default: return t('The calendar couldn’t be read. We’ll try again.');
    }
}

export function questionText(calendar: FollowedCalendar): string {
    const count = calendar.gone.length;
    switch (calendar.question) {
        case 'empty': return t('The calendar is empty all of a sudden. Are all these appointments cancelled?');
        case 'edge': return tn(count, '{n} appointment at the end of the calendar is gone. Is it cancelled?',
            '{n} appointments at the end of the calendar are gone. Are they cancelled?');
        default: return tn(count, '{n} appointment has gone. Is it cancelled?',
            '{n} appointments have gone at once. Are they cancelled?');
    }
}

export function testedText(tested: TestedCalendar, kind?: Kind): string {
    if (tested.problem) {
        return problemText(tested.problem.code, kind);
    }
    return tested.appointments === 0
        ? t('It works, but no event that lies ahead looks like an appointment.')
        : tn(tested.appointments, 'It works: {n} appointment lies ahead.', 'It works: {n} appointments lie ahead.');
}
