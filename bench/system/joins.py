"""Durable joins over HTTP, beside what HTTP alone can do on this machine (nginx), what Redis does
with the same promise, and what one transaction per request reaches."""
import processes
from bench import CONNECTIONS
from figures import Figure, at_least, at_most

GROUP = 'http'


def run(bench):
    anchors = find_anchors(bench)
    runs = bench.repetitions('joins', lambda number: once(bench, anchors, number))
    return list(figures_of(runs, anchors))


def find_anchors(bench):
    """Which of the anchors can be measured here; the others are left out, with a word."""
    found = {'nginx': bool(processes.find_program('nginx')),
             'redis': bool(processes.find_program('redis-server')
                           and processes.find_program('redis-benchmark')),
             'single_commit': bench.single_commit.exists()}
    for name, there in found.items():
        if not there:
            bench.say(f'{name} is not installed or built; joins are measured without it')
    return found


def once(bench, anchors, number):
    """Everything right after each other: what changes on the machine changes for all."""
    row = {}
    if anchors['nginx']:
        with processes.Nginx(bench.folder('nginx')) as nginx:
            row['nginx'] = bench.joins(nginx, number)['rate']
    with bench.serve() as server:
        bench.warm_up(server, number)
        result = bench.joins(server, number)
        row |= {'standby': result['rate'], 'p99_ms': result['latency']['p99_ms'],
                'p50_ms': result['latency']['p50_ms'], 'cpu_us': result['cpu_us']}
        bench.discard(server)
    if anchors['redis']:
        with processes.Redis(bench.folder('redis')) as redis:
            row['redis'] = redis.zadd_rate(2_000 if bench.quick else 100_000)
    if anchors['single_commit']:
        with processes.SingleCommit(bench.single_commit, bench.folder('single_commit')) as single:
            row['single_commit'] = bench.joins(single, number)['rate']
    return row


def figures_of(runs, anchors):
    rate = runs.median('standby')
    yield Figure(GROUP, f'durable joins, {CONNECTIONS} connections', rate, '/s', 'nginx',
                 runs.median('nginx'), runs.ratio('standby', 'nginx'), '>= 0.40 of nginx',
                 at_least(runs.ratio('standby', 'nginx'), 0.40),
                 runs.ratio_spread('standby', 'nginx'))
    yield Figure(GROUP, 'durable joins beside Redis', rate, '/s', 'ZADD, fsync always',
                 runs.median('redis'), runs.ratio('standby', 'redis'), '> 1 x Redis',
                 at_least(runs.ratio('standby', 'redis'), 1.0001),
                 runs.ratio_spread('standby', 'redis'))
    yield Figure(GROUP, 'join, p99', runs.median('p99_ms'), 'ms', target_text='< 30 ms',
                 met=at_most(runs.median('p99_ms'), 29.999), note=runs.spread('p99_ms'))
    yield Figure(GROUP, 'join, p50', runs.median('p50_ms'), 'ms', note=runs.spread('p50_ms'))
    yield Figure(GROUP, 'join, processor time of the server', runs.median('cpu_us'), 'us',
                 note=runs.spread('cpu_us'))
    if anchors['single_commit']:
        yield Figure(GROUP, 'one transaction per request', runs.median('single_commit'), '/s',
                     'nginx', runs.median('nginx'), runs.ratio('single_commit', 'nginx'),
                     note='for comparison: what most systems do')
