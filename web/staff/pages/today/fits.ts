// Who would get a slot, in words: who is first, and what keeps the others from it.
import type { Schemas } from '../../lib/api';
import { spoken, t, tn } from '../../lib/say.svelte';
import { formatDayTime, formatTime } from '../../lib/time';

export type SlotPreview = Schemas['SlotPreview'];
type Miss = SlotPreview['missed'][number];
type Doubt = SlotPreview['doubts'][number];
export type Widened = SlotPreview['widened'][number];

/** "3 want Cut", "2 only from 17:00". */
export function missWords(miss: Miss, zone: string): string {
    const n = miss.count;
    const wanted = miss.wanted ?? '';
    const time = miss.nearest ? formatDayTime(miss.nearest, zone) : '';
    switch (miss.check) {
        case 'service':
            return tn(n, '{n} wants {wanted}', '{n} want {wanted}', { wanted });
        case 'staff':
            return tn(n, '{n} only wants {wanted}', '{n} only want {wanted}', { wanted });
        case 'place':
            return tn(n, '{n} wants to be at {wanted}', '{n} want to be at {wanted}', { wanted });
        case 'earliest':
            return time
                ? tn(n, '{n} only from {time}', '{n} only from {time}', { time })
                : tn(n, '{n} only later', '{n} only later');
        case 'latest':
            return time
                ? tn(n, '{n} only until {time}', '{n} only until {time}', { time })
                : tn(n, '{n} only earlier', '{n} only earlier');
        case 'weekly':
            return miss.nearest
                ? tn(n, '{n} only after {time}', '{n} only after {time}',
                    { time: formatTime(miss.nearest, zone) })
                : tn(n, '{n} can’t come then', '{n} can’t come then');
        case 'notice':
            return tn(n, '{n} needs more notice', '{n} need more notice');
        case 'price':
            return tn(n, '{n} doesn’t want to pay that', '{n} don’t want to pay that');
        case 'time_to_answer':
            return time
                ? tn(n, '{n} has quiet hours until {time}', '{n} have quiet hours until {time}', { time })
                : tn(n, 'for {n} there’s no time left to answer', 'for {n} there’s no time left to answer');
        case 'party_size':
            return tn(n, '{n} party of another size', '{n} parties of another size');
        case 'already_offered':
            return tn(n, '{n} was offered it before', '{n} were offered it before');
        case 'group_has_offer':
        case 'group_holds_place':
            return tn(n, '{n} has a place or an offer in the group', '{n} have a place or an offer in the group');
        default:
            return tn(n, '{n} isn’t asked at the moment', '{n} aren’t asked at the moment');
    }
}

/** The button that widens the slot. */
export const widenWords = spoken<Record<Widened['field'], string>>(() => ({
    service: t('Any service'),
    staff: t('With anyone'),
    place: t('At any place'),
    size: t('Any party size'),
    any_hour: t('Ask now, quiet hours or not'),
}));

export const heldUpWords = spoken<Record<NonNullable<SlotPreview['held_up']>, string>>(() => ({
    paused: t('The list is paused, so nobody is asked.'),
    draw_pending: t('Lots are drawn first.'),
    cutoff: t('It’s too late to ask anybody: it stays with you.'),
    wave: t('Others are asked first; this slot follows.'),
}));

/** What staff may want to think about again. */
export function doubtWords(doubt: Doubt): string {
    const { name } = doubt;
    switch (doubt.doubt) {
        case 'not_theirs':
            return t('{name} doesn’t do this service.', { name });
        case 'off_hours':
            return t('{name} doesn’t work at that time.', { name });
        default:
            return t('{name} usually takes longer.', { name });
    }
}

export function overlapWords(overlap: SlotPreview['overlaps'][number], zone: string): string {
    const time = formatDayTime(overlap.starts_at, zone);
    return t('{name} already has a slot at {time}.', { name: overlap.staff ?? '', time });
}

/** What was found, without the slot that this one takes the place of. */
export const withoutReplaced = (preview: SlotPreview, replaced: string | undefined): SlotPreview => ({
    ...preview, overlaps: preview.overlaps.filter((one) => one.opening_id !== replaced),
});

/** Whether it should be asked about before the slot is freed. */
export const isDoubtful = (preview: SlotPreview): boolean =>
    preview.overlaps.length > 0 || preview.doubts.length > 0;

/** When somebody hears of it, if that isn't at once. */
export function heardLater(at: string | null | undefined, nowMs: number): string | undefined {
    return at && new Date(at).getTime() > nowMs + 60_000 ? at : undefined;
}

/** When those who are asked hear of it, if that isn't at once. */
export const toldLater = (preview: SlotPreview, nowMs: number): string | undefined =>
    heardLater(preview.first?.told_at, nowMs);
