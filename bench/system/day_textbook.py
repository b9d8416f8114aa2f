"""The mixed day on the textbook design (bench/anchors/postgres/textbook_day*.sql), run by pgbench:
ordinary tables, the usual transactions, a position that is the highest one plus one, a rank that is
a COUNT(*)."""
import statistics
import time

from figures import amount
from many_lists import Costs

DATABASE = 'textbook_day'
CLIENTS = (8, 32)  # of which the faster number is used
TRY_SECONDS = 2


class Textbook:
    def __init__(self, bench, sizes, database):
        self.bench, self.sizes, self.database = bench, sizes, database
        begin = time.monotonic()
        database.create(DATABASE, 'textbook_day.sql', lists=sizes.lists, people=sizes.people,
                        power=sizes.power)
        self.people = int(database.ask(DATABASE, 'SELECT count(*) FROM waitlist_entry'))
        bench.say(f'textbook: {self.people:,} on {sizes.lists:,} lists after '
                  f'{time.monotonic() - begin:.0f} s')
        rates = {clients: sum(map(len, self.mix(clients, TRY_SECONDS).values())) / TRY_SECONDS
                 for clients in (CLIENTS if not bench.quick else CLIENTS[-1:])}
        self.clients = max(rates, key=rates.get)
        bench.say('textbook: ' + ', '.join(f'{amount(rate)}/s with {clients} clients'
                                           for clients, rate in rates.items()))

    def mix(self, clients, seconds):
        """The seconds of each transaction by the kind of action."""
        scripts = [(f'textbook_day_{kind}.sql', share) for kind, share in self.sizes.shares.items()]
        times = self.database.mix(DATABASE, scripts, clients, max(1, seconds),
                                  self.bench.folder('day'), lists=self.sizes.lists,
                                  people=self.people, power=self.sizes.power)
        return {kind: times[script] for kind, (script, _) in zip(self.sizes.shares, scripts)}

    def once(self, _):
        """The same as of Standby."""
        seconds = max(1, round(self.sizes.seconds))
        with Costs(self.database, self.database) as costs:
            by_kind = self.mix(self.clients, seconds)
        count = sum(map(len, by_kind.values()))
        row = {'rate': count / seconds, **costs.of(count)}
        for kind, times in by_kind.items():
            ranks = statistics.quantiles(times, n=100)
            row |= {f'{kind}_p50': 1000 * ranks[49], f'{kind}_p99': 1000 * ranks[98]}
        return row

    def remarks(self):
        """What it is, in sentences for the results."""
        return [
            'The textbook design has one table of lists and one of entries in the same PostgreSQL',
            'as Standby on PostgreSQL. A join looks for the address, locks the list, takes the',
            'highest position plus one and inserts; a look counts who is ahead; a place that',
            'comes free locks the list and invites the first; a claim locks the entry and accepts',
            'it; a cancellation and a change update one row. It writes no event, message or kept',
            'answer, has no watchers, matches no wishes, and no HTTP stands before it: pgbench',
            f'sends prepared statements over {self.clients} connections, the faster of '
            f'{" and ".join(map(str, CLIENTS))}. All of that is in its favour.']
