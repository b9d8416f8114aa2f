"""Events in and out over a real NATS server with JetStream: nothing lost, nothing out of order, and
what comes twice is known by its id, also when either side is killed."""
import http.client
import json
import re
import threading
import time
import unittest

from harness.case import ServerCase
from harness.client import Client
from harness.nats_server import NatsServer
from harness.waiting import wait_for
from harness.world import World, later

RELEASED = 'standby.in.capacity_released'
REVOKED = 'standby.in.capacity_revoked'


class NatsCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.nats = NatsServer()
        cls.addClassCleanup(cls.nats.close)
        cls.flags = ('--join-rate', '0', '--nats-url', cls.nats.url)
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.bus = wait_for(self.connected, 'the streams')
        self.addCleanup(self.bus.close)

    def connected(self):
        bus = self.nats.client()
        if bus.stream_of(RELEASED) and bus.stream_of('standby.out.res_1'):
            return bus
        bus.close()
        return None

    def external(self, **fields):
        return self.world.make_resource('seats', inventory='external', capacity=0, **fields)

    def dead(self):
        return [(json.loads(data) if data.startswith(b'{') else data, headers)
                for _, _, headers, data in self.bus.read('STANDBY_DEAD')] \
            if self.bus.stream_of('standby.dead') else []

    def put_aside(self, event_id):
        return wait_for(lambda: [headers for _, headers in self.dead()
                                 if headers.get('Standby-Event-Id', '') == event_id],
                        f'{event_id} among the dead')[0]

    def sent(self, resource):
        """The events of the list that are on the bus, as they came, and each once."""
        came = [json.loads(data) for _, subject, _, data in self.bus.read('STANDBY_OUT')
                if subject == f'standby.out.{resource["id"]}']
        once = []
        for event in came:
            if event['id'] not in [one['id'] for one in once]:
                once.append(event)
        return came, once


class Out(NatsCase):
    def test_every_event_goes_out_in_the_order_of_its_list(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 30)
        last = self.world.last_seq(resource)
        wait_for(lambda: len(self.sent(resource)[1]) == last, 'all events', pause_seconds=0.2)
        _, once = self.sent(resource)
        self.assertEqual([event['id'] for event in once],
                         [f'{resource["id"]}:{seq}' for seq in range(1, last + 1)])
        feed = self.client.call('list_events', {}, query={'resource_id': resource['id']},
                                expect=200).body['items']
        for event, known in zip(once, feed):
            for name in ('id', 'source', 'type', 'time', 'specversion'):
                self.assertEqual(event[name], known[name])
            self.assertEqual(event['data']['hash'], known['data']['hash'])

    def test_what_people_typed_stays_here(self):
        resource = self.world.make_resource('slots')
        self.world.join(resource, wants={'service': 'Vasectomy'}, name='Zebedee Quux')
        wait_for(lambda: len(self.sent(resource)[1]) == self.world.last_seq(resource), 'all',
                 pause_seconds=0.2)
        said = json.dumps(self.sent(resource)[1])
        self.assertNotIn('Vasectomy', said)
        self.assertNotIn('Zebedee', said)


class In(NatsCase):
    def test_a_cancellation_over_the_bus_ends_as_a_booked_seat(self):
        resource = self.external()
        entry = self.world.join(resource)
        self.bus.publish(RELEASED, {'event_id': 'cancelled-1', 'resource_id': resource['id'],
                                    'quantity': 1})
        wait_for(lambda: self.world.entry(entry)['state'] == 'offered', 'the offer')
        offer = self.world.entry(entry)['offer']
        self.as_guest(entry['token']).call('accept_offer', {'offer_id': offer['id']}, expect=200)
        self.client.call('report_booking', {'offer_id': offer['id']},
                         body={'outcome': 'confirmed'}, expect=200)
        self.assertEqual(self.world.entry(entry)['state'], 'accepted')

    def test_a_freed_slot_is_offered_and_can_be_taken_back_by_the_event_that_freed_it(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, wants={'service': 'Cut'})
        self.bus.publish(RELEASED, {
            'event_id': 'slot-1', 'resource_id': resource['id'],
            'opening': {'starts_at': later(days=3), 'duration': '45m', 'service': 'Cut',
                        'reason': 'cancellation'}})
        wait_for(lambda: self.world.entry(entry)['state'] == 'offered', 'the offer')
        self.bus.publish(REVOKED, {'event_id': 'sold-1', 'resource_id': resource['id'],
                                   'opening': {'event_id': 'slot-1'}})
        wait_for(lambda: self.world.entry(entry)['state'] == 'waiting', 'its end')
        ended = [row for row in self.world.audit(resource) if row['type'] == 'offer_ended']
        self.assertEqual([row['reason'] for row in ended], ['capacity_revoked'])

    def test_places_sold_elsewhere_are_taken_from_the_last_who_were_asked(self):
        resource = self.external()
        first, second = self.world.join(resource), self.world.join(resource)
        self.bus.publish(RELEASED, {'event_id': 'r1', 'resource_id': resource['id'],
                                    'quantity': 2})
        self.bus.publish(REVOKED, {'event_id': 'v1', 'resource_id': resource['id'],
                                   'quantity': 1})
        wait_for(lambda: [row for row in self.world.audit(resource)
                          if row['type'] == 'places_revoked'], 'the revocation')
        self.assertEqual(self.world.entry(first)['state'], 'offered')
        self.assertEqual(self.world.entry(second)['state'], 'waiting')

    def test_the_same_event_twice_is_one(self):
        resource = self.external()
        for _ in range(3):
            self.bus.publish(RELEASED, {'event_id': 'again', 'resource_id': resource['id'],
                                        'quantity': 2})
        self.bus.publish(RELEASED, {'event_id': 'last', 'resource_id': resource['id'],
                                    'quantity': 1})
        wait_for(lambda: self.world.resource(resource)['counts']['free'] >= 3, 'the last')
        released = [row for row in self.world.audit(resource) if row['type'] == 'places_released']
        self.assertEqual(len(released), 2)

    def test_what_makes_no_sense_is_put_aside_for_staff(self):
        resource, counted = self.external(), self.world.make_resource('seats', capacity=3)
        for body, event_id, what in (
                (b'no JSON', '', 'no JSON'),
                ({'resource_id': resource['id'], 'quantity': 1}, '', 'event_id'),
                ({'event_id': 'b1', 'resource_id': 'res_99999', 'quantity': 1}, 'b1', ''),
                ({'event_id': 'b2', 'resource_id': resource['id'], 'quantity': 0}, 'b2',
                 'quantity'),
                ({'event_id': 'b3', 'resource_id': resource['id'], 'quantity': 1,
                  'at': later(days=2)}, 'b3', 'future'),
                ({'event_id': 'b4', 'resource_id': counted['id'], 'quantity': 1}, 'b4', 'capacity'),
                ({'event_id': 'b5', 'resource_id': resource['id'],
                  'opening': {'starts_at': later(days=-3), 'duration': '45m'}}, 'b5', '')):
            with self.subTest(body=body):
                before = len(self.dead())
                self.bus.publish(RELEASED, body)
                wait_for(lambda: len(self.dead()) > before, f'{body} among the dead')
                headers = self.dead()[-1][1]
                self.assertEqual(headers.get('Standby-Event-Id', ''), event_id)
                self.assertEqual(headers['Standby-Subject'], RELEASED)
                self.assertIn(what, headers['Standby-Reason'])
        told = self.client.call('get_bus', {}, expect=200).body['rejected']
        self.assertEqual({one['event_id'] for one in told} & {'b1', 'b2', 'b3', 'b4', 'b5'},
                         {'b1', 'b2', 'b3', 'b4', 'b5'})
        left = self.client.call('settle_bus', {}, body={'number': told[0]['number']},
                                expect=200).body
        self.assertEqual(left['rejected'], [])
        # A revocation that comes before its release finds nothing to take back.
        self.bus.publish(REVOKED, {'event_id': 'early', 'resource_id': resource['id'],
                                   'quantity': 1})
        self.assertIn('never released', self.put_aside('early')['Standby-Reason'])
        # And nothing stands in the way of what comes behind.
        self.bus.publish(RELEASED, {'event_id': 'good', 'resource_id': resource['id'],
                                    'quantity': 1})
        wait_for(lambda: self.world.resource(resource)['counts']['free'] == 1, 'the good one')

    def test_other_subjects_of_the_stream_are_nobodys(self):
        resource = self.external()
        self.bus.publish('standby.in.something_else', {'hello': 'world'})
        self.bus.publish(RELEASED, {'event_id': 'x', 'resource_id': resource['id'], 'quantity': 1})
        wait_for(lambda: self.world.resource(resource)['counts']['free'] == 1, 'the release')

    def test_figures_tell_of_it(self):
        resource = self.external()
        self.world.join(resource)
        self.bus.publish(RELEASED, {'event_id': 'm', 'resource_id': resource['id'], 'quantity': 1})

        def told():
            text = self.client.call('get_metrics', expect=200).raw.decode()
            return 'standby_released_to_offered_seconds_count{bus="nats"} 0' not in text and \
                'standby_bus_connections{bus="nats"} 2' in text
        wait_for(told, 'the figures')


class Killed(NatsCase):
    """Both sides are killed while events go out and come in."""

    def test_a_server_starts_without_its_bus_and_catches_up_when_it_is_there(self):
        self.nats.kill()
        self.server.kill()
        self.server.start()
        self.connect()
        resource = self.world.make_resource()
        self.world.join_many(resource, 5)
        last = self.world.last_seq(resource)

        def behind():
            text = self.client.call('get_metrics', expect=200).raw.decode()
            found = re.search(r'standby_bus_behind\{bus="nats"\} (\d+)', text)
            return found and int(found.group(1)) >= last
        wait_for(behind, 'the figure')
        self.nats.start()
        self.bus = wait_for(self._open, 'the streams')
        self.addCleanup(self.bus.close)
        wait_for(lambda: len(self.sent(resource)[1]) == last, 'all events', seconds=60,
                 pause_seconds=0.2)

    def test_nothing_is_lost_when_either_side_is_killed(self):
        lists = [self.world.make_resource('seats', inventory='external', capacity=0)
                 for _ in range(4)]
        bus = wait_for(self._open, 'the streams')
        told = {}
        stop = threading.Event()

        def keep_joining():
            while not stop.is_set():
                client = Client(self.server.address, self.client.contract, self.client.credential)
                try:
                    for one in lists:
                        World(client).join(one, credential=client.credential)
                except (OSError, AssertionError, http.client.HTTPException):
                    pass  # it is down just now
                finally:
                    client.close()

        joining = threading.Thread(target=keep_joining)
        joining.start()
        try:
            for number in range(120):
                resource = lists[number % 4]
                body = {'event_id': f'r{number}', 'resource_id': resource['id'], 'quantity': 1}
                while True:
                    try:
                        bus.publish(RELEASED, body, message_id=f'r{number}')
                        break
                    except (OSError, AssertionError):
                        bus.close()
                        bus = wait_for(self._open, 'the bus')
                told[f'r{number}'] = resource['id']
                if number in (30, 70):
                    self.nats.kill()
                    self.nats.start()
                if number in (50, 90):
                    self.server.kill()
                    self.server.start()
        finally:
            stop.set()
            joining.join()
        self.connect()
        world = self.world
        for one in lists:
            wanted = sum(1 for resource in told.values() if resource == one['id'])
            wait_for(lambda: self._released(world, one) == wanted, f'{wanted} releases',
                     seconds=60, pause_seconds=0.2)
        self._check_out(bus, world, lists)
        bus.close()

    def _open(self):
        try:
            bus = self.nats.client()
        except (OSError, AssertionError):
            return None
        try:
            if bus.stream_of(RELEASED) and bus.stream_of('standby.out.res_1'):
                return bus
        except (OSError, AssertionError, ValueError):
            pass
        bus.close()
        return None

    @staticmethod
    def _released(world, resource):
        return sum(row['details']['quantity'] for row in world.audit(resource)
                   if row['type'] == 'places_released')

    def _check_out(self, bus, world, lists):
        lasts = {one['id']: world.last_seq(one) for one in lists}

        def all_sent():
            state = bus.state('STANDBY_OUT')
            return state['messages'] >= sum(lasts.values())
        wait_for(all_sent, 'all events', seconds=60, pause_seconds=0.5)
        time_given = time.monotonic() + 60
        while True:
            seqs = {one['id']: [] for one in lists}
            for _, subject, headers, _ in bus.read('STANDBY_OUT'):
                resource = subject.removeprefix('standby.out.')
                if resource in seqs:
                    self.assertTrue(headers['Nats-Msg-Id'].startswith(resource + ':'))
                    seqs[resource].append(int(headers['Nats-Msg-Id'].split(':')[1]))
            if all(set(found) >= set(range(1, lasts[one] + 1)) for one, found in seqs.items()):
                break
            self.assertLess(time.monotonic(), time_given, 'events are missing on the bus')
        for found in seqs.values():
            once = list(dict.fromkeys(found))
            self.assertEqual(once, sorted(once), 'an event came behind a later one')


class WithoutABus(ServerCase):
    flags = ('--join-rate', '0', '--nats-url', 'nats://127.0.0.1:1',
             '--kafka-url', 'kafka://127.0.0.1:1')

    def test_the_line_goes_on(self):
        resource = self.world.make_resource('seats', capacity=1)
        self.assertEqual(self.world.join(resource)['state'], 'accepted')


if __name__ == '__main__':
    unittest.main()
