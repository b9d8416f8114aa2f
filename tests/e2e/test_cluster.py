"""Two nodes on one PostgreSQL, as their clients see them: either answers anything, and sessions,
keys, lists, guests' links and deadlines do not care which node they are with."""
import collections
import concurrent.futures
import http.client
import json
import time
import unittest

from harness.case import CONTRACT
from harness.client import TIMEOUT_SECONDS
from harness.cluster import ClusterCase
from harness.history import time_of
from harness.pages import fetch
from harness.signing import Signer
from harness.staff import Browser, hire
from harness.waiting import wait_for
from harness.world import new_person

OFFERS, CLAIMS, CLAIMANTS = 500, 5000, 24
REVOKED_SECONDS = 5
ON_TIME_SECONDS = 1.5


class EitherNode(ClusterCase):
    def test_what_one_node_was_told_every_node_knows(self):
        here, there = self.cluster.nodes
        for maker, joiner in ((here, there), (there, here)):
            resource = self.world(maker).make_resource('seats', capacity=1)
            first = self.world(joiner).join(resource)
            second = self.world(maker).join(resource)
            self.assertEqual((first['state'], second['state']), ('accepted', 'waiting'))
            seen = [(self.world(node).resource(resource), self.world(node).entry(second),
                     self.world(node).audit(resource)) for node in (here, there)]
            self.assertEqual(seen[0], seen[1])
            self.assertEqual(seen[0][0]['counts']['waiting'], 1)

    def test_lists_are_of_the_whole_cluster(self):
        made = {self.world(node).make_resource()['id'] for node in self.cluster.nodes * 6}
        for node in self.cluster.nodes:
            listed = [item['id'] for item in self.client(node).items('list_resources', limit=3)]
            self.assertEqual(len(listed), len(set(listed)))
            self.assertLessEqual(made, set(listed))

    def test_a_repetition_at_the_other_node_gets_the_same_answer(self):
        here, there = self.cluster.nodes
        resource = self.world(here).make_resource('seats', capacity=1)
        person = new_person()
        answers = [self.client(node).quick(
            'POST', f'/v1/resources/{resource["id"]}/waitlist:join', body=person, key='once')
            for node in (here, there, here)]
        self.assertEqual({(one.status, one.raw) for one in answers}, {(201, answers[0].raw)})
        self.assertEqual([one.replayed for one in answers], [False, True, True])
        body = {'name': 'Once', 'kind': 'seats', 'time_zone': 'Europe/Berlin', 'capacity': 1}
        made = [self.client(node).quick('POST', '/v1/resources', body=body, key='made-once')
                for node in (here, there)]
        self.assertEqual(json.loads(made[0].raw)['id'], json.loads(made[1].raw)['id'])

    def test_guests_claim_through_the_wrong_node(self):
        for owner in self.cluster.nodes:
            other = self.cluster.other(owner)
            resource = self.resource_of(owner, 'slots')
            world = self.world(other)
            people = [world.join(resource), world.join(resource)]
            for _ in people:
                world.free_slot(resource)
            by_page, by_call = (world.entry(person)['offer'] for person in people)
            status = fetch(other.address, 'GET', '/e/' + people[0]['token'])
            self.assertEqual(status.status, 200, status)
            path = by_page['claim_url'].removeprefix('http://standby.test')
            self.assertEqual(fetch(other.address, 'GET', path).status, 200)
            pressed = fetch(other.address, 'POST', path, {'action': 'claim'})
            self.assertIn(pressed.status, (200, 303), pressed)
            guest = self.client(other, people[1]['token'])
            guest.call('accept_offer', {'offer_id': by_call['id']}, expect=200)
            for person in people:
                self.assertEqual(self.world(owner).entry(person)['state'], 'accepted')

    def test_errors_are_the_same_through_the_wrong_node(self):
        owner = self.cluster.nodes[0]
        other = self.cluster.other(owner)
        resource = self.resource_of(owner)
        stranger = self.world(owner).join(self.resource_of(owner))
        path = f'/v1/resources/{resource["id"]}'
        for method, rest, body in (('PATCH', '', {'capacity': -1}), ('PATCH', '', 'no json'),
                                   ('GET', '/nothing', None), ('GET', '/queue?limit=0', None)):
            with self.subTest(method=method, rest=rest):
                answers = []
                for node in (owner, other):
                    more = {} if body is None else {'body': body}
                    answer = self.client(node).quick(method, path + rest, **more)
                    answers.append((answer.status, answer.headers['Content-Type'], answer.raw))
                self.assertEqual(answers[0], answers[1])
                self.assertGreaterEqual(answers[0][0], 400)
        guest = self.client(other, stranger['token'])
        guest.call('list_queue', {'resource_id': resource['id']}, expect=403)
        self.client(other, 'sk_' + '0' * 48).call('list_queue', {'resource_id': resource['id']},
                                                  expect=401)

    def test_headers_that_only_nodes_may_send_change_nothing(self):
        owner = self.cluster.nodes[0]
        other = self.cluster.other(owner)
        resource = self.resource_of(owner)
        nodes = {node['id']: node for node in self.client(owner).call('get_cluster')['nodes']}
        ids = list(nodes)
        forged = {'X-Standby-Node': ids[0], 'X-Standby-For': ids[1], 'X-Standby-Number': '1',
                  'X-Standby-Deadline': '1', 'X-Standby-Client': '203.0.113.9',
                  'X-Standby-Secure': '1', 'X-Standby-Proof': 'ab' * 32,
                  'X-Standby-Moved': '1', 'X-Forwarded-For': '203.0.113.9'}
        for node in (owner, other):
            for headers in (forged, {'X-Standby-Moved': '1'}, {'X-Standby-For': ids[0]}):
                with self.subTest(node=node, headers=list(headers)):
                    seen = self.client(node).call('get_resource', {'resource_id': resource['id']},
                                                  headers=headers, expect=200)
                    self.assertEqual(seen['id'], resource['id'])
                    self.client(node).call('list_queue', {'resource_id': resource['id']},
                                           headers=headers, credential=None, expect=401)
        # Neither do they come out again.
        answer = self.client(other).quick('GET', f'/v1/resources/{resource["id"]}')
        self.assertEqual([name for name in answer.headers if name.lower().startswith('x-standby')],
                         [])

    def test_both_nodes_say_the_same_about_the_cluster(self):
        seen = []
        for node in self.cluster.nodes:
            report = self.client(node).call('get_cluster', expect=200).body
            seen.append(({one['id']: one['address'] for one in report['nodes']},
                         {one['shard']: (one['owner'], one['epoch'])
                          for one in report['shards']}))
        self.assertEqual(seen[0], seen[1])
        addresses, shards = seen[0]
        self.assertEqual(set(addresses.values()), {node.place for node in self.cluster.nodes})
        self.assertEqual({shard: addresses[owner] for shard, (owner, _) in shards.items()},
                         self.cluster.owners())

    def test_a_staff_session_of_one_node_counts_at_the_other_at_once(self):
        here, there = self.cluster.nodes
        person = hire(self.client(here))
        self.addCleanup(person.browser.close)
        elsewhere = Browser(there.address, CONTRACT)
        self.addCleanup(elsewhere.close)
        elsewhere.cookie = person.browser.cookie
        self.assertEqual(elsewhere.call('get_session', expect=200)['member']['id'], person.id)
        elsewhere.call('list_resources', expect=200)
        signed_in = Browser(there.address, CONTRACT)
        self.addCleanup(signed_in.close)
        signed_in.sign_in(person.email)
        back = Browser(here.address, CONTRACT)
        self.addCleanup(back.close)
        back.cookie = signed_in.cookie
        self.assertEqual(back.call('get_session', expect=200)['member']['id'], person.id)
        person.browser.call('sign_out')
        wait_for(lambda: elsewhere.quick('GET', '/v1/account').status == 401,
                 'the end of the session at the other node', REVOKED_SECONDS)

    def test_a_revoked_key_is_refused_everywhere_soon(self):
        here, there = self.cluster.nodes
        made = self.client(here).call('create_key', body={'role': 'staff', 'label': 'test'},
                                      expect=201)
        elsewhere = self.client(there, made['key'])
        elsewhere.call('list_resources', expect=200)
        self.client(here).call('revoke_key', {'key_id': made['id']})
        began = time.monotonic()
        for client in (elsewhere, self.client(here, made['key'])):
            wait_for(lambda client=client: client.quick('GET', '/v1/account').status == 401,
                     'the refusal', began + REVOKED_SECONDS - time.monotonic())
        print(f'a revoked key was refused by both nodes after {time.monotonic() - began:.2f} s')

    def test_a_signing_key_counts_everywhere_and_soon_no_more(self):
        here, there = self.cluster.nodes
        owner = self.client(here)
        made = owner.call('create_signing_key', body={'name': 'app', 'algorithm': 'HS256'},
                          expect=201)
        resource = self.resource_of(there, 'slots')
        path = f'/v1/resources/{resource["id"]}/waitlist:join'
        body = json.dumps({'signed': Signer(made)(resource, 'u1')})
        guest = self.client(there).with_credential(None)
        self.addCleanup(guest.close)
        self.assertEqual(guest.quick('POST', path, body=body).status, 201)
        owner.call('revoke_signing_key', {'signing_key_id': made['id']}, expect=200)
        wait_for(lambda: guest.quick('POST', path, body=body).status == 401, 'the refusal',
                 REVOKED_SECONDS)

    def test_offers_end_on_time_wherever_they_are(self):
        waiting = []
        for node in self.cluster.nodes:
            resource = self.resource_of(node, 'seats', capacity=0, rules={'claim_window': '10s'})
            first = self.world(node).join(resource)
            second = self.world(node).join(resource)
            self.world(node).change(resource, capacity=1)
            self.assertEqual(self.world(node).entry(first)['state'], 'offered')
            waiting.append((self.cluster.other(node), resource, second))
        for other, resource, second in waiting:
            world = self.world(other)
            wait_for(lambda: world.entry(second)['state'] == 'offered', 'the next offer')
            trail = world.audit(resource)
            ended = next(item for item in trail if item['type'] == 'offer_ended')
            deadline = [item['details']['expires_at'] for item in trail
                        if item['type'] in ('offer_made', 'offer_sent')
                        and item['offer_id'] == ended['offer_id']][-1]
            late = (time_of(ended['at']) - time_of(deadline)).total_seconds()
            self.assertLess(late, ON_TIME_SECONDS)
            self.assertGreaterEqual(late, 0)

    def test_five_thousand_claims_on_five_hundred_offers_through_both(self):
        resource = self.world(self.cluster.nodes[0]).make_resource('seats', capacity=0)
        tokens = self.join_many(resource, OFFERS)
        self.world(self.cluster.nodes[1]).change(resource, capacity=OFFERS)
        offers = {item['id']: item['entry_id'] for item in self.client(self.cluster.nodes[0]).items(
            'list_offers', {'resource_id': resource['id']}, limit=200, state='live')}
        self.assertEqual(len(offers), OFFERS)
        claims = [(offer, number) for number in range(CLAIMS // OFFERS) for offer in offers]
        answers = self.rush(claims, lambda claim: (
            f'/v1/offers/{claim[0]}:accept', tokens[offers[claim[0]]], f'{claim[0]}-{claim[1]}'))
        bodies = collections.defaultdict(set)
        for (offer, _), (status, raw) in answers:
            self.assertEqual(status, 200, raw)
            bodies[offer].add(raw)
        self.assertEqual(len(bodies), OFFERS)
        self.assertEqual({len(different) for different in bodies.values()}, {1})
        for node in self.cluster.nodes:
            counts = self.world(node).resource(resource)['counts']
            self.assertEqual((counts['accepted'], counts['offered']), (OFFERS, 0))
        accepted = collections.Counter(
            item['offer_id'] for item in self.world(node).audit(resource)
            if item['type'] == 'offer_accepted')
        self.assertEqual(accepted, collections.Counter(dict.fromkeys(offers, 1)))

    def join_many(self, resource, count):
        """The guests' tokens by entry."""
        people = [new_person() for _ in range(count)]
        path = f'/v1/resources/{resource["id"]}/waitlist:join'
        answers = self.rush(people, lambda person: (path, self.cluster.api_key, person['email'],
                                                    person))
        joined = [json.loads(raw) for _, (status, raw) in answers if status == 201]
        self.assertEqual(len(joined), count)
        return {entry['id']: entry['token'] for entry in joined}

    def rush(self, things, describe):
        """One POST for each, through all nodes at once; describe() gives its path, credential,
        key and body. Pairs of the thing and (status, bytes)."""
        def work(number):
            node = self.cluster.nodes[number % len(self.cluster.nodes)]
            connection = http.client.HTTPConnection(*node.address, timeout=TIMEOUT_SECONDS)
            answers = []
            try:
                for thing in things[number::CLAIMANTS]:
                    path, credential, key, *body = describe(thing)
                    headers = {'Authorization': f'Bearer {credential}', 'Idempotency-Key': key}
                    if body:
                        headers['Content-Type'] = 'application/json'
                    connection.request('POST', path, json.dumps(body[0]) if body else None,
                                       headers)
                    answer = connection.getresponse()
                    answers.append((thing, (answer.status, answer.read())))
            finally:
                connection.close()
            return answers

        with concurrent.futures.ThreadPoolExecutor(CLAIMANTS) as pool:
            return [answer for part in pool.map(work, range(CLAIMANTS)) for answer in part]


if __name__ == '__main__':
    unittest.main()
