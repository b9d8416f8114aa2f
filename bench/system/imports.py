"""How fast 200,000 people come from a table beside a running server, and what joins of guests cost
meanwhile."""
import csv
import pathlib
import subprocess
import threading
import time

import api
import processes
from figures import Figure, at_least, at_most

GROUP = 'import'
ROWS = 200_000


def run(bench):
    runs = bench.repetitions('import', lambda number: once(bench, number))
    return list(figures_of(runs))


def write_table(path, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(['Name', 'E-mail', 'Service', 'Joined'])
        for number in range(rows):
            minute = number % 500_000
            writer.writerow([f'Guest {number}', f'guest{number}@mail.example.org', 'Cut',
                             f'2025-{1 + minute // 44_640 % 12:02}-{1 + minute // 1_440 % 28:02} '
                             f'{minute // 60 % 24:02}:{minute % 60:02}'])


def bring_in(binary, server, resource, path):
    """Runs `standby import` beside the server; how long it took."""
    began = time.monotonic()
    done = subprocess.run(
        [str(binary), 'import', str(path), '--resource', resource, '--data-dir',
         str(server.data_dir), '--api-key', server.KEY],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise processes.BenchError(f'import: {done.stdout[-800:]} {done.stderr[-800:]}')
    return time.monotonic() - began


def once(bench, number):
    """Joins alone, the import alone, and both at once on other lists."""
    path = pathlib.Path(bench.folder('import')) / 'people.csv'
    write_table(path, bench.scaled(ROWS))
    row = {}
    with bench.serve() as server:
        bench.warm_up(server, number)
        row['joins_alone'] = bench.joins(server, number)['rate']
        with api.Api(server) as client:
            lists = [client.call('POST', '/v1/resources', {
                'name': 'Saturday colour', 'kind': 'slots', 'time_zone': 'UTC'})['id']
                for _ in range(2)]
        row['seconds'] = bring_in(bench.binary, server, lists[0], path)
        taken = []
        importer = threading.Thread(target=lambda: taken.append(
            bring_in(bench.binary, server, lists[1], path)))
        importer.start()
        row['joins_beside'] = bench.joins(server, number + 1_000)['rate']
        importer.join()
        row['seconds_beside'] = taken[0]
        bench.discard(server)
    return row


def figures_of(runs):
    yield Figure(GROUP, f'{ROWS:,} people from a table', runs.median('seconds'), 's',
                 target_text='<= 5 s', met=at_most(runs.median('seconds'), 5.0),
                 note=runs.spread('seconds'))
    yield Figure(GROUP, 'the same beside joins at full speed', runs.median('seconds_beside'), 's',
                 note=runs.spread('seconds_beside'))
    ratio = runs.ratio('joins_beside', 'joins_alone')
    yield Figure(GROUP, 'joins meanwhile', runs.median('joins_beside'), '/s', 'joins alone',
                 runs.median('joins_alone'), ratio, '>= 0.80', at_least(ratio, 0.80),
                 runs.ratio_spread('joins_beside', 'joins_alone'))
