"""Several nodes of the real binary on one PostgreSQL: started, killed, paused and ended one by one,
and who owns what, as the database has it."""
import os
import secrets
import signal
import subprocess
import time
import unittest

from .case import CONTRACT
from .client import Client
from .postgres import SCHEMA, Postgres, psycopg2
from .proxy import Proxies
from .server import Server, binary
from .waiting import wait_for
from .world import World

SETTLE_SECONDS = 40
LEASE_SECONDS = 10  # the binary's own
BEATS_PER_LEASE = 5
_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'


def number_of(identity):
    """The number in a public id of a resource, such as res_1F."""
    number = 0
    for digit in identity.partition('_')[2]:
        number = number * 32 + _DIGITS.index(digit)
    return number


class Node(Server):
    """One node. Nodes share the database and the key; each has a folder for itself."""

    def __init__(self, number, dsn, *flags, api_key, program=None):
        super().__init__(*flags)
        self.number = number
        self.dsn = dsn
        self.api_key = api_key
        self.program = program or binary()
        self.is_paused = False

    def command(self):
        return [self.program, 'serve', '--store', self.dsn, '--listen', '127.0.0.1:0',
                '--data-dir', self.data_dir, '--api-key', self.api_key, '--log-format', 'json',
                '--public-url', 'http://standby.test', *self.flags]

    def __repr__(self):
        return f'node {self.number}'

    @property
    def is_up(self):
        """Running, and not paused."""
        return self.process is not None and self.process.poll() is None and not self.is_paused

    @property
    def place(self):
        """As the other nodes know it."""
        return f'{self.address[0]}:{self.address[1]}'

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)
        self.is_paused = True

    def resume(self):
        self.process.send_signal(signal.SIGCONT)
        self.is_paused = False

    def kill(self):
        super().kill()
        self.is_paused = False

    def stop(self):
        if self.is_paused:
            self.resume()
        super().stop()

    def give_up(self):
        """Ends it, whatever it says; removes its data."""
        try:
            if self.process is not None and self.process.poll() is None:
                self.kill()
        finally:
            self._owns_data = True
            self.stop()

    def is_ready(self):
        return self.is_up and self.address is not None and \
            self._is_ready(os.path.join(self.data_dir, 'listen'))


class Cluster:
    """`with_proxies` puts a cable between each node and PostgreSQL that can be bad."""

    def __init__(self, count, *flags, lease_seconds=None, shards=None, with_proxies=False,
                 program=None, postgres=None):
        program = program or binary()
        self.api_key = 'sk_' + secrets.token_hex(24)
        self.postgres = postgres or Postgres().start()
        self.proxies = None
        self.nodes = []
        self.lease_seconds = lease_seconds or LEASE_SECONDS
        self._last_epochs = None
        if with_proxies:
            self.proxies = Proxies(self.postgres.port, count)
        self.flags = ['--join-rate', '0', *flags]
        if lease_seconds is not None:
            self.flags += ['--lease-seconds', str(lease_seconds)]
        if shards is not None:
            self.flags += ['--shards', str(shards)]
        for number in range(count):
            port = self.proxies.ports[number] if self.proxies else None
            self.nodes.append(Node(number, self.postgres.dsn(port=port), *self.flags,
                                   api_key=self.api_key, program=program))

    def start(self):
        for node in self.nodes:
            node.start()
        return self

    def stop(self):
        """Gently, all nodes, and expects that they end well."""
        try:
            for node in self.nodes:
                node.stop()
        finally:
            self.give_up()

    def give_up(self):
        """Ends everything, whatever it takes."""
        for node in self.nodes:
            node.give_up()
        if self.proxies is not None:
            self.proxies.close()
            self.proxies = None
        self.postgres.stop()

    def client(self, node):
        return Client(node.address, CONTRACT, self.api_key)

    def world(self, node):
        return World(self.client(node))

    def owners(self):
        """The address of each shard's owner, by shard; None where nobody is there."""
        return dict(self.postgres.query(
            f'SELECT s.shard_id, n.address FROM {SCHEMA}.shard s '
            f'LEFT JOIN {SCHEMA}.node n ON n.node_id = s.owner ORDER BY 1'))

    def epochs(self):
        return dict(self.postgres.query(f'SELECT shard_id, epoch FROM {SCHEMA}.shard'))

    def shard_of(self, resource):
        return number_of(resource['id']) % len(self.owners())

    def owner(self, resource):
        """The node that owns the resource; waits until one does."""
        shard = self.shard_of(resource)

        def find():
            place = self.owners()[shard]
            return next((node for node in self.nodes if node.is_up and node.place == place), None)
        return wait_for(find, f'an owner of shard {shard}')

    def other(self, node):
        """A running node that is not this one."""
        return next(one for one in self.nodes if one is not node and one.is_up)

    def is_settled(self):
        """Every shard belongs to a node that runs, and every node that runs is ready."""
        places = {node.place for node in self.nodes if node.is_up}
        try:
            owners = set(self.owners().values())
        except psycopg2.Error:
            return False
        return owners <= places and all(node.is_ready() for node in self.nodes if node.is_up)

    def settle(self, seconds=SETTLE_SECONDS):
        wait_for(self.is_settled, 'rest in the cluster', seconds)

    def is_spread(self):
        """Settled, every running node owns a shard at least, and nothing has moved since the last
        call."""
        before, self._last_epochs = self._last_epochs, self.epochs()
        return self.is_settled() and before == self._last_epochs and \
            set(self.owners().values()) == {node.place for node in self.nodes if node.is_up}

    def spread(self, seconds=SETTLE_SECONDS):
        """Waits until a whole heartbeat has moved no shard."""
        deadline = time.monotonic() + seconds
        while not self.is_spread():
            if time.monotonic() > deadline:
                raise AssertionError(f'the shards do not spread: {self.owners()}\n{self.logs()}')
            time.sleep(1.25 * self.lease_seconds / BEATS_PER_LEASE)

    def verify(self):
        """`standby verify` over the whole database; returns what it printed."""
        done = subprocess.run([binary(), 'verify', '--store', self.postgres.dsn()],
                              capture_output=True, text=True, check=False, timeout=120)
        if done.returncode != 0:
            raise AssertionError(f'standby verify ended with {done.returncode}:\n'
                                 f'{done.stdout[-3000:]}{done.stderr[-1000:]}')
        return done.stdout

    def logs(self):
        return '\n'.join(f'--- {node}\n{node.log()[-2500:]}' for node in self.nodes
                         if os.path.exists(node.log_path))


class ClusterCase(unittest.TestCase):
    """A class of tests that share a cluster. Each begins with all nodes up and shards at each."""

    count = 2
    flags = ()
    lease_seconds = None
    shards = None

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(cls.count, *cls.flags, lease_seconds=cls.lease_seconds,
                              shards=cls.shards)
        cls.addClassCleanup(cls.cluster.give_up)
        cls.cluster.start()

    @classmethod
    def tearDownClass(cls):
        """The nodes must end well."""
        for node in cls.cluster.nodes:
            node.stop()

    def setUp(self):
        down = [node for node in self.cluster.nodes if not node.is_up]
        for node in down:
            node.start()
        if down or not self.cluster.is_spread():
            self.cluster.spread()

    def client(self, node, credential=None):
        client = self.cluster.client(node)
        if credential is not None:
            client.credential = credential
        self.addCleanup(client.close)
        return client

    def world(self, node):
        return World(self.client(node))

    def resource_of(self, node, kind='seats', **fields):
        """A new resource that this node owns."""
        world = self.world(node)
        for _ in range(200):
            resource = world.make_resource(kind, **fields)
            if self.cluster.owner(resource) is node:
                return resource
        raise AssertionError(f'no new resource comes to {node}')
