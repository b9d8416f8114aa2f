"""A program that is told by webhook what happens. It believes only what the reference library of
Standard Webhooks believes."""
import base64
import hashlib
import hmac
import json
import time

from .http_peer import HttpPeer, Reply
from .node import Oracle
from .waiting import wait_for


def sign(secret, message_id, timestamp, body):
    """The header webhook-signature for a body, for those who report to Standby."""
    key = base64.b64decode(secret.removeprefix('whsec_'))
    text = f'{message_id}.{timestamp}.{body}'.encode()
    return 'v1,' + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()


def signed_headers(secret, body, message_id='report-1', timestamp=None):
    timestamp = int(time.time()) if timestamp is None else timestamp
    return {'webhook-id': message_id, 'webhook-timestamp': str(timestamp),
            'webhook-signature': sign(secret, message_id, timestamp, body)}


class Event:
    """What one request told."""

    def __init__(self, received):
        self.id = received.headers['webhook-id']
        self.timestamp = received.headers['webhook-timestamp']
        self.signature = received.headers['webhook-signature']
        self.content_type = received.headers['Content-Type']
        self.text = received.body.decode()
        self.body = json.loads(self.text)
        self.at = received.at

    @property
    def type(self):
        return self.body['type']


class Receiver(HttpPeer):
    """`replies` are given one after the other; then it answers 204."""

    def __init__(self):
        self.events = []
        self.replies = []
        self.oracle = Oracle('webhook_oracle.mjs')
        super().__init__()

    def close(self):
        super().close()
        self.oracle.close()

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}/hook?for=standby'

    def order(self, *replies):
        with self.lock:
            self.replies.extend(replies)

    def answer(self, received):
        with self.lock:
            self.events.append(Event(received))
            return self.replies.pop(0) if self.replies else Reply(204)

    def verdict(self, event, secret):
        """What the reference library says: "valid", or why not."""
        return self.oracle.ask(secret=secret, id=event.id, timestamp=event.timestamp,
                               signature=event.signature, body=event.text)

    def events_of(self, kind, **data):
        with self.lock:
            return [event for event in self.events if event.type == kind
                    and data.items() <= event.body['data'].items()]

    def wait_for_events(self, kind, count=1, **data):
        return wait_for(lambda: len(self.events_of(kind, **data)) >= count
                        and self.events_of(kind, **data), f'{count} events {kind} {data}')
