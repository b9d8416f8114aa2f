"""What a change would do, and what the rules were: tried out on the real server, and never done."""
import os
import sqlite3
import unittest

from harness.case import ServerCase
from harness.waiting import wait_for
from harness.world import later

PERSON_WITH_MARKUP = '<img src=x onerror=alert(1)>'


class Preview(ServerCase):
    def preview(self, resource, expect=200, **change):
        """Tries the change out, and proves that nothing happened."""
        return self.assert_changes_nothing(
            resource, lambda: self.client.call('preview_change', {'resource_id': resource['id']},
                                               body=change, expect=expect))

    def full_event(self, waiting=5, **rules):
        resource = self.world.make_resource('seats', capacity=1, rules=rules)
        return resource, [self.world.join(resource) for _ in range(1 + waiting)][1:]

    def ids(self, entries):
        return [entry.get('entry_id') or entry['id'] for entry in entries]

    def test_more_seats_name_those_who_would_be_promoted(self):
        resource, line = self.full_event()
        shown = self.preview(resource, capacity=3)
        self.assertEqual(self.ids(shown['promoted']), self.ids(line[:2]))
        self.assertEqual([entry['rank_now'] for entry in shown['promoted']], [1, 2])
        self.assertEqual(shown['promoted_count'], 2)
        self.assertEqual(self.ids(shown['next']), self.ids(line[2:5]))
        self.assertEqual([entry['name'] for entry in shown['next']],
                         [self.world.entry(entry)['name'] for entry in line[2:5]])
        self.assertEqual((shown['waiting_after'], shown['free_after']), (3, 0))
        self.assertEqual(shown['changes'], [])
        self.assertTrue(shown['sentences'])

    def test_what_was_shown_is_what_then_happens(self):
        resource, line = self.full_event()
        shown = self.preview(resource, capacity=4)
        self.world.change(resource, capacity=4)
        offered = [entry['id'] for entry in line if self.world.entry(entry)['state'] == 'offered']
        self.assertEqual(self.ids(shown['promoted']), offered)
        queue = self.client.call('list_queue', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(self.ids(shown['next']), self.ids(queue['items']))
        self.assertEqual(self.world.resource(resource)['counts']['waiting'],
                         shown['waiting_after'])

    def test_the_database_is_untouched(self):
        resource, _ = self.full_event()
        path = os.path.join(self.server.data_dir, 'standby.db')

        def stored():
            with sqlite3.connect(f'file:{path}?mode=ro', uri=True) as database:
                tables = [row[0] for row in database.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN"
                    " ('events', 'entries', 'offers', 'openings', 'outbox', 'answers',"
                    " 'resources')")]
                self.assertIn('events', tables)
                return {table: sorted(map(repr, database.execute(f'SELECT * FROM {table}')))
                        for table in tables}

        before = stored()
        self.preview(resource, capacity=50)
        self.preview(resource, rules={'order': 'score'})
        self.assertEqual(stored(), before)

    def test_other_rules_show_another_line_and_the_difference(self):
        resource, line = self.full_event(waiting=2)
        favourite = self.world.join(resource, credential=self.client.credential, points=50)
        shown = self.preview(resource, rules={'order': 'score', 'claim_window': '30m',
                                              'visibility': 'rank'}, locale='de')
        self.assertEqual(self.ids(shown['next']), self.ids([favourite, *line]))
        self.assertEqual([(entry['rank_now'], entry['points']) for entry in shown['next']],
                         [(3, 50), (1, 0), (2, 0)])
        self.assertEqual(shown['changes'],
                         [{'rule': 'order', 'from': 'fifo', 'to': 'score'},
                          {'rule': 'claim_window', 'from': '12h', 'to': '30m'}])
        english = self.preview(resource, rules={'order': 'score', 'claim_window': '30m'})
        self.assertNotEqual(shown['sentences'], english['sentences'])
        now = self.preview(resource)
        self.assertNotEqual(now['sentences'], english['sentences'])
        self.assertEqual(now['changes'], [])

    def test_a_release_is_tried_out(self):
        resource = self.world.make_resource('access', capacity=3)
        line = [self.world.join(resource) for _ in range(2)]
        shown = self.preview(resource, release=1)
        self.assertEqual(self.ids(shown['promoted']), self.ids(line[:1]))
        self.assertEqual(self.preview(resource, release=1000)['free_after'], 1)
        outside = self.world.make_resource('seats', inventory='external')
        guest = self.world.join(outside)
        self.assertEqual(self.ids(self.preview(outside, release=2)['promoted']),
                         self.ids([guest]))

    def test_slots_tell_who_is_next(self):
        resource = self.world.make_resource('slots')
        line = [self.world.join(resource) for _ in range(4)]
        shown = self.preview(resource, rules={'max_misses': 7})
        self.assertEqual(self.ids(shown['next']), self.ids(line[:3]))
        self.assertEqual(self.preview(resource, expect=422, capacity=3).bad_fields, ['capacity'])
        self.assertEqual(self.preview(resource, expect=409, release=3).problem, 'wrong-kind')

    def test_nobody_is_next_before_the_draw(self):
        resource = self.world.make_resource('seats', capacity=1, rules={
            'order': 'lottery', 'draw_at': later(days=1), 'draw_words': 'winter'})
        self.world.join_many(resource, 3)
        shown = self.preview(resource, capacity=2)
        self.assertEqual((shown['promoted'], shown['next'], shown['waiting_after']), ([], [], 3))
        shown = self.preview(resource, expect=422, rules={'draw_words': 'another'})
        self.assertEqual(shown.bad_fields, ['rules.draw_words'])
        # Trying an earlier draw must not tell what the seed would draw.
        shown = self.preview(resource, rules={'draw_at': later(days=-1)})
        self.assertEqual((shown['promoted'], shown['next']), ([], []))

    def test_bad_input_is_told_as_the_change_itself_tells_it(self):
        resource, _ = self.full_event(waiting=1)
        ids = {'resource_id': resource['id']}
        for change in ({'capacity': -1}, {'capacity': 'x'}, {'rules': {'claim_window': '1s'}},
                       {'rules': {'order': 'best', 'max_offers': -1}}, {'rules': {'nothing': 1}},
                       {'nothing': 1}, {'rules': {'order': 'lottery'}}):
            with self.subTest(change=change):
                tried = self.preview(resource, expect=422, **change)
                real = self.client.call('update_resource', ids, body=change, expect=422)
                self.assertEqual(tried.body['errors'], real.body['errors'])
        self.assertEqual(self.preview(resource, expect=422, release=1, capacity=5).bad_fields,
                         ['release'])
        self.assertEqual(self.preview(resource, expect=422, locale='it').bad_fields, ['locale'])
        self.assertEqual(self.preview(resource, expect=409, release=1).problem, 'not-external')

    def test_a_closed_list_cannot_be_changed(self):
        resource, _ = self.full_event(waiting=1)
        self.client.call('close_resource', {'resource_id': resource['id']}, expect=200)
        wait_for(lambda: self.world.resource(resource)['counts']['waiting'] == 0)
        self.assertEqual(self.preview(resource, expect=410, capacity=5).problem,
                         'resource-closed')

    def test_only_staff_may_look(self):
        resource, line = self.full_event(waiting=1)
        ids = {'resource_id': resource['id']}
        for credential, status in ((None, 401), (line[0]['token'], (401, 403))):
            self.client.call('preview_change', ids, body={'capacity': 2}, credential=credential,
                             expect=status)
        self.client.call('preview_change', ids, body={'capacity': 2},
                         credential=self.make_key('read-only'), expect=200)

    def test_names_are_text(self):
        resource, _ = self.full_event(waiting=0)
        self.world.join(resource, {'name': PERSON_WITH_MARKUP, 'email': 'x@mail.example.org'})
        self.assertEqual(self.preview(resource, capacity=2)['promoted'][0]['name'],
                         PERSON_WITH_MARKUP)

    def test_the_same_question_under_a_key_gets_the_same_answer(self):
        resource, _ = self.full_event()
        ids = {'resource_id': resource['id']}
        first = self.client.call('preview_change', ids, body={'capacity': 3}, key='look',
                                 expect=200)
        self.world.join(resource)
        again = self.client.call('preview_change', ids, body={'capacity': 3}, key='look',
                                 expect=200)
        self.assertTrue(again.replayed)
        self.assertEqual(again.body, first.body)
        reused = self.client.call('preview_change', ids, body={'capacity': 4}, key='look',
                                  expect=422)
        self.assertEqual(reused.problem, 'idempotency-key-reused')


class RuleVersions(ServerCase):
    def versions(self, resource, **query):
        return self.client.call('list_rules', {'resource_id': resource['id']}, query=query,
                                expect=200)['items']

    def test_every_change_is_listed_newest_first(self):
        resource = self.world.make_resource('seats', capacity=2)
        self.world.change(resource, capacity=3)
        self.world.change(resource, rules={'claim_window': '45m', 'max_offers': 9})
        self.world.change(resource, rules={'quiet_hours': {'from': '20:00', 'to': '07:30'}})
        third, second, first = self.versions(resource)
        self.assertEqual([one['version'] for one in (third, second, first)], [3, 2, 1])
        self.assertEqual(first['changes'], [])
        self.assertEqual(first['rules'], resource['rules'])
        self.assertEqual(second['changes'],
                         [{'rule': 'claim_window', 'from': '12h', 'to': '45m'},
                          {'rule': 'max_offers', 'from': 0, 'to': 9}])
        self.assertEqual(third['changes'], [{'rule': 'quiet_hours', 'from': None,
                                             'to': {'from': '20:00', 'to': '07:30'}}])
        self.assertEqual(third['rules'], self.world.resource(resource)['rules'])
        events = [item for item in self.world.audit(resource)
                  if item['type'] in ('resource_created', 'rules_changed')]
        self.assertEqual([(one['at'], one['actor']) for one in (first, second, third)],
                         [(event['at'], event['actor']) for event in events])

    def test_sentences_come_in_four_languages(self):
        resource = self.world.make_resource('slots')
        said = {locale: tuple(self.versions(resource, locale=locale)[0]['sentences'])
                for locale in ('en', 'de', 'fr', 'es')}
        self.assertEqual(len(set(said.values())), 4)
        self.assertEqual(tuple(self.versions(resource)[0]['sentences']), said['en'])
        answer = self.client.call('list_rules', {'resource_id': resource['id']},
                                  query={'locale': 'it'}, expect=422)
        self.assertEqual(answer.bad_fields, ['locale'])

    def test_a_draws_words_are_a_rule_and_its_seed_is_none(self):
        resource = self.world.make_resource('seats', capacity=1, rules={
            'order': 'lottery', 'draw_at': later(days=1), 'draw_words': 'winter'})
        self.world.change(resource, rules={'draw_words': 'summer'})
        newest, oldest = self.versions(resource)
        self.assertEqual(newest['changes'],
                         [{'rule': 'draw_words', 'from': 'winter', 'to': 'summer'}])
        for version in (newest, oldest):
            self.assertIsNone(version['rules']['draw_seed'])


if __name__ == '__main__':
    unittest.main()
