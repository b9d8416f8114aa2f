"""Lists over the years: renamed, reopened, archived and brought back, duplicated."""
import unittest

from harness.case import ServerCase
from harness.world import later


class ListCare(ServerCase):
    def on(self, operation, resource, expect=200, **more):
        return self.client.call(operation, {'resource_id': resource['id']}, expect=expect, **more)

    def test_a_closed_list_is_reopened_and_nobody_is_brought_back(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource)
        self.on('close_resource', resource)
        self.assertEqual(self.on('reopen_resource', resource)['status'], 'active')
        self.assertEqual(self.world.entry(entry)['state'], 'expired')
        again = self.on('reopen_resource', resource)
        self.assertEqual(again['last_seq'], self.world.resource(resource)['last_seq'])
        self.assertEqual(self.world.join(resource)['state'], 'waiting')

    def test_a_cancelled_list_is_not_reopened(self):
        resource = self.world.make_resource()
        self.on('cancel_resource', resource)
        refused = self.on('reopen_resource', resource, expect=410)
        self.assertEqual(refused.problem, 'resource-closed')
        self.assertIn('Duplicate', refused.body['detail'])

    def test_only_an_ended_list_is_archived_and_stays_readable(self):
        resource = self.world.make_resource()
        refused = self.on('archive_resource', resource, expect=409)
        self.assertEqual(refused.problem, 'resource-open')
        self.on('close_resource', resource)
        self.assertTrue(self.on('archive_resource', resource)['archived'])
        self.assertTrue(self.world.resource(resource)['archived'])
        self.on('list_audit', resource)
        self.assertFalse(self.on('unarchive_resource', resource)['archived'])
        self.on('archive_resource', resource)
        reopened = self.on('reopen_resource', resource)
        self.assertEqual((reopened['archived'], reopened['status']), (False, 'active'))

    def test_a_closed_list_is_renamed_and_nothing_else(self):
        resource = self.world.make_resource()
        self.on('close_resource', resource)
        self.assertEqual(self.on('update_resource', resource, body={'name': 'Old'})['name'], 'Old')
        self.on('update_resource', resource, expect=410, body={'capacity': 99})

    def test_a_copy_has_rules_and_settings_and_nobody(self):
        start = later(days=9)
        resource = self.world.make_resource('seats', capacity=0, starts_at=start,
                                            rules={'claim_window': '37m', 'cutoff': '3h'})
        self.world.join(resource)
        self.on('close_resource', resource)
        copy = self.on('duplicate_resource', resource, expect=201, body={'name': 'Second night'})
        self.assertNotEqual(copy['id'], resource['id'])
        self.assertEqual((copy['name'], copy['status'], copy['archived']),
                         ('Second night', 'active', False))
        original = self.world.resource(resource)
        for same in ('kind', 'capacity', 'starts_at', 'time_zone', 'inventory', 'rules'):
            self.assertEqual(copy[same], original[same], same)
        self.assertEqual(copy['counts']['waiting'], 0)

    def test_a_repeated_copy_is_one(self):
        resource = self.world.make_resource()
        made = [self.on('duplicate_resource', resource, expect=201,
                        key='copy-' + resource['id'])['id']
                for _ in range(2)]
        self.assertEqual(made[0], made[1])

    def test_bad_copies_are_refused(self):
        resource = self.world.make_resource()
        for body in ({'name': ''}, {'time_zone': 'Mars/Olympus'}, {'starts_at': 'soon'},
                     {'kind': 'slots'}):
            with self.subTest(body=body):
                self.on('duplicate_resource', resource, expect=422, body=body)


if __name__ == '__main__':
    unittest.main()
