"""Paid places by Mollie, whose open payments can't be ended, whose captures may need a while, and
whose calls say nothing but an id. Mollie is a double (harness/mollie_double.py)."""
import unittest

from harness.clock import Clock
from harness.mollie_calls import post_form
from harness.mollie_double import MollieDouble
from harness.payments import PaymentCase, PRICE, money
from harness.waiting import wait_for


class MollieCase(PaymentCase):
    @classmethod
    def setUpClass(cls):
        cls.stripe = cls.mollie = MollieDouble()
        cls.addClassCleanup(cls.mollie.close)
        cls.flags = ('--join-rate', '0', '--mollie-api-key', cls.mollie.key,
                     '--mollie-api-base', cls.mollie.url,
                     *(('--manual-clock',) if cls.moves_time else ()), *cls.more_flags)
        super(PaymentCase, cls).setUpClass()
        cls.clock = Clock(cls.client) if cls.moves_time else None
        if cls.moves_time:
            cls.mollie.clock = lambda: cls.clock.now.timestamp()
        cls.hook = f'http://{cls.server.address[0]}:{cls.server.address[1]}/v1/callbacks/mollie'
        cls.mollie.calls.instead_to = cls.hook

    def setUp(self):
        super().setUp()
        self.mollie.book.captures_wait = False

    def id_of(self, page):
        return page.rsplit('/', 1)[1]


class APaidPlace(MollieCase):
    def test_is_theirs_once_it_is_paid_for_and_then_taken(self):
        _, entry, offer, page = self.claimed()
        there = self.mollie.book.payments[self.id_of(page)]
        self.assertEqual((there['amount'], there['captureMode'], there['method']),
                         ({'value': '45.00', 'currency': 'EUR'}, 'manual', 'creditcard'))
        self.assertEqual(there['metadata'], {'offer_id': offer['id']})
        self.assertTrue(self.mollie.pay(page))
        payment = self.await_payment(offer, 'taken')
        self.assertEqual(self.offer(offer)['state'], 'accepted')
        self.assertEqual((payment['captured'], payment['test'], payment['reference']),
                         (PRICE, True, f'mollie:{self.id_of(page)}'))
        [row] = self.books(offer)
        self.assertEqual((row['captured'], row['refunded']), (4500, 0))
        wait_for(lambda: 'payment_receipt' in self.told(entry), 'a receipt')

    def test_is_found_although_nobody_calls(self):
        self.mollie.calls.mode = 'lose'
        _, _, offer, page = self.claimed()
        self.mollie.pay(page)
        self.await_payment(offer, 'taken', 60)

    def test_waits_for_a_capture_that_needs_a_while(self):
        self.mollie.book.captures_wait = True
        _, _, offer, page = self.claimed()
        self.mollie.pay(page)
        self.await_offer(offer, 'accepted')
        self.await_payment(offer, 'taking')
        wait_for(lambda: self.mollie.book.captures_of(self.id_of(page)), 'the capture')
        with self.mollie.book_lock:
            self.mollie.book.settle()
        self.await_payment(offer, 'taken', 60)
        self.assertEqual(len(self.mollie.book.captures_of(self.id_of(page))), 1)
        self.assertEqual(self.taken_there(offer), 4500)

    def test_currencies_keep_their_own_decimals(self):
        _, _, offer, page = self.claimed(money(4500, 'JPY'))
        self.assertEqual(self.mollie.book.payments[self.id_of(page)]['amount']['value'], '4500')
        self.mollie.pay(page)
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)


class Calls(MollieCase):
    def test_only_say_what_to_ask_about(self):
        self.mollie.calls.mode = 'lose'
        _, _, offer, page = self.claimed()
        for _ in range(2):
            self.assertEqual(post_form(self.hook, {'id': self.id_of(page)}), 200)
        self.assertEqual(self.payment(offer)['state'], 'paying', 'nobody has paid')
        self.mollie.pay(page)
        self.assertEqual(post_form(self.hook, {'id': self.id_of(page)}), 200)
        self.await_payment(offer, 'taken')

    def test_about_nothing_known_change_nothing(self):
        self.assertEqual(post_form(self.hook, {'id': 'tr_7UhSN1zuXS'}), 200)
        for wrong in ({}, {'id': ''}, {'id': 'ord_1'}, {'id': 'tr_../customers'},
                      {'id': 'tr_' + 'a' * 300}):
            self.assertIn(post_form(self.hook, wrong), (400, 422), wrong)

    def test_may_come_twice_late_and_turned_round(self):
        self.mollie.calls.mode = 'hold'
        _, _, offer, page = self.claimed()
        self.mollie.pay(page)
        self.mollie.calls.deliver_held(reversed, times=2)
        self.await_payment(offer, 'taken')
        self.mollie.calls.deliver_held(reversed, times=2)
        self.assertEqual(self.taken_there(offer), 4500)


class WhatComesToNothing(MollieCase):
    def test_a_payment_that_cannot_be_ended_is_let_go_when_it_is_paid(self):
        _, entry, offer, page = self.claimed(after_decline='back')
        self.as_guest(entry['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        self.await_payment(offer, 'releasing')
        self.assertTrue(self.mollie.pay(page), 'the page was open still')
        self.await_payment(offer, 'released', 60)
        self.assertEqual(self.taken_there(offer), 0)
        [row] = self.books(offer)
        self.assertEqual((row['status'], row['held']), ('canceled', 0))
        wait_for(lambda: 'payment_late' in self.told(entry), 'word that nothing was charged')

    def test_a_payment_that_can_be_ended_is(self):
        self.mollie.book.open_can_be_cancelled = True
        self.addCleanup(setattr, self.mollie.book, 'open_can_be_cancelled', False)
        _, entry, offer, page = self.claimed()
        self.as_guest(entry['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        self.await_payment(offer, 'released')
        self.assertFalse(self.mollie.pay(page))

    def test_whoever_leaves_after_paying_is_not_charged(self):
        self.mollie.calls.mode = 'lose'
        _, entry, offer, page = self.claimed()
        self.mollie.pay(page)
        self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']},
                                            expect=200)
        self.await_payment(offer, 'released')
        self.assertEqual(self.taken_there(offer), 0)


class SecondTries(MollieCase):
    """With Mollie a payment that failed, or that its guest gave up, is over: there is another."""

    def test_a_card_that_is_declined_can_be_followed_by_another(self):
        _, _, offer, page = self.claimed()
        self.assertFalse(self.mollie.pay(page, 'declined'))
        second = wait_for(lambda: self.offer(offer)['payment_url'] not in (None, page)
                          and self.offer(offer)['payment_url'], 'another page to pay on', 30)
        self.assertTrue(self.mollie.pay(second))
        self.await_payment(offer, 'taken')
        self.assertEqual(self.taken_there(offer), 4500)

    def test_whoever_gave_up_may_pay_after_all(self):
        _, _, offer, page = self.claimed()
        with self.mollie.book_lock:
            self.mollie.book.give_up(self.id_of(page))
        second = wait_for(lambda: self.offer(offer)['payment_url'] not in (None, page)
                          and self.offer(offer)['payment_url'], 'another page to pay on', 30)
        self.assertTrue(self.mollie.pay(second))
        self.await_payment(offer, 'taken')


class Refunds(MollieCase):
    def refund(self, offer, expect=200, **body):
        return self.client.call('refund_offer', {'offer_id': offer['id']},
                                body={'reason': 'The colour did not hold.', **body}, expect=expect)

    def test_go_back_in_parts_and_never_more_than_was_taken(self):
        _, _, offer = self.paid()
        self.refund(offer, amount=money(1500))
        wait_for(lambda: self.taken_there(offer) == 3000, 'the refund')
        self.await_payment(offer, 'taken')
        self.refund(offer, expect=422, amount=money(3001))
        self.refund(offer)
        self.await_payment(offer, 'refunded')
        self.assertEqual(self.taken_there(offer), 0)
        self.assertEqual(len(self.mollie.book.refunds), 2)


class Faults(MollieCase):
    def test_an_answer_that_is_lost_makes_no_second_payment(self):
        for what in ('drop_after', '500_after', 'drop', '500'):
            with self.subTest(what=what):
                self.mollie.fail(what, r'/payments$')
                _, _, offer, page = self.claimed()
                self.mollie.pay(page)
                self.await_payment(offer, 'taken', 60)
                self.assertEqual(self.taken_there(offer), 4500)
                self.assertEqual(len([row for row in self.books(offer)
                                      if row['status'] not in ('expired', 'canceled', 'open')]), 1)

    def test_a_capture_that_is_not_answered_is_made_once(self):
        for what in ('drop_after', '500_after', 'html', 'redirect', 'busy', 'down'):
            with self.subTest(what=what):
                self.mollie.fail(what, r'/captures$')
                _, _, offer, page = self.claimed()
                self.mollie.pay(page)
                self.await_payment(offer, 'taken', 60)
                self.assertEqual(self.taken_there(offer), 4500)
                self.assertEqual(len(self.mollie.book.captures_of(self.id_of(page))), 1)

    def test_a_key_that_was_taken_back_is_a_card_for_staff(self):
        _, _, offer, page = self.claimed()
        self.mollie.is_revoked = True
        self.addCleanup(setattr, self.mollie, 'is_revoked', False)
        self.mollie.book.pay(self.id_of(page))
        troubled = wait_for(lambda: self.client.call('get_payments', expect=200)['troubled'],
                            'the card', 60)
        self.assertEqual((troubled[0]['offer_id'], troubled[0]['problem']),
                         (offer['id'], 'wrong_key'))
        self.mollie.is_revoked = False
        self.await_payment(offer, 'taken', 60)


if __name__ == '__main__':
    unittest.main()
