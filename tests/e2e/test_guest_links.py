"""Guests' links: they end when they are replaced, when staff end them, and a while after the entry;
where addresses are verified, a new one counts once it is proven."""
import re
import unittest

from harness.life import instant
from harness.pages import fetch
from harness.world import later, new_person
from test_unsubscribe import LinkCase


class LinksOf(LinkCase):
    def get(self, entry, token, expect=200):
        return self.as_guest(token).call('get_entry', {'entry_id': entry['id']}, expect=expect)

    def change(self, entry, token, expect=200, **fields):
        return self.as_guest(token).call('update_entry', {'entry_id': entry['id']}, body=fields,
                                         expect=expect)

    def revoke(self, entry):
        return self.client.call('revoke_links', {'entry_id': entry['id']}, expect=200).body

    def assert_dead(self, entry, token):
        ids = {'entry_id': entry['id']}
        guest = self.as_guest(token)
        for operation in ('get_entry', 'leave', 'explain_entry', 'read_inbox'):
            guest.call(operation, ids, expect=401)
        guest.call('update_entry', ids, body={'name': 'Mallory'}, expect=401)
        self.page('/e/' + token, expect=404)
        self.press('/e/' + token, expect=404, action='leave')
        self.assertIn(self.world.entry(entry)['state'], ('waiting', 'offered', 'accepted'))
        self.assertNotEqual(self.world.entry(entry)['name'], 'Mallory')


class Links(LinksOf):
    def test_a_new_address_ends_the_links_in_the_old_mailbox(self):
        entry = self.world.join(self.world.make_resource('slots'))
        short = self.sent(entry, 'short')
        answer = self.change(entry, entry['token'], email=new_person()['email'])
        self.assert_dead(entry, entry['token'])
        self.get(entry, answer['token'])
        self.page(answer['status_url'].removeprefix('http://standby.test'))
        link = fetch(self.server.address, 'GET', '/s/' + short).headers['Location']
        self.page(link.removeprefix('http://standby.test'), expect=404)

    def test_the_new_address_is_sent_the_new_link(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource)
        answer = self.change(entry, entry['token'], email=new_person()['email'])
        links = [message['link'] for message in
                 self.client.items('list_messages', {'resource_id': resource['id']})
                 if message['kind'] == 'status_link']
        self.assertEqual(links, [answer['status_url']])

    def test_what_replaces_no_address_ends_no_links(self):
        entry = self.world.join(self.world.make_resource('slots'))
        for fields in ({'name': 'Ann'}, {'phone': '+4930123456'}, {'party_size': 2}):
            self.assertNotIn('token', self.change(entry, entry['token'], **fields).body)
        self.get(entry, entry['token'])

    def test_the_page_goes_on_under_the_new_link(self):
        person = new_person()
        entry = self.world.join(self.world.make_resource('slots'), person)
        path = '/e/' + entry['token']
        answer = fetch(self.server.address, 'POST', path,
                       {'action': 'change', 'name': person['name'],
                        'email': new_person()['email']})
        self.assertEqual(answer.status, 303, answer)
        self.page(path, expect=404)
        self.assertIn('value="leave"', self.page(answer.headers['Location']))

    def test_staff_end_the_links_of_a_guest(self):
        entry = self.world.join(self.world.make_resource('slots'))
        self.as_guest(entry['token']).call('revoke_links', {'entry_id': entry['id']}, expect=403)
        fresh = self.revoke(entry)
        self.assert_dead(entry, entry['token'])
        self.get(entry, fresh['token'])
        again = self.revoke(entry)
        self.assert_dead(entry, fresh['token'])
        self.get(entry, again['token'])

    def test_staff_end_the_links_of_whoever_has_left(self):
        resource = self.world.make_resource('slots')
        entry, other = self.world.join(resource), self.world.join(resource)
        for one in (entry, other):
            self.client.call('leave', {'entry_id': one['id']}, expect=200)
            self.page('/e/' + one['token'])
        self.as_guest(entry['token']).call('revoke_links', {'entry_id': entry['id']}, expect=403)
        before = self.world.last_seq(resource)
        answer = self.revoke(entry)
        self.assertEqual((answer['id'], answer['state']), (entry['id'], 'left'))
        self.assertNotIn('token', answer)
        self.revoke(entry)
        self.assertEqual(self.world.last_seq(resource), before)
        for _ in range(2):
            self.page('/e/' + entry['token'], expect=404)
            self.as_guest(entry['token']).call('get_entry', {'entry_id': entry['id']}, expect=401)
            self.page('/e/' + other['token'])
            verdict = self.client.call('verify_audit', {'resource_id': resource['id']}, expect=200)
            self.assertEqual(verdict['findings'], [])
            self.server.restart()
            self.connect()
        deeds = [one for one in self.client.items('list_staff_audit')
                 if one['act'] == 'links_ended']
        self.assertEqual([one['subject'] for one in deeds], [entry['id']] * 2)

    def test_ended_links_stay_so_after_a_restart(self):
        entry = self.world.join(self.world.make_resource('slots'))
        fresh = self.revoke(entry)
        self.server.restart()
        self.connect()
        self.assert_dead(entry, entry['token'])
        self.get(entry, fresh['token'])

    def test_an_offer_is_not_claimed_by_a_link_that_was_ended(self):
        _, entry, token = self.world.offered_slot()
        offer = {'offer_id': entry['offer']['id']}
        claim = entry['offer']['claim_url'].rsplit('/', 1)[1]
        self.revoke(entry)
        for credential in (token, claim):
            guest = self.as_guest(credential)
            for operation in ('get_offer', 'accept_offer', 'decline_offer'):
                guest.call(operation, offer, expect=401)
        self.press('/o/' + claim, expect=404, action='claim')
        self.assertEqual(self.world.entry(entry)['state'], 'offered')
        fresh = self.world.entry(entry)['offer']['claim_url'].rsplit('/', 1)[1]
        self.as_guest(fresh).call('accept_offer', offer, expect=200)
        self.as_guest(claim).call('get_offer', offer, expect=401)
        self.page('/o/' + claim, expect=404)

    def test_an_offer_that_is_over_is_not_shown_by_an_ended_link(self):
        _, entry, token = self.world.offered_slot()
        offer = {'offer_id': entry['offer']['id']}
        claim = entry['offer']['claim_url'].rsplit('/', 1)[1]
        self.as_guest(token).call('decline_offer', offer, expect=200)
        self.as_guest(claim).call('get_offer', offer, expect=200)
        self.revoke(entry)
        self.as_guest(claim).call('get_offer', offer, expect=401)
        self.as_guest(token).call('get_offer', offer, expect=401)
        self.page('/o/' + claim, expect=404)

    def booked_and_revoked(self):
        """An entry with a booking, and the links that it had before they were ended."""
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, wants={'service': 'HIV test'})
        self.world.free_slot(resource, service='HIV test', staff='Dr Roth')
        old = self.world.entry(entry)['offer']
        self.revoke(entry)
        fresh = self.world.entry(entry)['offer']['claim_url'].rsplit('/', 1)[1]
        offer = {'offer_id': old['id']}
        self.as_guest(fresh).call('accept_offer', offer, expect=200, key='claim-once')
        return entry, offer, old['claim_url'].rsplit('/', 1)[1], fresh

    def test_a_link_that_was_ended_opens_nothing_once_the_entry_has_ended(self):
        entry, offer, claim, _ = self.booked_and_revoked()
        self.client.call('leave', {'entry_id': entry['id']}, expect=200)
        for credential in (claim, entry['token']):
            guest = self.as_guest(credential)
            guest.call('get_offer', offer, expect=401)
            for operation in ('accept_offer', 'decline_offer'):
                guest.call(operation, offer, expect=401)
            guest.call('accept_offer', offer, key='claim-once', expect=401)
        self.page('/o/' + claim, expect=404)
        self.press('/o/' + claim, expect=404, action='claim')
        ids, guest = {'entry_id': entry['id']}, self.as_guest(entry['token'])
        for operation in ('get_entry', 'leave', 'explain_entry', 'read_inbox'):
            guest.call(operation, ids, expect=401)
        guest.call('update_entry', ids, body={'name': 'Mallory'}, expect=401)
        with guest.stream('stream_entry', ids) as stream:
            self.assertEqual(stream.status, 401)

    def test_offers_of_what_has_ended_tell_what_became_of_them_and_no_more(self):
        entry, offer, _, claim = self.booked_and_revoked()
        whole = self.as_guest(claim).call('get_offer', offer, expect=200)
        self.assertEqual(whole['opening']['staff'], 'Dr Roth')
        self.assertIn('Dr Roth', self.page('/o/' + claim))
        self.client.call('leave', {'entry_id': entry['id']}, expect=200)
        for operation in ('get_offer', 'accept_offer'):
            seen = self.as_guest(claim).call(operation, offer, expect=(200, 409))
            self.assertNotIn(b'HIV', seen.raw)
            self.assertNotIn(b'Dr Roth', seen.raw)
        seen = self.as_guest(claim).call('get_offer', offer, expect=200)
        self.assertEqual((seen['state'], seen['opening'], seen['claim_url']),
                         ('accepted', None, None))
        page = self.page('/o/' + claim)
        self.assertIn('Your booking is cancelled', page)
        for secret in ('HIV', 'Dr Roth', "You're booked"):
            self.assertNotIn(secret, page)
        self.assertEqual(self.client.call('get_offer', offer, expect=200)['opening']['staff'],
                         'Dr Roth')

    def test_the_code_of_a_group_ends_with_the_links(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource)
        fresh = self.revoke(entry)
        ids = {'resource_id': resource['id']}
        self.as_guest(None).call('join', ids, body=new_person(group=entry['group_code']),
                                 expect=422)
        self.as_guest(None).call('join', ids, body=new_person(group=fresh['group_code']),
                                 expect=201)

    def test_a_booking_is_not_moved_by_a_link_that_was_ended(self):
        person = new_person()
        resource = self.world.make_resource('slots')
        held = self.world.join(resource, person)
        self.world.free_slot(resource, starts_at=later(days=3))
        self.as_guest(held['token']).call(
            'accept_offer', {'offer_id': self.world.entry(held)['offer']['id']}, expect=200)
        self.revoke(held)
        wish = {'email': person['email'], 'wants': {'move_up': True}}
        self.as_guest(held['token']).call('join', {'resource_id': resource['id']}, body=wish,
                                          expect=401)

    def test_a_stream_ends_with_its_link(self):
        entry = self.world.join(self.world.make_resource('slots'))
        ids, guest = {'entry_id': entry['id']}, self.as_guest(entry['token'])
        with guest.stream('stream_entry', ids) as stream:
            self.assertEqual(stream.next().name, 'snapshot')
            self.revoke(entry)
            self.assertIsNone(stream.next())
        with guest.stream('stream_entry', ids) as stream:
            self.assertEqual(stream.status, 401)


class TakingOver(LinksOf):
    """Where nobody verifies, somebody may wait under an address that is not theirs."""

    def test_whoever_reads_the_address_takes_the_entry_over(self):
        person = new_person()
        resource = self.world.make_resource('slots')
        mallory = self.world.join(resource, person)
        again = self.as_guest(None).call('join', {'resource_id': resource['id']}, body=person,
                                         expect=200)
        self.assertEqual(again.body, {'already_joined': True})
        link = self.sent(mallory, 'verify')  # what the mail to the address on file has
        page = self.page('/e/' + link)
        self.assertNotIn(person['name'], page)
        self.get(mallory, mallory['token'])
        inbox = self.as_guest(mallory['token']).call('read_inbox', {'entry_id': mallory['id']},
                                                     expect=200)
        self.assertIn('status_link', [item['kind'] for item in inbox['items']])
        for token in re.findall(r'gt_[\w-]+', inbox.raw.decode()):
            self.as_guest(token).call('verify_entry', {'entry_id': mallory['id']}, expect=403)
        answer = fetch(self.server.address, 'POST', '/e/' + link, {'action': 'verify'})
        self.assertEqual(answer.status, 303, answer)
        self.assertIn('value="leave"', self.page(answer.headers['Location']))
        self.assert_dead(mallory, mallory['token'])
        self.page('/e/' + link)


class EndedOf(LinksOf):
    flags = ('--join-rate', '0', '--manual-clock', instant())

    def pass_days(self, days):
        now = self.client.quick('POST', '/test/clock', body={'to': instant(days=days)})
        self.assertEqual(now.status, 200, now)


class Ended(EndedOf):
    def test_links_to_what_has_ended_show_less_and_then_nothing(self):
        person = new_person(phone='+4930123458')
        entry = self.world.join(self.world.make_resource('slots'), person,
                                wants={'service': 'HIV test'})
        self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        for seen in (self.get(entry, entry['token']).body,
                     self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']},
                                                        expect=200).body):
            self.assertEqual(seen['state'], 'left')
            for field in ('name', 'email', 'phone', 'consent'):
                self.assertIsNone(seen[field], field)
            self.assertIsNone(seen['wants']['service'])
        inbox = self.as_guest(entry['token']).call('read_inbox', {'entry_id': entry['id']},
                                                   expect=200)
        self.assertEqual(inbox['items'], [])
        page = self.page('/e/' + entry['token'])
        for secret in (person['name'], person['email'], 'HIV'):
            self.assertNotIn(secret, page)
        self.assertEqual(self.world.entry(entry)['email'], person['email'])
        self.pass_days(29)
        self.get(entry, entry['token'])
        self.pass_days(31)
        self.assertIn('30 days', self.get(entry, entry['token'], expect=410)['detail'])
        self.assertIn('This link has ended', self.page('/e/' + entry['token'], expect=410))
        self.assertEqual(self.world.entry(entry)['state'], 'left')


class EndedOffers(EndedOf):
    def test_links_to_offers_end_with_those_to_the_entry(self):
        resource = self.world.make_resource('slots', rules={'after_decline': 'keep'})
        entry = self.world.join(resource, new_person())
        self.world.free_slot(resource, starts_at=instant(days=100))
        offer = self.world.entry(entry)['offer']
        ids, claim = {'offer_id': offer['id']}, offer['claim_url'].rsplit('/', 1)[1]
        guest = self.as_guest(claim)
        guest.call('decline_offer', ids, expect=200)
        self.pass_days(40)
        self.assertEqual(guest.call('get_offer', ids, expect=200)['state'], 'declined')
        self.client.call('leave', {'entry_id': entry['id']}, expect=200)
        self.pass_days(69)
        guest.call('get_offer', ids, expect=200)
        self.pass_days(71)
        self.assertIn('30 days', guest.call('get_offer', ids, expect=410)['detail'])
        self.assertIn('This link has ended', self.page('/o/' + claim, expect=410))


class Proof(LinksOf):
    """Where addresses are verified."""

    def setUp(self):
        self.resource = self.world.make_resource('slots', rules={'verify_email': True})

    def entries(self):
        return list(self.client.items('list_entries', {'resource_id': self.resource['id']}))

    def type_in(self, **person):
        known = {entry['id'] for entry in self.entries()}
        self.as_guest(None).call('join', {'resource_id': self.resource['id']}, body=person,
                                 expect=202)
        return [entry for entry in self.entries() if entry['id'] not in known]

    def verify(self, entry, token=None, expect=200):
        token = token or self.sent(entry, 'verify')
        return self.as_guest(token).call('verify_entry', {'entry_id': entry['id']}, expect=expect)

    def by_staff(self, **person):
        return self.world.join(self.resource, {'name': 'Vera', **person},
                               credential=self.client.credential)

    def waiting(self, **person):
        [entry] = self.type_in(**{**new_person(), **person})
        return self.verify(entry).body

    def test_proof_ends_what_was_given_out_before(self):
        entry = self.world.join(self.resource, credential=self.client.credential)
        link = self.sent(entry, 'verify')
        proven = self.verify(entry, link)
        self.assert_dead(entry, entry['token'])
        self.get(entry, proven['token'])
        # The link in the mailbox is still that of whoever reads it.
        again = self.verify(entry, link)
        self.assertEqual(again['token'], proven['token'])
        self.get(entry, link)
        self.revoke(entry)
        self.verify(entry, link, expect=401)
        self.assert_dead(entry, link)

    def test_a_new_address_counts_once_it_is_proven(self):
        entry, wanted = self.waiting(), new_person()['email']
        answer = self.change(entry, entry['token'], expect=202, email=wanted)
        self.assertEqual((answer['email'], answer['state']), (entry['email'], 'waiting'))
        self.get(entry, entry['token'])
        proven = self.verify(entry)
        self.assertEqual((proven['email'], proven['state']), (wanted, 'waiting'))
        self.assert_dead(entry, entry['token'])
        self.get(entry, proven['token'])
        self.assertEqual(self.world.entry(entry)['position'], entry['position'])

    def test_until_then_the_link_in_the_new_mailbox_shows_nothing(self):
        entry = self.waiting(name='Vera Secret')
        self.change(entry, entry['token'], expect=202, email=new_person()['email'])
        link = self.sent(entry, 'verify')
        self.assert_dead_but_for_proof(entry, link)
        page = self.page('/e/' + link)
        self.assertIn('value="verify"', page)
        for secret in ('Vera', entry['email']):
            self.assertNotIn(secret, page)
        answer = fetch(self.server.address, 'POST', '/e/' + link, {'action': 'verify'})
        self.assertEqual(answer.status, 303, answer)
        self.assertIn('Vera Secret', self.page(answer.headers['Location']))

    def assert_dead_but_for_proof(self, entry, token):
        guest, ids = self.as_guest(token), {'entry_id': entry['id']}
        for operation in ('get_entry', 'leave', 'explain_entry', 'read_inbox'):
            guest.call(operation, ids, expect=401)
        guest.call('update_entry', ids, body={'name': 'Mallory'}, expect=401)
        self.press('/e/' + token, action='leave')
        self.assertEqual(self.world.entry(entry)['state'], 'waiting')

    def test_a_stranger_gets_nobody_elses_address_by_typing_it(self):
        mallory, victim = self.waiting(), new_person()
        self.change(mallory, mallory['token'], expect=202, email=victim['email'])
        self.assertEqual(self.world.entry(mallory)['email'], mallory['email'])
        own = self.waiting(**victim)
        self.assertEqual((own['state'], own['email']), ('waiting', victim['email']))

    def test_a_link_that_asked_for_another_address_proves_nothing(self):
        entry, first, second = self.waiting(), new_person()['email'], new_person()['email']
        self.change(entry, entry['token'], expect=202, email=first)
        link = self.sent(entry, 'verify')
        self.change(entry, entry['token'], expect=202, email=second)
        self.verify(entry, link, expect=401)
        self.assertEqual(self.verify(entry)['email'], second)

    def test_going_back_to_the_proven_address_asks_for_nothing(self):
        entry = self.waiting()
        self.change(entry, entry['token'], expect=202, email=new_person()['email'])
        link = self.sent(entry, 'verify')
        self.change(entry, entry['token'], expect=200, email=entry['email'])
        self.verify(entry, link, expect=401)

    def test_the_proven_address_stays(self):
        entry = self.waiting(phone='+4930123460')
        self.change(entry, entry['token'], expect=422, email=None)
        by_phone = self.verify(self.by_staff(phone='+4930123461')).body
        self.change(by_phone, by_phone['token'], expect=422, phone='+4930123462')

    def test_staff_vouch_for_an_address(self):
        entry, email = self.waiting(), new_person()['email']
        self.client.call('update_entry', {'entry_id': entry['id']}, body={'email': email},
                         expect=200)
        self.assertEqual(self.world.entry(entry)['email'], email)
        self.assert_dead(entry, entry['token'])

    def test_a_number_typed_beside_the_address_stands_in_nobodys_way(self):
        number = '+4930123463'
        self.waiting(phone=number)
        own = self.by_staff(phone=number)
        self.assertEqual(self.verify(own)['state'], 'waiting')


if __name__ == '__main__':
    unittest.main()
