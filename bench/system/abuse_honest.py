"""Honest people beside an attack, as a process of its own: guests who join and claim at a steady
rate, each without a key and from an address of their own, and a member of staff who signs in again
and again from a browser that is known. Prints what became of them, as JSON.

Usage: abuse_honest.py HOST:PORT SECONDS FILE
FILE is JSON: `lists` to join, `claims` as pairs of offer and token, `owner` as e-mail, password and
the browser's cookie, `network` as the second number of their addresses."""
import asyncio
import json
import sys
import time

from abuse_crowd import read_answer, request, solve

JOINS_PER_SECOND = 40  # on sixty lists: none of them counts as crowded
CLAIMS_PER_SECOND = 40  # enough of them that the 99th percentile is not the slowest one
PAUSE_SECONDS = 0.2  # between two sign-ins
PATIENCE_SECONDS = 20
TRIES = 3


class Kind:
    """What one kind of people got."""

    def __init__(self):
        self.asked = 0
        self.done_in_time = 0  # before the time of the measurement was over
        self.times = []
        self.refused = {}

    def told(self, seconds):
        times = sorted(self.times)
        return {'asked': self.asked, 'done': len(times),
                'rate': self.done_in_time / seconds,
                'p99_ms': times[min(len(times) * 99 // 100, len(times) - 1)] if times else None,
                'slowest_ms': times[-1] if times else None, 'refused': self.refused}


class Honest:
    def __init__(self, address, seconds, file):
        self.host, _, port = address.partition(':')
        self.port = int(port)
        self.seconds = float(seconds)
        with open(file, encoding='utf-8') as text:
            given = json.load(text)
        self.lists, self.claims = given['lists'], given['claims']
        self.owner, self.network = given['owner'], given['network']
        self.kinds = {'join': Kind(), 'claim': Kind(), 'sign_in': Kind()}
        self.begin = time.perf_counter()

    def source(self, part, number):
        return f'127.{self.network}.{part + number // 250 % 64}.{number % 250 + 1}'

    async def ask(self, source, text):
        reader, writer = await asyncio.open_connection(self.host, self.port,
                                                       local_addr=(source, 0))
        try:
            writer.write(text)
            return await read_answer(reader)
        finally:
            writer.close()

    async def served(self, name, since, tries):
        """`tries` asks until it is answered; how long that took since they came is counted."""
        kind = self.kinds[name]
        kind.asked += 1
        try:
            status = await asyncio.wait_for(tries, PATIENCE_SECONDS)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            status = 0
        now = time.perf_counter()
        if status in (200, 201):
            kind.times.append((now - since) * 1000)
            kind.done_in_time += now - self.begin <= self.seconds
        else:
            kind.refused[str(status)] = kind.refused.get(str(status), 0) + 1

    async def join(self, number):
        """As the page does it: with a proof where one is asked for."""
        source, proof, status = self.source(0, number), '', 0
        path = f'/v1/resources/{self.lists[number % len(self.lists)]}/waitlist:join'
        body = json.dumps({'name': f'Guest {number}',
                           'email': f'honest-{self.network}-{number}@example.com'})
        for _ in range(TRIES):
            status, text = await self.ask(source, request('POST', path, body=body, headers=proof))
            if status != 428:
                break
            solved, _, _ = solve(json.loads(text)['challenge'])
            proof = f'Standby-Proof: {solved}\r\n'
        return status

    async def claim(self, number):
        offer, token = self.claims[number]
        status, _ = await self.ask(self.source(64, number),
                                   request('POST', f'/v1/offers/{offer}:accept', token=token))
        return status

    async def sign_in(self, number):
        headers = (f'Origin: http://{self.host}:{self.port}\r\n'
                   f'Cookie: {self.owner["device"]}\r\n')
        body = json.dumps({'email': self.owner['email'], 'password': self.owner['password']})
        status, _ = await self.ask(self.source(128, number),
                                   request('POST', '/v1/session', body=body, headers=headers))
        return status

    async def come(self, name, rate, count, what):
        """One after the other at a steady rate, whether those before are served or not."""
        tasks = []
        for number in range(count):
            since = self.begin + number / rate
            await asyncio.sleep(max(0, since - time.perf_counter()))
            tasks.append(asyncio.create_task(self.served(name, since, what(number))))
        await asyncio.gather(*tasks)

    async def keep_signing_in(self):
        number = 0
        while time.perf_counter() - self.begin < self.seconds:
            await self.served('sign_in', time.perf_counter(), self.sign_in(number))
            number += 1
            await asyncio.sleep(PAUSE_SECONDS)

    async def run(self):
        self.begin = time.perf_counter()
        claims = min(int(self.seconds * CLAIMS_PER_SECOND), len(self.claims))
        await asyncio.gather(
            self.come('join', JOINS_PER_SECOND, int(self.seconds * JOINS_PER_SECOND), self.join),
            self.come('claim', CLAIMS_PER_SECOND, claims, self.claim),
            self.keep_signing_in())
        return {name: kind.told(self.seconds) for name, kind in self.kinds.items()}


if __name__ == '__main__':
    print(json.dumps(asyncio.run(Honest(*sys.argv[1:]).run())))
