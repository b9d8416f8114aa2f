"""Our double of Stripe is a good one: Stripe's own client takes it for Stripe, its objects have no
fields that Stripe's don't, and it is strict about what Stripe's documents are strict about."""
import json
import unittest

from harness.node import Oracle
from harness.stripe_double import StripeDouble
from harness.stripe_events import sign
from harness.stripe_fields import FIELDS

LINE = {'quantity': 1, 'price_data': {'currency': 'eur', 'unit_amount': 4500,
                                      'product_data': {'name': 'Colour'}}}


class StripeClient(unittest.TestCase):
    def setUp(self):
        self.now = 1_800_000_000
        self.stripe = StripeDouble(lambda: self.now)
        self.addCleanup(self.stripe.close)
        self.client = Oracle('stripe_client.mjs', self.stripe.url, self.stripe.key)
        self.addCleanup(self.client.close)

    def ask(self, what, *arguments):
        return json.loads(self.client.ask(**{'do': what, 'with': arguments}))

    def said(self, what, *arguments):
        answer = self.ask(what, *arguments)
        self.assertIn('said', answer, answer)
        return answer['said']

    def order(self, **more):
        return {'mode': 'payment', 'success_url': 'https://salon.example/back',
                'line_items': [LINE], 'client_reference_id': 'off_1',
                'expires_at': self.now + 1860, 'payment_method_types': ['card'],
                'payment_intent_data': {'capture_method': 'manual',
                                        'metadata': {'offer_id': 'off_1'}}, **more}

    def create(self, **more):
        return self.said('checkout.sessions.create', self.order(**more))

    def held(self):
        session = self.create()
        self.assertTrue(self.stripe.pay(session['url']))
        return self.said('checkout.sessions.retrieve', session['id'],
                         {'expand': ['payment_intent.latest_charge']})

    def assert_known(self, thing):
        """The object, and those inside it, have no field that Stripe's have not."""
        kind = thing.get('object')
        if isinstance(kind, str) and kind in FIELDS:
            self.assertLessEqual(set(thing) - {'lastResponse'}, set(FIELDS[kind]), kind)
        for inner in thing.values():
            for one in inner if isinstance(inner, list) else [inner]:
                if isinstance(one, dict):
                    self.assert_known(one)

    def test_its_objects_have_the_fields_of_stripe(self):
        session = self.held()
        self.assert_known(session)
        intent = session['payment_intent']
        self.said('paymentIntents.capture', intent['id'], {'amount_to_capture': 4500})
        self.assert_known(self.said('refunds.create', {'payment_intent': intent['id'],
                                                       'amount': 1500}))
        setup = self.said('checkout.sessions.create', {
            'mode': 'setup', 'success_url': 'https://salon.example/', 'customer_creation': 'always',
            'payment_method_types': ['card']})
        self.stripe.pay(setup['url'])
        self.assert_known(self.said('checkout.sessions.retrieve', setup['id'],
                                    {'expand': ['setup_intent']}))
        for event in self.stripe.events.events:
            self.assert_known(event)

    def test_holds_the_money_and_takes_it(self):
        session = self.held()
        intent = session['payment_intent']
        self.assertEqual((session['status'], session['client_reference_id'], intent['status'],
                          intent['amount_capturable'], intent['metadata']),
                         ('complete', 'off_1', 'requires_capture', 4500, {'offer_id': 'off_1'}))
        taken = self.said('paymentIntents.capture', intent['id'])
        self.assertEqual((taken['status'], taken['amount_received']), ('succeeded', 4500))
        again = self.ask('paymentIntents.capture', intent['id'])
        self.assertEqual((again['status'], again['code']),
                         (400, 'payment_intent_unexpected_state'))

    def test_what_is_complete_cannot_be_ended_and_what_is_open_not_cancelled(self):
        session = self.held()
        ended = self.ask('checkout.sessions.expire', session['id'])
        self.assertEqual((ended['status'], ended['type']), (400, 'StripeInvalidRequestError'))
        self.said('paymentIntents.cancel', session['payment_intent']['id'])
        session = self.create()
        self.assertEqual(self.said('checkout.sessions.expire', session['id'])['status'], 'expired')
        self.assertFalse(self.stripe.pay(f'{self.stripe.url}/c/pay/{session["id"]}'))

    def test_a_page_is_open_for_half_an_hour_at_least(self):
        for seconds in (1799, 24 * 3600 + 1):
            refused = self.ask('checkout.sessions.create',
                               self.order(expires_at=self.now + seconds))
            self.assertEqual((refused['status'], refused['param']), (400, 'expires_at'))

    def test_the_same_key_is_answered_the_same_and_says_one_thing(self):
        first = self.said('checkout.sessions.create', self.order(), {'idempotencyKey': 'one'})
        again = self.said('checkout.sessions.create', self.order(), {'idempotencyKey': 'one'})
        self.assertEqual(first['id'], again['id'])
        other = self.ask('checkout.sessions.create', self.order(locale='de'),
                         {'idempotencyKey': 'one'})
        self.assertEqual(other['type'], 'StripeIdempotencyError')

    def test_a_failure_is_kept_under_its_key(self):
        self.stripe.fail('500', '/checkout/sessions$')
        for _ in range(2):
            failed = self.ask('checkout.sessions.create', self.order(), {'idempotencyKey': 'one'})
            self.assertEqual((failed['status'], failed['type']), (500, 'StripeAPIError'))
        self.said('checkout.sessions.create', self.order(), {'idempotencyKey': 'two'})

    def test_a_kept_card_is_charged_without_its_holder_unless_the_bank_asks(self):
        for card, code in (('visa', None), ('declined', 'card_declined'),
                           ('asks', 'authentication_required')):
            method = self.stripe.kept_card(card)
            answer = self.ask('paymentIntents.create', {
                'amount': 4500, 'currency': 'eur', 'customer': method['customer'],
                'payment_method': method['id'], 'confirm': True, 'off_session': True,
                'capture_method': 'manual', 'payment_method_types': ['card']})
            if code is None:
                self.assertEqual(answer['said']['status'], 'requires_capture')
            else:
                self.assertEqual((answer['status'], answer['type'], answer['code']),
                                 (402, 'StripeCardError', code))

    def test_gives_back_in_parts_and_never_more_than_was_taken(self):
        intent = self.held()['payment_intent']['id']
        self.said('paymentIntents.capture', intent)
        self.said('refunds.create', {'payment_intent': intent, 'amount': 4000})
        more = self.ask('refunds.create', {'payment_intent': intent, 'amount': 501})
        self.assertEqual((more['status'], more['param']), (400, 'amount'))
        self.said('refunds.create', {'payment_intent': intent})
        again = self.ask('refunds.create', {'payment_intent': intent})
        self.assertEqual(again['code'], 'charge_already_refunded')

    def test_wrong_keys_amounts_and_currencies(self):
        self.assertEqual(self.ask('checkout.sessions.create', self.order(line_items=[{
            **LINE, 'price_data': {**LINE['price_data'], 'unit_amount': 20}}]))['code'],
                         'amount_too_small')
        self.assertEqual(self.ask('checkout.sessions.create', self.order(line_items=[{
            **LINE, 'price_data': {**LINE['price_data'], 'currency': 'xag'}}]))['status'], 400)
        self.stripe.is_revoked = True
        self.assertEqual(self.ask('balance.retrieve')['type'], 'StripeAuthenticationError')

    def test_its_signatures_are_those_that_stripe_checks(self):
        self.held()
        event = self.stripe.events.events[-1]
        payload = json.dumps(event, indent=2)
        header = sign(payload.encode(), self.stripe.webhook_secret, self.now)
        asked = {'payload': payload, 'header': header, 'secret': self.stripe.webhook_secret,
                 'at': self.now}
        self.assertEqual(self.said('webhook', asked)['id'], event['id'])
        for changed in ({'payload': payload + ' '}, {'secret': 'whsec_other'},
                        {'at': self.now + 301}):
            self.assertEqual(self.ask('webhook', {**asked, **changed})['type'],
                             'StripeSignatureVerificationError')


if __name__ == '__main__':
    unittest.main()
