"""Joins that a business signed for the users of its own app: they are believed, and nothing that
only looks like one is."""
import json
import os
import shutil
import subprocess
import time
import unittest

from harness import signing
from harness.case import CONTRACT, ServerCase
from harness.client import Client
from harness.contract import ROOT
from harness.signing import Signer
from harness.world import World, later, new_person

ALREADY = {'already_joined': True}
CHECK = {'status': 'check_your_messages'}


class SigningCase(ServerCase):
    other_account = True

    def new_key(self, algorithm='HS256', client=None, **more):
        made = (client or self.client).call(
            'create_signing_key', body={'name': 'app', 'algorithm': algorithm, **more}, expect=201)
        # Whichever client there is by then: an account has only so many keys.
        self.addCleanup(lambda: (client or self.client).call(
            'revoke_signing_key', {'signing_key_id': made['id']}, expect=200))
        return made.body

    def setUp(self):
        self.key = self.new_key()
        self.sign = Signer(self.key)

    def send(self, resource, text, expect, **body):
        return self.as_public().call('join', {'resource_id': resource['id']},
                                     body={'signed': text, **body}, expect=expect)

    def refuse(self, resource, text, expect=401, **body):
        return self.assert_changes_nothing(
            resource, lambda: self.send(resource, text, expect, **body))


class Users(SigningCase):
    def test_a_user_of_the_app_joins_in_their_tier(self):
        for algorithm in ('HS256', 'EdDSA'):
            sign = Signer(self.new_key(algorithm))
            resource = self.world.make_resource('slots')
            guest = self.world.join(resource)
            vip = self.send(resource, sign(resource, 'user-7', tier=2, points=5, name='Mia',
                                           email='mia@app.example'), 201, party_size=2)
            self.assertEqual((vip['tier'], vip['points'], vip['party_size']), (2, 5, 2))
            self.assertEqual((vip['name'], vip['email']), ('Mia', 'mia@app.example'))
            self.assertEqual((vip['rank'], self.world.entry(guest)['rank']), (1, 2))
            self.as_guest(vip['token']).call('get_entry', {'entry_id': vip['id']}, expect=200)
            by_staff = self.client.call('join', {'resource_id': resource['id']},
                                        body={'user_id': 'user-7'}, expect=200)
            self.assertEqual(by_staff['id'], vip['id'])

    def test_the_same_user_on_a_second_phone_gets_the_same_entry(self):
        resource = self.world.make_resource('slots')
        first = self.send(resource, self.sign(resource, 'u1', name='Mia'), 201)
        text = self.sign(resource, 'u1', tier=3, name='Mia M.')
        second = self.assert_changes_nothing(resource, lambda: self.send(resource, text, 200))
        self.assertEqual((second['id'], second['name']), (first['id'], 'Mia'))
        again = self.send(resource, text, 200)
        for entry in (second, again):
            self.as_guest(entry['token']).call('leave', {'entry_id': first['id']}, expect=200)

    def test_a_group_in_the_claims_makes_alternatives(self):
        resource = self.world.make_resource('slots')
        wishes = ({'service': 'Cut'}, {'service': 'Colour'})
        one, two = (self.send(resource, self.sign(resource, 'u1', group='family 7'), 201,
                              wants=wish) for wish in wishes)
        self.assertNotEqual(one['id'], two['id'])
        slot = self.world.free_slot(resource, service='Cut')
        self.as_guest(one['token']).call('accept_offer', {'offer_id': slot['offer']['id']},
                                         expect=200)
        self.assertEqual(self.world.entry(two)['state'], 'left')
        self.refuse(resource, self.sign(resource, 'u2'), 422, group='family 7')

    def test_an_address_that_was_typed_gets_nobody_elses_entry(self):
        resource = self.world.make_resource('slots')
        victim = new_person()
        self.world.join(resource, victim)
        answer = self.refuse(resource, self.sign(resource, 'u1'), 200, email=victim['email'])
        self.assertEqual(answer.body, ALREADY)
        claimed = self.sign(resource, 'u1', email=victim['email'], email_verified=True)
        self.assertEqual(self.refuse(resource, claimed, 200).body, ALREADY)

    def test_a_user_moves_up_from_their_own_booking(self):
        resource = self.world.make_resource('slots')
        held = self.send(resource, self.sign(resource, 'u1'), 201)
        slot = self.world.free_slot(resource, starts_at=later(days=3))
        self.as_guest(held['token']).call('accept_offer', {'offer_id': slot['offer']['id']},
                                          expect=200)
        earlier = self.send(resource, self.sign(resource, 'u1'), 201, wants={'move_up': True})
        slot = self.world.free_slot(resource, starts_at=later(days=1))
        self.as_guest(earlier['token']).call('accept_offer', {'offer_id': slot['offer']['id']},
                                             expect=200)
        self.assertEqual(self.world.entry(held)['state'], 'cancelled')


class ProvenAddresses(SigningCase):
    def setUp(self):
        super().setUp()
        self.resource = self.world.make_resource('slots', rules={'verify_email': True})

    def test_only_a_verified_address_needs_no_message(self):
        person = new_person()
        proven = self.send(self.resource, self.sign(self.resource, 'u1', email=person['email'],
                                                    email_verified=True), 201)
        self.assertEqual(proven['state'], 'waiting')
        for claims, body in (({'email': new_person()['email']}, {}),
                             ({'email': new_person()['email'], 'email_verified': False}, {}),
                             ({'email_verified': True}, {'email': new_person()['email']})):
            text = self.sign(self.resource, f'u-{claims}', **claims)
            self.assertEqual(self.send(self.resource, text, 202, **body).body, CHECK)
            self.assertEqual(self.send(self.resource, text, 202, **body).body, CHECK)
        states = [entry['state'] for entry in self.client.items(
            'list_entries', {'resource_id': self.resource['id']})]
        self.assertEqual(sorted(states), ['unverified'] * 3 + ['waiting'])

    def test_once_confirmed_the_user_gets_the_entry(self):
        person = new_person()
        text = self.sign(self.resource, 'u1')
        self.send(self.resource, text, 202, email=person['email'])
        [entry] = self.client.items('list_entries', {'resource_id': self.resource['id']})
        token = self.world.verification_token(entry)
        self.as_guest(token).call('verify_entry', {'entry_id': entry['id']}, expect=200)
        mine = self.send(self.resource, text, 200)
        self.assertEqual((mine['id'], mine['state']), (entry['id'], 'waiting'))
        self.as_guest(mine['token']).call('get_entry', {'entry_id': entry['id']}, expect=200)

    def test_a_user_without_an_address_has_none_to_prove(self):
        self.assertEqual(self.send(self.resource, self.sign(self.resource, 'u1'), 201)['state'],
                         'waiting')

    def test_nobody_learns_whether_an_address_is_known(self):
        person = new_person()
        self.send(self.resource, self.sign(self.resource, 'u1', email=person['email'],
                                           email_verified=True), 201)
        known = self.send(self.resource, self.sign(self.resource, 'u2'), 202,
                          email=person['email'])
        new = self.send(self.resource, self.sign(self.resource, 'u3'), 202,
                        email=new_person()['email'])
        self.assertEqual((known.body, new.body), (CHECK, CHECK))


class Forgeries(SigningCase):
    def setUp(self):
        super().setUp()
        self.resource = self.world.make_resource('slots')

    def claims(self, user='u1', **more):
        return signing.claims_of(self.resource, user, **more)

    def test_the_jwt_of_one_list_is_none_of_another(self):
        other = self.world.make_resource('slots')
        answer = self.refuse(other, self.sign(self.resource, 'u1', tier=9))
        self.assertIn('another list', answer['detail'])

    def test_an_unsigned_one_is_refused(self):
        for name in ('none', 'None', 'HS512', 'RS256', ''):
            text = signing.compact({'alg': name, 'kid': self.key['id']}, self.claims(),
                                   lambda data: b'')
            answer = self.refuse(self.resource, text, 422)
            self.assertEqual(answer.bad_fields, ['signed'])
        self.refuse(self.resource, signing.compact(
            {'alg': 'HS256', 'kid': self.key['id']}, self.claims(), lambda data: b''))

    def test_a_public_key_is_no_secret(self):
        private, public = signing.new_pair()
        raw = signing.raw_public_key(private)
        key = self.new_key('EdDSA', public_key=public)
        header = {'alg': 'HS256', 'kid': key['id']}
        for secret in (raw, public.encode(), signing.encode(raw).encode()):
            self.refuse(self.resource, signing.compact(header, self.claims(),
                                                       signing.hs256(secret)))
        # The other way round: the algorithm is the key's.
        self.refuse(self.resource, signing.compact(
            {'alg': 'EdDSA', 'kid': self.key['id']}, self.claims(), self.sign.sign))
        good = signing.compact({'alg': 'EdDSA', 'kid': key['id']}, self.claims(),
                               signing.eddsa(private))
        self.send(self.resource, good, 201)

    def test_it_expires(self):
        now = int(time.time())
        expired = self.sign(self.resource, 'u1', iat=now - 300, exp=now - 120)
        self.assertIn('expired', self.refuse(self.resource, expired)['detail'])
        for claims in ({'iat': now + 120, 'exp': now + 240}, {'nbf': now + 120}):
            early = self.sign(self.resource, 'u1', **claims)
            self.assertIn('not valid yet', self.refuse(self.resource, early)['detail'])
        for claims in ({'exp': now + 601, 'iat': now}, {'exp': now, 'iat': now}):
            answer = self.refuse(self.resource, self.sign(self.resource, 'u1', **claims), 422)
            self.assertEqual(answer.bad_fields, ['signed.exp'])
        just_over = self.sign(self.resource, 'u1', iat=now - 300, exp=now - 20)
        self.send(self.resource, just_over, 201)

    def test_another_business_cannot_sign_for_this_one(self):
        other = Client(self.server.address, CONTRACT, self.other_key)
        self.addCleanup(other.close)
        theirs = self.new_key(client=other)
        foreign = self.refuse(self.resource, Signer(theirs)(self.resource, 'u1'))
        unknown = self.refuse(self.resource, self.sign(self.resource, 'u1',
                                                       header={'kid': 'sig_99999'}))
        wrong = self.refuse(self.resource, signing.compact(
            self.sign.header, self.claims(), signing.hs256(b'x' * 32)))
        self.assertEqual({one['detail'] for one in (foreign, unknown, wrong)},
                         {foreign['detail']})
        there = World(other).make_resource('slots')
        self.send(there, Signer(theirs)(there, 'u1'), 201)

    def test_a_revoked_key_signs_nothing_more(self):
        text = self.sign(self.resource, 'u1')
        self.client.call('revoke_signing_key', {'signing_key_id': self.key['id']}, expect=200)
        self.refuse(self.resource, text)

    def test_what_is_typed_beside_it_must_agree(self):
        text = self.sign(self.resource, 'u1', tier=2, name='Mia', email='mia@app.example')
        for field, value in (('user_id', 'u2'), ('tier', 3), ('name', 'Mallory'),
                             ('email', 'mallory@app.example')):
            answer = self.refuse(self.resource, text, 422, **{field: value})
            self.assertEqual(answer.bad_fields, [field])
        self.refuse(self.resource, text, 403, points=7)
        self.send(self.resource, text, 201, user_id='u1', tier=2, name='Mia',
                  email='Mia@app.example')

    def test_claims_that_are_missing_or_wrong_are_named(self):
        for claims, field in (({'sub': None}, 'sub'), ({'aud': None}, 'aud'),
                              ({'iat': None}, 'iat'), ({'exp': None}, 'exp'), ({'sub': ' '}, 'sub'),
                              ({'tier': 'high'}, 'tier'), ({'tier': 1000}, 'tier'),
                              ({'email': 'nonsense'}, 'email'), ({'exp': '300'}, 'exp'),
                              ({'joined_at': 'yesterday'}, 'joined_at')):
            text = signing.compact(self.sign.header, self.claims(**claims), self.sign.sign)
            answer = self.refuse(self.resource, text, 422)
            self.assertEqual(answer.bad_fields, [f'signed.{field}'], claims)
        self.refuse(self.resource, signing.compact(self.sign.header, [], self.sign.sign), 422)
        self.refuse(self.resource, self.sign(self.resource, 'u1', more='x' * 4000), 422)
        self.refuse(self.resource, self.sign(self.resource, 'u1',
                                             header={'crit': ['exp']}), 422)
        # What else a token may say is not ours to judge.
        self.send(self.resource, self.sign(self.resource, 'u1', iss='app', scope=['x']), 201)

    def test_a_changed_claim_is_noticed(self):
        head, _, signature = self.sign(self.resource, 'u1').split('.')
        text = f'{head}.{signing.encode(self.claims(tier=9))}.{signature}'
        self.refuse(self.resource, text)

    def test_a_name_in_disguise_is_seen_all_the_same(self):
        body = json.dumps({'signed': 'x.y.z'}).replace('signed', 'sign\\u0065d').encode()
        answer = self.as_public().request(
            'POST', f'/v1/resources/{self.resource["id"]}/waitlist:join', body=body,
            headers={'Content-Type': 'application/json'}, expect=422)
        self.assertEqual(answer.bad_fields, ['signed'])

    def test_staff_say_it_themselves(self):
        answer = self.client.call('join', {'resource_id': self.resource['id']},
                                  body={'signed': self.sign(self.resource, 'u1')}, expect=422)
        self.assertEqual(answer.bad_fields, ['signed'])


class Keys(SigningCase):
    def test_a_secret_is_shown_once(self):
        self.assertEqual(len(signing.decode(self.key['secret'])), 32)
        pair = self.new_key('EdDSA')
        self.assertIn('PRIVATE KEY', pair['private_key'])
        listed = self.client.call('list_signing_keys', expect=200)
        shown = {key['id']: key for key in listed['items']}
        self.assertEqual(shown[pair['id']]['algorithm'], 'EdDSA')
        for secret in (self.key['secret'], pair['private_key'].split('\n')[1]):
            self.assertNotIn(secret, json.dumps(listed.body))
        own = self.new_key('EdDSA', public_key=signing.new_pair()[1])
        self.assertNotIn('private_key', own)

    def test_a_retry_makes_no_second_key(self):
        body = {'name': 'app', 'algorithm': 'EdDSA'}
        one, two = (self.client.call('create_signing_key', body=body, key='once', expect=201)
                    for _ in range(2))
        self.assertEqual(one.body, two.body)
        self.assertTrue(two.replayed)
        for other in ({**body, 'name': 'x'}, {**body, 'algorithm': 'HS256'},
                      {**body, 'public_key': signing.new_pair()[1]}):
            self.client.call('create_signing_key', body=other, key='once', expect=422)
        self.client.call('revoke_signing_key', {'signing_key_id': one['id']}, expect=200)

    def test_bad_keys_are_refused(self):
        for body, field in (({'algorithm': 'HS256'}, 'name'), ({'name': 'x'}, 'algorithm'),
                            ({'name': ' ', 'algorithm': 'HS256'}, 'name'),
                            ({'name': 'x', 'algorithm': 'RS256'}, 'algorithm'),
                            ({'name': 'x', 'algorithm': 'HS256', 'public_key': 'x'}, 'public_key'),
                            ({'name': 'x', 'algorithm': 'EdDSA', 'public_key': 'x'}, 'public_key')):
            answer = self.client.call('create_signing_key', body=body, expect=422)
            self.assertEqual(answer.bad_fields, [field])

    def test_there_are_ten_at_most(self):
        made = [self.new_key() for _ in range(9)]
        answer = self.client.call('create_signing_key', body={'name': 'x', 'algorithm': 'HS256'},
                                  expect=409)
        self.assertEqual(answer.problem, 'too-many')
        self.client.call('revoke_signing_key', {'signing_key_id': made[0]['id']}, expect=200)
        self.new_key()

    def test_they_are_in_the_audit_trail_and_outlive_a_restart(self):
        gone = self.new_key()
        for _ in range(2):
            answer = self.client.call('revoke_signing_key', {'signing_key_id': gone['id']},
                                      expect=200)
            self.assertIsNotNone(answer['revoked_at'])
        acts = [(one['act'], one['subject']) for one in self.client.items('list_staff_audit')
                if one['subject'] == gone['id']]
        self.assertEqual(acts, [('signing_key_revoked', gone['id']),
                                ('signing_key_created', gone['id'])])
        resource = self.world.make_resource('slots')
        self.server.restart()
        self.connect()
        self.send(resource, Signer(self.key)(resource, 'u1'), 201)
        self.refuse(resource, Signer(gone)(resource, 'u2'))


class Crowds(SigningCase):
    flags = ('--join-rate', '0', '--client-rate', '100000')

    def test_a_crowded_list_asks_users_of_the_app_for_no_proof(self):
        resource = self.world.make_resource('slots')
        public = self.as_public()
        while public.call('join', {'resource_id': resource['id']},
                          body=new_person(), expect=(201, 428)).status == 201:
            pass
        self.send(resource, self.sign(resource, 'u1'), 201)

    def test_they_count_for_the_list(self):
        resource = self.world.make_resource('slots')
        public = self.as_public()
        joined = 0
        # The list cools down meanwhile, so that it takes a few more than the sixty.
        while joined < 110 and not public.call(
                'get_challenge', {'resource_id': resource['id']}, expect=200)['needed']:
            self.send(resource, self.sign(resource, f'u{joined}'), 201)
            joined += 1
        public.call('join', {'resource_id': resource['id']}, body=new_person(), expect=428)

    def test_one_user_joins_only_so_often(self):
        resource = self.world.make_resource('slots')
        public = self.as_public()
        statuses = []
        while 429 not in statuses and len(statuses) < 100:
            statuses.append(public.call(
                'join', {'resource_id': resource['id']},
                body={'signed': self.sign(resource, 'u1')}, expect=(200, 201, 429)).status)
        self.assertEqual(statuses[-1], 429)
        self.assertGreaterEqual(len(statuses), 21)
        self.send(resource, self.sign(resource, 'u2'), 201)


@unittest.skipUnless(shutil.which('node'), 'needs node')
class Example(SigningCase):
    """The example of the guide, as it stands there."""

    def test_the_guide_signs_joins(self):
        with open(os.path.join(ROOT, 'docs', 'guide', 'signed-joins.md'), encoding='utf-8') as file:
            guide = file.read()
        resource = self.world.make_resource('slots')
        for language, command in (('js', ('node', '--input-type=module', '-e')),
                                  ('python', ('python3', '-c'))):
            source = guide.split(f'```{language}\n')[1].split('```')[0]
            environment = {'STANDBY_KID': self.key['id'], 'STANDBY_SECRET': self.key['secret'],
                           'RESOURCE': resource['id'], 'USER': f'by {language}'}
            made = subprocess.run((*command, source), env={'PATH': '/usr/bin:/bin', **environment},
                                  capture_output=True, check=True, text=True)
            entry = self.send(resource, made.stdout.strip(), 201)
            self.assertEqual(entry['tier'], 2)


if __name__ == '__main__':
    unittest.main()
