"""Machines that are network namespaces: each has its own cable to a switch in a namespace of its
own, the hub, where the tests and the nodes of Standby are. Nothing of it touches the network of the
machine itself. Needs root."""
import ctypes
import os
import shutil
import signal
import subprocess
import unittest

from .processes import send_signal
from .waiting import wait_for

NETWORK = '10.98.0'
HUB_ADDRESS = f'{NETWORK}.1'
_CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)


def require_namespaces():
    """Skips the test, and says so, where there can be none."""
    for program in ('ip', 'iptables', 'nsenter', 'setpriv'):
        if shutil.which(program) is None:
            raise unittest.SkipTest(f'this needs network namespaces, and there is no "{program}"')
    name = f'sb{os.getpid()}try'
    made = subprocess.run(['ip', 'netns', 'add', name], capture_output=True, text=True,
                          check=False)
    if made.returncode != 0:
        raise unittest.SkipTest('this needs network namespaces, and this machine gives us none: '
                                + made.stderr.strip())
    subprocess.run(['ip', 'netns', 'del', name], check=False)


def _ip(*arguments):
    done = subprocess.run(['ip', *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f'ip {" ".join(arguments)}: {done.stderr.strip()}')
    return done.stdout


def _enter(file):
    if _libc.setns(file.fileno(), _CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), f'cannot enter the network of {file.name}')


class Machine:
    """One namespace with one cable. Its processes are those that run in it."""

    def __init__(self, network, number):
        self.network = network
        self.number = number
        self.name = f'{network.prefix}m{number}'
        self.cable = f'cable{number}'
        self.address = f'{NETWORK}.{10 + number}'
        _ip('netns', 'add', self.name)
        _ip('-n', self.name, 'link', 'set', 'lo', 'up')
        _ip('link', 'add', self.cable, 'netns', network.hub, 'type', 'veth', 'peer', 'name',
            'eth0', 'netns', self.name)
        _ip('-n', network.hub, 'link', 'set', self.cable, 'master', 'switch', 'up')
        _ip('-n', self.name, 'addr', 'add', f'{self.address}/24', 'dev', 'eth0')
        _ip('-n', self.name, 'link', 'set', 'eth0', 'up')

    def inside(self, command):
        """The command as one that runs on this machine; the process becomes it."""
        return ['nsenter', f'--net=/run/netns/{self.name}', '--', *command]

    def pids(self):
        return [int(pid) for pid in _ip('netns', 'pids', self.name).split()]

    def kill(self):
        """Everything on it."""
        while self.pids():
            send_signal(self.pids(), signal.SIGKILL)

    def lose_power(self):
        """It says nothing more, not even that its connections have ended. Heal it before it is
        started again."""
        self.cut()
        self.kill()

    def freeze(self):
        send_signal(self.pids(), signal.SIGSTOP)

    def thaw(self):
        send_signal(self.pids(), signal.SIGCONT)

    def cut(self):
        """Pulls the cable."""
        _ip('-n', self.network.hub, 'link', 'set', self.cable, 'down')

    def heal(self):
        _ip('-n', self.network.hub, 'link', 'set', self.cable, 'up')
        subprocess.run(self.inside(['iptables', '-F']), check=True)

    def drop(self, other, port):
        """Loses every packet between its own port and another machine."""
        for chain, end, side in (('INPUT', '-s', '--dport'), ('OUTPUT', '-d', '--sport')):
            subprocess.run(self.inside(['iptables', '-A', chain, end, other.address, '-p', 'tcp',
                                        side, str(port), '-j', 'DROP']), check=True)


class Network:
    """So many machines around a hub. While it is entered, the thread that made it, the threads it
    starts and the processes they start are in the hub."""

    def __init__(self, count):
        require_namespaces()
        self.prefix = f'sb{os.getpid()}'
        self.hub = f'{self.prefix}hub'
        self.machines = []
        self._home = None  # where the thread came from
        try:
            self._make(count)
        except BaseException:
            self.close()
            raise

    def _make(self, count):
        _ip('netns', 'add', self.hub)
        _ip('-n', self.hub, 'link', 'set', 'lo', 'up')
        _ip('-n', self.hub, 'link', 'add', 'switch', 'type', 'bridge')
        _ip('-n', self.hub, 'addr', 'add', f'{HUB_ADDRESS}/24', 'dev', 'switch')
        _ip('-n', self.hub, 'link', 'set', 'switch', 'up')
        for number in range(1, count + 1):
            self.machines.append(Machine(self, number))

    def enter(self):
        self._home = open('/proc/thread-self/ns/net', 'rb')
        with open(f'/run/netns/{self.hub}', 'rb') as hub:
            _enter(hub)

    def close(self):
        """Ends everything that runs on the machines, and takes them down. Once is enough."""
        if self._home is not None:
            _enter(self._home)
            self._home.close()
            self._home = None
        for machine in self.machines:
            machine.thaw()
            send_signal(machine.pids(), signal.SIGTERM)
        for machine in self.machines:
            try:
                wait_for(lambda machine=machine: not machine.pids(), f'the end of {machine.name}',
                         3)
            except AssertionError:
                machine.kill()
        for name in [machine.name for machine in self.machines] + [self.hub]:
            subprocess.run(['ip', 'netns', 'del', name], capture_output=True, check=False)
        self.machines = []
