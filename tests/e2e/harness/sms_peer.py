"""An SMS service for tests, on a free port of this machine, with an API like Twilio's."""
import http.server
import json
import threading
import urllib.parse


class SmsPeer:
    """Answers with `status` and `answer`, and keeps what was sent in `texts`: path and form."""

    def __init__(self):
        self.status = 201
        self.answer = {'sid': 'SM' + '1' * 32, 'status': 'queued', 'error_code': None}
        self.texts = []
        peer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers['Content-Length'])).decode()
                peer.texts.append((self.path, dict(urllib.parse.parse_qsl(body))))
                text = json.dumps(peer.answer).encode()
                self.send_response(peer.status)
                self.send_header('Content-Type', 'application/json')
                self.send_header('Content-Length', str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        self.host = f'127.0.0.1:{self._server.server_address[1]}'
        self.url = f'twilio://AC1:t0ken@{self.host}'

    def stop(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
