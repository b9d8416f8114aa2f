"""What doubles of HTTP services have in common: a port of their own, everything they were sent, and
answers that a test can order."""
import http.server
import socket
import threading
import time

from .waiting import wait_for


class Received:
    """One request."""

    def __init__(self, method, path, headers, body):
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.at = time.time()


class Reply:
    """What a peer answers. `raw` are bytes instead of an HTTP answer, after which it hangs up;
    `endless` never stops sending its body; `drop` says nothing at all."""

    def __init__(self, status=200, body=b'', content_type='application/json', headers=None,
                 raw=None, drop=False, endless=False, wait_seconds=0):
        self.status = status
        self.body = body if isinstance(body, bytes) else body.encode()
        self.content_type = content_type
        self.headers = headers or {}
        self.raw = raw
        self.drop = drop
        self.endless = endless
        self.wait_seconds = wait_seconds


class HttpPeer:
    """Answers with `answer(received)`, which those who inherit write."""

    def __init__(self):
        self.received = []
        self.lock = threading.Lock()
        self._closing = threading.Event()
        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), _handler_of(self))
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,),
                                        daemon=True)
        self._thread.start()

    def close(self):
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, received):
        raise NotImplementedError

    def wait_for_requests(self, matches, count=1, what='a request'):
        """Those that match, once there are so many."""
        def find():
            with self.lock:
                found = [one for one in self.received if matches(one)]
            return len(found) >= count and found
        return wait_for(find, what)

    def pause(self, seconds):
        """Ends early when the peer is closed."""
        self._closing.wait(seconds)

    @property
    def is_closing(self):
        return self._closing.is_set()


def _handler_of(peer):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_POST(self):
            length = int(self.headers.get('Content-Length') or 0)
            received = Received(self.command, self.path, self.headers, self.rfile.read(length))
            reply = peer.answer(received)
            with peer.lock:
                peer.received.append(received)
            if reply.wait_seconds:
                peer.pause(reply.wait_seconds)
            try:
                self.send(reply)
            except OSError:
                self.close_connection = True  # they did not wait for the rest

        do_GET = do_PUT = do_PATCH = do_DELETE = do_POST

        def send(self, reply):
            if reply.drop or reply.raw is not None:
                if reply.raw is not None:
                    self.wfile.write(reply.raw)
                    self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(reply.status)
            self.send_header('Content-Type', reply.content_type)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.endless:
                self.close_connection = True
                self.end_headers()
                while not peer.is_closing:
                    self.wfile.write(b'{"sid": "' + b'x' * 65536)
                return
            self.send_header('Content-Length', str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_):
            pass

    return Handler
