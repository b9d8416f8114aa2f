"""Mails, or texts, reach nobody for a while: staff hear of it by every other way, the line stands
still, and goes on where it was. The clock is moved by hand, so that minutes take a moment."""
import datetime
import os
import tempfile
import unittest
import unittest.mock

from harness.clock import Clock
from harness.http_peer import Reply
from harness.smtp import make_certificate
from harness.twilio import SmsCase, new_number
from harness.waiting import wait_for
from harness.webhooks import Receiver
from harness.world import new_person

MINUTE = 60
WINDOW = '20m'


def parse_time(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


class OutageCase(SmsCase):
    sms_flags = (*SmsCase.sms_flags, '--manual-clock')

    def setUp(self):
        self.clock = Clock(self.client)

    def set_desk(self, **fields):
        """Whom staff are told by: a number of their own."""
        self.desk = new_number()
        self.client.call('update_house', expect=200, body={
            'name': 'Salon Aster', 'staff_phone': self.desk, **fields})

    def words_about(self, kind):
        return [message for message in self.client.items('list_all_messages', limit=200)
                if message['kind'] == kind]

    def card(self, resource):
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200)
        return next((card for card in board['needs_hand'] if card['kind'] == 'channel_down'), None)


class MailReachesNobody(OutageCase):
    sms_flags = (*OutageCase.sms_flags, '--private-webhooks', 'yes')

    def test_the_whole_story(self):
        hooks = Receiver()
        self.addCleanup(hooks.close)
        self.set_desk(staff_email='desk@aster.example', webhook_url=hooks.url)
        self.addCleanup(self.client.call, 'update_house', body={'webhook_url': None})
        resource = self.world.make_resource('seats', capacity=3, rules={'claim_window': WINDOW})
        holders = self.world.join_many(resource, 3)
        people = [new_person() for _ in range(5)]
        entries = [self.world.join(resource, person) for person in people]
        self.clock.pass_time()
        for person in people:
            self.mail(person, 'waitlisted')

        self.smtp.refuse('rcpt', '@', 451, '4.3.0 Try again later')
        down_at = self.clock.now
        for holder in holders:
            self.client.call('leave', {'entry_id': holder['id']}, expect=200)
        card = self.clock.until(lambda: self.card(resource), 'the card', MINUTE)
        self.assertIn('451', card['detail'])
        [text] = self.clock.until(lambda: self.twilio.texts_to(self.desk), 'the text to staff',
                                  MINUTE)
        self.assertLess(self.clock.now - down_at, datetime.timedelta(seconds=MINUTE))
        self.assertEqual(text.body, "Salon Aster: E-mail isn't going out right now. Offers wait, "
                         'nobody loses their place. More: http://standby.test/staff')
        [hook] = hooks.wait_for_events('channel.down')
        self.assertEqual(hook.body['data']['channel'], 'mail')
        self.assertNotIn('entry_id', hook.body['data'])
        [word] = self.words_about('channel_down')
        self.assertIsNone(word['entry_id'])
        wait_for(lambda: self.message(word['id'])['state'] == 'done')
        self.assertEqual(sorted(one['channel'] for one in self.message(word['id'])['deliveries']),
                         ['sms', 'webhook'])
        # The line stands still, for longer than a window lasts.
        self.clock.pass_time(30 * MINUTE)
        self.assertEqual(self.ended_reasons(resource), [])
        self.assertEqual(len(self.twilio.texts_to(self.desk)), 1)
        self.assertEqual([self.world.entry(entry)['state'] for entry in entries],
                         ['offered'] * 3 + ['waiting'] * 2)

        self.smtp.order('forget')
        for person in people[:3]:
            mail = self.clock.until(
                lambda one=person: [mail for mail in self.smtp.mails_to(one['email'])
                                    if 'A spot for you' in mail.header('Subject')],
                'the offer', 6 * MINUTE)[0]
            self.assertIn('20 minutes', mail.text)
        def told():
            live = list(self.client.items('list_offers', {'resource_id': resource['id']},
                                          state='live'))
            return all(offer['sent_at'] for offer in live) and live
        offers = wait_for(told, 'the clocks of the offers')
        self.assertEqual({offer['entry_id'] for offer in offers},
                         {entry['id'] for entry in entries[:3]})
        for offer in offers:
            held = parse_time(offer['expires_at']) - parse_time(offer['sent_at'])
            self.assertGreaterEqual(held, datetime.timedelta(minutes=20))
        self.assertEqual(self.ended_reasons(resource), [])
        [_, back] = self.clock.until(
            lambda: len(texts := self.twilio.texts_to(self.desk)) > 1 and texts,
            'the word that it is back', MINUTE)
        self.assertIn('E-mail is going out again.', back.body)
        hooks.wait_for_events('channel.back')
        self.assertIsNone(self.card(resource))
        self.assertEqual(self.smtp.mails_to('desk@aster.example'), [])
        self.assertEqual(len(self.words_about('channel_back')), 1)


class TextsReachNobody(OutageCase):
    def test_staff_hear_by_mail(self):
        self.set_desk(staff_email='desk@aster.example')
        resource = self.world.make_resource()
        person = self.guest(email=None)
        self.twilio.order(person['phone'], *[Reply(503, '{}')] * 200)
        self.world.join(resource, person)
        [mail] = self.clock.until(lambda: self.smtp.mails_to('desk@aster.example'),
                                  'the mail to staff', MINUTE)
        self.assertEqual(mail.header('Subject'), "Text messages aren't going out")
        self.assertIn('http://standby.test/staff', mail.text)
        self.assertEqual(self.twilio.texts_to(self.desk), [])


class WrongLogin(OutageCase):
    """A server that was set up wrongly: nothing ever left by mail."""

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

    def test_the_first_guest_is_enough(self):
        self.set_desk()
        self.world.join(self.world.make_resource(), new_person())
        [text] = self.clock.until(lambda: self.twilio.texts_to(self.desk), 'the text to staff',
                                  MINUTE)
        self.assertIn("E-mail isn't going out", text.body)

    def test_what_is_handed_back_is_told_by_text(self):
        self.set_desk(staff_email='desk@aster.example')
        resource = self.world.make_resource('slots')
        self.world.free_slot(resource, service='Haircut')
        [text] = self.clock.until(lambda: [one for one in self.twilio.texts_to(self.desk)
                                           if 'Haircut' in one.body], 'the text to staff', MINUTE)
        self.assertIn('nobody on the list matches', text.body)


if __name__ == '__main__':
    unittest.main()
