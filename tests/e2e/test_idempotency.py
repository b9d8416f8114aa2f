"""Idempotency-Key: whatever is sent twice under one key happens once, also at the same moment and
also across a restart."""
import concurrent.futures
import secrets
import unittest

from harness.case import ServerCase
from harness.client import UNSET
from harness.route_cases import CASES
from harness.world import new_person


class Idempotency(ServerCase):
    def twice(self, operation, ids, body=UNSET, credential=UNSET, expect=None):
        key = secrets.token_hex(8)
        first = self.client.call(operation, ids, body=body, key=key, credential=credential,
                                 expect=expect)
        again = self.client.call(operation, ids, body=body, key=key, credential=credential,
                                 expect=expect)
        self.assertFalse(first.replayed)
        self.assertTrue(again.replayed)
        self.assertEqual((first.status, first.raw), (again.status, again.raw))
        return first, again

    def test_every_post_gives_the_first_answer_again(self):
        posts = [operation for operation in self.client.contract.operations.values()
                 if operation.takes('Idempotency-Key')]
        for operation in posts:
            with self.subTest(operation=operation.id):
                scene = CASES[operation.id](self.world)
                credential = UNSET if 'staff' in operation.who or 'owner' in operation.who \
                    else scene.right_token
                body = UNSET if scene.body is None else scene.body
                self.twice(operation.id, scene.ids, body, credential, scene.status)

    def test_a_replay_leaves_no_event(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        body, key = new_person(), secrets.token_hex(8)
        first = self.client.call('join', ids, body=body, key=key, expect=201)
        again = self.assert_changes_nothing(
            resource, lambda: self.client.call('join', ids, body=body, key=key, expect=201))
        self.assertEqual(first['token'], again['token'])

    def test_a_replay_shows_the_past_not_the_present(self):
        resource, entry, token = self.world.offered_slot()
        ids = {'offer_id': entry['offer']['id']}
        first = self.client.call('accept_offer', ids, key='yes', credential=token)
        self.client.call('leave', {'entry_id': entry['id']}, expect=200)
        again = self.client.call('accept_offer', ids, key='yes', credential=token)
        self.assertEqual(first.raw, again.raw)
        self.assertEqual(self.world.entry(entry)['state'], 'cancelled')

    def test_the_same_key_with_another_body_is_refused(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        self.client.call('join', ids, body=new_person(), key='one', expect=201)
        answer = self.assert_changes_nothing(
            resource,
            lambda: self.client.call('join', ids, body=new_person(), key='one', expect=422))
        self.assertEqual(answer.problem, 'idempotency-key-reused')

    def test_the_same_key_for_another_operation_is_refused(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        self.client.call('pause_resource', ids, key='one', expect=200)
        answer = self.assert_changes_nothing(
            resource, lambda: self.client.call('resume_resource', ids, key='one', expect=422))
        self.assertEqual(answer.problem, 'idempotency-key-reused')

    def test_a_refused_request_can_be_mended_under_its_key(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        self.client.call('join', ids, body={'email': 'nobody'}, key='mend', expect=422)
        self.client.call('join', ids, body=new_person(), key='mend', expect=201)

    def test_without_a_key_the_person_is_recognised_all_the_same(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        person = new_person(phone='+4930123456')
        self.client.call('join', ids, body=person, expect=201)
        spellings = (person, {'email': person['email'].upper()},
                     {**new_person(), 'phone': '+49 30 123-456'})
        for spelling in spellings:
            with self.subTest(spelling=spelling):
                again = self.assert_changes_nothing(
                    resource, lambda body=spelling: self.client.call('join', ids, body=body,
                                                                     credential=None, expect=200))
                self.assertEqual(again.body, {'already_joined': True})

    def test_the_same_request_many_times_at_once_happens_once(self):
        resource = self.world.make_resource()
        path = f'/v1/resources/{resource["id"]}/waitlist:join'
        body, key = new_person(), secrets.token_hex(8)

        def join(_):
            client = self.client.with_credential(None)
            try:
                answer = client.quick('POST', path, body=body, key=key)
                return answer.status, answer.raw
            finally:
                client.close()

        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            answers = set(pool.map(join, range(64)))
        self.assertEqual(len(answers), 1, answers)
        self.assertEqual(answers.pop()[0], 201)
        self.assertEqual(self.world.resource(resource)['counts']['waiting'], 1)

    def test_a_key_outlives_a_restart(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        body = new_person()
        first = self.client.call('join', ids, body=body, key='across', expect=201)
        made = self.client.call('create_resource', body={'name': 'A', 'kind': 'seats'},
                                key='across-too', expect=201)
        self.server.restart()
        self.connect()
        again = self.client.call('join', ids, body=body, key='across', expect=201)
        self.assertTrue(again.replayed)
        self.assertEqual(first.raw, again.raw)
        made_again = self.client.call('create_resource', body={'name': 'A', 'kind': 'seats'},
                                      key='across-too', expect=201)
        self.assertEqual(made['id'], made_again['id'])


if __name__ == '__main__':
    unittest.main()
