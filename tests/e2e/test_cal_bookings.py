"""Places that belong to Cal.com, which knows no name of ours for a booking: what a lost answer has
come to is found by looking."""
import sys

from harness.cal_double import TOKEN, CalDouble
from harness.case import ServerCase
from harness.clock import Clock
from harness.http_peer import Reply
from harness.waiting import wait_for


class CalCom(ServerCase):
    hours = 0

    @classmethod
    def setUpClass(cls):
        cls.cal = CalDouble()
        cls.addClassCleanup(cls.cal.close)
        if cls.cal.description is None:
            print('there is no ../shared/corpora/bookings/cal-v2-openapi.json beside the '
                  'repository: the double of Cal.com was not held against it', file=sys.stderr)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.cal.address, '--manual-clock')
        super().setUpClass()
        cls.clock = Clock(cls.client)

    def setUp(self):
        self.cal.lost = []
        self.cal.fault = None
        self.cal.reservations.clear()
        self.resource = self.world.make_resource('slots', inventory='external')
        self.path = {'resource_id': self.resource['id']}
        self.set_up()

    def tearDown(self):
        self.assertEqual(self.cal.complaints, [])

    def set_up(self, **change):
        return self.client.call('put_booking_system', self.path, body={
            'kind': 'cal', 'url': self.cal.url, 'token': TOKEN, **change}, expect=200).body

    def offered(self, service='Colour', is_held=True, **person):
        CalCom.hours += 1
        entry = self.world.join(self.resource, **person)
        self.client.call('add_opening', self.path, body={
            'event_id': f'there-{self.hours}', 'duration': '1h', 'service': service,
            'starts_at': f'2031-02-{self.hours // 10 + 1:02}T{self.hours % 10 + 8:02}:00:00Z'},
                         expect=201)
        offer = self.world.entry(entry)['offer']
        if is_held:
            wait_for(lambda: 'held' in self.steps(), 'the hold')
        return entry, offer

    def accept(self, entry, offer):
        self.as_guest(entry['token']).call('accept_offer', {'offer_id': offer['id']}, expect=200)

    def steps(self):
        return [item['details']['step'] for item in self.world.audit(self.resource)
                if item['type'] == 'outside_step']

    def state(self, entry):
        return self.world.entry(entry)['state']

    def system(self):
        return self.client.call('get_booking_system', self.path, expect=200).body

    def let_time_pass(self, condition, what, seconds=400):
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

    def test_is_held_booked_and_cancelled(self):
        entry, offer = self.offered()
        self.assertEqual(len(self.cal.reservations), 1)
        self.accept(entry, offer)
        wait_for(lambda: self.state(entry) == 'accepted', 'the booking')
        [booking] = self.cal.live(offer)
        self.assertEqual(booking['eventTypeId'], 7)
        self.assertEqual(booking['attendees'][0]['email'], self.world.entry(entry)['email'])
        wait_for(lambda: not self.cal.reservations, 'the end of the reservation')
        self.as_guest(entry['token']).call('leave', {'entry_id': entry['id']}, expect=200)
        wait_for(lambda: not self.cal.live(offer), 'the cancellation')

    def test_a_declined_offer_leaves_no_reservation(self):
        entry, offer = self.offered()
        self.as_guest(entry['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        wait_for(lambda: not self.cal.reservations, 'the end of the reservation')
        self.assertEqual(self.cal.live(offer), [])

    def test_a_lost_answer_is_looked_for_and_nothing_is_booked_twice(self):
        for lost in (Reply(drop=True), Reply(502, '<html>', 'text/html')):
            with self.subTest(status=lost.status):
                self.setUp()
                entry, offer = self.offered()
                self.cal.lost = [lost]
                self.cal.received.clear()
                self.accept(entry, offer)
                wait_for(lambda: self.cal.live(offer), 'the booking')
                self.let_time_pass(lambda: self.state(entry) == 'accepted', 'the answer')
                self.assertEqual(len(self.cal.live(offer)), 1)
                asked = [one for one in self.cal.received
                         if (one.method, one.path) == ('POST', '/v2/bookings')]
                self.assertEqual(len(asked), 1, 'asked once, also by what is beneath us')

    def test_somebody_who_was_faster(self):
        entry, offer = self.offered()
        [hold] = self.cal.reservations.values()
        self.cal.reservations.clear()
        self.cal._book({'start': hold['slotStart'], 'eventTypeId': 7, 'attendee': {
            'name': 'Dan', 'email': 'dan@example.com', 'timeZone': 'UTC'}})
        self.accept(entry, offer)
        wait_for(lambda: self.state(entry) == 'waiting', 'the word of it')
        self.assertEqual(self.world.entry(entry)['misses'], 0)
        self.assertEqual(self.system()['last_day']['taken'], 1)

    def test_what_is_cancelled_there_is_the_guests_no_more(self):
        entry, offer = self.offered()
        self.accept(entry, offer)
        wait_for(lambda: self.state(entry) == 'accepted', 'the booking')
        self.cal.cancel(offer)
        self.clock.pass_time(301)
        wait_for(lambda: self.state(entry) == 'cancelled', 'the cancellation')

    def test_what_was_moved_there_is_for_staff(self):
        entry, offer = self.offered()
        self.accept(entry, offer)
        wait_for(lambda: self.state(entry) == 'accepted', 'the booking')
        [booking] = self.cal.live(offer)
        booking.update(status='cancelled', rescheduledToUid='booking999')
        self.clock.pass_time(301)
        wait_for(lambda: self.system()['cards'], 'the card')
        self.assertEqual(self.system()['cards'][0]['kind'], 'missing')
        self.assertEqual(self.state(entry), 'accepted')

    def test_a_service_that_is_no_event_type_is_for_staff(self):
        entry, offer = self.offered(service='Perm', is_held=False)
        self.accept(entry, offer)
        wait_for(lambda: (self.system()['problem'] or {}).get('code') == 'no_event_type',
                 'the problem')
        self.set_up(event_type=8)
        self.let_time_pass(lambda: self.state(entry) == 'accepted', 'the booking')
        self.assertEqual([one['eventTypeId'] for one in self.cal.live(offer)], [8])

    def test_trying_it_out(self):
        def tried(**change):
            return self.client.call('test_booking_system', self.path, body={
                'kind': 'cal', 'url': self.cal.url, 'token': TOKEN, **change}, expect=200).body
        self.assertEqual(tried(), {'works': True, 'problem': None})
        self.assertEqual(tried(token='cal_live_wrong')['problem']['code'], 'wrong_token')
