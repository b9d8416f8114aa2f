"""The little of Standby's HTTP API that scenarios use themselves; load comes from standby_load."""
import http.client
import json
import time

import processes

ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
RESOURCE = 'res_1'  # every scenario has one resource, the first of its data folder


def public_id(prefix, number, resource=1):
    """How the API spells the id of the entry or offer with this number."""
    value = resource << 32 | number
    digits = ''
    while value:
        digits = ALPHABET[value & 31] + digits
        value >>= 5
    return f'{prefix}_{digits}'


def entry_id(number):
    return public_id('ent', number)


def offer_id(number):
    return public_id('off', number)


class Api:
    """One keep-alive connection with the owner's key; not for several threads."""

    def __init__(self, server, seconds=120):
        self.server = server
        self.connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=seconds)

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def try_call(self, method, path, body=None):
        """The status and the answer, whatever it is."""
        headers = {'Authorization': f'Bearer {self.server.KEY}'}
        if body is not None:
            headers['Content-Type'] = 'application/json'
            body = json.dumps(body).encode()
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        raw = response.read()
        return response.status, json.loads(raw) if raw.startswith((b'{', b'[')) else raw.decode()

    def call(self, method, path, body=None):
        """The answer, which must be a 2xx."""
        status, answer = self.try_call(method, path, body)
        if not 200 <= status < 300:
            raise processes.BenchError(f'{method} {path} answered {status}: {answer}')
        return answer

    def create_resource(self):
        """A sold-out event: everyone waits until capacity is raised. Without quiet hours, so
        that the hour of the day changes nothing."""
        made = self.call('POST', '/v1/resources', {
            'name': 'Night of strings', 'kind': 'seats', 'capacity': 0, 'time_zone': 'UTC',
            'rules': {'quiet_hours': None, 'claim_window': '12h'}})
        if made['id'] != RESOURCE:
            raise processes.BenchError(f'expected {RESOURCE}, got {made["id"]}')

    def resource(self):
        return self.call('GET', f'/v1/resources/{RESOURCE}')

    def set_capacity(self, capacity):
        return self.call('PATCH', f'/v1/resources/{RESOURCE}', {'capacity': capacity})

    def entry(self, number):
        return self.call('GET', f'/v1/waitlist/{entry_id(number)}')

    def items(self, path):
        """Everything in a list, page by page. The path has a query already."""
        cursor = ''
        while cursor is not None:
            page = self.call('GET', f'{path}&limit=200{cursor}')
            yield from page['items']
            cursor = page['next_cursor'] and f'&cursor={page["next_cursor"]}'

    def metric(self, name):
        """The value of one line of /metrics, or None."""
        for line in self.call('GET', '/metrics').splitlines():
            if line.startswith(name + ' '):
                return float(line.rpartition(' ')[2])
        return None


def wait_until_ready(server, seconds=processes.START_SECONDS):
    """Asks /readyz until it says yes. Seconds from the call until then."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        server.check_alive()
        try:
            with Api(server, seconds=5) as api:
                if api.try_call('GET', '/readyz')[0] == 200:
                    return time.monotonic() - begin
        except OSError:
            pass
        time.sleep(0.001)
    raise processes.BenchError(f'standby was not ready within {seconds} s')
