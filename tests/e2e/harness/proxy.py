"""A cable that can be bad: TCP proxies in a process of their own, one port for each node, between
the nodes and PostgreSQL. Each does what it was last told:

  pass     lets everything through
  stall    holds everything back, both ways, as lost packets do; what was held arrives late, also
           when the sender has long hung up
  deaf     what nodes send arrives, and the answers are lost
  refuse   hangs up on everyone and takes no calls"""
import json
import socket
import subprocess
import sys
import threading

CHUNK = 65536
MODES = ('pass', 'stall', 'deaf', 'refuse')
START_SECONDS = 20


class Cable:
    """One port. `_changed` guards everything."""

    def __init__(self, target):
        self._target = target
        self._changed = threading.Condition()
        self._mode = 'pass'
        self._pairs = set()
        self._damaged = set()  # pairs that have missed an answer
        self._listener = socket.create_server(('127.0.0.1', 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def turn(self, mode):
        with self._changed:
            self._mode = mode
            ended = set(self._pairs) if mode == 'refuse' else set()
            if mode != 'deaf':
                ended |= self._damaged
                self._damaged = set()
            self._changed.notify_all()
        for pair in ended:
            self._end(pair)

    def _listen(self):
        while True:
            client, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        if self._wait_for_passage() == 'refuse':
            client.close()
            return
        try:
            server = socket.create_connection(self._target)
        except OSError:
            client.close()
            return
        for one in (client, server):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        pair = (client, server)
        with self._changed:
            self._pairs.add(pair)
        answers = threading.Thread(target=self._pump, args=(pair, server, client), daemon=True)
        answers.start()
        self._pump(pair, client, server)
        answers.join()
        self._end(pair)
        for one in pair:
            one.close()

    def _wait_for_passage(self):
        """The mode, once it is another one than stall."""
        with self._changed:
            self._changed.wait_for(lambda: self._mode != 'stall')
            return self._mode

    def _pump(self, pair, source, target):
        try:
            while True:
                data = source.recv(CHUNK)
                mode = self._wait_for_passage()
                if mode == 'deaf' and source is pair[1]:
                    with self._changed:
                        self._damaged.add(pair)
                    if not data:
                        return
                    continue
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
        except OSError:
            self._end(pair)

    def _end(self, pair):
        with self._changed:
            self._pairs.discard(pair)
            self._damaged.discard(pair)
        for one in pair:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended already


class Proxies:
    """For tests: so many cables to a port, by number."""

    def __init__(self, target_port, count):
        self._process = subprocess.Popen(
            [sys.executable, '-B', __file__, str(target_port), str(count)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ports = json.loads(self._process.stdout.readline())

    def turn(self, number, mode):
        """Returns when it is so."""
        assert mode in MODES, mode
        self._process.stdin.write(json.dumps([number, mode]) + '\n')
        self._process.stdin.flush()
        if self._process.stdout.readline() != 'done\n':
            raise AssertionError('the proxies have ended')

    def close(self):
        try:
            self._process.stdin.close()
            self._process.wait(START_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def main():
    target = ('127.0.0.1', int(sys.argv[1]))
    cables = [Cable(target) for _ in range(int(sys.argv[2]))]
    print(json.dumps([cable.port for cable in cables]), flush=True)
    for line in sys.stdin:
        number, mode = json.loads(line)
        cables[number].turn(mode)
        print('done', flush=True)


if __name__ == '__main__':
    main()
