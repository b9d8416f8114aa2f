// What the staff app says, and in which language. A sentence stands in the code in English, whole,
// with its values named in braces, and that sentence is its key in words/staff: nothing is pieced
// together from words, and a reader of the code sees what people read.

export type Values = Record<string, string | number>;

export const languages = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** What each language calls itself. */
export const languageNames: Record<Language, string> = {
    en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español',
};

/** The sentences of a language by their English; one about a number has a text for each form. */
export type Words = Record<string, string | Record<string, string>>;

type Reading = () => Promise<{ default: Words }>;

const readings: Record<Exclude<Language, 'en'>, Reading> = {
    de: () => import('../../../words/staff/de.toml'),
    fr: () => import('../../../words/staff/fr.toml'),
    es: () => import('../../../words/staff/es.toml'),
};

const chosenKey = 'standby.language';

function languageOf(tag: string | null): Language | undefined {
    const name = tag?.toLowerCase().split('-')[0];
    return languages.find((language) => language === name);
}

function chosenBefore(): Language | undefined {
    try {
        return languageOf(localStorage.getItem(chosenKey));
    } catch {
        return undefined;
    }
}

function browserTags(): readonly string[] {
    return typeof navigator === 'undefined' ? [] : navigator.languages ?? [navigator.language];
}

class Speech {
    #language = $state<Language>('en');
    #words = $state.raw<Words>({});
    #wanted: Language = 'en';

    /** The language of the pages; whatever reads it is redrawn when it changes. */
    get language(): Language {
        return this.#language;
    }

    /** The language with the country of this browser, for Intl: "de-AT". */
    get locale(): string {
        const language = this.#language;
        return browserTags().find((tag) => languageOf(tag) === language) ??
            (language === 'en' ? 'en-GB' : language);
    }

    get words(): Words {
        return this.#words;
    }

    /** Speaks what was chosen in this browser, or else the first of its languages that we know. */
    start(): Promise<void> {
        const known = browserTags().map(languageOf).find((language) => language !== undefined);
        return this.speak(chosenBefore() ?? known ?? 'en');
    }

    /** Speaks this language from now on, here and on the next visit. */
    choose(language: Language): Promise<void> {
        try {
            localStorage.setItem(chosenKey, language);
        } catch {
            // A browser that keeps nothing speaks it until the page is left.
        }
        return this.speak(language);
    }

    /** Fetches the words and then speaks; the language stays as it is if they can't be fetched. */
    async speak(language: Language): Promise<void> {
        this.#wanted = language;
        let words: Words = {};
        if (language !== 'en') {
            try {
                words = (await readings[language]()).default;
            } catch {
                return;
            }
        }
        if (this.#wanted === language) {
            this.#words = words;
            this.#language = language;
        }
    }
}

export const speech = new Speech();

const numbers = new Map<string, Intl.NumberFormat>();

/** "1,234", "1.234": a number as the reader's language writes it. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
    const key = speech.locale + JSON.stringify(options);
    let found = numbers.get(key);
    if (!found) {
        found = new Intl.NumberFormat(speech.locale, options);
        numbers.set(key, found);
    }
    return found.format(value);
}

/** "Anna, Ben and Mia"; "Anna, Ben or Mia" for a disjunction. */
export function formatList(
    items: readonly string[], type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction'): string {
    // Without the comma before "and" that American English has.
    const locale = speech.language === 'en' ? 'en-GB' : speech.locale;
    return new Intl.ListFormat(locale, { type }).format(items);
}

function fill(sentence: string, values: Values): string {
    return sentence.replace(/\{(\w+)\}/g, (mark, name: string) => {
        if (!Object.hasOwn(values, name)) {
            return mark;
        }
        const value = values[name] ?? '';
        return typeof value === 'number' ? formatNumber(value) : value;
    });
}

// The sentence in the reader's language: t('Ask {name} next?', { name }).
export function t(english: string, values: Values = {}): string {
    const found = speech.words[english];
    return fill(typeof found === 'string' ? found : english, values);
}

// The sentence for a number, which is {n} in it: tn(3, '{n} guest', '{n} guests').
export function tn(n: number, one: string, other: string, values: Values = {}): string {
    const found = speech.words[other];
    let sentence = n === 1 ? one : other;
    if (typeof found === 'object') {
        sentence = found[new Intl.PluralRules(speech.language).select(n)] ?? found.other ?? other;
    }
    return fill(sentence, { n, ...values });
}

/**
 * A table of words that is made anew whenever something is looked up in it, since a table that is
 * made once would keep the language of that moment.
 */
export function spoken<Table extends object>(make: () => Table): Table {
    return new Proxy({} as Table, {
        get: (_, key) => Reflect.get(make(), key),
        has: (_, key) => Reflect.has(make(), key),
        ownKeys: () => Reflect.ownKeys(make()),
        getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(make(), key),
    });
}
