"""What is kept about a person: they can have it, and it can be taken away while the server runs."""
import json
import os
import unittest

from harness.case import ServerCase
from harness.pages import fetch
from harness.server import run_command
from harness.waiting import wait_for
from harness.world import new_person
from test_unsubscribe import LinkCase



def deeds(client, act):
    """What the staff audit trail has of this kind, newest first."""
    return [one for one in client.items('list_staff_audit') if one['act'] == act]


SECRETS = (b'Zuleika', b'zuleika', b'301239876', b'Vasectomy', b'Dr Quux', b'she is my aunt',
           b'sings in the choir', b'Alto')


class Erasing(ServerCase):
    other_account = True

    def stored(self):
        content = b''
        for name in os.listdir(self.server.data_dir):
            if name.startswith('standby.db'):
                with open(os.path.join(self.server.data_dir, name), 'rb') as file:
                    content += file.read()
        return content

    def person(self):
        return {'name': 'Zuleika Dobson', 'email': 'zuleika@mail.example.org',
                'phone': '+4930 1239876'}

    def arrive(self, resource):
        """Somebody who has left traces wherever there are any."""
        wants = {'service': 'Vasectomy', 'staff': 'Dr Quux'}
        entry = self.client.call('join', {'resource_id': resource['id']}, key='arrives',
                                 body={**self.person(), 'wants': wants, 'consent': 'Zuleika may'},
                                 credential=None, expect=201).body
        guest = self.as_guest(entry['token'])
        guest.call('update_entry', {'entry_id': entry['id']},
                   body={'wants': {**wants, 'staff': 'Dr Quux jr'}}, expect=200)
        opening = self.world.free_slot(resource, service='Other')
        self.client.call('promote_entry', {'entry_id': entry['id']}, expect=200,
                         body={'reason': 'she is my aunt', 'opening_id': opening['id']})
        self.client.call('patch_note', {'entry_id': entry['id']}, expect=200,
                         body={'text': 'sings in the choir', 'tags': ['Alto']})
        return entry

    def erase(self, entry, expect=200):
        return self.client.call('erase_entry', {'entry_id': entry['id']}, expect=expect)

    def verify(self):
        done = run_command('verify', '--data-dir', self.server.data_dir)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_nothing_is_left_of_them_and_the_history_is_still_proven(self):
        resource = self.world.make_resource('slots')
        entry = self.arrive(resource)
        for secret in SECRETS:
            self.assertIn(secret, self.stored())
        types = self.trail(resource)
        self.assertEqual(self.erase(entry)['erased'], 1)
        self.assertEqual(deeds(self.client, 'person_erased')[0]['subject'], entry['id'])
        for secret in SECRETS:
            self.assertNotIn(secret, self.stored())
            self.assertNotIn(secret.decode(), self.server.log())
        after = self.trail(resource)
        self.assertEqual(after[:len(types)], types)
        shown = self.world.entry(entry)
        self.assertEqual((shown['state'], shown['name'], shown['email'], shown['wants']['service']),
                         ('removed', None, None, None))
        self.assertEqual(self.erase(entry)['erased'], 0)
        self.verify()
        self.client.call('verify_audit', {'resource_id': resource['id']}, expect=200)
        self.server.restart()
        self.connect()
        self.assertEqual(self.world.entry(entry)['state'], 'removed')
        self.verify()

    def test_the_address_is_a_strangers_again(self):
        resource = self.world.make_resource('slots')
        person = new_person()
        entry = self.world.join(resource, person)
        self.erase(entry)
        again = self.as_public().call('join', {'resource_id': resource['id']}, body=person,
                                      expect=201)
        self.assertNotEqual(again['id'], entry['id'])
        self.assertEqual(again['position'], 2)

    def test_a_place_they_held_goes_to_the_next(self):
        resource = self.world.make_resource('seats', capacity=1)
        holder = self.world.join(resource)
        self.assertEqual(holder['state'], 'accepted')
        after = self.world.join(resource)
        self.erase(holder)
        self.assertEqual(self.world.entry(after)['state'], 'offered')
        self.verify()

    def test_the_command_line_asks_the_running_server(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, new_person(email='cli@mail.example.org'))
        where = ('--data-dir', self.server.data_dir)
        refused = run_command('person', 'erase', 'cli@mail.example.org', '--yes', *where)
        self.assertEqual(refused.returncode, 2)
        self.assertIn('--api-key', refused.stderr)
        done = run_command('person', 'erase', 'CLI@mail.example.org', '--yes', '--json',
                           '--api-key', self.server.api_key, *where)
        self.assertEqual(json.loads(done.stdout), {'entries': [entry['id']], 'erased': 1},
                         done.stderr)
        self.assertEqual(self.world.entry(entry)['state'], 'removed')

    def test_people_of_other_businesses_are_neither_found_nor_erased(self):
        resource = self.world.make_resource('slots')
        person = new_person()
        entry = self.world.join(resource, person)
        other = self.as_guest(self.other_key)
        for text in (person['email'], entry['id']):
            found = other.call('find_person', body={'person': text}, expect=200)
            self.assertEqual(found['entries'], [])
            own = self.client.call('find_person', body={'person': text}, expect=200)
            self.assertEqual([one['id'] for one in own['entries']], [entry['id']])
        other.call('erase_entry', {'entry_id': entry['id']}, expect=404)
        self.assertEqual(self.world.entry(entry)['email'], person['email'])

    def test_guests_cannot_erase(self):
        entry = self.world.join(self.world.make_resource('slots'))
        self.as_guest(entry['token']).call('erase_entry', {'entry_id': entry['id']}, expect=403)


class Retention(ServerCase):
    flags = ('--join-rate', '0', '--manual-clock', '2026-11-16T12:00:00Z')

    def move_to(self, time):
        answer = self.client.quick('POST', '/test/clock', body={'to': time})
        self.assertLess(answer.status, 300, answer)

    def test_who_left_long_ago_is_erased(self):
        self.client.call('update_house', body={'keep_people': '30d'}, expect=200)
        resource = self.world.make_resource('slots')
        gone, waiting = self.world.join(resource), self.world.join(resource)
        self.client.call('leave', {'entry_id': gone['id']}, expect=200)
        self.move_to('2026-12-10T12:00:00Z')
        self.assertEqual(self.world.entry(gone)['email'], gone['email'])
        self.move_to('2026-12-17T12:00:00Z')
        wait_for(lambda: self.world.entry(gone)['email'] is None, 'the erasure')
        self.assertEqual(self.world.entry(waiting)['email'], waiting['email'])
        wait_for(lambda: 'people_erased' in self.server.log(), 'the line in the log')
        [deed] = wait_for(lambda: deeds(self.client, 'retention'), 'the deed')
        self.assertIn('1', deed['detail'])
        self.assertNotIn(gone['email'], json.dumps(deed))

    def test_it_is_from_a_day_to_ten_years(self):
        for wrong in ('1h', '4000d', 'soon', 7):
            refused = self.client.call('update_house', body={'keep_people': wrong}, expect=422)
            self.assertEqual(refused['errors'][0]['field'], 'keep_people')


class Histories(ServerCase):
    """A business that keeps histories for 30 days."""
    flags = ('--join-rate', '0', '--manual-clock', '2026-01-05T12:00:00Z')

    def move_to(self, time):
        answer = self.client.quick('POST', '/test/clock', body={'to': time})
        self.assertLess(answer.status, 300, answer)

    def call(self, operation, resource, expect=200, **more):
        return self.client.call(operation, {'resource_id': resource['id']}, expect=expect, **more)

    def come_and_go(self, resource):
        entry = self.world.join(resource)
        self.client.call('leave', {'entry_id': entry['id']}, expect=200)
        return entry

    def command(self, *words):
        return run_command(*words, '--data-dir', self.server.data_dir)

    def test_what_is_older_goes_and_the_rest_is_proven(self):
        resource = self.world.make_resource('slots')
        gone = self.come_and_go(resource)
        self.world.change(resource, rules={'max_offers': 7})
        self.move_to('2026-01-20T12:00:00Z')
        waiting = self.world.join(resource)
        self.move_to('2026-01-21T12:00:00Z')
        self.come_and_go(resource)
        self.client.call('update_house', body={'keep_histories': '30d'}, expect=200)
        self.move_to('2026-06-01T12:00:00Z')
        self.come_and_go(resource)
        slot = self.world.free_slot(resource, starts_at='2026-06-03T12:00:00Z')
        since = '2026-01-20T12:00:00Z'

        page = wait_for(lambda: self.kept(resource), 'the beginning')
        first = page['items'][0]
        self.assertEqual((first['type'], first['entry_id']), ('entry_joined', waiting['id']))
        self.assertEqual(page['kept_since'], since)
        newest = self.client.call('list_audit', {'resource_id': resource['id']},
                                  query={'order': 'newest', 'limit': 3}, expect=200)
        while newest['next_cursor']:
            last = newest['items'][-1]['seq']
            newest = self.client.call(
                'list_audit', {'resource_id': resource['id']}, expect=200,
                query={'order': 'newest', 'limit': 3, 'cursor': newest['next_cursor']})
            self.assertLess(newest['items'][0]['seq'], last)
        self.assertEqual(newest['items'][-1]['seq'], first['seq'])

        verdict = self.call('verify_audit', resource)
        self.assertEqual((verdict['ok'], verdict['findings'], verdict['kept_since']),
                         (True, [], since))
        self.assertEqual(verdict['events'], len(self.world.audit(resource)))
        explained = self.client.call('explain_entry', {'entry_id': waiting['id']}, expect=200)
        self.assertIsNone(explained['kept_since'])
        self.assertEqual([one['opening_id'] for one in explained['decisions'] if one['chosen']],
                         [slot['id']])
        past = self.client.call('explain_entry', {'entry_id': gone['id']}, expect=200)
        self.assertEqual((past['decisions'], past['kept_since']), ([], since))
        versions = self.call('list_rules', resource)
        self.assertEqual([one['version'] for one in versions['items']], [2])
        self.assertEqual(versions['items'][0]['rules']['max_offers'], 7)
        self.assertEqual(versions['kept_since'], since)
        stats = self.call('get_stats', resource)
        self.assertEqual((stats['joins'], stats['kept_since']), (4, None),
                         'figures outlive the events that they were counted from')
        early = self.call('get_stats', resource, query={'from': '2026-01-05', 'to': '2026-01-05'})
        self.assertEqual((early['joins'], early['left']), (1, 1))
        record = self.client.call('export_person', {'entry_id': gone['id']}, expect=200)
        self.assertEqual((record['history_is_complete'], record['history_kept_since']),
                         (False, since))
        deed = next(one for one in deeds(self.client, 'retention')
                    if one['subject'] == resource['id'])
        self.assertIn('events deleted', deed['detail'])

        self.server.restart()
        self.connect()
        self.move_to('2026-06-02T12:00:00Z')
        self.come_and_go(resource)
        self.assertTrue(self.call('verify_audit', resource)['ok'])
        told = self.command('verify')
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        self.assertRegex(told.stdout, resource['id'] + r'  \d+ events, kept since ' + since)
        exported = self.command('export', '--what', 'audit', '--resource', resource['id'])
        self.assertIn('is kept since ' + since, exported.stderr)
        self.assertEqual(exported.stdout.count(resource['id'] + ','),
                         len(self.world.audit(resource)))
        early = self.command('replay', resource['id'], '--at', '2026-01-06T00:00:00Z')
        self.assertNotEqual(early.returncode, 0)
        self.assertIn('is kept since ' + since, early.stdout + early.stderr)
        later = self.command('replay', resource['id'], '--at', '2026-02-01T00:00:00Z')
        self.assertIn(waiting['id'], later.stdout)
        self.assertNotIn(gone['id'], later.stdout)

    def kept(self, resource):
        page = self.call('list_audit', resource)
        return page if page['kept_since'] else None

    def test_it_is_from_30_days_to_ten_years(self):
        for wrong in ('29d', '4000d', 'soon', 7):
            refused = self.client.call('update_house', body={'keep_histories': wrong}, expect=422)
            self.assertEqual(refused['errors'][0]['field'], 'keep_histories')
        self.client.call('update_house', body={'keep_histories': '365d'}, expect=200)
        self.assertEqual(self.client.call('get_house', expect=200)['keep_histories'], '365d')
        self.client.call('update_house', body={'keep_histories': None}, expect=200)
        self.assertIsNone(self.client.call('get_house', expect=200)['keep_histories'])


class Exporting(LinkCase):
    def join(self, **more):
        resource = self.world.make_resource('slots', name='Cuts')
        person = new_person(phone='+4930123499', consent='Yes', **more)
        entry = self.world.join(resource, person, wants={'service': 'Perm'})
        return resource, person, entry

    def check(self, record, resource, person, entry):
        self.assertEqual((record['entry_id'], record['list'], record['state']),
                         (entry['id'], resource['name'], 'waiting'))
        self.assertEqual((record['person']['email'], record['person']['phone'],
                          record['person']['consent_text']),
                         (person['email'], person['phone'], 'Yes'))
        self.assertEqual(record['wants']['service'], 'Perm')
        self.assertEqual([item['type'] for item in record['history']], ['entry_joined'])
        self.assertEqual([one['kind'] for one in record['messages']], ['waitlisted'])
        self.assertIs(record['history_is_complete'], True)

    def test_a_guest_gets_everything_about_themselves_and_nobody_else(self):
        resource, person, entry = self.join()
        _, _, other = self.join()
        ids = {'entry_id': entry['id']}
        guest = self.as_guest(entry['token'])
        self.check(guest.call('export_person', ids, expect=200).body, resource, person, entry)
        def own():
            return [one for one in deeds(self.client, 'exported') if one['subject'] == entry['id']]
        self.assertEqual(own(), [], 'a guest is no member of staff')
        self.check(self.client.call('export_person', ids, expect=200).body, resource, person, entry)
        self.assertEqual(len(own()), 1)
        self.as_guest(other['token']).call('export_person', ids, expect=404)
        self.as_public().call('export_person', ids, expect=401)

    def test_only_a_present_link_of_an_entry_in_line_opens_it(self):
        _, _, entry = self.join()
        ids = {'entry_id': entry['id']}
        new = self.client.call('revoke_links', ids, expect=200)['token']
        self.as_guest(entry['token']).call('export_person', ids, expect=401)
        self.as_guest(new).call('export_person', ids, expect=200)
        self.as_guest(new).call('leave', ids, expect=200)
        self.as_guest(new).call('export_person', ids, expect=410)
        self.assertNotIn('Download my data', self.page('/e/' + new))
        self.client.call('export_person', ids, expect=200)

    def test_the_guests_page_has_a_link_to_it(self):
        _, person, entry = self.join()
        page = self.page('/e/' + entry['token'])
        self.assertIn(f'/v1/waitlist/{entry["id"]}/person?token={entry["token"]}', page)
        self.assertIn('Download my data', page)
        data = fetch(self.server.address, 'GET',
                     f'/v1/waitlist/{entry["id"]}/person?token={entry["token"]}')
        self.assertEqual(json.loads(data.raw)['person']['email'], person['email'])

    def test_who_stopped_messages_sees_that(self):
        _, _, entry = self.join()
        self.press('/u/' + self.sent(entry, 'unsubscribe'), **{'List-Unsubscribe': 'One-Click'})
        record = self.client.call('export_person', {'entry_id': entry['id']}, expect=200)
        self.assertTrue(record['opt_outs'])
        self.assertLessEqual({one['channel'] for one in record['opt_outs']}, {'mail', 'sms'})

    def test_the_command_line_writes_all_entries(self):
        resource, person, entry = self.join()
        before = len(deeds(self.client, 'exported'))
        done = run_command('person', 'export', person['email'], '--data-dir',
                           self.server.data_dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        [record] = json.loads(done.stdout)['entries']
        self.check(record, resource, person, entry)
        deed = deeds(self.client, 'exported')[0]
        self.assertEqual(deed['actor'], 'operator')
        self.assertNotIn(person['email'], json.dumps(deed))
        nobody = run_command('person', 'export', 'nobody@example.org', '--data-dir',
                             self.server.data_dir)
        self.assertEqual(nobody.returncode, 1)
        self.assertEqual(len(deeds(self.client, 'exported')), before + 1)

    def test_tables_that_are_exported_beside_the_server_are_recorded_too(self):
        resource, _, _ = self.join()
        for words in (('--what', 'people'), ('--what', 'audit', '--resource', resource['id'])):
            done = run_command('export', *words, '--data-dir', self.server.data_dir)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.join()
        audit, people = deeds(self.client, 'exported')[:2]
        self.assertEqual((audit['subject'], people['subject']), (resource['id'], None))
        self.assertTrue(people['detail'].startswith('people'), people)
        verified = run_command('verify', '--data-dir', self.server.data_dir)
        self.assertEqual(verified.returncode, 0, verified.stdout)


if __name__ == '__main__':
    unittest.main()
