// What kinds of messages, channels and languages are called, and how the overview groups them.
import type { Schemas } from '../../lib/api';

export type VoiceItem = Schemas['VoiceItem'];
export type Channel = VoiceItem['channel'];
export type Locale = Schemas['Locale'];

export interface KindWords {
    name: string;
    when: string;
}

const kinds: Record<string, KindWords> = {
    waitlisted: { name: 'You’re on the list', when: 'Right after someone joins.' },
    verify: { name: 'Please confirm your address', when: 'Where the rules require it.' },
    offer: { name: 'An offer', when: 'A place is free and it’s their turn.' },
    reminder: { name: 'Offer reminder', when: 'An offer hasn’t been answered yet.' },
    expired: { name: 'Your offer has expired', when: 'An offer wasn’t answered in time.' },
    taken: { name: 'No longer available', when: 'Someone tried to claim an offer that was gone.' },
    confirmed: { name: 'You’re booked', when: 'A place was claimed or booked.' },
    confirmed_late_yes: {
        name: 'You’re booked: late yes',
        when: 'Someone answered too late, and the place came free after all.',
    },
    confirmed_instant_yes: {
        name: 'You’re booked: instant yes',
        when: 'Someone was booked without being asked, as they wanted.',
    },
    event_reminder: { name: 'See you soon', when: 'Shortly before the start.' },
    cancelled: { name: 'Booking cancelled', when: 'A booking was cancelled.' },
    event_over: { name: 'No spot came free', when: 'The event began while they were waiting.' },
    list_closed: { name: 'The list was closed', when: 'You closed the list while they were waiting.' },
    event_cancelled: { name: 'Event cancelled', when: 'You cancelled the event, to everyone on its list.' },
    terms_changed: { name: 'Something has changed', when: 'You moved the start or raised the price while they had an offer.' },
    still_there: { name: 'Still there?', when: 'Someone has waited long, where the rules ask.' },
    move_up: { name: 'An earlier spot', when: 'Someone who is booked could get an earlier slot.' },
    status_link: { name: 'Link to their page', when: 'A guest joined again.' },
    handed_back: { name: 'A place was returned to you', when: 'Nobody claimed it in time.' },
    nobody_fits: { name: 'No match', when: 'Nobody waiting matches a free place.' },
    monthly_summary: { name: 'Monthly summary', when: 'At the start of each month.' },
    channel_down: { name: 'Messages aren’t going out', when: 'E-mail or text messages reach nobody; sent the other way.' },
    channel_back: { name: 'Messages are going out again', when: 'They work again.' },
    reply_claimed: { name: 'Reply: you’re booked', when: 'A guest claimed by text message.' },
    reply_declined: { name: 'Reply: thanks for letting us know', when: 'A guest declined by text.' },
    reply_ended: { name: 'Reply: too late', when: 'A guest answered an expired offer.' },
    reply_late_kept: {
        name: 'Reply: your yes is noted',
        when: 'A guest said yes after the time was over.',
    },
    reply_still_here: { name: 'Reply: still in line', when: 'A guest who was asked still wants it.' },
    reply_taken_back: { name: 'Reply: your yes is taken back', when: 'A guest said no after that.' },
    reply_nothing: { name: 'Reply: no offer', when: 'A guest answered without an offer.' },
    reply_help: { name: 'Reply: how it works', when: 'A guest texted HELP, or something else.' },
    reply_stopped: { name: 'Reply: no more messages', when: 'A guest texted STOP.' },
    reply_started: { name: 'Reply: messages again', when: 'A guest texted START.' },
};

export function kindWords(kind: string): KindWords {
    const plain = kind.replaceAll('_', ' ');
    return kinds[kind] ?? { name: plain.charAt(0).toUpperCase() + plain.slice(1), when: '' };
}

const groups: readonly { title: string; kinds: readonly string[] }[] = [
    { title: 'Joining', kinds: ['waitlisted', 'verify', 'status_link', 'still_there'] },
    { title: 'Offers', kinds: ['offer', 'reminder', 'expired', 'taken', 'terms_changed', 'move_up'] },
    { title: 'Bookings', kinds: ['confirmed', 'confirmed_late_yes', 'confirmed_instant_yes', 'event_reminder', 'cancelled', 'event_cancelled'] },
    { title: 'When waiting ends', kinds: ['event_over', 'list_closed'] },
    { title: 'For you and your staff', kinds: ['handed_back', 'nobody_fits', 'channel_down', 'channel_back', 'monthly_summary'] },
    {
        title: 'Replies to text messages',
        kinds: [
            'reply_claimed', 'reply_declined', 'reply_ended', 'reply_late_kept', 'reply_taken_back',
            'reply_still_here',
            'reply_nothing', 'reply_help', 'reply_stopped', 'reply_started',
        ],
    },
];

export const channelNames: Record<Channel, string> = { mail: 'E-mail', sms: 'Text message' };
export const channels: readonly Channel[] = ['mail', 'sms'];
export const locales: readonly Locale[] = ['en', 'de', 'fr', 'es'];
export const languageNames: Record<Locale, string> = {
    en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español',
};

export interface KindRow {
    kind: string;
    words: KindWords;
    items: Record<Channel, VoiceItem[]>;
}

export interface KindGroup {
    title: string;
    rows: KindRow[];
}

/** All wordings by kind, in the order of a guest's way; kinds unknown here come last. */
export function arrange(items: readonly VoiceItem[]): KindGroup[] {
    const known = new Set(groups.flatMap((group) => group.kinds));
    const unknown = [...new Set(items.map((item) => item.kind))].filter((kind) => !known.has(kind));
    const of = (kind: string, channel: Channel) => locales
        .map((locale) => items.find((item) =>
            item.kind === kind && item.channel === channel && item.locale === locale))
        .filter((item) => item !== undefined);
    return [...groups, { title: 'Other', kinds: unknown }]
        .map((group) => ({
            title: group.title,
            rows: group.kinds
                .map((kind) => ({
                    kind, words: kindWords(kind),
                    items: { mail: of(kind, 'mail'), sms: of(kind, 'sms') },
                }))
                .filter((row) => row.items.mail.length + row.items.sms.length > 0),
        }))
        .filter((group) => group.rows.length > 0);
}

export type Standing = 'own' | 'missing' | 'standard';

/** A language is missing where the house has own words in another one: its guests notice. */
export function standing(item: VoiceItem, siblings: readonly VoiceItem[]): Standing {
    if (item.is_own) {
        return 'own';
    }
    return siblings.some((other) => other.is_own) ? 'missing' : 'standard';
}

export const standingWords: Record<Standing, string> = {
    own: 'your own text',
    missing: 'Standby’s text, though another language has your own',
    standard: 'Standby’s text',
};

/** The address of the editor of a wording. */
export function wordingPath(id: string): string {
    return `/staff/voice?wording=${id}`;
}
