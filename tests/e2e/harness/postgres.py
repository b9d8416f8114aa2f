"""A PostgreSQL of the test's own: made by initdb in a temporary folder, on a free port of
127.0.0.1, with fsync and synchronous commits as in earnest. It can be stopped, killed as a power
cut would, and started again on what is left."""
import glob
import os
import shutil
import signal
import socket
import subprocess
import time
import unittest
import urllib.parse

try:
    import psycopg2
except ImportError:  # said by require_postgres
    psycopg2 = None

from .processes import (as_database_user, children_of, database_folder, remove_folder,
                        send_signal)

START_SECONDS = 30
SUPERUSER = 'postgres'
SUPERUSER_PASSWORD = 'superuser-password'
ROLE = 'standby'  # as which Standby signs in: it owns the database and may nothing else
ROLE_PASSWORD = 'role-password'
DATABASE = 'standby'
SCHEMA = 'standby'  # where Standby keeps its tables


def bin_folder():
    """Where the programs of the newest PostgreSQL are; None where there is none."""
    found = sorted(glob.glob('/usr/lib/postgresql/*/bin/initdb'),
                   key=lambda path: float(path.split('/')[-3]))
    path = found[-1] if found else shutil.which('initdb')
    return os.path.dirname(path) if path else None


def require_postgres():
    if bin_folder() is None:
        raise unittest.SkipTest('this needs PostgreSQL (Debian: postgresql-15)')
    if psycopg2 is None:
        raise unittest.SkipTest('this needs psycopg2 (Debian: python3-psycopg2)')


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Postgres:
    def __init__(self, **settings):
        """`settings` go into postgresql.conf."""
        require_postgres()
        self.folder = database_folder('standby-pg-')
        self.data = os.path.join(self.folder, 'data')
        self.log_path = os.path.join(self.folder, 'log')
        self.port = free_port()
        self.settings = {'fsync': 'on', 'synchronous_commit': 'on', 'max_connections': '200',
                         'shared_buffers': '64MB', 'max_wal_size': '1GB', **settings}
        self.process = None
        try:
            self._make()
        except BaseException:
            remove_folder(self.folder)
            raise

    def _make(self):
        password_file = os.path.join(self.folder, 'password')
        with open(password_file, 'w', encoding='ascii') as file:
            file.write(SUPERUSER_PASSWORD + '\n')
        os.chmod(password_file, 0o644)
        self._run('initdb', '-D', self.data, '-U', SUPERUSER, '--pwfile', password_file,
                  '--auth-local=trust', '--auth-host=scram-sha-256', '--no-sync',
                  '--encoding=UTF8', '--locale=C.UTF-8')

    def _run(self, program, *arguments):
        done = subprocess.run(as_database_user([os.path.join(bin_folder(), program), *arguments]),
                              capture_output=True, text=True, check=False, cwd='/')
        if done.returncode != 0:
            raise AssertionError(f'{program} ended with {done.returncode}: {done.stderr}')
        return done.stdout

    def start(self):
        """Returns when it answers. The role and its database are made at the first start."""
        is_first = self.process is None
        self._launch()
        if is_first:
            self.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{ROLE_PASSWORD}'",
                         database='postgres')
            self.execute(f'CREATE DATABASE {DATABASE} OWNER {ROLE}', database='postgres')
        return self

    def _launch(self):
        """After a kill the remains of the old one may need a moment to vanish; hence the loop."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            command = [os.path.join(bin_folder(), 'postgres'), '-D', self.data,
                       '-p', str(self.port), '-c', 'listen_addresses=127.0.0.1',
                       '-c', f'unix_socket_directories={self.folder}']
            for name, value in self.settings.items():
                command += ['-c', f'{name}={value}']
            with open(self.log_path, 'ab') as log:
                self.process = subprocess.Popen(as_database_user(command), stdout=log, stderr=log,
                                                stdin=subprocess.DEVNULL, cwd='/')
            while self.process.poll() is None:
                if self.is_ready():
                    return
                if time.monotonic() > deadline:
                    self.kill()
                time.sleep(0.02)
            if time.monotonic() > deadline:
                raise AssertionError(f'PostgreSQL did not start:\n{self.log()[-3000:]}')
            time.sleep(0.05)

    def is_ready(self):
        try:
            self.connect(database='postgres').close()
            return True
        except psycopg2.OperationalError:
            return False

    @property
    def is_up(self):
        return self.process is not None and self.process.poll() is None

    def stop(self):
        """Ends it, if it runs, and removes what it kept."""
        try:
            if self.is_up:
                self.process.send_signal(signal.SIGQUIT)  # at once; nobody needs the data
                try:
                    self.process.wait(START_SECONDS)
                except subprocess.TimeoutExpired:
                    self.kill()
        finally:
            remove_folder(self.folder)

    def kill(self):
        """Every process of it, as a power cut would, but for what the kernel has taken in."""
        pids = [self.process.pid, *children_of(self.process.pid)]
        send_signal(pids, signal.SIGKILL)
        self.process.wait()

    def restart(self):
        """Gently; clients lose their connections."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(START_SECONDS)
        return self.start()

    def log(self):
        with open(self.log_path, encoding='utf-8', errors='replace') as file:
            return file.read()

    def dsn(self, user=ROLE, password=ROLE_PASSWORD, database=DATABASE, port=None, **parameters):
        """As Standby takes it. `port` may be that of a proxy before it."""
        query = '?' + urllib.parse.urlencode(parameters) if parameters else ''
        return (f'postgres://{user}:{urllib.parse.quote(password)}@127.0.0.1:'
                f'{port or self.port}/{database}{query}')

    def connect(self, database=DATABASE):
        """A superuser's connection over the unix socket, which may write whatever the database
        is set to; what it does takes effect at once."""
        connection = psycopg2.connect(host=self.folder, port=self.port, user=SUPERUSER,
                                      dbname=database, connect_timeout=5,
                                      options='-c default_transaction_read_only=off')
        connection.autocommit = True
        return connection

    def query(self, sql, parameters=(), database=DATABASE):
        """The rows, as a superuser sees them."""
        connection = self.connect(database)
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql, parameters or None)
                return cursor.fetchall() if cursor.description else []
        finally:
            connection.close()

    def execute(self, sql, parameters=(), database=DATABASE):
        self.query(sql, parameters, database)

    def kill_backends(self, chance=None, count=None):
        """Ends the connections of clients, all of them or some."""
        pids = [row[0] for row in self.query(
            'SELECT pid FROM pg_stat_activity WHERE usename = %s ORDER BY pid', (ROLE,))]
        if count is not None:
            pids = chance.sample(pids, min(count, len(pids)))
        for pid in pids:
            self.query('SELECT pg_terminate_backend(%s)', (pid,))
        return len(pids)

    def tables(self):
        """The names of the tables that Standby made, sorted."""
        return [row[0] for row in self.query(
            'SELECT table_name FROM information_schema.tables WHERE table_schema = %s '
            'ORDER BY table_name', (SCHEMA,))]

    def contents(self, without=()):
        """Every row of every table as text, to compare two moments."""
        found = {}
        for table in self.tables():
            if table not in without:
                rows = self.query(f'SELECT t::text FROM {SCHEMA}."{table}" t')
                found[table] = sorted(row[0] for row in rows)
        return found
