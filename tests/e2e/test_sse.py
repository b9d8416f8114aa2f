"""Streams of server-sent events: the snapshot first, then every change, without a gap when a stream
is taken up again."""
import threading
import unittest

from harness.case import ServerCase
from harness.client import Client
from harness.world import World


class ResourceStream(ServerCase):
    def follow(self, resource, **more):
        stream = self.client.stream('stream_resource', {'resource_id': resource['id']}, **more)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream

    def test_begins_with_the_resource_as_it_is(self):
        resource = self.world.make_resource()
        self.world.join(resource)
        now = self.world.resource(resource)
        first = self.follow(resource).next()
        self.assertEqual((first.name, first.id, first.data), ('snapshot', now['last_seq'], now))

    def test_tells_every_event_as_the_audit_trail_has_it(self):
        resource = self.world.make_resource('slots')
        stream = self.follow(resource)
        start = stream.next().id
        entry = self.world.join(resource)
        self.world.free_slot(resource)
        offer = self.world.entry(entry)['offer']
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        audit = self.world.audit(resource)
        seen = [stream.next() for _ in range(audit[-1]['seq'] - start)]
        self.assertEqual([event.data for event in seen], audit[start:])
        self.assertEqual([event.id for event in seen], [item['seq'] for item in audit[start:]])

    def test_goes_on_after_the_last_event_id(self):
        resource = self.world.make_resource()
        self.world.join_many(resource, 5)
        audit = self.world.audit(resource)
        for last in (0, 1, 3, audit[-2]['seq']):
            with self.subTest(last=last):
                stream = self.follow(resource, last_event_id=last)
                seen = [stream.next().data for _ in range(audit[-1]['seq'] - last)]
                self.assertEqual(seen, audit[last:])

    def test_an_up_to_date_stream_waits_for_what_comes(self):
        resource = self.world.make_resource()
        last = self.world.last_seq(resource)
        stream = self.follow(resource, last_event_id=last)
        self.world.join(resource)
        event = stream.next()
        self.assertEqual((event.id, event.name), (last + 1, 'change'))

    def test_a_last_event_id_that_is_none(self):
        resource = self.world.make_resource()
        for last in ('nonsense', '-1', '1.5', '9' * 30):
            with self.subTest(last=last):
                stream = self.client.stream('stream_resource', {'resource_id': resource['id']},
                                            last_event_id=last)
                self.addCleanup(stream.close)
                self.assertEqual(stream.status, 400)

    def test_no_gap_while_events_happen_and_readers_come_back(self):
        resource = self.world.make_resource()
        done = threading.Event()
        failures = []

        def keep_joining():
            client = Client(self.server.address, self.client.contract, self.client.credential)
            try:
                for _ in range(300):
                    World(client).join(resource, credential=client.credential)
            except Exception as error:  # shown by the test itself
                failures.append(error)
            finally:
                client.close()
                done.set()

        writer = threading.Thread(target=keep_joining)
        writer.start()
        self.addCleanup(writer.join)
        last, seen, finished = 1, [], False
        while not finished:
            finished = done.is_set()  # read before the round: one more comes after the last join
            goal = self.world.last_seq(resource)
            stream = self.follow(resource, last_event_id=last)
            while last < goal:
                event = stream.next()
                seen.append(event.id)
                last = event.id
            stream.close()
        self.assertFalse(failures)
        self.assertEqual(seen, list(range(2, self.world.last_seq(resource) + 1)))

    def test_many_readers_see_the_same(self):
        resource = self.world.make_resource()
        streams = [self.follow(resource) for _ in range(20)]
        for stream in streams:
            self.assertEqual(stream.next().name, 'snapshot')
        self.world.join_many(resource, 10)
        expected = [item['seq'] for item in self.world.audit(resource)][-10:]
        for stream in streams:
            self.assertEqual([stream.next().id for _ in expected], expected)


class GuestStream(ServerCase):
    def follow(self, entry, **more):
        more.setdefault('credential', entry['token'])
        stream = self.client.stream('stream_entry', {'entry_id': entry['id']}, **more)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream

    def test_shows_the_rank_as_people_ahead_leave(self):
        resource = self.world.make_resource()
        ahead = [self.world.join(resource) for _ in range(3)]
        guest = self.world.join(resource)
        stream = self.follow(guest)
        first = stream.next()
        self.assertEqual((first.name, first.data['rank']), ('snapshot', 4))
        for rank, leaver in zip((3, 2, 1), ahead):
            self.client.call('leave', {'entry_id': leaver['id']}, expect=200)
            stream.until(lambda event, rank=rank: event.data['rank'] == rank)

    def test_shows_the_offer_and_what_becomes_of_it(self):
        resource = self.world.make_resource('slots')
        guest = self.world.join(resource)
        stream = self.follow(guest, credential=None, query={'token': guest['token']})
        self.assertIsNone(stream.next().data['offer'])
        self.world.free_slot(resource)
        offered = stream.until(lambda event: event.data['state'] == 'offered')[-1].data
        self.assertEqual(offered['offer']['state'], 'live')
        self.assertEqual(offered['name'], guest['name'])
        self.as_guest(guest['token']).call('accept_offer', {'offer_id': offered['offer']['id']},
                                           expect=200)
        stream.until(lambda event: event.data['state'] == 'accepted')

    def test_still_knows_who_it_was_after_the_end(self):
        resource = self.world.make_resource('slots')
        guest = self.world.join(resource, party_size=3)
        self.client.call('leave', {'entry_id': guest['id']}, expect=200)
        self.world.join(resource)  # another step, so that the memory forgets the one before
        ended = self.follow(guest).next().data
        self.assertEqual((ended['state'], ended['party_size']), ('left', 3))
        self.assertEqual(ended['joined_at'], guest['joined_at'])

    def test_says_nothing_about_others(self):
        resource = self.world.make_resource()
        guest = self.world.join(resource)
        stream = self.follow(guest)
        stream.next()
        self.world.join_many(resource, 3)  # behind: of no concern
        self.client.call('update_entry', {'entry_id': guest['id']}, body={'party_size': 2},
                         expect=200)
        for event in stream.until(lambda event: event.data['party_size'] == 2):
            self.assertEqual(event.data['id'], guest['id'])


if __name__ == '__main__':
    unittest.main()
