"""A rolling upgrade: a node of the previous version and one of the new version on one database. The
new one comes while the old one works, shards move both ways, each is taken down and comes back, and
clients notice nothing but a retry."""
import random
import unittest

from harness.cluster import Cluster
from harness.history import History, judge, read_end
from harness.previous import previous_binary
from harness.server import binary
from harness.traffic import Asker, Crew, Resource, repeat_acknowledged
from harness.waiting import wait_for

RESOURCES, WORKERS, SEED = 16, 4, 1
LEASE_SECONDS = 3


class RollingUpgrade(unittest.TestCase):
    def test_two_versions_work_together(self):
        program, sentence = previous_binary()
        print(sentence)
        cluster = Cluster(2, lease_seconds=LEASE_SECONDS)
        self.addCleanup(cluster.give_up)
        old, new = cluster.nodes
        old.program, new.program = program, binary()
        old.start()
        self.cluster, self.history = cluster, History()
        new.address = old.address  # until it is there, its clients go to the old one
        asker = Asker(cluster, self.history, random.Random(SEED))
        resources = [Resource(asker) for _ in range(RESOURCES)]
        asker.close()
        self.crew = Crew(cluster, self.history, resources, SEED, WORKERS, 0.01).start()
        try:
            self.roll(old, new)
        finally:
            self.crew.stop()
        self.assertEqual(self.crew.failures, [])
        repeat_acknowledged(cluster, self.history, random.Random(SEED), 200)
        for node in cluster.nodes:
            self.check(node, resources)
        self.assertIn('everything is in order', cluster.verify())
        cluster.stop()

    def roll(self, old, new):
        """Each comes and goes while the other one works."""
        self.work()
        new.start()
        self.cluster.spread()
        self.work()
        for leaver, stays in ((new, old), (old, new)):
            self.assertEqual(leaver.terminate(), 0, leaver.log()[-2000:])
            self.cluster.settle()
            self.assertEqual(set(self.cluster.owners().values()), {stays.place})
            self.work()
            leaver.start()
            self.cluster.spread()
            self.work()
        old.kill()
        self.cluster.settle()
        self.work()
        old.start()
        self.cluster.spread()
        self.work()

    def work(self):
        """Until the clients have done some more."""
        goal = len(self.history.attempts) + 300
        wait_for(lambda: len(self.history.attempts) >= goal or self.crew.failures,
                 'more answers', 30)

    def check(self, node, resources):
        client = self.cluster.client(node)
        self.addCleanup(client.close)
        findings = judge(self.history, {one.id: read_end(client, one.id) for one in resources})
        print(f'as {node} sees it: {findings.counts()}')
        self.assertFalse(findings, str(findings))


if __name__ == '__main__':
    unittest.main()
