// What the forms about the catalogue hold, what is wrong with them, and the requests they become.
import type { Money, Schemas } from '../../../lib/api';
import { amountText, parseMoney } from '../../../lib/money';
import { t } from '../../../lib/say.svelte';
import { parseDuration, writeDuration } from '../../../lib/time';

type NumberInput = number | string | null | undefined;
export type Window = Schemas['WeeklyWindow'];

export interface ServiceForm {
    name: string;
    otherNames: string;
    minutes: NumberInput;
    price: string;
    currency: string;
    buffer: NumberInput;
}

export interface PersonForm {
    name: string;
    otherNames: string;
    /** Ids; none: all of them. */
    services: string[];
    hours: Window[];
}

export interface PlaceForm {
    name: string;
    otherNames: string;
    min: NumberInput;
    max: NumberInput;
}

export type FormErrors = Partial<Record<
    'name' | 'otherNames' | 'minutes' | 'price' | 'buffer' | 'hours' | 'size', string>>;

const isBlank = (value: NumberInput) => value === '' || value === null || value === undefined;

function isWhole(value: NumberInput, least: number, most: number): boolean {
    const number = Number(value);
    return !isBlank(value) && Number.isInteger(number) && number >= least && number <= most;
}

/** "Color, Dye" as a list. */
export const namesIn = (text: string): string[] =>
    text.split(/[,;\n]/).map((name) => name.trim()).filter((name) => name !== '');

const minutesOf = (duration: string | null): NumberInput =>
    duration === null ? '' : Math.round(parseDuration(duration) / 60_000);

const durationOf = (minutes: NumberInput): string =>
    Number(minutes) > 0 ? writeDuration(Number(minutes) * 60_000) : '0s';

export function serviceForm(service?: Schemas['CatalogueService'], currency = 'EUR'): ServiceForm {
    return {
        name: service?.name ?? '', otherNames: service?.other_names.join(', ') ?? '',
        minutes: service ? minutesOf(service.duration) : 60,
        price: amountText(service?.price ?? null), currency: service?.price?.currency ?? currency,
        buffer: service && parseDuration(service.buffer) > 0 ? minutesOf(service.buffer) : '',
    };
}

export function personForm(person?: Schemas['CataloguePerson']): PersonForm {
    return {
        name: person?.name ?? '', otherNames: person?.other_names.join(', ') ?? '',
        services: [...(person?.services ?? [])], hours: structuredClone(person?.hours ?? []),
    };
}

/** What the API knows as any number of people. */
const largestParty = 200;

export function placeForm(place?: Schemas['CataloguePlace']): PlaceForm {
    return {
        name: place?.name ?? '', otherNames: place?.other_names.join(', ') ?? '',
        min: place?.size.min ?? 1,
        max: place && place.size.max < largestParty ? place.size.max : '',
    };
}

const nameErrors = (form: { name: string }): FormErrors =>
    form.name.trim() === '' ? { name: t('Give it a name.') } : {};

export function serviceErrors(form: ServiceForm): FormErrors {
    const errors = nameErrors(form);
    if (!isBlank(form.minutes) && !isWhole(form.minutes, 1, 31 * 24 * 60)) {
        errors.minutes = t('At least 1 whole minute.');
    }
    if (!isBlank(form.buffer) && !isWhole(form.buffer, 0, 24 * 60)) {
        errors.buffer = t('Whole minutes, at most a day.');
    }
    if (form.price.trim() && !parseMoney(form.price, form.currency)) {
        errors.price = t('Enter an amount such as 45 or 45.50.');
    }
    return errors;
}

export function personErrors(form: PersonForm): FormErrors {
    const errors = nameErrors(form);
    if (form.hours.some((window) => window.days.length === 0 || !window.from || !window.to)) {
        errors.hours = t('Each line needs a day, a start and an end.');
    }
    return errors;
}

export function placeErrors(form: PlaceForm): FormErrors {
    const errors = nameErrors(form);
    const isRange = isWhole(form.min, 1, largestParty) &&
        (isBlank(form.max) || isWhole(form.max, Number(form.min), largestParty));
    if (!isRange) {
        errors.size = t('From 1 to 200, the first not above the second.');
    }
    return errors;
}

export function serviceBody(form: ServiceForm): Schemas['NewCatalogueService'] {
    const price: Money | undefined =
        form.price.trim() ? parseMoney(form.price, form.currency) : undefined;
    return {
        name: form.name.trim(), other_names: namesIn(form.otherNames),
        duration: isBlank(form.minutes) ? null : durationOf(form.minutes),
        price: price ?? null, buffer: durationOf(form.buffer),
    };
}

export const personBody = (form: PersonForm): Schemas['NewCataloguePerson'] => ({
    name: form.name.trim(), other_names: namesIn(form.otherNames), services: form.services,
    hours: form.hours,
});

export const placeBody = (form: PlaceForm): Schemas['NewCataloguePlace'] => ({
    name: form.name.trim(), other_names: namesIn(form.otherNames),
    size: { min: Number(form.min), max: isBlank(form.max) ? largestParty : Number(form.max) },
});

export interface TypedService {
    line: number;
    form: ServiceForm;
    /** Why it can't be saved. */
    wrong?: string;
}

const lengthShape = /^(?:([0-9]{1,3}(?:[.,][0-9]{1,2})?)\s*(?:h|std|hours?|stunden?|heures?|horas?)\.?)?(?:\s*([0-9]{1,4})(?:\s*(m|min|mins|minutes?|minuten|minutos)\.?)?)?$/i;

/** "30 min", "2 h", "1,5 h" or "1 h 30" in minutes. */
function typedMinutes(part: string): number | undefined {
    const [, hours, minutes, unit] = lengthShape.exec(part) ?? [];
    return hours === undefined && unit === undefined ? undefined
        : Math.round(Number((hours ?? '0').replace(',', '.')) * 6000) / 100 + Number(minutes ?? 0);
}

const currencySigns: Record<string, string> = { '€': 'EUR', '$': 'USD', '£': 'GBP' };

/** "45", "€90.50", "90,50 Euro", "45,-" or "CHF 45". */
function typedPrice(part: string, currency: string): { price: string; currency: string } | undefined {
    const sign = /[€$£]|euros?|[A-Z]{3}/i.exec(part)?.[0] ?? '';
    const price = part.replace(sign, '').trim().replace(/,[-–—]+$/, '');
    const named = currencySigns[sign] ?? (/^eur/i.test(sign) ? 'EUR' : sign || currency);
    const isKnown = named === currency || (Intl.supportedValuesOf?.('currency').includes(named) ?? true);
    return isKnown && parseMoney(price, named) ? { price, currency: named } : undefined;
}

/**
 * One service per line: "Cut, 30 min, 45". The name is first; a number with minutes is its length, any
 * other its price. A comma between digits is part of the number.
 */
export function typedServices(text: string, currency: string): TypedService[] {
    const found: TypedService[] = [];
    text.split('\n').forEach((line, index) => {
        const form = { ...serviceForm(undefined, currency), minutes: '' as NumberInput };
        const names: string[] = [];
        let wrong: string | undefined;
        const parts = line.match(/(?:[0-9],(?=[0-9–—-])|[^,;\t])+/g) ?? [];
        for (const part of parts.map((one) => one.trim()).filter(Boolean)) {
            const minutes = typedMinutes(part);
            const price = typedPrice(part, currency);
            if (minutes !== undefined && form.minutes === '') {
                form.minutes = minutes;
            } else if (names.length === 0 || !/[0-9]/.test(part)) {
                names.push(part);
            } else if (minutes === undefined && price && form.price === '') {
                Object.assign(form, price);
            } else {
                wrong ??= t('“{text}” is no length and no price. Write them like 30 min or 45.50, each once.', { text: part });
            }
        }
        form.name = names.join(', ');
        wrong ??= Object.values(serviceErrors(form))[0];
        if (form.name !== '') {
            found.push(wrong === undefined ? { line: index + 1, form } : { line: index + 1, form, wrong });
        }
    });
    return found;
}
