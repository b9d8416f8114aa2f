"""A history with more names than an earlier build could count, made by that build
(tools/overgrown): anybody could write one, reading it ended the server, and its list was lost. It
opens, goes on, is verified, and its rows can be mended from it."""
import hashlib
import lzma
import os
import shutil
import sqlite3
import tempfile
import unittest

from harness.case import CONTRACT
from harness.client import Client
from harness.contract import ROOT
from harness.server import Server, create_account, run_command
from harness.world import World, new_person

DATA = os.path.join(ROOT, 'tests', 'overgrown', 'standby.db.xz')
NAMES_THEN = 60_000


def unpack(path):
    """The file with the links of its events, which are not stored in it; returns the last one and
    what the list's row says that it is."""
    with lzma.open(DATA) as packed, open(path, 'wb') as file:
        shutil.copyfileobj(packed, file)
    with sqlite3.connect(path) as database:
        link = bytes(32)
        links = []
        for number, data in database.execute('SELECT number, data FROM events ORDER BY number'):
            link = hashlib.sha256(link + data).digest()
            links.append((link, number))
        database.executemany('UPDATE events SET link = ? WHERE resource = 1 AND number = ?', links)
        told, = database.execute('SELECT last_link FROM resources').fetchone()
    database.close()
    return link, told


class Overgrown(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.database = os.path.join(self.folder, 'standby.db')
        link, told = unpack(self.database)
        self.assertEqual(link, told, 'the file is not as it was made')
        self.key = create_account(self.folder, 'Standby')  # whose list it is

    def serve(self):
        server = Server('--join-rate', '0', data_dir=self.folder)
        self.addCleanup(server.stop)
        server.start()
        client = Client(server.address, CONTRACT, self.key)
        self.addCleanup(client.close)
        return server, client

    def run_here(self, *words, expect=0):
        done = run_command(*words, '--data-dir', self.folder)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout

    def test_it_opens_and_goes_on(self):
        server, client = self.serve()
        [resource] = client.items('list_resources')
        self.assertGreater(3 * resource['last_seq'], NAMES_THEN)
        [entry] = client.items('list_queue', {'resource_id': resource['id']})
        explained = client.call('explain_entry', {'entry_id': entry['id']}, expect=200)
        self.assertEqual(explained['entry_id'], entry['id'])
        joined = World(client).join(resource, new_person(), wants={'service': 'a new one'})
        self.assertEqual(joined['position'], 2)
        client.call('verify_audit', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(server.terminate(), 0)
        self.run_here('verify')
        self.assertIn('Nothing is damaged', self.run_here('repair'))
        self.run_here('explain', entry['id'])
        self.run_here('replay', resource['id'], '--at', '2026-11-15T14:00:00Z')

    def test_its_rows_are_mended_from_it(self):
        server, client = self.serve()
        [resource] = client.items('list_resources')
        self.assertEqual(server.terminate(), 0)
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE entries SET data = x'0203'")
        database.close()
        self.run_here('verify', expect=1)
        self.assertIn('would do: 1 row', self.run_here('repair', expect=1))
        self.run_here('repair', '--yes')
        self.run_here('verify')
        _, client = self.serve()
        [entry] = client.items('list_queue', {'resource_id': resource['id']})
        self.assertTrue(entry['wants']['service'].startswith('s2000'), entry['wants'])


if __name__ == '__main__':
    unittest.main()
