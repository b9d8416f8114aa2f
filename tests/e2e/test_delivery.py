"""Mail and texts set up through the API: in force at once, after a crash, and on every node; wrong
settings are told in words; and what is secret stays so."""
import os
import socket
import sqlite3
import stat
import tempfile
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.cluster import ClusterCase
from harness.server import Server, run_command
from harness.smtp import SmtpServer, make_certificate
from harness.sms_peer import SmsPeer
from harness.waiting import wait_for
from harness.world import new_person

USER = 'waitlist'
PASSWORD = 'correct-horse-battery'
SENDER = 'desk@aster.example'


def free_port():
    """A port at which nobody answers."""
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class DeliveryCase(ServerCase):
    flags = ('--join-rate', '0', '--mail-rate', '0', '--private-delivery', 'yes')

    @classmethod
    def setUpClass(cls):
        cls.smtp = SmtpServer(user=USER, password=PASSWORD)
        cls.addClassCleanup(cls.smtp.close)
        super().setUpClass()

    def mail(self, **change):
        return {'host': '127.0.0.1', 'port': self.smtp.port, 'encryption': 'none', 'user': USER,
                'password': PASSWORD, 'from': f'Salon Aster <{SENDER}>', **change}

    def try_mail(self, to='noor@aster.example', expect=200, **change):
        return self.client.call('test_delivery_mail',
                                body={'to': to, 'settings': self.mail(**change)}, expect=expect)

    def offered(self):
        """Somebody new who was just offered a place."""
        person = new_person()
        resource = self.world.make_resource('slots')
        self.world.join(resource, person)
        self.world.free_slot(resource)
        return person

    def settings(self, channel='mail'):
        return self.client.call('get_delivery_settings', expect=200)[channel]

    def state(self, channel='mail'):
        return self.client.call('get_delivery', expect=200)[channel]['state']


class MailSetUp(DeliveryCase):
    def tearDown(self):
        self.client.call('remove_delivery_mail', expect=200)

    def test_from_nothing_to_an_offer_that_arrives(self):
        self.assertEqual(self.state(), 'none')
        self.assertEqual(self.settings()['source'], 'none')
        tested = self.try_mail()
        self.assertEqual((tested['ok'], tested['result']), (True, 'sent'))
        [test] = self.smtp.wait_for_mails('noor@aster.example')
        self.assertEqual(test.subject, 'A test from Standby')
        self.assertEqual(test.envelope['from'], SENDER)
        self.assertEqual(self.state(), 'none', 'a test stores nothing')
        put = self.client.call('set_delivery_mail', body=self.mail(), expect=200).body
        self.assertEqual((put['source'], put['has_password'], put['user']), ('pages', True, USER))
        self.assertNotIn(PASSWORD, str(put))
        self.assertEqual(self.state(), 'working')
        person = self.offered()
        [mail] = [one for one in self.smtp.wait_for_mails(person['email'], 2)
                  if 'spot' in one.subject]
        self.assertEqual(mail.envelope['from'], SENDER)
        self.assertEqual(mail.envelope['user'], USER)

    def test_what_is_wrong_is_said_in_words(self):
        for change, result in (({'password': 'wrong'}, 'wrong_login'),
                               ({'host': 'nowhere.invalid', 'encryption': 'starttls'},
                                'host_not_found'),
                               ({'port': free_port()}, 'no_connection'),
                               ({'encryption': 'starttls'}, 'no_encryption')):
            with self.subTest(result=result):
                tested = self.try_mail(**change)
                self.assertEqual((tested['ok'], tested['result']), (False, result), tested.body)
                self.assertTrue(tested['words'].endswith('.'))
                self.assertNotIn(PASSWORD, str(tested.body))
        self.smtp.refuse('rcpt', 'gone@', 550, '5.1.1 No such user here')
        self.addCleanup(self.smtp.order, 'forget')
        tested = self.try_mail('gone@aster.example')
        self.assertEqual(tested['result'], 'recipient_refused')
        self.assertIn('550', tested['said'])
        self.assertNotIn('gone@', tested['said'])

    def test_nonsense_is_refused_and_sends_nothing(self):
        refused = self.try_mail('nonsense', expect=422)
        self.assertEqual([error['field'] for error in refused['errors']], ['to'])
        refused = self.try_mail(host='two words', encryption='tls', expect=422)
        self.assertEqual([error['field'] for error in refused['errors']], ['settings.host'])
        refused = self.client.call('set_delivery_mail', body=self.mail(port=0), expect=422)
        self.assertEqual([error['field'] for error in refused['errors']], ['port'])
        refused = self.client.call('test_delivery_mail', body={'to': 'a@aster.example'},
                                   expect=422)
        self.assertEqual([error['field'] for error in refused['errors']], ['settings'])

    def test_a_password_is_kept_for_the_same_place_only(self):
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        without = {name: value for name, value in self.mail().items() if name != 'password'}
        self.client.call('set_delivery_mail', body={**without, 'from': 'other@aster.example'},
                         expect=200)
        person = self.offered()
        mail = self.smtp.wait_for_mails(person['email'])[0]
        self.assertEqual(mail.envelope['from'], 'other@aster.example')
        refused = self.client.call('set_delivery_mail',
                                   body={**without, 'host': 'localhost'}, expect=422)
        self.assertEqual([error['field'] for error in refused['errors']], ['password'])
        refused = self.client.call('test_delivery_mail', expect=422, body={
            'to': 'a@aster.example', 'settings': {**without, 'port': free_port()}})
        self.assertEqual([error['field'] for error in refused['errors']], ['settings.password'])

    def test_it_outlives_a_crash_and_no_file_or_log_tells_it(self):
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        self.server.kill()
        self.server.start()
        self.connect()
        self.assertEqual((self.state(), self.settings()['has_password']), ('working', True))
        person = self.offered()
        self.smtp.wait_for_mails(person['email'])
        key = os.path.join(self.server.data_dir, 'secrets.key')
        self.assertEqual(stat.S_IMODE(os.stat(key).st_mode), 0o600)
        with sqlite3.connect(f'file:{self.server.data_dir}/standby.db?mode=ro', uri=True) as file:
            [(sealed,)] = file.execute('SELECT sealed FROM delivery_settings').fetchall()
        self.assertNotIn(PASSWORD.encode(), sealed)
        for name in os.listdir(self.server.data_dir):
            path = os.path.join(self.server.data_dir, name)
            if os.path.isfile(path):
                with open(path, 'rb') as file:
                    self.assertNotIn(PASSWORD.encode(), file.read(), name)
        self.assertNotIn(PASSWORD, str(list(self.client.items('list_staff_audit'))))
        acts = [deed['act'] for deed in self.client.items('list_staff_audit')]
        self.assertIn('delivery_changed', acts)

    def test_the_doctor_uses_it(self):
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        arguments = ('--data-dir', self.server.data_dir)
        self.assertIn(f'127.0.0.1:{self.smtp.port} answers',
                      run_command('doctor', *arguments).stdout)
        done = run_command('doctor', *arguments, '--private-delivery', 'yes',
                           '--send-test', 'ops@aster.example')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.smtp.wait_for_mails('ops@aster.example')

    def test_without_its_key_it_is_locked_until_it_is_removed(self):
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        self.server.terminate()
        os.remove(os.path.join(self.server.data_dir, 'secrets.key'))
        self.server.start()
        self.connect()
        self.assertEqual((self.state(), self.settings()['source']), ('locked', 'locked'))
        refused = self.client.call('set_delivery_mail', body=self.mail(), expect=409)
        self.assertEqual(refused.problem, 'secrets-key-missing')
        self.client.call('remove_delivery_mail', expect=200)
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        self.assertEqual(self.state(), 'working')

    def test_joins_follow_what_can_be_sent(self):
        resource = self.world.make_resource('slots')
        guest = self.as_public()

        def join(expect, **contact):
            return guest.call('join', {'resource_id': resource['id']},
                              body={'name': 'Mia', **contact}, expect=expect)

        join(201, phone='+4915112345001')
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        refused = join(422, phone='+4915112345002')
        self.assertEqual([error['field'] for error in refused['errors']], ['email'])
        self.client.call('remove_delivery_mail', expect=200)
        join(201, phone='+4915112345002')


class Encrypted(DeliveryCase):
    def test_a_certificate_that_nobody_knows_is_named(self):
        folder = self.server.data_dir
        key, cert = make_certificate(folder)
        smtp = SmtpServer(secure=True, key=key, cert=cert)
        self.addCleanup(smtp.close)
        tested = self.try_mail(port=smtp.port, encryption='tls', user=None, password=None)
        self.assertEqual(tested['result'], 'bad_certificate')


class Closed(DeliveryCase):
    """As a server is unless its operator says otherwise."""

    flags = ('--join-rate', '0')
    other_account = True

    def test_the_servers_own_network_is_out_of_reach(self):
        for host in ('127.0.0.1', 'localhost'):
            with self.subTest(host=host):
                tested = self.try_mail(host=host)
                self.assertEqual(tested['result'], 'private_address')
        texts = {'service': 'twilio', 'account': 'AC1', 'secret': 't', 'from': ['+15005550006'],
                 'endpoint': f'http://127.0.0.1:{self.smtp.port}'}
        tested = self.client.call('test_delivery_sms', expect=200,
                                  body={'to': '+4915112345678', 'settings': texts})
        self.assertEqual(tested['result'], 'private_address')
        self.smtp.catch_up()
        self.assertEqual(self.smtp.events_of('connected'), [])

    def test_another_business_on_the_server_sets_up_nothing(self):
        other = self.as_guest(self.other_key)
        self.assertFalse(other.call('get_delivery', expect=200)['may_set_up'])
        other.call('get_delivery_settings', expect=403)
        other.call('set_delivery_mail', body=self.mail(), expect=403)
        other.call('remove_delivery_mail', expect=403)
        other.call('test_delivery_mail', body={'to': 'a@aster.example'}, expect=403)


class Counted(DeliveryCase):
    flags = ('--join-rate', '0')

    def test_so_many_tests_and_no_more(self):
        for _ in range(10):
            self.try_mail()
        self.try_mail(expect=429)


class SetAtStart(DeliveryCase):
    def test_the_command_line_wins_and_is_named(self):
        data_dir = self.server.data_dir
        self.client.call('set_delivery_mail', body=self.mail(), expect=200)
        self.server.terminate()
        started = Server(*self.flags, '--mail-url', f'smtp://u:pw-of-flag@127.0.0.1:{free_port()}',
                         '--mail-from', 'flag@aster.example', data_dir=data_dir)
        started.api_key = self.server.api_key
        started.start()
        self.addCleanup(self.server.start)
        self.addCleanup(started.terminate)
        client = Client(started.address, CONTRACT, started.api_key)
        self.addCleanup(client.close)
        mail = client.call('get_delivery_settings', expect=200)['mail']
        self.assertEqual((mail['source'], mail['set_by'], mail['from']),
                         ('option', '--mail-url', 'flag@aster.example'))
        self.assertNotIn('pw-of-flag', str(mail))
        refused = client.call('set_delivery_mail', body=self.mail(), expect=409)
        self.assertEqual(refused.problem, 'set-at-start')
        self.assertIn('--mail-url', refused['detail'])


class TextsSetUp(DeliveryCase):
    def test_from_nothing_to_a_text_that_arrives(self):
        peer = SmsPeer()
        self.addCleanup(peer.stop)
        texts = {'service': 'twilio', 'account': 'AC1', 'secret': 't0ken',
                 'from': ['+15005550006'], 'endpoint': f'http://{peer.host}'}
        tested = self.client.call('test_delivery_sms', expect=200,
                                  body={'to': '+15005550010', 'settings': texts})
        self.assertEqual(tested['result'], 'sent')
        self.assertEqual(peer.texts[-1][1]['To'], '+15005550010')
        put = self.client.call('set_delivery_sms', body=texts, expect=200).body
        self.addCleanup(self.client.call, 'remove_delivery_sms')
        self.assertEqual((put['source'], put['has_secret']), ('pages', True))
        self.assertNotIn('t0ken', str(put))
        resource = self.world.make_resource('slots')
        self.world.join(resource, new_person(email=None, phone='+15005550011'))
        self.world.free_slot(resource)
        wait_for(lambda: [form for _, form in peer.texts if form['To'] == '+15005550011'
                          and 'StatusCallback' in form], 'the text with the offer')
        peer.status, peer.answer = 401, {'code': 20003, 'message': 'Authenticate'}
        tested = self.client.call('test_delivery_sms', body={'to': '+15005550010'}, expect=200)
        self.assertEqual(tested['result'], 'wrong_login')


class Nodes(ClusterCase):
    lease_seconds = 3
    key_flags = ()

    @classmethod
    def setUpClass(cls):
        cls.smtp = SmtpServer()
        cls.addClassCleanup(cls.smtp.close)
        cls.flags = ('--private-delivery', 'yes', *cls.key_flags)
        super().setUpClass()

    def mail(self):
        return {'host': '127.0.0.1', 'port': self.smtp.port, 'encryption': 'none', 'from': SENDER}

    def state(self, node):
        return self.client(node).call('get_delivery', expect=200)['mail']['state']

    def wait_for_state(self, state):
        wait_for(lambda: {self.state(node) for node in self.cluster.nodes} == {state},
                 f'{state} on both nodes', 15)


class NodesWithoutAKey(Nodes):
    def test_nothing_is_sealed_that_the_other_could_not_read(self):
        refused = self.client(self.cluster.nodes[0]).call('set_delivery_mail', body=self.mail(),
                                                          expect=409)
        self.assertEqual(refused.problem, 'secrets-key-missing')
        self.assertIn('--secrets-key-file', refused['detail'])
        self.wait_for_state('none')


class NodesWithOneKey(Nodes):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.key_flags = ('--secrets-key-file', os.path.join(folder.name, 'shared.key'))
        super().setUpClass()

    def test_what_one_is_told_is_in_force_on_both(self):
        one, other = self.cluster.nodes
        self.client(one).call('set_delivery_mail', body=self.mail(), expect=200)
        self.wait_for_state('working')
        for node in self.cluster.nodes:
            resource = self.resource_of(node)
            world = self.world(node)
            person = world.join(resource, credential=world.client.credential)['email']
            self.smtp.wait_for_mails(person)
        self.client(other).call('remove_delivery_mail', expect=200)
        self.wait_for_state('none')


if __name__ == '__main__':
    unittest.main()
