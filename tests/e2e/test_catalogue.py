"""What a business offers: names in one spelling, slots with what the catalogue knows, and who would
get a slot before it is freed."""
import unittest
from urllib.parse import urlsplit

from harness.case import ServerCase
from harness.pages import fetch
from harness.world import later, new_person


class CatalogueCase(ServerCase):
    flags = ('--join-rate', '0')
    other_account = True

    def setUp(self):
        super().setUp()
        for kind, remove in (('services', 'remove_service'), ('people', 'remove_offered_person'),
                             ('places', 'remove_place')):
            listing = {'services': 'list_services', 'people': 'list_offered_people',
                       'places': 'list_places'}[kind]
            name = {'services': 'service_id', 'people': 'person_id', 'places': 'place_id'}[kind]
            for item in list(self.client.items(listing)):
                self.client.call(remove, {name: item['id']}, query={'force': 'true'}, expect=200)

    def service(self, name, expect=201, **body):
        return self.client.call('add_service', body=dict(body, name=name), expect=expect).body

    def person(self, name, expect=201, **body):
        return self.client.call('add_offered_person', body=dict(body, name=name),
                                expect=expect).body

    def salon(self):
        self.colour = self.service('Colour', other_names=['Color', 'Dye'], duration='2h',
                                   price={'amount': 9000, 'currency': 'EUR'})
        self.cut = self.service('Cut', duration='30m', buffer='15m')
        self.anna = self.person('Anna', services=['Cut'])
        return self.world.make_resource('slots')

    def add_slot(self, resource, expect=201, **body):
        body = {'starts_at': later(days=3), 'duration': '45m', **body}
        body = {name: value for name, value in body.items() if value != 'left out'}
        return self.client.call('add_opening', {'resource_id': resource['id']}, body=body,
                                expect=expect).body

    def preview(self, resource, expect=200, **body):
        if 'opening_id' not in body:
            body = {'starts_at': later(days=3), 'duration': '45m', **body}
        return self.client.call('preview_opening', {'resource_id': resource['id']}, body=body,
                                expect=expect).body

    def errors(self, problem):
        return {error['field']: error['message'] for error in problem['errors']}


class WhatAGuestComesFor(CatalogueCase):
    """A slot may be for several services, or for any: its guest is told of their own."""

    def test_a_slot_without_a_service_is_for_what_its_guest_comes_for(self):
        resource = self.salon()
        self.service('Perm', duration='45m')
        self.client.call('change_offered_person', {'person_id': self.anna['id']},
                         body={'services': ['Cut', 'Perm']}, expect=200)
        pia = self.world.join(resource, wants={'service': 'perm'})
        self.add_slot(resource, staff='Anna')
        self.assert_comes_for(resource, pia, 'Perm', 'Anna')

    def test_nobody_is_told_of_another_service_than_they_asked_for(self):
        resource = self.salon()
        eve = self.world.join(resource, wants={'service': 'Colour'})
        self.add_slot(resource, services=['Cut', 'Colour'], duration='2h')
        self.assert_comes_for(resource, eve, 'Colour', None)

    def assert_comes_for(self, resource, entry, service, staff):
        offer = self.world.entry(entry)['offer']
        path = urlsplit(offer['claim_url']).path
        page = fetch(self.server.address, 'GET', path).raw.decode()
        self.assertIn(f'<dd>{service}</dd>', page)
        inbox = self.client.call('read_inbox', {'entry_id': entry['id']}, expect=200).body['items']
        self.assertIn(f'A spot for you: {service}', inbox[0]['subject'])
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        board = self.client.call('get_board', {'resource_id': resource['id']}, expect=200).body
        self.assertEqual([(one['service'], one['staff']) for one in board['accepted']],
                         [(service, staff)])
        slots = self.client.call('get_calendar', {'resource_id': resource['id']}, query={
            'from': later(days=2), 'to': later(days=4)}, expect=200).body['items']
        self.assertEqual([slot['guest_service'] for slot in slots], [service])


class Keeping(CatalogueCase):
    def test_what_was_added_is_listed_changed_and_removed(self):
        self.salon()
        colour = self.client.call('get_service', {'service_id': self.colour['id']},
                                  expect=200).body
        self.assertEqual(colour, self.colour)
        self.assertEqual((colour['duration'], colour['buffer']), ('2h', '0s'))
        changed = self.client.call('change_service', {'service_id': colour['id']},
                                   body={'price': None, 'other_names': ['Tint']}, expect=200).body
        self.assertEqual((changed['price'], changed['other_names'], changed['duration']),
                         (None, ['Tint'], '2h'))
        self.assertEqual([item['name'] for item in self.client.items('list_services')],
                         ['Colour', 'Cut'])
        self.assertEqual(self.anna['services'], [self.cut['id']])
        gone = self.client.call('remove_service', {'service_id': self.cut['id']}, expect=200).body
        self.assertEqual(gone, {'id': self.cut['id'], 'waiting': 0})
        self.client.call('get_service', {'service_id': self.cut['id']}, expect=404)
        anna = self.client.call('get_offered_person', {'person_id': self.anna['id']},
                                expect=200).body
        self.assertEqual(anna['services'], [])

    def test_names_that_clash_are_refused_with_the_other_one(self):
        self.salon()
        for body in ({'name': ' cölour'}, {'name': 'dye'},
                     {'name': 'Tint', 'other_names': ['CUT']}):
            refused = self.client.call('add_service', body=body, expect=422).body
            self.assertRegex(list(self.errors(refused).values())[0],
                             r'^is a name of (Colour|Cut) \(svc_[0-9]+\) already$')
        self.client.call('change_service', {'service_id': self.cut['id']},
                         body={'name': 'Color'}, expect=422)
        self.person('Colour')  # a person may be called what a service is
        self.client.call('change_service', {'service_id': self.cut['id']},
                         body={'name': 'cut'}, expect=200)

    def test_bad_input_names_the_field(self):
        for body, field in (({}, 'name'), ({'name': ' '}, 'name'), ({'name': 'svc_7'}, 'name'),
                            ({'name': 'A', 'duration': '-1h'}, 'duration'),
                            ({'name': 'A', 'buffer': '2d'}, 'buffer'),
                            ({'name': 'A', 'hours': []}, 'hours'),
                            ({'name': 'A', 'other_names': ['x'] * 21}, 'other_names')):
            refused = self.client.call('add_service', body=body, expect=422).body
            self.assertIn(field, self.errors(refused), body)
        refused = self.person('Zoe', services=['Coluor'], expect=422)
        self.assertIn('services[0]', self.errors(refused))
        self.assertEqual(list(self.client.items('list_services')), [])

    def test_another_business_sees_none_of_it(self):
        self.salon()
        other = self.as_guest(self.other_key)
        self.assertEqual(list(other.items('list_services')), [])
        for operation, body in (('get_service', None), ('change_service', {'name': 'X'}),
                                ('remove_service', None)):
            arguments = {} if body is None else {'body': body}
            other.call(operation, {'service_id': self.colour['id']}, expect=404, **arguments)

    def test_a_repeated_request_adds_one(self):
        for _ in range(2):
            self.client.call('add_service', body={'name': 'Wash'}, key='wash-1', expect=201)
        self.assertEqual(len(list(self.client.items('list_services'))), 1)

    def test_whoever_waits_for_what_goes_keeps_waiting(self):
        resource = self.salon()
        entry = self.world.join(resource, wants={'service': 'dye'})
        ids = {'service_id': self.colour['id']}
        refused = self.client.call('remove_service', ids, expect=409).body
        self.assertTrue(refused['type'].endswith('still-wanted'))
        self.assertIn('One guest waits for Colour', refused['detail'])
        gone = self.client.call('remove_service', ids, query={'force': 'true'}, expect=200).body
        self.assertEqual(gone['waiting'], 1)
        self.assertEqual(self.world.entry(entry)['wants']['service'], 'Colour')
        # Nobody has to explain it again when something else about the wish changes.
        changed = self.client.call('update_entry', {'entry_id': entry['id']},
                                   body={'wants': {'service': 'Colour', 'staff': 'anna'}},
                                   expect=200).body
        self.assertEqual(changed['wants']['staff'], 'Anna')
        self.client.call('remove_service', ids, query={'force': 'perhaps'}, expect=422)


class Names(CatalogueCase):
    def test_a_guest_is_never_turned_away_for_a_spelling(self):
        resource = self.salon()
        for typed, kept in (('color', 'Colour'), (' COLOUR', 'Colour'), ('Coluor', 'Coluor'),
                            (self.colour['id'], 'Colour')):
            entry = self.world.join(resource, wants={'service': typed})
            self.assertEqual(entry['wants']['service'], kept)
        self.as_public().call('join', {'resource_id': resource['id']},
                              body=dict(new_person(), wants={'service': 'svc_99999'}), expect=422)

    def test_staff_are_asked_what_they_meant(self):
        resource = self.salon()
        refused = self.add_slot(resource, service='Coluor', expect=422)
        self.assertIn('Did you mean Colour?', self.errors(refused)['service'])
        ids = {'resource_id': resource['id']}
        body = dict(new_person(), wants={'service': 'Coluor'})
        refused = self.client.call('join', ids, body=body, expect=422).body
        self.assertIn('Did you mean Colour?', self.errors(refused)['wants.service'])
        entry = self.client.call('join', ids, body=dict(body, unlisted=True), expect=201).body
        self.client.call('update_entry', {'entry_id': entry['id']},
                         body={'wants': {'service': 'Massage'}}, expect=422)
        kept = self.add_slot(resource, service='Coluor', unlisted=True)
        self.assertEqual((kept['service'], kept['move']), ('Coluor', 'offer'))

    def test_a_slot_answers_to_other_names_and_gets_what_it_leaves_out(self):
        resource = self.salon()
        before = self.world.join(resource, wants={'service': 'Dye'})
        slot = self.add_slot(resource, service='color', duration='left out')
        self.assertEqual((slot['service'], slot['duration'], slot['price']['amount']),
                         ('Colour', '2h', 9000))
        self.assertEqual(slot['services'], ['Colour', 'Color', 'Dye'])
        self.assertEqual(slot['offer']['entry_id'], before['id'])
        free = self.add_slot(resource, service='Colour', price=None)
        self.assertIsNone(free['price'])
        wash = self.service('Wash')
        refused = self.add_slot(resource, service=wash['id'], duration='left out', expect=422)
        self.assertIn('duration', self.errors(refused))

    def test_a_blank_slot_fits_whoever_could_take_it(self):
        resource = self.salon()
        colour = self.world.join(resource, wants={'service': 'Colour'})
        cut = self.world.join(resource, wants={'service': 'Cut'})
        slot = self.add_slot(resource, staff='anna')
        self.assertIsNone(slot['service'])
        self.assertEqual(slot['offer']['entry_id'], cut['id'])
        long = self.add_slot(resource, duration='3h')
        self.assertEqual(long['offer']['entry_id'], colour['id'])

    def test_without_a_catalogue_every_name_will_do(self):
        resource = self.world.make_resource('slots')
        entry = self.client.call('join', {'resource_id': resource['id']},
                                 body=dict(new_person(), wants={'service': 'whatever'}),
                                 expect=201).body
        slot = self.add_slot(resource, service='Whatever')
        self.assertEqual(slot['offer']['entry_id'], entry['id'])


class Import(CatalogueCase):
    def test_names_are_taken_over_from_what_lists_have(self):
        resource = self.world.make_resource('slots')
        for service in ('Balayage', 'balayage', 'Balayage'):
            self.add_slot(resource, service=service, duration='90m', staff='Noor',
                          price={'amount': 12000, 'currency': 'EUR'})
        self.world.join(resource, wants={'service': 'Balyage'})
        for _ in range(2):
            self.world.join(resource, wants={'service': 'Perm'})
        self.world.join(resource, wants={'service': 'please call me'})

        def look(**body):
            return self.client.call('import_catalogue', body=body, expect=200).body

        def of(answer, name):
            return next(item for item in answer['found'] if item['name'] == name)

        proposed = look(dry_run=True)
        self.assertEqual(proposed['taken'], 0)
        balayage = of(proposed, 'Balayage')
        self.assertEqual((balayage['kind'], balayage['slots'], balayage['duration'],
                          balayage['other_names'], balayage['id']),
                         ('service', 3, '90m', ['Balyage'], None))
        self.assertEqual(of(proposed, 'Perm')['wishes'], 2)
        self.assertNotIn('please call me', str(proposed))
        self.assertEqual(list(self.client.items('list_services')), [])
        taken = look(names=['BALAYAGE', 'Noor'])
        self.assertEqual(taken['taken'], 2)
        self.assertTrue(of(taken, 'Balayage')['id'].startswith('svc_'))
        self.assertIsNone(of(taken, 'Perm')['id'])
        again = look(names=['Balayage', 'Noor'])
        self.assertEqual(again['taken'], 0)
        self.assertEqual([item['name'] for item in self.client.items('list_services')],
                         ['Balayage'])


class Preview(CatalogueCase):
    def test_it_says_who_would_get_the_slot_and_that_is_who_gets_it(self):
        resource = self.salon()
        self.world.join(resource, wants={'service': 'Cut'})
        first = self.world.join(resource, person=new_person(name='Ada'),
                                wants={'service': 'Colour'})
        self.world.join(resource)
        before = self.world.last_seq(resource)
        seen = self.preview(resource, service='color', duration='2h')
        self.assertEqual((seen['first']['entry_id'], seen['first']['name'], seen['fit'],
                          seen['waiting']), (first['id'], 'Ada', 2, 3))
        self.assertEqual(seen['slot']['service'], 'Colour')
        self.assertEqual([(miss['check'], miss['wanted'], miss['count'])
                          for miss in seen['missed']], [('service', 'Cut', 1)])
        self.assertEqual(self.world.last_seq(resource), before)
        slot = self.add_slot(resource, service='color', duration='2h')
        self.assertEqual(slot['offer']['entry_id'], first['id'])

    def test_it_says_why_nobody_fits_and_what_would_help(self):
        resource = self.salon()
        for _ in range(3):
            self.world.join(resource, wants={'service': 'Cut'})
        self.world.join(resource, wants={'service': 'Colour'}, party_size=2)
        size = {'min': 1, 'max': 1}
        seen = self.preview(resource, service='Colour', duration='2h', size=size)
        self.assertIsNone(seen['first'])
        self.assertEqual([(miss['check'], miss['count']) for miss in seen['missed']],
                         [('service', 3), ('party_size', 1)])
        self.assertEqual(seen['widened'], [{'field': 'service', 'fit': 3},
                                           {'field': 'size', 'fit': 1}])
        slot = self.add_slot(resource, service='Colour', duration='2h', size=size)
        self.assertEqual(slot['state'], 'open')
        there = self.preview(resource, opening_id=slot['id'])
        self.assertEqual(there['missed'], seen['missed'])
        self.assertEqual(there['overlaps'], [])

    def test_an_overlap_is_refused_where_that_is_asked_for(self):
        resource = self.world.make_resource('slots')
        start = later(days=3)
        body = {'staff': 'Noor', 'event_id': 'first', 'overlap': 'refuse', 'starts_at': start}
        first = self.add_slot(resource, **body)
        before = self.world.last_seq(resource)
        problem = self.add_slot(resource, 409, staff=' noor', starts_at=later(days=3, minutes=20),
                                overlap='refuse')
        self.assertEqual(problem['type'], '/problems/opening-overlaps')
        self.assertIn(first['id'], problem['detail'])
        self.assertEqual(self.errors(problem), {'starts_at': 'overlaps with ' + first['id']})
        self.assertEqual(self.world.last_seq(resource), before, 'nothing was changed')
        self.assertEqual(self.add_slot(resource, 200, **body)['id'], first['id'],
                         'the same event is no second slot')
        for further in ({'staff': 'Anna', 'overlap': 'refuse'}, {'staff': 'Noor'},
                        {'staff': 'Noor', 'overlap': 'allow'},
                        {'staff': 'Noor', 'overlap': 'refuse', 'starts_at': later(days=4)}):
            self.add_slot(resource, **{'starts_at': start, **further})
        problem = self.add_slot(resource, 422, staff='Noor', overlap='ask')
        self.assertIn('overlap', self.errors(problem))

    def test_an_overlap_is_judged_anew_under_its_key(self):
        resource = self.world.make_resource('slots')
        first = self.add_slot(resource, staff='Noor')
        body = {'starts_at': first['starts_at'], 'duration': '45m', 'staff': 'Noor',
                'overlap': 'refuse'}

        def add(expect):
            return self.client.call('add_opening', {'resource_id': resource['id']}, body=body,
                                    key='once', expect=expect).body

        add(409)
        self.client.call('withdraw_opening', {'opening_id': first['id']}, expect=200)
        made = add(201)
        self.assertEqual(add(201), made, 'it does not overlap with itself')

    def test_it_asks_about_doubtful_slots(self):
        resource = self.salon()
        start = later(days=5)
        self.add_slot(resource, service='Cut', staff='Anna', starts_at=start, duration='30m')
        seen = self.preview(resource, service='Colour', staff='anna', starts_at=start,
                            duration='30m')
        self.assertEqual(len(seen['overlaps']), 1)
        self.assertEqual({(doubt['doubt'], doubt['name']) for doubt in seen['doubts']},
                         {('not_theirs', 'Anna'), ('too_short', 'Colour')})
        self.assertEqual(self.preview(resource, service='Cut', staff='Anna',
                                      starts_at=later(days=6))['overlaps'], [])
        # It is a question, no rule.
        self.add_slot(resource, service='Colour', staff='anna', starts_at=start, duration='30m')

    def test_it_refuses_what_freeing_would(self):
        resource = self.salon()
        past = self.preview(resource, starts_at='2020-01-01T10:00:00Z', expect=422)
        self.assertIn('starts_at', self.errors(past))
        self.preview(resource, service='Coluor', expect=422)
        self.preview(self.world.make_resource('seats'), expect=409)
        other = self.world.make_resource('slots')
        slot = self.add_slot(other)
        self.preview(resource, opening_id=slot['id'], expect=422)


class GuestForms(CatalogueCase):
    def page(self, path):
        return fetch(self.server.address, 'GET', path).raw.decode()

    def send(self, path, **fields):
        return fetch(self.server.address, 'POST', path, fields)

    def test_the_form_offers_what_there_is_and_takes_several(self):
        resource = self.salon()
        page = self.page(f'/r/{resource["id"]}')
        self.assertIn('value="Colour"', page)
        self.assertIn('value="Anna"', page)
        sent = self.send(f'/r/{resource["id"]}', name='Ada', email='ada@example.org',
                         party_size='1', had_service_ticks='1', want_service_1='Colour',
                         want_service_2='Cut')
        self.assertEqual(sent.status, 303, sent)
        entry = next(iter(self.client.items('list_queue', {'resource_id': resource['id']})))
        self.assertEqual(sorted(entry['wants']['services']), ['Colour', 'Cut'])

    def test_places_are_chosen_like_people_and_changed_later(self):
        resource = self.world.make_resource('slots')
        path = f'/r/{resource["id"]}'
        self.assertNotIn('Where?', self.page(path), 'there is nothing to choose from')
        places = [self.client.call('add_place', body={'name': name}, expect=201).body
                  for name in ('Window table', 'Terrace <2>')]
        page = self.page(path)
        self.assertIn('Where?', page)
        self.assertIn('value="Terrace &lt;2&gt;"', page)
        sent = self.send(path, name='Ada', email='ada2@example.org', party_size='2',
                         had_place_ticks='1', want_place_1='terrace <2>')
        self.assertEqual(sent.status, 303, sent)
        [entry] = self.client.items('list_queue', {'resource_id': resource['id']})
        self.assertEqual(entry['wants']['place'], places[1]['name'])
        own = sent.headers['Location']
        page = self.page(own)
        self.assertEqual(page.count(' checked> <span>Terrace &lt;2&gt;'), 1, page)
        self.assertNotIn('checked> <span>Window table', page)
        changed = self.send(own, action='change', name='Ada', email='ada2@example.org',
                            party_size='2', had_place_ticks='1', want_place_1='Window table',
                            want_place_2='Terrace <2>')
        self.assertIn(changed.status, (200, 303), changed)
        wants = self.world.entry(entry)['wants']
        self.assertEqual(sorted(wants['places']), ['Terrace <2>', 'Window table'])
        slot = self.add_slot(resource, place='window TABLE')
        self.assertEqual(slot['offer']['entry_id'], entry['id'])

    def test_a_misspelt_wish_is_asked_about_once(self):
        resource = self.salon()
        path = f'/r/{resource["id"]}'
        fields = dict(name='Bo', email='bo@example.org', party_size='1', had_service_ticks='1',
                      service='Coluor')
        asked = self.send(path, **fields)
        self.assertEqual(asked.status, 422)
        self.assertIn('Did you mean Colour?', asked.raw.decode())
        self.assertIn('name="asked_service" value="Coluor"', asked.raw.decode())
        kept = self.send(path, asked_service='Coluor', **fields)
        self.assertEqual(kept.status, 303)
        entry = next(iter(self.client.items('list_queue', {'resource_id': resource['id']})))
        self.assertEqual(entry['wants']['service'], 'Coluor')


if __name__ == '__main__':
    unittest.main()
