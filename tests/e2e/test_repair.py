"""A list whose stored rows are damaged is halted, and mended from its history."""
import json
import os
import sqlite3
import unittest

from harness.case import ServerCase
from harness.server import run_command


class RepairCase(ServerCase):
    def run_here(self, *words, expect=0):
        done = run_command(*words, '--data-dir', self.server.data_dir)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def damage(self, resource, statement):
        self.server.terminate()
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as database:
            number, = database.execute('SELECT number FROM resources WHERE name = ?',
                                       (resource['name'],)).fetchone()
            database.execute(statement, (number,))
        database.close()

    def start_again(self):
        self.server.start()
        self.connect()


class Rows(RepairCase):
    def test_a_damaged_list_is_halted_and_mended(self):
        healthy, hurt = self.world.make_resource('slots'), self.world.make_resource('slots')
        entries = [self.world.join(hurt) for _ in range(3)]
        self.world.join(healthy)
        self.damage(hurt, "UPDATE entries SET data = x'0203' WHERE resource = ? AND number = 2")
        self.start_again()
        told = self.client.call('list_queue', {'resource_id': hurt['id']}, expect=503)
        self.assertIn('standby repair', told['detail'])
        self.assertEqual(told['type'], '/problems/list-damaged')
        self.client.call('list_queue', {'resource_id': healthy['id']}, expect=200)
        self.world.join(healthy)
        self.server.terminate()

        self.run_here('verify', expect=1)
        before = self.run_here('repair', expect=1).stdout
        self.assertIn(hurt['id'], before)
        self.assertIn('would do: 1 row', before)
        self.assertNotIn(healthy['id'] + '\n', before)
        self.run_here('verify', expect=1)
        done = json.loads(self.run_here('repair', '--yes', '--json').stdout)
        self.assertTrue(done['done'])
        self.assertTrue(os.path.exists(done['copy']))
        self.run_here('verify')
        self.assertIn('Nothing is damaged', self.run_here('repair').stdout)
        self.start_again()
        queue = self.client.items('list_queue', {'resource_id': hurt['id']})
        self.assertEqual([one['id'] for one in queue], [one['id'] for one in entries])


class Histories(RepairCase):
    def test_a_list_whose_history_has_a_damaged_end_is_halted(self):
        hurt, healthy = self.world.make_resource('slots'), self.world.make_resource('slots')
        self.world.join(hurt)
        for damage in ("UPDATE events SET data = x'03' WHERE resource = ? AND number = 2",
                       'DELETE FROM events WHERE resource = ? AND number = 2'):
            with self.subTest(damage):
                self.damage(hurt, damage)
                told = self.run_here('repair', '--yes', expect=1).stdout
                self.assertIn('event 2' if 'UPDATE' in damage else 'ends with event 1', told)
                self.assertIn('restore a backup', told)
                self.start_again()
                for call in ('get_resource', 'list_queue'):
                    halted = self.client.call(call, {'resource_id': hurt['id']}, expect=503)
                    self.assertEqual(halted['type'], '/problems/list-damaged')
                self.world.join(healthy)

    def test_damage_further_back_is_named_and_keeps_nobody_waiting(self):
        hurt = self.world.make_resource('slots')
        entries = [self.world.join(hurt) for _ in range(3)]
        self.damage(hurt, "UPDATE events SET data = x'03' WHERE resource = ? AND number = 2")
        self.assertIn('event 2', self.run_here('verify', expect=1).stdout)
        self.start_again()
        joined = self.world.join(hurt)
        queue = self.client.items('list_queue', {'resource_id': hurt['id']})
        self.assertEqual([one['id'] for one in queue],
                         [one['id'] for one in [*entries, joined]])
        told = self.client.quick('GET', f'/v1/waitlist/{joined["id"]}/explain')
        self.assertEqual(told.status, 500)
        self.assertIn('damaged at event 2', json.loads(told.raw)['detail'])


if __name__ == '__main__':
    unittest.main()
