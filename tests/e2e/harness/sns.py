"""Amazon SNS as far as Standby knows it: the action Publish, and the check of its signature
(SigV4), which is curl's work on the other side."""
import datetime
import hashlib
import hmac
import secrets
import time
import urllib.parse
import uuid

from .http_peer import HttpPeer, Reply
from .waiting import wait_for

KEY_ID = 'AKIDEXAMPLE'
SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
REGION = 'eu-west-1'
SESSION_TOKEN = 'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22w=='
NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/'


def _hmac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def signature_problem(received, now, region=REGION, service='sns'):
    """What is wrong with a request's signature; None when nothing is."""
    kind, _, rest = (received.headers['Authorization'] or '').partition(' ')
    parts = dict(part.strip().split('=', 1) for part in rest.split(',') if '=' in part)
    if kind != 'AWS4-HMAC-SHA256' or set(parts) != {'Credential', 'SignedHeaders', 'Signature'}:
        return 'IncompleteSignature'
    made = received.headers['X-Amz-Date'] or ''
    scope = '/'.join([made[:8], region, service, 'aws4_request'])
    if parts['Credential'] != f'{KEY_ID}/{scope}':
        return 'InvalidClientTokenId'
    try:
        signed_at = datetime.datetime.strptime(made, '%Y%m%dT%H%M%SZ').replace(
            tzinfo=datetime.timezone.utc).timestamp()
    except ValueError:
        return 'IncompleteSignature'
    if abs(signed_at - now) > 300:
        return 'RequestExpired'
    names = parts['SignedHeaders'].split(';')
    needed = {'host'} | {name.lower() for name in received.headers
                         if name.lower() == 'content-type' or name.lower().startswith('x-amz-')}
    if names != sorted(names) or not needed <= set(names):
        return 'SignatureDoesNotMatch'
    headers = ''.join(f'{name}:{" ".join((received.headers[name] or "").split())}\n'
                      for name in names)
    path, _, query = received.path.partition('?')
    request = '\n'.join([received.method, urllib.parse.quote(path, safe='/~'), query, headers,
                         ';'.join(names), hashlib.sha256(received.body).hexdigest()])
    text = '\n'.join(['AWS4-HMAC-SHA256', made, scope,
                      hashlib.sha256(request.encode()).hexdigest()])
    key = b'AWS4' + SECRET.encode()
    for part in scope.split('/'):
        key = _hmac(key, part)
    wanted = _hmac(key, text).hex()
    return None if hmac.compare_digest(wanted, parts['Signature']) else 'SignatureDoesNotMatch'


class Sns(HttpPeer):
    """`orders` are taken one after the other, by number: (status, code, message)."""

    environment = {'AWS_ACCESS_KEY_ID': KEY_ID, 'AWS_SECRET_ACCESS_KEY': SECRET,
                   'AWS_SESSION_TOKEN': SESSION_TOKEN}

    def __init__(self):
        self.texts = []  # the fields of what was published
        self.refused = []  # why requests were not believed
        self.orders = {}
        super().__init__()

    @property
    def url(self):
        endpoint = urllib.parse.quote(f'http://127.0.0.1:{self.port}', safe='')
        return f'sns://{REGION}?endpoint={endpoint}'

    def order(self, number, *answers):
        with self.lock:
            self.orders.setdefault(number, []).extend(answers)

    def answer(self, received):
        problem = signature_problem(received, time.time())
        if problem is None and received.headers['X-Amz-Security-Token'] != SESSION_TOKEN:
            problem = 'InvalidClientTokenId'
        if problem is not None:
            self.refused.append(problem)
            return _error(403, problem, 'The request signature we calculated does not match.')
        fields = dict(urllib.parse.parse_qsl(received.body.decode(), keep_blank_values=True,
                                             strict_parsing=True))
        if fields.get('Action') != 'Publish' or fields.get('Version') != '2010-03-31':
            return _error(400, 'InvalidAction', 'No such action')
        if not fields.get('PhoneNumber', '').startswith('+') or not fields.get('Message'):
            return _error(400, 'InvalidParameter', 'Invalid parameter: PhoneNumber Reason: no')
        with self.lock:
            ordered = self.orders.get(fields['PhoneNumber'])
            order = ordered.pop(0) if ordered else None
            if order is None:
                self.texts.append(fields)
        if order is not None:
            return _error(*order)
        body = (f'<PublishResponse xmlns="{NAMESPACE}"><PublishResult>'
                f'<MessageId>{uuid.uuid4()}</MessageId></PublishResult><ResponseMetadata>'
                f'<RequestId>{uuid.uuid4()}</RequestId></ResponseMetadata></PublishResponse>')
        return Reply(200, body, 'text/xml', {'x-amzn-RequestId': secrets.token_hex(16)})

    def wait_for_texts(self, number, count=1):
        def find():
            with self.lock:
                found = [text for text in self.texts if text['PhoneNumber'] == number]
            return len(found) >= count and found
        return wait_for(find, f'{count} texts to {number}')


def _error(status, code, message):
    body = (f'<ErrorResponse xmlns="{NAMESPACE}"><Error><Type>Sender</Type><Code>{code}</Code>'
            f'<Message>{message}</Message></Error><RequestId>{uuid.uuid4()}</RequestId>'
            f'</ErrorResponse>')
    return Reply(status, body, 'text/xml')
