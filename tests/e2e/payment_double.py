"""A double of a payment provider as a process of its own, for tests that aren't written in Python:

    python3 -B payment_double.py stripe | mollie

It says {url, key, secret} on a line, and answers each line of JSON, {do, …}, with one: `clock`
moves its clock (`to` is an instant), `call` says where our server hears of payments (`url`), `lose`
makes its calls get lost, `stand` keeps it from ending pages until it is told to `end` them again,
`pay` pays a page (`url`, and a `card`), and `book` is what became of all money. It ends with its
input."""
import datetime
import json
import sys
import time

from harness.mollie_double import MollieDouble
from harness.stripe_double import StripeDouble


class Double:
    def __init__(self, kind):
        self.set_at, self.set_to = time.time(), time.time()
        clock = lambda: self.set_to + (time.time() - self.set_at) * self.speed
        self.speed = 1
        self.is_stripe = kind == 'stripe'
        self.peer = (StripeDouble if self.is_stripe else MollieDouble)(clock)

    def introduction(self):
        return {'url': self.peer.url, 'key': self.peer.key,
                'secret': self.peer.webhook_secret if self.is_stripe else ''}

    def clock(self, to):
        """From here on it stands still, as the server's does."""
        moment = datetime.datetime.fromisoformat(to.replace('Z', '+00:00'))
        self.set_to, self.speed = moment.timestamp(), 0

    def call(self, url):
        if self.is_stripe:
            self.peer.send_webhooks_to(url)
        else:
            self.peer.calls.instead_to = f'{url}/v1/callbacks/mollie'

    def lose(self):
        (self.peer.events if self.is_stripe else self.peer.calls).mode = 'lose'

    def stand(self):
        self.peer.fail('down', '/expire$', times=1_000)

    def end(self):
        self.peer.faults.clear()

    def pay(self, url, card='visa'):
        return self.peer.pay(url, card)

    def book(self):
        return self.peer.money()


def main():
    double = Double(sys.argv[1])
    print(json.dumps(double.introduction()), flush=True)
    for line in sys.stdin:
        step = json.loads(line)
        answer = getattr(double, step.pop('do'))(**step)
        print(json.dumps({'said': answer}), flush=True)
    double.peer.close()


if __name__ == '__main__':
    main()
