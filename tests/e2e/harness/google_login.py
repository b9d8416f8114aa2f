"""The part of Google that gives tokens: a service account signs for itself (RFC 7523), and what it
signed is checked as Google does, by the openssl of the command line."""
import base64
import json
import os
import subprocess
import tempfile
import time
import urllib.parse
import uuid

GOOGLES_OWN = 'https://oauth2.googleapis.com/token'
JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'


def _run(*arguments, data=None):
    return subprocess.run(['openssl', *arguments], input=data, capture_output=True, check=False)


def _decoded(part):
    return base64.urlsafe_b64decode(part + '=' * (-len(part) % 4))


class GoogleTokens:
    """One service account, its key file, and the tokens it was given. `url` is where it is asked;
    whoever serves the address hands over the body of each POST and sends back the answer."""

    def __init__(self, url, email='standby@salon-aster.iam.gserviceaccount.com', clock=time.time):
        self.url, self.email, self._clock = url, email, clock
        self.given = {}  # token → (scope, until)
        self.asked = 0
        self.is_revoked = False
        self.private_key = _run('genpkey', '-algorithm', 'RSA', '-pkeyopt',
                                'rsa_keygen_bits:2048').stdout.decode()
        self._public_key = _run('pkey', '-pubout', data=self.private_key.encode()).stdout

    @property
    def key_file(self):
        """As Google gives it to whoever makes a service account."""
        return json.dumps({
            'type': 'service_account', 'project_id': 'salon-aster', 'private_key_id': 'k1',
            'private_key': self.private_key, 'client_email': self.email, 'client_id': '1',
            'auth_uri': 'https://accounts.google.com/o/oauth2/auth', 'token_uri': self.url})

    def answer(self, body):
        """Of a POST to the address: the status and what is said."""
        self.asked += 1
        form = urllib.parse.parse_qs(body.decode())
        if form.get('grant_type') != [JWT_BEARER] or len(form.get('assertion', [])) != 1:
            return 400, {'error': 'unsupported_grant_type'}
        problem, claims = self._check(form['assertion'][0])
        if problem:
            return 400, {'error': 'invalid_grant', 'error_description': problem}
        token = f'ya29.{uuid.uuid4().hex}'
        self.given[token] = (claims['scope'], self._clock() + 3600)
        return 200, {'access_token': token, 'expires_in': 3599, 'token_type': 'Bearer'}

    def scope_of(self, authorization):
        """What a request may do, by its header; nothing: it has to get a token first."""
        scope, until = self.given.get((authorization or '').removeprefix('Bearer '), ('', 0))
        return scope if until > self._clock() and not self.is_revoked else None

    def _check(self, assertion):
        try:
            head, claims, signature = assertion.split('.')
            is_signed = self._is_signed(f'{head}.{claims}'.encode(), _decoded(signature))
            head, claims = json.loads(_decoded(head)), json.loads(_decoded(claims))
        except ValueError:
            return 'Invalid JWT.', None
        now = self._clock()
        if head.get('alg') != 'RS256' or not is_signed:
            return 'Invalid JWT Signature.', None
        if claims.get('iss') != self.email or self.is_revoked:
            return 'Invalid grant: account not found', None
        if claims.get('aud') not in (self.url, GOOGLES_OWN):
            return 'Invalid JWT: Failed audience check.', None
        is_short = 0 < claims.get('exp', 0) - claims.get('iat', 0) <= 3600
        if not is_short or not claims['iat'] - 300 <= now <= claims['exp']:
            return ('Invalid JWT: Token must be a short-lived token (60 minutes) and in a '
                    'reasonable timeframe. Check your iat and exp values in the JWT claim.'), None
        if not claims.get('scope'):
            return 'Invalid JWT: no scope.', None
        return None, claims

    def _is_signed(self, text, signature):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ('key', 'signature')]
            for path, content in zip(paths, (self._public_key, signature)):
                with open(path, 'wb') as file:
                    file.write(content)
            return _run('dgst', '-sha256', '-verify', paths[0], '-signature', paths[1],
                        data=text).returncode == 0
