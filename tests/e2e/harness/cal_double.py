"""Cal.com's API, version 2, as far as a booking system needs it: who one is, event types,
reservations, and bookings that know nothing of repeated requests. Where its description lies beside
the repository, every request and answer is held against it."""
import datetime
import http.client
import json
import os
import re
import urllib.parse

import jsonschema

from .contract import ROOT
from .http_peer import HttpPeer, Reply

TOKEN = 'cal_live_secret'
DESCRIPTION = os.path.normpath(os.path.join(ROOT, '..', 'shared', 'corpora', 'bookings',
                                            'cal-v2-openapi.json'))
VERSIONS = {'bookings': '2024-08-13', 'slots': '2024-09-04', 'event-types': '2024-06-14'}
TAKEN = 'User either already has booking at this time or is not available'


def moment(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


def written(time):
    return time.strftime('%Y-%m-%dT%H:%M:%S.000Z')


class Description:
    """What Cal.com says of itself."""

    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            self.document = json.load(file)

    @classmethod
    def beside(cls):
        return cls(DESCRIPTION) if os.path.exists(DESCRIPTION) else None

    def operation(self, method, path):
        for template, node in self.document['paths'].items():
            pattern = re.sub(r'\{\w+\}', '[^/]+', template)
            if method.lower() in node and re.fullmatch(pattern, path):
                yield template, node[method.lower()]

    def check(self, schema, value):
        # nullable, which JSON Schema doesn't know, stands beside an allOf.
        whole = {**schema, 'components': self.document['components']}
        jsonschema.Draft202012Validator(whole).validate(value)

    def check_request(self, received, path, body):
        operations = sorted(self.operation(received.method, path), key=lambda one: '{' in one[0])
        assert operations, f'Cal.com has no {received.method} {path}'
        operation = operations[0][1]
        names = {one['name'] for one in operation.get('parameters', []) if one['in'] == 'query'}
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(received.path).query)
        assert set(query) <= names, f'{path} knows no {set(query) - names}'
        if 'requestBody' in operation:
            schema = operation['requestBody']['content']['application/json']['schema']
            one_of = schema.get('oneOf', [schema])
            self.check(one_of[0], body)
            resolved = self.document['components']['schemas'][one_of[0]['$ref'].split('/')[-1]]
            assert set(body) <= set(resolved['properties']), body
        return operation

    def check_answer(self, operation, status, body):
        schema = operation['responses'][str(status)]['content']['application/json']['schema']
        name = schema.get('$ref', '').split('/')[-1]
        parts = self.document['components']['schemas'].get(name, schema)
        data = parts.get('properties', {}).get('data', {})
        assert set(parts.get('required', [])) <= set(body), body
        for one in data.get('oneOf', [data])[:1]:
            if '$ref' in one:
                self.check(one, body['data'])


class CalDouble(HttpPeer):
    """One host with their event types. Nobody can have the same hour twice."""

    def __init__(self):
        self.description = Description.beside()
        self.complaints = []
        self.types = [{'id': 7, 'title': 'Colour', 'slug': 'colour'},
                      {'id': 8, 'title': 'Cut', 'slug': 'cut'}]
        self.bookings = {}
        self.reservations = {}
        self.lost = []  # what to answer instead of the next answers to a POST that is carried out
        self.fault = None
        super().__init__()

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}'

    @property
    def address(self):
        return f'127.0.0.1:{self.port}'

    def live(self, offer=None):
        return [one for one in self.bookings.values() if one['status'] == 'accepted' and
                (offer is None or one['metadata'].get('standby_offer') == offer['id'])]

    def cancel(self, offer):
        for one in self.live(offer):
            one['status'] = 'cancelled'

    def answer(self, received):
        if self.fault is not None:
            return self.fault
        path = urllib.parse.urlsplit(received.path).path
        family = path.split('/')[2]
        if received.headers['Authorization'] != f'Bearer {TOKEN}':
            return self._error(401, 'Invalid API Key')
        if received.headers.get('cal-api-version') != VERSIONS.get(family):
            self.complaints.append(f'{path} in another version')
        body = json.loads(received.body or b'null')
        operation = None
        if self.description is not None:
            try:
                operation = self.description.check_request(received, path, body)
            except (AssertionError, jsonschema.ValidationError) as complaint:
                self.complaints.append(f'{received.method} {path}: {complaint}')
        with self.lock:
            status, data = self._carry_out(received, path, body)
        if status >= 400:
            return self._error(status, data)
        answer = {'status': 'success', 'data': data}
        if path == '/v2/bookings' and received.method == 'GET':
            answer['pagination'] = {
                'totalItems': len(data), 'remainingItems': 0, 'returnedItems': len(data),
                'itemsPerPage': 100, 'currentPage': 1, 'totalPages': 1, 'hasNextPage': False,
                'hasPreviousPage': False}
        if operation is not None and path != '/v2/me':
            try:
                for one in data if isinstance(data, list) and family == 'bookings' else []:
                    self.description.check(
                        {'$ref': '#/components/schemas/BookingOutput_2024_08_13'}, one)
                if family != 'event-types':
                    self.description.check_answer(operation, status, answer)
            except (AssertionError, jsonschema.ValidationError) as complaint:
                self.complaints.append(f'the answer to {received.method} {path}: {complaint}')
        if received.method == 'POST' and self.lost:
            return self.lost.pop(0)
        return Reply(status, json.dumps(answer))

    @staticmethod
    def _error(status, words):
        name = http.client.responses.get(status, 'Error').replace(' ', '') + 'Exception'
        return Reply(status, json.dumps({
            'status': 'error', 'error': {'code': name, 'message': words,
                                         'details': {'message': words, 'statusCode': status}}}))

    def _carry_out(self, received, path, body):
        parts = path.split('/')[2:]
        if parts == ['me']:
            return 200, {'id': 1, 'username': 'noor', 'email': 'noor@salon.example'}
        if parts == ['event-types']:
            return 200, self.types
        if parts == ['bookings'] and received.method == 'POST':
            return self._book(body)
        if parts == ['bookings']:
            return 200, self._list(received.path)
        if parts[0] == 'bookings':
            return self._one(parts, received.method)
        return self._reserve(parts[2:], received.method, body)

    def _book(self, body):
        start = moment(body['start'])
        if not any(one['id'] == body['eventTypeId'] for one in self.types):
            return 404, f'Event type with id {body["eventTypeId"]} not found'
        if any(moment(one['start']) == start for one in self.live()):
            return 400, TAKEN
        uid = f'booking{len(self.bookings) + 1}'
        now = written(datetime.datetime.now(datetime.timezone.utc))
        attendee = body['attendee']
        self.bookings[uid] = {
            'id': len(self.bookings) + 1, 'uid': uid, 'title': 'Colour', 'description': '',
            'hosts': [], 'status': 'accepted', 'start': written(start),
            'end': written(start + datetime.timedelta(hours=1)), 'duration': 60,
            'eventTypeId': body['eventTypeId'],
            'eventType': {'id': body['eventTypeId'], 'slug': 'colour'}, 'location': 'here',
            'absentHost': False, 'createdAt': now, 'updatedAt': now,
            'metadata': body.get('metadata', {}), 'bookingFieldsResponses': {},
            'attendees': [{'name': attendee['name'], 'email': attendee['email'],
                           'displayEmail': attendee['email'], 'timeZone': attendee['timeZone'],
                           'absent': False}]}
        return 201, self.bookings[uid]

    def _list(self, path):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))
        return [one for one in self.bookings.values()
                if query.get('attendeeEmail') in (None, one['attendees'][0]['email']) and
                ('afterStart' not in query or moment(one['start']) > moment(query['afterStart']))]

    def _one(self, parts, method):
        booking = self.bookings.get(parts[1])
        if booking is None:
            return 404, f'Booking with uid={parts[1]} was not found'
        if method == 'POST' and parts[2:] == ['cancel']:
            if booking['status'] == 'cancelled':
                return 400, 'This booking has been cancelled already'
            booking['status'] = 'cancelled'
        return 200, booking

    def _reserve(self, parts, method, body):
        if method == 'DELETE':
            return (200, None) if self.reservations.pop(parts[0], None) else (404, 'Not found')
        if method == 'GET':
            return 200, self.reservations.get(parts[0])
        start = moment(body['slotStart'])
        others = [one for uid, one in self.reservations.items() if parts != [uid]]
        if any(moment(one['slotStart']) == start for one in others):
            return 422, 'This time slot is already reserved'
        if any(moment(one['start']) == start for one in self.live()):
            return 422, 'This time slot is already booked'
        uid = parts[0] if parts else f'reservation{len(self.reservations) + 1}-{start:%d%H%M}'
        if parts and uid not in self.reservations:
            return 404, 'Not found'
        minutes = body.get('reservationDuration', 5)
        until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
        self.reservations[uid] = {
            'eventTypeId': body['eventTypeId'], 'slotStart': written(start),
            'slotEnd': written(start + datetime.timedelta(hours=1)), 'slotDuration': 60,
            'reservationUid': uid, 'reservationDuration': minutes,
            'reservationUntil': written(until)}
        return (200 if parts else 201), self.reservations[uid]
