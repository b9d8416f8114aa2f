"""What staff did is recorded for good: who, what, when and from where; and nobody can change it
without being found out."""
import json
import shutil
import sqlite3
import tempfile
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.server import Server, run_command
from harness.staff import PASSWORD, Browser, hire, new_email, setup_links
from harness.world import World, new_person


def acts(client, **more):
    return [(one['act'], one['actor'], one['subject'])
            for one in client.items('list_staff_audit', **more)][::-1]


class Recorded(ServerCase):
    other_account = True

    def test_everything_that_matters_in_order(self):
        owner = Browser(self.server.address, CONTRACT)
        self.addCleanup(owner.close)
        email = new_email()
        link, = setup_links(self.server)
        me = owner.use(link, name='Noor', email=email, password=PASSWORD)['member']['id']
        before = len(acts(owner))
        tess = hire(owner, 'staff')
        self.addCleanup(tess.browser.close)
        owner.call('update_member', {'member_id': tess.id}, body={'role': 'owner'}, expect=200)
        tess.browser.another().sign_in(tess.email, password='wrong password', expect=401)
        tess.browser.another().sign_in(tess.email)
        key = owner.call('create_key', body={'role': 'staff', 'label': 'till'}, expect=201)
        owner.call('revoke_key', {'key_id': key['id']}, expect=200)
        owner.call('update_house', body={'name': 'Aster', 'address': 'Main Street 1'}, expect=200)
        reset = owner.call('reset_member', {'member_id': tess.id}, expect=201)
        self.assertIn('link', reset.body)
        owner.call('remove_member', {'member_id': tess.id}, expect=204)
        invited = owner.call('invite_member', body={'role': 'staff'}, expect=201)['member']['id']
        owner.call('remove_member', {'member_id': invited}, expect=204)
        self.client.call('update_house', body={'name': 'Aster'}, expect=200)
        recorded = acts(owner)[before:]
        by_key = recorded.pop()
        self.assertEqual(by_key[0], 'settings_changed')
        self.assertRegex(by_key[1], '^key_')
        self.assertEqual([one[0] for one in recorded], [
            'member_invited', 'link_used', 'member_changed', 'sign_in_failed', 'signed_in',
            'key_created', 'key_revoked', 'settings_changed', 'reset_link_made', 'member_removed',
            'member_invited', 'invitation_withdrawn'])
        self.assertEqual({actor for act, actor, _ in recorded
                          if act not in ('link_used', 'sign_in_failed', 'signed_in')}, {me})
        self.assertEqual(recorded[5][2], key['id'])
        self.assertEqual(recorded[-1][2], invited)
        newest = owner.call('list_staff_audit', query={'limit': 3}, expect=200)
        self.assertEqual(newest['items'][0]['client'], '127.0.0.1')
        self.assertIsNotNone(newest['next_cursor'])
        everything = json.dumps(list(owner.items('list_staff_audit')))
        for secret in (email, tess.email, 'Noor', 'Main Street', PASSWORD, key['key']):
            self.assertNotIn(secret, everything)
        self.assertIn('name, address', everything)

    def test_is_for_owners_of_the_same_account(self):
        other = self.client.with_credential(self.other_key)
        self.addCleanup(other.close)
        other.call('create_key', body={'role': 'staff'}, expect=201)
        self.assertEqual([act for act, _, _ in acts(other)], ['key_created', 'key_created'])
        for role in ('staff', 'read-only'):
            self.client.call('list_staff_audit', credential=self.make_key(role), expect=403)

    def test_whoever_guesses_all_day_fills_no_trail(self):
        person = hire(self.client, 'staff')
        self.addCleanup(person.browser.close)
        before = len(acts(self.client))
        for _ in range(40):
            person.browser.quick('POST', '/v1/session', body={
                'email': 'nobody@aster.example', 'password': 'wrong password'})
        self.assertEqual(len(acts(self.client)), before)


class Proven(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        server = Server(data_dir=self.folder)
        self.addCleanup(server.stop)
        server.start()
        client = Client(server.address, CONTRACT, server.api_key)
        for role in ('staff', 'read-only', 'owner'):
            client.call('create_key', body={'role': role}, expect=201)
        self.entry = World(client).join(World(client).make_resource(), new_person())
        client.close()
        self.assertEqual(server.terminate(), 0)

    def run_here(self, *arguments, expect=0):
        done = run_command(*arguments, '--data-dir', self.folder)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout

    def change(self, statement):
        database = sqlite3.connect(self.folder + '/standby.db')
        with database:
            self.assertGreater(database.execute(statement).rowcount, 0)
        database.close()

    def findings(self):
        return json.loads(self.run_here('verify', '--json', expect=1))['staff']['findings']

    def test_what_commands_do_is_recorded_too(self):
        made = json.loads(self.run_here('keys', 'create', '--json'))
        self.run_here('keys', 'revoke', made['id'])
        self.run_here('keys', 'rotate-tokens')
        self.run_here('person', 'export', self.entry['id'])
        self.run_here('export', '--what', 'people')
        self.run_here('erase', self.entry['id'], '--yes')
        told = [json.loads(line) for line in
                self.run_here('audit', 'staff', '--json').splitlines()]
        self.assertEqual([(one['act'], one['actor']) for one in told][-6:], [
            ('key_created', 'operator'), ('key_revoked', 'operator'),
            ('tokens_rotated', 'operator'), ('exported', 'operator'), ('exported', 'operator'),
            ('person_erased', 'operator')])
        self.assertTrue(told[-3]['detail'].startswith('1 entry'), told[-3])
        self.assertTrue(told[-2]['detail'].startswith('people'), told[-2])
        self.assertIn('key_created', self.run_here('audit', 'staff', '--limit', '6'))
        self.assertEqual(json.loads(self.run_here('verify', '--json'))['staff'],
                         {'deeds': len(told), 'findings': []})

    def test_forgetting_the_address_leaves_the_chain_whole(self):
        self.change("UPDATE staff_trail SET client = '', salt = x''")
        self.run_here('verify')

    def test_a_changed_address_is_found(self):
        self.change("UPDATE staff_trail SET client = '192.0.2.1' WHERE number = 2")
        self.assertEqual(self.findings(), ['acc_1, deed 2: where it came from was changed'])

    def test_a_changed_deed_is_found(self):
        self.change("UPDATE staff_trail SET data = data || x'00' WHERE number = 1")
        self.assertIn('deed 1: the chain is broken', self.findings()[0])

    def test_a_missing_deed_is_found(self):
        self.change('DELETE FROM staff_trail WHERE number = 2')
        self.assertIn('deed 3: the one before it is missing', self.findings()[0])
        self.assertIn('the staff audit trail: acc_1', self.run_here('verify', expect=1))


if __name__ == '__main__':
    unittest.main()
