"""Nodes know each other by certificates: what they say is for no one else, and no one else is
believed. And PostgreSQL proves that it is itself."""
import json
import os
import shutil
import socket
import ssl
import stat
import subprocess
import tempfile
import unittest

from harness.cluster import Cluster, Node
from harness.pages import fetch
from harness.postgres import Postgres, free_port
from harness.processes import as_database_user
from harness.server import run_command
from harness.waiting import wait_for
from harness.world import World

HOST = '127.0.0.1'


def make_certs(folder, *hosts):
    """Files of `standby cluster certs`, by host."""
    done = run_command('cluster', 'certs', '--node', ','.join(hosts), '--output', folder)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


class TlsNode(Node):
    """A node whose way of talking can change from start to start."""

    def __init__(self, number, dsn, *flags, api_key, certs):
        super().__init__(number, dsn, *flags, api_key=api_key)
        self.certs = certs
        self.node_port = free_port()
        self.mode = 'tls'
        self.host = HOST

    def command(self):
        flags = []
        if self.mode != 'plain':
            flags = ['--cluster-cert', f'{self.certs}/{self.host}.crt',
                     '--cluster-key', f'{self.certs}/{self.host}.key',
                     '--cluster-ca', f'{self.certs}/ca.crt',
                     '--cluster-listen', f'{HOST}:{self.node_port}']
        if self.mode == 'both':
            flags += ['--cluster-plain', 'yes']
        return super().command() + flags

    @property
    def place(self):
        plain = f'{self.address[0]}:{self.address[1]}'
        by_tls = f'tls={HOST}:{self.node_port}'
        return {'plain': plain, 'both': f'{plain} {by_tls}', 'tls': by_tls}[self.mode]


class TlsCase(unittest.TestCase):
    modes = ('tls', 'tls')

    def setUp(self):
        self.certs = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.certs, ignore_errors=True)
        make_certs(self.certs, HOST)
        self.cluster = Cluster(0, lease_seconds=3)
        self.addCleanup(self.cluster.give_up)
        for number, mode in enumerate(self.modes):
            node = TlsNode(number, self.cluster.postgres.dsn(), *self.cluster.flags,
                           api_key=self.cluster.api_key, certs=self.certs)
            node.mode = mode
            self.cluster.nodes.append(node)
        self.cluster.start()
        if self.modes:
            self.cluster.spread()

    def client(self, node):
        client = self.cluster.client(node)
        self.addCleanup(client.close)
        return client

    def metric(self, node, name):
        text = self.client(node).call('get_metrics', expect=200).raw.decode()
        return next(float(line.rpartition(' ')[2]) for line in text.splitlines()
                    if line.startswith(f'standby_level{{what="{name}"}}'))

    def work(self):
        """Each node makes lists and both see and change them; some are the other's."""
        for node in self.cluster.nodes:
            world = World(self.client(node))
            for _ in range(4):
                resource = world.make_resource('seats', capacity=1)
                for other in self.cluster.nodes:
                    client = self.client(other)
                    World(client).join(resource)
                    client.call('list_queue', {'resource_id': resource['id']}, expect=200)
                    page = fetch(other.address, 'GET', '/r/' + resource['id'],
                                 headers={'Accept-Encoding': 'gzip'})
                    self.assertEqual(page.status, 200)
                    self.assertEqual(page.headers['Content-Encoding'], 'gzip')


class ByTls(TlsCase):
    def talk(self, **context):
        """What comes back to a request at the door for nodes, over TLS; None when nobody is let
        in."""
        settings = ssl.create_default_context(cafile=f'{self.certs}/ca.crt')
        if context:
            settings.load_cert_chain(**context)
        try:
            with socket.create_connection((HOST, self.cluster.nodes[0].node_port), 10) as plain, \
                    settings.wrap_socket(plain, server_hostname=HOST) as secure:
                secure.sendall(b'GET /v1/account HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
                               b'Authorization: Bearer ' + self.cluster.api_key.encode() +
                               b'\r\n\r\n')
                return secure.makefile('rb').readline() or None
        except (ssl.SSLError, ConnectionError):
            return None

    def test_they_work_together_and_let_no_one_else_in(self):
        self.work()
        for node in self.cluster.nodes:
            self.assertGreater(self.metric(node, 'forwards_sent'), 0, node)
            self.assertEqual(self.metric(node, 'forged_proofs'), 0, node)
        # Whoever has no certificate, or one of somebody else's authority, is not let in; a
        # certificate without the cluster's secret opens nothing.
        self.assertIsNone(self.talk())
        strange = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, strange, ignore_errors=True)
        make_certs(strange, HOST)
        self.assertIsNone(self.talk(certfile=f'{strange}/{HOST}.crt',
                                    keyfile=f'{strange}/{HOST}.key'))
        self.assertIn(b' 404 ', self.talk(certfile=f'{self.certs}/{HOST}.crt',
                                          keyfile=f'{self.certs}/{HOST}.key'))
        with socket.create_connection((HOST, self.cluster.nodes[0].node_port), 10) as plain:
            plain.sendall(b'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
            self.assertNotIn(b'HTTP/1.1 200', plain.makefile('rb').read())

    def test_a_certificate_is_for_its_host_alone(self):
        make_certs(self.certs, '10.1.1.1')
        one, other = self.cluster.nodes
        self.assertEqual(other.terminate(), 0)
        other.host = '10.1.1.1'  # as if it stood there, though it does not
        other.start()
        self.cluster.spread()
        world = World(self.client(other))
        theirs = next(resource for resource in (world.make_resource() for _ in range(100))
                      if self.cluster.owner(resource) is other)
        answer = self.client(one).quick('GET', f'/v1/resources/{theirs["id"]}')
        self.assertEqual(answer.status, 503)


class Moving(TlsCase):
    modes = ('plain', 'plain')

    def test_a_plain_cluster_goes_over_to_tls_node_by_node(self):
        self.work()
        for mode in ('both', 'tls'):
            for node in self.cluster.nodes:
                self.assertEqual(node.terminate(), 0)
                node.mode = mode
                node.start()
                self.cluster.spread()
                self.work()
                self.assertEqual('"cluster_plain"' in node.log(), True)


class Clients(TlsCase):
    modes = ()

    def test_come_over_tls_too(self):
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2',
                        '-subj', '/CN=a', '-addext', f'subjectAltName=IP:{HOST}', '-keyout',
                        f'{self.certs}/tls.key', '-out', f'{self.certs}/tls.crt'], check=True,
                       capture_output=True)
        node = TlsNode(0, self.cluster.postgres.dsn(), '--tls-cert', f'{self.certs}/tls.crt',
                       '--tls-key', f'{self.certs}/tls.key', api_key=self.cluster.api_key,
                       certs=self.certs)
        self.addCleanup(node.give_up)
        node.start()
        context = ssl.create_default_context(cafile=f'{self.certs}/tls.crt')

        def is_ready():
            with socket.create_connection(node.address, 10) as plain, \
                    context.wrap_socket(plain, server_hostname=HOST) as secure:
                secure.sendall(b'GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
                return b' 200 ' in secure.makefile('rb').readline()
        wait_for(is_ready, 'readiness')


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres().start()
        cls.addClassCleanup(cls.postgres.stop)
        cls.certs = tempfile.mkdtemp(prefix='standby-e2e-')
        cls.addClassCleanup(shutil.rmtree, cls.certs, ignore_errors=True)
        make_certs(cls.certs, HOST, 'other.example')

    def refuse(self, *flags):
        with tempfile.TemporaryDirectory(prefix='standby-e2e-') as folder:
            done = run_command('serve', '--store', self.postgres.dsn(), '--data-dir', folder,
                               *flags)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        return done.stderr

    def three(self, cert=HOST, key=HOST, authority='ca'):
        return ('--cluster-cert', f'{self.certs}/{cert}.crt', '--cluster-key',
                f'{self.certs}/{key}.key', '--cluster-ca', f'{self.certs}/{authority}.crt')

    def test_plain_beyond_this_machine_must_be_asked_for(self):
        beyond = ('--listen', '0.0.0.0:0', '--node-address', '10.0.0.1:8080')
        self.assertIn('--cluster-plain', self.refuse(*beyond))
        node = Node(0, self.postgres.dsn(), *beyond[2:], '--cluster-plain', 'yes',
                    api_key='sk_' + '1' * 48)
        self.addCleanup(node.give_up)
        node.start()
        self.assertIn('"cluster_plain"', node.log())

    def test_files_that_do_not_fit(self):
        here = ('--listen', '127.0.0.1:0')
        self.assertIn('go together', self.refuse(*here, *self.three()[:4]))
        self.assertIn('fits the certificate', self.refuse(*here, *self.three(key='other.example')))
        self.assertIn('cannot be read', self.refuse(*here, *self.three(authority='absent')))
        self.assertIn('needs certificates for the nodes', self.refuse(
            *here, '--tls-cert', 'a', '--tls-key', 'b'))


class Certificates(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def certs(self, *arguments, expect=0):
        done = run_command('cluster', 'certs', '--output', self.folder, *arguments)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def content(self, name):
        with open(os.path.join(self.folder, name), encoding='ascii') as file:
            return file.read()

    def test_are_made_shown_and_renewed(self):
        self.certs(expect=1)
        self.certs('--node', '10.0.0.1,::1,node1.example.org', '--days', '90')
        for name in os.listdir(self.folder):
            mode = stat.S_IMODE(os.stat(os.path.join(self.folder, name)).st_mode)
            self.assertEqual(mode, 0o600, name)
        authority, before = self.content('ca.crt'), self.content('10.0.0.1.crt')
        told = json.loads(self.certs('--json').stdout)
        self.assertEqual([os.path.basename(one['file']) for one in told],
                         ['10.0.0.1.crt', '__1.crt', 'ca.crt', 'node1.example.org.crt'])
        self.assertTrue(all(one['ends_at'] for one in told))
        self.assertIn('--renew', self.certs('--node', '10.0.0.1', expect=1).stderr)
        self.certs('--node', '10.0.0.1', '--renew')
        self.assertEqual(self.content('ca.crt'), authority)
        self.assertNotEqual(self.content('10.0.0.1.crt'), before)
        for name, host in (('10.0.0.1', '10.0.0.1'), ('__1', '::1')):
            subprocess.run(['openssl', 'verify', '-CAfile', f'{self.folder}/ca.crt', '-verify_ip',
                            host, f'{self.folder}/{name}.crt'], check=True, capture_output=True)
        self.certs('--node', 'a b', expect=64)
        os.remove(os.path.join(self.folder, 'ca.key'))
        self.assertIn('put ca.key back', self.certs('--node', '10.0.0.9', expect=1).stderr)


class Database(unittest.TestCase):
    def test_proves_that_it_is_itself(self):
        folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        make_certs(folder, HOST, '10.9.9.9')
        postgres = Postgres()
        self.addCleanup(postgres.stop)
        for name in (HOST, '10.9.9.9'):
            for kind in ('crt', 'key'):
                with open(f'{folder}/{name}.{kind}', 'rb') as file:
                    subprocess.run(as_database_user(
                        ['sh', '-c', f'umask 077; cat > {postgres.data}/{name}.{kind}']),
                        stdin=file, check=True, cwd='/')
        certs = {'sslmode': 'verify-full', 'sslrootcert': f'{folder}/ca.crt'}
        for name, works in ((HOST, True), ('10.9.9.9', False)):
            postgres.settings.update({'ssl': 'on', 'ssl_cert_file': f'{name}.crt',
                                      'ssl_key_file': f'{name}.key'})
            if postgres.is_up:
                postgres.restart()
            else:
                postgres.start()
            node = Node(0, postgres.dsn(**certs), api_key='sk_' + '1' * 48)
            self.addCleanup(node.give_up)
            if works:
                node.start()
                used = postgres.query('SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity '
                                      "USING (pid) WHERE usename = 'standby'")
                self.assertEqual(used, [(True,)])
                node.stop()
            else:
                with self.assertRaises(AssertionError) as refused:
                    node.start()
                self.assertIn('certificate', str(refused.exception))


if __name__ == '__main__':
    unittest.main()
