"""The events of all lists of an account: pages and streams in one order, from any point on, for
those who may see them and nobody else."""
import threading
import unittest

from harness.case import ServerCase
from harness.client import Client
from harness.world import World


class FeedCase(ServerCase):
    def page(self, client=None, **query):
        return (client or self.client).call('list_events', {}, query=query, expect=200).body

    def everything(self, client=None, **query):
        """All there is behind the cursor, and the cursor behind it."""
        items = []
        while True:
            page = self.page(client, limit=200, **query)
            items += page['items']
            if page['next_cursor'] == query.get('cursor'):
                return items, page['next_cursor']
            query['cursor'] = page['next_cursor']

    def follow(self, client=None, last_event_id=None, **query):
        stream = (client or self.client).stream('list_events', {}, last_event_id=last_event_id,
                                                query=query)
        self.addCleanup(stream.close)
        return stream


class Pages(FeedCase):
    def test_have_each_event_of_every_list_once_in_the_order_of_its_trail(self):
        first, second = self.world.make_resource(), self.world.make_resource('slots')
        self.world.join(first)
        self.world.join(second)
        self.world.free_slot(second)
        items, _ = self.everything()
        self.assertEqual(len({item['id'] for item in items}), len(items))
        for resource in (first, second):
            own = [item for item in items if item['data']['resource_id'] == resource['id']]
            audit = self.world.audit(resource)
            self.assertEqual([item['id'] for item in own],
                             [f'{resource["id"]}:{row["seq"]}' for row in audit])
            self.assertEqual([item['data'] for item in own],
                             [{'resource_id': resource['id'], **row} for row in audit])
            self.assertTrue(own[0]['source'].endswith(f'/v1/resources/{resource["id"]}'))
            self.assertEqual([item['type'] for item in own], [row['type'] for row in audit])

    def test_the_cursor_is_never_null_and_goes_on_with_what_happens_later(self):
        _, cursor = self.everything()
        page = self.page(cursor=cursor)
        self.assertEqual((page['items'], page['next_cursor']), ([], cursor))
        resource = self.world.make_resource()
        self.world.join(resource)
        page = self.page(cursor=cursor)
        self.assertEqual([item['id'] for item in page['items']],
                         [f'{resource["id"]}:1', f'{resource["id"]}:2'])
        self.assertNotEqual(page['next_cursor'], cursor)

    def test_small_pages_come_to_the_same(self):
        self.world.join_many(self.world.make_resource(), 5)
        whole, end = self.everything()
        found, cursor = [], {}
        for _ in range(len(whole)):
            page = self.page(limit=1, **cursor)
            found += page['items']
            cursor = {'cursor': page['next_cursor']}
        self.assertEqual(found, whole)
        self.assertEqual(cursor['cursor'], end)

    def test_can_be_of_one_list_and_of_some_types(self):
        resource, other = self.world.make_resource(), self.world.make_resource()
        self.world.join(resource)
        self.world.join(other)
        own, _ = self.everything(resource_id=resource['id'])
        self.assertEqual({item['data']['resource_id'] for item in own}, {resource['id']})
        joined, _ = self.everything(resource_id=resource['id'], type='entry_joined')
        self.assertEqual([item['type'] for item in joined], ['entry_joined'])
        several, _ = self.everything(resource_id=resource['id'],
                                     type='entry_joined,resource_created')
        self.assertEqual([item['type'] for item in several], ['resource_created', 'entry_joined'])

    def test_begin_with_what_happens_from_now_on_where_that_is_asked(self):
        self.world.make_resource()
        cursor = self.page(cursor='now')['next_cursor']
        self.assertEqual(self.page(cursor=cursor)['items'], [])

    def test_bad_queries_are_said_to_be_bad(self):
        for query, status in (({'cursor': 'nonsense'}, 400), ({'cursor': ''}, 400),
                              ({'limit': 0}, 422), ({'limit': 201}, 422), ({'limit': 'x'}, 422),
                              ({'type': 'no_such_type'}, 422), ({'type': 'offer_made,'}, 422),
                              ({'resource_id': 'nonsense'}, 422),
                              ({'resource_id': 'res_999999'}, 404)):
            with self.subTest(query=query):
                self.client.call('list_events', {}, query=query, expect=status)

    def test_name_nobody(self):
        resource = self.world.make_resource()
        self.world.join(resource, name='Zebedee Quux', email='zebedee.quux@example.com',
                        phone='+4915112345678')
        raw = self.client.call('list_events', {}, query={'resource_id': resource['id']},
                               expect=200).raw
        for personal in (b'Zebedee', b'quux', b'15112345678'):
            self.assertNotIn(personal, raw)


class Streams(FeedCase):
    def test_begin_where_they_are_told_and_go_on_with_what_happens(self):
        resource = self.world.make_resource()
        self.world.join(resource)
        items, cursor = self.everything()
        stream = self.follow()
        self.assertEqual([stream.next().data for _ in items], items)
        entry = self.world.join(resource)
        event = stream.next()
        self.assertEqual(event.data['data']['entry_id'], entry['id'])
        behind = self.follow(cursor=cursor)
        self.assertEqual(behind.next().data, event.data)

    def test_resume_behind_any_event_without_a_gap(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 4)
        stream = self.follow(resource_id=resource['id'])
        events = [stream.next() for _ in range(5)]
        for index in range(4):
            again = self.follow(last_event_id=events[index].id, resource_id=resource['id'])
            self.assertEqual(again.next().data, events[index + 1].data)

    def test_ids_are_cursors_of_pages_as_well(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 3)
        first = self.follow(resource_id=resource['id']).next()
        rest, _ = self.everything(cursor=first.id, resource_id=resource['id'])
        self.assertEqual(rest[0]['data']['seq'], 2)

    def test_only_tell_what_is_wanted(self):
        resource = self.world.make_resource()
        stream = self.follow(cursor='now', type='entry_ended')
        entry = self.world.join(resource)
        self.client.call('leave', {'entry_id': entry['id']}, expect=200)
        self.assertEqual(stream.next().data['type'], 'entry_ended')

    def test_a_bad_cursor_is_no_stream(self):
        self.assertEqual(self.follow(cursor='nonsense').status, 400)
        self.assertEqual(self.follow(last_event_id='17').status, 400)

    def test_end_when_their_key_is_revoked(self):
        key = self.client.call('create_key', body={'label': 'Follower', 'role': 'read-only'},
                               expect=201).body
        client = Client(self.server.address, self.client.contract, key['key'])
        self.addCleanup(client.close)
        stream = self.follow(client, cursor='now')
        self.client.call('revoke_key', {'key_id': key['id']}, expect=200)
        self.world.make_resource()
        self.assertIsNone(stream.next())

    def test_there_are_only_so_many_of_an_account(self):
        streams = [self.follow(cursor='now') for _ in range(20)]
        self.assertEqual([stream.status for stream in streams], [200] * 20)
        self.assertEqual(self.follow(cursor='now').status, 429)

    def test_no_gap_and_no_repeat_while_events_happen_on_several_lists(self):
        lists = [self.world.make_resource() for _ in range(3)]
        _, cursor = self.everything()
        failures = []

        def keep_joining(resource):
            client = Client(self.server.address, self.client.contract, self.client.credential)
            try:
                for _ in range(100):
                    World(client).join(resource, credential=client.credential)
            except Exception as error:  # shown by the test itself
                failures.append(error)
            finally:
                client.close()

        threads = [threading.Thread(target=keep_joining, args=(one,)) for one in lists]
        for thread in threads:
            thread.start()
        seen, last = [], cursor
        while len(seen) < 300:
            with self.client.stream('list_events', {}, last_event_id=last) as stream:
                for _ in range(min(70, 300 - len(seen))):
                    event = stream.next()
                    seen.append(event.data['id'])
                    last = event.id
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(sorted(seen), sorted(f'{one["id"]}:{seq}' for one in lists
                                              for seq in range(2, 102)))
        for one in lists:
            own = [int(key.split(':')[1]) for key in seen if key.startswith(f'{one["id"]}:')]
            self.assertEqual(own, list(range(2, 102)))
        items, _ = self.everything(cursor=cursor)
        self.assertEqual([item['id'] for item in items], seen)


if __name__ == '__main__':
    unittest.main()
