"""How much memory the server takes: with nothing to do, with a long line read back from the disk,
and with a long line that joined over HTTP."""
from api import Api
from figures import Figure, at_most

GROUP = 'memory'
WAITING = 1_000_000


def run(bench):
    waiting = bench.scaled(WAITING)
    idle, _ = idle_mb(bench)
    bench.say(f'memory: idle {idle:.1f} MB')
    yield Figure(GROUP, 'resident, idle', idle, 'MB', target_text='< 40 MB',
                 met=at_most(idle, 39.99))
    for name, measure in (('read back from disk', reloaded_mb), ('joined over HTTP', joined_mb)):
        resident, own, count = measure(bench, waiting)
        bench.say(f'memory: {count:,} waiting, {name}: {resident:.1f} MB')
        yield Figure(GROUP, f'resident, {count:,} waiting, {name}', resident, 'MB',
                     target_text='< 150 MB', met=at_most(resident, 149.99),
                     note=f'{own:.1f} MB of it not mapped from files')


def idle_mb(bench):
    with bench.serve() as server:
        server.wait_until_idle()
        sizes = server.resident_mb()
        bench.discard(server)
    return sizes


def reloaded_mb(bench, waiting):
    with bench.serve(bench.waiting().copy(waiting)) as server:
        sizes = loaded_mb(server)
        bench.discard(server)
    return *sizes, waiting


def loaded_mb(server):
    """With the resource in memory and nothing under way."""
    with Api(server) as api:
        api.entry(1)
    server.wait_until_idle()
    return server.resident_mb()


def joined_mb(bench, waiting):
    with bench.serve() as server:
        bench.joins(server, 1, seconds=600, count=waiting)
        server.wait_until_idle()
        sizes = server.resident_mb()
        with Api(server) as api:
            count = api.resource()['counts']['waiting']
        bench.discard(server)
    return *sizes, count
