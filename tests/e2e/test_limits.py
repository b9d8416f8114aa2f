"""Limits that protect the server: joins per client, connections that send nothing, keep-alive."""
import http.client
import os
import re
import socket
import unittest

from harness.case import CONTRACT, ServerCase
from harness.world import new_person


class JoinRate(ServerCase):
    flags = ('--join-rate', '1')  # with the default burst of 20

    def test_too_many_joins_are_told_when_to_come_back(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        public = self.as_public()
        statuses = []
        for _ in range(23):
            answer = public.call('join', ids, body=new_person(), expect=(201, 429))
            statuses.append(answer.status)
            if answer.status == 429:
                self.assertEqual(answer.problem, 'too-many-requests')
                self.assertGreaterEqual(int(answer.headers['Retry-After']), 1)
        self.assertEqual(statuses[:20], [201] * 20)
        self.assertGreater(statuses.count(429), 0)
        # What was turned away has no place; what was let in has one.
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], statuses.count(201))
        # Reading goes on, and staff have no limit.
        public.call('get_resource', ids, expect=200)
        self.world.join_many(resource, 30)


class MetricsCase(ServerCase):
    def hits(self):
        text = self.client.quick('GET', '/metrics').raw.decode()
        found = re.findall(r'^standby_limit_hits_total{limit="(\w+)"} (\S+)$', text, re.MULTILINE)
        return {name: float(value) for name, value in found}


class Metrics(MetricsCase):
    """Which limit turned someone away stands in the metrics, under its own name."""
    flags = ('--join-rate', '0.1', '--join-burst', '1', '--connections-max', '20')

    def raw(self, data):
        with socket.create_connection(self.server.address, timeout=10) as connection:
            connection.sendall(data)
            return int(connection.makefile('rb').readline().split()[1])

    def test_each_limit_is_counted_under_its_own_name(self):
        before = self.hits()
        self.assertEqual(set(before.values()), {0.0})
        resource = self.world.make_resource()
        public = self.as_public()
        ids = {'resource_id': resource['id']}
        statuses = [public.call('join', ids, body=new_person(), expect=(201, 429)).status
                    for _ in range(3)]
        self.assertEqual(statuses, [201, 429, 429])
        long = b'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ' + b'x' * 20_000 + b'\r\n\r\n'
        self.assertEqual(self.raw(long), 431)
        large = b'POST /v1/resources HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n'
        self.assertEqual(self.raw(large), 413)
        crowd = []
        try:
            for _ in range(25):
                crowd.append(socket.create_connection(self.server.address, timeout=10))
                crowd[-1].sendall(b'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
                answer = crowd[-1].makefile('rb').readline()
            self.assertIn(b' 503 ', answer)
        finally:
            for connection in crowd:
                connection.close()
        self.connect()
        after = self.hits()
        self.assertEqual(after['join_rate'], 2)
        self.assertEqual(after['header_size'], 1)
        self.assertEqual(after['body_size'], 1)
        self.assertGreater(after['connections'], 0)
        untouched = {'client_requests', 'client_connections', 'entry_changes', 'streams',
                     'explanations', 'callbacks', 'request_time', 'stream_backlog',
                     'reads_waiting', 'queue_full', 'queue_wait', 'queue_age'}
        self.assertEqual({name: after[name] for name in untouched}, dict.fromkeys(untouched, 0.0))


class Documentation(MetricsCase):
    GUIDE = os.path.join(os.path.dirname(__file__), '..', '..', 'docs', 'operating', 'one-file.md')

    def documented(self):
        """The names in the columns that are called `limit=`."""
        names, column = [], None
        with open(self.GUIDE, encoding='utf-8') as guide:
            for line in guide:
                cells = [cell.strip() for cell in line.strip().strip('|').split(' | ')]
                if not line.startswith('|'):
                    column = None
                elif '`limit=`' in cells:
                    column = cells.index('`limit=`')
                elif column is not None and not line.startswith('|---'):
                    names += re.findall(r'^`(\w+)`$', cells[column])
        return names

    def test_each_limit_is_in_the_guide_and_each_in_the_guide_is_counted(self):
        documented = set(self.documented())
        self.assertGreater(len(documented), 30)
        self.assertEqual(documented, set(self.hits()))


class NoJoinRate(ServerCase):
    flags = ('--join-rate', '0')

    def test_zero_means_no_limit(self):
        resource = self.world.make_resource()
        for _ in range(100):
            self.world.join(resource)
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], 100)


class Connections(ServerCase):
    def test_one_connection_serves_many_requests(self):
        with socket.create_connection(self.server.address, timeout=10) as connection:
            file = connection.makefile('rb')
            for _ in range(50):
                connection.sendall(b'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
                self.assertIn(b' 200 ', file.readline())
                self.skip_answer(file)

    def test_requests_in_a_row_are_answered_in_order(self):
        paths = [b'/healthz', b'/v1/account', b'/readyz', b'/nothing'] * 3
        data = b''.join(b'GET %s HTTP/1.1\r\nHost: a\r\n\r\n' % path for path in paths)
        with socket.create_connection(self.server.address, timeout=10) as connection:
            connection.sendall(data)
            file = connection.makefile('rb')
            statuses = []
            for _ in paths:
                statuses.append(int(file.readline().split()[1]))
                self.skip_answer(file)
        self.assertEqual(statuses, [200, 401, 200, 404] * 3)

    def test_head_is_get_without_the_body(self):
        connection = http.client.HTTPConnection(*self.server.address, timeout=10)
        try:
            connection.request('HEAD', '/healthz')
            answer = connection.getresponse()
            self.assertEqual(answer.status, 200)
            self.assertGreater(int(answer.headers['Content-Length']), 0)
            self.assertEqual(answer.read(), b'')
        finally:
            connection.close()

    def test_many_idle_connections_do_not_stop_the_others(self):
        idle = [socket.create_connection(self.server.address, timeout=10) for _ in range(300)]
        try:
            for connection in idle[:100]:
                connection.sendall(b'GET /healthz HTTP/1.1\r\nHost')  # and nothing more
            self.client.call('get_health', expect=200)
            self.world.make_resource()
        finally:
            for connection in idle:
                connection.close()

    def test_a_client_that_goes_away_early_disturbs_nobody(self):
        resource = self.world.make_resource()
        data = (f'POST /v1/resources/{resource["id"]}/waitlist:join HTTP/1.1\r\nHost: a\r\n'
                'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"em').encode()
        for _ in range(50):
            with socket.create_connection(self.server.address, timeout=10) as connection:
                connection.sendall(data)
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], 0)

    @staticmethod
    def skip_answer(file):
        length = 0
        while (line := file.readline().strip()) != b'':
            name, _, value = line.partition(b':')
            if name.lower() == b'content-length':
                length = int(value)
        file.read(length)


class Headers(ServerCase):
    def test_answers_say_that_they_are_not_to_be_kept_or_guessed(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource)
        answer = self.client.call('get_entry', {'entry_id': entry['id']})
        self.assertIn('no-store', answer.headers.get('Cache-Control', ''))
        self.assertEqual(answer.headers.get('X-Content-Type-Options'), 'nosniff')
        page = self.client.call('get_docs')
        self.assertIn('Content-Security-Policy', page.headers)
        self.assertEqual(CONTRACT.match('GET', '/docs').id, 'get_docs')


if __name__ == '__main__':
    unittest.main()
