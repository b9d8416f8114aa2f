"""What every scenario is given: the settings of this run, the tools, folders to work in, and the
steps that several scenarios share."""
import itertools
import pathlib
import shutil
import tempfile

import api
import figures
import lists
import processes

CONNECTIONS = 256
POSTS_SECONDS = 120  # they end by themselves, when each line was sent


class Bench:
    def __init__(self, options, scratch_parent):
        self.quick = options.quick
        self.seconds = options.seconds or (1 if options.quick else 8)
        self.repeat = options.repeat or (1 if options.quick else 5)
        self.binary = pathlib.Path(options.binary)
        self.single_commit = pathlib.Path(options.single_commit)
        self.disk_shim = pathlib.Path(options.disk_shim)
        self.unfenced = pathlib.Path(options.unfenced or self.binary.parent / 'standby_unfenced')
        self.rank_bench = pathlib.Path(options.load).parent / 'rank_bench'
        self.sections = {}  # group -> lines of Markdown shown below its table
        self.shapes = {}  # group -> its repetitions and seconds, where they are its own
        self.file_limit = processes.raise_file_limit()
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix='run_', dir=scratch_parent))
        self.load = processes.LoadTool(options.load, self.scratch)
        self.all_lists = {}
        self._numbers = itertools.count(1)

    def close(self):
        shutil.rmtree(self.scratch, ignore_errors=True)

    @staticmethod
    def say(text):
        print(f'bench: {text}', flush=True)

    def scaled(self, count, least=2_000):
        """A size, or for a quick run a small part of it."""
        return max(least, count // 500) if self.quick else count

    def folder(self, name):
        path = self.scratch / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def fresh_data(self):
        """A path for a data folder, on which nothing is yet."""
        return self.folder('data') / str(next(self._numbers))

    def waiting(self, binary=None):
        """The lists made by this binary."""
        binary = binary or self.binary
        if binary not in self.all_lists:
            self.all_lists[binary] = lists.Lists(self, binary)
        return self.all_lists[binary]

    def serve(self, data_dir=None, flags=(), binary=None, **more):
        """A ready server, to be used in a `with`. Without a data folder, on an empty one with one
        resource for which nobody waits."""
        server = processes.Standby(binary or self.binary, data_dir or self.fresh_data(), flags,
                                   **more)
        try:
            api.wait_until_ready(server)
            if data_dir is None:
                with api.Api(server) as client:
                    client.create_resource()
        except BaseException:
            server.kill()
            raise
        return server

    def discard(self, server):
        """Stops a server and frees the disk of its data."""
        server.kill()
        shutil.rmtree(server.data_dir, ignore_errors=True)

    def repetitions(self, label, once, repeat=None, show=figures.row_text):
        """Runs `once(number)` as often as asked for and collects the numbers it returns."""
        rows = []
        repeat = repeat or self.repeat
        for number in range(1, repeat + 1):
            row = once(number)
            self.say(f'{label} {number}/{repeat}: {show(row)}')
            rows.append(row)
        return figures.Runs(rows)

    def joins(self, server, seed, seconds=None, connections=CONNECTIONS, resource=api.RESOURCE,
              **flags):
        """Joins in a closed loop. Adds the server's processor time per request to the result."""
        return self._measured(server, 'join', seed, seconds, connections, resource=resource,
                              **flags)

    def reads(self, server, file, seed, seconds=None, connections=CONNECTIONS, **flags):
        """Reads of random lines of a file, in the same way."""
        return self._measured(server, 'get-each', seed, seconds, connections, file=file,
                              key=processes.Standby.KEY, **flags)

    def posts(self, server, file, seed, connections=CONNECTIONS):
        """Each line of a file posted once, in the same way."""
        return self._measured(server, 'post-each', seed, POSTS_SECONDS, connections, file=file)

    def _measured(self, server, request, seed, seconds, connections, **flags):
        before = server.cpu_seconds()
        result = self.load.run('closed', server.address, seconds or self.seconds, request=request,
                               connections=connections, seed=seed, **flags)
        spent = server.cpu_seconds() - before
        good = sum(count for status, count in result['statuses'].items() if status[0] == '2')
        if good != result['requests'] or result['errors']:
            raise processes.BenchError(
                f'{request} at {server.name}: {result["errors"]} errors, statuses '
                f'{result["statuses"]}')
        result['cpu_us'] = spent * 1e6 / good
        return result

    def warm_up(self, server, seed):
        """Half a second of joins that are not counted."""
        self.joins(server, 1_000_000 + seed, seconds=0.5 if not self.quick else 0.2)

    def picture_path(self, name):
        """Where a picture goes; that of a quick run is no more than a trial."""
        folder = processes.ROOT / ('build/bench' if self.quick else 'docs/internals')
        return folder / name
