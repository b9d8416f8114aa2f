"""Nodes of Standby over one PostgreSQL: starting them, their lists, who owns them, and joins that
are spread over them."""
import concurrent.futures
import time

import api as api_module
import processes
from api import ALPHABET, Api
from processes import BenchError

MOVES_SECONDS = 60
LISTS_TRIED = 400


class Node(processes.Standby):
    """`standby serve` on a database, ready to be asked."""

    def __init__(self, bench, database, name, binary=None, flags=()):
        super().__init__(binary or bench.binary, bench.fresh_data(),
                         ('--store', database.address(name), *flags))
        api_module.wait_until_ready(self)


def owners(database, name):
    """For every shard the address of the node that owns it; None where nobody does."""
    rows = database.ask(name, 'SELECT n.address FROM standby.shard s LEFT JOIN standby.node n '
                              'ON n.node_id = s.owner ORDER BY s.shard_id')
    return [address or None for address in rows.split('\n')]


def wait_until_owned(database, name, nodes):
    """Returns when the nodes own all shards among them, with some for each, and none has moved for
    a while. The owners by shard."""
    wanted = {node.address for node in nodes}
    deadline = time.monotonic() + MOVES_SECONDS
    before, same = None, 0
    while time.monotonic() < deadline:
        now = owners(database, name)
        same = same + 1 if now == before and set(now) == wanted else 0
        if same == 6:
            return now
        before = now
        time.sleep(0.5)
    raise BenchError(f'after {MOVES_SECONDS} s the shards of {name} are owned by {before}')


def create_list(api):
    """A list of people who wait until the organiser releases seats. Without quiet hours, so that
    the hour of the day changes nothing."""
    return api.call('POST', '/v1/resources', {
        'name': 'Night of strings', 'kind': 'seats', 'capacity': 0, 'time_zone': 'UTC',
        'inventory': 'external', 'rules': {'quiet_hours': None, 'claim_window': '12h'}})['id']


def number_of(resource):
    number = 0
    for digit in resource.removeprefix('res_'):
        number = number << 5 | ALPHABET.index(digit)
    return number


def create_lists(database, name, nodes, for_each_node):
    """So many lists of each node, no two in one shard. Lists by the address of their node."""
    by_shard = wait_until_owned(database, name, nodes)
    lists = {}
    for node in nodes:
        mine = {}  # by shard
        with Api(node) as api:
            for _ in range(LISTS_TRIED):
                made = create_list(api)
                shard = number_of(made) % len(by_shard)
                if by_shard[shard] == node.address:
                    mine.setdefault(shard, made)
                if len(mine) == for_each_node:
                    break
        if len(mine) < for_each_node:
            raise BenchError(f'{LISTS_TRIED} lists did not spread over the shards of {name}')
        lists[node.address] = list(mine.values())
    return lists


def joins(bench, targets, seed, seconds, connections):
    """Joins at several addresses at once, each with an equal part of the connections. Targets are
    pairs of an address and the lists to join there. The rate of all together."""
    def at(index, address, lists):
        result = bench.load.run('closed', address, seconds, request='join', seed=seed + index,
                                connections=connections // len(targets),
                                resource=','.join(lists))
        if result['errors'] or set(result['statuses']) != {'201'}:
            raise BenchError(f'joins at {address}: {result["errors"]} errors, statuses '
                             f'{result["statuses"]}')
        return result

    with concurrent.futures.ThreadPoolExecutor(len(targets)) as pool:
        running = [pool.submit(at, index, *target) for index, target in enumerate(targets)]
        results = [task.result() for task in running]
    return sum(result['requests'] for result in results) / max(result['seconds']
                                                               for result in results)
