"""People who sign in: a browser with its cookie, one-time links, and an authenticator app."""
import base64
import hashlib
import hmac
import re
import secrets
import struct
import time

from .client import Client

ORIGIN = 'http://standby.test'  # the public address of the server under test
COOKIE = '__Host-standby'
DEVICE = '__Host-standby-device'
PASSWORD = 'a long sentence is good'


def new_email(name='noor'):
    return f'{name}-{secrets.token_hex(6)}@aster.example'


def token_of(link):
    return link.rpartition('#')[2]


def setup_links(server):
    """The set-up links of all starts of the server so far."""
    server.note_setup_link()
    return list(server.setup_links)


def totp(secret, at=None):
    """The number that an app shows (RFC 6238), by a secret in base32."""
    key = base64.b32decode(secret + '=' * (-len(secret) % 8))
    step = int(time.time() if at is None else at) // 30
    digest = hmac.new(key, struct.pack('>Q', step), hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7fffffff
    return f'{number % 1000000:06}'


class Browser(Client):
    """A client that keeps the cookie, and says that it comes from our own pages."""

    def __init__(self, address, contract, origin=ORIGIN):
        super().__init__(address, contract)
        self.origin = origin
        self.cookie = None
        self.device = None  # says that somebody has signed in from this browser before
        self._others = []

    def _headers(self, body, key, headers, credential):
        own = {'Origin': self.origin} if self.origin else {}
        cookies = {COOKIE: self.cookie, DEVICE: self.device}
        if any(cookies.values()):
            own['Cookie'] = '; '.join(f'{name}={value}' for name, value in cookies.items() if value)
        return super()._headers(body, key, {**own, **(headers or {})}, credential)

    def _send(self, *arguments):
        answer = super()._send(*arguments)
        for text in answer.headers.get_all('Set-Cookie') or []:
            match = re.match(COOKIE + r'=([^;]*);', text)
            if match:
                self.cookie = match[1] or None
            match = re.match(DEVICE + r'=([^;]*);', text)
            if match:
                self.device = match[1]
        return answer

    def another(self):
        """The same person's other browser: without the cookie."""
        other = Browser(self.address, self.contract, self.origin)
        self._others.append(other)
        return other

    def close(self):
        """The connections; cookies stay."""
        super().close()
        for other in self._others:
            other.close()

    def sign_in(self, email, password=PASSWORD, code=None, expect=200):
        body = {'email': email, 'password': password}
        if code is not None:
            body['code'] = code
        return self.call('sign_in', body=body, expect=expect)

    def use(self, link, expect=200, **more):
        return self.call('use_link', body={'token': token_of(link), **more}, expect=expect)


class Person:
    """A member, and a browser in which they are signed in."""

    def __init__(self, browser, email, member):
        self.browser = browser
        self.email = email
        self.id = member['id']


def hire(owner, role='staff', email=None, name='Tess'):
    """Invites someone with the owner's client, and takes the invitation in a new browser."""
    email = email or new_email(name.lower())
    made = owner.call('invite_member', body={'name': name, 'email': email, 'role': role},
                      expect=201)
    browser = Browser(owner.address, owner.contract)
    member = browser.use(made['link'], password=PASSWORD)['member']
    return Person(browser, email, member)
