// The form that changes an entry: what it holds, what is wrong with it, and the request it becomes.
// Only what differs is sent, so two people who change different things do not undo each other.
import type { Schemas } from '../../lib/api';
import { namesIn } from '../../lib/catalogue.svelte';
import { amountText, parseMoney } from '../../lib/money';
import { t } from '../../lib/say.svelte';
import { parseDuration, toLocalInput } from '../../lib/time';

type Entry = Schemas['Entry'];
type EntryChange = Schemas['EntryChange'];
type WeeklyWindow = Schemas['WeeklyWindow'];
type NumberInput = number | string | null | undefined;

export interface EntryDraft {
    name: string;
    email: string;
    phone: string;
    partySize: NumberInput;
    tier: NumberInput;
    points: NumberInput;
    service: string;
    staff: string;
    place: string;
    /** Days as a date field writes them, in the list's time zone. */
    earliest: string;
    latest: string;
    /** When they can come; none means at any time. */
    weekly: WeeklyWindow[];
    /** As the API writes durations, such as 90m; "" for none. */
    notice: string;
    price: string;
    currency: string;
    moveUp: boolean;
    /** Booked without being asked, if there is so much notice (as the notice above). */
    isInstant: boolean;
    instantNotice: string;
}

export type DraftErrors = Partial<Record<keyof EntryDraft, string>>;

function dayOf(time: string | null, zone: string): string {
    return time === null ? '' : toLocalInput(time, zone).slice(0, 10);
}

/** "Anna, Ben": all names that will do. */
const namesText = (first: string | null, all: readonly string[] | undefined): string =>
    (all ?? (first === null ? [] : [first])).join(', ');

/** What stood there before goes back as it was, whatever commas are in it. */
function namesOf(text: string, first: string | null, all: string[] | undefined): string[] {
    const before = all ?? (first === null ? [] : [first]);
    return text === namesText(first, all) ? before : namesIn(text);
}

/** What the join form proposes, too. */
const usualNotice = '2h';

/** The form for an entry as it is. */
export function draftOf(entry: Entry, zone: string): EntryDraft {
    const { wants } = entry;
    return {
        name: entry.name ?? '', email: entry.email ?? '', phone: entry.phone ?? '',
        partySize: entry.party_size, tier: entry.tier, points: entry.points,
        service: namesText(wants.service, wants.services),
        staff: namesText(wants.staff, wants.staff_any),
        place: namesText(wants.place, wants.places),
        earliest: dayOf(wants.earliest, zone), latest: dayOf(wants.latest, zone),
        weekly: wants.weekly.map((window) => ({ ...window, days: [...window.days] })),
        notice: parseDuration(wants.min_notice) > 0 ? wants.min_notice : '',
        price: amountText(wants.max_price), currency: wants.max_price?.currency ?? 'EUR',
        moveUp: wants.move_up,
        isInstant: entry.instant_yes !== null,
        instantNotice: entry.instant_yes?.min_notice ?? usualNotice,
    };
}

function isWhole(value: NumberInput, least: number, most: number): boolean {
    const number = Number(value);
    return value !== '' && value !== null && value !== undefined && Number.isInteger(number) &&
        number >= least && number <= most;
}

/** What is wrong, by field; nothing where all is well. */
export function errorsOf(draft: EntryDraft): DraftErrors {
    const errors: DraftErrors = {};
    if (!isWhole(draft.partySize, 1, 200)) {
        errors.partySize = t('A whole number from {least} to {most}.', { least: 1, most: 200 });
    }
    if (!isWhole(draft.tier, 0, 200)) {
        errors.tier = t('A whole number from {least} to {most}.', { least: 0, most: 200 });
    }
    if (!isWhole(draft.points, 0, 1_000_000)) {
        errors.points = t('A whole number from {least} to {most}.', { least: 0, most: 1_000_000 });
    }
    if (draft.earliest && draft.latest && draft.latest < draft.earliest) {
        errors.latest = t('The last day can’t be before the first.');
    }
    if (draft.weekly.some((window) => window.days.length === 0 || !window.from || !window.to)) {
        errors.weekly = t('Each line needs a day, a start and an end.');
    }
    if (draft.notice.trim() && Number.isNaN(parseDuration(draft.notice.trim()))) {
        errors.notice = t('Enter it like 90m, 2h or 1d.');
    }
    if (draft.isInstant && draft.instantNotice.trim() && Number.isNaN(parseDuration(draft.instantNotice.trim()))) {
        errors.instantNotice = t('Enter it like 90m, 2h or 1d.');
    }
    if (draft.price.trim() && !parseMoney(draft.price, draft.currency)) {
        errors.price = t('Enter an amount like 45 or 45.50.');
    }
    return errors;
}

function wantsOf(draft: EntryDraft, entry: Entry, zone: string): Schemas['WantsGiven'] {
    const before = entry.wants;
    const day = (given: string, kept: string | null) =>
        given === dayOf(kept, zone) ? kept : given || null;
    const services = namesOf(draft.service, before.service, before.services);
    const staff = namesOf(draft.staff, before.staff, before.staff_any);
    const places = namesOf(draft.place, before.place, before.places);
    return {
        service: services[0] ?? null, staff: staff[0] ?? null, place: places[0] ?? null,
        ...(services.length > 1 ? { services } : {}),
        ...(staff.length > 1 ? { staff_any: staff } : {}),
        ...(places.length > 1 ? { places } : {}),
        earliest: day(draft.earliest, before.earliest), latest: day(draft.latest, before.latest),
        weekly: draft.weekly, min_notice: draft.notice.trim() || '0s',
        max_price: draft.price.trim() ? parseMoney(draft.price, draft.currency) ?? null : null,
        move_up: draft.moveUp,
    };
}

/** A price and days that the guest has set stay as they are. */
const instantOf = (draft: EntryDraft, { instant_yes: before }: Entry): EntryChange['instant_yes'] => (draft.isInstant ? {
    min_notice: draft.instantNotice.trim() || '0s', max_price: before?.max_price ?? null, weekly: before?.weekly ?? [],
} : null);

/** The request: only what the form changed. Call it only when errorsOf found nothing. */
export function changeOf(draft: EntryDraft, entry: Entry, zone: string): EntryChange {
    const before = draftOf(entry, zone);
    const change: EntryChange = {};
    for (const field of ['name', 'email', 'phone'] as const) {
        if (draft[field].trim() !== before[field]) {
            change[field] = draft[field].trim() || null;
        }
    }
    if (Number(draft.partySize) !== entry.party_size) {
        change.party_size = Number(draft.partySize);
    }
    if (Number(draft.tier) !== entry.tier) {
        change.tier = Number(draft.tier);
    }
    if (Number(draft.points) !== entry.points) {
        change.points = Number(draft.points);
    }
    const wishes = [
        'service', 'staff', 'place', 'earliest', 'latest', 'notice', 'price', 'moveUp',
    ] as const;
    const isOtherWeek = JSON.stringify(draft.weekly) !== JSON.stringify(before.weekly);
    const isOtherCurrency = draft.currency !== before.currency && draft.price.trim() !== '';
    if (isOtherCurrency || isOtherWeek || wishes.some((field) => draft[field] !== before[field])) {
        change.wants = wantsOf(draft, entry, zone);
    }
    if (draft.isInstant !== before.isInstant || (draft.isInstant && draft.instantNotice !== before.instantNotice)) {
        change.instant_yes = instantOf(draft, entry);
    }
    return change;
}
