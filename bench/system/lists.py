"""Long lines to measure on: data folders with a given number of people waiting. Importing is the
fast way to make one; each is made once, and scenarios work on copies."""
import shutil
import time

import api
import processes

LINES_AT_ONCE = 50_000


class Lists:
    def __init__(self, bench, binary):
        self.bench = bench
        self.binary = binary
        self.folder = bench.folder(f'lists_{len(bench.all_lists)}')
        self.import_seconds = {}

    def copy(self, count):
        """A fresh data folder with `count` people waiting for one resource."""
        return self._place(count, lambda source, target: processes.run_to_end(
            ['cp', '-r', '--reflink=auto', source, target]))

    def take(self, count):
        """The same without a copy: the next use of this count makes it anew."""
        return self._place(count, shutil.move)

    def _place(self, count, put):
        source = self._template(count)
        target = self.bench.fresh_data()
        put(source, target)
        return target

    def _template(self, count):
        folder = self.folder / str(count)
        if not folder.exists():
            self._make(count, folder)
        return folder

    def _make(self, count, folder):
        begin = time.monotonic()
        unfinished = self.folder / f'{count}.unfinished'
        with processes.Standby(self.binary, unfinished) as server:
            api.wait_until_ready(server)
            with api.Api(server) as client:
                client.create_resource()
        people = self.folder / 'people.csv'
        write_people(people, count)
        started = time.monotonic()
        processes.run_to_end([self.binary, 'import', people, '--resource', api.RESOURCE,
                              '--data-dir', unfinished], seconds=3600)
        self.import_seconds[count] = time.monotonic() - started
        people.unlink()
        # Everyone was told that they wait; let that be over before anything is measured.
        with processes.Standby(self.binary, unfinished) as server:
            api.wait_until_ready(server)
            server.wait_until_idle()
        unfinished.rename(folder)
        self.bench.say(f'a list of {count:,} was made in {time.monotonic() - begin:.0f} s '
                       f'(import {self.import_seconds[count]:.1f} s)')


def write_people(path, count):
    """A CSV file as `standby import` takes it, written piece by piece."""
    with open(path, 'w', encoding='ascii') as file:
        file.write('name,email\n')
        for first in range(0, count, LINES_AT_ONCE):
            file.write(''.join(f'Person {number},person{number}@example.org\n'
                               for number in range(first, min(count, first + LINES_AT_ONCE))))
