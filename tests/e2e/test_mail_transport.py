"""Between us and the mail server: encryption, logins, outages and rates; and what a mail's provider
reports afterwards."""
import json
import os
import tempfile
import unittest
import unittest.mock
import urllib.parse

from harness.pages import PagesOf
from harness.smtp import MailCase, make_certificate
from harness.waiting import wait_for
from harness.webhooks import signed_headers
from harness.world import new_person


class Reports(MailCase):
    """What the mail's provider tells later, by a signed callback."""

    secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    more_flags = ('--mail-callback-secret', secret)

    def report(self, message_id, event, expect=204, **changes):
        body = json.dumps({'message_id': message_id, 'event': event})
        headers = {**signed_headers(self.secret, body), **changes}
        return self.client.call('report_mail_events', body=body, headers=headers, expect=expect)

    def joined(self, person=None):
        resource = self.world.make_resource()
        entry = self.world.join(resource, person or new_person())
        return self.settled(resource, 'waitlisted', entry)

    def callbacks(self, outcome):
        return self.metric('standby_callbacks_total', outcome=outcome)

    def test_a_delivery_is_recorded_once(self):
        message = self.joined()
        self.report(message['id'], 'delivered')
        told = self.message(message['id'])
        self.assertEqual((told['deliveries'][0]['state'], told['first_delivered_by']),
                         ('delivered', 'mail'))
        ignored = self.callbacks('ignored')
        self.report(message['id'], 'delivered')
        self.report(message['id'], 'opened')  # nobody switched that on
        self.assertEqual(self.message(message['id']), told)
        self.assertEqual(self.callbacks('ignored'), ignored + 2)

    def test_opened_mails_count_where_the_house_wants_it(self):
        message = self.joined()
        self.client.call('update_house', body={'open_tracking': True}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'open_tracking': False})
        self.report(message['id'], 'opened')
        self.assertEqual(self.message(message['id'])['deliveries'][0]['state'], 'opened')

    def test_a_late_bounce_of_an_offer_rolls_on(self):
        resource = self.world.make_resource('slots', rules={'patience': '1s'})
        gone, other = new_person(), new_person()
        entry = self.world.join(resource, gone)
        self.world.join(resource, other)
        self.world.free_slot(resource)
        message = self.settled(resource, 'offer', entry)
        self.report(message['id'], 'bounced')
        self.mail(other, 'offer')
        self.assertEqual([item['reason'] for item in self.world.audit(resource)
                          if item['type'] in ('offer_unreached', 'offer_ended')],
                         ['bounced', 'not_reachable'])

    def told_everywhere(self, resource, entry, offer_id):
        """How far the offer's message has come: on the board, in the calendar, beside the guest and
        in the history. All say the same, so one of them is returned."""
        [card] = self.client.call('get_board', {'resource_id': resource['id']},
                                  expect=200)['offers']
        [slot] = self.client.call('get_calendar', {'resource_id': resource['id']},
                                  expect=200)['items']
        inbox = self.client.call('read_inbox', {'entry_id': entry['id']}, expect=200)['items']
        history = self.client.call('list_audit', {'resource_id': resource['id']}, expect=200)
        told = [card['delivery'], slot['offer']['delivery'],
                *[item['delivery'] for item in inbox if item['offer_id'] == offer_id],
                *[one['delivery'] for one in history['deliveries']
                  if one['offer_id'] == offer_id]]
        self.assertEqual(told, [told[0]] * 4)
        return told[0]['state'], told[0]['channel']

    def test_the_desk_sees_how_far_an_offer_has_come(self):
        self.client.call('update_house', body={'open_tracking': True}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'open_tracking': False})
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, new_person())
        self.world.free_slot(resource)
        message = self.settled(resource, 'offer', entry)
        about = resource, entry, message['offer_id']
        wait_for(lambda: self.told_everywhere(*about) == ('left', 'mail'))
        for event in ('delivered', 'opened'):
            self.report(message['id'], event)
            self.assertEqual(self.told_everywhere(*about), (event, 'mail'))

    def test_the_desk_sees_that_an_offer_came_back(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, new_person())
        self.world.free_slot(resource)
        message = self.settled(resource, 'offer', entry)
        self.report(message['id'], 'bounced')
        board = wait_for(lambda: (found := self.client.call(
            'get_board', {'resource_id': resource['id']}, expect=200))['needs_hand'] and found)
        self.assertEqual(board['offers'][0]['delivery'], {'state': 'bounced', 'channel': 'mail'})
        [need] = board['needs_hand']
        self.assertEqual((need['kind'], need['facts']['unreached']), ('not_reachable', 'bounced'))
        history = self.client.call('list_audit', {'resource_id': resource['id']}, expect=200)
        self.assertEqual([one['delivery'] for one in history['deliveries']],
                         [{'state': 'bounced', 'channel': 'mail'}])

    def test_who_complains_hears_nothing_more(self):
        person = new_person()
        self.report(self.joined(person)['id'], 'complained')
        self.assertEqual(self.joined(person)['note'], 'opted out')
        self.assertEqual(len(self.smtp.mails_to(person['email'])), 1)

    def test_unsigned_old_and_forged_reports_change_nothing(self):
        before = self.joined()
        refused = self.callbacks('refused')
        body = json.dumps({'message_id': before['id'], 'event': 'bounced'})
        good = signed_headers(self.secret, body)
        old = signed_headers(self.secret, body, timestamp=int(good['webhook-timestamp']) - 3600)
        other = signed_headers('whsec_' + 'A' * 32, body)
        forged = ({}, {**good, 'webhook-id': 'other'}, {**good, 'webhook-signature': 'v1,AAAA'},
                  {**good, 'webhook-timestamp': '1'}, {**good, 'webhook-timestamp': 'x'}, old,
                  other)
        for headers in forged:
            with self.subTest(headers=headers):
                self.client.call('report_mail_events', body=body, headers=headers, expect=403)
        self.assertEqual(self.message(before['id']), before)
        self.assertEqual(self.callbacks('refused'), refused + len(forged))

    def test_signed_nonsense_is_refused(self):
        before = self.joined()
        for body in ('', 'x', '[]', '{}', '{"message_id": 5, "event": "bounced"}',
                     '{"message_id": "msg_1"}', '{"message_id": "nobody", "event": "bounced"}',
                     json.dumps({'message_id': before['id'], 'event': 'exploded'})):
            with self.subTest(body=body):
                self.client.call('report_mail_events', body=body, expect=400,
                                 headers=signed_headers(self.secret, body))
        self.assertEqual(self.message(before['id']), before)


class AsciiOnly(MailCase):
    smtp_settings = {'ascii': True}

    def test_an_address_that_the_server_cannot_write_is_not_told(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource, new_person(email='jörg@bücher.example'))
        message = self.settled(resource, 'waitlisted', entry)
        [delivery] = message['deliveries']
        self.assertEqual(delivery['state'], 'failed')
        self.assertIn('letters beyond a to z', delivery['note'])
        self.assertEqual(self.smtp.mails_to('jörg@bücher.example'), [])

    def test_a_domain_of_any_script_needs_nothing(self):
        resource = self.world.make_resource()
        self.world.join(resource, new_person(email='info@bücher.example'))
        [mail] = self.smtp.wait_for_mails('info@bücher.example')  # as the peer reads it
        self.assertIn('info@xn--bcher-kva.example', mail.raw.decode())


class NamedSender(MailCase):
    @classmethod
    def setUpClass(cls):
        cls.more_flags = ('--mail-from', 'Salon Aster <salon@aster.example>')
        super().setUpClass()

    def test_mails_come_from_the_name_unless_the_house_has_one(self):
        resource = self.world.make_resource()
        person = new_person()
        self.world.join(resource, person)
        [mail] = self.smtp.wait_for_mails(person['email'])
        self.assertEqual(mail.from_people, [('Salon Aster', 'salon@aster.example')])
        self.assertEqual(mail.envelope['from'], 'salon@aster.example')
        self.client.call('update_house', body={'name': 'Aster Two'}, expect=200)
        person = new_person()
        self.world.join(resource, person)
        [mail] = self.smtp.wait_for_mails(person['email'])
        self.assertEqual(mail.from_people, [('Aster Two', 'salon@aster.example')])


class Outage(MailCase, PagesOf):
    def test_nothing_is_lost_while_the_server_is_down(self):
        resource = self.world.make_resource('slots')
        early = new_person()
        entry = self.world.join(resource, early)
        self.mail(early, 'waitlisted')
        self.smtp.order('down')
        people = [new_person() for _ in range(12)]
        for person in people:
            self.world.join(resource, person)
        self.world.free_slot(resource)
        wait_for(lambda: self.metric('standby_channel', channel='mail', what='open') == 1,
                 'the breaker')
        self.assertIn('provider_is_down', self.server.log())
        offer = self.world.entry(entry)['offer']
        self.assertIsNone(offer['sent_at'])
        # The guest's own page needs no provider.
        page = self.page('/e/' + entry['token'])
        self.assertIn('/o/', page)
        inbox = self.as_guest(entry['token']).call('read_inbox', {'entry_id': entry['id']},
                                                   expect=200)
        self.assertIn('offer', [item['kind'] for item in inbox['items']])
        self.smtp.order('up')
        self.mail(early, 'offer')
        for person in people:
            self.mail(person, 'waitlisted')
        wait_for(lambda: not any(message['state'] == 'pending'
                                 for message in self.messages(resource)))
        self.assertEqual(len(self.smtp.mails), len(people) + 2)
        offer = self.world.offer(offer)
        self.assertEqual(offer['state'], 'live')
        self.assertIsNotNone(offer['sent_at'])
        self.assertIn('provider_is_back', self.server.log())


class EverybodyIsPutOff(MailCase, PagesOf):
    """A mail server that answers 451 to everyone is no different from one that is down."""

    def test_the_line_stands_still_and_goes_on_where_it_was(self):
        resource = self.world.make_resource('seats', capacity=5, rules={'patience': '1s'})
        holders = self.world.join_many(resource, 5)
        people = [new_person() for _ in range(8)]
        entries = [self.world.join(resource, person) for person in people]
        for person in people:
            self.mail(person, 'waitlisted')
        self.smtp.refuse('rcpt', '@', 451, '4.3.0 Try again later')
        for holder in holders:
            self.client.call('leave', {'entry_id': holder['id']}, expect=200)
        wait_for(lambda: self.metric('standby_channel', channel='mail', what='open') == 1,
                 'the breaker')
        self.assertIn('provider_is_down', self.server.log())
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200)
        card = board['needs_hand'][0]
        self.assertEqual(card['kind'], 'channel_down')
        self.assertIn('451', card['detail'])
        self.assertIn("E-mail isn't leaving", card['detail'])
        self.assertEqual(card['facts']['channel'], 'mail')
        self.assertIn('451', card['facts']['note'])

        self.smtp.order('forget')
        for person in people[:5]:
            self.mail(person, 'offer')
        states = [self.world.entry(entry)['state'] for entry in entries]
        self.assertEqual(states, ['offered'] * 5 + ['waiting'] * 3)
        self.assertEqual([item for item in self.world.audit(resource)
                          if item['type'] == 'offer_ended'], [])
        self.assertIn('provider_is_back', self.server.log())
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(board['needs_hand'], [])


class Encrypted(MailCase):
    """STARTTLS and a login."""

    password = 'p:w@o/r?d#% ü'

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='standby-e2e-')
        cls.addClassCleanup(folder.cleanup)
        key, cert = make_certificate(folder.name)
        cls.smtp_settings = {'key': key, 'cert': cert, 'user': 'aster', 'password': cls.password,
                             **cls.how()}
        with unittest.mock.patch.dict(os.environ, SSL_CERT_FILE=cert):
            super().setUpClass()

    @staticmethod
    def how():
        return {'starttls': True}

    @classmethod
    def mail_url(cls):
        word = urllib.parse.quote(cls.password, safe='')
        return f'smtp://aster:{word}@localhost:{cls.smtp.port}?tls=required'

    def test_mails_travel_encrypted_and_logged_in(self):
        person = new_person()
        self.world.join(self.world.make_resource(), person)
        mail = self.mail(person, 'waitlisted')
        self.assertTrue(mail.envelope['secure'])
        self.assertEqual(mail.envelope['user'], 'aster')
        self.assertNotIn(self.password, self.server.log())


class EncryptedFromTheStart(Encrypted):
    """smtps."""

    @staticmethod
    def how():
        return {'secure': True}

    @classmethod
    def mail_url(cls):
        word = urllib.parse.quote(cls.password, safe='')
        return f'smtps://aster:{word}@localhost:{cls.smtp.port}'


class WrongPassword(MailCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='standby-e2e-')
        cls.addClassCleanup(folder.cleanup)
        key, cert = make_certificate(folder.name)
        cls.smtp_settings = {'key': key, 'cert': cert, 'user': 'aster', 'password': 'right',
                             'starttls': True}
        with unittest.mock.patch.dict(os.environ, SSL_CERT_FILE=cert):
            super().setUpClass()

    @classmethod
    def mail_url(cls):
        return f'smtp://aster:notThisOne77@localhost:{cls.smtp.port}'

    def test_it_is_seen_in_log_and_figures_and_never_the_password(self):
        person = new_person()
        resource = self.world.make_resource()
        entries = [self.world.join(resource, person)]
        entries += [self.world.join(resource) for _ in range(5)]
        wait_for(lambda: self.metric('standby_messages_total', channel='mail', outcome='later') > 0)
        wait_for(lambda: 'provider_is_down' in self.server.log())
        [message] = self.messages(resource, 'waitlisted', entries[0])
        self.assertEqual(message['state'], 'pending')
        self.assertFalse(self.smtp.mails)
        self.assertNotIn('notThisOne77', self.server.log())
        shown = self.client.call('list_all_messages', expect=200).raw.decode()
        self.assertNotIn('notThisOne77', shown)
        self.assertIn('535', self.server.log())


class NotTrusted(MailCase):
    """A server whose certificate nobody has vouched for gets no mail and no password."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='standby-e2e-')
        cls.addClassCleanup(folder.cleanup)
        key, cert = make_certificate(folder.name)
        cls.smtp_settings = {'key': key, 'cert': cert, 'user': 'aster', 'password': 'word',
                             'starttls': True}
        super().setUpClass()

    @classmethod
    def mail_url(cls):
        return f'smtp://aster:word@localhost:{cls.smtp.port}?tls=required'

    def test_it_gets_nothing(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource)
        wait_for(lambda: self.metric('standby_messages_total', channel='mail', outcome='later') > 0)
        [message] = wait_for(lambda: [one for one in self.messages(resource, 'waitlisted', entry)
                                      if one['note']])
        self.assertIn('certificate', message['note'])
        self.assertFalse(self.smtp.events_of('login'))
        self.assertFalse(self.smtp.mails)


class Slow(MailCase):
    """A mail rate that the operator has set is never exceeded."""

    more_flags = ('--mail-rate', '10')

    def test_the_rate_is_kept(self):
        resource = self.world.make_resource()
        first = new_person()
        self.world.join(resource, first)
        self.smtp.wait_for_mails(first['email'])  # now there is a connection
        people = [new_person() for _ in range(30)]
        for person in people:
            self.world.join(resource, person, credential=self.client.credential)
        mails = [self.smtp.wait_for_mails(person['email'])[0] for person in people]
        times = sorted(mail.envelope['at'] for mail in mails)
        for index, first in enumerate(times):
            within = sum(first <= time < first + 1000 for time in times[index:])
            self.assertLessEqual(within, 11, 'more than ten in a second, and one for the way')


if __name__ == '__main__':
    unittest.main()
