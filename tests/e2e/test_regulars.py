"""People who come back: a further wish, a seat they have already, a booking that is over."""
import unittest

from harness.case import ServerCase
from harness.pages import fetch
from harness.world import later, new_person

ALREADY = {'already_joined': True}


class Regulars(ServerCase):
    flags = ('--join-rate', '0', '--manual-clock')
    hours_passed = 0  # on the server's clock, which never goes back

    def in_hours(self, hours):
        return later(hours=Regulars.hours_passed + hours)

    def pass_hours(self, hours):
        """Returns when all that was due until then is done."""
        answer = self.client.quick('POST', '/test/clock', body={'to': self.in_hours(hours)})
        self.assertEqual(answer.status, 200, answer)
        Regulars.hours_passed += hours

    def type_in(self, resource, expect, service=None, **body):
        if service:
            body['wants'] = {'service': service}
        return self.as_public().call('join', {'resource_id': resource['id']}, body=body,
                                     expect=expect)

    def booking(self, person):
        resource = self.world.make_resource('slots', rules={'quiet_hours': None})
        held = self.type_in(resource, 201, **person).body
        self.world.free_slot(resource, starts_at=self.in_hours(72), duration='30m')
        self.as_guest(held['token']).call(
            'accept_offer', {'offer_id': self.world.entry(held)['offer']['id']}, expect=200)
        return resource, held

    def last_event(self, resource, entry):
        return [event for event in self.client.items('list_audit', {'resource_id': resource['id']})
                if event['entry_id'] == entry['id']][-1]

    def test_who_has_a_slot_joins_for_the_next_one(self):
        person = new_person()
        resource, held = self.booking(person)
        again = self.type_in(resource, 201, **person)
        self.assertNotEqual(again['id'], held['id'])
        self.assertEqual(again['state'], 'waiting')
        self.assertTrue(again['token'])
        self.assertEqual(self.world.entry(held)['state'], 'accepted')
        self.assertEqual(self.type_in(resource, 200, **person).body, ALREADY)

    def test_a_month_after_the_slot_it_is_over_and_she_joins_again(self):
        person = new_person()
        resource, held = self.booking(person)
        self.pass_hours(33 * 24)
        self.assertEqual(self.world.entry(held)['state'], 'attended')
        event = self.last_event(resource, held)
        self.assertEqual((event['from_state'], event['to_state'], event['reason'], event['actor']),
                         ('accepted', 'attended', 'time_passed', 'system'))
        self.assertEqual(self.type_in(resource, 201, **person)['state'], 'waiting')
        counts = self.world.resource(resource)['counts']
        self.assertEqual((counts['accepted'], counts['waiting']), (0, 1))
        stats = self.client.call('get_stats', {'resource_id': resource['id']}, expect=200)
        self.assertEqual((stats['attended'], stats['no_shows']), (1, 0))

    def test_another_wish_is_a_further_entry_and_the_same_one_is_not(self):
        resource, person = self.world.make_resource('slots'), new_person()
        cut = self.type_in(resource, 201, 'cut', **person)
        colour = self.type_in(resource, 201, 'colour', **person)
        self.assertNotEqual(cut['id'], colour['id'])
        self.assertEqual(self.type_in(resource, 200, 'cut', **person).body, ALREADY)
        ids = {'resource_id': resource['id']}
        wish = {**person, 'wants': {'service': 'colour'}}
        for credential in (colour['token'], self.client.credential):
            again = self.client.call('join', ids, body=wish, credential=credential, expect=200)
            self.assertEqual(again['id'], colour['id'])
        opening = self.world.free_slot(resource, service='cut', starts_at=self.in_hours(30))
        self.as_guest(cut['token']).call('accept_offer', {'offer_id': opening['offer']['id']},
                                         expect=200)
        self.assertEqual(self.world.entry(colour)['state'], 'waiting')

    def test_the_sixth_wish_is_refused_in_words(self):
        resource, person = self.world.make_resource('slots'), new_person()
        first, *_ = [self.type_in(resource, 201, service, **person) for service in 'abcde']
        for credential in (None, self.client.credential):
            refused = self.client.call('join', {'resource_id': resource['id']}, expect=409,
                                       body={**person, 'wants': {'service': 'f'}},
                                       credential=credential)
            self.assertEqual(refused.problem, 'too-many-wishes')
            self.assertIn('five', refused['detail'])
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], 5)
        self.as_guest(first['token']).call('leave', {'entry_id': first['id']}, expect=200)
        self.type_in(resource, 201, 'f', **person)
        page = fetch(self.server.address, 'POST', f'/r/{resource["id"]}', form={
            'email': person['email'], 'name': person['name'], 'service': 'g'})
        self.assertIn('five different things', page.raw.decode())

    def test_where_addresses_are_verified_the_sixth_is_refused_to_its_reader_alone(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True})
        person = new_person()
        for number, service in enumerate('abcdef'):
            self.type_in(resource, 202, service, **person)
            [entry] = self.client.items('list_entries', {'resource_id': resource['id']},
                                        state='unverified')
            guest = self.as_guest(self.world.verification_token(entry))
            answer = guest.call('verify_entry', {'entry_id': entry['id']},
                                expect=200 if number < 5 else 409)
        self.assertEqual(answer.problem, 'too-many-wishes')

    def test_a_stranger_with_another_wish_learns_and_changes_nothing(self):
        resource, person = self.world.make_resource('slots'), new_person()
        entry = self.type_in(resource, 201, 'HIV test', **person)
        before = self.world.entry(entry)
        typed = self.type_in(resource, 201, 'cut', name='Mallory', email=person['email'])
        for told in (entry['id'], entry['token'], person['name'], 'HIV'):
            self.assertNotIn(told.encode(), typed.raw)
        self.assertEqual(self.world.entry(entry), before)
        self.as_guest(typed['token']).call('get_entry', {'entry_id': entry['id']}, expect=404)
        self.as_guest(typed['token']).call('leave', {'entry_id': typed['id']}, expect=200)
        self.assertEqual(self.world.entry(entry), before)

    def test_whoever_has_a_seat_is_told_so(self):
        person = new_person()
        resource = self.world.make_resource('seats', capacity=2)
        seat = self.type_in(resource, 201, **person)
        self.assertEqual(seat['state'], 'accepted')
        self.assertEqual(self.type_in(resource, 200, **person).body, ALREADY)
        ids = {'resource_id': resource['id']}
        for credential in (seat['token'], self.client.credential):
            again = self.client.call('join', ids, body=person, credential=credential, expect=200)
            self.assertEqual((again['id'], again['state']), (seat['id'], 'accepted'))
        self.assertEqual(self.world.resource(resource)['counts']['free'], 1)
        page = fetch(self.server.address, 'POST', f'/r/{resource["id"]}',
                     form={'email': person['email'], 'name': 'Mallory'}).raw.decode()
        self.assertIn('already signed up', page)
        inbox = self.as_guest(seat['token']).call('read_inbox', {'entry_id': seat['id']},
                                                  expect=200)
        self.assertIn('You already have a place', str(inbox.body))

    def test_an_event_is_over_half_a_day_after_it_began(self):
        resource = self.world.make_resource('seats', capacity=1,
                                            starts_at=self.in_hours(72))
        entry = self.type_in(resource, 201, **new_person())
        self.pass_hours(83)
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')
        self.pass_hours(2)
        self.assertEqual(self.world.entry(entry)['state'], 'attended')
        self.assertEqual(self.last_event(resource, entry)['reason'], 'time_passed')
        self.assertEqual(self.world.resource(resource)['counts']['free'], 0)

    def test_staff_say_afterwards_that_somebody_was_not_there(self):
        resource, held = self.booking(new_person())
        self.pass_hours(96)
        ids = {'entry_id': held['id']}
        for _ in range(2):
            marked = self.client.call('mark_no_show', ids, expect=200)
            self.assertEqual((marked['state'], marked['email']), ('no_show', held['email']))
        stats = self.client.call('get_stats', {'resource_id': resource['id']}, expect=200)
        self.assertEqual((stats['attended'], stats['no_shows']), (0, 1))
        self.server.restart()
        self.connect()
        entry = self.world.entry(held)
        self.assertEqual((entry['state'], entry['party_size']), ('no_show', 1))
        check = self.client.call('verify_audit', {'resource_id': resource['id']}, expect=200)
        self.assertTrue(check['ok'], check.body)


if __name__ == '__main__':
    unittest.main()
