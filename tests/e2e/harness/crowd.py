"""Many connections at once from one process: people who watch a stream, and clients that send their
request so slowly that it never ends. One thread serves each crowd."""
import json
import resource
import selectors
import socket
import threading
import time

CONNECT_SECONDS = 30


def allow_connections(count):
    """Lets this process, and the servers it starts, have so many open; False where it may not."""
    wanted = count + 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted <= hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted <= max(soft, hard)


class Watcher:
    """One stream of events, each as (when it came, its id, its data)."""

    def __init__(self, address, path, credential):
        self.events = []
        self.socket = socket.create_connection(address, timeout=CONNECT_SECONDS)
        # To HTTP/1.0 the stream comes as it is, without chunks.
        self.socket.sendall(f'GET {path} HTTP/1.0\r\nAuthorization: Bearer {credential}\r\n'
                            'Accept: text/event-stream\r\n\r\n'.encode())
        self._rest = b''
        self._is_open = False

    def receive(self):
        """Takes in what has come. False when the server has closed the stream."""
        data = self.socket.recv(262_144)
        now = time.monotonic()
        self._rest += data
        if not self._is_open:
            head, ended, rest = self._rest.partition(b'\r\n\r\n')
            if not ended:
                return bool(data)
            assert b' 200 ' in head.split(b'\r\n')[0], head
            self._is_open = True
            self._rest = rest
        *events, self._rest = self._rest.split(b'\n\n')
        for event in events:
            fields = dict(line.split(': ', 1) for line in event.decode().split('\n')
                          if not line.startswith(':'))
            if 'data' in fields:
                self.events.append((now, int(fields['id']), json.loads(fields['data'])))
        return bool(data)

    def saw(self, wanted):
        """When the first event came whose data satisfies the predicate; None before."""
        return next((when for when, _, data in self.events if wanted(data)), None)


class Crowd:
    """Watchers, all read by one thread until closed."""

    def __init__(self, watchers):
        self.watchers = watchers
        self.problem = None
        self._selector = selectors.DefaultSelector()
        for watcher in watchers:
            watcher.socket.setblocking(False)
            self._selector.register(watcher.socket, selectors.EVENT_READ, watcher)
        self._is_over = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        try:
            while not self._is_over:
                for key, _ in self._selector.select(0.1):
                    if not key.data.receive():
                        raise AssertionError('the server closed a stream')
        except Exception as problem:  # shown by wait_for
            self.problem = problem

    def wait_for(self, is_done, seconds):
        """Waits until is_done() or until the time is over; the caller looks which."""
        until = time.monotonic() + seconds
        while not is_done() and time.monotonic() < until and self.problem is None:
            time.sleep(0.01)
        if self.problem is not None:
            raise self.problem

    def close(self):
        self._is_over = True
        self._thread.join()
        for watcher in self.watchers:
            watcher.socket.close()


class SlowSenders:
    """Each has sent the beginning of a request, and goes on by a byte now and then."""

    def __init__(self, address, count):
        self.sockets = [socket.create_connection(address, timeout=CONNECT_SECONDS)
                        for _ in range(count)]
        for one in self.sockets:
            one.sendall(b'GET /healthz HTTP/1.1\r\nHost: test\r\nX: ')
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        turn = 0
        while not self._over.wait(0.02):
            for one in self.sockets[turn % 50::50]:
                try:
                    one.send(b'x')
                except OSError:
                    pass  # it was thrown out, as it should be after a while
            turn += 1

    def close(self):
        self._over.set()
        self._thread.join()
        for one in self.sockets:
            one.close()
