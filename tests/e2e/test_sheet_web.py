"""The sheet lies on a WebDAV server (Apache's): Standby asks for it, and writes only what nobody
else has written meanwhile."""
import csv
import http.server
import io
import threading
import unittest

from harness.case import ServerCase
from harness.waiting import wait_for
from harness.webdav import PASSWORD, USER, WebDav
from harness.world import new_person
from test_sheet import workbook

START = 'Name,Mobile,Service\nAnna,0151 1000001,Cut\nBen,0151 1000002,\n'


class WebSheetCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.webdav = WebDav()
        cls.addClassCleanup(cls.webdav.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.webdav.address)
        super().setUpClass()

    def setUp(self):
        self.name = f'{self._testMethodName}.csv'
        self.resource = self.world.make_resource('slots')
        self.ids = {'resource_id': self.resource['id']}

    def follow(self, text, name=None, **settings):
        if text:
            self.webdav.save(name or self.name, text)
        return self.client.call(
            'set_sheet', self.ids, expect=200,
            body={'url': self.webdav.url(name or self.name), 'username': USER,
                  'password': PASSWORD, **settings}).body

    def sheet(self):
        return self.client.call('get_sheet', self.ids, expect=200).body

    def rows(self, name=None):
        return list(csv.DictReader(io.StringIO(self.webdav.text(name or self.name))))

    def line(self):
        return [entry['name']
                for entry in self.client.call('list_queue', self.ids, expect=200)['items']]

    def in_line(self, *names):
        wait_for(lambda: self.line() == list(names), f'the line {names}', 40)

    def marked(self, count):
        wait_for(lambda: sum(bool(row.get('Standby')) for row in self.rows()) == count,
                 f'{count} marks', 40)

    def trouble(self, name):
        wait_for(lambda: self.sheet()['trouble'] == name, f'the trouble {name}', 40)
        return self.sheet()


class OnAServer(WebSheetCase):
    def test_rows_join_and_marks_and_places_are_written_there(self):
        told = self.follow(START)
        self.assertEqual((told['state'], told['username'], told['has_secret']),
                         ('waiting', USER, True))
        self.in_line('Anna', 'Ben')
        self.marked(2)
        self.assertEqual([row['Standby status'] for row in self.rows()], ['Waiting', 'Waiting'])
        beside = self.name[:-4] + '.standby.csv'
        wait_for(lambda: [row['Place in line'] for row in self.rows(beside)] == ['1', '2'],
                 'the file beside it', 40)
        self.assertEqual(self.sheet()['sibling'], beside)
        self.webdav.save(self.name, self.webdav.text(self.name) + 'Cleo,0151 1000003,\n')
        self.in_line('Anna', 'Ben', 'Cleo')
        self.marked(3)

    def test_who_joins_elsewhere_gets_a_row_and_who_is_erased_loses_it(self):
        self.follow(START)
        self.marked(2)
        person = new_person()
        self.world.join(self.resource, person)
        self.marked(3)
        self.assertEqual(self.rows()[2]['Name'], person['name'])
        first = self.client.call('list_queue', self.ids, expect=200)['items'][0]
        self.client.call('erase_entry', {'entry_id': first['id']}, expect=200)
        wait_for(lambda: 'Anna' not in self.webdav.text(self.name), 'the row to go', 40)

    def test_nothing_that_somebody_saves_meanwhile_is_lost(self):
        self.follow(START)
        self.marked(2)
        joined = threading.Event()

        def join():
            for _ in range(12):
                self.world.join(self.resource, new_person())
            joined.set()

        thread = threading.Thread(target=join)
        thread.start()
        # An editor that saves as a careful one does, and tries again when it was too late.
        for number in range(20):
            while True:
                _, text, etag = self.webdav.call('GET', f'/files/{self.name}')
                row = f'Guest {number},0151 20000{number:02},\n'.encode()
                if self.webdav.call('PUT', f'/files/{self.name}', text + row,
                                    If_Match=etag)[0] in (200, 204):
                    break
        thread.join()
        self.assertTrue(joined.is_set())
        self.marked(34)
        names = [row['Name'] for row in self.rows()]
        self.assertEqual(len(set(names)), 34)
        self.assertEqual(sorted(names), sorted(self.line()))

    def test_a_file_that_somebody_has_open_is_written_when_it_is_closed(self):
        self.webdav.save(self.name, START)
        lock = ('<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/>'
                '</D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>')
        connection_status, _, _ = self.webdav.call('LOCK', f'/files/{self.name}', lock.encode(),
                                                   Content_Type='text/xml')
        self.assertEqual(connection_status, 200)
        self.follow('')
        self.in_line('Anna', 'Ben')
        self.trouble('in_use')
        self.assertEqual(self.webdav.text(self.name), START)

    def test_an_excel_file_is_read_and_what_standby_says_stands_beside_it(self):
        self.follow(workbook([('Name', 'Mobile'), ('Anna', '0151 1000001')]), 'salon.xlsx')
        self.in_line('Anna')
        wait_for(lambda: [row['Name'] for row in self.rows('salon.standby.csv')] == ['Anna'],
                 'the file beside it', 40)
        self.assertFalse(self.sheet()['is_written'])

    def test_a_server_that_is_away_costs_nobody_their_place(self):
        self.follow(START)
        self.marked(2)
        self.webdav.stop()
        self.trouble('no_connection')
        self.webdav.start()
        self.assertEqual(self.line(), ['Anna', 'Ben'])


class Careless:
    """A server that keeps whatever it is given: no ETags, and no look at If-Match."""

    def __init__(self):
        self.files, self.before_comparing = {}, None
        careless = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def _answer(self, status, body=b''):
                self.send_response(status)
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):  # noqa: N802, the library's names
                body = careless.files.get(self.path)
                self._answer(404 if body is None else 200, body or b'')

            def do_PUT(self):  # noqa: N802
                body = self.rfile.read(int(self.headers['Content-Length']))
                careless.files[self.path] = body
                if self.path.endswith('.standby.csv') and careless.before_comparing:
                    careless.before_comparing()
                    careless.before_comparing = None
                self._answer(204)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.address = f'127.0.0.1:{self._server.server_port}'
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class OnACarelessServer(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.careless = Careless()
        cls.addClassCleanup(cls.careless.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.careless.address)
        super().setUpClass()

    def test_a_save_between_reading_and_writing_is_not_written_over(self):
        resource = self.world.make_resource('slots')
        ids = {'resource_id': resource['id']}
        files = self.careless.files
        files['/a.csv'] = START.encode()

        def save():
            files['/a.csv'] += b'Cleo,0151 1000003,\n'
        self.careless.before_comparing = save
        self.client.call('set_sheet', ids, expect=200,
                         body={'url': f'http://{self.careless.address}/a.csv'})
        wait_for(lambda: files['/a.csv'].count(b'Waiting') == 3, 'the marks', 40)
        rows = list(csv.DictReader(io.StringIO(files['/a.csv'].decode())))
        self.assertEqual([row['Name'] for row in rows], ['Anna', 'Ben', 'Cleo'])


class WhatIsToldInWords(WebSheetCase):
    def try_out(self, url, **settings):
        return self.client.call('test_sheet', self.ids, expect=200,
                                body={'url': url, **settings}).body

    def test_a_test_says_what_stands_there_and_changes_nothing(self):
        self.webdav.save(self.name, 'Name,Mobile,Hair\nAnna,0151 1000001,red\n')
        tested = self.try_out(self.webdav.url(self.name), username=USER, password=PASSWORD)
        self.assertEqual((tested['works'], tested['rows']), (True, 1))
        self.assertEqual([(one['heading'], one['field']) for one in tested['columns']],
                         [('Name', 'name'), ('Mobile', 'phone'), ('Hair', None)])
        self.assertEqual(self.line(), [])
        self.assertEqual(self.sheet()['state'], 'none')

    def test_wrong_passwords_addresses_and_pages(self):
        self.webdav.save('page.html', '<html>Sign in</html>')
        login = {'username': USER, 'password': PASSWORD}
        for url, given, trouble in (
                (self.webdav.url('none.csv'), login, 'not_found'),
                (self.webdav.url('none.csv'), {'username': USER, 'password': 'x'}, 'wrong_login'),
                (self.webdav.url('page.html'), login, 'not_a_table'),
                ('http://127.0.0.1:9/salon.csv', {}, 'private_address'),
                ('http://10.0.0.1/salon.csv', {}, 'private_address'),
                ('ftp://example.com/salon.csv', {}, 'bad_address')):
            with self.subTest(url=url, given=given):
                tested = self.try_out(url, **given)
                self.assertEqual((tested['works'], tested['trouble']), (False, trouble))
                self.assertRegex(tested['words'], r'^[A-Z].*[.?]$')

    def test_a_file_that_may_only_be_read(self):
        self.webdav.show('salon.csv', START)
        self.client.call('set_sheet', self.ids, expect=200,
                         body={'url': self.webdav.url('salon.csv', 'shown'), 'username': USER,
                               'password': PASSWORD})
        self.in_line('Anna', 'Ben')
        self.assertEqual(self.trouble('no_rights')['state'], 'fine')

    def test_the_password_stays_with_its_address(self):
        self.follow(START)
        self.in_line('Anna', 'Ben')
        url = self.webdav.url(self.name)
        self.assertTrue(self.try_out(url, username=USER)['works'])
        other = self.try_out(self.webdav.url('other.csv'), username=USER)
        self.assertEqual(other['trouble'], 'wrong_login')
        # The same sheet with a mapping: nothing has to be entered again.
        self.client.call('set_sheet', self.ids, expect=200, body={
            'url': url, 'username': USER, 'columns': [{'heading': 'Service', 'field': None}]})
        wait_for(lambda: self.sheet()['state'] == 'fine', 'a look', 40)
        self.assertTrue(self.sheet()['has_secret'])
        self.assertNotIn(PASSWORD, str(self.sheet()))

    def test_strangers_of_the_server_may_follow_addresses_but_no_files(self):
        refused = self.client.call('set_sheet', self.ids, body={'url': 'gopher://x/y'},
                                   expect=422)
        self.assertIn('must be the address', refused['errors'][0]['message'])


if __name__ == '__main__':
    unittest.main()
