"""Lotteries that anyone can check: a seed that nobody knows before, lots that depend on the person,
and the guide's own script, which draws again from what the server publishes."""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from harness.case import ServerCase
from harness.contract import ROOT
from harness.pages import fetch
from harness.world import later, new_person

GUIDE = os.path.join(ROOT, 'docs', 'guide', 'lotteries.md')


def sha256(*lines):
    return hashlib.sha256('\n'.join(lines).encode()).hexdigest()


class Lottery(ServerCase):
    flags = ('--join-rate', '0')

    def lottery(self, **rules):
        return self.world.make_resource('seats', capacity=0, rules={
            'order': 'lottery', 'draw_at': later(days=1), 'draw_words': 'Grüße vom Fest', **rules})

    def draw(self, resource):
        self.world.change(resource, rules={'draw_at': later(days=-1)})

    def published(self, resource):
        return self.as_public().call('get_draw', {'resource_id': resource['id']}, expect=200).body

    def line(self, resource):
        return [entry['position'] for entry in
                self.client.items('list_queue', {'resource_id': resource['id']})]

    def checked(self, resource, *numbers):
        """What the script in the guide says."""
        with open(GUIDE, encoding='utf-8') as file:
            script = re.search(r'```python\n(.*?)```', file.read(), re.DOTALL).group(1)
        with tempfile.NamedTemporaryFile('w', suffix='.py') as file:
            file.write(script)
            file.flush()
            host, port = self.server.address
            url = f'http://{host}:{port}/v1/resources/{resource["id"]}/draw'
            return subprocess.run([sys.executable, '-B', file.name, url, *map(str, numbers)],
                                  capture_output=True, text=True, timeout=60, check=False)

    def test_before_the_draw_only_what_binds_the_server_is_known(self):
        resource = self.lottery()
        commitment = resource['draw_commitment']
        self.world.join_many(resource, 3)
        public = self.as_public().call('get_resource', {'resource_id': resource['id']})
        self.assertEqual((public['draw_commitment'], public['drawn']), (commitment, False))
        shown = self.published(resource)
        self.assertEqual((shown['commitment'], shown['seed'], shown['lots'], shown['drawn']),
                         (commitment, None, [], False))
        self.assertEqual(self.line(resource), [1, 2, 3], 'nothing tells the lots')
        for path in ('/r/', '/verify/'):
            page = fetch(self.server.address, 'GET', path + resource['id']).raw.decode()
            self.assertEqual(set(re.findall('[0-9a-f]{64}', page)), {commitment}, path)
        done = self.checked(resource)
        self.assertIn('The draw is at', done.stderr)

    def test_after_the_draw_anyone_can_draw_again(self):
        resource = self.lottery()
        self.world.join_many(resource, 12)
        self.draw(resource)
        late = self.world.join(resource)
        shown = self.published(resource)
        self.assertEqual(shown['commitment'], resource['draw_commitment'])
        seed, words = shown['seed'], shown['words']
        self.assertRegex(seed, r'\A[0-9a-f]{64}\Z')
        self.assertEqual(sha256('standby draw', resource['id'], seed, words), shown['commitment'])
        for lot in shown['lots']:
            self.assertEqual(sha256('standby lot', seed, lot['participant'], words)[:8],
                             lot['lot'])
        order = [lot['number'] for lot in
                 sorted(shown['lots'], key=lambda lot: (lot['lot'], lot['number']))]
        self.assertEqual(sorted(order), list(range(1, 13)), 'whoever came late is not in it')
        self.assertEqual(self.line(resource), [*order, late['position']])
        done = self.checked(resource, order[3], late['position'])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('It fits: all 12 lots follow from the seed', done.stdout)
        self.assertIn(f'Number {order[3]}: place 4', done.stdout)
        self.assertIn(f'Number {late["position"]}: not in the draw', done.stdout)

    def test_two_lists_have_two_seeds_and_the_same_person_two_values(self):
        person = new_person()
        found = []
        for _ in range(2):
            resource = self.lottery()
            self.world.join(resource, person)
            self.draw(resource)
            found.append(self.published(resource))
        self.assertNotEqual(found[0]['seed'], found[1]['seed'])
        self.assertNotEqual(found[0]['lots'][0]['participant'],
                            found[1]['lots'][0]['participant'])

    def test_leaving_and_joining_again_changes_nothing(self):
        resource = self.lottery()
        person = new_person()
        for _ in range(20):
            entry = self.world.join(resource, person)
            self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        self.world.join_many(resource, 5)
        entry = self.world.join(resource, person)
        self.draw(resource)
        shown = self.published(resource)
        self.assertEqual([lot['number'] for lot in shown['lots']],
                         [21, 22, 23, 24, 25, entry['position']], 'who left is not in it')
        self.assertEqual(len({lot['participant'] for lot in shown['lots']}), 6)

    def test_no_address_can_be_looked_up(self):
        resource = self.lottery()
        person = new_person()
        self.world.join(resource, person)
        self.draw(resource)
        shown = self.published(resource)
        text = json.dumps(shown)
        self.assertNotIn(person['email'], text)
        value = shown['lots'][0]['participant']
        for guess in (person['email'], resource['id'] + person['email']):
            self.assertNotIn(value, (sha256(guess)[:16], sha256(
                'standby participant', resource['id'], sha256(guess)[:16])[:16]))

    def test_an_address_that_is_not_proven_is_in_no_draw(self):
        resource = self.lottery(verify_email=True)
        person = new_person()
        first = self.world.join(resource, person, credential=self.client.credential)
        self.as_guest(self.world.verification_token(first)).call(
            'verify_entry', {'entry_id': first['id']}, expect=200)
        # A stranger types addresses, to see whether they take part.
        for typed in (person, new_person()):
            self.as_public().call('join', {'resource_id': resource['id']},
                                  body={**typed, 'party_size': 2}, expect=202)
        self.draw(resource)
        self.assertEqual([lot['number'] for lot in self.published(resource)['lots']], [1])

    def test_words_and_order_stay_once_someone_has_joined(self):
        resource = self.lottery()
        ids = {'resource_id': resource['id']}
        changed = self.client.call('update_resource', ids,
                                   body={'rules': {'draw_words': 'Sommer'}}, expect=200)
        self.assertNotEqual(changed['draw_commitment'], resource['draw_commitment'])
        self.world.join(resource)
        for rules, field in (({'draw_words': 'Herbst'}, 'rules.draw_words'),
                             ({'draw_seed': 'mine'}, 'rules.draw_seed')):
            refused = self.assert_changes_nothing(resource, lambda sent=rules: self.client.call(
                'update_resource', ids, body={'rules': sent}, expect=422))
            self.assertEqual(refused.bad_fields, [field])
        moved = self.client.call('update_resource', ids,
                                 body={'rules': {'draw_at': later(days=2)}}, expect=200)
        self.assertEqual(moved['draw_commitment'], changed['draw_commitment'])
        self.draw(resource)
        refused = self.client.call('update_resource', ids,
                                   body={'rules': {'draw_words': 'Herbst'}}, expect=409)
        self.assertEqual(refused.problem, 'lottery-drawn')

    def test_the_draw_survives_a_restart(self):
        resource = self.lottery()
        self.world.join_many(resource, 8)
        self.draw(resource)
        before = (self.published(resource), self.line(resource))
        self.server.restart()
        self.connect()
        self.assertEqual((self.published(resource), self.line(resource)), before)

    def test_whoever_is_erased_is_gone_from_the_list(self):
        resource = self.lottery()
        entries = [self.world.join(resource) for _ in range(3)]
        self.draw(resource)
        self.client.call('erase_entry', {'entry_id': entries[1]['id']}, expect=200)
        self.assertEqual([lot['number'] for lot in self.published(resource)['lots']], [1, 3])
        self.assertEqual(self.checked(resource).returncode, 0)

    def test_a_long_list_comes_in_pages(self):
        resource = self.lottery()
        self.world.join_many(resource, 1100)
        self.draw(resource)
        first = self.published(resource)
        self.assertEqual(len(first['lots']), 1000)
        ids = {'resource_id': resource['id']}
        second = self.as_public().call('get_draw', ids, query={'cursor': first['next_cursor']})
        self.assertEqual((len(second['lots']), second['next_cursor']), (100, None))
        refused = self.as_public().call('get_draw', ids, query={'cursor': 'x'}, expect=400)
        self.assertEqual(refused.problem, 'bad-cursor')
        self.assertIn('all 1100 lots', self.checked(resource).stdout)

    def test_what_is_drawn_may_be_kept_by_caches(self):
        resource = self.lottery()
        path = f'/v1/resources/{resource["id"]}/draw'
        self.assertEqual(fetch(self.server.address, 'GET', path).headers['Cache-Control'],
                         'no-store')
        self.draw(resource)
        self.assertEqual(fetch(self.server.address, 'GET', path).headers['Cache-Control'],
                         'public, max-age=300')

    def test_other_lists_have_no_draw(self):
        resource = self.world.make_resource()
        self.as_public().call('get_draw', {'resource_id': resource['id']}, expect=404)
        self.assertEqual(fetch(self.server.address, 'GET', '/verify/' + resource['id']).status, 404)
        self.assertEqual(fetch(self.server.address, 'GET', '/verify/res_9999').status, 404)


if __name__ == '__main__':
    unittest.main()
