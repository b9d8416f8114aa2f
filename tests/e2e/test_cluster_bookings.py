"""Places that belong to another system, on two nodes: the node that has the list asks there, and
when it dies with an answer outstanding, the other one asks what came of it."""
import os
import secrets
import tempfile

from harness.booking_server import LIVE, TOKEN, BadDay, BookingServer
from harness.cluster import ClusterCase
from harness.waiting import wait_for

SECONDS = 60


class BookingsOfACluster(ClusterCase):
    lease_seconds = 3

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='standby-bookings-')
        cls.addClassCleanup(folder.cleanup)
        key = os.path.join(folder.name, 'secrets.key')
        with open(key, 'w', encoding='ascii') as file:
            file.write(secrets.token_hex(32) + '\n')
        os.chmod(key, 0o600)
        cls.bookings = BookingServer()
        cls.addClassCleanup(cls.bookings.close)
        cls.day = BadDay(cls.bookings)
        cls.addClassCleanup(cls.day.close)
        cls.flags = ('--secrets-key-file', key, '--allow-private', cls.day.address)
        super().setUpClass()

    def test_the_node_that_is_left_asks_what_came_of_it(self):
        owner = self.cluster.nodes[0]
        other = self.cluster.other(owner)
        resource = self.resource_of(owner, 'slots', inventory='external')
        path = {'resource_id': resource['id']}
        self.client(other).call('put_booking_system', path, body={
            'kind': 'http', 'url': self.day.url, 'token': TOKEN}, expect=200)
        guest = self.world(owner).join(resource)
        self.client(owner).call('add_opening', path, body={
            'event_id': 'there-1', 'starts_at': '2031-01-01T10:00:00Z', 'duration': '45m',
            'staff': 'Noor'}, expect=201)
        offer = self.world(owner).entry(guest)['offer']
        wait_for(lambda: self.bookings.status(offer) == 'ON_HOLD', 'the hold', SECONDS)
        self.day.only = lambda one: one.path.endswith('/confirm')
        self.day.fault = 'does without answering'
        self.client(other).call('accept_offer', {'offer_id': offer['id']}, expect=200)
        wait_for(lambda: self.bookings.status(offer) == 'CONFIRMED', 'the booking', SECONDS)
        owner.kill()
        wait_for(lambda: self.cluster.owner(resource) is other, 'the other node', SECONDS)
        wait_for(lambda: self.world(other).entry(guest)['state'] == 'accepted', 'the word of it',
                 SECONDS)
        steps = [item['details']['step'] for item in self.world(other).audit(resource)
                 if item['type'] == 'outside_step']
        self.assertEqual(steps.count('confirmed'), 1)
        self.assertEqual([uuid for uuid, one in self.bookings.bookings().items()
                          if one['status'] in LIVE], [offer['id']])
