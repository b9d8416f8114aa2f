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
    expect(troublesOf(known({ sms: state('down') }), false)).toEqual(['sms_down']);
    expect(troublesOf(known({ whatsapp: state('down') }), false)).toEqual(['whatsapp_down']);
    expect(troublesOf(known({ whatsapp: state('locked') }), false)).toEqual(['whatsapp_locked']);
    expect(troublesOf(known({ mail: state('locked') }), false)).toEqual(['mail_locked']);
});

test('links that guests cannot open are told, but never in the demo', () => {
    expect(troublesOf(known({ links: 'local' }), false)).toEqual(['local_links']);
    expect(troublesOf(known({ links: 'local', mail: state('none'), is_demo: true }), false))
        .toEqual([]);
});
