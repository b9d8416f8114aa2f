"""The figures: what is counted adds up, day by day and hour by hour, and the same comes out as a
table that other programs read."""
import csv
import datetime
import io
import unittest
import xml.etree.ElementTree
import zipfile

from harness.case import ServerCase
from harness.smtp import MailCase
from harness.world import new_person

SUMS = {'joins': ('joins',), 'left': ('left',), 'freed': ('places', 'freed'),
        'filled': ('places', 'filled'), 'offers': ('offers', 'made'),
        'accepted': ('offers', 'accepted'), 'declined': ('offers', 'declined'),
        'expired': ('offers', 'expired'), 'no_shows': ('no_shows',)}
XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
SHEET = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
EUROS = {'amount': 4550, 'currency': 'EUR'}


class FiguresCase(ServerCase):
    def stats(self, resource, **query):
        return self.client.call('get_stats', {'resource_id': resource['id']}, query=query,
                                expect=200).body

    def accept(self, entry):
        offer = self.world.entry(entry)['offer']
        self.client.call('accept_offer', {'offer_id': offer['id']}, expect=200)

    def decline(self, entry):
        offer = self.world.entry(entry)['offer']
        self.client.call('decline_offer', {'offer_id': offer['id']}, expect=200)

    def assert_days_add_up(self, stats):
        for figure, path in SUMS.items():
            whole = stats
            for name in path:
                whole = whole[name]
            self.assertEqual(sum(day[figure] for day in stats['by_day']), whole, figure)
        for name in ('offers', 'accepted'):
            whole = stats['offers']['made' if name == 'offers' else name]
            self.assertEqual(sum(hour[name] for hour in stats['by_hour']), whole)
            self.assertEqual(sum(one[name] for one in stats['by_channel']), whole)

    def salon_day(self):
        """Two slots come free: one is taken, the other one declined."""
        resource = self.world.make_resource('slots', rules={'max_offers': 1})
        first, second = self.world.join(resource), self.world.join(resource)
        self.world.free_slot(resource, price=EUROS)
        self.accept(first)
        self.world.free_slot(resource, price={'amount': 100, 'currency': 'EUR'})
        self.decline(second)
        self.client.call('leave', {'entry_id': second['id']}, expect=200)
        return resource, first


class Figures(FiguresCase):
    def test_days_hours_and_channels_add_up(self):
        resource, guest = self.salon_day()
        self.client.call('mark_attended', {'entry_id': guest['id']}, expect=200)
        stats = self.stats(resource)
        self.assert_days_add_up(stats)
        self.assertEqual(len(stats['by_day']), 30)
        self.assertEqual(stats['places'], {'freed': 2, 'filled': 1})
        self.assertEqual(stats['revenue_recovered'], [EUROS])
        self.assertEqual(stats['by_day'][-1]['revenue_recovered'], [EUROS])
        self.assertIsNotNone(stats['by_day'][-1]['median_seconds_to_fill'])
        self.assertEqual((stats['attended'], stats['no_shows'], stats['no_show_rate']),
                         (1, 0, 0))
        self.assertEqual([one['channel'] for one in stats['by_channel']],
                         ['mail', 'sms', 'whatsapp', 'page'])
        self.assertEqual([one['hour'] for one in stats['by_hour']], list(range(24)))

    def test_days_follow_each_other_without_gaps(self):
        resource = self.world.make_resource('seats', capacity=1)
        for days in (1, 2, 366):
            listed = [day['day'] for day in self.stats(resource, days=days)['by_day']]
            last = datetime.date.fromisoformat(listed[-1])
            self.assertEqual(listed, [(last - datetime.timedelta(days=back)).isoformat()
                                      for back in reversed(range(days))])
        for days in ('0', '367', '-1', 'x', '1.5', ''):
            answer = self.client.call('get_stats', {'resource_id': resource['id']},
                                      query={'days': days}, expect=422)
            self.assertEqual(answer.bad_fields, ['days'])

    def test_seats_compare_the_line_with_the_places(self):
        resource = self.world.make_resource('seats', capacity=2)
        self.assertEqual(self.stats(resource)['waiting_per_place'], 0)
        entries = [self.world.join(resource) for _ in range(5)]
        self.assertEqual(self.stats(resource)['waiting_per_place'], 1.5)
        self.client.call('mark_no_show', {'entry_id': entries[0]['id']}, expect=200)
        self.client.call('mark_attended', {'entry_id': entries[1]['id']}, expect=200)
        stats = self.stats(resource)
        self.assertEqual((stats['no_shows'], stats['attended'], stats['no_show_rate']),
                         (1, 1, 0.5))
        self.assert_days_add_up(stats)
        sold_out = self.world.make_resource('seats', capacity=0)
        self.assertIsNone(self.stats(sold_out)['waiting_per_place'])
        self.assertIsNone(self.stats(sold_out)['no_show_rate'])

    def test_seats_that_are_filled_again_earn_their_price(self):
        resource = self.world.make_resource('seats', capacity=1, rules={'payment': EUROS})
        entries = [self.world.join(resource) for _ in range(2)]
        for entry in entries:
            self.accept(entry)
            offer = self.world.entry(entry)['offer']
            self.client.call('report_payment', {'offer_id': offer['id']},
                             body={'outcome': 'succeeded'}, expect=200)
            self.assertEqual(self.stats(resource)['revenue_recovered'],
                             [] if entry is entries[0] else [EUROS])
            if entry is entries[0]:
                self.client.call('cancel_entry', {'entry_id': entry['id']}, expect=200)


class FiguresOverDays(FiguresCase):
    flags = ('--join-rate', '0', '--manual-clock')

    def set_clock(self, to):
        answer = self.client.quick('POST', '/test/clock', body={'to': to})
        self.assertEqual(answer.status, 200, answer)

    def test_a_day_is_one_of_the_lists_own_calendar(self):
        year = datetime.datetime.now().year + 1
        # An hour before midnight in Tokyo, when it is afternoon in UTC.
        self.set_clock(f'{year}-06-10T14:30:00Z')
        resource = self.world.make_resource('seats', capacity=0, time_zone='Asia/Tokyo')
        first, second = self.world.join(resource), self.world.join(resource)
        self.world.change(resource, capacity=1)
        self.set_clock(f'{year}-06-10T15:30:00Z')
        self.accept(first)
        self.world.change(resource, capacity=2)
        stats = self.stats(resource, days=3)
        self.assertEqual([day['day'] for day in stats['by_day']],
                         [f'{year}-06-09', f'{year}-06-10', f'{year}-06-11'])
        self.assertEqual([day['joins'] for day in stats['by_day']], [0, 2, 0])
        self.assertEqual([day['offers'] for day in stats['by_day']], [0, 1, 1])
        self.assertEqual([day['filled'] for day in stats['by_day']], [0, 0, 1])
        self.assertEqual(stats['by_day'][2]['median_seconds_to_fill'], 3600)
        self.assertEqual(stats['by_hour'][23], {'hour': 23, 'offers': 1, 'accepted': 1})
        self.assertEqual(stats['by_hour'][0], {'hour': 0, 'offers': 1, 'accepted': 0})
        self.assert_days_add_up(stats)
        only_today = self.stats(resource, days=1)
        self.assertEqual([day['joins'] for day in only_today['by_day']], [0])
        self.assertEqual(only_today['joins'], 2)


class FiguresAskedFor(FiguresCase):
    def refused(self, resource, **query):
        answer = self.client.call('get_stats', {'resource_id': resource['id']}, query=query,
                                  expect=422)
        return answer['errors'][0]['field'], answer['errors'][0]['message']

    def test_a_list_without_openings_has_figures_of_nothing(self):
        resource = self.world.make_resource('slots')
        stats = self.stats(resource)
        self.assertEqual(set(stats['ends'].values()), {0})
        self.assertIsNone(stats['fill_rate'])
        self.assertEqual((stats['response']['asked'], stats['response']['lost_share']), (0, None))
        self.assertIsNone(stats['fits'])
        self.assertEqual(stats['about'],
                         {'from': None, 'to': None, 'service': None, 'staff': None})

    def test_every_place_has_one_end(self):
        resource, _ = self.salon_day()
        taken_back = self.world.free_slot(resource)
        self.client.call('withdraw_opening', {'opening_id': taken_back['id']}, expect=200)
        self.world.free_slot(resource)
        ends = self.stats(resource)['ends']
        self.assertEqual(sum(ends.values()), 4)
        self.assertEqual((ends['filled'], ends['max_offers'], ends['taken_back'],
                          ends['nobody_fits']), (1, 1, 1, 1))

    def test_answers_are_told_by_the_time_they_took(self):
        resource, _ = self.salon_day()
        response = self.stats(resource)['response']
        self.assertEqual(response['asked'], 2)
        for step, later in zip(response['steps'], response['steps'][1:]):
            for figure in ('yes', 'no', 'late_yes', 'ran_out'):
                self.assertLessEqual(step[figure], later[figure], 'counts up to each step')
        last = response['steps'][-1]
        self.assertEqual((last['up_to_minutes'], last['yes'], last['no']), (None, 1, 1))
        self.assertEqual(response['window_seconds']['count'], 2)

    def test_a_service_and_staff_have_figures_of_their_own(self):
        resource = self.world.make_resource('slots')
        guest = self.world.join(resource)
        self.world.free_slot(resource, service='Cut', staff='Jo')
        self.accept(guest)
        self.world.free_slot(resource, service='Colour')
        cut = self.stats(resource, service='CUT')
        self.assertEqual(cut['places'], {'freed': 1, 'filled': 1})
        self.assertEqual((cut['joins'], cut['waiting'], cut['by_day'][-1]['joins']),
                         (None, None, None))
        self.assertEqual((cut['services'], cut['staff']), (['Colour', 'Cut'], ['Jo']))
        self.assertEqual(self.stats(resource, staff='Jo', service='Cut')['places']['freed'], 1)
        self.assertEqual(self.stats(resource)['places']['freed'], 2)
        self.assertEqual(self.refused(resource, service='Beard'),
                         ('service', 'no opening had it; they had: Colour, Cut'))
        self.assertEqual(self.refused(resource, staff='Mo')[0], 'staff')
        empty = self.world.make_resource('slots')
        self.assertEqual(self.refused(empty, service='Cut'),
                         ('service', 'no opening has named any so far'))

    def test_dates_that_make_no_sense_are_refused(self):
        resource = self.world.make_resource('slots')
        self.assertEqual(self.refused(resource, **{'from': '2026-02-02', 'to': '2026-02-01'}),
                         ('to', 'must not be before from'))
        for wrong in ('2026-2-1', '2026-02-30', 'yesterday', '', '20260201', '2026-02-01T00:00Z'):
            self.assertEqual(self.refused(resource, **{'from': wrong}),
                             ('from', 'must be a date such as 2026-11-15'), wrong)
        self.assertEqual(self.refused(resource, to='2026-02-01', days=7)[0], 'days')
        self.assertEqual(self.refused(resource, **{'from': '2000-01-01', 'to': '2026-02-01'})[0],
                         'to')

    def test_one_date_is_enough(self):
        resource, _ = self.salon_day()
        today = self.stats(resource)['by_day'][-1]['day']
        since = self.stats(resource, **{'from': today})
        self.assertEqual((since['about']['from'], since['about']['to']), (today, today))
        self.assertEqual(since['places'], {'freed': 2, 'filled': 1})
        before = (datetime.date.fromisoformat(today) - datetime.timedelta(days=1)).isoformat()
        until = self.stats(resource, to=before)
        self.assertEqual((until['places']['freed'], len(until['by_day'])), (0, 30))

    def test_all_lists_are_told_each_and_together(self):
        first, _ = self.salon_day()
        second = self.world.make_resource('seats', capacity=0)
        self.world.join(second)
        answer = self.client.call('get_account_stats', expect=200).body
        by_id = {one['resource_id']: one for one in answer['lists']}
        self.assertEqual(by_id[first['id']]['places'], {'freed': 2, 'filled': 1})
        self.assertEqual(by_id[second['id']]['waiting'], 1)
        for figure in ('freed', 'filled'):
            self.assertEqual(answer['total']['places'][figure],
                             sum(one['places'][figure] for one in answer['lists']))
        self.assertEqual(answer['total']['waiting'],
                         sum(one['waiting'] for one in answer['lists']))
        self.client.call('get_account_stats', credential=None, expect=401)
        self.client.call('get_account_stats', query={'days': 0}, expect=422)

    def test_the_other_table_says_what_the_figures_say(self):
        resource, _ = self.salon_day()
        answer = self.client.call('export_stats', {'resource_id': resource['id']},
                                  query={'table': 'figures'}, expect=200)
        rows = {(row['figure'], row['detail']): row for row in csv.DictReader(
            io.StringIO(answer.raw.decode(), newline=''), strict=True)}
        stats = self.stats(resource)
        self.assertEqual(rows['places_freed', '']['value'], '2')
        self.assertEqual((rows['places_freed', 'filled']['value'],
                          rows['places_freed', 'filled']['of']), ('1', '2'))
        self.assertEqual(rows['revenue_recovered', 'EUR']['value'], '45.50')
        self.assertEqual(rows['answered_yes', 'ever']['value'],
                         str(stats['response']['steps'][-1]['yes']))
        self.assertEqual(float(rows['fill_rate', '']['value']), stats['fill_rate'])
        refused = self.client.call('export_stats', {'resource_id': resource['id']},
                                   query={'table': 'weeks'}, expect=422)
        self.assertEqual(refused.bad_fields, ['table'])


class Exports(FiguresCase):
    def export(self, resource, method='GET', **query):
        path = f'/v1/resources/{resource["id"]}/stats:export'
        text = '&'.join(f'{name}={value}' for name, value in query.items())
        return self.client.quick(method, path + ('?' + text if text else ''))

    def test_the_table_says_what_the_figures_say(self):
        resource, _ = self.salon_day()
        answer = self.client.call('export_stats', {'resource_id': resource['id']},
                                  query={'days': 30}, expect=200)
        self.assertEqual(answer.headers['Content-Type'], 'text/csv; charset=utf-8')
        self.assertTrue(answer.raw.endswith(b'\r\n'))
        rows = list(csv.DictReader(io.StringIO(answer.raw.decode(), newline=''), strict=True))
        days = self.stats(resource)['by_day']
        self.assertEqual([row['day'] for row in rows], [day['day'] for day in days])
        for row, day in zip(rows, days):
            for figure in SUMS:
                self.assertEqual(int(row[figure]), day[figure], figure)
        self.assertEqual((rows[-1]['revenue_recovered'], rows[-1]['currency']), ('45.50', 'EUR'))
        self.assertEqual((rows[0]['revenue_recovered'], rows[0]['currency']), ('0.00', 'EUR'))
        self.assertEqual(float(rows[-1]['median_seconds_to_fill']),
                         days[-1]['median_seconds_to_fill'])
        self.assertEqual(rows[0]['median_seconds_to_fill'], '')

    def test_a_quarter_is_exported_unless_said_otherwise(self):
        resource = self.world.make_resource()
        self.assertEqual(len(self.export(resource).raw.splitlines()), 91)
        self.assertEqual(len(self.export(resource, days=7).raw.splitlines()), 8)

    def test_the_workbook_holds_numbers_as_numbers(self):
        resource, _ = self.salon_day()
        answer = self.client.call('export_stats', {'resource_id': resource['id']},
                                  query={'format': 'xlsx', 'days': 10}, expect=200)
        self.assertEqual(answer.headers['Content-Type'], XLSX)
        with zipfile.ZipFile(io.BytesIO(answer.raw)) as book:
            self.assertIsNone(book.testzip())
            for name in book.namelist():
                xml.etree.ElementTree.fromstring(book.read(name))
            texts = [item.findtext(f'{SHEET}t') for item in xml.etree.ElementTree.fromstring(
                book.read('xl/sharedStrings.xml'))]
            sheet = xml.etree.ElementTree.fromstring(book.read('xl/worksheets/sheet1.xml'))
            properties = book.read('docProps/core.xml').decode()
        self.assertIn(resource['name'], properties)
        rows = [{cell.get('r').rstrip('0123456789'):
                 texts[int(cell.findtext(f'{SHEET}v'))] if cell.get('t') == 's'
                 else float(cell.findtext(f'{SHEET}v'))
                 for cell in row} for row in sheet.iter(f'{SHEET}row')]
        header = rows[0]
        self.assertEqual(len(rows), 11)
        self.assertEqual(header['A'], 'day')
        today = {header[column]: value for column, value in rows[-1].items()}
        self.assertEqual((today['freed'], today['filled'], today['revenue_recovered'],
                          today['currency']), (2, 1, 45.5, 'EUR'))
        self.assertNotIn('median_seconds_to_fill',
                         {header[column] for column in rows[1]})
        # Days count from the end of 1899.
        day = datetime.date(1899, 12, 30) + datetime.timedelta(days=today['day'])
        self.assertEqual(day.isoformat(), self.stats(resource)['by_day'][-1]['day'])
        pane = next(sheet.iter(f'{SHEET}pane'))
        self.assertEqual((pane.get('state'), pane.get('ySplit')), ('frozen', '1'))
        self.assertTrue(list(sheet.iter(f'{SHEET}col')))

    def test_the_file_is_named_after_the_list(self):
        name = '=cmd|"/c" ../Zoë\'s\r <b>'.replace('\r', '')
        resource = self.world.make_resource(name=name)
        for form in ('csv', 'xlsx'):
            disposition = self.export(resource, format=form).headers['Content-Disposition']
            self.assertTrue(disposition.isascii())
            self.assertEqual(
                disposition,
                f'attachment; filename="_cmd___c_ ___Zo__s _b_ figures.{form}"; '
                f"filename*=UTF-8''%3Dcmd___c_%20%2E%2E_Zo%C3%AB%27s%20_b_%20figures.{form}")

    def test_head_tells_the_same_without_the_table(self):
        resource = self.world.make_resource()
        for form in ('csv', 'xlsx'):
            answer = self.export(resource, 'HEAD', format=form)
            self.assertEqual((answer.status, answer.raw), (200, b''))
            self.assertGreater(int(answer.headers['Content-Length']), 100)
            self.assertIn('attachment', answer.headers['Content-Disposition'])

    def test_what_makes_no_sense_is_refused(self):
        resource = self.world.make_resource()
        ids = {'resource_id': resource['id']}
        for query, field in (({'format': 'pdf'}, 'format'), ({'days': '0'}, 'days'),
                             ({'days': '367'}, 'days')):
            answer = self.client.call('export_stats', ids, query=query, expect=422)
            self.assertEqual(answer.bad_fields, [field])
        self.client.call('export_stats', ids, credential=None, expect=401)
        self.client.call('export_stats', ids, credential=self.make_key('read-only'), expect=200)


class Channels(FiguresCase, MailCase):
    def test_an_offer_counts_for_the_mail_that_told_of_it(self):
        resource = self.world.make_resource('slots')
        told = self.world.join(resource, new_person())
        self.world.free_slot(resource)
        self.settled(resource, 'offer', told)
        self.accept(told)
        stats = self.stats(resource)
        self.assertEqual(stats['by_channel'],
                         [{'channel': 'mail', 'offers': 1, 'accepted': 1},
                          {'channel': 'sms', 'offers': 0, 'accepted': 0},
                          {'channel': 'whatsapp', 'offers': 0, 'accepted': 0},
                          {'channel': 'page', 'offers': 0, 'accepted': 0}])
        self.assert_days_add_up(stats)

    def test_who_said_yes_before_needs_no_message(self):
        resource = self.world.make_resource('slots')
        self.world.join(resource, instant_yes={})
        self.world.free_slot(resource)
        stats = self.stats(resource)
        self.assertEqual(stats['by_channel'][3],
                         {'channel': 'page', 'offers': 1, 'accepted': 1})
        self.assert_days_add_up(stats)


if __name__ == '__main__':
    unittest.main()
