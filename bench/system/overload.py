"""Ten times more than the server can do. Twice: with a slow disk, where the processor has time to
turn the surplus away (the promise is about this), and with a fast one, where turning away costs the
same processor that does the work, and the load tool's, too."""
from api import RESOURCE, Api, offer_id
from bench import CONNECTIONS
from figures import Figure, at_least, at_most
from processes import SlowDisk, Standby

GROUP = 'overload'
SYNC_DELAY_MS = 400  # a commit carries 2,000 requests at most: about 5,000 joins per second
FACTOR = 10
WAITING = 20_000
ACCEPTS_PER_SECOND = 50
ACCEPT_CONNECTIONS = 500  # so that no accept waits for a connection
MANY_CONNECTIONS = 8_000  # enough for full commits; the server takes 10,000
REPEAT_MOST = 3  # a minute of overload each


def run(bench):
    repeat = min(bench.repeat, REPEAT_MOST)
    if bench.disk_shim.exists():
        yield from slow_disk_figures(bench.repetitions(
            'overload, slow disk', lambda number: slow_disk(bench, number), repeat))
    else:
        bench.say(f'{bench.disk_shim} is not built; overload of a slow disk is left out')
    yield from fast_disk_figures(bench.repetitions(
        'overload, fast disk', lambda number: fast_disk(bench, number), repeat))


def slow_disk(bench, number):
    normal_seconds, overload_seconds = (2, 3) if bench.quick else (20, 60)
    data_dir = bench.waiting().copy(bench.scaled(WAITING))
    disk = SlowDisk(bench.disk_shim, bench.folder('overload'), data_dir)
    with bench.serve(data_dir, environment=disk.environment) as server:
        normal_offers, overload_offers = make_offers(
            bench, server, [ACCEPTS_PER_SECOND * 2 * normal_seconds,
                            ACCEPTS_PER_SECOND * 2 * overload_seconds])
        disk.set_delay_ms(SYNC_DELAY_MS)
        peak = max(crowd(bench, server, connections, 10 * number + connections)
                   for connections in (CONNECTIONS, MANY_CONNECTIONS // 2))
        normal = open_load(bench, server, normal_seconds, peak / 2, MANY_CONNECTIONS,
                           normal_offers, 10 * number + 1)
        beyond = open_load(bench, server, overload_seconds, peak * FACTOR, MANY_CONNECTIONS,
                           overload_offers, 10 * number + 2)
        bench.discard(server)
    answers = beyond['classes']['join']['by_status']
    shed = answers.get('503')
    return {'peak': peak, 'goodput': goodput(beyond), 'offered': beyond['offered_rate'],
            'join_ms': answers['201']['answer_ms']['p99_ms'],
            'accept_normal_ms': accepts(normal)['latency']['p99_ms'],
            'accept_ms': accepts(beyond)['latency']['p99_ms'],
            'shed_rate': shed['rate'] if shed else 0,
            'shed_ms': shed['answer_ms']['p99_ms'] if shed else None}


def slow_disk_figures(runs):
    ratio = runs.ratio('goodput', 'peak')
    yield Figure(GROUP, f'goodput at {FACTOR} x the peak, slow disk', runs.median('goodput'), '/s',
                 'peak', runs.median('peak'), ratio, '>= 0.90 of peak', at_least(ratio, 0.90),
                 f'{SYNC_DELAY_MS} ms per sync; offered {runs.median("offered"):,.0f}/s')
    ratio = runs.ratio('accept_ms', 'accept_normal_ms')
    yield Figure(GROUP, 'accept, p99 meanwhile', runs.median('accept_ms'), 'ms', 'at half the peak',
                 runs.median('accept_normal_ms'), ratio, '<= 3 x normal', at_most(ratio, 3),
                 runs.spread('accept_ms'))
    note = f'{runs.median("shed_rate"):,.0f}/s were turned away' if runs.most('shed_rate') else \
        'nobody was turned away: all waited'
    yield Figure(GROUP, 'turned away (503), p99 of the answer', runs.median('shed_ms'), 'ms',
                 target_text='< 10 ms', met=bool(at_most(runs.median('shed_ms'), 9.99)), note=note)
    yield Figure(GROUP, 'join that was taken in, p99 on the wire', runs.median('join_ms'), 'ms',
                 note=runs.spread('join_ms'))


def fast_disk(bench, number):
    """Open loops at two and three times the peak, and ten times the connections."""
    row = {}
    with bench.serve() as server:
        bench.warm_up(server, number)
        row['peak'] = bench.joins(server, 10 * number)['rate']
        for times in (2, 3):
            result = open_load(bench, server, bench.seconds, row['peak'] * times,
                               FACTOR * CONNECTIONS, None, 10 * number + times)
            row[f'goodput_{times}'] = goodput(result)
        row['crowd'] = crowd(bench, server, FACTOR * CONNECTIONS, 10 * number + 5)
        bench.discard(server)
    return row


def fast_disk_figures(runs):
    for times in (2, 3):
        yield Figure(GROUP, f'goodput at {times} x the peak, fast disk',
                     runs.median(f'goodput_{times}'), '/s', 'peak', runs.median('peak'),
                     runs.ratio(f'goodput_{times}', 'peak'),
                     note='the load tool takes part of the same processors')
    yield Figure(GROUP, f'goodput of {FACTOR * CONNECTIONS:,} connections, fast disk',
                 runs.median('crowd'), '/s', f'{CONNECTIONS} connections', runs.median('peak'),
                 runs.ratio('crowd', 'peak'), '>= 0.90 of peak',
                 at_least(runs.ratio('crowd', 'peak'), 0.90),
                 runs.ratio_spread('crowd', 'peak'))


def crowd(bench, server, connections, seed):
    """Good answers per second of a closed loop with so many connections."""
    result = bench.load.run('closed', server.address, bench.seconds, request='join',
                            resource=RESOURCE, connections=connections, seed=seed)
    return result['statuses'].get('201', 0) / result['seconds']


def make_offers(bench, server, counts):
    """Files of accepts for the load tool, each of so many offers."""
    with Api(server) as api:
        api.set_capacity(sum(counts))
    server.wait_until_idle()
    files, first = [], 1
    for count in counts:
        file = bench.folder('overload') / f'accepts_{first}.tsv'
        file.write_text(''.join(f'/v1/offers/{offer_id(number)}:accept\t{Standby.KEY}\t{{}}\n'
                                for number in range(first, first + count)))
        files.append(file)
        first += count
    return files


def open_load(bench, server, seconds, rate, connections, accept_file, seed):
    more = {}
    if accept_file is not None:
        more = {'accepts': accept_file, 'accept_rate': ACCEPTS_PER_SECOND,
                'accept_connections': ACCEPT_CONNECTIONS}
    return bench.load.run('open', server.address, seconds, request='join', resource=RESOURCE,
                          rate=round(rate), connections=connections, seed=seed, **more)


def goodput(result):
    return result['classes']['join']['by_status'].get('201', {'rate': 0})['rate']


def accepts(result):
    return result['classes']['accept']['by_status']['200']
