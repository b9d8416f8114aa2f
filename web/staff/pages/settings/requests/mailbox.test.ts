import { describe, expect, it } from 'vitest';
import { bodyOf, formOf, withProvider, type Mailbox } from './mailbox';

const mailbox: Mailbox = {
    state: 'fine', resource_id: 'res_1', host: 'imap.example.com', port: 993, security: 'tls',
    login: 'password', username: 'waitlist', folder: 'INBOX', authserv_id: null, token_url: null,
    client_id: null, scope: null, has_secret: true, problem: null, looked_at: null, taken: 0,
};

describe('the form of the mailbox', () => {
    it('sends no password that was not typed, so that the kept one stays', () => {
        expect(bodyOf(formOf(mailbox, ''))).toEqual({
            resource_id: 'res_1', host: 'imap.example.com', username: 'waitlist', folder: 'INBOX',
            port: 993, security: 'tls', login: 'password',
        });
    });

    it('knows what Microsoft needs', () => {
        const body = bodyOf({
            ...withProvider(formOf(mailbox, ''), 'microsoft'), clientId: 'app', clientSecret: ' s ',
        });
        expect(body).toMatchObject({
            host: 'outlook.office365.com', login: 'oauth', client_id: 'app', client_secret: ' s ',
        });
        expect(body).not.toHaveProperty('password');
    });

    it('names no server where mails come over HTTP', () => {
        expect(bodyOf(withProvider(formOf(mailbox, ''), 'http'))).toEqual({ resource_id: 'res_1' });
    });
});
