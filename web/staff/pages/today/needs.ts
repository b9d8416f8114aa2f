// What needs attention, in words: the server sends facts beside its own sentence, which is English.
import type { NeedsHand, Schemas } from '../../lib/api';
import { spoken, t, tn } from '../../lib/say.svelte';
import { formatDayTime } from '../../lib/time';
import { messageWords } from '../line/messages';
import { openingTitle } from './board';

type Facts = Schemas['NeedFacts'];

/** "Colour with Noor, today, 14:00", or how many places. */
function whatOf(facts: Facts, zone: string): string {
    return facts.slot ? openingTitle(facts.slot, zone) : tn(facts.places ?? 1, '{n} place', '{n} places');
}

// The server doesn't tell what keeps people from a place, so none of this names one reason.
function idlePlaces(facts: Facts): string[] {
    const free = facts.places ?? 1;
    return [facts.left_to_staff
        ? tn(free, '{n} place is free, and people are waiting, but they’re no longer asked. You can offer it by hand.',
            '{n} places are free, and people are waiting, but they’re no longer asked. You can offer them by hand.')
        : tn(free, '{n} place is free, but nobody who’s waiting can be asked for now. The usual reasons: a party is too large, or they said no, didn’t answer or want something else. If someone who matches joins, they’ll be asked.',
            '{n} places are free, but nobody who’s waiting can be asked for now. The usual reasons: a party is too large, or they said no, didn’t answer or want something else. If someone who matches joins, they’ll be asked.')];
}

function handedBack(facts: Facts, slot: string): string[] {
    const asked = facts.offers_made ?? 0;
    if (asked === 0) {
        return [t('{slot}: nobody could be asked in time.', { slot })];
    }
    return [
        tn(asked, '{slot}: {n} guest was asked, and didn’t claim it.', '{slot}: {n} guests were asked, and nobody claimed it.', { slot }),
        ...(facts.asks_newcomers ? [t('If someone who matches joins in time, they’ll be asked.')] : []),
    ];
}

function nobodyFits(facts: Facts, slot: string): string[] {
    const asked = facts.offers_made ?? 0;
    return [asked === 0
        ? t('{slot}: nobody who’s waiting can be asked for now.', { slot })
        : tn(asked, '{slot}: {n} guest was asked, and nobody else who’s waiting can be asked for now.', '{slot}: {n} guests were asked, and nobody else who’s waiting can be asked for now.', { slot })];
}

function unreachedBecause(cause: Facts['unreached'], what: string): string {
    switch (cause) {
        case 'bounced':
            return t('{what}: offered to them, but their address doesn’t work.', { what });
        case 'blocked':
            return t('{what}: offered to them, but they’ve stopped our messages.', { what });
        case 'unsent':
            return t('{what}: offered to them, but messages to them aren’t accepted right now. We keep trying.', { what });
        default:
            return t('{what}: offered to them, but there’s no way to send them a message.', { what });
    }
}

function notReachable(facts: Facts, zone: string): string[] {
    return [
        unreachedBecause(facts.unreached, whatOf(facts, zone)),
        facts.next_asked_at
            ? t('After {time}, we ask the next guest who fits.', { time: formatDayTime(facts.next_asked_at, zone) })
            : t('Nobody else fits for now, so it stays theirs to claim.'),
    ];
}

function channelDown(facts: Facts): string[] {
    const down = facts.channel === 'mail' ? t('E-mail isn’t leaving.')
        : facts.channel === 'sms' ? t('Texts aren’t leaving.')
            : facts.channel === 'whatsapp' ? t('WhatsApp messages aren’t leaving.')
                : t('Messages aren’t leaving.');
    return [
        down, ...said(facts),
        t('Nobody loses a place over it: offers wait, and their time starts once they’re sent.'),
    ];
}

/** What a provider said, in its own words. */
const said = ({ note }: Facts): string[] =>
    (note ? [t('The answer was: {note}', { note: /[.!?]$/.test(note) ? note : `${note}.` })] : []);

function untold(facts: Facts): string[] {
    switch (facts.unreached) {
        case 'blocked':
            return [t('They’ve stopped our messages, so please call them.')];
        case 'no_channel':
            return [t('There’s no way to send them a message, so please call them.')];
        default:
            return said(facts);
    }
}

const titles: Record<NeedsHand['kind'], string> = spoken(() => ({
    handed_back: t('Nobody claimed this slot'),
    nobody_fits: t('This slot is still open'),
    approval: t('A booking to confirm'),
    payment: t('A payment is in progress'),
    dead_letter: t('A message couldn’t be sent'),
    not_reachable: t('We can’t reach this guest'),
    channel_down: t('Messages aren’t leaving'),
}));

/** Seats and access are counted: what is free of them is no slot. */
export function needTitle({ kind, facts }: NeedsHand): string {
    if (kind === 'dead_letter' && facts.unreached) {
        return t('This guest doesn’t know yet');
    }
    const isAboutPlaces = (kind === 'handed_back' || kind === 'nobody_fits') && !facts.slot;
    return isAboutPlaces ? tn(facts.places ?? 1, '{n} place is still free', '{n} places are still free') : titles[kind];
}

export function needWords({ kind, facts }: NeedsHand, zone: string): string {
    const what = whatOf(facts, zone);
    const time = facts.due_at ? formatDayTime(facts.due_at, zone) : '';
    const sentences = ((): string[] => {
        switch (kind) {
            case 'handed_back':
                return facts.slot ? handedBack(facts, what) : idlePlaces(facts);
            case 'nobody_fits':
                return facts.slot ? nobodyFits(facts, what) : idlePlaces(facts);
            case 'approval':
                return [t('{what}: claimed. Confirm or reject the booking by {time}.', { what, time })];
            case 'payment':
                return [t('{what}: claimed. The payment is due by {time}.', { what, time })];
            case 'not_reachable':
                return notReachable(facts, zone);
            case 'channel_down':
                return channelDown(facts);
            case 'dead_letter':
                return [
                    facts.message_kind
                        ? t('The message “{message}” couldn’t be sent.', { message: messageWords[facts.message_kind] })
                        : t('A message couldn’t be sent.'),
                    ...untold(facts),
                ];
        }
    })();
    return sentences.join(' ');
}
