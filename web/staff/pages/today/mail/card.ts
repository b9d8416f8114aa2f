// The card of a forwarded mail: which of its words gave which value, what is proposed in words, and
// the form in which staff change it.
import type { Schemas } from '../../../lib/api';
import { t, tn } from '../../../lib/say.svelte';
import { formatDays, formatShortDay } from '../../../lib/time';

export type Card = Schemas['Card'];
export type CardReading = Schemas['CardReading'];
export type CardRow = Schemas['CardRow'];
type Found = Schemas['CardFound'];
type Join = Schemas['Join'];

/** A part of a text: plain, or the words of a value. */
export interface Part {
    text: string;
    fields: string[];
}

/** The text in parts. Places are counted in characters, as the API counts them. */
export function partsOf(text: string, index: number, found: readonly Found[]): Part[] {
    const letters = Array.from(text);
    const here = found.filter((one) => one.text === index && one.length > 0);
    const cuts = new Set([0, letters.length]);
    for (const one of here) {
        cuts.add(Math.min(one.offset, letters.length));
        cuts.add(Math.min(one.offset + one.length, letters.length));
    }
    const places = [...cuts].sort((one, other) => one - other);
    return places.slice(0, -1).map((from, at) => {
        const to = places[at + 1] ?? letters.length;
        return {
            text: letters.slice(from, to).join(''),
            fields: here.filter((one) => one.offset <= from && one.offset + one.length >= to)
                .map((one) => one.field),
        };
    });
}

export function fieldName(field: string): string {
    const names: Record<string, string> = {
        name: t('Name'), email: t('E-mail'), phone: t('Phone'), party_size: t('People'),
        service: t('Service'), staff: t('With'), date: t('Date'), time: t('Time'), list: t('List'),
    };
    return names[field] ?? field;
}

function dateText(wants: CardRow['wants']): string {
    const { earliest, latest } = wants;
    if (earliest !== null && latest !== null) {
        return earliest === latest ? formatShortDay(earliest)
            : formatDays(Date.parse(earliest), Date.parse(latest));
    }
    return earliest !== null ? t('from {day}', { day: formatShortDay(earliest) })
        : latest !== null ? t('until {day}', { day: formatShortDay(latest) }) : '';
}

/** What is proposed, value by value; what the mail doesn't say is left out. */
export function valuesOf(row: CardRow): { field: string; text: string }[] {
    const hours = row.wants.weekly[0];
    const values = [
        { field: 'name', text: row.name ?? '' },
        { field: 'email', text: row.email ?? '' },
        { field: 'phone', text: row.phone ?? '' },
        { field: 'party_size', text: String(row.party_size) },
        { field: 'service', text: row.wants.service ?? '' },
        { field: 'staff', text: row.wants.staff ?? '' },
        { field: 'date', text: dateText(row.wants) },
        { field: 'time', text: hours ? `${hours.from}–${hours.to}` : '' },
    ];
    return values.filter(({ text }) => text !== '');
}

/** Who sent it, and whether to believe that. */
export function trustText(reading: CardReading): string {
    if (reading.authenticity === 'forged') {
        return t('The sender’s address is forged');
    }
    if (reading.trusted) {
        return t('Sent by your team');
    }
    return reading.authenticity === 'proven'
        ? t('The sender’s address is genuine') : t('The sender isn’t verified');
}

export function problemText(problem: CardReading['problem']): string {
    switch (problem) {
        case 'too_large': return t('This mail could not be read: it is too large.');
        case 'too_slow': return t('This mail could not be read: it took too long.');
        case 'no_reader': return t('This mail could not be read: the part of Standby that reads mails isn’t installed.');
        default: return t('This mail could not be read: something in it is damaged.');
    }
}

export function pieceText(problem: string | null): string {
    switch (problem) {
        case null: return '';
        case 'no_text': return t('There is no text in it.');
        case 'unclear': return t('Its letters are too unclear to be read.');
        case 'too_large': return t('It is too large to be read.');
        case 'not_read': return t('Files of this kind aren’t read.');
        case 'damaged': return t('It is damaged.');
        default: return t('It could not be read.');
    }
}

export interface RowDraft {
    list: string;
    name: string;
    email: string;
    phone: string;
    people: string | number | null;
    service: string;
    staff: string;
    earliest: string;
    latest: string;
    from: string;
    to: string;
}

export function draftOf(card: Card): RowDraft {
    const row = card.reading?.row;
    const hours = row?.wants.weekly[0];
    return {
        list: card.resource_id,
        name: row?.name ?? '', email: row?.email ?? '', phone: row?.phone ?? '',
        people: row?.party_size ?? 1,
        service: row?.wants.service ?? '', staff: row?.wants.staff ?? '',
        earliest: row?.wants.earliest ?? '', latest: row?.wants.latest ?? '',
        from: hours?.from ?? '', to: hours?.to ?? '',
    };
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The days on which the hours count: that of the one day that is wished, or all. */
function daysOf(draft: RowDraft): (typeof everyDay)[number][] {
    if (draft.earliest === '' || draft.earliest !== draft.latest) {
        return [...everyDay];
    }
    // 1970-01-01 was a Thursday.
    const day = Math.floor(Date.parse(draft.earliest) / 86_400_000);
    return [everyDay[(((day + 3) % 7) + 7) % 7] ?? 'mon'];
}

/** The body of the join that staff want instead. */
export function rowOf(draft: RowDraft): Join {
    const text = (value: string) => (value.trim() === '' ? {} : { value: value.trim() });
    const { value: service } = text(draft.service) as { value?: string };
    const { value: staff } = text(draft.staff) as { value?: string };
    const hasHours = draft.from !== '' || draft.to !== '';
    const wants = {
        ...(service === undefined ? {} : { service }),
        ...(staff === undefined ? {} : { staff }),
        ...(draft.earliest === '' ? {} : { earliest: draft.earliest }),
        ...(draft.latest === '' ? {} : { latest: draft.latest }),
        ...(hasHours ? {
            weekly: [{ days: daysOf(draft), from: draft.from || '00:00', to: draft.to || '00:00' }],
        } : {}),
    };
    return {
        ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
        ...(draft.email.trim() === '' ? {} : { email: draft.email.trim() }),
        ...(draft.phone.trim() === '' ? {} : { phone: draft.phone.trim() }),
        party_size: Number(draft.people) || 1,
        wants,
        // Staff have looked at it: names are meant as they stand there.
        unlisted: true,
    } as Join;
}

export function waitingText(count: number): string {
    return tn(count, '{n} request by mail', '{n} requests by mail');
}
