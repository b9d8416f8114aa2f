"""Friends who count once, addresses that nobody confirms, and people who are erased."""
import re
import unittest

from harness.case import ServerCase
from harness.older_schema import opened_as_of
from harness.pages import PagesOf
from harness.waiting import wait_for
from harness.world import later, new_person

CHECK = {'status': 'check_your_messages'}


class PeopleCase(ServerCase, PagesOf):
    flags = ('--join-rate', '0', '--manual-clock')
    hours_passed = 0  # on the server's clock, which never goes back

    def setUp(self):
        self.pass_hours(0)

    def pass_hours(self, hours):
        """Returns when all that was due until then is done."""
        PeopleCase.hours_passed += hours
        answer = self.client.quick('POST', '/test/clock',
                                   body={'to': later(hours=PeopleCase.hours_passed)})
        self.assertEqual(answer.status, 200, answer)

    def type_in(self, resource, expect=201, **body):
        return self.as_public().call('join', {'resource_id': resource['id']}, body=body,
                                     expect=expect)

    def messages(self, resource, kind):
        return [message for message in
                self.client.items('list_messages', {'resource_id': resource['id']})
                if message['kind'] == kind]

    def only_entry(self, resource):
        [entry] = self.client.items('list_entries', {'resource_id': resource['id']})
        return entry

    def events_of(self, entry):
        return [event for event in
                self.client.items('list_audit', {'resource_id': entry['resource_id']})
                if event['entry_id'] == entry['id']]


class Friends(PeopleCase):
    def setUp(self):
        super().setUp()
        self.resource = self.world.make_resource('access', capacity=100)
        self.ada = self.type_in(self.resource, email='Ada.Lovelace@gmail.com').body

    def bring(self, email, code=None, **fields):
        return self.type_in(self.resource, email=email,
                            referral_code=code or self.ada['referral_code'], **fields).body

    def points(self, entry):
        return self.world.entry(entry)['points']

    def find_fraud(self, entry, expect=200):
        return self.client.call('remove_entry', {'entry_id': entry['id']},
                                body={'cause': 'fraud'}, expect=expect)

    def test_one_friend_in_many_spellings_counts_once(self):
        ben = self.bring('jörg.weiß@mail.example.org')
        self.assertEqual(self.points(self.ada), 5)
        for spelling in ('JÖRG.WEISS+1@mail.example.org', 'jörg.weiß+x@MAIL.example.org'):
            self.assertEqual(self.bring(spelling)['state'], 'waiting')
        self.as_guest(ben['token']).call('leave', {'entry_id': ben['id']}, expect=200)
        self.bring('jörg.weiß@mail.example.org')
        self.assertEqual(self.points(self.ada), 5)
        self.assertEqual(self.world.entry(self.ada)['referrals'], {'pending': 0, 'credited': 1})
        self.bring('b.e.n@gmail.com')
        self.bring('ben+beta@googlemail.com')
        self.assertEqual(self.points(self.ada), 10)

    def test_nobody_refers_themselves_or_who_brought_them(self):
        self.bring('adalovelace+friend@googlemail.com')
        self.assertEqual(self.points(self.ada), 0)
        ben = self.bring('ben.circle@mail.example.org')
        cleo = self.bring('cleo.circle@mail.example.org', ben['referral_code'])
        self.as_guest(self.ada['token']).call('leave', {'entry_id': self.ada['id']}, expect=200)
        self.bring('a.d.a.lovelace@gmail.com', cleo['referral_code'])
        self.assertEqual((self.points(ben), self.points(cleo)), (5, 0))

    def test_a_number_is_a_friend_too(self):
        first = self.bring('first@mail.example.org', phone='+49 30 5550101')
        self.as_guest(first['token']).call('leave', {'entry_id': first['id']}, expect=200)
        self.bring('second@mail.example.org', phone='0049 (0)30 555-0101')
        self.assertEqual(self.points(self.ada), 5)

    def test_fraud_is_found_after_the_friend_has_left_and_a_restart(self):
        ben = self.bring('made.up@mail.example.org')
        self.as_guest(ben['token']).call('leave', {'entry_id': ben['id']}, expect=200)
        self.server.restart()
        self.connect()
        self.assertEqual(self.find_fraud(ben)['state'], 'left')
        self.assertEqual(self.points(self.ada), 0)
        self.assertEqual(self.events_of(ben)[-1]['type'], 'entry_barred')
        before = self.world.last_seq(self.resource)
        self.find_fraud(ben)
        self.assertEqual(self.world.last_seq(self.resource), before, 'once is enough')
        self.server.restart()
        self.connect()
        bea = self.type_in(self.resource, **new_person()).body
        self.bring('MADE.UP+again@mail.example.org', bea['referral_code'])
        self.assertEqual(self.points(bea), 0)
        self.client.call('remove_entry', {'entry_id': ben['id']}, body={}, expect=410)

    def test_where_addresses_are_confirmed_only_confirmed_ones_count(self):
        resource = self.world.make_resource('access', capacity=9, rules={'verify_email': True})
        ada = self.world.join(resource, credential=self.client.credential)
        self.as_guest(self.world.verification_token(ada)).call(
            'verify_entry', {'entry_id': ada['id']}, expect=200)
        code = self.world.entry(ada)['referral_code']
        for spelling in ('dan@mail.example.org', 'dan+1@mail.example.org'):
            self.type_in(resource, 202, email=spelling, referral_code=code)
        self.assertEqual(self.points(ada), 0)
        for entry in self.client.items('list_entries', {'resource_id': resource['id']}):
            if entry['state'] == 'unverified':
                self.as_guest(self.world.verification_token(entry)).call(
                    'verify_entry', {'entry_id': entry['id']}, expect=200)
        self.assertEqual(self.points(ada), 5)

    def test_an_erased_friend_joins_again_and_counts_no_second_time(self):
        ben = self.bring('forget.me@mail.example.org')
        self.client.call('erase_entry', {'entry_id': ben['id']}, expect=200)
        self.server.restart()
        self.connect()
        self.assertEqual(self.bring('forget.me@mail.example.org')['state'], 'waiting')
        self.assertEqual(self.points(self.ada), 5)
        answer = self.client.call('verify_audit', {'resource_id': self.resource['id']}, expect=200)
        self.assertTrue(answer['ok'])


class Proof(PeopleCase):
    def list(self, **rules):
        return self.world.make_resource('slots', rules={'verify_email': True, **rules})

    def test_an_address_that_nobody_confirms_is_forgotten_after_a_day(self):
        resource, person = self.list(), new_person()
        self.assertEqual(resource['rules']['prove_within'], '1d')
        self.assertEqual(self.type_in(resource, 202, **person).body, CHECK)
        entry = self.only_entry(resource)
        token = self.world.verification_token(entry)
        self.pass_hours(23)
        self.assertEqual(self.world.entry(entry)['state'], 'unverified')
        self.pass_hours(2)
        self.assertEqual(self.world.entry(entry)['state'], 'expired')
        self.assertEqual(self.events_of(entry)[-1]['reason'], 'proof_timeout')
        self.as_guest(token).call('verify_entry', {'entry_id': entry['id']}, expect=410)
        self.assertEqual(self.type_in(resource, 202, **person).body, CHECK)

    def test_whoever_confirms_too_late_reads_that_and_can_join_again(self):
        resource = self.list()
        self.type_in(resource, 202, **new_person())
        entry = self.only_entry(resource)
        path = '/e/' + self.world.verification_token(entry)
        self.assertIn('Confirm', self.page(path))
        self.pass_hours(25)
        for language, words in (('en', 'time to confirm has run out'),
                                ('de', 'Zeit zum Bestätigen ist abgelaufen'),
                                ('fr', 'délai de confirmation est écoulé'),
                                ('es', 'plazo para confirmar ha terminado')):
            page = self.page(f'{path}?lang={language}', expect=410)
            self.assertIn(words, page)
            self.assertIn(f'/r/{resource["id"]}', page)
        before = self.world.last_seq(resource)
        self.assertIn('time to confirm has run out',
                      self.press(path, action='verify', expect=410))
        self.assertEqual(self.world.last_seq(resource), before)
        self.pass_hours(31 * 24)
        self.assertIn('link has ended', self.page(path, expect=410))

    def test_who_left_before_confirming_is_not_told_about_time(self):
        resource = self.list()
        joined = self.world.join(resource, credential=self.client.credential)
        path = '/e/' + self.world.verification_token(joined)
        self.client.call('leave', {'entry_id': joined['id']}, expect=200)
        self.assertNotIn('run out', self.page(path, expect=404))

    def test_unconfirmed_addresses_fill_no_list(self):
        resource = self.list(max_waiting=1)
        for _ in range(3):
            self.type_in(resource, 202, **new_person())
        first, second, _ = self.client.items('list_entries', {'resource_id': resource['id']})
        self.as_guest(self.world.verification_token(first)).call(
            'verify_entry', {'entry_id': first['id']}, expect=200)
        full = self.as_guest(self.world.verification_token(second)).call(
            'verify_entry', {'entry_id': second['id']}, expect=410)
        self.assertEqual(full.problem, 'list-full')
        self.assertEqual(self.world.entry(second)['state'], 'unverified')

    def test_joining_again_sends_the_confirmation_again(self):
        resource, person = self.list(), new_person()
        self.type_in(resource, 202, **person)
        self.type_in(resource, 202, **person)
        entry = self.only_entry(resource)
        self.assertEqual(len(self.messages(resource, 'verify')), 2)
        self.assertFalse(self.messages(resource, 'status_link'))
        self.type_in(resource, 202, **person)
        self.assertEqual(len(self.messages(resource, 'verify')), 2, 'not at once again')
        self.pass_hours(1)
        self.type_in(resource, 202, **person)
        self.assertEqual(len(self.messages(resource, 'verify')), 3)
        self.assertEqual(self.world.entry(entry)['state'], 'unverified')

    def test_the_confirmation_is_sent_again_from_the_pages(self):
        resource, person = self.list(), new_person()
        form = {'name': person['name'], 'email': person['email'], 'party_size': '1'}
        page = self.press('/r/' + resource['id'], **form)
        self.assertIn('Check your messages', page)
        self.assertIn('Send it again', page)
        sent_again = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        self.assertEqual(sent_again['email'], person['email'])
        self.press('/r/' + resource['id'], **sent_again)
        self.assertEqual(len(self.messages(resource, 'verify')), 2)
        joined = self.world.join(resource, credential=self.client.credential)
        self.assertEqual(joined['state'], 'unverified')
        own = '/e/' + joined['token']
        self.assertIn('Send the message again', self.page(own))
        page = self.press(own, action='resend')
        self.assertIn('sent it again', page)
        mine = [one for one in self.messages(resource, 'verify') if one['entry_id'] == joined['id']]
        self.assertEqual(len(mine), 2)
        before = self.world.last_seq(resource)
        self.press(own, action='resend')
        self.assertEqual(self.world.last_seq(resource), before)

    def test_staff_and_guests_ask_for_it_over_the_api(self):
        resource = self.list()
        joined = self.world.join(resource, credential=self.client.credential)
        ids = {'entry_id': joined['id']}
        self.assertEqual(self.client.call('resend_link', ids, expect=202).body, CHECK)
        self.assertEqual(self.as_guest(joined['token']).call('resend_link', ids, expect=202).body,
                         CHECK)
        self.assertEqual(len(self.messages(resource, 'verify')), 2)
        self.as_public().call('resend_link', ids, expect=401)
        self.client.call('leave', ids, expect=200)
        self.client.call('resend_link', ids, expect=410)

    def test_a_number_is_enough_while_nothing_is_sent(self):
        for resource in (self.world.make_resource('slots'), self.list()):
            expect = 202 if resource['rules']['verify_email'] else 201
            self.type_in(resource, expect, name='Ann', phone='+4930123456')


class Reach(ServerCase, PagesOf):
    """A server that sends e-mails, but no texts."""
    flags = ('--join-rate', '0', '--mail-url', 'smtp://127.0.0.1:1', '--mail-from',
             'salon@example.com')

    def test_whoever_cannot_be_reached_is_told_so(self):
        plain = self.world.make_resource('slots')
        typed = {'name': 'Ann', 'phone': '+4930123456'}
        refused = self.as_public().call('join', {'resource_id': plain['id']}, body=typed,
                                        expect=422).body
        self.assertEqual(refused['errors'][0]['field'], 'email')
        self.assertIn('no texts are sent here', refused['errors'][0]['message'])
        page = self.page('/r/' + plain['id'])
        self.assertIn('For calls only', page)
        self.assertRegex(page, r'name="email"[^>]* required')
        self.world.join(plain, typed, credential=self.client.credential)
        page = self.press('/r/' + plain['id'], expect=422, **typed)
        self.assertIn('Please enter an e-mail address.', page)


class OtherAddresses(PeopleCase):
    def test_an_address_in_line_is_not_taken_by_another_entry(self):
        resource = self.world.make_resource('access', capacity=9)
        ada, ben = new_person(), self.world.join(resource)
        self.world.join(resource, ada)
        for caller in (self.as_guest(ben['token']), self.client):
            refused = caller.call('update_entry', {'entry_id': ben['id']},
                                  body={'email': ada['email'].upper()}, expect=409)
            self.assertEqual(refused.problem, 'address-in-line')
        self.assertEqual(self.world.entry(ben)['email'], ben['email'])

    def test_where_addresses_are_confirmed_only_the_reader_learns_of_it(self):
        resource = self.world.make_resource('access', capacity=9, rules={'verify_email': True})
        entries = []
        for _ in range(2):
            joined = self.world.join(resource, credential=self.client.credential)
            entries.append(self.as_guest(self.world.verification_token(joined)).call(
                'verify_entry', {'entry_id': joined['id']}, expect=200).body)
        ada, mallory = entries
        ids = {'entry_id': mallory['id']}
        guest = self.as_guest(mallory['token'])
        known = guest.call('update_entry', ids, body={'email': ada['email']}, expect=202).body
        unknown = guest.call('update_entry', ids, body={'email': new_person()['email']},
                             expect=202).body
        self.assertEqual(known, unknown, 'nothing tells whose address is in line')
        guest.call('update_entry', ids, body={'email': ada['email']}, expect=202)
        link = self.messages(resource, 'verify')[-1]['link'].rsplit('/', 1)[1]
        refused = self.as_guest(link).call('verify_entry', ids, expect=409)
        self.assertEqual(refused.problem, 'address-in-line')
        self.assertEqual(self.world.entry(mallory)['email'], mallory['email'])

    def test_one_mailbox_proves_one_entry(self):
        """After proving, another address must be proven itself; the first link is dead for it."""
        resource = self.world.make_resource('access', capacity=9, rules={'verify_email': True})
        ada = self.world.join(resource, credential=self.client.credential)
        code = ada['referral_code']
        mailbox = new_person()['email']
        self.type_in(resource, 202, email=mailbox, referral_code=code)
        [own] = [one for one in self.client.items('list_entries', {'resource_id': resource['id']})
                 if one['email'] == mailbox]
        first = self.world.verification_token(own)
        verified = self.as_guest(first).call('verify_entry', {'entry_id': own['id']}, expect=200)
        other = new_person()['email']
        self.as_guest(verified['token']).call('update_entry', {'entry_id': own['id']},
                                              body={'email': other}, expect=202)
        self.assertEqual(self.world.entry(own)['email'], mailbox, 'until it is proven')
        again = self.as_guest(first).call('verify_entry', {'entry_id': own['id']}, expect=200)
        self.assertEqual(again['email'], mailbox, 'the old link proves the old address')
        self.type_in(resource, 202, email=mailbox, referral_code=code)
        entries = list(self.client.items('list_entries', {'resource_id': resource['id']}))
        self.assertEqual(len(entries), 2, 'the mailbox is not free for another entry')


class ErasedEarlier(PeopleCase):
    """A store in which an earlier version erased people without taking them off the list."""

    def test_such_entries_end_at_the_first_start(self):
        resource = self.world.make_resource('seats', capacity=1)
        slots = self.world.make_resource('slots')
        holder = self.world.join(resource)
        gone, person = self.world.join(resource), new_person()
        there = self.world.join(resource, person)
        waits = self.world.join(slots)
        self.assertEqual(holder['state'], 'accepted')
        self.assertEqual(self.server.terminate(), 0)
        with opened_as_of(self.server, 17) as database:  # before the version that ends them
            made = [row[0] for row in database.execute('SELECT number FROM resources'
                                                       ' ORDER BY number DESC LIMIT 2')]
            for list_number, ticket in ((made[1], 1), (made[1], 2), (made[0], 1)):
                database.execute('DELETE FROM people WHERE resource = ? AND entry = ?',
                                 (list_number, ticket))
        self.server.start()
        self.connect()
        self.pass_hours(1)
        for entry in (holder, gone, waits):
            with self.subTest(entry=entry['id']):
                wait_for(lambda one=entry: self.world.entry(one)['state'] == 'removed')
                events = self.events_of(entry)
                self.assertEqual((events[-1]['reason'], events[-1]['actor']), ('erased', 'system'))
                self.assertNotIn('offer_made', [event['type'] for event in events])
        self.assertEqual(self.world.entry(there)['state'], 'offered')
        before = self.world.last_seq(resource)
        self.server.restart()
        self.connect()
        self.assertEqual(self.world.last_seq(resource), before, 'once')


if __name__ == '__main__':
    unittest.main()
