"""A highly available PostgreSQL as an operator would build it: three machines, each with etcd,
Patroni and PostgreSQL, one synchronous standby at any time.

Patroni 3.0.2, which Debian 12 has, loses acknowledged commits with etcd's API of version 3 (mended
in 3.0.3); hence version 2 here, as the operating guide says."""
import http.client
import json
import os
import shutil
import signal
import subprocess
import unittest

from .namespaces import NETWORK, Network
from .postgres import (DATABASE, ROLE, ROLE_PASSWORD, SUPERUSER, SUPERUSER_PASSWORD, bin_folder,
                       psycopg2, require_postgres)
from .processes import (as_database_user, children_of, database_folder, remove_folder,
                        send_signal)
from .waiting import wait_for

SCOPE = 'standby'
MACHINES = 3
API_PORT, DATABASE_PORT, ETCD_PORT, ETCD_PEER_PORT = 8008, 5432, 2379, 2380
BRING_UP_SECONDS = 120
# How long the cluster waits for a silent primary, how often Patroni looks, and how long it tries.
TTL_SECONDS, LOOP_SECONDS, RETRY_SECONDS = 20, 2, 5


def _wait_for(condition, what, seconds):
    """Asks Patroni now and then; it has other things to do."""
    return wait_for(condition, what, seconds, pause_seconds=0.2)


def require_patroni():
    require_postgres()
    for program in ('patroni', 'patronictl', 'etcd'):
        if shutil.which(program) is None:
            raise unittest.SkipTest(f'this needs "{program}" (Debian: patroni, etcd-server, '
                                    'python3-etcd)')


class Patroni:
    def __init__(self):
        require_patroni()
        self.network = Network(MACHINES)
        self.machines = self.network.machines
        self.processes = []
        self.folder = database_folder('standby-patroni-')
        try:
            for machine in self.machines:
                self._write_settings(machine)
        except BaseException:
            self.stop()
            raise

    def _path(self, machine, name=''):
        return os.path.join(self.folder, f'm{machine.number}', name)

    def _write_settings(self, machine):
        os.makedirs(self._path(machine), 0o700)
        settings = {
            'scope': SCOPE, 'name': machine.name,
            'restapi': {'listen': f'{machine.address}:{API_PORT}',
                        'connect_address': f'{machine.address}:{API_PORT}'},
            'etcd': {'hosts': [f'{one.address}:{ETCD_PORT}' for one in self.machines]},
            'bootstrap': {
                'dcs': self._shared_settings(),
                'initdb': [{'encoding': 'UTF8'}, {'locale': 'C.UTF-8'}, 'data-checksums'],
                'pg_hba': [f'host replication replicator {NETWORK}.0/24 scram-sha-256',
                           f'host all all {NETWORK}.0/24 scram-sha-256'],
            },
            'postgresql': {
                'listen': f'{machine.address}:{DATABASE_PORT}',
                'connect_address': f'{machine.address}:{DATABASE_PORT}',
                'data_dir': self._path(machine, 'data'), 'bin_dir': bin_folder(),
                'pgpass': self._path(machine, 'pgpass'),
                'parameters': {'unix_socket_directories': self._path(machine)},
                'authentication': {
                    'superuser': {'username': SUPERUSER, 'password': SUPERUSER_PASSWORD},
                    'replication': {'username': 'replicator', 'password': 'replicator-password'},
                    'rewind': {'username': 'rewinder', 'password': 'rewinder-password'}},
            },
            'watchdog': {'mode': 'off'},
        }
        # JSON is YAML too.
        with open(self._path(machine, 'patroni.yml'), 'w', encoding='ascii') as file:
            json.dump(settings, file, indent=1)
        if os.geteuid() == 0:
            for path in (self._path(machine), self._path(machine, 'patroni.yml')):
                shutil.chown(path, 'postgres', 'postgres')

    @staticmethod
    def _shared_settings():
        return {
            'ttl': TTL_SECONDS, 'loop_wait': LOOP_SECONDS, 'retry_timeout': RETRY_SECONDS,
            'maximum_lag_on_failover': 0, 'primary_start_timeout': 0,
            'synchronous_mode': True, 'synchronous_mode_strict': True,
            'postgresql': {
                'use_pg_rewind': True, 'use_slots': True,
                'parameters': {
                    'max_connections': 100, 'shared_buffers': '64MB', 'wal_log_hints': 'on',
                    'wal_keep_size': '128MB', 'synchronous_commit': 'on',
                    'wal_receiver_timeout': '5s', 'wal_sender_timeout': '5s',
                    'tcp_user_timeout': '5s', 'tcp_keepalives_idle': 2,
                    'tcp_keepalives_interval': 1, 'tcp_keepalives_count': 3,
                    'client_connection_check_interval': '1s'}},
        }

    def start(self):
        """Brings everything up. From then on this thread is in the hub."""
        for machine in self.machines:
            self.start_machine(machine)
        self.network.enter()
        self.wait_until_whole(BRING_UP_SECONDS)
        self.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{ROLE_PASSWORD}'", 'postgres')
        self.execute(f'CREATE DATABASE {DATABASE} OWNER {ROLE}', 'postgres')
        _wait_for(self._is_known_everywhere, 'the database on every machine', 30)
        return self

    def _is_known_everywhere(self):
        """A standby that has not heard of the database turns clients away for good."""
        for machine in self.machines:
            try:
                psycopg2.connect(host=machine.address, port=DATABASE_PORT, user=ROLE,
                                 password=ROLE_PASSWORD, dbname=DATABASE).close()
            except psycopg2.OperationalError:
                return False
        return True

    def start_machine(self, machine):
        """Also after it lost its power: on what is on its disk."""
        machine.heal()
        self._launch(machine, 'etcd', [
            'etcd', '--name', machine.name, '--data-dir', self._path(machine, 'etcd'),
            '--listen-client-urls', f'http://{machine.address}:{ETCD_PORT}',
            '--advertise-client-urls', f'http://{machine.address}:{ETCD_PORT}',
            '--listen-peer-urls', f'http://{machine.address}:{ETCD_PEER_PORT}',
            '--initial-advertise-peer-urls', f'http://{machine.address}:{ETCD_PEER_PORT}',
            '--initial-cluster', ','.join(f'{one.name}=http://{one.address}:{ETCD_PEER_PORT}'
                                          for one in self.machines),
            '--initial-cluster-state', 'new', '--initial-cluster-token', SCOPE,
            '--heartbeat-interval', '250', '--election-timeout', '2500', '--enable-v2=true'])
        self._launch(machine, 'patroni', ['patroni', self._path(machine, 'patroni.yml')])

    def _launch(self, machine, name, command):
        with open(self._path(machine, f'{name}.log'), 'ab') as log:
            self.processes.append(subprocess.Popen(
                machine.inside(as_database_user(command)), stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, cwd='/', start_new_session=True,
                env={**os.environ, 'LC_ALL': 'C.UTF-8'}))

    def stop(self):
        """Ends everything; this thread is back where it came from."""
        self.network.close()
        for process in self.processes:
            process.wait()
        remove_folder(self.folder)

    def logs(self):
        texts = []
        for machine in self.machines:
            with open(self._path(machine, 'patroni.log'), encoding='utf-8',
                      errors='replace') as file:
                texts.append(f'--- {machine.name}\n{file.read()[-2000:]}')
        return '\n'.join(texts)

    def dsn(self, user=ROLE, password=ROLE_PASSWORD, database=DATABASE, port=DATABASE_PORT):
        """As an operator would write it: all machines, and the one that can be written to."""
        hosts = ','.join(f'{machine.address}:{port or DATABASE_PORT}'
                         for machine in self.machines)
        return (f'postgres://{user}:{password}@{hosts}/{database}'
                '?target_session_attrs=read-write&connect_timeout=2&tcp_user_timeout=4000'
                '&keepalives_idle=2&keepalives_interval=1&keepalives_count=3')

    def query(self, sql, database=DATABASE):
        connection = psycopg2.connect(self.dsn(SUPERUSER, SUPERUSER_PASSWORD, database))
        connection.autocommit = True
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return cursor.fetchall() if cursor.description else []
        finally:
            connection.close()

    def execute(self, sql, database=DATABASE):
        self.query(sql, database)

    def ask(self, machine, path):
        """(status, body) of Patroni's own API; None when it does not answer."""
        connection = http.client.HTTPConnection(machine.address, API_PORT, timeout=1)
        try:
            connection.request('GET', path)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b'{}')
        except (OSError, http.client.HTTPException, ValueError):
            return None, {}
        finally:
            connection.close()

    def primary(self):
        return next((one for one in self.machines if self.ask(one, '/primary')[0] == 200), None)

    def synchronous_standby(self):
        return next((one for one in self.machines if self.ask(one, '/synchronous')[0] == 200),
                    None)

    def is_whole(self):
        return all(self.ask(one, '/patroni')[1].get('state') == 'running'
                   for one in self.machines) and \
            self.primary() is not None and self.synchronous_standby() is not None

    def wait_until_whole(self, seconds):
        try:
            _wait_for(self.is_whole, 'a whole Patroni cluster', seconds)
        except AssertionError as problem:
            raise AssertionError(f'{problem}\n{self.logs()}') from None

    def wait_for_another_primary(self, old, seconds):
        def find():
            new = self.primary()
            return new if new not in (None, old) else None
        return _wait_for(find, 'another primary', seconds)

    def kill_postgres(self, machine):
        """PostgreSQL only; Patroni and etcd go on."""
        with open(self._path(machine, 'data/postmaster.pid'), encoding='ascii') as file:
            postmaster = int(file.readline())
        send_signal([postmaster, *children_of(postmaster)], signal.SIGKILL)

    def lose_replicas(self, machine):
        """It keeps etcd and its clients, and loses the other databases."""
        for other in self.machines:
            if other is not machine:
                machine.drop(other, DATABASE_PORT)

    def switch_over(self, machine, candidate):
        """As an operator does it; returns when Patroni says that it is done."""
        done = subprocess.run(
            as_database_user(['patronictl', '-c', self._path(machine, 'patroni.yml'),
                              'switchover', SCOPE, '--candidate', candidate.name, '--force']),
            capture_output=True, text=True, check=False, cwd='/',
            env={**os.environ, 'LC_ALL': 'C.UTF-8'})
        if done.returncode != 0:
            raise AssertionError(f'patronictl ended with {done.returncode}: {done.stdout}'
                                 f'{done.stderr}')
