"""A double of Mollie's API: what Standby and Mollie's own client ask of it, with a page on which a
guest can pay. What it knows is in `book`, what it calls out in `calls`; `before` and `fail` order
what goes wrong. `clock` may be a test's own."""
import html
import json
import re
import time
import urllib.parse

from .http_peer import Reply
from .mollie_book import CARDS, MollieBook, as_amount, missing, refuse
from .mollie_calls import MollieCalls
from .payment_peer import PaymentPeer


class MollieDouble(PaymentPeer):
    key = 'test_' + 'Aster0' * 5
    keeps_keys_seconds = 3600

    def __init__(self, clock=time.time):
        self.is_revoked = False
        self.calls = MollieCalls()
        super().__init__(clock)
        self.book = MollieBook(lambda: self.clock(), self.url, self.calls.happened)

    @property
    def events(self):
        """As the doubles of others call it."""
        return self.calls

    def close(self):
        self.calls.close()
        super().close()

    # What a guest does.

    def pay(self, url, card='visa'):
        """Presses Pay on the page. True: it is paid."""
        with self.book_lock:
            self.book.pass_time()
            return self.book.pay(url.rsplit('/', 1)[1], card)

    def kept_card(self, card='visa', email='ada@example.com'):
        """A card that the business keeps for a customer of its own: (customer, mandate)."""
        with self.book_lock:
            customer = self.book.create_customer({'email': email})
            payment = self.book.create_payment({
                'amount': as_amount(0, 'EUR'), 'description': 'Card', 'sequenceType': 'first',
                'customerId': customer['id'], 'redirectUrl': 'https://salon.example/'})
            self.book.pay(payment['id'])
            mandate = self.book.mandates[payment['mandateId']]
            mandate['_card'] = card
            return customer, mandate

    def money(self):
        with self.book_lock:
            self.book.pass_time()
            return self.book.book()

    # What it answers.

    def mistake(self):
        return {'status': 500, 'title': 'Internal Server Error', 'detail': 'Something went wrong.'}

    def other_request(self):
        return refuse('The idempotency key was already used for another request')

    def same_moment(self):
        return refuse('The same request is being worked on', None, 409, 'Conflict')

    def pages(self, received, where):
        if where.path == '/_book':
            return Reply(200, json.dumps(self.money()))
        found = re.fullmatch(r'/checkout/(tr_\d+)', where.path)
        if found is None:
            return None
        name = found.group(1)
        with self.book_lock:
            self.book.pass_time()
            payment = self.book.payments.get(name)
            if payment is None:
                return Reply(404, 'Payment not found', 'text/plain')
            if received.method == 'GET':
                return Reply(200, pay_page(payment), 'text/html; charset=utf-8')
            card = dict(urllib.parse.parse_qsl(received.body.decode())).get('card', 'visa')
            if payment['status'] != 'open':
                return Reply(200, pay_page(payment), 'text/html; charset=utf-8')
            if card == 'none':
                self.book.give_up(name)
                return _to(payment.get('cancelUrl') or payment['redirectUrl'])
            # Whatever the bank says: whoever comes back has to be told by us.
            self.book.pay(name, card)
            return _to(payment['redirectUrl'])

    def carry_out(self, received, where):
        if received.headers.get('Authorization') != f'Bearer {self.key}' or self.is_revoked:
            raise refuse('Missing authentication, or failed to authenticate', None, 401,
                         'Unauthorized Request')
        self.book.pass_time()
        query = dict(urllib.parse.parse_qsl(where.query, keep_blank_values=True))
        try:
            asked = json.loads(received.body) if received.body else {}
        except ValueError:
            raise refuse('The body is no JSON', None, 400, 'Bad Request') from None
        for wanted, pattern, status, act in ROUTES:
            found = re.fullmatch(pattern, where.path)
            if found and wanted == received.method:
                return status, act(self, *found.groups(), {**query, **asked})
        raise refuse(f'No such page: {where.path}', None, 404, 'Not Found')

    def shown(self, thing, embed=''):
        """As it goes out: without what only the double knows, with its links."""
        said = {name: value for name, value in thing.items() if not name.startswith('_')}
        place = {'payment': 'payments', 'customer': 'customers'}.get(thing['resource'])
        links = {}
        if place is not None:
            links['self'] = _link(f"{self.url}/v2/{place}/{thing['id']}")
        if thing['resource'] == 'payment':
            units, currency = thing['_units'], thing['_currency']
            if thing['status'] == 'open':
                links['checkout'] = _link(f"{self.url}/checkout/{thing['id']}", 'text/html')
            else:
                said.pop('expiresAt', None)
            if thing['captureMode'] == 'manual' and thing['status'] in ('authorized', 'paid'):
                said['amountCaptured'] = as_amount(thing['_captured'], currency)
            if thing['status'] == 'paid':
                said['amountRefunded'] = as_amount(thing['_refunded'], currency)
                said['amountRemaining'] = as_amount(
                    min(units, thing['_captured']) - thing['_refunded'], currency)
            if 'captures' in embed:
                said['_embedded'] = {'captures': [
                    self.shown(one) for one in self.book.captures_of(thing['id'])]}
        said['_links'] = links
        return said

    def _page(self, name, things, asked):
        """Newest first, beginning with `from`."""
        limit = int(asked.get('limit', 50))
        if not 1 <= limit <= 250:
            raise refuse('The limit must be between 1 and 250', 'limit', 400, 'Bad Request')
        ids = [one['id'] for one in things]
        start = 0
        if 'from' in asked:
            if asked['from'] not in ids:
                raise missing(name, asked['from'])
            start = ids.index(asked['from'])
        chosen = things[start:start + limit]
        own = f'{self.url}/v2/{name}'
        following = ids[start + limit] if start + limit < len(ids) else None
        return {'count': len(chosen),
                '_embedded': {name: [self.shown(one) for one in chosen]},
                '_links': {'self': _link(own), 'previous': None,
                           'next': following and _link(f'{own}?from={following}&limit={limit}')}}



def _link(address, kind='application/hal+json'):
    return {'href': address, 'type': kind}


def _to(address):
    return Reply(303, b'', headers={'Location': address})


ROUTES = (
    ('POST', r'/v2/payments', 201,
     lambda double, asked: double.shown(double.book.create_payment(asked))),
    ('GET', r'/v2/payments', 200,
     lambda double, asked: double._page('payments',
                                        list(reversed(double.book.payments.values())), asked)),
    ('GET', r'/v2/payments/(\w+)', 200,
     lambda double, name, asked: double.shown(double.book.payment(name), asked.get('embed', ''))),
    ('DELETE', r'/v2/payments/(\w+)', 200,
     lambda double, name, asked: double.shown(double.book.cancel(name))),
    ('POST', r'/v2/payments/(\w+)/captures', 201,
     lambda double, name, asked: double.shown(double.book.capture(name, asked))),
    ('GET', r'/v2/payments/(\w+)/captures', 200,
     lambda double, name, asked: double._page('captures', double.book.captures_of(name), asked)),
    ('POST', r'/v2/payments/(\w+)/release-authorization', 202,
     lambda double, name, asked: double.book.release(name)),
    ('POST', r'/v2/payments/(\w+)/refunds', 201,
     lambda double, name, asked: double.shown(double.book.refund(name, asked))),
    ('GET', r'/v2/payments/(\w+)/refunds', 200,
     lambda double, name, asked: double._page('refunds', [
         one for one in double.book.refunds.values() if one['paymentId'] == name], asked)),
    ('POST', r'/v2/customers', 201,
     lambda double, asked: double.shown(double.book.create_customer(asked))),
    ('GET', r'/v2/customers/(\w+)', 200,
     lambda double, name, asked: double.shown(double.book.customer(name))),
    ('GET', r'/v2/customers/(\w+)/mandates', 200,
     lambda double, name, asked: double._page('mandates', double.book.mandates_of(name), asked)),
)


def pay_page(payment):
    """As plain as can be; the buttons say what each card does."""
    price = f"{payment['amount']['value']} {payment['amount']['currency']}"
    if payment['status'] == 'open':
        cards = ''.join(f'<button name="card" value="{card}">Pay with {card}</button>'
                        for card in CARDS)
        body = (f'<form method="post">{cards}<button name="card" value="none">Back</button>'
                '</form>')
    else:
        body = f'<p>This payment is {payment["status"]}.</p>'
    return ('<!doctype html><html lang="en"><title>Pay</title>'
            f'<h1>{html.escape(payment["description"])}</h1><p>{price}</p>{body}')
