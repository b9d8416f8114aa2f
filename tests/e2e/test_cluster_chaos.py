"""Three nodes, one PostgreSQL, and everything that can go wrong between them, under load. A judge
that knows only the recorded requests and the database's end state finds nothing lost, nothing sold
twice and nobody passed over. The same judge must find the harm when the guard of the commits is
left out of the binary: the negative control.

STANDBY_CHAOS_SECONDS says how long it lasts (25), STANDBY_CHAOS_SEED with which random numbers."""
import collections
import os
import random
import tempfile
import threading
import time
import types
import unittest

from harness.chaos import Chaos
from harness.cluster import Cluster, number_of
from harness.history import History, judge, read_end
from harness.server import binary
from harness.traffic import Asker, Crew, Resource, join, repeat_acknowledged
from harness.waiting import wait_for

SECONDS = float(os.environ.get('STANDBY_CHAOS_SECONDS', '25'))
SEED = int(os.environ.get('STANDBY_CHAOS_SEED', '1'))
NODES, SHARDS, LEASE_SECONDS = 3, 16, 3
RESOURCES, WORKERS = 24, 32
REPETITIONS = 400
ZOMBIES = 2
ZOMBIE_PATIENCE_SECONDS = 10  # damaged resources answer nobody any more


def unfenced_binary():
    path = os.environ.get('STANDBY_UNFENCED_BINARY') or \
        os.path.join(os.path.dirname(binary()), 'standby_unfenced')
    if not os.path.exists(path):
        raise RuntimeError(f'there is no {path}: build the target standby_unfenced, or let '
                           'STANDBY_UNFENCED_BINARY name it')
    return path


class ChaosCase(unittest.TestCase):
    def start(self, program=None):
        cluster = Cluster(NODES, lease_seconds=LEASE_SECONDS, shards=SHARDS, with_proxies=True,
                          program=program)
        self.addCleanup(cluster.give_up)
        return cluster.start()

    def make_resources(self, cluster, history, count=RESOURCES):
        asker = Asker(cluster, history, random.Random(SEED), attempt_seconds=20)
        resources = [Resource(asker, window)
                     for window, _ in zip(('10s', '12h') * count, range(count))]
        asker.close()
        return resources

    def rest(self, cluster):
        """Stops everything, and reads the database by a node that was never there before."""
        for node in cluster.nodes:
            if node.is_paused:
                node.resume()
            if node.is_up:
                node.kill()
        reader = cluster.nodes[0]
        reader.start()
        wait_for(cluster.is_settled, 'rest', 4 * LEASE_SECONDS + 20)
        return reader

    def keep(self, history, what):
        """Where the whole story is, for the message of a failure."""
        handle, path = tempfile.mkstemp(prefix=f'standby-{what}-', suffix='.jsonl')
        os.close(handle)
        history.save(path)
        return path


class ChaosOfFaults(ChaosCase):
    def test_nothing_is_lost_or_sold_twice_and_nobody_is_passed_over(self):
        cluster = self.start()
        history = History()
        resources = self.make_resources(cluster, history)
        crew = Crew(cluster, history, resources, SEED, WORKERS, pause_seconds=0.005).start()
        chaos = Chaos(cluster, history, SEED).start()
        time.sleep(SECONDS)
        try:
            chaos.stop()
            cluster.settle()
        finally:
            crew.stop()
        self.assertEqual(crew.failures, [])
        repeat_acknowledged(cluster, history, random.Random(SEED), REPETITIONS)
        reader = self.rest(cluster)
        client = cluster.client(reader)
        self.addCleanup(client.close)
        findings = judge(history, {one.id: read_end(client, one.id) for one in resources})
        self.tell(history, chaos, findings)
        if findings:
            self.fail(f'seed {SEED}: {findings}\n{self.keep(history, "chaos")}\n{cluster.logs()}')
        self.assertIn('everything is in order', cluster.verify())
        cluster.stop()

    def tell(self, history, chaos, findings):
        """One line that also shows whether the run was worth anything."""
        kinds = collections.Counter(attempt['kind'] for attempt in history.acknowledged(
            'join', 'accept', 'decline', 'leave', 'capacity'))
        print(f'chaos: {chaos.counts}; {len(history.attempts)} attempts, acknowledged '
              f'{dict(kinds)}; {findings.counts()}')
        self.assertGreater(kinds['join'], 5 * SECONDS, 'hardly anything was done')
        self.assertGreater(kinds['accept'], SECONDS / 2)


class Zombies(ChaosCase):
    """Owners are cut off in the middle of writing until others have taken over, and then what they
    had sent arrives after all. It must change nothing. Without the guard it does, and the judge
    finds the harm."""

    def test_what_a_former_owner_sent_changes_nothing(self):
        findings, refused = self.run_zombies(binary())
        print(f'with the guard {refused} late commits were refused: {findings.counts()}')
        self.assertFalse(findings, str(findings))
        self.assertGreater(refused, 0, 'no late commit ever arrived: the test did nothing')

    def test_without_the_guard_the_judge_finds_the_harm(self):
        findings, _ = self.run_zombies(unfenced_binary())
        print(f'without the guard: {findings.counts()}')
        self.assertTrue(findings['lost'] or findings['double_sold'],
                        f'the judge found no harm: {findings}')

    def run_zombies(self, program):
        """What the judge found, and how many commits the database refused because of the fence."""
        cluster = self.start(program)
        history = History()
        resources = self.make_resources(cluster, history, RESOURCES)
        # These are left alone but for what the test itself does with them.
        quiet = self.make_resources(cluster, history, 2 * SHARDS)
        cluster.spread()
        crew = Crew(cluster, history, resources, SEED, WORKERS // 8, pause_seconds=0.02,
                    patience_seconds=ZOMBIE_PATIENCE_SECONDS).start()
        try:
            for number in range(ZOMBIES):
                self.make_zombie(cluster, history, cluster.nodes[number % NODES], quiet)
        finally:
            crew.stop()
        cluster.settle()
        refused = cluster.postgres.log().count('null value in column "commit_seq"')
        return self.judge(cluster, history, resources + quiet), refused

    def make_zombie(self, cluster, history, node, quiet):
        """Joins are under way when the cable goes bad. Those who take over have each resource in
        memory when the late commits arrive, and go on from there. No request has a key here: the
        record of its answer would give a second one away by its number."""
        asker = Asker(cluster, history, random.Random(SEED),
                      patience_seconds=ZOMBIE_PATIENCE_SECONDS)
        mine = [one.id for one in quiet
                if cluster.owners()[number_of(one.id) % SHARDS] == node.place]
        for resource in mine:
            join(asker, resource, f'before-{node.number}-{resource}', has_key=False)
        cluster.proxies.turn(node.number, 'stall')
        threads = [threading.Thread(target=self.ask_once, args=(cluster, history, node, resource))
                   for resource in mine]
        for thread in threads:
            thread.start()
        try:
            wait_for(lambda: node.place not in cluster.owners().values(), 'the takeover')
            others = types.SimpleNamespace(api_key=cluster.api_key, nodes=[
                one for one in cluster.nodes if one is not node])
            reader = Asker(others, history, random.Random(SEED),
                           patience_seconds=ZOMBIE_PATIENCE_SECONDS)
            for resource in mine:
                reader.ask('read', 'GET', f'/v1/resources/{resource}', resource=resource)
            reader.close()
        finally:
            cluster.proxies.turn(node.number, 'pass')
        for thread in threads:
            thread.join()
        for resource in mine:
            join(asker, resource, f'after-{node.number}-{resource}', has_key=False)
        asker.close()
        wait_for(cluster.is_settled, 'what becomes of it')

    @staticmethod
    def ask_once(cluster, history, node, resource):
        """Someone joins through this node, and does not ask again."""
        alone = types.SimpleNamespace(api_key=cluster.api_key, nodes=[node])
        asker = Asker(alone, history, random.Random(SEED), attempt_seconds=10, patience_seconds=0)
        join(asker, resource, f'late-{node.number}-{resource}', has_key=False)
        asker.close()

    def judge(self, cluster, history, resources):
        """Harm may be so great that a resource cannot even be read any more."""
        client = cluster.client(self.rest(cluster))
        self.addCleanup(client.close)
        ends, unreadable = {}, []
        for one in resources:
            try:
                ends[one.id] = read_end(client, one.id)
            except AssertionError as problem:
                unreadable.append(str(problem))
        findings = judge(history, ends)
        for problem in unreadable:
            findings.add('broken_chains', problem)
        return findings


if __name__ == '__main__':
    unittest.main()
