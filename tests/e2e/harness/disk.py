"""A server on a disk that fails on demand: tests/faults/disk_shim.cpp, preloaded and controlled
through a file that both sides have mapped."""
import ctypes
import mmap
import os
import subprocess

from .server import Server, binary

WRITE, SYNC, TRUNCATE = 1, 2, 4
ALWAYS = 2 ** 62


class _Control(ctypes.Structure):
    """As the shim has it, field by field."""

    _fields_ = [(name, ctypes.c_int64) for name in
                ('kinds', 'first', 'last', 'error', 'torn_bytes', 'sync_delay_ms', 'calls',
                 'failed')]


class Disk:
    """What the shim is told, and what it tells. Fails nothing until it is told to."""

    def __init__(self, path):
        self.path = path
        with open(path, 'wb+') as file:
            file.truncate(ctypes.sizeof(_Control))
            self._control = _Control.from_buffer(mmap.mmap(file.fileno(), 0))

    def fail(self, kinds, error, at=1, calls=ALWAYS, torn_bytes=0):
        """From now on, so many calls of these kinds fail, beginning with the at-th. With torn
        bytes, the first of them writes so much and says so, and the others fail."""
        control = self._control
        control.first = 0
        control.calls = control.failed = 0
        control.kinds = kinds
        control.error = error
        control.torn_bytes = torn_bytes
        control.last = at + calls - 1
        control.first = at

    def count(self, kinds):
        """Counts calls of these kinds and lets them all work."""
        self.fail(kinds, 0, at=ALWAYS)

    def heal(self):
        self._control.first = 0

    def delay_syncs(self, milliseconds):
        self._control.sync_delay_ms = milliseconds

    @property
    def calls(self):
        """How many calls were counted since the last fail() or count()."""
        return self._control.calls

    @property
    def failed(self):
        return self._control.failed


def shim():
    path = os.environ.get('STANDBY_DISK_SHIM') or os.path.join(os.path.dirname(binary()),
                                                               'disk_shim.so')
    if not os.path.exists(path):
        raise RuntimeError(f'there is no {path}: build the target disk_shim, or let '
                           'STANDBY_DISK_SHIM name it')
    return path


def sanitizer_runtimes():
    """The sanitizer libraries of the binary, which want to be loaded before all others."""
    listed = subprocess.run(['ldd', binary()], capture_output=True, text=True, check=True).stdout
    return [line.split()[2] for line in listed.splitlines()
            if line.strip().startswith(('libasan', 'libtsan', 'libubsan'))]


class FaultyServer(Server):
    """Its `disk` fails the files of the database; the log and all else go past the shim."""

    def __init__(self, *flags, data_dir=None):
        super().__init__(*flags, data_dir=data_dir)
        self.disk = Disk(os.path.join(self.data_dir, 'disk-control'))

    def command(self):
        preload = ' '.join([*sanitizer_runtimes(), shim()])
        prefix = os.path.join(os.path.realpath(self.data_dir), 'standby.db')
        return ['env', f'LD_PRELOAD={preload}', f'STANDBY_DISK_CONTROL={self.disk.path}',
                f'STANDBY_DISK_PREFIX={prefix}', *super().command()]
