// What is said of a list's booking system, and the form that sets one up.
import type { Schemas } from '../../../lib/api';
import { t, tn } from '../../../lib/say.svelte';

export type BookingSystem = Schemas['ConnectedBookingSystem'];
type Setup = Schemas['NewBookingSystem'];
type ProblemCode = Schemas['BookingProblem']['code'];
type Card = Schemas['BookingCard'];

export interface BookingForm {
    kind: Setup['kind'];
    url: string;
    token: string;
    eventType: string;
}

export const formOf = (system?: BookingSystem): BookingForm => ({
    kind: system?.kind ?? 'http',
    url: system?.url ?? '',
    token: '',
    eventType: system?.event_type ? String(system.event_type) : '',
});

/** A number that was mistyped is sent as it is, so that the server says what is wrong with it. */
export function bodyOf(form: BookingForm): Setup {
    const body: Setup = { kind: form.kind };
    const url = form.url.trim();
    const token = form.token.trim();
    const eventType = form.eventType.trim();
    if (url !== '') {
        body.url = url;
    }
    if (token !== '') {
        body.token = token;
    }
    if (form.kind === 'cal' && eventType !== '') {
        body.event_type = Number(eventType);
    }
    return body;
}

/** What is wrong, and what to do about it. */
export function problemText(code: ProblemCode): string {
    switch (code) {
        case 'taken': return t('The booking system had given the place to somebody else.');
        case 'in_progress': return t('The booking system is still busy with what we asked before.');
        case 'no_answer': return t('The booking system doesn’t answer in time.');
        case 'no_connection': return t('We can’t connect to the booking system.');
        case 'host_not_found': return t('No server has this name. Is the address spelled right?');
        case 'busy': return t('The booking system is busy or down. We’ll ask it again.');
        case 'not_understood': return t('We don’t understand what the booking system answers. Is it the right address?');
        case 'wrong_booking': return t('The booking system answers about another booking than we asked for.');
        case 'too_large': return t('The booking system’s answer is longer than we read. Is it the right address?');
        case 'not_there': return t('There is no booking system at this address.');
        case 'not_offered': return t('The booking system can’t do that.');
        case 'wrong_token': return t('The booking system doesn’t accept the token.');
        case 'forbidden': return t('The booking system doesn’t let whoever has this token do that.');
        case 'moved': return t('The booking system sends us to another address. Please enter that one instead.');
        case 'bad_address': return t('This is no address we can open. It starts with https://.');
        case 'private_address': return t('This address is in the server’s own network. Whoever runs Standby can allow it with --allow-private.');
        case 'bad_certificate': return t('The server’s certificate isn’t trusted.');
        case 'no_email': return t('The booking system wants the guest’s e-mail address, and we don’t have one.');
        case 'no_event_type': return t('No event type there is called like the service, or more than one is. Please enter its number.');
        case 'refused': return t('The booking system refused.');
        default: return t('The booking system couldn’t be asked. We’ll try again.');
    }
}

/** What staff are to sort out. */
export function cardText(card: Card): string {
    switch (card.kind) {
        case 'given_up': return t('No booking came about within five minutes. The guest was told, and waits again at their place in line.');
        case 'refused': return t('The booking system refused this booking. The guest was told, and keeps their place in line.');
        case 'missing': return t('A guest has this place here, but the booking system has no such booking any more.');
        case 'left': return t('A guest gave this place back, but the booking couldn’t be cancelled there.');
    }
}

/** How it is doing, in one sentence. */
export function stateText(system: BookingSystem): string {
    if (system.state === 'locked') {
        return t('Its token can’t be read with this server’s key. Please enter it again.');
    }
    if (system.breaker === 'open') {
        return t('It failed several times in a row, so we leave it alone for a moment. Guests who said yes are being confirmed.');
    }
    if (system.problem !== null) {
        return problemText(system.problem.code);
    }
    return system.state === 'working' ? t('It answers.') : t('It hasn’t been asked yet.');
}

export const isInTrouble = (system: BookingSystem): boolean =>
    system.state === 'locked' || system.state === 'failing' || system.breaker !== 'closed';

export function dayText(system: BookingSystem): string {
    const day = system.last_day;
    const failed = day.taken + day.given_up;
    const all = day.booked + failed;
    if (all === 0) {
        return t('No bookings in the last 24 hours.');
    }
    return failed === 0
        ? tn(all, '{n} booking in the last 24 hours.', '{n} bookings in the last 24 hours.')
        : tn(all, '{n} booking in the last 24 hours, which failed.', '{n} bookings in the last 24 hours, {failed} of them failed.',
            { failed });
}
