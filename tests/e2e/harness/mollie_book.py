"""What Mollie knows and how it changes: payments that are held and captured, customers with their
mandates, refunds. As its documents say; nothing of HTTP."""
import datetime
import itertools
import re

from .payment_peer import Refusal

DECIMALS = {'JPY': 0, 'ISK': 0, **dict.fromkeys(
    ('EUR', 'USD', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'HUF', 'RON', 'CAD', 'AUD'), 2)}
MOST = 1_000_000  # smallest units, with a card
OPEN_SECONDS = 30 * 60
HOLD_SECONDS = 7 * 24 * 3600
# What becomes of a payment with each card. 'asks' wants its holder to be there.
CARDS = {'visa': None, 'declined': 'refused_by_issuer', 'poor': 'insufficient_funds',
         'asks': 'authentication_required'}


def refuse(detail, field=None, status=422, title='Unprocessable Entity', is_kept=False):
    said = {'status': status, 'title': title, 'detail': detail,
            '_links': {'documentation': {'href': 'https://docs.mollie.com/errors',
                                         'type': 'text/html'}}}
    if field is not None:
        said['field'] = field
    return Refusal(status, said, is_kept)


def missing(kind, name):
    return refuse(f'No {kind} exists with token {name}.', None, 404, 'Not Found')


def in_units(amount, field='amount'):
    """{'currency': 'EUR', 'value': '45.00'} as (4500, 'EUR')."""
    if not isinstance(amount, dict):
        raise refuse('The amount should be an object with a currency and a value', field)
    currency, value = amount.get('currency'), amount.get('value')
    if currency not in DECIMALS:
        raise refuse('The currency is invalid or not supported', f'{field}.currency')
    digits = DECIMALS[currency]
    pattern = rf'\d{{1,12}}\.\d{{{digits}}}' if digits else r'\d{1,12}'
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise refuse('The amount contains an invalid value', f'{field}.value')
    return int(value.replace('.', '')), currency


def as_amount(units, currency):
    digits = DECIMALS[currency]
    text = str(units).zfill(digits + 1)
    return {'currency': currency,
            'value': f'{text[:-digits]}.{text[-digits:]}' if digits else text}


class MollieBook:
    """All of one profile. `tell(id, webhook_url)` hears of each payment whose status changed, or
    that was refunded. While `captures_wait` is set, captures are pending until `settle`."""

    def __init__(self, clock, url, tell, mode='test'):
        self.clock, self.url, self.tell, self.mode = clock, url, tell, mode
        self.payments, self.captures, self.refunds = {}, {}, {}
        self.customers, self.mandates = {}, {}
        self.captures_wait = False
        self.open_can_be_cancelled = False  # its own word for it is isCancelable
        self._numbers = itertools.count(1)

    def now(self):
        return int(self.clock())

    def time(self, at=None):
        moment = datetime.datetime.fromtimestamp(self.now() if at is None else at,
                                                 datetime.timezone.utc)
        return moment.strftime('%Y-%m-%dT%H:%M:%S+00:00')

    def id(self, prefix):
        return f'{prefix}_{next(self._numbers):012d}'

    def pass_time(self):
        """What happens by itself."""
        for payment in self.payments.values():
            ends = payment['_expires']
            if payment['status'] in ('open', 'authorized') and ends <= self.now():
                if payment['_captured']:
                    self._become(payment, 'paid')
                else:
                    self._become(payment, 'expired')

    def _become(self, payment, status):
        payment['status'] = status
        moment = {'authorized': 'authorizedAt', 'paid': 'paidAt', 'canceled': 'canceledAt',
                  'expired': 'expiredAt', 'failed': 'failedAt'}[status]
        payment[moment] = self.time()
        self.tell(payment['id'], payment.get('webhookUrl'))

    # Payments.

    def create_payment(self, asked):
        units, currency = in_units(asked.get('amount'))
        sequence = asked.get('sequenceType', 'oneoff')
        if sequence not in ('oneoff', 'first', 'recurring'):
            raise refuse('The sequence type is invalid', 'sequenceType')
        if units == 0 and sequence != 'first':
            raise refuse('The amount is lower than the minimum', 'amount')
        if units > MOST:
            raise refuse('The amount is higher than the maximum', 'amount')
        if not str(asked.get('description', '')).strip():
            raise refuse('The description is invalid', 'description')
        customer = asked.get('customerId')
        if customer is not None and customer not in self.customers:
            raise refuse('The customer id is invalid', 'customerId')
        if sequence != 'oneoff' and customer is None:
            raise refuse('A customer id is required for this sequence type', 'customerId')
        if sequence != 'recurring' and not re.match(r'https?://', asked.get('redirectUrl', '')):
            raise refuse('The redirect URL is invalid', 'redirectUrl')
        if asked.get('captureMode', 'automatic') not in ('automatic', 'manual'):
            raise refuse('The capture mode is invalid', 'captureMode')
        payment = {
            'resource': 'payment', 'id': self.id('tr'), 'mode': self.mode,
            'createdAt': self.time(), 'amount': as_amount(units, currency),
            'description': asked['description'], 'method': asked.get('method'),
            'metadata': asked.get('metadata'), 'status': 'open',
            'isCancelable': self.open_can_be_cancelled,
            'expiresAt': self.time(self.now() + OPEN_SECONDS), 'profileId': 'pfl_aster',
            'sequenceType': sequence, 'locale': asked.get('locale'),
            'captureMode': asked.get('captureMode', 'automatic'),
            **{name: asked[name] for name in ('redirectUrl', 'cancelUrl', 'webhookUrl',
                                              'customerId') if name in asked},
            '_units': units, '_currency': currency, '_captured': 0, '_refunded': 0,
            '_expires': self.now() + OPEN_SECONDS}
        if sequence == 'recurring':
            self._charge(payment, asked.get('mandateId'))
        self.payments[payment['id']] = payment
        return payment

    def _charge(self, payment, wanted):
        mandates = [one for one in self.mandates.values()
                    if one['_customer'] == payment['customerId'] and one['status'] == 'valid'
                    and wanted in (None, one['id'])]
        if not mandates:
            raise refuse('No suitable mandates found for customer', 'mandateId')
        payment['mandateId'] = mandates[0]['id']
        self._settle_with(payment, mandates[0]['_card'])

    def _settle_with(self, payment, card):
        """The bank's word."""
        payment['isCancelable'] = False
        payment['method'] = 'creditcard'
        if CARDS[card] is not None:
            payment['details'] = {'failureReason': CARDS[card]}
            self._become(payment, 'failed')
        elif payment['captureMode'] == 'manual' and payment['_units'] > 0:
            payment['_expires'] = self.now() + HOLD_SECONDS
            payment['captureBefore'] = self.time(payment['_expires'])
            self._become(payment, 'authorized')
        else:
            payment['_captured'] = payment['_units']
            self._become(payment, 'paid')

    def pay(self, name, card='visa'):
        """The guest pressed Pay. False: the page was over, or the bank said no."""
        payment = self.payment(name)
        if payment['status'] != 'open':
            return False
        if card == 'asks':  # who is asked on the page just answers
            self._settle_with(payment, 'visa')
        else:
            self._settle_with(payment, card)
        if payment['status'] == 'failed':
            return False
        if payment['sequenceType'] == 'first':
            mandate = {'resource': 'mandate', 'id': self.id('mdt'), 'mode': self.mode,
                       'status': 'valid', 'method': 'creditcard', 'createdAt': self.time(),
                       'details': {'cardNumber': '4242', 'cardLabel': 'Visa'},
                       'mandateReference': None, '_customer': payment['customerId'], '_card': card}
            self.mandates[mandate['id']] = mandate
            payment['mandateId'] = mandate['id']
        return True

    def give_up(self, name):
        """The guest went back from the page."""
        payment = self.payment(name)
        if payment['status'] == 'open':
            self._become(payment, 'canceled')

    def payment(self, name):
        if name not in self.payments:
            raise missing('payment', name)
        return self.payments[name]

    def cancel(self, name):
        payment = self.payment(name)
        if not payment['isCancelable'] or payment['status'] != 'open':
            raise refuse('The payment cannot be canceled')
        payment['isCancelable'] = False
        self._become(payment, 'canceled')
        return payment

    # Holds.

    def capture(self, name, asked):
        payment = self.payment(name)
        if payment['status'] != 'authorized':
            raise refuse(f"The payment is not authorized, its status is {payment['status']}")
        units, currency = in_units(asked['amount']) if 'amount' in asked else \
            (payment['_units'] - payment['_captured'], payment['_currency'])
        if currency != payment['_currency']:
            raise refuse('The currency is not the one of the payment', 'amount.currency')
        pending = sum(one['_units'] for one in self.captures.values()
                      if one['paymentId'] == name and one['status'] == 'pending')
        if not 0 < units <= payment['_units'] - payment['_captured'] - pending:
            raise refuse('The amount is higher than the maximum', 'amount')
        capture = {'resource': 'capture', 'id': self.id('cpt'), 'mode': self.mode,
                   'amount': as_amount(units, currency), 'paymentId': name,
                   'createdAt': self.time(), 'status': 'pending', '_units': units}
        self.captures[capture['id']] = capture
        if not self.captures_wait:
            self._carry_out(capture)
        return capture

    def settle(self):
        """Pending captures are carried out."""
        for capture in list(self.captures.values()):
            if capture['status'] == 'pending':
                self._carry_out(capture)

    def _carry_out(self, capture):
        payment = self.payment(capture['paymentId'])
        capture['status'] = 'succeeded'
        payment['_captured'] += capture['_units']
        if payment['_captured'] == payment['_units'] or payment.get('_is_released'):
            self._become(payment, 'paid')

    def release(self, name):
        """What is left of a hold; done by and by, so nothing is answered."""
        payment = self.payment(name)
        if payment['status'] != 'authorized':
            raise refuse(f"The payment is not authorized, its status is {payment['status']}")
        payment['_is_released'] = True
        waits = any(one['paymentId'] == name and one['status'] == 'pending'
                    for one in self.captures.values())
        if not waits:
            self._become(payment, 'paid' if payment['_captured'] else 'canceled')

    def captures_of(self, name):
        return [one for one in self.captures.values() if one['paymentId'] == name]

    # Refunds.

    def refund(self, name, asked):
        payment = self.payment(name)
        left = payment['_captured'] - payment['_refunded']
        if payment['status'] != 'paid' or left == 0:
            raise refuse('The payment is already refunded or has not been paid for (yet)')
        units, currency = in_units(asked.get('amount'))
        if currency != payment['_currency']:
            raise refuse('The currency is not the one of the payment', 'amount.currency')
        if not 0 < units <= left:
            raise refuse('The amount is higher than the maximum', 'amount')
        refund = {'resource': 'refund', 'id': self.id('re'), 'mode': self.mode,
                  'amount': as_amount(units, currency), 'paymentId': name, 'status': 'pending',
                  'description': asked.get('description', payment['description']),
                  'metadata': asked.get('metadata'), 'createdAt': self.time()}
        self.refunds[refund['id']] = refund
        payment['_refunded'] += units
        self.tell(name, payment.get('webhookUrl'))
        return refund

    # Customers.

    def create_customer(self, asked):
        customer = {'resource': 'customer', 'id': self.id('cst'), 'mode': self.mode,
                    'name': asked.get('name'), 'email': asked.get('email'),
                    'metadata': asked.get('metadata'), 'createdAt': self.time()}
        self.customers[customer['id']] = customer
        return customer

    def customer(self, name):
        if name not in self.customers:
            raise missing('customer', name)
        return self.customers[name]

    def mandates_of(self, name):
        self.customer(name)
        return [one for one in self.mandates.values() if one['_customer'] == name]

    # For whoever compares books.

    def book(self):
        """What happened to money, a row for each payment that there ever was."""
        rows = []
        for payment in self.payments.values():
            metadata = payment['metadata'] or {}
            is_held = payment['status'] == 'authorized'
            rows.append({'payment': payment['id'], 'status': payment['status'],
                         'reference': metadata.get('offer_id') or metadata.get('entry_id'),
                         'currency': payment['_currency'], 'amount': payment['_units'],
                         'held': payment['_units'] - payment['_captured'] if is_held else 0,
                         'captured': payment['_captured'], 'refunded': payment['_refunded']})
        return rows
