"""Two systems that have to agree on who has which chair, while answers get lost in every way and
both sides are killed. Whatever happens: no chair for two, nobody who has one here and not there,
nothing booked or held there for nobody. script/torture makes many days of it."""
import os
import random

from harness.booking_server import FAULTS, LIVE, SLOW
from harness.waiting import wait_for
from test_bookings import BookingCase

DAYS = int(os.environ.get('STANDBY_BOOKING_DAYS', '1'))
SEED = int(os.environ.get('STANDBY_BOOKING_SEED', '1'))
STEPS = 80
QUIET_SECONDS = 1_500


class Torture(BookingCase):
    def test_both_sides_agree_in_the_end(self):
        for day in range(SEED, SEED + DAYS):
            with self.subTest(seed=day):
                self.random = random.Random(day)
                self.live_through_a_day()
                print(f'day {day}: {self.told}', flush=True)

    def live_through_a_day(self):
        self.setUp()
        self.follow(claim_window='8m')
        self.guests = [self.world.join(self.resource) for _ in range(4)]
        self.chairs = []
        self.slow_left = 1 if self.random.random() < 0.1 else 0  # it stops everything for a while
        self.told = dict.fromkeys(('faults', 'kills here', 'kills there', 'booked', 'taken there',
                                   'cancelled there'), 0)
        self.day.choose = self.choose_fault
        steps = (self.open_a_chair, self.open_a_chair, self.answer, self.answer, self.answer,
                 self.answer, self.give_back, self.take_there, self.cancel_there, self.join,
                 self.kill_here, self.kill_there)
        for _ in range(STEPS):
            self.random.choice(steps)()
            self.clock.pass_time(self.random.choice((0, 0, 1, 2, 5, 20)))
            self.day.pause(self.random.choice((0, 0.1, 0.3, 0.7)))
        self.day.choose = None
        self.come_to_rest()
        self.compare()
        self.assertGreater(self.told['faults'], 3, 'a day on which hardly anything happened')

    def choose_fault(self, _):
        if self.random.random() > 0.3:
            return None
        name = self.random.choice([name for name in FAULTS
                                   if name not in SLOW or self.slow_left > 0])
        self.slow_left -= name in SLOW
        self.told['faults'] += 1
        return name

    def open_a_chair(self):
        self.chairs.append(self.opened())

    def join(self):
        self.guests.append(self.world.join(self.resource))

    def answer(self):
        guest = self.random.choice(self.guests)
        offer = self.world.entry(guest)['offer']
        if offer is None or offer['state'] != 'live':
            return
        how = self.random.choice(('accept_offer', 'accept_offer', 'decline_offer'))
        # It may end between the question and the answer.
        self.as_guest(guest['token']).call(how, {'offer_id': offer['id']}, expect=(200, 409, 410))

    def give_back(self):
        guest = self.random.choice(self.guests)
        if self.state(guest) in ('accepted', 'confirming', 'offered'):
            self.as_guest(guest['token']).call('leave', {'entry_id': guest['id']},
                                               expect=(200, 409, 410))

    def take_there(self):
        if self.chairs:
            try:
                name = f'walk-in-{self.random.getrandbits(40)}'
                self.bookings.take(self.random.choice(self.chairs), name)
                self.told['taken there'] += 1
            except OSError:
                pass

    def cancel_there(self):
        ours = [uuid for uuid in self.live() if uuid.startswith('off_')]
        if ours:
            try:
                self.bookings.cancel({'id': self.random.choice(ours)})
                self.told['cancelled there'] += 1
            except OSError:
                pass

    def kill_here(self):
        if self.random.random() < 0.5:
            self.restart()
            self.told['kills here'] += 1

    def kill_there(self):
        if self.random.random() < 0.5:
            self.bookings.kill()
            self.clock.pass_time(self.random.choice((1, 10)))
            self.bookings.start()
            self.told['kills there'] += 1

    def come_to_rest(self):
        """Until every offer is over, what may still arrive has, and each booking was looked at."""
        self.day.pause(1)  # what is still on its way is so for less than that
        for _ in range(QUIET_SECONDS // 15):
            self.clock.pass_time(15)
            self.day.pause(0.15)
        self.let_time_pass(lambda: self.system()['under_way'] == 0, 'rest', seconds=1_200)
        self.clock.pass_time(301)
        self.day.pause(1.5)
        wait_for(lambda: self.system()['under_way'] == 0, 'rest')

    def compare(self):
        history = self.world.audit(self.resource)
        taken = {item['entry_id']: item['offer_id'] for item in history
                 if item['type'] == 'offer_accepted'}
        mine, asked = {}, set()
        for item in map(self.world.entry, self.guests):
            if item['state'] == 'accepted':
                mine[taken[item['id']]] = item
            elif item['state'] == 'offered':
                asked.add(item['offer']['id'])
            self.assertNotEqual(item['state'], 'confirming', item)
        ours = {item['offer_id'] for item in history if item['type'] == 'offer_made'}
        there = {uuid: one for uuid, one in self.bookings.bookings().items() if uuid in ours}
        self.told['booked'] = len(mine)
        for offer in mine:
            self.assertEqual(there.get(offer, {}).get('status'), 'CONFIRMED', f'{offer} was lost')
        for offer, one in there.items():
            if one['status'] in LIVE and not (one['status'] == 'ON_HOLD' and offer in asked):
                self.assertIn(offer, mine, f'{offer} is {one["status"]} for nobody')
        places = [one['place'] for one in self.bookings.bookings().values()
                  if one['status'] == 'CONFIRMED']
        self.assertEqual(len(places), len(set(places)), 'a chair for two')
