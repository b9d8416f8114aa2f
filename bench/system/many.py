"""Joins spread over one list, a few, a hundred and a thousand, on one file and on PostgreSQL: what
a platform has and a single concert has not. What is written to disk and computed for each join
counts all that follows from it."""
import contextlib

import cluster_database
import cluster_nodes
import many_lists
from bench import CONNECTIONS
from figures import Figure, at_least, at_most

GROUP = 'many'
COUNTS = (1, 8, 100, 1_000)
QUICK_COUNTS = (1, 100)
REPEAT, SECONDS, QUICK_SECONDS = 3, 5, 0.5  # at most
WARM_UP_SECONDS = 0.5  # at most
LEAST_OF_ONE = 0.8
KB_MOST = {1: 3, 1_000: 6}  # for each join, on one file


def run(bench):
    seconds = min(bench.seconds, QUICK_SECONDS if bench.quick else SECONDS)
    bench.shapes[GROUP] = (min(bench.repeat, REPEAT), seconds)
    counts = QUICK_COUNTS if bench.quick else COUNTS
    yield from store_figures(bench, counts, 'one file', file_server)
    if not cluster_database.is_installed():
        bench.say('PostgreSQL is not installed; many lists are not measured on it')
        return
    bench.scratch.chmod(0o711)  # PostgreSQL runs as a user of its own
    with cluster_database.Postgres(bench.scratch / 'postgres_many') as database:
        yield from store_figures(bench, counts, 'PostgreSQL',
                                 lambda bench: node(bench, database))


@contextlib.contextmanager
def file_server(bench):
    """An empty server on one file."""
    with bench.serve(bench.fresh_data()) as server:
        yield server, None
        bench.discard(server)


@contextlib.contextmanager
def node(bench, database):
    """The only node of an empty database."""
    database.create('many')
    with cluster_nodes.Node(bench, database, 'many') as server:
        cluster_nodes.wait_until_owned(database, 'many', [server])
        yield server, database
        bench.discard(server)
    database.drop('many')


def store_figures(bench, counts, store, serve):
    repeat, _ = bench.shapes[GROUP]
    runs = bench.repetitions(f'many, {store}', lambda number: once(bench, counts, serve, number),
                             repeat)
    one = runs.median('rate_1')
    for count in counts:
        ratio = runs.ratio(f'rate_{count}', 'rate_1') if count > 1 else None
        is_judged = count == counts[-1]
        yield Figure(GROUP, f'{store}: joins over {many_text(count)}, {CONNECTIONS} connections',
                     runs.median(f'rate_{count}'), '/s', 'one list' if count > 1 else None,
                     one if count > 1 else None, ratio,
                     f'>= {LEAST_OF_ONE} x one list' if is_judged else '',
                     at_least(ratio, LEAST_OF_ONE) if is_judged else None,
                     notes(f'p99 {runs.median(f"p99_{count}"):.1f} ms',
                           runs.ratio_spread(f'rate_{count}', 'rate_1') if count > 1 else ''))
        yield from cost_figures(runs, store, count)


def cost_figures(runs, store, count):
    written = runs.median(f'kb_{count}')
    most = KB_MOST.get(count) if store == 'one file' else None
    log = runs.median(f'log_kb_{count}')
    yield Figure(GROUP, 'the same, written to disk for each', written, 'KB',
                 target_text=f'<= {most} KB' if most else '',
                 met=at_most(written, most) if most else None,
                 note=notes(runs.spread(f'kb_{count}'),
                            '' if log is None else f'{log:.1f} KB of log'))
    yield Figure(GROUP, 'the same, processor time for each', runs.median(f'cpu_us_{count}'), 'us',
                 note=notes(runs.spread(f'cpu_us_{count}'),
                            '' if log is None else 'server and PostgreSQL'))


def once(bench, counts, serve, number):
    """All counts on one server, in turn forwards and backwards, so that none is always the last."""
    _, seconds = bench.shapes[GROUP]
    row = {}
    with serve(bench) as (server, database):
        lists = many_lists.make_lists(bench, server, counts[-1], many_lists.SEATS)
        for turn, count in enumerate(counts if number % 2 else reversed(counts)):
            some = ','.join(lists[:count])
            seed = 100 * number + 10 * turn
            with many_lists.Costs(server, database) as costs:
                first = bench.joins(server, seed, seconds=min(seconds / 2, WARM_UP_SECONDS),
                                    resource=some)
                result = bench.joins(server, seed + 1, seconds=seconds, resource=some)
            row |= {f'rate_{count}': result['rate'], f'p99_{count}': result['latency']['p99_ms']}
            row |= {f'{name}_{count}': value
                    for name, value in costs.of(first['requests'] + result['requests']).items()}
    return row


def many_text(count):
    return 'one list' if count == 1 else f'{count:,} lists'


def notes(*texts):
    return '; '.join(filter(None, texts))
