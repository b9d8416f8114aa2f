"""The relay of a cluster: every node runs one, each message is sent by the node that owns it, once,
and what a dead node left behind is sent by whoever takes over."""
import collections
import unittest

from harness.cluster import ClusterCase
from harness.smtp import MAIL_FROM, SmtpServer
from harness.waiting import wait_for

PEOPLE = 12  # for each node
LEASE_SECONDS = 3


class ClusterMail(ClusterCase):
    lease_seconds = LEASE_SECONDS

    @classmethod
    def setUpClass(cls):
        cls.smtp = SmtpServer()
        cls.addClassCleanup(cls.smtp.close)
        cls.flags = ('--mail-url', f'smtp://127.0.0.1:{cls.smtp.port}', '--mail-from', MAIL_FROM)
        super().setUpClass()

    def join_people(self, node, resource):
        """New people, through this node, each acknowledged."""
        world = self.world(node)
        return [world.join(resource, credential=world.client.credential)['email']
                for _ in range(PEOPLE)]

    def pending(self, node):
        return list(self.client(node).items('list_all_messages', state='pending'))

    def wait_until_sent(self, node):
        wait_for(lambda: not self.pending(node), 'the end of all messages', 30)
        self.smtp.catch_up()

    def assert_one_mail_each(self, people):
        counts = collections.Counter(address for mail in self.smtp.mails
                                     for address in mail.envelope['to'])
        self.assertEqual({address: counts[address] for address in people},
                         dict.fromkeys(people, 1))

    def test_each_mail_is_sent_once(self):
        people = []
        for owner in self.cluster.nodes:
            resource = self.resource_of(owner)
            for node in self.cluster.nodes:
                people += self.join_people(node, resource)
        self.wait_until_sent(self.cluster.nodes[0])
        self.assertEqual(self.pending(self.cluster.nodes[1]), [])
        self.assert_one_mail_each(people)

    def test_the_mails_of_a_dead_node_are_sent_by_the_other(self):
        owner, survivor = self.cluster.nodes
        resource = self.resource_of(owner)
        told = self.join_people(owner, resource)
        self.wait_until_sent(owner)
        self.smtp.refuse('mail', '', 451, 'later')  # from now on nothing gets through
        untold = self.join_people(survivor, resource)
        owner.kill()
        self.smtp.order('forget')
        wait_for(lambda: self.cluster.owner(resource) is survivor, 'the takeover')
        later = self.join_people(survivor, resource)
        self.wait_until_sent(survivor)
        self.assert_one_mail_each(told + untold + later)
        ids = [mail.id for mail in self.smtp.mails]
        self.assertEqual(len(ids), len(set(ids)), 'a message was sent twice')


if __name__ == '__main__':
    unittest.main()
