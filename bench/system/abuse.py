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
from api import RESOURCE, Api
from figures import Figure, at_least, at_most
from overload import make_offers

GROUP = 'abuse'
WAITING = 20_000  # a history longer than guests may have read
ADDRESSES = 1_000
ATTACKS = {  # connections from one address, and from a thousand
    'documents': (20, 1_000), 'explanations': (130, 1_000), 'sign-ins': (40, 1_000),
    'streams': (20, 1_000), 'changes': (130, 1_000), 'sockets': (10_050, 10_050),
    'callbacks': (130, 1_000)}
JOINS_PER_SECOND = 500
CLAIMS_PER_SECOND = 20
GUESTS = 200
READY_SECONDS = 120
BOT_SECONDS = 15
HONEST_PER_SECOND = 4
PASSWORD = 'a long sentence is good'
CROWD = pathlib.Path(__file__).with_name('abuse_crowd.py')
# Limits as they are unless they are set. Honest guests come through a proxy, hence by one address.
LIMITS_ON = {'STANDBY_CLIENT_RATE': '200', 'STANDBY_TRUSTED_PROXY': '127.0.0.1'}


def run(bench):
    rows = {}
    for addresses in (1, ADDRESSES):
        rows[addresses] = attacked(bench, addresses)
    for addresses, row in rows.items():
        where = 'one address' if addresses == 1 else f'{addresses:,} addresses'
        yield from attack_figures(row, where)
    yield growth_figure(bench)
    yield from farm_figures(bench)


def attack_figures(row, where):
    normal = row.pop('normal')
    for attack, beside in row.items():
        note = f'hostile answers: {beside["hostile"]}'
        ratio = beside['joins'] / normal['joins']
        yield Figure(GROUP, f'{attack} from {where}: joins', beside['joins'], '/s', 'in peace',
                     normal['joins'], ratio, '>= 0.80', at_least(ratio, 0.80), note)
        for what, name in (('join_ms', 'join'), ('claim_ms', 'claim'), ('sign_in_ms', 'sign-in')):
            ratio = beside[what] / normal[what] if beside[what] and normal[what] else None
            yield Figure(GROUP, f'{attack} from {where}: {name}, p99', beside[what], 'ms',
                         'in peace', normal[what], ratio, '< 3 x in peace',
                         at_most(ratio, 2.99) if ratio else None,
                         beside['failed'] if what == 'sign_in_ms' else '')


def crowd(bench, attack, server, addresses, connections, file):
    """Attackers have machines of their own. Here they get what processor time nobody else wants,
    which is most of it; what they make the server do still counts in full."""
    line = ['chrt', '--idle', 0, sys.executable, '-B', CROWD, attack, server.address, addresses,
            connections, file]
    return processes.BackgroundLoad(line, bench.folder('abuse'))


def attacked(bench, addresses):
    """Each attack on one server after the other, with the same honest load beside it."""
    seconds = 2 if bench.quick else min(bench.seconds, 8)
    row = {}
    data_dir = bench.waiting().copy(bench.scaled(WAITING))
    with bench.serve(data_dir, environment=LIMITS_ON) as server:
        owner = set_up_owner(server)
        guests = make_guests(bench, server)
        count = int(CLAIMS_PER_SECOND * (seconds + 2))
        offers = make_offers(bench, server, [count] * (len(ATTACKS) + 1))
        honest(bench, server, 1, offers[0], None, 1)  # to warm up
        row['normal'] = honest(bench, server, seconds, offers[0], owner, 2)
        for number, (attack, connections) in enumerate(ATTACKS.items(), 1):
            many = connections[0 if addresses == 1 else 1]
            with crowd(bench, attack, server, addresses, many, guests) as hostile:
                hostile.wait_until_ready(READY_SECONDS)
                row[attack] = honest(bench, server, seconds, offers[number], owner, 10 + number)
                row[attack]['hostile'] = hostile.finish()['statuses']
            bench.say(f'{attack} from {addresses}: {json.dumps(row[attack])}')
            server.wait_until_idle(60)
        bench.discard(server)
    return row


def honest(bench, server, seconds, offers, owner, seed):
    """Joins and claims at a modest rate, and one person who signs in again and again."""
    signing_in = SigningIn(server, owner) if owner else None
    result = bench.load.run('open', server.address, seconds, request='join', resource=RESOURCE,
                            rate=JOINS_PER_SECOND, connections=64, seed=seed,
                            key=server.KEY, accepts=offers, accept_rate=CLAIMS_PER_SECOND,
                            accept_connections=16)
    joins = result['classes']['join']['by_status'].get('201')
    claims = result['classes']['accept']['by_status'].get('200')
    times, failed = signing_in.finish() if signing_in else ([], 0)
    return {'joins': joins['rate'] if joins else 0,
            'join_ms': joins['latency']['p99_ms'] if joins else None,
            'claim_ms': claims['latency']['p99_ms'] if claims else None,
            'sign_in_ms': max(times) if times else None,
            'failed': f'{failed} of {failed + len(times)} failed' if failed else ''}


class SigningIn:
    """Signs in from one honest address after the other, as quickly as it is answered, in a browser
    that has been here before."""

    def __init__(self, server, owner):
        self.server = server
        self.email, self.device = owner
        self.times = []
        self.failed = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    def work(self):
        number = 0
        while not self.is_over.is_set():
            number += 1
            begin = time.perf_counter()
            status = post(self.server, '/v1/session',
                          {'email': self.email, 'password': PASSWORD}, f'127.2.0.{number}',
                          {'Cookie': self.device})[0]
            if status == 200:
                self.times.append((time.perf_counter() - begin) * 1000)
            else:
                self.failed += 1
            self.is_over.wait(0.5)

    def finish(self):
        self.is_over.set()
        self.thread.join()
        return self.times, self.failed


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
    """Somebody who can sign in, and the cookie by which their browser is known; nothing when the
    link cannot be used. The file with the link is written a moment after the server is ready."""
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
            [device] = [each for each in cookies if '-device=' in each]
            return email, device
        time.sleep(0.2)
    return None


def make_guests(bench, server):
    """A file of entries and their tokens."""
    file = bench.folder('abuse') / 'guests.tsv'
    with Api(server) as client:
        made = [client.call('POST', f'/v1/resources/{RESOURCE}/waitlist:join',
                            {'email': f'abuse-{number}@example.com'}) for number in range(GUESTS)]
    file.write_text(''.join(f'{entry["id"]}\t{entry["token"]}\n' for entry in made))
    return file


def growth_figure(bench):
    """How fast one client fills the disk with what is kept for good."""
    seconds = 5 if bench.quick else 30
    with bench.serve(environment=LIMITS_ON) as server:
        guests = make_guests(bench, server)
        server.wait_until_idle()
        before = folder_size(server)
        with crowd(bench, 'changes', server, 1, 130, guests) as hostile:
            hostile.wait_until_ready(READY_SECONDS)
            time.sleep(seconds)
            answers = hostile.finish()['statuses']
        server.stop()  # which also writes what was in the log of the database
        grown = folder_size(server) - before
        bench.discard(server)
    a_minute = grown / processes.MB * 60 / seconds
    return Figure(GROUP, 'disk that one client fills', a_minute, 'MB/min', target_text='<= 1',
                  met=at_most(a_minute, 1), note=f'{answers} in {seconds} s')


def folder_size(server):
    """Of the database, without the log beside it, which is used again and again."""
    return (server.data_dir / 'standby.db').stat().st_size


def farm_figures(bench):
    """A farm of bots on a list that everybody wants, without and with protection."""
    seconds = 3 if bench.quick else BOT_SECONDS
    without = farm(bench, seconds, {'STANDBY_CLIENT_RATE': '0'})
    protected = farm(bench, seconds, LIMITS_ON)
    ratio = protected['bots'] / without['bots']
    yield Figure(GROUP, f'places of {ADDRESSES:,} bots in {seconds} s', protected['bots'], '',
                 'unprotected', without['bots'], ratio, '<= 0.10', at_most(ratio, 0.10),
                 f'{protected["hash_rate"]:,.0f} hashes/s; {protected["hostile"]}')
    yield Figure(GROUP, 'honest guests who got in beside them', protected['honest'], '', 'who came',
                 protected['came'], protected['honest'] / protected['came'], '1.00',
                 at_least(protected['honest'] / protected['came'], 1),
                 f'slowest {protected["slowest_s"]:.1f} s; unprotected '
                 f'{without["honest"]} of {without["came"]}')


def farm(bench, seconds, environment):
    with bench.serve(flags=('--join-rate', '5'), environment=environment) as server:
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
