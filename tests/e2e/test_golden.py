"""What any release ever stored is opened by this build: it goes on where the other one stopped,
everything verifies, and everything can be exported. The data is in tests/golden, a folder for each
release, made by tools/golden."""
import gzip
import hashlib
import json
import os
import shutil
import struct
import subprocess
import tempfile
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.cluster import Node
from harness.contract import ROOT
from harness.life import API_KEY, FLAGS, ONCE, Life
from harness.pages import fetch
from harness.postgres import DATABASE, ROLE, SUPERUSER, Postgres, bin_folder, require_postgres
from harness.server import Server, run_command
from harness.staff import Browser
from harness.world import World, later

GOLDEN = os.path.join(ROOT, 'tests', 'golden')
VERSIONS = sorted(os.listdir(GOLDEN))
USER_VERSION = 60  # where a SQLite file has the number of its schema
TABLES = ('entries', 'offers', 'openings', 'audit', 'people')


def content(version, name):
    with gzip.open(os.path.join(GOLDEN, version, name + '.gz')) as file:
        return file.read()


class Golden(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def life_of(self, version):
        with open(os.path.join(GOLDEN, version, 'life.json'), encoding='utf-8') as file:
            return json.load(file)

    def serve(self, server):
        server.api_key = API_KEY
        self.addCleanup(server.stop)
        server.start()
        client = Client(server.address, CONTRACT, API_KEY)
        self.addCleanup(client.close)
        return client

    def look(self, client):
        """Everything that can be asked about every resource has an answer; returns the counts."""
        resources = list(client.items('list_resources'))
        for resource in resources:
            ids = {'resource_id': resource['id']}
            for operation in ('get_resource', 'list_queue', 'list_rules', 'get_stats', 'get_board',
                              'list_messages'):
                client.call(operation, ids, expect=200)
            for table in ('entries', 'openings', 'offers'):  # archived ones keep their state only
                answer = client.quick('GET', f'/v1/resources/{resource["id"]}/{table}')
                self.assertEqual(answer.status, 200, answer)
            events = list(client.items('list_audit', ids, limit=200))
            self.assertEqual([event['seq'] for event in events],
                             list(range(1, len(events) + 1)), resource['id'])
            checked = client.call('verify_audit', ids, expect=200)
            self.assertTrue(checked['ok'], (resource['id'], checked))
        return len(resources)

    def go_on_at_once(self, client, life):
        """At the moment where that life stopped: its offers are still good."""
        world = World(client)
        accepted = client.call('accept_offer', {'offer_id': life['offer']},
                               credential=life['token'], expect=200)
        self.assertEqual(accepted['state'], 'accepted')
        resource = {'id': life['resource']}
        Life.add_slot(client, resource)
        offer = world.entry({'id': life['next_entry']})['offer']
        client.call('decline_offer', {'offer_id': offer['id']}, expect=200)
        client.call('cancel_entry', {'entry_id': life['entry']}, expect=200)
        # The answer of then, without what answers have been given since.
        again = client.quick('POST', '/v1/resources', body=ONCE['body'], key=ONCE['key'])
        self.assertTrue(again.replayed)
        self.assertEqual((again.status, json.loads(again.raw)['id']), (201, life['asked_once']))
        browser = Browser(client.address, CONTRACT)
        browser.cookie = life['session']
        self.addCleanup(browser.close)
        browser.call('get_session', expect=200)
        self.assertIn(b'value="start"', fetch(client.address, 'GET', life['unsubscribe']).raw)

    def go_on(self, client, life):
        """Join, offer, accept, with the ids and links of then, at any time after."""
        world = World(client)
        for name in ('slots', 'seats', 'access', 'drawn', 'to_be_drawn', 'waves'):
            joined = client.call('join', {'resource_id': life[name]}, credential=API_KEY,
                                 body={'email': f'{name}@late.example'}, expect=(201, 409))
            if joined.status == 409:
                self.assertEqual(joined.problem, 'event-over')
                self.assertLess(world.resource({'id': life[name]})['starts_at'], later(hours=-12))
        world.change({'id': life['access']}, rules={'max_waiting': 60})
        # Staff chose the seeds of their lotteries then, and those stay as they were.
        drawn = client.call('get_draw', {'resource_id': life['drawn']}, expect=200)
        if drawn['lots_of'] == 'numbers':
            self.assertEqual(drawn['seed'], 'sesame')
            self.assertEqual(drawn['commitment'], hashlib.sha256(b'sesame').hexdigest())
        pending = client.call('get_draw', {'resource_id': life['to_be_drawn']}, expect=200)
        self.assertEqual(pending['seed'] is None, not pending['drawn'])
        resource = {'id': life['resource']}
        world.join(resource, credential=API_KEY, wants={'service': 'cut'})
        world.free_slot(resource, service='cut')
        asked = [entry for entry in client.items('list_entries', {'resource_id': resource['id']},
                                                 state='offered')]
        accepted = client.call('accept_offer', {'offer_id': asked[0]['offer']['id']}, expect=200)
        self.assertEqual(accepted['state'], 'accepted')
        client.call('get_account', credential=life['read_only_key'], expect=200)

    def check(self, resources, *place):
        """The commands on the data, after the server has ended."""
        done = run_command('verify', *place, seconds=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('everything is in order', done.stdout)
        for table in TABLES:
            done = run_command('export', '--what', table, *place)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater(done.stdout.count('\n'), resources // 2, table)

    def check_copy(self, folder, before):
        """A file that was brought up to date was copied before; the log says where to."""
        copies = [name for name in os.listdir(folder) if '.schema-' in name]
        schema, = struct.unpack('>I', before[USER_VERSION:USER_VERSION + 4])
        with open(os.path.join(folder, 'standby.db'), 'rb') as file:
            is_changed = file.read()[USER_VERSION:USER_VERSION + 4] != struct.pack('>I', schema)
        self.assertEqual(copies, [f'standby.db.schema-{schema}'] if is_changed else [])
        with open(os.path.join(folder, 'e2e.log'), encoding='utf-8') as log:
            self.assertTrue(all(name in log.read() for name in copies))

    def test_a_file(self):
        for version in VERSIONS:
            with self.subTest(version=version):
                folder = os.path.join(self.folder, version)
                os.mkdir(folder)
                for name in ('standby.db', 'standby.db-archive.db'):
                    with open(os.path.join(folder, name), 'wb') as file:
                        file.write(content(version, name))
                life = self.life_of(version)
                with open(os.path.join(folder, 'standby.db.test-data'), 'wb'):
                    pass  # those releases did not mark what a test made
                server = Server(*FLAGS, life['now'], data_dir=folder)
                client = self.serve(server)
                self.look(client)
                self.go_on_at_once(client, life)
                self.go_on(client, life)
                resources = self.look(client)
                self.assertEqual(server.terminate(), 0)
                self.check(resources, '--data-dir', folder)
                self.check_copy(folder, content(version, 'standby.db'))

    def test_a_database(self):
        require_postgres()
        for version in VERSIONS:
            with self.subTest(version=version):
                postgres = Postgres().start()
                self.addCleanup(postgres.stop)
                dump = f'SET ROLE {ROLE};\n'.encode() + content(version, 'postgres.sql')
                subprocess.run([os.path.join(bin_folder(), 'psql'), '-q', '-v', 'ON_ERROR_STOP=1',
                                '-h', postgres.folder, '-p', str(postgres.port), '-U', SUPERUSER,
                                DATABASE], input=dump, check=True, capture_output=True)
                life = self.life_of(version)
                node = Node(0, postgres.dsn(), '--join-rate', '0', api_key=API_KEY)
                client = self.serve(node)
                self.look(client)
                self.go_on(client, life)
                resources = self.look(client)
                self.assertEqual(node.terminate(), 0)
                self.check(resources, '--store', postgres.dsn(), '--data-dir', self.folder)


if __name__ == '__main__':
    unittest.main()
