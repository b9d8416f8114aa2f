"""kill -9 in the middle of the work, again and again. Whatever was acknowledged is there then,
nothing happened twice, and no place was given twice.

STANDBY_KILL_ROUNDS says how often (50), STANDBY_KILL_SEED with which random numbers."""
import collections
import http.client
import json
import os
import random
import threading
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.world import new_person

ROUNDS = int(os.environ.get('STANDBY_KILL_ROUNDS', '50'))
SEED = int(os.environ.get('STANDBY_KILL_SEED', '1'))
WORKERS = 6
SEATS_PER_ROUND = 12


class Sent:
    """A request that can be sent again, and what was answered, if anything was."""

    def __init__(self, kind, method, path, key, body=None, subject=None):
        self.kind = kind
        self.method = method
        self.path = path
        self.key = key
        self.body = body
        self.subject = subject
        self.answer = None  # (status, body)

    def send(self, client):
        extra = {} if self.body is None else {'body': self.body}
        answer = client.quick(self.method, self.path, key=self.key, **extra)
        return answer.status, answer.raw, answer.replayed


class Round:
    """The work between two kills: several clients that join, claim, decline and leave."""

    def __init__(self, number, server, api_key, resource, known, seed):
        self.number = number
        self.server = server
        self.api_key = api_key
        self.resource = resource
        self.known = known  # entries that earlier rounds know, some of them offered a place
        self.sent = []
        self.failures = []
        self.random = random.Random(seed)
        self.kill_after = self.random.randint(5, 120)
        self.answered = 0
        self.enough = threading.Event()

    def run(self):
        threads = [threading.Thread(target=self.work, args=(worker, self.random.random()))
                   for worker in range(WORKERS)]
        for thread in threads:
            thread.start()
        self.enough.wait(60)
        self.server.kill()
        for thread in threads:
            thread.join()

    def work(self, worker, seed):
        chance = random.Random(seed)
        client = Client(self.server.address, CONTRACT, self.api_key)
        count = 0
        try:
            while True:
                count += 1
                request = self.choose(chance, client, f'round-{self.number}-{worker}-{count}')
                self.sent.append(request)
                status, raw, _ = request.send(client)
                if status not in (200, 201, 409, 410):
                    self.failures.append((request.path, status, raw))
                    return
                request.answer = (status, raw)
                self.answered += 1
                if self.answered >= self.kill_after:
                    self.enough.set()
        except (OSError, http.client.HTTPException):
            pass  # that is the kill
        except Exception as error:  # shown by the test itself
            self.failures.append(error)
            self.enough.set()
        finally:
            client.close()

    def choose(self, chance, client, key):
        if chance.random() < 0.5:
            path = f'/v1/resources/{self.resource}/waitlist:join'
            return Sent('join', 'POST', path, key, body=new_person())
        answer = client.quick('GET', f'/v1/resources/{self.resource}/offers?state=live&limit=50')
        offers = json.loads(answer.raw)['items'] if answer.status == 200 else []
        if not offers:
            path = f'/v1/resources/{self.resource}/waitlist:join'
            return Sent('join', 'POST', path, key, body=new_person())
        offer = chance.choice(offers)
        if chance.random() < 0.2:
            # DELETE takes no key: leaving twice is leaving once.
            return Sent('leave', 'DELETE', f'/v1/waitlist/{offer["entry_id"]}', None,
                        subject=offer['entry_id'])
        action = 'decline' if chance.random() < 0.2 else 'accept'
        return Sent(action, 'POST', f'/v1/offers/{offer["id"]}:{action}', key,
                    subject=offer['id'])


class Kill(ServerCase):
    def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(self):
        resource = self.world.make_resource('seats', capacity=0)
        capacity, joins, left = 0, {}, set()
        for number in range(ROUNDS):
            capacity += SEATS_PER_ROUND
            self.world.change(resource, capacity=capacity)
            work = Round(number, self.server, self.client.credential, resource['id'], joins,
                         seed=SEED * 100_003 + number)
            work.run()
            self.assertFalse(work.failures, f'round {number}')
            self.server.start()
            self.connect()
            with self.subTest(round=number):
                self.check_requests(work, joins, left)
                self.check_capacity(resource, capacity)
        self.check_audit(resource, joins, capacity)

    def check_requests(self, work, joins, left):
        for request in work.sent:
            status, raw, replayed = request.send(self.client)
            if request.answer is not None:
                self.assertEqual((status, json.loads(raw)),
                                 (request.answer[0], json.loads(request.answer[1])),
                                 f'{request.path} under {request.key}')
                if request.key is not None and status < 300:
                    self.assertTrue(replayed, f'{request.path} under {request.key}')
            else:
                self.assertIn(status, (200, 201, 409, 410), raw)
                again = request.send(self.client)
                self.assertEqual((status, json.loads(raw)), (again[0], json.loads(again[1])))
            if request.kind == 'join':
                self.assertEqual(status, 201, raw)
                joins[json.loads(raw)['id']] = request.body['email']
            elif request.kind == 'leave' and status == 200:
                left.add(request.subject)
        for request in work.sent:
            self.check_outcome(request, left)

    def check_outcome(self, request, left):
        """What an acknowledged claim or refusal says is still so."""
        if request.answer is None or request.answer[0] != 200:
            return
        if request.kind == 'leave':
            state = self.world.entry({'id': request.subject})['state']
            self.assertIn(state, ('left', 'cancelled', 'declined'))
        elif request.kind in ('accept', 'decline'):
            offer = self.world.offer({'id': request.subject})
            said = json.loads(request.answer[1])['state']
            if offer['entry_id'] not in left:
                self.assertEqual(offer['state'], said)

    def check_capacity(self, resource, capacity):
        counts = self.world.resource(resource)['counts']
        self.assertLessEqual(counts['accepted_places'] + counts['held_places'], capacity)

    def check_audit(self, resource, joins, capacity):
        audit = self.world.audit(resource)
        self.assertEqual([item['seq'] for item in audit], list(range(1, len(audit) + 1)))
        joined = collections.Counter(item['entry_id'] for item in audit
                                     if item['type'] == 'entry_joined')
        self.assertEqual(set(joined), set(joins))
        self.assertEqual(set(joined.values()), {1})
        accepted = collections.Counter(item['offer_id'] for item in audit
                                       if item['type'] == 'offer_accepted')
        self.assertTrue(accepted, 'no offer was ever accepted: the test did nothing')
        self.assertEqual(set(accepted.values()), {1})
        holding = set()
        for item in audit:
            if item['entry_id'] is None:
                continue
            if item['to_state'] == 'accepted':
                holding.add(item['entry_id'])
            elif item['from_state'] == 'accepted':
                holding.discard(item['entry_id'])
            self.assertLessEqual(len(holding), capacity)
        self.assertEqual(len(holding), self.world.resource(resource)['counts']['accepted'])


if __name__ == '__main__':
    unittest.main()
