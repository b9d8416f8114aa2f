"""Stripe's events: signed as Stripe signs, sent once or again, late, in another order, or never, as
a test wants it."""
import hashlib
import hmac
import itertools
import json
import queue
import threading
import urllib.error
import urllib.request

ANSWER_SECONDS = 10


def sign(payload, secret, at):
    """The Stripe-Signature of these bytes."""
    digest = hmac.new(secret.encode(), f'{at}.'.encode() + payload, hashlib.sha256).hexdigest()
    return f't={at},v1={digest}'


class StripeEvents:
    """`mode`: 'send' at once, 'hold' until somebody delivers them, 'lose' them for good. Lost and
    held ones are in the list all the same. `copies` of each are sent."""

    def __init__(self, clock, version):
        self.clock, self._version = clock, version
        self.mode, self.copies = 'send', 1
        self.endpoints = []  # (url, secret)
        self.events, self.held, self.answers = [], [], []
        self._numbers = itertools.count(1)
        self._queue = queue.Queue()
        self._thread = threading.Thread(target=self._send_all, daemon=True)
        self._thread.start()

    def close(self):
        self._queue.put(None)
        self._thread.join()

    def send_to(self, url, secret):
        self.endpoints.append((url, secret))

    def happened(self, kind, thing):
        event = {'id': f'evt_{next(self._numbers):024d}', 'object': 'event',
                 'api_version': self._version, 'created': int(self.clock()),
                 'data': {'object': json.loads(json.dumps(thing))}, 'livemode': False,
                 'pending_webhooks': len(self.endpoints),
                 'request': {'id': None, 'idempotency_key': None}, 'type': kind}
        self.events.append(event)
        if self.mode == 'hold':
            self.held.append(event)
        elif self.mode == 'send':
            for _ in range(self.copies):
                self._queue.put(event)
        return event

    def deliver(self, event, at=None, secret=None):
        """Now, and waits for the answer: its status, or 0 where there was none."""
        payload = json.dumps(event, indent=2).encode()
        at = int(self.clock()) if at is None else at
        statuses = []
        for url, own_secret in self.endpoints:
            statuses.append(post(url, payload, sign(payload, secret or own_secret, at)))
        self.answers.append((event['id'], statuses))
        if all(200 <= status < 300 for status in statuses):
            event['pending_webhooks'] = 0
        return statuses

    def deliver_held(self, order=list, times=1):
        """`order` may turn them round: `reversed`, or a shuffle."""
        held, self.held = self.held, []
        for event in order(held):
            for _ in range(times):
                self.deliver(event)

    def wait(self):
        """Until all that was to be sent at once is sent."""
        self._queue.join()

    def _send_all(self):
        while True:
            event = self._queue.get()
            if event is not None:
                self.deliver(event)
            self._queue.task_done()
            if event is None:
                return


def post(url, payload, signature, header='Stripe-Signature'):
    request = urllib.request.Request(url, payload, {'Content-Type': 'application/json'})
    if signature is not None:
        request.add_header(header, signature)
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except OSError:
        return 0
