"""Finding people in a line, beginning anywhere in it, and reading its history from both ends."""
import os
import sqlite3
import threading
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.waiting import wait_for
from harness.world import new_person


class Search(ServerCase):
    other_account = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.resource = cls.world.make_resource('slots')
        cls.people = {}
        for name, phone, service, tier in (
                ('Jürgen Müller', '+4915123456789', 'Colour', 0),
                ('MÜLLER-Lüdenscheidt', None, 'Cut', 2),
                ("Sinéad O'Neill", '+353861234567', 'Colour', 3),
                ('Łukasz 100% Żak', None, 'Cut', 0),
                ('Ольга Иванова', '+79161234567', 'Colour', 0),
                ('Zoë 🙂 \\_/', None, 'Perm', 1)):
            person = new_person(name=name, **({'phone': phone} if phone else {}))
            entry = cls.world.join(cls.resource, person, wants={'service': service})
            if tier:
                cls.client.call('update_entry', {'entry_id': entry['id']}, body={'tier': tier},
                                expect=200)
            cls.people[name] = {**entry, **person}

    def find(self, text, **query):
        found = self.client.items('list_entries', {'resource_id': self.resource['id']}, q=text,
                                  **query)
        return [entry['name'] for entry in found]

    def refused(self, operation, field, **query):
        answer = self.client.call(operation, {'resource_id': self.resource['id']}, query=query,
                                  expect=422)
        self.assertEqual(answer.bad_fields, [field])

    def test_letters_of_any_case(self):
        muellers = ['Jürgen Müller', 'MÜLLER-Lüdenscheidt']
        for text, names in (('müller', muellers), ('MÜLLER', muellers), ('  Müller ', muellers),
                            ('SINÉAD', ["Sinéad O'Neill"]), ('łuk', ['Łukasz 100% Żak']),
                            ('żAK', ['Łukasz 100% Żak']), ('ОЛЬГА', ['Ольга Иванова']),
                            ('zoË', ['Zoë 🙂 \\_/']), ('muller', []), ('nobody', [])):
            with self.subTest(text=text):
                self.assertEqual(self.find(text), names)

    def test_addresses_numbers_and_ids(self):
        olga, juergen = self.people['Ольга Иванова'], self.people['Jürgen Müller']
        for text in (olga['email'].upper(), '+7 916 123', '007916', olga['id'],
                     f' {olga["id"].lower()} '):
            with self.subTest(text=text):
                self.assertEqual(self.find(text), ['Ольга Иванова'])
        self.assertEqual(self.find('0151 234-567'), ['Jürgen Müller'])
        self.assertEqual(self.find('61234567'), ["Sinéad O'Neill", 'Ольга Иванова'])
        self.assertEqual(self.find('@mail.example'), list(self.people))
        other = self.world.make_resource()
        stranger = self.world.join(other)
        self.assertEqual(self.find(stranger['id']), [])
        self.assertEqual(self.find(juergen['id'], state='left'), [])

    def test_signs_mean_themselves(self):
        zoe = ['Zoë 🙂 \\_/']
        for text, names in (('%', ['Łukasz 100% Żak']), ('_', zoe), ('\\', zoe), ('🙂', zoe),
                            ("'", ["Sinéad O'Neill"]), ('"', []), ('*', []),
                            ("' OR 1=1 --", []), ('a&b=c', []), ('ё' * 100, [])):
            with self.subTest(text=text):
                self.assertEqual(self.find(text), names)

    def test_texts_that_cannot_be_looked_for(self):
        for text in ('', 'x' * 101, 'ё' * 101, ' ', '\t \n', b'\xff', b'm\xfcller'):
            with self.subTest(text=text):
                self.refused('list_entries', 'q', q=text)
        for text in ('\0', 'müller\0'):
            self.client.call('list_entries', {'resource_id': self.resource['id']},
                             query={'q': text}, expect=400)
        for field, value in (('service', ''), ('service', 'x' * 101), ('min_tier', '201'),
                             ('min_tier', '-1'), ('min_tier', 'one'), ('min_tier', ''),
                             ('state', 'gone')):
            with self.subTest(field=field, value=value):
                self.refused('list_entries', field, **{field: value})

    def test_filters_alone_and_together(self):
        ids = {'resource_id': self.resource['id']}

        def names(**query):
            return [entry['name'] for entry in self.client.items('list_entries', ids, **query)]

        colour = ['Jürgen Müller', "Sinéad O'Neill", 'Ольга Иванова']
        for limit in (1, 2, 200):
            with self.subTest(limit=limit):
                self.assertEqual(names(service='Colour', limit=limit), colour)
                self.assertEqual(names(service=' colour', limit=limit), colour)
                self.assertEqual(names(service='Colours', limit=limit), [])
                self.assertEqual(names(min_tier=2, limit=limit),
                                 ['MÜLLER-Lüdenscheidt', "Sinéad O'Neill"])
                self.assertEqual(names(min_tier=0, limit=limit), list(self.people))
                self.assertEqual(names(q='müller', service='Cut', limit=limit),
                                 ['MÜLLER-Lüdenscheidt'])
                self.assertEqual(names(q='é', service='Colour', min_tier=3, state='waiting',
                                       limit=limit), ["Sinéad O'Neill"])
                self.assertEqual(names(q='müller', state='accepted', limit=limit), [])

    def test_a_cursor_belongs_to_its_search(self):
        ids = {'resource_id': self.resource['id']}
        page = self.client.call('list_entries', ids, query={'q': 'mail', 'limit': 1}, expect=200)
        self.assertIsNotNone(page['next_cursor'])
        for query in ({}, {'q': 'example'}, {'q': 'mail', 'service': 'Cut'},
                      {'q': 'mail', 'min_tier': 1}, {'q': 'mail', 'state': 'waiting'}):
            with self.subTest(query=query):
                self.client.call('list_entries', ids, expect=400,
                                 query={**query, 'limit': 1, 'cursor': page['next_cursor']})

    def test_those_in_line_have_their_rank(self):
        ids = {'resource_id': self.resource['id']}
        listed = list(self.client.items('list_entries', ids, limit=4))
        queue = list(self.client.items('list_queue', ids))
        self.assertEqual({entry['id']: entry['rank'] for entry in listed},
                         {entry['id']: entry['rank'] for entry in queue})
        self.assertEqual([entry['name'] for entry in queue[:2]],
                         ["Sinéad O'Neill", 'MÜLLER-Lüdenscheidt'])

    def test_who_may_search(self):
        ids, query = {'resource_id': self.resource['id']}, {'q': 'müller'}
        found = self.as_guest(self.make_key('read-only')).call('list_entries', ids, query=query,
                                                               expect=200)
        self.assertEqual(len(found['items']), 2)
        self.as_public().call('list_entries', ids, query=query, expect=401)
        self.as_guest(self.other_key).call('list_entries', ids, query=query, expect=404)


class Pages(ServerCase):
    def test_paging_a_search_shows_everyone_exactly_once(self):
        resource = self.world.make_resource()
        wanted = []
        for index in range(60):
            name = f'Wanted {index}' if index % 7 else f'Other {index}'
            entry = self.world.join(resource, new_person(name=name))
            if index % 7:
                wanted.append(entry['id'])
        for limit in (1, 7, 51, 52, 200):
            with self.subTest(limit=limit):
                found = self.client.items('list_entries', {'resource_id': resource['id']},
                                          q='wANTED', limit=limit)
                self.assertEqual([entry['id'] for entry in found], wanted)

    def test_ended_entries_and_offers_in_the_list(self):
        resource, offered, _ = self.world.offered_slot()
        left = self.world.join(resource)
        self.client.call('leave', {'entry_id': left['id']}, expect=200)
        waiting = self.world.join(resource)
        first, second, third = self.client.items('list_entries', {'resource_id': resource['id']})
        self.assertEqual((first['state'], first['rank'], first['offer']['id']),
                         ('offered', None, offered['offer']['id']))
        self.assertEqual((second['state'], second['rank']), ('left', None))
        self.assertEqual((third['id'], third['rank']), (waiting['id'], 1))

    def test_the_line_from_any_rank(self):
        resource = self.world.make_resource()
        entries = [entry['id'] for entry in self.world.join_many(resource, 12)]
        ids = {'resource_id': resource['id']}

        def walk(**query):
            return [entry['id'] for entry in self.client.items('list_queue', ids, **query)]

        for rank in (1, 2, 7, 12):
            page = self.client.call('list_queue', ids, query={'from': rank, 'limit': 3},
                                    expect=200)
            with self.subTest(rank=rank):
                self.assertEqual([entry['rank'] for entry in page['items']],
                                 list(range(rank, min(rank + 3, 13))))
                self.assertEqual(page['next_cursor'] is None, rank + 3 > 12)
        for rank in (13, 4_000_000_000):
            self.assertEqual(walk(**{'from': rank}), [])
        page = self.client.call('list_queue', ids, query={'from': 5, 'limit': 3}, expect=200)
        rest = walk(cursor=page['next_cursor'], limit=3)
        self.assertEqual([entry['id'] for entry in page['items']] + rest, entries[4:])
        for query in ({'from': 0}, {'from': -1}, {'from': 4_000_000_001}, {'from': 'first'},
                      {'from': ''}, {'from': 1, 'cursor': page['next_cursor']}):
            with self.subTest(query=query):
                refused = self.client.call('list_queue', ids, query=query, expect=422)
                self.assertEqual(refused.bad_fields, ['from'])


class Audit(ServerCase):
    def story(self, resource, **query):
        return list(self.client.items('list_audit', {'resource_id': resource['id']}, **query))

    def busy_resource(self):
        """Two slots, the first of which two people were asked about."""
        resource = self.world.make_resource('slots')
        people = self.world.join_many(resource, 4)
        first = self.world.free_slot(resource)
        self.client.call('decline_offer', {'offer_id': first['offer']['id']}, expect=200)
        second = self.world.free_slot(resource)
        # When a message has left is an event too, and comes by itself.
        wait_for(lambda: all(offer['sent_at'] for offer in self.client.items(
            'list_offers', {'resource_id': resource['id']}, state='live')))
        return resource, people, first, second

    def test_newest_and_oldest_are_mirror_images(self):
        resource, *_ = self.busy_resource()
        whole = self.world.audit(resource)
        self.assertEqual([item['seq'] for item in whole], list(range(1, len(whole) + 1)))
        for limit in (1, 3, len(whole), 200):
            with self.subTest(limit=limit):
                self.assertEqual(self.story(resource, limit=limit), whole)
                self.assertEqual(self.story(resource, limit=limit, order='oldest'), whole)
                self.assertEqual(self.story(resource, limit=limit, order='newest'), whole[::-1])

    def test_new_events_do_not_move_a_walk_backwards(self):
        resource, *_ = self.busy_resource()
        ids = {'resource_id': resource['id']}
        page = self.client.call('list_audit', ids, query={'order': 'newest', 'limit': 2},
                                expect=200)
        last = page['items'][-1]['seq']
        self.world.join_many(resource, 3)
        rest = self.story(resource, order='newest', limit=2, cursor=page['next_cursor'])
        self.assertEqual([item['seq'] for item in rest], list(range(last - 1, 0, -1)))

    def test_the_story_of_an_entry_and_of_an_opening(self):
        resource, people, first, second = self.busy_resource()
        whole = self.world.audit(resource)
        for field, key in (('entry_id', people[0]['id']), ('entry_id', people[1]['id']),
                           ('opening_id', first['id']), ('opening_id', second['id'])):
            expected = [item for item in whole if item[field] == key]
            for limit in (1, 2, 200):
                with self.subTest(field=field, key=key, limit=limit):
                    self.assertEqual(self.story(resource, limit=limit, **{field: key}), expected)
                    self.assertEqual(self.story(resource, limit=limit, order='newest',
                                                **{field: key}), expected[::-1])
        asked = [item['entry_id'] for item in self.story(resource, opening_id=first['id'])
                 if item['type'] == 'offer_made']
        self.assertEqual(asked, [people[0]['id'], people[1]['id']])
        both = self.story(resource, opening_id=first['id'], entry_id=people[1]['id'])
        self.assertEqual(both, [item for item in whole if item['opening_id'] == first['id']
                                and item['entry_id'] == people[1]['id']])
        self.assertTrue(both)

    def test_stories_that_do_not_exist(self):
        resource, people, first, _ = self.busy_resource()
        stranger = self.world.join(self.world.make_resource())
        ids = {'resource_id': resource['id']}
        for query, field in (({'order': 'random'}, 'order'), ({'order': ''}, 'order'),
                             ({'entry_id': 'ent_'}, 'entry_id'),
                             ({'entry_id': first['id']}, 'entry_id'),
                             ({'entry_id': stranger['id']}, 'entry_id'),
                             ({'opening_id': people[0]['id']}, 'opening_id'),
                             ({'opening_id': "' OR 1"}, 'opening_id')):
            with self.subTest(query=query):
                refused = self.client.call('list_audit', ids, query=query, expect=422)
                self.assertEqual(refused.bad_fields, [field])
        page = self.client.call('list_audit', ids, query={'limit': 1}, expect=200)
        for query in ({'order': 'newest'}, {'entry_id': people[0]['id']}):
            self.client.call('list_audit', ids, expect=400,
                             query={**query, 'cursor': page['next_cursor']})


class Verification(ServerCase):
    other_account = True

    def verify(self, resource):
        return self.client.call('verify_audit', {'resource_id': resource['id']}, expect=200).body

    def change_file(self, sql, *values):
        """As someone would who has the file, while the server is down."""
        self.server.terminate()
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as connection:
            changed = connection.execute(sql, values).rowcount
        connection.close()
        self.assertEqual(changed, 1)
        self.server.start()
        self.connect()

    def number_of(self, resource):
        """The resource's number in the file: they are given out in order."""
        with sqlite3.connect(os.path.join(self.server.data_dir, 'standby.db')) as connection:
            [number] = connection.execute('SELECT number FROM resources WHERE name = ?',
                                          (resource['name'],)).fetchone()
        connection.close()
        return number

    def test_a_sound_history(self):
        for resource in (self.world.make_resource(), self.world.offered_slot()[0],
                         self.world.accepted_seat()[0], self.world.confirming(
                             inventory='external')[0]):
            last = self.world.audit(resource)[-1]
            verdict = self.verify(resource)
            self.assertEqual((verdict['ok'], verdict['findings']), (True, []))
            if last['seq'] == verdict['events']:  # a message may have been sent meanwhile
                self.assertEqual(verdict['head'], last['hash'])

    def test_a_history_that_grows_under_the_check_is_sound_too(self):
        resource = self.world.make_resource('seats', capacity=20)
        stop, failures = threading.Event(), []

        def keep_joining():
            client = Client(self.server.address, CONTRACT, self.server.api_key)
            try:
                while not stop.is_set():
                    client.call('join', {'resource_id': resource['id']}, body=new_person(),
                                expect=201)
            except Exception as error:  # shown by the test itself
                failures.append(error)
            finally:
                client.close()

        verdicts = []

        def has_grown():
            verdicts.append(self.verify(resource))
            return verdicts[-1]['events'] >= 60

        writer = threading.Thread(target=keep_joining)
        writer.start()
        try:
            wait_for(has_grown)
        finally:
            stop.set()
            writer.join()
        self.assertFalse(failures)
        self.assertEqual([verdict['findings'] for verdict in verdicts], [[]] * len(verdicts))
        events = [verdict['events'] for verdict in verdicts]
        self.assertEqual(events, sorted(events))

    def test_several_at_once_are_checked_or_asked_to_wait(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 50)
        statuses, lock = [], threading.Lock()

        def check():
            client = Client(self.server.address, CONTRACT, self.server.api_key)
            answer = client.call('verify_audit', {'resource_id': resource['id']},
                                 expect=(200, 503))
            client.close()
            with lock:
                statuses.append(answer.status)
                if answer.status == 503:
                    self.assertIn('Retry-After', answer.headers)

        threads = [threading.Thread(target=check) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(statuses), 8)
        self.assertIn(200, statuses)
        self.assertTrue(self.verify(resource)['ok'])

    def test_a_changed_event_is_found(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 5)
        other = self.world.make_resource()
        number = self.number_of(resource)
        self.change_file("UPDATE events SET data = data || x'00' WHERE resource = ? AND number = 3",
                         number)
        verdict = self.verify(resource)
        self.assertFalse(verdict['ok'])
        self.assertIn('event 3', verdict['findings'][0])
        self.assertIn('hash chain', verdict['findings'][0])
        self.assertEqual(verdict['events'], 2)
        self.assertTrue(self.verify(other)['ok'])

    def test_a_missing_event_is_found(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 5)
        self.change_file('DELETE FROM events WHERE resource = ? AND number = 4',
                         self.number_of(resource))
        verdict = self.verify(resource)
        self.assertEqual((verdict['ok'], verdict['events']), (False, 3))
        self.assertIn('event 4', verdict['findings'][0])

    def test_a_changed_row_is_found(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 5)
        gone = self.world.join(resource)
        self.client.call('leave', {'entry_id': gone['id']}, expect=200)
        self.change_file('UPDATE entries SET state = 11 WHERE resource = ? AND number = 6',
                         self.number_of(resource))
        verdict = self.verify(resource)
        self.assertFalse(verdict['ok'])
        self.assertTrue(any('entry 6' in finding for finding in verdict['findings']),
                        verdict['findings'])

    def test_who_may_check(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        self.as_guest(self.make_key('read-only')).call('verify_audit', ids, expect=200)
        self.as_public().call('verify_audit', ids, expect=401)
        self.as_guest(self.other_key).call('verify_audit', ids, expect=404)


if __name__ == '__main__':
    unittest.main()
