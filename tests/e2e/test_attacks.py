"""Strangers among honest people: random attacks on the real binary while guests join, claim and
text back, and staff work. Nobody's place, booking or address changes by a stranger, no answer to a
stranger holds anything of somebody else's, nothing crashes, and memory and disk stay in bounds.

STANDBY_ATTACK_SECONDS says how long (20), STANDBY_ATTACK_SEED with which random numbers. Threads
and the network take turns as they like: a seed gives the same attacks, not the same story."""
import os
import threading
import time
import unittest

from harness.case import CONTRACT
from harness.honest import Honest
from harness.siege import Broken, Siege
from harness.strangers import Stranger
from harness.trespass import is_public

SECONDS = int(os.environ.get('STANDBY_ATTACK_SECONDS', '20'))
SEED = int(os.environ.get('STANDBY_ATTACK_SEED', '1'))
STRANGERS = 4
STEPS_BETWEEN_LOOKS = 12


class Attacks(unittest.TestCase):
    def test_strangers_change_nothing_and_learn_nothing(self):
        siege = Siege(SEED, STRANGERS)
        self.addCleanup(siege.close)
        siege.open()
        honest = Honest(siege)
        honest.settle_in()
        threads = [threading.Thread(target=Stranger(siege, number).run)
                   for number in range(STRANGERS)]
        for thread in threads:
            thread.start()
        try:
            self.live(siege, honest)
        except Broken:
            pass
        except AssertionError as problem:
            siege.failure = siege.failure or f'seed {SEED}, honest people: {problem}'
        finally:
            siege.over.set()
            for thread in threads:
                thread.join()
        if siege.failure is None:
            try:
                siege.end()
            except Broken:
                pass
        if siege.failure:
            self.fail(siege.failure + '\n' + siege.server.log()[-1500:])
        for status in (200, 201, 202, 401, 403, 404, 422, 429):
            self.assertIn(status, siege.answers, 'the attacks are not what they were')
        closed = {one.id for one in CONTRACT.operations.values() if not is_public(one)}
        self.assertEqual(closed - siege.refused, set(), 'nobody has tried these doors')

    def live(self, siege, honest):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not siege.over.is_set():
            honest.act()
            siege.steps += 1
            if siege.steps % STEPS_BETWEEN_LOOKS == 0:
                siege.look_at_everybody()
                siege.look_at_the_process()


if __name__ == '__main__':
    unittest.main()
