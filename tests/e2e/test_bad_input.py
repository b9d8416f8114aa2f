"""Requests that make no sense: each is refused with the right message, and changes nothing."""
import json
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import send_bytes
from harness.world import later, new_person

LONG = 'x' * 100_000
MAIL = 'mia@example.org'


def nested(depth):
    return '[' * depth + ']' * depth


# Bodies that are no JSON object at all: text, expected statuses.
UNREADABLE = (
    ('', 400), ('{', 400), ('{"name":', 400), ('nul', 400), ("{'name':'Mia'}", 400),
    ('{"name":"Mia",}', 400), ('{"email":"' + MAIL + '"} x', 400), ('{"party_size":NaN}', 400),
    ('{"party_size":01}', 400), ('{"name":"a\nb"}', 400), ('{"name":"\\ud800"}', 400),
    (b'{"name":"\xff\xfe"}', 400), (b'\xef\xbb\xbf{}', 400), ('\x00', 400),
    (nested(100_000), 400), ('{"wants":' * 5000 + '{}' + '}' * 5000, 400),
    ('{"email":"' + MAIL + '","email":"' + MAIL + '"}', 400),
    ('[]', 422), ('"text"', 422), ('7', 422), ('null', 422), ('true', 422),
)

# What is put into an otherwise good join: fields, the field the answer must name.
BAD_JOINS = (
    ({'name': 'Mia\r\nBcc: all@example.org'}, 'name'), ({'name': 'Mia\u0000'}, 'name'),
    ({'name': 'Mia\u001a'}, 'name'), ({'name': LONG}, 'name'), ({'name': 7}, 'name'),
    ({'name': ['Mia']}, 'name'), ({'name': 'x' * 201}, 'name'),
    ({'email': 'mia'}, 'email'), ({'email': 'mia@'}, 'email'), ({'email': '@example.org'}, 'email'),
    ({'email': 'mia@example'}, 'email'), ({'email': 'mia@@example.org'}, 'email'),
    ({'email': 'mia smith@example.org'}, 'email'), ({'email': LONG + '@example.org'}, 'email'),
    ({'email': 'mia@example.org\r\nBcc: all@example.org'}, 'email'),
    ({'email': 'mia@example.org\nall@example.org'}, 'email'),
    ({'email': 'mia@example.org\u0000'}, 'email'), ({'email': 'mia@example.org,b@c.de'}, 'email'),
    ({'email': True}, 'email'), ({'email': None}, 'email'), ({'email': ''}, 'email'),
    ({'phone': '123'}, 'phone'), ({'phone': '+'}, 'phone'), ({'phone': '+49abc12345'}, 'phone'),
    ({'phone': '++4930123456'}, 'phone'), ({'phone': '+49' + '1' * 40}, 'phone'),
    ({'phone': 4930123456}, 'phone'), ({'phone': '+4930\r\n123456'}, 'phone'),
    ({'phone': '030123456', 'region': 'ZZ'}, 'region'), ({'phone': '12', 'region': 'DE'}, 'phone'),
    ({'user_id': 'x' * 201}, 'user_id'), ({'user_id': {}}, 'user_id'),
    ({'party_size': 0}, 'party_size'), ({'party_size': -1}, 'party_size'),
    ({'party_size': 201}, 'party_size'), ({'party_size': 1.5}, 'party_size'),
    ({'party_size': '2'}, 'party_size'), ({'party_size': True}, 'party_size'),
    ({'party_size': 2 ** 32 + 1}, 'party_size'), ({'party_size': 2 ** 64 + 1}, 'party_size'),
    ({'party_size': 10 ** 400}, 'party_size'), ({'party_size': []}, 'party_size'),
    ({'nickname': 'M'}, 'nickname'), ({'Name': 'M'}, 'Name'), ({'token': 'gt_x'}, 'token'),
    ({'state': 'accepted'}, 'state'), ({'position': 1}, 'position'), ({'': 1}, '""'),
    ({'time_zone': 'Mars/Olympus'}, 'time_zone'), ({'time_zone': '../etc/passwd'}, 'time_zone'),
    ({'time_zone': 3}, 'time_zone'), ({'locale': 'x' * 36}, 'locale'),
    ({'locale': 'de\r\n'}, 'locale'), ({'locale': '../de'}, 'locale'),
    ({'group': 'x' * 101}, 'group'), ({'referral_code': 'x' * 41}, 'referral_code'),
    ({'instant_yes': 'yes'}, 'instant_yes'), ({'instant_yes': {'always': 1}}, 'instant_yes.always'),
    ({'instant_yes': {'min_notice': '-1h'}}, 'instant_yes.min_notice'),
    ({'wants': 'colour'}, 'wants'), ({'wants': []}, 'wants'),
    ({'wants': {'colour': 'red'}}, 'wants.colour'), ({'wants': {'service': LONG}}, 'wants.service'),
    ({'wants': {'service': 'ä' * 51}}, 'wants.service'), ({'wants': {'staff': 3}}, 'wants.staff'),
    ({'wants': {'service': 'a\u0000b'}}, 'wants.service'),
    ({'wants': {'earliest': 'tomorrow'}}, 'wants.earliest'),
    ({'wants': {'earliest': '2026-02-30'}}, 'wants.earliest'),
    ({'wants': {'latest': '2026-13-01'}}, 'wants.latest'),
    ({'wants': {'latest': '2026-11-21T25:00:00Z'}}, 'wants.latest'),
    ({'wants': {'earliest': '2026-12-02', 'latest': '2026-12-01'}}, 'wants.latest'),
    ({'wants': {'weekly': {}}}, 'wants.weekly'),
    ({'wants': {'weekly': [{'days': ['someday'], 'from': '09:00', 'to': '10:00'}]}},
     'wants.weekly[0].days[0]'),
    ({'wants': {'weekly': [{'days': ['mon'], 'from': '25:00', 'to': '10:00'}]}},
     'wants.weekly[0].from'),
    ({'wants': {'weekly': [{'days': ['mon'], 'from': '9:00', 'to': '10:00'}]}},
     'wants.weekly[0].from'),
    ({'wants': {'weekly': [{'days': [], 'from': '09:00', 'to': '10:00'}]}},
     'wants.weekly[0].days'),
    ({'wants': {'weekly': [{'days': ['mon'], 'from': '09:00'}]}}, 'wants.weekly[0].to'),
    ({'wants': {'weekly': [{'days': ['mon'], 'from': '09:00', 'to': '10:00'}] * 51}},
     'wants.weekly'),
    ({'wants': {'min_notice': '-1h'}}, 'wants.min_notice'),
    ({'wants': {'min_notice': '1y'}}, 'wants.min_notice'),
    ({'wants': {'min_notice': 60}}, 'wants.min_notice'),
    ({'wants': {'min_notice': '400d'}}, 'wants.min_notice'),
    ({'wants': {'max_price': 45}}, 'wants.max_price'),
    ({'wants': {'max_price': {'amount': -1, 'currency': 'EUR'}}}, 'wants.max_price.amount'),
    ({'wants': {'max_price': {'amount': 1.5, 'currency': 'EUR'}}}, 'wants.max_price.amount'),
    ({'wants': {'max_price': {'amount': 1, 'currency': 'euro'}}}, 'wants.max_price.currency'),
    ({'wants': {'max_price': {'amount': 1}}}, 'wants.max_price.currency'),
)

BAD_RESOURCES = (
    ({'name': None}, 'name'), ({'name': ''}, 'name'), ({'name': '   '}, 'name'),
    ({'name': 'x' * 201}, 'name'), ({'name': 'a\r\nb'}, 'name'), ({'kind': 'chairs'}, 'kind'),
    ({'kind': None}, 'kind'), ({'kind': 3}, 'kind'), ({'capacity': -1}, 'capacity'),
    ({'capacity': 100_000_001}, 'capacity'), ({'capacity': 'ten'}, 'capacity'),
    ({'kind': 'slots', 'capacity': 5}, 'capacity'), ({'starts_at': 'tomorrow'}, 'starts_at'),
    ({'starts_at': '2026-11-31T10:00:00Z'}, 'starts_at'), ({'time_zone': 'Berlin'}, 'time_zone'),
    ({'time_zone': ''}, 'time_zone'), ({'inventory': 'mine'}, 'inventory'),
    ({'kind': 'access', 'inventory': 'external'}, 'inventory'), ({'status': 'closed'}, 'status'),
    ({'rules': []}, 'rules'), ({'rules': {'fairness': 11}}, 'rules.fairness'),
    ({'rules': {'order': 'random'}}, 'rules.order'),
    ({'rules': {'claim_window': '5s'}}, 'rules.claim_window'),
    ({'rules': {'claim_window': '61d'}}, 'rules.claim_window'),
    ({'rules': {'claim_window': 600}}, 'rules.claim_window'),
    ({'rules': {'claim_window': '10'}}, 'rules.claim_window'),
    ({'rules': {'claim_window': '1m1h'}}, 'rules.claim_window'),
    ({'kind': 'seats', 'rules': {'claim_window': 'auto'}}, 'rules.claim_window'),
    ({'kind': 'access', 'rules': {'claim_window': 'auto'}}, 'rules.claim_window'),
    ({'kind': 'slots', 'rules': {'claim_window': 'auto', 'late_yes': True, 'reminder_after': '1h'}},
     'rules.reminder_after'),
    ({'rules': {'auto_window': True}}, 'rules.auto_window'),
    ({'rules': {'late_yes': 'yes'}}, 'rules.late_yes'),
    ({'rules': {'ping_after': '1h'}}, 'rules.ping_after'),
    ({'rules': {'ping_grace': '61d'}}, 'rules.ping_grace'),
    ({'rules': {'cutoff': '-1h'}}, 'rules.cutoff'), ({'rules': {'urgent': 1}}, 'rules.urgent'),
    ({'rules': {'max_offers': -1}}, 'rules.max_offers'),
    ({'rules': {'max_waiting': 2 ** 40}}, 'rules.max_waiting'),
    ({'rules': {'quiet_hours': {'from': '21:00', 'to': '21:00'}}}, 'rules.quiet_hours'),
    ({'rules': {'quiet_hours': {'from': '21:00'}}}, 'rules.quiet_hours.to'),
    ({'rules': {'quiet_hours': '21-08'}}, 'rules.quiet_hours'),
    ({'rules': {'after_miss': 'forget'}}, 'rules.after_miss'),
    ({'rules': {'wave_size': 10}}, 'rules.wave_interval'),
    ({'rules': {'order': 'lottery'}}, 'rules.draw_at'),
    ({'rules': {'order': 'head_start', 'minutes_per_point': 0}}, 'rules.minutes_per_point'),
    ({'rules': {'draw_seed': 'x'}}, 'rules.draw_seed'),
    ({'rules': {'draw_words': 'x' * 201}}, 'rules.draw_words'),
    ({'rules': {'payment': {'amount': 0, 'currency': 'EUR'}}}, 'rules.payment.amount'),
    ({'rules': {'referral': {'points': -1, 'cap': 5}}}, 'rules.referral.points'),
)

BAD_OPENINGS = (
    ({'starts_at': None}, 'starts_at'), ({'starts_at': '2001-01-01T00:00:00Z'}, 'starts_at'),
    ({'starts_at': 'soon'}, 'starts_at'), ({'duration': None}, 'duration'),
    ({'duration': '0s'}, 'duration'), ({'duration': '32d'}, 'duration'),
    ({'duration': 45}, 'duration'), ({'service': LONG}, 'service'), ({'staff': 1}, 'staff'),
    ({'size': {'min': 0, 'max': 1}}, 'size.min'), ({'size': {'min': 3, 'max': 2}}, 'size.min'),
    ({'size': {'min': 1, 'max': 201}}, 'size.max'), ({'size': 4}, 'size'),
    ({'size': {'min': 1, 'max': 2, 'avg': 1}}, 'size.avg'),
    ({'price': {'amount': -5, 'currency': 'EUR'}}, 'price.amount'),
    ({'reason': 'whim'}, 'reason'), ({'event_id': 'x' * 201}, 'event_id'), ({'room': 1}, 'room'),
)


class BadInput(ServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.seats = cls.world.make_resource('seats')
        cls.slots, cls.offered, cls.token = cls.world.offered_slot()
        cls.entry = cls.world.join(cls.seats)

    def refuse(self, operation, ids, body, expect, field=None, **more):
        """One refused call, with the proof that both resources are as they were."""
        def act():
            return self.client.call(operation, ids, body=body, expect=expect, **more)

        answer = self.assert_changes_nothing(
            self.seats, lambda: self.assert_changes_nothing(self.slots, act))
        if field is not None:
            self.assertEqual(answer.problem, 'invalid')
            self.assertIn(field, answer.bad_fields)
        return answer

    def refuse_all(self, table, operation, ids, good):
        for fields, field in table:
            body = {**good, **fields}
            with self.subTest(operation=operation, fields=str(fields)[:120]):
                self.refuse(operation, ids, body, 422, field)

    def join_ids(self):
        return {'resource_id': self.seats['id']}

    def test_bodies_that_cannot_be_read(self):
        for text, status in UNREADABLE:
            with self.subTest(text=str(text[:60])):
                answer = self.refuse('join', self.join_ids(), text, status)
                self.assertEqual(answer.problem, 'malformed-json' if status == 400 else 'invalid')

    def test_joins_with_one_bad_field(self):
        self.refuse_all(BAD_JOINS, 'join', self.join_ids(), {'email': MAIL})

    def test_a_join_must_say_who_it_is(self):
        for body in ({}, {'name': 'Mia'}, {'email': None, 'phone': None}):
            with self.subTest(body=body):
                self.refuse('join', self.join_ids(), body, 422)

    def test_every_bad_field_is_named_at_once(self):
        body = {'email': 'nobody', 'party_size': 0, 'colour': 'red', 'wants': {'weekly': 7}}
        answer = self.refuse('join', self.join_ids(), body, 422)
        self.assertLessEqual({'email', 'party_size', 'colour', 'wants.weekly'},
                             set(answer.bad_fields))

    def test_only_staff_may_set_tier_and_points(self):
        for fields in ({'tier': 1}, {'points': 5}):
            with self.subTest(fields=fields):
                self.refuse('join', self.join_ids(), new_person(**fields), 403, credential=None)
                self.refuse('update_entry', {'entry_id': self.entry['id']}, fields, 403,
                            credential=self.entry['token'])
        for fields, field in (({'tier': 201}, 'tier'), ({'tier': -1}, 'tier'),
                              ({'points': 1_000_001}, 'points'), ({'points': -1}, 'points')):
            with self.subTest(fields=fields):
                self.refuse('join', self.join_ids(), new_person(**fields), 422, field)
                self.refuse('update_entry', {'entry_id': self.entry['id']}, fields, 422, field)

    def test_a_refusal_does_not_repeat_what_was_sent(self):
        secret = 'very-private-text'
        for fields in ({'email': secret}, {'phone': secret}, {'time_zone': secret}):
            with self.subTest(fields=fields):
                answer = self.refuse('join', self.join_ids(), {'email': MAIL, **fields}, 422)
                self.assertNotIn(secret, answer.raw.decode())

    def test_resources_with_one_bad_field(self):
        before = len(list(self.client.items('list_resources', limit=200)))
        self.refuse_all(BAD_RESOURCES, 'create_resource', {}, {'name': 'New', 'kind': 'seats'})
        self.assertEqual(len(list(self.client.items('list_resources', limit=200))), before)

    def test_changes_of_a_resource_with_one_bad_field(self):
        unchangeable = (({'kind': 'access'}, 'kind'), ({'inventory': 'external'}, 'inventory'))
        changes = [(fields, field) for fields, field in BAD_RESOURCES
                   if not {'kind', 'inventory'} & set(fields) and fields != {'name': None} and
                   fields != {'rules': {'order': 'random'}}]
        self.refuse_all((*unchangeable, *changes), 'update_resource', self.join_ids(), {})

    def test_openings_with_one_bad_field(self):
        self.refuse_all(BAD_OPENINGS, 'add_opening', {'resource_id': self.slots['id']},
                        {'starts_at': later(days=1), 'duration': '30m'})

    def test_other_bodies_with_one_bad_field(self):
        offer = {'offer_id': self.offered['offer']['id']}
        entry = {'entry_id': self.entry['id']}
        access = {'resource_id': self.world.make_resource('access', capacity=5)['id']}
        for operation, ids, body, field in (
                ('revoke_capacity', access, {'quantity': 1}, 'event_id'),
                ('revoke_capacity', access, {'event_id': 'a', 'quantity': 0}, 'quantity'),
                ('release_capacity', access, {'quantity': 0}, 'quantity'),
                ('release_capacity', access, {'quantity': 100_000_001}, 'quantity'),
                ('release_capacity', access, {'event_id': 'a'}, 'quantity'),
                ('release_capacity', access, {'quantity': 1, 'event_id': 'x' * 201}, 'event_id'),
                ('extend_offer', offer, {}, 'until'),
                ('extend_offer', offer, {'until': 'later'}, 'until'),
                ('extend_offer', offer, {'until': '2001-01-01T00:00:00Z'}, 'until'),
                ('extend_offer', offer, {'until': later(days=30)}, 'until'),
                ('report_sent', offer, {'sent_at': 'now'}, 'sent_at'),
                ('report_undeliverable', offer, {'cause': 'lost'}, 'cause'),
                ('report_undeliverable', offer, {}, 'cause'),
                ('report_booking', offer, {'outcome': 'maybe'}, 'outcome'),
                ('report_payment', offer, {'outcome': 'later'}, 'outcome'),
                ('accept_offer', offer, {'seats': 2}, 'seats'),
                ('remove_entry', entry, {'cause': 'dislike'}, 'cause'),
                ('promote_entry', entry, {'opening_id': 'nonsense'}, 'opening_id'),
                ('promote_entry', entry, {'reason': 'x' * 501}, 'reason'),
                ('update_entry', entry, {'party_size': 0}, 'party_size'),
                ('update_entry', entry, {'email': 'nobody'}, 'email'),
                ('update_entry', entry, {'state': 'accepted'}, 'state'),
                ('update_entry', entry, {'position': 1}, 'position'),
                ('create_key', {}, {'role': 'emperor'}, 'role'),
                ('create_key', {}, {'label': 'x'}, 'role'),
                ('create_key', {}, {'role': 'staff', 'label': 'x' * 101}, 'label')):
            with self.subTest(operation=operation, body=str(body)[:80]):
                self.refuse(operation, ids, body, 422, field)

    def test_bodies_must_be_json(self):
        body = json.dumps({'email': MAIL})
        for kind in ('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data',
                     'application/xml', 'application/jsonx', '', None):
            with self.subTest(kind=kind):
                self.refuse('join', self.join_ids(), body, 415, headers={'Content-Type': kind})

    def test_a_charset_of_utf_8_is_fine(self):
        answer = self.client.call('join', self.join_ids(), body=new_person(), expect=201,
                                  headers={'Content-Type': 'application/json; charset=utf-8'})
        self.assertEqual(answer['state'], 'waiting')

    def test_a_body_may_be_left_out_where_all_is_optional(self):
        entry = self.world.join(self.seats)
        removed = self.client.call('remove_entry', {'entry_id': entry['id']}, expect=200)
        self.assertEqual(removed['state'], 'removed')

    def test_a_body_that_is_too_large(self):
        body = json.dumps({'email': MAIL, 'name': 'x' * 300_000})
        answer = self.refuse('join', self.join_ids(), body, 413)
        self.assertEqual(answer.problem, 'body-too-large')

    def test_idempotency_keys_that_are_none(self):
        for key in ('', ' ', 'x' * 201, 'a b', 'tab\there', 'smörgås'.encode().decode('latin-1')):
            with self.subTest(key=key):
                answer = self.refuse('join', self.join_ids(), new_person(), 400, key=key)
                self.assertEqual(answer.problem, 'bad-request')

    def test_limits_that_are_none(self):
        for operation in ('list_queue', 'list_entries', 'list_offers', 'list_openings',
                          'list_messages', 'list_audit', 'list_resources', 'list_keys',
                          'list_voice', 'list_all_messages'):
            known = CONTRACT.operations[operation]
            ids = self.join_ids() if known.path_names else {}
            for limit in ('0', '201', '-1', 'ten', '', '1.5', '99999999999999999999', '5 '):
                with self.subTest(operation=operation, limit=limit):
                    answer = self.client.call(operation, ids, query={'limit': limit}, expect=422)
                    self.assertIn('limit', answer.bad_fields)

    def test_cursors_that_are_none(self):
        elsewhere = self.client.call('list_audit', {'resource_id': self.slots['id']},
                                     query={'limit': 1})['next_cursor']
        for operation in ('list_queue', 'list_entries', 'list_offers', 'list_openings',
                          'list_messages', 'list_audit', 'list_resources', 'list_keys',
                          'list_voice', 'list_all_messages'):
            known = CONTRACT.operations[operation]
            ids = self.join_ids() if known.path_names else {}
            for cursor in ('', 'nonsense', '0', '-1', "' or 1=1 --", 'x' * 1000, elsewhere,
                           elsewhere[:-1], elsewhere + 'A'):
                with self.subTest(operation=operation, cursor=cursor[:40]):
                    answer = self.client.call(operation, ids, query={'cursor': cursor}, expect=400)
                    self.assertEqual(answer.problem, 'bad-cursor')

    def test_states_that_are_none(self):
        for operation in ('list_entries', 'list_offers', 'list_openings'):
            for state in ('', 'happy', 'WAITING', 'none'):
                with self.subTest(operation=operation, state=state):
                    answer = self.client.call(operation, self.join_ids(), query={'state': state},
                                              expect=422)
                    self.assertIn('state', answer.bad_fields)


class BadProtocol(ServerCase):
    """Bytes that are not quite HTTP. The server answers with a problem or hangs up, lives on, and
    does nothing."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.resource = cls.world.make_resource()

    def join_bytes(self, *headers, body=b'{"email":"mia@example.org"}', length=None):
        path = f'/v1/resources/{self.resource["id"]}/waitlist:join'
        lines = [f'POST {path} HTTP/1.1', 'Host: test', 'Content-Type: application/json', *headers]
        if length is not False:
            lines.append(f'Content-Length: {len(body) if length is None else length}')
        return '\r\n'.join(lines).encode() + b'\r\n\r\n' + body

    def send(self, data, statuses, **more):
        def act():
            answer = send_bytes(self.server.address, data, **more)
            if answer is not None:
                CONTRACT.check_problem(answer.status, answer.headers, answer.raw, data[:60])
                self.assertIn(answer.status, statuses)
            return answer

        return self.assert_changes_nothing(self.resource, act)

    def test_what_is_not_http(self):
        for data in (b'GARBAGE\r\n\r\n', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
                     b'GET\r\n\r\n', b'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
                     b'GET / HTTP/1.1\r\nHost a\r\n\r\n', b'GET / HTTP/1.1\r\n: a\r\n\r\n',
                     b'GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n',
                     b'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n',
                     b'GET /v1/resources%00 HTTP/1.1\r\nHost: a\r\n\r\n'):
            with self.subTest(data=data):
                self.send(data, (400, 404, 505), half_close=True)

    def test_two_readings_of_one_length_are_refused(self):
        for headers in (('Content-Length: 5',), ('Transfer-Encoding: chunked',),
                        ('Content-Length: 27, 27',)):
            with self.subTest(headers=headers):
                self.send(self.join_bytes(*headers, length=30), (400,), half_close=True)
        for length in ('-1', '+27', '0x1b', '27a', '99999999999999999999999'):
            with self.subTest(length=length):
                self.send(self.join_bytes(length=length), (400, 413), half_close=True)

    def test_a_body_that_never_comes_whole(self):
        self.send(self.join_bytes(length=500), (400, 408), half_close=True)

    def test_headers_that_are_too_large(self):
        answer = self.send(self.join_bytes('X-Long: ' + 'x' * 40_000), (431,))
        self.assertIsNotNone(answer)
        self.send(self.join_bytes(*(f'X-{number}: x' for number in range(5000))), (431,))
        self.send(b'GET /' + b'x' * 100_000 + b' HTTP/1.1\r\nHost: a\r\n\r\n', (414, 431))

    def test_a_length_that_is_too_large_is_refused_before_the_body_comes(self):
        answer = self.send(self.join_bytes(body=b'', length=10 ** 12), (413,))
        self.assertIsNotNone(answer)

    def test_a_chunked_body_is_read(self):
        body = json.dumps(new_person()).encode()
        chunks = b''.join(b'%x\r\n%s\r\n' % (len(part), part)
                          for part in (body[:7], body[7:])) + b'0\r\n\r\n'
        data = self.join_bytes('Transfer-Encoding: chunked', 'Connection: close', body=chunks,
                               length=False)
        self.assertEqual(send_bytes(self.server.address, data).status, 201)

    def test_chunks_that_are_too_large(self):
        data = self.join_bytes('Transfer-Encoding: chunked', length=False,
                               body=b'fffffff0\r\n' + b'x' * 300_000)
        self.send(data, (413,))


if __name__ == '__main__':
    unittest.main()
