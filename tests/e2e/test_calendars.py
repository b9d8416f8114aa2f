"""A list follows a calendar: what goes there is offered, what comes back is not any more, what
guests claim is written into it, and nothing that only looks like it frees anything."""
import datetime
import http.server
import threading
import unittest

from harness.case import ServerCase
from harness.clock import Clock
from harness.google_calendar import GoogleCalendar
from harness.google_login import GoogleTokens
from harness.radicale import PASSWORD, USER, Radicale, event
from harness.waiting import wait_for


def on_day(days, hour=12):
    """An instant some days from now."""
    day = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return day.replace(hour=hour, minute=0, second=0, microsecond=0)


class CalendarCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.radicale = Radicale()
        cls.addClassCleanup(cls.radicale.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.radicale.address, *cls.more_flags)
        super().setUpClass()

    more_flags = ()

    def follow(self, calendar, resource=None, **settings):
        self.resource = resource or self.world.make_resource('slots')
        self.calendar = self.client.call(
            'add_calendar', {'resource_id': self.resource['id']},
            body={'kind': 'caldav', 'url': calendar.url, 'username': USER, 'password': PASSWORD,
                  **settings}, expect=201).body
        return self.look()

    def look(self):
        return self.client.call('look_at_calendar', {'calendar_id': self.calendar['id']},
                                expect=200).body

    def openings(self, state=None):
        query = {'state': state} if state else {}
        return list(self.client.items('list_openings', {'resource_id': self.resource['id']},
                                      **query))

    def accept(self, entry):
        offer = self.world.entry(entry)['offer']
        return self.as_guest(entry['token']).call('accept_offer', {'offer_id': offer['id']},
                                                  expect=200).body


class CalDav(CalendarCase):
    def test_a_deleted_appointment_is_offered_claimed_and_written_back(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3), 'Colour - Ada')
        there.add('ben', on_day(4), 'Cut - Ben')
        seen = self.follow(there, titles=['{service} - {name}'], staff='Noor')
        self.assertEqual((seen['state'], seen['appointments'], seen['problem']),
                         ('following', 2, None))
        waiting = self.world.join(self.resource, name='Cleo', wants={'service': 'Colour'})
        there.delete('ada')
        self.look()
        [opening] = self.openings()
        self.assertEqual((opening['state'], opening['service'], opening['staff']),
                         ('offering', 'Colour', 'Noor'))
        self.assertEqual(opening['starts_at'], on_day(3).strftime('%Y-%m-%dT%H:%M:%SZ'))
        self.assertEqual(self.look()['offered'], 1)
        self.assertEqual(len(self.openings()), 1, 'once')
        self.accept(waiting)
        wait_for(lambda: 'Colour - Cleo' in there.text(), 'the appointment in the calendar')
        self.look()
        self.assertEqual(self.openings()[0]['state'], 'booked')
        self.assertEqual(there.text().count('BEGIN:VEVENT'), 2)
        self.assertNotIn('METHOD', there.text())

    def test_goes_from_the_calendar_with_its_guest_and_is_offered_again(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3), 'Colour - Ada')
        self.follow(there, titles=['{service} - {name}'])
        first = self.world.join(self.resource, name='Cleo', wants={'service': 'Colour'})
        there.delete('ada')
        self.look()
        self.accept(first)
        wait_for(lambda: 'Colour - Cleo' in there.text(), 'the appointment in the calendar')
        second = self.world.join(self.resource, name='Dora', wants={'service': 'Colour'})
        self.as_guest(first['token']).call('leave', {'entry_id': first['id']}, expect=200)
        wait_for(lambda: 'Cleo' not in there.text(), 'the end of the appointment')
        wait_for(lambda: self.world.entry(second)['state'] == 'offered', 'the next offer')
        self.accept(second)
        wait_for(lambda: 'Colour - Dora' in there.text(), 'the next appointment')
        self.look()
        self.assertEqual(there.text().count('BEGIN:VEVENT'), 1)
        self.assertEqual(self.look()['conflicts'], [])

    def test_a_time_that_is_offered_again_is_taken_back_when_it_is_booked_over(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        self.follow(there)
        guest = self.world.join(self.resource)
        there.delete('ada')
        self.look()
        self.accept(guest)
        wait_for(lambda: 'BEGIN:VEVENT' in there.text(), 'the appointment in the calendar')
        self.as_guest(guest['token']).call('leave', {'entry_id': guest['id']}, expect=200)
        wait_for(lambda: 'BEGIN:VEVENT' not in there.text(), 'the end of the appointment')
        there.add('dan', on_day(3), 'Dan')
        self.look()
        self.assertEqual([one['state'] for one in self.openings()][-1:], ['withdrawn'])

    def test_what_somebody_has_changed_meanwhile_stays_and_staff_are_told(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        self.follow(there)
        guest = self.world.join(self.resource, name='Cleo')
        there.delete('ada')
        self.look()
        self.accept(guest)
        wait_for(lambda: 'Cleo' in there.text(), 'the appointment in the calendar')
        name, written = there.only()
        there.put(name, written.replace('Cleo', 'Dan'))
        self.as_guest(guest['token']).call('leave', {'entry_id': guest['id']}, expect=200)
        wait_for(lambda: self.look()['left'], 'the word to staff')
        self.assertIn('Dan', there.text())

    def test_what_staff_give_away_by_hand_is_written_too(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        self.follow(there)
        guest = self.world.join(self.resource, name='Cleo')
        self.client.call('add_opening', {'resource_id': self.resource['id']},
                         body={'starts_at': on_day(5).strftime('%Y-%m-%dT%H:%M:%SZ'),
                               'duration': '1h'}, expect=201)
        self.accept(guest)
        wait_for(lambda: 'Cleo' in there.text(), 'the appointment in the calendar')

    def test_a_server_that_was_away_is_told_when_it_is_back(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        self.follow(there)
        guest = self.world.join(self.resource, name='Cleo')
        there.delete('ada')
        self.look()
        self.accept(guest)
        wait_for(lambda: 'Cleo' in there.text(), 'the appointment in the calendar')
        self.radicale.stop()
        self.as_guest(guest['token']).call('leave', {'entry_id': guest['id']}, expect=200)
        wait_for(lambda: self.look()['problem'], 'the problem')
        self.radicale.start()
        wait_for(lambda: 'Cleo' not in there.text(), 'the end of the appointment')

    def test_what_comes_back_is_not_offered_any_more(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        there.add('ben', on_day(5))
        self.follow(there)
        guest = self.world.join(self.resource)
        there.delete('ada')
        self.look()
        self.assertEqual(self.openings()[0]['state'], 'offering')
        there.add('dan', on_day(3), 'Dan')
        self.look()
        self.assertEqual(self.openings()[0]['state'], 'withdrawn')
        self.assertEqual(self.world.entry(guest)['state'], 'waiting')
        there.delete('dan')
        self.look()
        self.assertEqual([one['state'] for one in self.openings('offering')], ['offering'])

    def test_what_was_moved_cancelled_or_marked_as_free_frees_its_time(self):
        there = self.radicale.make_calendar()
        for number, name in enumerate(('moved', 'cancelled', 'free', 'same')):
            there.add(name, on_day(3 + number))
        self.follow(there)
        there.add('moved', on_day(20))
        there.add('cancelled', on_day(4), more=['STATUS:CANCELLED'])
        there.add('free', on_day(5), more=['TRANSP:TRANSPARENT'])
        there.add('same', on_day(6), 'Another title')
        self.look()
        self.assertEqual(sorted(one['starts_at'][:10] for one in self.openings()),
                         [on_day(day).strftime('%Y-%m-%d') for day in (3, 4, 5)])

    def test_one_of_a_series(self):
        there = self.radicale.make_calendar()
        there.add('weekly', on_day(3), more=['RRULE:FREQ=WEEKLY;COUNT=6'])
        self.assertEqual(self.follow(there)['appointments'], 6)
        gone = on_day(17).strftime('%Y%m%dT%H%M%SZ')
        there.add('weekly', on_day(3), more=['RRULE:FREQ=WEEKLY;COUNT=6', f'EXDATE:{gone}'])
        self.look()
        self.assertEqual([one['starts_at'][:10] for one in self.openings()],
                         [on_day(17).strftime('%Y-%m-%d')])

    def test_a_day_without_notice_and_lunch_are_not_offered(self):
        there = self.radicale.make_calendar()
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=90)
        there.add('soon', soon.replace(microsecond=0))
        there.add('lunch', on_day(3), 'Lunch')
        there.add('ada', on_day(4), 'Appt Ada')
        self.follow(there, notice='3h', titles=['Appt {name}'])
        for name in ('soon', 'lunch'):
            there.delete(name)
        self.look()
        self.assertEqual(self.openings(), [])

    def test_many_at_once_are_a_question(self):
        there = self.radicale.make_calendar()
        for day in range(3, 9):
            there.add(f'one{day}', on_day(day))
        self.follow(there)
        for day in range(3, 8):
            there.delete(f'one{day}')
        asked = self.look()
        self.assertEqual((asked['state'], asked['question'], len(asked['gone'])),
                         ('asking', 'many', 5))
        self.assertEqual(self.openings(), [])
        # One of them comes back: it is asked about no more.
        there.add('one3', on_day(3))
        self.assertEqual(len(self.look()['gone']), 4)
        done = self.client.call('free_gone_appointments', {'calendar_id': self.calendar['id']},
                                expect=200).body
        self.assertEqual((done['state'], done['gone'], done['offered']), ('following', [], 4))
        self.assertEqual(len(self.openings()), 4)

    def test_a_forgotten_token_frees_nothing(self):
        there = self.radicale.make_calendar()
        for day in (3, 4, 5):
            there.add(f'one{day}', on_day(day))
        self.follow(there)
        # Radicale keeps tokens in the collection's cache.
        self.radicale.call('DELETE', there.path)
        self.radicale.call('MKCALENDAR', there.path)
        for day in (3, 4, 5):
            there.add(f'one{day}', on_day(day))
        self.assertEqual(self.look()['problem'], None)
        self.assertEqual(self.openings(), [])

    def test_a_server_that_is_away_frees_nothing(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        self.follow(there)
        self.radicale.call('DELETE', there.path)
        seen = self.look()
        self.assertEqual((seen['state'], seen['problem']['code']), ('failing', 'not_found'))
        self.assertIsNotNone(seen['looked_at'])
        self.assertEqual(self.openings(), [])


class ExternalBooking(CalendarCase):
    """The calendar has the last word: a claim is confirmed when it stands there."""

    def claimed(self, before):
        """What became of a claim, with something done to the calendar right before it."""
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3))
        self.follow(there, self.world.make_resource('slots', inventory='external'))
        first, second = self.world.join(self.resource), self.world.join(self.resource)
        there.delete('ada')
        self.look()
        before(there)
        offer = self.accept(first)
        self.assertEqual(offer['state'], 'confirming')
        return there, first, second

    def state_of(self, entry):
        return self.world.entry(entry)['state']

    def test_is_confirmed_when_it_is_written(self):
        there, first, _ = self.claimed(lambda there: None)
        wait_for(lambda: self.state_of(first) == 'accepted', 'the confirmation')
        self.assertEqual(there.text().count('BEGIN:VEVENT'), 1)

    def test_is_lost_when_somebody_else_stands_there(self):
        there, first, second = self.claimed(lambda there: there.add('dan', on_day(3), 'Dan'))
        wait_for(lambda: self.state_of(first) == 'waiting', 'the end of the claim')
        self.assertEqual(self.openings()[0]['state'], 'withdrawn')
        self.assertEqual(self.state_of(second), 'waiting')
        self.assertEqual(there.text().count('BEGIN:VEVENT'), 1)


class Google(ServerCase):
    """A calendar at Google, by a double that Google's own client takes for the real one."""

    @classmethod
    def setUpClass(cls):
        cls.google = GoogleCalendar()
        cls.addClassCleanup(cls.google.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.google.address,
                     '--manual-clock', datetime.datetime.now(datetime.timezone.utc)
                     .strftime('%Y-%m-%dT%H:%M:%SZ'))
        super().setUpClass()

    look = CalendarCase.look
    openings = CalendarCase.openings
    accept = CalendarCase.accept

    def setUp(self):
        self.clock = Clock(self.client)
        self.google.clear()
        for day in range(3, 9):
            self.google.add(f'one{day}', on_day(day), 'Colour - Ada')

    def body(self, **more):
        return {'kind': 'google', 'url': self.google.url, 'calendar': self.google.id,
                'key_file': self.google.tokens.key_file, 'titles': ['{service} - {name}'], **more}

    def follow(self, **more):
        self.resource = self.world.make_resource('slots', **more.pop('list', {}))
        self.calendar = self.client.call('add_calendar', {'resource_id': self.resource['id']},
                                         body=self.body(**more), expect=201).body
        return self.look()

    def days(self, state=None):
        return sorted(one['starts_at'][:10] for one in self.openings(state))

    def test_a_deleted_appointment_is_offered_claimed_and_written_back(self):
        self.assertEqual(self.follow()['appointments'], 6)
        guest = self.world.join(self.resource, name='Cleo', wants={'service': 'Colour'})
        self.google.delete('one4')
        self.look()
        self.assertEqual(self.days('offering'), [on_day(4).strftime('%Y-%m-%d')])
        self.accept(guest)
        wait_for(lambda: 'Colour - Cleo' in self.google.titles(), 'the appointment')
        self.as_guest(guest['token']).call('leave', {'entry_id': guest['id']}, expect=200)
        wait_for(lambda: 'Colour - Cleo' not in self.google.titles(), 'the end of it')
        self.assertEqual(self.look()['left'], [])

    def test_is_asked_only_for_what_is_new(self):
        self.follow()
        self.google.requests.clear()
        self.look()
        asked = [path for method, path in self.google.requests if method == 'GET']
        self.assertTrue(asked and all('syncToken=' in path for path in asked), asked)

    def test_a_forgotten_token_frees_nothing(self):
        self.follow()
        self.google.forget_tokens()
        self.assertEqual(self.look()['problem'], None)
        self.assertEqual(self.openings(), [])
        # What went meanwhile is looked for twice.
        self.google.forget_tokens()
        self.google.delete('one5')
        self.look()
        self.assertEqual(self.openings(), [])
        self.clock.pass_time(30)
        self.look()
        self.assertEqual(self.days(), [on_day(5).strftime('%Y-%m-%d')])

    def test_one_of_a_series_moved_and_shown_as_free(self):
        self.google.add('weekly', on_day(10), 'Cut - Ben', recurrence=['RRULE:FREQ=WEEKLY;COUNT=4'])
        self.assertEqual(self.follow()['appointments'], 10)
        self.google.delete_one('weekly', on_day(17))
        self.google.edit('one3', transparency='transparent')
        self.google.add('one6', on_day(30), 'Colour - Ada')
        self.look()
        self.assertEqual(self.days(), sorted(on_day(day).strftime('%Y-%m-%d')
                                             for day in (3, 6, 17)))

    def test_too_many_questions_are_a_pause(self):
        self.follow()
        self.google.limited = 1
        seen = self.look()
        self.assertEqual((seen['state'], seen['problem']['code']), ('failing', 'busy'))
        asked = len(self.google.requests)
        self.clock.pass_time(45)
        self.assertEqual(len(self.google.requests), asked, 'it waits longer than usual')
        self.clock.pass_time(60)
        ids = {'calendar_id': self.calendar['id']}
        wait_for(lambda: self.client.call('get_followed_calendar', ids,
                                          expect=200).body['problem'] is None, 'the next look')

    def test_what_is_wrong_is_said_by_the_test(self):
        resource = self.world.make_resource('slots')

        def tried(**change):
            return self.client.call('test_calendar', {'resource_id': resource['id']},
                                    body=self.body(**change), expect=200).body

        works = tried()
        self.assertEqual((works['works'], works['appointments']), (True, 6))
        self.assertEqual(tried(calendar='other@example.com')['problem']['code'], 'not_found')
        other = GoogleTokens(self.google.tokens.url, email='other@example.com')
        self.assertEqual(tried(key_file=other.key_file)['problem']['code'], 'wrong_login')
        self.client.call('test_calendar', {'resource_id': resource['id']},
                         body=self.body(key_file='{}'), expect=422)

    def test_is_lost_when_somebody_else_stands_there(self):
        self.follow(list={'inventory': 'external'})
        first, second = self.world.join(self.resource), self.world.join(self.resource)
        self.google.delete('one7')
        self.look()
        self.google.add('dan', on_day(7), 'Dan')
        self.accept(first)
        wait_for(lambda: self.world.entry(first)['state'] == 'waiting', 'the end of the claim')
        self.assertEqual(self.world.entry(second)['state'], 'waiting')
        self.google.delete('one8')
        self.look()
        self.assertEqual(self.world.entry(first)['state'], 'offered', 'and is the next one asked')


class SetUp(CalendarCase):
    def test_is_tried_out_before_it_is_kept(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3), 'Colour - Ada')
        resource = self.world.make_resource('slots')

        def tried(**change):
            body = {'kind': 'caldav', 'url': there.url, 'username': USER, 'password': PASSWORD,
                    **change}
            return self.client.call('test_calendar', {'resource_id': resource['id']}, body=body,
                                    expect=200).body

        works = tried(titles=['{service} - {name}'])
        self.assertEqual((works['works'], works['appointments'], works['next'][0]['service']),
                         (True, 1, 'Colour'))
        for change, code in (({'password': 'wrong'}, 'wrong_login'),
                             ({'url': there.url + 'nothing/'}, 'not_found'),
                             ({'url': 'http://127.0.0.1:9/'}, 'private_address'),
                             ({'url': 'http://no-such-host.invalid/'}, 'host_not_found'),
                             ({'kind': 'ics', 'url': f'http://localhost:{self.radicale.port}/'},
                              'private_address')):
            with self.subTest(code=code, change=change):
                self.assertEqual(tried(**change)['problem']['code'], code)
        listed = self.client.call('list_calendars', {'resource_id': resource['id']}, expect=200)
        self.assertEqual(listed.body['items'], [])

    def test_shows_no_password_and_says_what_is_wrong_with_the_form(self):
        there = self.radicale.make_calendar()
        self.follow(there)
        self.assertNotIn(PASSWORD, str(self.look()))
        self.assertTrue(self.look()['has_secret'])
        bad = self.client.call(
            'add_calendar', {'resource_id': self.resource['id']},
            body={'kind': 'caldav', 'url': 'ftp://x', 'titles': ['{nobody}'], 'at_once': 0},
            expect=422)
        self.assertEqual(sorted(one['field'] for one in bad.body['errors']),
                         ['at_once', 'titles', 'url'])
        seats = self.world.make_resource('seats', capacity=2)
        self.client.call('add_calendar', {'resource_id': seats['id']},
                         body={'kind': 'ics', 'url': 'https://example.com/a.ics'}, expect=409)
        self.client.call('remove_calendar', {'calendar_id': self.calendar['id']}, expect=204)
        self.client.call('get_followed_calendar', {'calendar_id': self.calendar['id']},
                         expect=404)


class Feed:
    """An .ics file at an address."""

    def __init__(self):
        feed = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # noqa: N802, the library's name
                tag = f'"{hash(feed.text)}"'
                feed.asked += 1
                is_known = self.headers['If-None-Match'] == tag
                feed.unchanged += is_known
                self.send_response(304 if is_known else 200)
                self.send_header('ETag', tag)
                body = b'' if is_known else feed.text.encode()
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.text, self.asked, self.unchanged = '', 0, 0
        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.address = f'127.0.0.1:{self._server.server_port}'
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def hold(self, *days):
        events = [event(f'one{day}', on_day(day), f'Guest {day}') for day in days]
        inner = [one.split('PRODID:-//test//test//EN\r\n')[1].rsplit('END:VCALENDAR')[0]
                 for one in events]
        self.text = ('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//test//EN\r\n' +
                     ''.join(inner) + 'END:VCALENDAR\r\n')


class IcsFeed(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.feed = Feed()
        cls.addClassCleanup(cls.feed.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.feed.address,
                     '--manual-clock', '2026-01-01T00:00:00Z')
        super().setUpClass()

    def setUp(self):
        self.clock = Clock(self.client)
        self.feed.hold(3, 4, 5, 6)
        self.resource = self.world.make_resource('slots')
        self.calendar = self.client.call(
            'add_calendar', {'resource_id': self.resource['id']},
            body={'kind': 'ics', 'url': f'http://{self.feed.address}/salon.ics'}, expect=201).body
        self.assertEqual(self.look()['appointments'], 4)

    look = CalendarCase.look
    openings = CalendarCase.openings

    def settle(self, operation):
        return self.client.call(operation, {'calendar_id': self.calendar['id']}, expect=200).body

    def test_what_is_missing_is_looked_for_twice(self):
        self.feed.hold(3, 5, 6)
        self.look()
        self.assertEqual(self.openings(), [])
        self.clock.pass_time(30)
        self.look()
        self.assertEqual([one['starts_at'][:10] for one in self.openings()],
                         [on_day(4).strftime('%Y-%m-%d')])

    def test_a_half_finished_file_and_a_page_to_sign_in_free_nothing(self):
        for text, code in ((self.feed.text[:-100], 'broken'), ('<html>Sign in</html>',
                                                                'not_understood')):
            self.feed.text = text
            for _ in range(3):
                self.clock.pass_time(60)
                seen = self.look()
            self.assertEqual(seen['problem']['code'], code)
        self.assertEqual(self.openings(), [])

    def test_an_empty_feed_is_a_question(self):
        self.feed.hold()
        for _ in range(3):
            self.clock.pass_time(60)
            seen = self.look()
        self.assertEqual((seen['state'], seen['question']), ('asking', 'empty'))
        self.assertEqual(self.openings(), [])
        kept = self.settle('keep_gone_appointments')
        self.assertEqual(kept['question'], None)
        self.clock.pass_time(60)
        self.assertEqual(self.look()['question'], None, 'staff have said so')
        self.feed.hold(3, 4, 5, 6)
        self.clock.pass_time(60)
        self.assertEqual((self.look()['state'], self.openings()), ('following', []))

    def test_the_end_of_what_a_feed_covers_is_a_question(self):
        self.feed.hold(3, 4, 5)
        self.look()
        self.clock.pass_time(60)
        seen = self.look()
        self.assertEqual((seen['question'], len(seen['gone']), self.openings()), ('edge', 1, []))
        self.settle('free_gone_appointments')
        self.assertEqual(len(self.openings()), 1)

    def test_asks_only_whether_it_is_new(self):
        before = self.feed.unchanged
        self.clock.pass_time(60)
        self.look()
        self.assertGreater(self.feed.unchanged, before)


if __name__ == '__main__':
    unittest.main()
