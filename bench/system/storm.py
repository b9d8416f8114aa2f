"""Many seats come free at once on a long line: the time from sending the change of capacity to its
answer, which comes when all offers are durable."""
import sqlite3
import time

import processes
from api import RESOURCE, Api
from figures import Figure, at_most

GROUP = 'storm'
WAITING = 200_000
SEATS = 500


def run(bench):
    waiting = bench.scaled(WAITING)
    runs = bench.repetitions('storm', lambda number: once(bench, waiting))
    yield Figure(GROUP, f'{SEATS} seats freed, {waiting:,} waiting: all offers durable',
                 runs.median('ms'), 'ms', target_text='<= 50 ms',
                 met=at_most(runs.median('ms'), 50), note=runs.spread('ms'))
    yield Figure(GROUP, 'the slowest repetition', runs.most('ms'), 'ms')


def once(bench, waiting, binary=None):
    with bench.serve(bench.waiting(binary).copy(waiting), binary=binary) as server:
        with Api(server) as api:
            api.entry(1)
            server.wait_until_idle()
            milliseconds = promote(api, SEATS)
        server.kill()
        check_durable(server)
        bench.discard(server)
    return {'ms': milliseconds}


def promote(api, seats, capacity=0):
    """Raises the capacity by `seats`, checks that everyone got an offer, returns milliseconds."""
    before = api.resource()
    begin = time.perf_counter()
    after = api.set_capacity(capacity + seats)
    milliseconds = (time.perf_counter() - begin) * 1000
    made = after['counts']['offered'] - before['counts']['offered']
    events = after['last_seq'] - before['last_seq']
    if made != seats or events <= seats:
        raise processes.BenchError(f'{seats} seats made {made} offers in {events} events')
    live = sum(1 for _ in api.items(f'/v1/resources/{RESOURCE}/offers?state=live'))
    if live != after['counts']['offered']:
        raise processes.BenchError(f'{live} offers are live, not {after["counts"]["offered"]}')
    return milliseconds


def check_durable(server):
    """The process is gone without a chance to write anything more. What is in its file?"""
    database = sqlite3.connect(server.data_dir / 'standby.db')
    stored, = database.execute('SELECT count(*) FROM offers').fetchone()
    database.close()
    if stored != SEATS:
        raise processes.BenchError(f'{stored} offers were on the disk, not {SEATS}')
