"""A server that takes money from a double of Stripe, whose clock is moved by hand, and the ways of
its guests and staff."""
from .case import ServerCase
from .clock import Clock
from .stripe_double import StripeDouble
from .waiting import wait_for

PRICE = {'amount': 4500, 'currency': 'EUR'}


def url_of(server):
    host, port = server.address
    return f'http://{host}:{port}'


def money(amount, currency='EUR'):
    return {'amount': amount, 'currency': currency}


class PaymentCase(ServerCase):
    """`moves_time`: the server's clock, and that of the double, is moved by hand."""
    moves_time = False
    more_flags = ()

    @classmethod
    def setUpClass(cls):
        cls.stripe = StripeDouble()
        cls.addClassCleanup(cls.stripe.close)
        clock = ('--manual-clock',) if cls.moves_time else ()
        cls.flags = ('--join-rate', '0', *cls.flags_of(), *clock, *cls.more_flags)
        super().setUpClass()
        cls.clock = Clock(cls.client) if cls.moves_time else None
        if cls.moves_time:
            cls.stripe.clock = lambda: cls.clock.now.timestamp()
        cls.stripe.send_webhooks_to(url_of(cls.server))

    @classmethod
    def flags_of(cls):
        return ('--stripe-secret-key', cls.stripe.key, '--stripe-webhook-secret',
                cls.stripe.webhook_secret, '--stripe-api-base', cls.stripe.url)

    def setUp(self):
        super().setUp()
        self.stripe.events.mode, self.stripe.events.copies = 'send', 1
        self.stripe.faults.clear()

    def offered(self, price=None, starts_at=None, **rules):
        """An entry that is offered a paid place, its offer, and a client with its token."""
        rules = {'payment': price or PRICE, 'claim_window': '20m', **rules}
        facts = {'starts_at': starts_at} if starts_at else {}
        resource = self.world.make_resource('seats', capacity=0, rules=rules, **facts)
        entry = self.world.join(resource)
        self.world.change(resource, capacity=1)
        offer = self.world.entry(entry)['offer']
        return resource, entry, offer

    def accept(self, entry, offer, expect=200, **body):
        return self.as_guest(entry['token']).call('accept_offer', {'offer_id': offer['id']},
                                                  body=body, expect=expect)

    def offer(self, offer):
        return self.world.offer(offer)

    def page_of(self, offer):
        """Where its guest can pay."""
        return wait_for(lambda: self.offer(offer)['payment_url'], 'a page to pay on', 10)

    def claimed(self, price=None, **rules):
        """The same as `offered`, claimed, with the page to pay on."""
        resource, entry, offer = self.offered(price, **rules)
        answer = self.accept(entry, offer)
        self.assertEqual((answer['state'], answer['awaiting']), ('confirming', 'payment'))
        return resource, entry, offer, self.page_of(offer)

    def paid(self, price=None, **rules):
        """The same, paid and taken."""
        resource, entry, offer, page = self.claimed(price, **rules)
        self.assertTrue(self.stripe.pay(page))
        self.await_payment(offer, 'taken')
        return resource, entry, offer

    def payment(self, offer):
        return self.offer(offer)['payment']

    def await_payment(self, offer, state, seconds=15):
        def is_there():
            payment = self.payment(offer)
            return payment if payment and payment['state'] == state else None
        try:
            return wait_for(is_there, f'a payment that is {state}', seconds)
        except AssertionError as error:
            raise AssertionError(f'{error}: {self.payment(offer)}') from error

    def await_offer(self, offer, state, seconds=15):
        wait_for(lambda: self.offer(offer)['state'] == state, f'an offer that is {state}', seconds)

    def books(self, offer):
        """The provider's rows about the offer."""
        return [row for row in self.stripe.money() if row['reference'] == offer['id']]

    def taken_there(self, offer):
        return sum(row['captured'] - row['refunded'] for row in self.books(offer))

    def told(self, entry):
        """The kinds of messages in the guest's inbox."""
        inbox = self.as_guest(entry['token']).call('read_inbox', {'entry_id': entry['id']},
                                                   expect=200)
        return [message['kind'] for message in inbox['items']]

    def steps(self, resource):
        """What was done with money, as the audit trail tells it."""
        return [(item['details']['step'], item['details']['amount']['amount'],
                 item['details']['note'])
                for item in self.world.audit(resource) if item['type'] == 'outside_step']
