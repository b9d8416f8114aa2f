"""A mail server for tests, on a free port of this machine: it takes mails, or says no in the way it
is told to. Each connection has a thread of its own."""
import base64
import email
import email.policy
import socketserver
import threading
import time

GATHER_SECONDS = 30


class SmtpPeer:
    """`login` is (user, password) when one is required. `answers` gives the reply to a command
    instead of the usual one, such as {'MAIL': '553 5.7.1 Not your address'}; it may be changed at
    any time. `greeting` is None for a server that never speaks."""

    def __init__(self, login=None, greeting='220 peer.test ESMTP'):
        self.login = login
        self.greeting = greeting
        self.answers = {}
        self.mails = []  # parsed, with the envelope in `envelope_from` and `envelope_to`
        self._arrived = threading.Condition()
        self._server = socketserver.ThreadingTCPServer(('127.0.0.1', 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def port(self):
        return self._server.server_address[1]

    @property
    def url(self):
        return f'smtp://127.0.0.1:{self.port}'

    def stop(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def wait_for(self, count):
        """The first so many mails, as soon as they are there."""
        deadline = time.monotonic() + GATHER_SECONDS
        with self._arrived:
            while len(self.mails) < count:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f'{len(self.mails)} mails came instead of {count}')
                self._arrived.wait(left)
            return self.mails[:count]

    def take(self, sender, recipient, content):
        mail = email.message_from_bytes(content, policy=email.policy.default)
        mail.envelope_from, mail.envelope_to = sender, recipient
        with self._arrived:
            self.mails.append(mail)
            self._arrived.notify_all()
            return f'250 2.0.0 Ok: queued as TEST{len(self.mails)}'

    def _handler(self):
        peer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                try:
                    Conversation(peer, self.rfile, self.wfile).run()
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the other side has heard enough

        return Handler


class Conversation:
    def __init__(self, peer, lines, output):
        self.peer = peer
        self.lines = lines
        self.output = output
        self.is_known = peer.login is None
        self.sender = self.recipient = ''

    def say(self, reply):
        self.output.write(reply.encode() + b'\r\n')

    def run(self):
        if self.peer.greeting is None:
            self.lines.read()
            return
        self.say(self.peer.greeting)
        for line in self.lines:
            command, _, rest = line.decode().strip().partition(' ')
            command = command.upper()
            if command in self.peer.answers:
                self.say(self.peer.answers[command])
            elif command == 'QUIT':
                self.say('221 2.0.0 Bye')
                return
            else:
                self.say(self.reply_to(command, rest))

    def reply_to(self, command, rest):
        if command == 'EHLO':
            extra = '' if self.peer.login is None else '250-AUTH PLAIN LOGIN\r\n'
            return '250-peer.test\r\n250-ENHANCEDSTATUSCODES\r\n' + extra + '250 8BITMIME'
        if command == 'AUTH':
            return self.reply_to_login(rest)
        if command in ('MAIL', 'RCPT', 'DATA') and not self.is_known:
            return '530 5.7.0 Authentication required'
        if command == 'MAIL':
            self.sender = address_in(rest)
        elif command == 'RCPT':
            self.recipient = address_in(rest)
        elif command == 'DATA':
            return self.read_mail()
        return '250 2.0.0 Ok'

    def reply_to_login(self, rest):
        method, _, text = rest.partition(' ')
        if method.upper() == 'LOGIN':
            given = []
            for question in (b'Username:', b'Password:'):
                if text and not given:
                    given.append(base64.b64decode(text).decode())
                    continue
                self.say('334 ' + base64.b64encode(question).decode())
                given.append(base64.b64decode(self.lines.readline().strip()).decode())
        else:
            if not text:
                self.say('334 ')
                text = self.lines.readline().strip()
            given = base64.b64decode(text).decode().split('\0')[1:]
        self.is_known = tuple(given) == self.peer.login
        return ('235 2.7.0 Accepted' if self.is_known
                else '535 5.7.8 Authentication credentials invalid')

    def read_mail(self):
        self.say('354 Go on')
        content = b''
        for line in self.lines:
            if line == b'.\r\n':
                return self.peer.take(self.sender, self.recipient, content)
            content += line[1:] if line.startswith(b'.') else line
        return '421 4.4.2 Lost'


def address_in(text):
    return text.partition('<')[2].partition('>')[0]
