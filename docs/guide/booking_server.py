#!/usr/bin/env python3
"""A booking system that Standby can ask, as docs/guide/bookings.md says. Every place, which is what
starts at one time with one person in one room, can be booked once; --capacity makes that more.

    booking_server.py --port 8099 --token SECRET --file bookings.db [--capacity 40]"""
import argparse
import datetime
import http.server
import json
import sqlite3
import threading

LIVE = "(status = 'CONFIRMED' OR status = 'ON_HOLD' AND expires > ?)"


def now(minutes=0):
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    return at.strftime('%Y-%m-%dT%H:%M:%SZ')


class Bookings(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def handle_call(self):
        body = json.loads(self.rfile.read(int(self.headers.get('Content-Length') or 0)) or '{}')
        _, root, *rest = self.path.split('/')
        if self.headers['Authorization'] != f'Bearer {options.token}':
            return self.answer(401, {'type': 'wrong-token'})
        with lock, database:  # one at a time; durable when it is left
            if root != 'bookings':
                return self.answer(404, {'type': 'not-found'})
            if not rest:
                return self.answer(*book(body, body.get('expirationMinutes')))
            row = find(rest[0])
            if row is None or rest[1:] and row['status'] not in ('ON_HOLD', 'CONFIRMED'):
                return self.answer(404, {'type': 'not-found'})
            if self.command == 'DELETE' and row['status'] in ('ON_HOLD', 'CONFIRMED'):
                keep(row, 'CANCELLED')
            elif rest[1:] == ['confirm']:
                keep(row, 'CONFIRMED')
            elif rest[1:] == ['extend'] and row['status'] == 'ON_HOLD':
                keep(row, 'ON_HOLD', now(body['expirationMinutes']))
            return self.answer(200, find(rest[0]))

    do_GET = do_POST = do_DELETE = handle_call

    def log_message(self, *_):
        pass


def find(uuid):
    row = database.execute('SELECT uuid, place, quantity, CASE WHEN status = \'ON_HOLD\' AND '
                           'expires <= ? THEN \'EXPIRED\' ELSE status END AS status, expires AS '
                           'utcExpiresAt FROM bookings WHERE uuid = ?', (now(), uuid)).fetchone()
    return dict(row) if row else None


def keep(row, status, expires=None):
    database.execute('INSERT OR REPLACE INTO bookings VALUES (?, ?, ?, ?, ?)',
                     (row['uuid'], row['place'], row['quantity'], status, expires))


def book(order, minutes):
    place = json.dumps([order.get(part) for part in ('starts_at', 'staff', 'place')])
    row = {'uuid': order['uuid'], 'place': place, 'quantity': order['quantity']}
    known = find(row['uuid'])
    if known and known['status'] in ('CONFIRMED', 'ON_HOLD') and minutes:
        return 200, known  # asked again: the answer is the same
    others = database.execute(f'SELECT COALESCE(SUM(quantity), 0) FROM bookings WHERE place = ? '
                              f'AND uuid <> ? AND {LIVE}', (place, row['uuid'], now())).fetchone()
    if others[0] + row['quantity'] > options.capacity:
        return 409, {'type': 'slot-taken'}
    keep(row, 'ON_HOLD' if minutes else 'CONFIRMED', now(minutes) if minutes else None)
    return 201, find(row['uuid'])


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    for name, default in (('port', 8099), ('capacity', 1), ('token', ''), ('file', 'bookings.db')):
        parser.add_argument(f'--{name}', type=type(default), default=default)
    options = parser.parse_args()
    lock = threading.Lock()
    database = sqlite3.connect(options.file, check_same_thread=False)
    database.row_factory = sqlite3.Row
    database.execute('CREATE TABLE IF NOT EXISTS bookings (uuid PRIMARY KEY, place, quantity, '
                     'status, expires)')
    http.server.ThreadingHTTPServer(('127.0.0.1', options.port), Bookings).serve_forever()
