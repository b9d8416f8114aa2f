"""What Stripe knows and how it changes: checkout sessions, payments, kept cards, refunds. As its
documents say; nothing of HTTP."""
import itertools
import re

from .payment_peer import Refusal

NO_CENTS = {'bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv',
            'xaf', 'xof', 'xpf'}
KNOWN = NO_CENTS | {'eur', 'usd', 'gbp', 'chf', 'sek', 'dkk', 'nok', 'pln', 'czk', 'huf', 'isk',
                    'ugx', 'cad', 'aud', 'kwd', 'bhd', 'tnd'}
LEAST = {'eur': 50, 'usd': 50, 'gbp': 30, 'chf': 50, 'jpy': 50, 'sek': 300, 'dkk': 250, 'nok': 300}
HOLD_SECONDS = 7 * 24 * 3600
CARDS = {'visa': None, 'declined': 'card_declined', 'poor': 'insufficient_funds',
         'asks': 'authentication_required'}


def refuse(message, param=None, code=None, status=400, kind='invalid_request_error', is_kept=True,
           **more):
    error = {'type': kind, 'message': message, **more}
    if param is not None:
        error['param'] = param
    if code is not None:
        error['code'] = code
        error['doc_url'] = f'https://stripe.com/docs/error-codes/{code.replace("_", "-")}'
    return Refusal(status, {'error': error}, is_kept)


def missing(kind, name, param='id'):
    return refuse(f"No such {kind}: '{name}'", param, 'resource_missing', 404)


def number(text, param):
    if not re.fullmatch(r'-?\d{1,12}', str(text)):
        raise refuse(f'Invalid integer: {text}', param, 'parameter_invalid_integer', is_kept=False)
    return int(text)


class StripeBook:
    """All of one account. `tell(type, object)` hears of every event as it happens."""

    def __init__(self, clock, url, tell):
        self.clock, self.url, self.tell = clock, url, tell
        self.sessions, self.intents, self.charges = {}, {}, {}
        self.setups, self.methods, self.customers, self.refunds = {}, {}, {}, {}
        self._numbers = itertools.count(1)

    def now(self):
        return int(self.clock())

    def id(self, prefix):
        return f'{prefix}_test_{next(self._numbers):024d}' if prefix == 'cs' else \
            f'{prefix}_{next(self._numbers):024d}'

    def pass_time(self):
        """What happens by itself."""
        for session in self.sessions.values():
            if session['status'] == 'open' and session['expires_at'] <= self.now():
                self._expire(session)
        for intent in self.intents.values():
            held_since = intent.get('_held_at')
            if intent['status'] == 'requires_capture' and held_since + HOLD_SECONDS <= self.now():
                self._cancel(intent, 'automatic')

    # Checkout.

    def create_session(self, asked):
        mode = asked.get('mode')
        if mode not in ('payment', 'setup'):
            raise refuse('Invalid mode: must be one of payment, setup, or subscription', 'mode',
                         is_kept=False)
        for name in ('success_url',):
            if not re.match(r'https?://', asked.get(name, '')):
                raise refuse('Not a valid URL', name, 'url_invalid', is_kept=False)
        expires_at = number(asked.get('expires_at', self.now() + 24 * 3600), 'expires_at')
        if expires_at < self.now() + 1800:
            raise refuse('The `expires_at` timestamp must be at least 30 minutes from Checkout '
                         'Session creation.', 'expires_at')
        if expires_at > self.now() + 24 * 3600:
            raise refuse('The `expires_at` timestamp must be less than 24 hours from Checkout '
                         'Session creation.', 'expires_at')
        if 'customer' in asked and 'customer_email' in asked:
            raise refuse('You may only specify one of these parameters: customer, customer_email.',
                         'customer', 'parameter_invalid', is_kept=False)
        if 'customer' in asked and asked['customer'] not in self.customers:
            raise missing('customer', asked['customer'], 'customer')
        amount, currency, setup = None, None, None
        if mode == 'payment':
            amount, currency = self._lines(asked)
        name = self.id('cs')
        session = {
            'id': name, 'object': 'checkout.session', 'amount_subtotal': amount,
            'amount_total': amount, 'cancel_url': asked.get('cancel_url'),
            'client_reference_id': asked.get('client_reference_id'), 'created': self.now(),
            'currency': currency, 'customer': asked.get('customer'),
            'customer_creation': None if 'customer' in asked else
            asked.get('customer_creation', 'if_required'),
            'customer_email': asked.get('customer_email'), 'expires_at': expires_at,
            'livemode': False, 'locale': asked.get('locale'),
            'metadata': asked.get('metadata', {}), 'mode': mode, 'payment_intent': None,
            'payment_method_types': asked.get('payment_method_types', ['card']),
            'payment_status': 'unpaid' if mode == 'payment' else 'no_payment_required',
            'setup_intent': None, 'status': 'open', 'success_url': asked['success_url'],
            'ui_mode': 'hosted_page', 'url': f'{self.url}/c/pay/{name}',
            '_asked': asked,
        }
        if mode == 'setup':
            setup = {'id': self.id('seti'), 'object': 'setup_intent', 'created': self.now(),
                     'customer': asked.get('customer'), 'livemode': False,
                     'metadata': asked.get('setup_intent_data', {}).get('metadata', {}),
                     'payment_method': None, 'payment_method_types': ['card'],
                     'status': 'requires_payment_method', 'usage': 'off_session'}
            self.setups[setup['id']] = setup
            session['setup_intent'] = setup['id']
        self.sessions[name] = session
        return session

    def _lines(self, asked):
        total, currency = 0, None
        for index, line in enumerate(asked.get('line_items', [])):
            price = line.get('price_data', {})
            at = f'line_items[{index}][price_data]'
            currency = self._currency(price.get('currency'), f'{at}[currency]')
            if not price.get('product_data', {}).get('name'):
                raise refuse(f'Missing required param: {at}[product_data][name].',
                             f'{at}[product_data][name]', 'parameter_missing', is_kept=False)
            total += (number(price.get('unit_amount', ''), f'{at}[unit_amount]')
                      * number(line.get('quantity', 1), 'quantity'))
        if currency is None:
            raise refuse('You must provide line_items.', 'line_items', is_kept=False)
        self._least(total, currency, "The Checkout Session's total amount due must add up to at "
                                     'least', None)
        return total, currency

    @staticmethod
    def _currency(code, param):
        if code not in KNOWN:
            raise refuse(f'Invalid currency: {code}. Stripe currently supports these currencies: '
                         'usd, eur, gbp …', param, is_kept=False)
        return code

    @staticmethod
    def _least(amount, currency, words, param):
        if amount < LEAST.get(currency, 1):
            raise refuse(f'{words} {LEAST.get(currency, 1)} {currency}', param, 'amount_too_small')

    def expire_session(self, name):
        session = self.session(name)
        if session['status'] != 'open':
            raise refuse('Only Checkout Sessions with a status in ["open"] can be expired. This '
                         f"Checkout Session has a status of {session['status']}.")
        self._expire(session)
        return session

    def _expire(self, session):
        session['status'], session['url'] = 'expired', None
        if session['payment_intent']:
            self._cancel(self.intents[session['payment_intent']], 'void_invoice')
        self.tell('checkout.session.expired', session)

    def session(self, name):
        if name not in self.sessions:
            raise missing('checkout.session', name)
        return self.sessions[name]

    def pay_session(self, name, card='visa'):
        """The guest pressed Pay. True: the page goes on to success_url. A page that is over says
        so to nobody, as Stripe's own."""
        session = self.session(name)
        if session['status'] != 'open':
            return False
        asked = session['_asked']
        if session['mode'] == 'setup':
            return self._keep(session, card)
        if session['payment_intent'] is None:
            data = asked.get('payment_intent_data', {})
            intent = self._intent(session['amount_total'], session['currency'], {
                'capture_method': data.get('capture_method', 'automatic_async'),
                'description': data.get('description'), 'metadata': data.get('metadata', {}),
                'setup_future_usage': data.get('setup_future_usage')})
            session['payment_intent'] = intent['id']
        intent = self.intents[session['payment_intent']]
        if CARDS[card] and card != 'asks':  # who is asked on the page just answers
            self._decline(intent, CARDS[card], None)
            return False
        customer = session['customer'] or (
            self.create_customer({'email': session['customer_email']})['id']
            if session['customer_creation'] == 'always' else None)
        session['customer'] = intent['customer'] = customer
        method = self.create_method('visa' if card == 'visa' else card, customer)
        self._confirm(intent, method)
        session['status'], session['url'] = 'complete', None
        session['payment_status'] = 'paid' if intent['status'] == 'succeeded' else 'unpaid'
        self.tell('checkout.session.completed', session)
        return True

    def _keep(self, session, card):
        if CARDS[card] and card != 'asks':
            return False
        customer = session['customer'] or (
            self.create_customer({'email': session['customer_email']})['id']
            if session['customer_creation'] == 'always' else None)
        setup = self.setups[session['setup_intent']]
        setup.update(status='succeeded', customer=customer,
                     payment_method=self.create_method(card, customer)['id'])
        session.update(status='complete', url=None, customer=customer)
        self.tell('setup_intent.succeeded', setup)
        self.tell('checkout.session.completed', session)
        return True

    # Customers and their cards.

    def create_customer(self, asked):
        customer = {'id': self.id('cus'), 'object': 'customer', 'created': self.now(),
                    'email': asked.get('email'), 'livemode': False,
                    'metadata': asked.get('metadata', {}), 'name': asked.get('name')}
        self.customers[customer['id']] = customer
        return customer

    def create_method(self, card='visa', customer=None):
        """A card: 'visa' pays, 'declined' and 'poor' don't, 'asks' wants the guest to be there."""
        method = {'id': self.id('pm'), 'object': 'payment_method', 'type': 'card',
                  'created': self.now(), 'customer': customer, 'livemode': False, 'metadata': {},
                  'card': {'brand': 'visa', 'last4': '4242', 'exp_month': 12, 'exp_year': 2034,
                           'country': 'DE', 'funding': 'credit'},
                  '_card': card}
        self.methods[method['id']] = method
        return method

    # Payments.

    def _intent(self, amount, currency, more):
        intent = {
            'id': self.id('pi'), 'object': 'payment_intent', 'amount': amount,
            'amount_capturable': 0, 'amount_received': 0, 'canceled_at': None,
            'cancellation_reason': None, 'capture_method': 'automatic_async',
            'confirmation_method': 'automatic', 'created': self.now(), 'currency': currency,
            'customer': None, 'description': None, 'last_payment_error': None,
            'latest_charge': None, 'livemode': False, 'metadata': {}, 'payment_method': None,
            'payment_method_types': ['card'], 'setup_future_usage': None,
            'status': 'requires_payment_method', **more}
        self.intents[intent['id']] = intent
        self.tell('payment_intent.created', intent)
        return intent

    def create_intent(self, asked):
        amount = number(asked.get('amount', ''), 'amount')
        currency = self._currency(asked.get('currency'), 'currency')
        if amount <= 0:
            raise refuse('This value must be greater than or equal to 1.', 'amount',
                         'parameter_invalid_integer', is_kept=False)
        self._least(amount, currency, 'Amount must be at least', 'amount')
        method = None
        if 'payment_method' in asked:
            method = self.methods.get(asked['payment_method'])
            if method is None:
                raise refuse(f"No such PaymentMethod: '{asked['payment_method']}'",
                             'payment_method', 'resource_missing')
            if method['customer'] != asked.get('customer'):
                raise refuse('The provided PaymentMethod belongs to another Customer, or to one '
                             'that was not named.', 'payment_method')
        intent = self._intent(amount, currency, {
            'capture_method': asked.get('capture_method', 'automatic_async'),
            'customer': asked.get('customer'), 'description': asked.get('description'),
            'metadata': asked.get('metadata', {})})
        if asked.get('confirm') != 'true':
            return intent
        if method is None:
            raise refuse('You cannot confirm this PaymentIntent because it is missing a payment '
                         'method.', code='payment_intent_unexpected_state')
        problem = CARDS[method['_card']]
        if problem == 'authentication_required' and asked.get('off_session') != 'true':
            intent['status'], intent['payment_method'] = 'requires_action', method['id']
            return intent
        if problem:
            self._decline(intent, problem, method)
            shown = 'authentication_required' if problem == 'authentication_required' else \
                'card_declined'
            raise refuse('Your card was declined.', None, shown, 402, 'card_error',
                         decline_code=problem if problem != 'card_declined' else 'generic_decline',
                         payment_intent=public(intent))
        self._confirm(intent, method)
        return intent

    def _decline(self, intent, problem, method):
        intent['last_payment_error'] = {'type': 'card_error', 'code': 'card_declined',
                                        'decline_code': problem}
        intent['status'] = 'requires_payment_method'
        self.tell('payment_intent.payment_failed', intent)

    def _confirm(self, intent, method):
        charge = {'id': self.id('ch'), 'object': 'charge', 'amount': intent['amount'],
                  'amount_captured': 0, 'amount_refunded': 0, 'captured': False,
                  'created': self.now(), 'currency': intent['currency'],
                  'customer': intent['customer'], 'livemode': False,
                  'metadata': dict(intent['metadata']), 'paid': True,
                  'payment_intent': intent['id'], 'payment_method': method['id'],
                  'refunded': False, 'status': 'succeeded'}
        self.charges[charge['id']] = charge
        intent.update(payment_method=method['id'], latest_charge=charge['id'],
                      _held_at=self.now())
        if intent['capture_method'] == 'manual':
            intent.update(status='requires_capture', amount_capturable=intent['amount'])
            self.tell('payment_intent.amount_capturable_updated', intent)
        else:
            self._capture(intent, intent['amount'])

    def intent(self, name):
        if name not in self.intents:
            raise missing('payment_intent', name, 'intent')
        return self.intents[name]

    def capture(self, name, asked):
        intent = self.intent(name)
        if intent['status'] != 'requires_capture':
            raise self._wrong_state(intent, 'captured', 'requires_capture')
        amount = number(asked.get('amount_to_capture', intent['amount']), 'amount_to_capture')
        if amount > intent['amount_capturable'] or amount < 1:
            raise refuse('The amount to capture must be between 1 and the amount that is '
                         'capturable.', 'amount_to_capture', 'amount_too_large')
        self._capture(intent, amount)
        return intent

    def _capture(self, intent, amount):
        charge = self.charges[intent['latest_charge']]
        charge.update(captured=True, amount_captured=amount)
        intent.update(status='succeeded', amount_received=amount, amount_capturable=0)
        self.tell('charge.captured', charge)
        self.tell('payment_intent.succeeded', intent)

    def cancel(self, name, asked):
        intent = self.intent(name)
        of_open_page = any(session['payment_intent'] == name and session['status'] == 'open'
                           for session in self.sessions.values())
        if of_open_page and intent['status'] != 'requires_capture':
            raise refuse('You cannot cancel this PaymentIntent because it was created by Checkout. '
                         'Expire the Checkout Session instead.',
                         code='payment_intent_unexpected_state')
        if intent['status'] in ('succeeded', 'canceled'):
            raise self._wrong_state(intent, 'canceled', 'requires_capture')
        self._cancel(intent, asked.get('cancellation_reason'))
        return intent

    def _cancel(self, intent, reason):
        intent.update(status='canceled', canceled_at=self.now(), cancellation_reason=reason,
                      amount_capturable=0)
        self.tell('payment_intent.canceled', intent)

    @staticmethod
    def _wrong_state(intent, done, wanted):
        return refuse(f"This PaymentIntent could not be {done} because it has a status of "
                      f"{intent['status']}. Only a PaymentIntent with one of the following "
                      f'statuses may be {done}: {wanted}.',
                      code='payment_intent_unexpected_state', payment_intent=public(intent))

    def create_refund(self, asked):
        intent = self.intents.get(asked.get('payment_intent'))
        if intent is None:
            raise refuse(f"No such payment_intent: '{asked.get('payment_intent')}'",
                         'payment_intent', 'resource_missing')
        charge = self.charges.get(intent['latest_charge'])
        if charge is None or not charge['captured']:
            raise refuse('This PaymentIntent does not have a successful charge to refund.',
                         'payment_intent')
        left = charge['amount_captured'] - charge['amount_refunded']
        if left == 0:
            raise refuse(f"Charge {charge['id']} has already been refunded.", None,
                         'charge_already_refunded')
        amount = number(asked.get('amount', left), 'amount')
        if amount < 1 or amount > left:
            raise refuse(f'Refund amount ({amount}) is greater than unrefunded amount on charge '
                         f'({left})', 'amount')
        refund = {'id': self.id('re'), 'object': 'refund', 'amount': amount,
                  'charge': charge['id'], 'created': self.now(), 'currency': charge['currency'],
                  'metadata': asked.get('metadata', {}), 'payment_intent': intent['id'],
                  'reason': asked.get('reason'), 'status': 'succeeded'}
        self.refunds[refund['id']] = refund
        charge['amount_refunded'] += amount
        charge['refunded'] = charge['amount_refunded'] == charge['amount_captured']
        self.tell('refund.created', refund)
        self.tell('charge.refunded', charge)
        return refund

    # For whoever compares books.

    def book(self):
        """What happened to money, a row for each payment that there ever was."""
        rows = []
        for intent in self.intents.values():
            charge = self.charges.get(intent['latest_charge'] or '', {})
            metadata = intent['metadata']
            rows.append({'payment': intent['id'], 'status': intent['status'],
                         'reference': metadata.get('offer_id') or metadata.get('entry_id'),
                         'currency': intent['currency'], 'amount': intent['amount'],
                         'held': intent['amount_capturable'],
                         'captured': intent['amount_received'],
                         'refunded': charge.get('amount_refunded', 0),
                         'session': next((session['id'] for session in self.sessions.values()
                                          if session['payment_intent'] == intent['id']), None)})
        return rows


def public(thing):
    """Without what only the double knows."""
    return {name: value for name, value in thing.items() if not name.startswith('_')}
