"""A real mail server as a peer: npm smtp-server in a process of its own, which takes orders."""
import base64
import json
import os
import subprocess
import threading

from .case import ServerCase
from .mail_parser import Mail
from .node import run_node, stop_node
from .waiting import wait_for

MAIL_FROM = 'waitlist@aster.example'


def make_certificate(folder):
    """A certificate for localhost that nobody but those who are given it trusts."""
    key, cert = os.path.join(folder, 'key.pem'), os.path.join(folder, 'cert.pem')
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2',
                    '-keyout', key, '-out', cert, '-subj', '/CN=localhost',
                    '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
                   check=True, capture_output=True)
    return key, cert


class SmtpServer:
    """Everything it was sent is kept, oldest first."""

    def __init__(self, **settings):
        self.events = []
        self.mails = []  # those that were taken
        self._changed = threading.Condition()
        self._orders_done = 0
        self._process = run_node('smtp_server.mjs', json.dumps(settings))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.port = self.wait_for_event('listening')['port']

    def _read(self):
        for line in self._process.stdout:
            if not line.endswith('\n'):
                return  # it was stopped in the middle of it
            event = json.loads(line)
            if 'raw' in event:
                event['raw'] = base64.b64decode(event['raw'])
            with self._changed:
                self.events.append(event)
                if event['event'] == 'message':
                    envelope = {name: event[name] for name in ('from', 'to', 'at', 'connection',
                                                               'secure', 'user')}
                    self.mails.append(Mail(event['raw'], **envelope))
                elif event['event'] == 'ordered':
                    self._orders_done += 1
                self._changed.notify_all()

    def close(self):
        stop_node(self._process)
        self._reader.join(5)

    def order(self, order, **details):
        """Returns when the order is in force."""
        with self._changed:
            done = self._orders_done + 1
            self._process.stdin.write(json.dumps({'order': order, **details}) + '\n')
            self._process.stdin.flush()
            if not self._changed.wait_for(lambda: self._orders_done >= done, 10):
                raise AssertionError(f'the mail server did not take the order {order}')

    def catch_up(self):
        """Returns when everything that has arrived so far is known here."""
        self.order('forget')

    def refuse(self, stage, match, code, text, times=None):
        self.order('refuse', stage=stage, match=match, code=code, text=text,
                   **({} if times is None else {'times': times}))

    def events_of(self, kind, address=''):
        with self._changed:
            return [event for event in self.events
                    if event['event'] == kind and address in event.get('address', '')]

    def wait_for_event(self, kind, address='', count=1):
        """The last of so many."""
        return wait_for(lambda: self.events_of(kind, address)[count - 1:],
                        f'event {kind} {address}')[0]

    def mails_to(self, address):
        with self._changed:
            return [mail for mail in self.mails if address in mail.envelope['to']]

    def wait_for_mails(self, address, count=1):
        return wait_for(lambda: len(self.mails_to(address)) >= count and self.mails_to(address),
                        f'{count} mails to {address}')


class MailCase(ServerCase):
    """A class of tests whose server writes mails to `smtp`."""

    more_flags = ()
    smtp_settings = {}

    @classmethod
    def setUpClass(cls):
        cls.smtp = SmtpServer(**cls.smtp_settings)
        cls.addClassCleanup(cls.smtp.close)
        cls.flags = ('--join-rate', '0', '--mail-url', cls.mail_url(),
                     *(() if '--mail-from' in cls.more_flags else ('--mail-from', MAIL_FROM)),
                     *(() if '--mail-rate' in cls.more_flags else ('--mail-rate', '0')),
                     *cls.more_flags)
        super().setUpClass()

    @classmethod
    def mail_url(cls):
        return f'smtp://127.0.0.1:{cls.smtp.port}'

    def message(self, message_id):
        return self.client.call('get_message', {'message_id': message_id}, expect=200).body

    def messages(self, resource, kind=None, entry=None):
        return [message for message in self.client.items('list_messages',
                                                         {'resource_id': resource['id']}, limit=200)
                if kind in (None, message['kind'])
                and (entry is None or message['entry_id'] == entry['id'])]

    def settled(self, resource, kind, entry=None):
        """The only message of that kind, once nothing is to be done about it any more."""
        def find():
            found = self.messages(resource, kind, entry)
            assert len(found) <= 1, found
            return found and found[0]['state'] != 'pending' and found[0]
        return wait_for(find, f'the end of the message {kind}')

    def mail(self, person, kind):
        """The first mail of this kind to this person, whenever it comes."""
        def find():
            for mail in self.smtp.mails_to(person['email']):
                if self.message(mail.id)['kind'] == kind:
                    return mail
            return None
        return wait_for(find, f'the mail {kind}')

    def metric(self, name, **labels):
        """The value of one line of /metrics; 0 when there is none."""
        return read_metric(self.client.call('get_metrics', expect=200).raw.decode(), name, labels)

    def path_of(self, link):
        prefix = 'http://standby.test'
        self.assertTrue(link.startswith(prefix + '/'), link)
        return link.removeprefix(prefix)


def read_metric(text, name, labels):
    for line in text.splitlines():
        if line.startswith(name) and not line.startswith('#'):
            head, _, value = line.rpartition(' ')
            if all(f'{label}="{wanted}"' in head for label, wanted in labels.items()):
                return float(value)
    return 0.0
