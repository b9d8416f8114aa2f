"""Thousands of sockets that send a request one byte a second and never finish it. What do the
other guests notice?"""
from api import RESOURCE
from figures import Figure, at_most

GROUP = 'loris'
SOCKETS = 5_000
JOINS_PER_SECOND = 1_000
READY_SECONDS = 60


def run(bench):
    sockets = bench.scaled(SOCKETS, least=200)
    runs = bench.repetitions('loris', lambda number: once(bench, sockets, number))
    ratio = runs.ratio('with_ms', 'without_ms')
    yield Figure(GROUP, f'join, p99 beside {sockets:,} slow-loris sockets', runs.median('with_ms'),
                 'ms', 'without', runs.median('without_ms'), ratio, '<= 2 x without',
                 at_most(ratio, 2), runs.ratio_spread('with_ms', 'without_ms'))
    yield Figure(GROUP, 'slow sockets closed by the server', runs.median('closed'), '',
                 note='per repetition')


def once(bench, sockets, number):
    # Long enough that the server gives up on the first ones, and all come back.
    seconds = bench.seconds if bench.quick else max(15, bench.seconds)
    with bench.serve() as server:
        bench.warm_up(server, number)
        without = p99_ms(bench, server, seconds, 2 * number)
        with bench.load.start('loris', server.address, connections=sockets) as loris:
            loris.wait_until_ready(READY_SECONDS)
            beside = p99_ms(bench, server, seconds, 2 * number + 1)
            result = loris.finish()
        bench.discard(server)
    return {'without_ms': without, 'with_ms': beside, 'closed': result['closed_by_server']}


def p99_ms(bench, server, seconds, seed):
    """Of joins that come at a modest rate, whether or not the server keeps up."""
    result = bench.load.run('open', server.address, seconds, request='join',
                            resource=RESOURCE, rate=JOINS_PER_SECOND, connections=64, seed=seed)
    return result['classes']['join']['by_status']['201']['latency']['p99_ms']
