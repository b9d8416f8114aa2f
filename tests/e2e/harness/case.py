"""The frame of most tests: one server for the class, its contract, and a client with its key."""
import unittest

from .client import Client
from .contract import Contract
from .server import Server, create_account
from .world import World

CONTRACT = Contract()


class ServerCase(unittest.TestCase):
    """A class of tests that share a server. `flags` go to its command line."""

    flags = ('--join-rate', '0')
    other_account = False  # whether there is a second account, and its key in `other_key`

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.flags)
        cls.addClassCleanup(cls.server.stop)
        if cls.other_account:
            cls.other_key = create_account(cls.server.data_dir, 'Other')
        cls.server.start()
        cls.connect()

    @classmethod
    def connect(cls):
        """New connections, for example after a restart."""
        cls.client = Client(cls.server.address, CONTRACT, cls.server.api_key)
        cls.addClassCleanup(cls.client.close)
        cls.world = World(cls.client)

    def as_guest(self, token):
        client = self.client.with_credential(token)
        self.addCleanup(client.close)
        return client

    def as_public(self):
        return self.as_guest(None)

    def make_key(self, role):
        return self.client.call('create_key', body={'role': role, 'label': 'test'},
                                expect=201)['key']

    def assert_changes_nothing(self, resource, act):
        """Runs `act` and proves by the audit trail that nothing happened. That a message went out
        meanwhile is the relay's doing, not that of `act`."""
        before = self.trail(resource)
        result = act()
        self.assertEqual(self.trail(resource), before)
        return result

    def trail(self, resource):
        return [item['type'] for item in self.world.audit(resource)
                if item['type'] != 'offer_sent']
