"""Texts: who gets one, what it says, how fast they leave, and what happens when the provider says
no. Twilio is a double that speaks as Twilio does; Twilio's own library vouches for it."""
import datetime
import email.message
import json
import os
import re
import unittest
import unittest.mock

from harness.http_peer import Received, Reply
from harness.node import run_node
from harness.pages import PagesOf, fetch
from harness.smtp import MailCase
from harness.sns import KEY_ID, Sns, signature_problem
from harness.twilio import NUMBER, Slow, SmsCase, Twilio, message_of, new_number
from harness.waiting import wait_for
from harness.world import new_person

GSM = set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?'
          '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà')
GSM_PAIRS = set('^{}\\[~]|€')


def segments(text):
    """Into how many parts a text is cut on its way."""
    if set(text) <= GSM | GSM_PAIRS:
        length = sum(2 if letter in GSM_PAIRS else 1 for letter in text)
        return 1 if length <= 160 else -(-length // 153)
    length = len(text.encode('utf-16-le')) // 2
    return 1 if length <= 70 else -(-length // 67)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


class TheDouble(unittest.TestCase):
    """Twilio's own library takes it for Twilio."""

    def setUp(self):
        self.twilio = Twilio()
        self.addCleanup(self.twilio.close)

    def send(self, **changes):
        process = run_node('twilio_client.mjs', json.dumps({
            'account': self.twilio.account, 'token': self.twilio.token, 'from': NUMBER,
            'base': f'http://127.0.0.1:{self.twilio.port}', 'body': 'Grüße', **changes}))
        return json.loads(process.communicate(timeout=30)[0])

    def test_a_message_is_taken(self):
        made = self.send(to='+4915100000001')
        [text] = self.twilio.texts
        self.assertEqual((made['sid'], made['status'], made['body']), (text.sid, 'queued', 'Grüße'))
        self.assertRegex(made['sid'], '^SM[0-9a-f]{32}$')

    def test_a_template_on_whatsapp_is_taken(self):
        made = self.send(to='whatsapp:+4915100000003', body=None, **{
            'from': 'whatsapp:' + NUMBER, 'contentSid': 'HX' + 'a' * 32,
            'contentVariables': json.dumps({'1': 'Salon Aster'})})
        [text] = self.twilio.texts
        self.assertEqual((made['sid'], made['to']), (text.sid, 'whatsapp:+4915100000003'))
        self.assertEqual((text.content, text.variables), ('HX' + 'a' * 32, {'1': 'Salon Aster'}))

    def test_refusals_are_read(self):
        self.twilio.order('+4915100000002', 21610)
        self.assertEqual(self.send(to='+4915100000002')['code'], 21610)
        refused = self.send(to='+4915100000002', token='wrong')
        self.assertEqual((refused['status'], refused['code']), (401, 20003))


class TheCheckOfSignatures(unittest.TestCase):
    """Holds on what AWS has published: its test suite for version 4 of the signature."""

    FORM = 'application/x-www-form-urlencoded'
    TOKEN = ('AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwA'
             'eMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8p'
             'hUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT'
             '38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabI'
             'Qwj2ICCR/oLxBA==')
    PUBLISHED = (
        ('GET', {}, b'', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'),
        ('POST', {'Content-Type': FORM}, b'Param1=value1',
         'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'),
        ('POST', {'Content-Type': f'{FORM}; charset=utf8'}, b'Param1=value1',
         '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe'),
        ('POST', {'X-Amz-Security-Token': TOKEN}, b'',
         '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead'))

    def problem(self, method, more, body, signature):
        headers = email.message.Message()
        made = {'Host': 'example.amazonaws.com', 'X-Amz-Date': '20150830T123600Z'}
        for name, value in (made | more).items():
            headers[name] = value
        names = ';'.join(sorted(name.lower() for name in made | more))
        headers['Authorization'] = (
            f'AWS4-HMAC-SHA256 Credential={KEY_ID}/20150830/us-east-1/service/aws4_request, '
            f'SignedHeaders={names}, Signature={signature}')
        now = datetime.datetime(2015, 8, 30, 12, 36, tzinfo=datetime.timezone.utc).timestamp()
        return signature_problem(Received(method, '/', headers, body), now, 'us-east-1', 'service')

    def test_what_is_published_is_believed(self):
        for method, more, body, signature in self.PUBLISHED:
            self.assertIsNone(self.problem(method, more, body, signature))

    def test_what_was_changed_is_not(self):
        for method, more, body, signature in self.PUBLISHED:
            self.assertEqual(self.problem(method, more, body + b'x', signature),
                             'SignatureDoesNotMatch')
            self.assertEqual(self.problem(method, more | {'X-Amz-More': '1'}, body, signature),
                             'SignatureDoesNotMatch')


class Channels(SmsCase, PagesOf):
    def test_a_guest_with_a_number_gets_texts(self):
        resource, entry, person = self.offered(self.guest(name='Zoë'), service='Haircut')
        text = self.text(person, 'offer')
        message = self.settled_text(text)
        self.assertEqual(text.sender, NUMBER)
        self.assertEqual(text.callback,
                         f'http://standby.test/v1/callbacks/twilio/status?m={message["id"]}')
        self.assertIn('Haircut', text.body)
        self.assertIn('Reply 1 = yes, 9 = no.', text.body)
        self.assertNotIn('{{', text.body)
        self.assertLessEqual(segments(text.body), 2, text.body)
        [delivery] = message['deliveries']
        self.assertEqual((delivery['channel'], delivery['state']), ('sms', 'sent'))
        self.assertFalse(self.smtp.mails_to(person['email']))
        offer = self.world.offer({'id': message['offer_id']})
        self.assertEqual(delivery['sent_at'], offer['sent_at'])
        self.assertEqual(self.world.entry(entry)['state'], 'offered')
        self.assertEqual(resource['id'], message['resource_id'])

    def test_the_link_leads_to_the_offer_and_changes_nothing(self):
        resource, entry, person = self.offered()
        text = self.text(person, 'offer')
        self.settled_text(text)
        [link] = re.findall(r'http://standby\.test/s/[\w-]+', text.body)
        answer = self.assert_changes_nothing(
            resource, lambda: fetch(self.server.address, 'GET', self.path_of(link)))
        self.assertEqual(answer.status, 302)
        path = self.path_of(answer.headers['Location'])
        self.assertTrue(path.startswith('/o/'), path)
        self.assert_changes_nothing(resource, lambda: self.page(path))
        self.press(path, action='claim')
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        self.text(person, 'confirmed')

    def test_every_default_text_is_short(self):
        for locale in ('en', 'de', 'fr', 'es'):
            with self.subTest(locale=locale):
                _, _, person = self.offered(self.guest(locale=locale), service='Haircut')
                for kind in ('waitlisted', 'offer'):
                    text = self.text(person, kind)
                    self.assertLessEqual(segments(text.body), 2, text.body)

    def test_a_guest_without_a_number_gets_mails(self):
        _, _, person = self.offered(new_person())
        self.mail(person, 'offer')

    def test_both_by_rule(self):
        self.client.call('update_house', body={'channels': 'both'}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'channels': 'sms_first'})
        _, _, person = self.offered()
        text = self.text(person, 'offer')
        mail = self.mail(person, 'offer')
        self.assertEqual(message_of(text), mail.id)
        message = wait_for(lambda: (one := self.message(mail.id))['state'] == 'done' and one)
        self.assertEqual({one['channel'] for one in message['deliveries']}, {'sms', 'mail'})
        self.assertIsNone(message['first_delivered_by'])
        self.assertEqual(self.twilio.report(self.server, text, 'delivered').status, 204)
        self.assertEqual(self.message(mail.id)['first_delivered_by'], 'sms')

    def test_mail_first_by_rule(self):
        self.client.call('update_house', body={'channels': 'mail_first'}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'channels': 'sms_first'})
        _, _, person = self.offered()
        self.mail(person, 'offer')
        self.assertFalse(self.twilio.texts_to(person['phone']))

    def test_a_number_that_sent_stop_to_the_provider_is_written_to_by_mail(self):
        person = self.guest()
        self.twilio.order(person['phone'], 21610)
        resource, entry, person = self.offered(person)
        waitlisted = self.mail(person, 'waitlisted')
        message = wait_for(lambda: (one := self.message(waitlisted.id))['state'] == 'done' and one)
        self.assertEqual({one['channel']: one['state'] for one in message['deliveries']},
                         {'sms': 'blocked', 'mail': 'sent'})
        self.mail(person, 'offer')  # the number is not tried any more
        self.assertFalse(self.twilio.texts_to(person['phone']))
        tries = [one for one in self.twilio.received if one.fields['To'] == person['phone']]
        self.assertLessEqual(len(tries), 2)
        self.assertEqual(self.ended_reasons(resource), [])

    def test_a_blocked_number_without_a_mail_rolls_on(self):
        blocked, other = self.guest(email=None), self.guest()
        resource = self.world.make_resource('slots', rules={'patience': '1s'})
        entry = self.world.join(resource, blocked)
        self.world.join(resource, other)
        self.text(blocked, 'waitlisted')
        self.twilio.order(blocked['phone'], 21610)
        self.world.free_slot(resource)
        self.text(other, 'offer')
        self.assertEqual(self.ended_reasons(resource), ['not_reachable'])
        message = self.settled(resource, 'offer', entry)
        self.assertEqual(message['state'], 'dead')

    def test_a_wrong_number_without_a_mail_rolls_on(self):
        wrong, other = self.guest(email=None), self.guest()
        resource = self.world.make_resource('slots', rules={'patience': '1s'})
        entry = self.world.join(resource, wrong)
        self.world.join(resource, other)
        self.text(wrong, 'waitlisted')
        self.twilio.order(wrong['phone'], 21211)
        self.world.free_slot(resource)
        self.text(other, 'offer')
        self.assertEqual(self.ended_reasons(resource), ['not_reachable'])
        message = self.settled(resource, 'offer', entry)
        self.assertEqual(message['state'], 'dead')
        self.assertIn('21211', message['deliveries'][0]['note'])
        self.assertNotIn(wrong['phone'].lstrip('+'), json.dumps(message))
        self.assertNotIn(wrong['phone'].lstrip('+'), self.server.log())

    def test_a_provider_that_asks_for_patience_gets_it(self):
        person = self.guest(email=None)
        self.twilio.order(person['phone'], Reply(429, '{"code": 20429, "message": "Too many", '
                                                 '"status": 429}', headers={'Retry-After': '4'}))
        self.world.join(self.world.make_resource(), person)
        text = self.text(person, 'waitlisted')
        first = self.twilio.wait_for_requests(
            lambda one: one.fields['To'] == person['phone'])[0]
        self.assertGreaterEqual(text.at - first.at, 4)

    def test_a_server_error_loses_nothing(self):
        person = self.guest(email=None)
        self.twilio.order(person['phone'], Reply(500, 'oops', 'text/html'))
        self.world.join(self.world.make_resource(), person)
        text = self.text(person, 'waitlisted')
        self.assertEqual(self.settled_text(text)['attempts'], 2)

    def test_a_reminder_takes_the_other_way(self):
        resource, entry, person = self.offered(rules={'reminder_after': '1s'})
        text = self.text(person, 'offer')
        mail = self.mail(person, 'reminder')
        self.assertGreaterEqual(mail.envelope['at'] / 1000, text.at + 1)
        self.assertEqual(self.settled(resource, 'reminder', entry)['offer_id'],
                         self.world.entry(entry)['offer']['id'])
        self.press(self.path_of(mail.links('/o/')[0]), action='claim')
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')

    def test_an_offer_that_nobody_answers_goes_on(self):
        other = self.guest()
        resource, entry, person = self.offered(rules={'claim_window': '10s'}, others=[other])
        first = self.text(person, 'offer')
        second = self.text(other, 'offer')
        self.assertGreaterEqual(second.at, first.at + 10)
        self.text(person, 'expired')
        self.assertEqual(self.ended_reasons(resource)[:1], ['window_ended'])

    def test_a_provider_that_fails_is_gone_round(self):
        person = self.guest()
        self.twilio.order(person['phone'], Reply(503, 'down', 'text/plain'))
        resource = self.world.make_resource()
        entry = self.world.join(resource, person)
        self.mail(person, 'waitlisted')
        message = self.settled(resource, 'waitlisted', entry)
        self.assertEqual(message['state'], 'done')
        self.assertFalse(self.twilio.texts_to(person['phone']))

    def test_a_slow_provider_costs_the_guest_no_time(self):
        person = self.guest()
        resource = self.world.make_resource('slots', rules={'claim_window': '10m'})
        entry = self.world.join(resource, person)
        self.text(person, 'waitlisted')
        self.twilio.order(person['phone'], Slow(2))
        self.world.free_slot(resource)
        offer = wait_for(lambda: (one := self.world.entry(entry)['offer'])['sent_at'] and one)
        self.assertGreaterEqual(instant(offer['sent_at']) - instant(offer['made_at']),
                                datetime.timedelta(seconds=2))
        self.assertEqual(instant(offer['expires_at']) - instant(offer['sent_at']),
                         datetime.timedelta(minutes=10))


class QuietHours(SmsCase):
    def test_nobody_is_woken(self):
        """The guest's clock counts: where it is night, the offer waits for the morning."""
        now = datetime.datetime.now(datetime.timezone.utc)
        quiet = {'from': (now - datetime.timedelta(hours=2)).strftime('%H:%M'),
                 'to': (now + datetime.timedelta(hours=2)).strftime('%H:%M')}
        asleep, awake = self.guest(time_zone='UTC'), self.guest(time_zone='Asia/Tokyo')
        for person in (asleep, awake):
            resource = self.world.make_resource('slots', rules={'quiet_hours': quiet})
            entry = self.world.join(resource, person)
            self.text(person, 'waitlisted')  # answers what the guest just did, at any hour
            self.world.free_slot(resource)
            if person is asleep:
                waiting = resource, entry
        self.text(awake, 'offer')
        offers = self.messages(waiting[0], 'offer', waiting[1])
        self.assertFalse([one for one in offers if one['state'] != 'pending'])
        for offer in offers:
            self.assertGreater(instant(offer['due_at']), now + datetime.timedelta(hours=1))
        self.assertEqual(len(self.twilio.texts_to(asleep['phone'])), 1)


class Rates(SmsCase):
    sms_flags = ('--sms-sender-rate', '5')

    def test_never_more_than_the_rate_in_order_and_with_the_full_window(self):
        resource = self.world.make_resource('seats', capacity=0, rules={'claim_window': '10m'})
        people = [self.guest() for _ in range(20)]
        entries = [self.world.join(resource, person, credential=self.client.credential)
                   for person in people]
        for person in people:
            self.twilio.wait_for_texts(person['phone'])
        self.world.change(resource, capacity=len(people))
        offers = [self.text(person, 'offer') for person in people]
        self.assertEqual(sorted(offers, key=lambda text: text.at), offers)
        times = sorted(text.at for text in self.twilio.texts)
        for index, first in enumerate(times):
            within = sum(first <= time < first + 1 for time in times[index:])
            self.assertLessEqual(within, 6, 'more than five in a second, and one for the way')
        for entry in entries:
            offer = wait_for(lambda entry=entry: (one := self.world.entry(entry)['offer'])
                             ['sent_at'] and one)
            self.assertEqual(instant(offer['expires_at']) - instant(offer['sent_at']),
                             datetime.timedelta(minutes=10))


class ByAmazon(MailCase):
    @classmethod
    def setUpClass(cls):
        cls.sns = Sns()
        cls.addClassCleanup(cls.sns.close)
        cls.more_flags = ('--sms-url', cls.sns.url, '--sms-from', 'Aster', '--sms-sender-rate', '0')
        with unittest.mock.patch.dict(os.environ, Sns.environment):
            super().setUpClass()

    def test_texts_are_signed_and_arrive(self):
        resource = self.world.make_resource('slots')
        person = new_person(phone=new_number(), name='Zoë Ångström')
        entry = self.world.join(resource, person)
        self.world.free_slot(resource, service='Färben & Föhnen = 100% + x')
        waitlisted, offer = self.sns.wait_for_texts(person['phone'], 2)
        self.assertIn('Färben & Föhnen = 100% + x', offer['Message'])
        self.assertNotIn('Reply 1', offer['Message'])  # nobody would read the answer
        self.assertIn(resource['name'], waitlisted['Message'])
        attributes = {offer[f'MessageAttributes.entry.{n}.Name']:
                      offer[f'MessageAttributes.entry.{n}.Value.StringValue'] for n in (1, 2)}
        self.assertEqual(attributes, {'AWS.SNS.SMS.SMSType': 'Transactional',
                                      'AWS.SNS.SMS.SenderID': 'Aster'})
        self.assertEqual(self.settled(resource, 'offer', entry)['deliveries'][0]['state'], 'sent')
        self.assertEqual(self.sns.refused, [])

    def test_an_opted_out_number_goes_by_mail(self):
        person = new_person(phone=new_number())
        self.sns.order(person['phone'], (400, 'OptedOut', 'This endpoint has opted out'))
        self.world.join(self.world.make_resource(), person)
        self.mail(person, 'waitlisted')

    def test_throttling_is_waited_for(self):
        person = new_person(phone=new_number(), email=None)
        self.sns.order(person['phone'], (400, 'Throttling', 'Rate exceeded'))
        self.world.join(self.world.make_resource(), person)
        self.sns.wait_for_texts(person['phone'])

    def test_there_are_no_callbacks_then(self):
        answer = fetch(self.server.address, 'POST', '/v1/callbacks/twilio/inbound', form={'a': 'b'})
        self.assertEqual(answer.status, 404)


if __name__ == '__main__':
    unittest.main()
