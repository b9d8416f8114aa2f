import { expect, test } from 'vitest';
import { troublesOf, type Delivery } from './delivery.svelte';

const state = (name: Delivery['mail']['state']): Delivery['mail'] =>
    ({ state: name, since: null, note: null });
const known = (change: Partial<Delivery>): Delivery => ({
    mail: state('working'), sms: state('none'), whatsapp: state('none'), links: 'public', is_demo: false, may_set_up: true,
    ...change,
});

test('all is well with one channel that works', () => {
    expect(troublesOf(known({}), false)).toEqual([]);
    expect(troublesOf(known({ mail: state('none'), sms: state('working') }), false)).toEqual([]);
    expect(troublesOf(known({ mail: state('none'), whatsapp: state('working') }), false)).toEqual([]);
});

test('without any channel nobody is reached, unless programs do it', () => {
    const none = known({ mail: state('none') });
    expect(troublesOf(none, false)).toEqual(['nobody']);
    expect(troublesOf(none, true)).toEqual([]);
});

test('a node of the version before knows fewer channels', () => {
    const { whatsapp: _, ...older } = known({});
    expect(troublesOf(older as Delivery, false)).toEqual([]);
});

test('a channel that is down or locked is named', () => {
    expect(troublesOf(known({ mail: state('down') }), true)).toEqual(['mail_down']);
    expect(troublesOf(known({ sms: state('down') }), true)).toEqual(['sms_down']);
    expect(troublesOf(known({ whatsapp: state('down') }), true)).toEqual(['whatsapp_down']);
    expect(troublesOf(known({ whatsapp: state('locked') }), false)).toEqual(['whatsapp_locked']);
    expect(troublesOf(known({ mail: state('locked') }), false)).toEqual(['mail_locked']);
});

test.each([
    ['down', 'none', 'none', ['mail_down', 'all_unreached']],
    ['none', 'down', 'none', ['sms_down', 'all_unreached']],
    ['none', 'none', 'down', ['whatsapp_down', 'some_unreached']],
    ['down', 'down', 'none', ['mail_down', 'sms_down', 'all_unreached']],
    ['down', 'working', 'none', ['mail_down', 'unreached_without_phone']],
    ['down', 'none', 'working', ['mail_down', 'unreached_without_whatsapp']],
    ['working', 'down', 'none', ['sms_down', 'unreached_without_mail']],
    ['working', 'down', 'working', ['sms_down', 'unreached_without_either']],
    ['none', 'down', 'working', ['sms_down', 'unreached_without_whatsapp']],
    ['working', 'none', 'down', ['whatsapp_down', 'some_unreached_without_mail']],
    ['working', 'working', 'down', ['whatsapp_down', 'text_instead']],
    ['down', 'locked', 'none', ['mail_down', 'sms_locked']],
] as const)('mail %s, texts %s, WhatsApp %s: who isn’t reached is told', (mail, sms, whatsapp, troubles) => {
    expect(troublesOf(known({ mail: state(mail), sms: state(sms), whatsapp: state(whatsapp) }), false)).toEqual(troubles);
});

test('a channel that the business doesn’t use for phones reaches nobody', () => {
    const mailDown = known({ mail: state('down'), sms: state('none'), whatsapp: state('working') });
    expect(troublesOf(mailDown, false, 'sms')).toEqual(['mail_down', 'all_unreached']);
    const whatsappDown = known({ mail: state('none'), sms: state('working'), whatsapp: state('down') });
    expect(troublesOf(whatsappDown, false, 'whatsapp')).toEqual(['whatsapp_down', 'some_unreached']);
});

test('links that guests cannot open are told, but never in the demo', () => {
    expect(troublesOf(known({ links: 'local' }), false)).toEqual(['local_links']);
    expect(troublesOf(known({ links: 'local', mail: state('none'), is_demo: true }), false))
        .toEqual([]);
});
