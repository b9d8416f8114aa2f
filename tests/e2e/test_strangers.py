"""What a stranger gets who types other people's addresses: nothing."""
import re
import secrets
import unittest

from harness.case import ServerCase
from harness.pages import fetch
from harness.twilio import SmsCase, new_number
from harness.world import later, new_person

ALREADY = {'already_joined': True}
CHECK = {'status': 'check_your_messages'}


class Strangers(ServerCase):
    def type_in(self, resource, expect, key=None, **body):
        return self.as_public().call('join', {'resource_id': resource['id']}, body=body, key=key,
                                     expect=expect)

    def booking(self, person):
        resource = self.world.make_resource('slots')
        held = self.world.join(resource, person)
        self.world.free_slot(resource, starts_at=later(days=3))
        self.as_guest(held['token']).call(
            'accept_offer', {'offer_id': self.world.entry(held)['offer']['id']}, expect=200)
        return resource, held

    def test_a_booking_is_not_cancelled_by_someone_who_types_its_address(self):
        person = new_person()
        resource, held = self.booking(person)
        answer = self.type_in(resource, 200, email=person['email'], wants={'move_up': True})
        self.assertEqual(answer.body, ALREADY)
        self.world.free_slot(resource, starts_at=later(days=1))
        self.assertEqual(self.world.entry(held)['state'], 'accepted')
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], 0)

    def test_the_guest_of_a_booking_moves_up_with_its_token(self):
        person = new_person()
        resource, held = self.booking(person)
        ids = {'resource_id': resource['id']}
        wish = {'email': person['email'], 'wants': {'move_up': True}}
        earlier = self.as_guest(held['token']).call('join', ids, body=wish, expect=201).body
        opening = self.world.free_slot(resource, starts_at=later(days=1))
        self.as_guest(earlier['token']).call('accept_offer', {'offer_id': opening['offer']['id']},
                                             expect=200)
        self.assertEqual(self.world.entry(held)['state'], 'cancelled')

    def test_joining_again_tells_nothing_about_the_entry(self):
        person = new_person(phone='+4930123457')
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, person, wants={'service': 'HIV test', 'staff': 'Dr Roth'})
        by_phone = self.type_in(resource, 200, **{**new_person(), 'phone': person['phone']})
        self.assertEqual(by_phone.body, ALREADY)
        self.world.free_slot(resource, service='HIV test', staff='Dr Roth')
        self.assertEqual(self.world.entry(entry)['state'], 'offered')
        self.assertEqual(self.type_in(resource, 200, email=person['email']).body, ALREADY)

    def test_joining_again_with_the_token_or_by_staff_shows_the_entry(self):
        person = new_person()
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, person)
        ids = {'resource_id': resource['id']}
        for credential in (entry['token'], self.client.credential):
            again = self.client.call('join', ids, body=person, credential=credential, expect=200)
            self.assertEqual(again['id'], entry['id'])
            self.assertNotIn('token', again.body)

    def test_the_link_goes_to_the_address_on_file(self):
        person = new_person()
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource, person)
        self.type_in(resource, 200, email=person['email'], name='Mallory')
        kinds = [(message['kind'], message['entry_id']) for message in
                 self.client.items('list_messages', {'resource_id': resource['id']})]
        self.assertIn(('status_link', entry['id']), kinds)

    def test_where_addresses_are_verified_first_and_repeated_joins_look_alike(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True})
        person = new_person()
        first = self.type_in(resource, 202, **person)
        again = self.type_in(resource, 202, **person)
        [entry] = self.client.items('list_entries', {'resource_id': resource['id']})
        token = self.world.verification_token(entry)
        verified = self.as_guest(token).call('verify_entry', {'entry_id': entry['id']}, expect=200)
        known = self.type_in(resource, 202, **person)
        self.assertEqual([first.body, again.body, known.body], [CHECK] * 3)
        self.assertEqual((verified['state'], verified['email']), ('waiting', person['email']))
        self.as_guest(verified['token']).call('get_entry', {'entry_id': entry['id']}, expect=200)

    def test_a_full_list_does_not_tell_who_is_on_it(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True, 'max_waiting': 1})
        person = new_person()
        self.type_in(resource, 202, **person)
        [entry] = self.client.items('list_entries', {'resource_id': resource['id']})
        self.as_guest(self.world.verification_token(entry)).call(
            'verify_entry', {'entry_id': entry['id']}, expect=200)
        known = self.type_in(resource, 410, **person)
        unknown = self.type_in(resource, 410, **new_person())
        self.assertEqual(known.raw, unknown.raw)

    def test_an_unverified_entry_does_not_shadow_the_reader_of_the_address(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True})
        person = new_person()
        self.type_in(resource, 202, **person, wants={'service': 'Perm'})
        self.type_in(resource, 202, **person, wants={'service': 'Cut'})
        typed, own = sorted(self.client.items('list_entries', {'resource_id': resource['id']}),
                            key=lambda entry: entry['position'])
        self.as_guest(self.world.verification_token(own)).call(
            'verify_entry', {'entry_id': own['id']}, expect=200)
        self.assertEqual(self.world.entry(own)['wants']['service'], 'Cut')
        self.assertEqual(self.world.entry(typed)['state'], 'left')

    def test_a_confirmation_proves_no_address_but_the_one_it_was_sent_to(self):
        resource = self.world.make_resource('slots', rules={'verify_email': True})
        victim = self.world.join(resource, new_person(), credential=self.client.credential)
        token = self.world.verification_token(victim)
        self.as_guest(token).call('verify_entry', {'entry_id': victim['id']}, expect=200)
        self.type_in(resource, 202, **new_person(name='Mallory'))
        [mallory] = [one for one in self.client.items('list_entries',
                                                      {'resource_id': resource['id']})
                     if one['id'] != victim['id']]
        guest = self.as_guest(self.world.verification_token(mallory))
        ids = {'entry_id': mallory['id']}
        guest.call('update_entry', ids, body={'email': victim['email']}, expect=422)
        # Staff may; the link that was out before still gives nothing away.
        self.client.call('update_entry', ids, body={'email': victim['email']}, expect=200)
        guest.call('verify_entry', ids, expect=401)
        self.assertEqual(self.world.entry(victim)['state'], 'waiting')

    def test_user_ids_of_the_business_are_not_for_strangers(self):
        resource = self.world.make_resource('slots')
        answer = self.type_in(resource, 403, **new_person(), user_id='customer-4711')
        self.assertIn('user_id', answer['detail'])
        entry = self.world.join(resource, user_id='customer-4711',
                                credential=self.client.credential)
        self.assertEqual(entry['state'], 'waiting')

    def test_a_group_is_joined_by_its_code_not_by_its_name(self):
        resource = self.world.make_resource('slots')
        smith = self.world.join(resource, group='smith', credential=self.client.credential)
        refused = self.type_in(resource, 422, **new_person(), group='smith')
        self.assertEqual(refused['errors'][0]['field'], 'group')
        for wrong in ('gt_' + 'A' * 48, smith['token'], smith['id']):
            self.type_in(resource, 422, **new_person(), group=wrong)
        spouse = self.world.join(resource, group=smith['group_code'])
        opening = self.world.free_slot(resource)
        self.as_guest(smith['token']).call('accept_offer', {'offer_id': opening['offer']['id']},
                                           expect=200)
        self.assertEqual(self.world.entry(spouse)['state'], 'left')

    def test_the_code_of_a_group_opens_nothing(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource)
        self.as_guest(entry['group_code']).call('get_entry', {'entry_id': entry['id']}, expect=401)

    def test_the_code_of_a_group_is_for_its_list_alone(self):
        entry = self.world.join(self.world.make_resource('slots'))
        other = self.world.make_resource('slots')
        self.type_in(other, 422, **new_person(), group=entry['group_code'])

    def test_one_guest_does_nothing_with_the_entry_of_another(self):
        resource, entry, _ = self.world.offered_slot()
        mallory = self.world.join(resource)
        guest, before = self.as_guest(mallory['token']), self.world.entry(entry)
        offer, ids = {'offer_id': entry['offer']['id']}, {'entry_id': entry['id']}
        for operation in ('get_offer', 'accept_offer', 'decline_offer'):
            guest.call(operation, offer, expect=404)
        for operation in ('get_entry', 'leave', 'explain_entry', 'read_inbox', 'verify_entry'):
            guest.call(operation, ids, expect=404)
        for change in ({'email': new_person()['email']}, {'instant_yes': {}}, {'name': 'Mallory'}):
            guest.call('update_entry', ids, body=change, expect=404)
        self.assertEqual(self.world.entry(entry), before)

    def test_an_explanation_names_nothing_of_others(self):
        resource, first, token = self.world.offered_slot()
        second = self.world.join(resource)
        self.as_guest(token).call('decline_offer', {'offer_id': first['offer']['id']}, expect=200)
        own = self.world.entry(second)['offer']['id']
        third = self.world.join(resource)
        self.as_guest(second['token']).call('decline_offer', {'offer_id': own}, expect=200)
        self.assertEqual(self.world.entry(third)['state'], 'offered')
        explain = {'entry_id': first['id']}
        for guest, entry, offers in ((token, first, [first['offer']['id'], None, None]),
                                     (second['token'], second, [own, None])):
            explained = self.as_guest(guest).call('explain_entry', {'entry_id': entry['id']},
                                                  expect=200)
            told = [(each['offer_id'], each['opening_id'] is not None, each['chosen'])
                    for each in explained['decisions']]
            self.assertEqual(told, [(offer, offer is not None, offer is not None)
                                    for offer in offers])
        staff = self.client.call('explain_entry', explain, expect=200)['decisions']
        self.assertEqual(len(staff), 3)
        for each in staff:
            self.assertTrue(each['offer_id'] and each['opening_id'], each)

    def test_the_link_of_an_offer_opens_the_offer_alone(self):
        _, entry, _ = self.world.offered_slot()
        guest = self.as_guest(entry['offer']['claim_url'].rsplit('/', 1)[1])
        for operation in ('get_entry', 'leave', 'explain_entry', 'read_inbox', 'verify_entry'):
            guest.call(operation, {'entry_id': entry['id']}, expect=404)
        guest.call('update_entry', {'entry_id': entry['id']}, body={'name': 'M'}, expect=404)

    def test_a_code_of_a_friend_says_nothing_about_the_friend(self):
        resource = self.world.make_resource('slots', rules={'referral': {'points': 5, 'cap': 50}})
        friend = self.world.join(resource)
        joined = self.type_in(resource, 201, **new_person(),
                              referral_code=friend['referral_code'])
        for told in (friend['id'], friend['email'], friend['name'], friend['token']):
            self.assertNotIn(told.encode(), joined.raw)

    def test_staff_alone_end_links(self):
        entry = self.world.join(self.world.make_resource('slots'))
        for credential, expect in ((None, 401), (entry['token'], 403),
                                   (self.make_key('read-only'), 403)):
            self.client.call('revoke_links', {'entry_id': entry['id']}, credential=credential,
                             expect=expect)

    def test_a_key_that_someone_else_used_gives_their_answer_to_nobody(self):
        resource = self.world.make_resource('slots')
        key, person = secrets.token_hex(8), new_person()
        first = self.type_in(resource, 201, key=key, **person)
        again = self.type_in(resource, 201, key=key, **person)
        self.assertEqual(again['token'], first['token'])
        other = self.type_in(resource, 201, key=key, **new_person())
        self.assertNotEqual(other['id'], first['id'])
        self.assertEqual(self.type_in(resource, 200, key=key, email=person['email']).body, ALREADY)


class Shadows(SmsCase):
    """Where nobody verifies, a stranger joins with somebody's address and a number of their own,
    or the other way round."""

    def join(self, resource, expect, **person):
        return self.as_public().call('join', {'resource_id': resource['id']}, body=person,
                                     expect=expect)

    def prove(self, text):
        """Follows the link in the message and says that the address is one's own. The page that
        one is sent to."""
        path = re.search(r'http://standby\.test(/e/[\w-]+)', text)[1]
        answer = fetch(self.server.address, 'POST', path, {'action': 'verify'})
        self.assertEqual(answer.status, 303, answer)
        return answer.headers['Location'].removeprefix('http://standby.test')

    def test_whoever_reads_the_address_hears_of_it_and_takes_the_place(self):
        victim, number = new_person(), new_number()
        resource = self.world.make_resource('seats', capacity=0)
        mallory = self.join(resource, 201, name='Mallory', email=victim['email'],
                            phone=number).body
        self.join(resource, 200, **victim)
        mails = self.smtp.wait_for_mails(victim['email'])
        page = self.prove(mails[-1].text)
        self.assertEqual(fetch(self.server.address, 'GET', page).status, 200)
        entry = self.world.entry(mallory)
        self.assertEqual((entry['email'], entry['phone']), (victim['email'], None))
        self.as_guest(mallory['token']).call('get_entry', {'entry_id': mallory['id']}, expect=401)
        # What comes next goes to whoever reads the address, whatever way the business prefers.
        texts = len(self.twilio.texts_to(number))
        self.client.call('update_resource', {'resource_id': resource['id']}, body={'capacity': 1},
                         expect=200)
        self.smtp.wait_for_mails(victim['email'], len(mails) + 1)
        self.assertEqual(len(self.twilio.texts_to(number)), texts)
        # The number is nobody's on this list any more.
        self.join(resource, 201, name='Honest', phone=number)

    def test_whoever_reads_the_number_hears_of_it_too(self):
        self.client.call('update_house', body={'channels': 'mail_first'}, expect=200)
        self.addCleanup(self.client.call, 'update_house', body={'channels': 'sms_first'},
                        expect=200)
        number, mailbox = new_number(), new_person()['email']
        resource = self.world.make_resource('seats', capacity=0)
        mallory = self.join(resource, 201, name='Mallory', email=mailbox, phone=number).body
        self.join(resource, 200, name='Vera', phone=number)
        [text] = self.twilio.wait_for_texts(number)
        self.prove(text.body)
        entry = self.world.entry(mallory)
        self.assertEqual((entry['email'], entry['phone']), (None, number))


if __name__ == '__main__':
    unittest.main()
