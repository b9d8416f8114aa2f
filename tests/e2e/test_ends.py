"""Events that have begun or are cancelled, closed lists, and offers that keep what they said."""
import unittest

from harness.case import ServerCase
from harness.older_schema import opened_as_of
from harness.pages import PagesOf
from harness.world import later, new_person

EUROS_90 = {'amount': 9000, 'currency': 'EUR'}


class Ends(PagesOf, ServerCase):
    flags = ('--join-rate', '0', '--manual-clock')
    hours_passed = 0  # on the server's clock, which never goes back

    def setUp(self):
        super().setUp()
        if not Ends.hours_passed:
            self.pass_hours(1)  # from the day on which such clocks begin to today

    def in_hours(self, hours):
        return later(hours=Ends.hours_passed + hours)

    def pass_hours(self, hours):
        """Returns when all that was due until then is done."""
        answer = self.client.quick('POST', '/test/clock', body={'to': self.in_hours(hours)})
        self.assertEqual(answer.status, 200, answer)
        Ends.hours_passed += hours

    def concert(self, capacity=1, **rules):
        return self.world.make_resource(
            'seats', capacity=capacity, starts_at=self.in_hours(10),
            rules={'quiet_hours': None, 'reminder_after': '0s', **rules})

    def join(self, resource, expect=201, **person):
        return self.as_public().call('join', {'resource_id': resource['id']},
                                     body=person or new_person(), expect=expect)

    def page_of(self, guest):
        return self.page(guest['status_url'][guest['status_url'].index('/e/'):])

    def kinds_to(self, guest):
        return [message['kind'] for message in
                self.client.items('list_messages', {'resource_id': guest['resource_id']})
                if message['entry_id'] == guest['id']]

    def test_nobody_joins_what_has_begun_and_those_who_waited_are_told(self):
        concert = self.concert()
        has_place, waits = self.join(concert), self.join(concert)
        self.pass_hours(11)
        self.assertEqual(self.world.entry(waits)['state'], 'expired')
        self.assertEqual(self.world.entry(has_place)['state'], 'accepted')
        self.assertIn('event_over', self.kinds_to(waits))
        self.assertIn('No spot came free in time', self.page_of(waits))
        self.assertEqual(self.join(concert, 409).problem, 'event-over')
        self.assertIn('This event has begun', self.page(f"/r/{concert['id']}"))

    def test_staff_add_walk_ins_while_a_place_is_free(self):
        concert = self.concert(capacity=1)
        self.pass_hours(11)
        ids = {'resource_id': concert['id']}
        let_in = self.client.call('join', ids, body=new_person(), expect=201)
        self.assertEqual(let_in['state'], 'accepted')
        refused = self.client.call('join', ids, body=new_person(), expect=409)
        self.assertEqual(refused.problem, 'event-over')

    def test_a_closed_list_ends_waiting_and_says_so(self):
        concert = self.concert()
        self.join(concert)
        waits = self.join(concert)
        self.client.call('close_resource', {'resource_id': concert['id']}, expect=200)
        self.pass_hours(1)
        self.assertEqual(self.world.entry(waits)['state'], 'expired')
        self.assertIn('list_closed', self.kinds_to(waits))
        self.assertIn('The list was closed', self.page_of(waits))

    def test_a_cancelled_event_ends_everything_and_everybody_is_told(self):
        concert = self.concert()
        has_place, waits = self.join(concert), self.join(concert)
        answer = self.client.call('cancel_resource', {'resource_id': concert['id']},
                                  body={'note': 'The singer is ill.'}, expect=200)
        self.assertEqual(answer['status'], 'cancelled')
        self.pass_hours(1)
        self.assertEqual(self.world.entry(has_place)['state'], 'cancelled')
        self.assertEqual(self.world.entry(waits)['state'], 'expired')
        for guest in (has_place, waits):
            self.assertIn('event_cancelled', self.kinds_to(guest))
            self.assertIn('The singer is ill.', self.page_of(guest))
        self.assertIn('The singer is ill.', self.page(f"/r/{concert['id']}"))
        self.assertEqual(self.join(concert, 410).problem, 'resource-closed')
        again = self.client.call('cancel_resource', {'resource_id': concert['id']}, expect=200)
        self.assertEqual(again['last_seq'], self.world.resource(concert)['last_seq'])

    def test_a_note_that_is_too_long_changes_nothing(self):
        concert = self.concert()
        refused = self.client.call('cancel_resource', {'resource_id': concert['id']},
                                   body={'note': 'x' * 501}, expect=422)
        self.assertEqual(refused['errors'][0]['field'], 'note')
        self.assertEqual(self.world.resource(concert)['status'], 'active')

    def test_a_raised_price_withdraws_the_offer_and_makes_a_new_one(self):
        concert = self.concert()
        first, second = self.join(concert), self.join(concert)
        self.as_guest(first['token']).call('leave', {'entry_id': first['id']}, expect=200)
        old = self.world.entry(second)['offer']['id']
        self.client.call('update_resource', {'resource_id': concert['id']},
                         body={'rules': {'payment': EUROS_90}}, expect=200)
        new = self.world.entry(second)['offer']['id']
        self.assertNotEqual(old, new)
        refused = self.as_guest(second['token']).call('accept_offer', {'offer_id': old}, expect=410)
        self.assertEqual(refused.problem, 'offer-withdrawn')
        self.assertIn('offer_anew', self.kinds_to(second))
        self.assertNotIn('terms_changed', self.kinds_to(second))

    def test_a_guest_keeps_the_place_that_a_stranger_wants(self):
        concert = self.concert()
        guest = self.join(concert)
        ids = {'entry_id': guest['id']}
        as_guest = self.as_guest(guest['token'])
        friend = new_person()
        refused = as_guest.call('update_entry', ids, body=friend, expect=409)
        self.assertEqual(refused.problem, 'transfer-refused')
        as_guest.call('update_entry', ids, body={'name': 'Ada Lovelace'}, expect=200)
        as_guest.call('update_entry', ids, body={'phone': '+4915112345678'}, expect=200)
        self.client.call('update_resource', {'resource_id': concert['id']},
                         body={'rules': {'transfer': True}}, expect=200)
        changed = as_guest.call('update_entry', ids, body=friend, expect=200)
        self.assertEqual(changed['state'], 'accepted')
        events = [event for event in self.client.items('list_audit', {'resource_id': concert['id']})
                  if event['entry_id'] == guest['id']]
        self.assertEqual(events[-1]['reason'], 'transferred')
        self.assertEqual(self.kinds_to(guest)[-3:], ['confirmed', 'passed_on', 'event_reminder'])
        self.assertEqual(self.world.entry(guest)['state'], 'accepted')

    def test_a_newcomer_is_asked_about_a_slot_that_all_declined(self):
        salon = self.world.make_resource('slots', rules={'quiet_hours': None})
        first = self.join(salon)
        opening = self.world.free_slot(salon, starts_at=self.in_hours(30), duration='30m')
        self.as_guest(first['token']).call(
            'decline_offer', {'offer_id': opening['offer']['id']}, expect=200)
        board = self.client.call('get_board', {'resource_id': salon['id']}, expect=200)
        self.assertEqual([need['kind'] for need in board['needs_hand']], ['handed_back'])
        self.assertIn('joins in time', board['needs_hand'][0]['detail'])
        newcomer = self.join(salon)
        self.assertEqual(newcomer['state'], 'offered')
        board = self.client.call('get_board', {'resource_id': salon['id']}, expect=200)
        self.assertEqual(board['needs_hand'], [])

    def test_lists_of_earlier_versions_end_too(self):
        concert = self.concert()
        _, waits = self.join(concert), self.join(concert)
        self.assertEqual(self.server.terminate(), 0)
        # As it was before the version that ends waiting: nothing fell due at the start.
        with opened_as_of(self.server, 21) as database:
            database.execute('UPDATE resources SET next_due = NULL')
        self.server.start()
        self.connect()
        self.pass_hours(11)
        self.assertEqual(self.world.entry(waits)['state'], 'expired')


if __name__ == '__main__':
    unittest.main()
