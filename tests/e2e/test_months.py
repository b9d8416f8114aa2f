"""The month in a paragraph: mailed once to the house and its owners on the first morning of the
next, wherever the house is, also by a server that was down that morning."""
import unittest

from harness.smtp import MailCase
from harness.waiting import wait_for

EUROS = {'amount': 4500, 'currency': 'EUR'}


class MonthCase(MailCase):
    time_zone = 'UTC'

    def setUp(self):
        super().setUp()
        self.desk = f'desk-{self.time_zone.split("/")[-1].lower()}@salon.example'
        self.client.call('update_house', body={'staff_email': self.desk,
                                               'time_zone': self.time_zone}, expect=200)

    def move_to(self, time):
        answer = self.client.quick('POST', '/test/clock', body={'to': time})
        self.assertLess(answer.status, 300, answer)

    def summaries(self):
        return [mail for mail in self.smtp.mails_to(self.desk) if 'waitlist in' in mail.subject]

    def fill_a_slot(self, starts_at):
        resource = self.world.make_resource('slots', time_zone=self.time_zone,
                                            rules={'quiet_hours': None})
        guest = self.world.join(resource)
        self.world.free_slot(resource, starts_at=starts_at, price=EUROS)
        offer = self.world.entry(guest)['offer']
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)
        return resource

    def assert_told(self, month):
        [mail] = wait_for(self.summaries, 'the summary')
        self.assertIn(month, mail.subject)
        self.assertIn('1 spot came free', mail.text)
        self.assertIn('filled 1 of them', mail.text)
        self.assertIn('45', mail.text)


class Auckland(MonthCase):
    """Thirteen hours ahead: the month ends there while UTC has most of its last day left."""
    time_zone = 'Pacific/Auckland'
    more_flags = ('--manual-clock', '2027-01-05T00:00:00Z')

    def test_the_month_ends_where_the_house_is(self):
        self.move_to('2027-01-31T10:30:00Z')  # half an hour before midnight
        self.fill_a_slot('2027-02-02T00:00:00Z')
        self.move_to('2027-01-31T19:30:00Z')  # 8:30 in the morning of the first
        self.assertEqual(self.summaries(), [])
        self.move_to('2027-01-31T20:30:00Z')
        self.assert_told('January 2027')
        month = self.client.call('get_month', expect=200).body
        self.assertEqual((month['month'], month['figures']['freed'], month['figures']['filled']),
                         ('2027-01', 1, 1))
        self.assertEqual(month['figures']['revenue_recovered'], [EUROS])
        self.assertIsNotNone(month['figures']['average_seconds_to_fill'])
        self.assertEqual(month['before']['freed'], 0)
        self.move_to('2027-02-01T20:30:00Z')
        self.move_to('2027-02-03T20:30:00Z')
        self.assertEqual(len(self.summaries()), 1, 'once')


class Suggested(MonthCase):
    """Nobody answers within ten minutes, and late answers aren't taken: the month says what would
    have filled more, on the page and in the mail."""
    more_flags = ('--manual-clock', '2027-01-05T00:00:00Z')

    def test_the_month_has_one_suggestion_that_replaying_it_supports(self):
        salon = self.world.make_resource('slots', name='Salon Aster', time_zone='UTC', rules={
            'quiet_hours': None, 'claim_window': '10m', 'late_yes': False, 'max_misses': 0})
        self.world.join_many(salon, 5)
        for day in range(6, 16):
            self.move_to(f'2027-01-{day:02}T09:00:00Z')
            self.world.free_slot(salon, starts_at=f'2027-01-{day + 1:02}T09:00:00Z')
        self.move_to('2027-01-20T09:00:00Z')
        self.move_to('2027-02-01T00:30:00Z')
        self.assertEqual(self.summaries(), [])
        told = self.client.call('get_month', expect=200)['suggestion']
        self.assertEqual((told['resource_id'], told['list']), (salon['id'], 'Salon Aster'))
        self.assertIn(told['change'], ('late_yes', 'late_yes_and_auto_window'))
        self.assertGreater(told['filled_then'], told['filled_now'])
        self.server.restart()
        self.connect()
        self.move_to('2027-02-01T09:30:00Z')
        [mail] = wait_for(self.summaries, 'the summary')
        self.assertIn('A suggestion for Salon Aster: let guests say yes after their time is up',
                      mail.text)
        self.assertEqual(self.client.call('get_month', expect=200)['suggestion'], told,
                         'looked for once')
        before = self.client.call('get_month', query={'month': '2026-12'}, expect=200)
        self.assertIsNone(before['suggestion'])


class Honolulu(MonthCase):
    """Ten hours behind, and down on the morning of the first."""
    time_zone = 'Pacific/Honolulu'
    more_flags = ('--manual-clock', '2027-01-05T00:00:00Z')

    def test_a_server_that_was_down_sends_it_when_it_is_back(self):
        self.move_to('2027-02-01T09:30:00Z')  # half an hour before midnight
        self.fill_a_slot('2027-02-03T00:00:00Z')
        self.assertEqual(self.client.call('get_month', expect=200)['month'], '2026-12')
        self.server.restart()
        self.connect()
        self.assertEqual(self.summaries(), [])
        self.move_to('2027-02-03T05:00:00Z')  # the evening of the second
        self.assert_told('January 2027')
        self.assertEqual(self.client.call('get_month', expect=200)['month'], '2027-01')
        self.server.restart()
        self.connect()
        self.move_to('2027-02-04T05:00:00Z')
        self.assertEqual(len(self.summaries()), 1, 'once, also over a restart')

    def test_only_a_month_that_is_over_can_be_asked_for(self):
        for wrong in ('2027-13', '2027', 'January', '', '2099-01'):
            answer = self.client.call('get_month', query={'month': wrong}, expect=422)
            self.assertEqual(answer.bad_fields, ['month'], wrong)


if __name__ == '__main__':
    unittest.main()
