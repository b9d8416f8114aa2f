"""What one stranger may cost the others: connections, requests, changes, streams, explanations and
lines of the log have budgets. Whoever is over one waits for a refusal that says when to come back,
and nobody else notices."""
import http.client
import json
import re
import socket
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from harness.case import ServerCase
from harness.world import later, new_person


class BudgetCase(ServerCase):
    def hits(self, limit):
        text = self.client.quick('GET', '/metrics').raw.decode()
        return float(re.search(rf'standby_limit_hits_total{{limit="{limit}"}} (\S+)', text)[1])

    def connection(self, source='127.0.0.1'):
        connection = http.client.HTTPConnection(*self.server.address, timeout=20,
                                                source_address=(source, 0))
        self.addCleanup(connection.close)
        return connection

    def ask(self, method, path, *, token=None, body=None, source='127.0.0.1', headers=None):
        connection = self.connection(source)
        sent = {**({'Authorization': f'Bearer {token}'} if token else {}),
                **({'Content-Type': 'application/json'} if body is not None else {}),
                **(headers or {})}
        connection.request(method, path, json.dumps(body) if body is not None else None, sent)
        answer = connection.getresponse()
        answer.read()
        return answer

    def assert_told_to_wait(self, answer):
        self.assertEqual(answer.status, 429)
        self.assertGreaterEqual(int(answer.headers['Retry-After']), 1)


class Changes(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200')

    def change(self, entry, number, source='127.0.0.1'):
        return self.ask('PATCH', f'/v1/waitlist/{entry["id"]}', token=entry['token'],
                        body={'wants': {'service': f'cut {number}'}}, source=source)

    def test_a_guest_who_changes_their_mind_all_the_time_is_told_to_wait(self):
        resource = self.world.make_resource('slots')
        restless, other = self.world.join(resource), self.world.join(resource)
        before = len(self.trail(resource))
        statuses = [self.change(restless, number).status for number in range(20)]
        self.assertEqual(statuses, [200] * 20)
        answer = self.change(restless, 20, source='127.0.0.9')  # the entry counts, not the address
        self.assert_told_to_wait(answer)
        self.assertEqual(len(self.trail(resource)), before + 20)
        self.assertGreaterEqual(self.hits('entry_changes'), 1)
        self.assertEqual(self.change(other, 1).status, 200)
        # Staff may, and looking costs nothing.
        self.client.call('update_entry', {'entry_id': restless['id']},
                         body={'wants': {'service': 'cut'}}, expect=200)
        self.as_guest(restless['token']).call('get_entry', {'entry_id': restless['id']},
                                              expect=200)

    def test_one_address_fills_the_audit_trail_only_so_fast(self):
        resource = self.world.make_resource('slots')
        entries = [self.world.join(resource) for _ in range(12)]
        weekly = [{'days': ['mon'], 'from': f'{number // 2:02}:{number % 2 * 30:02}',
                   'to': f'{number // 2:02}:{number % 2 * 30 + 20:02}'} for number in range(40)]
        body = {'wants': {'service': 'x' * 60, 'weekly': weekly}, 'name': 'n' * 80}
        taken, size = 0, 0
        for entry in entries:
            for number in range(20):
                body['wants']['service'] = f'{entry["id"]} {number}'.ljust(60, 'x')
                answer = self.ask('PATCH', f'/v1/waitlist/{entry["id"]}', token=entry['token'],
                                  body=body, source='127.0.0.77')
                if answer.status == 429:
                    break
                taken += 1
                size += 512 + len(json.dumps(body))
            else:
                continue
            break
        self.assertEqual(answer.status, 429)
        self.assertLessEqual(size, 600 * 1024)
        self.assertGreater(taken, 100)
        self.assertGreaterEqual(self.hits('client_bytes'), 1)
        # Others at other addresses go on.
        self.assertEqual(self.change(entries[-1], 1, source='127.0.0.78').status, 200)

    def test_a_mind_changed_back_and_forth_is_recorded_no_faster_than_any_other(self):
        """What changes nothing is not recorded at all; what goes back and forth counts each time,
        and an entry has twenty changes and then one every five seconds, whoever makes them."""
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource)
        before = len(self.trail(resource))
        begin = time.monotonic()
        statuses = [self.change(entry, number % 2).status for number in range(30)]
        refilled = int((time.monotonic() - begin) / 5) + 1
        recorded = len(self.trail(resource)) - before
        self.assertLessEqual(recorded, statuses.count(200))
        self.assertIn(429, statuses)
        self.assertTrue(20 <= statuses.count(200) <= 20 + refilled, statuses)
        quiet = self.world.join(resource)
        self.change(quiet, 1)
        before = len(self.trail(resource))
        self.assertEqual([self.change(quiet, 1).status for _ in range(5)], [200] * 5)
        self.assertEqual(len(self.trail(resource)), before)

    def test_an_offer_is_claimed_however_restless_the_address_is(self):
        resource = self.world.make_resource('slots')
        entries = [self.world.join(resource) for _ in range(15)]
        for entry in entries[1:]:
            for number in range(20):
                if self.change(entry, number, source='127.0.0.60').status == 429:
                    break
        self.world.free_slot(resource, starts_at=later(days=2))
        offer = self.world.entry(entries[0])['offer']
        answer = self.ask('POST', f'/v1/offers/{offer["id"]}:accept', token=entries[0]['token'],
                          source='127.0.0.60')
        self.assertEqual(answer.status, 200)

    def test_forms_of_pages_count_too(self):
        resource = self.world.make_resource('slots')
        entry = self.world.join(resource)
        form = {'Content-Type': 'application/x-www-form-urlencoded'}
        statuses = []
        for number in range(22):
            connection = self.connection('127.0.0.61')
            connection.request('POST', f'/e/{entry["token"]}',
                               f'action=change&email=a{number}%40example.com&name=A', form)
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
        self.assertEqual(statuses[-2:], [429, 429])
        self.assertEqual(statuses.count(429), 2)


class Joins(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200')

    def join(self, resource, body, source, headers=None):
        return self.ask('POST', f'/v1/resources/{resource["id"]}/waitlist:join', body=body,
                        source=source, headers=headers)

    def test_one_address_fills_the_disk_only_so_fast(self):
        resources = [self.world.make_resource('slots') for _ in range(4)]
        weekly = [{'days': ['mon'], 'from': f'{number // 4:02}:{number % 4 * 15:02}',
                   'to': f'{number // 4:02}:{number % 4 * 15 + 7:02}'} for number in range(50)]
        taken = 0
        for number in range(200):
            body = {**new_person(), 'consent': 'c' * 1000,
                    'wants': {'service': f's{number}'.ljust(100, 'x'), 'weekly': weekly}}
            answer = self.join(resources[number % 4], body, '127.0.0.70',
                               {'Idempotency-Key': f'key-{number}'})
            if answer.status != 201:
                break
            taken += 1
        self.assert_told_to_wait(answer)
        self.assertTrue(20 < taken < 80, taken)
        self.assertGreaterEqual(self.hits('client_bytes'), 1)
        self.assertEqual(self.join(resources[0], new_person(), '127.0.0.71').status, 201)

    def test_a_hall_full_of_people_joins_from_one_address(self):
        resources = [self.world.make_resource('slots') for _ in range(4)]
        wants = {'service': 'Colour', 'staff': 'Mia', 'weekly': [
            {'days': ['mon', 'tue'], 'from': '09:00', 'to': '12:00'}]}
        statuses = [self.join(resources[number % 4], {**new_person(), 'wants': wants},
                              '127.0.0.72').status for number in range(200)]
        self.assertEqual(set(statuses), {201})


class Streams(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200')

    def watch(self, entry):
        connection = self.connection()
        connection.request('GET', f'/v1/waitlist/{entry["id"]}/events?token={entry["token"]}')
        return connection.getresponse()

    def test_an_entry_is_watched_by_a_few(self):
        resource = self.world.make_resource()
        entry, other = self.world.join(resource), self.world.join(resource)
        streams = [self.watch(entry) for _ in range(8)]
        self.assertEqual([stream.status for stream in streams], [200] * 8)
        self.assert_told_to_wait(self.watch(entry))
        self.assertEqual(self.watch(other).status, 200)
        self.assertEqual(self.hits('streams'), 1)
        # One that goes makes room.
        streams[0].close()
        deadline = time.monotonic() + 10
        while self.watch(entry).status != 200:
            self.assertLess(time.monotonic(), deadline)


class Explanations(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200')

    def test_a_guest_asks_why_a_few_times_and_staff_as_often_as_they_like(self):
        resource = self.world.make_resource()
        entry = self.world.join(resource)
        path = f'/v1/waitlist/{entry["id"]}/explain'
        statuses = [self.ask('GET', path, token=entry['token']).status for _ in range(6)]
        self.assertEqual(statuses, [200] * 5 + [429])
        for _ in range(10):
            self.client.call('explain_entry', {'entry_id': entry['id']}, expect=200)


class LongHistories(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200')

    def make_long(self, resource):
        """More events than a guest may have read."""
        entry = self.world.join(resource)
        with ThreadPoolExecutor(8) as pool:
            def change(worker):
                client = self.client.with_credential(self.server.api_key)
                for number in range(1_300):
                    client.call('update_entry', {'entry_id': entry['id']},
                                body={'points': number * 8 + worker},
                                expect=200)
                client.close()
            list(pool.map(change, range(8)))

    def test_a_guest_is_told_of_their_own_entry_only_and_staff_of_all(self):
        resource = self.world.make_resource('slots')
        first, second = self.world.join(resource), self.world.join(resource)
        self.world.free_slot(resource, starts_at=later(days=2))
        self.make_long(resource)
        offer = self.world.entry(first)['offer']
        self.as_guest(first['token']).call('decline_offer', {'offer_id': offer['id']}, expect=200)
        answer = self.as_guest(second['token']).call('explain_entry', {'entry_id': second['id']},
                                                     expect=200).body
        self.assertTrue(answer['partial'])
        [decision] = answer['decisions']
        self.assertEqual((decision['chosen'], decision['rank']), (True, None))
        whole = self.client.call('explain_entry', {'entry_id': second['id']}, expect=200).body
        self.assertFalse(whole['partial'])
        self.assertEqual([each['chosen'] for each in whole['decisions']], [False, True])
        self.assertEqual(whole['decisions'][1]['seq'], decision['seq'])

    def test_hostile_readers_do_not_keep_staff_from_their_figures(self):
        resource, other = self.world.make_resource('slots'), self.world.make_resource('slots')
        self.make_long(resource)  # by staff, which takes nothing from guests at their address
        guests = [self.world.join(resource) for _ in range(30)]

        def ask(number):
            guest = guests[number % len(guests)]
            return self.ask('GET', f'/v1/waitlist/{guest["id"]}/explain', token=guest['token'],
                            source=f'127.0.1.{number}').status
        with ThreadPoolExecutor(130) as pool:
            hostile = [pool.submit(ask, number) for number in range(130)]
            for _ in range(20):
                self.client.call('get_stats', {'resource_id': other['id']}, expect=200)
            statuses = {each.result() for each in hostile}
        self.assertLessEqual(statuses, {200, 429, 503})


class Requests(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '5')  # and so fifty at once

    def test_one_address_asks_only_so_often_and_the_others_dont_notice(self):
        connection = self.connection('127.0.0.50')
        statuses = []
        while 429 not in statuses and len(statuses) < 200:
            connection.request('GET', '/v1/resources')
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
        self.assert_told_to_wait(answer)
        self.assertGreaterEqual(len(statuses), 50)
        self.assertEqual(self.ask('GET', '/v1/resources', source='127.0.0.51').status, 200)
        # Whoever watches the server, and whoever has a key, goes on from there too.
        self.assertEqual(self.ask('GET', '/healthz', source='127.0.0.50').status, 200)
        self.assertEqual(self.ask('GET', '/v1/account', source='127.0.0.50',
                                  token=self.server.api_key).status, 200)
        self.assertGreaterEqual(self.hits('client_requests'), 1)

    def test_a_refusal_keeps_its_connection_waiting(self):
        connection = self.connection('127.0.0.52')
        for _ in range(60):
            begin = time.monotonic()
            connection.request('GET', '/v1/resources')
            answer = connection.getresponse()
            answer.read()
            if answer.status == 429:
                break
        self.assertEqual(answer.status, 429)
        self.assertGreaterEqual(time.monotonic() - begin, 0.9)
        # Several at once on one connection wait too, and come in order.
        with socket.create_connection(self.server.address, timeout=20,
                                      source_address=('127.0.0.52', 0)) as crowd:
            begin = time.monotonic()
            crowd.sendall(b'GET /v1/resources HTTP/1.1\r\nHost: a\r\n\r\n' * 12
                          + b'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
            text = crowd.makefile('rb').read()
        statuses = re.findall(rb'HTTP/1.1 (\d+)', text)
        self.assertEqual(statuses[-1], b'200')
        self.assertIn(b'429', statuses[:12])
        self.assertGreaterEqual(time.monotonic() - begin, 0.9)


class Proxy(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '1', '--trusted-proxy', '127.0.0.1',
             '--client-connections', '20')

    def test_behind_a_proxy_the_client_is_whom_it_names(self):
        def ask(client):
            return self.ask('GET', '/v1/resources', headers={'X-Forwarded-For': client}).status
        statuses = [ask('198.51.100.7') for _ in range(12)]
        self.assertIn(429, statuses)
        self.assertEqual(ask('198.51.100.8'), 200)

    def test_networks_of_one_site_share_what_four_may(self):
        def passed(network):
            count = 0
            while self.ask('GET', '/v1/resources', headers={
                    'X-Forwarded-For': f'2001:db8:7:{network:x}::1'}).status == 200:
                count += 1
            return count
        total = sum(passed(network) for network in range(12))
        self.assertGreaterEqual(total, 40)
        self.assertLess(total, 100)  # of 120; the second that each refusal takes gives some back
        self.assertEqual(self.ask('GET', '/v1/resources', headers={
            'X-Forwarded-For': '2001:db8:8::1'}).status, 200)

    def test_a_proxy_has_as_many_connections_as_it_needs(self):
        crowd = [socket.create_connection(self.server.address, timeout=10) for _ in range(40)]
        try:
            for one in crowd:
                one.sendall(b'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
            self.assertTrue(all(b' 200 ' in one.makefile('rb').readline() for one in crowd))
        finally:
            for one in crowd:
                one.close()


class Connections(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200', '--connections-max', '100',
             '--client-connections', '60')

    def crowd(self, count, source):
        made = [socket.create_connection(self.server.address, timeout=10,
                                         source_address=(source, 0)) for _ in range(count)]
        for one in made:
            self.addCleanup(one.close)
        return made

    def test_one_address_does_not_take_all_connections(self):
        self.crowd(100, '127.0.0.70')  # of which 60 stay
        self.assertEqual(self.ask('GET', '/healthz', source='127.0.0.71').status, 200)
        self.crowd(60, '127.0.0.72')  # until nearly all are in use
        for _ in range(3):
            self.assertEqual(self.ask('GET', '/healthz', source='127.0.0.73').status, 200)
        self.assertGreaterEqual(self.hits('client_connections'), 60)


class Callbacks(BudgetCase):
    flags = ('--join-rate', '0', '--client-rate', '200')

    def test_reports_that_are_nobodys_leave_a_few_lines_in_the_log(self):
        statuses = [self.ask('POST', '/v1/callbacks/twilio/status', body={},
                             source='127.0.0.80').status for _ in range(22)]
        self.assertEqual(statuses[:20], [404] * 20)
        self.assertEqual(statuses[-1], 429)
        self.assertLessEqual(self.server.log().count('callback_refused'), 5)
        self.assertGreaterEqual(self.hits('callbacks'), 1)


if __name__ == '__main__':
    unittest.main()
