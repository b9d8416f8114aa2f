"""kill -9 while guests pay, with a provider that fails, answers twice, late or never, forgets its
webhooks or sends them again. In the end the provider's book and ours are compared: 0 differences.

STANDBY_PAYMENT_ROUNDS says how many guests pay (40), STANDBY_PAYMENT_SEED with which random
numbers."""
import collections
import http.client
import os
import random
import sys
import threading
import time
import unittest

from harness.payment_books import differences
from harness.payments import PRICE, PaymentCase, url_of
from harness.waiting import wait_for

ROUNDS = int(os.environ.get('STANDBY_PAYMENT_ROUNDS', '40'))
SEED = int(os.environ.get('STANDBY_PAYMENT_SEED', '1'))
GUESTS = 10  # at a time
WINDOW_SECONDS = 20 * 60
REST_SECONDS = 60
FAULTS = ('500', '500_after', 'drop', 'drop_after', 'html', 'busy', 'down', 'redirect')
PATHS = ('/checkout/sessions$', '/capture$', '/expire$', '/cancel$', '/refunds$', '')
ENDS = ('pays', 'pays', 'pays_twice', 'declines', 'leaves_after_paying', 'pays_at_the_end',
        'pays_too_late', 'stays_away', 'is_withdrawn', 'is_refunded')


class PaymentsKill(PaymentCase):
    moves_time = True

    def setUp(self):
        super().setUp()
        self.chance = random.Random(SEED)
        self.kills, self.left_until_kill, self.is_down = 0, 0, False
        self.lock = threading.Lock()
        self.forged = 0
        self.stripe.before = self.perhaps_kill

    def tearDown(self):
        self.stripe.before = lambda method, path: None

    # The server comes and goes.

    def perhaps_kill(self, method, path):
        """On the provider's threads, right before a request is looked at: as if the server had
        died after it was sent."""
        with self.lock:
            self.left_until_kill -= 1
            if self.left_until_kill != 0:
                return
            self.kills += 1
            self.is_down = True
        self.server.process.kill()

    def revive(self):
        self.server.process.wait()
        self.is_down = False
        self.server.start()
        self.client.close()
        type(self).connect()
        self.clock.clients = (self.client,)
        self.stripe.events.endpoints.clear()
        self.stripe.send_webhooks_to(url_of(self.server))
        self.clock.pass_time()
        if self.left_until_kill != 0:
            with self.lock:
                self.left_until_kill = self.chance.randint(5, 40)  # and again

    def until_done(self, act):
        """Again and again, until a server lives long enough. What was refused is no matter."""
        for _ in range(20):
            try:
                return act()
            except (OSError, http.client.HTTPException, AssertionError):
                if not self.is_down:
                    return None
                self.revive()
        raise AssertionError('the server is killed all the time')

    def pass_time(self, seconds):
        target = self.clock.now.timestamp() + seconds
        self.until_done(lambda: self.clock.pass_time(
            max(0, round(target - self.clock.now.timestamp()))))

    # What goes on.

    def test_the_books_agree(self):
        offers, began = [], time.monotonic()
        for number in range(0, ROUNDS, GUESTS):
            offers += self.batch(min(GUESTS, ROUNDS - number))
            problems = self.compare(offers[-GUESTS:])
            self.assertEqual(problems, [], f'seed {SEED}, batch {number // GUESTS}')
        problems = self.compare(offers)
        known = {offer['id'] for _, _, offer, _ in offers}
        ends = collections.Counter(
            'refunded' if row['refunded'] else 'taken' if row['captured'] else row['status']
            for row in self.stripe.money() if row['reference'] in known)
        print(f'payments: {len(offers)} guests, {self.kills} kills, {self.forged} untrue events, '
              f'{dict(ends)}, {len(problems)} differences in {time.monotonic() - began:.0f} s',
              file=sys.stderr)
        self.assertEqual(problems, [])
        self.assertGreater(self.kills, 0)

    def batch(self, guests):
        """So many guests are offered a place at once, and each does something else."""
        self.heal()
        resource = self.world.make_resource('seats', capacity=0, rules={
            'payment': PRICE, 'claim_window': f'{WINDOW_SECONDS // 60}m', 'after_miss': 'remove',
            'after_decline': 'remove'})
        entries = [self.world.join(resource) for _ in range(guests)]
        self.world.change(resource, capacity=guests)
        pairs = [(entry, self.world.entry(entry)['offer']) for entry in entries]
        self.hurt()
        ends = {}
        for entry, offer in pairs:
            ends[offer['id']] = self.chance.choice(ENDS)
            self.until_done(lambda entry=entry, offer=offer: self.accept(entry, offer))
        for _ in range(6):
            self.pass_time(self.chance.randint(1, 20))
        for entry, offer in self.chance.sample(pairs, len(pairs)):
            self.act(ends[offer['id']], entry, offer)
            if self.chance.random() < 0.3:
                self.forge(offer)
            if self.chance.random() < 0.5:
                self.pass_time(self.chance.randint(1, 25))
        self.pass_time(max(0, WINDOW_SECONDS - 400))
        self.pass_time(self.chance.randint(1, 200))
        self.at_the_end([pair for pair in pairs if ends[pair[1]['id']] == 'pays_at_the_end'])
        self.pass_time(400)
        for entry, offer in pairs:
            if ends[offer['id']] == 'pays_too_late':
                self.pay(offer)
        self.pass_time(5)
        for _, offer in pairs:
            if ends[offer['id']] == 'is_refunded':
                self.until_done(lambda offer=offer: self.client.call(
                    'refund_offer', {'offer_id': offer['id']}, key=f'back-{offer["id"]}',
                    body={'reason': 'by the torture'}))
                ends[offer['id']] += '!'
        return [(resource, entry, offer, ends[offer['id']]) for entry, offer in pairs]

    def hurt(self):
        events = self.stripe.events
        events.mode = self.chance.choice(('send', 'send', 'lose', 'hold'))
        events.copies = self.chance.choice((1, 1, 2, 3))
        for _ in range(self.chance.randint(0, 6)):
            self.stripe.fail(self.chance.choice(FAULTS), self.chance.choice(PATHS),
                             times=self.chance.randint(1, 3))
        with self.lock:
            self.left_until_kill = self.chance.randint(1, 30)

    def heal(self):
        self.stripe.faults.clear()
        self.stripe.events.mode, self.stripe.events.copies = 'send', 1
        with self.lock:
            self.left_until_kill = 0
        if self.is_down:
            self.revive()

    def pages(self, offer):
        with self.stripe.book_lock:
            return [session['url'] for session in self.stripe.book.sessions.values()
                    if session['client_reference_id'] == offer['id'] and session['url']]

    def pay(self, offer, times=1):
        """On every page there is; in several tabs at once."""
        threads = [threading.Thread(target=self.stripe.pay, args=(page,))
                   for page in self.pages(offer) for _ in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def forge(self, offer):
        """Rightly signed, and untrue."""
        self.forged += 1
        event = {'id': f'evt_forged{self.forged}', 'object': 'event',
                 'type': 'checkout.session.completed',
                 'data': {'object': {'id': f'cs_test_forged{self.forged}',
                                     'object': 'checkout.session', 'status': 'complete',
                                     'payment_status': 'paid',
                                     'client_reference_id': offer['id']}}}
        self.stripe.events.deliver({**event, 'pending_webhooks': 0})

    def act(self, end, entry, offer):
        guest = {'offer_id': offer['id']}
        if end in ('pays', 'leaves_after_paying', 'is_withdrawn', 'is_refunded'):
            self.pay(offer)
        if end == 'pays_twice':
            self.pay(offer, 2)
        if end == 'declines':
            self.until_done(lambda: self.as_guest(entry['token']).call('decline_offer', guest))
        if end == 'leaves_after_paying':
            self.until_done(lambda: self.as_guest(entry['token']).call(
                'leave', {'entry_id': entry['id']}))
        if end == 'is_withdrawn':
            self.until_done(lambda: self.client.call('remove_entry', {'entry_id': entry['id']},
                                                     body={'reason': 'requested'}))
        if self.chance.random() < 0.2:
            self.stripe.events.deliver_held(reversed, times=self.chance.randint(1, 2))

    def at_the_end(self, pairs):
        """Paying races with the end of the window."""
        payers = [threading.Thread(target=self.pay, args=(offer,)) for _, offer in pairs]
        for payer in payers:
            payer.start()
        self.pass_time(200)
        for payer in payers:
            payer.join()

    # And what came of it.

    def payments(self, offer, entry):
        items = self.client.call('list_entry_payments', {'entry_id': entry['id']},
                                 expect=200)['items']
        return [one for one in items if one['offer_id'] == offer['id']]

    def compare(self, rows):
        self.heal()
        try:
            wait_for(lambda: not self.problems_after_a_minute(rows), 'rest', REST_SECONDS, 0.1)
        except AssertionError:
            pass  # which says less than the problems
        return self.problems_now(rows)

    def problems_after_a_minute(self, rows):
        self.pass_time(60)
        return self.problems_now(rows)

    def problems_now(self, rows):
        ours = {offer['id']: self.payments(offer, entry) for _, entry, offer, _ in rows}
        offers = []
        for _, entry, offer, end in rows:
            state = self.world.entry(entry)['state']
            has_place = (self.offer(offer)['state'] == 'accepted' and state == 'accepted' and
                         end != 'is_refunded!')
            offers.append((offer, PRICE['amount'], has_place))
        with self.stripe.book_lock:
            self.stripe.book.pass_time()
            open_pages = {session['client_reference_id']
                          for session in self.stripe.book.sessions.values()
                          if session['status'] == 'open'}
        known = {offer['id'] for offer, _, _ in offers}
        theirs = [row for row in self.stripe.money() if row['reference'] in known]
        return differences(theirs, ours, offers, open_pages)


if __name__ == '__main__':
    unittest.main()
