"""Every operation of docs/openapi.yaml with every kind of credentials: the right ones, none, bad
ones, too weak ones, and those of someone else."""
import unittest

from harness.case import CONTRACT, ServerCase
from harness import staff
from harness.client import UNSET
from harness.route_cases import CASES, FROM_OUR_PAGES, SHEETS

OPERATIONS = list(CONTRACT.operations.values())
KEY_ROLES = ('read-only', 'staff', 'owner')
BAD_CREDENTIALS = ('sk_0000000000000000000000000000000000000000', 'sk_', 'gt_nonsense', 'gt_',
                   'Basic c2tfOng=', 'nonsense', 'Bearer sk_a sk_b')
UNKNOWN = {
    'resource_id': ('res_1ZZZZZ', 'res_0', 'res_', 'ent_1', 'nonsense', 'res_' + 'Z' * 30,
                    'res_1%2F..', "res_1'--"),
    'entry_id': ('ent_1ZZZZZ0000001', 'ent_1', 'ent_', 'res_1', 'nonsense', 'ent_' + 'Z' * 30),
    'offer_id': ('off_1ZZZZZ0000001', 'off_1', 'off_', 'ent_1', 'nonsense', 'off_' + 'Z' * 30),
    'opening_id': ('opn_1ZZZZZ0000001', 'opn_1', 'opn_', 'ent_1', 'nonsense', 'opn_' + 'Z' * 30),
    'import_id': ('imp_1ZZZZZ0000001', 'imp_1', 'imp_', 'ent_1', 'nonsense', 'imp_' + 'Z' * 30),
    'card_id': ('card_1', 'card_0', 'card_', 'cal_1_1', 'nonsense', 'card_99999999999999999999'),
    'calendar_id': ('cal_1_99999', 'cal_1_0', 'cal_1', 'cal_', 'opn_1', 'nonsense',
                    'cal_1ZZZZZ_1', 'cal_1_' + '9' * 30),
    'key_id': ('key_99999', 'key_0', 'key_-1', 'key_', 'sk_1', 'key_99999999999999999999999'),
    'signing_key_id': ('sig_99999', 'sig_0', 'sig_-1', 'sig_', 'key_1', 'sig_99999999999999999999'),
    'service_id': ('svc_99999', 'svc_0', 'svc_', 'per_1', 'nonsense', 'svc_' + '9' * 30),
    'person_id': ('per_99999', 'per_0', 'per_', 'svc_1', 'nonsense', 'per_' + '9' * 30),
    'place_id': ('plc_99999', 'plc_0', 'plc_', 'svc_1', 'nonsense', 'plc_' + '9' * 30),
    'member_id': ('mem_99999', 'mem_0', 'mem_', 'inv_99999', 'inv_0', 'key_1', 'nonsense',
                  'mem_99999999999999999999999'),
    'problem': ('no-such-problem',),
    'voice_id': ('offer', 'offer.mail', 'offer.fax.en', 'offer.mail.xx', 'nothing.mail.en',
                 'offer.mail.en.en', 'Offer.mail.en', 'offer.mail.' + 'x' * 30),
    'message_id': ('msg_1ZZZZZZZZZ', 'msg_0', 'msg_', 'ent_1', 'nonsense', 'msg_' + 'Z' * 30),
}


class EveryRoute(ServerCase):
    flags = ('--join-rate', '0', '--wrong-key-rate', '0', '--sheets-dir', SHEETS)
    other_account = True
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.keys = {'owner': cls.client.credential}
        for role in ('staff', 'read-only'):
            cls.keys[role] = cls.make_key(cls, role)

    def perform(self, operation, scene, credential, expect=None, ids=None, query=None):
        """The call, expected to end with this status; a stream is read up to its first event."""
        ids = ids or scene.ids
        headers = dict(scene.headers or {})
        if credential is not None and credential.startswith('ss_'):
            headers |= {'Cookie': f'{staff.COOKIE}={credential}', **FROM_OUR_PAGES}
            credential = None
        if operation.streams and expect in (None, 200):
            with self.client.stream(operation.id, ids, credential=credential,
                                    query=query) as stream:
                self.assertEqual(stream.status, 200)
                self.assertEqual(stream.next().name, 'snapshot')
            return None
        body = UNSET if scene.body is None else scene.body
        return self.client.call(operation.id, ids, body=body, credential=credential, query=query,
                                headers=headers, expect=expect or scene.status)

    def refuse(self, operation, scene, credential, status, **more):
        """The call must end with this status and leave no trace."""
        if scene.resource is None:
            return self.perform(operation, scene, credential, status, **more)
        return self.assert_changes_nothing(
            scene.resource, lambda: self.perform(operation, scene, credential, status, **more))

    def for_each(self, operations, check):
        for operation in operations:
            with self.subTest(operation=operation.id):
                check(operation)

    def scene(self, operation):
        return CASES[operation.id](self.world)

    def credential_of(self, role, scene):
        if role == 'public':
            return None
        if role == 'member':
            return scene.session
        return scene.right_token if role == 'guest' else self.keys[role]

    def test_every_operation_has_a_case(self):
        self.assertEqual(set(CASES), set(CONTRACT.operations))

    def test_whoever_may_can(self):
        def check(operation):
            for role in operation.who:
                scene = self.scene(operation)
                self.perform(operation, scene, self.credential_of(role, scene))

        self.for_each(OPERATIONS, check)

    def test_a_guest_may_carry_the_token_in_the_address(self):
        def check(operation):
            scene = self.scene(operation)
            self.perform(operation, scene, None, query={'token': scene.right_token})

        self.for_each([one for one in OPERATIONS if 'guest' in one.who], check)

    def test_an_api_key_in_the_address_is_not_taken(self):
        def check(operation):
            self.refuse(operation, self.scene(operation), None, 401,
                        query={'token': self.keys['owner']})

        self.for_each([one for one in OPERATIONS if 'public' not in one.who], check)

    def test_no_credentials(self):
        def check(operation):
            self.refuse(operation, self.scene(operation), None, 401)

        self.for_each([one for one in OPERATIONS if 'public' not in one.who], check)

    def test_bad_credentials(self):
        def check(operation):
            scene = self.scene(operation)
            for credential in BAD_CREDENTIALS:
                self.refuse(operation, scene, credential, 401)

        self.for_each([one for one in OPERATIONS if one.takes_credentials], check)

    def test_pages_do_not_look_at_credentials(self):
        def check(operation):
            self.perform(operation, self.scene(operation), BAD_CREDENTIALS[0])

        self.for_each([one for one in OPERATIONS if not one.takes_credentials], check)

    def test_keys_that_may_not(self):
        def check(operation):
            scene = self.scene(operation)
            for role in set(KEY_ROLES) - set(operation.who):
                self.refuse(operation, scene, self.keys[role], 403)

        self.for_each([one for one in OPERATIONS if one.takes_credentials], check)

    def test_guests_may_not_do_what_staff_may(self):
        def check(operation):
            scene = self.scene(operation)
            token = scene.token or self.world.join(self.world.make_resource())['token']
            self.refuse(operation, scene, token, 403)

        self.for_each([one for one in OPERATIONS if one.takes_credentials and
                       not {'guest', 'public'} & set(one.who)], check)

    def test_another_guest_finds_nothing(self):
        def check(operation):
            scene = self.scene(operation)
            neighbour = self.world.join(scene.resource, credential=self.client.credential)['token']
            stranger = self.world.join(self.world.make_resource())['token']
            for token in (neighbour, stranger):
                self.refuse(operation, scene, token, 404)
                self.refuse(operation, scene, None, 404, query={'token': token})

        self.for_each([one for one in OPERATIONS if 'guest' in one.who and 'public' not in one.who],
                      check)

    def test_another_account_finds_nothing(self):
        def check(operation):
            self.refuse(operation, self.scene(operation), self.other_key, 404)

        # Every account has the same wordings to fill with its own words.
        self.for_each([one for one in OPERATIONS if 'owner' in one.who and one.path_names and
                       one.path_names != ['voice_id']], check)

    def test_another_account_sees_only_its_own(self):
        mine = self.world.make_resource()
        other = self.client.with_credential(self.other_key)
        self.addCleanup(other.close)
        self.assertNotIn(mine['id'], [one['id'] for one in other.items('list_resources')])
        mine_too = {key['id'] for key in self.client.items('list_keys')}
        self.assertFalse(mine_too & {key['id'] for key in other.items('list_keys')})
        self.assertNotEqual(other.call('get_account')['id'], self.client.call('get_account')['id'])

    def test_ids_that_do_not_exist(self):
        def check(operation):
            scene = self.scene(operation)
            credential = self.credential_of(operation.who[-1], scene)
            for name in operation.path_names:
                for unknown in UNKNOWN[name]:
                    self.refuse(operation, scene, credential, 404, ids={**scene.ids, name: unknown})

        self.for_each([one for one in OPERATIONS if one.path_names], check)

    def test_ids_of_the_next_that_will_be_made(self):
        resource, entry, _ = self.world.offered_slot()
        opening = entry['opening_id']
        for operation_id, name, known in (('get_entry', 'entry_id', entry['id']),
                                          ('get_offer', 'offer_id', entry['offer']['id']),
                                          ('get_opening', 'opening_id', opening)):
            with self.subTest(operation=operation_id):
                following = known[:-1] + '2'
                self.assertNotEqual(following, known)
                self.client.call(operation_id, {name: following}, expect=404)

    def test_wrong_methods(self):
        paths = {}
        for operation in OPERATIONS:
            scene = self.scene(operation)
            paths.setdefault(operation.template, (operation.path(scene.ids), scene))
        for template, (path, scene) in paths.items():
            known = CONTRACT.methods_of(template)
            for method in {'GET', 'PUT', 'POST', 'PATCH', 'DELETE'} - known:
                with self.subTest(method=method, path=template):
                    answer = self.client.request(method, path, expect=405)
                    allowed = {one.strip() for one in answer.headers['Allow'].split(',')}
                    self.assertLessEqual(known, allowed)
                    self.assertLessEqual(allowed - known, {'HEAD', 'OPTIONS'})

    def test_paths_that_do_not_exist(self):
        resource = self.world.make_resource()['id']
        for method, path in (('GET', '/v1'), ('GET', '/v1/nothing'), ('GET', '/v2/resources'),
                             ('POST', f'/v1/resources/{resource}:explode'),
                             ('POST', f'/v1/resources/{resource}:'),
                             ('GET', f'/v1/resources/{resource}/nothing'),
                             ('GET', f'/v1/resources/{resource}/audit/1'),
                             ('GET', f'/v1/resources/{resource}/'),
                             ('GET', '//v1/resources'),
                             ('POST', '/test/clock')):
            with self.subTest(method=method, path=path):
                self.client.request(method, path, expect=404)

    def test_the_file_served_is_the_contract(self):
        with open(CONTRACT.path, 'rb') as file:
            self.assertEqual(self.client.call('get_openapi').raw, file.read())

    def test_every_problem_has_its_page(self):
        page = self.client.call('get_problem', {'problem': 'already-claimed'}, expect=200)
        self.assertIn('already-claimed', page.body)


if __name__ == '__main__':
    unittest.main()
