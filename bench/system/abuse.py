"""One hostile client, from one address and from a thousand: what do honest guests and staff
notice? And how many places does a farm of bots get on a list that everybody wants?"""
import http.client
import json
import pathlib
import re
import sys
import threading
import time

import processes
from abuse_crowd import solve
from abuse_honest import CLAIMS_PER_SECOND
from api import RESOURCE, Api
from figures import Figure, at_least, at_most

GROUP = 'abuse'
WAITING = 20_000  # a history longer than guests may have read
ADDRESSES = 1_000
ATTACKS = {  # connections from one address, and from a thousand
    'documents': (20, 1_000), 'explanations': (130, 1_000), 'sign-ins': (40, 1_000),
    'streams': (20, 1_000), 'changes': (130, 1_000), 'sockets': (10_050, 10_050),
    'callbacks': (130, 1_000)}
STREAMS = 2_000
# A trial takes a second for each attack; it shows that everything works, and measures nothing.
QUICK_ADDRESSES, QUICK_CONNECTIONS, QUICK_STREAMS = 20, 20, 50
LISTS = 60  # that honest guests join
GUESTS = 200
READY_SECONDS = 120
GROWTH_SECONDS = 60  # the first minute, in which a client may do the most
BOT_SECONDS = 15
HONEST_PER_SECOND = 4
PASSWORD = 'a long sentence is good'
CROWD = pathlib.Path(__file__).with_name('abuse_crowd.py')
HONEST = pathlib.Path(__file__).with_name('abuse_honest.py')
# Limits as they are unless they are set.
LIMITS_ON = {'STANDBY_CLIENT_RATE': '200'}
JOIN_RATE = ('--join-rate', '5')


def run(bench):
    rows = {}
    for addresses in (QUICK_ADDRESSES,) if bench.quick else (1, ADDRESSES):
        rows[addresses] = attacked(bench, addresses)
    for addresses, row in rows.items():
        where = 'one address' if addresses == 1 else f'{addresses:,} addresses'
        yield from attack_figures(row, where)
    yield growth_figure(bench, 'changes')
    yield growth_figure(bench, 'joins')
    yield from farm_figures(bench)


def attack_figures(row, where):
    """Nobody served, in peace or beside the attack, is a target missed."""
    normal = row.pop('normal')
    for attack, beside in row.items():
        for kind, name in (('join', 'joins'), ('claim', 'claims'), ('sign_in', 'sign-ins')):
            peace, now = normal[kind], beside[kind]
            ratio = now['rate'] / peace['rate'] if peace['rate'] else None
            refused = f'not served: {now["refused"]}; ' if now['refused'] else ''
            yield Figure(GROUP, f'{attack} from {where}: {name}', now['rate'], '/s', 'in peace',
                         peace['rate'], ratio, '>= 0.80', bool(at_least(ratio, 0.80)),
                         f'{refused}hostile answers: {beside["hostile"]}')
            # Of a few dozen, the 99th percentile would be the slowest by another name.
            figure = 'slowest_ms' if kind == 'sign_in' else 'p99_ms'
            called = f'slowest of {now["done"]}' if kind == 'sign_in' else 'p99'
            ratio = now[figure] / peace[figure] if now[figure] and peace[figure] else None
            yield Figure(GROUP, f'{attack} from {where}: {name}, {called}', now[figure], 'ms',
                         'in peace', peace[figure], ratio, '< 3 x in peace',
                         bool(at_most(ratio, 2.99)))


def crowd(bench, attack, server, addresses, connections, file):
    """Attackers have machines of their own. Here they get what processor time nobody else wants,
    which is most of it; what they make the server do still counts in full."""
    if bench.quick:
        addresses = min(addresses, QUICK_ADDRESSES)
        connections = min(connections, QUICK_CONNECTIONS)
    streams = QUICK_STREAMS if bench.quick else STREAMS
    line = ['chrt', '--idle', 0, sys.executable, '-B', CROWD, attack, server.address, addresses,
            connections, file, streams]
    return processes.BackgroundLoad(line, bench.folder('abuse'))


def attacked(bench, addresses):
    """Each attack on one server after the other, with the same honest load beside it."""
    seconds = 1 if bench.quick else min(bench.seconds, 8)
    row = {}
    data_dir = bench.waiting().copy(bench.scaled(WAITING))
    with bench.serve(data_dir, flags=JOIN_RATE, environment=LIMITS_ON) as server:
        people = People(bench, server, int(CLAIMS_PER_SECOND * seconds) + 1, len(ATTACKS) + 2)
        guests = make_guests(bench, server)
        people.live(1)  # to warm up
        row['normal'] = people.live(seconds)
        for attack, connections in ATTACKS.items():
            many = connections[0 if addresses == 1 else 1]
            with crowd(bench, attack, server, addresses, many, guests) as hostile:
                hostile.wait_until_ready(READY_SECONDS)
                row[attack] = people.live(seconds)
                row[attack]['hostile'] = hostile.finish()['statuses']
            bench.say(f'{attack} from {addresses}: {json.dumps(row[attack])}')
            server.wait_until_idle(60)
        bench.discard(server)
    return row


class People:
    """Honest guests and staff, as often as they are asked for. None of them has a key."""

    def __init__(self, bench, server, claims, times):
        self.bench, self.server, self.claims = bench, server, claims
        self.owner = set_up_owner(server)
        self.network = 9  # each time other addresses
        with Api(server) as client:
            self.lists = [client.call('POST', '/v1/resources', {
                'name': f'Class {number}', 'kind': 'seats', 'capacity': 0})['id']
                for number in range(LISTS)]
            self.offers = make_offers(client, claims * times)

    def live(self, seconds):
        self.network += 1
        claims, self.offers = self.offers[:self.claims], self.offers[self.claims:]
        file = self.bench.folder('abuse') / 'honest.json'
        file.write_text(json.dumps({'lists': self.lists, 'claims': claims, 'owner': self.owner,
                                    'network': self.network}))
        return json.loads(processes.run_to_end([sys.executable, '-B', HONEST, self.server.address,
                                                seconds, file]))


def make_offers(client, count):
    """Pairs of an offer and its guest's token."""
    resource = client.call('POST', '/v1/resources', {'name': 'Concert', 'kind': 'seats',
                                                     'capacity': 0})['id']
    tokens = {}
    for number in range(count):
        entry = client.call('POST', f'/v1/resources/{resource}/waitlist:join',
                            {'email': f'claims-{number}@example.com'})
        tokens[entry['id']] = entry['token']
    client.call('PATCH', f'/v1/resources/{resource}', {'capacity': count})
    offers, cursor = [], ''
    while cursor is not None:
        page = client.call('GET', f'/v1/resources/{resource}/offers?state=live&limit=100{cursor}')
        offers += [(offer['id'], tokens[offer['entry_id']]) for offer in page['items']]
        cursor = f'&cursor={page["next_cursor"]}' if page['next_cursor'] else None
    if len(offers) < count:
        raise processes.BenchError(f'{len(offers)} offers of {count}')
    return offers


def post(server, path, body, source, headers=None):
    """The status, the answer and its cookies for somebody at this address; 0 when there is none."""
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=20,
                                            source_address=(source, 0))
    try:
        connection.request('POST', path, json.dumps(body),
                           {'Content-Type': 'application/json',
                            'Origin': f'http://{server.address}', **(headers or {})})
        answer = connection.getresponse()
        cookies = [each.partition(';')[0] for each in answer.headers.get_all('Set-Cookie', [])]
        return answer.status, answer.read(), cookies
    except OSError:
        return 0, b'', []
    finally:
        connection.close()


def set_up_owner(server):
    """Somebody who can sign in, and the cookie by which their browser is known. The file with the
    link is written a moment after the server is ready."""
    file = server.data_dir / 'setup-link'
    email = 'owner@bench.example'
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        links = re.findall(r'/staff/setup#([\w-]+)', file.read_text() if file.exists() else '')
        if links and post(server, '/v1/links:use', {
                'token': links[-1], 'name': 'Owner', 'email': email,
                'password': PASSWORD}, '127.2.1.1')[0] == 200:
            cookies = post(server, '/v1/session', {'email': email, 'password': PASSWORD},
                           '127.2.1.1')[2]
            devices = [each for each in cookies if '-device=' in each]
            return {'email': email, 'password': PASSWORD, 'device': devices[0] if devices else ''}
        time.sleep(0.2)
    raise processes.BenchError('the set-up link could not be used')


def make_guests(bench, server):
    """A file of entries and their tokens."""
    file = bench.folder('abuse') / 'guests.tsv'
    with Api(server) as client:
        made = [client.call('POST', f'/v1/resources/{RESOURCE}/waitlist:join',
                            {'email': f'abuse-{number}@example.com'}) for number in range(GUESTS)]
    file.write_text(''.join(f'{entry["id"]}\t{entry["token"]}\n' for entry in made))
    return file


def growth_figure(bench, attack):
    """How fast one client fills the disk with what is kept for good, or at least for a while."""
    seconds = 1 if bench.quick else GROWTH_SECONDS
    with bench.serve(flags=JOIN_RATE, environment=LIMITS_ON) as server:
        file = make_guests(bench, server)
        if attack == 'joins':
            file = bench.folder('abuse') / 'lists.txt'
            with Api(server) as client:
                file.write_text(''.join(client.call('POST', '/v1/resources', {
                    'name': f'Salon {number}', 'kind': 'slots'})['id'] + '\n'
                    for number in range(LISTS)))
        server.wait_until_idle()
        before = folder_size(server)
        with crowd(bench, attack, server, 1, 130, file) as hostile:
            hostile.wait_until_ready(READY_SECONDS)
            time.sleep(seconds)
            answers = hostile.finish()['statuses']
        server.stop()  # which also writes what was in the log of the database
        grown = folder_size(server) - before
        bench.discard(server)
    a_minute = grown / processes.MB * 60 / seconds
    return Figure(GROUP, f'disk that one client fills with {attack}', a_minute, 'MB/min',
                  target_text='<= 1', met=at_most(a_minute, 1), note=f'{answers} in {seconds} s')


def folder_size(server):
    """Of the database, without the log beside it, which is used again and again."""
    return (server.data_dir / 'standby.db').stat().st_size


def farm_figures(bench):
    """A farm of bots on a list that everybody wants, without and with protection."""
    seconds = 1 if bench.quick else BOT_SECONDS
    without = farm(bench, seconds, {'STANDBY_CLIENT_RATE': '0'})
    protected = farm(bench, seconds, LIMITS_ON)
    ratio = protected['bots'] / without['bots'] if without['bots'] else None
    yield Figure(GROUP, f'places of {ADDRESSES:,} bots in {seconds} s', protected['bots'], '',
                 'unprotected', without['bots'], ratio, '<= 0.10', at_most(ratio, 0.10),
                 f'{protected["hash_rate"]:,.0f} hashes/s; {protected["hostile"]}')
    yield Figure(GROUP, 'honest guests who got in beside them', protected['honest'], '', 'who came',
                 protected['came'], protected['honest'] / protected['came'], '1.00',
                 at_least(protected['honest'] / protected['came'], 1),
                 f'slowest {protected["slowest_s"]:.1f} s; unprotected '
                 f'{without["honest"]} of {without["came"]}')


def farm(bench, seconds, environment):
    with bench.serve(flags=JOIN_RATE, environment=environment) as server:
        file = bench.folder('abuse') / 'list.txt'
        file.write_text(f'{RESOURCE}\n')
        with crowd(bench, 'bots', server, ADDRESSES, ADDRESSES, file) as hostile:
            hostile.wait_until_ready(READY_SECONDS)
            guests = honest_guests(server, seconds)
            result = hostile.finish()
        bench.discard(server)
    times = [each for each in guests if each is not None]
    return {'bots': result['statuses'].get('201', 0), 'hostile': result['statuses'],
            'hash_rate': result['hashes_per_second'] or 0, 'came': len(guests),
            'honest': len(times), 'slowest_s': max(times, default=0)}


def honest_guests(server, seconds):
    """Come at a steady rate, each from an address of their own, and do what their page would do.
    How long each took, or nothing for one who didn't get in."""
    results, threads = [], []
    lock = threading.Lock()

    def join(number):
        begin = time.perf_counter()
        got_in = join_like_a_page(server, number)
        with lock:
            results.append(time.perf_counter() - begin if got_in else None)

    for number in range(int(seconds * HONEST_PER_SECOND)):
        threads.append(threading.Thread(target=join, args=(number,), daemon=True))
        threads[-1].start()
        time.sleep(1 / HONEST_PER_SECOND)
    for thread in threads:
        thread.join()
    return results


def join_like_a_page(server, number):
    source = f'127.3.{number // 250}.{number % 250 + 1}'
    headers = {}
    for _ in range(5):  # a person presses again
        status, text, _ = post(server, f'/v1/resources/{RESOURCE}/waitlist:join',
                            {'email': f'honest-{number}@example.com'}, source, headers)
        if status == 201:
            return True
        headers = {}
        if status == 428:
            headers = {'Standby-Proof': solve(json.loads(text)['challenge'])[0]}
        else:
            time.sleep(1)
    return False
