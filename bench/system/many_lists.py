"""What the scenarios of many lists share: making the lists, and counting what the work on them
costs until nothing of it is left to do."""
import json
import os
import time

import machine
import processes
from api import Api, public_id
from cluster_nodes import number_of

CONNECTIONS = 256
IDLE_SECONDS = 120
IDLE_SHARE = 0.06  # of a core: what leases and clocks cost

SEATS = {'kind': 'seats', 'capacity': 0, 'inventory': 'external', 'time_zone': 'UTC',
         'rules': {'quiet_hours': None, 'claim_window': '12h'}}
SLOTS = {'kind': 'slots', 'time_zone': 'UTC',
         'rules': {'quiet_hours': None, 'claim_window': '12h'}}


def make_lists(bench, server, count, body):
    """So many lists on an empty store, made over the API with many connections at once. Their
    ids."""
    file = bench.folder('many') / 'lists.tsv'
    with open(file, 'w', encoding='ascii') as lines:
        for number in range(1, count + 1):
            body['name'] = f'List {number}'
            lines.write(f'/v1/resources\t{server.KEY}\t{json.dumps(body)}\n')
    begin = time.monotonic()
    bench.posts(server, file, seed=count, connections=CONNECTIONS)
    file.unlink()
    with Api(server) as api:
        ids = [one['id'] for one in api.items('/v1/resources?')]
    if len(ids) != count:
        raise processes.BenchError(f'{count:,} lists were made, {len(ids):,} are there')
    bench.say(f'{count:,} lists were made in {time.monotonic() - begin:.1f} s')
    return ids


def entry_of(resource, number):
    """The id of an entry of a list."""
    return public_id('ent', number, number_of(resource))


class Costs:
    """What work costs: used in a `with` around it, with nothing else at work on the machine. The
    server may be the database itself. Afterwards, `of(count)` is the cost of each of so many
    actions, with what is done later because of them: messages that are handed on, rows and
    checkpoints that are written behind."""

    def __init__(self, server, database=None):
        self.parts = [server] if database in (None, server) else [server, database]
        self.database = database

    def __enter__(self):
        self.disk = self._disk()
        self.before = self._counters()
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            wait_until_idle(self.parts)
            self.spent = {name: value - self.before[name]
                          for name, value in self._counters().items()}
            after = self._disk()
            self.spent['disk'] = None if after is None else after - self.disk

    def _counters(self):
        return {'cpu': sum(part.cpu_seconds() for part in self.parts),
                'log': self.database.wal_bytes() if self.database else 0}

    def _disk(self):
        """With everything that only waits in memory to be written."""
        if self.database:
            self.database.ask('postgres', 'CHECKPOINT')
        os.sync()
        return machine.disk_written_bytes(self.parts[0].log_path.parent)

    def of(self, count):
        """Kilobytes written and microseconds of processor time, all processes together."""
        spent = self.spent
        costs = {'kb': None if spent['disk'] is None else spent['disk'] / count / 1000,
                 'cpu_us': spent['cpu'] * 1e6 / count}
        return costs | ({'log_kb': spent['log'] / count / 1000} if self.database else {})


def wait_until_idle(parts, seconds=IDLE_SECONDS):
    """Returns when all of them together have done next to nothing for half a second."""
    deadline = time.monotonic() + seconds
    before = sum(part.cpu_seconds() for part in parts)
    while time.monotonic() < deadline:
        time.sleep(0.5)
        now = sum(part.cpu_seconds() for part in parts)
        if now - before <= IDLE_SHARE * 0.5:
            return
        before = now
    raise processes.BenchError(f'{parts[0].name} is still busy after {seconds} s')
