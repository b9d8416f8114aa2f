"""Booking systems free places over NATS while guests join: how long it takes from the arrival of a
release on the bus until the offer that it leads to is durable, as the server itself counts it."""
import json
import re
import socket
import time

import processes
from api import Api
from figures import Figure, at_most

GROUP = 'bus'
LISTS = 200
RATE = 1_000       # releases a second, over all lists
JOIN_RATE = 200    # joins a second beside, on a list of their own
SECONDS = 20
BUCKET = re.compile(r'standby_released_to_offered_seconds_bucket\{bus="nats",le="([^"]+)"\} (\d+)')


def run(bench):
    if processes.find_program('nats-server') is None:
        bench.say('nats-server is not installed: nothing is measured over a bus')
        return
    seconds = 3 if bench.quick else max(SECONDS, bench.seconds)
    runs = bench.repetitions('bus', lambda number: once(bench, number, seconds))
    yield Figure(GROUP, f'{RATE:,} releases/s over NATS on {LISTS} lists, {JOIN_RATE} joins/s '
                 'beside: from the bus until the offer is durable, p99',
                 runs.median('p99'), 'ms', target_text='<= 50 ms',
                 met=at_most(runs.median('p99'), 50), note=runs.spread('p99'))
    yield Figure(GROUP, 'the median of the same', runs.median('p50'), 'ms')
    yield Figure(GROUP, 'offers made in that time, per second', runs.median('rate'), '/s')


def once(bench, number, seconds):
    port = processes.free_port()
    folder = bench.folder(f'nats_{number}')
    command = [processes.find_program('nats-server'), '-a', '127.0.0.1', '-p', port, '-js', '-sd',
               folder / 'data']
    with processes.Process('nats-server', command, folder) as nats:
        nats.wait_for_port(port)
        with bench.serve(flags=('--nats-url', f'nats://127.0.0.1:{port}')) as server:
            with Api(server) as api:
                row = measure(bench, server, api, port, seconds, number)
            bench.discard(server)
    return row


def measure(bench, server, api, port, seconds, number):
    lists = [api.call('POST', '/v1/resources', {
        'name': f'Invitations {index}', 'kind': 'access', 'capacity': 1_000_000,
        'time_zone': 'UTC', 'rules': {'quiet_hours': None, 'claim_window': '12h'}})['id']
        for index in range(LISTS)]
    wanted = RATE * seconds + LISTS * 20
    waiting = 0
    while waiting < wanted:
        result = bench.joins(server, 7_000 * number + waiting, seconds=2, connections=64,
                             resource=','.join(lists))
        waiting += result['requests']
    server.wait_until_idle()
    before = buckets(api)
    with bench.load.start('open', server.address, request='join', resource='res_1',
                          rate=JOIN_RATE, connections=32, seed=number) as beside:
        spent = release(port, lists, seconds, number)
        deadline = time.monotonic() + 60
        while total(buckets(api)) - total(before) < RATE * seconds * 0.99:
            if time.monotonic() > deadline:
                raise processes.BenchError(
                    f'{total(buckets(api)) - total(before)} offers after {RATE * seconds} releases')
            time.sleep(0.2)
        joined = beside.finish()['classes']['join']['by_status']
    if set(joined) != {'201'}:
        raise processes.BenchError(f'joins beside releases: {joined}')
    after = buckets(api)
    made = total(after) - total(before)
    return {'p99': quantile(before, after, 0.99) * 1000, 'p50': quantile(before, after, 0.5) * 1000,
            'rate': made / spent}


def release(port, lists, seconds, number):
    """Publishes at an even pace; the seconds that it took."""
    with socket.create_connection(('127.0.0.1', port)) as connection:
        connection.sendall(b'CONNECT {"verbose":false}\r\n')
        begin = time.monotonic()
        for index in range(RATE * seconds):
            body = json.dumps({'event_id': f'bench-{number}-{index}', 'quantity': 1,
                               'resource_id': lists[index % len(lists)]}).encode()
            connection.sendall(b'PUB standby.in.capacity_released %d\r\n%s\r\n' % (len(body), body))
            ahead = begin + (index + 1) / RATE - time.monotonic()
            if ahead > 0:
                time.sleep(ahead)
        connection.sendall(b'PING\r\n')
        while b'PONG' not in connection.recv(65_536):
            pass
        return time.monotonic() - begin


def buckets(api):
    """How many took at most so many seconds."""
    text = api.call('GET', '/metrics')
    return {float(bound): int(count) for bound, count in BUCKET.findall(text)}


def total(counts):
    return counts.get(float('inf'), 0)


def quantile(before, after, share):
    """Between the bounds of its bucket, as if all in there were spread evenly."""
    wanted = (total(after) - total(before)) * share
    low, below = 0.0, 0
    for bound in sorted(after):
        count = after[bound] - before.get(bound, 0)
        if count >= wanted:
            if bound == float('inf'):
                return low
            return low + (bound - low) * (wanted - below) / max(count - below, 1)
        low, below = bound, count
    return low
