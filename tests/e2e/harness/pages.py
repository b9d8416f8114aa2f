"""Guests' pages, as a browser or a mail server asks for them."""
import http.client
import urllib.parse

from .client import TIMEOUT_SECONDS, Answer


def fetch(address, method, path, form=None, headers=None, raw=None):
    """One request on a connection of its own. `form` is sent as a browser sends it."""
    sent = dict(headers or {})
    data = raw
    if form is not None:
        data = urllib.parse.urlencode(form)
        sent.setdefault('Content-Type', 'application/x-www-form-urlencoded')
    connection = http.client.HTTPConnection(*address, timeout=TIMEOUT_SECONDS)
    try:
        connection.request(method, path, data, sent)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


class PagesOf:
    """For tests of a server: pages as texts."""

    def page(self, path, expect=200):
        answer = fetch(self.server.address, 'GET', path)
        self.assertEqual(answer.status, expect, answer)
        self.assertEqual(answer.headers['Content-Type'].split(';')[0], 'text/html')
        self.assertEqual(answer.headers['Cache-Control'], 'no-store')
        return answer.raw.decode()

    def press(self, path, expect=200, **form):
        answer = fetch(self.server.address, 'POST', path, form)
        self.assertEqual(answer.status, expect, answer)
        return answer.raw.decode()
