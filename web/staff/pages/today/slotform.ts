// The form for a slot that came free: what it remembers from the last time, and the request that it
// becomes. A salon frees the same kind of slot again and again.
import type { BoardOpening, Money, Schemas } from '../../lib/api';
import { namesIn, type OfferedPerson, type Service } from '../../lib/catalogue.svelte';
import { amountText, parseMoney } from '../../lib/money';
import { t } from '../../lib/say.svelte';
import { fromLocalInput, parseDuration, toLocalInput, writeDuration } from '../../lib/time';

export interface SlotForm {
    /** One name, or several with commas between them: any of them will do. */
    service: string;
    staff: string;
    place: string;
    startsAt: string;
    minutes: number | string | null | undefined;
    price: string;
    currency: string;
    /** Blank: for parties of any size. */
    sizeMax: number | string | null | undefined;
    /** Guests are asked at once, quiet hours or not. */
    anyHour?: boolean;
}

export interface SlotErrors {
    startsAt?: string;
    minutes?: string;
    price?: string;
    sizeMax?: string;
}

/** What the API knows as any number of people. */
const largestParty = 200;

const isBlank = (value: SlotForm['sizeMax']) => value === '' || value === null || value === undefined;

type Remembered = Omit<SlotForm, 'startsAt'>;

const keyOf = (resourceId: string) => `standby.slot.${resourceId}`;

/** The next full quarter of an hour that is at least half an hour away, in the list's zone. */
export function nextStart(nowMs: number, zone: string): string {
    const quarter = 15 * 60_000;
    return toLocalInput(Math.ceil((nowMs + 2 * quarter) / quarter) * quarter, zone);
}

export function emptySlot(nowMs: number, zone: string): SlotForm {
    return {
        service: '', staff: '', place: '', startsAt: nextStart(nowMs, zone), minutes: 60, price: '',
        currency: 'EUR', sizeMax: '',
    };
}

/** A form with what was typed the last time, but a new start. */
export function rememberedSlot(
    storage: Storage, resourceId: string, nowMs: number, zone: string): SlotForm {
    const form = emptySlot(nowMs, zone);
    try {
        const known = JSON.parse(storage.getItem(keyOf(resourceId)) ?? '{}') as Partial<Remembered>;
        for (const name of ['service', 'staff', 'place', 'price', 'currency'] as const) {
            const value = known[name];
            if (typeof value === 'string') {
                form[name] = value;
            }
        }
        for (const name of ['minutes', 'sizeMax'] as const) {
            if (typeof known[name] === 'number') {
                form[name] = known[name];
            }
        }
    } catch {
        // What was remembered is broken; the empty form is fine.
    }
    return form;
}

export function rememberSlot(storage: Storage, resourceId: string, form: SlotForm): void {
    const { startsAt: _start, anyHour: _hurry, ...rest } = form;
    storage.setItem(keyOf(resourceId), JSON.stringify(rest));
}

/** All names of an opening in one field. */
const joined = (first: string | null, all: string[] | undefined) => (all ?? [first ?? '']).join(', ');

/** A form with the facts of an opening, to offer it once more with changes. */
export function slotOf(opening: BoardOpening, zone: string): SlotForm {
    return {
        service: joined(opening.service, opening.services),
        staff: joined(opening.staff, opening.staff_any), place: opening.place ?? '',
        startsAt: toLocalInput(opening.starts_at, zone),
        minutes: Math.round(parseDuration(opening.duration) / 60_000),
        price: amountText(opening.price), currency: opening.price?.currency ?? 'EUR',
        sizeMax: opening.size.max < largestParty ? opening.size.max : '',
        ...(opening.any_hour ? { anyHour: true } : {}),
    };
}

export function slotErrors(form: SlotForm, nowMs: number, zone: string): SlotErrors {
    const errors: SlotErrors = {};
    const start = fromLocalInput(form.startsAt, zone);
    if (!start) {
        errors.startsAt = t('When does it start?');
    } else if (toLocalInput(start, zone) !== form.startsAt.slice(0, 16)) {
        errors.startsAt = t('There is no such time that day: the clocks go forward.');
    } else if (new Date(start).getTime() <= nowMs) {
        errors.startsAt = t('This is in the past.');
    }
    const minutes = Number(form.minutes);
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > 31 * 24 * 60) {
        errors.minutes = t('At least 1 whole minute.');
    }
    if (form.price.trim() && !parseMoney(form.price, form.currency)) {
        errors.price = t('Enter an amount such as 45 or 45.50.');
    }
    const size = Number(form.sizeMax);
    if (!isBlank(form.sizeMax) && (!Number.isInteger(size) || size < 1 || size > largestParty)) {
        errors.sizeMax = t('From 1 to 200.');
    }
    return errors;
}

/** What a service of the catalogue says about the slot. */
export function withService(
    form: SlotForm, service: { duration: string | null; price: Money | null }): SlotForm {
    return {
        ...form,
        ...(service.duration ? { minutes: Math.round(parseDuration(service.duration) / 60_000) } : {}),
        ...(service.price
            ? { price: amountText(service.price), currency: service.price.currency } : {}),
    };
}

/** Without what keeps somebody away from it. */
export function widened(
    form: SlotForm, field: 'service' | 'staff' | 'place' | 'size' | 'any_hour'): SlotForm {
    if (field === 'any_hour') {
        return { ...form, anyHour: true };
    }
    return field === 'size' ? { ...form, sizeMax: '' } : { ...form, [field]: '' };
}

/** What is known of names when a form becomes a request. */
export interface KnownNames {
    /** A name of the catalogue may have a comma in it. */
    services?: readonly Service[];
    people?: readonly OfferedPerson[];
    /** The slot that is changed: names that were left alone stay as they are. */
    old?: BoardOpening | undefined;
}

/** What is asked while somebody types; undefined when it is no slot yet. */
export function previewOf(
    form: SlotForm, nowMs: number, zone: string, known?: KnownNames): Schemas['PreviewedSlot'] | undefined {
    if (Object.keys(slotErrors(form, nowMs, zone)).length > 0) {
        return undefined;
    }
    const { event_id: _id, ...slot } = newOpening(form, zone, '', known);
    return { ...slot, unlisted: true };
}

/** Whom and what it suits. */
export function namesGiven(form: SlotForm, known: KnownNames) {
    const { old } = known;
    const services = old?.services && form.service === joined(old.service, old.services)
        ? old.services : namesIn(form.service, known.services);
    const staff = old?.staff_any && form.staff === joined(old.staff, old.staff_any)
        ? old.staff_any : namesIn(form.staff, known.people);
    const place = form.place.trim();
    return {
        service: services[0] ?? null,
        ...(services.length > 1 ? { services } : {}),
        staff: staff[0] ?? null,
        ...(staff.length > 1 ? { staff_any: staff } : {}),
        place: place || null,
        ...(old?.places && place === old.place ? { places: old.places } : {}),
    };
}

/** The request. Call it only when slotErrors found nothing. */
export function newOpening(
    form: SlotForm, zone: string, eventId: string, known: KnownNames = {}): Schemas['NewOpening'] {
    const price = form.price.trim() ? parseMoney(form.price, form.currency) : undefined;
    return {
        event_id: eventId,
        starts_at: fromLocalInput(form.startsAt, zone),
        duration: writeDuration(Number(form.minutes) * 60_000),
        ...namesGiven(form, known),
        ...(isBlank(form.sizeMax) ? {} : { size: { min: 1, max: Number(form.sizeMax) } }),
        price: price ?? null,
        reason: 'cancellation',
        ...(form.anyHour ? { any_hour: true } : {}),
    };
}
