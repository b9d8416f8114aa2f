"""TLS, a proxy in front, other origins, and compression: the server on a network."""
import gzip
import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import tempfile
import unittest

from harness.case import ServerCase
from harness.server import Server, run_command
from harness.world import new_person


class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix='standby-tls-')
        cls.certificate = os.path.join(cls.folder, 'certificate.pem')
        cls.key = os.path.join(cls.folder, 'key.pem')
        cls.named, cls.named_key = cls.certificate + '.named', cls.key + '.named'
        for file, key, name in ((cls.certificate, cls.key, 'IP:127.0.0.1'),
                                (cls.named, cls.named_key, 'DNS:standby.test')):
            subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days',
                            '2', '-subj', '/CN=standby', '-addext', f'subjectAltName={name}',
                            '-keyout', key, '-out', file], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_answers_over_tls_with_the_certificate_given(self):
        server = Server('--tls-cert', self.certificate, '--tls-key', self.key)
        self.addCleanup(server.stop)
        server.start()
        trusted = ssl.create_default_context(cafile=self.certificate)
        connection = http.client.HTTPSConnection(*server.address, timeout=10, context=trusted)
        self.addCleanup(connection.close)
        connection.request('GET', '/healthz')
        self.assertEqual(json.loads(connection.getresponse().read()), {'status': 'ok'})

    def test_commands_reach_a_server_that_speaks_tls(self):
        """Whose certificate is for a name, while commands know the address it listens on."""
        server = Server('--tls-cert', self.named, '--tls-key', self.named_key)
        self.addCleanup(server.stop)
        server.start()
        told = json.loads(run_command('doctor', '--data-dir', server.data_dir, '--tls-cert',
                                      self.named, '--tls-key', self.named_key, '--json').stdout)
        self.assertIn(('server', 'ok'), [(one['check'], one['verdict']) for one in told['checks']])
        impostor = json.loads(run_command('doctor', '--data-dir', server.data_dir, '--tls-cert',
                                          self.certificate, '--tls-key', self.key,
                                          '--json').stdout)
        self.assertIn(('server', 'warn'),
                      [(one['check'], one['verdict']) for one in impostor['checks']])

    def test_a_missing_key_file_is_named(self):
        server = Server('--tls-cert', self.certificate, '--tls-key', '/nonexistent/key.pem')
        self.addCleanup(shutil.rmtree, server.data_dir)
        done = subprocess.run(server.command(), capture_output=True, text=True, check=False,
                              timeout=30)
        self.assertEqual(done.returncode, 2)
        self.assertIn('/nonexistent/key.pem', done.stderr)


class Proxy(ServerCase):
    flags = ('--trusted-proxy', '127.0.0.1', '--join-rate', '1', '--join-burst', '1')

    def test_guests_behind_a_trusted_proxy_are_counted_one_by_one(self):
        resource = self.world.make_resource()
        path = f'/v1/resources/{resource["id"]}/waitlist:join'
        statuses = []
        for client in ('192.0.2.1', '192.0.2.2', '192.0.2.1'):
            connection = http.client.HTTPConnection(*self.server.address, timeout=10)
            connection.request('POST', path, json.dumps(new_person()),
                               {'Content-Type': 'application/json', 'X-Forwarded-For': client})
            statuses.append(connection.getresponse().status)
            connection.close()
        self.assertEqual(statuses, [201, 201, 429])


class Browsers(ServerCase):
    def ask(self, method, path, headers):
        connection = http.client.HTTPConnection(*self.server.address, timeout=10)
        self.addCleanup(connection.close)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()

    def test_the_join_widget_of_another_origin_may_join(self):
        resource = self.world.make_resource()
        answer, _ = self.ask('OPTIONS', f'/v1/resources/{resource["id"]}/waitlist:join',
                             {'Origin': 'https://salon.example',
                              'Access-Control-Request-Method': 'POST'})
        self.assertEqual(answer.status, 204)
        self.assertEqual(answer.headers['Access-Control-Allow-Origin'], '*')
        self.assertIn('Idempotency-Key', answer.headers['Access-Control-Allow-Headers'])

    def test_answers_to_guests_may_be_read_by_the_page_that_asked(self):
        resource = self.world.make_resource()
        path = f'/v1/resources/{resource["id"]}'
        answer, _ = self.ask('GET', path, {'Origin': 'https://salon.example'})
        self.assertEqual(answer.headers['Access-Control-Allow-Origin'], '*')
        answer, _ = self.ask('GET', path, {})
        self.assertIsNone(answer.headers['Access-Control-Allow-Origin'])

    def test_staff_routes_are_closed_to_other_origins(self):
        answer, _ = self.ask('OPTIONS', '/v1/keys', {'Origin': 'https://elsewhere.example'})
        self.assertIsNone(answer.headers['Access-Control-Allow-Origin'])

    def test_pages_and_documents_are_compressed_where_the_client_allows_it(self):
        plain, text = self.ask('GET', '/v1/openapi.yaml', {})
        self.assertIsNone(plain.headers['Content-Encoding'])
        packed, data = self.ask('GET', '/v1/openapi.yaml', {'Accept-Encoding': 'gzip'})
        self.assertEqual(packed.headers['Content-Encoding'], 'gzip')
        self.assertEqual(gzip.decompress(data), text)
        brotli, data = self.ask('GET', '/docs', {'Accept-Encoding': 'gzip, br'})
        self.assertEqual(brotli.headers['Content-Encoding'], 'br')
        self.assertLess(len(data), 10_000)

    def compressions(self):
        text = self.client.call('get_metrics', expect=200).raw
        line = re.search(rb'standby_level{what="compressions"} (\d+)', text)
        return int(line.group(1))

    def test_what_is_the_same_for_everybody_is_compressed_once(self):
        paths = ('/v1/openapi.yaml', '/docs', '/problems', '/problems/invalid', '/',
                 '/assets/standby.css')
        for path in paths:
            self.ask('GET', path, {'Accept-Encoding': 'gzip'})
        before = self.compressions()
        for path in paths:
            for coding in ('gzip', 'br', 'identity'):
                answer, data = self.ask('GET', path, {'Accept-Encoding': coding})
                self.assertEqual(answer.status, 200)
                again, nothing = self.ask('GET', path, {'Accept-Encoding': coding,
                                                        'If-None-Match': answer.headers['ETag']})
                self.assertEqual((again.status, nothing), (304, b''))
        self.assertEqual(self.compressions(), before)


if __name__ == '__main__':
    unittest.main()
