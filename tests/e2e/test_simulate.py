"""What a month would have been under other rules, by the API and by the command line, beside a
running server whose clock the test sets."""
import datetime
import json
import unittest

from harness.case import ServerCase
from harness.server import run_command

BEGIN = datetime.datetime(2026, 3, 2, 8, tzinfo=datetime.timezone.utc)  # a Monday


def instant(**span):
    return (BEGIN + datetime.timedelta(**span)).strftime('%Y-%m-%dT%H:%M:%SZ')


class Simulate(ServerCase):
    flags = ('--join-rate', '0', '--manual-clock')

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.salon = cls.a_month()

    @classmethod
    def set_clock(cls, **span):
        cls.client.quick('POST', '/test/clock', body={'to': instant(**span)})

    @classmethod
    def a_month(cls):
        """Twelve openings in March: a third is taken, a third declined by all, a third runs out."""
        cls.set_clock()
        salon = cls.world.make_resource('slots', name='Salon Aster',
                                        rules={'claim_window': '10m', 'late_yes': False})
        cls.world.join_many(salon, 3)
        for day in range(12):
            cls.set_clock(days=day)
            cls.world.free_slot(salon, starts_at=instant(days=day, hours=5))
            for minute in range(1, 4):
                cls.set_clock(days=day, minutes=minute)
                live = [offer for offer in cls.client.items(
                    'list_offers', {'resource_id': salon['id']}) if offer['state'] == 'live']
                if live and day % 3 < 2:
                    verb = 'accept_offer' if day % 3 == 0 else 'decline_offer'
                    cls.client.call(verb, {'offer_id': live[0]['id']}, expect=200)
                    if verb == 'accept_offer':
                        cls.world.join_many(salon, 1)
                        break
        cls.set_clock(days=40)
        return salon

    def try_rules(self, expect=200, resource=None, **body):
        return self.assert_changes_nothing(
            self.salon, lambda: self.client.call(
                'try_rules', {'resource_id': (resource or self.salon)['id']}, body=body,
                expect=expect))

    def simulate(self, *arguments, expect=0):
        done = run_command('simulate', *arguments, '--data-dir', self.server.data_dir)
        self.assertEqual(done.returncode, expect, f'{done.stdout}\n{done.stderr}')
        return done

    def test_the_rules_in_force_give_the_month_as_it_was(self):
        tried = self.try_rules(rules={'claim_window': '1h'})
        self.assertEqual(tried['month'], '2026-03')
        self.assertEqual(tried['recorded'], {'freed': 12, 'filled': 4})
        low, high = tried['now']['interval']
        self.assertLessEqual(low, 4 / 12)
        self.assertGreaterEqual(high, 4 / 12)
        self.assertLessEqual(tried['then']['interval'][0], tried['then']['filled'])

    def test_too_little_is_said(self):
        young = self.world.make_resource('slots')
        tried = self.try_rules(resource=young, rules={'claim_window': '1h'})
        self.assertTrue(tried['too_little'])
        self.assertEqual((tried['recorded']['freed'], tried['now'], tried['then']), (0, None, None))

    def test_what_cannot_be_is_refused_at_its_field(self):
        for body, field in (({'rules': {'claim_window': '90d'}}, 'rules.claim_window'),
                            ({'rules': {'claim_windw': '1h'}}, 'rules.claim_windw'),
                            ({'rules': {}, 'month': '2026-13'}, 'month'),
                            ({'rules': {}, 'month': '2031-01'}, 'month'),
                            ({'month': '2026-03'}, 'rules')):
            with self.subTest(body=body):
                refused = self.try_rules(expect=422, **body)
                self.assertEqual([error['field'] for error in refused['errors']], [field])

    def test_only_staff_may_try(self):
        for credential, status in ((self.make_key('read-only'), 403), (None, 401)):
            self.client.call('try_rules', {'resource_id': self.salon['id']},
                             body={'rules': {}}, credential=credential, expect=status)

    def test_the_command_line_says_the_same(self):
        march = ('--list', self.salon['id'], '--from', '2026-03-01', '--to', '2026-04-01',
                 '--seeds', '20')
        shown = json.loads(self.simulate(*march, '--set', 'claim_window=1h', '--set',
                                         'quiet_hours=none', '--json').stdout)
        asked, in_force = shown['runs']
        self.assertEqual(asked['name'], 'claim_window=1h quiet_hours=none')
        self.assertEqual(asked['rules']['claim_window'], '1h')
        self.assertEqual(in_force['name'], 'rules in force')
        self.assertEqual(shown['recorded']['freed'], 12)
        self.assertAlmostEqual(in_force['filled'], 4 / 12, delta=0.1)
        again = json.loads(self.simulate(*march, '--set', 'claim_window=1h', '--set',
                                         'quiet_hours=none', '--json').stdout)
        self.assertEqual(again, shown)
        text = self.simulate('--list', 'Salon Aster', *march[2:]).stdout
        self.assertIn('12 places came free, 33.3 % were filled', text)
        self.assertIn('rules in force', text)

    def test_the_command_line_explains_what_is_wrong(self):
        march = ('--list', self.salon['id'], '--from', '2026-03-01', '--to', '2026-04-01')
        for arguments, status, sentence in (
                ((*march, '--set', 'claim_windw=1h'), 64, "did you mean 'claim_window'?"),
                ((*march, '--set', 'claim_window=90d'), 64, '--set claim_window must be'),
                ((*march, '--set', 'late_yes=perhaps'), 64, '--set late_yes must be'),
                ((*march, '--set', 'wave_size=5'), 64, 'wave_interval must be set'),
                ((*march, '--set', 'people_who_fit=5'), 64, 'goes with --model salon'),
                ((*march, '--set', 'claim_window'), 64, 'such as claim_window=10m'),
                (('--list', self.salon['id'], '--from', '2026-04-01', '--to', '2026-03-01'), 64,
                 '--from must be before --to'),
                (('--list', self.salon['id'], '--from', '2025-03-01', '--to', '2025-04-01'), 1,
                 'no place came free'),
                (('--list', 'res_99999'), 1, 'there is no list res_99999'),
                (('--model', 'hotel'), 64, '--model must be salon')):
            with self.subTest(arguments=arguments):
                done = self.simulate(*arguments, expect=status)
                self.assertIn(sentence, done.stderr)
                self.assertEqual(done.stdout, '')

    def test_a_salon_without_a_history(self):
        shown = json.loads(run_command('simulate', '--model', 'salon', '--set', 'openings=400',
                                       '--set', 'people_who_fit=5', '--set', 'late_yes=false',
                                       '--json').stdout)
        first, usual = shown['runs']
        self.assertEqual(first['name'], 'late_yes=false')
        self.assertFalse(first['rules']['late_yes'])
        self.assertTrue(0 < first['filled'] < usual['filled'] < 1)


if __name__ == '__main__':
    unittest.main()
