"""A business among strangers: one real server, honest guests and staff whose every fact is known
here, and a judge that reads each answer a stranger gets. Nothing that belongs to somebody else may
be in it, and nobody's place, booking or address may change by what strangers do."""
import base64
import collections
import hashlib
import hmac
import http.client
import json
import os
import re
import secrets
import threading
import time
import urllib.parse

from .case import CONTRACT
from .client import Answer, Client
from .http_peer import HttpPeer, Reply
from .server import Server, create_account, run_command
from .smtp_peer import SmtpPeer
from .staff import hire
from .waiting import wait_for
from .world import World

HOST = 'http://standby.test'
INBOUND = '/v1/callbacks/twilio/inbound'
ACCOUNT, TOKEN, NUMBER = 'AC' + '0123456789abcdef' * 2, 'a1b2c3d4e5f60718', '+15005550006'
ANSWER_SECONDS = 40  # nobody waits longer for an answer, whatever else is going on
PATIENCE_SECONDS = 60  # how long an honest guest who is told to come back does so
MEMORY_MEGABYTES = 500
DISK_MEGABYTES, DISK_MEGABYTES_PER_MINUTE = 48, 24
WORDS = re.compile(rb'[A-Za-z0-9_-]{8,}')


def words_of(*texts):
    found = set()
    for text in texts:
        found.update(WORDS.findall(text if isinstance(text, bytes) else str(text).encode()))
    return found


class Broken(AssertionError):
    """Something that must hold does not."""


class Caller:
    """Someone with an address of their own, 127.x.y.z, on kept connections."""

    def __init__(self, server, source):
        self.server = server
        self.source = source
        self.connection = None

    def send(self, method, path, data=None, headers=None):
        """The answer; None when the server hung up instead, as it may on what is no HTTP."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                *self.server.address, timeout=ANSWER_SECONDS, source_address=(self.source, 0))
        try:
            self.connection.request(method, path, data, headers or {})
            response = self.connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except (http.client.HTTPException, ConnectionError):
            self.close()
            return None
        except Exception:
            self.close()
            raise

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Post(SmtpPeer):
    """All mailboxes of the world."""

    def __init__(self):
        self.boxes = {}
        super().__init__()

    def take(self, sender, recipient, content):
        answer = super().take(sender, recipient, content)
        with self._arrived:
            mail = self.mails.pop()
            self.boxes.setdefault(recipient.lower(), []).append(mail)
        return answer

    def texts(self, address):
        with self._arrived:
            mails = list(self.boxes.get(address.lower(), ()))
        return [str(mail['List-Unsubscribe']) + '\n' + str(mail['To']) + str(mail['Subject']) + '\n'
                + mail.get_body(('plain',)).get_content() for mail in mails]

    def links(self, address, page):
        """The links of a kind in the mails to an address, oldest first: '/u/...'."""
        return [link for text in self.texts(address)
                for link in re.findall(HOST + f'(/{page}/[A-Za-z0-9_-]+)', text)]


class Phones(HttpPeer):
    """The provider of texts, and what guests send back, signed as Twilio documents it."""

    def __init__(self):
        self.texts = {}
        super().__init__()

    @property
    def url(self):
        return f'twilio://{ACCOUNT}:{TOKEN}@127.0.0.1:{self.port}'

    def answer(self, received):
        fields = dict(urllib.parse.parse_qsl(received.body.decode()))
        with self.lock:
            self.texts.setdefault(fields['To'], []).append(fields)
            self.received.clear()
        return Reply(201, json.dumps({'sid': 'SM' + secrets.token_hex(16), 'status': 'queued',
                                      'error_code': None}))

    @staticmethod
    def reply(number, text):
        """The form of a guest's text, and its signature."""
        sid = 'SM' + secrets.token_hex(16)
        fields = {'AccountSid': ACCOUNT, 'Body': text, 'From': number, 'To': NUMBER,
                  'MessageSid': sid, 'SmsSid': sid, 'NumMedia': '0', 'FromCountry': 'DE'}
        signed = HOST + INBOUND + ''.join(name + fields[name] for name in sorted(fields))
        mac = hmac.new(TOKEN.encode(), signed.encode(), hashlib.sha1).digest()
        return urllib.parse.urlencode(fields), base64.b64encode(mac).decode()


class Guest:
    """An honest guest. `state` is what only they and the staff have brought about."""

    def __init__(self, number, mark):
        self.caller = None
        self.name = f'Honest {mark("name")}'
        self.email = f'{mark("mail")}@honest.example'
        self.phone = f'+4915{7000000 + number:09}'
        self.wish = mark('wish')
        self.is_known = number % 2 == 0  # to strangers: by address and number, not by name
        self.key = secrets.token_hex(12)
        self.resource = self.id = self.token = None
        self.states = ('waiting', 'offered')
        self.has_place = False
        self.partner = None
        self.offer = None  # the id of the one that was seen, until they answer it
        self.said_no = False

    @property
    def body(self):
        return {'name': self.name, 'email': self.email, 'phone': self.phone,
                'wants': {'staff': self.wish}}


class Siege:
    def __init__(self, seed, strangers=1):
        self.seed = seed
        self.strangers = strangers
        self.guests = []
        self.post, self.phones = Post(), Phones()
        self.server = Server('--mail-url', self.post.url, '--mail-from', 'list@aster.example',
                             '--sms-url', self.phones.url, '--sms-from', NUMBER,
                             '--sms-sender-rate', '0', '--log-level', 'warning',
                             '--client-rate', '200')  # as it is unless a test says otherwise
        self.staff = self.member = None

    def open(self):
        self.foreign_key = create_account(self.server.data_dir, 'Foreign')
        self.server.start()
        self.began = time.monotonic()
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.failure = None
        self.secret = set()  # words that belong to honest people
        self.known = set()  # words that strangers typed themselves; they tell each other
        self.captured = []  # callbacks that were on the wire
        self.steps = 0  # of honest people
        self.answers = collections.Counter()  # to strangers, by status
        self.refused = set()  # operations that were, to somebody who may not
        self.staff = Client(self.server.address, CONTRACT, self.server.api_key)
        self.world = World(self.staff)
        self.member = hire(self.staff, 'owner')
        rules = {'claim_window': '6h', 'after_decline': 'keep', 'max_offers': 0}
        self.salon = self.world.make_resource('slots', rules=rules)
        self.clinic = self.world.make_resource('slots', rules={**rules, 'verify_email': True})
        self.evening = self.world.make_resource('seats', rules=rules, capacity=3)
        self.resources = (self.salon, self.clinic, self.evening)
        self.ids = self.things()

    def things(self):
        """What the business has beside its guests, by the names that paths give the ids."""
        call = self.staff.call
        on_salon = {'resource_id': self.salon['id']}
        opening = call('add_opening', on_salon, body={
            'starts_at': '2099-01-01T12:00:00Z', 'duration': '1h', 'staff': 'Nobody'}, expect=201)
        started = call('begin_import', on_salon, expect=201,
                       body={'file_name': 'people.csv', 'size': 9})
        key = call('create_key', body={'role': 'staff'}, expect=201)
        signing = call('create_signing_key', expect=201,
                       body={'name': 'app', 'algorithm': 'HS256'})
        self.keep(key['key'], signing['secret'])
        return {'opening_id': opening['id'], 'import_id': started['id'], 'key_id': key['id'],
                'signing_key_id': signing['id'], 'member_id': self.member.id,
                'voice_id': 'offer.mail.en', 'message_id': 'msg_1', 'offer_id': 'off_400001',
                'calendar_id': 'cal_1', 'card_id': 'card_1', 'service_id': 'svc_1',
                'person_id': 'per_1', 'place_id': 'plc_1'}

    def close(self):
        for one in (self.staff, self.member and self.member.browser,
                    *(guest.caller for guest in self.guests)):
            if one is not None:
                one.close()
        try:
            self.server.stop()
        finally:
            self.post.stop()
            self.phones.close()

    # What must stay with its owner

    def mark(self, what):
        """A word that is nowhere else in the world."""
        word = f'{what}{secrets.token_hex(8)}'
        self.keep(word)
        return word

    def keep(self, *texts):
        with self.lock:
            self.secret.update(words_of(*texts))

    def publish(self, *texts):
        with self.lock:
            self.secret -= words_of(*texts)

    def judge(self, who, request, raw):
        """No answer to a stranger holds a word of somebody else that they did not know."""
        leaked = (words_of(raw) & self.secret) - self.known
        if leaked:
            self.fail(who, request, f'tells a stranger {sorted(leaked)}: {raw[:1500]!r}')

    def fail(self, who, request, what):
        with self.lock:
            if self.failure is None:
                self.failure = f'seed {self.seed}, {who}: {what}\nthe request: {request!r:.3000}'
        self.over.set()
        raise Broken(self.failure)

    def patiently(self, ask, what):
        """What `ask` gives in the end: whoever is told to come back later does so."""
        def try_again():
            if self.over.is_set():
                raise Broken(self.failure)
            return ask()
        return wait_for(try_again, what, PATIENCE_SECONDS, 0.1)

    # What must stay within bounds

    def look_at_the_process(self):
        if self.server.process.poll() is not None:
            self.fail('the server', None, f'it ended with {self.server.process.returncode}:\n'
                      + self.server.log()[-3000:])
        pid = self.server.process.pid
        with open(f'/proc/{pid}/maps', encoding='ascii', errors='replace') as file:
            is_instrumented = re.search(r'lib[at]san', file.read())
        with open(f'/proc/{pid}/status', encoding='ascii') as file:
            megabytes = int(re.search(r'VmRSS:\s+(\d+)', file.read())[1]) / 1024
        if megabytes > MEMORY_MEGABYTES and not is_instrumented:
            self.fail('the server', None, f'it uses {megabytes:.0f} MB of memory')
        size = sum(os.path.getsize(os.path.join(folder, name))
                   for folder, _, names in os.walk(self.server.data_dir) for name in names)
        minutes = (time.monotonic() - self.began) / 60
        if size / 2**20 > DISK_MEGABYTES + DISK_MEGABYTES_PER_MINUTE * minutes:
            self.fail('the server', None, f'{size / 2**20:.0f} MB on disk after {minutes:.1f} min')
        return megabytes, size / 2**20

    def look_at_everybody(self):
        """Each honest guest has what they had, and is called what they are called."""
        for guest in self.guests:
            entry = self.staff.quick('GET', f'/v1/waitlist/{guest.id}')
            if entry.status != 200:
                self.fail('staff', guest.id, f'{entry}')
            entry = json.loads(entry.raw)
            is_now = {name: entry[name] for name in ('name', 'email', 'phone')}
            was = {'name': guest.name, 'email': guest.email, 'phone': guest.phone}
            if is_now != was or entry['wants']['staff'] != guest.wish:
                self.fail('a guest', guest.body, f'is {is_now}, {entry["wants"]}')
            offer = entry['offer']['id'] if entry['offer'] else None
            if entry['state'] not in guest.states or guest.offer not in (None, offer):
                story = list(self.staff.items('list_audit', {'resource_id': guest.resource['id']},
                                              entry_id=guest.id))
                self.fail('a guest', guest.body, f'{entry["state"]} instead of {guest.states}, '
                          f'{offer} instead of {guest.offer}; '
                          f'{[(item["type"], item["actor"], item["reason"]) for item in story]}')
            guest.offer = offer

    def look_at_messages(self):
        """Nobody was silenced: honest guests never asked for that."""
        ids = {guest.id for guest in self.guests}
        for resource in self.resources:
            for message in self.staff.items('list_messages', {'resource_id': resource['id']},
                                            limit=200):
                if message['entry_id'] in ids and 'opted out' in json.dumps(message):
                    self.fail('a guest', message['entry_id'], f'was silenced: {message}')

    def end(self):
        """After the last attack: everything is there, proven, and there again after a restart."""
        self.look_at_everybody()
        self.look_at_messages()
        megabytes, on_disk = self.look_at_the_process()
        for resource in self.resources:
            if not self.staff.call('verify_audit', {'resource_id': resource['id']})['ok']:
                self.fail('staff', resource['id'], 'its audit trail does not hold')
        self.staff.close()
        self.server.restart()
        self.staff.address = self.server.address
        self.look_at_everybody()
        self.staff.close()
        self.server.terminate()
        done = run_command('verify', '--data-dir', self.server.data_dir, seconds=120)
        if done.returncode != 0:
            self.fail('standby verify', done.args, done.stdout + done.stderr)
        print(f'seed {self.seed}: {self.steps} steps of {len(self.guests)} honest guests and '
              f'staff; answers to strangers: {dict(sorted(self.answers.items()))}; '
              f'{megabytes:.0f} MB of memory, {on_disk:.0f} MB on disk')
