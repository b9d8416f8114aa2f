"""Calls at random, made from the contract: bodies that are right, nearly right and absurd, about
things that earlier answers named."""
from .case import CONTRACT

ODD = (None, 0, -1, 2**63, 1e300, '', [], {}, True, 'x' * 300, [[]], {'a': 1}, '\u202eab', 'a\nb')
TEXTS = ('', 'a', 'Ada', 'Colour', ' colour', 'Cut', 'Noor', 'x' * 101, '\u00e4' * 50,
         '\u65e5\u672c\u8a9e', '{{name}}', '<b>', '10m', '2h', '0s', '-1s', '9999d',
         'Europe/Berlin', 'America/St_Johns', '08:00', '24:00', 'en', 'de', 'EUR', 'mon', '0',
         'http://127.0.0.1:1/x')
TIMES = ('2026-11-20T10:00:00Z', '2026-11-21T14:00:00+01:00', '2027-03-28T02:30:00+01:00',
         '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z')
CONTACTS = {'email': 'guest.{}@mail.example.org', 'phone': '+49151{:08d}'}
# What paths call the ids that begin like this. The key that calls is not given away.
NAMES = {'res': 'resource_id', 'ent': 'entry_id', 'off': 'offer_id', 'opn': 'opening_id',
         'msg': 'message_id', 'imp': 'import_id', 'svc': 'service_id', 'per': 'person_id',
         'plc': 'place_id'}
# What would soon leave nothing to call: seldom.
ENDS = ('close_resource', 'cancel_resource', 'archive_resource', 'create_resource', 'erase_entry',
        'duplicate_resource', 'remove_member', 'pause_resource')
# Not through here: streams, the session that the key is not, and what would ask other companies.
LEFT_OUT = ('sign_out', 'set_sheet', 'put_booking_system', 'test_booking_system',
            'set_payment_settings', 'test_payment_settings', 'set_delivery_sms',
            'test_delivery_sms', 'set_delivery_whatsapp', 'test_delivery_whatsapp')
DEPTH_MAX = 6
KEPT = 300


# Of guests' forms.
FIELDS = ('name', 'email', 'phone', 'party_size', 'service', 'staff', 'place', 'services',
          'earliest', 'latest', 'weekly', 'instant_yes', 'min_notice', 'max_price', 'price', 'days',
          'lang', 'website', 'confirm', 'sure', 'code')
ACTIONS = ('leave', 'verify', 'change', 'resend', 'claim', 'late_yes', 'take_back', 'instant_on',
           'instant_off', 'still_here', 'undo', 'decline', 'stop', 'start', '')


class Calls:
    """What is known of the server, and what to ask it next."""

    def __init__(self, random):
        self.random = random
        self.known = {}  # ids by what paths call them
        self.tokens = []
        self.pages = []  # of guests, by their paths
        self.operations = [one for one in CONTRACT.operations.values()
                           if not one.streams and one.id not in LEFT_OUT]
        self.weights = [0.03 if one.id in ENDS else 3 if one.id in ('join', 'add_opening') else 1
                        for one in self.operations]

    def learn(self, value, name=''):
        """Takes every id and every guest's token out of an answer."""
        if isinstance(value, dict):
            for key, item in value.items():
                self.learn(item, key)
        elif isinstance(value, list):
            for item in value:
                self.learn(item, name)
        elif isinstance(value, str) and name == 'token' and value.startswith('gt_'):
            self.tokens = [*self.tokens[-KEPT:], value]
        elif isinstance(value, str) and name in ('status_url', 'claim_url'):
            self.pages = [*self.pages[-KEPT:], '/' + value.split('/', 3)[3]]
        elif isinstance(value, str) and name == 'id' and value.split('_')[0] in NAMES:
            ids = self.known.setdefault(NAMES[value.split('_')[0]], [])
            if value not in ids:
                self.known[NAMES[value.split('_')[0]]] = [*ids[-KEPT:], value]

    def next(self):
        """An operation, its ids, its body (None: without one), its query and the credential."""
        operation = self.random.choices(self.operations, self.weights)[0]
        ids = {name: self.id_for(name) for name in operation.path_names}
        body = self.value(operation.body_schema) if operation.body_schema else None
        query = {}
        for parameter in operation.parameters:
            if parameter['in'] == 'query' and self.random.random() < 0.3:
                value = self.value(parameter['schema'], parameter['name'], DEPTH_MAX)
                if isinstance(value, bool):
                    value = str(value).lower()
                if value is not None and not isinstance(value, (dict, list)):
                    query[parameter['name']] = value
        return operation, ids, body, query, self.credential()

    def form(self):
        """A guest's page, and what is sent from it; None: it is only looked at."""
        path = self.random.choice([f'/r/{self.id_for("resource_id")}', *self.pages[-40:]])
        if self.random.random() < 0.2:
            path = path.replace('/e/', '/u/')
        if self.random.random() < 0.3:
            return path, None
        fields = [(name, self.a_string({}, name, 0)) for name in FIELDS
                  if self.random.random() < 0.3]
        return path, [*fields, ('action', self.random.choice(ACTIONS))]

    def credential(self):
        """'staff', nobody's, or some guest's."""
        luck = self.random.random()
        if luck < 0.15 and self.tokens:
            return self.random.choice(self.tokens)
        return None if luck < 0.2 else 'staff'

    def id_for(self, name):
        ids = self.known.get(name)
        if ids and self.random.random() < 0.98:
            return self.random.choice(ids[-40:])
        return self.random.choice(('x', 'ent_1', 'off_9', 'svc_1', 'offer.mail.en', 'a' * 200))

    def value(self, schema, name='', depth=0):
        schema = CONTRACT.resolve(schema)
        if self.random.random() < 0.01:
            return self.random.choice(ODD)
        if 'const' in schema:
            return schema['const']
        if 'enum' in schema and self.random.random() < 0.95:
            return self.random.choice(schema['enum'])
        for some in ('oneOf', 'anyOf'):
            if some in schema:
                return self.value(self.random.choice(schema[some]), name, depth + 1)
        if 'allOf' in schema:
            return {key: item for part in schema['allOf']
                    for key, item in (self.value(part, name, depth + 1) or {}).items()}
        kind = schema.get('type', 'object' if 'properties' in schema else 'string')
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        return getattr(self, f'a_{kind}')(schema, name, depth)

    def a_null(self, *_):
        return None

    def a_boolean(self, *_):
        return self.random.random() < 0.5

    def a_number(self, *_):
        return self.random.choice((0, 1, 0.5, 100))

    def a_integer(self, schema, *_):
        return self.random.choice((0, 1, 1, 2, 3, 10, 100, schema.get('minimum', -1),
                                   schema.get('maximum', 1000)))

    def a_array(self, schema, name, depth):
        count = self.random.choice((0, 1, 1, 2, 3)) if depth < DEPTH_MAX else 0
        return [self.value(schema.get('items', {}), name, depth + 1) for _ in range(count)]

    def a_object(self, schema, _name, depth):
        needed = schema.get('required', ())
        share = 0.35 if depth < 2 else 0.2 if depth < DEPTH_MAX else 0
        return {name: self.value(item, name, depth + 1)
                for name, item in schema.get('properties', {}).items()
                if self.random.random() < (0.98 if name in needed else share)}

    def a_string(self, schema, name, _depth):
        if self.known.get(name):
            return self.random.choice(self.known[name])
        if name in CONTACTS and self.random.random() < 0.9:
            return CONTACTS[name].format(self.random.randrange(80))
        if 'date-time' == schema.get('format') and self.random.random() < 0.95:
            return self.random.choice(TIMES)
        if name == 'duration' and self.random.random() < 0.9:
            return self.random.choice(('15m', '1h'))
        return self.random.choice(TEXTS)
