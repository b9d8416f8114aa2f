"""Keys and tokens: roles, revoking, what each kind of token opens, and what it does not."""
import json
import re
import unittest

from harness.case import ServerCase


class Keys(ServerCase):
    def test_a_key_knows_whose_it_is(self):
        for role in ('owner', 'staff', 'read-only'):
            with self.subTest(role=role):
                account = self.client.call('get_account', credential=self.make_key(role))
                self.assertEqual(account['key']['role'], role)
                self.assertEqual(account['key']['label'], 'test')

    def test_a_secret_is_shown_once(self):
        made = self.client.call('create_key', body={'role': 'staff', 'label': 'desk'}, expect=201)
        listed = self.client.call('list_keys', query={'limit': 200}, expect=200)
        self.assertNotIn(made['key'], listed.raw.decode())
        mine = next(item for item in listed['items'] if item['id'] == made['id'])
        self.assertTrue(made['key'].startswith('sk_' + mine['prefix'].removeprefix('sk_')))

    def test_a_revoked_key_opens_nothing(self):
        made = self.client.call('create_key', body={'role': 'owner', 'label': 'x'}, expect=201)
        ids = {'key_id': made['id']}
        self.client.call('get_account', credential=made['key'], expect=200)
        revoked = self.client.call('revoke_key', ids, expect=200)
        self.assertIsNotNone(revoked['revoked_at'])
        self.client.call('get_account', credential=made['key'], expect=401)
        again = self.client.call('revoke_key', ids, expect=200)
        self.assertEqual(again['revoked_at'], revoked['revoked_at'])

    def test_a_revoked_key_stays_revoked_after_a_restart(self):
        made = self.client.call('create_key', body={'role': 'staff', 'label': 'x'}, expect=201)
        kept = self.make_key('staff')
        self.client.call('revoke_key', {'key_id': made['id']}, expect=200)
        self.server.restart()
        self.connect()
        self.client.call('get_account', credential=made['key'], expect=401)
        self.client.call('get_account', credential=kept, expect=200)

    def test_a_key_works_in_any_case_of_the_scheme_and_nowhere_else(self):
        key = self.client.credential
        for credential in (f'Bearer {key}', f'bearer {key}', f'BEARER {key}'):
            with self.subTest(credential=credential[:8]):
                self.client.call('get_account', credential=credential, expect=200)
        for credential in (key[:-1], key + 'x', key.upper(), f'Basic {key}', f'Bearer {key} x'):
            with self.subTest(credential=credential[:8]):
                self.client.call('get_account', credential=credential, expect=401)

    def test_the_audit_trail_names_the_key_that_acted(self):
        made = self.client.call('create_key', body={'role': 'staff', 'label': 'desk'}, expect=201)
        resource = self.world.make_resource()
        guest = self.world.join(resource)
        self.client.call('pause_resource', {'resource_id': resource['id']}, expect=200,
                         credential=made['key'])
        self.client.call('leave', {'entry_id': guest['id']}, credential=guest['token'], expect=200)
        actors = [item['actor'] for item in self.world.audit(resource)]
        number = made['id'].removeprefix('key_')
        self.assertEqual(actors[1:], ['guest', f'staff:{number}', 'guest'])


class LastOwner(ServerCase):
    def test_the_last_owner_key_cannot_be_revoked(self):
        mine = self.client.call('get_account')['key']['id']
        answer = self.client.call('revoke_key', {'key_id': mine}, expect=409)
        self.assertEqual(answer.problem, 'last-owner-key')
        other = self.make_key('owner')
        self.client.call('revoke_key', {'key_id': mine}, credential=other, expect=200)
        self.client.call('get_account', expect=401)
        self.client.credential = other
        self.server.api_key = other  # what a restart would be given


class Tokens(ServerCase):
    def test_a_token_opens_its_entry_and_its_offers(self):
        resource, entry, token = self.world.offered_slot()
        guest = self.as_guest(token)
        self.assertEqual(guest.call('get_entry', {'entry_id': entry['id']})['name'], entry['name'])
        offer = guest.call('get_offer', {'offer_id': entry['offer']['id']})
        self.assertEqual(offer['entry_id'], entry['id'])

    def test_the_claim_link_opens_its_offer(self):
        resource, entry, token = self.world.offered_slot()
        offer = self.as_guest(token).call('get_offer', {'offer_id': entry['offer']['id']})
        link = offer['claim_url'].rpartition('/')[2]
        self.assertTrue(link.startswith('gt_'))
        claimed = self.as_guest(link).call('accept_offer', {'offer_id': offer['id']}, expect=200)
        self.assertEqual(claimed['state'], 'accepted')

    def test_a_claim_link_opens_no_other_offer(self):
        _, entry, _ = self.world.offered_slot()
        _, other, _ = self.world.offered_slot()
        link = self.world.offer(entry['offer'])['claim_url'].rpartition('/')[2]
        self.as_guest(link).call('accept_offer', {'offer_id': other['offer']['id']}, expect=404)

    def test_those_who_only_read_get_no_links(self):
        _, entry, _ = self.world.offered_slot()
        reader = self.as_guest(self.make_key('read-only'))
        seen = reader.call('get_entry', {'entry_id': entry['id']}, expect=200)
        self.assertNotIn('gt_', seen.raw.decode())
        offer = reader.call('get_offer', {'offer_id': entry['offer']['id']}, expect=200)
        self.assertNotIn('gt_', offer.raw.decode())

    def test_a_changed_token_opens_nothing(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource)
        token = entry['token']
        for place in (3, len(token) // 2, len(token) - 2):
            changed = token[:place] + ('A' if token[place] != 'A' else 'B') + token[place + 1:]
            with self.subTest(place=place):
                self.as_guest(changed).call('get_entry', {'entry_id': entry['id']}, expect=401)

    def test_the_header_counts_before_the_address(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource)
        self.as_guest('gt_nonsense').call('get_entry', {'entry_id': entry['id']},
                                          query={'token': entry['token']}, expect=401)

    def test_the_token_of_joining_does_not_prove_an_address(self):
        resource = self.world.make_resource(rules={'verify_email': True})
        entry = self.world.join(resource, credential=self.client.credential)
        self.assertEqual(entry['state'], 'unverified')
        self.assert_changes_nothing(
            resource, lambda: self.as_guest(entry['token']).call(
                'verify_entry', {'entry_id': entry['id']}, expect=403))

    def test_guests_see_only_as_much_of_their_rank_as_the_rules_show(self):
        for visibility, rank, band in (('rank', 2, False), ('band', None, True),
                                       ('hidden', None, False)):
            with self.subTest(visibility=visibility):
                resource = self.world.make_resource(rules={'visibility': visibility})
                self.world.join(resource)
                entry = self.world.join(resource)
                seen = self.as_guest(entry['token']).call('get_entry', {'entry_id': entry['id']})
                self.assertEqual(seen['rank'], rank)
                self.assertEqual(seen['band'] is not None, band)
                self.assertEqual(self.world.entry(entry)['rank'], 2)

    def test_the_seed_of_a_lottery_stays_secret_until_the_draw(self):
        rules = {'order': 'lottery', 'draw_at': '2099-01-01T00:00:00Z'}
        resource = self.world.make_resource(rules=rules)
        self.assertIsNone(resource['rules']['draw_seed'])
        ids = {'resource_id': resource['id']}
        # A seed would be 64 digits that are neither the commitment nor a link of the history.
        for answer in (self.client.call('get_resource', ids),
                       self.as_public().call('get_draw', ids),
                       self.as_public().call('get_resource', ids),
                       self.client.call('list_rules', ids)):
            digits = set(re.findall('[0-9a-f]{64}', answer.raw.decode()))
            self.assertLessEqual(digits, {resource['draw_commitment']})
        for event in self.client.call('list_audit', ids)['items']:
            self.assertEqual(re.findall('[0-9a-f]{64}', json.dumps(event)), [event['hash']])
        self.assertRegex(resource['draw_commitment'], r'\A[0-9a-f]{64}\Z')


if __name__ == '__main__':
    unittest.main()
