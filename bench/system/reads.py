"""Status reads on a long line: each answer carries the exact rank of an entry taken at random.
Half of the requests come with the owner's key, half with guests' own tokens."""
import random

import processes
from api import Api, entry_id
from bench import CONNECTIONS
from figures import Figure, at_least

GROUP = 'http'
WAITING = 1_000_000
PATHS = 20_000


def run(bench):
    waiting = bench.scaled(WAITING)
    with bench.serve(bench.waiting().copy(waiting)) as server:
        with Api(server) as api:
            api.entry(1)  # loads the resource
        file = write_paths(bench, server, waiting)
        server.wait_until_idle()
        runs = bench.repetitions('reads', lambda number: once(bench, server, file, number))
        bench.discard(server)
    ratio = runs.ratio('standby', 'nginx')
    yield Figure(GROUP, f'status with exact rank, {waiting:,} waiting, {CONNECTIONS} connections',
                 runs.median('standby'), '/s', 'nginx', runs.median('nginx'), ratio,
                 '>= 0.60 of nginx', at_least(ratio, 0.60),
                 runs.ratio_spread('standby', 'nginx'))
    yield Figure(GROUP, 'status read, p99', runs.median('p99_ms'), 'ms',
                 note=runs.spread('p99_ms'))
    yield Figure(GROUP, 'status read, processor time of the server', runs.median('cpu_us'), 'us',
                 note=runs.spread('cpu_us'))


def write_paths(bench, server, waiting):
    """A file for get-each: as many guests, who join for this, as imported entries."""
    guests = bench.folder('reads') / 'guests.tsv'
    half = bench.scaled(PATHS) // 2
    bench.joins(server, 99, seconds=60, count=half, save=guests)
    lines = ['/v1/waitlist/' + line for line in guests.read_text().splitlines()]
    numbers = random.Random(7)
    lines += ['/v1/waitlist/' + entry_id(numbers.randint(1, waiting)) for _ in range(half)]
    file = bench.folder('reads') / 'paths.tsv'
    file.write_text('\n'.join(lines) + '\n')
    return file


def once(bench, server, file, number):
    row = {}
    if processes.find_program('nginx'):
        with processes.Nginx(bench.folder('nginx')) as nginx:
            row['nginx'] = bench.reads(nginx, file, number)['rate']
    result = bench.reads(server, file, number)
    return row | {'standby': result['rate'], 'p99_ms': result['latency']['p99_ms'],
                  'cpu_us': result['cpu_us']}
