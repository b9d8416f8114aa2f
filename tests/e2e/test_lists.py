"""Lists: following the cursors shows everything exactly once, also while people join."""
import threading
import unittest

from harness.case import ServerCase
from harness.client import Client
from harness.world import World


class Lists(ServerCase):
    def walk(self, operation, resource, limit, **query):
        return list(self.client.items(operation, {'resource_id': resource['id']}, limit=limit,
                                      **query))

    def test_pages_have_fifty_items_unless_asked_otherwise(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 60)
        ids = {'resource_id': resource['id']}
        for limit, count in ((None, 50), (1, 1), (200, 60)):
            query = {} if limit is None else {'limit': limit}
            page = self.client.call('list_entries', ids, query=query, expect=200)
            self.assertEqual(len(page['items']), count)
            self.assertEqual(page['next_cursor'] is None, count == 60)

    def test_a_last_page_that_is_full_has_no_next(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 4)
        first = self.client.call('list_entries', {'resource_id': resource['id']},
                                 query={'limit': 4}, expect=200)
        if first['next_cursor'] is not None:  # allowed, as long as nothing comes twice
            rest = self.client.call('list_entries', {'resource_id': resource['id']},
                                    query={'limit': 4, 'cursor': first['next_cursor']}, expect=200)
            self.assertEqual((rest['items'], rest['next_cursor']), ([], None))

    def test_every_list_shows_all_at_any_page_size(self):
        resource = self.world.make_resource('slots')
        self.world.join_many(resource, 7)
        for _ in range(5):
            self.world.free_slot(resource)
        for operation in ('list_queue', 'list_entries', 'list_offers', 'list_openings',
                          'list_messages', 'list_audit'):
            whole = self.walk(operation, resource, 200)
            self.assertTrue(whole)
            for limit in (1, 2, 3):
                with self.subTest(operation=operation, limit=limit):
                    self.assertEqual(self.walk(operation, resource, limit), whole)

    def test_lists_can_be_narrowed_to_a_state(self):
        resource = self.world.make_resource('slots')
        entries = self.world.join_many(resource, 6)
        for _ in range(2):
            self.world.free_slot(resource)
        self.client.call('leave', {'entry_id': entries[-1]['id']}, expect=200)
        for operation, state, count in (('list_entries', 'offered', 2),
                                        ('list_entries', 'waiting', 3), ('list_entries', 'left', 1),
                                        ('list_entries', 'no_show', 0), ('list_offers', 'live', 2),
                                        ('list_offers', 'expired', 0),
                                        ('list_openings', 'offering', 2),
                                        ('list_openings', 'booked', 0)):
            with self.subTest(operation=operation, state=state):
                items = self.walk(operation, resource, 1, state=state)
                self.assertEqual([item['state'] for item in items], [state] * count)

    def test_the_queue_is_the_line_in_order(self):
        resource = self.world.make_resource()
        entries = self.world.join_many(resource, 12)
        self.client.call('update_entry', {'entry_id': entries[9]['id']}, body={'tier': 1},
                         expect=200)
        queue = self.walk('list_queue', resource, 5)
        self.assertEqual([item['rank'] for item in queue], list(range(1, 13)))
        self.assertEqual(queue[0]['id'], entries[9]['id'])
        self.assertEqual(queue[0]['position'], entries[9]['position'])

    def test_resources_and_keys_are_lists_too(self):
        made = {self.world.make_resource()['id'] for _ in range(5)}
        for client in (self.client, self.as_public()):
            ids = [item['id'] for item in client.items('list_resources', limit=2)]
            self.assertEqual(len(ids), len(set(ids)))
            self.assertLessEqual(made, set(ids))
        self.make_key('staff')
        keys = [item['id'] for item in self.client.items('list_keys', limit=1)]
        self.assertEqual(len(keys), len(set(keys)))
        self.assertGreaterEqual(len(keys), 2)

    def test_walking_shows_everything_once_while_people_join(self):
        resource = self.world.make_resource()
        before = [entry['id'] for entry in self.world.join_many(resource, 80)]
        stop, joined, failures = threading.Event(), [], []

        def keep_joining():
            client = Client(self.server.address, self.client.contract, self.client.credential)
            try:
                while not stop.is_set():
                    entry = World(client).join(resource, credential=client.credential)
                    joined.append(entry['id'])
            except Exception as error:  # shown by the test itself
                failures.append(error)
            finally:
                client.close()

        writer = threading.Thread(target=keep_joining)
        writer.start()
        try:
            for operation in ('list_entries', 'list_queue'):
                # Bounded: new ones may come for as long as the walk takes.
                seen = []
                for item in self.client.items(operation, {'resource_id': resource['id']}, limit=7):
                    seen.append(item['id'])
                    if len(seen) >= 200:
                        break
                with self.subTest(operation=operation):
                    self.assertEqual(len(seen), len(set(seen)))
                    self.assertEqual(seen[:len(before)], before)
        finally:
            stop.set()
            writer.join()
        self.assertFalse(failures)
        self.assertEqual([item['id'] for item in self.walk('list_entries', resource, 200)],
                         before + joined)
        self.assertEqual([item['seq'] for item in self.walk('list_audit', resource, 33)],
                         list(range(1, self.world.last_seq(resource) + 1)))


if __name__ == '__main__':
    unittest.main()
