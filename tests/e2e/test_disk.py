"""A disk that fails: EIO and ENOSPC at any write and at any sync. Whoever asks is told 503 or the
truth, reading goes on, nothing acknowledged is lost, nothing happens twice, and all is well again
soon after the disk is.

STANDBY_DISK_CALLS says up to which call each one fails (40), STANDBY_DISK_SEED with which random
numbers the wider faults are drawn."""
import concurrent.futures
import copy
import errno
import os
import random
import subprocess
import tempfile
import threading
import time
import unittest

from harness.disk import SYNC, TRUNCATE, WRITE, FaultyServer
from harness.ledger import Ledger
from harness.server import Server, run_command

CALLS = int(os.environ.get('STANDBY_DISK_CALLS', '40'))
SEED = int(os.environ.get('STANDBY_DISK_SEED', '1'))
FAULTS = tuple((kinds, error) for kinds in (WRITE, SYNC) for error in (errno.EIO, errno.ENOSPC))
HEALTHY_SECONDS = 10
LOOKS_SECONDS = 1.5  # The server looks once a second whether it can commit again.


class Scene:
    """A server on a failing disk and the ledger of what it was asked."""

    def __init__(self, kinds, error, commits='auto'):
        self.kinds = kinds
        self.error = error
        self.random = random.Random(f'{SEED}-{kinds}-{error}')
        self.server = FaultyServer('--join-rate', '0', '--commits', commits).start()
        self.disk = self.server.disk
        self.ledger = Ledger(self.server, self.random)

    def __str__(self):
        return f'{errno.errorcode[self.error]} at {"a write" if self.kinds == WRITE else "a sync"}'

    def fail(self, at, **more):
        self.disk.fail(self.kinds, self.error, at=at, **more)

    def work_until_it_fails(self):
        while self.disk.failed == 0:
            self.ledger.step()

    def work_until_unavailable(self):
        while self.ledger.step():
            pass

    def heal(self):
        """Lifts the fault, and expects the server to be ready by itself and soon."""
        self.disk.heal()
        until = time.monotonic() + HEALTHY_SECONDS
        while not self.ledger.is_ready():
            assert time.monotonic() < until, f'not ready {HEALTHY_SECONDS} s later'
        self.expect_health()

    def expect_health(self):
        """What failed succeeds now, and each request has had its one effect."""
        self.disk.heal()
        self.ledger.repeat_failed()
        assert self.ledger.step() and self.ledger.is_ready(), 'not well'
        self.ledger.check_counts()

    def kill_and_restart(self):
        self.ledger.close()
        self.server.kill()
        self.disk.heal()
        self.server.start()
        self.ledger.connect()

    def finish(self):
        """Nothing acknowledged is lost by a sudden end, and the file is as it should be."""
        self.kill_and_restart()
        self.ledger.check_history()
        verify(self.server)

    def stop(self):
        self.ledger.close()
        self.disk.heal()
        self.server.stop()


def stays_unready(ledger):
    until = time.monotonic() + LOOKS_SECONDS
    while time.monotonic() < until:
        assert not ledger.is_ready(), 'it says it is ready, and the disk takes nothing'


def verify(server):
    done = run_command('verify', '--data-dir', server.data_dir)
    assert done.returncode == 0, done.stdout + done.stderr


class DiskCase(unittest.TestCase):
    commits = 'auto'

    def for_each_fault(self, act):
        """Runs act(scene) for each kind of fault, all at the same time."""
        def run(fault):
            scene = Scene(*fault, self.commits)
            try:
                act(scene)
                scene.finish()
            except Exception as problem:
                raise AssertionError(f'{scene}: {problem}') from problem
            finally:
                scene.stop()

        with concurrent.futures.ThreadPoolExecutor(len(FAULTS)) as pool:
            for outcome in [pool.submit(run, fault) for fault in FAULTS]:
                with self.subTest():
                    outcome.result()


class Disk(DiskCase):
    def test_each_single_call_may_fail(self):
        def act(scene):
            for call in range(1, CALLS + 1):
                scene.fail(at=call, calls=1)
                scene.work_until_it_fails()
                scene.ledger.read_everything()
                scene.expect_health()

        self.for_each_fault(act)

    def test_healing_may_fail_too(self):
        def act(scene):
            scene.kinds |= TRUNCATE
            for _ in range(max(5, CALLS // 5)):
                torn_bytes = scene.random.choice((0, 1, 24, 2000))
                # Far enough on to meet a checkpoint now and then.
                scene.fail(at=scene.random.randint(1, 8 * CALLS), torn_bytes=torn_bytes,
                           calls=scene.random.randint(2, 12))
                scene.work_until_it_fails()
                scene.ledger.step()
                scene.expect_health()

        self.for_each_fault(act)

    def test_reading_goes_on_while_nothing_can_be_written(self):
        def act(scene):
            for call in (1, 2, 5, 12):
                scene.fail(at=call)
                scene.work_until_unavailable()
                for _ in range(3):
                    scene.ledger.read_everything()
                    assert not scene.ledger.step(), 'a commit on a disk that takes nothing'
                scene.expect_health()

        self.for_each_fault(act)

    def test_readiness_tells_whether_it_can_commit(self):
        def act(scene):
            assert scene.ledger.is_ready()
            for failed_before in (0, 1):
                # A single failure before it may leave the log in another shape.
                scene.fail(at=1, calls=failed_before)
                while scene.disk.failed < failed_before:
                    scene.ledger.step()
                scene.ledger.read_everything()
                scene.fail(at=1)
                scene.work_until_unavailable()
                stays_unready(scene.ledger)
                scene.heal()

        self.for_each_fault(act)

    def test_killed_before_it_could_heal(self):
        def act(scene):
            for _ in range(max(6, CALLS // 10)):
                scene.fail(at=scene.random.randint(1, CALLS))
                scene.work_until_unavailable()
                scene.kill_and_restart()
                scene.expect_health()

        self.for_each_fault(act)


class DiskWithLog(DiskCase):
    """Each commit goes to the log first, and the tables follow."""

    commits = 'log'

    def test_each_single_call_may_fail(self):
        def act(scene):
            for call in range(1, CALLS + 1):
                scene.fail(at=call, calls=1)
                scene.work_until_it_fails()
                scene.expect_health()

        self.for_each_fault(act)

    def test_killed_before_it_could_heal(self):
        def act(scene):
            for _ in range(max(6, CALLS // 10)):
                scene.kinds |= TRUNCATE
                scene.fail(at=scene.random.randint(1, CALLS),
                           torn_bytes=scene.random.choice((0, 1, 24, 700)))
                scene.work_until_unavailable()
                scene.kill_and_restart()
                scene.expect_health()

        self.for_each_fault(act)


class SlowDisk(unittest.TestCase):
    def test_only_what_is_being_written_waits_for_the_disk(self):
        scene = Scene(SYNC, errno.EIO)
        self.addCleanup(scene.stop)
        other = scene.ledger.world.make_resource()
        reader = copy.copy(scene.ledger)
        reader.connect()
        self.addCleanup(reader.close)
        scene.disk.count(WRITE)
        scene.disk.delay_syncs(1000)
        join = scene.ledger.new_join()
        commit = threading.Thread(target=scene.ledger.send, args=(join,))
        commit.start()
        try:
            while scene.disk.calls == 0 and commit.is_alive():
                time.sleep(0.001)
            for rest in ('', '/queue', '/audit'):
                reader.read(f'/v1/resources/{other["id"]}{rest}')
            self.assertTrue(commit.is_alive(), 'reading took as long as a commit of others')
        finally:
            scene.disk.delay_syncs(0)
            commit.join()
        scene.ledger.check_counts()


class FullDisk(unittest.TestCase):
    """The same on a file system that is really full."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='standby-e2e-full-')
        self.addCleanup(os.rmdir, self.folder)
        mounted = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', self.folder],
                                 capture_output=True, text=True, check=False)
        if mounted.returncode != 0:
            self.skipTest(f'no small file system: {mounted.stderr.strip()}')
        self.addCleanup(subprocess.run, ['umount', self.folder], check=True)

    def fill(self):
        """Takes all room that is left, and returns the file that has it."""
        path = os.path.join(self.folder, 'filler')
        with open(path, 'wb', buffering=0) as file:
            for size in (65536, 4096):
                try:
                    while True:
                        file.write(b'x' * size)
                except OSError as error:
                    self.assertEqual(error.errno, errno.ENOSPC)
        return path

    def test_a_full_disk(self):
        server = Server('--join-rate', '0', data_dir=self.folder)
        log = tempfile.NamedTemporaryFile(prefix='standby-e2e-')
        self.addCleanup(log.close)
        server.log_path = log.name
        server.start()
        self.addCleanup(server.stop)
        ledger = Ledger(server, random.Random(SEED))
        self.addCleanup(ledger.close)
        filler = self.fill()
        while ledger.step():
            pass
        for _ in range(5):
            ledger.read_everything()
            self.assertFalse(ledger.step())
        stays_unready(ledger)
        os.remove(filler)
        until = time.monotonic() + HEALTHY_SECONDS
        while not ledger.is_ready():
            self.assertLess(time.monotonic(), until)
        ledger.repeat_failed()
        ledger.check_history()
        verify(server)


if __name__ == '__main__':
    unittest.main()
