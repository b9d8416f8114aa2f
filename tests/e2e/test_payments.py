"""Paid places, by Stripe: nobody is charged without a place, nobody has a place without the charge,
and nobody is charged twice. Stripe is a double (harness/stripe_double.py)."""
import json
import os
import time
import unittest

from harness.payments import PRICE, PaymentCase, money, url_of
from harness.stripe_events import post, sign
from harness.waiting import wait_for
from harness.world import later


class APaidPlace(PaymentCase):
    def test_is_theirs_once_it_is_paid_for_and_then_taken(self):
        resource, entry, offer, page = self.claimed()
        self.assertTrue(page.startswith(self.stripe.url))
        self.assertEqual(self.world.entry(entry)['offer']['payment_url'], page)
        self.assertEqual(self.payment(offer)['state'], 'paying')
        self.assertEqual(self.books(offer), [], 'nothing is held yet')
        self.assertTrue(self.stripe.pay(page))
        payment = self.await_payment(offer, 'taken')
        self.assertEqual(self.offer(offer)['state'], 'accepted')
        self.assertEqual((payment['captured'], payment['test']), (PRICE, True))
        [row] = self.books(offer)
        self.assertEqual((row['captured'], row['refunded']), (4500, 0))
        self.assertEqual(payment['reference'], f"stripe:{row['payment']}")
        self.assertEqual([step[:2] for step in self.steps(resource)],
                         [('held', 4500), ('confirmed', 4500)])
        wait_for(lambda: 'payment_receipt' in self.told(entry), 'a receipt')

    def test_names_the_offer_at_the_provider(self):
        _, _, offer, page = self.claimed()
        session = self.stripe.book.sessions[page.rsplit('/', 1)[1]]
        self.assertEqual(session['client_reference_id'], offer['id'])
        self.stripe.pay(page)
        [row] = self.books(offer)
        self.assertEqual(self.stripe.book.intents[row['payment']]['metadata']['offer_id'],
                         offer['id'])

    def test_guests_see_their_payment_without_what_concerns_staff(self):
        _, entry, offer, page = self.claimed()
        guest = self.as_guest(entry['token'])
        seen = guest.call('get_offer', {'offer_id': offer['id']}, expect=200)
        self.assertEqual((seen['payment_url'], seen['payment']['payment_url']), (page, page))
        self.stripe.pay(page)
        self.await_payment(offer, 'taken')
        [item] = guest.call('list_entry_payments', {'entry_id': entry['id']},
                            expect=200)['items']
        self.assertEqual((item['reference'], item['payment_url']), (None, None))
        self.assertEqual(item['captured'], PRICE)
        other = self.as_guest(self.world.join(self.world.make_resource())['token'])
        other.call('list_entry_payments', {'entry_id': entry['id']}, expect=404)

    def test_is_found_although_no_webhook_comes(self):
        self.stripe.events.mode = 'lose'
        _, _, offer, page = self.claimed()
        self.stripe.pay(page)
        self.await_payment(offer, 'taken', 60)

    def test_survives_webhooks_that_come_twice_late_and_turned_round(self):
        self.stripe.events.mode = 'hold'
        _, _, offer, page = self.claimed()
        self.stripe.pay(page)
        self.stripe.events.deliver_held(reversed, times=2)
        self.await_payment(offer, 'taken')
        self.stripe.events.deliver_held(reversed, times=2)
        self.assertEqual(self.taken_there(offer), 4500)

    def test_a_card_that_is_declined_can_be_followed_by_another(self):
        _, _, offer, page = self.claimed()
        self.assertFalse(self.stripe.pay(page, 'declined'))
        self.assertTrue(self.stripe.pay(page))
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)

    def test_a_price_that_changes_meanwhile_holds_for_this_offer(self):
        resource, _, offer, page = self.claimed()
        self.world.change(resource, rules={'payment': money(9900)})
        self.stripe.pay(page)
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)

    def test_a_deposit_is_paid_instead_of_the_price(self):
        _, _, offer, page = self.claimed(
            deposit={'percent_hundredths': 2500, 'due': 'claiming'},
            tax={'percent_hundredths': 1900, 'label': 'VAT'})
        payment = self.payment(offer)
        self.assertEqual((payment['purpose'], payment['amount'], payment['tax']),
                         ('deposit', money(1125), money(180)))
        self.stripe.pay(page)
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 1125)

    def test_currencies_keep_their_own_decimals(self):
        for currency, there in (('JPY', 4500), ('EUR', 4500)):
            with self.subTest(currency=currency):
                _, _, offer, page = self.claimed(money(4500, currency))
                self.stripe.pay(page)
                self.await_payment(offer, 'taken')
                self.assertEqual(self.taken_there(offer), there)


class WhatComesToNothing(PaymentCase):
    def test_an_offer_that_is_declined_ends_its_page(self):
        _, entry, offer, page = self.claimed()
        self.as_guest(entry['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        self.await_payment(offer, 'released')
        self.assertFalse(self.stripe.pay(page))
        self.assertEqual(self.taken_there(offer), 0)

    def test_whoever_leaves_after_paying_is_not_charged(self):
        self.stripe.events.mode = 'lose'
        _, entry, offer, page = self.claimed()
        self.stripe.pay(page)
        self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        self.await_payment(offer, 'released')
        [row] = self.books(offer)
        self.assertEqual((row['status'], row['captured']), ('canceled', 0))
        wait_for(lambda: 'payment_late' in self.told(entry), 'word that nothing was charged')

    def test_a_place_that_is_given_back_in_time_comes_back_by_rule(self):
        for within, comes_back in (('2d', 4500), ('20d', 3500)):
            with self.subTest(within=within):
                _, entry, offer = self.paid(
                    starts_at=later(days=10), late_fee={'amount': money(1000), 'within': within})
                self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']},
                                                   expect=200)
                wait_for(lambda: self.payment(offer)['refunded']['amount'] == comes_back,
                         f'{comes_back} of 4500 back', 15)


class ARefund(PaymentCase):
    def refund(self, offer, expect=200, key=None, **body):
        return self.client.call('refund_offer', {'offer_id': offer['id']}, key=key,
                                body={'reason': 'The colour did not hold', **body}, expect=expect)

    def test_of_a_part_and_then_of_the_rest(self):
        resource, entry, offer = self.paid()
        payment = self.refund(offer, amount=money(1500))
        self.assertEqual((payment['state'], payment['refunded']), ('taken', money(1500)))
        payment = self.refund(offer)
        self.assertEqual((payment['state'], payment['refunded']), ('refunded', money(4500)))
        self.assertEqual(self.taken_there(offer), 0)
        self.assertEqual(self.steps(resource)[2:],
                         [('refunded', 1500, 'The colour did not hold'),
                          ('refunded', 3000, 'The colour did not hold')])
        wait_for(lambda: self.told(entry).count('payment_refunded') == 2, 'word of both')
        self.refund(offer, expect=409)

    def test_happens_once_for_each_key(self):
        _, _, offer = self.paid()
        first = self.refund(offer, amount=money(1000), key='once')
        again = self.refund(offer, amount=money(1000), key='once')
        self.assertEqual(again.headers['Idempotent-Replayed'], 'true')
        self.assertEqual((first['refunded'], again['refunded']), (money(1000), money(1000)))
        self.refund(offer, amount=money(2000), key='once', expect=422)
        self.assertEqual(self.taken_there(offer), 3500)

    def test_of_more_than_was_taken_is_refused(self):
        _, _, offer = self.paid()
        for body, field in (({'amount': money(4501)}, 'amount'),
                            ({'amount': money(0)}, 'amount.amount'),
                            ({'amount': money(100, 'CHF')}, 'amount.currency'),
                            ({'reason': ''}, 'reason'), ({'reason': 'a' * 501}, 'reason')):
            with self.subTest(body=body):
                refused = self.refund(offer, expect=422, **body)
                self.assertEqual([error['field'] for error in refused['errors']], [field])
        self.assertEqual(self.taken_there(offer), 4500)

    def test_before_anything_was_taken_is_refused(self):
        _, _, offer, _ = self.claimed()
        self.refund(offer, expect=409)
        self.refund(offer, amount=money(1), expect=422)

    def test_follows_by_itself_when_the_provider_does_not_answer(self):
        _, _, offer = self.paid()
        self.stripe.fail('down', '/refunds', times=2)
        self.refund(offer)
        self.await_payment(offer, 'refunded')
        self.assertEqual(self.taken_there(offer), 0)

    def test_at_the_provider_itself_is_noticed(self):
        _, _, offer = self.paid()
        [row] = self.books(offer)
        with self.stripe.book_lock:
            self.stripe.book.create_refund({'payment_intent': row['payment'], 'amount': '4500'})
        self.await_payment(offer, 'refunded')


class ACard(PaymentCase):
    """That the business keeps with the provider: payment_method_id."""

    def test_is_charged_in_the_same_call(self):
        _, entry, offer = self.offered()
        card = self.stripe.kept_card()
        answer = self.accept(entry, offer, payment_method_id=card['id'])
        self.assertEqual(answer['state'], 'accepted')
        self.await_payment(offer, 'taken')
        [row] = self.books(offer)
        self.assertEqual(row['captured'], 4500)
        self.assertEqual(self.stripe.book.intents[row['payment']]['metadata']['offer_id'],
                         offer['id'])

    def test_that_is_refused_leaves_the_way_to_pay(self):
        for card in ('declined', 'asks'):
            with self.subTest(card=card):
                _, entry, offer = self.offered()
                refused = self.accept(entry, offer, expect=402,
                                      payment_method_id=self.stripe.kept_card(card)['id'])
                self.assertEqual((refused['type'], refused['offer_id']),
                                 ('/problems/payment-required', offer['id']))
                self.assertEqual(self.offer(offer)['state'], 'confirming')
                self.assertTrue(self.stripe.pay(refused['payment_url']))
                self.await_payment(offer, 'taken')
                self.assertEqual(self.taken_there(offer), 4500)

    def test_that_nobody_knows_leaves_it_too(self):
        _, entry, offer = self.offered()
        refused = self.accept(entry, offer, expect=402, payment_method_id='pm_unknown')
        self.assertTrue(self.stripe.pay(refused['payment_url']))
        self.await_payment(offer, 'taken')

    def test_takes_over_from_a_page(self):
        _, entry, offer, page = self.claimed()
        answer = self.accept(entry, offer,
                             payment_method_id=self.stripe.kept_card()['id'])
        self.assertEqual(answer['state'], 'accepted')
        self.assertFalse(self.stripe.pay(page))
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)

    def test_must_be_named(self):
        _, entry, offer = self.offered()
        self.accept(entry, offer, expect=422, payment_method_id='')
        self.assertEqual(self.offer(offer)['state'], 'live')


class OnJoining(PaymentCase):
    """A deposit: whoever has not paid it stands in line and is passed by."""

    def join(self, **deposit):
        resource = self.world.make_resource('seats', capacity=0, rules={
            'payment': PRICE, 'claim_window': '20m',
            'deposit': {'percent_hundredths': 2000, 'due': 'joining', **deposit}})
        entry = self.world.join(resource)
        wait_for(lambda: self.due(entry) and self.due(entry)['state'] == 'paying', 'a page')
        return resource, entry

    def due(self, entry):
        items = self.client.call('list_entry_payments', {'entry_id': entry['id']},
                                 expect=200)['items']
        return next((one for one in items if one['offer_id'] is None), None)

    def pay(self, entry):
        self.assertTrue(self.stripe.pay(self.due(entry)['payment_url']))
        wait_for(lambda: self.due(entry)['state'] == 'taken', 'the deposit')

    def test_is_paid_before_anything_is_offered_and_taken_off_the_price(self):
        resource, entry = self.join()
        self.assertEqual(self.due(entry)['amount'], money(900))
        self.world.change(resource, capacity=1)
        self.assertEqual(self.world.entry(entry)['state'], 'waiting')
        self.pay(entry)
        offer = wait_for(lambda: self.world.entry(entry)['offer'], 'an offer')
        self.accept(entry, offer)
        page = self.page_of(offer)
        self.assertEqual(self.payment(offer)['amount'], money(3600))
        self.assertTrue(self.stripe.pay(page))
        self.await_payment(offer, 'taken')

    def test_comes_back_by_rule_to_whoever_leaves(self):
        for fate, left in (('refunded', 0), ('kept', 900)):
            with self.subTest(fate=fate):
                _, entry = self.join(leaving=fate)
                self.pay(entry)
                self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']},
                                                   expect=200)
                wait_for(lambda: 900 - self.due(entry)['refunded']['amount'] == left,
                         f'{left} left')

    def test_comes_back_to_whoever_was_never_offered_anything(self):
        resource, entry = self.join()
        self.pay(entry)
        self.client.call('close_resource', {'resource_id': resource['id']}, expect=200)
        wait_for(lambda: self.due(entry)['state'] == 'refunded', 'the deposit back')


class InAdvance(PaymentCase):
    """A card that the provider keeps, for a yes that was given in advance."""

    def kept(self, card):
        resource = self.world.make_resource('seats', capacity=0, rules={
            'payment': PRICE, 'claim_window': '20m'})
        entry = self.world.join(resource, instant_yes=True)
        guest = self.as_guest(entry['token'])
        page = guest.call('keep_card', {'entry_id': entry['id']}, expect=200)['payment_url']
        self.assertTrue(self.stripe.pay(page, card))
        wait_for(lambda: guest.call('list_entry_payments', {'entry_id': entry['id']},
                                    expect=200)['items'][0]['state'] == 'kept', 'the card')
        self.world.change(resource, capacity=1)
        return resource, entry

    def test_is_charged_when_the_turn_comes(self):
        _, entry = self.kept('visa')
        wait_for(lambda: self.world.entry(entry)['state'] == 'accepted', 'a place')
        payments = self.client.call('list_entry_payments', {'entry_id': entry['id']},
                                    expect=200)['items']
        place = next(one for one in payments if one['purpose'] == 'place')
        offer = {'id': place['offer_id']}
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)

    def test_turns_into_an_offer_when_the_bank_asks_for_the_guest(self):
        _, entry = self.kept('asks')
        offer = wait_for(lambda: self.world.entry(entry)['offer'], 'an offer')
        wait_for(lambda: (self.payment(offer) or {}).get('state') == 'failed', 'the refusal')
        self.assertEqual(self.offer(offer)['state'], 'live')
        self.accept(entry, offer)
        self.assertTrue(self.stripe.pay(self.page_of(offer)))
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)


class AProviderInTrouble(PaymentCase):
    def pay_through(self, *faults):
        """The whole way, with these faults."""
        for what, path, times in faults:
            self.stripe.fail(what, path, times=times)
        _, _, offer, page = self.claimed()
        self.assertTrue(self.stripe.pay(page))
        self.await_payment(offer, 'taken', 30)
        self.assertEqual(self.taken_there(offer), 4500)
        self.assertEqual(len(self.books(offer)), 1, 'one payment')
        pages = [one for one in self.stripe.book.sessions.values()
                 if one['client_reference_id'] == offer['id']]
        self.assertEqual(len([one for one in pages if one['status'] != 'expired']), 1)

    def test_hears_the_same_question_again_when_the_answer_was_lost(self):
        self.pay_through(('drop_after', '/checkout/sessions$', 1), ('drop_after', '/capture', 1))

    def test_is_asked_what_there_is_and_then_under_a_new_key_after_a_stored_failure(self):
        self.pay_through(('500', '/checkout/sessions$', 1), ('500', '/capture', 1))
        keys = [key for key in self.stripe.keys if 'capture' in key]
        self.assertGreater(len(keys), 1)

    def test_may_have_done_it_and_say_it_failed(self):
        self.pay_through(('500_after', '/checkout/sessions$', 1), ('500_after', '/capture', 1))

    def test_answers_in_html_redirects_hangs_up_or_is_busy(self):
        for what in ('html', 'redirect', 'drop', 'busy', 'down'):
            with self.subTest(what=what):
                self.pay_through((what, '/checkout/sessions$', 1), (what, '/capture', 1))

    def test_takes_no_such_amount_or_currency(self):
        for price, problem in ((money(20), 'bad_amount'), (money(500, 'XAG'), 'bad_currency')):
            with self.subTest(price=price):
                _, entry, offer = self.offered(price)
                self.accept(entry, offer)
                wait_for(lambda: (self.payment(offer) or {}).get('problem') == problem, problem)
                self.assertIsNone(self.offer(offer)['payment_url'])
                self.assertEqual(self.offer(offer)['state'], 'confirming')

    def test_staff_see_what_fails_again_and_again(self):
        self.stripe.is_revoked = True
        try:
            _, entry, offer = self.offered()
            self.accept(entry, offer)
            wait_for(lambda: offer['id'] in [
                one['offer_id'] for one in self.client.call('get_payments', expect=200)['troubled']
            ], 'a card for staff', 40)
            self.assertEqual(self.payment(offer)['problem'], 'wrong_key')
        finally:
            self.stripe.is_revoked = False
        self.page_of(offer)


class Webhooks(PaymentCase):
    def send(self, signature, payload=b'{}'):
        return post(f'{url_of(self.server)}/v1/callbacks/stripe', payload, signature)

    def test_that_are_not_signed_rightly_and_now_are_turned_away(self):
        payload = json.dumps({'object': 'event', 'type': 'payment_intent.succeeded',
                              'data': {'object': {'id': 'pi_1', 'object': 'payment_intent'}}}
                             ).encode()
        secret, now = self.stripe.webhook_secret, int(time.time())
        self.assertEqual(self.send(sign(payload, secret, now), payload), 200)
        for signature in (None, '', 'v1=abc', sign(payload, 'whsec_other', now),
                          sign(payload + b' ', secret, now), sign(payload, secret, now - 3600),
                          sign(payload, secret, now + 3600), sign(payload, secret, now - 302),
                          sign(payload, secret, now + 302)):
            with self.subTest(signature=signature):
                self.assertIn(self.send(signature, payload), range(400, 500))

    def test_that_are_untrue_change_nothing(self):
        resource, _, offer, page = self.claimed()
        session = page.rsplit('/', 1)[1]
        before = self.trail(resource)
        for thing in ({'id': session, 'object': 'checkout.session', 'status': 'complete',
                       'payment_status': 'paid', 'client_reference_id': offer['id']},
                      {'id': 'pi_unknown', 'object': 'payment_intent', 'status': 'succeeded',
                       'metadata': {'offer_id': offer['id']}}):
            event = {'id': 'evt_1', 'object': 'event', 'type': 'checkout.session.completed',
                     'data': {'object': thing}}
            self.assertEqual(self.stripe.events.deliver(event), [200])
        self.assertEqual(self.payment(offer)['state'], 'paying')
        self.assertEqual(self.trail(resource), before)


class OverTime(PaymentCase):
    moves_time = True

    def until(self, condition, what, seconds=90):
        return self.clock.until(condition, what, seconds)

    def test_too_late_is_never_charged(self):
        """The provider is down for a moment, so its page outlives the offer."""
        self.stripe.events.mode = 'lose'
        resource, entry, offer, page = self.claimed(claim_window='20m')
        self.stripe.fail('down', '/expire$', times=2)
        self.clock.pass_time(20 * 60)
        wait_for(lambda: self.offer(offer)['state'] == 'expired', 'the end')
        self.assertTrue(self.stripe.pay(page))
        self.until(lambda: self.payment(offer)['state'] == 'released', 'its release')
        [row] = self.books(offer)
        self.assertEqual((row['status'], row['captured']), ('canceled', 0))
        self.assertTrue(self.payment(offer)['late'])
        self.assertIn(('released', 4500, 'late'), self.steps(resource))
        self.until(lambda: 'payment_late' in self.told(entry), 'word of it')

    def test_a_page_ends_with_its_offer(self):
        _, _, offer, page = self.claimed(claim_window='20m')
        self.clock.pass_time(20 * 60 + 1)
        self.until(lambda: self.payment(offer)['state'] == 'released', 'its end')
        self.assertFalse(self.stripe.pay(page))
        self.assertEqual(self.books(offer), [])

    def test_what_is_paid_shortly_before_the_end_is_theirs(self):
        self.stripe.events.mode = 'lose'
        _, _, offer, page = self.claimed(claim_window='20m')
        self.clock.pass_time(20 * 60 - 6)
        self.assertTrue(self.stripe.pay(page))
        self.until(lambda: self.payment(offer)['state'] == 'taken', 'its money', 5)
        self.assertEqual(self.offer(offer)['state'], 'accepted')

    def test_is_found_within_a_minute_also_after_a_restart(self):
        self.stripe.events.mode = 'lose'
        _, _, offer, page = self.claimed()
        self.assertTrue(self.stripe.pay(page))
        self.server.kill()
        self.server.start()
        type(self).connect()
        self.clock.clients = (self.client,)
        self.until(lambda: self.payment(offer)['state'] == 'taken', 'its money', 60)


class SettingsInThePages(PaymentCase):
    """What owners type in, instead of flags."""

    @classmethod
    def flags_of(cls):
        return ('--stripe-api-base', cls.stripe.url)

    def set(self, expect=200, **settings):
        return self.client.call('set_payment_settings', body={'provider': 'stripe', **settings},
                                expect=expect).body

    def test_a_key_is_taken_used_kept_sealed_and_never_shown(self):
        with self.subTest('without any, a claim waits for whoever reports the payment'):
            _, entry, offer = self.offered()
            self.accept(entry, offer)
            self.assertIsNone(self.payment(offer))
        shown = self.set(key=self.stripe.key, webhook_secrets=[self.stripe.webhook_secret])
        self.assertEqual((shown['source'], shown['provider'], shown['test'],
                          shown['has_webhook_secret']), ('pages', 'stripe', True, True))
        with self.subTest('what was claimed before has a page now'):
            self.assertTrue(self.stripe.pay(self.page_of(offer)))
            self.await_payment(offer, 'taken')
        with self.subTest('a webhook is known by the secret'):
            self.stripe.events.mode = 'hold'
            _, _, offer, page = self.claimed()
            self.stripe.pay(page)
            self.stripe.events.deliver_held()
            self.await_payment(offer, 'taken', 10)
        self.assertTrue(self.client.call('test_payment_settings', body={}, expect=200)['works'])
        shown = self.set()
        self.assertTrue(shown['has_webhook_secret'], 'what is left out is kept')
        for folder, _, names in os.walk(self.server.data_dir):
            for name in names:
                with open(os.path.join(folder, name), 'rb') as file:
                    text = file.read()
                for secret in (self.stripe.key, self.stripe.webhook_secret):
                    self.assertNotIn(secret.encode(), text, name)
        with self.subTest('wrong ones'):
            for settings, field in (({'key': 'pk_test_1'}, 'key'), ({'key': 'test_1'}, 'key'),
                                    ({'key': 'sk_test 1'}, 'key'),
                                    ({'provider': 'mollie'}, 'key'),
                                    ({'provider': 'paypal', 'key': 'x'}, 'provider'),
                                    ({'webhook_secrets': ['secret']}, 'webhook_secrets')):
                refused = self.set(expect=422, **settings)
                self.assertEqual([one['field'] for one in refused['errors']], [field], settings)
        gone = self.client.call('remove_payment_settings', expect=200).body
        self.assertEqual((gone['source'], gone['provider']), ('none', None))

    def test_only_owners_may(self):
        for role in ('staff', 'read-only'):
            key = self.client.with_credential(self.make_key(role))
            self.addCleanup(key.close)
            key.call('get_payment_settings', expect=403)
            key.call('set_payment_settings', body={'provider': 'stripe', 'key': 'sk_test_1'},
                     expect=403)
            key.call('get_payments', expect=200)


class Settings(PaymentCase):
    def test_are_told_without_keys_and_cannot_be_changed_beside_the_flags(self):
        shown = self.client.call('get_payment_settings', expect=200).body
        self.assertEqual((shown['source'], shown['provider'], shown['test'],
                          shown['has_webhook_secret']), ('option', 'stripe', True, True))
        self.assertEqual(shown['webhook_url'], 'http://standby.test/v1/callbacks/stripe')
        self.client.call('set_payment_settings', body={'provider': 'stripe', 'key': 'sk_test_1'},
                         expect=409)
        self.client.call('remove_payment_settings', expect=409)
        tested = self.client.call('test_payment_settings', body={}, expect=200).body
        self.assertEqual(tested, {'works': True, 'test': True, 'problem': None, 'sentence': None})
        tested = self.client.call('test_payment_settings', expect=200,
                                  body={'provider': 'stripe', 'key': 'sk_test_Wrong'}).body
        self.assertEqual((tested['works'], tested['problem']), (False, 'wrong_key'))

    def test_keys_are_nowhere_in_clear(self):
        self.paid()
        with open(self.server.log_path, encoding='utf-8') as log:
            text = log.read()
        for secret in (self.stripe.key, self.stripe.webhook_secret):
            self.assertNotIn(secret, text)

    def test_exports_name_the_provider_reference(self):
        resource, _, offer = self.paid()
        [row] = self.books(offer)
        answer = self.client.call('export_payments', {'resource_id': resource['id']}, expect=200)
        lines = answer.raw.decode().split('\r\n')
        self.assertTrue(lines[1].startswith(f"stripe:{row['payment']},stripe,place,taken,4500,EUR"))
        page = self.client.call('list_payments', {'resource_id': resource['id']}, expect=200)
        self.assertEqual([one['offer_id'] for one in page['items']], [offer['id']])


if __name__ == '__main__':
    unittest.main()
