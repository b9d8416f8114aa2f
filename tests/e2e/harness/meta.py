"""Meta's Cloud API for WhatsApp as far as Standby knows it: the messages of one phone number, what
guests write, and what became of messages, signed as Meta documents it (HMAC-SHA-256 of the body,
with the app's secret). Meta's own library is archived and talks to nobody but Meta, so none vouches
for this double: it refuses what the documentation calls wrong."""
import base64
import hashlib
import hmac
import json
import re
import secrets
import time

from .case import CONTRACT
from .http_peer import HttpPeer, Reply
from .pages import fetch
from .twilio import Slow, SmsCase
from .waiting import wait_for

NUMBER_ID = '106540352242922'
TOKEN = 'EAAGm0PX4ZCpsBAKt0ken'
APP_SECRET = '3c6e0b8a9c15224a8228b9a98ca1531d'
PATH = '/v1/callbacks/whatsapp'
ERRORS = {
    100: (400, 'OAuthException', 'Invalid parameter'),
    190: (401, 'OAuthException', 'Error validating access token: Session has expired'),
    130429: (400, 'OAuthException', '(#130429) Rate limit hit'),
    131026: (400, 'OAuthException', '(#131026) Message undeliverable'),
    131047: (400, 'OAuthException', '(#131047) Re-engagement message'),
    132001: (404, 'OAuthException', '(#132001) Template name does not exist in the translation'),
    132015: (400, 'OAuthException', '(#132015) Template is Paused'),
}
# How many values each template has, and how many buttons.
FORMS = {'offer': (4, 2), 'confirmed': (3, 0), 'cancelled': (3, 0), 'reminder': (3, 0),
         'still_there': (3, 1), 'verify': (3, 0), 'news': (3, 0)}


class Message:
    """One that was taken."""

    def __init__(self, body, at):
        self.id = 'wamid.' + base64.b64encode(secrets.token_bytes(40)).decode()
        self.to = '+' + body['to']
        self.type = body['type']
        self.name = body['biz_opaque_callback_data']
        self.template = body.get('template')
        self.text = body.get('text', {}).get('body')
        self.at = at

    @property
    def values(self):
        return [one['text'] for one in self.template['components'][0]['parameters']]

    def __repr__(self):
        return f'<{self.type} to {self.to}: {self.text or self.template}>'


class Meta(HttpPeer):
    """`orders` are taken one after the other, by number: an error's code, a Reply, or a Slow.
    `refused` has, by the name of a template, the code it gets for as long as it stands there."""

    def __init__(self, token=TOKEN, app_secret=APP_SECRET):
        self.token = token
        self.app_secret = app_secret
        self.messages = []
        self.orders = {}
        self.refused = {}
        super().__init__()

    @property
    def url(self):
        """For --whatsapp-url."""
        return f'meta://{NUMBER_ID}:{self.token}@127.0.0.1:{self.port}?app_secret={self.app_secret}'

    @property
    def settings(self):
        return {'service': 'meta', 'account': NUMBER_ID, 'secret': self.token,
                'app_secret': self.app_secret, 'endpoint': f'http://127.0.0.1:{self.port}'}

    def order(self, number, *answers):
        with self.lock:
            self.orders.setdefault(number, []).extend(answers)

    def answer(self, received):
        if received.headers['Authorization'] != f'Bearer {self.token}':
            return _error(190)
        if received.path != f'/v21.0/{NUMBER_ID}/messages' or received.method != 'POST':
            return _error(100, 'Unsupported post request.')
        body = json.loads(received.body)
        wrong = _problem(body)
        if wrong:
            return _error(100, wrong)
        with self.lock:
            ordered = self.orders.get('+' + body['to'])
            order = ordered.pop(0) if ordered else None
            if body['type'] == 'template' and body['template']['name'] in self.refused:
                order = self.refused[body['template']['name']]
        if isinstance(order, int):
            return _error(order)
        if isinstance(order, Reply):
            return order
        message = Message(body, received.at)
        with self.lock:
            self.messages.append(message)
        taken = {'messaging_product': 'whatsapp',
                 'contacts': [{'input': body['to'], 'wa_id': body['to']}],
                 'messages': [{'id': message.id, 'message_status': 'accepted'}]}
        return Reply(200, json.dumps(taken),
                     wait_seconds=order.seconds if isinstance(order, Slow) else 0)

    def messages_to(self, number):
        with self.lock:
            return [message for message in self.messages if message.to == number]

    def wait_for_messages(self, number, count=1):
        return wait_for(lambda: len(self.messages_to(number)) >= count and self.messages_to(number),
                        f'{count} WhatsApp messages to {number}')

    def sign(self, raw, app_secret=None):
        key = (app_secret or self.app_secret).encode()
        return 'sha256=' + hmac.new(key, raw, hashlib.sha256).hexdigest()

    def post(self, server, value, signature=None, number_id=NUMBER_ID):
        """Calls the server back, signed unless told otherwise. An empty signature means none."""
        body = {'object': 'whatsapp_business_account', 'entry': [{
            'id': '102290129340398', 'changes': [{'field': 'messages', 'value': {
                'messaging_product': 'whatsapp',
                'metadata': {'display_phone_number': '15550783881', 'phone_number_id': number_id},
                **value}}]}]}
        return self.post_raw(server, json.dumps(body).encode(), signature)

    def post_raw(self, server, raw, signature=None):
        signature = self.sign(raw) if signature is None else signature
        headers = {'Content-Type': 'application/json'}
        if signature:
            headers['X-Hub-Signature-256'] = signature
        answer = fetch(server.address, 'POST', PATH, raw=raw, headers=headers)
        CONTRACT.check(CONTRACT.match('POST', PATH), answer.status, answer.headers, answer.raw)
        return answer

    def report(self, server, message, status, code=None, **more):
        """Tells the server what became of a message."""
        one = {'id': message.id, 'status': status, 'timestamp': str(int(time.time())),
               'recipient_id': message.to[1:], 'biz_opaque_callback_data': message.name}
        if code is not None:
            one['errors'] = [{'code': code, 'title': 'Error', 'message': 'Error',
                              'error_data': {'details': 'Error'}, 'href': 'https://example.org'}]
        return self.post(server, {'statuses': [{**one, **more}]})

    def said(self, number, text=None, button=None, answers=None, **more):
        """What a guest's message looks like."""
        one = {'from': number[1:], 'timestamp': str(int(time.time())),
               'id': 'wamid.' + base64.b64encode(secrets.token_bytes(30)).decode()}
        if button is None:
            one |= {'type': 'text', 'text': {'body': text}}
        else:
            one |= {'type': 'button', 'button': {'payload': button, 'text': 'Yes'}}
        if answers is not None:
            one['context'] = {'from': '15550783881', 'id': answers.id}
        return {'contacts': [{'profile': {'name': 'Zoë'}, 'wa_id': number[1:]}],
                'messages': [{**one, **more}]}

    def say(self, server, number, text=None, button=None, answers=None, **more):
        """A guest writes, or presses a button under one of our messages."""
        return self.post(server, self.said(number, text, button, answers), **more)


class WhatsAppCase(SmsCase):
    """A class of tests whose server writes to `meta` as well as to `twilio` and `smtp`."""

    @classmethod
    def setUpClass(cls):
        cls.meta = Meta()
        cls.addClassCleanup(cls.meta.close)
        cls.sms_flags = (*SmsCase.sms_flags, '--whatsapp-url', cls.meta.url)
        super().setUpClass()

    def whatsapp(self, person, kind):
        """The first WhatsApp message of this kind to this person, whenever it comes."""
        def find():
            for message in self.meta.messages_to(person['phone']):
                if message.name.startswith('msg_') and self.message(message.name)['kind'] == kind:
                    return message
            return None
        return wait_for(find, f'the WhatsApp message {kind}')

    def settled_whatsapp(self, message):
        """The message, once it is written down that it was sent."""
        return wait_for(lambda: (one := self.message(message.name))['deliveries']
                        and one['state'] != 'pending' and one)

    def states(self, message):
        return {one['channel']: one['state'] for one in self.message(message)['deliveries']}


def _problem(body):
    """What the documentation calls wrong in a message."""
    if body.get('messaging_product') != 'whatsapp' or body.get('recipient_type') != 'individual':
        return 'messaging_product must be whatsapp'
    if not re.fullmatch('[0-9]{5,15}', body.get('to', '')):
        return 'to must be a number'
    if len(body.get('biz_opaque_callback_data', '')) > 512:
        return 'biz_opaque_callback_data is too long'
    if body.get('type') == 'text':
        return None if 0 < len(body['text']['body']) <= 4096 else 'body must have 1 to 4096'
    if body.get('type') != 'template':
        return 'type must be text or template'
    template = body['template']
    form = FORMS.get(template['name'].removeprefix('standby_'))
    if form is None or template['language']['code'] not in ('en', 'de', 'fr', 'es'):
        return 'no such template'
    first, *buttons = template['components']
    values = [one['text'] for one in first['parameters']]
    if (len(values), len(buttons)) != form or first['type'] != 'body':
        return '(#132000) Number of parameters does not match the expected number of params'
    if any(not value or re.search('[\n\t]|    ', value) for value in values):
        return '(#132018) Param text cannot have new-line/tab characters or more than 4 spaces'
    for index, button in enumerate(buttons):
        if (button['type'], button['sub_type'], button['index']) != ('button', 'quick_reply',
                                                                     str(index)):
            return 'a button is wrong'
    return None


def _error(code, details='Sorry'):
    status, kind, message = ERRORS[code]
    body = {'error': {'message': message, 'type': kind, 'code': code,
                      'error_data': {'messaging_product': 'whatsapp', 'details': details},
                      'error_subcode': 2494010, 'fbtrace_id': 'Az8or2yhqkZfEZ-_4Qn_Bam'}}
    return Reply(status, json.dumps(body))
