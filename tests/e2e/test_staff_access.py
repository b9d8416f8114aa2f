"""What someone who signed in may do: by role, by account, only from our own pages; and what
becomes of members."""
import unittest

from harness import sse, staff
from harness.case import CONTRACT, ServerCase
from harness.client import UNSET
from harness.route_cases import CASES, SHEETS
from harness.staff import PASSWORD, Browser, hire, new_email, token_of

ROLES = ('read-only', 'staff', 'owner')
FOREIGN = 'https://evil.example'
HOSTILE = ('<script>alert(1)</script>', "'; DROP TABLE members; --", '\u202eevil', '{{name}}',
           'a' * 100_000, 'x\r\nSet-Cookie: a=b', '${7*7}', '%00', '../../etc/passwd', '\0',
           '\u001e1\u001f', '', ' ', '💥' * 60)
ODD = (None, 7, -1, 1e308, True, [], {}, [[]], {'a': {'b': 1}})


class StaffCase(ServerCase):
    other_account = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people = {role: hire(cls.client, role) for role in ROLES}
        for person in cls.people.values():
            cls.addClassCleanup(person.browser.close)

    def browser(self, origin=staff.ORIGIN):
        browser = Browser(self.server.address, CONTRACT, origin)
        self.addCleanup(browser.close)
        return browser

    def hire(self, role='staff'):
        person = hire(self.client, role)
        self.addCleanup(person.browser.close)
        return person


class ByRole(StaffCase):
    """Every operation of the contract, by people instead of keys."""
    flags = ('--join-rate', '0', '--sheets-dir', SHEETS)

    def perform(self, operation, role, scene, status):
        browser = self.people[role].browser
        if operation.streams and status == 200:
            headers = {'Cookie': f'{staff.COOKIE}={browser.cookie}'}
            with sse.Stream(self.server.address, operation.path(scene.ids), headers, CONTRACT,
                            operation) as stream:
                self.assertEqual((stream.status, stream.next().name), (200, 'snapshot'))
            return
        browser.call(operation.id, scene.ids, body=UNSET if scene.body is None else scene.body,
                     expect=status)

    def test_people_may_what_keys_of_their_role_may(self):
        for operation in CONTRACT.operations.values():
            if not {'owner', 'staff', 'read-only'} & set(operation.who):
                continue
            for role in ROLES:
                with self.subTest(operation=operation.id, role=role):
                    scene = CASES[operation.id](self.world)
                    allowed = role in operation.who
                    if allowed or 'public' not in operation.who:
                        self.perform(operation, role, scene, scene.status if allowed else 403)

    def test_read_only_people_change_nothing(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource)
        reader = self.people['read-only'].browser

        def try_all():
            for operation in ('pause_resource', 'close_resource'):
                reader.call(operation, {'resource_id': resource['id']}, expect=403)
            reader.call('promote_entry', {'entry_id': entry['id']}, body={'reason': 'x'},
                        expect=403)
            reader.call('remove_entry', {'entry_id': entry['id']}, body={'cause': 'fraud'},
                        expect=403)

        self.assert_changes_nothing(resource, try_all)

    def test_the_account_shows_the_member(self):
        for role, person in self.people.items():
            account = person.browser.call('get_account', expect=200)
            self.assertIsNone(account['key'])
            self.assertEqual((account['member']['id'], account['member']['role']),
                             (person.id, role))

    def test_the_audit_names_the_member(self):
        resource = self.world.make_resource()
        self.people['staff'].browser.call('pause_resource', {'resource_id': resource['id']},
                                          expect=200)
        number = self.people['staff'].id.removeprefix('mem_')
        self.assertEqual(self.world.audit(resource)[-1]['actor'], 'member:' + number)

    def test_wordings_tell_members_from_keys(self):
        voice = {'voice_id': 'offer.mail.en'}
        words = dict(self.client.call('get_voice', voice)['default'])
        self.people['staff'].browser.call('set_voice', voice, body=words, expect=200)
        self.client.call('set_voice', voice, body=words, expect=200)
        made_by = [one['made_by'] for one in self.client.items('list_voice_versions', voice)]
        self.assertEqual(made_by[-2], self.people['staff'].id)
        self.assertRegex(made_by[-1], '^key_')

    def test_a_role_counts_from_the_next_request_on(self):
        person = self.hire('staff')
        resource = self.world.make_resource()
        self.client.call('update_member', {'member_id': person.id}, body={'role': 'read-only'},
                         expect=200)
        person.browser.call('pause_resource', {'resource_id': resource['id']}, expect=403)
        self.client.call('update_member', {'member_id': person.id}, body={'role': 'owner'},
                         expect=200)
        person.browser.call('list_members', expect=200)

    def test_the_same_idempotency_key_of_two_people_is_two(self):
        body = {'name': 'Twice', 'kind': 'seats', 'capacity': 1}
        key = 'the-same-key'
        owner = self.people['owner'].browser
        made = {one.call('create_resource', body=body, key=key, expect=201)['id']
                for one in (owner, self.people['staff'].browser, self.client)}
        self.assertEqual(len(made), 3)
        self.assertTrue(owner.call('create_resource', body=body, key=key, expect=201).replayed)

    def test_secrets_are_never_replayed(self):
        body = {'role': 'staff'}
        links = {self.client.call('invite_member', body=body, key='invite', expect=201)['link']
                 for _ in range(2)}
        self.assertEqual(len(links), 2)
        person = self.hire()
        secrets = {person.browser.call('begin_totp', body={'password': PASSWORD}, key='begin',
                                       expect=200)['secret'] for _ in range(2)}
        self.assertEqual(len(secrets), 2)
        browser = self.browser()
        sign_in = {'email': person.email, 'password': PASSWORD}
        cookies = {browser.another().call('sign_in', body=sign_in, key='in', expect=200)
                   .headers['Set-Cookie'] for _ in range(2)}
        self.assertEqual(len(cookies), 2)


class OtherSites(StaffCase):
    def test_changes_must_come_from_our_own_pages(self):
        resource = self.world.make_resource()
        where = {'resource_id': resource['id']}
        owner = self.people['owner'].browser
        refused = ({'Origin': FOREIGN}, {'Origin': 'null'}, {'Origin': None},
                   {'Origin': staff.ORIGIN + '.evil.example'},
                   {'Origin': 'http://evil/standby.test'},
                   {'Origin': staff.ORIGIN, 'Sec-Fetch-Site': 'cross-site'},
                   {'Origin': staff.ORIGIN, 'Sec-Fetch-Site': 'same-site'},
                   {'Origin': None, 'Sec-Fetch-Site': 'nonsense'},
                   {'Origin': None, 'Referer': staff.ORIGIN})

        def try_all():
            for headers in refused:
                with self.subTest(headers=headers):
                    answer = owner.call('pause_resource', where, headers=headers, expect=403)
                    self.assertEqual(answer.problem, 'cross-site')

        self.assert_changes_nothing(resource, try_all)
        host = '{}:{}'.format(*self.server.address)
        for headers in ({'Origin': staff.ORIGIN}, {'Origin': 'http://' + host},
                        {'Origin': 'https://' + host, 'Host': host},
                        {'Origin': None, 'Sec-Fetch-Site': 'same-origin'},
                        {'Origin': FOREIGN, 'Sec-Fetch-Site': 'none'}):
            with self.subTest(headers=headers):
                owner.call('pause_resource', where, headers=headers, expect=200)

    def test_reading_needs_no_origin(self):
        self.people['owner'].browser.call('list_keys', headers={'Origin': None}, expect=200)

    def test_keys_need_no_origin(self):
        resource = self.world.make_resource()
        self.client.call('pause_resource', {'resource_id': resource['id']},
                         headers={'Origin': FOREIGN, 'Sec-Fetch-Site': 'cross-site'}, expect=200)

    def test_a_key_counts_more_than_the_cookie(self):
        reader = self.people['read-only'].browser
        reader.call('list_keys', credential=self.server.api_key, expect=200)
        reader.call('list_keys', credential='sk_nonsense', expect=401)

    def test_nobody_is_signed_in_or_out_from_elsewhere(self):
        person = self.hire()
        body = {'email': person.email, 'password': PASSWORD}
        link = self.client.call('invite_member', body={'role': 'staff'}, expect=201)['link']
        for headers in ({'Origin': FOREIGN}, {'Origin': None}, {'Sec-Fetch-Site': 'cross-site'}):
            with self.subTest(headers=headers):
                browser = self.browser()
                answer = browser.call('sign_in', body=body, headers=headers, expect=403)
                self.assertNotIn('Set-Cookie', answer.headers)
                browser.call('use_link', headers=headers, expect=403,
                             body={'token': token_of(link), 'email': new_email(),
                                   'password': PASSWORD})
                person.browser.call('sign_out', headers=headers, expect=403)
        self.assertIsNotNone(person.browser.call('get_session')['member'])

    def test_forms_of_other_types_are_refused(self):
        person = self.hire()
        for content_type in ('application/x-www-form-urlencoded', 'multipart/form-data',
                             'text/plain', 'text/json', ''):
            with self.subTest(content_type=content_type):
                person.browser.call('update_profile', body='{"name":"Mallory"}', expect=415,
                                    headers={'Content-Type': content_type})

    def test_no_other_origin_may_read_what_the_cookie_opens(self):
        owner = self.people['owner'].browser
        for operation in ('get_session', 'list_keys', 'list_members'):
            answer = owner.call(operation, headers={'Origin': FOREIGN}, expect=200)
            self.assertNotIn('Access-Control-Allow-Origin', answer.headers)
        joinable = owner.call('list_resources', headers={'Origin': FOREIGN}, expect=200)
        self.assertNotIn('Access-Control-Allow-Credentials', joinable.headers)
        preflight = self.client.quick('OPTIONS', '/v1/session')
        self.assertNotIn('Access-Control-Allow-Origin', preflight.headers)

    def test_a_join_through_another_site_is_a_guests(self):
        resource = self.world.make_resource()
        body = {'name': 'Ada', 'email': new_email('ada'), 'tier': 5}
        owner = self.people['owner'].browser
        where = {'resource_id': resource['id']}
        owner.call('join', where, body=body, headers={'Origin': FOREIGN}, expect=(403, 422))
        owner.call('join', where, body=body, expect=201)


class Members(StaffCase):
    def test_who_is_removed_is_out_at_once(self):
        person = self.hire('owner')
        pending = self.client.call('reset_member', {'member_id': person.id}, expect=201)['link']
        person.browser.call('list_keys', expect=200)
        self.client.call('remove_member', {'member_id': person.id}, expect=204)
        gone = person.browser.call('list_keys', expect=401)
        self.assertIn('Max-Age=0', gone.headers['Set-Cookie'])
        person.browser.sign_in(person.email, expect=401)
        self.browser().use(pending, password=PASSWORD, expect=410)
        self.client.call('remove_member', {'member_id': person.id}, expect=404)
        members = self.client.call('list_members')['items']
        self.assertNotIn(person.id, [one['id'] for one in members])

    def test_the_streams_of_who_is_removed_end(self):
        person = self.hire()
        resource = self.world.make_resource()
        operation = CONTRACT.operations['stream_resource']
        headers = {'Cookie': f'{staff.COOKIE}={person.browser.cookie}'}
        with sse.Stream(self.server.address, operation.path({'resource_id': resource['id']}),
                        headers, CONTRACT, operation) as stream:
            self.assertEqual(stream.next().name, 'snapshot')
            self.client.call('remove_member', {'member_id': person.id}, expect=204)
            self.assertIsNone(stream.next(), 'the server ended it')

    def test_the_last_owner_stays(self):
        owners = [one['id'] for one in self.client.call('list_members')['items']
                  if one['role'] == 'owner' and one['id'] != self.people['owner'].id]
        for one in owners:
            self.client.call('remove_member', {'member_id': one}, expect=204)
        last = {'member_id': self.people['owner'].id}
        self.assertEqual(self.client.call('remove_member', last, expect=409).problem, 'last-owner')
        self.client.call('update_member', last, body={'role': 'staff'}, expect=409)
        self.client.call('update_member', last, body={'role': 'owner', 'name': 'Noor'}, expect=200)
        second = self.hire('owner')
        self.client.call('update_member', {'member_id': second.id}, body={'role': 'staff'},
                         expect=200)

    def test_invitations_are_listed_taken_back_and_replaced(self):
        body = {'name': 'Ida', 'email': new_email('ida'), 'role': 'read-only'}
        first = self.client.call('invite_member', body=body, expect=201)
        second = self.client.call('invite_member', body=body, expect=201)
        listed = [one['id'] for one in self.client.call('list_members')['invitations']]
        self.assertNotIn(first['member']['id'], listed)
        self.assertIn(second['member']['id'], listed)
        self.browser().use(first['link'], password=PASSWORD, expect=410)
        where = {'member_id': second['member']['id']}
        self.client.call('update_member', where, body={'role': 'owner'}, expect=404)
        self.client.call('reset_member', where, expect=404)
        self.client.call('remove_member', where, expect=204)
        self.client.call('remove_member', where, expect=404)
        self.browser().use(second['link'], password=PASSWORD, expect=410)

    def test_another_account_has_its_own_staff(self):
        other = self.client.with_credential(self.other_key)
        self.addCleanup(other.close)
        self.assertEqual(other.call('list_members')['items'], [])
        theirs = hire(other, 'owner')
        self.addCleanup(theirs.browser.close)
        for operation, body in (('update_member', {'role': 'staff'}), ('remove_member', UNSET),
                                ('reset_member', UNSET)):
            theirs.browser.call(operation, {'member_id': self.people['staff'].id}, body=body,
                                expect=404)
        resource = self.world.make_resource()
        theirs.browser.call('list_queue', {'resource_id': resource['id']}, expect=404)
        self.assertEqual([one['id'] for one in other.call('list_members')['items']], [theirs.id])

    def test_nothing_personal_is_logged(self):
        person = self.hire()
        person.browser.another().sign_in(person.email)
        self.browser().sign_in(person.email, 'not the password', expect=401)
        log = self.server.log()
        self.assertIn('"signed_in"', log)
        self.assertIn('"sign_in_failed"', log)
        for secret in (person.email, 'not the password', PASSWORD, person.browser.cookie):
            self.assertNotIn(secret, log)


class HostileInput(StaffCase):
    """Whatever is sent to whatever field: an answer of the contract, and never a 5xx."""

    OPERATIONS = {
        'sign_in': ('email', 'password', 'code'),
        'update_profile': ('name', 'email', 'password', 'current_password', 'current_code'),
        'begin_totp': ('password', 'code'),
        'confirm_totp': ('code',),
        'remove_totp': ('password', 'code'),
        'make_recovery_codes': ('password', 'code'),
        'begin_new_passkey': ('password', 'code'),
        'add_passkey': ('name', 'client_data', 'attestation'),
        'rename_passkey': ('id', 'name'),
        'remove_passkey': ('id', 'password', 'code'),
        'use_passkey': ('credential', 'client_data', 'authenticator_data', 'signature'),
        'look_at_link': ('token',),
        'use_link': ('token', 'name', 'email', 'password'),
        'invite_member': ('name', 'email', 'role'),
        'update_member': ('role', 'name'),
    }

    def send(self, operation, body):
        """Tries are limited; what is told to wait, waits its turn by another name."""
        person = self.people['owner']
        ids = {'member_id': self.people['staff'].id} if operation == 'update_member' else None
        answer = person.browser.call(operation, ids, body=body, expect=range(200, 500))
        if person.browser.cookie is None:
            self.fail(f'{operation} with {body!r} ended the session')
        return answer

    def test_every_field(self):
        bases = {'sign_in': {'email': 'a@b.example', 'password': 'x'},
                 'look_at_link': {'token': 'st_nonsense'}, 'use_link': {'token': 'st_nonsense'},
                 'invite_member': {'role': 'staff'}}
        for operation, fields in self.OPERATIONS.items():
            base = bases.get(operation, {})
            for field in fields:
                for value in (*HOSTILE, *ODD):
                    with self.subTest(operation=operation, field=field, value=str(value)[:30]):
                        self.send(operation, {**base, field: value})

    def test_bodies_that_are_none(self):
        for operation in self.OPERATIONS:
            for body in (b'', b'{', b'[]', b'null', b'"x"', b'{"a":1}', b'\xff\xfe', b'{}' * 2,
                         b'[' * 10_000):
                with self.subTest(operation=operation, body=body[:10]):
                    self.assertGreaterEqual(self.send(operation, body).status, 400)

    def test_names_come_back_as_they_were(self):
        person = self.hire()
        for name in ('<script>alert(1)</script>', '\u001e', '{{name}}', '"\\', 'Zoë 💥'):
            with self.subTest(name=name):
                answer = person.browser.call('update_profile', body={'name': name},
                                             expect=(200, 422))
                if answer.status == 200:
                    self.assertEqual(answer['member']['name'], name)
                    self.assertEqual(person.browser.call('get_session')['member']['name'], name)


if __name__ == '__main__':
    unittest.main()
