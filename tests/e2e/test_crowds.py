"""Crowds: hundreds of clients that never finish their request slow nobody down, and a thousand
people who watch all see their own changes at once."""
import json
import statistics
import time
import unittest

from harness.case import ServerCase
from harness.crowd import Crowd, SlowSenders, Watcher, allow_connections
from harness.disk import sanitizer_runtimes
from harness.world import new_person

SLOW_SENDERS = 500
WATCHERS_OF_ENTRIES = 900
WATCHERS_OF_THE_RESOURCE = 100
LEAVERS = 10
CHANGES = 90
# What is measured under a sanitizer is the sanitizer.
SLOWNESS = 5 if sanitizer_runtimes() else 1
SEEN_SECONDS = 2 * SLOWNESS
# On a machine that does other things too, less than this says nothing.
NOISE_SECONDS = 0.020 * SLOWNESS


class CrowdCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        if not allow_connections(WATCHERS_OF_ENTRIES + WATCHERS_OF_THE_RESOURCE):
            raise unittest.SkipTest('this process may not open enough connections')
        super().setUpClass()


class SlowLoris(CrowdCase):
    def slowest_percent(self, join):
        """The p99 of a small request and a commit, as the median of several measurements."""
        return statistics.median(self.measure(join) for _ in range(3))

    def measure(self, join):
        times = []
        for _ in range(200):
            began = time.monotonic()
            health = self.client.quick('GET', '/healthz')
            joined = self.client.quick('POST', join, body=new_person())
            times.append(time.monotonic() - began)
            self.assertEqual((health.status, joined.status), (200, 201))
        return statistics.quantiles(times, n=100)[-1]

    def test_requests_that_never_end_slow_nobody_down(self):
        join = f'/v1/resources/{self.world.make_resource()["id"]}/waitlist:join'
        self.measure(join)  # to warm up
        before = self.slowest_percent(join)
        slow = SlowSenders(self.server.address, SLOW_SENDERS)
        self.addCleanup(slow.close)
        beside = self.slowest_percent(join)
        self.assertLessEqual(beside, max(2 * before, NOISE_SECONDS))


class Watching(CrowdCase):
    def watch_all(self, resource, entries):
        crowd = Crowd(
            [Watcher(self.server.address, f'/v1/waitlist/{entry["id"]}/events', entry['token'])
             for entry in entries] +
            [Watcher(self.server.address, f'/v1/resources/{resource["id"]}/events',
                     self.client.credential) for _ in range(WATCHERS_OF_THE_RESOURCE)])
        self.addCleanup(crowd.close)
        crowd.wait_for(lambda: all(watcher.events for watcher in crowd.watchers), 20)
        self.assertTrue(all(watcher.events for watcher in crowd.watchers), 'not all snapshots came')
        return crowd

    def test_everyone_sees_their_own_changes_at_once(self):
        resource = self.world.make_resource()
        path = f'/v1/resources/{resource["id"]}/waitlist:join'
        answers = [self.client.quick('POST', path, body=new_person())
                   for _ in range(LEAVERS + WATCHERS_OF_ENTRIES)]
        entries = [self.parsed(answer) for answer in answers]
        leavers, watched = entries[:LEAVERS], entries[LEAVERS:]
        crowd = self.watch_all(resource, watched)
        changed_at = self.make_changes(leavers, watched)
        last, last_at = self.world.last_seq(resource), time.monotonic()
        by_entry = dict(zip((entry['id'] for entry in watched), crowd.watchers))
        by_resource = crowd.watchers[len(watched):]
        crowd.wait_for(lambda: all(self.knows_its_rank(watcher, rank) for rank, watcher in
                                   enumerate(by_entry.values(), 1)) and
                       all(watcher.events[-1][1] == last for watcher in by_resource),
                       SEEN_SECONDS + 1)
        for rank, watcher in enumerate(by_entry.values(), 1):
            seen = watcher.saw(lambda data, rank=rank: data['rank'] == rank)
            self.assertIsNotNone(seen, f'rank {rank} was never seen: {watcher.events[-1]}')
            self.assertLessEqual(seen - last_at, SEEN_SECONDS)
        for entry, when in changed_at.items():
            seen = by_entry[entry].saw(lambda data: data['party_size'] == 2)
            self.assertIsNotNone(seen, f'{entry} never saw its change')
            self.assertLessEqual(seen - when, SEEN_SECONDS)
        for watcher in by_resource:
            numbers = [number for _, number, _ in watcher.events]
            self.assertEqual(numbers, list(range(numbers[0], last + 1)))
            self.assertLessEqual(watcher.events[-1][0] - last_at, SEEN_SECONDS)

    def make_changes(self, leavers, watched):
        """Someone in front leaves, then some change their party, and so on; the last to leave
        does so at the end. Says when each entry's change was answered."""
        changed_at = {}
        each = CHANGES // LEAVERS
        for turn, leaver in enumerate(leavers):
            for entry in watched[turn * each:(turn + 1) * each]:
                answer = self.client.quick('PATCH', f'/v1/waitlist/{entry["id"]}',
                                           body={'party_size': 2})
                self.assertEqual(answer.status, 200, answer)
                changed_at[entry['id']] = time.monotonic()
            answer = self.client.quick('DELETE', f'/v1/waitlist/{leaver["id"]}')
            self.assertEqual(answer.status, 200, answer)
        return changed_at

    def parsed(self, answer):
        self.assertEqual(answer.status, 201, answer)
        return json.loads(answer.raw)

    @staticmethod
    def knows_its_rank(watcher, rank):
        return watcher.events[-1][2]['rank'] == rank


if __name__ == '__main__':
    unittest.main()
