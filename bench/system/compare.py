"""Two binaries beside each other: the same load with the same seeds, in turn, in every repetition.
The other one runs before and after ours: their mean is what ours is compared with, which takes out
a machine that gets slower or faster, and how much the two differ tells how far to trust the rest.
The lists are made by the other one, because the newer one can open what an older one wrote."""
import random
import statistics
import time

import storm
from api import Api, entry_id, offer_id
from figures import amount, columns, spread
from processes import BenchError, Standby

WAITING = 200_000
ACCEPTS = 20_000
OFFERS_SECONDS = 60  # newer servers make them in portions
ENOUGH = 4  # repetitions before anything is said about a difference
GROUPS = ('http', 'accepts', 'storm')
# group, key, what it is, unit, whether more is better
MEASURED = (('http', 'joins', 'durable joins', '/s', True),
            ('http', 'join_p99', 'join, p99', 'ms', False),
            ('http', 'join_cpu', 'join, processor time of the server', 'us', False),
            ('http', 'reads', 'status reads', '/s', True),
            ('http', 'read_cpu', 'status read, processor time of the server', 'us', False),
            ('accepts', 'accepts', 'accepts', '/s', True),
            ('accepts', 'accept_p99', 'accept, p99', 'ms', False),
            ('accepts', 'accept_cpu', 'accept, processor time of the server', 'us', False),
            ('storm', 'storm', f'{storm.SEATS} seats freed', 'ms', False))


def run(bench, groups, other, other_name):
    """The comparison as a table. Nothing in it is a target, so nothing can be missed."""
    waiting = bench.scaled(WAITING)
    wanted = [item[1:] for item in MEASURED if item[0] in groups]
    turns = (('before', other), ('now', bench.binary), ('after', other))

    def once(number):
        row = {}
        for name, binary in turns:
            measured = {}
            if 'http' in groups:
                measured |= measure_http(bench, binary, other, waiting, number)
            if 'accepts' in groups:
                measured |= measure_accepts(bench, binary, other, waiting, number)
            if 'storm' in groups:
                measured['storm'] = measure_storm(bench, binary, other, waiting)
            row |= {f'{name} {key}': value for key, value in measured.items()}
        for key, *_ in wanted:
            row[f'then {key}'] = (row[f'before {key}'] + row[f'after {key}']) / 2
        return row

    runs = bench.repetitions('compare', once)
    rows = [('figure', other_name, 'now', 'now / then', 'range', 'noise', '')]
    for key, what, unit, more_is_better in wanted:
        ratios = runs.ratios(f'now {key}', f'then {key}')
        noise = max(abs(ratio - 1) for ratio in runs.ratios(f'after {key}', f'before {key}'))
        rows.append((what, f'{amount(runs.median(f"then {key}"))} {unit}',
                     f'{amount(runs.median(f"now {key}"))} {unit}',
                     f'{statistics.median(ratios):.2f}', spread(ratios, '.2f'), f'{noise:.0%}',
                     describe(ratios, noise, more_is_better)))
    return columns(rows)


def describe(ratios, noise, more_is_better):
    """A word only where every repetition says the same, by more than the noise."""
    difference = statistics.median(ratios) - 1
    if len(ratios) < ENOUGH or abs(difference) <= noise:
        return ''
    if min(ratios) < 1 < max(ratios):
        return ''
    return 'better' if (difference > 0) == more_is_better else 'worse'


def measure_http(bench, binary, maker, waiting, number):
    with bench.serve(binary=binary) as server:
        bench.warm_up(server, number)
        joins = bench.joins(server, number)
        bench.discard(server)
    with serve_list(bench, binary, maker, waiting) as server:
        reads = bench.reads(server, paths(bench, waiting), number)
        bench.discard(server)
    return {'joins': joins['rate'], 'join_cpu': joins['cpu_us'],
            'join_p99': joins['latency']['p99_ms'],
            'reads': reads['rate'], 'read_cpu': reads['cpu_us']}


def measure_accepts(bench, binary, maker, waiting, number):
    """As many offers as can be made at once, then all of them accepted."""
    count = bench.scaled(ACCEPTS)
    file = bench.folder('compare') / 'accepts.tsv'
    file.write_text(''.join(f'/v1/offers/{offer_id(each)}:accept\t{Standby.KEY}\t{{}}\n'
                            for each in range(1, count + 1)))
    with serve_list(bench, binary, maker, waiting) as server:
        with Api(server) as api:
            api.set_capacity(count)
            wait_for_offers(api, count)
        server.wait_until_idle()
        accepts = bench.posts(server, file, number)
        bench.discard(server)
    return {'accepts': accepts['rate'], 'accept_cpu': accepts['cpu_us'],
            'accept_p99': accepts['latency']['p99_ms']}


def wait_for_offers(api, count):
    deadline = time.monotonic() + OFFERS_SECONDS
    while (offered := api.resource()['counts']['offered']) < count:
        if time.monotonic() > deadline:
            raise BenchError(f'{offered} offers of {count} after {OFFERS_SECONDS} s')
        time.sleep(0.05)


def measure_storm(bench, binary, maker, waiting):
    with serve_list(bench, binary, maker, waiting) as server:
        with Api(server) as api:
            milliseconds = storm.promote(api, storm.SEATS)
        bench.discard(server)
    return milliseconds


def serve_list(bench, binary, maker, waiting):
    """A server with the list in memory and nothing under way."""
    server = bench.serve(bench.waiting(maker).copy(waiting), binary=binary)
    with Api(server) as api:
        api.entry(1)
    server.wait_until_idle()
    return server


def paths(bench, waiting):
    file = bench.folder('compare') / 'paths.tsv'
    if not file.exists():
        numbers = random.Random(11)
        file.write_text(''.join(f'/v1/waitlist/{entry_id(numbers.randint(1, waiting))}\n'
                                for _ in range(20_000)))
    return file
