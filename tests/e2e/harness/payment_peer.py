"""What the doubles of payment providers have in common: an idempotency layer, faults on order, a
clock that can be a test's, and a form's names with brackets."""
import json
import re
import threading
import time
import urllib.parse

from .http_peer import HttpPeer, Reply


class Refusal(Exception):
    """What the provider says no with. `is_kept`: it was carried out that far, so that the same key
    hears the same again."""

    def __init__(self, status, said, is_kept=True):
        super().__init__(f'{status}: {said}')
        self.status, self.said, self.is_kept = status, said, is_kept


def nested(fields):
    """'a[b][0]=c' as {'a': {'b': {'0': 'c'}}}, and lists where all the names are numbers."""
    tree = {}
    for name, value in fields:
        parts = re.findall(r'[^\[\]]+', name)
        at = tree
        for part in parts[:-1]:
            at = at.setdefault(part, {})
        at[parts[-1]] = value
        if name.endswith('[]'):
            at.setdefault(parts[-1], [])
    return _listed(tree)


def _listed(value):
    if not isinstance(value, dict):
        return value
    inner = {name: _listed(one) for name, one in value.items()}
    if inner and all(name.isdigit() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner


class Fault:
    """Something that goes wrong `times` times with requests that match. What: '500' is said (and
    kept under the key) before anything is done, '500_after' when all is done; 'drop' and
    'drop_after' hang up without a word; 'html', 'redirect', 'busy' (429) and 'down' (503 from
    something in front) do nothing; 'hang' says nothing for so many seconds."""

    def __init__(self, what, path='', method='POST', times=1, seconds=60):
        self.what, self.path, self.method = what, path, method
        self.times, self.seconds = times, seconds

    def fits(self, method, path):
        return self.times > 0 and method == self.method and re.search(self.path, path)


class PaymentPeer(HttpPeer):
    """Those who inherit write `carry_out(method, path, fields, headers) -> (status, said)` and
    `pages(received) -> Reply or None`, and may raise Refusal."""
    keeps_keys_seconds = 24 * 3600

    def __init__(self, clock=time.time):
        self.clock = clock
        self.faults = []
        self.before = lambda method, path: None  # called before a request is looked at
        self.keys = {}  # idempotency key → (asked, status, said, at)
        self._running = set()
        self.book_lock = threading.RLock()
        super().__init__()

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}'

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'

    def fail(self, what, path='', method='POST', times=1, seconds=60):
        self.faults.append(Fault(what, path, method, times, seconds))

    def now(self):
        return int(self.clock())

    def answer(self, received):
        where = urllib.parse.urlsplit(received.path)
        page = self.pages(received, where)
        if page is not None:
            return page
        self.before(received.method, where.path)
        fault = self._fault(received.method, where.path)
        if fault in ('drop', 'html', 'redirect', 'busy', 'down') or isinstance(fault, Fault):
            return self._broken(fault)
        status, said, headers = self._answer(received, where, fault)
        if fault == 'drop_after':
            return Reply(drop=True)
        return Reply(status, b'' if said is None else json.dumps(said), headers=headers)

    def _fault(self, method, path):
        with self.book_lock:
            for fault in self.faults:
                if fault.fits(method, path):
                    fault.times -= 1
                    return fault if fault.what == 'hang' else fault.what
        return None

    @staticmethod
    def _broken(fault):
        if isinstance(fault, Fault):
            return Reply(200, b'', wait_seconds=fault.seconds, drop=True)
        return {
            'drop': Reply(drop=True),
            'html': Reply(200, '<html><title>Welcome to the hotel</title></html>', 'text/html'),
            'redirect': Reply(302, b'', headers={'Location': 'https://elsewhere.example/'}),
            'busy': Reply(429, json.dumps({'error': {'type': 'rate_limit_error',
                                                     'message': 'Too many requests'}})),
            'down': Reply(503, '<html>Service Unavailable</html>', 'text/html'),
        }[fault]

    def _answer(self, received, where, fault):
        key = received.headers.get('Idempotency-Key') if received.method == 'POST' else None
        asked = (received.method, where.path, received.body)
        if key is not None:
            with self.book_lock:
                kept = self.keys.get(key)
                if kept is not None and self.now() - kept[3] < self.keeps_keys_seconds:
                    if kept[0] != asked:
                        refusal = self.other_request()
                        return refusal.status, refusal.said, {}
                    return kept[1], kept[2], {'Idempotent-Replayed': 'true'}
                if key in self._running:
                    refusal = self.same_moment()
                    return refusal.status, refusal.said, {}
                self._running.add(key)
        is_kept = True
        try:
            if fault == '500':
                status, said = 500, self.mistake()
            else:
                with self.book_lock:
                    status, said = self._carried_out(received, where)
                if fault == '500_after':
                    status, said = 500, self.mistake()
        except Refusal as refusal:
            status, said, is_kept = refusal.status, refusal.said, refusal.is_kept
        finally:
            if key is not None:
                with self.book_lock:
                    self._running.discard(key)
        if key is not None and is_kept:
            with self.book_lock:
                self.keys[key] = (asked, status, said, self.now())
        return status, said, {}

    def _carried_out(self, received, where):
        status, said = self.carry_out(received, where)
        # What is answered stays as it was, whatever becomes of the object.
        return status, json.loads(json.dumps(said))

    def pages(self, received, where):
        return None
