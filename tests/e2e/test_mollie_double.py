"""Our double of Mollie is a good one: Mollie's own client takes it for Mollie. And what it is
strict about is what its documents are strict about."""
import json
import unittest

from harness.http_peer import HttpPeer, Reply
from harness.mollie_double import MollieDouble
from harness.node import Oracle
from harness.waiting import wait_for

PAGES = {'redirectUrl': 'https://salon.example/back', 'cancelUrl': 'https://salon.example/off'}


class Called(HttpPeer):
    """Takes the calls."""

    def answer(self, received):
        return Reply(200, b'')


class MollieClient(unittest.TestCase):
    def setUp(self):
        self.now = 1_800_000_000
        self.mollie = MollieDouble(lambda: self.now)
        self.addCleanup(self.mollie.close)
        self.client = Oracle('mollie_client.mjs', self.mollie.url, self.mollie.key)
        self.addCleanup(self.client.close)

    def ask(self, what, *arguments):
        return json.loads(self.client.ask(**{'do': what, 'with': arguments}))

    def said(self, what, *arguments):
        answer = self.ask(what, *arguments)
        self.assertIn('said', answer, answer)
        return answer['said']

    def order(self, value='45.00', currency='EUR', **more):
        return {'amount': {'value': value, 'currency': currency}, 'description': 'Colour',
                'captureMode': 'manual', 'method': 'creditcard', **PAGES, **more}

    def create(self, **more):
        return self.said('payments.create', self.order(**more))

    def state(self, payment):
        return self.said('payments.get', payment['id'], {'embed': ['captures']})

    def test_holds_the_money_and_takes_it(self):
        payment = self.create(metadata={'offer_id': 'off_1'})
        self.assertEqual((payment['status'], payment['mode'], payment['metadata']),
                         ('open', 'test', {'offer_id': 'off_1'}))
        self.assertTrue(payment['checkout'])
        self.assertTrue(self.mollie.pay(payment['checkout']))
        held = self.state(payment)
        self.assertEqual((held['status'], held['amountCaptured']['value']), ('authorized', '0.00'))
        self.assertNotIn('checkout', held['_links'])
        capture = self.said('paymentCaptures.create', {'paymentId': payment['id']})
        self.assertEqual((capture['status'], capture['amount']['value']), ('succeeded', '45.00'))
        taken = self.state(payment)
        self.assertEqual((taken['status'], taken['amountRemaining']['value']), ('paid', '45.00'))
        self.assertEqual(len(taken['_embedded']['captures']), 1)

    def test_takes_a_part_and_lets_the_rest_go(self):
        payment = self.create()
        self.mollie.pay(payment['checkout'])
        self.said('paymentCaptures.create', {'paymentId': payment['id'],
                                             'amount': {'value': '10.00', 'currency': 'EUR'}})
        self.assertEqual(self.state(payment)['status'], 'authorized')
        self.said('payments.releaseAuthorization', payment['id'])
        taken = self.state(payment)
        self.assertEqual((taken['status'], taken['amountCaptured']['value']), ('paid', '10.00'))

    def test_a_capture_may_need_a_while(self):
        self.mollie.book.captures_wait = True
        payment = self.create()
        self.mollie.pay(payment['checkout'])
        capture = self.said('paymentCaptures.create', {'paymentId': payment['id']})
        self.assertEqual(capture['status'], 'pending')
        self.assertEqual(self.state(payment)['status'], 'authorized')
        again = self.ask('paymentCaptures.create', {'paymentId': payment['id']})
        self.assertEqual((again['status'], again['field']), (422, 'amount'))
        self.mollie.book.settle()
        self.assertEqual(self.state(payment)['status'], 'paid')

    def test_a_hold_that_is_released_was_never_money(self):
        payment = self.create()
        self.mollie.pay(payment['checkout'])
        self.said('payments.releaseAuthorization', payment['id'])
        self.assertEqual(self.state(payment)['status'], 'canceled')
        refused = self.ask('paymentCaptures.create', {'paymentId': payment['id']})
        self.assertEqual(refused['status'], 422)
        [row] = self.mollie.money()
        self.assertEqual((row['held'], row['captured'], row['refunded']), (0, 0, 0))

    def test_an_open_payment_with_a_card_cannot_be_cancelled_and_expires(self):
        payment = self.create()
        self.assertEqual(self.ask('payments.cancel', payment['id'])['status'], 422)
        self.now += 30 * 60
        self.assertEqual(self.state(payment)['status'], 'expired')
        self.assertFalse(self.mollie.pay(payment['checkout']))
        self.mollie.book.open_can_be_cancelled = True
        other = self.create()
        self.assertEqual(self.said('payments.cancel', other['id'])['status'], 'canceled')

    def test_a_hold_ends_by_itself_after_a_week(self):
        payment = self.create()
        self.mollie.pay(payment['checkout'])
        self.now += 7 * 24 * 3600
        self.assertEqual(self.state(payment)['status'], 'expired')

    def test_gives_back_in_parts_and_never_more_than_was_taken(self):
        payment = self.create()
        early = self.ask('paymentRefunds.create', {
            'paymentId': payment['id'], 'amount': {'value': '1.00', 'currency': 'EUR'}})
        self.assertEqual((early['status'], early.get('field')), (422, None))
        self.mollie.pay(payment['checkout'])
        self.said('paymentCaptures.create', {'paymentId': payment['id']})
        refund = self.said('paymentRefunds.create', {
            'paymentId': payment['id'], 'amount': {'value': '15.00', 'currency': 'EUR'}})
        self.assertEqual(refund['status'], 'pending')
        self.assertEqual(self.state(payment)['amountRemaining']['value'], '30.00')
        more = self.ask('paymentRefunds.create', {
            'paymentId': payment['id'], 'amount': {'value': '30.01', 'currency': 'EUR'}})
        self.assertEqual((more['status'], more['field']), (422, 'amount'))

    def test_keeps_a_card_and_charges_it_without_its_holder(self):
        customer = self.said('customers.create', {'email': 'ada@example.com'})
        first = self.create(value='0.00', sequenceType='first', customerId=customer['id'],
                            captureMode='automatic')
        self.mollie.pay(first['checkout'])
        self.assertTrue(self.state(first)['mandateId'].startswith('mdt_'))
        mandates = self.said('customerMandates.page', {'customerId': customer['id']})
        self.assertEqual([one['status'] for one in mandates['items']], ['valid'])
        charged = self.create(sequenceType='recurring', customerId=customer['id'])
        self.assertEqual(charged['status'], 'authorized')

    def test_a_kept_card_may_be_declined_or_want_its_holder(self):
        for card, reason in (('poor', 'insufficient_funds'), ('asks', 'authentication_required')):
            customer, mandate = self.mollie.kept_card(card)
            charged = self.create(sequenceType='recurring', customerId=customer['id'],
                                  mandateId=mandate['id'])
            self.assertEqual((charged['status'], charged['details']['failureReason']),
                             ('failed', reason))

    def test_amounts_have_the_decimals_of_their_currency(self):
        self.assertEqual(self.create(value='4500', currency='JPY')['amount']['value'], '4500')
        for value, currency, field in (('45', 'EUR', 'amount.value'), ('45.0', 'EUR',
                                       'amount.value'), ('45.00', 'JPY', 'amount.value'),
                                       ('45.00', 'XYZ', 'amount.currency'),
                                       ('0.00', 'EUR', 'amount'), ('10000.01', 'EUR', 'amount')):
            refused = self.ask('payments.create', self.order(value, currency))
            self.assertEqual((refused['status'], refused['field']), (422, field), value)

    def test_the_same_key_makes_one_payment_for_an_hour(self):
        first = self.create(idempotencyKey='k1')
        self.assertEqual(self.create(idempotencyKey='k1')['id'], first['id'])
        self.assertNotEqual(self.create(idempotencyKey='k2')['id'], first['id'])
        self.now += 3600
        self.assertNotEqual(self.create(idempotencyKey='k1')['id'], first['id'])

    def test_lists_the_newest_first_page_by_page(self):
        made = [self.create()['id'] for _ in range(5)]
        page = self.said('payments.page', {'limit': 2})
        self.assertEqual([one['id'] for one in page['items']], made[:2:-1])
        page = self.said('payments.page', {'limit': 2, 'from': page['next']})
        self.assertEqual([one['id'] for one in page['items']], [made[2], made[1]])
        last = self.said('payments.page', {'limit': 2, 'from': page['next']})
        self.assertEqual([one['id'] for one in last['items']], made[:1])

    def test_wrong_keys_and_unknown_payments(self):
        self.assertEqual(self.ask('payments.get', 'tr_000000009999')['status'], 404)
        self.mollie.is_revoked = True
        self.assertEqual(self.ask('payments.page', {'limit': 1})['status'], 401)

    def test_calls_out_an_id_when_something_has_changed(self):
        called = Called()
        self.addCleanup(called.close)
        payment = self.create(webhookUrl=f'http://127.0.0.1:{called.port}/hook')
        self.mollie.pay(payment['checkout'])
        self.mollie.calls.wait()
        self.assertEqual([one.body for one in called.received],
                         [f"id={payment['id']}".encode()], 'not when it was made')
        self.mollie.calls.mode = 'hold'
        self.said('paymentCaptures.create', {'paymentId': payment['id']})
        self.assertEqual(len(called.received), 1)
        self.mollie.calls.deliver_held(times=2)
        wait_for(lambda: len(called.received) == 3)


if __name__ == '__main__':
    unittest.main()
