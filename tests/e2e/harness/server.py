"""The real binary as a process: started on a free port with its own data, stopped gently or not,
started again on the same data. Waits for facts, never for a while."""
import faulthandler
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time

START_SECONDS = 30
STOP_SECONDS = 30

if os.environ.get('STANDBY_STALL_SECONDS'):
    # Whoever waits for ever says where, before it is ended without a word.
    faulthandler.dump_traceback_later(int(os.environ['STANDBY_STALL_SECONDS']), exit=True)


def binary():
    path = os.environ.get('STANDBY_BINARY')
    if not path:
        raise RuntimeError('STANDBY_BINARY must name the standby executable')
    return path


def run_command(*arguments, seconds=START_SECONDS):
    """Runs the binary to its end and returns the completed process."""
    return subprocess.run([binary(), *arguments], capture_output=True, text=True, check=False,
                          timeout=seconds)


def create_account(data_dir, name, role='owner'):
    """Makes an account with one key, offline, and returns the key."""
    done = run_command('keys', 'create', '--account-name', name, '--role', role,
                       '--data-dir', data_dir, '--json')
    if done.returncode != 0:
        raise AssertionError(f'standby keys create ended with {done.returncode}: {done.stderr}')
    return json.loads(done.stdout)['key']


class Server:
    def __init__(self, *flags, data_dir=None):
        self._owns_data = data_dir is None
        self.data_dir = data_dir or tempfile.mkdtemp(prefix='standby-e2e-')
        self.flags = flags
        self.api_key = 'sk_' + secrets.token_hex(24)
        self.address = None
        self.process = None
        self.log_path = os.path.join(self.data_dir, 'e2e.log')
        self._said_before = 0  # how long the log was at the last start
        self.setup_links = []  # of all starts, as far as they were noted

    def command(self):
        return [binary(), 'serve', '--listen', '127.0.0.1:0', '--data-dir', self.data_dir,
                '--api-key', self.api_key, '--log-format', 'json',
                '--public-url', 'http://standby.test', *self.flags]

    def start(self):
        """Returns when the server is ready to commit."""
        listen = os.path.join(self.data_dir, 'listen')
        if os.path.exists(listen):
            os.remove(listen)  # of a server that was killed
        with open(self.log_path, 'ab') as log:
            self._said_before = log.tell()
            # Tests make more requests from one address than guests do, and most are about what
            # happens once a guest was told. Versions that don't know a setting don't mind it here.
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log,
                                            stdin=subprocess.DEVNULL,
                                            env={'STANDBY_CLIENT_RATE': '0',
                                                 'STANDBY_TOLD_ELSEWHERE': 'yes', **os.environ})
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready(listen):
            if self.process.poll() is not None:
                raise AssertionError(f'the server ended with {self.process.returncode} while '
                                     f'starting:\n{self.log()[-3000:]}')
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f'the server did not get ready:\n{self.log()[-3000:]}')
            time.sleep(0.005)
        return self

    def _is_ready(self, listen):
        try:
            with open(listen, encoding='ascii') as file:
                text = file.read()
        except FileNotFoundError:
            return False
        if not text.endswith('\n'):
            return False
        host, _, port = text.strip().rpartition(':')
        self.address = (host, int(port))
        with open(self.log_path, 'rb') as log:
            log.seek(self._said_before)
            if b'"listening"' not in log.read():
                return False
        if '--tls-cert' in self.flags:
            return True  # it listens; only those who trust the certificate can ask it more
        try:
            with socket.create_connection(self.address, timeout=5) as connection:
                connection.sendall(b'GET /readyz HTTP/1.1\r\nHost: test\r\n'
                                   b'Connection: close\r\n\r\n')
                return b' 200 ' in connection.makefile('rb').readline()
        except OSError:
            return False

    def note_setup_link(self):
        """Each start makes a new one, while nobody has used one."""
        try:
            with open(os.path.join(self.data_dir, 'setup-link'), encoding='ascii') as file:
                link = file.read().strip()
        except FileNotFoundError:
            return
        if link not in self.setup_links:
            self.setup_links.append(link)

    def terminate(self):
        """Asks it to end and returns the exit code."""
        self.note_setup_link()
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self):
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f'the server did not end within {STOP_SECONDS} s of SIGTERM:\n'
                                 f'{self.log()[-3000:]}') from None

    def kill(self):
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Ends it, if it runs, and expects that it went well; removes its data."""
        try:
            if self.process is not None and self.process.poll() is None:
                code = self.terminate()
                if code != 0:
                    raise AssertionError(f'the server ended with {code}:\n{self.log()[-3000:]}')
        finally:
            if self._owns_data:
                shutil.rmtree(self.data_dir, ignore_errors=True)

    def restart(self):
        code = self.terminate()
        if code != 0:
            raise AssertionError(f'the server ended with {code}:\n{self.log()[-3000:]}')
        return self.start()

    def log(self):
        with open(self.log_path, encoding='utf-8', errors='replace') as file:
            return file.read()
