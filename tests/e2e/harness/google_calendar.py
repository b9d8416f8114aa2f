"""A double of Google's Calendar API v3, as far as Standby and Google's own client go: events with
ETags and If-Match, lists with sync tokens (and 410 once they are forgotten), pages, partial
answers, ids chosen by the client (409), series spread out, rate limits as 403."""
import copy
import datetime
import http.server
import json
import re
import threading
import urllib.parse

from .google_login import GoogleTokens

SCOPES = ('https://www.googleapis.com/auth/calendar.events',
          'https://www.googleapis.com/auth/calendar')
BASE = '/calendar/v3'


def _instant(moment):
    text = moment.get('dateTime') or moment['date'] + 'T00:00:00Z'
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


def _said(time):
    return time.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


def _error(status, reason, message):
    return status, {'error': {'code': status, 'message': message, 'errors': [
        {'domain': 'global', 'reason': reason, 'message': message}]}}


def _fields(text):
    """'a,items(b,c)' as {'a': None, 'items': {'b': None, 'c': None}}."""
    found, at = {}, 0
    while at < len(text):
        name = re.match(r'[A-Za-z]+', text[at:]).group()
        at += len(name)
        inner = None
        if text[at:at + 1] == '(':
            end = text.index(')', at)
            inner, at = _fields(text[at + 1:end]), end + 1
        found[name] = inner
        at += text[at:at + 1] == ','
    return found


def _picked(value, fields):
    if fields is None:
        return value
    if isinstance(value, list):
        return [_picked(one, fields) for one in value]
    return {name: _picked(value[name], inner) for name, inner in fields.items() if name in value}


class GoogleCalendar:
    """One calendar, which is shared with one service account."""
    id = 'noor@salon-aster.example'

    def __init__(self):
        self.events, self._log = {}, []  # the log: ids, in order of changes
        self._generation = 1  # of sync tokens
        self.limited = 0  # so many requests are too many
        self.is_read_only = False
        self.requests = []
        self._lock = threading.RLock()
        double = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def _serve(self):
                size = int(self.headers.get('Content-Length') or 0)
                status, said = double.answer(self.command, self.path, self.headers,
                                             self.rfile.read(size))
                body = b'' if said is None else json.dumps(said).encode()
                self.send_response(status)
                if isinstance(said, dict) and 'etag' in said:
                    self.send_header('ETag', said['etag'])
                self.send_header('Content-Type', 'application/json; charset=UTF-8')
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = _serve  # noqa: N815, the library's names

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.address = f'127.0.0.1:{self._server.server_port}'
        self.tokens = GoogleTokens(f'http://{self.address}/token')
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self):
        return f'http://{self.address}{BASE}'

    # What people do in it.

    def add(self, name, starts_at, title='Ada', minutes=60, **more):
        """An event of somebody else's; the same name again changes it."""
        with self._lock:
            return self._put(name, {
                **self.events.get(name, {}), 'status': 'confirmed', 'summary': title,
                'start': {'dateTime': _said(starts_at)},
                'end': {'dateTime': _said(starts_at + datetime.timedelta(minutes=minutes))},
                **more})

    def delete(self, name):
        with self._lock:
            self._put(name, {**self.events[name], 'status': 'cancelled'})

    def delete_one(self, name, starts_at):
        """Of a series."""
        with self._lock:
            self._put(f"{name}_{re.sub('[-:]', '', _said(starts_at))}", {'status': 'cancelled'})

    def clear(self):
        """As if nobody had ever had it."""
        with self._lock:
            self.events.clear()
            self._log.clear()
            self.requests.clear()
            self._generation += 1
            self.limited = 0

    def edit(self, name, **change):
        with self._lock:
            self._put(name, {**self.events[name], **change})

    def titles(self):
        with self._lock:
            return sorted(one.get('summary', '') for one in self.events.values()
                          if one['status'] != 'cancelled')

    def named(self, title):
        with self._lock:
            return next(key for key, one in self.events.items()
                        if one.get('summary') == title and one['status'] != 'cancelled')

    def forget_tokens(self):
        """As Google does now and then: whoever comes with one has to look at everything."""
        with self._lock:
            self._generation += 1

    # What it answers.

    def answer(self, method, path, headers, body):
        where = urllib.parse.urlsplit(path)
        if where.path == '/token':
            return self.tokens.answer(body)
        with self._lock:
            self.requests.append((method, path))
            return self._answer(method, where, headers, body)

    def _answer(self, method, where, headers, body):
        scope = self.tokens.scope_of(headers.get('Authorization'))
        if scope is None or not set(scope.split()) & set(SCOPES):
            return _error(401, 'authError', 'Invalid Credentials')
        if self.limited > 0:
            self.limited -= 1
            return _error(403, 'rateLimitExceeded', 'Rate Limit Exceeded')
        parts = [urllib.parse.unquote(one) for one in where.path.split('/')[1:]]
        if parts[:3] != ['calendar', 'v3', 'calendars'] or parts[3:5] != [self.id, 'events']:
            return _error(404, 'notFound', 'Not Found')
        if method != 'GET' and self.is_read_only:
            return _error(403, 'requiredAccessLevel',
                          'You need to have writer access to this calendar.')
        query = dict(urllib.parse.parse_qsl(where.query))
        if len(parts) == 5:
            return self._list(query) if method == 'GET' else self._insert(json.loads(body))
        return self._one(method, parts[5], headers.get('If-Match'), body)

    def _one(self, method, name, if_match, body):
        event = self.events.get(name)
        if event is None:
            return _error(404, 'notFound', 'Not Found')
        if method == 'GET':
            return 200, event
        if method == 'DELETE' and event['status'] == 'cancelled':
            return _error(410, 'deleted', 'Resource has been deleted')
        if if_match not in (None, '*', event['etag']):
            return _error(412, 'conditionNotMet', 'Precondition Failed')
        if method == 'DELETE':
            self._put(name, {**event, 'status': 'cancelled'})
            return 204, None
        return 200, self._put(name, json.loads(body))

    def _insert(self, event):
        name = event.get('id', f'{len(self._log):026d}')
        if not re.fullmatch(r'[a-v0-9]{5,1024}', name):
            return _error(400, 'invalid', 'Invalid resource id value.')
        if name in self.events:
            return _error(409, 'duplicate', 'The requested identifier already exists.')
        if 'start' not in event or 'end' not in event:
            return _error(400, 'required', 'Missing end time.')
        return 200, self._put(name, event)

    def _list(self, query):
        page = query.get('pageToken')
        if 'syncToken' in query and query.keys() & {'timeMin', 'timeMax', 'q', 'orderBy'}:
            return _error(400, 'invalid', 'Sync token cannot be used with other restrictions.')
        since = None
        if 'syncToken' in query:
            generation, since = map(int, query['syncToken'].split('-')[1:])
            if generation != self._generation:
                return _error(410, 'fullSyncRequired',
                              'Sync token is no longer valid, a full sync is required.')
        changed = dict.fromkeys(self._log[since or 0:])
        items = [one for name in changed for one in self._spread(name, query)
                 if since is not None or one['status'] != 'cancelled']
        size, start = int(query.get('maxResults', 250)), int(page or 0)
        said = {'kind': 'calendar#events', 'summary': self.id, 'timeZone': 'Europe/Berlin',
                'items': items[start:start + size]}
        if start + size < len(items):
            said['nextPageToken'] = str(start + size)
        else:
            said['nextSyncToken'] = f'sync-{self._generation}-{len(self._log)}'
        return 200, _picked(said, _fields(query['fields'])) if 'fields' in query else said

    def _spread(self, name, query):
        """The event, or the single ones of a series: of deleted ones little more than the id."""
        event = self.events[name]
        if event['status'] == 'cancelled':
            return [{'kind': 'calendar#event', 'etag': event['etag'], 'id': name,
                     'status': 'cancelled'}]
        rule = re.fullmatch(r'RRULE:FREQ=WEEKLY;COUNT=(\d+)',
                            event.get('recurrence', [''])[0]) if 'recurrence' in event else None
        if rule is None or query.get('singleEvents') != 'true':
            return [event] if self._is_asked_for(event, query) else []
        found = []
        for week in range(int(rule.group(1))):
            one = copy.deepcopy(event)
            del one['recurrence']
            for edge in ('start', 'end'):
                time = _instant(event[edge]) + datetime.timedelta(weeks=week)
                one[edge] = {'dateTime': _said(time)}
            one['id'] = f"{name}_{re.sub('[-:]', '', one['start']['dateTime'])}"
            one['recurringEventId'] = name
            one['originalStartTime'] = one['start']
            own = self.events.get(one['id'])
            if own is None and self._is_asked_for(one, query):
                found.append(one)
        return found

    @staticmethod
    def _is_asked_for(event, query):
        edges = {name: datetime.datetime.fromisoformat(query[name].replace('Z', '+00:00'))
                 for name in ('timeMin', 'timeMax') if name in query}
        return (_instant(event['end']) > edges.get('timeMin', _instant(event['start'])) and
                ('timeMax' not in edges or _instant(event['start']) < edges['timeMax']))

    def _put(self, name, event):
        self._log.append(name)
        self.events[name] = {'kind': 'calendar#event', **event, 'id': name,
                             'etag': f'"{len(self._log):016d}"',
                             'status': event.get('status', 'confirmed')}
        return self.events[name]
