"""Thousands of calls at random by staff, guests and nobody, with forms of guests between them,
while time goes on: none is answered 500, each answer is one that the contract names, and afterwards
every history holds.

STANDBY_CALLS_SECONDS says how long (10), STANDBY_CALLS_SEED with which random numbers."""
import os
import random
import time
import unittest

from harness.case import CONTRACT
from harness.client import UNSET, Client
from harness.clock import Clock
from harness.contract import Breach
from harness.pages import fetch
from harness.random_calls import Calls
from harness.server import Server, run_command

SECONDS = float(os.environ.get('STANDBY_CALLS_SECONDS', '10'))
SEED = int(os.environ.get('STANDBY_CALLS_SEED', '1'))
CALLS_BETWEEN_FORMS = 8
CALLS_BETWEEN_STEPS = 400
STEPS_SECONDS = (60, 700, 3600, 40_000)


class RandomCalls(unittest.TestCase):
    def setUp(self):
        self.server = Server('--join-rate', '0', '--client-rate', '0', '--wrong-key-rate', '0',
                             '--manual-clock', '2026-11-19T10:00:00Z')
        self.addCleanup(self.server.stop)
        self.server.start()
        self.client = Client(self.server.address, CONTRACT, self.server.api_key)
        self.addCleanup(self.client.close)
        self.random = random.Random(SEED)
        self.calls = Calls(self.random)
        self.statuses = {}

    def call_once(self):
        operation, ids, body, query, credential = self.calls.next()
        credential = self.server.api_key if credential == 'staff' else credential
        try:
            answer = self.client.call(operation.id, ids, body=UNSET if body is None else body,
                                      query=query or None, credential=credential,
                                      expect=range(200, 600))
        except Breach as breach:
            self.fail(f'seed {SEED}: {operation.id} {ids} {query} {body!r:.1000}: {breach}')
        self.assertNotEqual(answer.status, 500, f'seed {SEED}: {operation.id} {ids} {query} {body}')
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        if answer.body is not None:
            self.calls.learn(answer.body)

    def send_a_form(self):
        path, fields = self.calls.form()
        answer = fetch(self.server.address, 'GET' if fields is None else 'POST', path, fields)
        self.assertLess(answer.status, 500, f'seed {SEED}: {path} {fields}')

    def test_every_answer_is_one_that_the_contract_names(self):
        for kind, more in (('slots', {}), ('seats', {'capacity': 3}), ('access', {'capacity': 2})):
            self.calls.learn(self.client.call('create_resource', expect=201, body={
                'name': kind, 'kind': kind, 'time_zone': 'Europe/Berlin', **more}).body)
        clock = Clock(self.client)
        end = time.monotonic() + SECONDS
        count = 0
        while time.monotonic() < end:
            self.call_once()
            count += 1
            if count % CALLS_BETWEEN_FORMS == 0:
                self.send_a_form()
            if count % CALLS_BETWEEN_STEPS == 0:
                clock.pass_time(self.random.choice(STEPS_SECONDS))
        for status in (200, 201, 401, 403, 404, 409, 422):
            self.assertIn(status, self.statuses, 'the calls are not what they were')
        self.client.close()
        self.server.terminate()
        done = run_command('verify', '--data-dir', self.server.data_dir, seconds=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        print(f'seed {SEED}: {count} calls, answered {dict(sorted(self.statuses.items()))}')


if __name__ == '__main__':
    unittest.main()
