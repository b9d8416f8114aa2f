"""A business moves from its SQLite file to PostgreSQL: everything it had made through a real server
is there again through a node, under the same ids, links, keys, sessions and Idempotency-Keys; and
whatever goes wrong leaves both sides as they were."""
import datetime
import hashlib
import json
import os
import re
import secrets
import sqlite3
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.cluster import Node, number_of
from harness.pages import fetch
from harness.server import Server
from harness.smtp_peer import SmtpPeer
from harness.staff import PASSWORD, Browser, hire, new_email, setup_links
from harness.waiting import wait_for
from harness.world import World, later, new_person
from test_cluster_cli import DatabaseCase

TABLES_OF_THE_CLUSTER = ('cluster', 'shard', 'schema_version')


def digest_of(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


class Business:
    """What was made on the first server, and how it looks through any server."""

    def __init__(self, server, mails):
        self.server = server
        self.mails = mails
        self.api_key = server.api_key
        self.client = Client(server.address, CONTRACT, self.api_key)
        self.world = World(self.client)
        self.entries = []
        self.tokens = {}
        self.asked = {}
        self.owner = self.tess = None

    def close(self):
        for client in (self.client, self.owner, self.tess and self.tess.browser):
            if client is not None:
                client.close()

    def make(self):
        self._make_staff()
        self._make_slots()
        self._make_seats()
        self._make_access()
        self._make_requests_with_keys()
        self._stop_writing_to_someone()
        wait_for(self._everything_is_sent, 'every mail')

    def _make_staff(self):
        link, = setup_links(self.server)
        self.owner = Browser(self.server.address, CONTRACT)
        self.owner.use(link, name='Noor', email=new_email(), password=PASSWORD)
        self.tess = hire(self.owner)
        self.client.call('update_house', body={'name': 'Aster', 'locale': 'de',
                                               'address': 'Main Street 1'}, expect=200)
        words = self.client.call('get_voice', {'voice_id': 'offer.mail.de'}, expect=200)['default']
        for subject in ('Ein Platz ist frei', 'Ein Platz für Sie ist frei'):
            self.client.call('set_voice', {'voice_id': 'offer.mail.de'},
                             body={**words, 'subject': subject}, expect=200)
        self.read_only = self.client.call('create_key', body={'role': 'read-only', 'label': 'tv'},
                                          expect=201)['key']
        revoked = self.client.call('create_key', body={'role': 'staff', 'label': 'old'},
                                   expect=201)
        self.client.call('revoke_key', {'key_id': revoked['id']})
        self.revoked = revoked['key']
        self.client.call('create_signing_key', body={'name': 'app', 'algorithm': 'HS256'},
                         expect=201)

    def _join(self, resource, **fields):
        entry = self.world.join(resource, new_person(consent='Yes, write to me.'), **fields)
        self.entries.append(entry['id'])
        self.tokens[entry['id']] = entry['token']
        return entry

    def _make_slots(self):
        self.slots = self.world.make_resource('slots')
        first, second, third = (self._join(self.slots, wants={'service': 'cut'})
                                for _ in range(3))
        self.opening = self.world.free_slot(self.slots, service='cut', staff='Ömer')
        offer = self.world.entry(first)['offer']
        self.client.call('decline_offer', {'offer_id': offer['id']}, expect=200)
        self.live = self.world.entry(second)['offer']
        self.client.call('leave', {'entry_id': third['id']}, expect=200)
        self.holder = second

    def _make_seats(self):
        self.seats = self.world.make_resource('seats', capacity=2)
        taken, *_ = [self._join(self.seats) for _ in range(5)]
        self.client.call('cancel_entry', {'entry_id': taken['id']}, expect=200)

    def _make_access(self):
        self.access = self.world.make_resource('access', capacity=1,
                                               rules={'order': 'score'})
        for _ in range(4):
            self._join(self.access)

    def _make_requests_with_keys(self):
        body = {'name': 'Tango', 'kind': 'seats', 'time_zone': 'Europe/Berlin', 'capacity': 1}
        key = secrets.token_hex(8)
        made = self.client.call('create_resource', body=body, key=key, expect=201)
        self.asked['create_resource'] = (None, body, key, made)
        # Half of all keys have a highest bit that a signed number takes for its sign.
        for number in range(8):
            body = {**body, 'name': f'Milonga {number}'}
            key = secrets.token_hex(8)
            again = self.client.call('create_resource', body=body, key=key, expect=201)
            self.asked[f'create_resource {number}'] = (None, body, key, again)
        self.tango = made.body
        body = new_person()
        key = secrets.token_hex(8)
        joined = self.client.call('join', {'resource_id': self.tango['id']}, body=body, key=key,
                                  expect=201)
        self.asked['join'] = ({'resource_id': self.tango['id']}, body, key, joined)
        self.entries.append(joined['id'])

    def _stop_writing_to_someone(self):
        mail = wait_for(lambda: [mail for mail in self.mails.mails if mail['List-Unsubscribe']],
                        'a mail with a link to hear nothing more')[0]
        self.unsubscribe = '/u/' + re.search('/u/([^>/]+)>', mail['List-Unsubscribe'])[1]
        fetch(self.server.address, 'POST', self.unsubscribe, {'List-Unsubscribe': 'One-Click'})

    def _everything_is_sent(self):
        return all(message['due_at'] > later()
                   for message in self.client.items('list_all_messages', state='pending'))

    @property
    def resources(self):
        return [self.slots, self.seats, self.access, self.tango]

    def answers(self, address):
        """What the server at the address says to everything that can be asked."""
        client = Client(address, CONTRACT, self.api_key)
        found = {}

        def ask(operation, ids=None, credential=self.api_key, **query):
            answer = client.call(operation, ids, credential=credential, query=query, expect=200)
            if operation in ('get_board', 'verify_audit'):
                del answer.body['at']  # when it was asked
            name = ' '.join([operation, *map(str, (ids or {}).values()), *map(str, query)])
            found[name] = answer.body
            return answer

        try:
            for operation in ('list_resources', 'get_account', 'list_keys', 'list_members',
                              'get_house', 'list_voice', 'list_all_messages'):
                ask(operation)
            for operation in ('get_voice', 'list_voice_versions'):
                ask(operation, {'voice_id': 'offer.mail.de'})
            for resource in self.resources:
                ids = {'resource_id': resource['id']}
                for operation in ('get_resource', 'list_queue', 'list_entries', 'list_openings',
                                  'list_offers', 'list_messages', 'list_audit', 'get_stats',
                                  'get_board', 'list_rules', 'verify_audit'):
                    ask(operation, ids)
                ask('get_resource', ids, credential=self.read_only)
            for entry in self.entries:
                for operation in ('get_entry', 'explain_entry', 'read_inbox'):
                    ask(operation, {'entry_id': entry})
            for entry, token in self.tokens.items():
                found['guest ' + entry] = client.call('get_entry', {'entry_id': entry},
                                                      credential=token, expect=200).body
            ask('get_offer', {'offer_id': self.live['id']})
            ask('get_opening', {'opening_id': self.opening['id']})
            found['session'] = self.session_at(address)
            found['unsubscribe'] = fetch(address, 'GET', self.unsubscribe).raw
        finally:
            client.close()
        return found

    def session_at(self, address):
        """Who Tess is with the cookie that she got from the first server."""
        browser = Browser(address, CONTRACT)
        browser.cookie = self.tess.browser.cookie
        try:
            session = browser.call('get_session', expect=200).body
            # That is about the server, and one of them sends mails.
            return {name: value for name, value in session.items() if name != 'can_reset_by_mail'}
        finally:
            browser.close()


class Moving(DatabaseCase):
    def setUp(self):
        super().setUp()
        self.file = self.path('standby.db')

    def make_business(self):
        mails = SmtpPeer()
        self.addCleanup(mails.stop)
        server = Server('--join-rate', '0', '--mail-url', mails.url, '--mail-from',
                        'waitlist@example.com', data_dir=self.folder)
        self.addCleanup(server.stop)
        business = Business(server.start(), mails)
        self.addCleanup(business.close)
        business.make()
        self.before = business.answers(business.server.address)
        business.close()
        return business

    def start_node(self, business):
        node = Node(0, self.store, '--join-rate', '0', api_key=business.api_key)
        self.addCleanup(node.stop)
        return node.start()

    def migrate(self, *flags, expect=0):
        return self.run_bare('migrate-store', f'sqlite://{self.file}', self.store, *flags,
                             expect=expect, seconds=120)

    def contents(self):
        """Every row in the database, but for what founding it made."""
        found = {}
        for table, in self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'standby'"):
            if table not in TABLES_OF_THE_CLUSTER:
                found[table] = sorted(row for row, in self.sql(f'SELECT t::text FROM {table} t'))
        return found

    def assert_empty(self):
        self.assertEqual({table for table, rows in self.contents().items() if rows}, set())

    def test_everything_is_there_again_and_goes_on(self):
        business = self.make_business()
        self.assertIn('stop the server first', self.migrate(expect=2).stderr)
        business.server.terminate()
        now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec='milliseconds')
        archived = json.loads(self.run_bare('archive', '--data-dir', self.folder, '--before',
                                            now.replace('+00:00', 'Z'), '--json').stdout)
        self.assertGreater(archived['entries'], 0, 'nothing was archived, so that says nothing')
        source = digest_of(self.file)

        checked = json.loads(self.migrate('--check', '--json').stdout)
        self.assertFalse(checked['moved'])
        self.assertEqual(self.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'standby'"),
                         [(0,)])
        done = json.loads(self.migrate('--json').stdout)
        self.assertTrue(done['moved'])
        self.assertEqual(done['rows'], checked['rows'])
        self.assertGreaterEqual(done['rows_from_archive'], archived['entries'])
        self.assertEqual(done['tables'], {table: len(rows) for table, rows in
                                          self.contents().items() if table != 'node'})
        self.assertEqual(digest_of(self.file), source)
        self.assertTrue(self.json_of('verify')['ok'])

        node = self.start_node(business)
        self.maxDiff = None
        after = business.answers(node.address)
        for name, answer in self.before.items():
            with self.subTest(asked=name):
                self.assertEqual(after[name], answer)
        self.go_on(business, node)
        self.look_beside(business)
        node.terminate()
        self.assertTrue(self.json_of('verify')['ok'])

    def go_on(self, business, node):
        client = Client(node.address, CONTRACT, business.api_key)
        self.addCleanup(client.close)
        for operation, (ids, body, key, first) in business.asked.items():
            again = client.call(operation.split()[0], ids, body=body, key=key)
            self.assertTrue(again.replayed, operation)
            self.assertEqual(again['id'], first['id'])
        client.call('get_account', credential=business.revoked, expect=401)

        old_messages = [number_of(message['id']) for message in
                        self.before['list_all_messages']['items']]
        made = World(client).make_resource('seats', capacity=1)
        self.assertGreater(number_of(made['id']), max(number_of(resource['id'])
                                                      for resource in business.resources))
        World(client).join(made)
        messages = wait_for(lambda: list(client.items('list_messages',
                                                      {'resource_id': made['id']})), 'a message')
        self.assertGreater(min(number_of(message['id']) for message in messages),
                           max(old_messages))
        # The guest who holds the offer claims it with the link of old.
        token = business.tokens[business.holder['id']]
        accepted = client.call('accept_offer', {'offer_id': business.live['id']},
                               credential=token, expect=200)
        self.assertEqual(accepted['state'], 'accepted')

    def look_beside(self, business):
        """Commands on the database while the node works on."""
        entry = business.holder['id']
        self.assertEqual(self.json_of('explain', entry)['entry_id'], entry)
        line = self.json_of('replay', business.access['id'], '--at', '2100-01-01')
        self.assertEqual(line['counts']['waiting'],
                         self.before['get_resource ' + business.access['id']]['counts']['waiting'])
        people = self.run_here('export', '--what', 'people').stdout
        self.assertIn(entry, people)
        self.assertIn('--api-key', self.run_here('erase', entry, '--yes', expect=1).stderr)
        self.assertEqual(self.json_of('erase', entry, '--yes', '--api-key',
                                      business.api_key)['erased'], 1)
        self.assertEqual(self.run_here('export', '--what', 'people').stdout.count('\n'),
                         people.count('\n') - 1)
        self.assertTrue(self.json_of('verify')['ok'])
        self.assertEqual(len(self.json_of('cluster')['nodes']), 1)
        replayed = self.json_of('messages', 'replay', '--all-dead', '--api-key', business.api_key)
        self.assertEqual(replayed['replayed'], 0)

    def test_a_database_in_use_is_refused_and_left_alone(self):
        business = self.make_business()
        business.server.terminate()
        self.run_here('keys', 'list', expect=2)
        self.migrate()
        before = self.contents()
        for flags in ((), ('--check',)):
            self.assertIn('in use already', self.migrate(*flags, expect=1).stderr)
        self.assertEqual(self.contents(), before)

    def test_what_fails_half_way_leaves_no_trace(self):
        business = self.make_business()
        business.server.terminate()
        self.run_here('migrate')
        self.sql("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                 "$$ BEGIN RAISE EXCEPTION 'no room'; END $$; "
                 'CREATE TRIGGER spoil BEFORE INSERT ON answers FOR EACH ROW '
                 'EXECUTE FUNCTION spoil()')
        self.assertIn('no room', self.migrate(expect=1).stderr)
        self.assert_empty()
        self.sql("CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                 "$$ BEGIN NEW.body = NEW.body || ' '; RETURN NEW; END $$")
        self.assertIn('is not what the file holds', self.migrate(expect=1).stderr)
        self.assert_empty()
        self.sql('DROP TRIGGER spoil ON answers')
        self.migrate()

    def test_a_file_that_is_wrong_is_not_moved(self):
        business = self.make_business()
        business.server.terminate()
        with sqlite3.connect(self.file) as file:
            file.execute('UPDATE offers SET state = state + 1 WHERE number = 1')
        file.close()
        told = self.migrate(expect=1).stderr
        self.assertIn('nothing was moved', told)
        self.assertIn(business.slots['id'], told)

    def test_what_is_not_there_is_said(self):
        self.assertIn('There is no', self.migrate(expect=2).stderr)
        self.assertEqual(os.listdir(self.folder), [])
        for words in ((self.file, self.store), (self.store, f'sqlite://{self.file}')):
            self.run_bare('migrate-store', *words, expect=64)


if __name__ == '__main__':
    unittest.main()
