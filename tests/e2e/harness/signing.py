"""What a business's own server does to sign joins: JWTs by hand, so that a test can also make wrong
ones. Ed25519 comes from the openssl command."""
import base64
import hashlib
import hmac
import json
import os
import subprocess
import tempfile
import time


def encode(data):
    """As base64url without padding; objects as JSON."""
    if not isinstance(data, bytes):
        data = json.dumps(data).encode()
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def decode(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def openssl(*arguments, data=b''):
    return subprocess.run(('openssl', *arguments), input=data, capture_output=True,
                          check=True).stdout


def sign_with(private_key, data):
    """The Ed25519 signature; openssl wants files for both."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ('key', 'data')]
        for name, content in zip(names, (private_key.encode(), data)):
            with open(name, 'wb') as file:
                file.write(content)
        return openssl('pkeyutl', '-sign', '-rawin', '-inkey', names[0], '-in', names[1])


def new_pair():
    """A private and a public key as PEM."""
    private = openssl('genpkey', '-algorithm', 'ed25519')
    return private.decode(), openssl('pkey', '-pubout', data=private).decode()


def raw_public_key(private_key):
    """The 32 bytes."""
    return openssl('pkey', '-pubout', '-outform', 'DER', data=private_key.encode())[-32:]


def compact(header, claims, sign):
    text = f'{encode(header)}.{encode(claims)}'
    return f'{text}.{encode(sign(text.encode()))}'


def hs256(secret):
    return lambda data: hmac.new(secret, data, hashlib.sha256).digest()


def eddsa(private_key):
    return lambda data: sign_with(private_key, data)


def claims_of(resource, user, **more):
    """Good for five minutes, unless they say otherwise; None leaves a claim out."""
    now = int(time.time())
    claims = {'sub': user, 'aud': resource['id'], 'iat': now, 'exp': now + 300, **more}
    return {name: value for name, value in claims.items() if value is not None}


class Signer:
    """Signs with a key as `create_signing_key` answered it."""

    def __init__(self, key):
        self.header = {'alg': key['algorithm'], 'typ': 'JWT', 'kid': key['id']}
        self.sign = hs256(decode(key['secret'])) if key['algorithm'] == 'HS256' else eddsa(
            key['private_key'])

    def __call__(self, resource, user, header=None, **more):
        return compact({**self.header, **(header or {})}, claims_of(resource, user, **more),
                       self.sign)
