"""What a calendar says, by a second opinion: ical.js spreads out the same series, and tsdav finds
in the calendar what Standby has written."""
import datetime
import json
import random
import unittest

from harness.node import Oracle
from harness.radicale import PASSWORD, USER
from harness.waiting import wait_for
from test_calendars import CalendarCase, Feed, on_day

BERLIN = '''BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE'''
DAYS = 170  # that both are asked about; Standby looks 180 days ahead
RULES = ('FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2',
         'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'FREQ=WEEKLY;BYDAY=TU;WKST=SU;INTERVAL=2', 'FREQ=MONTHLY',
         'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYMONTHDAY=15,-1',
         'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=YEARLY', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')
WEEKDAYS = ('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')


def local(time):
    return time.strftime('%Y%m%dT%H%M%S')


def fits(rule, day):
    """Whether a series may begin then: one that begins off its rule is undefined."""
    last = (day + datetime.timedelta(days=1)).day == 1
    parts = dict(part.split('=') for part in rule.split(';'))
    if 'BYMONTHDAY' in parts:
        return any(int(one) == day.day or (one == '-1' and last)
                   for one in parts['BYMONTHDAY'].split(','))
    if 'BYDAY' not in parts:
        return day.day <= 28
    name = WEEKDAYS[day.weekday()]
    for one in parts['BYDAY'].split(','):
        is_placed = {'2': 8 <= day.day <= 14,
                     '-1': (day + datetime.timedelta(days=7)).month != day.month
                     }.get(one[:-2], True)
        if one[-2:] == name and is_placed:
            return True
    return False


def random_event(number, dice):
    """An event, or a series with what people make of one; half of them by the clock in Berlin."""
    starts = datetime.datetime.now().replace(minute=0, second=0, microsecond=0) + \
        datetime.timedelta(days=dice.randint(-300, 100), hours=dice.randint(0, 23))
    is_local = dice.random() < 0.5
    chosen = dice.choice(RULES)
    while not fits(chosen, starts):
        starts += datetime.timedelta(days=1)

    def moment(name, time):
        return (f'{name};TZID=Europe/Berlin:{local(time)}' if is_local
                else f'{name}:{local(time)}Z')

    length = datetime.timedelta(minutes=dice.choice((30, 60, 90)))
    lines = ['BEGIN:VEVENT', f'UID:event-{number}', 'DTSTAMP:20260101T000000Z',
             moment('DTSTART', starts)]
    lines.append(moment('DTEND', starts + length) if dice.random() < 0.5
                 else f'DURATION:PT{length.seconds // 60}M')
    lines.append(f'SUMMARY:Guest {number}')
    if dice.random() < 0.1:
        lines.append('TRANSP:TRANSPARENT')
    exceptions = []
    if dice.random() < 0.7:
        rule = chosen
        if dice.random() < 0.4:
            rule += f';COUNT={dice.randint(1, 400)}'
        elif dice.random() < 0.5:
            until = starts + datetime.timedelta(days=dice.randint(0, 500))
            rule += f';UNTIL={local(until)}Z'
        lines.append(f'RRULE:{rule}')
        # What is a week later is in such a series, too.
        if chosen in ('FREQ=DAILY', 'FREQ=WEEKLY'):
            for at in dice.sample(range(1, 30), 3):
                lines.append(moment('EXDATE', starts + datetime.timedelta(weeks=at)))
            moved = starts + datetime.timedelta(weeks=40)
            is_before_the_end = 'COUNT' not in rule and 'UNTIL' not in rule and \
                moved < datetime.datetime.now() + datetime.timedelta(days=DAYS)
            if is_before_the_end:
                exceptions = [
                    'BEGIN:VEVENT', f'UID:event-{number}', 'DTSTAMP:20260101T000000Z',
                    moment('RECURRENCE-ID', moved),
                    moment('DTSTART', moved + datetime.timedelta(hours=3)),
                    f'DURATION:PT{length.seconds // 60}M', 'SUMMARY:Moved', 'END:VEVENT']
    return [*lines, 'END:VEVENT', *exceptions]


class SecondOpinions(CalendarCase):
    @classmethod
    def setUpClass(cls):
        cls.feed = Feed()
        cls.addClassCleanup(cls.feed.close)
        cls.more_flags = ('--allow-private', cls.feed.address)
        super().setUpClass()

    def setUp(self):
        oracle = Oracle('calendar_oracle.mjs')
        self.addCleanup(oracle.close)

        def ask(do, **more):
            answer = json.loads(oracle.ask(do=do, **more))
            self.assertNotIn('error', answer)
            return answer['found']
        self.ask = ask

    def test_ical_js_spreads_out_the_same_series(self):
        resource = self.world.make_resource('slots')
        until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=DAYS)
        # Something far ahead in each text is beyond what either is asked about.
        for seed in range(15):
            dice = random.Random(seed)
            events = []
            for number in range(12):
                one = random_event(number, dice)
                # What would go on behind the stretch ends with it, for both.
                events.append([line if not line.startswith('RRULE') or 'COUNT' in line or
                               'UNTIL' in line else f'{line};UNTIL={local(until)}Z'
                               for line in one])
            text = '\r\n'.join(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//test//EN',
                                *BERLIN.split('\n'), *(line for one in events for line in one),
                                'END:VCALENDAR', ''])
            self.feed.text = text
            now = datetime.datetime.now(datetime.timezone.utc)
            tested = self.client.call(
                'test_calendar', {'resource_id': resource['id']}, expect=200,
                body={'kind': 'ics', 'url': f'http://{self.feed.address}/a.ics'})
            self.assertTrue(tested['works'], tested)
            window = {'from': now.timestamp(),
                      'until': (now + datetime.timedelta(days=180)).timestamp()}
            others = self.ask('spread', text=text, **window)
            with self.subTest(seed=seed):
                self.assertEqual(tested['appointments'], len(others))
                first = [datetime.datetime.fromisoformat(one['starts_at'].replace('Z', '+00:00'))
                         .timestamp() for one in tested['next']]
                self.assertEqual(first, [float(one) for one in others[:len(first)]])

    def test_tsdav_finds_what_was_written(self):
        there = self.radicale.make_calendar()
        there.add('ada', on_day(3), 'Colour - Ada')
        self.follow(there, titles=['{service} - {name}'])
        guest = self.world.join(self.resource, name='Cleo', wants={'service': 'Colour'})
        there.delete('ada')
        self.look()
        self.accept(guest)
        wait_for(lambda: 'Colour - Cleo' in there.text(), 'the appointment in the calendar')
        [found] = self.ask('objects', server=f'http://{self.radicale.address}/', url=there.url,
                           username=USER, password=PASSWORD)
        self.assertEqual((found['summary'], found['starts'], found['ends'] - found['starts']),
                         ('Colour - Cleo', on_day(3).timestamp(), 3600))


if __name__ == '__main__':
    unittest.main()
