"""Hostile words in every field that ends up in a message, and providers that answer nonsense. What
is refused is refused with a reason; what is taken is shown as it was typed, and as nothing else."""
import html.parser
import itertools
import json
import socket
import threading
import unittest

from harness.client import send_bytes
from harness.http_peer import Reply
from harness.smtp import MAIL_FROM, MailCase
from harness.twilio import SmsCase, new_number
from harness.waiting import wait_for
from harness.world import new_person

BREAKS = ('\r\n', '\n', '\r', '\x00', '\x0b', '\x0c', '\x85', '\u2028', '\u2029', '\r\n\r\n')
MARKUP = ('<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><b onclick=x>',
          '</a></td></table>', '<!--', '&lt;b&gt;', '<style>*{display:none}</style>',
          'javascript:alert(1)', "' onmouseover='x")
TEMPLATES = ('{{link}}', '{{{link}}}', '{{#name}}', '{{/deadline}}', '{{^x}}', '{{> partial}}',
             '{{=<% %>=}}', '{{! }}', '{{', '}}', '{{unsubscribe_link}}', '${link}', '%s%n', '{0}')
ENCODED = ('=?utf-8?q?=0D=0ABcc:_x=40evil.example?=', '=?utf-8?b?DQpCY2M6IHhAZXZpbC5leGFtcGxl?=',
           'a, b <c@evil.example>', '"quoted" \\ <x@evil.example>', '(comment)', 'a;b:c')
SCRIPTS = ('محمد عبد الله', 'שרה כהן', '王小明', 'Ἀριστοτέλης', '👩‍👩‍👧‍👦 Família', 'Ñandú Ögür',
           'นภา', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢', 'Zoë', 'Zoë\u0308', '🇩🇪')
SAFE_TAGS_NEVER = {'script', 'iframe', 'object', 'embed', 'form', 'input', 'svg', 'base', 'link'}


class Reader(html.parser.HTMLParser):
    """The tags and the visible text of an HTML mail."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags = []
        self.attributes = []
        self.words = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.extend(attrs)

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return ' '.join(''.join(self.words).split())


class HostileWords(MailCase):
    def joined(self, resource=None, expect=201, **fields):
        """The mail that a join brings; None when the join was refused."""
        person = new_person(**fields)
        resource = resource or self.world.make_resource()
        answer = self.client.call('join', {'resource_id': resource['id']}, body=person,
                                  expect=(expect, 422))
        return self.mail(person, 'waitlisted') if answer.status == 201 else None

    def assert_sound(self, mail):
        """One recipient, every header once, none that we did not write, clean line ends."""
        self.assertEqual(len(mail.envelope['to']), 1)
        self.assertEqual(len(mail.to_people), 1)
        self.assertEqual(mail.to_people[0][1], mail.envelope['to'][0])
        self.assertEqual([address for _, address in mail.from_people], [MAIL_FROM])
        self.assertEqual(len(mail.header_names), len(set(mail.header_names)), mail.header_names)
        self.assertLessEqual(set(mail.header_names), {
            'Date', 'From', 'To', 'Reply-To', 'Subject', 'Message-ID', 'X-Standby-Message',
            'Auto-Submitted', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'MIME-Version',
            'Content-Language', 'Content-Type', 'Content-Transfer-Encoding'})
        self.assertNotRegex(mail.raw, rb'(?<!\r)\n|\r(?!\n)|\x00')
        self.assertEqual([part.type for part in mail.parts], ['text/plain', 'text/html'])

    def assert_harmless(self, mail):
        reader = Reader(mail.html)
        self.assertFalse(SAFE_TAGS_NEVER & set(reader.tags), reader.tags)
        for name, value in reader.attributes:
            self.assertFalse(name.startswith('on'), (name, value))
            if name in ('href', 'src', 'action', 'background'):
                self.assertRegex(value, '^(https?:|mailto:|#|cid:)', name)
        return reader

    def test_line_breaks_start_no_headers(self):
        for gap in BREAKS:
            hostile = f'Mia{gap}Bcc: victim@evil.example{gap}{gap}<b>body</b>'
            with self.subTest(gap=gap, field='name'):
                mail = self.joined(name=hostile)
                if mail is not None:
                    self.assert_sound(mail)
            with self.subTest(gap=gap, field='resource'):
                answer = self.client.call('create_resource', body={
                    'name': hostile, 'kind': 'seats', 'rules': {'quiet_hours': None}},
                    expect=(201, 422))
                if answer.status == 201:
                    self.assert_sound(self.joined(answer.body))
            with self.subTest(gap=gap, field='house'):
                for field in ('name', 'reply_to', 'staff_email'):
                    answer = self.client.call('update_house', body={field: hostile},
                                              expect=(200, 422))
                    if answer.status == 200:
                        self.assert_sound(self.joined())
                    self.client.call('update_house', body={field: None}, expect=200)
        self.assertFalse(self.smtp.mails_to('victim@evil.example'))

    def test_line_breaks_in_an_address_are_refused(self):
        resource = self.world.make_resource()
        for gap in BREAKS + (' ', '>', '<', ','):
            for address in (f'a@b.example{gap}c@evil.example', f'a{gap}RCPT TO:<c@evil.example>',
                            f'a{gap}x@b.example', f'{gap}@b.example'):
                with self.subTest(address=address):
                    self.client.call('join', {'resource_id': resource['id']},
                                     body={'name': 'Mia', 'email': address}, expect=422)
        self.assertFalse(self.messages(resource))

    def test_line_breaks_in_a_slot_start_no_headers(self):
        fields = ('service', 'staff', 'place')
        for gap, field in itertools.product(('\r\n', '\n', '\u2028'), fields):
            with self.subTest(gap=gap, field=field):
                resource = self.world.make_resource('slots')
                person = new_person()
                self.world.join(resource, person)
                body = {'starts_at': '2030-01-01T10:00:00Z', 'duration': '45m',
                        field: f'x{gap}Bcc: victim@evil.example'}
                answer = self.client.call('add_opening', {'resource_id': resource['id']},
                                          body=body, expect=(201, 422))
                if answer.status == 201:
                    self.assert_sound(self.mail(person, 'offer'))

    def test_names_are_never_read_as_wordings(self):
        for hostile in TEMPLATES:
            with self.subTest(name=hostile):
                mail = self.joined(name=hostile)
                self.assert_sound(mail)
                is_shown = '/' not in hostile  # what looks like an address is no name
                self.assertIn(f'Hello {hostile},' if is_shown else 'Hello,', mail.text)
                self.assertEqual(hostile in self.assert_harmless(mail).text, is_shown)
                self.assertEqual(mail.to_people[0][0], hostile if is_shown else None)

    def test_a_resource_is_never_read_as_a_wording(self):
        for hostile in TEMPLATES:
            with self.subTest(name=hostile):
                mail = self.joined(self.world.make_resource(name=hostile))
                self.assert_sound(mail)
                self.assertEqual(mail.subject, f"You're on the list: {hostile}")

    def test_markup_stays_text(self):
        for hostile in MARKUP:
            self.client.call('update_house', body={'name': hostile, 'address': hostile},
                             expect=200)
            resource = self.world.make_resource('slots', name=hostile)
            person = new_person(name=hostile)
            self.world.join(resource, person)
            self.world.free_slot(resource, service=hostile, staff=hostile, place=hostile)
            for kind in ('waitlisted', 'offer'):
                with self.subTest(hostile=hostile, kind=kind):
                    mail = self.mail(person, kind)
                    self.assert_sound(mail)
                    self.assertIn(hostile, self.assert_harmless(mail).text)
                    self.assertIn(hostile, mail.text)
                    self.assertEqual(mail.from_people[0][0], hostile)
        self.client.call('update_house', body={'name': None, 'address': None}, expect=200)

    def test_what_looks_encoded_stays_as_it_is(self):
        for hostile in ENCODED:
            with self.subTest(name=hostile):
                mail = self.joined(self.world.make_resource(name=hostile), name=hostile)
                self.assert_sound(mail)
                shown = mail.to_people[0][0] or ''  # a guest's name is cut short, or left out
                self.assertTrue(hostile.startswith(shown.removesuffix('…')), shown)
                self.assertNotIn('@', shown)
                self.assertEqual(mail.subject, f"You're on the list: {hostile}")

    def test_every_script_arrives_as_it_was_written(self):
        for name in SCRIPTS:
            with self.subTest(name=name):
                mail = self.joined(self.world.make_resource(name=name), name=name)
                self.assert_sound(mail)
                self.assertEqual(mail.to_people[0][0], name)
                self.assertEqual(mail.subject, f"You're on the list: {name}")
                self.assertIn(name, mail.text)
                self.assertIn(name, Reader(mail.html).text)

    def test_long_names_are_cut(self):
        for name in ('x' * 200, 'ü' * 200, '😀' * 50, ' '.join(['Zoë'] * 50)):
            with self.subTest(name=name[:20]):
                mail = self.joined(name=name)
                self.assert_sound(mail)
                shown = mail.to_people[0][0]
                self.assertIn(f'Hello {shown},', mail.text)
                self.assertTrue(name.startswith(shown.removesuffix('…').rstrip()), shown)
                self.assertTrue(15 < len(shown) <= 60, shown)

    def test_ten_megabytes_of_name_are_refused(self):
        resource = self.world.make_resource()
        body = json.dumps({'name': 'x' * 10_000_000, 'email': 'a@b.example'}).encode()
        head = (f'POST /v1/resources/{resource["id"]}/waitlist:join HTTP/1.1\r\nHost: x\r\n'
                f'Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n').encode()
        answer = send_bytes(self.server.address, head + body)
        self.assertIn(answer.status, (413, 422))
        self.client.call('join', {'resource_id': resource['id']},
                         body={'name': 'x' * 10_000, 'email': 'a@b.example'}, expect=422)
        self.client.call('update_house', body={'name': 'x' * 10_000}, expect=422)
        self.client.call('set_voice', {'voice_id': 'offer.mail.en'}, expect=422,
                         body={'subject': 'x', 'text': 'x' * 50_000, 'button': 'x'})

    def test_broken_utf_8_is_refused(self):
        resource = self.world.make_resource()
        for broken in (b'\xff', b'\xc3', b'\x80', b'\xc0\xaf', b'\xed\xa0\x80',
                       b'\xf4\x90\x80\x80'):
            for body, operation, ids in (
                    (b'{"name": "' + broken + b'", "email": "a@b.example"}', 'join',
                     {'resource_id': resource['id']}),
                    (b'{"name": "' + broken + b'"}', 'update_house', None),
                    (b'{"subject": "x", "text": "' + broken + b'", "button": "x"}', 'set_voice',
                     {'voice_id': 'offer.mail.en'})):
                with self.subTest(broken=broken, operation=operation):
                    self.client.call(operation, ids, body=body, expect=(400, 422))
        lone = rb'{"name": "\ud800", "email": "a@b.example"}'
        self.client.call('join', {'resource_id': resource['id']}, body=lone, expect=(400, 422))
        self.assertFalse(self.messages(resource))

    def test_a_wording_cannot_smuggle_headers_or_markup(self):
        voice = {'voice_id': 'waitlisted.mail.en'}
        self.addCleanup(self.client.call, 'reset_voice', voice)
        for words in ({'subject': 'a\r\nBcc: victim@evil.example', 'text': 'x', 'button': 'y'},
                      {'subject': 'a', 'text': '<script>alert(1)</script> {{name}}',
                       'button': '<img src=x onerror=alert(1)>'}):
            answer = self.client.call('set_voice', voice, body=words, expect=(200, 422))
            if answer.status == 200:
                mail = self.joined(name='<b>Mia</b>')
                self.assert_sound(mail)
                self.assert_harmless(mail)


class HostileTexts(SmsCase):
    def test_names_are_never_read_as_wordings(self):
        for hostile in TEMPLATES + ENCODED + SCRIPTS:
            with self.subTest(name=hostile):
                person = new_person(name=hostile, phone=new_number())
                self.world.join(self.world.make_resource(name=hostile), person)
                self.assertIn(hostile, self.text(person, 'waitlisted').body)

    def test_form_fields_cannot_be_added(self):
        hostile = 'x&To=+15550001111&From=+1&StatusCallback=http://evil.example/%00'
        person = new_person(name=hostile, phone=new_number())
        self.world.join(self.world.make_resource(name=hostile), person)
        text = self.text(person, 'waitlisted')
        self.assertEqual(text.to, person['phone'])
        self.assertIn(hostile, text.body)


class NonsenseFromTwilio(SmsCase):
    def test_messages_stay_until_sense_comes_back(self):
        nonsense = [Reply(raw=b'\x00\xff\xfenothing like HTTP\r\n\r\n'),
                    Reply(200, '{"sid": 5, "status": ["queued"]}'),
                    Reply(200, '[[[[['), Reply(200, endless=True), Reply(drop=True),
                    Reply(raw=b'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"sid"'),
                    Reply(201, '{"sid": "SM\\r\\nX: y"}'), Reply(204, b''),
                    Reply(302, headers={'Location': 'http://127.0.0.1:1/'})]
        resource = self.world.make_resource()
        later = self.metric('standby_messages_total', channel='sms', outcome='later')
        entries = []
        for reply in nonsense:
            person = new_person(phone=new_number(), email=None)
            self.twilio.order(person['phone'], reply)
            entries.append((self.world.join(resource, person), person))
            # One at a time: a provider that fails for everyone would be left alone for a while.
            good = new_person(phone=new_number(), email=None)
            self.world.join(resource, good)
            self.text(good, 'waitlisted')
        for (entry, person), reply in zip(entries, nonsense):
            with self.subTest(reply=vars(reply)):
                text = self.text(person, 'waitlisted')
                message = self.settled_text(text)
                self.assertEqual(message['state'], 'done')
                self.assertEqual(message['entry_id'], entry['id'])
                # A kept connection that broke is not an attempt: the next one is tried at once.
                self.assertGreaterEqual(message['attempts'], 1 if reply.drop else 2)
        self.assertGreaterEqual(
            self.metric('standby_messages_total', channel='sms', outcome='later'),
            later + len(nonsense) - 1)
        self.client.call('get_readiness', expect=200)


class BabblingServer:
    """Takes connections for mail and says something that is no SMTP. `babble` says which."""

    def __init__(self):
        self.babble = b''
        self.connections = 0
        self._listener = socket.create_server(('127.0.0.1', 0))
        self.port = self._listener.getsockname()[1]
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        while not self._closing.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                try:
                    connection.sendall(self.babble)
                except OSError:
                    pass

    def close(self):
        self._closing.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()


class NonsenseFromTheMailServer(MailCase):
    @classmethod
    def setUpClass(cls):
        cls.babbler = BabblingServer()
        cls.addClassCleanup(cls.babbler.close)
        super().setUpClass()

    @classmethod
    def mail_url(cls):
        return f'smtp://127.0.0.1:{cls.babbler.port}'

    def test_messages_stay(self):
        resource = self.world.make_resource()
        for babble in (b'', b'HTTP/1.1 200 OK\r\n\r\n', b'\x00\xff' * 1000, b'220',
                       b'220-' + b'x' * 100_000, b'999 what\r\n', b'220 hi\r\n' * 50_000):
            with self.subTest(babble=babble[:20]):
                self.babbler.babble = babble
                before = self.babbler.connections
                entry = self.world.join(resource)
                wait_for(lambda before=before: self.babbler.connections > before, seconds=40)
                message = self.messages(resource, 'waitlisted', entry)[0]
                self.assertEqual(message['state'], 'pending')
        wait_for(lambda: self.metric('standby_messages_total', channel='mail', outcome='later') > 0)
        wait_for(lambda: any(one['note'] for one in self.messages(resource)))
        self.client.call('get_readiness', expect=200)


if __name__ == '__main__':
    unittest.main()
