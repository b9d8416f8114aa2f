"""Thousands of guests watch their own entry of one resource while offers are made, accepted and
declined. Are joins slowed down, and does every watcher see what concerns it in time?"""
import collections
import threading
import time

import processes
from api import Api, offer_id
from figures import Figure, at_least, at_most

GROUP = 'watchers'
WATCHERS = 10_000
READY_SECONDS = 120
LAST_EVENTS_SECONDS = 3
EVENTS_PER_SECOND = 50
FLAGS = ('--connections-max', WATCHERS + 5_000)


def run(bench):
    watchers = bench.scaled(WATCHERS, least=300)
    with bench.serve(flags=FLAGS) as server:
        guests = bench.folder('watchers') / 'guests.tsv'
        bench.joins(server, 99, seconds=60, count=watchers, save=guests)
        file = bench.folder('watchers') / 'streams.tsv'
        file.write_text(''.join(stream_line(line) for line in guests.read_text().splitlines()))
        happenings = Happenings(server)
        runs = bench.repetitions(
            'watchers', lambda number: once(bench, server, happenings, file, number))
        bench.discard(server)
    return list(figures_of(runs, watchers))


def stream_line(guest):
    """Of entry and token makes path, token and tag."""
    entry, token = guest.split('\t')
    return f'/v1/waitlist/{entry}/events\t{token}\t{entry}\n'


def figures_of(runs, watchers):
    ratio = runs.ratio('with', 'without')
    yield Figure(GROUP, f'joins beside {watchers:,} watchers and {EVENTS_PER_SECOND} events/s',
                 runs.median('with'), '/s', 'without watchers', runs.median('without'), ratio,
                 '>= 0.80 of without', at_least(ratio, 0.80),
                 runs.ratio_spread('with', 'without'))
    yield Figure(GROUP, 'join, processor time beside watchers', runs.median('with_cpu_us'), 'us',
                 'without', runs.median('without_cpu_us'), runs.ratio('with_cpu_us',
                                                                     'without_cpu_us'))
    seen = runs.most('unseen') == 0
    yield Figure(GROUP, 'a watcher sees its own change, slowest', runs.most('slowest_s'), 's',
                 target_text='<= 2 s, all seen', met=seen and at_most(runs.most('slowest_s'), 2),
                 note=f'median {runs.median("median_s") * 1000:.0f} ms; {runs.most("unseen")} of '
                      f'{sum(runs.values("changes"))} unseen; {runs.median("changes_rate"):.0f}/s')
    yield Figure(GROUP, 'streams that broke', runs.most('disconnects'), '', target_text='0',
                 met=runs.most('disconnects') == 0)


def once(bench, server, happenings, file, number):
    with happenings:
        without = bench.joins(server, 2 * number)
    events = bench.folder('watchers') / 'events.tsv'
    with bench.load.start('watch', server.address, file=file, events=events) as watch:
        watch.wait_until_ready(READY_SECONDS)
        with happenings:
            beside = bench.joins(server, 2 * number + 1)
        time.sleep(LAST_EVENTS_SECONDS)
        result = watch.finish()
    changes = happenings.changes_with_entries()
    delays, unseen = delays_of(changes, events)
    if not delays:
        raise processes.BenchError(f'none of {len(changes)} changes was seen')
    return {'without': without['rate'], 'with': beside['rate'],
            'without_cpu_us': without['cpu_us'], 'with_cpu_us': beside['cpu_us'],
            'changes_rate': len(changes) / beside['seconds'], 'changes': len(changes),
            'delivered': result['events'].get('change', 0), 'unseen': unseen,
            'slowest_s': max(delays),
            'median_s': sorted(delays)[len(delays) // 2],
            'disconnects': result['disconnects']}


def delays_of(changes, events_file):
    """Seconds from sending each request to the event that shows its effect to its watcher, and how
    many were never shown."""
    events = collections.defaultdict(list)
    with open(events_file, encoding='utf-8') as file:
        for line in file:
            nanoseconds, tag, _, number = line.rstrip('\n').split('\t')
            events[tag].append((int(nanoseconds), int(number or 0)))
    delays, unseen = [], 0
    for change in changes:
        shown = [at for at, seq in events[change.entry]
                 if at >= change.sent_ns and seq >= change.least_seq]
        if shown:
            delays.append((min(shown) - change.sent_ns) / 1e9)
        else:
            unseen += 1
    return delays, unseen


class Change:
    """Something that happened to the entry of an offer. Events that show it have this seq or a
    later one."""

    def __init__(self, offer, sent_ns, least_seq):
        self.offer = offer
        self.sent_ns = sent_ns
        self.least_seq = least_seq
        self.entry = None


class Happenings:
    """Threads that free seats, and accept or decline the offers this makes, at the rate of the
    scenario. They run while in a `with` and go on where they stopped. Only one of them makes
    offers, so that the numbers of offers are known; the others only accept."""

    SEATS_AT_ONCE = 2
    ACCEPTING = 4

    def __init__(self, server):
        self.server = server
        self.capacity = 0
        self.offers_made = 0
        self.live = collections.deque()  # offers, each with the seq at which it was there
        self.changes = []  # of the last `with`
        self.entries = {}
        self.failure = None

    def __enter__(self):
        self.changes = []
        self.failure = None
        self.over = threading.Event()
        half = EVENTS_PER_SECOND / 2
        work = [(self._make_offers, half / self.SEATS_AT_ONCE)]
        work += [(self._accept, half / self.ACCEPTING)] * self.ACCEPTING
        self.threads = [threading.Thread(target=self._repeat, args=item) for item in work]
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()
        if self.failure is not None:
            raise processes.BenchError(f'an event could not be made: {self.failure}')

    def changes_with_entries(self):
        """What happened, with the entries that it happened to."""
        with Api(self.server) as api:
            for change in self.changes:
                if change.offer not in self.entries:
                    offer = api.call('GET', f'/v1/offers/{offer_id(change.offer)}')
                    self.entries[change.offer] = offer['entry_id']
                change.entry = self.entries[change.offer]
        return self.changes

    def _repeat(self, act, per_second):
        """Calls `act` at its rate; what comes late is made up for."""
        try:
            with Api(self.server) as api:
                begin = time.monotonic()
                number = 0
                while not self.over.wait(max(0, begin + number / per_second - time.monotonic())):
                    act(api, number)
                    number += 1
        except (OSError, processes.BenchError) as error:
            self.failure = error

    def _make_offers(self, api, number):
        if number % 5 == 4 and self._answer(api, 'decline'):
            self._made(api.resource()['last_seq'])  # the seat goes to the next in line
            return
        self.capacity += self.SEATS_AT_ONCE
        sent_ns = time.monotonic_ns()
        seq = api.set_capacity(self.capacity)['last_seq']
        for _ in range(self.SEATS_AT_ONCE):
            # The offers of one command are its last events, one after the other.
            self._made(seq)
            self.changes.append(Change(self.offers_made, sent_ns, seq - self.SEATS_AT_ONCE + 1))

    def _accept(self, api, _):
        self._answer(api, 'accept')

    def _answer(self, api, action):
        """False when there is no offer to be answered."""
        try:
            offer, seq = self.live.popleft()
        except IndexError:
            return False
        sent_ns = time.monotonic_ns()
        answer = api.call('POST', f'/v1/offers/{offer_id(offer)}:{action}')
        self.entries[offer] = answer['entry_id']
        # An entry with an offer has no rank, so its next event is this answer.
        self.changes.append(Change(offer, sent_ns, seq + 1))
        return True

    def _made(self, seq):
        self.offers_made += 1
        self.live.append((self.offers_made, seq))
