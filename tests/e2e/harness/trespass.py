"""Strangers at every door: each operation of the contract, in the name of the business and of its
guests, without a key, with a wrong one, with a stranger's own and with that of another business.
Whoever may not is told so before anything else is looked at."""
import base64
import json
import secrets

from .case import CONTRACT

REFUSED = (401, 403, 404)
LATER = (429, 503)
PAGES = 'eous'
CALLBACKS = [one.template for one in CONTRACT.operations.values()
             if one.method == 'POST' and '/callbacks/' in one.template]


def is_public(operation):
    return 'public' in operation.who


def is_about_others(operation):
    """Whether its path names something of one business; a kind of message is nobody's."""
    return bool(set(operation.path_names) - {'voice_id', 'problem'})


def may_be(operation, held, status):
    """Whether that is an answer for somebody who holds this key."""
    if is_public(operation):
        return True  # what it tells was judged; 500 is never right
    if held == 'foreign':  # an owner, of something else: what they send is looked at
        return status >= 400 or not is_about_others(operation)
    return status in REFUSED


def doors(number, count):
    """The operations that one of so many strangers tries."""
    return list(CONTRACT.operations.values())[number::count]


class Trespasser:
    """Tries doors with the hands of a stranger."""

    def __init__(self, stranger):
        self.stranger = stranger
        self.siege = stranger.siege
        self.random = stranger.random

    def ids(self):
        """Of what is not theirs; what the business does not have, it does not have for anybody."""
        guest = self.stranger.victim()
        return {**self.siege.ids, 'resource_id': guest.resource['id'], 'entry_id': guest.id,
                'offer_id': guest.offer or self.siege.ids['offer_id'],
                'problem': secrets.token_hex(4)}

    def keys(self, operation):
        """Name, key: what they hold in their hands."""
        own = self.stranger.own_entry()
        yield 'none', None
        yield 'wrong', 'sk_' + secrets.token_hex(24)
        yield 'changed', self.stranger.changed_token()
        if own is not None:
            yield 'own', own['token']
        if self.stranger.key and (is_about_others(operation) or operation.method == 'GET'):
            yield 'foreign', self.stranger.key

    def body(self, operation):
        if operation.method == 'GET':
            return None
        return self.random.choice(({}, {'name': 'Mallory', 'email': self.stranger.new_box()},
                                   {'reason': 'because', 'answer': 'yes', 'wanted': True}))

    def try_door(self, operation):
        ids = self.ids()
        path = operation.path({name: ids.get(name, 'pay_1') for name in operation.path_names})
        for held, key in self.keys(operation):
            body = self.body(operation)
            answer = self.siege.patiently(
                lambda path=path, key=key, body=body: self.knock(operation, path, body, key),
                f'an answer to {operation}')
            if not may_be(operation, held, answer.status):
                self.siege.fail(self.stranger.name, self.stranger.request,
                                f'{operation} with the key "{held}": {answer}')
            if answer.status in REFUSED:
                with self.siege.lock:
                    self.siege.refused.add(operation.id)

    def knock(self, operation, path, body, key):
        answer = self.stranger.send(operation.method, path, body, token=key)
        return answer if answer is None or answer.status not in LATER else None

    def try_pages(self):
        """Guests' pages by links that are nearly right."""
        for page in PAGES:
            path = f'/{page}/{self.stranger.changed_token()}'
            for answer in (self.stranger.send('GET', path),
                           self.stranger.send('POST', path, form={'action': 'leave'}),
                           self.stranger.send('POST', path, form={
                               'List-Unsubscribe': 'One-Click'})):
                if answer is not None and answer.status < 400:
                    self.siege.fail(self.stranger.name, self.stranger.request, f'{answer}')

    def forge_callbacks(self):
        """News of providers that nobody signed, in every form, about guests they know."""
        guest = self.stranger.victim()
        wire = json.dumps({'entry': [{'changes': [{'value': {'messages': [
            {'from': guest.phone[1:], 'type': 'text', 'text': {'body': '9'}}]}}]}]}).encode()
        forged = base64.b64encode(secrets.token_bytes(32)).decode()
        for path in CALLBACKS:
            self.stranger.send('POST', path, raw=wire, headers={
                'Content-Type': 'application/json', 'X-Hub-Signature-256': 'sha256=' + '0' * 64,
                'X-Twilio-Signature': forged, 'webhook-signature': 'v1,' + forged,
                'webhook-id': 'msg_1', 'webhook-timestamp': '1',
                'Stripe-Signature': 't=1,v1=' + '0' * 64})
            self.stranger.send('POST', path, form={'id': 'tr_' + secrets.token_hex(5)})
        self.stranger.send('GET', '/v1/callbacks/whatsapp?hub.mode=subscribe&hub.verify_token='
                           + secrets.token_hex(8) + '&hub.challenge=' + secrets.token_hex(8))

    def walk(self, count):
        """All of them once, as far as they are this stranger's."""
        for operation in doors(self.stranger.number, count):
            self.try_door(operation)
        self.try_pages()
        self.forge_callbacks()
