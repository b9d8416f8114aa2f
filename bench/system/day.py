"""A mixed day, which nothing is tuned to: ten thousand lists whose sizes and rates follow a power
law, with joins, looks at the status, changes of wishes, cancellations, slots that come free, claims
and two thousand open live streams. Beside it the same mix on the textbook design."""
import contextlib
import datetime
import random

import cluster_database
import cluster_nodes
import day_textbook
import many_lists
from bench import CONNECTIONS
from cluster_quiet import Quiet
from figures import Figure
from processes import BenchError

GROUP = 'day'
LISTS, QUICK_LISTS = 10_000, 500
PEOPLE, QUICK_PEOPLE = 100_000, 2_000  # who wait when the day begins
WATCHERS, QUICK_WATCHERS = 2_000, 200
POWER = 1.001  # list k is picked in proportion to 1 / k^power; pgbench wants more than 1
SHARES = {'join': 25, 'look': 50, 'change': 5, 'cancel': 6, 'open': 8, 'claim': 6}
LEAST_DONE = 0.9  # of each kind; others come too late, such as a claim of what was taken back
REPEAT, SECONDS = 3, 8  # at most
FILL_SECONDS = 120
FLAGS = ('--connections-max', 15_000)
READY_SECONDS = 60
QUIET_SECONDS = 20
STORES = {'file': 'one file', 'node': 'PostgreSQL'}


class Sizes:
    """How large everything is."""

    def __init__(self, bench):
        self.repeat, self.seconds = min(bench.repeat, REPEAT), min(bench.seconds, SECONDS)
        self.lists = QUICK_LISTS if bench.quick else LISTS
        self.people = QUICK_PEOPLE if bench.quick else PEOPLE
        self.watchers = QUICK_WATCHERS if bench.quick else WATCHERS
        self.power = POWER
        self.shares = SHARES


def run(bench):
    sizes = Sizes(bench)
    bench.shapes[GROUP] = (sizes.repeat, sizes.seconds)
    quiet = Quiet(0 if bench.quick else QUIET_SECONDS)
    with contextlib.ExitStack() as stack:
        contestants = {}
        if cluster_database.is_installed():
            contestants = on_postgres(bench, sizes, stack)
        else:
            bench.say('PostgreSQL is not installed; the day is measured on one file only')
        server = stack.enter_context(bench.serve(bench.fresh_data(), flags=FLAGS))
        contestants['file'] = Day(bench, sizes, server)

        def once(number):
            quiet.wait()
            return {f'{name}_{key}': value for name, contestant in contestants.items()
                    for key, value in contestant.once(number).items()}

        runs = bench.repetitions('day', once, sizes.repeat, show=rates_text)
        server.kill()
        if 'node' in contestants:
            contestants['node'].server.kill()
    for name, label in STORES.items():
        if name in contestants:
            yield from figures_of(runs, name, label, sizes)
    bench.sections[GROUP] = remarks(runs, sizes, contestants.get('textbook'), quiet)


def on_postgres(bench, sizes, stack):
    """The textbook and Standby, each with a database of its own in the same PostgreSQL."""
    bench.scratch.chmod(0o711)  # PostgreSQL runs as a user of its own
    database = stack.enter_context(cluster_database.Postgres(bench.scratch / 'postgres_day'))
    textbook = day_textbook.Textbook(bench, sizes, database)
    database.create('day')
    node = stack.enter_context(cluster_nodes.Node(bench, database, 'day', flags=FLAGS))
    cluster_nodes.wait_until_owned(database, 'day', [node])
    day = Day(bench, sizes, node, database)
    database.settle('textbook_day', 'day')
    return {'textbook': textbook, 'node': day}


class Day:
    """Standby, on one file or on PostgreSQL."""

    def __init__(self, bench, sizes, server, database=None):
        self.bench, self.sizes, self.server, self.database = bench, sizes, server, database
        name = 'node' if database else 'file'
        folder = bench.folder('day')
        self.lists, self.guests = folder / f'{name}_lists.tsv', folder / f'{name}_guests.tsv'
        self.streams = folder / f'{name}_streams.tsv'
        made = many_lists.make_lists(bench, server, sizes.lists, many_lists.SLOTS)
        random.Random(7).shuffle(made)  # how old a list is says nothing about how busy it is
        self.lists.write_text('\n'.join(made) + '\n')
        tomorrow = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
        self.slot_at = tomorrow.strftime('%Y-%m-%dT%H:00:00Z')
        filled = self.mix(0, FILL_SECONDS, 'join=1', count=sizes.people, save=self.guests)
        bench.say(f'{STORES[name]}: {filled["requests"]:,} joined in {filled["seconds"]:.1f} s')
        self.people = self.guests.read_text().splitlines()
        watchers = random.Random(8).sample(self.people, sizes.watchers)
        self.streams.write_text(''.join(
            f'/v1/waitlist/{entry}/events\t{token}\t{entry}\n'
            for entry, token in (line.split('\t') for line in watchers)))

    def mix(self, seed, seconds, shares, **flags):
        result = self.bench.load.run(
            'closed', self.server.address, seconds, request='mix', shares=shares, seed=seed,
            lists=self.lists, power=POWER, slot_at=self.slot_at, connections=CONNECTIONS,
            key=self.server.KEY, **flags)
        if result['errors']:
            raise BenchError(f'{result["errors"]} of {result["requests"]} requests had no answer')
        for kind, seen in result['kinds'].items():
            seen['done'] = sum(count for status, count in seen['statuses'].items()
                               if status[0] == '2') / max(1, seen['count'])
            if seen['count'] and seen['done'] < LEAST_DONE:
                raise BenchError(f'{kind} was answered with {seen["statuses"]}')
        return result

    def once(self, number):
        """What a repetition measured: rate and costs of all actions, times of each kind. It knows
        its own part of the people, because it would not know who of the others has left."""
        self.guests.write_text('\n'.join(self.people[number - 1::self.sizes.repeat]) + '\n')
        shares = ','.join(f'{kind}={share}' for kind, share in self.sizes.shares.items())
        with self.bench.load.start('watch', self.server.address, file=self.streams) as watch:
            watch.wait_until_ready(READY_SECONDS)
            with many_lists.Costs(self.server, self.database) as costs:
                result = self.mix(number, self.sizes.seconds, shares, guests=self.guests)
            seen = watch.finish()
        row = {'rate': result['rate'], **costs.of(result['requests']),
               'changes': seen['events'].get('change', 0), 'broken': seen['disconnects']}
        for kind, one in result['kinds'].items():
            row |= {f'{kind}_p50': one['latency']['p50_ms'], f'{kind}_done': one['done'],
                    f'{kind}_p99': one['latency']['p99_ms'],
                    f'{kind}_share': one['count'] / result['requests']}
        return row


def rates_text(row):
    return ', '.join(f'{name.removesuffix("_rate")} {value:,.0f}/s'
                     for name, value in row.items() if name.endswith('_rate'))


def figures_of(runs, name, label, sizes):
    def beside(key):
        """Of the textbook: its name and value, and how large ours is in proportion."""
        return ('textbook', runs.median(f'textbook_{key}'),
                runs.ratio(f'{name}_{key}', f'textbook_{key}'))

    yield Figure(GROUP, f'{label}: a mixed day, {sizes.lists:,} lists, {sizes.watchers:,} watchers',
                 runs.median(f'{name}_rate'), '/s', *beside('rate'),
                 note=runs.ratio_spread(f'{name}_rate', 'textbook_rate'))
    log = runs.median(f'{name}_log_kb')
    yield Figure(GROUP, 'the same, written to disk for each action', runs.median(f'{name}_kb'),
                 'KB', *beside('kb'), note='' if log is None else
                 f'{log:.1f} KB of log; textbook {runs.median("textbook_log_kb"):.1f}')
    yield Figure(GROUP, 'the same, processor time for each action',
                 runs.median(f'{name}_cpu_us'), 'us', *beside('cpu_us'))
    for kind in SHARES:
        done, own = runs.median(f'{name}_{kind}_done'), runs.median(f'{name}_{kind}_p50')
        texts = [f'p50 {own:.1f}'] + [f'textbook p50 {value:.1f}' for value in
                                     [runs.median(f'textbook_{kind}_p50')] if value is not None]
        texts += [f'{100 * (1 - done):.1f} % came too late'] if done < 0.9995 else []
        yield Figure(GROUP, f'the same, {kind} p99', runs.median(f'{name}_{kind}_p99'), 'ms',
                     *beside(f'{kind}_p99'), note='; '.join(texts))
    yield Figure(GROUP, 'the same, changes shown to watchers', runs.median(f'{name}_changes'), '',
                 note=f'{runs.most(f"{name}_broken")} streams ended')


def remarks(runs, sizes, textbook, quiet):
    shares = ', '.join(f'{kind} {share}' for kind, share in SHARES.items())
    lines = [
        f'List k of {sizes.lists:,} is picked in proportion to 1/k; {sizes.people:,} people wait',
        f'in all when the day begins. Of a hundred actions: {shares}; a claim when nothing is on',
        f'offer becomes a look. {CONNECTIONS} connections, each of which sends its next request',
        'when its answer is there, so times are those of a server with as much to do as it can.',
        'What is written and computed counts all that follows from it, until nothing is left.']
    if textbook is not None:
        lines += textbook.remarks()
    return [*lines, quiet.remark()]
