// What became of a message, as staff read it beside an entry.
import { expect, test } from 'vitest';
import { standingWords } from './messages';

test('says by which way a message went', () => {
    expect(standingWords({ state: 'sent', channel: 'mail', as_sent: true })).toBe('sent by e-mail');
    expect(standingWords({ state: 'delivered', channel: 'sms', as_sent: true })).toBe('delivered by text');
    expect(standingWords({ state: 'sent', channel: null, as_sent: false })).toBe('sent (today’s wording)');
});

test('says what did not arrive', () => {
    expect(standingWords({ state: 'on_its_way', channel: 'mail', as_sent: true })).toBe('on its way by e-mail');
    expect(standingWords({ state: 'not_delivered', channel: 'sms', as_sent: true })).toBe('couldn’t be delivered by text');
    expect(standingWords({ state: 'here', channel: null, as_sent: false })).toBe('only on the guest’s page');
    expect(standingWords({ state: 'stopped', channel: null, as_sent: false })).toBe('not sent: the guest has stopped all messages');
});
