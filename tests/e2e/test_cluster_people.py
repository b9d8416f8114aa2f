"""Erasures and friends on two nodes: whichever is asked, the same comes of it."""
import unittest

from harness.cluster import ClusterCase
from harness.world import new_person


class PeopleOfACluster(ClusterCase):
    def test_an_erased_persons_offer_rolls_on_at_once_through_either_node(self):
        for owner in self.cluster.nodes:
            other = self.cluster.other(owner)
            resource = self.resource_of(owner, 'slots')
            world, person = self.world(other), new_person()
            gone, after = world.join(resource, person), world.join(resource)
            world.free_slot(resource)
            self.assertEqual(world.entry(gone)['state'], 'offered')
            erased = self.client(other).call('erase_entry', {'entry_id': gone['id']}, expect=200)
            self.assertEqual(erased['erased'], 1)
            shown = self.world(owner).entry(gone)
            self.assertEqual((shown['state'], shown['email']), ('removed', None))
            self.assertEqual(self.world(owner).entry(after)['state'], 'offered')
            [ended] = [event for event in world.audit(resource)
                       if event['entry_id'] == gone['id'] and event['type'] == 'offer_ended']
            self.assertEqual(ended['reason'], 'erased')
            again = self.world(owner).join(resource, person)
            self.assertNotEqual(again['id'], gone['id'], 'a stranger, who may join')

    def test_a_friend_counts_once_through_either_node(self):
        owner = self.cluster.nodes[0]
        other = self.cluster.other(owner)
        resource = self.resource_of(owner, 'access', capacity=9)
        ada = self.world(owner).join(resource)
        for node, spelling in ((owner, 'ben@mail.example.org'), (other, 'BEN+1@mail.example.org')):
            self.world(node).join(resource, {'email': spelling},
                                  referral_code=ada['referral_code'])
        self.assertEqual(self.world(other).entry(ada)['points'], 5)


if __name__ == '__main__':
    unittest.main()
