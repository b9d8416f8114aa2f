"""Faults for a cluster, drawn from a seed: nodes are killed and paused beyond their lease, the
database loses connections or falls over, and cables go bad. Everything is mended in the end."""
import random
import threading
import time

from .postgres import psycopg2


class Chaos:
    """Runs in a thread of its own until stopped."""

    def __init__(self, cluster, history, seed):
        self.cluster = cluster
        self.history = history
        self.counts = {}
        self.problem = None
        self._chance = random.Random(seed)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._mends = []  # (when, what to do)
        self._deck = []  # every fault comes before any comes again

    def start(self):
        self._thread.start()
        return self

    def stop(self):
        """Returns when everything is mended."""
        self._over.set()
        self._thread.join()
        if self.problem is not None:
            raise self.problem

    def _run(self):
        try:
            while not self._over.wait(self._chance.uniform(0.5, 2.5)):
                self._mend(time.monotonic())
                fault = self._draw()
                if fault():
                    name = fault.__name__.lstrip('_')
                    self.counts[name] = self.counts.get(name, 0) + 1
            self._mend(None)
        except Exception as problem:  # raised by stop
            self.problem = problem

    def _draw(self):
        if not self._deck:
            self._deck = [self._kill, self._pause, self._end_backends, self._crash_database,
                          self._stall, self._lose_answers, self._cut]
            self._chance.shuffle(self._deck)
        return self._deck.pop()

    def _mend(self, until):
        """What is due by then, or all of it."""
        due = [mend for mend in self._mends if until is None or mend[0] <= until]
        self._mends = [mend for mend in self._mends if mend not in due]
        for _, act in due:
            act()

    def _later(self, seconds, act):
        self._mends.append((time.monotonic() + seconds, act))

    def _node(self):
        """One that is well, as long as another one is."""
        well = [node for node in self.cluster.nodes if node.is_up]
        return self._chance.choice(well) if len(well) > 1 else None

    def _kill(self):
        node = self._node()
        if node is None:
            return False
        self.history.note_fault(f'kill {node}')
        node.kill()
        self._later(self._chance.uniform(0, 2 * self.cluster.lease_seconds),
                    lambda: self._start(node))
        return True

    def _start(self, node):
        """Over a good cable: a node that cannot reach its database does not start."""
        self.cluster.proxies.turn(node.number, 'pass')
        self.history.note_fault(f'start {node}')
        node.start()

    def _pause(self):
        node = self._node()
        if node is None:
            return False
        self.history.note_fault(f'pause {node}')
        node.pause()

        def resume():
            self.history.note_fault(f'resume {node}')
            node.resume()
        self._later(self._chance.uniform(1.2, 2.5) * self.cluster.lease_seconds, resume)
        return True

    def _end_backends(self):
        try:
            count = self.cluster.postgres.kill_backends(self._chance, self._chance.randint(1, 4))
        except psycopg2.Error:
            return False
        self.history.note_fault(f'end {count} connections')
        return count > 0

    def _crash_database(self):
        self.history.note_fault('crash the database')
        self.cluster.postgres.kill()
        self.cluster.postgres.start()
        return True

    def _stall(self):
        return self._turn('stall', self._chance.uniform(0.2, 2) * self.cluster.lease_seconds)

    def _lose_answers(self):
        return self._turn('deaf', self._chance.uniform(0.1, 0.6) * self.cluster.lease_seconds)

    def _cut(self):
        return self._turn('refuse', self._chance.uniform(0, 1) * self.cluster.lease_seconds)

    def _turn(self, mode, seconds):
        number = self._chance.randrange(len(self.cluster.nodes))
        self.history.note_fault(f'{mode} the cable of node {number}')
        self.cluster.proxies.turn(number, mode)
        self._later(seconds, lambda: self.cluster.proxies.turn(number, 'pass'))
        return True
