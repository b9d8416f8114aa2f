"""A hostile crowd, as a process of its own: connections from one address or from many, each of
which asks for the same kind of thing again as soon as it is answered. Prints `ready`, goes on until
it is terminated, and then prints what it was answered, as JSON.

Usage: abuse_crowd.py ATTACK HOST:PORT ADDRESSES CONNECTIONS FILE STREAMS
FILE has what the attack needs: lines of `entry TAB token`, or ids of lists. STREAMS is how many of
them the attack with streams holds open."""
import asyncio
import collections
import concurrent.futures
import hashlib
import json
import os
import resource
import signal
import sys
import time

SOLVERS = 2  # processes that solve puzzles for the bots


def source(number):
    """The address of the attacker of this number, all of them on this machine."""
    return f'127.1.{number // 250}.{number % 250 + 1}'


def request(method, path, *, token=None, body=None, headers=''):
    head = f'{method} {path} HTTP/1.1\r\nHost: a\r\n{headers}'
    if token:
        head += f'Authorization: Bearer {token}\r\n'
    if body is not None:
        head += f'Content-Type: application/json\r\nContent-Length: {len(body)}\r\n'
    return (head + '\r\n' + (body or '')).encode()


async def read_answer(reader):
    head = await reader.readuntil(b'\r\n\r\n')
    size = 0
    for line in head.split(b'\r\n'):
        if line.lower().startswith(b'content-length:'):
            size = int(line.split(b':')[1])
    body = await reader.readexactly(size) if size else b''
    return int(head.split(b' ', 2)[1]), body


def solve(challenge):
    """The proof, how many answers were tried, and how long that took."""
    begin = time.perf_counter()
    limit = 1 << (32 - challenge['bits'])
    start = hashlib.sha256(challenge['puzzle'].encode() + b'.')
    answer = 0
    while True:
        tried = start.copy()
        tried.update(b'%d' % answer)
        if int.from_bytes(tried.digest()[:4], 'big') < limit:
            return f'{challenge["puzzle"]}.{answer}', answer + 1, time.perf_counter() - begin
        answer += 1


# As many windows as a wish may have, none of which can be joined with another.
WEEKLY = [{'days': ['mon'], 'from': f'{number // 4:02}:{number % 4 * 15:02}',
           'to': f'{number // 4:02}:{number % 4 * 15 + 7:02}'} for number in range(50)]


def long_join(number):
    """A join that takes as much room as it can, and has its answer kept, too."""
    wants = {name: f'{name} {number} '.ljust(100, 'x') for name in ('service', 'staff', 'place')}
    return {'name': 'n' * 80, 'email': f'bot{os.getpid()}-{number}@example.com',
            'phone': f'+4915{number:09}', 'wants': {**wants, 'weekly': WEEKLY},
            'instant_yes': {'weekly': WEEKLY}, 'consent': 'c' * 1000}


class Crowd:
    def __init__(self, attack, address, addresses, connections, file, streams):
        self.attack = attack
        self.host, _, port = address.partition(':')
        self.port = int(port)
        self.addresses = addresses
        self.connections = connections
        self.streams = streams
        with open(file, encoding='utf-8') as lines:
            self.entries = [line.split() for line in lines.read().splitlines()]
        self.statuses = collections.Counter()
        self.hashes = 0
        self.hash_seconds = 0.0
        self.number = 0
        self.solvers = concurrent.futures.ProcessPoolExecutor(SOLVERS)

    async def connect(self, number):
        return await asyncio.open_connection(
            self.host, self.port, local_addr=(source(number % self.addresses), 0))

    def next_request(self, number):
        self.number += 1
        entry = self.entries[number % len(self.entries)]
        if self.attack == 'documents':
            return request('GET', '/v1/openapi.yaml', headers='Accept-Encoding: gzip\r\n')
        if self.attack == 'explanations':
            return request('GET', f'/v1/waitlist/{entry[0]}/explain', token=entry[1])
        if self.attack == 'sign-ins':
            body = json.dumps({'email': f'a{self.number}@example.com', 'password': 'wrong'})
            return request('POST', '/v1/session', body=body,
                           headers=f'Origin: http://{self.host}:{self.port}\r\n')
        if self.attack in ('changes', 'streams'):
            entry = self.entries[0] if self.attack == 'streams' else entry
            wants = {'name': f'Name {self.number}'.ljust(80, 'x')}
            return request('PATCH', f'/v1/waitlist/{entry[0]}', token=entry[1],
                           body=json.dumps(wants))
        return request('POST', '/v1/callbacks/twilio/status', body='{}')

    async def ask_on(self, number):
        while True:
            try:
                reader, writer = await self.connect(number)
                while True:
                    writer.write(self.next_request(number))
                    status, _ = await read_answer(reader)
                    self.statuses[status] += 1
            except (OSError, asyncio.IncompleteReadError):
                self.statuses['broken'] += 1
                await asyncio.sleep(0.05)

    async def hold(self, number):
        """A socket that says nothing, and comes back when it is closed."""
        while True:
            try:
                reader, writer = await self.connect(number)
                await reader.read()
                writer.close()
                self.statuses['closed'] += 1
            except OSError:
                self.statuses['broken'] += 1
            await asyncio.sleep(5)

    async def watch(self, number):
        entry, token = self.entries[0]
        while True:
            try:
                reader, writer = await self.connect(number)
                writer.write(request('GET', f'/v1/waitlist/{entry}/events', token=token))
                head = await reader.readuntil(b'\r\n\r\n')
                self.statuses[int(head.split(b' ', 2)[1])] += 1
                while await reader.read(65536):
                    pass
            except (OSError, asyncio.IncompleteReadError):
                self.statuses['broken'] += 1
            await asyncio.sleep(2)

    async def join_on(self, number):
        """A bot: joins again and again, and does the work that it is asked for."""
        while True:
            try:
                reader, writer = await self.connect(number)
                proof = ''
                while True:
                    self.number += 1
                    given = self.number
                    body, key = {'email': f'bot{os.getpid()}-{given}@example.com'}, ''
                    if self.attack == 'joins':
                        body, key = long_join(given), f'Idempotency-Key: key-{given}\r\n'
                    resource_id = self.entries[given % len(self.entries)][0]
                    writer.write(request('POST', f'/v1/resources/{resource_id}/waitlist:join',
                                         body=json.dumps(body), headers=proof + key))
                    status, text = await read_answer(reader)
                    self.statuses[status] += 1
                    proof = ''
                    if status == 428:
                        solved, tries, seconds = await asyncio.get_running_loop().run_in_executor(
                            self.solvers, solve, json.loads(text)['challenge'])
                        self.hash_seconds += seconds
                        self.hashes += tries
                        proof = f'Standby-Proof: {solved}\r\n'
            except (OSError, asyncio.IncompleteReadError):
                self.statuses['broken'] += 1
                await asyncio.sleep(0.05)

    async def run(self):
        work = {'sockets': self.hold, 'bots': self.join_on,
                'joins': self.join_on}.get(self.attack, self.ask_on)
        tasks = []
        for number in range(self.connections):
            tasks.append(asyncio.create_task(work(number)))
            if number % 200 == 199:
                await asyncio.sleep(0.02)
        if self.attack == 'streams':
            for number in range(self.streams):
                tasks.append(asyncio.create_task(self.watch(number)))
                if number % 200 == 199:
                    await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        over = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
        print('ready', file=sys.stderr, flush=True)
        await over.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.solvers.shutdown(cancel_futures=True)


def main(attack, address, addresses, connections, file, streams):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd = Crowd(attack, address, int(addresses), int(connections), file, int(streams))
    asyncio.run(crowd.run())
    print(json.dumps({'statuses': {str(key): value for key, value in crowd.statuses.items()},
                      'hashes_per_second': SOLVERS * crowd.hashes / crowd.hash_seconds
                      if crowd.hash_seconds else None}))


if __name__ == '__main__':
    main(*sys.argv[1:])
