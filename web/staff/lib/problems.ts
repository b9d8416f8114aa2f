// What can go wrong with a request, as two kinds of error that every page can show.
import { fieldWords } from './fieldwords';
import { problemTitles } from './problemwords';
import { speech, t } from './say.svelte';
import { durationInWords } from './time';

export interface FieldError {
    field: string;
    message: string;
}

/** The server said no, and why (RFC 9457). */
export class Problem extends Error {
    readonly type: string;
    readonly title: string;
    readonly status: number;
    readonly detail: string;
    readonly #errors: readonly FieldError[];
    /** Seconds after which it is worth trying again, where the server said so. */
    readonly retryAfter: number | undefined;

    constructor(
        status: number,
        body: Partial<{ type: string; title: string; detail: string; errors: FieldError[] }>,
        retryAfter?: number,
    ) {
        super(body.detail || body.title || t('The server answered with {status}.', { status: String(status) }));
        this.name = 'Problem';
        this.status = status;
        this.type = body.type ?? '/problems/unknown';
        this.title = body.title ?? t('That didn’t work');
        this.detail = body.detail ?? '';
        this.#errors = body.errors ?? [];
        this.retryAfter = retryAfter;
    }

    /** Whether this is the problem with that short name, such as "link-used". */
    is(name: string): boolean {
        return this.type === `/problems/${name}`;
    }

    /** What is wrong with which field, in the reader's language. */
    get errors(): FieldError[] {
        return this.#errors.map(({ field, message }) => ({ field, message: fieldWords(message) }));
    }

    /** What it's called, in the reader's language where we have the words. */
    get heading(): string {
        return (speech.language === 'en' ? undefined : this.#translated) ?? this.title;
    }

    /** The same with what the server says about it. */
    get text(): string {
        if (speech.language !== 'en' && this.#errors.length > 0) {
            // Without the fields: what the API calls them is none of the reader's words.
            return [...new Set(this.errors.map(({ message }) => message))].join(' ');
        }
        return capitalised((speech.language === 'en' ? undefined : this.#translated) ?? (this.detail || this.title));
    }

    get #translated(): string | undefined {
        return problemTitles[this.type.replace('/problems/', '')];
    }

    /** What is wrong with one field, as a sentence under it, or nothing. */
    of(field: string): string | undefined {
        const message = this.errors.find((error) => error.field === field)?.message;
        return message && capitalised(message);
    }
}

/** The server could not be reached. */
export class Offline extends Error {
    constructor() {
        super(t('Standby can’t be reached right now.'));
        this.name = 'Offline';
    }
}

/** A sentence for a person, whatever was thrown. */
export function sentence(error: unknown): string {
    if (error instanceof Offline) {
        return t('Standby can’t be reached. Check your connection and try again.');
    }
    if (error instanceof Problem) {
        if (error.is('too-many-requests') && error.retryAfter) {
            const time = waitInWords(error.retryAfter);
            return t('Too many attempts. Please wait {time}.', { time });
        }
        if (error.is('forbidden')) {
            return t('Your role doesn’t allow this. Ask an owner.');
        }
        return error.text;
    }
    return t('Something went wrong. Please try again.');
}

function capitalised(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

function waitInWords(seconds: number): string {
    return durationInWords(seconds < 90 ? seconds * 1000 : Math.ceil(seconds / 60) * 60_000);
}
