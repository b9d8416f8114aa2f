"""The commands beside `serve`, each against real files and, where it matters, a running server."""
import csv
import io
import json
import os
import pty
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import tempfile
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.server import Server, binary, run_command
from harness.world import World, later


class Folder(unittest.TestCase):
    """A data directory of its own, and short ways to run commands on it."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.database = os.path.join(self.folder, 'standby.db')

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_here(self, *arguments, expect=0, **options):
        done = run_command(*arguments, '--data-dir', self.folder, **options)
        self.assertEqual(done.returncode, expect, f'{arguments}\n{done.stdout}\n{done.stderr}')
        return done

    def json_of(self, *arguments, expect=0):
        return json.loads(self.run_here(*arguments, '--json', expect=expect).stdout)

    def serve(self, *flags):
        server = Server('--join-rate', '0', *flags, data_dir=self.folder)
        self.addCleanup(server.stop)
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        return server, World(client)

    def fill(self):
        """Serves for a while: a salon with a history, and its people. Returns what was made."""
        server, world = self.serve()
        made = {}
        made['resource'] = world.make_resource('slots')
        made['ada'] = world.join(made['resource'], {'name': 'Ada Lovelace',
                                                    'email': 'Ada.Lovelace@mail.example.org',
                                                    'phone': '+49 30 1234567'},
                                 wants={'service': 'cut'})
        made['ben'] = world.join(made['resource'], {'name': '=Ben,"B"', 'user_id': 'ben-1'},
                                 credential=world.client.credential)
        made['opening'] = world.free_slot(made['resource'], service='colour')
        made['seats'] = world.make_resource('seats', capacity=1)
        world.join_many(made['seats'], 3)
        world.client.close()
        server.stop()
        return made


class Usage(unittest.TestCase):
    def test_help_version_and_mistakes(self):
        self.assertEqual(run_command('help').returncode, 0)
        self.assertEqual(run_command().returncode, 64)
        version = run_command('version')
        self.assertRegex(version.stdout, r'^standby \d+\.\d+\.\d+'
                                         r'( \([0-9a-f]{10}, \d{4}-\d\d-\d\d\))?\n$')
        self.assertEqual(json.loads(run_command('version', '--json').stdout)['version'],
                         version.stdout.split()[1])
        mistake = run_command('veryfy')
        self.assertEqual(mistake.returncode, 64)
        self.assertIn("'verify'", mistake.stderr)

    def test_help_fits_on_a_screen_and_repeats_nothing(self):
        pages = [run_command('help').stdout, run_command('help', 'serve').stdout,
                 run_command('help', 'doctor').stdout, run_command('help', 'migrate-store').stdout]
        for line in '\n'.join(pages).splitlines():
            with self.subTest(line=line):
                self.assertLessEqual(len(line), 112)
                self.assertNotRegex(line, r'\b(\w[\w\' ]{9,}), \1\b')

    def test_no_data_is_said_in_one_sentence_with_2(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in (['verify'], ['export'], ['keys', 'list'], ['backup', folder + '/b'],
                            ['erase', 'x', '--yes'], ['archive', '--before', '2026-01-01'],
                            ['keys', 'revoke', 'key_1'], ['keys', 'rotate-tokens'],
                            ['replay', 'res_1', '--at', '2026-01-01'], ['explain', 'ent_4000002']):
                done = run_command(*command, '--data-dir', folder)
                with self.subTest(command=command):
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertEqual(len(done.stderr.splitlines()), 1)
                    self.assertIn('standby.db', done.stderr)
            self.assertEqual(os.listdir(folder), [])


class Serving(Folder):
    def start(self, *flags):
        process = subprocess.Popen([binary(), 'serve', '--listen', '127.0.0.1:0', '--data-dir',
                                    self.folder, *flags], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def secret_in(self, file, pattern):
        """Only its owner can read it, and nothing of it stands in the output."""
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600, file)
        with open(file, encoding='ascii') as lines:
            text = lines.read()
        self.assertRegex(text, f'^{pattern}\n$')
        return text.strip()

    def test_at_a_terminal_the_first_start_shows_the_key_and_the_link(self):
        leader, follower = pty.openpty()
        process = subprocess.Popen([binary(), 'serve', '--listen', '127.0.0.1:0', '--data-dir',
                                    self.folder], stdout=follower, stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        os.close(follower)
        with open(leader, encoding='utf-8') as shown:
            self.assertRegex(shown.readline(), r'^Your API key \(shown once\): sk_\w+\n$')
            shown.readline()
            self.assertRegex(shown.readline(), r'^Set up Standby in your browser: http://127[.\d]+'
                             r':\d+/staff/setup#st_[\w-]+\n$')
            self.assertEqual([name for name in ('first-key', 'setup-link')
                              if os.path.exists(self.path(name))], [])
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(30), 0)

    def test_the_first_start_keeps_the_key_for_its_owner(self):
        process = self.start()
        first = process.stdout.readline()
        file = re.fullmatch(r'Your API key is in (.+)\n', first).group(1)
        key = self.secret_in(file, r'sk_\w+')
        listening = process.stdout.readline()
        host, port = re.fullmatch(r'Standby listens on http://([\d.]+):(\d+)\n', listening).groups()
        file = re.fullmatch(r'Set up Standby in your browser: the link is in (.+)\n',
                            process.stdout.readline()).group(1)
        self.secret_in(file, rf'http://{host}:{port}/staff/setup#st_[\w-]+')
        client = Client((host, int(port)), CONTRACT, key)
        self.assertEqual(client.call('get_account', expect=200)['key']['role'], 'owner')
        client.close()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), 0)
        again = self.start()
        self.assertTrue(again.stdout.readline().startswith('Standby listens on '))
        again.send_signal(signal.SIGINT)
        self.assertEqual(again.wait(30), 0)

    def test_json_lines_say_the_same(self):
        process = self.start('--log-format', 'json')
        first = json.loads(process.stdout.readline())
        self.assertEqual(first['event'], 'first_start')
        self.secret_in(first['api_key_file'], r'sk_\w+')
        second = json.loads(process.stdout.readline())
        self.assertEqual(second['event'], 'listening')
        self.assertTrue(second['url'].startswith('http://127.0.0.1:'))
        third = json.loads(process.stdout.readline())
        self.assertEqual(third['event'], 'set_up')
        self.secret_in(third['url_file'], re.escape(second['url']) + r'/staff/setup#st_[\w-]+')
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), 0)

    def test_a_second_signal_does_not_wait_for_what_is_under_way(self):
        process = self.start()
        process.stdout.readline()
        port = int(process.stdout.readline().strip().rpartition(':')[2])
        with socket.create_connection(('127.0.0.1', port)) as slow:
            slow.sendall(b'POST /v1/resources HTTP/1.1\r\nHost: test\r\n'
                         b'Content-Length: 100\r\n\r\n')
            process.send_signal(signal.SIGTERM)
            try:
                while process.poll() is None:
                    socket.create_connection(('127.0.0.1', port)).close()
            except OSError:
                pass  # it does not listen any more
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(30), 1)

    def test_a_start_that_fails_ends_with_2(self):
        with open(self.database, 'wb') as file:
            file.write(b'not a database\n' * 300)
        for flags in ((), ('--log-format', 'json')):
            process = self.start(*flags)
            self.assertEqual(process.wait(30), 2)
            text = process.stderr.read()
            self.assertEqual(len(text.splitlines()), 1, text)
            if flags:
                self.assertIn('standby.db', json.loads(text)['problem'])
            else:
                self.assertTrue(text.startswith('standby: '))

    def test_settings_come_from_the_file_and_the_environment(self):
        with open(self.path('standby.toml'), 'w', encoding='utf-8') as file:
            file.write('log_format = "json"\nlisten = "127.0.0.1:1"\n')
        process = self.start()
        self.assertEqual(json.loads(process.stdout.readline())['event'], 'first_start')
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), 0)
        with open(self.path('standby.toml'), 'a', encoding='utf-8') as file:
            file.write('lissten = 3\n')
        process = self.start()
        self.assertEqual(process.wait(30), 64)
        self.assertIn("'lissten'", process.stderr.read())


class Keys(Folder):
    def test_keys_work_before_the_first_start(self):
        made = self.json_of('keys', 'create', '--role', 'staff', '--label', 'desk')
        other = self.json_of('keys', 'create', '--role', 'owner', '--account-name', 'Other')
        self.assertNotEqual(made['account'], other['account'])
        again = self.json_of('keys', 'create', '--account-name', 'Other')
        self.assertEqual(again['account'], other['account'])
        server, world = self.serve()
        account = world.client.call('get_account', credential=made['key'], expect=200)
        self.assertEqual(account['key'], {'id': made['id'], 'role': 'staff', 'label': 'desk'})
        self.assertEqual(account['id'], world.client.call('get_account')['id'])
        listed = {key['id']: key for key in self.json_of('keys', 'list')}
        told, = (key for key in world.client.call('list_keys', expect=200)['items']
                 if key['id'] == made['id'])
        whose = {'account': account['id'], 'account_name': account['name']}
        self.assertEqual(listed[made['id']], told | whose)
        self.assertEqual(made, told | whose | {'key': made['key']})
        self.assertNotIn(made['key'], json.dumps(listed))
        busy = self.run_here('keys', 'revoke', made['id'], expect=2)
        self.assertIn('stop the server', busy.stderr)
        self.assertEqual(server.terminate(), 0)
        self.run_here('keys', 'revoke', made['id'])
        self.run_here('keys', 'revoke', made['id'], expect=1)
        server.start()
        world.client.close()
        client = Client(server.address, CONTRACT, made['key'])
        self.addCleanup(client.close)
        client.call('get_account', expect=401)

    def test_links_go_on_working_after_the_secret_changed(self):
        server, world = self.serve()
        joined = world.join(world.make_resource('seats', capacity=1))
        self.assertEqual(server.terminate(), 0)
        self.assertIn('keep working', self.run_here('keys', 'rotate-tokens').stdout)
        server.start()
        guest = Client(server.address, CONTRACT, joined['token'])
        self.addCleanup(guest.close)
        guest.call('get_entry', {'entry_id': joined['id']}, expect=200)

    def test_all_links_end_when_that_is_asked_for(self):
        server, world = self.serve()
        joined = world.join(world.make_resource('slots'))
        self.assertEqual(server.terminate(), 0)
        self.assertIn('have ended', self.run_here('keys', 'rotate-tokens', '--now').stdout)
        server.start()
        world.client.close()
        for token, expect in ((joined['token'], 401), (server.api_key, 200)):
            client = Client(server.address, CONTRACT, token)
            self.addCleanup(client.close)
            client.call('get_entry', {'entry_id': joined['id']}, expect=expect)


class Importing(Folder):
    def write(self, text, name='guests.csv'):
        with open(self.path(name), 'wb') as file:
            file.write(text.encode() if isinstance(text, str) else text)
        return self.path(name)

    def counts(self, **expected):
        return {'joined': 0, 'already_there': 0, 'refused': 0, 'bad': 0, **expected}

    def run_import(self, path, *flags, expect=0):
        made = self.json_of('import', path, '--resource', self.resource['id'], *flags,
                            expect=expect)
        return {name: made[name] for name in self.counts()}, made['problems']

    def test_everyone_joins_in_order_and_only_once(self):
        server, world = self.serve()
        self.resource = world.make_resource('slots')
        known = world.join(self.resource, {'email': 'Known@mail.example.org', 'name': 'Known'})
        busy = self.run_here('import', self.write('email\n'), '--resource', self.resource['id'],
                             expect=2)
        self.assertIn('stop the server', busy.stderr)
        self.assertEqual(server.terminate(), 0)
        path = self.write(
            b'\xef\xbb\xbfEmail,party_size,name,phone,earliest,latest,service,staff,tier,points,'
            b'user_id\r\n'
            b'a@mail.example.org,2,"Last, First",,2026-11-20,2026-11-21,cut,Kim,3,7,\r\n'
            b'known@mail.example.org,,,,,,,,,,\r\n'
            b',,,\'+49 30 555 0001,,,,,,,\r\n'
            b',,,,,,,,,,user-7\r\n')
        dry, _ = self.run_import(path, '--dry-run')
        self.assertEqual(dry, self.counts())
        self.assertEqual(self.run_import(path)[0], self.counts(joined=3, already_there=1))
        self.assertEqual(self.run_import(path)[0], self.counts(already_there=4))
        self.run_here('verify')
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        entries = list(client.items('list_entries', {'resource_id': self.resource['id']}))
        self.assertEqual([entry['position'] for entry in entries], [1, 2, 3, 4])
        self.assertEqual(entries[0]['id'], known['id'])
        first = entries[1]
        self.assertEqual((first['name'], first['email'], first['party_size'], first['tier'],
                          first['points']), ('Last, First', 'a@mail.example.org', 2, 3, 7))
        self.assertEqual(first['wants']['service'], 'cut')
        self.assertEqual(first['wants']['earliest'], '2026-11-19T23:00:00Z')
        self.assertEqual(entries[2]['phone'], '+49305550001')
        audit = list(client.items('list_audit', {'resource_id': self.resource['id']}))
        self.assertEqual({item['actor'] for item in audit[-3:]}, {'staff:0'})

    def test_a_list_on_paper_keeps_its_order(self):
        server, world = self.serve()
        self.resource = world.make_resource('slots')
        first = world.join(self.resource)
        self.assertEqual(server.terminate(), 0)
        path = self.write('name,email,joined_at\n'
                          'Ben,ben@mail.example.org,2026-02-01T09:00:00Z\n'
                          'Ada,ada@mail.example.org,2026-01-01T09:00:00Z\n')
        self.assertEqual(self.run_import(path)[0], self.counts(joined=2))
        self.run_here('verify')
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        ranks = {entry['name']: entry['rank'] for entry in
                 client.items('list_entries', {'resource_id': self.resource['id']})}
        self.assertEqual((ranks['Ada'], ranks['Ben'], ranks[first['name']]), (1, 2, 3))

    def test_numbers_are_read_as_people_write_them_where_the_list_is(self):
        server, world = self.serve()
        self.resource = world.make_resource('slots')  # in Berlin
        self.assertEqual(server.terminate(), 0)
        path = self.write('name,phone,region\nMia,030 555 0002,\nJonas,15123456789,\n'
                          'Kate,020 7946 0018,GB\n')
        self.assertEqual(self.run_import(path)[0], self.counts(joined=3))
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        entries = client.items('list_entries', {'resource_id': self.resource['id']})
        self.assertEqual([entry['phone'] for entry in entries],
                         ['+49305550002', '+4915123456789', '+442079460018'])
        self.assertEqual(server.terminate(), 0)
        bad = self.write('name,phone\nMia,5550002\n')
        self.assertEqual([(one['line'], one['field']) for one in self.run_import(bad, expect=1)[1]],
                         [(2, 'phone')])

    def test_every_bad_line_is_named_and_nothing_is_imported(self):
        self.resource = self.fill()['resource']
        path = self.write('email,party_size,earliest\n'
                          'good@mail.example.org,2,\n'
                          'nonsense,0,never\n'
                          '"two\nlines@x",1,\n'
                          'a@mail.example.org,1\n'
                          ',1,\n'
                          'b@mail.example.org,two,\n')
        done, problems = self.run_import(path, expect=1)
        self.assertEqual(done, self.counts(bad=3))
        found = {(problem['line'], problem['field']) for problem in problems}
        self.assertEqual({(3, 'email'), (3, 'party_size'), (3, 'earliest'), (4, 'email'),
                          (7, 'email')}, found)
        text = self.run_here('import', path, '--resource', self.resource['id'], expect=1).stdout
        self.assertIn('line 3, party_size: ', text)
        self.assertEqual(self.run_import(path, '--skip-bad')[0], self.counts(joined=3, bad=3))

    def test_everybody_keeps_their_name_in_whatever_encoding(self):
        self.resource = self.fill()['resource']
        text = 'email,name\nj@mail.example.org,Jürgen Müller\n'
        for number, encoding in enumerate(('cp1252', 'utf-16', 'utf-16-le')):
            with self.subTest(encoding=encoding):
                path = self.write(text.replace('j@', f'j{number}@').encode(encoding))
                said = self.run_here('import', path, '--resource', self.resource['id']).stdout
                self.assertIn('Windows-1252' if encoding == 'cp1252' else 'UTF-16', said)
                self.assertIn('1 joined', said)
        names = self.run_here('export', '--resource', self.resource['id'],
                              '--what', 'people').stdout
        self.assertEqual(names.count('Jürgen Müller'), 3, names)
        lost = self.write('email,name\nx@mail.example.org,J\ufffdrgen\n')
        done, problems = self.run_import(lost, expect=1)
        self.assertEqual(done['joined'], 0)
        self.assertEqual(problems[0]['field'], 'name')
        self.assertIn('was lost before it came here', problems[0]['message'])
        odd = self.run_here('import', self.write(b'email,name\nx@mail.example.org,J\x81rgen\n'),
                            '--resource', self.resource['id'], expect=1)
        self.assertIn('Windows-1252; save it as CSV UTF-8', odd.stderr)

    def test_headers_and_files_that_make_no_sense(self):
        self.resource = self.fill()['resource']
        for text, word in (('emial,x\nx,y\n', "'email'"), ('', 'empty'),
                           ('email\n"open\n', 'closing quote'), ('%PDF-1.7', 'is a PDF')):
            with self.subTest(text=text):
                said = self.run_here('import', self.write(text), '--resource',
                                     self.resource['id'], expect=1).stderr
                self.assertIn(word, said)
        self.run_here('import', self.path('absent.csv'), '--resource', self.resource['id'],
                      expect=1)
        self.run_here('import', self.write('email\n'), '--resource', 'res_ZZ', expect=1)

    def test_a_full_list_refuses_the_rest(self):
        server, world = self.serve()
        self.resource = world.make_resource('slots', rules={'max_waiting': 2})
        self.assertEqual(server.terminate(), 0)
        path = self.write('user_id\n' + ''.join(f'user-{n}\n' for n in range(5)))
        done, problems = self.run_import(path, expect=1)
        self.assertEqual(done, self.counts(joined=2, refused=3))
        self.assertEqual([problem['line'] for problem in problems], [4, 5, 6])
        self.assertIn('list-full', problems[0]['message'])

    def test_many_lines_take_few_commits(self):
        server, world = self.serve()
        self.resource = world.make_resource('slots')
        self.assertEqual(server.terminate(), 0)
        path = self.write('user_id\n' + ''.join(f'user-{n}\n' for n in range(25_000)))
        self.assertEqual(self.run_import(path)[0], self.counts(joined=25_000))
        again = self.run_here('import', path, '--resource', self.resource['id'])
        self.assertIn('0 joined, 25000 already on the list, 0 refused, 0 bad lines', again.stdout)
        self.assertIn('20000 of 25000 lines', again.stderr)
        self.assertEqual(self.json_of('verify', '--resource', self.resource['id'])['events'],
                         25_001)


class Exporting(Folder):
    def rows(self, *flags):
        return list(csv.DictReader(io.StringIO(self.run_here('export', *flags).stdout)))

    def lines(self, *flags):
        text = self.run_here('export', *flags, '--format', 'jsonl').stdout
        return [json.loads(line) for line in text.splitlines()]

    def test_every_table_in_both_formats(self):
        made = self.fill()
        slots = ('--resource', made['resource']['id'])
        entries = self.rows(*slots)
        self.assertEqual([row['id'] for row in entries], [made['ada']['id'], made['ben']['id']])
        self.assertEqual(entries[0]['service'], 'cut')
        self.assertEqual([item['id'] for item in self.lines(*slots)],
                         [row['id'] for row in entries])
        self.assertEqual(len(self.rows()), 5)
        openings = self.rows('--what', 'openings')
        self.assertEqual([row['id'] for row in openings], [made['opening']['id']])
        self.assertEqual(len(self.lines('--what', 'openings')), 1)
        offers = self.rows('--what', 'offers')
        self.assertEqual([row['entry_id'] for row in offers], [made['ben']['id']])
        self.assertEqual(self.lines('--what', 'offers')[0]['state'], 'live')
        audit = self.rows('--what', 'audit', *slots)
        self.assertEqual([int(row['seq']) for row in audit], list(range(1, len(audit) + 1)))
        self.assertEqual([item['hash'] for item in self.lines('--what', 'audit', *slots)],
                         [row['hash'] for row in audit])

    def test_personal_data_is_in_people_alone_and_is_no_formula(self):
        self.fill()
        people = self.rows('--what', 'people')
        self.assertEqual(people[0]['email'], 'Ada.Lovelace@mail.example.org')
        self.assertEqual(people[0]['phone'], "'+49301234567")
        self.assertEqual(people[1]['name'], '\'=Ben,"B"')
        self.assertEqual(self.lines('--what', 'people')[1]['name'], '=Ben,"B"')
        for what in ('entries', 'offers', 'openings', 'audit'):
            for output_format in ('csv', 'jsonl'):
                text = self.run_here('export', '--what', what, '--format', output_format).stdout
                self.assertNotIn('Lovelace', text)
                self.assertNotIn('ben-1', text)

    def test_output_goes_to_a_new_private_file(self):
        self.fill()
        target = self.path('out.csv')
        self.run_here('export', '--what', 'people', '--output', target)
        self.assertEqual(os.stat(target).st_mode & 0o777, 0o600)
        with open(target, encoding='utf-8') as file:
            self.assertIn('Lovelace', file.read())
        self.run_here('export', '--output', target, expect=1)

    def test_it_works_beside_a_running_server(self):
        _, world = self.serve()
        resource = world.make_resource('slots')
        world.join_many(resource, 3)
        self.assertEqual(len(self.rows('--resource', resource['id'])), 3)


class Proving(Folder):
    def test_verify_finds_what_was_changed_behind_its_back(self):
        made = self.fill()
        good = self.json_of('verify')
        self.assertTrue(good['ok'])
        self.assertEqual(len(good['resources']), 2)
        self.assertIn('everything is in order', self.run_here('verify').stdout)
        self.assertEqual(len(self.json_of('verify', '--resource',
                                          made['seats']['id'])['resources']), 1)
        self.run_here('verify', '--resource', 'res_ZZ', expect=1)
        with sqlite3.connect(self.database) as connection:
            connection.execute('UPDATE entries SET state = 8 WHERE state = 2')
        connection.close()
        bad = self.json_of('verify', expect=1)
        self.assertFalse(bad['ok'])
        self.assertTrue(any(resource['findings'] for resource in bad['resources']))
        self.assertIn('WRONG', self.run_here('verify', expect=1).stdout)

    def test_verify_finds_a_changed_event(self):
        self.fill()
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE events SET data = data || x'00' WHERE number = 2")
        connection.close()
        findings = [finding for resource in self.json_of('verify', expect=1)['resources']
                    for finding in resource['findings']]
        self.assertTrue(any('event 2' in finding for finding in findings), findings)

    def test_verify_works_beside_a_running_server(self):
        _, world = self.serve()
        world.join_many(world.make_resource('seats', capacity=2), 5)
        self.assertTrue(self.json_of('verify')['ok'])

    def test_verify_works_after_a_power_cut(self):
        server, world = self.serve()
        world.join_many(world.make_resource('seats', capacity=2), 5)
        server.kill()
        self.assertTrue(self.json_of('verify')['ok'])
        self.assertEqual(self.json_of('verify')['events'], 6)

    def test_replay_shows_the_line_as_it_was(self):
        server, world = self.serve('--manual-clock', '2026-01-01T00:00:00Z')
        resource = world.make_resource('slots')
        first, second = world.join(resource), world.join(resource)
        moved = world.client.quick('POST', '/test/clock', body={'to': '2026-01-01T01:00:00Z'})
        self.assertEqual(moved.status, 200)
        world.client.call('leave', {'entry_id': first['id']})
        arguments = ('replay', resource['id'], '--at')
        then = self.json_of(*arguments, '2026-01-01T00:30:00Z')
        self.assertEqual([(entry['rank'], entry['position'], entry['id'], entry['state'])
                          for entry in then['entries']],
                         [(1, 1, first['id'], 'waiting'), (2, 2, second['id'], 'waiting')])
        self.assertEqual(then['counts']['waiting'], 2)
        now = self.json_of(*arguments, '2026-01-01T01:00:00Z')
        self.assertEqual([(entry['rank'], entry['id']) for entry in now['entries']],
                         [(1, second['id'])])
        self.assertIn(second['id'], self.run_here(*arguments, '2026-01-02').stdout)
        self.assertIn('did not exist yet', self.run_here(*arguments, '2025-01-01').stdout)
        self.run_here('replay', 'res_ZZ', '--at', '2026-01-01', expect=1)

    def test_explain_says_what_the_api_says(self):
        made = self.fill()
        told = self.json_of('explain', made['ada']['id'])
        self.assertEqual(told['state'], 'waiting')
        self.assertEqual([decision['check'] for decision in told['decisions']], ['service'])
        self.assertIn('wants another service',
                      self.run_here('explain', made['ada']['id']).stdout)
        self.assertIn('was chosen', self.run_here('explain', made['ben']['id']).stdout)
        self.run_here('explain', made['ben']['id'][:-1] + 'Z', expect=1)


class Copies(Folder):
    def test_a_backup_beside_a_running_server_can_be_restored(self):
        server, world = self.serve()
        resource = world.make_resource('slots')
        kept = world.join(resource)
        target = self.path('copy.db')
        self.run_here('backup', target)
        self.run_here('backup', target, expect=1)
        lost = world.join(resource)
        busy = self.run_here('restore', target, '--replace', expect=2)
        self.assertIn('stop the server', busy.stderr)
        self.assertEqual(server.terminate(), 0)
        self.run_here('restore', target, expect=1)
        self.assertIn('before-restore-1', self.run_here('restore', target, '--replace').stdout)
        self.run_here('verify')
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        self.addCleanup(client.close)
        client.call('get_entry', {'entry_id': kept['id']}, expect=200)
        client.call('get_entry', {'entry_id': lost['id']}, expect=404)
        self.assertEqual(server.terminate(), 0)
        self.run_here('restore', self.path('standby.db.before-restore-1'), '--replace')
        self.assertTrue(os.path.exists(self.path('standby.db.before-restore-2')))
        self.assertIn(lost['id'], self.run_here('export').stdout)

    def test_a_backup_without_a_name_leaves_nothing_behind(self):
        server, _ = self.serve()
        here = os.listdir('.')
        for target in ('', self.folder, self.path('nowhere/copy.db')):
            done = run_command('backup', target, '--data-dir', self.folder)
            self.assertNotEqual(done.returncode, 0, target)
            self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
        self.assertEqual(os.listdir('.'), here)
        self.assertFalse([name for name in os.listdir(self.folder) if 'partial' in name])
        self.assertFalse(os.path.exists(self.folder + '.partial'))

    def test_what_is_no_backup_is_not_restored(self):
        self.fill()
        before = self.run_here('export').stdout
        junk = self.path('junk.db')
        with open(junk, 'wb') as file:
            file.write(b'junk' * 4096)
        for path in (junk, self.path('absent.db')):
            self.assertIn(path, self.run_here('restore', path, '--replace', expect=1).stderr)
        damaged = self.path('damaged.db')
        self.run_here('backup', damaged)
        with open(damaged, 'r+b') as file:
            size = os.path.getsize(damaged)
            file.seek(size // 2)
            file.write(b'\xff' * (size // 2))
        self.run_here('restore', damaged, '--replace', expect=1)
        self.assertEqual(self.run_here('export').stdout, before)
        self.assertFalse([name for name in os.listdir(self.folder) if 'restor' in name])

    def test_an_empty_data_directory_takes_a_backup(self):
        self.fill()
        target = self.path('copy.db')
        self.run_here('backup', target)
        with tempfile.TemporaryDirectory() as folder:
            new = os.path.join(folder, 'new')
            self.assertEqual(run_command('restore', target, '--data-dir', new).returncode, 0)
            self.assertEqual(run_command('verify', '--data-dir', new).returncode, 0)


class People(Folder):
    def everything(self):
        content = b''
        for name in os.listdir(self.folder):
            if name.startswith('standby.db'):
                with open(self.path(name), 'rb') as file:
                    content += file.read()
        return content

    def test_an_erased_person_is_gone_and_the_history_still_proven(self):
        made = self.fill()
        self.assertIn(b'Lovelace', self.everything())
        asked = self.run_here('erase', 'ada.lovelace@MAIL.example.org', expect=1)
        self.assertIn('--yes', asked.stderr)
        self.assertIn(made['ada']['id'], asked.stdout)
        self.assertNotIn('Lovelace', asked.stdout)
        done = self.json_of('erase', 'ada.lovelace@MAIL.example.org', '--yes')
        self.assertEqual(done, {'entries': [made['ada']['id']], 'erased': 1})
        for secret in (b'Lovelace', b'301234567', b'lovelace'):
            self.assertNotIn(secret, self.everything())
        self.run_here('verify')
        self.run_here('erase', 'ada.lovelace@mail.example.org', '--yes', expect=1)
        server, world = self.serve()
        entry = world.entry(made['ada'])
        self.assertEqual((entry['state'], entry['name'], entry['email'], entry['rank']),
                         ('removed', None, None, None))
        self.assertIn('stop the server', self.run_here('erase', 'ben-1', '--yes', expect=2).stderr)
        self.assertEqual(server.terminate(), 0)

    def test_on_a_terminal_it_asks_first(self):
        made = self.fill()
        for typed, code in ((b'n\n', 1), (b'y\n', 0)):
            outer, inner = pty.openpty()
            os.write(outer, typed)
            done = subprocess.run([binary(), 'erase', made['ada']['id'], '--data-dir', self.folder],
                                  stdin=inner, capture_output=True, check=False, timeout=30)
            os.close(inner)
            os.close(outer)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(b'cannot be undone', done.stdout)
            self.assertEqual(b'Lovelace' in self.everything(), code == 1)

    def test_people_are_found_by_phone_user_id_and_entry(self):
        made = self.fill()
        self.assertEqual(self.json_of('erase', '0049 (0)30 123-4567', '--yes')['entries'],
                         [made['ada']['id']])
        self.assertEqual(self.json_of('erase', 'ben-1', '--yes')['entries'], [made['ben']['id']])
        self.assertEqual(self.json_of('erase', made['ada']['id'], '--yes')['erased'], 0)
        self.run_here('erase', 'nobody@mail.example.org', '--yes', expect=1)

    def test_archived_entries_keep_their_state(self):
        server, world = self.serve()
        resource = world.make_resource('slots')
        entry = world.join(resource, {'name': 'Ada Lovelace', 'user_id': 'ada'},
                           credential=world.client.credential)
        world.client.call('leave', {'entry_id': entry['id']})
        self.assertEqual(server.terminate(), 0)
        none = self.json_of('archive', '--before', '2020-01-01')
        self.assertEqual((none['entries'], none['people']), (0, 0))
        self.run_here('archive', '--before', later(days=1), expect=64)
        moved = self.json_of('archive', '--before', later(seconds=0))
        self.assertLessEqual(moved['entries'], 1)
        self.run_here('verify')
        self.assertEqual(list(csv.DictReader(io.StringIO(self.run_here('export').stdout)))[0][
            'state'], 'left')
        self.assertEqual(self.json_of('erase', 'ada', '--yes')['erased'], 1)
        self.assertNotIn(b'Lovelace', self.everything())


class Doctor(Folder):
    def verdicts(self, *flags, expect=0):
        told = self.json_of('doctor', *flags, expect=expect)
        return {check['check']: check['verdict'] for check in told['checks']}

    def test_all_is_well_beside_a_running_server(self):
        self.serve()
        os.chmod(self.folder, 0o750)
        verdicts = self.verdicts()
        for check in ('data directory', 'database', 'journal', 'integrity', 'clock', 'time zones',
                      'server'):
            self.assertEqual(verdicts[check], 'ok', check)
        text = self.run_here('doctor').stdout
        self.assertTrue(all(line.split()[0] in ('ok', 'warn', 'fail')
                            for line in text.splitlines()))

    def test_what_is_missing_is_a_warning_and_what_is_broken_a_failure(self):
        verdicts = self.verdicts('--listen', '127.0.0.1:1')
        self.assertEqual((verdicts['database'], verdicts['server']), ('warn', 'warn'))
        with open(self.database, 'wb') as file:
            file.write(b'junk' * 1000)
        self.assertEqual(self.verdicts(expect=1)['database'], 'fail')
        os.remove(self.database)
        verdicts = self.verdicts('--tls-cert', '/absent', '--tls-key', '/absent', expect=1)
        self.assertEqual(verdicts['TLS files'], 'fail')


class Demo(unittest.TestCase):
    def test_it_lives_for_a_while_and_leaves_nothing_behind(self):
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([binary(), 'demo', '--for', '8s', '--speed', '4', '--json'],
                                  capture_output=True, text=True, check=False, timeout=60,
                                  env={**os.environ, 'TMPDIR': scratch})
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertEqual(lines[0]['event'], 'demo_ready')
            self.assertEqual(len(lines[0]['resources']), 3)
            kinds = {line['event'] for line in lines[1:]}
            self.assertLessEqual({'entry_joined', 'offer_made', 'offer_accepted', 'opening_added',
                                  'places_released', 'message'}, kinds)
            travelling = [line['text'] for line in lines if line['event'] == 'message']
            self.assertTrue(all(re.match(r'(text|mail) to \w+ \d+ \(\S+\): \S', text)
                                for text in travelling), travelling)
            self.assertEqual({text.split()[0] for text in travelling}, {'text', 'mail'})
            answers = [line['text'] for line in lines if line['event'] == 'offer_accepted']
            self.assertTrue(any(re.match(r'→ .* takes it \((after \d+ s|at once)\)$', text)
                                for text in answers), answers)
            self.assertEqual({line['show'] for line in lines[1:]},
                             {'Salon Saturday', 'Sold-out concert', 'Beta list'})
            self.assertEqual(os.listdir(scratch), [])

    def test_the_links_it_prints_work_and_ctrl_c_ends_it(self):
        process = subprocess.Popen([binary(), 'demo'], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        text = ''
        while 'curl' not in text:
            text += process.stdout.readline()
        host, port = re.search(r'http://([\d.]+):(\d+)', text).groups()
        client = Client((host, int(port)), CONTRACT)
        for link in re.findall(r'http://[\d.:]+(/[reo]/\S+|/docs)', text):
            self.assertEqual(client.quick('GET', link).status, 200, link)
        self.assert_signed_in_by_link(client, text)
        client.close()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 0)

    def assert_signed_in_by_link(self, client, text):
        """The link opens as often as one likes, and nothing is asked to be set up."""
        base, password = re.search(r'(http://[\d.:]+)/staff/demo#(\S+)', text).groups()
        page = client.quick('GET', '/staff/demo')
        if page.status == 200:  # A binary without the web pages has none.
            policy = page.headers['Content-Security-Policy']
            self.assertIn("frame-ancestors 'self'", policy)
            self.assertIn("frame-src 'self'", policy)
        for _ in range(2):
            answer = client.request('POST', '/v1/session', headers={'Origin': base},
                                    body={'email': 'demo@standby.example', 'password': password},
                                    expect=200)
            self.assertFalse(answer.body['needs_setup'])


if __name__ == '__main__':
    unittest.main()
