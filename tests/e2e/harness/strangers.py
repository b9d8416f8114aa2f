"""What strangers try in a siege. Each has a few addresses, mailboxes and entries of their own, and
knows the e-mail addresses and phone numbers of some honest guests. None has a key of the business;
one has the key of another business on the same server."""
import json
import random
import secrets
import socket
import traceback
import urllib.parse

from .case import CONTRACT
from .siege import HOST, INBOUND, Broken, Caller, words_of
from .trespass import Trespasser

ADDRESSES = 6  # of each
SOCKETS = 40
STREAMS = 20
JSON = 'application/json'
FORM = 'application/x-www-form-urlencoded'
ODD_TEXTS = ('\u202eevil', '{{name}}', '<script>alert(1)</script>', "' OR 1=1 --", '\x00',
             'a' * 300, '=cmd()', '%0d%0aSet-Cookie: a=b', 'http://evil.example/prize',
             '\U0001f389' * 9, '')


class Stranger:
    def __init__(self, siege, number):
        self.siege = siege
        self.number = number
        self.name = f'stranger {number}'
        self.random = random.Random(f'{siege.seed} stranger {number}')
        self.callers = [Caller(siege.server, f'127.66.{number}.{host + 1}')
                        for host in range(ADDRESSES)]
        self.key = siege.foreign_key if number == 0 else None
        self.own_list = None  # of whoever has a business
        self.entries = []
        self.boxes = []
        self.request = None
        self.sockets = []
        self.doors = Trespasser(self)

    def run(self):
        try:
            self.doors.walk(self.siege.strangers)
            while not self.siege.over.is_set():
                self.random.choice(self.ATTACKS)(self)
                self.read_mails()
        except Broken:
            pass
        except Exception:
            try:
                self.siege.look_at_the_process()
                self.siege.fail(self.name, self.request, traceback.format_exc())
            except Broken:
                pass
        finally:
            self.hang_up()
            for caller in self.callers:
                caller.close()

    # Tools

    def send(self, method, path, body=None, *, form=None, raw=None, headers=None, token=None,
             key=None):
        """Sends a request from one of their addresses; the judge reads the answer."""
        data = raw
        headers = dict(headers or {})
        if body is not None:
            data = json.dumps(body).encode()
            headers.setdefault('Content-Type', JSON)
        elif form is not None:
            data = urllib.parse.urlencode(form).encode()
            headers.setdefault('Content-Type', FORM)
        if token:
            headers['Authorization'] = f'Bearer {token}'
        if key:
            headers['Idempotency-Key'] = key
        self.request = (method, path, headers, data)
        self.siege.known.update(words_of(path, urllib.parse.unquote(path), data or b'',
                                         *headers.values()))
        answer = self.random.choice(self.callers).send(method, path, data, headers)
        with self.siege.lock:
            self.siege.answers[answer.status if answer else 0] += 1
        if answer is None:
            return None
        self.siege.judge(self.name, self.request, answer.raw + str(answer.headers).encode())
        cookie = answer.headers.get('Set-Cookie') or ''
        if answer.status == 500 or (cookie and 'Max-Age=0' not in cookie):
            self.siege.fail(self.name, self.request, f'{answer} {answer.headers}')
        return answer

    def json_of(self, answer):
        """The object that a good answer holds; nothing otherwise."""
        if answer is None or answer.status not in (200, 201) or not answer.raw.startswith(b'{'):
            return {}
        return json.loads(answer.raw)

    def victim(self):
        """Somebody whose address they know."""
        guest = self.random.choice([one for one in list(self.siege.guests) if one.is_known])
        self.siege.known.update(words_of(guest.email, guest.phone))
        return guest

    def own_entry(self):
        if not self.entries or self.random.random() < 0.1:
            self.join_for_themselves()
        return self.random.choice(self.entries) if self.entries else None

    def new_box(self):
        box = f'mallory.{self.number}.{secrets.token_hex(4)}@evil.example'
        self.boxes = [*self.boxes[-20:], box]
        return box

    def join_for_themselves(self, resource=None, **fields):
        resource = resource or self.random.choice(self.siege.resources)
        box = self.new_box()
        answer = self.json_of(self.send('POST', f'/v1/resources/{resource["id"]}/waitlist:join', {
            'name': 'Mallory', 'email': box, **fields}))
        if 'token' in answer:
            answer['box'] = box
            self.entries = [*self.entries[-30:], answer]
        return answer

    def odd_text(self):
        return self.random.choice(ODD_TEXTS + (secrets.token_hex(12),))

    def read_mails(self):
        """Mails to a stranger are answers to a stranger, too."""
        if self.boxes and self.random.random() < 0.2:
            box = self.random.choice(self.boxes)
            for text in self.siege.post.texts(box):
                self.siege.judge(self.name, f'a mail to {box}', text.encode())

    def hang_up(self):
        for one in self.sockets:
            one.close()
        self.sockets = []

    # In others' names

    def join_in_anothers_name(self):
        guest = self.victim()
        email = self.random.choice((guest.email, guest.email.upper(), f' {guest.email} '))
        body = self.random.choice((
            {'email': email}, {'phone': guest.phone}, {'email': email, 'phone': guest.phone},
            {'email': self.new_box(), 'phone': guest.phone},
            {'email': email, 'phone': f'+4917{self.random.randrange(10**8):09}'}))
        more = self.random.choice((
            {}, {'wants': {'move_up': True}}, {'instant_yes': True}, {'name': self.odd_text()},
            {'group': 'smith'}, {'user_id': 'customer-4711'}, {'tier': 9},
            {'wants': {'staff': 'Anybody', 'move_up': True}, 'instant_yes': True}))
        self.remember(self.send('POST', self.joining(guest.resource), {**body, **more},
                                token=self.some_token()))

    def joining(self, resource):
        return f'/v1/resources/{resource["id"]}/waitlist:join'

    def some_token(self):
        if self.entries and self.random.random() < 0.3:
            return self.random.choice(self.entries)['token']
        return None

    def remember(self, answer):
        answer = self.json_of(answer)
        if 'token' in answer:
            self.entries = [*self.entries[-30:], answer]

    def join_by_the_form(self):
        guest = self.victim()
        resource = self.random.choice(self.siege.resources)
        self.send('GET', f'/r/{resource["id"]}')
        self.send('POST', f'/r/{resource["id"]}', form={
            'name': self.odd_text(), 'email': self.random.choice((guest.email, self.new_box())),
            'phone': self.random.choice(('', guest.phone)), 'website': self.odd_text()})

    def take_over_an_address(self):
        """Join with an own address, then say it is somebody else's, then use the links one has."""
        entry, guest = self.own_entry(), self.victim()
        if entry is None:
            return
        path = f'/v1/waitlist/{entry["id"]}'
        change = self.random.choice(({'email': guest.email}, {'phone': guest.phone},
                                     {'email': guest.email, 'phone': guest.phone}))
        self.send('PATCH', path, change, token=entry['token'])
        for link in self.siege.post.links(entry.get('box', ''), 'u')[-2:]:
            self.send('GET', link)
            self.send('POST', link, form=self.random.choice((
                {'List-Unsubscribe': 'One-Click'}, {'action': 'stop'}, {'action': 'start'},
                {'action': 'leave'})))
        self.send('POST', path + ':verify', token=entry['token'])
        self.send('POST', self.joining(guest.resource), {'email': guest.email},
                  token=entry['token'])

    def verify_what_is_not_theirs(self):
        answer = self.send('POST', self.joining(self.siege.clinic), {'email': self.new_box()})
        if answer is None or answer.status != 202:
            return
        for link in self.siege.post.links(self.boxes[-1], 'e')[-1:]:
            token = link.rsplit('/', 1)[1]
            self.send('GET', link)
            self.send('POST', link, form={'action': self.odd_text()})
            guest = self.victim()
            self.send('POST', f'/v1/waitlist/{guest.id}:verify', token=token)

    def groups(self):
        entry = self.own_entry()
        if entry is None:
            return
        code = self.random.choice(('smith', entry.get('group_code', 'x'), entry['token'],
                                   'gt_' + secrets.token_urlsafe(36), entry['id']))
        self.join_for_themselves(group=code)

    def keys_of_others(self):
        """The Idempotency-Key that somebody else used, with what strangers know of the request."""
        guest = self.victim()
        body = self.random.choice(({'email': guest.email}, {'email': self.new_box()},
                                   {'name': 'Mallory', 'email': guest.email, 'phone': guest.phone}))
        self.remember(self.send('POST', self.joining(guest.resource), body, key=guest.key))

    def act_for_others(self):
        """With an own token, no token or a foreign key, on ids that are not theirs."""
        guest = self.victim()
        method, path = self.random.choice((
            ('GET', f'/v1/waitlist/{guest.id}'), ('DELETE', f'/v1/waitlist/{guest.id}'),
            ('PATCH', f'/v1/waitlist/{guest.id}'), ('GET', f'/v1/waitlist/{guest.id}/explain'),
            ('GET', f'/v1/waitlist/{guest.id}/messages'),
            ('POST', f'/v1/waitlist/{guest.id}:cancel'),
            ('POST', f'/v1/waitlist/{guest.id}:remove'),
            ('GET', f'/v1/resources/{guest.resource["id"]}/entries'),
            ('GET', f'/v1/resources/{guest.resource["id"]}/audit')))
        token = self.random.choice((None, self.some_token(), self.key, self.changed_token()))
        answer = self.send(method, path, {'name': 'Mallory'} if method == 'PATCH' else None,
                           token=token)
        if answer is not None and answer.status < 400:
            self.siege.fail(self.name, self.request, f'{answer}')

    def changed_token(self):
        token = list(self.some_token() or 'gt_' + secrets.token_urlsafe(36))
        place = self.random.randrange(3, len(token))
        token[place] = 'A' if token[place] != 'A' else 'B'
        return ''.join(token)

    def every_door(self):
        """Whatever staff and other guests may do, without being them."""
        self.doors.try_door(self.random.choice(list(CONTRACT.operations.values())))

    def callbacks(self):
        """What was on the wire once more, and what was never signed."""
        headers = {'Content-Type': FORM}
        captured = list(self.siege.captured)
        if captured and self.random.random() < 0.7:
            form, signature, number = self.random.choice(captured)
            if self.random.random() < 0.3:
                form = form.replace('Body=1', 'Body=9').replace(number, '%2B4915')
            self.send('POST', INBOUND, raw=form.encode(),
                      headers={**headers, 'X-Twilio-Signature': signature})
            return
        guest = self.victim()
        path = self.random.choice((INBOUND, '/v1/callbacks/twilio/status', '/v1/callbacks/mail'))
        self.send('POST', path, form={'From': guest.phone, 'Body': self.random.choice('19'),
                                      'To': '+15005550006', 'MessageSid': 'SM1'},
                  headers={'X-Twilio-Signature': secrets.token_urlsafe(20) + '='})

    # At the door of the staff

    def guess_passwords(self):
        for _ in range(self.random.randint(1, 4)):
            self.send('POST', '/v1/session', {'email': self.siege.member.email,
                                              'password': secrets.token_hex(8)},
                      headers={'Origin': HOST})
        self.send('POST', '/v1/links:use', {'token': secrets.token_urlsafe(32),
                                            'password': 'a long sentence is bad'},
                  headers={'Origin': HOST})
        self.send('GET', '/v1/staff', headers={'Cookie': '__Host-standby=' + secrets.token_hex(32)})
        self.send('GET', '/v1/keys', token='sk_' + secrets.token_hex(24))

    # At cost

    def many_changes(self):
        entry = self.own_entry()
        if entry is None:
            return
        for _ in range(self.random.randint(5, 60)):
            wants = {self.random.choice(('service', 'staff', 'place')): secrets.token_hex(8)}
            answer = self.send('PATCH', f'/v1/waitlist/{entry["id"]}', {'wants': wants},
                               token=entry['token'])
            if answer is not None and answer.status == 429:
                return

    def crowd_a_list(self):
        for _ in range(self.random.randint(5, 40)):
            if not self.join_for_themselves(self.siege.salon):
                return

    def odd_bodies(self):
        entry = self.own_entry()
        path, token = self.joining(self.random.choice(self.siege.resources)), None
        if entry and self.random.random() < 0.5:
            path, token = f'/v1/waitlist/{entry["id"]}', entry['token']
        raw = self.random.choice((
            b'[' * 100_000, b'{"name":"' + b'x' * 3_000_000 + b'"}', b'\xff\xfe',
            b'{"email":1e999}', b'{"email":"a@b.example","email":"c@d.example"}', b'null', b'',
            b'{"wants":[[[[]]]]}',
            b'{"name":"\\ud800","email":"x@evil.example"}', b'{"party_size":-1}',
            json.dumps({'name': self.odd_text(), 'email': self.odd_text(),
                        'wants': {'service': self.odd_text()}}).encode(),
            json.dumps({'wants': {'weekly': [{'days': ['mon'], 'from': '00:00', 'to': '00:01'}]
                                  * 500}}).encode()))
        method = 'PATCH' if token else 'POST'
        self.send(method, path, raw=raw, token=token, headers={'Content-Type': self.random.choice(
            (JSON, JSON, JSON, 'text/plain', FORM, 'application/json; charset=utf-16'))})

    def odd_requests(self):
        """Bytes that no client would send."""
        data = self.random.choice((
            b'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
            b'POST /v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n',
            b'GET /' + b'a' * 70_000 + b' HTTP/1.1\r\n\r\n', secrets.token_bytes(400),
            b'\x16\x03\x01', b'GET /v1/resources/%2e%2e%2f HTTP/1.1\r\nHost: a\r\n\r\n',
            b'TRACE / HTTP/1.1\r\n\r\n',
            b'GET /assets/../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'))
        self.request = data
        source = (self.random.choice(self.callers).source, 0)
        with socket.create_connection(self.siege.server.address, 10, source_address=source) as one:
            try:
                one.sendall(data)
                one.shutdown(socket.SHUT_WR)
                answer = one.recv(65536)
            except OSError:
                return
        self.siege.judge(self.name, data, answer)
        if answer.startswith(b'HTTP/1.1 500'):
            self.siege.fail(self.name, data, repr(answer))

    def many_connections(self):
        """Idle, half a request, or a stream that nobody reads; kept until the next time."""
        self.hang_up()
        entry = self.own_entry()
        for number in range(SOCKETS):
            source = (self.random.choice(self.callers).source, 0)
            try:
                one = socket.create_connection(self.siege.server.address, 10, source_address=source)
                self.sockets.append(one)
                if entry and number < STREAMS:
                    one.sendall(f'GET /v1/waitlist/{entry["id"]}/events HTTP/1.1\r\nHost: a\r\n'
                                f'Authorization: Bearer {entry["token"]}\r\n\r\n'.encode())
                elif number % 2:
                    one.sendall(b'POST /v1/session HTTP/1.1\r\nHost: a\r\nContent-Le')
            except OSError:
                pass  # too many from one client are turned away

    def long_reads(self):
        entry = self.own_entry()
        for path in ('/v1/openapi.yaml', '/v1/resources', '/metrics', '/docs', '/staff'):
            self.send('GET', path)
        if entry:
            for path in ('/explain', '/messages', ''):
                self.send('GET', f'/v1/waitlist/{entry["id"]}{path}', token=entry['token'])

    def other_systems(self):
        """Sheets, calendars and imports of the business; and, of whoever has a business of their
        own, the server's files and its own network."""
        host, port = self.siege.server.address
        url = self.random.choice((
            'file:///etc/passwd', 'file:///proc/self/environ', f'http://{host}:{port}/metrics',
            'http://169.254.169.254/latest/meta-data/', 'http://[::1]:22/', 'gsheet:1AbC#0',
            f'http://localhost:{port}/v1/resources', self.odd_text() or 'x'))
        here = f'/v1/resources/{self.random.choice(self.siege.resources)["id"]}'
        sheet, calendar = {'url': url}, {'kind': 'ics', 'url': url}
        mailbox = {'resource_id': here[14:], 'host': host, 'port': port, 'username': 'x',
                   'password': 'y', 'security': self.random.choice(('none', 'tls', 'starttls'))}
        method, path, body = self.random.choice((
            ('GET', f'{here}/sheet', None), ('PUT', f'{here}/sheet', sheet),
            ('DELETE', f'{here}/sheet', None), ('POST', f'{here}/sheet:test', sheet),
            ('POST', f'{here}/sheet:accept', None), ('GET', f'{here}/calendars', None),
            ('POST', f'{here}/calendars', calendar), ('POST', f'{here}/calendars:test', calendar),
            ('POST', '/v1/intake/cards/card_1:approve', None),
            ('PUT', '/v1/intake/mailbox', mailbox), ('POST', '/v1/intake/mailbox:test', mailbox),
            ('POST', f'{here}/imports', {'file_name': 'a.csv', 'size': 10})))
        answer = self.send(method, path, body, token=self.random.choice(
            (None, self.some_token(), self.key, self.changed_token())))
        if answer is not None and answer.status < 400:
            self.siege.fail(self.name, self.request, f'{answer}')
        if self.key and not url.startswith('gsheet'):
            if self.own_list is None:
                made = self.json_of(self.send('POST', '/v1/resources', {
                    'name': 'Mine', 'kind': 'slots'}, token=self.key))
                self.own_list = made.get('id')
            for route, tried_body in (('sheet:test', sheet), ('calendars:test', calendar)):
                tried = self.json_of(self.send('POST', f'/v1/resources/{self.own_list}/{route}',
                                               tried_body, token=self.key))
                if tried.get('works'):
                    self.siege.fail(self.name, self.request, f'{tried}')

    # As guests among others

    def take_part(self):
        """Strangers may wait, claim, decline and leave, for themselves."""
        entry = self.own_entry()
        if entry is None:
            return
        seen = self.json_of(self.send('GET', f'/v1/waitlist/{entry["id"]}', token=entry['token']))
        if seen.get('offer'):
            action = self.random.choice(('accept', 'decline'))
            self.send('POST', f'/v1/offers/{seen["offer"]["id"]}:{action}', token=entry['token'])
        elif self.random.random() < 0.3:
            self.send('DELETE', f'/v1/waitlist/{entry["id"]}', token=entry['token'])
            self.entries.remove(entry)
        self.send('POST', f'/e/{entry["token"]}', form={'action': self.odd_text()})
        self.send('GET', '/s/' + secrets.token_urlsafe(10))

    ATTACKS = (join_in_anothers_name, join_in_anothers_name, join_by_the_form, take_over_an_address,
               take_over_an_address, verify_what_is_not_theirs, groups, keys_of_others,
               act_for_others, every_door, every_door, other_systems, callbacks, callbacks,
               guess_passwords, many_changes, crowd_a_list, odd_bodies, odd_bodies, odd_requests,
               many_connections, long_reads, take_part, take_part)
