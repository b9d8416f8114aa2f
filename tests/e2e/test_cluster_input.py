"""What an operator may get wrong about the database of a cluster: one clear sentence, an exit code,
and nothing changed."""
import json
import re
import socket
import subprocess
import tempfile
import threading
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.cluster import Node
from harness.postgres import (DATABASE, ROLE, ROLE_PASSWORD, SCHEMA, Postgres, free_port)
from harness.server import binary
from harness.waiting import wait_for
from harness.world import World

SECONDS = 30
KEY = 'sk_' + '1' * 48
SECRET, OTHER_SECRET = 'the secret of one cluster', 'the secret of another one'


class Refusal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres().start()
        cls.addClassCleanup(cls.postgres.stop)

    def serve(self, dsn, *flags):
        """Runs a node that is expected to end by itself."""
        with tempfile.TemporaryDirectory(prefix='standby-e2e-') as folder:
            return subprocess.run(
                [binary(), 'serve', '--store', dsn, '--listen', '127.0.0.1:0', '--data-dir',
                 folder, '--api-key', KEY, *flags],
                capture_output=True, text=True, check=False, timeout=SECONDS)

    def assert_refused(self, done, *words, codes=(1, 2)):
        """One sentence on stderr that says these things, and no secret in it."""
        self.assertIn(done.returncode, codes, done)
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in words:
            self.assertRegex(lines[0].lower(), word)
        for secret in (ROLE_PASSWORD, 'wrong-password', SECRET, OTHER_SECRET):
            self.assertNotIn(secret, done.stderr + done.stdout)

    def assert_unchanged(self, act):
        """The refusal of `act`, after which every table is as it was."""
        before = self.postgres.contents()
        done = act()
        self.assertEqual(self.postgres.contents(), before)
        return done

    def found(self, *flags):
        """Makes the database anew, with a cluster in it that has been used."""
        self.drop()
        node = Node(0, self.postgres.dsn(), *flags, api_key=KEY)
        node.start()
        node.stop()

    def drop(self):
        self.postgres.execute(f'DROP SCHEMA IF EXISTS {SCHEMA} CASCADE')


class NoDatabase(Refusal):
    """There is nothing that could be changed."""

    def test_what_is_no_address(self):
        for dsn in ('postgres:/127.0.0.1/standby', 'mysql://127.0.0.1/standby', 'postgres',
                    f'postgres://{ROLE}:wrong-password@[::1/standby',
                    'postgres://127.0.0.1:no-port/standby',
                    f'postgres://{ROLE}@127.0.0.1/standby?no_such_option=1'):
            with self.subTest(dsn=dsn):
                self.assert_refused(self.serve(dsn), codes=(1, 2, 64))

    def test_nobody_there(self):
        port = free_port()
        self.assert_refused(self.serve(self.postgres.dsn(port=port)), r'refused|reach|connect')

    def test_no_such_host(self):
        self.assert_refused(self.serve('postgres://u:wrong-password@no-such-host.invalid/d'),
                            r'no-such-host\.invalid')

    def test_someone_else_is_there(self):
        """A server that takes the call and says nothing."""
        with socket.create_server(('127.0.0.1', 0)) as silent:
            done = self.serve(self.postgres.dsn(port=silent.getsockname()[1]))
        self.assert_refused(done, r'time|second|answer|connect')

    def test_a_wrong_password(self):
        self.assert_refused(self.serve(self.postgres.dsn(password='wrong-password')), 'password')

    def test_no_such_role(self):
        self.assert_refused(self.serve(self.postgres.dsn(user='nobody')), 'nobody|password')

    def test_no_such_database(self):
        self.assert_refused(self.serve(self.postgres.dsn(database='nothing')), 'nothing')


class WrongDatabase(Refusal):
    def test_a_role_that_may_not_make_the_tables(self):
        self.drop()
        self.postgres.execute("CREATE ROLE guest LOGIN PASSWORD 'guest-password'")
        done = self.serve(self.postgres.dsn(user='guest', password='guest-password'))
        self.assert_refused(done, 'may not|permission')
        self.assertEqual(self.postgres.tables(), [])

    def test_a_server_that_takes_no_writes(self):
        for is_new in (True, False):
            with self.subTest(is_new=is_new):
                self.drop() if is_new else self.found()
                self.postgres.execute(
                    f'ALTER DATABASE {DATABASE} SET default_transaction_read_only = on')
                self.addCleanup(self.postgres.execute,
                                f'ALTER DATABASE {DATABASE} RESET default_transaction_read_only')
                done = self.assert_unchanged(lambda: self.serve(self.postgres.dsn()))
                self.postgres.execute(
                    f'ALTER DATABASE {DATABASE} RESET default_transaction_read_only')
                self.assert_refused(done, r'read.?only|read.?write|writ')

    def test_a_schema_from_the_future(self):
        self.found()
        self.postgres.execute(f'UPDATE {SCHEMA}.schema_version SET number = number + 100')
        done = self.assert_unchanged(lambda: self.serve(self.postgres.dsn()))
        self.assert_refused(done, 'newer|future|later')

    def test_the_secret_of_another_cluster(self):
        self.found('--cluster-secret', SECRET)
        done = self.assert_unchanged(
            lambda: self.serve(self.postgres.dsn(), '--cluster-secret', OTHER_SECRET))
        self.assert_refused(done, 'secret')
        done = self.assert_unchanged(lambda: self.serve(self.postgres.dsn()))
        self.assert_refused(done, 'secret')

    def test_another_number_of_shards(self):
        self.found('--shards', '4')
        done = self.assert_unchanged(lambda: self.serve(self.postgres.dsn(), '--shards', '8'))
        self.assert_refused(done, '4 shards')

    def test_no_number_of_shards_means_the_one_that_is_there(self):
        self.found('--shards', '4')
        node = Node(0, self.postgres.dsn(), api_key=KEY)
        node.start()
        node.stop()
        self.assertEqual(self.postgres.query(f'SELECT count(*) FROM {SCHEMA}.shard'), [(4,)])

    def test_a_database_of_someone_else(self):
        """The name is taken by tables that are not ours."""
        self.drop()
        self.postgres.execute(f'CREATE SCHEMA {SCHEMA} AUTHORIZATION {ROLE}; '
                              f'CREATE TABLE {SCHEMA}.shard (mine text); '
                              f'ALTER TABLE {SCHEMA}.shard OWNER TO {ROLE}; '
                              f"INSERT INTO {SCHEMA}.shard VALUES ('precious')")
        done = self.assert_unchanged(lambda: self.serve(self.postgres.dsn()))
        self.assert_refused(done)
        self.drop()


class OldLooking:
    """Passes everything on to PostgreSQL, and makes it say that it is version 12."""

    def __init__(self, postgres):
        self._target = ('127.0.0.1', postgres.port)
        self._listener = socket.create_server(('127.0.0.1', 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        try:
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                for ends in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()
        except OSError:
            pass  # it was closed

    @staticmethod
    def _pass_on(source, target):
        with source:
            try:
                while data := source.recv(65536):
                    target.sendall(re.sub(rb'(server_version\0)\d\d', rb'\g<1>12', data))
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # one of them has hung up

    def close(self):
        self._listener.close()


class OldDatabase(Refusal):
    def test_a_version_that_is_too_old(self):
        for is_new in (True, False):
            with self.subTest(is_new=is_new):
                self.drop() if is_new else self.found()
                old = OldLooking(self.postgres)
                self.addCleanup(old.close)
                done = self.assert_unchanged(
                    lambda: self.serve(self.postgres.dsn(port=old.port)))
                self.assert_refused(done, '12', 'version|postgresql|old')


class ManualClock(Refusal):
    """A clock moved by hand is for tests, in a cluster as well."""

    FLAGS = ('--manual-clock', '2026-11-16T12:00:00Z')

    def client(self, node):
        client = Client(node.address, CONTRACT, KEY)
        self.addCleanup(client.close)
        return client

    def node(self, number, *flags):
        node = Node(number, self.postgres.dsn(), '--lease-seconds', '2', '--shards', '2', *flags,
                    api_key=KEY)
        self.addCleanup(node.give_up)
        return node

    def test_opens_no_database_that_is_used_in_earnest(self):
        self.drop()
        node = self.node(0)
        node.start()
        # Nobody has made a list yet; but the node would hand its work over.
        self.assert_refused(self.serve(self.postgres.dsn(), *self.FLAGS), 'lists or nodes')
        World(self.client(node)).make_resource()
        self.assertEqual(node.terminate(), 0)
        self.assert_refused(
            self.assert_unchanged(lambda: self.serve(self.postgres.dsn(), *self.FLAGS)),
            'lists or nodes')
        self.assertNotIn('test_data', self.postgres.tables())

    def test_works_on_loopback_only(self):
        self.drop()
        for flags in (('--node-address', '192.0.2.1:80'), ('--cluster-listen', '0.0.0.0:0')):
            with self.subTest(flags=flags):
                self.assert_refused(self.serve(self.postgres.dsn(), *self.FLAGS, *flags),
                                    '127.0.0.1')
        self.assertEqual(self.postgres.tables(), [])

    def test_says_so_at_every_start(self):
        self.drop()
        node = self.node(0, *self.FLAGS)
        node.start()
        World(self.client(node)).make_resource()
        node.restart()
        self.assertEqual(node.log().count('"manual_clock"'), 2)
        self.assertEqual(node.terminate(), 0)
        node.flags = ()
        node.start()
        self.assertEqual(node.log().count('"test_data"'), 1)

    def test_moves_the_time_and_no_lease(self):
        self.drop()
        nodes = [self.node(number, *self.FLAGS) for number in range(2)]
        for node in nodes:
            node.start()
        clients = [self.client(node) for node in nodes]

        def move(to):
            answers = [client.quick('POST', '/test/clock', body={'to': to}) for client in clients]
            return [json.loads(answer.raw) for answer in answers]

        def is_all_served():
            shards = [shard for said in move('2026-11-16T12:00:00Z') for shard in said['shards']]
            return sorted(shards) == [0, 1]
        wait_for(is_all_served, 'owners of both shards')
        epochs = self.epochs()
        world = World(clients[0])
        resource = world.make_resource(capacity=1, rules={'claim_window': '1h'})
        first, second = world.join_many(resource, 2)
        self.assertEqual(clients[1].quick('DELETE', f'/v1/waitlist/{first["id"]}').status, 200)
        due = [said['next'] for said in move('2026-11-16T12:00:00Z') if said['next']]
        self.assertLessEqual(min(due), '2026-11-16T13:00:00Z')
        self.assertEqual({said['now'] for said in move('2026-11-18T12:00:00Z')},
                         {'2026-11-18T12:00:00Z'})
        for client in clients:
            self.assertEqual(World(client).entry(second)['state'], 'expired')
        self.assertEqual(self.epochs(), epochs)

    def epochs(self):
        return self.postgres.query(f'SELECT shard_id, epoch FROM {SCHEMA}.shard ORDER BY 1')


class Flags(Refusal):
    def test_flags_that_make_no_sense(self):
        for flags in (('--lease-seconds', '1'), ('--lease-seconds', 'soon'),
                      ('--node-address', 'nowhere'), ('--node-address', '10.0.0.1:0'),
                      ('--cluster-secret', 'short'), ('--shards', '0'), ('--shards', '257')):
            with self.subTest(flags=flags):
                done = self.serve(self.postgres.dsn(), *flags)
                self.assertEqual(done.returncode, 64, done)
                self.assertIn(flags[0], done.stderr)
                self.assertNotIn(ROLE_PASSWORD, done.stderr)


if __name__ == '__main__':
    unittest.main()
