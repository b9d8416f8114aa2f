"""kill -9 in the middle of the work, again and again. Whatever was acknowledged is still there,
nothing happened twice, and no place was given twice.

STANDBY_KILL_ROUNDS says how often (200), STANDBY_KILL_SEED with which random numbers."""
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

ROUNDS = int(os.environ.get('STANDBY_KILL_ROUNDS', '200'))
SEED = int(os.environ.get('STANDBY_KILL_SEED', '1'))
WORKERS = 6
SEATS_PER_ROUND = 12
WAYS = ('log', 'auto', 'log', 'tables')
# Then a new resource is used, so that the last of many rounds costs what the first did.
ROUNDS_PER_RESOURCE = 50


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

    def __init__(self, number, server, resource):
        self.number = number
        self.server = server
        self.resource = resource
        self.sent = []
        self.failures = []
        self.random = random.Random(SEED * 100_003 + number)
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
        client = Client(self.server.address, CONTRACT, self.server.api_key)
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


class Chapter:
    """The rounds on one resource, and what is known of it."""

    def __init__(self, resource):
        self.resource = resource
        self.capacity = 0
        self.joined = set()  # entries that must be there
        self.left = set()  # entries that went themselves


class Kill(ServerCase):
    def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(self):
        for first in range(0, ROUNDS, ROUNDS_PER_RESOURCE):
            chapter = Chapter(self.world.make_resource('seats', capacity=0))
            for number in range(first, min(first + ROUNDS_PER_RESOURCE, ROUNDS)):
                try:
                    self.run_round(chapter, number)
                except AssertionError as problem:
                    raise AssertionError(f'round {number} of seed {SEED}: {problem}') from problem
            self.check_audit(chapter)

    def run_round(self, chapter, number):
        chapter.capacity += SEATS_PER_ROUND
        self.world.change(chapter.resource, capacity=chapter.capacity)
        work = Round(number, self.server, chapter.resource['id'])
        work.run()
        # What a round with the log left behind is taken up by one without it, and the other way.
        self.server.flags = [*self.flags, '--commits', WAYS[number % len(WAYS)]]
        self.server.start()
        self.client.close()
        self.client.address = self.server.address
        self.assertFalse(work.failures)
        self.repeat_requests(chapter, work)
        for request in work.sent:
            self.check_outcome(chapter, request)
        counts = self.read(f'/v1/resources/{chapter.resource["id"]}')['counts']
        self.assertLessEqual(counts['accepted_places'] + counts['held_places'], chapter.capacity)

    def repeat_requests(self, chapter, work):
        """Each once more, under its key. What was answered is answered the same; what was not has
        happened, or happens now."""
        for request in work.sent:
            status, raw, replayed = request.send(self.client)
            if request.answer is not None:
                self.assertEqual((status, raw), request.answer,
                                 f'{request.path} under {request.key}')
                if request.key is not None and status < 300:
                    self.assertTrue(replayed, f'{request.path} under {request.key}')
            else:
                self.assertIn(status, (200, 201, 409, 410), raw)
            if request.kind == 'join':
                self.assertEqual(status, 201, raw)
                chapter.joined.add(json.loads(raw)['id'])
            elif request.kind == 'leave' and status == 200:
                chapter.left.add(request.subject)

    def check_outcome(self, chapter, request):
        """What an acknowledged claim or refusal says is still so."""
        if request.answer is None or request.answer[0] != 200:
            return
        if request.kind == 'leave':
            state = self.read(f'/v1/waitlist/{request.subject}')['state']
            self.assertIn(state, ('left', 'cancelled', 'declined'))
        elif request.kind in ('accept', 'decline'):
            offer = self.read(f'/v1/offers/{request.subject}')
            said = json.loads(request.answer[1])['state']
            if offer['entry_id'] not in chapter.left:
                self.assertEqual(offer['state'], said)

    def read(self, path):
        answer = self.client.quick('GET', path)
        self.assertEqual(answer.status, 200, answer)
        return json.loads(answer.raw)

    def audit(self, chapter):
        path = f'/v1/resources/{chapter.resource["id"]}/audit?limit=200'
        page = self.read(path)
        yield from page['items']
        while page['next_cursor'] is not None:
            page = self.read(f'{path}&cursor={page["next_cursor"]}')
            yield from page['items']

    def check_audit(self, chapter):
        joined, accepted, holding, last = collections.Counter(), collections.Counter(), set(), 0
        for item in self.audit(chapter):
            self.assertEqual(item['seq'], last + 1)
            last = item['seq']
            joined[item['entry_id']] += item['type'] == 'entry_joined'
            accepted[item['offer_id']] += item['type'] == 'offer_accepted'
            if item['entry_id'] is not None and item['to_state'] == 'accepted':
                holding.add(item['entry_id'])
            elif item['entry_id'] is not None and item['from_state'] == 'accepted':
                holding.discard(item['entry_id'])
            self.assertLessEqual(len(holding), chapter.capacity)
        self.assertEqual(set(+joined), chapter.joined)
        self.assertEqual(set((+joined).values()), {1})
        self.assertTrue(+accepted, 'no offer was ever accepted: the test did nothing')
        self.assertEqual(set((+accepted).values()), {1})
        counts = self.world.resource(chapter.resource)['counts']
        self.assertEqual(len(holding), counts['accepted'])


if __name__ == '__main__':
    unittest.main()
