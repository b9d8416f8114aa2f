"""How each figure changes from ten thousand to ten million people waiting. Nothing may grow faster
than the logarithm of their number, except memory, which may grow in proportion. One server for each
length runs all the time, and every repetition measures all of them right after each other."""
import contextlib
import math
import random
import time

import plot
from api import RESOURCE, Api, entry_id
from figures import Figure, amount, at_most, columns
from memory import idle_mb
from processes import MB, BenchError
from storm import promote

GROUP = 'growth'
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
QUICK_SIZES = (2_000, 4_000)
SEATS = 500
TOLERANCE = 1.15  # what two runs of the same thing may differ by
JOINS = 10_000  # no more, or the joins themselves would change the length of a short line
WARM_UP_JOINS = 2_000
SMALL = 100_000  # up to here, for the same reason, joins get a fresh list in every repetition
READ_PATHS = 20_000

# name, key, unit of what is plotted and judged: smaller is better for each
COSTS = (('time per join, 256 connections', 'join_us', 'us'),
         ('time per rank read, 256 connections', 'read_us', 'us'),
         ('one rank read, alone', 'alone_us', 'us'),
         (f'{SEATS} seats freed', 'promote_ms', 'ms'),
         ('memory per entry', 'bytes', 'bytes'))


def run(bench):
    sizes = QUICK_SIZES if bench.quick else SIZES
    _, idle = idle_mb(bench)
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(contextlib.closing(Line(bench, size, idle)))
                 for size in sizes]

        def once(number):
            row = {}
            for line in lines:
                row |= {(key, line.size): value for key, value in line.measure(number).items()}
            return row

        runs = bench.repetitions('growth', once, show=show)
        write_picture(bench, sizes, runs)
        bench.sections[GROUP] = section(lines, runs)
    return [judge(runs, sizes, *cost) for cost in COSTS]


class Line:
    """A server with so many people waiting."""

    def __init__(self, bench, size, idle):
        self.bench = bench
        self.size = size
        lists = bench.waiting()
        data_dir = lists.take(size) if size > SMALL else lists.copy(size)
        self.import_seconds = lists.import_seconds[size]
        self.server = bench.serve(data_dir)
        with Api(self.server) as api:
            begin = time.monotonic()
            api.entry(1)
            self.load_seconds = time.monotonic() - begin
            self.server.wait_until_idle()
            self.resident_bytes = (self.server.resident_mb()[1] - idle) * MB / size
            self.bytes = self.resident_bytes if bench.quick else memory_bytes(api) / size
        self.paths = self._write_paths()

    def close(self):
        self.bench.discard(self.server)

    def measure(self, number):
        bench, half = self.bench, self.bench.seconds / 2
        reads = bench.reads(self.server, self.paths, number, half)
        alone = bench.reads(self.server, self.paths, number, half, connections=1)
        with Api(self.server) as api:
            promote_ms = promote(api, SEATS, SEATS * (number - 1))
        joins = self._joins(number)
        return {'join_us': 1e6 / joins['rate'], 'join_cpu_us': joins['cpu_us'],
                'read_us': 1e6 / reads['rate'], 'read_cpu_us': reads['cpu_us'],
                'alone_us': 1000 * alone['latency']['mean_ms'], 'promote_ms': promote_ms,
                'bytes': self.bytes}

    def _joins(self, number):
        if self.size > SMALL:
            return joins_at(self.bench, self.server, number)
        with self.bench.serve(self.bench.waiting().copy(self.size)) as server:
            result = joins_at(self.bench, server, number)
            self.bench.discard(server)
        return result

    def _write_paths(self):
        numbers = random.Random(self.size)
        file = self.bench.folder('growth') / f'paths_{self.size}.tsv'
        file.write_text(''.join(f'/v1/waitlist/{entry_id(numbers.randint(1, self.size))}\n'
                                for _ in range(READ_PATHS)))
        return file


def joins_at(bench, server, number):
    bench.joins(server, 1_000 + number, seconds=60, count=WARM_UP_JOINS)
    return bench.joins(server, number, seconds=60, count=JOINS)


def memory_bytes(api):
    """What the resource takes, as the server counts it; it does so every ten seconds."""
    for _ in range(30):
        value = api.metric(f'standby_resource_memory_bytes{{resource="{RESOURCE}"}}')
        if value is not None:
            return value
        time.sleep(0.5)
    raise BenchError('the server does not tell how much memory the resource takes')


def show(row):
    """A line on a repetition: for each length what a join, a read and a promotion took."""
    sizes = dict.fromkeys(size for _, size in row)
    return '; '.join(
        f'{size:,}: {amount(row["join_us", size])} us, {amount(row["read_us", size])} us, '
        f'{amount(row["promote_ms", size])} ms' for size in sizes)


def judge(runs, sizes, name, key, unit):
    first, last = (key, sizes[0]), (key, sizes[-1])
    limit = 1.0 if key == 'bytes' else math.log(sizes[-1]) / math.log(sizes[0])
    ratio = runs.ratio(last, first)
    return Figure(GROUP, f'{name}, {sizes[-1]:,} waiting', runs.median(last), unit,
                  f'{sizes[0]:,} waiting', runs.median(first), ratio,
                  f'<= {limit:.2f} x, +{TOLERANCE - 1:.0%} for noise',
                  at_most(ratio, limit * TOLERANCE),
                  '' if key == 'bytes' else runs.ratio_spread(last, first))


def section(lines, runs):
    """The figures at every length."""
    table = [('waiting', 'joins/s', 'its processor time', 'rank reads/s', 'its processor time',
              'one read, alone', f'{SEATS} seats freed', 'first load', 'bytes per entry',
              'resident bytes per entry', 'import')]
    for line in lines:
        def median(key, size=line.size):
            return runs.median((key, size))
        table.append((f'{line.size:,}', amount(1e6 / median('join_us')),
                      f'{amount(median("join_cpu_us"))} us', amount(1e6 / median('read_us')),
                      f'{amount(median("read_cpu_us"))} us', f'{amount(median("alone_us"))} us',
                      f'{amount(median("promote_ms"))} ms', f'{amount(line.load_seconds)} s',
                      amount(line.bytes), amount(line.resident_bytes),
                      f'{amount(line.import_seconds)} s'))
    return columns(table)


def write_picture(bench, sizes, runs):
    lines = [(name, [runs.ratio((key, size), (key, sizes[0])) for size in sizes])
             for name, key, _ in COSTS]
    logarithm = [math.log(size) / math.log(sizes[0]) for size in sizes]
    picture = plot.line_chart(
        'What grows with the line', f'relative to {sizes[0]:,} waiting; less is better', 'waiting',
        sizes, lines, reference=('log n: the most that is allowed', logarithm))
    path = bench.picture_path('growth.svg')
    path.write_text(picture)
    bench.say(f'growth: drawn in {path}')
