"""A booking request is forwarded: it is read with what is attached to it, becomes a card, and joins
the list when a member of staff says so; once, and at the time when the mail came."""
import base64
import email.message
import email.utils
import hashlib
import hmac
import json
import threading
import time
import unittest
import uuid

from harness.case import ServerCase
from harness.clock import Clock
from harness.waiting import wait_for
from harness.world import new_person

MIA = 'Mia Okafor <mia@example.com>'
ASKS = 'Hi, could three of us come on the 9th at half past five in the afternoon?\nMia\n'


def mail(text=ASKS, sender=MIA, subject='A table', attachments=(), **fields):
    """A mail with an id of its own."""
    made = email.message.EmailMessage()
    made['From'] = sender
    made['To'] = 'waitlist@aster.example'
    made['Subject'] = subject
    made['Date'] = email.utils.formatdate()
    made['Message-ID'] = f'<{uuid.uuid4()}@aster.example>'
    for name, value in fields.items():
        made[name.replace('_', '-')] = value
    made.set_content(text)
    for name, kind, data in attachments:
        main, sub = kind.split('/')
        made.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return made.as_bytes(policy=made.policy.clone(linesep='\r\n'))


def forwarded(text=ASKS, sender=MIA):
    return mail('Can you put her on the list?\n\n---------- Forwarded message ---------\n'
                f'From: {sender}\nDate: Tue, 3 Mar 2026 at 09:12\nSubject: A table\n'
                f'To: <noor@aster.example>\n\n{text}', sender='noor@aster.example')


def now_in_seconds():
    return time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime())


class MailCase(ServerCase):
    def setUp(self):
        self.resource = self.world.make_resource('seats', capacity=0)

    def hand_in(self, data, expect=202, resource=None, **headers):
        return self.client.call('hand_in_mail', body=data, expect=expect,
                                query={'resource_id': (resource or self.resource)['id']},
                                headers={'Content-Type': 'message/rfc822', **headers}).body

    def cards(self):
        return {card['id']: card for card in self.client.items('list_cards')}

    def card_of(self, data):
        """The card, once the mail has been read."""
        number = self.hand_in(data)['card_id']
        wait_for(lambda: number in self.cards(), 'a card')
        return self.cards()[number]

    def act(self, deed, card, body=None, expect=200):
        more = {} if body is None else {'body': body}
        return self.client.call(f'{deed}_card', {'card_id': card['id']}, expect=expect, **more)

    def line(self):
        return list(self.client.items('list_queue', {'resource_id': self.resource['id']}))


class Cards(MailCase):
    def test_a_forwarded_mail_becomes_a_row_at_the_time_it_came(self):
        card = self.card_of(forwarded())
        reading = card['reading']
        self.assertEqual(reading['row']['email'], 'mia@example.com')
        self.assertEqual(reading['row']['party_size'], 3)
        self.assertTrue(reading['passed_on'])
        self.assertFalse(reading['trusted'])
        words = {found['field']: found for found in reading['found']}
        text = reading['texts'][words['date']['text']]['text']
        there = text[words['date']['offset']:][:words['date']['length']]
        self.assertEqual(there, words['date']['words'])
        self.assertEqual(self.line(), [], 'nothing joins unapproved')
        # The line goes by whole seconds.
        wait_for(lambda: now_in_seconds() > card['received_at'][:19], 'the next second')
        ahead = self.world.join(self.resource, new_person())

        approved = self.act('approve', card).body
        self.assertEqual(approved['state'], 'approved')
        entry = self.client.call('get_entry', {'entry_id': approved['entry_id']}, expect=200)
        self.assertEqual(entry['joined_at'], card['received_at'])
        self.assertEqual(entry['name'], 'Mia Okafor')
        self.assertEqual([one['id'] for one in self.line()], [approved['entry_id'], ahead['id']])
        self.assertEqual(self.act('approve', card).body['entry_id'], approved['entry_id'])
        self.act('dismiss', card, expect=409)

    def test_two_taps_at_once_join_once(self):
        card = self.card_of(mail())
        answers = []

        def tap():
            client = self.client.with_credential(self.server.api_key)
            answers.append(client.call('approve_card', {'card_id': card['id']}).body)
            client.close()

        taps = [threading.Thread(target=tap) for _ in range(8)]
        for one in taps:
            one.start()
        for one in taps:
            one.join()
        self.assertEqual(len({answer['entry_id'] for answer in answers}), 1)
        self.assertEqual(len(answers), 8)
        self.assertEqual(len(self.line()), 1)

    def test_the_same_mail_has_one_card(self):
        data = mail()
        card = self.card_of(data)
        again = self.hand_in(b'Received: by another.example\r\n' + data, expect=200)
        self.assertTrue(again['known_before'])
        self.assertIsNone(again['card_id'])
        self.assertIn(card['id'], self.cards())

    def test_an_edited_row_joins_as_it_was_edited(self):
        other = self.world.make_resource('seats', capacity=0)
        card = self.card_of(mail('Please call me.', sender='someone@example.com'))
        refused = self.act('approve', card, {'row': {'name': 'Mia', 'email': 'nobody'}}, expect=422)
        self.assertEqual(refused.bad_fields, ['email'])
        self.assertEqual(self.act('get', card).body['state'], 'open')
        self.act('approve', card, {'resource_id': 'res_999'}, expect=422)
        approved = self.act('approve', card, {
            'resource_id': other['id'],
            'row': {'name': 'Mia', 'phone': '+493012345678', 'party_size': 2}}).body
        self.assertEqual(approved['resource_id'], other['id'])
        entry = self.client.call('get_entry', {'entry_id': approved['entry_id']}, expect=200)
        self.assertEqual((entry['party_size'], entry['phone']), (2, '+493012345678'))

    def test_what_was_done_is_undone_within_a_minute(self):
        card = self.card_of(mail())
        self.act('undo', card, expect=409)
        approved = self.act('approve', card).body
        self.assertIsNotNone(approved['undo_until'])
        undone = self.act('undo', card).body
        self.assertEqual((undone['state'], undone['entry_id']), ('open', None))
        self.assertEqual(self.line(), [])
        again = self.act('approve', card).body
        self.assertNotEqual(again['entry_id'], approved['entry_id'])
        self.act('undo', card)
        self.assertEqual(self.act('dismiss', card).body['state'], 'dismissed')
        self.assertEqual(self.act('dismiss', card).body['state'], 'dismissed')
        self.act('approve', card, expect=409)
        self.assertEqual(self.act('undo', card).body['state'], 'open')

    def test_whoever_was_on_the_list_stays_when_the_card_is_undone(self):
        there = self.world.join(self.resource, {'name': 'Mia', 'email': 'mia@example.com'})
        card = self.card_of(mail())
        approved = self.act('approve', card).body
        self.assertTrue(approved['was_there'])
        self.assertIsNone(approved['entry_id'])
        self.act('undo', card)
        self.assertEqual([one['id'] for one in self.line()], [there['id']])

    def test_the_mail_can_be_had_as_it_came(self):
        data = mail()
        card = self.card_of(data)
        answer = self.client.call('get_card_mail', {'card_id': card['id']}, expect=200)
        self.assertEqual(answer.raw, data)
        self.assertIn('attachment', answer.headers['Content-Disposition'])
        self.assertEqual(answer.headers['X-Content-Type-Options'], 'nosniff')

    def test_what_strangers_write_is_shown_as_it_is(self):
        text = 'Hello <script>alert(1)</script> \u0001 \u0002 token \x7f {{token}}\nMia'
        card = self.card_of(mail(text, subject='=?utf-8?q?=01=02=03?='))
        self.assertIn('<script>', card['reading']['texts'][1]['text'])
        self.assertNotIn('gt_', json.dumps(card))


class Unreadable(MailCase):
    def test_a_bomb_becomes_a_card_with_the_mail_attached(self):
        bomb = b'%PDF-1.4\n' + b'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj ' * 1000
        card = self.card_of(mail('See the attachment.', attachments=[
            ('bomb.pdf', 'application/pdf', bomb), ('x.heic', 'image/heic', b'\0' * 5000)]))
        problems = [text['problem'] for text in card['reading']['texts']]
        self.assertTrue(any(problems), problems)
        self.assertEqual(self.client.call('get_card_mail', {'card_id': card['id']}).status, 200)

    def test_a_large_mail_is_taken_and_a_larger_one_is_not(self):
        large = mail(attachments=[('a.bin', 'application/octet-stream', b'x' * 15_000_000)])
        card = self.card_of(large)
        self.assertEqual(card['size'], len(large))
        self.hand_in(b'Subject: x\r\n\r\n' + b'x' * (25 * 1024 * 1024), expect=413)


class Senders(MailCase):
    """Who may hand in mails, and what it costs the others."""

    def signed(self, data, key, **claims):
        now = int(time.time())
        header = {'alg': 'HS256', 'kid': key['id']}
        payload = {'aud': 'intake/mail', 'iat': now, 'exp': now + 60,
                   'sha256': hashlib.sha256(data).hexdigest(), **claims}

        def encode(raw):
            return base64.urlsafe_b64encode(raw).rstrip(b'=')

        part = encode(json.dumps(header).encode()) + b'.' + encode(json.dumps(payload).encode())
        secret = base64.urlsafe_b64decode(key['secret'] + '=' * (-len(key['secret']) % 4))
        return (part + b'.' + encode(hmac.new(secret, part, hashlib.sha256).digest())).decode()

    def hand_in_as(self, credential, data, expect, **headers):
        return self.client.call('hand_in_mail', body=data, expect=expect, credential=credential,
                                query={'resource_id': self.resource['id']},
                                headers={'Content-Type': 'message/rfc822', **headers})

    def test_a_key_that_may_write_or_a_signature(self):
        self.hand_in_as(None, mail(), 401)
        self.hand_in_as('sk_wrong', mail(), 401)
        self.hand_in_as(self.make_key('read-only'), mail(), 403)
        self.hand_in_as(self.make_key('staff'), mail(), 202)
        key = self.client.call('create_signing_key', body={'algorithm': 'HS256', 'name': 'pipe'},
                               expect=201).body
        data = mail()
        signature = self.signed(data, key)
        self.hand_in_as(None, data, 202, **{'Standby-Signature': signature})
        self.hand_in_as(None, data, 200, **{'Standby-Signature': signature})
        self.hand_in_as(None, mail(), 401, **{'Standby-Signature': signature})
        for claims in ({'aud': 'x'}, {'exp': int(time.time()) - 3600}, {'sha256': ''},
                       {'iat': int(time.time()) - 9000}):
            self.hand_in_as(None, data, 401,
                            **{'Standby-Signature': self.signed(data, key, **claims)})
        self.hand_in_as(None, data, 401, **{'Standby-Signature': 'a.b.c'})

    def test_strangers_cannot_send_large_bodies(self):
        large = b'Subject: x\r\n\r\n' + b'x' * 300_000
        for credential in (None, 'sk_wrong'):
            try:
                self.hand_in_as(credential, large, 413)
            except (BrokenPipeError, ConnectionResetError):
                pass
        self.hand_in_as(self.server.api_key, large, 202)

    def test_what_is_no_mail_is_refused(self):
        for data in (b'hello', b'{"a": 1}', b'\0\1\2'):
            self.hand_in(data, expect=400)
        self.client.call('hand_in_mail', body={'a': 1}, expect=415,
                         query={'resource_id': self.resource['id']})
        self.client.call('hand_in_mail', body=mail(), expect=422,
                         query={'resource_id': 'res_999'},
                         headers={'Content-Type': 'message/rfc822'})


class Forgotten(MailCase):
    flags = ('--join-rate', '0', '--manual-clock')

    def test_what_a_mail_says_is_gone_a_day_after_it_was_settled(self):
        clock = Clock(self.client)
        card = self.card_of(mail())
        self.act('dismiss', card)
        clock.pass_time(23 * 3600)
        path = {'card_id': card['id']}
        self.client.call('get_card_mail', path, expect=200)
        clock.pass_time(2 * 3600)
        wait_for(lambda: 'Okafor' not in json.dumps(
            self.client.call('get_card', path, expect=200).body), 'it to be gone')
        self.client.call('get_card_mail', path, expect=410)


if __name__ == '__main__':
    unittest.main()
