"""The business's settings, the secret of its webhook, and what guests agree to."""
import re
import unittest

from harness.case import ServerCase
from harness.pages import PagesOf, fetch
from harness.world import new_person

HOOK = 'http://127.0.0.1:9/hook'
CONSENT = 'Yes, "write" to me <about> places.'


class House(ServerCase):
    other_account = True

    def setUp(self):
        self.client.call('update_house', body={
            'name': None, 'reply_to': None, 'staff_email': None, 'staff_phone': None,
            'address': None, 'locale': 'en',
            'consent_text': None, 'channels': 'sms_first', 'open_tracking': False,
            'monthly_summary': True, 'event_reminder': '24h', 'rate': 0, 'webhook_url': None})

    def house(self):
        return self.client.call('get_house', expect=200).body

    def test_only_what_is_named_changes(self):
        before = self.house()
        self.client.call('update_house', body={'name': 'Salon Aster', 'locale': 'de'}, expect=200)
        after = self.client.call('update_house', body={'rate': 2.5, 'event_reminder': '0s'},
                                 expect=200).body
        changed = {name for name in after if after[name] != before[name]}
        self.assertEqual(changed, {'name', 'locale', 'rate', 'event_reminder'})
        self.assertEqual(after['rate'], 2.5)
        self.assertEqual(self.house(), after)

    def test_changes_outlive_a_restart(self):
        made = self.client.call('update_house', body={'name': 'Zoë & Co', 'webhook_url': HOOK},
                                expect=200).body
        self.server.restart()
        self.connect()
        self.assertEqual(self.house(), {name: value for name, value in made.items()
                                        if name != 'webhook_secret'})

    def test_each_account_has_its_own(self):
        self.client.call('update_house', body={'name': 'Mine'}, expect=200)
        other = self.as_guest(self.other_key)
        self.assertIsNone(other.call('get_house', expect=200)['name'])

    def test_the_secret_is_shown_once(self):
        first = self.client.call('update_house', body={'webhook_url': HOOK}, expect=200)
        self.assertRegex(first['webhook_secret'], r'\Awhsec_[A-Za-z0-9+/]{32}\Z')
        self.assertNotIn('webhook_secret', self.house())
        again = self.client.call('update_house', body={'webhook_url': HOOK + '2'}, expect=200)
        self.assertNotIn('webhook_secret', again.body)
        rotated = self.client.call('rotate_webhook_secret', expect=200)
        self.assertNotEqual(rotated['webhook_secret'], first['webhook_secret'])
        self.assertNotIn('whsec_', self.client.call('get_house', expect=200).raw.decode())

    def test_only_owners_see_where_the_webhook_goes(self):
        self.client.call('update_house', body={'webhook_url': HOOK}, expect=200)
        self.assertEqual(self.house()['webhook_url'], HOOK)
        for role in ('staff', 'read-only'):
            seen = self.as_guest(self.make_key(role)).call('get_house', expect=200).body
            self.assertNotIn('webhook_url', seen)
            self.assertTrue(seen['has_webhook'])

    def test_no_webhook_has_no_secret(self):
        answer = self.client.call('rotate_webhook_secret', expect=409)
        self.assertEqual(answer.problem, 'no-webhook')
        first = self.client.call('update_house', body={'webhook_url': HOOK}, expect=200)
        self.client.call('update_house', body={'webhook_url': None}, expect=200)
        self.assertFalse(self.house()['has_webhook'])
        second = self.client.call('update_house', body={'webhook_url': HOOK}, expect=200)
        self.assertNotEqual(first['webhook_secret'], second['webhook_secret'])

    def test_bad_values_change_nothing(self):
        before = self.house()
        for field, value in (
                ('name', 'a\nb'), ('name', 'x' * 101), ('name', 5), ('reply_to', 'nobody'),
                ('reply_to', 'a@b.example\r\nBcc: c@d.example'), ('staff_email', 'a b@c.example'),
                ('staff_phone', '030 901820'), ('staff_phone', 'call me'), ('phone_region', 'de'),
                ('phone_region', 'Austria'), ('phone_region', 43), ('staff_phone', 49),
                ('address', 'x' * 301), ('locale', 'xx'), ('locale', 'EN'),
                ('consent_text', 'x' * 1001), ('channels', 'pigeon'), ('open_tracking', 'yes'),
                ('monthly_summary', 1), ('event_reminder', '8d'), ('event_reminder', '-1h'),
                ('rate', -1), ('rate', 10001), ('rate', '5'), ('rate', True),
                ('webhook_url', 'http://hooks.example/'), ('webhook_url', 'https://'),
                ('webhook_url', 'ftp://hooks.example/'), ('webhook_url', 'javascript:alert(1)'),
                ('webhook_url', 'https://user:word@hooks.example/'),
                ('webhook_url', 'http://localhost.evil.example/'), ('nothing', 1)):
            with self.subTest(field=field, value=value):
                answer = self.client.call('update_house', body={'name': 'Changed', field: value},
                                          expect=422)
                self.assertEqual(answer.bad_fields, [field])
        self.assertEqual(self.house(), before)


class PhoneRegion(ServerCase, PagesOf):
    """Numbers as people write them at home, in every way into a list."""

    def setUp(self):
        self.client.call('update_house', body={
            'time_zone': 'Europe/Berlin', 'phone_region': None, 'staff_phone': None}, expect=200)
        self.resource = self.world.make_resource()

    def joined(self, expect=201, **fields):
        return self.client.call('join', {'resource_id': self.resource['id']},
                                body={'name': 'Mia', **fields}, expect=expect)

    def test_the_business_decides_what_a_number_without_a_country_means(self):
        entry = self.joined(phone='0151 234-56789')
        self.assertEqual(entry['phone'], '+4915123456789')
        # The same person, however the number is written: nothing is joined twice.
        self.assertEqual(self.joined(200, phone='+49 151 23456789')['id'], entry['id'])
        self.assertEqual(self.joined(200, phone='0049 (0)151 23456789')['id'], entry['id'])
        self.client.call('update_house', body={'phone_region': 'AT'}, expect=200)
        self.assertEqual(self.joined(phone='0664 123456')['phone'], '+43664123456')
        house = self.client.call('get_house', expect=200)
        self.assertEqual((house['phone_region'], house['phone_region_guess']), ('AT', 'DE'))

    def test_the_region_of_the_call_wins(self):
        self.assertEqual(self.joined(phone='020 7946 0018', region='GB')['phone'], '+442079460018')
        entry = self.joined(phone='030 901820')
        for body, phone in (({'phone': '06 20 123 4567', 'region': 'HU'}, '+36201234567'),
                            ({'phone': '030 901821'}, '+4930901821')):
            changed = self.client.call('update_entry', {'entry_id': entry['id']}, body=body,
                                       expect=200)
            self.assertEqual(changed['phone'], phone)

    def test_what_cannot_be_understood_changes_nothing(self):
        for fields, field in (({'phone': '1234567'}, 'phone'),
                              ({'phone': '030 12345x'}, 'phone'),
                              ({'phone': '030 901820', 'region': 'Germany'}, 'region'),
                              ({'phone': '030 901820', 'region': 'ZZ'}, 'region'),
                              ({'phone': '030 901820', 'region': 'de'}, 'region')):
            with self.subTest(fields=fields):
                self.assertEqual(self.joined(422, **fields).bad_fields, [field])
        self.client.call('update_house', body={'time_zone': 'UTC'}, expect=200)
        nowhere = self.world.make_resource(time_zone='UTC')
        refused = self.client.call('join', {'resource_id': nowhere['id']},
                                   body={'phone': '0151 23456789'}, expect=422)
        self.assertEqual(refused.bad_fields, ['phone'])
        # A list knows where it is, too.
        paris = self.world.make_resource(time_zone='Europe/Paris')
        entry = self.client.call('join', {'resource_id': paris['id']},
                                 body={'phone': '06 12 34 56 78'}, expect=201)
        self.assertEqual(entry['phone'], '+33612345678')

    def test_a_guest_types_it_into_the_page(self):
        path = '/r/' + self.resource['id']
        self.press(path, expect=303, name='Jonas', email='j@guest.example', phone='0151 98765432')
        entries = self.client.items('list_entries', {'resource_id': self.resource['id']},
                                    q='0151 98765')
        self.assertEqual([entry['phone'] for entry in entries], ['+4915198765432'])
        self.press(path, expect=422, name='Jonas', email='k@guest.example', phone='98765432')

    def test_staff_find_and_tell_people_by_it(self):
        entry = self.joined(phone='0151 11122233')
        found = self.client.call('find_person', body={'person': '0151 / 111 222 33'}, expect=200)
        self.assertEqual([one['id'] for one in found['entries']], [entry['id']])
        house = self.client.call('update_house', body={'staff_phone': '030 901820'}, expect=200)
        self.assertEqual(house['staff_phone'], '+4930901820')


class Consent(ServerCase, PagesOf):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.client.call('update_house', body={'consent_text': CONSENT}, expect=200)
        cls.resource = cls.world.make_resource()

    def test_a_yes_is_kept_as_the_text_that_was_agreed_to(self):
        joined = self.world.join(self.resource, consent=True)
        self.assertEqual(joined['consent']['text'], CONSENT)
        self.assertEqual(joined['consent']['source'], 'api')
        self.assertLessEqual(joined['consent']['at'][:19], joined['joined_at'][:19])
        # What was agreed to stays, whatever the house asks for later.
        self.client.call('update_house', body={'consent_text': 'Other words.'}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'consent_text': CONSENT})
        self.assertEqual(self.world.entry(joined)['consent']['text'], CONSENT)

    def test_a_repeated_yes_is_the_first_one(self):
        body = new_person(consent=True)
        first, again = (self.client.call('join', {'resource_id': self.resource['id']}, body=body,
                                         key='agreed', credential=None, expect=201)
                        for _ in range(2))
        self.assertTrue(again.replayed)
        self.assertEqual(first.raw, again.raw)

    def test_a_text_of_the_caller_is_kept_as_it_is(self):
        joined = self.world.join(self.resource, consent='Said on the phone.',
                                 credential=self.client.credential)
        self.assertEqual(joined['consent']['text'], 'Said on the phone.')
        self.assertEqual(joined['consent']['source'], 'staff')
        guest = self.as_guest(joined['token']).call('get_entry', {'entry_id': joined['id']})
        self.assertEqual(guest['consent'], joined['consent'])

    def test_without_it_there_is_none(self):
        for given in ({}, {'consent': False}, {'consent': None}, {'consent': ''}):
            with self.subTest(given=given):
                self.assertIsNone(self.world.join(self.resource, **given)['consent'])

    def test_a_change_of_the_entry_keeps_it(self):
        joined = self.world.join(self.resource, consent=True)
        changed = self.client.call('update_entry', {'entry_id': joined['id']},
                                   body={'name': 'Someone Else'}, expect=200)
        self.assertEqual(changed['consent'], joined['consent'])

    def test_nonsense_is_refused(self):
        for given in (1, [], {}, 'x' * 1001, 'a\u0007b'):
            with self.subTest(given=given):
                answer = self.client.call('join', {'resource_id': self.resource['id']},
                                          body=new_person(consent=given), expect=422)
                self.assertEqual(answer.bad_fields, ['consent'])

    def test_a_yes_needs_words_of_the_house(self):
        self.client.call('update_house', body={'consent_text': None}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'consent_text': CONSENT})
        answer = self.client.call('join', {'resource_id': self.resource['id']},
                                  body=new_person(consent=True), expect=422)
        self.assertEqual(answer.bad_fields, ['consent'])

    def test_the_page_asks_for_it(self):
        path = '/r/' + self.resource['id']
        page = self.page(path)
        self.assertIn('name="consent"', page)
        self.assertIn('&quot;write&quot; to me &lt;about&gt;', page)
        for ticked, source in (({'consent': 'yes'}, 'page'), ({}, None)):
            person = new_person()
            answer = fetch(self.server.address, 'POST', path,
                           {'name': person['name'], 'email': person['email'], 'party_size': 1,
                            **ticked})
            self.assertEqual(answer.status, 303)
            token = re.search('gt_.*', answer.headers['Location']).group()
            entry = next(one for one in self.client.items('list_entries',
                                                          {'resource_id': self.resource['id']})
                         if one['email'] == person['email'])
            self.assertEqual((entry['consent'] or {}).get('source'), source)
            self.assertIn('gt_', token)


if __name__ == '__main__':
    unittest.main()
