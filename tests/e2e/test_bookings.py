"""Places that belong to another system: held there while a guest is asked, booked there before they
are anybody's, and let go of whatever becomes of it otherwise."""
import datetime
import json

from harness.booking_server import LIVE, TOKEN, BadDay, BookingServer
from harness.case import ServerCase
from harness.clock import Clock
from harness.waiting import wait_for


class BookingCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.bookings = BookingServer()
        cls.addClassCleanup(cls.bookings.close)
        cls.day = BadDay(cls.bookings)
        cls.addClassCleanup(cls.day.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.day.address, '--manual-clock')
        super().setUpClass()
        cls.clock = Clock(cls.client)

    def setUp(self):
        self.day.fault = self.day.only = self.day.choose = None
        self.day.script = []
        with self.day.lock:
            self.day.received.clear()

    def follow(self, resource=None, **rules):
        """A list of slots that belong there."""
        self.resource = resource or self.world.make_resource('slots', rules=rules,
                                                             inventory='external')
        self.path = {'resource_id': self.resource['id']}
        set_up = self.client.call('put_booking_system', self.path,
                                  body={'kind': 'http', 'url': self.day.url, 'token': TOKEN},
                                  expect=200).body
        wait_for(lambda: self.system()['state'] == 'working', 'the first answer')
        return set_up

    def system(self):
        return self.client.call('get_booking_system', self.path, expect=200).body

    def opened(self, staff='Noor', **fields):
        BookingCase.days = getattr(BookingCase, 'days', 0) + 1
        return self.client.call('add_opening', self.path, body={
            'event_id': f'there-{BookingCase.days}', 'duration': '45m', 'staff': staff,
            'starts_at': f'2031-01-01T{BookingCase.days // 60 % 24:02}:{BookingCase.days % 60:02}'
                         ':00Z', **fields}, expect=201).body

    def offered(self, is_held=True, **fields):
        """Somebody who is asked, and the offer; held over there, if it can be."""
        entry = self.world.join(self.resource)
        self.opening = self.opened(**fields)
        offer = self.world.entry(entry)['offer']
        if is_held:
            wait_for(lambda: self.bookings.status(offer) == 'ON_HOLD', 'the hold')
            wait_for(lambda: 'held' in self.steps(), 'the word of it')
        return entry, offer

    def accept(self, entry, offer):
        return self.as_guest(entry['token']).call('accept_offer', {'offer_id': offer['id']},
                                                  expect=200).body

    def state(self, entry):
        return self.world.entry(entry)['state']

    def steps(self, what='step'):
        return [item['details'][what] for item in self.world.audit(self.resource)
                if item['type'] == 'outside_step']

    def wait_for_state(self, entry, state):
        wait_for(lambda: self.state(entry) == state, f'{state} instead of {self.state(entry)}')

    def wait_for_status(self, offer, *status):
        wait_for(lambda: self.bookings.status(offer) in status, f'{status} over there')

    def let_time_pass(self, condition, what, seconds=400):
        """A few seconds at a time, each with a moment for the keeper, which has a thread of its
        own."""
        for _ in range(seconds // 5):
            if condition():
                return
            self.clock.pass_time(5)
            try:
                wait_for(condition, what, seconds=1.2)
                return
            except AssertionError:
                pass
        raise AssertionError(f'{what} did not come within {seconds} s')

    def restart(self):
        """As after a power cut; the time goes on where it stood."""
        self.server.kill()
        self.server.flags = (*self.flags[:-1], '--manual-clock',
                             self.clock.now.strftime('%Y-%m-%dT%H:%M:%SZ'))
        self.server.start()
        self.connect()
        self.clock.clients = (self.client,)

    def live(self):
        return sorted(uuid for uuid, one in self.bookings.bookings().items()
                      if one['status'] in LIVE)


class SettingUp(BookingCase):
    def test_the_token_is_never_shown_again(self):
        seen = self.follow()
        self.assertEqual((seen['kind'], seen['url'], seen['state'], seen['breaker']),
                         ('http', self.day.url, 'new', 'closed'))
        self.assertEqual(self.system()['problem'], None)
        self.assertNotIn(TOKEN, json.dumps([seen, self.system()]))
        again = self.client.call('put_booking_system', self.path,
                                 body={'kind': 'http', 'url': self.day.url}, expect=200).body
        self.assertEqual(again['url'], self.day.url)
        self.assertNotIn(TOKEN, self.server.log())

    def test_a_kept_token_goes_nowhere_else(self):
        self.follow()
        for url in (self.day.url + '/other', 'http://127.0.0.1:9'):
            refused = self.client.call('put_booking_system', self.path,
                                       body={'kind': 'http', 'url': url}, expect=422)
            self.assertEqual(refused.body['errors'][0]['field'], 'token')
            tried = self.client.call('test_booking_system', self.path,
                                     body={'kind': 'http', 'url': url}, expect=200).body
            self.assertEqual(tried['problem']['code'], 'wrong_token')
        self.assertEqual([one for one in self.day.received if '/other' in one.path], [])

    def test_only_lists_whose_places_are_elsewhere_have_one(self):
        inside = self.world.make_resource('slots')
        refused = self.assert_changes_nothing(inside, lambda: self.client.call(
            'put_booking_system', {'resource_id': inside['id']},
            body={'kind': 'http', 'url': self.day.url, 'token': TOKEN}, expect=409))
        self.assertEqual(refused['type'], '/problems/not-external')

    def test_bad_input_is_refused_and_changes_nothing(self):
        self.follow()
        before = self.system()
        for field, body in (
                ('kind', {'url': self.day.url, 'token': TOKEN}),
                ('kind', {'kind': 'fax', 'url': self.day.url, 'token': TOKEN}),
                ('url', {'kind': 'http', 'token': TOKEN}),
                ('url', {'kind': 'http', 'url': 'ftp://example.com', 'token': TOKEN}),
                ('url', {'kind': 'http', 'url': 'http://user:word@example.com', 'token': TOKEN}),
                ('url', {'kind': 'http', 'url': self.day.url + '/?a=b', 'token': TOKEN}),
                ('token', {'kind': 'http', 'url': 'https://example.com', 'token': 'two words'}),
                ('token', {'kind': 'http', 'url': 'https://example.com', 'token': 'é'}),
                ('event_type', {'kind': 'http', 'url': self.day.url, 'token': TOKEN,
                                'event_type': 5}),
                ('color', {'kind': 'http', 'url': self.day.url, 'color': 'red'})):
            with self.subTest(body=body):
                refused = self.client.call('put_booking_system', self.path, body=body, expect=422)
                self.assertIn(field, [one['field'] for one in refused.body['errors']])
        self.assertEqual(self.system(), before)

    def test_trying_it_out_books_nothing(self):
        self.follow()
        before = self.live()

        def tried(**change):
            return self.client.call('test_booking_system', self.path, body={
                'kind': 'http', 'url': self.day.url, 'token': TOKEN, **change}, expect=200).body
        self.assertEqual(tried(), {'works': True, 'problem': None})
        self.assertEqual(tried(token='wrong')['problem']['code'], 'wrong_token')
        self.assertEqual(tried(url='http://127.0.0.1:9')['problem']['code'], 'private_address')
        self.day.fault = 'html'
        self.assertEqual(tried()['problem']['code'], 'not_understood')
        self.assertEqual(self.live(), before)

    def test_without_one_staff_confirm(self):
        self.follow()
        self.client.call('delete_booking_system', self.path, expect=204)
        self.client.call('delete_booking_system', self.path, expect=204)
        self.assertEqual(self.system()['state'], 'none')
        entry, offer = self.offered(is_held=False)
        self.assertEqual(self.accept(entry, offer)['state'], 'confirming')
        self.client.call('report_booking', {'offer_id': offer['id']},
                         body={'outcome': 'confirmed'}, expect=200)
        self.assertEqual(self.state(entry), 'accepted')
        self.assertIsNone(self.bookings.status(offer))


class Booking(BookingCase):
    def test_a_place_is_held_while_its_guest_is_asked_and_booked_with_the_yes(self):
        self.follow()
        entry, offer = self.offered()
        [held] = self.day.asked('POST', '/bookings')[-1:]
        asked = json.loads(held.body)
        self.assertEqual((asked['uuid'], asked['quantity'], asked['starts_at'], asked['staff']),
                         (offer['id'], 1, self.opening['starts_at'], 'Noor'))
        self.assertGreaterEqual(asked['expirationMinutes'], 1)
        self.assertNotIn('contact', asked, 'nobody is named before they say yes')
        self.assertIn(self.accept(entry, offer)['state'], ('confirming', 'accepted'))
        self.wait_for_state(entry, 'accepted')
        self.assertEqual(self.bookings.status(offer), 'CONFIRMED')
        self.assertEqual(self.steps(), ['held', 'confirmed'])
        self.assertEqual(set(self.steps('reference')), {f'http:{offer["id"]}'})
        [confirmed] = self.day.asked('POST', '/confirm')[-1:]
        self.assertEqual(json.loads(confirmed.body)['contact']['full_name'],
                         self.world.entry(entry)['name'])
        self.assertEqual(self.system()['last_day'],
                         {'booked': 1, 'taken': 0, 'given_up': 0, 'failed_share': 0})

    def test_a_hold_ends_with_the_offer(self):
        self.follow()
        entry, offer = self.offered()
        self.as_guest(entry['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        self.wait_for_status(offer, 'CANCELLED')
        wait_for(lambda: self.steps()[-1] == 'released', 'the word of it')

    def test_a_hold_is_made_longer_with_the_offer(self):
        self.follow()
        entry, offer = self.offered()
        before = self.bookings.bookings()[offer['id']]['expires']
        until = self.clock.now + datetime.timedelta(days=1)
        self.client.call('extend_offer', {'offer_id': offer['id']},
                         body={'until': until.strftime('%Y-%m-%dT%H:%M:%SZ')}, expect=200)
        wait_for(lambda: self.bookings.bookings()[offer['id']]['expires'] > before, 'more time')
        self.accept(entry, offer)
        self.wait_for_state(entry, 'accepted')

    def test_the_next_in_line_is_asked_when_a_place_comes_free_there(self):
        self.follow()
        first, offer = self.offered()
        second = self.world.join(self.resource)
        self.as_guest(first['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        again = self.world.entry(second)['offer']
        self.wait_for_status(again, 'ON_HOLD')
        self.accept(second, again)
        self.wait_for_state(second, 'accepted')
        self.wait_for_status(offer, 'CANCELLED')

    def test_nobody_is_in_our_way_but_ourselves(self):
        self.follow()
        first, offer = self.offered()
        second = self.world.join(self.resource)
        self.day.fault = 'refuses'
        self.day.only = lambda one: one.method == 'DELETE'
        self.as_guest(first['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        again = self.world.entry(second)['offer']
        self.accept(second, again)
        wait_for(lambda: len(self.day.asked('DELETE')) > 0, 'the question')
        self.assertEqual(self.state(second), 'confirming', 'not taken: we hold it ourselves')
        self.day.fault = None
        self.let_time_pass(lambda: self.state(second) == 'accepted', 'the booking')
        self.assertEqual(self.bookings.status(offer), 'CANCELLED')

    def test_what_is_gone_before_its_guest_answers_is_offered_no_more(self):
        self.follow()
        entry = self.world.join(self.resource)
        self.day.fault = 'refuses'
        self.opening = self.opened()
        offer = self.world.entry(entry)['offer']
        wait_for(lambda: self.day.asked('POST'), 'the question')
        self.assertEqual(self.bookings.take(self.opening)[0], 201)
        self.day.fault = None
        self.let_time_pass(lambda: self.state(entry) == 'waiting', 'the end of the offer')
        ended = [one for one in self.world.audit(self.resource) if one['type'] == 'offer_ended']
        self.assertEqual([(one['reason'], one['details']['outcome']) for one in ended],
                         [('booking_conflict', 'withdrawn')])
        self.assertEqual(self.world.entry(entry)['misses'], 0)
        self.assertIsNone(self.bookings.status(offer))

    def test_somebody_who_was_faster_is_no_fault_of_the_guest(self):
        self.follow()
        entry, offer = self.offered()
        second = self.world.join(self.resource)
        self.bookings.cancel(offer)
        self.assertEqual(self.bookings.take(self.opening)[0], 201)
        self.accept(entry, offer)
        self.wait_for_state(entry, 'waiting')
        self.assertEqual(self.world.entry(entry)['misses'], 0)
        self.assertEqual(self.world.entry(entry)['rank'], 1)
        self.assertEqual(self.state(second), 'waiting', 'the place is void')
        self.assertEqual(self.system()['last_day']['taken'], 1)
        self.assertEqual(self.system()['last_day']['failed_share'], 1)
        kinds = [one['kind'] for one in self.client.items('list_messages', self.path)]
        self.assertIn('booking_taken', kinds)

    def test_what_the_guest_gives_back_is_cancelled_there(self):
        self.follow()
        entry, offer = self.offered()
        self.accept(entry, offer)
        self.wait_for_state(entry, 'accepted')
        self.day.fault = 'refuses'
        self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        wait_for(lambda: self.day.asked('DELETE'), 'the question')
        self.assertEqual(self.bookings.status(offer), 'CONFIRMED')
        self.day.fault = None
        self.let_time_pass(lambda: self.bookings.status(offer) == 'CANCELLED', 'the cancellation')
        wait_for(lambda: self.steps()[-1] == 'cancelled', 'the word of it')

    def test_what_is_cancelled_there_is_the_guests_no_more(self):
        self.follow()
        entry, offer = self.offered()
        self.accept(entry, offer)
        self.wait_for_state(entry, 'accepted')
        self.bookings.cancel(offer)
        self.clock.pass_time(301)
        self.wait_for_state(entry, 'cancelled')
        self.assertEqual(self.steps(), ['held', 'confirmed', 'cancelled'])
        kinds = [one['kind'] for one in self.client.items('list_messages', self.path)]
        self.assertIn('cancelled', kinds)

    def test_what_is_not_found_there_any_more_is_for_staff(self):
        self.follow()
        entry, offer = self.offered()
        self.accept(entry, offer)
        self.wait_for_state(entry, 'accepted')
        self.bookings.forget()
        self.clock.pass_time(301)
        wait_for(lambda: self.system()['cards'], 'the card')
        [card] = self.system()['cards']
        self.assertEqual((card['kind'], card['entry_id'], card['offer_id']),
                         ('missing', entry['id'], offer['id']))
        self.assertEqual(self.state(entry), 'accepted')
        self.assertEqual(self.client.call('settle_booking_system', self.path, expect=200)
                         .body['cards'], [])



class Trouble(BookingCase):
    """What the answer does not say is asked for, and never guessed."""

    def claimed(self, fault, **fields):
        """A guest who said yes on a bad day."""
        self.follow()
        entry, offer = self.offered(**fields)
        self.day.fault = fault
        self.day.only = lambda one: one.method == 'POST'
        self.accept(entry, offer)
        wait_for(lambda: self.day.asked('POST', '/confirm'), 'the question')
        return entry, offer

    def end_well(self, entry, offer):
        self.day.fault = None
        self.let_time_pass(lambda: self.state(entry) == 'accepted', 'the booking')
        self.assertEqual(self.bookings.status(offer), 'CONFIRMED')
        self.assertEqual([one for one in self.live() if one == offer['id']], [offer['id']])

    def test_a_system_that_is_busy_is_asked_again(self):
        self.end_well(*self.claimed('refuses'))
        self.assertIn('unclear', self.steps())

    def test_a_cut_connection_leaves_nothing_to_guess(self):
        self.end_well(*self.claimed('drops'))

    def test_what_was_done_without_an_answer_counts(self):
        entry, offer = self.claimed('does without answering')
        self.let_time_pass(lambda: self.state(entry) == 'accepted', 'the booking')
        self.assertEqual(self.bookings.status(offer), 'CONFIRMED')

    def test_pages_and_foreign_answers_are_no_booking(self):
        for fault in ('html', 'wrong id', 'nonsense', 'no http', 'busy with it', 'redirects',
                      'does and says 502', 'wrong token'):
            with self.subTest(fault=fault):
                self.setUp()
                entry, offer = self.claimed(fault)
                if fault not in ('wrong id', 'nonsense', 'busy with it', 'does and says 502'):
                    self.assertEqual(self.state(entry), 'confirming')
                self.end_well(entry, offer)

    def test_after_five_minutes_it_is_given_up_in_words(self):
        self.follow()
        entry, offer = self.offered()
        second = self.world.join(self.resource)
        self.day.fault = 'refuses'
        self.accept(entry, offer)
        wait_for(lambda: self.day.asked('POST', '/confirm'), 'the question')
        board = self.client.call('get_board', self.path, expect=200).body
        self.assertEqual(board['needs_hand'], [], 'staff have nothing to confirm')
        self.clock.pass_time(290)
        self.assertEqual(self.state(entry), 'confirming')
        self.clock.pass_time(15)
        self.wait_for_state(entry, 'waiting')
        self.assertEqual(self.world.entry(entry)['misses'], 0)
        kinds = [one['kind'] for one in self.client.items('list_messages', self.path)
                 if one['entry_id'] == entry['id']]
        self.assertIn('booking_given_up', kinds)
        self.assertEqual(self.state(second), 'offered')
        wait_for(lambda: [one['kind'] for one in self.system()['cards']] == ['given_up'],
                 'the card')
        self.assertEqual(self.system()['last_day']['given_up'], 1)
        board = self.client.call('get_board', self.path, expect=200).body
        self.assertEqual(board['booking_system']['cards'], self.system()['cards'])
        self.assertEqual(self.system()['state'], 'failing')
        self.day.fault = None
        self.let_time_pass(lambda: self.bookings.status(offer) == 'CANCELLED', 'the release')
        self.clock.pass_time(290)
        self.let_time_pass(lambda: self.system()['under_way'] == 0, 'the end')
        self.assertIn('given_up', self.steps())

    def test_a_system_that_is_down_is_left_alone_for_a_while(self):
        self.follow()
        entry, offer = self.offered()
        self.day.fault = 'refuses'
        self.accept(entry, offer)
        self.let_time_pass(lambda: self.system()['breaker'] == 'open', 'the breaker')
        self.assertIn('standby_booking_breaker{kind="http",resource="'
                      f'{self.resource["id"]}"}} 2', self.metrics())
        asked = len(self.day.received)
        self.clock.pass_time(1)
        wait_for(lambda: self.system()['asked_again_at'], 'the time')
        self.assertLessEqual(len(self.day.received), asked + 1)
        self.end_well(entry, offer)
        self.assertEqual(self.system()['breaker'], 'closed')

    def metrics(self):
        raw = self.client.quick('GET', '/metrics').raw
        return raw if isinstance(raw, str) else raw.decode()

    def test_a_killed_server_goes_on_where_it_was(self):
        entry, offer = self.claimed('does without answering')
        self.restart()
        self.let_time_pass(lambda: self.state(entry) == 'accepted', 'the booking')
        self.assertEqual(self.bookings.status(offer), 'CONFIRMED')
        self.assertEqual(self.steps().count('confirmed'), 1)

    def test_a_killed_booking_system_is_asked_when_it_is_back(self):
        self.follow()
        entry, offer = self.offered()
        self.bookings.kill()
        self.accept(entry, offer)
        wait_for(lambda: self.day.asked('POST', '/confirm'), 'the question')
        self.bookings.start()
        self.end_well(entry, offer)
