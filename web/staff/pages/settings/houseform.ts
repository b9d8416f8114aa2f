// The form of the house: what it shows, and only what changed as the request.
import type { Schemas } from '../../lib/api';

type House = Schemas['HouseFacts'];

export interface HouseForm {
    name: string;
    reply_to: string;
    staff_email: string;
    staff_phone: string;
    address: string;
    consent_text: string;
    locale: House['locale'];
    channels: House['channels'];
    phone_messages: House['phone_messages'];
    event_reminder: string;
    time_zone: string;
    monthly_summary: boolean;
    /** One site in each line. */
    widget_origins: string;
    /** Codes with commas between them; empty: the business's own countries. */
    text_countries: string;
    /** A code; empty: guessed. */
    phone_region: string;
    captcha: House['captcha'];
    captcha_site_key: string;
    /** Never shown; typed to set it or to replace it. */
    captcha_secret: string;
    /** Durations; empty: for ever, or as long as the server keeps them. */
    keep_people: string;
    keep_messages: string;
    keep_histories: string;
}

export function formOf(house: House): HouseForm {
    return {
        name: house.name ?? '', reply_to: house.reply_to ?? '',
        staff_email: house.staff_email ?? '', staff_phone: house.staff_phone ?? '',
        address: house.address ?? '', consent_text: house.consent_text ?? '', locale: house.locale,
        channels: house.channels, phone_messages: house.phone_messages,
        event_reminder: house.event_reminder, time_zone: house.time_zone,
        monthly_summary: house.monthly_summary, widget_origins: house.widget_origins.join('\n'),
        text_countries: house.text_countries.join(', '), phone_region: house.phone_region ?? '',
        captcha: house.captcha, captcha_site_key: house.captcha_site_key ?? '', captcha_secret: '',
        keep_people: house.keep_people ?? '', keep_messages: house.keep_messages ?? '',
        keep_histories: house.keep_histories ?? '',
    };
}

/** The sites of the text, without blanks, slashes at the end, and repetitions. */
export function originsOf(text: string): string[] {
    const lines = text.split(/[\s,]+/).map((line) => line.replace(/\/+$/, '')).filter(Boolean);
    return [...new Set(lines)];
}

/** The countries of the text, "*" for all. */
export function countriesOf(text: string): string[] {
    return [...new Set(text.toUpperCase().split(/[\s,;]+/).filter(Boolean))];
}

/** What changed, as the request; empty when nothing did. */
export function changeOf(before: House, form: HouseForm): Schemas['HouseChange'] {
    const known = formOf(before);
    const change: Schemas['HouseChange'] = {};
    for (const field of ['name', 'reply_to', 'staff_email', 'staff_phone', 'address', 'consent_text'] as const) {
        if (form[field].trim() !== known[field]) {
            change[field] = form[field].trim() || null;
        }
    }
    if (form.locale !== known.locale) {
        change.locale = form.locale;
    }
    if (form.channels !== known.channels) {
        change.channels = form.channels;
    }
    if (form.phone_messages !== known.phone_messages) {
        change.phone_messages = form.phone_messages;
    }
    if (form.event_reminder !== known.event_reminder) {
        change.event_reminder = form.event_reminder;
    }
    if (form.time_zone !== known.time_zone) {
        change.time_zone = form.time_zone;
    }
    if (form.monthly_summary !== known.monthly_summary) {
        change.monthly_summary = form.monthly_summary;
    }
    const origins = originsOf(form.widget_origins);
    if (origins.join('\n') !== before.widget_origins.join('\n')) {
        change.widget_origins = origins;
    }
    for (const field of ['phone_region', 'keep_people', 'keep_messages', 'keep_histories'] as const) {
        if (form[field] !== known[field]) {
            change[field] = form[field] || null;
        }
    }
    const countries = countriesOf(form.text_countries);
    if (countries.join() !== before.text_countries.join()) {
        change.text_countries = countries;
    }
    if (form.captcha !== known.captcha) {
        change.captcha = form.captcha;
    }
    if (form.captcha_site_key.trim() !== known.captcha_site_key) {
        change.captcha_site_key = form.captcha_site_key.trim() || null;
    }
    if (form.captcha_secret.trim() !== '') {
        change.captcha_secret = form.captcha_secret.trim();
    }
    return change;
}
