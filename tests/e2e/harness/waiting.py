"""Waiting for facts, never for a while."""
import time

SECONDS = 20


def wait_for(condition, what='what was waited for', seconds=SECONDS, pause_seconds=0.01):
    """The first value of `condition` that counts as true. Fails after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f'{what} did not come within {seconds} s; last: {value!r:.2000}')
        time.sleep(pause_seconds)
