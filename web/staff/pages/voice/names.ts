// What kinds of messages, channels and languages are called, and how the overview groups them.
import type { Schemas } from '../../lib/api';
import { languageNames as namesOfLanguages, spoken, t } from '../../lib/say.svelte';

export type VoiceItem = Schemas['VoiceItem'];
export type Channel = VoiceItem['channel'];
export type Locale = Schemas['Locale'];

export interface KindWords {
    name: string;
    when: string;
}

const kinds: Record<string, KindWords> = spoken(() => ({
    waitlisted: { name: t('You’re on the list'), when: t('Right after someone joins.') },
    verify: { name: t('Please confirm your address'), when: t('Where the rules require it.') },
    offer: { name: t('An offer'), when: t('A place is free and it’s their turn.') },
    reminder: { name: t('Offer reminder'), when: t('An offer hasn’t been answered yet.') },
    expired: { name: t('Your offer has expired'), when: t('An offer wasn’t answered in time.') },
    taken: { name: t('No longer available'), when: t('Someone tried to claim an offer that was gone.') },
    booking_taken: { name: t('Someone was faster'), when: t('The booking system had given the place to someone else.') },
    booking_given_up: { name: t('Not booked'), when: t('The booking system didn’t answer in time.') },
    payment_receipt: { name: t('Receipt'), when: t('A payment was taken.') },
    payment_late: { name: t('Paid too late'), when: t('Someone paid after the offer was over; nothing was charged.') },
    payment_released: { name: t('Nothing charged'), when: t('Someone paid, and the booking came to nothing.') },
    payment_refunded: { name: t('Refunded'), when: t('Money was given back.') },
    confirmed: { name: t('You’re booked'), when: t('A place was claimed or booked.') },
    confirmed_late_yes: {
        name: t('You’re booked: late yes'),
        when: t('Someone answered too late, and the place came free after all.'),
    },
    confirmed_instant_yes: {
        name: t('You’re booked: instant yes'),
        when: t('Someone was booked without being asked, as they wanted.'),
    },
    event_reminder: { name: t('See you soon'), when: t('Shortly before the start.') },
    cancelled: { name: t('Booking cancelled'), when: t('A booking was cancelled.') },
    event_over: { name: t('No spot came free'), when: t('The event began while they were waiting.') },
    list_closed: { name: t('The list was closed'), when: t('You closed the list while they were waiting.') },
    event_cancelled: { name: t('Event cancelled'), when: t('You cancelled the event, to everyone on its list.') },
    terms_changed: { name: t('Something has changed'), when: t('You moved the start or raised the price while they had an offer.') },
    still_there: { name: t('Still there?'), when: t('Someone has waited long, where the rules ask.') },
    move_up: { name: t('An earlier spot'), when: t('Someone who is booked could get an earlier slot.') },
    status_link: { name: t('Link to their page'), when: t('A guest joined again.') },
    handed_back: { name: t('A place was returned to you'), when: t('Nobody claimed it in time.') },
    nobody_fits: { name: t('No match'), when: t('Nobody waiting matches a free place.') },
    monthly_summary: { name: t('Monthly summary'), when: t('At the start of each month.') },
    channel_down: { name: t('Messages aren’t going out'), when: t('E-mail or text messages reach nobody; sent the other way.') },
    channel_back: { name: t('Messages are going out again'), when: t('They work again.') },
    reply_claimed: { name: t('Reply: you’re booked'), when: t('A guest claimed by text message.') },
    reply_declined: { name: t('Reply: thanks for letting us know'), when: t('A guest declined by text.') },
    reply_ended: { name: t('Reply: too late'), when: t('A guest answered an expired offer.') },
    reply_late_kept: {
        name: t('Reply: your yes is noted'),
        when: t('A guest said yes after the time was over.'),
    },
    reply_still_here: { name: t('Reply: still in line'), when: t('A guest who was asked still wants it.') },
    reply_taken_back: { name: t('Reply: your yes is taken back'), when: t('A guest said no after that.') },
    reply_nothing: { name: t('Reply: no offer'), when: t('A guest answered without an offer.') },
    reply_help: { name: t('Reply: how it works'), when: t('A guest texted HELP, or something else.') },
    reply_stopped: { name: t('Reply: no more messages'), when: t('A guest texted STOP.') },
    reply_started: { name: t('Reply: messages again'), when: t('A guest texted START.') },
}));

export function kindWords(kind: string): KindWords {
    const plain = kind.replaceAll('_', ' ');
    return kinds[kind] ?? { name: plain.charAt(0).toUpperCase() + plain.slice(1), when: '' };
}

const groups = (): { title: string; kinds: readonly string[] }[] => [
    { title: t('Joining'), kinds: ['waitlisted', 'verify', 'status_link', 'still_there'] },
    { title: t('Offers'), kinds: ['offer', 'reminder', 'expired', 'taken', 'booking_taken', 'booking_given_up', 'terms_changed', 'move_up'] },
    { title: t('Bookings'), kinds: ['confirmed', 'confirmed_late_yes', 'confirmed_instant_yes', 'event_reminder', 'cancelled', 'event_cancelled'] },
    { title: t('Payments'), kinds: ['payment_receipt', 'payment_late', 'payment_released', 'payment_refunded'] },
    { title: t('When waiting ends'), kinds: ['event_over', 'list_closed'] },
    { title: t('For you and your staff'), kinds: ['handed_back', 'nobody_fits', 'channel_down', 'channel_back', 'monthly_summary'] },
    {
        title: t('Replies to text messages'),
        kinds: [
            'reply_claimed', 'reply_declined', 'reply_ended', 'reply_late_kept', 'reply_taken_back',
            'reply_still_here',
            'reply_nothing', 'reply_help', 'reply_stopped', 'reply_started',
        ],
    },
];

export const channelNames: Record<Channel, string> = spoken(() => (
    { mail: t('E-mail'), sms: t('Text message') }));
export const channels: readonly Channel[] = ['mail', 'sms'];
export const locales: readonly Locale[] = ['en', 'de', 'fr', 'es'];
export const languageNames: Record<Locale, string> = namesOfLanguages;

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
    const known = new Set(groups().flatMap((group) => group.kinds));
    const unknown = [...new Set(items.map((item) => item.kind))].filter((kind) => !known.has(kind));
    const of = (kind: string, channel: Channel) => locales
        .map((locale) => items.find((item) =>
            item.kind === kind && item.channel === channel && item.locale === locale))
        .filter((item) => item !== undefined);
    return [...groups(), { title: t('Other'), kinds: unknown }]
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

export const standingWords: Record<Standing, string> = spoken(() => ({
    own: t('your own text'),
    missing: t('Standby’s text, though another language has your own'),
    standard: t('Standby’s text'),
}));

/** The address of the editor of a wording. */
export function wordingPath(id: string): string {
    return `/staff/voice?wording=${id}`;
}
