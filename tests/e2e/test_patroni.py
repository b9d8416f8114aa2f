"""Standby on a highly available PostgreSQL: three machines under Patroni and etcd, each a network
namespace that the test makes, and two nodes of Standby in front of them. A machine dies, a process
crashes, a cable is pulled, an operator switches over, while clients go on writing: whatever was
acknowledged is there in the end, and the longest silence is bounded.

STANDBY_PATRONI_FAULTS names the faults, separated by commas, or says "all"."""
import os
import random
import threading
import time
import unittest

from harness.cluster import Cluster
from harness.history import History, judge, read_end
from harness.patroni import Patroni
from harness.traffic import Asker, join

FAULTS = os.environ.get('STANDBY_PATRONI_FAULTS', 'kill_postgres,kill_machine,switch_over')
RESOURCES = 8
# The longest time without an acknowledged write to a resource.
LOST_MACHINE_SECONDS, CRASHED_PROCESS_SECONDS, SWITCH_OVER_SECONDS = 30, 10, 15
# Beside a build a crashed process was once away for 10.9 s; script/torture keeps to the limits.
SLACK = float(os.environ.get('STANDBY_PATRONI_SLACK', '1.6'))
WHOLE_SECONDS = 120
FREEZE_SECONDS = 40
BEFORE_SECONDS, AFTER_SECONDS = 2, 3  # writing goes on before and after each fault


class Writers:
    """One for each resource, each writing all the time, through any node."""

    def __init__(self, cluster, history, resources):
        self._cluster = cluster
        self._history = history
        self._over = threading.Event()
        self.acknowledged = dict.fromkeys(resources, 0)
        self._threads = [threading.Thread(target=self._write, args=(resource,))
                         for resource in resources]
        for thread in self._threads:
            thread.start()

    def _write(self, resource):
        asker = Asker(self._cluster, self._history, random.Random(resource), attempt_seconds=10)
        while not self._over.is_set():
            key = f'{resource}-{self.acknowledged[resource]}'
            if join(asker, resource, key) is not None:
                self.acknowledged[resource] += 1
            self._over.wait(0.05)
        asker.close()

    def wait_for_more(self, count, seconds):
        """Until each has written so much more."""
        goals = {resource: done + count for resource, done in self.acknowledged.items()}
        deadline = time.monotonic() + seconds
        while any(self.acknowledged[resource] < goal for resource, goal in goals.items()):
            if time.monotonic() > deadline:
                raise AssertionError(f'no more writes within {seconds} s: {self.acknowledged}')
            time.sleep(0.05)

    def stop(self):
        self._over.set()
        for thread in self._threads:
            thread.join()


class OnPatroni(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.patroni = Patroni()
        cls.addClassCleanup(cls.patroni.stop)
        cls.patroni.start()
        cls.cluster = Cluster(2, postgres=cls.patroni)
        cls.addClassCleanup(cls.cluster.give_up)
        cls.cluster.start()

    def test_nothing_acknowledged_is_lost_and_the_silence_is_bounded(self):
        history = History()
        world = self.cluster.world(self.cluster.nodes[0])
        self.addCleanup(world.client.close)
        resources = [world.make_resource()['id'] for _ in range(RESOURCES)]
        writers = Writers(self.cluster, history, resources)
        try:
            for name in ALL if FAULTS == 'all' else FAULTS.split(','):
                with self.subTest(fault=name):
                    self.run_fault(name, history, writers)
        finally:
            writers.stop()
        client = self.cluster.client(self.cluster.nodes[1])
        self.addCleanup(client.close)
        findings = judge(history, {one: read_end(client, one) for one in resources})
        joined = sum(1 for _ in history.acknowledged('join'))
        print(f'patroni: {joined} acknowledged; {findings.counts()}')
        self.assertFalse(findings, str(findings))
        self.assertIn('everything is in order', self.cluster.verify())

    def run_fault(self, name, history, writers):
        primary, standby = self.patroni.primary(), self.patroni.synchronous_standby()
        writers.wait_for_more(5, 30)
        time.sleep(BEFORE_SECONDS)
        began = time.monotonic()
        history.note_fault(name)
        limit, mend = getattr(self, name)(primary, standby)
        writers.wait_for_more(5, 3 * LOST_MACHINE_SECONDS)
        mend()
        writers.wait_for_more(20, 30)
        self.patroni.wait_until_whole(WHOLE_SECONDS)
        time.sleep(AFTER_SECONDS)
        ended = time.monotonic()
        gaps = [part.longest_gap(began, ended, 'join')
                for resource, part in history.by_resource().items() if resource is not None]
        print(f'{name}: longest silence {max(gaps):.1f} s, whole again after '
              f'{ended - began - AFTER_SECONDS:.0f} s')
        self.assertLessEqual(max(gaps), limit * SLACK, name)

    # The faults. Each does its harm and returns for how long it may be felt, and what mends it.

    def kill_postgres(self, primary, _):
        self.patroni.kill_postgres(primary)
        return CRASHED_PROCESS_SECONDS, lambda: None

    def kill_machine(self, primary, _):
        primary.lose_power()
        return LOST_MACHINE_SECONDS, lambda: self.patroni.start_machine(primary)

    def switch_over(self, primary, standby):
        self.patroni.switch_over(primary, standby)
        return SWITCH_OVER_SECONDS, lambda: None

    def cut_cable(self, primary, _):
        primary.cut()
        return LOST_MACHINE_SECONDS, primary.heal

    def freeze_machine(self, primary, _):
        primary.freeze()
        began = time.monotonic()

        def thaw():
            time.sleep(max(0, began + FREEZE_SECONDS - time.monotonic()))
            primary.thaw()
        return LOST_MACHINE_SECONDS, thaw

    def lose_replicas(self, primary, _):
        """It keeps its clients and the votes, and cannot commit; an operator mends the cable."""
        self.patroni.lose_replicas(primary)
        time.sleep(LOST_MACHINE_SECONDS / 2)
        primary.heal()
        return LOST_MACHINE_SECONDS, lambda: None

    def kill_standby(self, _, standby):
        standby.lose_power()
        return LOST_MACHINE_SECONDS, lambda: self.patroni.start_machine(standby)


ALL = ('kill_postgres', 'kill_machine', 'switch_over', 'cut_cable', 'freeze_machine',
       'lose_replicas', 'kill_standby')


if __name__ == '__main__':
    unittest.main()
