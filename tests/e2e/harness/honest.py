"""What honest guests and staff do in a siege, one after the other, and what must come of it."""
import json
import random
import urllib.parse

from .proof import solve
from .siege import INBOUND, Caller, Guest, Phones
from .waiting import wait_for
from .world import later

AT_FIRST = 8  # guests of each list before the first stranger comes
GUESTS_MAX = 150


class Honest:
    def __init__(self, siege):
        self.siege = siege
        self.random = random.Random(f'{siege.seed} honest')
        self.world = siege.world
        self.staff = siege.staff

    def settle_in(self):
        """Bookings, offers and people in line, before anything happens."""
        for resource in self.siege.resources:
            for _ in range(AT_FIRST):
                self.join(resource)
        for guest in self.of(self.siege.salon)[:6] + self.of(self.siege.clinic)[:4]:
            self.open_slot_for(guest)
        for guest in self.of(self.siege.salon)[:3] + self.of(self.siege.clinic)[:2]:
            if self.offer_of(guest):  # not if the other of a couple has it
                self.claim(guest)
        self.siege.look_at_everybody()

    def act(self):
        """One thing that somebody does."""
        chosen = self.random.choices(
            (self.new_guest, self.change, self.look, self.new_slot, self.claim_one,
             self.decline_one, self.text_back, self.leave_one, self.work, self.open_to_all),
            (4, 6, 10, 5, 2, 1, 4, 1, 4, 2))[0]
        chosen()

    def of(self, resource):
        return [guest for guest in self.siege.guests if guest.resource is resource]

    def pick(self, condition):
        found = [guest for guest in self.siege.guests if condition(guest)]
        return self.random.choice(found) if found else None

    # Requests

    def send(self, guest, method, path, body=None, expect=(200, 201), headers=None):
        """As a patient guest: who is told to come back comes back, and then is served."""
        data = None if body is None else json.dumps(body)
        headers = {'Content-Type': 'application/json', **(headers or {})}
        if guest.token:
            headers['Authorization'] = f'Bearer {guest.token}'
        def ask():
            answer = guest.caller.send(method, path, data, headers)
            return answer if answer is not None and answer.status not in (429, 503) else None
        answer = self.siege.patiently(ask, f'an answer to {method} {path}')
        if answer.status not in expect:
            self.siege.fail('an honest guest', (method, path, body), repr(answer))
        return json.loads(answer.raw) if answer.raw.startswith(b'{') else answer.raw

    # Guests

    def new_guest(self):
        if len(self.siege.guests) < GUESTS_MAX:
            # Whoever must prove an address did so before the strangers came.
            self.join(self.random.choice((self.siege.salon, self.siege.evening)))

    def join(self, resource):
        number = len(self.siege.guests) + 1
        guest = Guest(number, self.siege.mark)
        guest.resource = resource
        guest.caller = Caller(self.siege.server, f'127.7.{number // 200}.{number % 200 + 1}')
        self.siege.keep(guest.phone)
        body = guest.body
        partner = self.pick(lambda other: other.resource is resource and other.partner is None
                            and other.states == ('waiting', 'offered'))
        if resource is self.siege.salon and partner and self.random.random() < 0.3:
            guest.partner, partner.partner = partner, guest
            body['group'] = partner.group_code
        joined = self.send_join(guest, body)
        if 'id' not in joined:
            link = wait_for(lambda: self.siege.post.links(guest.email, 'e'), 'the mail', 30)[0]
            guest.token = link.rsplit('/', 1)[1]
            found = next(one for one in self.staff.items(
                'list_entries', {'resource_id': resource['id']}, q=guest.email))
            joined = self.send(guest, 'POST', f'/v1/waitlist/{found["id"]}:verify')
        guest.id, guest.token, guest.group_code = (joined[name] for name in
                                                   ('id', 'token', 'group_code'))
        if joined['state'] == 'accepted':
            self.has_place(guest)
        elif resource is self.siege.evening:
            guest.states += ('accepted',)  # seats are given without asking when they are free
        self.siege.keep(guest.id, guest.token, guest.group_code)
        self.siege.guests.append(guest)

    def send_join(self, guest, body):
        """As the page does it: with a proof of work while strangers crowd the list."""
        path = f'/v1/resources/{guest.resource["id"]}'
        headers = {'Idempotency-Key': guest.key}
        def ask():
            joined = self.send(guest, 'POST', path + '/waitlist:join', body, (201, 202, 428),
                               headers)
            if 'id' in joined or joined.get('status') == 'check_your_messages':
                return joined
            asked = self.send(guest, 'GET', path + '/challenge')
            if asked['needed']:
                headers['Standby-Proof'] = solve(asked['puzzle'], asked['bits'])
            return None
        return self.siege.patiently(ask, 'joining')

    def has_place(self, guest):
        guest.states = ('accepted',)
        guest.has_place = True
        guest.offer = None
        if guest.partner and not guest.partner.has_place:
            guest.partner.states = ('left',)
            guest.partner.offer = None

    def change(self):
        guest = self.pick(lambda guest: 'waiting' in guest.states)
        if guest:
            guest.wish = self.siege.mark('wish')
            self.send(guest, 'PATCH', f'/v1/waitlist/{guest.id}', {'wants': {'staff': guest.wish}})

    def look(self):
        guest = self.pick(lambda guest: True)
        entry = self.send(guest, 'GET', f'/v1/waitlist/{guest.id}')
        shown = None if entry['state'] == 'left' else guest.email  # an ended entry names nobody
        if (entry['id'], entry['email']) != (guest.id, shown):
            self.siege.fail('an honest guest', guest.body, f'sees {entry}')
        if entry['state'] not in guest.states:
            self.siege.fail('an honest guest', guest.body, f'is {entry["state"]}')
        self.send(guest, 'GET', f'/e/{guest.token}')

    def offer_of(self, guest):
        return self.world.entry({'id': guest.id})['offer']

    def claim(self, guest, offer=None):
        offer = offer or self.offer_of(guest)
        self.send(guest, 'POST', f'/v1/offers/{offer["id"]}:accept')
        self.has_place(guest)

    def with_offer(self, condition=lambda guest: True):
        """A guest who has an offer, and that offer, if there is one."""
        found = [(guest, offer) for guest in self.siege.guests
                 if 'offered' in guest.states and condition(guest)
                 and (offer := self.offer_of(guest))]
        return self.random.choice(found) if found else (None, None)

    def claim_one(self):
        guest, offer = self.with_offer()
        if guest:
            self.claim(guest, offer)

    def decline_one(self):
        guest, offer = self.with_offer()
        if guest:
            self.send(guest, 'POST', f'/v1/offers/{offer["id"]}:decline')
            guest.offer = None

    def text_back(self):
        """By text message; strangers may have seen it on the wire, and send it again. A text
        answers the one offer to its number, so only those do it whose number no stranger knows;
        and where addresses are verified, a number beside one gets no texts.
        """
        guest, offer = self.with_offer(lambda guest: not guest.is_known and not
                                       guest.resource['rules']['verify_email'])
        if not guest or not offer['sent_at']:
            return
        word = self.random.choice('19')
        form, signature = Phones.reply(guest.phone, word)
        headers = {'Content-Type': 'application/x-www-form-urlencoded',
                   'X-Twilio-Signature': signature}
        def ask():
            answer = guest.caller.send('POST', INBOUND, form, headers)
            return answer if answer is not None and answer.status != 503 else None
        answer = self.siege.patiently(ask, 'an answer to a text')
        ended = self.world.offer(offer)['state']
        if answer.status != 200 or ended != {'1': 'accepted', '9': 'declined'}[word]:
            self.siege.fail('an honest guest', form, f'{answer}; the offer is {ended}')
        self.siege.captured.append((form, signature, urllib.parse.quote(guest.phone)))
        guest.offer = None
        guest.said_no = word == '9'
        if word == '1':
            self.has_place(guest)

    def leave_one(self):
        guest = self.pick(lambda guest: guest.states != ('left',) and not guest.has_place)
        if guest:
            self.send(guest, 'DELETE', f'/v1/waitlist/{guest.id}')
            guest.states = ('left',)
            guest.offer = None

    # Staff

    def new_slot(self):
        """Often for somebody who declined the last one: that they did must not count again."""
        waiting = [guest for guest in self.siege.guests if 'waiting' in guest.states
                   and guest.resource is not self.siege.evening]
        again = [guest for guest in waiting if guest.said_no]
        if waiting:
            self.open_slot_for(self.random.choice(
                again if again and self.random.random() < 0.5 else waiting))

    def open_slot_for(self, guest):
        """A slot as this guest wants it. What it is like is no secret of theirs any more: if they
        can't take it, it is offered to whoever takes any."""
        self.siege.publish(guest.wish)
        self.world.free_slot(guest.resource, staff=guest.wish,
                             starts_at=later(days=3, minutes=self.random.randrange(1000)))

    def open_to_all(self):
        if self.random.random() < 0.5:
            self.world.free_slot(self.siege.salon, staff='Anybody')
        else:
            seats = self.world.resource(self.siege.evening)['capacity']
            self.world.change(self.siege.evening, capacity=min(seats + 1, 40))

    def work(self):
        resource = {'resource_id': self.random.choice(self.siege.resources)['id']}
        self.staff.call('get_board', resource, expect=(200, 503))
        self.staff.call('list_queue', resource, expect=200)
        guest = self.pick(lambda guest: True)
        found = self.staff.call('list_entries', {'resource_id': guest.resource['id']},
                                query={'q': guest.email}, expect=200)['items']
        if guest.id not in [entry['id'] for entry in found]:
            self.siege.fail('staff', guest.email, f'finds {found}')
