"""The rush: hundreds of offers, each claimed many times at the same moment under different keys.
Each place is booked once, and everybody who asks about one offer hears the same."""
import collections
import json
import random
import threading
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client

OFFERS = 500
REQUESTS = 5000
CONNECTIONS = 100


class Claims(ServerCase):
    def rush(self, calls):
        """Sends all calls over many connections at once; returns (offer id, status, body)s."""
        answers, failures = [], []
        ready = threading.Barrier(CONNECTIONS)

        def work(part):
            client = Client(self.server.address, CONTRACT)
            client.close()
            ready.wait()
            try:
                for number, (offer, action, token) in part:
                    client.credential = token
                    answer = client.quick('POST', f'/v1/offers/{offer}:{action}',
                                          key=f'key-{number}')
                    answers.append((offer, action, answer.status, answer.raw))
            except Exception as error:  # shown by the test itself
                failures.append(error)
            finally:
                client.close()

        numbered = list(enumerate(calls))
        threads = [threading.Thread(target=work, args=(numbered[start::CONNECTIONS],))
                   for start in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertFalse(failures)
        self.assertEqual(len(answers), len(calls))
        return answers

    def offered(self, count):
        """A resource with that many live offers, and the guests' tokens by offer."""
        resource = self.world.make_resource('seats', capacity=0)
        tokens = {entry['id']: entry['token'] for entry in self.world.join_many(resource, count)}
        self.world.change(resource, capacity=count)
        offers = list(self.client.items('list_offers', {'resource_id': resource['id']}, limit=200,
                                        state='live'))
        self.assertEqual(len(offers), count)
        return resource, {offer['id']: tokens[offer['entry_id']] for offer in offers}

    def test_each_offer_is_booked_once_however_often_it_is_claimed(self):
        resource, tokens = self.offered(OFFERS)
        # Neighbours in this list go to different connections, so the claims of one offer meet.
        calls = [(offer, 'accept', token) for offer, token in tokens.items()
                 for _ in range(REQUESTS // OFFERS)]
        answers = self.rush(calls)
        bodies = collections.defaultdict(set)
        for offer, _, status, raw in answers:
            self.assertEqual(status, 200, raw)
            bodies[offer].add(raw)
        self.assertEqual(len(bodies), OFFERS)
        for offer, different in bodies.items():
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
        calls = [(offer, action, token) for offer, token in tokens.items()
                 for action in ('accept', 'decline') * 5]
        random.Random(7).shuffle(calls)
        outcomes = collections.defaultdict(set)
        for offer, action, status, raw in self.rush(calls):
            self.assertIn(status, (200, 409, 410), raw)
            if status == 200:
                outcomes[offer].add(json.loads(raw)['state'])
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
