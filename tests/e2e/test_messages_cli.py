"""Messages on the command line: trying the providers out, looking at the outbox, sending again, and
people who are brought in by a file. Mails go to a real mail server, texts to a real HTTP server."""
import json
import os
import time
import unittest

from harness.sms_peer import SmsPeer
from harness.smtp_peer import SmtpPeer
from test_command_line import Folder

SENDER = 'waitlist@example.com'
PATIENCE_SECONDS = 30


class Peers(Folder):
    def mail_peer(self, **options):
        peer = SmtpPeer(**options)
        self.addCleanup(peer.stop)
        return peer

    def sms_peer(self):
        peer = SmsPeer()
        self.addCleanup(peer.stop)
        return peer

    def eventually(self, look):
        """What `look` returns as soon as it is not empty."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            found = look()
            if found:
                return found
            self.assertLess(time.monotonic(), deadline, 'it did not happen in time')
            time.sleep(0.02)


class SendingATest(Peers):
    def send(self, address, *flags, expect=0):
        done = self.run_here('doctor', '--send-test', address, *flags, expect=expect)
        self.assertNotIn('s3cret', done.stdout + done.stderr)
        return done.stdout + done.stderr

    def mail(self, peer, *flags, login='', expect=0):
        url = peer.url.replace('//', '//' + login)
        return self.send('me@example.com', '--mail-url', url, '--mail-from', SENDER, *flags,
                         expect=expect)

    def test_a_mail_arrives_and_the_providers_id_is_told(self):
        peer = self.mail_peer(login=('waitlist', 's3cret'))
        told = self.mail(peer, login='waitlist:s3cret@')
        self.assertIn(f'127.0.0.1:{peer.port}', told)
        self.assertIn('Accepted by the provider as TEST1', told)
        mail, = peer.wait_for(1)
        self.assertEqual((mail.envelope_from, mail.envelope_to), (SENDER, 'me@example.com'))
        self.assertEqual(mail['To'].addresses[0].addr_spec, 'me@example.com')
        self.assertIn('test', mail['Subject'])
        self.assertIn('This is a test', mail.get_body(('plain',)).get_content())

    def test_what_a_mail_server_objects_to_is_said_with_what_to_do(self):
        peer = self.mail_peer(login=('waitlist', 's3cret'))
        told = self.mail(peer, login='waitlist:wr0ng@', expect=1)
        self.assertIn('535', told)
        self.assertIn('password in --mail-url is wrong', told)
        self.assertNotIn('wr0ng', told)
        self.assertIn('530', self.mail(peer, expect=1))
        peer = self.mail_peer()
        peer.answers = {'MAIL': '553 5.7.1 Sender address rejected'}
        self.assertIn('--mail-from must be', self.mail(peer, expect=1))
        peer.answers = {'RCPT': '550 5.1.1 No such user'}
        self.assertIn("This address doesn't exist", self.mail(peer, expect=1))
        peer.answers = {'RCPT': '451 4.7.1 Greylisted'}
        self.assertIn('try again', self.mail(peer, expect=1))
        told = self.send('me@example.com', '--mail-from', SENDER, '--mail-url',
                         f'{peer.url}?tls=required', expect=1)
        self.assertIn('tls=optional', told)
        told = self.send('me@example.com', '--mail-from', SENDER, '--mail-url',
                         'smtp://127.0.0.1:1', expect=1)
        self.assertIn('Check the host and port', told)
        self.assertEqual(peer.mails, [])

    def test_a_text_is_sent_through_the_http_api(self):
        peer = self.sms_peer()
        flags = ('--sms-url', peer.url, '--sms-from', '+15005550006')
        told = self.send('+49 30 1234567', *flags)
        self.assertIn('as SM1111', told)
        path, form = peer.texts[0]
        self.assertEqual(path, '/2010-04-01/Accounts/AC1/Messages.json')
        self.assertEqual((form['To'], form['From']), ('+49301234567', '+15005550006'))
        self.assertNotIn('StatusCallback', form)
        peer.status, peer.answer = 401, {'code': 20003, 'message': 'Authenticate', 'status': 401}
        told = self.send('+49301234567', *flags, expect=1)
        self.assertIn('SID or the token in --sms-url is wrong', told)
        self.assertNotIn('t0ken', told)
        peer.status, peer.answer = 400, {'code': 21606, 'message': 'Not yours', 'status': 400}
        self.assertIn('--sms-from', self.send('+49301234567', *flags, expect=1))

    def test_without_a_provider_it_says_how_to_set_one_up(self):
        self.assertIn('--mail-url smtp://', self.send('me@example.com', expect=1))
        self.assertIn('--sms-url twilio://', self.send('+49301234567', expect=1))
        told = self.send('me@example.com', '--mail-url', 'smtp://user:s3cret@', expect=1)
        self.assertIn('--mail-url', told)
        told = self.send('me@example.com', '--mail-url', 'smtp://127.0.0.1', expect=1)
        self.assertIn('--mail-from', told)
        self.send('nobody', expect=64)

    def test_the_same_as_json(self):
        peer = self.mail_peer()
        told = self.json_of('doctor', '--send-test', 'me@example.com', '--mail-url', peer.url,
                            '--mail-from', SENDER)
        self.assertEqual((told['ok'], told['channel'], told['outcome'], told['provider_id']),
                         (True, 'mail', 'sent', 'TEST1'))
        self.assertEqual(told['provider'], peer.url)


class DoctorOnMessages(Peers):
    def checks(self, *flags, expect=0):
        told = self.json_of('doctor', *flags, expect=expect)
        return {check['check']: (check['verdict'], check['text']) for check in told['checks']}

    def test_no_provider_is_a_warning_that_says_what_to_do(self):
        checks = self.checks()
        self.assertEqual(checks['mail'][0], 'warn')
        self.assertIn('--mail-url', checks['mail'][1])
        self.assertEqual(checks['sms'][0], 'ok')
        self.assertNotIn('public URL', checks)

    def test_providers_that_answer_are_well_and_links_need_an_address(self):
        mail, sms = self.mail_peer(), self.sms_peer()
        flags = ('--mail-url', mail.url, '--mail-from', SENDER, '--sms-url', sms.url, '--sms-from',
                 '+15005550006')
        checks = self.checks(*flags)
        self.assertEqual((checks['mail'][0], checks['sms'][0]), ('ok', 'ok'))
        self.assertEqual(checks['public URL'][0], 'warn')
        checks = self.checks(*flags, '--public-url', 'https://waitlist.example.org')
        self.assertEqual(checks['public URL'][0], 'ok')
        self.assertEqual((mail.mails, sms.texts), ([], []))

    def test_what_cannot_work_is_a_failure(self):
        wrong = self.checks('--mail-url', 'smtp://127.0.0.1:1', '--mail-from', SENDER, '--sms-url',
                            'twilio://AC1', '--sms-from', '+1', '--mail-callback-secret', 's3cret',
                            expect=1)
        self.assertEqual((wrong['mail'][0], wrong['sms'][0], wrong['mail reports'][0]),
                         ('fail', 'fail', 'fail'))
        self.assertNotIn('s3cret', str(wrong))
        busy = self.mail_peer(greeting='554 5.3.2 Go away')
        text = self.checks('--mail-url', busy.url, '--mail-from', SENDER, expect=1)['mail'][1]
        self.assertIn('554', text)
        silent = self.mail_peer(greeting=None)
        text = self.checks('--mail-url', silent.url, '--mail-from', SENDER, expect=1)['mail'][1]
        self.assertIn('in time', text)


class Outbox(Peers):
    def messages(self, *flags):
        return self.json_of('messages', 'list', *flags)

    def test_they_are_listed_and_shown_beside_a_running_server(self):
        _, world = self.serve()
        first, second = world.make_resource('slots'), world.make_resource('slots')
        entry = world.join(first, {'name': 'Ada Lovelace', 'email': 'ada@mail.example.org'})
        world.join_many(second, 3)
        told = self.eventually(lambda: self.messages('--state', 'done'))
        self.assertEqual(len(told), 4)
        self.assertEqual((told[0]['kind'], told[0]['entry_id'], told[0]['note'], told[0]['link']),
                         ('waitlisted', entry['id'], 'local', None))
        self.assertEqual(self.messages('--state', 'dead'), [])
        self.assertEqual([message['id'] for message in self.messages('--resource', first['id'])],
                         [told[0]['id']])
        self.assertEqual([message['id'] for message in self.messages('--limit', '2')],
                         [message['id'] for message in told[2:]])
        text = self.run_here('messages', 'list').stdout
        self.assertEqual(len(text.splitlines()), 5)
        self.assertIn(told[0]['id'], text)
        self.assertNotIn('ada', text.lower())
        self.assertEqual(self.json_of('messages', 'show', told[0]['id']), told[0])
        self.assertIn('waitlisted, done', self.run_here('messages', 'show', told[0]['id']).stdout)
        self.run_here('messages', 'show', 'msg_ZZZ', expect=1)

    def test_no_data_is_said_in_one_sentence_with_2(self):
        for command in (['list'], ['show', 'msg_1'], ['replay', '--all-dead'], ['replay', 'msg_1']):
            done = self.run_here('messages', *command, expect=2)
            self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual(os.listdir(self.folder), [])


class SendingAgain(Peers):
    """A mail server that refuses everything for a while: what it refused is dead."""

    def serve_with(self, peer):
        return self.serve('--mail-url', peer.url, '--mail-from', SENDER)

    def dead(self, count):
        def look():
            found = self.json_of('messages', 'list', '--state', 'dead')
            return found if len(found) == count else None
        return self.eventually(look)

    def refuse(self, people=1):
        peer = self.mail_peer()
        peer.answers = {'DATA': '554 5.7.1 Not today'}
        server, world = self.serve_with(peer)
        self.resource = world.make_resource('slots')
        for number in range(people):
            world.join(self.resource, {'name': 'Ada', 'email': f'ada.{number}@mail.example.org'})
        dead = self.dead(people)
        delivery, = dead[0]['deliveries']
        self.assertEqual(delivery['state'], 'failed')
        self.assertIn('554 5.7.1', delivery['note'])
        return peer, server, dead

    def test_beside_a_running_server_the_server_is_asked(self):
        peer, server, dead = self.refuse(3)
        peer.answers = {}
        name = dead[0]['id']
        keyless = self.run_here('messages', 'replay', name, expect=2)
        self.assertIn('--api-key', keyless.stderr)
        wrong = self.run_here('messages', 'replay', name, '--api-key', 'sk_' + 'x' * 30, expect=1)
        self.assertIn('401', wrong.stderr)
        key = ('--api-key', server.api_key)
        self.assertIn('1 message is sent again.',
                      self.run_here('messages', 'replay', name, *key).stdout)
        mail, = peer.wait_for(1)
        self.assertIn(name, mail['Message-ID'])
        self.run_here('messages', 'replay', 'msg_ZZZ', *key, expect=1)
        self.dead(2)
        self.assertIn('409', self.run_here('messages', 'replay', name, *key, expect=1).stderr)
        other = self.json_of('messages', 'replay', '--all-dead', '--resource',
                             self.resource['id'], *key)
        self.assertEqual(other, {'replayed': 2})
        ids = {mail['Message-ID'].split('@')[0].strip('<') for mail in peer.wait_for(3)}
        self.assertEqual(ids, {message['id'] for message in dead})
        self.eventually(lambda: not self.json_of('messages', 'list', '--state', 'dead'))

    def test_on_a_stopped_server_they_leave_at_the_next_start(self):
        peer, server, dead = self.refuse(3)
        peer.answers = {}
        self.assertEqual(server.terminate(), 0)
        name = dead[0]['id']
        told = self.run_here('messages', 'replay', name).stdout
        self.assertIn('when the server starts', told)
        self.assertIn('pending', self.run_here('messages', 'replay', name, expect=1).stderr)
        self.run_here('messages', 'replay', 'msg_ZZZ', expect=1)
        self.assertEqual(self.json_of('messages', 'replay', '--all-dead', '--resource', 'res_ZZ'),
                         {'replayed': 0})
        self.assertEqual(self.json_of('messages', 'replay', '--all-dead'), {'replayed': 2})
        again = self.json_of('messages', 'show', name)
        self.assertEqual((again['state'], again['attempts']), ('pending', 0))
        server.start()
        ids = {mail['Message-ID'].split('@')[0].strip('<') for mail in peer.wait_for(3)}
        self.assertEqual(ids, {message['id'] for message in dead})
        done = self.eventually(lambda: self.json_of('messages', 'list', '--state', 'done'))
        self.assertEqual([delivery['state'] for delivery in done[0]['deliveries']], ['sent'])


class Importing(Peers):
    def bring_in(self, *flags):
        server, world = self.serve()
        self.resource = world.make_resource('slots')
        self.assertEqual(server.terminate(), 0)
        path = self.path('guests.csv')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('email,name,locale,time_zone,consent\n'
                       'ada@mail.example.org,Ada,de,Europe/Berlin,"Yes, write to me"\n'
                       'ben@mail.example.org,Ben,,,\n')
        self.run_here('import', path, '--resource', self.resource['id'], *flags)

    def test_people_in_a_file_are_not_written_to(self):
        self.bring_in()
        told = self.json_of('messages', 'list')
        self.assertEqual([(one['kind'], one['state'], one['note']) for one in told],
                         [('waitlisted', 'done', 'local')] * 2)

    def test_they_are_with_notify_when_the_server_starts(self):
        self.bring_in('--notify')
        self.assertEqual([one['state'] for one in self.json_of('messages', 'list')],
                         ['pending'] * 2)
        peer = self.mail_peer()
        self.serve('--mail-url', peer.url, '--mail-from', SENDER)
        mails = {mail.envelope_to: mail for mail in peer.wait_for(2)}
        self.assertEqual(set(mails), {'ada@mail.example.org', 'ben@mail.example.org'})
        self.assertEqual(mails['ada@mail.example.org']['Content-Language'], 'de')

    def test_consent_is_kept_exported_and_erased_with_the_person(self):
        self.bring_in()
        lines = self.run_here('export', '--what', 'people', '--json').stdout.splitlines()
        ada, ben = (json.loads(line) for line in lines)
        self.assertEqual((ada['consent_text'], ada['consent_source']),
                         ('Yes, write to me', 'import'))
        self.assertRegex(ada['consent_at'], r'^\d{4}-\d\d-\d\dT')
        self.assertEqual((ben['consent_text'], ben['consent_source'], ben['consent_at']),
                         (None, None, None))
        self.run_here('erase', 'ada@mail.example.org', '--yes')
        for name in os.listdir(self.folder):
            if name.startswith('standby.db'):
                with open(self.path(name), 'rb') as file:
                    self.assertNotIn(b'write to me', file.read())


if __name__ == '__main__':
    unittest.main()
