"""What staff do at the desk and on the phone: walk-ins, callers, notes, tags, finding people."""
import unittest

from harness.case import ServerCase
from harness.world import new_person


NOBODY = 'ent_4000ZZZ'  # of the first list, and nobody has ever had it


class DeskCase(ServerCase):
    flags = ('--join-rate', '0')
    other_account = True

    def join(self, resource, expect=201, **body):
        return self.client.call('join', {'resource_id': resource['id']}, body=body, expect=expect)

    def events_of(self, entry):
        return [event for event in
                self.client.items('list_audit', {'resource_id': entry['resource_id']})
                if event['entry_id'] == entry['id']]

    def note(self, entry, expect=200, **body):
        return self.client.call('patch_note', {'entry_id': entry['id']}, body=body, expect=expect)


class WalkIns(DeskCase):
    def test_a_name_is_enough_for_staff_and_for_nobody_else(self):
        resource = self.world.make_resource('slots')
        first = self.join(resource, name='Mia', walk_in=True)
        second = self.join(resource, name='Mia', walk_in=True)
        self.assertNotEqual(first['id'], second['id'])
        self.assertEqual((first['state'], first['email'], first['phone']), ('waiting', None, None))
        self.join(resource, name='Mia', expect=422)
        self.join(resource, walk_in=True, expect=422)
        for field in ('walk_in', 'give_now'):
            body = dict(new_person(), **{field: True})
            self.as_public().call('join', {'resource_id': resource['id']}, body=body, expect=403)

    def test_a_number_is_added_later_and_the_name_may_change(self):
        entry = self.join(self.world.make_resource('slots'), name='Mia', walk_in=True)
        ids = {'entry_id': entry['id']}
        self.client.call('update_entry', ids, body={'name': 'Mia O.'}, expect=200)
        changed = self.client.call('update_entry', ids, body={'phone': '+4930123456'}, expect=200)
        self.assertEqual((changed['name'], changed['phone']), ('Mia O.', '+4930123456'))

    def test_nothing_has_to_be_confirmed_at_the_desk(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True})
        entry = self.join(resource, walk_in=True, **new_person())
        self.assertEqual(entry['state'], 'waiting')

    def test_a_seat_is_given_ahead_of_the_line_while_one_is_free(self):
        resource = self.world.make_resource('seats', capacity=3)
        self.join(resource, party_size=2, **new_person())
        waiting = self.join(resource, party_size=2, **new_person())
        self.assertEqual(waiting['state'], 'waiting')
        given = self.join(resource, name='Mia', walk_in=True, give_now=True)
        self.assertEqual(given['state'], 'accepted')
        self.assertEqual(self.events_of(given)[0]['reason'], 'walk_in')
        refused = self.join(resource, name='Ben', walk_in=True, give_now=True, expect=409)
        self.assertTrue(refused['type'].endswith('no-free-place'))
        self.join(resource, name='Ben', walk_in=True, over_capacity=True, expect=422)
        over = self.join(resource, name='Ben', walk_in=True, give_now=True, over_capacity=True)
        [event] = self.events_of(over)
        self.assertEqual((event['reason'], over['state']), ('over_capacity', 'accepted'))
        self.assertNotIn(event['actor'], ('system', 'guest'))

    def test_a_slot_is_not_given_like_a_seat(self):
        resource = self.world.make_resource('slots')
        self.join(resource, name='Mia', walk_in=True, give_now=True, expect=422)

    def test_a_caller_is_booked_without_being_asked(self):
        resource = self.world.make_resource('slots')
        self.client.call('pause_resource', {'resource_id': resource['id']}, expect=200)
        opening = self.world.free_slot(resource)
        entry = self.join(resource, name='Mia', walk_in=True)
        booked = self.client.call('promote_entry', {'entry_id': entry['id']}, expect=200,
                                  body={'opening_id': opening['id'], 'accept': True})
        self.assertEqual(booked['state'], 'accepted')
        accepted = [event for event in self.events_of(entry) if event['type'] == 'offer_accepted']
        self.assertNotIn(accepted[0]['actor'], ('system', 'guest'))
        kinds = [one['kind'] for one in
                 self.client.items('list_messages', {'resource_id': resource['id']})]
        self.assertNotIn('offer', kinds)


class MovingToAnotherList(DeskCase):
    def setUp(self):
        super().setUp()
        self.old = self.world.make_resource('slots')
        self.new = self.world.make_resource('slots', rules={'verify_email': True})

    def copy(self, entry, expect=201, key=None):
        return self.client.call('copy_entry', {'resource_id': self.new['id']},
                                body={'entry_id': entry['id']}, expect=expect, key=key)

    def entry(self, entry):
        return self.client.call('get_entry', {'entry_id': entry['id']}, expect=200)

    def test_everything_and_the_time_they_have_waited_come_along(self):
        person = dict(new_person(), consent='I agree.')
        moved = self.join(self.old, party_size=2, wants={'service': 'Cut'}, tier=1,
                          joined_at='2026-01-02T03:04:05Z', **person)
        self.note(moved, text='Likes tea', add_tags=['regular'])
        later = self.join(self.new, walk_in=True, tier=1, **new_person())
        copy = self.copy(moved)
        for field in ('name', 'email', 'party_size', 'tier', 'joined_at'):
            self.assertEqual(copy[field], moved[field], field)
        self.assertEqual(copy['wants']['service'], 'Cut')
        self.assertEqual((copy['state'], copy['rank']), ('waiting', 1))
        self.assertEqual(self.entry(later)['rank'], 2)
        kept = self.client.call('get_guest', {'entry_id': copy['id']}, expect=200)
        [own] = [one for one in kept['entries'] if one['id'] == copy['id']]
        self.assertEqual((own['note'], own['tags']), ('Likes tea', ['regular']))
        [event] = self.events_of(copy)
        self.assertEqual(event['details']['waits_since'], moved['joined_at'])
        self.assertEqual(self.entry(copy)['consent']['text'], 'I agree.')

    def test_doing_it_again_changes_nothing(self):
        moved = self.join(self.old, **new_person())
        first = self.copy(moved)
        again = self.copy(moved, expect=200)
        self.assertEqual(again['id'], first['id'])
        self.assertNotIn('token', again.body)

    def test_only_those_who_wait_on_another_list_of_the_same_business(self):
        self.copy({'id': NOBODY}, expect=422)
        self.copy({'id': 'nonsense'}, expect=422)
        self.copy(self.join(self.new, walk_in=True, **new_person()), expect=422)
        left = self.join(self.old, **new_person())
        self.client.call('remove_entry', {'entry_id': left['id']}, body={}, expect=200)
        refused = self.copy(left, expect=422)
        self.assertEqual(refused['errors'][0]['field'], 'entry_id')
        rival = self.as_guest(self.other_key)
        others = rival.call('create_resource', body={'name': 'Other', 'kind': 'slots'}, expect=201)
        theirs = rival.call('join', {'resource_id': others['id']}, body=new_person(), expect=201)
        hidden = self.copy(theirs, expect=422)
        unknown = self.copy({'id': NOBODY}, expect=422)
        self.assertEqual(hidden['errors'], unknown['errors'], 'strangers are as good as nobody')


class WaitingElsewhere(DeskCase):
    def test_staff_say_since_when_and_guests_cannot(self):
        resource = self.world.make_resource('slots')
        first = self.join(resource, **new_person())
        since = '2020-02-03T04:05:06Z'
        paper = self.join(resource, joined_at=since, **new_person())
        self.assertEqual((paper['joined_at'], paper['rank']), (since, 1))
        seen = self.client.call('get_entry', {'entry_id': first['id']}, expect=200)
        self.assertEqual(seen['rank'], 2)
        self.as_public().call('join', {'resource_id': resource['id']}, expect=403,
                              body=dict(new_person(), joined_at=since))
        for bad in ('2990-01-01T00:00:00Z', '1970-01-01T00:00:00Z', 'yesterday'):
            refused = self.join(resource, joined_at=bad, expect=422, **new_person())
            self.assertEqual(refused['errors'][0]['field'], 'joined_at', bad)


class Notes(DeskCase):
    def guest(self, entry, client=None, expect=200):
        return (client or self.client).call('get_guest', {'entry_id': entry['id']}, expect=expect)

    def test_one_human_is_known_over_all_lists(self):
        person = new_person()
        colour = self.join(self.world.make_resource('slots', name='Colour'), **person)
        concert = self.join(self.world.make_resource('seats', capacity=5, name='Concert'),
                            **person)
        self.client.call('mark_no_show', {'entry_id': concert['id']}, expect=200)
        self.note(concert, text='Came late twice.', tags=['late'])
        guest = self.guest(colour)
        self.assertEqual(guest['no_shows'], 1)
        self.assertEqual({one['list'] for one in guest['entries']}, {'Colour', 'Concert'})
        self.assertIn(['late'], [one['tags'] for one in guest['entries']])

    def test_other_people_and_other_businesses_see_nothing(self):
        person = new_person()
        entry = self.join(self.world.make_resource('slots'), **person)
        self.note(entry, text='Owes us a cake.', tags=['cake'])
        other = self.as_guest(self.other_key)
        self.guest(entry, other, expect=404)
        other.call('patch_note', {'entry_id': entry['id']}, body={'text': 'x'}, expect=404)
        for text in ('cake', person['email']):
            found = other.call('search_people', body={'text': text}, expect=200)
            self.assertEqual(found['entries'], [])
        guest = self.as_guest(entry['token'])
        self.guest(entry, guest, expect=403)
        guest.call('patch_note', {'entry_id': entry['id']}, body={'text': 'x'}, expect=403)
        record = guest.call('export_person', {'entry_id': entry['id']}, expect=200)
        self.assertNotIn('cake', str(record.body))
        self.assertNotIn('cake', str(guest.call('get_entry', {'entry_id': entry['id']}).body))

    def test_notes_are_handed_out_to_staff_and_go_with_the_person(self):
        entry = self.join(self.world.make_resource('slots'), **new_person())
        self.note(entry, text='Allergic to nuts.', add_tags=['VIP'])
        self.assertEqual(self.note(entry, add_tags=['vip', 'regular'])['tags'],
                         ['VIP', 'regular'])
        record = self.client.call('export_person', {'entry_id': entry['id']}, expect=200)
        self.assertEqual(record['note']['text'], 'Allergic to nuts.')
        self.client.call('erase_entry', {'entry_id': entry['id']}, expect=200)
        guest = self.guest(entry)
        self.assertEqual([(one['note'], one['tags']) for one in guest['entries']], [('', [])])
        self.assertEqual(self.client.call('search_people', body={'text': 'VIP'},
                                          expect=200)['entries'], [])
        self.note(entry, text='Once more.', expect=410)

    def test_a_note_that_says_nothing_is_none(self):
        entry = self.join(self.world.make_resource('slots'), **new_person())
        self.note(entry, text='Hello', tags=['a'])
        gone = self.note(entry, text=' ', tags=[])
        self.assertEqual((gone['note'], gone['tags'], gone['changed_at']), ('', [], None))
        self.note(entry, tags=['x' * 41], expect=422)


class Search(DeskCase):
    def test_finds_by_name_number_address_and_tag_those_who_wait_first(self):
        left = self.join(self.world.make_resource('slots', name='Cut'), name='Zoë Quist',
                         phone='+4930777001')
        self.client.call('leave', {'entry_id': left['id']}, expect=200)
        here = self.join(self.world.make_resource('slots', name='Colour'), name='Zoë Quist',
                         email='zoe.quist@example.org')
        self.note(here, tags=['Quartet'])
        for text, ids in (('ZOË QU', [here['id'], left['id']]), ('0777 001', [left['id']]),
                          ('zoe.quist@', [here['id']]), ('quarTET', [here['id']])):
            found = self.client.call('search_people', body={'text': text}, expect=200)
            self.assertEqual([one['id'] for one in found['entries']], ids, text)
            self.assertTrue(found['is_complete'])
        one = self.client.call('search_people', body={'text': 'quist', 'limit': 1}, expect=200)
        self.assertFalse(one['is_complete'])
        self.client.call('search_people', body={'text': ' '}, expect=422)


if __name__ == '__main__':
    unittest.main()
