"""Webhooks: programs are told what happens, signed so that the reference library of Standard
Webhooks believes it, again when they did not listen, and never inside our own network."""
import json
import unittest

from harness.case import ServerCase
from harness.http_peer import Reply
from harness.waiting import wait_for
from harness.webhooks import Receiver
from harness.world import new_person


class HookCase(ServerCase):
    flags = ('--join-rate', '0', '--private-webhooks', 'yes')

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.receiver = Receiver()
        cls.addClassCleanup(cls.receiver.close)
        house = cls.client.call('update_house', body={'webhook_url': cls.receiver.url}, expect=200)
        cls.secret = house['webhook_secret']

    def message(self, message_id):
        return self.client.call('get_message', {'message_id': message_id}, expect=200).body

    def settled(self, message_id):
        return wait_for(lambda: (one := self.message(message_id))['state'] != 'pending' and one)

    def only_event(self, kind, **data):
        [event] = self.receiver.wait_for_events(kind, **data)
        return event


class CloudEventHooks(HookCase):
    def test_are_the_event_itself_as_the_feed_has_it_without_what_people_typed(self):
        self.client.call('update_house', body={'webhook_format': 'cloudevents'}, expect=200)
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, wants={'service': 'Vasectomy'})
        event = self.only_event('entry_joined', entry_id=entry['id'])
        self.assertEqual(self.receiver.verdict(event, self.secret), 'valid')
        self.assertNotIn('Vasectomy', event.text)
        page = self.client.call('list_events', {}, query={'resource_id': resource['id']},
                                expect=200).body
        [known] = [one for one in page['items'] if one['type'] == 'entry_joined']
        for name in ('specversion', 'id', 'source', 'type', 'subject', 'time'):
            self.assertEqual(event.body[name], known[name])
        self.assertEqual(event.body['data']['hash'], known['data']['hash'])


class Webhooks(HookCase):
    def test_what_happens_is_told(self):
        resource = self.world.make_resource('slots')
        person = new_person(name='Zoë Ångström', phone='+4915199999999')
        entry = self.world.join(resource, person)
        opening = self.world.free_slot(resource)
        offer = self.world.entry(entry)['offer']
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        self.only_event('entry.accepted', entry_id=entry['id'])
        self.client.call('cancel_entry', {'entry_id': entry['id']}, expect=200)
        self.only_event('entry.cancelled', entry_id=entry['id'])
        seqs = []
        for kind in ('entry.waitlisted', 'offer.made', 'entry.accepted', 'entry.cancelled'):
            event = self.only_event(kind, entry_id=entry['id'])
            self.assertEqual(self.receiver.verdict(event, self.secret), 'valid')
            self.assertEqual(event.content_type, 'application/json')
            self.assertEqual(event.id, event.body['data']['message_id'])
            self.assertEqual(event.body['data']['resource_id'], resource['id'])
            self.assertEqual(set(event.body), {'type', 'timestamp', 'data'})
            for private in (person['name'], person['email'], person['phone'], 'gt_', 'http'):
                self.assertNotIn(private, event.text)
            seqs.append(event.body['data']['seq'])
        self.assertEqual(seqs, sorted(seqs))
        made = self.only_event('offer.made', entry_id=entry['id'])
        self.assertEqual(made.body['data']['offer_id'], offer['id'])
        self.assertEqual(made.body['data'].get('opening_id', opening['id']), opening['id'])
        message = self.settled(made.id)
        [delivery] = message['deliveries']
        self.assertEqual((delivery['channel'], delivery['state']), ('webhook', 'sent'))

    def test_the_oracle_believes_nothing_else(self):
        entry = self.world.join(self.world.make_resource())
        event = self.only_event('entry.waitlisted', entry_id=entry['id'])
        self.assertEqual(self.receiver.verdict(event, self.secret), 'valid')
        self.assertNotEqual(self.receiver.verdict(event, 'whsec_' + 'A' * 32), 'valid')
        event.text += ' '
        self.assertNotEqual(self.receiver.verdict(event, self.secret), 'valid')

    def test_without_any_other_way_the_clock_of_an_offer_starts_at_once(self):
        _, entry, _ = self.world.offered_slot()
        offer = wait_for(lambda: (one := self.world.entry(entry)['offer'])['sent_at'] and one)
        self.assertEqual(offer['state'], 'live')
        self.only_event('offer.made', entry_id=entry['id'])

    def test_it_is_told_again_when_nobody_listened(self):
        resource = self.world.make_resource()
        for reply in (Reply(500, 'no'), Reply(drop=True), Reply(raw=b'nonsense\r\n\r\n'),
                      Reply(429, headers={'Retry-After': '1'}), Reply(404)):
            with self.subTest(reply=vars(reply)):
                self.receiver.order(reply)
                entry = self.world.join(resource)
                events = self.receiver.wait_for_events('entry.waitlisted', 2, entry_id=entry['id'])
                self.assertEqual(events[0].id, events[1].id)
                self.assertEqual(events[0].text, events[1].text)
                for event in events:
                    self.assertEqual(self.receiver.verdict(event, self.secret), 'valid')
                message = self.settled(events[0].id)
                self.assertEqual(message['state'], 'done')
                # A kept connection that broke is not an attempt: the next one is tried at once.
                self.assertIn(message['attempts'], (1, 2) if reply.drop else (2,))

    def test_who_is_gone_or_moved_is_not_asked_again(self):
        resource = self.world.make_resource()
        for reply in (Reply(410), Reply(302, headers={'Location': self.receiver.url})):
            with self.subTest(status=reply.status):
                self.receiver.order(reply)
                entry = self.world.join(resource)
                event = self.only_event('entry.waitlisted', entry_id=entry['id'])
                message = self.settled(event.id)
                self.assertEqual(message['deliveries'][0]['state'], 'failed')
                self.assertIn(str(reply.status), message['deliveries'][0]['note'])
                self.assertEqual(len(self.receiver.events_of('entry.waitlisted',
                                                             entry_id=entry['id'])), 1)

    def test_a_rotated_secret_counts_from_then_on(self):
        old = self.secret
        new = self.client.call('rotate_webhook_secret', expect=200)['webhook_secret']
        type(self).secret = new
        entry = self.world.join(self.world.make_resource())
        event = self.only_event('entry.waitlisted', entry_id=entry['id'])
        self.assertEqual(self.receiver.verdict(event, new), 'valid')
        self.assertNotEqual(self.receiver.verdict(event, old), 'valid')

    def test_it_outlives_a_restart(self):
        self.receiver.order(*[Reply(500)] * 2)
        entry = self.world.join(self.world.make_resource())
        self.receiver.wait_for_events('entry.waitlisted', entry_id=entry['id'])
        self.server.restart()
        self.connect()
        events = self.receiver.wait_for_events('entry.waitlisted', 3, entry_id=entry['id'])
        self.assertEqual(len({event.id for event in events}), 1)
        self.settled(events[0].id)

    def test_the_secret_is_never_logged_or_shown_again(self):
        self.assertNotIn(self.secret, self.server.log())
        house = self.client.call('get_house', expect=200)
        self.assertNotIn('whsec_', json.dumps(house.body))


class OwnNetwork(HookCase):
    flags = ('--join-rate', '0')

    def test_addresses_of_our_own_network_are_refused(self):
        resource = self.world.make_resource()
        for host in ('127.0.0.1', 'localhost', '[::1]'):
            with self.subTest(host=host):
                url = self.receiver.url.replace('127.0.0.1', host)
                self.client.call('update_house', body={'webhook_url': url}, expect=200)
                entry = self.world.join(resource)
                message = wait_for(lambda entry=entry: [
                    one for one in self.client.items('list_messages',
                                                     {'resource_id': resource['id']})
                    if one['entry_id'] == entry['id'] and one['deliveries']])[0]
                [delivery] = message['deliveries']
                self.assertNotEqual(delivery['state'], 'sent')
                self.assertTrue(delivery['note'])
        self.assertFalse(self.receiver.events)


if __name__ == '__main__':
    unittest.main()
