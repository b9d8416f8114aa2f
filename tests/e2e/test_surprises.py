"""What is right by the rules and surprises people is said to them: no places at all, a hidden rank,
a turn that was had, an event that was reported before."""
import unittest

from harness.case import ServerCase
from harness.pages import PagesOf
from harness.world import later, new_person


class Surprises(ServerCase, PagesOf):
    def test_without_places_it_says_so(self):
        resource = self.world.make_resource(capacity=0)
        entry = self.world.join(resource)
        now = self.as_guest(entry['token']).call('explain_entry', {'entry_id': entry['id']},
                                                 expect=200)['now']
        self.assertEqual((now['eligible'], now['check']), (False, 'no_places'))
        self.assertIn('sold out', now['detail'])
        self.assertIn('sold out', self.page('/e/' + entry['token']))
        self.assertIn('sold out', self.page('/r/' + resource['id']))
        self.world.change(resource, capacity=5)
        self.assertNotIn('sold out', self.page('/r/' + resource['id']))

    def test_a_hidden_rank_cannot_be_worked_out(self):
        resource = self.world.make_resource('slots', rules={'visibility': 'hidden'})
        self.world.join_many(resource, 3)
        joined = self.as_public().call('join', {'resource_id': resource['id']}, body=new_person(),
                                       expect=201).body
        guest = self.as_guest(joined['token'])
        seen = guest.call('get_entry', {'entry_id': joined['id']}, expect=200)
        for entry in (joined, seen):
            self.assertEqual((entry['position'], entry['rank'], entry['band']), (None, None, None))
        public = self.as_public().call('get_resource', {'resource_id': resource['id']}, expect=200)
        self.assertIsNone(public['counts']['waiting'])
        page = self.page('/r/' + resource['id'])
        self.assertNotIn('waiting.', page)
        self.assertEqual(self.world.entry(joined)['position'], 4)
        self.assertEqual(self.world.entry(joined)['rank'], 4)
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], 4)

    def test_whoever_sits_out_is_told_so(self):
        resource = self.world.make_resource(capacity=1, rules={'after_decline': 'keep'})
        holder = self.world.join(resource)
        entry = self.world.join(resource)
        self.client.call('cancel_entry', {'entry_id': holder['id']}, expect=200)
        guest = self.as_guest(entry['token'])
        guest.call('decline_offer', {'offer_id': self.world.entry(entry)['offer']['id']},
                   expect=200)
        now = guest.call('explain_entry', {'entry_id': entry['id']}, expect=200)['now']
        self.assertEqual(now['check'], 'sitting_out')
        self.assertIn('another place', now['detail'])
        self.assertIn('already had a turn', self.page('/e/' + entry['token']))
        self.world.change(resource, capacity=2)
        self.assertNotIn('already had a turn', self.page('/e/' + entry['token']))

    def test_a_withdrawn_opening_that_is_reported_again_is_answered_in_words(self):
        resource = self.world.make_resource('slots')
        slot = {'event_id': 'cal-1', 'starts_at': later(hours=30), 'duration': '30m'}
        ids = {'resource_id': resource['id']}
        opened = self.client.call('add_opening', ids, body=slot, expect=201).body
        self.assertNotIn('detail', opened)
        again = self.client.call('add_opening', ids, body=slot, expect=200)
        self.assertIn('on offer already', again['detail'])
        self.client.call('withdraw_opening', {'opening_id': opened['id']}, expect=200)
        seq = self.world.last_seq(resource)
        again = self.client.call('add_opening', ids, body=slot, expect=200)
        self.assertEqual((again['id'], again['state']), (opened['id'], 'withdrawn'))
        self.assertIn('was withdrawn, so nothing was opened', again['detail'])
        self.assertEqual(self.world.last_seq(resource), seq)
        self.client.call('add_opening', ids, body={**slot, 'event_id': 'cal-2'}, expect=201)


if __name__ == '__main__':
    unittest.main()
