"""Where the mails of a measured server go: bench/anchors/mail_sink.cpp, and what it saw."""
import bisect
import collections
import time

import processes

FROM = 'waitlist@example.com'
# One mail, in seconds of the monotonic clock.
Arrival = collections.namedtuple('Arrival', 'at recipient message_id bytes')


class MailSink(processes.Process):
    """Takes every mail, and writes down when."""

    def __init__(self, bench):
        binary = bench.load.binary.with_name('mail_sink')  # built beside the load tool
        if not binary.exists():
            raise processes.BenchError(f'{binary} is not there; script/bench builds it')
        folder = bench.folder('messages')
        self.port = processes.free_port()
        self.path = folder / f'arrivals_{self.port}.tsv'
        super().__init__('mail_sink', [binary, self.port, self.path], folder)
        self.wait_for_port(self.port)

    def flags(self, rate=None):
        """What lets a server send its mails here, with at most so many per second if told."""
        limit = ['--mail-day', 0, '--mail-rate', 0 if rate is None else rate]
        return ['--mail-url', f'smtp://127.0.0.1:{self.port}', '--mail-from', FROM, *limit]

    def arrivals(self):
        """All so far, in the order in which they came."""
        text = self.path.read_text()
        rows = [line.split('\t') for line in text[:text.rfind('\n') + 1].splitlines()]
        return [Arrival(int(at) / 1e6, recipient, message_id, int(size))
                for at, recipient, message_id, size in rows]

    def wait_for(self, count, seconds):
        """Returns the arrivals as soon as there are so many."""
        deadline = time.monotonic() + seconds
        while (arrived := self.path.read_bytes().count(b'\n')) < count:
            self.check_alive()
            if time.monotonic() > deadline:
                raise processes.BenchError(
                    f'{arrived:,} of {count:,} mails arrived within {seconds:.0f} s')
            time.sleep(0.05)
        return self.arrivals()


def rate(arrivals):
    """Mails per second, from the first to the last."""
    return (len(arrivals) - 1) / (arrivals[-1].at - arrivals[0].at)


def most_within(arrivals, seconds=1):
    """How many arrived in that part of the time in which most did."""
    times = [arrival.at for arrival in arrivals]
    return max(bisect.bisect_left(times, first + seconds) - number
               for number, first in enumerate(times))


def shortest_span(arrivals, count):
    """The shortest time, in seconds, in which so many mails followed each other."""
    times = [arrival.at for arrival in arrivals]
    return min((last - first for first, last in zip(times, times[count - 1:])), default=None)


def percentile(values, share):
    """The value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def plain_sender_rate(sink, count, mail_bytes):
    """Mails per second of postfix's test generator, which makes nothing up and keeps no record;
    None where it is not installed."""
    program = processes.find_program('smtp-source')
    if program is None:
        return None
    processes.run_to_end([program, '-d', '-s', 8, '-m', count, '-l', mail_bytes, '-f', FROM,
                          '-t', 'guest@example.org', f'127.0.0.1:{sink.port}'])
    return rate(sink.wait_for(count, 10))
