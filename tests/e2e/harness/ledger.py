"""Joins, releases and claims, each under its own key, and a book of what was answered. A server
that fails now and then may answer 503; the request is then repeated under its key, and in the end
each has happened exactly once, whatever was answered and however often it was asked for."""
import collections
import json

from .case import CONTRACT
from .client import UNSET, Client
from .world import World, new_person

PEOPLE_AT_FIRST = 3
PLACES = 100_000  # more than anybody will release


class Request:
    def __init__(self, kind, path, body, key):
        self.kind = kind
        self.path = path
        self.body = body
        self.key = key
        self.answer = None  # (status, bytes) once it has succeeded


class Ledger:
    """One resource and one client. Every check raises an AssertionError."""

    def __init__(self, server, chance):
        self.server = server
        self.chance = chance  # a random.Random
        self.requests = []
        self.failed = []  # those of them that have not succeeded yet
        self.joined = set()  # the entries that must be there
        self.booked = set()  # those of them that must have a place
        self.connect()
        self.resource = self.world.make_resource('access', capacity=PLACES)
        for _ in range(PEOPLE_AT_FIRST):
            self.send(self.new_join())

    def connect(self):
        """A new connection, for example after a restart."""
        self.client = Client(self.server.address, CONTRACT, self.server.api_key)
        self.world = World(self.client)

    def close(self):
        self.client.close()

    def step(self):
        """One of: someone joins, a place is released, a place is claimed. True when it succeeded
        at once."""
        action = self.chance.choice(('join', 'join', 'release', 'accept'))
        offers = self.live_offers() if action == 'accept' else []
        if offers is None:
            return False
        if offers:
            return self.send(self.new_request('accept', f'/v1/offers/{offers[0]["id"]}:accept'))
        if action == 'release':
            body = {'event_id': f'release-{len(self.requests)}', 'quantity': 1}
            return self.send(self.new_request('release', self.path('/capacity:release'), body))
        return self.send(self.new_join())

    def new_join(self):
        return self.new_request('join', self.path('/waitlist:join'), new_person())

    def new_request(self, kind, path, body=UNSET):
        request = Request(kind, path, body, f'key-{len(self.requests)}')
        self.requests.append(request)
        return request

    def send(self, request):
        """Sends it, for the first time or again. What succeeded once gives the same answer."""
        answer = self.client.quick('POST', request.path, body=request.body, key=request.key)
        if answer.status == 503:
            self.check_unavailable('POST', request.path, answer)
            assert request.answer is None, f'{request.path} was done, and is now {answer}'
            self.failed.append(request)
            return False
        assert answer.status in (200, 201), f'{request.path} answered {answer}'
        if request.answer is None:
            request.answer = (answer.status, answer.raw)
            self.note(request.kind, json.loads(answer.raw))
        else:
            assert answer.replayed, f'{request.path} under {request.key} was done anew'
            assert request.answer == (answer.status, answer.raw), \
                f'{request.path} answered {request.answer}, then {answer}'
        return True

    def note(self, kind, body):
        if kind == 'join':
            self.joined.add(body['id'])
        if kind != 'release' and body['state'] == 'accepted':
            self.booked.add(body['id' if kind == 'join' else 'entry_id'])

    def repeat_failed(self):
        failed, self.failed = self.failed, []
        for request in failed:
            assert self.send(request), f'{request.path} still fails'

    def path(self, rest):
        return f'/v1/resources/{self.resource["id"]}{rest}'

    def live_offers(self):
        """None while their rows can't be written: rather no list than an old one."""
        path = self.path('/offers?state=live&limit=1')
        answer = self.client.quick('GET', path)
        if answer.status == 503:
            self.check_unavailable('GET', path.partition('?')[0], answer)
            return None
        assert answer.status == 200, f'GET {path} answered {answer}'
        return json.loads(answer.raw)['items']

    def read_everything(self):
        entry = json.loads(self.requests[0].answer[1])['id']
        for path in (f'/v1/waitlist/{entry}', self.path(''), self.path('/queue')):
            self.read(path)

    def read(self, path):
        """What is in memory can be read at any time, whatever the disk does."""
        answer = self.client.quick('GET', path)
        assert answer.status == 200, f'GET {path} answered {answer}'
        return answer.raw

    def is_ready(self):
        answer = self.client.quick('GET', '/readyz')
        if answer.status == 503:
            self.check_unavailable('GET', '/readyz', answer)
        return answer.status == 200

    @staticmethod
    def check_unavailable(method, path, answer):
        CONTRACT.check(CONTRACT.match(method, path), answer.status, answer.headers, answer.raw)
        assert int(answer.headers['Retry-After']) >= 1, answer.headers

    def check_counts(self):
        """When every request has succeeded: each has had its one effect."""
        counts = json.loads(self.read(self.path('')))['counts']
        found = (counts['waiting'] + counts['offered'] + counts['accepted'], counts['accepted'])
        expected = (len(self.joined), len(self.booked))
        assert found == expected, f'joined and booked are {found}, and should be {expected}'

    def check_history(self):
        """The same by the audit trail, and every answer once more."""
        for request in self.requests:
            self.send(request)
        audit = self.world.audit(self.resource)
        seen = collections.Counter((item['type'], item['entry_id']) for item in audit
                                   if item['type'] in ('entry_joined', 'offer_accepted'))
        twice = [what for what, times in seen.items() if times > 1]
        assert not twice, f'more than once: {twice}'
        joined = {entry for kind, entry in seen if kind == 'entry_joined'}
        assert joined == self.joined, joined ^ self.joined
        self.check_counts()
