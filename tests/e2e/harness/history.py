"""What clients asked and were told, with times, and the judge over it: everything that was
acknowledged must be in the database at the end, no place may have been given twice, and nobody may
have been passed over. The judge knows nothing of nodes, leases or the server's memory: it reads the
recorded requests and what the database holds after everything has come to rest."""
import collections
import datetime
import heapq
import json
import threading
import time

# Answers that say nothing about whether it was done: the client asks again under the same key.
UNSETTLED = (None, 503, 429)
# Answers by which a request was carried out, or refused for good.
SETTLED = (200, 201, 409, 410)


WRITES = ('join', 'accept', 'decline', 'leave', 'capacity')
READS = ('read', 'audit', 'list')


class History:
    """Every attempt of every request, in the order in which they ended. For any thread."""

    def __init__(self):
        self._lock = threading.Lock()
        self._requests = 0
        self.attempts = []
        self.faults = []

    def new_request(self):
        with self._lock:
            self._requests += 1
            return self._requests

    def add(self, **attempt):
        """request, kind, resource, subject, key, body, node, began, ended, status, answer (a
        text), replayed; the times are of one monotonic clock."""
        with self._lock:
            self.attempts.append(attempt)

    def note_fault(self, text):
        with self._lock:
            self.faults.append((time.monotonic(), text))

    def save(self, path):
        """As lines of JSON, to look at after a failure."""
        with self._lock, open(path, 'w', encoding='utf-8') as file:
            for at, text in self.faults:
                file.write(json.dumps({'at': at, 'fault': text}) + '\n')
            for attempt in self.attempts:
                file.write(json.dumps(attempt) + '\n')

    def acknowledged(self, *kinds):
        """The first answer with 2xx to each request of these kinds."""
        seen = set()
        for attempt in self.attempts:
            if attempt['kind'] in kinds and attempt['status'] in (200, 201) \
                    and attempt['request'] not in seen:
                seen.add(attempt['request'])
                yield attempt

    def by_resource(self):
        """A history for each resource that is named."""
        parts = collections.defaultdict(History)
        for attempt in self.attempts:
            parts[attempt['resource']].attempts.append(attempt)
        return parts

    def longest_gap(self, since, until, *kinds):
        """The longest time between these moments in which no request of these kinds was
        acknowledged, in seconds."""
        ends = sorted(attempt['ended'] for attempt in self.acknowledged(*kinds))
        ends = [since, *(end for end in ends if since <= end <= until), until]
        return max(after - before for before, after in zip(ends, ends[1:]))


class Findings:
    """What is wrong, by kind. True when there is anything."""

    KINDS = ('lost', 'double_sold', 'order_breaks', 'broken_chains', 'changed_answers',
             'stale_reads', 'too_late', 'strange_answers', 'unsettled')

    def __init__(self):
        self.by_kind = {kind: [] for kind in self.KINDS}

    def add(self, kind, text):
        self.by_kind[kind].append(text)

    def __bool__(self):
        return any(self.by_kind.values())

    def __getitem__(self, kind):
        return self.by_kind[kind]

    def counts(self):
        return ', '.join(f'{kind} {len(found)}' for kind, found in self.by_kind.items())

    def __str__(self):
        lines = [self.counts()]
        for kind, found in self.by_kind.items():
            lines += [f'  {kind}: {text}' for text in found[:8]]
        return '\n'.join(lines)


def judge(history, ends):
    """`ends` is what the database holds of each resource, by id: see read_end."""
    findings = Findings()
    _check_answers(history, findings)
    parts = history.by_resource()
    for resource, end in ends.items():
        part = parts.pop(resource, History())
        walk = _Walk(resource, end, findings)
        walk.run()
        _check_acknowledged(part, resource, end, walk, findings)
        _check_order_of_answers(part, resource, findings)
        _check_reads(part, resource, end, findings)
        _check_rest(resource, end, walk, findings)
    for resource, part in parts.items():
        if next(part.acknowledged(*WRITES), None) is not None:
            findings.add('lost', f'the whole resource {resource}')
    return findings


def read_end(client, resource):
    """All that is kept of a resource, read by a Client. Call it when nothing moves any more, from a
    node that has nothing of earlier days in memory."""
    path = f'/v1/resources/{resource}'

    def read(rest):
        answer = client.quick('GET', path + rest)
        assert answer.status == 200, f'GET {path}{rest} answered {answer}'
        return json.loads(answer.raw)

    def read_all(name):
        items, cursor = [], ''
        while cursor is not None:
            page = read(f'/{name}?limit=200' + (f'&cursor={cursor}' if cursor else ''))
            items += page['items']
            cursor = page['next_cursor']
        return items

    return {'resource': read(''), 'audit': read_all('audit'), 'entries': read_all('entries'),
            'queue': read_all('queue'), 'verification': read('/audit:verify')}


class _Walk:
    """One pass over the audit trail of a resource whose line is first come, first served, with
    parties of one. Gathers what happened, and finds what may not have."""

    def __init__(self, resource, end, findings):
        self.resource = resource
        self.end = end
        self.findings = findings
        self.capacities = set()
        self.capacity = 0
        self.positions = {item['id']: item['position'] for item in end['entries']}
        self.joined = {}     # entry: state at first
        self.waiting = set()
        self.line = []       # a heap of (position, entry), also of some who wait no longer
        self.live = {}       # offer: entry
        self.holding = set()  # entries with a place
        self.ended = {}      # entry: its last state
        self.offers = {}     # offer: (entry, outcome or None)
        self.deadlines = {}  # offer: when it ends

    def wrong(self, kind, item, text):
        self.findings.add(kind, f'{self.resource} event {item["seq"]}: {text}')

    def run(self):
        for number, item in enumerate(self.end['audit'], 1):
            if item['seq'] != number:
                self.wrong('broken_chains', item, f'should be number {number}')
                return
            step = getattr(self, 'on_' + item['type'], None)
            given = len(self.holding) + len(self.live)
            if step is not None:
                step(item)
            # Whoever makes the capacity smaller takes nothing away from those who have a place.
            if len(self.holding) + len(self.live) > max(given, self.capacity):
                self.wrong('double_sold', item, f'{len(self.holding)} have a place and '
                           f'{len(self.live)} are offered one, of {self.capacity}')

    def on_resource_created(self, item):
        self.set_capacity(item['details']['capacity'])

    def on_settings_changed(self, item):
        self.set_capacity(item['details']['capacity'])

    def set_capacity(self, capacity):
        self.capacity = capacity
        self.capacities.add(capacity)

    def on_entry_joined(self, item):
        entry = item['entry_id']
        if entry in self.joined:
            self.wrong('double_sold', item, f'{entry} joined for the second time')
        self.joined[entry] = item['to_state']
        if item['to_state'] == 'waiting':
            self.wait(item)
        elif item['to_state'] == 'accepted':
            if self.waiting:
                self.wrong('order_breaks', item, f'{entry} passed {len(self.waiting)} who wait')
            self.holding.add(entry)

    def wait(self, item):
        self.waiting.add(item['entry_id'])
        position = self.positions.get(item['entry_id'], item['seq'])
        heapq.heappush(self.line, (position, item['entry_id']))

    def first_in_line(self):
        while self.line[0][1] not in self.waiting:
            heapq.heappop(self.line)
        return self.line[0][1]

    def on_offer_made(self, item):
        entry, offer = item['entry_id'], item['offer_id']
        if offer in self.offers:
            self.wrong('double_sold', item, f'{offer} was made for the second time')
        if entry in self.live.values():
            self.wrong('double_sold', item, f'{entry} has two offers at once')
        if entry not in self.waiting:
            self.wrong('order_breaks', item, f'{offer} went to {entry}, who does not wait')
        else:
            first = self.first_in_line()
            if first != entry:
                self.wrong('order_breaks', item, f'{offer} went to {entry}, and {first} was first')
        self.waiting.discard(entry)
        self.offers[offer] = (entry, None)
        if item['to_state'] == 'accepted':
            self.holding.add(entry)
            self.offers[offer] = (entry, 'accepted')
        else:
            self.live[offer] = entry
            self.deadlines[offer] = item['details']['expires_at']

    def on_offer_sent(self, item):
        self.deadlines[item['offer_id']] = item['details']['expires_at']

    def on_offer_extended(self, item):
        self.deadlines[item['offer_id']] = item['details']['expires_at']

    def on_offer_accepted(self, item):
        offer, entry = item['offer_id'], item['entry_id']
        if self.live.pop(offer, None) is None:
            self.wrong('double_sold', item, f'{offer} was accepted and was not live')
        if offer in self.deadlines and time_of(item['at']) > time_of(self.deadlines[offer]):
            self.wrong('too_late', item, f'{offer} ended at {self.deadlines[offer]}, and was '
                       f'accepted at {item["at"]}')
        if entry in self.holding:
            self.wrong('double_sold', item, f'{entry} has two places')
        self.holding.add(entry)
        self.offers[offer] = (entry, 'accepted')

    def on_offer_ended(self, item):
        offer, entry = item['offer_id'], item['entry_id']
        if self.live.pop(offer, None) is None:
            self.wrong('double_sold', item, f'{offer} ended and was not live')
        self.offers[offer] = (entry, item['details']['outcome'])
        self.leave_state(item)

    def on_entry_ended(self, item):
        for offer in [offer for offer, entry in self.live.items() if entry == item['entry_id']]:
            del self.live[offer]
            self.offers[offer] = (item['entry_id'], item['to_state'])
        self.leave_state(item)

    def leave_state(self, item):
        entry = item['entry_id']
        self.waiting.discard(entry)
        self.holding.discard(entry)
        if item['to_state'] == 'waiting':
            self.wait(item)
        else:
            self.ended[entry] = item['to_state']


def time_of(text):
    return datetime.datetime.fromisoformat(text)


def _answer(attempt):
    return json.loads(attempt['answer'])


def _check_answers(history, findings):
    """A request has one answer, however often it is asked under its key, and every request has
    come to an end."""
    first, last = {}, {}
    for attempt in history.attempts:
        number = attempt['request']
        if attempt['status'] not in SETTLED + UNSETTLED:
            findings.add('strange_answers', f'{attempt["kind"]} {attempt["key"]}: '
                         f'{attempt["status"]} {str(attempt["answer"])[:200]}')
        last[number] = attempt
        if attempt['key'] is None or attempt['status'] not in (200, 201):
            continue
        before = first.setdefault(number, attempt)
        if before is not attempt and (before['status'], before['answer']) != \
                (attempt['status'], attempt['answer']):
            findings.add('changed_answers', f'{attempt["kind"]} {attempt["key"]}: '
                         f'{before["answer"]} became {attempt["answer"]}')
    for number, attempt in last.items():
        # Who joins without a key cannot ask again, and may have joined.
        may_end_so = attempt['kind'] in READS or (attempt['kind'], attempt['key']) == ('join', None)
        if attempt['status'] in UNSETTLED and not may_end_so:
            findings.add('unsettled', f'{attempt["kind"]} {attempt["key"]} was given up')
        # A refusal after a success says that the success was forgotten.
        if number in first and attempt['status'] not in (200, 201) + UNSETTLED:
            findings.add('changed_answers', f'{attempt["kind"]} {attempt["key"]} was done, and '
                         f'then answered {attempt["status"]}')


def _check_acknowledged(history, resource, end, walk, findings):
    emails = {entry['id']: entry['email'] for entry in end['entries']}
    given = collections.defaultdict(set)     # entry: the requests that were given it
    claimants = collections.defaultdict(set)  # offer: the entries that were told it is theirs
    for attempt in history.acknowledged(*WRITES):
        kind, subject, answer = attempt['kind'], attempt['subject'], _answer(attempt)
        lost = None
        if kind == 'join':
            entry = answer['id']
            given[entry].add(attempt['request'])
            email = attempt['body']['email']
            if entry not in walk.joined or emails.get(entry) != email:
                lost = f'{email} joined as {entry}, which is {emails.get(entry)}'
        elif kind == 'accept':
            claimants[subject].add(answer['entry_id'])
            if walk.offers.get(subject, (None, None)) != (answer['entry_id'], 'accepted'):
                lost = f'{subject} was accepted, and is {walk.offers.get(subject)}'
        elif kind == 'decline':
            if walk.offers.get(subject, (None, None))[1] != 'declined':
                lost = f'{subject} was declined, and is {walk.offers.get(subject)}'
        elif kind == 'leave':
            if subject not in walk.ended:
                lost = f'{subject} left, and is still there'
        elif attempt['body']['capacity'] not in walk.capacities:
            lost = f'the capacity {attempt["body"]["capacity"]}'
        if lost:
            findings.add('lost', f'{resource}: {lost} ({kind} {attempt["key"]})')
    for entry, requests in given.items():
        if len(requests) > 1:
            findings.add('double_sold', f'{resource}: {entry} was given to {len(requests)} people')
    for offer, entries in claimants.items():
        if len(entries) > 1:
            findings.add('double_sold', f'{resource}: {offer} was given to {sorted(entries)}')
    promised = {entry for entries in claimants.values() for entry in entries} - set(walk.ended)
    if len(promised) > max(walk.capacities):
        findings.add('double_sold', f'{resource}: {len(promised)} places were promised of '
                     f'{max(walk.capacities)}')


def _check_order_of_answers(history, resource, findings):
    """Who had the answer before someone else asked is ahead of them."""
    began = {}
    for attempt in history.attempts:
        number = attempt['request']
        began[number] = min(began.get(number, attempt['began']), attempt['began'])
    joins = sorted((_answer(attempt)['position'], began[attempt['request']], attempt['ended'],
                    attempt['key']) for attempt in history.acknowledged('join'))
    latest, whose = None, None  # of those with a smaller position, the one that asked last
    for _, asked, answered, key in joins:
        if latest is not None and latest > answered:
            findings.add('order_breaks', f'{resource}: {key} was there before {whose} asked, and '
                         'is behind')
        if latest is None or asked > latest:
            latest, whose = asked, key


def _check_reads(history, resource, end, findings):
    """What was read of the audit trail is still there, and nobody was shown the past after someone
    had seen what came later."""
    hashes = {item['seq']: item['hash'] for item in end['audit']}
    reads = []
    for attempt in history.acknowledged('read', 'audit'):
        if attempt['kind'] == 'read':
            reads.append((attempt['began'], attempt['ended'], _answer(attempt)['last_seq']))
            continue
        for item in _answer(attempt)['items']:
            if hashes.get(item['seq']) != item['hash']:
                findings.add('broken_chains', f'{resource}: event {item["seq"]} was '
                             f'{item["type"]} {item["hash"][:8]} and is another one')
    by_end = sorted(reads, key=lambda read: read[1])
    seen, place = 0, 0
    for began, _, last in sorted(reads):
        while place < len(by_end) and by_end[place][1] < began:
            seen = max(seen, by_end[place][2])
            place += 1
        if last < seen:
            findings.add('stale_reads', f'{resource}: event {seen} had been shown, and then only '
                         f'{last}')


def _check_rest(resource, end, walk, findings):
    """The end itself: a chain that holds, a dense line, no free place while someone waits, and as
    many places taken as the audit trail says."""
    if not end['verification']['ok']:
        findings.add('broken_chains', f'{resource}: {end["verification"]["findings"][:3]}')
    ranks = [item['rank'] for item in end['queue']]
    if ranks != list(range(1, len(ranks) + 1)):
        findings.add('order_breaks', f'{resource}: the ranks are {ranks[:20]}')
    positions = [item['position'] for item in end['queue']]
    if positions != sorted(positions):
        findings.add('order_breaks', f'{resource}: the line stands as {positions[:20]}')
    counts = end['resource']['counts']
    if counts['waiting'] != len(ranks):
        findings.add('lost', f'{resource}: {counts["waiting"]} wait, and {len(ranks)} are in line')
    if counts['free'] and counts['waiting']:
        findings.add('order_breaks', f'{resource}: {counts["free"]} places are free, and '
                     f'{counts["waiting"]} wait')
    taken = (len(walk.holding), len(walk.live))
    if (counts['accepted_places'], counts['held_places']) != taken:
        findings.add('double_sold', f'{resource}: {counts}, and by the audit trail {taken} have a '
                     'place or are offered one')
