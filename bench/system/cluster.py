"""Standby on one PostgreSQL, beside what one writes oneself on the same one: a textbook design made
correct with a lock, and a good one by hand. Then what fencing costs, and two nodes beside one."""
import json
import os
import random
import time

import cluster_database
import cluster_nodes
import processes
from api import Api, public_id
from bench import CONNECTIONS
from cluster_nodes import Node
from cluster_quiet import Quiet
from figures import Figure, amount, at_least

GROUP = 'cluster'
WAITING = 1_000_000
QUICK_WAITING = 100_000
SEATS = 500
LISTS = 8  # that the load of several nodes is spread over
PATHS = 20_000
JOIN_CLIENTS = (8, 16, 32, 64)  # each anchor has as many as suit it best
PROMOTE_CLIENTS = (1, 20)
FILL_SECONDS = 900
QUIET_SECONDS = 20  # that a repetition waits for others to be done, at most


def run(bench):
    if not cluster_database.is_installed():
        bench.say('PostgreSQL is not installed; the cluster is not measured')
        return
    # PostgreSQL runs as a user of its own, who must get to its folder.
    bench.scratch.chmod(0o711)
    quiet = Quiet(0 if bench.quick else QUIET_SECONDS)
    waiting = QUICK_WAITING if bench.quick else WAITING
    with cluster_database.Postgres(bench.scratch / 'postgres') as database:
        anchors(bench, database, waiting)
        with Node(bench, database, create(database, 'standby')) as node:
            contest = Contest(bench, database, node, waiting, quiet)
            yield from joins_figures(contest)
            yield from rank_figures(contest)
            yield from release_figures(contest)
            contest.check()
        for name in ('textbook', 'hand_written', 'standby'):
            database.drop(name)
        yield from fence_figures(bench, database, quiet)
        yield from nodes_figures(bench, database, quiet)
    bench.sections[GROUP].append(quiet.remark())


def create(database, name):
    database.create(name)
    return name


def anchors(bench, database, waiting):
    for name in ('textbook', 'hand_written'):
        begin = time.monotonic()
        database.create(name, f'{name}.sql', waiting=waiting)
        bench.say(f'{name}: {waiting:,} waiting after {time.monotonic() - begin:.0f} s')


class Contest:
    """Three lists of the same length in one PostgreSQL: the two anchors' and Standby's."""

    def __init__(self, bench, database, node, waiting, quiet):
        self.bench = bench
        self.database = database
        self.node = node
        self.waiting = waiting
        self.quiet = quiet
        cluster_nodes.wait_until_owned(database, 'standby', [node])
        with Api(node) as api:
            self.resource = cluster_nodes.create_list(api)
        filled = bench.joins(node, 0, seconds=FILL_SECONDS, count=waiting, resource=self.resource)
        bench.say(f'standby: {waiting:,} joined over HTTP in {filled["seconds"]:.0f} s')
        database.settle('textbook', 'hand_written', 'standby')
        self.clients = {name: self.best_clients(name) for name in ('textbook', 'hand_written')}
        bench.sections[GROUP] = remarks(database, waiting, self.clients)

    def best_clients(self, name):
        """With how many clients an anchor joins fastest, found by trying."""
        rates = {clients: self.database.measure(name, f'{name}_join.sql', clients,
                                                seconds=max(1, self.bench.seconds / 4))['rate']
                 for clients in JOIN_CLIENTS}
        self.bench.say(f'{name}: ' + ', '.join(f'{amount(rate)}/s with {clients} clients'
                                               for clients, rate in rates.items()))
        return max(rates, key=rates.get)

    def joins(self, number):
        bench, database = self.bench, self.database
        self.quiet.wait()
        row = {}
        for name in ('textbook', 'hand_written'):
            row[name] = database.measure(name, f'{name}_join.sql', self.clients[name],
                                         seconds=bench.seconds)['rate']
        before = self.counters()
        result = bench.joins(self.node, number, resource=self.resource)
        spent = {key: value - before[key] for key, value in self.counters().items()}
        count = result['requests']
        return row | {'standby': result['rate'], 'p50_ms': result['latency']['p50_ms'],
                      'p99_ms': result['latency']['p99_ms'], 'cpu_us': result['cpu_us'],
                      'database_cpu_us': spent['cpu_seconds'] * 1e6 / count,
                      'client_cpu_us': result['client_cpu_seconds'] * 1e6 / count,
                      'wal_bytes': spent['wal_bytes'] / count,
                      'at_once': count / max(1, spent['batches'])}

    def counters(self):
        with Api(self.node) as api:
            batches = api.metric('standby_level{what="batches"}')
        return {'cpu_seconds': self.database.cpu_seconds(), 'batches': batches or 0,
                'wal_bytes': self.database.wal_bytes()}

    def rank(self, number):
        """Everything in milliseconds."""
        bench, database = self.bench, self.database
        self.quiet.wait()
        row = {}
        for name in ('textbook', 'hand_written'):
            row[name] = database.measure(name, f'{name}_rank.sql', 1, waiting=self.waiting,
                                         seconds=max(1, bench.seconds / 2))['last_ms']
        # In its order by points, which is what the anchors have.
        said = processes.run_to_end([bench.rank_bench, *(['--quick'] if bench.quick else [])])
        row['rank'] = json.loads(said)['score_ns'] / 1e6
        result = bench.reads(self.node, self.paths(), number, seconds=bench.seconds / 4,
                             connections=1)
        return row | {'request': result['latency']['p50_ms']}

    def paths(self):
        """A file of entries taken at random, to be asked for."""
        file = self.bench.folder('cluster') / 'paths.tsv'
        if not file.exists():
            numbers = random.Random(7)
            resource = cluster_nodes.number_of(self.resource)
            entries = (public_id('ent', numbers.randint(1, self.waiting), resource)
                       for _ in range(PATHS))
            file.write_text(''.join(f'/v1/waitlist/{entry}\n' for entry in entries))
        return file

    def release(self, number):
        """Everything in milliseconds."""
        self.quiet.wait()
        row = {}
        for clients in PROMOTE_CLIENTS:
            done = self.database.measure('hand_written', 'hand_written_promote.sql', clients,
                                         transactions=SEATS // clients)
            row[f'promotions_{clients}'] = 1000 * SEATS / done['rate']
        row['promotions'] = min(row[f'promotions_{clients}'] for clients in PROMOTE_CLIENTS)
        done = self.database.measure('textbook', 'textbook_release.sql', 1, transactions=1,
                                     seats=SEATS)
        row['textbook'] = 1000 / done['rate']
        with Api(self.node) as api:
            path = f'/v1/resources/{self.resource}'
            before = api.call('GET', path)['counts']['offered']
            begin = time.perf_counter()
            after = api.call('POST', f'{path}/capacity:release',
                             {'event_id': f'release-{number}', 'quantity': SEATS})
            row['standby'] = (time.perf_counter() - begin) * 1000
        if after['counts']['offered'] - before != SEATS:
            raise processes.BenchError(f'{SEATS} seats made {after["counts"]} of {before} offers')
        return row

    def check(self):
        """Was what was counted really done, and was it done right?"""
        positions = self.database.ask('textbook', 'SELECT count(*) = count(DISTINCT position) '
                                                  'FROM waitlist_entry')
        if positions != 't':
            raise processes.BenchError('the textbook gave out a position twice')
        with Api(self.node) as api:
            counts = api.call('GET', f'/v1/resources/{self.resource}')['counts']
        self.node.kill()
        stored = self.database.ask('standby', 'SELECT (SELECT count(*) FROM standby.entries), '
                                              '(SELECT count(*) FROM standby.offers)')
        told = f'{counts["waiting"] + counts["offered"]}|{counts["offered"]}'
        if stored != told:
            raise processes.BenchError(f'entries and offers: {told} were told, {stored} are there')


def joins_figures(contest):
    runs = contest.bench.repetitions('cluster joins', contest.joins)
    for name, label, least in (('textbook', 'textbook with a lock', 20),
                               ('hand_written', 'written by hand', 3)):
        ratio = runs.ratio('standby', name)
        yield Figure(GROUP, f'durable joins, {contest.waiting:,} waiting, {CONNECTIONS} '
                            'connections', runs.median('standby'), '/s', label, runs.median(name),
                     ratio, f'>= {least} x {label}', at_least(ratio, least),
                     runs.ratio_spread('standby', name))
    yield Figure(GROUP, 'the same, p99', runs.median('p99_ms'), 'ms',
                 note=notes(runs.spread('p99_ms'), f'p50 {runs.median("p50_ms"):.1f}'))
    yield Figure(GROUP, 'the same, processor time of the server', runs.median('cpu_us'), 'us',
                 note=f'and {runs.median("database_cpu_us"):.1f} us of PostgreSQL, '
                      f'{runs.median("client_cpu_us"):.1f} us of the client')
    yield Figure(GROUP, 'the same, joins in one commit', runs.median('at_once'), '',
                 note=f'{runs.median("wal_bytes"):,.0f} bytes of log for each join')


def rank_figures(contest):
    runs = contest.bench.repetitions('cluster rank', contest.rank, show=milliseconds_text)
    ratio = runs.ratio('hand_written', 'rank')
    yield Figure(GROUP, f'rank in the engine, {contest.waiting:,} waiting',
                 runs.median('rank') * 1e6, 'ns', 'COUNT(*) by hand, ms',
                 runs.median('hand_written'), ratio, '>= 10,000 x faster', at_least(ratio, 10_000),
                 'the operation itself')
    ratio = runs.ratio('textbook', 'rank')
    yield Figure(GROUP, 'the same', runs.median('rank') * 1e6, 'ns', 'COUNT(*) of the textbook, ms',
                 runs.median('textbook'), ratio, '>= 10,000 x faster', at_least(ratio, 10_000))
    yield Figure(GROUP, 'rank as a client sees it, the whole request over HTTP',
                 runs.median('request'), 'ms', 'COUNT(*) by hand, ms', runs.median('hand_written'),
                 runs.ratio('hand_written', 'request'), note=runs.spread('request'))


def release_figures(contest):
    runs = contest.bench.repetitions('cluster release', contest.release)
    ratio = runs.ratio('promotions', 'standby')
    each = ', '.join(f'{amount(runs.median(f"promotions_{clients}"))} with {clients}'
                     for clients in PROMOTE_CLIENTS)
    yield Figure(GROUP, f'{SEATS} seats released, {contest.waiting:,} waiting: all offers durable',
                 runs.median('standby'), 'ms', f'{SEATS} SKIP LOCKED promotions',
                 runs.median('promotions'), ratio, '>= 20 x faster', at_least(ratio, 20),
                 notes(runs.spread('standby'), f'promotions: {each} at a time'))
    yield Figure(GROUP, 'the same', runs.median('standby'), 'ms', 'textbook, in one transaction',
                 runs.median('textbook'), runs.ratio('textbook', 'standby'),
                 note='which writes no events and no messages')


def fence_figures(bench, database, quiet):
    if not os.access(bench.unfenced, os.X_OK):
        bench.say('standby_unfenced is not built; the cost of fencing is not measured')
        return
    with Node(bench, database, create(database, 'fenced')) as fenced, \
            Node(bench, database, create(database, 'unfenced'), bench.unfenced) as unfenced:
        nodes = {'fenced': fenced, 'unfenced': unfenced}
        targets = {}
        for name, node in nodes.items():
            lists = cluster_nodes.create_lists(database, name, [node], LISTS)
            targets[name] = list(lists.items())

        def once(number):
            """Each twice, so that a machine that gets slower slows down both."""
            quiet.wait()
            row = {'fenced': 0, 'unfenced': 0}
            for turn, name in enumerate(('fenced', 'unfenced', 'unfenced', 'fenced')):
                rate = cluster_nodes.joins(bench, targets[name], 10 * number + turn,
                                           bench.seconds / 2, CONNECTIONS)
                row[name] += rate / 2
            return row

        once(0)  # whatever happens only the first time
        runs = bench.repetitions('cluster fence', once)
        for node in nodes.values():
            node.kill()
    for name in nodes:
        database.drop(name)
    ratio = runs.ratio('fenced', 'unfenced')
    yield Figure(GROUP, f'joins with leases and fences, {LISTS} lists', runs.median('fenced'), '/s',
                 'without any check', runs.median('unfenced'), ratio, '> 0.95 of without',
                 at_least(ratio, 0.9501), runs.ratio_spread('fenced', 'unfenced'))


def nodes_figures(bench, database, quiet):
    names = ('one', 'two')
    for name in names:
        database.create(name)
    with Node(bench, database, 'one') as alone, Node(bench, database, 'two') as first, \
            Node(bench, database, 'two') as second:
        of_one = cluster_nodes.create_lists(database, 'one', [alone], LISTS)
        of_two = cluster_nodes.create_lists(database, 'two', [first, second], LISTS // 2)
        every = sum(of_two.values(), [])
        targets = {'one': [(alone.address, of_one[alone.address])] * 2,
                   'owners': list(of_two.items()),
                   'anywhere': [(node.address, every) for node in (first, second)]}

        def once(number):
            quiet.wait()
            row = {}
            order = list(targets)
            for turn, name in enumerate(order if number % 2 else reversed(order)):
                row[name] = cluster_nodes.joins(bench, targets[name], 1000 * number + 10 * turn,
                                                bench.seconds, CONNECTIONS)
            return row

        runs = bench.repetitions('cluster nodes', once)
        for node in (alone, first, second):
            node.kill()
    for name in names:
        database.drop(name)
    for key, label in (('owners', 'each request at the node that owns its list'),
                       ('anywhere', 'any request at any node, half of them forwarded')):
        ratio = runs.ratio(key, 'one')
        yield Figure(GROUP, f'joins on two nodes, {LISTS} lists: {label}', runs.median(key), '/s',
                     'one node', runs.median('one'), ratio, '>= 1 x one node', at_least(ratio, 1),
                     runs.ratio_spread(key, 'one'))


def notes(*texts):
    return '; '.join(filter(None, texts))


def milliseconds_text(row):
    return ', '.join(f'{name} {value:.6g}' for name, value in row.items())


def remarks(database, waiting, clients):
    settings = ', '.join(f'{name} {database.ask("postgres", f"SHOW {name}")}' for name in (
        'shared_buffers', 'fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum',
        'max_wal_size', 'jit'))
    return [
        f'PostgreSQL {database.version}, the same one for all, on the same cores: {settings};',
        'otherwise as it comes. No checkpoint and no vacuum falls into a measurement: both are',
        f'asked for beforehand. Each of the three lists begins with {waiting:,} people waiting and',
        'grows while it is measured. The anchors are `bench/anchors/postgres`, run by pgbench over',
        f'TCP with prepared statements and, for joins, {clients["textbook"]} clients (textbook) or',
        f'{clients["hand_written"]} (by hand), which was the fastest of {JOIN_CLIENTS}; Standby is',
        'measured over HTTP. The rank in the engine is the whole look-up of an entry in memory,',
        'from its number to its rank (`bench/rank_bench.cpp`); the request over HTTP is what a',
        'client waits for, on one connection. Without any check means `standby_unfenced`: the same',
        'server, whose commits prove nothing.']
