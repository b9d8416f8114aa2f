"""Clients of a cluster as they should be: each sends its requests to any node, asks again under the
same key until there is an answer that counts, and writes everything down."""
import http.client
import json
import random
import secrets
import threading
import time

from .client import UNSET, Client
from .history import UNSETTLED
from .world import AWAKE

PATIENCE_SECONDS = 90   # until a request is given up, which the judge then finds
ATTEMPT_SECONDS = 3     # until a node that says nothing is left for another
PAUSE_SECONDS = 0.05    # between two attempts


class _Connection(Client):
    """Gives up sooner than others."""

    def __init__(self, address, credential, seconds):
        super().__init__(address, None, credential)
        self._seconds = seconds

    def _send(self, *arguments):
        if self._connection is None:
            self._connection = http.client.HTTPConnection(*self.address, timeout=self._seconds)
        return super()._send(*arguments)


class Asker:
    """One client, for one thread."""

    def __init__(self, cluster, history, chance, attempt_seconds=ATTEMPT_SECONDS,
                 pause_seconds=PAUSE_SECONDS, patience_seconds=PATIENCE_SECONDS):
        self._cluster = cluster
        self._history = history
        self._chance = chance
        self._attempt_seconds = attempt_seconds
        self._pause_seconds = pause_seconds
        self._patience_seconds = patience_seconds
        self._connections = {}  # by node

    def close(self):
        for _, client in self._connections.values():
            client.close()
        self._connections = {}

    def ask(self, kind, method, path, *, resource, body=None, key=None, subject=None, request=None):
        """The settled answer as (status, body), or None when patience was over."""
        request = request or self._history.new_request()
        until = time.monotonic() + self._patience_seconds
        while True:
            node = self._chance.choice(self._cluster.nodes)
            began = time.monotonic()
            status, answer, replayed = self._attempt(node, method, path, body, key)
            self._history.add(request=request, kind=kind, resource=resource, subject=subject,
                              key=key, body=body, node=node.number, began=began,
                              ended=time.monotonic(), status=status,
                              answer=None if kind == 'list' else answer, replayed=replayed)
            if status in (200, 201):
                return status, json.loads(answer)
            if status not in UNSETTLED:
                return status, answer
            if time.monotonic() > until:
                return None
            time.sleep(self._pause_seconds)

    def _attempt(self, node, method, path, body, key):
        try:
            answer = self._connection(node).quick(method, path, key=key,
                                                  body=UNSET if body is None else body)
        except (OSError, http.client.HTTPException):
            return None, None, False
        return answer.status, answer.raw.decode(errors='replace'), answer.replayed

    def _connection(self, node):
        """Kept open; a node that was started again has another address."""
        address, client = self._connections.get(node, (None, None))
        if address != node.address:
            if client is not None:
                client.close()
            client = _Connection(node.address, self._cluster.api_key, self._attempt_seconds)
            self._connections[node] = (node.address, client)
        return client


class Crew:
    """Threads that keep a set of resources busy until told to stop: people join, accept, decline
    and leave, organisers add seats, and someone looks on."""

    def __init__(self, cluster, history, resources, seed, workers=6, pause_seconds=0.0,
                 patience_seconds=PATIENCE_SECONDS):
        self.cluster = cluster
        self.history = history
        self.resources = resources
        self.failures = []
        self._stop = threading.Event()
        self._pause_seconds = pause_seconds
        self._patience_seconds = patience_seconds
        self._threads = [threading.Thread(target=self._work, args=(f'{seed}-{number}',))
                         for number in range(workers)]

    def start(self):
        for thread in self._threads:
            thread.start()
        return self

    def stop(self):
        """Every request that was begun is brought to its end first."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _work(self, name):
        chance = random.Random(name)
        asker = Asker(self.cluster, self.history, chance,
                      patience_seconds=self._patience_seconds)
        count = 0
        try:
            while not self._stop.is_set():
                count += 1
                self._step(asker, chance, chance.choice(self.resources), f'{name}-{count}')
                if self._pause_seconds:
                    self._stop.wait(self._pause_seconds)
        except Exception as problem:  # shown by the test itself
            self.failures.append(problem)
        finally:
            asker.close()

    def _step(self, asker, chance, resource, key):
        draw = chance.random()
        path = f'/v1/resources/{resource.id}'
        if draw < 0.40:
            join(asker, resource.id, key)
        elif draw < 0.75:
            self._answer_offer(asker, chance, resource, key)
        elif draw < 0.87:
            resource.add_seat(asker)
        elif draw < 0.95:
            asker.ask('read', 'GET', path, resource=resource.id)
        else:
            asker.ask('audit', 'GET', f'{path}/audit?order=newest&limit=10', resource=resource.id)

    def _answer_offer(self, asker, chance, resource, key):
        found = asker.ask('list', 'GET', f'/v1/resources/{resource.id}/offers?state=live&limit=20',
                          resource=resource.id)
        if found is None or found[0] != 200 or not found[1]['items']:
            return
        offer = chance.choice(found[1]['items'])
        draw = chance.random()
        if draw < 0.15:
            asker.ask('leave', 'DELETE', f'/v1/waitlist/{offer["entry_id"]}',
                      resource=resource.id, subject=offer['entry_id'])
            return
        action = 'decline' if draw < 0.3 else 'accept'
        asker.ask(action, 'POST', f'/v1/offers/{offer["id"]}:{action}', resource=resource.id,
                  subject=offer['id'], key=key)


def join(asker, resource, who, has_key=True, **more):
    """Someone joins, under a key of the same name or under none."""
    person = {'name': f'Guest {who}', 'email': f'{who}@mail.example.org'}
    return asker.ask('join', 'POST', f'/v1/resources/{resource}/waitlist:join', resource=resource,
                     body=person, key=who if has_key else None, **more)


class Resource:
    """Seats that only ever become more, one organiser at a time."""

    def __init__(self, asker, window='12h'):
        self._lock = threading.Lock()
        self._capacity = 0
        body = {'name': 'Seats', 'kind': 'seats', 'time_zone': 'Europe/Berlin', 'capacity': 0,
                'rules': {**AWAKE, 'claim_window': window}}
        status, made = asker.ask('create', 'POST', '/v1/resources', resource=None, body=body,
                                 key=secrets.token_hex(8))
        assert status == 201, made
        self.id = made['id']

    def add_seat(self, asker):
        if not self._lock.acquire(blocking=False):
            return  # someone is at it
        try:
            capacity = self._capacity + 1
            if asker.ask('capacity', 'PATCH', f'/v1/resources/{self.id}', resource=self.id,
                         body={'capacity': capacity}) is not None:
                self._capacity = capacity
        finally:
            self._lock.release()


def repeat_acknowledged(cluster, history, chance, count):
    """Asks for a sample of what succeeded under a key once more; the judge compares the answers."""
    asker = Asker(cluster, history, chance, attempt_seconds=20)
    done = [attempt for attempt in history.acknowledged('join', 'accept', 'decline')
            if attempt['key'] is not None]
    try:
        for attempt in chance.sample(done, min(count, len(done))):
            kind, resource = attempt['kind'], attempt['resource']
            path = f'/v1/offers/{attempt["subject"]}:{kind}' if kind != 'join' else \
                f'/v1/resources/{resource}/waitlist:join'
            asker.ask(kind, 'POST', path, resource=resource, subject=attempt['subject'],
                      body=attempt['body'], key=attempt['key'], request=attempt['request'])
    finally:
        asker.close()
