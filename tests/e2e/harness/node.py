"""Programs of tests/e2e/peers as processes that read and write lines of JSON."""
import json
import os
import queue
import shutil
import subprocess
import threading
import unittest

PEERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'peers')
ANSWER_SECONDS = 20


def run_node(program, *arguments):
    """A process with pipes for lines of text."""
    node = shutil.which('node') or shutil.which('nodejs')
    if node is None:
        raise unittest.SkipTest('this needs Node.js')
    if not os.path.isdir(os.path.join(PEERS, 'node_modules')):
        raise unittest.SkipTest('this needs "npm ci" in tests/e2e/peers')
    return subprocess.Popen([node, os.path.join(PEERS, program), *arguments], text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8',
                            cwd=PEERS)


def stop_node(process):
    """Its input ends, and so should it."""
    if process.poll() is None:
        try:
            process.stdin.close()
            process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
    process.stdout.close()


class Oracle:
    """A program that answers each line with one line."""

    def __init__(self, program, *arguments):
        self.program = program
        self._process = run_node(program, *arguments)
        self._answers = queue.Queue()
        self._lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            self._answers.put(line.strip())
        self._answers.put(None)

    def ask(self, **question):
        with self._lock:
            self._process.stdin.write(json.dumps(question) + '\n')
            self._process.stdin.flush()
            answer = self._answers.get(timeout=ANSWER_SECONDS)
        if answer is None:
            raise AssertionError(f'{self.program} ended')
        return answer

    def close(self):
        with self._lock:
            if self._process.poll() is None:
                self._process.stdin.close()
                try:
                    self._process.wait(5)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
        self._reader.join(5)
        self._process.stdout.close()
