"""A double of Stripe's API: what Standby and Stripe's own client ask of it, with a page on which a
guest can pay. What it knows is in `book`, what it calls out in `events`; `before` and `fail` order
what goes wrong. `clock` may be a test's own."""
import html
import json
import re
import time
import urllib.parse

from .http_peer import Reply
from .payment_peer import PaymentPeer, nested
from .stripe_book import CARDS, StripeBook, missing, public, refuse
from .stripe_events import StripeEvents

VERSION = '2026-10-28.endive'
EXPANDS = {'payment_intent': 'intents', 'latest_charge': 'charges', 'setup_intent': 'setups',
           'customer': 'customers', 'payment_method': 'methods', 'charge': 'charges'}


class StripeDouble(PaymentPeer):
    key = 'sk_test_' + 'Aster0' * 4
    webhook_secret = 'whsec_' + 'n0tASecret' * 3

    def __init__(self, clock=time.time):
        self.is_revoked = False
        self.events = StripeEvents(lambda: self.clock(), VERSION)
        super().__init__(clock)
        self.book = StripeBook(lambda: self.clock(), self.url, self._tell)
        self.checked = []  # what pay pages were told, in order

    def close(self):
        self.events.close()
        super().close()

    def _tell(self, kind, thing):
        self.events.happened(kind, public(thing))

    def send_webhooks_to(self, server_url):
        self.events.send_to(f'{server_url}/v1/callbacks/stripe', self.webhook_secret)

    # What a guest does.

    def pay(self, url, card='visa'):
        """Presses Pay on the page. True: the page went on to success_url."""
        with self.book_lock:
            self.book.pass_time()
            return self.book.pay_session(url.rsplit('/', 1)[1], card)

    def kept_card(self, card='visa', email='ada@example.com'):
        """A card that the business keeps for a customer of its own."""
        with self.book_lock:
            customer = self.book.create_customer({'email': email})
            return self.book.create_method(card, customer['id'])

    def money(self):
        with self.book_lock:
            self.book.pass_time()
            return self.book.book()

    # What it answers.

    def mistake(self):
        return {'error': {'type': 'api_error', 'message': 'An unknown error occurred'}}

    def other_request(self):
        return refuse('Keys for idempotent requests can only be used with the same parameters they '
                      'were first used with.', kind='idempotency_error')

    def same_moment(self):
        return refuse('There is currently another in-progress request using this Idempotent Key.',
                      status=409, kind='idempotency_error', code='idempotency_key_in_use')

    def pages(self, received, where):
        if where.path == '/_book':
            return Reply(200, json.dumps(self.money()))
        found = re.fullmatch(r'/c/pay/(cs_test_\d+)', where.path)
        if found is None:
            return None
        name = found.group(1)
        with self.book_lock:
            self.book.pass_time()
            session = self.book.sessions.get(name)
            if session is None:
                return Reply(404, 'Something went wrong', 'text/plain')
            if received.method == 'GET':
                return Reply(200, pay_page(session), 'text/html; charset=utf-8')
            card = dict(urllib.parse.parse_qsl(received.body.decode())).get('card', 'visa')
            was_open = session['status'] == 'open'
            is_paid = self.book.pay_session(name, card)
        if is_paid:
            address = session['success_url'].replace('{CHECKOUT_SESSION_ID}', name)
            return Reply(303, b'', headers={'Location': address})
        if was_open:
            return Reply(402, pay_page(session, 'Your card was declined.'),
                         'text/html; charset=utf-8')
        # As Stripe's own page: whoever presses Pay too late isn't told.
        return Reply(200, pay_page(session), 'text/html; charset=utf-8')

    def carry_out(self, received, where):
        given = received.headers.get('Authorization') or ''
        if given.startswith('Basic '):
            raise refuse('You did not provide an API key.', status=401, is_kept=False)
        if given != f'Bearer {self.key}' or self.is_revoked:
            raise refuse('Invalid API Key provided: sk_test_****', status=401, is_kept=False)
        self.book.pass_time()
        is_read = received.method == 'GET'
        text = where.query if is_read else received.body.decode()
        asked = nested(urllib.parse.parse_qsl(text, keep_blank_values=True))
        said = self._carry_out(received.method, where.path.removeprefix('/v1'), asked)
        expand = asked.get('expand', [])
        return 200, self._expanded(said, expand if isinstance(expand, list) else [expand])

    def _carry_out(self, method, path, asked):
        for wanted, pattern, act in ROUTES:
            found = re.fullmatch(pattern, path)
            if found and wanted == method:
                return act(self, *found.groups(), asked)
        raise refuse(f'Unrecognized request URL ({method}: /v1{path}).', status=404,
                     is_kept=False)

    def _list(self, things, asked):
        """Newest first, from behind `starting_after`."""
        limit = int(asked.get('limit', 10))
        if not 1 <= limit <= 100:
            raise refuse('This value must be between 1 and 100.', 'limit', is_kept=False)
        after = int(asked.get('created', {}).get('gte', 0))
        all_of_them = [one for one in reversed(list(things)) if one['created'] >= after]
        start = 0
        if 'starting_after' in asked:
            names = [one['id'] for one in all_of_them]
            if asked['starting_after'] not in names:
                raise missing('object', asked['starting_after'], 'starting_after')
            start = names.index(asked['starting_after']) + 1
        return {'object': 'list', 'data': all_of_them[start:start + limit],
                'has_more': start + limit < len(all_of_them), 'url': '/v1/…'}

    def _search(self, asked):
        """As late as Stripe's: what is younger than a minute isn't found yet."""
        found = re.fullmatch(r"metadata\['(\w+)'\]:'([^']*)'", asked.get('query', ''))
        if found is None:
            raise refuse('Invalid search query.', 'query', is_kept=False)
        name, value = found.groups()
        data = [one for one in self.book.intents.values()
                if one['metadata'].get(name) == value and one['created'] + 60 <= self.now()]
        return {'object': 'search_result', 'data': data, 'has_more': False, 'next_page': None,
                'url': '/v1/payment_intents/search'}

    def _events(self, asked):
        events = self.events.events
        if asked.get('delivery_success') == 'false':
            events = [one for one in events if one['pending_webhooks'] > 0]
        return self._list(events, asked)

    def _expanded(self, thing, paths):
        if isinstance(thing, list):
            return [self._expanded(one, paths) for one in thing]
        said = public(thing)
        for path in paths:
            name, _, rest = path.partition('.')
            inner = said.get(name)
            if name == 'data' and isinstance(inner, list):
                said[name] = [self._expanded(one, [rest]) for one in inner]
            elif name in EXPANDS and isinstance(inner, str):
                found = getattr(self.book, EXPANDS[name])[inner]
                said[name] = self._expanded(found, [rest] if rest else [])
            elif name in EXPANDS and isinstance(inner, dict) and rest:
                said[name] = self._expanded(inner, [rest])
            elif inner is None and name not in said:
                raise refuse(f'This property cannot be expanded ({path}).', 'expand',
                             is_kept=False)
        if isinstance(said.get('data'), list):
            said['data'] = [public(one) for one in said['data']]
        return said


def _one(kind, name):
    def act(double, wanted, asked):
        found = getattr(double.book, name).get(wanted)
        if found is None:
            raise missing(kind, wanted)
        return found
    return act


def _all(name):
    return lambda double, asked: double._list(getattr(double.book, name).values(), asked)


ROUTES = (
    ('POST', r'/checkout/sessions', lambda double, asked: double.book.create_session(asked)),
    ('GET', r'/checkout/sessions', _all('sessions')),
    ('GET', r'/checkout/sessions/(\w+)', _one('checkout.session', 'sessions')),
    ('POST', r'/checkout/sessions/(\w+)/expire',
     lambda double, name, asked: double.book.expire_session(name)),
    ('POST', r'/payment_intents', lambda double, asked: double.book.create_intent(asked)),
    ('GET', r'/payment_intents', _all('intents')),
    ('GET', r'/payment_intents/search', lambda double, asked: double._search(asked)),
    ('GET', r'/payment_intents/(\w+)', _one('payment_intent', 'intents')),
    ('POST', r'/payment_intents/(\w+)/capture',
     lambda double, name, asked: double.book.capture(name, asked)),
    ('POST', r'/payment_intents/(\w+)/cancel',
     lambda double, name, asked: double.book.cancel(name, asked)),
    ('GET', r'/setup_intents/(\w+)', _one('setup_intent', 'setups')),
    ('POST', r'/refunds', lambda double, asked: double.book.create_refund(asked)),
    ('GET', r'/refunds', _all('refunds')),
    ('GET', r'/refunds/(\w+)', _one('refund', 'refunds')),
    ('GET', r'/charges/(\w+)', _one('charge', 'charges')),
    ('POST', r'/customers', lambda double, asked: double.book.create_customer(asked)),
    ('GET', r'/customers/(\w+)', _one('customer', 'customers')),
    ('GET', r'/payment_methods/(\w+)', _one('PaymentMethod', 'methods')),
    ('GET', r'/events', lambda double, asked: double._events(asked)),
    ('GET', r'/balance', lambda double, asked: {
        'object': 'balance', 'available': [{'amount': 0, 'currency': 'eur', 'source_types': {}}],
        'livemode': False, 'pending': [{'amount': 0, 'currency': 'eur', 'source_types': {}}]}),
)


def pay_page(session, said=''):
    """As plain as can be; the buttons say what each card does."""
    line = session['_asked'].get('line_items', [{}])[0].get('price_data', {})
    title = html.escape(line.get('product_data', {}).get('name', 'Keep a card'))
    price = f"{session['amount_total']} {session['currency']}" if session['amount_total'] else ''
    if session['status'] == 'complete':
        body = '<p>You\'re all done here.</p>'
    else:
        buttons = ''.join(f'<button name="card" value="{card}">Pay with {card}</button>'
                          for card in CARDS)
        back = html.escape(session['cancel_url'] or '')
        body = (f'<form method="post">{buttons}</form><a href="{back}">Back</a>')
    return (f'<!doctype html><html lang="en"><title>Pay</title><h1>{title}</h1><p>{price}</p>'
            f'<p role="alert">{html.escape(said)}</p>{body}')
