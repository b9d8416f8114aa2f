import { describe, expect, it } from 'vitest';
import { Problem } from '../../lib/problems';
import { problemsByField, toBody, toWords, Wording, type Voice } from './wording.svelte';

const offer: Voice = {
    id: 'offer.mail.en', kind: 'offer', channel: 'mail', locale: 'en', is_own: false, version: null,
    made_at: null, subject: 'A place', text: 'Hello {{name}}', button: 'Take it',
    default: { subject: 'A place', text: 'Hello {{name}}', button: 'Take it' },
    variables: [{ name: 'name', meaning: 'the guest’s name', example: 'Ada' }],
};

describe('words on their way', () => {
    it('have no subject and no button as a text message', () => {
        const words = { subject: 'left over', text: 'Hi', button: 'left over' };
        expect(toBody(words, 'sms')).toEqual({ text: 'Hi' });
    });

    it('have no button where it is empty', () => {
        expect(toBody({ subject: 'S', text: 'T', button: ' ' }, 'mail'))
            .toEqual({ subject: 'S', text: 'T', button: null });
        expect(toWords({ subject: null, text: 'T', button: null }))
            .toEqual({ subject: '', text: 'T', button: '' });
    });
});

describe('problems', () => {
    it('stand at their fields, several as several sentences', () => {
        const problem = new Problem(422, { type: '/problems/invalid', errors: [
            { field: 'text', message: 'line 1, column 4: there is no {{naem}}' },
            { field: 'text', message: 'line 2, column 1: {{#name}} is never closed' },
            { field: 'subject', message: 'the subject is missing' },
            { field: 'locale', message: 'there are templates in en' },
        ] });
        expect(problemsByField(problem)).toEqual({
            text: 'Line 1, column 4: there is no {{naem}}. ' +
                'Line 2, column 1: {{#name}} is never closed.',
            subject: 'The subject is missing.',
            '': 'There are templates in en.',
        });
        expect(problemsByField(new Error('x'))).toEqual({});
    });
});

describe('the editor of a wording', () => {
    it('knows whether anything is not saved', () => {
        const wording = new Wording(offer, true);
        expect(wording.isDirty).toBe(false);
        wording.form.text = 'Dear {{name}}';
        expect(wording.isDirty).toBe(true);
        expect(wording.isStandard).toBe(false);
        wording.form.text = 'Hello {{name}}';
        expect(wording.isDirty).toBe(false);
    });

    it('follows what is in force while nothing was changed, else tells that it moved', () => {
        const newer: Voice = { ...offer, is_own: true, version: 2, text: 'Hi {{name}}' };
        const untouched = new Wording(offer, true);
        untouched.take(newer);
        expect(untouched.form.text).toBe('Hi {{name}}');
        const touched = new Wording(offer, true);
        touched.form.text = 'Dear {{name}}';
        touched.take(newer);
        expect(touched.form.text).toBe('Dear {{name}}');
        expect(touched.hasMoved).toBe(true);
    });

    it('finds unsaved words again', () => {
        const first = new Wording({ ...offer, id: 'offer.mail.fr' }, true);
        first.form.text = 'Bonjour {{name}}';
        first.keep();
        const second = new Wording({ ...offer, id: 'offer.mail.fr' }, true);
        expect(second.form.text).toBe('Bonjour {{name}}');
        expect(second.isResumed).toBe(true);
        second.begin(second.inForce);
        second.keep();
        expect(new Wording({ ...offer, id: 'offer.mail.fr' }, true).isResumed).toBe(false);
    });
});
