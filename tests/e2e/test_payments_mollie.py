"""Paid places by Mollie, whose calls are signed by nobody. Mollie is a double
(harness/mollie_double.py)."""
import unittest
import urllib.error
import urllib.request

from harness.case import ServerCase
from harness.mollie_double import MollieDouble
from harness.payments import PRICE, url_of
from harness.waiting import wait_for


class Mollie(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.mollie = MollieDouble()
        cls.addClassCleanup(cls.mollie.close)
        cls.flags = ('--join-rate', '0', '--mollie-api-key', cls.mollie.key,
                     '--mollie-api-base', cls.mollie.url)
        super().setUpClass()

    def claimed(self):
        resource = self.world.make_resource('seats', capacity=0, rules={
            'payment': PRICE, 'claim_window': '20m'})
        entry = self.world.join(resource)
        self.world.change(resource, capacity=1)
        offer = self.world.entry(entry)['offer']
        self.as_guest(entry['token']).call('accept_offer', {'offer_id': offer['id']}, expect=200)
        page = wait_for(lambda: self.world.offer(offer)['payment_url'], 'a page', 10)
        return entry, offer, page

    def payment(self, offer):
        return self.world.offer(offer)['payment']

    def await_payment(self, offer, state):
        wait_for(lambda: self.payment(offer)['state'] == state, state, 40)

    def row(self, offer):
        [row] = [one for one in self.mollie.money() if one['reference'] == offer['id']]
        return row

    def call_out(self, name):
        request = urllib.request.Request(f'{url_of(self.server)}/v1/callbacks/mollie',
                                         f'id={name}'.encode())
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def test_a_place_is_paid_for_taken_and_given_back(self):
        _, offer, page = self.claimed()
        self.assertTrue(self.mollie.pay(page))
        self.assertEqual(self.call_out(page.rsplit('/', 1)[1]), 200)
        self.await_payment(offer, 'taken')
        self.assertEqual(self.world.offer(offer)['state'], 'accepted')
        self.assertEqual(self.row(offer)['captured'], 4500)
        self.client.call('refund_offer', {'offer_id': offer['id']}, body={'reason': 'a wish'},
                         expect=200)
        self.await_payment(offer, 'refunded')
        self.assertEqual(self.row(offer)['refunded'], 4500)

    def test_whoever_leaves_after_paying_is_not_charged(self):
        entry, offer, page = self.claimed()
        self.assertTrue(self.mollie.pay(page))
        self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        self.await_payment(offer, 'released')
        self.assertEqual(self.row(offer)['captured'], 0)

    def test_calls_about_nothing_change_nothing(self):
        _, offer, _ = self.claimed()
        self.assertEqual(self.call_out('tr_unknown'), 200)
        self.assertIn(self.call_out(''), range(400, 500))
        self.assertIn(self.call_out('../payments'), range(400, 500))
        self.assertEqual(self.payment(offer)['state'], 'paying')


if __name__ == '__main__':
    unittest.main()
