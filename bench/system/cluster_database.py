"""A PostgreSQL of our own, thrown away afterwards, and pgbench to measure the anchors on it."""
import glob
import os
import pathlib
import pwd
import re
import shutil
import signal
import time

import processes
from processes import ANCHORS, BenchError

USER = 'standby'
SCRIPTS = ANCHORS / 'postgres'
THREADS = 2  # of pgbench


def find_program(name):
    """Its path or None. Debian keeps most programs of PostgreSQL in a folder of each version."""
    found = [path for path in pathlib.Path('/usr/lib/postgresql').glob(f'*/bin/{name}')
             if path.parts[4].isdigit()]
    if not found:
        return processes.find_program(name)
    return str(max(found, key=lambda path: int(path.parts[4])))


def is_installed():
    return all(find_program(name) for name in ('initdb', 'postgres', 'psql', 'pgbench'))


def as_its_user():
    """What to begin a command with: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    return ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups',
            '--pdeathsig', 'KILL', '--']


class Postgres(processes.Process):
    """A server on a free port of the loopback device, with an empty cluster in its folder."""

    def __init__(self, folder):
        self.port = processes.free_port()
        folder = pathlib.Path(folder)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        data = folder / 'data'
        conf = processes.fill_in(SCRIPTS / 'postgresql.conf', folder, self.port)
        if os.geteuid() == 0:
            owner = pwd.getpwnam('postgres')
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        processes.run_to_end([*as_its_user(), find_program('initdb'), '-D', data, '-U', USER,
                              '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'],
                             folder=folder)
        super().__init__('postgres', [*as_its_user(), find_program('postgres'), '-D', data,
                                      '-c', f'config_file={conf}'], folder)
        self._wait_until_ready()
        self.version = self.ask('postgres', 'SHOW server_version').split()[0]

    def _wait_until_ready(self):
        """It listens before it answers."""
        self.wait_for_port(self.port)
        deadline = time.monotonic() + processes.START_SECONDS
        while True:
            try:
                self.ask('postgres', 'SELECT 1')
                return
            except BenchError:
                if time.monotonic() > deadline:
                    raise
                self.check_alive()
                time.sleep(0.1)

    def stop(self):
        """At once: nobody needs what is in it."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGQUIT)
        super().stop()

    def address(self, name):
        """Of a database, as Standby is told where to keep its data."""
        return f'postgres://{USER}@127.0.0.1:{self.port}/{name}'

    def create(self, name, script=None, **variables):
        """A new database, with what the script puts into it."""
        self.ask('postgres', f'CREATE DATABASE {name}')
        if script:
            settings = [f'--set={key}={value}' for key, value in variables.items()]
            self._psql(name, '-f', SCRIPTS / script, *settings)

    def drop(self, name):
        self.ask('postgres', f'DROP DATABASE {name} WITH (FORCE)')

    def ask(self, name, query):
        """The answer as text: a line for each row, with bars between the columns."""
        return self._psql(name, '-c', query).strip()

    def settle(self, *names):
        """Vacuums the databases and writes everything to disk, so that nobody pays for what was
        there before."""
        for name in names:
            self.ask(name, 'VACUUM (ANALYZE)')
        self.ask('postgres', 'CHECKPOINT')

    def _psql(self, name, *words):
        return processes.run_to_end([find_program('psql'), '-XAtq', '-v', 'ON_ERROR_STOP=1',
                                     '-h', '127.0.0.1', '-p', self.port, '-U', USER, '-d', name,
                                     *words], seconds=600)

    def measure(self, name, script, clients, seconds=None, transactions=None, **variables):
        """Runs a script with pgbench for so long, or so often by each client. Transactions per
        second without the time to connect, and the milliseconds of its last statement."""
        line = [find_program('pgbench'), '-n', '-r', '-M', 'prepared', '-h', '127.0.0.1',
                '-p', self.port, '-U', USER, '-c', clients, '-j', min(clients, THREADS),
                '-f', SCRIPTS / script]
        line += ['-T', f'{seconds:.0f}'] if seconds else ['-t', transactions]
        line += [f'--define={key}={value}' for key, value in variables.items()]
        said = processes.run_to_end([*line, name])
        rate = re.search(r'^tps = ([\d.]+)', said, re.MULTILINE)
        failed = re.search(r'^number of failed transactions: (\d+)', said, re.MULTILINE)
        statements = re.findall(r'^ +([\d.]+) +\d+ +\S', said, re.MULTILINE)
        if not rate or not statements or (failed and failed.group(1) != '0'):
            raise BenchError(f'pgbench on {script} said {said[-600:]}')
        return {'rate': float(rate.group(1)), 'last_ms': float(statements[-1])}

    def mix(self, name, scripts, clients, seconds, folder, **variables):
        """Runs scripts with pgbench in given shares for so long. `scripts` are pairs of a script
        and its weight. The seconds that each of their transactions took, by script."""
        prefix = f'mix_{os.getpid()}'
        line = [find_program('pgbench'), '-n', '-M', 'prepared', '-h', '127.0.0.1', '-p', self.port,
                '-U', USER, '-c', clients, '-j', min(clients, THREADS), '-T', f'{seconds:.0f}',
                '--log', f'--log-prefix={prefix}']
        for script, weight in scripts:
            line += ['-f', f'{SCRIPTS / script}@{weight}']
        line += [f'--define={key}={value}' for key, value in variables.items()]
        said = processes.run_to_end([*line, name], folder=folder)
        failed = re.search(r'^number of failed transactions: (\d+)', said, re.MULTILINE)
        if not failed or failed.group(1) != '0':
            raise BenchError(f'pgbench said {said[-600:]}')
        times = {script: [] for script, _ in scripts}
        for log in pathlib.Path(folder).glob(f'{prefix}.*'):
            for words in map(str.split, log.read_text(encoding='ascii').splitlines()):
                times[scripts[int(words[3])][0]].append(int(words[2]) / 1e6)
            log.unlink()
        return times

    def cpu_seconds(self):
        """The time of the server and of all its processes, also of those that have ended."""
        total = 0
        for path in glob.glob('/proc/[0-9]*/stat'):
            try:
                text = pathlib.Path(path).read_text()
            except OSError:
                continue  # it has just ended
            fields = text.rpartition(')')[2].split()
            if path == f'/proc/{self.pid}/stat':
                total += sum(map(int, fields[11:15]))
            elif fields[1] == str(self.pid):
                total += int(fields[11]) + int(fields[12])
        return total / processes.TICKS_PER_SECOND

    def wal_bytes(self):
        """How much log it has written so far."""
        return int(self.ask('postgres', "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"))
