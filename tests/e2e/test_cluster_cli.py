"""The command line beside a PostgreSQL database: making it, looking at it, the commands that work
there and those that say what to do instead, and what the doctor finds."""
import http.server
import json
import os
import re
import secrets
import shutil
import tempfile
import threading
import unittest

from harness.postgres import (ROLE, ROLE_PASSWORD, SCHEMA, SUPERUSER, SUPERUSER_PASSWORD, Postgres,
                              psycopg2, require_postgres)
from harness.server import run_command

GUIDE = os.path.join(os.path.dirname(__file__), '..', '..', 'docs', 'operating', 'postgres.md')


class DatabaseCase(unittest.TestCase):
    """A PostgreSQL for the class, and a database and a folder for each test."""

    @classmethod
    def setUpClass(cls):
        require_postgres()
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.stop)
        cls.postgres.start()

    def setUp(self):
        self.name = 'standby_' + secrets.token_hex(4)
        self.admin(f'CREATE DATABASE {self.name} OWNER {ROLE}')
        self.store = self.address()
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def address(self, user=ROLE, password=ROLE_PASSWORD, database=None):
        return self.postgres.dsn(user, password, database or self.name)

    def admin(self, sql):
        self.postgres.execute(sql, database='postgres')

    def sql(self, statement):
        """The rows, in the test's own database."""
        return self.postgres.query(f'SET search_path = {SCHEMA}; {statement}',
                                   database=self.name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_bare(self, *arguments, expect=0, **options):
        done = run_command(*arguments, **options)
        for password in (ROLE_PASSWORD, SUPERUSER_PASSWORD):
            self.assertNotIn(password, done.stdout + done.stderr, 'a password was printed')
        self.assertEqual(done.returncode, expect, f'{arguments}\n{done.stdout}\n{done.stderr}')
        return done

    def run_here(self, *arguments, expect=0, store=None):
        return self.run_bare(*arguments, '--store', store or self.store, '--data-dir', self.folder,
                             expect=expect)

    def json_of(self, *arguments, **options):
        return json.loads(self.run_here(*arguments, '--json', **options).stdout)

    def diagnoses(self, *flags, store=None, expect=0):
        done = self.run_bare('doctor', '--store', store or self.store, '--data-dir', self.folder,
                             '--json', *flags, expect=expect)
        checks = json.loads(done.stdout)
        checks = checks['checks'] if isinstance(checks, dict) else checks
        return {check['check']: check for check in checks}


class Making(DatabaseCase):
    def test_migrate_makes_the_schema_once_and_cluster_shows_it(self):
        told = self.run_here('keys', 'list', expect=2)
        self.assertIn('no Standby', told.stderr)
        self.assertEqual(self.json_of('migrate', '--shards', '5')['shards'], 5)
        self.assertEqual(self.json_of('migrate', '--shards', '9')['shards'], 5)
        shown = self.json_of('cluster')
        self.assertEqual([shard['shard'] for shard in shown['shards']], [0, 1, 2, 3, 4])
        self.assertEqual(shown['nodes'], [])
        text = self.run_here('cluster').stdout
        self.assertIn('SHARD', text)
        self.assertIn('nobody', text)

    def test_what_cannot_be_opened_is_one_sentence_without_the_password(self):
        wrong = self.address(password='wr0ng')
        told = self.run_here('cluster', store=wrong, expect=2)
        self.assertNotIn('wr0ng', told.stdout + told.stderr)
        self.assertEqual(told.stderr.count('\n'), 1, told.stderr)
        nowhere = f'postgres://{ROLE}:{ROLE_PASSWORD}@127.0.0.1:1/x'
        self.assertIn('cannot be reached', self.run_here('cluster', store=nowhere, expect=2).stderr)
        missing = self.address(database='no_such_database')
        self.assertIn('no such database', self.run_here('migrate', store=missing, expect=2).stderr)
        self.run_here('cluster', 'resume', self.store, expect=64)
        self.run_here('cluster', self.store, expect=64)

    def test_a_cluster_command_wants_a_cluster(self):
        for command in (['cluster'], ['migrate'], ['cluster', 'resume', '0']):
            done = self.run_bare(*command, '--data-dir', self.folder, expect=64)
            self.assertIn('--store postgres://', done.stderr)

    def test_a_secret_of_the_operators_own_is_asked_for(self):
        secret = ('--cluster-secret', 'kept-by-the-operator')
        self.run_here('migrate', *secret)
        self.assertIn('--cluster-secret', self.run_here('keys', 'list', expect=2).stderr)
        self.assertEqual(self.json_of('keys', 'list', *secret), [])


class Commands(DatabaseCase):
    def setUp(self):
        super().setUp()
        self.run_here('migrate', '--shards', '4')

    def test_keys_and_staff_are_kept_in_the_database(self):
        made = self.json_of('keys', 'create', '--role', 'owner', '--label', 'till')
        self.assertTrue(made['key'].startswith('sk_'))
        listed, = self.json_of('keys', 'list')
        self.assertEqual((listed['id'], listed['label']), (made['id'], 'till'))
        self.run_here('keys', 'revoke', made['id'])
        self.assertIsNotNone(self.json_of('keys', 'list')[0]['revoked_at'])
        self.run_here('keys', 'rotate-tokens')
        link = self.json_of('staff', 'link')
        self.assertIn('/staff/setup#', link['link'])
        self.assertEqual(self.json_of('staff', 'list'), [])

    def test_what_belongs_to_a_file_says_what_to_do_instead(self):
        table = self.path('guests.csv')
        with open(table, 'w', encoding='utf-8') as file:
            file.write('name,email\nAda,ada@example.org\n')
        for words, wanted in ((['backup', self.path('b')], 'pg_basebackup'),
                              (['restore', self.path('b')], 'docs/operating/backup.md'),
                              (['archive', '--before', '2026-01-01'], 'rows in PostgreSQL stay'),
                              (['import', table, '--resource', 'res_1'], 'pass an API key')):
            told = self.run_here(*words, expect=1).stderr
            self.assertIn(wanted, told)
            self.assertEqual(told.count('\n'), 1)

    def test_readers_find_nothing_in_an_empty_cluster(self):
        self.assertTrue(self.json_of('verify')['ok'])
        self.assertEqual(self.json_of('messages', 'list'), [])
        self.assertEqual(self.run_here('export', '--json').stdout, '')
        self.assertIn('there is no resource', self.run_here('replay', 'res_1', '--at', '2026-01-01',
                                                            expect=1).stderr)
        self.assertIn('no such person', self.run_here('erase', 'ada@example.org', '--yes',
                                                       expect=1).stderr)

    def test_resuming_a_halted_shard_is_explained_and_confirmed(self):
        self.assertIn('is not halted', self.run_here('cluster', 'resume', '2', '--yes',
                                                     expect=1).stderr)
        self.assertIn('there are 0 to 3', self.run_here('cluster', 'resume', '9', '--yes',
                                                        expect=1).stderr)
        self.sql('UPDATE shard SET is_halted = true WHERE shard_id = 2')
        self.assertIn('HALTED', self.run_here('cluster').stdout)
        self.assertEqual(self.diagnoses(expect=1)['shards']['verdict'], 'fail')
        refused = self.run_here('cluster', 'resume', '2', expect=1)
        self.assertIn('--yes', refused.stderr)
        self.assertIn('acknowledged', refused.stdout)
        self.assertEqual(self.sql('SELECT is_halted FROM shard WHERE shard_id = 2'), [(True,)])
        self.run_here('cluster', 'resume', '2', '--yes')
        self.assertEqual(self.sql('SELECT is_halted FROM shard WHERE shard_id = 2'), [(False,)])


class LeastPrivilege(DatabaseCase):
    """The statements of the guide, with names of the test's own put in."""

    def setUp(self):
        super().setUp()
        with open(GUIDE, encoding='utf-8') as file:
            blocks = re.findall(r'```sql\n(.*?)```', file.read(), re.DOTALL)
        mark = '_' + secrets.token_hex(4)
        self.owner, self.app = 'standby_owner' + mark, 'standby_app' + mark
        self.admin(f'DROP DATABASE {self.name}')
        before, self.grants = (
            re.sub(r'DATABASE standby\b', 'DATABASE ' + self.name,
                   block.replace('standby_owner', self.owner).replace('standby_app', self.app))
            for block in blocks[:2])
        for statement in before.split(';')[:-1]:
            self.admin(statement)
        self.as_owner = self.address(self.owner, 'owner-password')
        self.as_app = self.address(self.app, 'app-password')
        self.run_here('migrate', store=self.as_owner)
        self.run_sql(self.as_owner, self.grants)

    def run_sql(self, address, sql):
        connection = psycopg2.connect(address)
        connection.autocommit = True
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql)
        finally:
            connection.close()

    def test_the_roles_of_the_guide_are_enough_and_not_more(self):
        self.assertEqual(self.diagnoses(store=self.as_app)['role']['verdict'], 'ok')
        self.json_of('keys', 'create', store=self.as_app)
        for forbidden in ('CREATE TABLE standby.more (a int)', 'DROP TABLE standby.people',
                          'UPDATE standby.events SET at = 0', 'DELETE FROM standby.events',
                          'UPDATE standby.staff_trail SET at = 0',
                          'DELETE FROM standby.staff_trail',
                          'TRUNCATE standby.people', 'DELETE FROM standby.shard',
                          'INSERT INTO standby.cluster VALUES (2)'):
            with self.assertRaises(psycopg2.errors.InsufficientPrivilege, msg=forbidden):
                self.run_sql(self.as_app, forbidden)
        self.run_sql(self.as_app, "UPDATE standby.staff_trail SET client = ''")

    def test_a_right_that_is_missing_is_named(self):
        self.sql(f'REVOKE INSERT ON outbox FROM {self.app}')
        found = self.diagnoses(store=self.as_app, expect=1)['role']
        self.assertEqual(found['verdict'], 'fail')
        self.assertIn('outbox INSERT', found['text'])

    def test_a_superuser_is_warned_of(self):
        found = self.diagnoses(store=self.address(SUPERUSER, SUPERUSER_PASSWORD))['role']
        self.assertEqual(found['verdict'], 'warn')
        self.assertIn('superuser', found['text'])


class PatroniApi(http.server.BaseHTTPRequestHandler):
    """Patroni's REST API as version 3.0.2 answers it."""

    def do_GET(self):
        body = json.dumps(self.server.answers[self.path]).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Doctor(DatabaseCase):
    def patroni(self, version, **config):
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), PatroniApi)
        server.answers = {
            '/patroni': {'state': 'running', 'postmaster_start_time': '2026-11-15 12:00:00+00:00',
                         'role': 'master', 'server_version': 150018,
                         'xlog': {'location': 83886400}, 'timeline': 1,
                         'replication': [{'usename': 'replicator', 'application_name': 'n2',
                                          'client_addr': '10.0.0.2', 'state': 'streaming',
                                          'sync_state': 'sync', 'sync_priority': 1}],
                         'dcs_last_seen': 1794744000,
                         'database_system_identifier': '7300000000000000000',
                         'patroni': {'version': version, 'scope': 'standby'}},
            '/config': {'ttl': 20, 'loop_wait': 5, 'retry_timeout': 5,
                        'maximum_lag_on_failover': 0, 'synchronous_mode': True,
                        'synchronous_mode_strict': True, 'failsafe_mode': False,
                        'postgresql': {'use_pg_rewind': True,
                                       'parameters': {'max_connections': 100}}, **config}}
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f'http://127.0.0.1:{server.server_port}'

    def verdicts(self, *flags, **options):
        return {name: check['verdict']
                for name, check in self.diagnoses(*flags, **options).items()}

    def test_a_plain_server_before_and_after_its_first_start(self):
        found = self.diagnoses()
        self.assertEqual(found['schema']['verdict'], 'warn')
        self.assertEqual(found['database']['verdict'], 'ok')
        self.assertIn(f'127.0.0.1:{self.postgres.port}', found['database']['text'])
        self.run_here('migrate')
        found = self.verdicts()
        self.assertEqual({name: found[name] for name in
                          ('schema', 'encoding', 'durability', 'replicas', 'clock rate',
                           'connections', 'shards')},
                         dict.fromkeys(('schema', 'encoding', 'durability', 'replicas',
                                        'clock rate', 'connections', 'shards'), 'ok'))
        self.assertEqual((found['role'], found['nodes']), ('ok', 'warn'))

    def test_commits_that_a_crash_would_lose_are_a_failure(self):
        self.admin(f'ALTER DATABASE {self.name} SET synchronous_commit = off')
        found = self.diagnoses(expect=1)['database']
        self.assertEqual(found['verdict'], 'fail')
        self.assertIn('synchronous_commit', found['text'])
        self.admin(f'ALTER DATABASE {self.name} SET synchronous_commit = remote_write')
        self.assertEqual(self.verdicts()['durability'], 'warn')

    def test_a_database_that_cannot_keep_utf8_is_a_failure(self):
        self.admin(f'DROP DATABASE {self.name}')
        self.admin(f"CREATE DATABASE {self.name} OWNER {ROLE} ENCODING 'LATIN1' LOCALE 'C' "
                   'TEMPLATE template0')
        self.assertEqual(self.verdicts(expect=1)['encoding'], 'fail')
        self.assertIn('UTF8', self.run_here('migrate', expect=2).stderr)

    def test_nobody_there_is_a_failure_and_the_rest_is_still_looked_at(self):
        found = self.diagnoses(store=f'postgres://{ROLE}:{ROLE_PASSWORD}@127.0.0.1:1/x', expect=1)
        self.assertEqual(found['database']['verdict'], 'fail')
        self.assertIn('time zones', found)

    def test_a_well_kept_patroni(self):
        found = self.verdicts('--patroni', self.patroni('4.0.7'))
        self.assertEqual([found[name] for name in
                          ('patroni', 'patroni sync', 'patroni lag', 'patroni times')], ['ok'] * 4)

    def test_the_patroni_of_debian_12_is_warned_of(self):
        found = self.diagnoses('--patroni', self.patroni('3.0.2'))['patroni']
        self.assertEqual(found['verdict'], 'warn')
        self.assertIn('--enable-v2', found['text'])
        self.assertIn('3.0.3', found['text'])
        self.assertEqual(self.verdicts('--patroni', self.patroni('3.0.3'))['patroni'], 'ok')

    def test_settings_that_can_lose_commits_are_warned_of(self):
        for change, check in (({'synchronous_mode': False}, 'patroni sync'),
                              ({'synchronous_mode_strict': False}, 'patroni sync'),
                              ({'synchronous_mode': False, 'maximum_lag_on_failover': 1048576},
                               'patroni lag'),
                              ({'ttl': 30, 'loop_wait': 10, 'retry_timeout': 10},
                               'patroni times'),
                              ({'ttl': 20, 'retry_timeout': 10}, 'patroni times')):
            found = self.verdicts('--patroni', self.patroni('4.0.7', **change))
            self.assertEqual(found[check], 'warn', change)

    def test_a_patroni_that_was_named_and_does_not_answer_is_warned_of(self):
        found = self.diagnoses('--patroni', '127.0.0.1:1', '--patroni', self.patroni('4.0.7'))
        self.assertEqual(found['patroni sync']['verdict'], 'ok')
        text = self.run_here('doctor', '--patroni', '127.0.0.1:1').stdout
        self.assertRegex(text, r'warn +patroni +127\.0\.0\.1:1')


if __name__ == '__main__':
    unittest.main()
