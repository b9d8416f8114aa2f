"""A hundred thousand lists on one file, of which one in a hundred is busy: how much memory that
takes, how soon a list that nobody has asked for answers, and how soon the server is back after
kill -9."""
import time

import api as api_module
import many_lists
import processes
from api import Api
from bench import CONNECTIONS
from figures import Figure, at_most

GROUP = 'many'
LISTS, QUICK_LISTS = 100_000, 2_000
BUSY_SHARE = 0.01
COLD, QUICK_COLD = 200, 20  # lists with people waiting that are asked for beside the load
WAITING, QUICK_WAITING = 1_000, 100  # on each of them
REPEAT, SECONDS, QUICK_SECONDS = 3, 5, 0.5  # at most
PEAK_SECONDS = 2
LOAD_SHARE = 0.5  # of the peak: what a server has on a busy day
TOUCH_CONNECTIONS = 16
TOUCH_HASTE = 1.3  # so that all are asked for before the time is over


def run(bench):
    platform = Platform(bench)
    with bench.serve(bench.fresh_data()) as server:
        empty, _ = settled_mb(server)
        platform.fill(server)
        made, _ = settled_mb(server)
        size_mb = (server.data_dir / 'standby.db').stat().st_size / processes.MB
        server.kill()
    runs = bench.repetitions('100,000 lists' if not bench.quick else 'many lists',
                             platform.once, min(bench.repeat, REPEAT))
    bench.discard(server)
    yield from figures_of(platform, runs, empty, made, size_mb)


def figures_of(platform, runs, empty, made, size_mb):
    count, busy = len(platform.lists), len(platform.busy)
    yield Figure(GROUP, f'resident, {count:,} lists, {busy:,} of them busy',
                 runs.most('busy_mb'), 'MB', target_text='<= 300 MB',
                 met=at_most(runs.most('busy_mb'), 300),
                 note=f'empty {empty:.0f}, just after kill -9 {runs.median("idle_mb"):.0f}')
    yield Figure(GROUP, f'resident, {count:,} lists, all of them just made', made, 'MB',
                 note='a list is let go when nobody has asked for it for a while')
    yield Figure(GROUP, 'memory for each list, idle', 1000 * (runs.median('idle_mb') - empty)
                 / count, 'KB', note='not in use')
    yield Figure(GROUP, 'memory for each list, busy', runs.median('busy_kb'), 'KB',
                 note=f'with {runs.median("busy_waiting"):.0f} waiting')
    yield Figure(GROUP, 'memory for each list, in use but still', runs.median('still_kb'), 'KB',
                 note=f'with {platform.waiting:,} waiting')
    yield Figure(GROUP, f'first touch of a list with {platform.waiting:,} waiting, p99',
                 runs.median('touch_p99_ms'), 'ms', target_text='<= 20 ms',
                 met=at_most(runs.median('touch_p99_ms'), 20),
                 note=f'{runs.spread("touch_p99_ms")}; p50 {runs.median("touch_p50_ms"):.1f}; '
                      f'beside {runs.median("load_rate"):,.0f} joins/s, half of the peak'
                      .strip('; '))
    yield Figure(GROUP, f'ready after kill -9, {count:,} lists', runs.median('ready_s'), 's',
                 target_text='<= 1 s', met=at_most(runs.median('ready_s'), 1),
                 note=f'file of {size_mb:,.0f} MB; first answer {runs.median("answer_s"):.2f} s; '
                      f'{runs.spread("ready_s")}'.strip('; '))


def settled_mb(server):
    """All of it that is in memory, and what of that is its own, when it has nothing to do."""
    many_lists.wait_until_idle([server])
    return server.resident_mb()


class Platform:
    """The lists of one data folder, which is served again and again."""

    def __init__(self, bench):
        self.bench = bench
        self.repeat = min(bench.repeat, REPEAT)
        self.seconds = min(bench.seconds, QUICK_SECONDS if bench.quick else SECONDS)
        self.waiting = QUICK_WAITING if bench.quick else WAITING
        self.cold = QUICK_COLD if bench.quick else COLD
        self.still = self.cold // 4
        self.count = QUICK_LISTS if bench.quick else LISTS

    def fill(self, server):
        """Makes the lists, and puts people on those that will be asked for cold."""
        self.data_dir = server.data_dir
        self.lists = many_lists.make_lists(self.bench, server, self.count, many_lists.SEATS)
        self.busy = self.lists[::round(1 / BUSY_SHARE)]
        begin = time.monotonic()
        self.cold_lists = [one for index, one in enumerate(self.lists)
                           if index % 20 == 7][:self.cold]
        self.still_lists = [one for index, one in enumerate(self.lists)
                            if index % 20 == 13][:self.still]
        filled = self.cold_lists + self.still_lists
        people = len(filled) * self.waiting
        self.bench.joins(server, 1, seconds=120, count=people, resource=','.join(filled))
        self.bench.say(f'{people:,} joined {len(filled):,} of them in '
                       f'{time.monotonic() - begin:.1f} s')

    def once(self, number):
        """Served again after a kill under load."""
        with self.bench.serve(self.data_dir) as server:
            self.joins(server, 10 * number, 0.5)
            server.kill()
        begin = time.monotonic()
        with processes.Standby(self.bench.binary, self.data_dir) as server:
            api_module.wait_until_ready(server)
            ready = time.monotonic() - begin
            with Api(server) as api:
                api.call('GET', f'/v1/resources/{self.busy[0]}')
            answer = time.monotonic() - begin
            idle, idle_own = settled_mb(server)
            with Api(server) as api:
                for one in self.still_lists:
                    api.call('GET', self.touch_path(one))
            _, still_own = settled_mb(server)
            peak = self.joins(server, 10 * number + 1, min(self.seconds, PEAK_SECONDS))
            _, busy_own = settled_mb(server)
            with Api(server) as api:
                counts = api.call('GET', f'/v1/resources/{self.busy[0]}')['counts']
            row = self.touches(server, number, peak['rate'] * LOAD_SHARE)
            busy, _ = settled_mb(server)
            server.kill()
        return row | {'ready_s': ready, 'answer_s': answer, 'idle_mb': idle, 'busy_mb': busy,
                      'busy_kb': 1000 * (busy_own - still_own) / len(self.busy),
                      'still_kb': 1000 * (still_own - idle_own) / self.still,
                      'busy_waiting': counts['waiting']}

    def touch_path(self, one):
        """The status of somebody in the middle of the line."""
        return f'/v1/waitlist/{many_lists.entry_of(one, self.waiting // 2)}'

    def joins(self, server, seed, seconds):
        return self.bench.joins(server, seed, seconds=seconds, resource=','.join(self.busy))

    def touches(self, server, number, rate):
        """Each cold list is asked once, beside the load."""
        file = self.bench.folder('many') / 'cold.tsv'
        file.write_text(''.join(f'{self.touch_path(one)}\n' for one in self.cold_lists))
        load = self.bench.load
        with load.start('open', server.address, request='join', resource=','.join(self.busy),
                        rate=round(rate), connections=CONNECTIONS,
                        seed=10 * number + 2) as beside:
            time.sleep(0.3)
            result = load.run('open', server.address, self.seconds, request='get-each', file=file,
                              in_order=True, rate=TOUCH_HASTE * self.cold / self.seconds,
                              connections=TOUCH_CONNECTIONS, key=server.KEY, seed=number)
            loaded = beside.finish()
        touched = result['classes']['get-each']['by_status']
        if set(touched) != {'200'} or touched['200']['count'] < self.cold / 2:
            raise processes.BenchError(f'cold lists did not answer: {result}')
        joined = loaded['classes']['join']['by_status']
        if set(joined) != {'201'}:
            raise processes.BenchError(f'joins beside cold lists: {loaded}')
        latency = touched['200']['latency']
        return {'touch_p99_ms': latency['p99_ms'], 'touch_p50_ms': latency['p50_ms'],
                'load_rate': joined['201']['rate']}
