"""A keep-alive client that checks every answer against docs/openapi.yaml, and a raw one for
requests that no well-behaved client would send."""
import http.client
import json
import socket
import time
import urllib.parse

from . import sse

TIMEOUT_SECONDS = 30
UNSET = object()


class Answer:
    """A status, headers, the bytes, and the parsed body."""

    def __init__(self, status, headers, raw, body=None):
        self.status = status
        self.headers = headers
        self.raw = raw
        self.body = body

    def __getitem__(self, name):
        return self.body[name]

    def __repr__(self):
        return f'{self.status} {self.raw[:400]!r}'

    @property
    def replayed(self):
        return self.headers.get('Idempotent-Replayed') == 'true'

    @property
    def problem(self):
        """The last part of the problem type, such as "not-found"."""
        return self.body['type'].removeprefix('/problems/')

    @property
    def bad_fields(self):
        return [error['field'] for error in self.body.get('errors', [])]


class Client:
    """One connection, one credential; not for several threads."""

    def __init__(self, address, contract, credential=None):
        self.address = address
        self.contract = contract
        self.credential = credential
        self.source = None  # the network address it calls from, such as 127.0.0.2
        self._connection = None
        self._used_at = 0

    def with_credential(self, credential):
        """The same server, seen by someone else, over a connection of its own."""
        return Client(self.address, self.contract, credential)

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def call(self, operation_id, ids=None, *, body=UNSET, query=None, key=None, headers=None,
             expect=None, credential=UNSET):
        """Carries out an operation. `expect` is a status or several; without it, any 2xx."""
        operation = self.contract.operations[operation_id]
        path = operation.path({name: urllib.parse.quote(str(value), safe='')
                               for name, value in (ids or {}).items()})
        answer = self._send(operation.method, path, body, query, key, headers, credential)
        answer.body = self.contract.check(operation, answer.status, answer.headers, answer.raw)
        _expect(operation, answer, expect)
        return answer

    def request(self, method, path, *, body=UNSET, query=None, headers=None, expect=None,
                credential=UNSET):
        """The same by path. What the contract does not know must be answered with a problem."""
        answer = self._send(method, path, body, query, None, headers, credential)
        operation = self.contract.match(method, path)
        if operation is not None:
            answer.body = self.contract.check(operation, answer.status, answer.headers, answer.raw)
        else:
            operation = f'{method} {path}'
            answer.body = self.contract.check_problem(answer.status, answer.headers, answer.raw,
                                                      operation)
        _expect(operation, answer, expect)
        return answer

    def quick(self, method, path, *, body=UNSET, key=None):
        """Without any checks, for tests that send thousands."""
        return self._send(method, path, body, None, key, None, UNSET)

    def items(self, operation_id, ids=None, limit=None, **query):
        """Everything in a list, page by page."""
        if limit is not None:
            query['limit'] = limit
        while True:
            page = self.call(operation_id, ids, query=query, expect=200)
            yield from page['items']
            if page['next_cursor'] is None:
                return
            query['cursor'] = page['next_cursor']

    def stream(self, operation_id, ids, *, last_event_id=None, query=None, credential=UNSET):
        """An open stream of server-sent events."""
        operation = self.contract.operations[operation_id]
        headers = self._headers(UNSET, None, None, credential)
        if last_event_id is not None:
            headers['Last-Event-ID'] = str(last_event_id)
        path = operation.path(ids) + _query_text(query)
        return sse.Stream(self.address, path, headers, self.contract, operation)

    def _headers(self, body, key, headers, credential):
        if credential is UNSET:
            credential = self.credential
        sent = {}
        if credential is not None:
            bare = ' ' not in credential
            sent['Authorization'] = f'Bearer {credential}' if bare else credential
        if body is not UNSET:
            sent['Content-Type'] = 'application/json'
        if key is not None:
            sent['Idempotency-Key'] = key
        sent.update(headers or {})
        return {name: value for name, value in sent.items() if value is not None}

    def _send(self, method, path, body, query, key, headers, credential):
        # The server closes what was idle for 75 seconds.
        now = time.monotonic()
        if self._connection is not None and now > self._used_at + 60:
            self.close()
        self._used_at = now
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                *self.address, timeout=TIMEOUT_SECONDS,
                source_address=(self.source, 0) if self.source else None)
        sent = self._headers(body, key, headers, credential)
        if body is UNSET:
            data = None
        elif isinstance(body, (bytes, str)):
            data = body if isinstance(body, bytes) else body.encode()
        else:
            data = json.dumps(body).encode()
        try:
            self._connection.request(method, path + _query_text(query), data, sent)
            response = self._connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except Exception:
            self.close()
            raise


def _query_text(query):
    return '?' + urllib.parse.urlencode(query) if query else ''


def _expect(operation, answer, expect):
    statuses = range(200, 300) if expect is None else expect
    if isinstance(statuses, int):
        statuses = (statuses,)
    if answer.status not in statuses:
        wanted = '2xx' if expect is None else ' or '.join(map(str, statuses))
        raise AssertionError(f'{operation} answered {answer.status}, expected {wanted}: '
                             f'{answer.raw[:1000].decode(errors="replace")}')


def send_bytes(address, data, half_close=False):
    """Sends bytes as they are and reads one answer. None when the server only hung up."""
    with socket.create_connection(address, timeout=TIMEOUT_SECONDS) as connection:
        try:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all of it was read; the answer may be there all the same
        response = http.client.HTTPResponse(connection)
        try:
            response.begin()
            return Answer(response.status, response.headers, response.read())
        except (http.client.HTTPException, ConnectionResetError):
            return None
