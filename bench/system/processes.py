"""Everything that runs beside the scenarios: Standby itself, the anchors, the load tool. Each is
started on a free port with its own folder, waited for, measured and stopped by its own pid."""
import json
import mmap
import os
import pathlib
import resource
import shutil
import signal
import socket
import struct
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ANCHORS = ROOT / 'bench' / 'anchors'
START_SECONDS = 60
STOP_SECONDS = 60
TICKS_PER_SECOND = os.sysconf('SC_CLK_TCK')
MB = 1_000_000


class BenchError(Exception):
    """A measurement could not be made; the text says why."""


def raise_file_limit():
    """Lets this process, and so its children, open as many sockets as the system permits."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def find_program(name):
    """Its path or None; looks into sbin, too, where Debian keeps nginx."""
    return shutil.which(name, path=os.environ.get('PATH', '') + ':/usr/sbin:/sbin')


class Process:
    """A child that dies with us, with its output in a file."""

    def __init__(self, name, command, folder, environment=None):
        self.name = name
        self.log_path = pathlib.Path(folder) / f'{name}.log'
        with open(self.log_path, 'ab') as log:
            self.child = subprocess.Popen(
                ['setpriv', '--pdeathsig', 'KILL', '--', *map(str, command)], cwd=folder,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **(environment or {})})
        self.pid = self.child.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def check_alive(self):
        if self.child.poll() is not None:
            text = self.log_path.read_text(errors='replace')[-800:]
            raise BenchError(f'{self.name} ended with {self.child.returncode}: {text.strip()}')

    def wait_for_port(self, port):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            self.check_alive()
            try:
                socket.create_connection(('127.0.0.1', port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise BenchError(f'{self.name} did not listen within {START_SECONDS} s')

    def stop(self):
        """Gently; hard when that takes too long."""
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self):
        """As if the power went off, for the process."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGKILL)
            self.child.wait()

    def cpu_seconds(self):
        """The time all threads have spent on a processor so far."""
        fields = pathlib.Path(f'/proc/{self.pid}/stat').read_text().rpartition(')')[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND

    def resident_mb(self):
        """What of it is in memory: the whole, and what of that is its own (not mapped files)."""
        sizes = {}
        for line in pathlib.Path(f'/proc/{self.pid}/status').read_text().splitlines():
            name, _, value = line.partition(':')
            if name in ('VmRSS', 'RssAnon'):
                sizes[name] = int(value.split()[0]) * 1024 / MB
        return sizes['VmRSS'], sizes['RssAnon']

    def wait_until_idle(self, seconds=600):
        """Returns when it has spent next to no processor time for half a second: messages are
        sent, memory is loaded."""
        deadline = time.monotonic() + seconds
        before = self.cpu_seconds()
        while time.monotonic() < deadline:
            time.sleep(0.5)
            now = self.cpu_seconds()
            if now - before <= 0.02:
                return
            before = now
            self.check_alive()
        raise BenchError(f'{self.name} is still busy after {seconds} s')


class Standby(Process):
    """`standby serve` on a data folder. Every request of the scenarios uses the same key."""

    KEY = 'sk_bench_0123456789abcdef0123456789'

    def __init__(self, binary, data_dir, flags=(), environment=None, port=None):
        self.port = port or free_port()
        self.data_dir = pathlib.Path(data_dir)
        self.data_dir.mkdir(parents=True, exist_ok=True)
        command = [binary, 'serve', '--listen', f'127.0.0.1:{self.port}', '--data-dir', data_dir,
                   '--api-key', self.KEY, '--join-rate', 0, '--log-level', 'warning', *flags]
        # All load comes from one address. Versions that don't know the setting don't mind it here.
        super().__init__('standby', command, self.data_dir,
                         {'STANDBY_CLIENT_RATE': '0', 'STANDBY_TOLD_ELSEWHERE': 'yes',
                          **(environment or {})})

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'


class Nginx(Process):
    """One worker with a constant answer."""

    def __init__(self, folder):
        self.port = free_port()
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        conf = fill_in(ANCHORS / 'nginx' / 'nginx.conf', folder, self.port)
        super().__init__('nginx', [find_program('nginx'), '-p', folder, '-c', conf], folder)
        self.wait_for_port(self.port)

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'


class Redis(Process):
    """A server whose every command is durable before it is answered, on an empty folder."""

    def __init__(self, folder):
        self.port = free_port()
        folder = pathlib.Path(folder)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        conf = fill_in(ANCHORS / 'redis' / 'redis.conf', folder, self.port)
        super().__init__('redis', [find_program('redis-server'), conf], folder)
        self.wait_for_port(self.port)

    def zadd_rate(self, commands):
        """Commands per second of 50 clients, each of which waits for its answer."""
        text = run_to_end([find_program('redis-benchmark'), '-p', self.port, '--csv', '-c', 50,
                           '-n', commands, '-r', 1_000_000_000,
                           'ZADD', 'waitlist', 'NX', '__rand_int__', 'm:__rand_int__'])
        header, values = [line.strip('"').split('","') for line in text.splitlines()[-2:]]
        return float(dict(zip(header, values))['rps'])


class SingleCommit(Process):
    """The anchor that commits every request on its own (bench/anchors/single_commit.cpp)."""

    def __init__(self, binary, folder):
        self.port = free_port()
        folder = pathlib.Path(folder)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        super().__init__('single_commit', [binary, self.port, folder / 'single.db'], folder)
        self.wait_for_port(self.port)

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'


class LoadTool:
    """standby_load: `run` to its end, or `start` beside something else."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = pathlib.Path(folder)

    def run(self, command, address, seconds, **flags):
        """What it printed, as a dictionary. Flags: connections=256 means --connections 256."""
        text = run_to_end(self._line(command, address, seconds, flags), seconds + 120)
        return json.loads(text)

    def start(self, command, address, **flags):
        """Goes on until it is told to finish."""
        return BackgroundLoad(self._line(command, address, 3600, flags), self.folder)

    def _line(self, command, address, seconds, flags):
        line = [self.binary, command, '--address', address, '--seconds', seconds]
        for name, value in flags.items():
            if value is not None:
                line.append('--' + name.replace('_', '-'))
                if value is not True:  # a switch has no value
                    line.append(value)
        return line


class BackgroundLoad:
    """A load tool at work, to be used in a `with`."""

    def __init__(self, line, folder):
        self.errors_path = folder / 'load.err'
        with open(self.errors_path, 'wb') as errors:
            self.child = subprocess.Popen(
                ['setpriv', '--pdeathsig', 'KILL', '--', *map(str, line)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        self.child.stdout.close()

    def wait_until_ready(self, seconds):
        """Returns when it has said that all its connections are open."""
        deadline = time.monotonic() + seconds
        while 'ready' not in (said := self.errors_path.read_text(errors='replace')).splitlines():
            late = time.monotonic() > deadline
            if late or self.child.poll() is not None or 'not ready' in said:
                raise BenchError(f'the load tool was not ready within {seconds} s: {said[-400:]}')
            time.sleep(0.02)

    def finish(self):
        """Ends it and returns what it saw."""
        self.child.terminate()
        text, _ = self.child.communicate(timeout=STOP_SECONDS)
        if self.child.returncode != 0:
            said = self.errors_path.read_text(errors='replace')[-400:].strip()
            raise BenchError(f'the load tool ended with {self.child.returncode}: {said}')
        return json.loads(text)


class SlowDisk:
    """Makes every sync of a data folder slower, through tests/faults/disk_shim.cpp. The control
    file is eight 64-bit numbers, of which the sixth is the delay in milliseconds."""

    SIZE, DELAY_AT = 64, 40

    def __init__(self, shim, folder, data_dir):
        """Only the database in `data_dir` is slow, and only once that is asked for."""
        path = pathlib.Path(folder) / 'disk_control'
        path.write_bytes(bytes(self.SIZE))
        with open(path, 'r+b') as file:
            self.control = mmap.mmap(file.fileno(), self.SIZE)
        self.environment = {'LD_PRELOAD': str(shim), 'STANDBY_DISK_CONTROL': str(path),
                            'STANDBY_DISK_PREFIX': str(data_dir / 'standby.db')}

    def set_delay_ms(self, delay):
        struct.pack_into('<q', self.control, self.DELAY_AT, delay)


def fill_in(conf, folder, port):
    """A copy of a configuration file with its port."""
    target = folder / conf.name
    target.write_text(conf.read_text().replace('@PORT@', str(port)))
    return target


def run_to_end(line, seconds=600, folder=None):
    """The standard output of a command that must succeed."""
    line = [str(word) for word in line]
    try:
        done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=seconds, check=False, cwd=folder)
    except FileNotFoundError as error:
        raise BenchError(f'{line[0]} does not exist') from error
    except subprocess.TimeoutExpired as error:
        raise BenchError(f'{" ".join(line[:2])} did not end within {seconds} s') from error
    if done.returncode != 0:
        raise BenchError(f'{" ".join(line[:2])} ended with {done.returncode}: '
                         f'{done.stderr.strip()[-600:]}')
    return done.stdout
