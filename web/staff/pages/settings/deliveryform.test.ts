import { expect, test } from 'vitest';
import { mailBodyOf, mailFormOf, resultText, textBodyOf, textFormOf, whatsAppBodyOf, whatsAppFormOf,
} from './deliveryform';

const none = {
    source: 'none', set_by: null, host: null, port: null, encryption: null, user: null, from: null,
    has_password: false, changed_at: null,
} as const;

test('an empty mail form sends what was typed and nothing more', () => {
    const form = mailFormOf(none);
    expect(form.encryption).toBe('starttls');
    form.host = ' mail.example.com ';
    form.from = 'Aster <a@example.com>';
    expect(mailBodyOf(form)).toEqual({
        host: 'mail.example.com', encryption: 'starttls', from: 'Aster <a@example.com>',
    });
});

test('a password goes as it was typed, and stays away when it was not', () => {
    const form = { ...mailFormOf(none), host: 'm', from: 'a@b.c', user: 'u', port: '2525' };
    expect(mailBodyOf({ ...form, password: ' p ' })).toMatchObject({ password: ' p ', port: 2525 });
    expect(mailBodyOf(form)).not.toHaveProperty('password');
    expect(mailBodyOf({ ...form, port: 'smtp' }).port).toBe(0);
});

test('numbers come one per comma or line', () => {
    const form = textFormOf({
        source: 'none', set_by: null, service: null, account: null, from: [], region: null,
        endpoint: null, has_secret: false, changed_at: null,
    });
    form.account = 'AC1';
    form.from = '+1 500 555 0006,\n Aster,';
    form.region = 'eu-west-1';
    expect(textBodyOf(form)).toEqual({
        service: 'twilio', account: 'AC1', from: ['+1 500 555 0006', 'Aster'],
    });
    form.service = 'sns';
    expect(textBodyOf(form)).toMatchObject({ region: 'eu-west-1' });
});

test('WhatsApp asks for what its service needs, and keeps secrets that were not typed', () => {
    const form = whatsAppFormOf({
        source: 'none', set_by: null, service: null, account: null, from: null, prefix: null,
        templates: [], endpoint: null, verify_token: null, has_secret: false, changed_at: null,
    });
    form.account = ' 1065 ';
    form.secret = 'token';
    form.app_secret = 'secret';
    form.from = '+1500';
    expect(whatsAppBodyOf(form)).toEqual({
        service: 'meta', account: '1065', secret: 'token', app_secret: 'secret',
    });
    expect(whatsAppBodyOf({ ...form, secret: '', app_secret: '', prefix: 'aster' })).toEqual({
        service: 'meta', account: '1065', prefix: 'aster',
    });
    form.service = 'twilio';
    form.templates = 'offer.en=HX1\n\n news.en=HX2 ';
    expect(whatsAppBodyOf(form)).toEqual({
        service: 'twilio', account: '1065', secret: 'token', from: '+1500',
        templates: ['offer.en=HX1', 'news.en=HX2'],
    });
    expect(resultText('whatsapp', { ok: false, result: 'template_refused', words: '', said: null }))
        .toContain('approved');
});

test('every result has words, and those of a newer server are its own', () => {
    expect(resultText('mail', { ok: false, result: 'wrong_login', words: '', said: null }))
        .toContain('password');
    expect(resultText('sms', { ok: false, result: 'no_encryption', words: '', said: null }))
        .toContain('encrypted');
    const unknown = { ok: false, result: 'brand_new', words: 'As it says.', said: null };
    expect(resultText('mail', unknown as unknown as Parameters<typeof resultText>[1]))
        .toBe('As it says.');
});
