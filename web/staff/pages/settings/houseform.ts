// The form of the house: what it shows, and only what changed as the request.
import type { Schemas } from '../../lib/api';

type House = Schemas['HouseFacts'];

export interface HouseForm {
    name: string;
    reply_to: string;
    staff_email: string;
    address: string;
    consent_text: string;
    locale: House['locale'];
    channels: House['channels'];
    event_reminder: string;
    time_zone: string;
    monthly_summary: boolean;
    /** One site in each line. */
    widget_origins: string;
}

export function formOf(house: House): HouseForm {
    return {
        name: house.name ?? '', reply_to: house.reply_to ?? '',
        staff_email: house.staff_email ?? '',
        address: house.address ?? '', consent_text: house.consent_text ?? '', locale: house.locale,
        channels: house.channels, event_reminder: house.event_reminder, time_zone: house.time_zone,
        monthly_summary: house.monthly_summary, widget_origins: house.widget_origins.join('\n'),
    };
}

/** The sites of the text, without blanks, slashes at the end, and repetitions. */
export function originsOf(text: string): string[] {
    const lines = text.split(/[\s,]+/).map((line) => line.replace(/\/+$/, '')).filter(Boolean);
    return [...new Set(lines)];
}

/** What changed, as the request; empty when nothing did. */
export function changeOf(before: House, form: HouseForm): Schemas['HouseChange'] {
    const known = formOf(before);
    const change: Schemas['HouseChange'] = {};
    for (const field of ['name', 'reply_to', 'staff_email', 'address', 'consent_text'] as const) {
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
    return change;
}
