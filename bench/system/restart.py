"""After kill -9 under load, with millions of entries of one resource on the disk: how soon the
server is ready, and how soon that resource answers, counted from the start of the process."""
import time

import api as api_module
import processes
from api import Api
from figures import Figure, at_most

GROUP = 'restart'
WAITING = 5_000_000


def run(bench):
    waiting = bench.scaled(WAITING)
    data_dir = bench.waiting().take(waiting)
    cold = not bench.quick and drop_caches()
    runs = bench.repetitions('restart', lambda number: once(
        bench, data_dir, waiting, cold, number))
    size_mb = (data_dir / 'standby.db').stat().st_size / processes.MB
    kind = 'disk cache dropped' if cold else 'with a warm disk cache'
    form = 'cold' if cold else 'warm'
    yield Figure(GROUP, f'ready after kill -9, {waiting:,} entries', runs.median(f'{form}_ready'),
                 's', target_text='< 1 s', met=at_most(runs.median(f'{form}_ready'), 0.9999),
                 note=f'{kind}; {runs.spread(f"{form}_ready")}'.strip('; '))
    yield Figure(GROUP, 'first answer for the resource with all of them',
                 runs.median(f'{form}_answer'), 's', target_text='< 3.5 s',
                 met=at_most(runs.median(f'{form}_answer'), 3.4999),
                 note=f'file of {size_mb:,.0f} MB; {runs.spread(f"{form}_answer")}'.strip('; '))
    if cold:
        yield Figure(GROUP, 'first answer with a warm disk cache', runs.median('warm_answer'), 's',
                     note=runs.spread('warm_answer'))


def once(bench, data_dir, waiting, cold, number):
    with bench.serve(data_dir) as server:
        with Api(server) as api:
            api.entry(1)
        bench.joins(server, number, seconds=0.5)
        server.kill()
    ready, answer = start(bench, data_dir, waiting)
    row = {'warm_ready': ready, 'warm_answer': answer}
    if cold:
        drop_caches()
        ready, answer = start(bench, data_dir, waiting)
        row |= {'cold_ready': ready, 'cold_answer': answer}
    return row


def start(bench, data_dir, waiting):
    """Starts a server, and ends it hard. Seconds until it was ready and until an answer."""
    begin = time.monotonic()
    with processes.Standby(bench.binary, data_dir) as server:
        api_module.wait_until_ready(server)
        ready = time.monotonic() - begin
        with Api(server) as api:
            entry = api.entry(waiting // 2)
        answer = time.monotonic() - begin
        server.kill()
    if entry['rank'] != waiting // 2:
        raise processes.BenchError(f'the rank is {entry["rank"]}, not {waiting // 2}')
    return ready, answer


def drop_caches():
    """Makes the next reads come from the disk. False where that is not permitted."""
    processes.run_to_end(['sync'])
    try:
        with open('/proc/sys/vm/drop_caches', 'w', encoding='ascii') as file:
            file.write('3\n')
        return True
    except OSError:
        return False
