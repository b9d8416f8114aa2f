// What the form of a calendar sends, and that every problem has words.
import { describe, expect, it } from 'vitest';
import { accountOf, bodyOf, emptyForm, problemText, testedText } from './form';

describe('the form of a calendar', () => {
    it('sends what was typed, without blanks around it', () => {
        const body = bodyOf({
            ...emptyForm(), url: ' https://cal.example.com/noor/ ', username: 'noor', password: ' p ',
            titles: '{service} - {name}\n\n Appt * ', categories: 'Clients, VIP,',
        });
        expect(body).toEqual({
            kind: 'caldav', url: 'https://cal.example.com/noor/', username: 'noor', password: ' p ',
            titles: ['{service} - {name}', 'Appt *'], categories: ['Clients', 'VIP'], notice: '1h',
        });
    });

    it('sends Google’s own fields for Google alone', () => {
        const form = { ...emptyForm(), calendar: 'a@group', keyFile: '{}', username: 'noor', password: 'p' };
        expect(bodyOf(form)).not.toHaveProperty('calendar');
        const google = bodyOf({ ...form, kind: 'google' });
        expect(google).toMatchObject({ kind: 'google', calendar: 'a@group', key_file: '{}' });
        expect(google).not.toHaveProperty('password');
    });

    it('finds the account that a key file is for', () => {
        expect(accountOf('{"client_email":"standby@salon.iam.gserviceaccount.com"}'))
            .toBe('standby@salon.iam.gserviceaccount.com');
        for (const text of ['', '{', '[]', 'null', '{"client_email":1}', '{"type":"authorized_user"}']) {
            expect(accountOf(text)).toBeUndefined();
        }
    });

    it('says what to do at Google in Google’s words', () => {
        expect(problemText('not_found', 'google')).toMatch('shared with the service account');
        expect(problemText('not_found', 'caldav')).not.toMatch('Google');
        expect(problemText('broken', 'google')).toBe(problemText('broken'));
    });

    it('says what is wrong', () => {
        expect(problemText('wrong_login')).toMatch('password');
        expect(problemText('broken')).toMatch('try again');
        expect(testedText({
            works: true, problem: null, events: 3, unreadable: 0, appointments: 0, next: [],
        })).toMatch('no event');
    });
});
