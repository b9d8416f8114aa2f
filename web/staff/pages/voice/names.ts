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
    waitlisted: { name: 'You are on the list', when: 'Right after somebody joined.' },
    verify: { name: 'Please confirm your address', when: 'Where the rules ask for proof of it.' },
    offer: { name: 'An offer', when: 'A place is free and it is their turn.' },
    reminder: { name: 'A reminder of the offer', when: 'An offer is still without an answer.' },
    expired: { name: 'The time to answer is over', when: 'An offer ended without an answer.' },
    taken: { name: 'The place is taken', when: 'Somebody tried to claim an offer that was gone.' },
    confirmed: { name: 'The place is theirs', when: 'A place was claimed or booked.' },
    event_reminder: { name: 'It begins soon', when: 'Shortly before the start.' },
    cancelled: { name: 'The place is given back', when: 'A place was cancelled.' },
    move_up: { name: 'A better place', when: 'Somebody who has a place could get a better one.' },
    status_link: { name: 'The link to their page', when: 'A guest asked where they stand.' },
    handed_back: { name: 'A place is back in your hands', when: 'Nobody took it in time.' },
    nobody_fits: { name: 'Nobody fits a free place', when: 'A place is free that suits nobody.' },
    monthly_summary: { name: 'The month in numbers', when: 'At the beginning of each month.' },
    reply_claimed: { name: 'Answer: it is yours', when: 'A guest claimed by text message.' },
    reply_declined: { name: 'Answer: thank you for telling us', when: 'A guest said no by text.' },
    reply_ended: { name: 'Answer: too late', when: 'A guest answered an offer that was over.' },
    reply_nothing: { name: 'Answer: there is no offer', when: 'A guest answered without an offer.' },
    reply_help: { name: 'Answer: how it works', when: 'A guest wrote HELP, or something else.' },
    reply_stopped: { name: 'Answer: no more messages', when: 'A guest wrote STOP.' },
    reply_started: { name: 'Answer: messages again', when: 'A guest wrote START.' },
};

export function kindWords(kind: string): KindWords {
    const plain = kind.replaceAll('_', ' ');
    return kinds[kind] ?? { name: plain.charAt(0).toUpperCase() + plain.slice(1), when: '' };
}

const groups: readonly { title: string; kinds: readonly string[] }[] = [
    { title: 'Joining', kinds: ['waitlisted', 'verify', 'status_link'] },
    { title: 'Offers', kinds: ['offer', 'reminder', 'expired', 'taken', 'move_up'] },
    { title: 'Having a place', kinds: ['confirmed', 'event_reminder', 'cancelled'] },
    { title: 'For you and your staff', kinds: ['handed_back', 'nobody_fits', 'monthly_summary'] },
    {
        title: 'Answers to text messages',
        kinds: [
            'reply_claimed', 'reply_declined', 'reply_ended', 'reply_nothing', 'reply_help',
            'reply_stopped', 'reply_started',
        ],
    },
];

export const channelNames: Record<Channel, string> = { mail: 'Mail', sms: 'Text message' };
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
    return [...groups, { title: 'Others', kinds: unknown }]
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
    own: 'your own words',
    missing: 'Standby’s words, though another language has your own',
    standard: 'Standby’s words',
};

/** The address of the editor of a wording. */
export function wordingPath(id: string): string {
    return `/staff/voice?wording=${id}`;
}
