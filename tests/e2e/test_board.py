"""The board: one answer with everything staff watch, and what needs attention."""
import json
import unittest

from harness.case import ServerCase
from harness.smtp import MailCase
from harness.waiting import wait_for
from harness.world import later, new_person


class BoardCase:
    def board(self, resource, **more):
        return self.client.call('get_board', {'resource_id': resource['id']}, expect=200,
                                **more).body

    def needs(self, resource):
        return self.board(resource)['needs_hand']


class Board(BoardCase, ServerCase):
    other_account = True

    def salon(self, **rules):
        """A list of slots where three people want colour and one wants a cut."""
        resource = self.world.make_resource('slots', rules=rules)
        wants = ('Colour', 'Colour', 'Colour', 'Cut')
        people = [self.world.join(resource, new_person(name=f'Guest {index}'),
                                  wants={'service': service})
                  for index, service in enumerate(wants)]
        return resource, people

    def test_an_empty_board(self):
        resource = self.world.make_resource()
        board = self.board(resource)
        self.assertEqual(board['resource'], self.world.resource(resource))
        self.assertEqual([board[part] for part in ('offers', 'accepted', 'waiting', 'openings',
                                                   'needs_hand')], [[]] * 5)

    def test_a_slot_for_several_services_says_which(self):
        resource, people = self.salon()
        self.world.free_slot(resource, services=['Perm', 'Cut'], staff_any=['Ann', 'Bo'])
        [slot] = self.board(resource)['openings']
        self.assertEqual((slot['services'], slot['staff_any']), (['Perm', 'Cut'], ['Ann', 'Bo']))
        [offer] = self.board(resource)['offers']
        self.assertEqual(offer['entry']['id'], people[3]['id'])

    def test_a_slot_from_free_to_taken(self):
        resource, people = self.salon()
        slot = self.world.free_slot(resource, service='Colour', staff='Mia', place='Chair 2',
                                    price={'amount': 6000, 'currency': 'EUR'})
        board = self.board(resource)
        [offer] = board['offers']
        self.assertEqual(offer['state'], 'live')
        self.assertEqual(offer['opening_id'], slot['id'])
        self.assertIn(offer['delivery'], [{'state': state, 'channel': None}
                                          for state in ('waiting', 'page')])
        self.assertEqual((offer['entry']['id'], offer['entry']['name']),
                         (people[0]['id'], 'Guest 0'))
        self.assertEqual((offer['entry']['service'], offer['entry']['staff'],
                          offer['entry']['starts_at']), ('Colour', 'Mia', slot['starts_at']))
        [opening] = board['openings']
        self.assertEqual(opening, {'offers_made': 1, 'state': 'offering', 'offer_id': offer['id'],
                                   'standing_yes': 0, **{name: slot[name] for name in (
                                       'id', 'starts_at', 'duration', 'service', 'staff', 'place',
                                       'size', 'price')}})
        self.assertEqual([(entry['name'], entry['rank'], entry['service'])
                          for entry in board['waiting']],
                         [('Guest 1', 1, 'Colour'), ('Guest 2', 2, 'Colour'),
                          ('Guest 3', 3, 'Cut')])
        self.assertEqual(board['accepted'], [])

        self.as_guest(people[0]['token']).call('accept_offer', {'offer_id': offer['id']},
                                               expect=200)
        board = self.board(resource)
        self.assertEqual((board['offers'], board['openings']), ([], []))
        [taken] = board['accepted']
        self.assertEqual((taken['id'], taken['state'], taken['rank'], taken['opening_id'],
                          taken['starts_at'], taken['service'], taken['staff']),
                         (people[0]['id'], 'accepted', None, slot['id'], slot['starts_at'],
                          'Colour', 'Mia'))
        self.assertEqual(board['resource']['counts']['accepted'], 1)
        self.assertEqual(board['needs_hand'], [])

    def test_all_parts_are_of_one_moment(self):
        resource, _ = self.salon()
        self.world.free_slot(resource, service='Colour')
        self.world.free_slot(resource, service='Cut')
        board = self.board(resource)
        counts = board['resource']['counts']
        self.assertEqual((len(board['offers']), len(board['waiting']), len(board['accepted'])),
                         (counts['offered'], counts['waiting'], counts['accepted']))
        self.assertLessEqual(board['resource']['last_seq'], self.world.last_seq(resource))

    def test_offers_that_end_first_come_first_and_slots_by_their_start(self):
        resource = self.world.make_resource('slots')
        self.world.join_many(resource, 3)
        starts = [later(days=day) for day in (9, 5, 7)]
        offers = [self.world.free_slot(resource, starts_at=start)['offer'] for start in starts]
        for offer, hours in zip(offers, (6, 2, 4)):
            self.client.call('extend_offer', {'offer_id': offer['id']},
                             body={'until': later(hours=hours)}, expect=200)
        board = self.board(resource)
        self.assertEqual([offer['id'] for offer in board['offers']],
                         [offers[1]['id'], offers[2]['id'], offers[0]['id']])
        self.assertEqual([opening['starts_at'] for opening in board['openings']], sorted(starts))

    def test_who_got_a_place_last_comes_first(self):
        resource = self.world.make_resource('seats', capacity=3)
        first, second, third = self.world.join_many(resource, 3)
        fourth, fifth = self.world.join_many(resource, 2)

        def names():
            return [entry['id'] for entry in self.board(resource)['accepted']]

        self.assertEqual(names(), [third['id'], second['id'], first['id']])
        self.client.call('cancel_entry', {'entry_id': second['id']}, expect=200)
        offer = self.world.entry(fourth)['offer']
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        self.assertEqual(names(), [fourth['id'], third['id'], first['id']])
        self.client.call('cancel_entry', {'entry_id': third['id']}, expect=200)
        offer = self.world.entry(fifth)['offer']
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        self.assertEqual(names(), [fifth['id'], fourth['id'], first['id']])

    def test_what_suits_nobody_needs_a_hand(self):
        resource, _ = self.salon()
        slot = self.world.free_slot(resource, service='Perm', starts_at=later(days=30))
        [need] = self.needs(resource)
        self.assertEqual((need['kind'], need['opening_id'], need['entry_id'], need['name'],
                          need['offer_id'], need['message_id']),
                         ('nobody_fits', slot['id'], None, None, None, None))
        self.assertRegex(need['detail'], r'^No match: nobody waiting wants Perm on \w+day \d+ \w+ '
                                         r'at \d+:\d\d [ap]m\.$')
        self.assertEqual({name: value for name, value in need['facts'].items()
                          if value is not None},
                         {'slot': {'service': 'Perm', 'staff': None,
                                   'starts_at': slot['starts_at']},
                          'offers_made': 0, 'asks_newcomers': False})
        self.assertEqual([opening['state'] for opening in self.board(resource)['openings']],
                         ['open'])
        self.world.join(resource, wants={'service': 'Perm'})
        self.assertEqual(self.needs(resource), [])

    def test_what_nobody_took_needs_a_hand_until_someone_books_it(self):
        resource, people = self.salon(max_offers=2)
        slot = self.world.free_slot(resource, service='Colour', starts_at=later(days=2))
        for person in people[:2]:
            offer = self.world.entry(person)['offer']
            self.client.call('decline_offer', {'offer_id': offer['id']}, expect=200)
        [need] = self.needs(resource)
        self.assertEqual((need['kind'], need['opening_id']), ('handed_back', slot['id']))
        self.assertRegex(need['detail'], r'^Colour on \w+day \d+ \w+ at \d+:\d\d [ap]m was '
                                         r'offered to 2 people, and nobody claimed it\.$')
        moved = [item['at'] for item in self.world.audit(resource)
                 if item['type'] == 'opening_moved']
        self.assertEqual(need['since'], moved[-1])
        self.client.call('book_opening', {'opening_id': slot['id']}, expect=200)
        self.assertEqual(self.needs(resource), [])

    def test_claims_that_wait_for_a_booking_or_a_payment_need_a_hand(self):
        for kind, what, words in (
                ('approval', {'inventory': 'external'}, 'confirm or reject the booking'),
                ('payment', {'rules': {'payment': {'amount': 500, 'currency': 'EUR'}}},
                 'the payment is due')):
            with self.subTest(kind=kind):
                resource, offer, _ = self.world.confirming(**what)
                [need] = self.needs(resource)
                self.assertEqual((need['kind'], need['offer_id'], need['entry_id']),
                                 (kind, offer['id'], offer['entry_id']))
                self.assertTrue(need['name'].startswith('Guest Number'))
                self.assertTrue(need['detail'].startswith('A place was claimed'))
                self.assertIn(words, need['detail'])
                self.assertEqual((need['facts']['places'], need['facts']['due_at']),
                                 (1, offer['expires_at']))
                [shown] = self.board(resource)['offers']
                self.assertEqual((shown['state'], shown['awaiting']),
                                 ('confirming', 'booking' if kind == 'approval' else 'payment'))

    def test_a_crowd_is_cut_to_what_a_screen_shows(self):
        resource = self.world.make_resource('seats', capacity=105)
        self.world.join_many(resource, 160)
        board = self.board(resource)
        self.assertEqual((len(board['accepted']), len(board['waiting'])), (100, 50))
        self.assertEqual([entry['rank'] for entry in board['waiting']], list(range(1, 51)))
        self.assertEqual([entry['position'] for entry in board['accepted']],
                         list(range(105, 5, -1)))
        self.assertEqual(board['resource']['counts']['waiting'], 55)

    def test_who_may_look(self):
        resource, people = self.salon()
        self.world.free_slot(resource, service='Colour')
        ids = {'resource_id': resource['id']}
        read_only = self.as_guest(self.make_key('read-only')).call('get_board', ids, expect=200)
        self.assertEqual(read_only['offers'][0]['entry']['name'], 'Guest 0')
        for raw in (read_only.raw, json.dumps(self.board(resource)).encode()):
            for secret in (b'http', b'/o/', b'/e/', people[0]['token'].encode()):
                self.assertNotIn(secret, raw)
        self.as_public().call('get_board', ids, expect=401)
        self.as_guest(people[0]['token']).call('get_board', ids, expect=403)
        self.as_guest(self.other_key).call('get_board', ids, expect=404)

    def test_names_are_shown_as_they_are(self):
        resource = self.world.make_resource()
        names = ['<script>alert(1)</script>', '"\\ {"a": null}', '🙂 Zoë']
        for name in names:
            self.world.join(resource, new_person(name=name))
        self.assertEqual([entry['name'] for entry in self.board(resource)['waiting']], names)


class BoardInTime(BoardCase, ServerCase):
    flags = ('--join-rate', '0', '--manual-clock')

    def test_a_slot_leaves_the_board_when_it_begins(self):
        resource = self.world.make_resource('slots')
        slot = self.world.free_slot(resource, starts_at=later(days=2), duration='1h')
        self.assertEqual([need['kind'] for need in self.needs(resource)], ['nobody_fits'])
        self.client.quick('POST', '/test/clock', body={'to': later(days=1, hours=23, minutes=50)})
        board = self.board(resource)
        self.assertEqual([opening['id'] for opening in board['openings']], [slot['id']])
        self.client.quick('POST', '/test/clock', body={'to': slot['starts_at']})
        board = self.board(resource)
        self.assertEqual((board['at'], board['openings'], board['needs_hand']),
                         (slot['starts_at'], [], []))


class BoardAndMail(BoardCase, MailCase):
    def test_a_message_that_could_not_be_sent_needs_a_hand(self):
        resource = self.world.make_resource()
        person = new_person(name='Ada')
        self.smtp.refuse('data', person['email'], 554, '5.7.1 Looks like spam', times=1)
        entry = self.world.join(resource, person)
        [need] = wait_for(lambda: self.needs(resource))
        [message] = self.client.items('list_messages', {'resource_id': resource['id']},
                                      state='dead')
        self.assertEqual((need['kind'], need['message_id'], need['entry_id'], need['name']),
                         ('dead_letter', message['id'], entry['id'], 'Ada'))
        self.assertTrue(need['detail'].startswith('The message that a guest is on the list '
                                                  'could not be sent'), need['detail'])
        self.assertIn('554 5.7.1', need['detail'])
        self.assertNotIn(person['email'], need['detail'])
        self.assertEqual(need['facts']['message_kind'], 'waitlisted')
        self.assertIn('554 5.7.1', need['facts']['note'])
        self.client.call('replay_message', {'message_id': message['id']}, expect=200)
        wait_for(lambda: not self.needs(resource))


class Calendar(ServerCase):
    flags = ('--join-rate', '0')
    other_account = True

    def calendar(self, resource, expect=200, **query):
        return self.client.call('get_calendar', {'resource_id': resource['id']}, query=query,
                                expect=expect).body

    def ids(self, resource, **query):
        return [slot['id'] for slot in self.calendar(resource, **query)['items']]

    def test_it_has_the_slots_of_the_days_asked_for_in_order(self):
        resource = self.world.make_resource('slots')
        starts = [later(days=day) for day in (3, 1, 2, 9)]
        third, first, second, beyond = [self.world.free_slot(resource, starts_at=start)['id']
                                        for start in starts]
        self.assertEqual(self.ids(resource), [first, second, third])
        self.assertEqual(self.ids(resource, to=starts[0]), [first, second], 'the end is outside')
        self.assertEqual(self.ids(resource, **{'from': starts[0]}, to=later(days=20)),
                         [third, beyond])
        self.assertTrue(self.calendar(resource)['is_whole'])

    def test_it_says_whose_each_slot_is(self):
        resource = self.world.make_resource('slots')
        guest = self.world.join(resource, new_person(name='Mia'))
        slot = self.world.free_slot(resource, staff='Noor', place='Chair 2')
        [offered] = self.calendar(resource)['items']
        self.assertEqual((offered['state'], offered['entry_id'], offered['name'],
                          offered['offer']['id'], offered['offer']['state']),
                         ('offering', guest['id'], 'Mia', slot['offer']['id'], 'live'))
        self.assertEqual((offered['staff'], offered['place']), ('Noor', 'Chair 2'))
        self.client.call('accept_offer', {'offer_id': slot['offer']['id']}, expect=200)
        [booked] = self.calendar(resource)['items']
        self.assertEqual((booked['state'], booked['name'], booked['offer']),
                         ('booked', 'Mia', None))
        self.client.call('cancel_entry', {'entry_id': guest['id']}, expect=200)
        [free] = self.calendar(resource)['items']
        self.assertNotEqual(free['id'], slot['id'], 'a booking that was given back is not shown')
        self.assertEqual((free['starts_at'], free['entry_id'], free['name']),
                         (slot['starts_at'], None, None))

    def test_what_staff_filled_stays_and_what_was_withdrawn_goes(self):
        resource = self.world.make_resource('slots')
        filled, withdrawn = [self.world.free_slot(resource)['id'] for _ in range(2)]
        self.client.call('book_opening', {'opening_id': filled}, expect=200)
        self.client.call('withdraw_opening', {'opening_id': withdrawn}, expect=200)
        [slot] = self.calendar(resource)['items']
        self.assertEqual((slot['id'], slot['state'], slot['entry_id']), (filled, 'booked', None))

    def test_erased_guests_have_no_name_there(self):
        resource = self.world.make_resource('slots')
        guest = self.world.join(resource, new_person(name='Mia'))
        slot = self.world.free_slot(resource)
        self.client.call('accept_offer', {'offer_id': slot['offer']['id']}, expect=200)
        self.client.call('erase_entry', {'entry_id': guest['id']}, expect=200)
        self.assertNotIn('Mia', json.dumps(self.calendar(resource)))

    def test_bad_times_name_the_field(self):
        resource = self.world.make_resource('slots')
        for query, field in (({'from': 'today'}, 'from'), ({'to': '2026-11-21'}, 'to'),
                             ({'from': later(days=2), 'to': later(days=1)}, 'to'),
                             ({'from': later(days=0), 'to': later(days=36)}, 'to')):
            with self.subTest(query=query):
                problem = self.calendar(resource, 422, **query)
                self.assertEqual([error['field'] for error in problem['errors']], [field])

    def test_a_list_without_slots_has_an_empty_one(self):
        self.assertEqual(self.calendar(self.world.make_resource('seats'))['items'], [])


if __name__ == '__main__':
    unittest.main()
