"""Waiting until the rest of the machine has next to nothing to do: a figure that was taken beside a
compiler is about the compiler."""
import time

import processes

QUIET_CORES = 0.3


class Quiet:
    def __init__(self, seconds_max):
        self.seconds_max = seconds_max
        self.most = 0

    def wait(self):
        """Returns when others keep next to no core busy, at the latest after the time given. To be
        called when nothing of ours is at work."""
        deadline = time.monotonic() + self.seconds_max
        while True:
            busy = busy_cores()
            if busy <= QUIET_CORES or time.monotonic() > deadline:
                self.most = max(self.most, busy)
                return
            time.sleep(1)

    def remark(self):
        """A sentence for the results."""
        if self.most <= QUIET_CORES:
            return 'Nothing else was at work on the machine.'
        return (f'Other programs kept up to {self.most:.1f} cores busy meanwhile: read the figures '
                'with care.')


def busy_cores(seconds=0.5):
    """How many cores were at work, on average over a moment."""
    before = used_seconds()
    time.sleep(seconds)
    return (used_seconds() - before) / seconds


def used_seconds():
    with open('/proc/stat', encoding='ascii') as file:
        user, nice, system, _, _, *rest = map(int, file.readline().split()[1:9])
    return (user + nice + system + sum(rest)) / processes.TICKS_PER_SECOND
