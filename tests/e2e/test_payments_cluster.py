"""Payments where several nodes share the work: one of them looks after each, and what a dead node
left behind is done by whoever takes over. Nothing is done twice."""
import unittest

from harness.cluster import ClusterCase
from harness.payments import PRICE, url_of
from harness.stripe_double import StripeDouble
from harness.waiting import wait_for

LEASE_SECONDS = 3


class PaymentsCluster(ClusterCase):
    lease_seconds = LEASE_SECONDS

    @classmethod
    def setUpClass(cls):
        cls.stripe = StripeDouble()
        cls.addClassCleanup(cls.stripe.close)
        cls.flags = ('--stripe-secret-key', cls.stripe.key, '--stripe-webhook-secret',
                     cls.stripe.webhook_secret, '--stripe-api-base', cls.stripe.url)
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.stripe.events.endpoints.clear()

    def claimed(self, owner, through):
        """An offer of a list that `owner` runs, claimed through another node, and its page."""
        resource = self.resource_of(owner, capacity=0, rules={
            'payment': PRICE, 'claim_window': '1h', 'quiet_hours': None})
        world = self.world(through)
        entry = world.join(resource)
        world.change(resource, capacity=1)
        offer = world.entry(entry)['offer']
        world.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        return offer, self.page_of(through, offer)

    def seen(self, node, offer):
        """As it is now; empty while its list moves to another node."""
        answer = self.client(node).call('get_offer', {'offer_id': offer['id']}, expect=(200, 503))
        return answer.body if answer.status == 200 else {}

    def page_of(self, node, offer):
        return wait_for(lambda: self.seen(node, offer).get('payment_url'), 'a page', 60, 0.2)

    def await_taken(self, node, offer):
        def is_taken():
            payment = self.seen(node, offer).get('payment')
            return payment and payment['state'] == 'taken'
        wait_for(is_taken, 'the money', 60, 0.2)

    def assert_taken_once(self, offer):
        rows = [row for row in self.stripe.money() if row['reference'] == offer['id']]
        self.assertEqual([(row['captured'], row['refunded']) for row in rows], [(4500, 0)])

    def test_a_webhook_may_come_to_any_node(self):
        first, second = self.cluster.nodes
        self.stripe.send_webhooks_to(url_of(second))
        offer, page = self.claimed(first, second)
        self.stripe.pay(page)
        self.await_taken(second, offer)
        self.assert_taken_once(offer)

    def test_the_payments_of_a_dead_node_go_on(self):
        owner, survivor = self.cluster.nodes
        offer, page = self.claimed(owner, survivor)
        owner.kill()
        self.stripe.pay(page)
        self.await_taken(survivor, offer)
        self.assert_taken_once(offer)

    def test_what_was_claimed_right_before_its_node_died_gets_its_page_from_the_other(self):
        owner, survivor = self.cluster.nodes
        self.stripe.fail('drop', '/checkout/sessions$', times=1000)
        resource = self.resource_of(owner, capacity=0, rules={
            'payment': PRICE, 'claim_window': '1h', 'quiet_hours': None})
        world = self.world(survivor)
        entry = world.join(resource)
        world.change(resource, capacity=1)
        offer = world.entry(entry)['offer']
        world.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        owner.kill()
        self.stripe.faults.clear()
        self.stripe.pay(self.page_of(survivor, offer))
        self.await_taken(survivor, offer)
        self.assert_taken_once(offer)


if __name__ == '__main__':
    unittest.main()
