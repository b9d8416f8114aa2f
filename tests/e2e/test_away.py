"""The machine was off for a while. Nobody could answer meanwhile, so offers get that time back; how
much, the server knows from what it noted while it served."""
import contextlib
import datetime
import os
import sqlite3
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.server import Server, run_command
from harness.waiting import wait_for
from harness.world import World

MINUTE = datetime.timedelta(minutes=1)
WINDOW = 10 * MINUTE


def text_of(moment):
    return moment.strftime('%Y-%m-%dT%H:%M:%SZ')


class Away(unittest.TestCase):
    """A server whose clock is moved by hand, and one offer that was made a minute before it went:
    nine minutes are left."""

    def setUp(self):
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        self.made_at = now - 30 * MINUTE
        self.gone_at = self.made_at + MINUTE
        self.server = Server('--join-rate', '0')
        self.addCleanup(self.server.stop)
        self.start_at(self.made_at)
        self.resource = self.world.make_resource('seats', capacity=1,
                                                 rules={'claim_window': '10m'})
        holder, self.guest, self.next = self.world.join_many(self.resource, 3)
        self.client.call('leave', {'entry_id': holder['id']}, expect=200)
        self.set_clock(self.gone_at)
        self.offer = self.world.entry(self.guest)['offer']
        self.assertEqual(self.expires_at(), text_of(self.made_at + WINDOW))

    def start_at(self, moment):
        self.server.flags = ('--join-rate', '0', '--manual-clock', text_of(moment))
        self.server.start()
        self.client = Client(self.server.address, CONTRACT, self.server.api_key)
        self.addCleanup(self.client.close)
        self.world = World(self.client)
        self.set_clock(moment)

    def set_clock(self, moment):
        """Returns when all that was due until then is done."""
        answer = self.client.quick('POST', '/test/clock', body={'to': text_of(moment)})
        self.assertEqual(answer.status, 200, answer)

    def expires_at(self):
        return self.world.offer(self.offer)['expires_at']

    def state(self):
        return self.world.offer(self.offer)['state']

    def reasons(self):
        return [item['reason'] for item in self.world.audit(self.resource)
                if item['type'] == 'offer_extended']

    def file(self):
        return os.path.join(self.server.data_dir, 'standby.db')

    def served_until(self):
        with contextlib.closing(sqlite3.connect(self.file())) as database:
            [until] = database.execute('SELECT until FROM serving').fetchone()
        return datetime.datetime.fromtimestamp(until / 1000, datetime.timezone.utc)

    def test_a_crash_of_ten_minutes_costs_nobody_an_offer(self):
        self.server.kill()
        self.start_at(self.gone_at + WINDOW)
        self.assertEqual(self.expires_at(), text_of(self.made_at + 2 * WINDOW))
        self.assertEqual(self.reasons(), ['out_of_service'])
        self.assertIn('"was_away"', self.server.log())
        # Once, however often it is loaded or started.
        self.server.kill()
        self.start_at(self.gone_at + WINDOW)
        self.assertEqual(self.reasons(), ['out_of_service'])
        self.client.call('accept_offer', {'offer_id': self.offer['id']}, expect=200)
        self.assertEqual(self.world.entry(self.next)['state'], 'waiting')

    def test_a_stop_counts_as_well(self):
        self.assertEqual(self.server.terminate(), 0)
        self.assertEqual(self.served_until(), self.gone_at)
        self.start_at(self.gone_at + WINDOW)
        self.assertEqual((self.state(), self.reasons()), ('live', ['out_of_service']))

    def test_what_time_passes_while_it_runs_is_no_gap(self):
        self.set_clock(self.made_at + WINDOW)
        self.assertEqual((self.state(), self.reasons()), ('expired', []))

    def test_a_file_of_an_earlier_version_does_not_say(self):
        self.server.kill()
        with contextlib.closing(sqlite3.connect(self.file())) as database:
            database.execute('DELETE FROM serving')
            database.commit()
        self.start_at(self.gone_at + WINDOW)
        self.assertEqual((self.state(), self.reasons()), ('expired', []))
        self.assertNotIn('"was_away"', self.server.log())

    def test_a_clock_that_was_put_back_gives_nothing_twice(self):
        self.server.kill()
        self.start_at(self.made_at)
        self.assertEqual((self.expires_at(), self.reasons()),
                         (text_of(self.made_at + WINDOW), []))
        self.server.kill()
        self.start_at(self.made_at + WINDOW + MINUTE)
        self.assertEqual((self.state(), self.reasons()), ('live', ['out_of_service']))

    def test_an_old_copy_says_that_it_is_old(self):
        copy = os.path.join(self.server.data_dir, 'copy.db')
        done = run_command('backup', copy, '--data-dir', self.server.data_dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server.kill()
        for end in ('', '-wal', '-shm'):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.file() + end)
        os.rename(copy, self.file())
        self.start_at(self.gone_at + datetime.timedelta(days=8))
        self.assertEqual((self.state(), self.reasons()), ('expired', []))
        self.assertIn('"away_too_long"', self.server.log())

    def test_a_command_meanwhile_takes_nothing_and_is_no_service(self):
        self.server.kill()
        people = os.path.join(self.server.data_dir, 'people.csv')
        with open(people, 'w', encoding='utf-8') as file:
            file.write('name,email\nPaper List,paper@mail.example.org\n')
        done = run_command('import', people, '--resource', self.resource['id'],
                           '--data-dir', self.server.data_dir)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.served_until(), self.gone_at)
        self.start_at(datetime.datetime.now(datetime.timezone.utc) + MINUTE)
        self.assertEqual((self.state(), self.reasons()), ('live', ['out_of_service']))


class Idle(unittest.TestCase):
    def test_a_server_that_nobody_asks_is_known_to_serve(self):
        server = Server()
        self.addCleanup(server.stop)
        server.start()
        path = os.path.join(server.data_dir, 'standby.db')

        def noted():
            with contextlib.closing(sqlite3.connect(path)) as database:
                row = database.execute('SELECT until FROM serving').fetchone()
            return row and row[0]
        first = wait_for(noted, 'the first note')
        wait_for(lambda: noted() > first, 'the next one', seconds=30)


if __name__ == '__main__':
    unittest.main()
