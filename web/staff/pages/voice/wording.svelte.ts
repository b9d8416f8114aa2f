// The state of the editor of one wording: the words in force, the form, and what is wrong with it.
import { Problem, type Schemas } from '../../lib/api';
import { Drafts } from '../rules/drafts';

export type Voice = Schemas['Voice'];
export type WordField = 'subject' | 'text' | 'button';

export interface Words {
    subject: string;
    text: string;
    button: string;
}

export interface NullableWords {
    subject: string | null;
    text: string | null;
    button: string | null;
}

interface Kept {
    words: Words;
    /** The version in force when the words were begun. */
    version: number | null;
}

const kept = new Drafts<Kept>('standby.voice.');

/** A form has empty texts where the API has nothing. */
export function toWords(words: NullableWords): Words {
    return { subject: words.subject ?? '', text: words.text ?? '', button: words.button ?? '' };
}

/** What is sent. A text message has neither subject nor button. */
export function toBody(words: Words, channel: Voice['channel']): Schemas['VoiceWords'] {
    if (channel === 'sms') {
        return { text: words.text };
    }
    const button = words.button.trim();
    return { subject: words.subject, text: words.text, button: button === '' ? null : button };
}

export function isSameWords(one: Words, other: Words): boolean {
    return one.subject === other.subject && one.text === other.text && one.button === other.button;
}

/** The problems of a 422 at their fields, as sentences; "" collects what belongs to none. */
export function problemsByField(error: unknown): Partial<Record<WordField | '', string>> {
    const found: Partial<Record<WordField | '', string>> = {};
    if (error instanceof Problem) {
        for (const { field, message } of error.errors) {
            const name = field === 'subject' || field === 'text' || field === 'button' ? field : '';
            const text = message.charAt(0).toUpperCase() + message.slice(1);
            const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
            found[name] = found[name] ? `${found[name]} ${sentence}` : sentence;
        }
    }
    return found;
}

export class Wording {
    voice = $state.raw() as Voice;
    form = $state() as Words;
    /** The version in force when the form was begun. */
    version = $state<number | null>(null);
    isResumed = $state(false);

    readonly inForce = $derived(toWords(this.voice));
    readonly isDirty = $derived(!isSameWords(this.form, this.inForce));
    readonly isStandard = $derived(isSameWords(this.form, toWords(this.voice.default)));
    /** Someone else saved other words since the form was begun. */
    readonly hasMoved = $derived(this.isDirty && this.voice.version !== this.version);

    constructor(voice: Voice, mayEdit: boolean) {
        this.voice = voice;
        const found = mayEdit ? kept.get(voice.id) : undefined;
        this.form = found?.words ?? toWords(voice);
        this.version = found?.version ?? voice.version;
        this.isResumed = found !== undefined;
    }

    /** Takes what is in force now, and fills the form with it where nothing was changed. */
    take(voice: Voice): void {
        const wasDirty = this.isDirty;
        this.voice = voice;
        if (!wasDirty) {
            this.begin(toWords(voice));
        }
    }

    /** Fills the form. */
    begin(words: Words): void {
        this.form = { ...words };
        this.version = this.voice.version;
        this.isResumed = false;
    }

    keep(): void {
        if (this.isDirty) {
            kept.put(this.voice.id, {
                words: $state.snapshot(this.form) as Words, version: this.version,
            });
        } else {
            kept.drop(this.voice.id);
        }
    }
}
