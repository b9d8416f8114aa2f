"""Mails reach nobody for a while, and every node of a cluster finds out: staff hear of it once, and
once when they go out again. The clocks are moved by hand, so that minutes take a moment."""
import unittest

from harness.clock import Clock
from harness.cluster import ClusterCase
from harness.smtp import MAIL_FROM, SmtpServer
from harness.twilio import NUMBER, Twilio, new_number
from harness.world import new_person

MINUTE = 60
SEATS = 3  # as many recipients must be put off before nobody counts as reached


class ClusterOutages(ClusterCase):
    lease_seconds = 3

    @classmethod
    def setUpClass(cls):
        cls.smtp = SmtpServer()
        cls.addClassCleanup(cls.smtp.close)
        cls.twilio = Twilio()
        cls.addClassCleanup(cls.twilio.close)
        cls.flags = ('--mail-url', f'smtp://127.0.0.1:{cls.smtp.port}', '--mail-from', MAIL_FROM,
                     '--mail-rate', '0', '--sms-url', cls.twilio.url, '--sms-from', NUMBER,
                     '--manual-clock')
        super().setUpClass()

    def words(self, kind):
        client = self.client(self.cluster.nodes[0])
        return [message for message in client.items('list_all_messages', limit=200)
                if message['kind'] == kind]

    def down_by_log(self, node):
        return node.log().count('"provider_is_down"')

    def test_staff_hear_once_whichever_node_finds_out(self):
        clock = Clock(*map(self.client, self.cluster.nodes))
        desk = new_number()
        self.client(self.cluster.nodes[0]).call('update_house', expect=200, body={
            'name': 'Salon Aster', 'staff_phone': desk})
        holders, guests = [], []
        for node in self.cluster.nodes:
            resource = self.resource_of(node, capacity=SEATS, rules={'claim_window': '20m'})
            world = self.world(node)
            holders += [(world, entry) for entry in world.join_many(resource, SEATS)]
            people = [new_person() for _ in range(SEATS)]
            guests += people
            for person in people:
                world.join(resource, person)
        clock.pass_time()

        self.smtp.refuse('rcpt', '@', 451, '4.3.0 Try again later')
        for world, holder in holders:
            world.client.call('leave', {'entry_id': holder['id']}, expect=200)
        clock.until(lambda: all(map(self.down_by_log, self.cluster.nodes)), 'both nodes to notice',
                    MINUTE)
        clock.until(lambda: self.twilio.texts_to(desk), 'the text to staff', MINUTE)
        clock.pass_time(10 * MINUTE)
        self.assertEqual(len(self.words('channel_down')), 1)
        self.assertEqual([text.body for text in self.twilio.texts_to(desk)],
                         ["Salon Aster: E-mail isn't going out right now. Offers wait, nobody "
                          'loses their place. More: http://standby.test/staff'])

        self.smtp.order('forget')
        for person in guests:
            clock.until(lambda one=person: [mail for mail in self.smtp.mails_to(one['email'])
                                            if 'A spot for you' in mail.header('Subject')],
                        'the offer', 6 * MINUTE)
        clock.until(lambda: len(self.twilio.texts_to(desk)) > 1, 'the word that it is back',
                    6 * MINUTE)
        clock.pass_time(MINUTE)
        self.assertEqual(len(self.words('channel_back')), 1)
        [_, back] = self.twilio.texts_to(desk)
        self.assertIn('E-mail is going out again.', back.body)


if __name__ == '__main__':
    unittest.main()
