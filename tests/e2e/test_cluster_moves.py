"""Nodes of a cluster that go, gently or not: what they had moves to others, and clients hardly
notice. Streams go on where they stopped, and nobody loses an offer to a time in which nobody could
have accepted it.

STANDBY_CLUSTER_HAND_OVERS says how many hand-overs are measured (4)."""
import datetime
import itertools
import json
import os
import random
import socket
import threading
import time
import unittest

from harness.cluster import LEASE_SECONDS, Cluster, ClusterCase
from harness.history import History, judge, read_end, time_of
from harness.traffic import Asker, join
from harness.waiting import wait_for
from harness.world import new_person

# A gap in service that clients may notice: a gentle one, and one after a sudden death.
HAND_OVER_SECONDS, TAKEOVER_SECONDS, SHORT_TAKEOVER_SECONDS = 1, 15, 7
SHORT_LEASE_SECONDS = 3
HAND_OVERS = int(os.environ.get('STANDBY_CLUSTER_HAND_OVERS', '4'))


def seconds_until(text):
    return (time_of(text) - datetime.datetime.now(datetime.timezone.utc)).total_seconds()


class Follower:
    """Reads the events of a resource from one node, and takes the stream up again by the last id
    whenever it ends."""

    def __init__(self, cluster, node, resource):
        self.ids = []
        self.hashes = {}
        self._path = f'/v1/resources/{resource["id"]}/events'
        self._cluster = cluster
        self._node = node
        self._last = resource['last_seq']
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow)
        self._thread.start()

    def _follow(self):
        while not self._over.is_set():
            try:
                with socket.create_connection(self._node.address, timeout=0.5) as connection:
                    # To HTTP/1.0 the stream comes as it is, without chunks.
                    connection.sendall(
                        f'GET {self._path} HTTP/1.0\r\nAuthorization: Bearer '
                        f'{self._cluster.api_key}\r\nAccept: text/event-stream\r\n'
                        f'Last-Event-ID: {self._last}\r\n\r\n'.encode())
                    self._read(connection)
            except OSError:
                pass  # it is taken up again

    def _read(self, connection):
        """Until the stream ends, or the test does."""
        rest, is_open = b'', False
        while not self._over.is_set():
            try:
                data = connection.recv(65536)
            except TimeoutError:
                continue
            if not data:
                return
            rest += data
            if not is_open and b'\r\n\r\n' in rest:
                head, _, rest = rest.partition(b'\r\n\r\n')
                if b' 200 ' not in head.split(b'\r\n')[0]:
                    return
                is_open = True
            if is_open:
                *events, rest = rest.split(b'\n\n')
                for event in events:
                    self._take(event.decode())

    def _take(self, event):
        fields = dict(line.split(': ', 1) for line in event.split('\n')
                      if ': ' in line and not line.startswith(':'))
        if 'id' in fields:
            self._last = int(fields['id'])
            self.ids.append(self._last)
            self.hashes[self._last] = json.loads(fields['data'])['hash']

    def wait_for(self, last):
        wait_for(lambda: self._last >= last, f'event {last} in the stream, after {self.ids[-3:]}')

    def close(self):
        self._over.set()
        self._thread.join()


class GoingGently(ClusterCase):
    """A node is asked to end, and comes back. The length of the lease plays no part in it, but for
    how soon the shards are spread again."""

    lease_seconds = SHORT_LEASE_SECONDS

    def test_streams_go_on_over_a_hand_over(self):
        owner = self.cluster.nodes[0]
        other = self.cluster.other(owner)
        resource = self.resource_of(owner)
        follower = Follower(self.cluster, other, self.world(other).resource(resource))
        history = History()
        asker = Asker(self.cluster, history, random.Random(1))
        self.addCleanup(asker.close)
        try:
            for number in range(60):
                join(asker, resource['id'], f'a-{number}')
            leaving = threading.Thread(target=owner.terminate)
            leaving.start()
            for number in range(120):
                join(asker, resource['id'], f'b-{number}')
            leaving.join()
            trail = self.world(other).audit(resource)
            follower.wait_for(trail[-1]['seq'])
        finally:
            follower.close()
        expected = {item['seq']: item['hash'] for item in trail if item['seq'] > 1}
        self.assertEqual(follower.ids, sorted(expected))
        self.assertEqual(follower.hashes, expected)
        self.assertEqual(owner.process.returncode, 0, owner.log()[-2000:])

    def test_clients_hardly_notice_a_hand_over(self):
        """The longest time between two acknowledged writes to a resource, around the moment its
        owner is asked to end, for many resources and several times."""
        resources = self.one_of_each_shard()
        history, over, pauses = History(), threading.Event(), []

        def write(resource, number):
            asker = Asker(self.cluster, history, random.Random(number), pause_seconds=0.01)
            count = 0
            while not over.is_set():
                count += 1
                join(asker, resource['id'], f'{number}-{count}')
                over.wait(0.02)
            asker.close()

        writers = [threading.Thread(target=write, args=(resource, shard))
                   for shard, resource in resources.items()]
        for writer in writers:
            writer.start()
        try:
            for turn in range(HAND_OVERS):
                pauses += self.pauses_of_a_turn(resources, history, turn)
        finally:
            over.set()
            for writer in writers:
                writer.join()
        self.check(history, resources)
        pauses.sort()
        worst = pauses[min(len(pauses) - 1, int(len(pauses) * 0.99))]
        print(f'hand-over: {len(pauses)} pauses, half of them under '
              f'{pauses[len(pauses) // 2] * 1000:.0f} ms, p99 {worst * 1000:.0f} ms')
        self.assertLess(worst, HAND_OVER_SECONDS)

    def one_of_each_shard(self):
        """A resource for each shard, by shard. Nodes give new ones to shards of their own."""
        resources, shards = {}, len(self.cluster.owners())
        worlds = itertools.cycle([self.world(node) for node in self.cluster.nodes])
        for world in itertools.islice(worlds, 20 * shards):
            resource = world.make_resource()
            resources.setdefault(self.cluster.shard_of(resource), resource)
            if len(resources) == shards:
                return resources
        raise AssertionError(f'new resources come only to the shards {sorted(resources)}')

    def pauses_of_a_turn(self, resources, history, turn):
        """Ends one node and starts it again; the longest pause of each shard that it had."""
        leaver = self.cluster.nodes[turn % len(self.cluster.nodes)]
        moved = [shard for shard, place in self.cluster.owners().items()
                 if place == leaver.place]
        began = time.monotonic()
        self.assertEqual(leaver.terminate(), 0, leaver.log()[-2000:])
        wait_for(lambda: time.monotonic() > began + HAND_OVER_SECONDS and
                 self.cluster.is_settled(), 'the end of the hand-over')
        ended = time.monotonic()
        parts = history.by_resource()
        found = [parts[resources[shard]['id']].longest_gap(began, ended, 'join')
                 for shard in moved]
        leaver.start()
        self.cluster.spread()
        return found

    def check(self, history, resources):
        client = self.client(self.cluster.nodes[0])
        ends = {one['id']: read_end(client, one['id']) for one in resources.values()}
        findings = judge(history, ends)
        self.assertFalse(findings, str(findings))


class Dying(unittest.TestCase):
    """A node is killed, and the other one takes its shards over."""

    def start(self, lease_seconds):
        cluster = Cluster(2, lease_seconds=lease_seconds)
        self.addCleanup(cluster.give_up)
        cluster.start().spread()
        return cluster

    def world(self, cluster, node):
        world = cluster.world(node)
        self.addCleanup(world.client.close)
        return world

    def make_offer(self, cluster, owner, window):
        """A resource of this node, with someone who is offered a seat, and another behind."""
        world = self.world(cluster, owner)
        while True:
            resource = world.make_resource('seats', capacity=0, rules={'claim_window': window})
            if cluster.owner(resource) is owner:
                break
        people = [world.join(resource), world.join(resource)]
        world.change(resource, capacity=1)
        return resource, people

    def take_over(self, cluster, resource, seconds):
        """Kills the owner; until the survivor has carried something out for the resource."""
        owner = cluster.owner(resource)
        survivor = cluster.other(owner)
        world = self.world(cluster, survivor)
        path = f'/v1/resources/{resource["id"]}/waitlist:join'
        person = new_person()
        owner.kill()
        began = time.monotonic()
        wait_for(lambda: world.client.quick('POST', path, body=person, key='first').status == 201,
                 'an answer of the survivor', seconds)
        return world, time.monotonic() - began

    def test_takeover_with_the_usual_lease_and_an_offer_that_ends_meanwhile(self):
        cluster = self.start(None)
        resource, people = self.make_offer(cluster, cluster.nodes[0], '10s')
        offer = self.world(cluster, cluster.nodes[0]).entry(people[0])['offer']
        # So that it ends before anybody can have noticed the death of its node.
        wait_for(lambda: seconds_until(offer['expires_at']) < 0.6 * LEASE_SECONDS,
                 'the last seconds of the offer')
        world, seconds = self.take_over(cluster, resource, TAKEOVER_SECONDS)
        print(f'takeover with the usual lease: {seconds:.1f} s')
        now = world.offer(offer)
        self.assertEqual(now['state'], 'live', 'it ended while nobody could have accepted it')
        self.assertGreater(time_of(now['expires_at']), time_of(offer['expires_at']))
        extended = [item for item in world.audit(resource) if item['type'] == 'offer_extended']
        self.assertEqual([item['offer_id'] for item in extended], [offer['id']])
        self.assertEqual(time_of(extended[0]['details']['expires_at']),
                         time_of(now['expires_at']))
        guest = cluster.client(cluster.other(cluster.nodes[0]))
        guest.credential = people[0]['token']
        guest.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        guest.close()
        self.assertTrue(world.client.call('verify_audit', {'resource_id': resource['id']})['ok'])

    def test_takeover_with_a_short_lease(self):
        cluster = self.start(SHORT_LEASE_SECONDS)
        resource, people = self.make_offer(cluster, cluster.nodes[1], '12h')
        world, seconds = self.take_over(cluster, resource, SHORT_TAKEOVER_SECONDS)
        print(f'takeover with a lease of {SHORT_LEASE_SECONDS} s: {seconds:.1f} s')
        self.assertEqual(world.entry(people[0])['state'], 'offered')
        self.assertEqual([item['type'] for item in world.audit(resource)].count('offer_extended'),
                         0, 'an offer that had time enough was moved')
        cluster.nodes[1].start()
        cluster.spread()
        cluster.stop()


if __name__ == '__main__':
    unittest.main()
