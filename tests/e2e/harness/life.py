"""A life of every kind: what a business leaves in its store when everything that Standby knows has
happened to it once. tools/golden keeps it for each release, and test_golden goes on from there."""
import datetime

from .case import CONTRACT
from .client import Client
from .pages import fetch
from .staff import PASSWORD, Browser, hire, setup_links
from .world import World, new_person

API_KEY = 'sk_golden_0123456789abcdef0123456789abcdef0123456789abcd'
BEGIN = datetime.datetime(2026, 1, 5, 9, tzinfo=datetime.timezone.utc)  # a Monday
FLAGS = ('--join-rate', '0', '--manual-clock')
EUROS = {'amount': 2500, 'currency': 'EUR'}
ONCE = {'body': {'name': 'Asked once', 'kind': 'seats', 'time_zone': 'Europe/Berlin',
                 'capacity': 1}, 'key': 'golden-key-1'}


def instant(**span):
    return (BEGIN + datetime.timedelta(**span)).strftime('%Y-%m-%dT%H:%M:%SZ')


class Life:
    def __init__(self, server):
        self.server = server
        self.client = Client(server.address, CONTRACT, server.api_key)
        self.world = World(self.client)
        self.found = {}  # what a test needs to know to go on

    def live(self):
        for part in (self._staff, self._slots, self._opening_states, self._seats, self._access,
                     self._lottery, self._payment, self._booking, self._waves, self._statuses,
                     self._correspondence, self._asked_once, self._to_go_on_with):
            part()
        self.client.close()
        return self.found

    def _clock(self, **span):
        self.client.quick('POST', '/test/clock', body={'to': instant(**span)})
        self.found['now'] = instant(**span)

    def _call(self, operation, *ids, body=None, expect=200, **more):
        given = {'body': body} if body is not None else {}
        names = CONTRACT.operations[operation].path_names
        return self.client.call(operation, dict(zip(names, ids)), expect=expect, **given,
                                **more).body

    def _slot(self, resource, days=3, expect=201, **fields):
        return self._call('add_opening', resource['id'], expect=expect,
                          body={'starts_at': instant(days=days), 'duration': '45m', **fields})

    @staticmethod
    def add_slot(client, resource):
        """One more for those who wait at the end of this life."""
        client.call('add_opening', {'resource_id': resource['id']}, expect=201,
                    body={'starts_at': instant(days=61), 'duration': '45m', 'service': 'cut'})

    def _offer(self, entry):
        return self.world.entry(entry)['offer']['id']

    def _join(self, resource, **fields):
        """By staff, so that every list answers with the entry."""
        return self.world.join(resource, new_person(consent='Yes, write to me.'),
                               **{'credential': self.client.credential, **fields})

    def _staff(self):
        link, = setup_links(self.server)
        owner = Browser(self.server.address, CONTRACT)
        owner.use(link, name='Noor', email='noor@aster.example', password=PASSWORD)
        tess = hire(owner, email='tess@aster.example')
        invited = owner.call('invite_member', expect=201, body={
            'name': 'Not yet', 'email': 'not.yet@aster.example', 'role': 'read-only'})
        self.found['invitation'] = invited['link']
        self.found['session'] = tess.browser.cookie
        tess.browser.close()
        owner.close()
        self._call('update_house', body={'name': 'Aster', 'locale': 'de',
                                         'address': 'Main Street 1',
                                         'reply_to': 'hello@aster.example'})
        words = self._call('get_voice', 'offer.mail.de')['default']
        for subject in ('Ein Platz ist frei', 'Ein Platz für Sie ist frei'):
            self._call('set_voice', 'offer.mail.de', body={**words, 'subject': subject})
        read_only = self._call('create_key', body={'role': 'read-only', 'label': 'tv'}, expect=201)
        revoked = self._call('create_key', body={'role': 'staff', 'label': 'old'}, expect=201)
        self._call('revoke_key', revoked['id'])
        self.found['read_only_key'] = read_only['key']

    def _slots(self):
        """Each way in which an entry can end, and wishes of all kinds."""
        slots = self.world.make_resource('slots', rules={
            'after_decline': 'keep', 'after_miss': 'back', 'claim_window': '10m',
            'cutoff': '1h', 'urgent': True})
        self.found['slots'] = slots['id']
        wants = {'service': 'cut', 'staff': 'Ömer', 'place': 'Mitte', 'min_notice': '2h',
                 'earliest': instant(days=1), 'latest': instant(days=30), 'max_price': EUROS}
        entries = [self._join(slots, wants=wants) for _ in range(7)]
        self._join(slots, wants={'service': 'colour'}, party_size=3)
        self._slot(slots, service='cut', staff='Ömer', place='Mitte', price=EUROS,
                   size={'min': 1, 'max': 4}, event_id='freed-1', reason='cancellation')
        self._call('decline_offer', self._offer(entries[0]))
        self._clock(minutes=11)  # the second one does not answer
        self._call('report_sent', self._offer(entries[2]), body={'sent_at': instant(minutes=11)})
        self._call('extend_offer', self._offer(entries[2]), body={'until': instant(minutes=40)})
        self._call('accept_offer', self._offer(entries[2]))
        self._slot(slots, days=4, service='cut', staff='Ömer', place='Mitte', price=EUROS)
        asked = next(entry for entry in entries if self.world.entry(entry)['state'] == 'offered')
        self._call('report_undeliverable', self._offer(asked), body={'cause': 'bounced'})
        for entry, operation, body in ((entries[5], 'leave', None),
                                       (entries[6], 'remove_entry', {'cause': 'fraud'})):
            self._call(operation, entry['id'], body=body)
        changed = self._join(slots, wants={'service': 'x'})
        self._call('update_entry', changed['id'], body={'party_size': 2, 'wants': {
            'service': 'colour', 'weekly': [{'days': ['tue'], 'from': '09:00', 'to': '17:00'}]},
            'instant_yes': {'min_notice': '1h', 'max_price': EUROS}})
        self._slot(slots, days=8.1, service='colour', size={'min': 1, 'max': 4})
        favoured = self._join(slots, wants={'service': 'y'})
        self._call('promote_entry', favoured['id'], body={
            'opening_id': self._slot(slots, days=5, service='shave')['id'],
            'reason': 'a favour'})

    def _opening_states(self):
        slots = self.world.make_resource('slots', rules={'max_offers': 1, 'claim_window': '10m'})
        self.found['openings'] = slots['id']
        self._join(slots, wants={'service': 'cut'})
        self._slot(slots, service='cut')               # handed back after one try
        self._clock(minutes=45)
        self._slot(slots, service='nobody')            # open
        self._call('withdraw_opening', self._slot(slots, service='x')['id'])
        self._call('book_opening', self._slot(slots, service='y')['id'])
        holder = self._join(slots, wants={'service': 'z'})
        self._slot(slots, service='z')
        self._call('accept_offer', self._offer(holder))
        self._call('cancel_entry', holder['id'])

    def _seats(self):
        seats = self.world.make_resource('seats', capacity=4, starts_at=instant(days=40), rules={
            'quiet_hours': {'from': '21:00', 'to': '08:00'}, 'party': 'fit', 'max_passes': 2,
            'verify_email': True, 'reminder_after': '1h', 'visibility': 'band'})
        self.found['seats'] = seats['id']
        unverified = [self._join(seats) for _ in range(8)]
        for entry in unverified[:7]:
            token = self.world.verification_token(entry)
            self.client.call('verify_entry', {'entry_id': entry['id']}, credential=token,
                             expect=200)
        self._call('update_resource', seats['id'], body={'capacity': 5, 'name': 'The hall'})
        seated = [entry for entry in unverified if self.world.entry(entry)['state'] == 'accepted']
        for entry, operation in zip(seated, ('cancel_entry', 'mark_no_show', 'mark_attended')):
            self._call(operation, entry['id'])
        self._join(seats, party_size=4)
        self._clock(hours=3)  # a reminder

    def _access(self):
        access = self.world.make_resource('access', capacity=3, rules={
            'order': 'score', 'referral': {'points': 5, 'cap': 8}, 'max_waiting': 50})
        self.found['access'] = access['id']
        friend = self._join(access, group='one wish')
        self._join(access, group='one wish')
        for _ in range(3):
            self._join(access, referral_code=friend['referral_code'])
        self._join(access, tier=2, credential=self.client.credential, points=7)
        self._call('release_capacity', access['id'],
                   body={'event_id': 'wave-1', 'quantity': 2, 'reason': 'launch'})
        declining = self.world.make_resource('access', capacity=1, rules={'max_offers': 3})
        said_no = self._join(declining)
        self._call('release_capacity', declining['id'], body={'event_id': 'one', 'quantity': 1})
        if self.world.entry(said_no)['state'] == 'offered':
            self._call('decline_offer', self._offer(said_no))
        self._call('update_resource', declining['id'], body={'rules': {
            'max_offers': 5, 'quiet_hours': None, 'visibility': 'band'}})
        head_start = self.world.make_resource('access', capacity=1, rules={
            'order': 'head_start', 'minutes_per_point': 30, 'after_miss': 'remove'})
        for _ in range(3):
            self._join(head_start)

    def _lottery(self):
        for name, days in (('drawn', 1), ('to_be_drawn', 300)):
            lottery = self.world.make_resource('seats', capacity=0, rules={
                'order': 'lottery', 'draw_at': instant(days=days), 'draw_words': 'sesame'})
            self.found[name] = lottery['id']
            for _ in range(4):
                self._join(lottery)
        self._clock(days=1, minutes=1)
        self._call('update_resource', self.found['drawn'], body={'capacity': 1})

    def _confirming(self, **what):
        resource, offer, _ = self.world.confirming(**what)
        return resource, offer['id']

    def _payment(self):
        rules = {'payment': EUROS, 'claim_window': '10m'}
        _, paid = self._confirming(rules=rules)
        self._call('report_payment', paid, body={'outcome': 'succeeded'})
        _, failed = self._confirming(rules=rules)
        self._call('report_payment', failed, body={'outcome': 'failed'})
        _, late = self._confirming(rules=rules)
        self._clock(days=2)
        self._call('report_payment', late, body={'outcome': 'succeeded'}, expect=(200, 409, 410))
        resource, _ = self._confirming(rules={**rules, 'claim_window': '20d'})
        self.found['confirming'] = resource['id']

    def _booking(self):
        for outcome in ('confirmed', 'conflict', 'unavailable'):
            _, offer = self._confirming(inventory='external')
            self._call('report_booking', offer, body={'outcome': outcome})
        _, late = self._confirming(inventory='external', rules={'claim_window': '10m'})
        self._clock(days=3)
        self._call('report_booking', late, body={'outcome': 'confirmed'}, expect=(200, 409, 410))

    def _waves(self):
        waves = self.world.make_resource('seats', capacity=0, rules={
            'wave_size': 2, 'wave_interval': '1h', 'claim_window': '30d'})
        for _ in range(5):
            self._join(waves)
        self._call('update_resource', waves['id'], body={'capacity': 4})
        self.found['waves'] = waves['id']
        over = self.world.make_resource('seats', capacity=2, starts_at=instant(days=3, hours=2),
                                        rules={'cutoff': '1h'})
        self._join(over)
        self._clock(days=3, hours=1, minutes=30)  # its cutoff, and the second wave

    def _statuses(self):
        for operation in ('pause_resource', 'close_resource'):
            resource = self.world.make_resource('seats', capacity=0,
                                                rules={'visibility': 'hidden'})
            self._join(resource)
            self._call(operation, resource['id'])

    def _correspondence(self):
        resource = self.world.make_resource('seats', capacity=0)
        entry = self._join(resource)
        answer = self.client.quick('POST', '/test/token',
                                   body={'id': entry['id'], 'purpose': 'unsubscribe'})
        self.found['unsubscribe'] = '/u/' + answer.raw.decode().split('"')[3]
        fetch(self.server.address, 'POST', self.found['unsubscribe'],
              {'List-Unsubscribe': 'One-Click'})

    def _asked_once(self):
        made = self.client.call('create_resource', body=ONCE['body'], key=ONCE['key'], expect=201)
        self.found['asked_once'] = made['id']

    def _to_go_on_with(self):
        """A guest who holds an offer, and two who wait behind."""
        slots = self.world.make_resource('slots', rules={'claim_window': '30d'})
        guests = [self._join(slots, wants={'service': 'cut'}) for _ in range(3)]
        self._slot(slots, days=60, service='cut')
        self._slot(slots, days=60, service='nobody wants this')
        self.found.update(resource=slots['id'], entry=guests[0]['id'], token=guests[0]['token'],
                          offer=self._offer(guests[0]), next_entry=guests[1]['id'])
