"""What operators do to the data of a cluster while its nodes run: mending a damaged list, ending
all guests' links."""
import json
import unittest

from harness.cluster import ClusterCase, number_of
from harness.postgres import SCHEMA
from harness.server import run_command
from harness.waiting import wait_for


def secret_of(entry):
    """What tells the secret of its link: the mark, then version, secret and purpose."""
    return entry['token'][:len('gt_') + 8]


class UpkeepCase(ClusterCase):
    def run_here(self, *words, expect=0):
        done = run_command(*words, '--store', self.cluster.postgres.dsn())
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout


class Mending(UpkeepCase):
    def damage(self, resource):
        self.cluster.postgres.execute(
            f"UPDATE {SCHEMA}.entries SET data = '\\x0203' "
            f'WHERE resource = {number_of(resource["id"])} AND number = 2')

    def status_of(self, node, resource):
        answer = self.client(node).quick('GET', f'/v1/resources/{resource["id"]}/queue')
        return answer.status, json.loads(answer.raw).get('type')

    def mend(self, resource):
        self.assertIn('would do: 1 row', self.run_here('repair', expect=1))
        done = json.loads(self.run_here('repair', '--yes', '--json'))
        self.assertTrue(done['done'])
        self.assertEqual([one['resource_id'] for one in done['resources']], [resource['id']])
        self.cluster.verify()
        self.assertIn('Nothing is damaged', self.run_here('repair'))

    def assert_whole(self, resource, entries):
        for node in self.cluster.nodes:
            wait_for(lambda: self.status_of(node, resource)[0] == 200, 'the list', 30)
            queue = self.client(node).items('list_queue', {'resource_id': resource['id']})
            self.assertEqual([one['id'] for one in queue], [one['id'] for one in entries])

    def test_a_list_that_was_halted_goes_on_without_a_restart(self):
        owner = self.cluster.nodes[0]
        hurt = self.resource_of(owner, 'slots')
        entries = [self.world(owner).join(hurt) for _ in range(3)]
        self.damage(hurt)
        owner.terminate()
        heir = self.cluster.nodes[1]
        wait_for(lambda: self.status_of(heir, hurt) == (503, '/problems/list-damaged'), 'a halt',
                 30)
        self.world(heir).make_resource('slots')
        owner.start()
        self.cluster.settle()
        self.mend(hurt)
        entries.append(self.world(self.cluster.owner(hurt)).join(hurt))
        self.assert_whole(hurt, entries)

    def test_what_a_node_still_has_in_memory_does_not_get_in_the_way(self):
        owner, other = self.cluster.nodes
        hurt = self.resource_of(owner, 'slots')
        entries = [self.world(owner).join(hurt) for _ in range(3)]
        self.damage(hurt)
        self.mend(hurt)
        wait_for(lambda: self.status_of(other, hurt)[0] == 200, 'the list', 30)
        entries.append(self.world(other).join(hurt))
        self.assert_whole(hurt, entries)
        self.cluster.verify()


class Links(UpkeepCase):
    def test_all_links_end_at_both_nodes(self):
        resource = self.world(self.cluster.nodes[0]).make_resource('slots')
        entry = self.world(self.cluster.nodes[1]).join(resource)
        path = f'/v1/waitlist/{entry["id"]}'

        def status_at(node, token, path):
            """Whatever is said but "in a moment", which a busy cluster may say at any time."""
            def ask():
                status = self.client(node, token).quick('GET', path).status
                return status != 503 and status
            return wait_for(ask, 'an answer', 30)

        def statuses(token, path=path):
            return [status_at(node, token, path) for node in self.cluster.nodes]
        self.assertEqual(statuses(entry['token']), [200, 200])
        self.run_here('keys', 'rotate-tokens')
        self.assertEqual(statuses(entry['token']), [200, 200])
        self.assertIn('have ended', self.run_here('keys', 'rotate-tokens', '--now'))
        wait_for(lambda: statuses(entry['token']) == [401, 401], 'the end of the link', 30)

        fresh = self.world(self.cluster.nodes[0]).join(resource)
        self.assertEqual(statuses(fresh['token'], f'/v1/waitlist/{fresh["id"]}'), [200, 200])

    def test_a_link_of_a_secret_made_just_now_opens_at_every_node(self):
        nodes = self.cluster.nodes
        for near, far in zip(nodes, reversed(nodes)):
            world = self.world(near)
            resource = self.resource_of(near, 'slots')
            before = secret_of(world.join(resource))
            self.run_here('keys', 'rotate-tokens')

            def join_with_new_secret():
                entry = world.join(resource)
                return secret_of(entry) != before and entry
            entry = wait_for(join_with_new_secret, 'a link of the new secret', 30)
            asker = self.client(far, entry['token'])
            for path in (f'/e/{entry["token"]}', f'/v1/waitlist/{entry["id"]}'):
                self.assertEqual(asker.quick('GET', path).status, 200, path)


if __name__ == '__main__':
    unittest.main()
