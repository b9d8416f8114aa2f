// What someone waits for, in a few words for a row and in full for the panel.
import type { Schemas } from '../../lib/api';
import { formatMoney } from '../../lib/money';
import { t } from '../../lib/say.svelte';
import { anyOf } from '../../lib/words';
import {
    durationInWords, formatHours, formatShortDay, formatWeekdayName, parseDuration,
} from '../../lib/time';

type Wants = Schemas['Wants'];
type WeeklyWindow = Schemas['WeeklyWindow'];

const dayOrder: WeeklyWindow['days'] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** "21 Nov – 3 Dec", "from 21 Nov", "until 3 Dec", or "" for any time. */
export function datesInWords(wants: Wants, zone: string): string {
    const from = wants.earliest ? formatShortDay(wants.earliest, zone) : '';
    const to = wants.latest ? formatShortDay(wants.latest, zone) : '';
    if (from && to) {
        return from === to ? from : `${from} – ${to}`;
    }
    if (from) {
        return t('from {day}', { day: from });
    }
    return to ? t('until {day}', { day: to }) : '';
}

/** "Mon–Wed, Fri 09:00–12:00". */
export function windowInWords(window: WeeklyWindow): string {
    const places = window.days.map((day) => dayOrder.indexOf(day)).sort((one, two) => one - two);
    const runs: number[][] = [];
    for (const place of places) {
        const run = runs.at(-1);
        if (run && run.at(-1) === place - 1) {
            run.push(place);
        } else {
            runs.push([place]);
        }
    }
    const name = (place: number | undefined) => formatWeekdayName(place ?? 0);
    const days = runs.map((run) => {
        if (run.length === 1) {
            return name(run[0]);
        }
        return run.length === 2
            ? `${name(run[0])}, ${name(run[1])}`
            : `${name(run[0])}–${name(run.at(-1))}`;
    });
    const isWhole = window.from === '00:00' && window.to === '00:00';
    return isWhole ? days.join(', ') : `${days.join(', ')} ${formatHours(window.from)}–${formatHours(window.to)}`;
}

type InstantYes = Schemas['Entry']['instant_yes'];

/** "with at least 2 hours of notice, for at most €60, Tue"; "whatever suits" without terms. */
export function instantYesInWords(terms: NonNullable<InstantYes>): string {
    const parts: string[] = [];
    if (parseDuration(terms.min_notice) > 0) {
        parts.push(t('with at least {time} of notice', { time: durationInWords(terms.min_notice) }));
    }
    if (terms.max_price) {
        parts.push(t('for at most {price}', { price: formatMoney(terms.max_price) }));
    }
    if (terms.weekly.length > 0) {
        parts.push(terms.weekly.map(windowInWords).join('; '));
    }
    return parts.length > 0 ? parts.join(', ') : t('whatever suits');
}

/** What someone has said yes to beforehand, for a row: "book without asking · late yes". */
export function promisesInShort(
    entry: Pick<Schemas['Entry'], 'instant_yes' | 'standing_yes'>): string {
    return [entry.instant_yes ? t('book without asking') : '', entry.standing_yes ? t('late yes') : '']
        .filter(Boolean).join(' · ');
}

/** Service, staff and place, each with all that will do. */
const namesInWords = (wants: Wants): [string, string, string] => [
    anyOf(wants.service, wants.services), anyOf(wants.staff, wants.staff_any), anyOf(wants.place, wants.places),
];

/** A row's worth: "colour · Noor · until 21 Nov"; "anything" where nothing is asked for. */
export function wantsInShort(wants: Wants, zone: string): string {
    const parts = [...namesInWords(wants), datesInWords(wants, zone)];
    if (wants.weekly.length > 0) {
        parts.push(wants.weekly.map(windowInWords).join('; '));
    }
    const text = parts.filter(Boolean).join(' · ');
    return text || t('anything');
}

/** Everything that is asked for, as pairs of a name and a value. */
export function wantsInFull(wants: Wants, zone: string): [string, string][] {
    const pairs: [string, string][] = [];
    const add = (name: string, value: string | null) => {
        if (value) {
            pairs.push([name, value]);
        }
    };
    const [service, staff, place] = namesInWords(wants);
    add(t('Service'), service);
    add(t('With'), staff);
    add(t('Location'), place);
    add(t('Dates'), datesInWords(wants, zone));
    add(t('Times'), wants.weekly.map(windowInWords).join('; '));
    add(t('Notice'), parseDuration(wants.min_notice) > 0
        ? t('at least {time}', { time: durationInWords(wants.min_notice) }) : '');
    add(t('Price'), wants.max_price ? t('at most {price}', { price: formatMoney(wants.max_price) }) : '');
    add(t('Moves up'), wants.move_up ? t('holds a place and waits for an earlier one') : '');
    return pairs;
}
