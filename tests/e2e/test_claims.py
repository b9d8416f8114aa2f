"""The rush: hundreds of offers, each claimed many times at the same moment under different keys,
and every request sent twice at once under the same key, as impatient clients do. Each place is
booked once, and everyone who asks about one offer hears the same."""
import collections
import http.client
import json
import random
import threading
import unittest

from harness.case import ServerCase
from harness.client import TIMEOUT_SECONDS
from harness.world import new_person

OFFERS = 500
REQUESTS = 5000
WORKERS = 50  # each with two connections


class Call:
    """A POST under a key of its own, and its two answers."""

    def __init__(self, path, token, key, subject=None, body=None):
        self.path = path
        self.headers = {'Authorization': f'Bearer {token}', 'Idempotency-Key': key}
        self.subject = subject
        self.body = body
        if body is not None:
            self.headers['Content-Type'] = 'application/json'

    def send_twice(self, connections):
        """On both connections before any answer is read."""
        for connection in connections:
            connection.request('POST', self.path, self.body, self.headers)
        answers = []
        for connection in connections:
            answer = connection.getresponse()
            answers.append((answer.status, answer.read(),
                            answer.headers.get('Idempotent-Replayed') == 'true'))
        self.status, self.raw, _ = answers[0]
        self.copies = {answer[:2] for answer in answers}
        self.replays = sum(replayed for _, _, replayed in answers)


class Claims(ServerCase):
    def rush(self, calls):
        """Carries out all calls, each twice at once, over many connections."""
        failures = []
        ready = threading.Barrier(WORKERS)

        def work(part):
            connections = [http.client.HTTPConnection(*self.server.address, timeout=TIMEOUT_SECONDS)
                           for _ in range(2)]
            ready.wait()
            try:
                for call in part:
                    call.send_twice(connections)
            except Exception as error:  # shown by the test itself
                failures.append(error)
            finally:
                for connection in connections:
                    connection.close()

        threads = [threading.Thread(target=work, args=(calls[start::WORKERS],))
                   for start in range(WORKERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertFalse(failures)
        for call in calls:
            self.assertEqual(len(call.copies), 1, call.copies)
            # One of them was carried out, the other is told what came of it; a refusal is no
            # deed, and is given to each as to the first.
            if call.status < 300:
                self.assertEqual(call.replays, 1, call.path)

    def offered(self, count):
        """A resource with that many live offers, and the guests' tokens by offer."""
        resource = self.world.make_resource('seats', capacity=0)
        joins = [Call(f'/v1/resources/{resource["id"]}/waitlist:join', self.client.credential,
                      f'join-{number}', body=json.dumps(new_person())) for number in range(count)]
        self.rush(joins)
        entries = [json.loads(call.raw) for call in joins]
        tokens = {entry['id']: entry['token'] for entry in entries}
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], count)
        self.world.change(resource, capacity=count)
        offers = list(self.client.items('list_offers', {'resource_id': resource['id']}, limit=200,
                                        state='live'))
        self.assertEqual(len(offers), count)
        return resource, {offer['id']: tokens[offer['entry_id']] for offer in offers}

    def test_each_offer_is_booked_once_however_often_it_is_claimed(self):
        resource, tokens = self.offered(OFFERS)
        # Neighbours in this list go to different connections, so the claims of one offer meet.
        claims = [Call(f'/v1/offers/{offer}:accept', token, f'{offer}-{number}', subject=offer)
                  for offer, token in tokens.items() for number in range(REQUESTS // OFFERS)]
        self.rush(claims)
        bodies = collections.defaultdict(set)
        for claim in claims:
            self.assertEqual(claim.status, 200, claim.raw)
            bodies[claim.subject].add(claim.raw)
        self.assertEqual(set(bodies), set(tokens))
        for different in bodies.values():
            self.assertEqual(len(different), 1, different)
            self.assertEqual(json.loads(next(iter(different)))['state'], 'accepted')
        counts = self.world.resource(resource)['counts']
        self.assertEqual((counts['accepted'], counts['accepted_places'], counts['offered']),
                         (OFFERS, OFFERS, 0))
        accepted = [item['offer_id'] for item in self.world.audit(resource)
                    if item['type'] == 'offer_accepted']
        self.assertEqual(len(accepted), OFFERS)
        self.assertEqual(set(accepted), set(tokens))

    def test_of_yes_and_no_at_once_the_first_counts(self):
        resource, tokens = self.offered(100)
        calls = [Call(f'/v1/offers/{offer}:{action}', token, f'{offer}-{action}-{number}',
                      subject=offer)
                 for offer, token in tokens.items() for number in range(5)
                 for action in ('accept', 'decline')]
        random.Random(7).shuffle(calls)
        self.rush(calls)
        outcomes = collections.defaultdict(set)
        for call in calls:
            self.assertIn(call.status, (200, 409, 410), call.raw)
            if call.status == 200:
                outcomes[call.subject].add(json.loads(call.raw)['state'])
        # Saying no to what one holds is a refusal, not a second outcome.
        for offer, states in outcomes.items():
            self.assertEqual(len(states), 1, (offer, states))
        final = collections.Counter(
            item['state'] for item in self.client.items(
                'list_offers', {'resource_id': resource['id']}, limit=200) if item['id'] in tokens)
        self.assertEqual(final['accepted'] + final['declined'], 100)
        self.assertEqual(final['accepted'],
                         sum(states == {'accepted'} for states in outcomes.values()))
        counts = self.world.resource(resource)['counts']
        self.assertLessEqual(counts['accepted_places'] + counts['held_places'], 100)


if __name__ == '__main__':
    unittest.main()
