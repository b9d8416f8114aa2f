"""Booking systems to which places belong: the example of docs/guide as a process of its own, and
what stands before it on a bad day."""
import http.client
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading

from .contract import ROOT
from .http_peer import HttpPeer, Reply
from .waiting import wait_for

TOKEN = 'a-long-secret'
EXAMPLE = os.path.join(ROOT, 'docs', 'guide', 'booking_server.py')
LIVE = ('ON_HOLD', 'CONFIRMED')


class BookingServer:
    """The example of docs/guide/bookings.md."""

    def __init__(self, capacity=1):
        self._folder = tempfile.mkdtemp(prefix='standby-bookings-')
        self.file = os.path.join(self._folder, 'bookings.db')
        with socket.socket() as one:
            one.bind(('127.0.0.1', 0))
            self.port = one.getsockname()[1]
        self._command = [sys.executable, '-B', EXAMPLE, '--port', str(self.port), '--token', TOKEN,
                         '--file', self.file, '--capacity', str(capacity)]
        self._log = open(os.path.join(self._folder, 'log'), 'wb')
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command, stdout=self._log, stderr=self._log)
        wait_for(self._answers, 'the booking server')

    def kill(self):
        """As a power cut would."""
        self._process.kill()
        self._process.wait(10)

    def close(self):
        self.kill()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self):
        try:
            return self.call('GET', '/bookings/nothing')[0] == 404
        except OSError:
            return False

    def call(self, method, path, body=None, token=TOKEN, raw=None):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=10)
        try:
            connection.request(method, path, raw if body is None else json.dumps(body),
                               {'Authorization': f'Bearer {token}',
                                'Content-Type': 'application/json'})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or 'null')
        finally:
            connection.close()

    def bookings(self):
        """All there ever were, by their names."""
        database = sqlite3.connect(self.file, timeout=10)
        try:
            return {uuid: {'place': place, 'quantity': quantity, 'status': status,
                           'expires': expires}
                    for uuid, place, quantity, status, expires in
                    database.execute('SELECT * FROM bookings')}
        finally:
            database.close()

    def status(self, offer):
        return self.bookings().get(offer['id'], {}).get('status')

    def take(self, opening, name='somebody-else'):
        """Somebody books the place there."""
        return self.call('POST', '/bookings', {
            'uuid': name, 'quantity': 1, 'starts_at': opening.get('starts_at'),
            'staff': opening.get('staff'), 'place': opening.get('place')})

    def forget(self):
        """Somebody puts an old backup back."""
        database = sqlite3.connect(self.file, timeout=10)
        with database:
            database.execute('DELETE FROM bookings')
        database.close()

    def cancel(self, offer):
        return self.call('DELETE', f'/bookings/{offer["id"]}')


# What may go wrong on the way, by name: whether it reaches the server, and what is answered then.
FAULTS = {
    'refuses': (False, Reply(503, '{"type": "busy"}')),
    'drops': (False, Reply(drop=True)),
    'does without answering': (True, Reply(drop=True)),
    'does and says 502': (True, Reply(502, '<html>Bad gateway</html>', 'text/html')),
    'html': (False, Reply(200, '<html><h1>Welcome</h1></html>', 'text/html')),
    'endless': (True, Reply(200, endless=True)),
    'redirects': (False, Reply(302, '', headers={'Location': 'http://127.0.0.1:1/'})),
    'wrong id': (True, Reply(200, '{"uuid": "off_ZZZ", "status": "CONFIRMED"}')),
    'nonsense': (True, Reply(200, '{"status": "MAYBE"}')),
    'no http': (False, Reply(raw=b'\x00\x01\x02 hello\r\n\r\n')),
    'wrong token': (False, Reply(401, '{"type": "wrong-token"}')),
    'busy with it': (True, Reply(409, '{"type": "in-progress"}')),
    'hangs': (False, Reply(503, wait_seconds=30)),
    'answers after doing': (True, Reply(drop=True, wait_seconds=30)),
    'does later': (None, Reply(drop=True)),
}
SLOW = ('hangs', 'answers after doing')  # for as long as anybody waits
LATER_SECONDS = 0.2


class BadDay(HttpPeer):
    """Stands before a booking server. `fault` is what happens to all requests, or to those of which
    `only` is true; `script` to the next ones, each in turn."""

    def __init__(self, server):
        self.server = server
        self.fault = None
        self.only = None
        self.script = []
        self.choose = None  # called for each request, gives the name of a fault or nothing
        self._deciding = threading.Lock()
        super().__init__()

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}'

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'

    def _fault_of(self, received):
        with self._deciding:
            if self.choose is not None:
                return self.choose(received)
            if self.only is not None and not self.only(received):
                return None
            return self.script.pop(0) if self.script else self.fault

    def answer(self, received):
        name = self._fault_of(received)
        does, reply = FAULTS[name] if name else (True, None)
        if does is None:
            threading.Timer(LATER_SECONDS, self._carry_out, (received,)).start()
        if not does:
            return reply
        done = self._carry_out(received)
        return reply or (Reply(done[0], json.dumps(done[1])) if done else Reply(drop=True))

    def _carry_out(self, received):
        """The server's answer; nothing when it is not there."""
        try:
            return self.server.call(
                received.method, received.path, raw=received.body or None,
                token=(received.headers['Authorization'] or '').removeprefix('Bearer '))
        except (OSError, http.client.HTTPException, ValueError):
            return None

    def asked(self, method=None, ending=None):
        with self.lock:
            return [one for one in self.received if (method is None or one.method == method) and
                    (ending is None or one.path.endswith(ending))]
