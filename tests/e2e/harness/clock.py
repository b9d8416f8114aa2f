"""Servers whose clocks are moved by hand (--manual-clock), together."""
import datetime
import json
import time

PATIENCE_SECONDS = 60  # of the wall's clock, for steps that take hardly any


class Clock:
    """One for all servers that these clients ask."""

    def __init__(self, *clients):
        self.clients = clients
        self.now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        # A test before this one may have been further on.
        furthest = max(self._move(client) for client in clients)
        self.now = max(self.now, furthest.replace(microsecond=0) + datetime.timedelta(seconds=1))
        self.pass_time()

    def _move(self, client):
        """Where its clock stands then; a clock is never put back."""
        to = self.now.strftime('%Y-%m-%dT%H:%M:%SZ')
        answer = client.quick('POST', '/test/clock', body={'to': to})
        assert answer.status == 200, answer
        return datetime.datetime.fromisoformat(json.loads(answer.raw)['now'].replace('Z', '+00:00'))

    def pass_time(self, seconds=0):
        """Returns when all that fell due until then is done, and no message is on its way."""
        self.now += datetime.timedelta(seconds=seconds)
        for client in self.clients:
            stands_at = self._move(client)
            assert stands_at == self.now, f'{stands_at} is not {self.now}'

    def until(self, condition, what, seconds):
        """Lets time pass, second by second, until the condition holds, and returns its value.
        Fails after so many seconds of this clock."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        for _ in range(seconds):
            self.pass_time(1)
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                break
        raise AssertionError(f'{what} did not come within {seconds} s')
