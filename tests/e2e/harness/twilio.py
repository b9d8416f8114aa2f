"""Twilio as far as Standby knows it: the resource Messages, reports on messages, and texts from
guests, signed as Twilio's own library signs them."""
import base64
import datetime
import email.utils
import itertools
import json
import secrets
import urllib.parse
import xml.etree.ElementTree

from .case import CONTRACT
from .http_peer import HttpPeer, Reply
from .node import Oracle
from .pages import fetch
from .smtp import MailCase
from .waiting import wait_for
from .world import new_person

ACCOUNT = 'AC' + '0123456789abcdef' * 2
TOKEN = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
NUMBER = '+15005550006'
INBOUND = 'http://standby.test/v1/callbacks/twilio/inbound'
_numbers = itertools.count(1)
ERRORS = {
    20003: (401, 'Authenticate'),
    20429: (429, 'Too Many Requests'),
    21211: (400, "The 'To' number {to} is not a valid phone number."),
    21604: (400, "A 'To' phone number is required."),
    21602: (400, 'Message body is required.'),
    21610: (400, 'Attempt to send to unsubscribed recipient'),
    63003: (400, 'Channel could not find To address'),
    63016: (400, 'Failed to send freeform message because you are outside the allowed window.'),
    63041: (400, 'The template has been paused'),
    21614: (400, "'To' number is not a valid mobile number"),
}


class Text:
    """A message that was taken."""

    def __init__(self, sid, fields, at):
        self.sid = sid
        self.to = fields['To']
        self.sender = fields.get('From')
        self.body = fields.get('Body')
        self.content = fields.get('ContentSid')  # of a template on WhatsApp
        self.variables = json.loads(fields.get('ContentVariables', '{}'))
        self.callback = fields.get('StatusCallback')
        self.at = at

    def __repr__(self):
        return f'<Text to {self.to}: {self.body!r}>'


class Slow:
    """The text is taken, but the answer takes its time."""

    def __init__(self, seconds):
        self.seconds = seconds


class Twilio(HttpPeer):
    """`orders` are taken one after the other, by number: an error's code, a Reply, or a Slow."""

    def __init__(self, account=ACCOUNT, token=TOKEN):
        self.account = account
        self.token = token
        self.texts = []
        self.orders = {}
        self.oracle = Oracle('twilio_oracle.mjs')
        super().__init__()

    def close(self):
        super().close()
        self.oracle.close()

    @property
    def url(self):
        """For --sms-url."""
        return f'twilio://{self.account}:{self.token}@127.0.0.1:{self.port}'

    def order(self, number, *answers):
        with self.lock:
            self.orders.setdefault(number, []).extend(answers)

    def answer(self, received):
        wanted = base64.b64encode(f'{self.account}:{self.token}'.encode()).decode()
        if received.headers['Authorization'] != f'Basic {wanted}':
            return _error(20003)
        if received.path != f'/2010-04-01/Accounts/{self.account}/Messages.json':
            body = {'code': 20404, 'message': f'The requested resource {received.path} was not '
                    'found', 'more_info': 'https://www.twilio.com/docs/errors/20404', 'status': 404}
            return Reply(404, json.dumps(body))
        if received.headers.get_content_type() != 'application/x-www-form-urlencoded':
            return Reply(415, '', 'text/plain')
        fields = dict(urllib.parse.parse_qsl(received.body.decode(), keep_blank_values=True,
                                             strict_parsing=True))
        received.fields = fields
        if 'To' not in fields:
            return _error(21604)
        if not fields.get('Body') and not fields.get('ContentSid'):
            return _error(21602)
        with self.lock:
            ordered = self.orders.get(fields['To'])
            order = ordered.pop(0) if ordered else None
        if isinstance(order, int):
            return _error(order, to=fields['To'])
        if isinstance(order, Reply):
            return order
        text = Text('SM' + secrets.token_hex(16), fields, received.at)
        with self.lock:
            self.texts.append(text)
        return Reply(201, json.dumps(self._resource(text)),
                     wait_seconds=order.seconds if order is not None else 0)

    def _resource(self, text):
        """As Twilio documents it."""
        uri = f'/2010-04-01/Accounts/{self.account}/Messages/{text.sid}'
        made = email.utils.format_datetime(datetime.datetime.now(datetime.timezone.utc))
        return {'account_sid': self.account, 'api_version': '2010-04-01', 'body': text.body,
                'date_created': made, 'date_sent': None, 'date_updated': made,
                'direction': 'outbound-api', 'error_code': None, 'error_message': None,
                'from': text.sender, 'messaging_service_sid': None, 'num_media': '0',
                'num_segments': '1', 'price': None, 'price_unit': 'USD', 'sid': text.sid,
                'status': 'queued', 'subresource_uris': {'media': uri + '/Media.json'},
                'to': text.to, 'uri': uri + '.json'}

    def texts_to(self, number):
        with self.lock:
            return [text for text in self.texts if text.to == number]

    def wait_for_texts(self, number, count=1):
        return wait_for(lambda: len(self.texts_to(number)) >= count and self.texts_to(number),
                        f'{count} texts to {number}')

    def sign(self, url, fields):
        return self.oracle.ask(token=self.token, url=url, params=fields)

    def post(self, server, url, fields, signature=None):
        """Posts a form to a public address of the server, signed unless told otherwise. An empty
        signature means none."""
        if signature is None:
            signature = self.sign(url, fields)
        parts = urllib.parse.urlsplit(url)
        path = parts.path + ('?' + parts.query if parts.query else '')
        answer = fetch(server.address, 'POST', path, form=fields,
                       headers={'X-Twilio-Signature': signature} if signature else {})
        CONTRACT.check(CONTRACT.match('POST', parts.path), answer.status, answer.headers,
                       answer.raw)
        return answer

    def status_fields(self, text, status, **more):
        return {'AccountSid': self.account, 'ApiVersion': '2010-04-01', 'From': text.sender,
                'To': text.to, 'MessageSid': text.sid, 'SmsSid': text.sid, 'MessageStatus': status,
                'SmsStatus': status, **more}

    def report(self, server, text, status, **more):
        """Tells the server what became of a text, at the address that came with it."""
        return self.post(server, text.callback, self.status_fields(text, status, **more))

    def text_fields(self, number, body, **more):
        sid = 'SM' + secrets.token_hex(16)
        return {'AccountSid': self.account, 'ApiVersion': '2010-04-01', 'Body': body,
                'From': number, 'To': NUMBER, 'MessageSid': sid, 'SmsSid': sid,
                'SmsMessageSid': sid, 'NumMedia': '0', 'NumSegments': '1',
                'SmsStatus': 'received', 'FromCountry': 'DE', **more}

    def say(self, server, number, body, signature=None, **more):
        """A guest writes back."""
        return self.post(server, INBOUND, self.text_fields(number, body, **more), signature)

    def whatsapp_to(self, number):
        return self.texts_to('whatsapp:' + number)

    def say_on_whatsapp(self, server, number, body, answers=None, **more):
        """A guest writes on WhatsApp, or presses a button under one of our messages."""
        if answers is not None:
            more |= {'OriginalRepliedMessageSid': answers.sid, 'ButtonPayload': body,
                     'ButtonText': 'Yes', 'OriginalRepliedMessageSender': 'whatsapp:' + NUMBER}
            body = 'Yes'
        return self.say(server, 'whatsapp:' + number, body, To='whatsapp:' + NUMBER,
                        ProfileName='Zoë', WaId=number[1:], **more)


def new_number():
    """A mobile number that nobody had before."""
    return f'+4915{next(_numbers):09}'


def said(answer):
    """The texts that an answer to a guest's text asks Twilio to send."""
    root = xml.etree.ElementTree.fromstring(answer.raw)
    assert root.tag == 'Response', answer
    assert all(child.tag == 'Message' for child in root), answer
    return [''.join(child.itertext()) for child in root]


class SmsCase(MailCase):
    """A class of tests whose server writes texts to `twilio` and mails to `smtp`."""

    sms_flags = ('--sms-sender-rate', '0', '--sms-rate', '0')

    @classmethod
    def setUpClass(cls):
        cls.twilio = Twilio()
        cls.addClassCleanup(cls.twilio.close)
        cls.more_flags = ('--sms-url', cls.twilio.url, '--sms-from', NUMBER, *cls.sms_flags)
        super().setUpClass()

    def guest(self, **fields):
        return new_person(phone=new_number(), **fields)

    def offered(self, person=None, rules=None, others=(), **slot):
        person = person or self.guest()
        resource = self.world.make_resource('slots', rules=rules)
        entry = self.world.join(resource, person)
        for other in others:
            self.world.join(resource, other)
        self.world.free_slot(resource, **slot)
        return resource, entry, person

    def ended_reasons(self, resource):
        return [item['reason'] for item in self.world.audit(resource)
                if item['type'] == 'offer_ended']

    def callbacks(self, outcome):
        return self.metric('standby_callbacks_total', outcome=outcome)

    def text(self, person, kind):
        """The first text of this kind to this person, whenever it comes."""
        def find():
            for text in self.twilio.texts_to(person['phone']):
                if self.message(message_of(text))['kind'] == kind:
                    return text
            return None
        return wait_for(find, f'the text {kind}')

    def settled_text(self, text):
        """The message of a text, once it is written down that it was sent."""
        return wait_for(lambda: (message := self.message(message_of(text)))['deliveries']
                        and message['state'] != 'pending' and message)


def message_of(text):
    """The id of the message that a text carries, from the address for reports."""
    query = urllib.parse.urlsplit(text.callback).query
    return dict(urllib.parse.parse_qsl(query))['m']


def _error(code, **facts):
    status, message = ERRORS[code]
    headers = {'Retry-After': '1'} if code == 20429 else {}
    body = {'code': code, 'message': message.format(**facts), 'status': status,
            'more_info': f'https://www.twilio.com/docs/errors/{code}'}
    return Reply(status, json.dumps(body), headers=headers)
