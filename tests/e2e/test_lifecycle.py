"""Starting, stopping and starting again: what is promised survives, what is private stays out of
the logs, and what is wrong is said in one sentence."""
import json
import os
import shutil
import signal
import socket
import tempfile
import threading
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.server import Server, run_command
from harness.world import World, new_person


class Stopping(ServerCase):
    def test_sigterm_lets_requests_finish_and_exits_0(self):
        resource = self.world.make_resource()
        acknowledged, unexpected = [], []
        started = threading.Barrier(9)

        def keep_joining():
            client = Client(self.server.address, CONTRACT, self.client.credential)
            path = f'/v1/resources/{resource["id"]}/waitlist:join'
            started.wait()
            try:
                while True:
                    answer = client.quick('POST', path, body=new_person())
                    if answer.status == 503:
                        return
                    if answer.status != 201:
                        unexpected.append(answer)
                        return
                    acknowledged.append(json.loads(answer.raw)['id'])
            except OSError:
                return  # the connection was closed between two requests
            except Exception as error:  # an answer that was cut short
                unexpected.append(error)

        threads = [threading.Thread(target=keep_joining) for _ in range(8)]
        for thread in threads:
            thread.start()
        started.wait()
        while len(acknowledged) < 100 and any(thread.is_alive() for thread in threads):
            self.client.call('get_health')
        self.assertEqual(self.server.terminate(), 0)
        for thread in threads:
            thread.join()
        # RemoteDisconnected is an OSError; half an answer is not.
        self.assertFalse(unexpected)
        self.server.start()
        self.connect()
        kept = {item['id'] for item in self.client.items(
            'list_entries', {'resource_id': resource['id']}, limit=200)}
        self.assertLessEqual(set(acknowledged), kept)

    def test_sigint_stops_it_as_well(self):
        self.server.process.send_signal(signal.SIGINT)
        self.assertEqual(self.server.wait(), 0)
        self.server.start()
        self.connect()

    def test_an_open_stream_does_not_hold_up_the_end(self):
        resource = self.world.make_resource()
        with self.client.stream('stream_resource', {'resource_id': resource['id']}) as stream:
            self.assertEqual(stream.next().name, 'snapshot')
            self.assertEqual(self.server.terminate(), 0)
            self.assertIsNone(stream.next())
        self.server.start()
        self.connect()

    def test_everything_is_there_after_a_restart(self):
        resource, entry, token = self.world.offered_slot()
        self.world.join_many(resource, 5)
        ids = {'resource_id': resource['id']}
        reads = (('get_resource', ids), ('get_entry', {'entry_id': entry['id']}),
                 ('list_queue', ids), ('list_entries', ids), ('list_offers', ids),
                 ('list_openings', ids), ('list_audit', ids), ('get_stats', ids),
                 ('explain_entry', {'entry_id': entry['id']}))
        before = [self.client.call(*read).body for read in reads]
        self.server.restart()
        self.connect()
        for read, body in zip(reads, before):
            with self.subTest(operation=read[0]):
                self.assertEqual(self.client.call(*read).body, body)
        self.as_guest(token).call('accept_offer', {'offer_id': entry['offer']['id']}, expect=200)


class Starting(unittest.TestCase):
    def assert_one_sentence(self, done):
        """It failed, and said why in one line that is no stack of details."""
        self.assertNotEqual(done.returncode, 0)
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertLess(len(lines[0]), 400)
        self.assertNotIn('terminate called', done.stderr)
        return lines[0]

    def test_a_second_server_on_the_same_data_is_told_so(self):
        server = Server()
        self.addCleanup(server.stop)
        server.start()
        done = run_command('serve', '--listen', '127.0.0.1:0', '--data-dir', server.data_dir)
        self.assertIn(server.data_dir, self.assert_one_sentence(done))
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        client.call('get_readiness', expect=200)

    def test_an_address_that_is_taken_is_named(self):
        with socket.create_server(('127.0.0.1', 0)) as taken, \
                tempfile.TemporaryDirectory() as folder:
            address = f'127.0.0.1:{taken.getsockname()[1]}'
            done = run_command('serve', '--listen', address, '--data-dir', folder)
            self.assertIn(address, self.assert_one_sentence(done))

    def test_bad_flags_are_named(self):
        for flags, named in ((('--listen', 'nonsense'), 'nonsense'), (('--join-rate', 'x'), 'x'),
                             (('--log-format', 'xml'), 'xml'), (('--nonsense',), '--nonsense'),
                             (('--data-dir', '/dev/null/x'), '/dev/null/x')):
            with self.subTest(flags=flags), tempfile.TemporaryDirectory() as folder:
                arguments = flags if '--data-dir' in flags else ('--data-dir', folder, *flags)
                done = run_command('serve', '--listen', '127.0.0.1:0', *arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(named, done.stderr)

    def test_a_database_that_is_none_is_named_and_left_alone(self):
        folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, 'standby.db')
        content = b'this is not a database, but someone may miss it\n' * 200
        with open(path, 'wb') as file:
            file.write(content)
        done = run_command('serve', '--listen', '127.0.0.1:0', '--data-dir', folder)
        self.assertIn('standby.db', self.assert_one_sentence(done))
        with open(path, 'rb') as file:
            self.assertEqual(file.read(), content)


class Watching(ServerCase):
    def test_health_and_readiness(self):
        self.assertEqual(self.as_public().call('get_health')['status'], 'ok')
        self.assertEqual(self.as_public().call('get_readiness')['status'], 'ready')

    def test_metrics_count_what_happens(self):
        def figures():
            text = self.client.call('get_metrics').body
            lines = [line for line in text.splitlines() if line and not line.startswith('#')]
            self.assertTrue(all(line.rpartition(' ')[1] for line in lines))
            return {line.rpartition(' ')[0]: float(line.rpartition(' ')[2]) for line in lines}

        before = figures()
        self.world.join_many(self.world.make_resource(), 10)
        after = figures()
        self.assertTrue(all(name.startswith(('standby_', 'process_')) for name in after))
        risen = [name for name in after if after[name] - before.get(name, 0) >= 10]
        self.assertTrue(risen, 'no figure rose by the ten joins')


class Privacy(ServerCase):
    def test_logs_hold_nothing_private(self):
        resource = self.world.make_resource('slots')
        person = {'name': 'Xenia Quillfeather', 'email': 'xenia.q@private.example.org',
                  'phone': '+4930987654321', 'user_id': 'internal-user-8812'}
        joined = self.world.join(resource, person, credential=self.client.credential)
        self.world.free_slot(resource)
        guest = self.as_guest(joined['token'])
        entry = guest.call('get_entry', {'entry_id': joined['id']})
        self.as_public().call('get_entry', {'entry_id': joined['id']},
                              query={'token': joined['token']}, expect=200)
        guest.call('accept_offer', {'offer_id': entry['offer']['id']}, key='private-key-1')
        self.as_public().call('get_entry', {'entry_id': joined['id']}, expect=401,
                              query={'token': joined['token'][:-3] + 'AAA'})
        self.client.call('join', {'resource_id': resource['id']}, expect=422,
                         body={**person, 'email': 'xenia.q@private.example.org\n'})
        made = self.make_key('staff')
        self.client.call('get_account', credential=made)
        self.client.call('get_account', credential=made + 'x', expect=401)
        self.assertEqual(self.server.terminate(), 0)
        log = self.server.log()
        self.assertTrue(log.strip(), 'nothing was logged at all')
        claim = (entry['offer']['claim_url'] or '').rpartition('/')[2]
        for secret in ('Xenia', 'Quillfeather', 'xenia.q', 'private.example.org', '987654321',
                       'internal-user-8812', joined['token'], joined['token'][3:-3], claim, made,
                       self.server.api_key, self.server.api_key[10:]):
            with self.subTest(secret=secret):
                self.assertTrue(secret)
                self.assertNotIn(secret, log)

    def test_logs_are_json_line_by_line(self):
        server = Server()
        self.addCleanup(server.stop)
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        World(client).make_resource()
        client.close()
        self.assertEqual(server.terminate(), 0)
        lines = [line for line in server.log().splitlines() if line.strip()]
        self.assertTrue(lines)
        for line in lines:
            with self.subTest(line=line[:120]):
                self.assertIsInstance(json.loads(line), dict)


if __name__ == '__main__':
    unittest.main()
