"""A real nats-server with JetStream on a free port, killed and started again on the same data, and
a small client of its own: what Standby's library makes of the wire is not taken on trust."""
import base64
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading

from .waiting import wait_for

PATIENCE_SECONDS = 10
# Debian has it where not everybody looks.
PROGRAM = shutil.which('nats-server', path=os.environ.get('PATH', '') + ':/usr/sbin') \
    or 'nats-server'


class NatsServer:
    def __init__(self, *flags):
        self._folder = tempfile.mkdtemp(prefix='standby-nats-')
        with socket.socket() as one:
            one.bind(('127.0.0.1', 0))
            self.port = one.getsockname()[1]
        self.url = f'nats://127.0.0.1:{self.port}'
        self._flags = flags
        self._log = open(os.path.join(self._folder, 'log'), 'ab')
        self._process = None
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            [PROGRAM, '-a', '127.0.0.1', '-p', str(self.port), '-js', '-sd',
             os.path.join(self._folder, 'data'), *self._flags],
            stdout=self._log, stderr=self._log)
        wait_for(self._answers, 'nats-server')

    def _answers(self):
        try:
            with NatsClient(self) as client:
                return client.ask('$JS.API.INFO')
        except (OSError, AssertionError, ValueError):
            return None

    def kill(self):
        self._process.kill()
        self._process.wait(10)

    def close(self):
        self.kill()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def client(self):
        return NatsClient(self)


class NatsClient:
    """Publishes, asks, and reads streams. One thread at a time."""

    def __init__(self, server):
        self._socket = socket.create_connection(('127.0.0.1', server.port), PATIENCE_SECONDS)
        self._file = self._socket.makefile('rb')
        self._numbers = itertools.count(1)
        self._inbox = f'_INBOX.test{os.getpid()}x{threading.get_ident()}x{id(self)}'
        assert self._file.readline().startswith(b'INFO ')
        self._send(b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n'
                   b'SUB %s.* 1\r\nPING\r\n' % self._inbox.encode())
        while self._line() != b'PONG\r\n':
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._file.close()
        self._socket.close()

    def _send(self, data):
        self._socket.sendall(data)

    def _line(self):
        line = self._file.readline()
        if not line:
            raise ConnectionError('nats-server closed the connection')
        if line == b'PING\r\n':
            self._send(b'PONG\r\n')
        if line.startswith(b'-ERR'):
            raise AssertionError(line.decode())
        return line

    def _message(self):
        """Subject, headers and data of the next one."""
        while True:
            words = self._line().split()
            if not words or words[0] not in (b'MSG', b'HMSG'):
                continue
            size = int(words[-1])
            data = self._file.read(size + 2)[:-2]
            head = int(words[-2]) if words[0] == b'HMSG' else 0
            return words[1].decode(), data[:head], data[head:]

    def send(self, subject, data, message_id=None, reply=None):
        """Without waiting for an answer; the subject of the answer."""
        reply = reply or f'{self._inbox}.{next(self._numbers)}'
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        head = b'NATS/1.0\r\n'
        if message_id:
            head += f'Nats-Msg-Id: {message_id}\r\n'.encode()
        head += b'\r\n'
        self._send(b'HPUB %s %s %d %d\r\n%s%s\r\n' % (subject.encode(), reply.encode(), len(head),
                                                      len(head) + len(body), head, body))
        return reply

    def ask(self, subject, data=b''):
        reply = self.send(subject, data)
        while True:
            came, head, body = self._message()
            if came == reply:
                if b' 503' in head.split(b'\r\n')[0]:
                    raise AssertionError(f'nobody answers {subject}')
                return json.loads(body)

    def publish(self, subject, data, message_id=None):
        """Waits until the stream has it."""
        reply = self.send(subject, data, message_id)
        while True:
            came, head, body = self._message()
            if came == reply:
                assert b' 503' not in head.split(b'\r\n')[0], f'no stream takes {subject}'
                answer = json.loads(body)
                assert 'error' not in answer, answer
                return answer

    def stream_of(self, subject):
        found = self.ask('$JS.API.STREAM.NAMES', {'subject': subject}).get('streams') or []
        return found[0] if found else None

    def state(self, stream):
        return self.ask(f'$JS.API.STREAM.INFO.{stream}')['state']

    def read(self, stream, after=0):
        """All messages behind that one: number, subject, headers and data."""
        state = self.state(stream)
        found = []
        for number in range(max(after + 1, state['first_seq']), state['last_seq'] + 1):
            answer = self.ask(f'$JS.API.STREAM.MSG.GET.{stream}', {'seq': number})
            if 'message' not in answer:
                continue
            message = answer['message']
            lines = base64.b64decode(message.get('hdrs', '')).decode().split('\r\n')[1:]
            headers = dict(line.split(': ', 1) for line in lines if ': ' in line)
            found.append((number, message['subject'], headers,
                          base64.b64decode(message.get('data', ''))))
        return found
