"""Events of a cluster: every node tells them in the same order, and what comes in over a bus is
carried out by whichever node has the list, also when that node dies."""
import json
import unittest

from harness.cluster import ClusterCase
from harness.nats_server import NatsServer
from harness.waiting import wait_for

SECONDS = 60
RELEASED = 'standby.in.capacity_released'


class EventsOfACluster(ClusterCase):
    lease_seconds = 3

    @classmethod
    def setUpClass(cls):
        cls.nats = NatsServer()
        cls.addClassCleanup(cls.nats.close)
        cls.flags = ('--nats-url', cls.nats.url)
        super().setUpClass()

    def external(self, node):
        return self.resource_of(node, 'seats', inventory='external', capacity=0)

    def released(self, node, resource):
        audit = self.client(node).items('list_audit', {'resource_id': resource['id']})
        return sum(row['details']['quantity'] for row in audit
                   if row['type'] == 'places_released')

    def feed(self, node):
        items, query = [], {'limit': 200}
        while True:
            page = self.client(node).call('list_events', {}, query=query, expect=200).body
            items += page['items']
            if page['next_cursor'] == query.get('cursor'):
                return [one['id'] for one in items]
            query['cursor'] = page['next_cursor']

    def test_releases_reach_lists_of_every_node_and_go_on_when_one_dies(self):
        first, second = self.cluster.nodes[:2]
        lists = [self.external(first), self.external(second)]
        with self.nats.client() as bus:
            wait_for(lambda: bus.stream_of(RELEASED), 'the stream', SECONDS)
            for number in range(10):
                for resource in lists:
                    bus.publish(RELEASED, {'event_id': f'{resource["id"]}-{number}',
                                           'resource_id': resource['id'], 'quantity': 1})
            for node, resource in zip((first, second), lists):
                wait_for(lambda: self.released(node, resource) == 10, 'the releases', SECONDS)
            self.assertEqual(self.feed(first), self.feed(second))
            owner = self.cluster.owner(lists[0])
            other = self.cluster.other(owner)
            owner.kill()
            for resource in lists:
                bus.publish(RELEASED, {'event_id': f'{resource["id"]}-after',
                                       'resource_id': resource['id'], 'quantity': 5})
            for resource in lists:
                wait_for(lambda: self.cluster.owner(resource) is other, 'the other node', SECONDS)
                wait_for(lambda: self.released(other, resource) == 15, 'what came meanwhile',
                         SECONDS)
            known = self.feed(other)
            wait_for(lambda: set(known) <= self.sent(bus), 'all events on the bus', SECONDS,
                     pause_seconds=0.5)

    @staticmethod
    def sent(bus):
        stream = bus.stream_of('standby.out.res_1')
        return {json.loads(data)['id'] for _, _, _, data in bus.read(stream)} if stream else set()


if __name__ == '__main__':
    unittest.main()
