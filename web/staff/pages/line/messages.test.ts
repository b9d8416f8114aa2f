// What became of a message, as staff read it on a card, beside an entry and in the history.
import { expect, test } from 'vitest';
import { deliveryWords, standingWords } from './messages';

test('says how far a message has come, and by which way', () => {
    expect(deliveryWords({ state: 'waiting', channel: null })).toBe('message not sent yet');
    expect(deliveryWords({ state: 'waiting', channel: 'mail' })).toBe('on its way by e-mail');
    expect(deliveryWords({ state: 'left', channel: 'mail' })).toBe('sent by e-mail');
    expect(deliveryWords({ state: 'left', channel: 'webhook' })).toBe('sent by webhook');
    expect(deliveryWords({ state: 'delivered', channel: 'sms' })).toBe('delivered by text');
    expect(deliveryWords({ state: 'opened', channel: 'mail' })).toBe('e-mail opened by the guest');
});

test('says what did not arrive', () => {
    expect(deliveryWords({ state: 'bounced', channel: 'sms' })).toBe('couldn’t be delivered by text');
    expect(deliveryWords({ state: 'bounced', channel: null })).toBe('couldn’t be delivered');
    expect(deliveryWords({ state: 'not_reachable', channel: null })).toBe('can’t be reached');
    expect(deliveryWords({ state: 'page', channel: null })).toBe('no message; on the guest’s page');
});

test('says in the inbox whose words these are', () => {
    expect(standingWords({ state: 'sent', delivery: { state: 'left', channel: 'mail' }, as_sent: true }))
        .toBe('sent by e-mail');
    expect(standingWords({ state: 'sent', delivery: { state: 'left', channel: null }, as_sent: false }))
        .toBe('sent (today’s wording)');
    expect(standingWords({ state: 'stopped', delivery: { state: 'not_reachable', channel: null }, as_sent: false }))
        .toBe('not sent: the guest has stopped all messages');
});
