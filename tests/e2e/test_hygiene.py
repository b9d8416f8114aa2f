"""What strangers learn from a server by the way, and what its operator is told: headers, figures,
lists of others, wrong keys, open files, and the clock for tests."""
import http.client
import json
import os
import shutil
import ssl
import subprocess
import tempfile
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.pages import fetch
from harness.server import Server, create_account, run_command
from harness.smtp import MailCase
from harness.staff import Browser, PASSWORD, hire, new_email
from harness.waiting import wait_for
from harness.world import World, new_person


class Temporary(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def serve(self, *flags, **more):
        server = Server(*flags, **more)
        self.addCleanup(server.stop)
        return server.start()


class Transport(Temporary):
    def test_whoever_came_over_tls_keeps_to_it(self):
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2',
                        '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1',
                        '-keyout', self.path('key'), '-out', self.path('cert')], check=True,
                       capture_output=True)
        server = self.serve('--tls-cert', self.path('cert'), '--tls-key', self.path('key'))
        context = ssl.create_default_context(cafile=self.path('cert'))
        for path in ('/', '/v1/account', '/nothing'):
            connection = http.client.HTTPSConnection(*server.address, context=context, timeout=20)
            connection.request('GET', path)
            answer = connection.getresponse()
            self.assertEqual(answer.headers['Strict-Transport-Security'], 'max-age=31536000', path)
            connection.close()
        plain = self.serve()
        self.assertNotIn('Strict-Transport-Security', fetch(plain.address, 'GET', '/').headers)

    def test_a_trusted_proxy_says_how_they_came(self):
        server = self.serve('--trusted-proxy', '127.0.0.1')
        for proto, expected in (('https', 'max-age=31536000'), ('http', None)):
            answer = fetch(server.address, 'GET', '/', headers={'X-Forwarded-Proto': proto,
                                                                'X-Forwarded-For': '192.0.2.1'})
            self.assertEqual(answer.headers['Strict-Transport-Security'], expected)


class Figures(Temporary):
    def test_need_a_key_of_the_servers_own_account(self):
        other = create_account(self.folder, 'Other')
        server = self.serve(data_dir=self.folder)
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        reader = client.call('create_key', body={'role': 'read-only'}, expect=201)['key']
        client.call('get_metrics', expect=200)
        client.call('get_metrics', credential=reader, expect=200)
        client.call('get_metrics', credential=None, expect=401)
        client.call('get_metrics', credential=other, expect=403)

    def test_are_open_where_only_this_machine_can_come(self):
        server = Server()
        server.command = lambda: [one for one in Server.command(server)
                                  if one not in ('--public-url', 'http://standby.test')]
        self.addCleanup(server.stop)
        server.start()
        self.assertEqual(fetch(server.address, 'GET', '/metrics').status, 200)

    def test_have_a_listener_of_their_own(self):
        server = self.serve('--metrics-listen', '127.0.0.1:0')
        line = wait_for(lambda: next((one for one in server.log().splitlines()
                                      if '"metrics_listening"' in one), None), 'the line')
        address = ('127.0.0.1', json.loads(line)['port'])
        self.assertIn(b'standby_requests_total', fetch(address, 'GET', '/metrics').raw)
        for path in ('/', '/v1/account', '/staff', '/metrics/x'):
            self.assertEqual(fetch(address, 'GET', path).status, 404, path)


class Others(ServerCase):
    other_account = True

    def test_strangers_do_not_list_other_businesses(self):
        mine = self.world.make_resource(name='Mine')
        other = self.client.with_credential(self.other_key)
        self.addCleanup(other.close)
        theirs = World(other).make_resource(name='Theirs')
        listed = {item['id'] for item in self.as_public().items('list_resources')}
        self.assertIn(mine['id'], listed)
        self.assertNotIn(theirs['id'], listed)
        found = self.as_public().call('get_resource', {'resource_id': theirs['id']}, expect=200)
        self.assertEqual(found['name'], 'Theirs')

    def test_inviting_tells_nothing_about_other_businesses(self):
        other = self.client.with_credential(self.other_key)
        self.addCleanup(other.close)
        known = hire(self.client, 'staff')
        self.addCleanup(known.browser.close)
        links = [other.call('invite_member', body={'email': email, 'role': 'staff'},
                            expect=201)['link'] for email in (known.email, new_email())]
        browser = Browser(self.server.address, CONTRACT)
        self.addCleanup(browser.close)
        # Whoever holds the link may ask a few times; then for a day it is the same for all.
        statuses = []
        for _ in range(8):
            answer = browser.quick('POST', '/v1/links:use', body={
                'token': links[1].rpartition('#')[2], 'email': known.email, 'password': PASSWORD})
            statuses.append(answer.status)
        self.assertEqual(statuses, [409] * 5 + [429] * 3)
        self.client.call('invite_member', body={'email': known.email, 'role': 'staff'}, expect=409)


class WrongKeys(ServerCase):
    flags = ('--join-rate', '0', '--wrong-key-rate', '0.001')

    def test_are_counted_logged_and_slowed_down(self):
        wrong = 'sk_' + 'x1' * 20
        guesser = self.client.with_credential(wrong)
        self.addCleanup(guesser.close)
        answers = [guesser.quick('GET', '/v1/account') for _ in range(70)]
        self.assertEqual([answer.status for answer in answers], [401] * 60 + [429] * 10)
        self.assertGreater(int(answers[-1].headers['Retry-After']), 0)
        self.client.call('get_account', expect=200)  # the right key counts all the same
        text = self.client.call('get_metrics', expect=200).raw.decode()
        self.assertIn('standby_wrong_keys_total 70', text)
        self.assertIn('standby_limit_hits_total{limit="wrong_keys"} 10', text)
        lines = [json.loads(line) for line in self.server.log().splitlines()
                 if '"wrong_key"' in line]
        self.assertEqual(len(lines), 60)
        self.assertEqual(lines[0]['client'], '127.0.0.1')
        self.assertNotIn(wrong, self.server.log())


class StaffLines(ServerCase):
    def test_say_where_they_came_from(self):
        person = hire(self.client, 'staff')
        self.addCleanup(person.browser.close)
        other = person.browser.another()
        other.sign_in(person.email, password='not the password', expect=401)
        other.sign_in(person.email)
        for event in ('link_used', 'sign_in_failed', 'signed_in'):
            lines = [json.loads(line) for line in self.server.log().splitlines()
                     if f'"{event}"' in line]
            self.assertEqual([line['client'] for line in lines], ['127.0.0.1'], event)


class Names(MailCase):
    def test_cannot_turn_the_line_around(self):
        resource = self.world.make_resource('seats', capacity=1)
        person = {**new_person(), 'name': 'Ada \u202eesrever\u202c \u2066x\u2069\u200f'}
        self.world.join(resource, person)
        mail = self.smtp.wait_for_mails(person['email'])[0]
        self.assertEqual(mail.to_people, [('Ada esrever x', person['email'])])


class Doctor(Temporary):
    def verdict(self, check, expect, *flags):
        done = run_command('doctor', '--data-dir', self.folder, '--json', *flags)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return {one['check']: one['verdict'] for one in json.loads(done.stdout)['checks']}[check]

    def test_fails_on_secrets_that_others_can_read(self):
        config = self.path('standby.toml')
        with open(config, 'w', encoding='ascii') as file:
            file.write('listen = "127.0.0.1:1"\n')
        os.chmod(config, 0o644)
        self.assertEqual(self.verdict('settings file', 0), 'ok')
        with open(config, 'a', encoding='ascii') as file:
            file.write('api_key = "sk_0123456789abcdef0123456789abcdef"\n')
        for mode, expect in ((0o644, 1), (0o640, 1), (0o620, 1), (0o604, 1), (0o600, 0)):
            os.chmod(config, mode)
            self.assertEqual(self.verdict('settings file', expect), 'fail' if expect else 'ok',
                             oct(mode))

    def test_fails_on_data_that_others_can_read(self):
        server = self.serve(data_dir=self.folder)
        self.assertEqual(server.terminate(), 0)
        os.chmod(self.folder, 0o755)
        database = self.path('standby.db')

        def open_up(mode):
            for name in ('', '-wal', '-shm'):
                if os.path.exists(database + name):
                    os.chmod(database + name, mode)

        open_up(0o644)
        self.assertEqual(self.verdict('file modes', 1), 'fail')
        open_up(0o640)
        self.assertEqual(self.verdict('file modes', 0), 'ok')
        # The key to passwords typed into the pages, and commits on their way to the tables.
        for name in ('secrets.key', 'standby.db-log-a'):
            with open(self.path(name), 'a', encoding='ascii'):
                os.chmod(self.path(name), 0o644)
            self.assertEqual(self.verdict('file modes', 1), 'fail', name)
            os.chmod(self.path(name), 0o600)
        self.assertEqual(self.verdict('file modes', 0), 'ok')
        open_up(0o644)
        os.chmod(self.folder, 0o750)
        self.assertEqual(self.verdict('file modes', 0), 'ok')


class ManualClock(Temporary):
    def refused(self, *flags):
        done = run_command('serve', '--data-dir', self.folder, '--manual-clock', *flags)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        return done.stderr

    def test_opens_only_what_a_test_began(self):
        real = self.serve(data_dir=self.folder)
        client = Client(real.address, CONTRACT, real.api_key)
        World(client).make_resource()
        client.close()
        self.assertEqual(real.terminate(), 0)
        self.assertIn('this one has lists', self.refused('--listen', '127.0.0.1:0'))

    def test_works_on_loopback_only(self):
        for address in ('0.0.0.0:0', '[::]:0'):
            self.assertIn('--manual-clock is for tests', self.refused('--listen', address))
        self.assertEqual(os.listdir(self.folder), [])

    def test_says_so_at_every_start(self):
        server = self.serve('--manual-clock', data_dir=self.folder)
        client = Client(server.address, CONTRACT, server.api_key)
        World(client).make_resource()
        client.close()
        server.restart()
        self.assertEqual(server.log().count('"manual_clock"'), 2)
        self.assertEqual(server.terminate(), 0)
        server.flags = ()
        server.start()
        self.assertEqual(server.log().count('"test_data"'), 1)


if __name__ == '__main__':
    unittest.main()
