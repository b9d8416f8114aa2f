"""Reads server-sent events, and checks each one against the contract's schema for it."""
import http.client

from .contract import Breach, parse_json

TIMEOUT_SECONDS = 20


class Event:
    def __init__(self, identity, name, data):
        self.id = identity
        self.name = name
        self.data = data

    def __repr__(self):
        return f'Event({self.id}, {self.name}, {self.data})'


class Stream:
    """An open stream. Reading waits for the next event; too long a wait is a failure."""

    def __init__(self, address, path, headers, contract, operation):
        self._contract = contract
        self._operation = operation
        self._connection = http.client.HTTPConnection(*address, timeout=TIMEOUT_SECONDS)
        self._connection.request('GET', path, headers={'Accept': 'text/event-stream', **headers})
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.headers = self._response.headers
        if self.status != 200:
            self.body = contract.check(operation, self.status, self.headers, self._response.read())
            return
        kind = self.headers.get('Content-Type', '').split(';')[0]
        if kind != 'text/event-stream':
            raise Breach(f'{operation} streams as "{kind}"')
        content = operation.responses['200']['content']['text/event-stream']
        self._schemas = content['x-standby-events']

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._connection.close()
        self._response.close()

    def next(self):
        """The next event; None when the server ended the stream."""
        fields = {}
        lines = []
        while True:
            line = self._response.readline()
            if not line:
                return None
            line = line.decode().rstrip('\r\n')
            if line == '':
                if lines:
                    return self._event(fields, '\n'.join(lines))
                fields = {}
            elif not line.startswith(':'):
                name, _, value = line.partition(':')
                value = value.removeprefix(' ')
                if name == 'data':
                    lines.append(value)
                else:
                    fields[name] = value

    def until(self, wanted):
        """Reads on to the first event that satisfies the predicate; returns all it read."""
        events = []
        while True:
            event = self.next()
            if event is None:
                raise AssertionError(f'the stream ended before the event came: {events[-5:]}')
            events.append(event)
            if wanted(event):
                return events

    def _event(self, fields, text):
        name = fields.get('event', 'message')
        if name not in self._schemas:
            raise Breach(f'{self._operation} sent an event "{name}": {text[:300]}')
        identity = fields.get('id', '')
        if not identity.isdigit() and not (identity and name == 'message'):
            raise Breach(f'{self._operation} sent "{name}" with the id {fields.get("id")}')
        data = parse_json(text)
        errors = self._contract.errors(self._schemas[name], data)
        if errors:
            raise Breach(f'{self._operation} sent "{name}", but ' + '; '.join(errors[:5]) +
                         f'\n  in {text[:1500]}')
        return Event(int(identity) if identity.isdigit() else identity, name, data)
