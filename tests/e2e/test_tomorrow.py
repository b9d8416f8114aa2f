"""Today's program beside one of tomorrow, which stores a rule, fields, kinds of events and of
facts, and an enumerator that today's does not know (src/core/audit/tomorrow.hpp). They come and go
both ways on one database: nothing is lost, nothing is refused that today's can understand, and what
it cannot it names."""
import os
import subprocess
import unittest

from harness.cluster import Cluster, number_of
from harness.postgres import SCHEMA
from harness.server import binary
from harness.waiting import wait_for

LEASE_SECONDS = 3
RULE = b'\x80\x02\x07'       # in resources and in events that tell the rules
EVENT_FIELD = b'\x84\x01\x07'
ROW_FIELD = b'\x88\x02\x09\x00'  # at the end of every row
KIND = b'\x03\x1f'
FACT, FACT_LEFT_ASIDE = 7, 200
NEWER = 'written by a newer Standby: '


class Tomorrow(unittest.TestCase):
    def setUp(self):
        self.cluster = Cluster(2, lease_seconds=LEASE_SECONDS)
        self.addCleanup(self.cluster.give_up)
        self.today, self.tomorrow = self.cluster.nodes
        self.tomorrow.program = os.environ['STANDBY_TOMORROW_BINARY']

    def only(self, stays):
        """The other node ends; everything belongs to the one that stays."""
        other = next(node for node in self.cluster.nodes if node is not stays)
        if not stays.is_up:
            stays.start()
            self.cluster.spread()
        if other.is_up:
            self.assertEqual(other.terminate(), 0, other.log()[-2000:])
        self.cluster.settle()
        client = self.cluster.client(stays)
        self.addCleanup(client.close)
        self.world = self.cluster.world(stays)
        self.addCleanup(self.world.client.close)

    def rows(self, table, resource):
        return {number: bytes(data) for number, data in self.cluster.postgres.query(
            f'SELECT number, data FROM {SCHEMA}.{table} WHERE resource = %s',
            (number_of(resource['id']),))}

    def row(self, resource):
        (data,), = self.cluster.postgres.query(
            f'SELECT data FROM {SCHEMA}.resources WHERE number = %s', (number_of(resource['id']),))
        return bytes(data)

    def facts(self, resource):
        return set(self.cluster.postgres.query(
            f'SELECT kind, key, value FROM {SCHEMA}.facts WHERE resource = %s',
            (number_of(resource['id']),)))

    def bring_a_friend(self, resource):
        code = self.world.join(resource)['referral_code']
        return self.world.join(resource, referral_code=code)

    def verify(self, program):
        done = subprocess.run([program, 'verify', '--store', self.cluster.postgres.dsn()],
                              capture_output=True, text=True, check=False, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def offered(self, resource):
        return [entry for entry in self.world.client.items(
            'list_entries', {'resource_id': resource['id']}, state='offered')]

    def work(self, resource):
        """A rule is changed, a guest joins, someone accepts, someone declines, a slot comes."""
        self.world.change(resource, rules={'max_offers': 40 + self.world.last_seq(resource) % 50})
        joined = self.world.join(resource)
        self.world.free_slot(resource)
        for operation in ('accept_offer', 'decline_offer'):
            asked = self.offered(resource)
            if asked:
                self.world.client.call(operation, {'offer_id': asked[0]['offer']['id']},
                                       expect=200)
        self.world.client.call('update_entry', {'entry_id': joined['id']},
                               body={'wants': {'service': 'cut'}}, expect=(200, 409))

    def make(self, **rules):
        resource = self.world.make_resource('slots', rules={
            'claim_window': '2h', 'reminder_after': '0s', **rules})
        for _ in range(6):
            self.world.join(resource)
        for _ in range(3):
            self.world.free_slot(resource)
        return resource

    def test_both_ways(self):
        self.only(self.today)
        older = self.make()
        self.work(older)

        self.only(self.tomorrow)  # rolled up
        newer, hidden = self.make(), self.make(visibility='hidden')
        reminding = self.make(reminder_after='1s')
        wait_for(lambda: any(data.startswith(KIND) for data in
                             self.rows('events', reminding).values()), 'a reminder')
        for resource in (older, newer, hidden, reminding):
            self.work(resource)
        booked = self.make()
        self.world.free_slot(booked, event_id='booking-7')
        self.assertEqual({fact[0] for fact in self.facts(booked)}, {FACT, FACT_LEFT_ASIDE})
        friends = self.world.make_resource('access', capacity=100)
        self.bring_a_friend(friends)
        known = self.facts(friends)
        self.assertIn(FACT_LEFT_ASIDE, {fact[0] for fact in known})
        self.assertIn(RULE, self.row(newer))
        self.assertNotIn(RULE, self.row(older))
        self.assertTrue(any(EVENT_FIELD in data for data in self.rows('events', newer).values()))
        before = {table: self.rows(table, newer) for table in ('entries', 'offers', 'openings')}
        events = {resource['id']: self.rows('events', resource)
                  for resource in (older, newer, hidden, reminding)}
        self.assertEqual(self.verify(self.tomorrow.program)[0], 0)

        self.only(self.today)  # rolled back
        for resource in (older, newer, reminding):
            self.work(resource)
        self.assertIn(RULE, self.row(newer))
        self.assertTrue(self.row(newer).endswith(ROW_FIELD))
        changed = 0
        for table, rows in before.items():
            for number, data in self.rows(table, newer).items():
                if number in rows:
                    self.assertTrue(data.endswith(ROW_FIELD), (table, number, data.hex()))
                    changed += data != rows[number]
        self.assertGreater(changed, 2, 'today has rewritten nothing, so that says nothing')
        latest = [data for number, data in sorted(self.rows('events', newer).items())
                  if number > len(events[newer['id']])]
        self.assertTrue(any(RULE in data for data in latest), 'the rule is lost in the events')

        self.bring_a_friend(friends)
        self.assertTrue(known < self.facts(friends), 'a fact was lost, or today writes none')
        self.world.client.call('get_resource', {'resource_id': booked['id']}, expect=503)
        self.assertIn(NEWER + 'fact kind 7', self.today.log())
        self.world.client.call('get_resource', {'resource_id': hidden['id']}, expect=503)
        self.assertIn(NEWER + 'Visibility 3', self.today.log())
        code, told = self.verify(binary())
        self.assertNotEqual(code, 0)
        self.assertIn(NEWER + 'event kind 31', told)
        self.assertIn(NEWER + 'Visibility 3', told)
        for resource in (older, newer):
            self.assertRegex(told, resource['id'] + r'  \d+ events  ok')
            self.world.client.call('get_stats', {'resource_id': resource['id']}, expect=200)
        self.world.client.call('get_stats', {'resource_id': reminding['id']}, expect=200)

        self.only(self.tomorrow)  # rolled up again
        self.bring_a_friend(friends)
        self.work(booked)
        for resource in (older, newer, hidden, reminding):
            self.work(resource)
            now = self.rows('events', resource)
            for number, data in events[resource['id']].items():
                self.assertEqual(now[number], data, 'an event was written again')
        code, told = self.verify(self.tomorrow.program)
        self.assertEqual(code, 0, told)
        self.assertIn('everything is in order', told)
        self.cluster.stop()


if __name__ == '__main__':
    unittest.main()
