"""A real CalDAV server as a peer: radicale, on a free port with its own folder and one user."""
import base64
import datetime
import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import urllib.parse
import uuid

from .waiting import wait_for

USER, PASSWORD = 'noor', 'scissors-and-comb'


def utc(time):
    return time.strftime('%Y%m%dT%H%M%SZ')


def event(uid, starts_at, title, minutes=60, more=()):
    """An object of a calendar with one event, or with a further one that changes it."""
    lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//test//EN', 'BEGIN:VEVENT',
             f'UID:{uid}', f'DTSTAMP:{utc(starts_at)}', f'DTSTART:{utc(starts_at)}',
             f'DTEND:{utc(starts_at + datetime.timedelta(minutes=minutes))}', f'SUMMARY:{title}',
             *more, 'END:VEVENT', 'END:VCALENDAR', '']
    return '\r\n'.join(lines)


class Radicale:
    def __init__(self):
        self._folder = tempfile.mkdtemp(prefix='standby-radicale-')
        users = os.path.join(self._folder, 'users')
        with open(users, 'w', encoding='ascii') as file:
            file.write(f'{USER}:{PASSWORD}\n')
        with socket.socket() as one:
            one.bind(('127.0.0.1', 0))
            self.port = one.getsockname()[1]
        self._log = open(os.path.join(self._folder, 'log'), 'wb')
        self._command = [
            'radicale', '--config', '', f'--server-hosts=127.0.0.1:{self.port}',
            '--auth-type=htpasswd', f'--auth-htpasswd-filename={users}',
            '--auth-htpasswd-encryption=plain', '--auth-delay=0',
            f'--storage-filesystem-folder={self._folder}/collections']
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command, stdout=self._log, stderr=self._log)
        wait_for(self._answers, 'radicale')

    def stop(self):
        """Until it is started again; what is in it stays."""
        self._process.terminate()
        self._process.wait(10)

    def close(self):
        self.stop()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'

    def _answers(self):
        try:
            return self.call('OPTIONS', f'/{USER}/')[0] < 500
        except OSError:
            return False

    def call(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        login = base64.b64encode(f'{USER}:{PASSWORD}'.encode()).decode()
        try:
            connection.request(method, path, body=body and body.encode(),
                               headers={'Authorization': f'Basic {login}', **headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def make_calendar(self):
        return Calendar(self)


class Calendar:
    """A collection of its own."""

    def __init__(self, radicale):
        self.radicale = radicale
        self.path = f'/{USER}/{uuid.uuid4().hex}/'
        status, answer = radicale.call('MKCALENDAR', self.path)
        assert status == 201, answer

    @property
    def url(self):
        return f'http://{self.radicale.address}{self.path}'

    def put(self, name, text):
        status, answer = self.radicale.call('PUT', f'{self.path}{name}.ics', text,
                                            **{'Content-Type': 'text/calendar'})
        assert status in (200, 201, 204), (status, answer)

    def add(self, name, starts_at, title='Ada', **more):
        self.put(name, event(name, starts_at, title, **more))

    def delete(self, name):
        status, answer = self.radicale.call('DELETE', f'{self.path}{name}.ics')
        assert status in (200, 204), (status, answer)

    def only(self):
        """The name and the text of its one object."""
        names = re.findall(r'<href>([^<]*)\.ics</href>', self.radicale.call(
            'PROPFIND', self.path, Depth='1')[1])
        assert len(names) == 1, names
        name = urllib.parse.unquote(names[0].rsplit('/', 1)[1])
        return name, self.radicale.call('GET', f'{names[0]}.ics')[1]

    def text(self):
        """Everything that is in it."""
        return self.radicale.call('GET', self.path)[1]
