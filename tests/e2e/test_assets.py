"""The files of the web pages as a browser meets them: forms, caching, security headers, and what is
not there. A binary that was built without the web pages says so at /staff."""
import gzip
import http.client
import re
import socket
import unittest

from harness.case import ServerCase

HASHED_NAME = re.compile(rb'/assets/[A-Za-z0-9_.-]+-[A-Za-z0-9_-]{8,}\.(?:js|css)')


class Site(ServerCase):
    def get(self, path, method='GET', **headers):
        connection = http.client.HTTPConnection(*self.server.address, timeout=10)
        self.addCleanup(connection.close)
        sent = {name.replace('_', '-'): value for name, value in headers.items()}
        connection.request(method, path, headers=sent)
        answer = connection.getresponse()
        answer.data = answer.read()
        return answer

    def send_raw(self, target):
        """The status of a GET of a target that http.client would not send as it is."""
        with socket.create_connection(self.server.address, timeout=10) as connection:
            connection.sendall(b'GET ' + target + b' HTTP/1.1\r\nHost: test\r\n'
                               b'Connection: close\r\n\r\n')
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            return answer.status


class Everywhere(Site):
    def test_the_front_page_leads_to_the_staff_pages_and_the_docs(self):
        page = self.get('/')
        self.assertEqual(page.status, 200)
        self.assertIn(b'href="/staff"', page.data)
        self.assertIn(b'href="/docs"', page.data)

    def test_the_icon_and_the_file_for_robots_are_there(self):
        icon = self.get('/favicon.svg')
        self.assertEqual((icon.status, icon.getheader('Content-Type')), (200, 'image/svg+xml'))
        robots = self.get('/robots.txt')
        self.assertEqual(robots.status, 200)
        self.assertIn(b'Disallow: /o/', robots.data)

    def test_paths_that_try_to_leave_the_table_find_nothing(self):
        for target in (b'/assets/', b'/assets', b'/assets/missing.js', b'/assets/../../etc/passwd',
                       b'/assets/%2e%2e/%2e%2e/etc/passwd', b'/assets/..%2f..%2fetc%2fpasswd',
                       b'/assets//etc/passwd', b'/assets/%00', b'/staff/../../etc/passwd',
                       b'/staff/app.js', b'/staff.html', b'/widget.js/', b'/staffing',
                       b'/assets\\..\\x'):
            with self.subTest(target=target):
                self.assertIn(self.send_raw(target), (400, 404))

    def test_only_reading_is_allowed(self):
        for path in ('/', '/staff', '/staff/today', '/favicon.svg', '/robots.txt'):
            for method in ('POST', 'PUT', 'DELETE'):
                with self.subTest(path=path, method=method):
                    answer = self.get(path, method)
                    self.assertEqual(answer.status, 405)
                    self.assertEqual(answer.getheader('Allow'), 'GET, HEAD')

    def test_reading_a_page_never_sets_a_cookie(self):
        for path in ('/', '/staff', '/staff/setup', '/docs', '/problems', '/favicon.svg',
                     '/robots.txt', '/widget.js', '/assets/standby.css'):
            with self.subTest(path=path):
                self.assertIsNone(self.get(path).getheader('Set-Cookie'))


class StaffPages(Site):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        connection = http.client.HTTPConnection(*cls.server.address, timeout=10)
        connection.request('GET', '/staff')
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status == 501:
            assert b'STANDBY_WITHOUT_NPM' in body
            raise unittest.SkipTest('this binary was built without the web pages')

    def asset(self):
        found = HASHED_NAME.search(self.get('/staff').data)
        self.assertIsNotNone(found, 'the page names a script with a hash in its name')
        return found[0].decode()

    def test_the_demo_has_its_page_to_itself(self):
        self.assertEqual(self.client.quick('GET', '/staff/demo').status, 404)

    def test_every_path_below_staff_is_the_app(self):
        app = self.get('/staff')
        self.assertEqual(app.status, 200)
        self.assertEqual(app.getheader('Content-Type'), 'text/html; charset=utf-8')
        for path in ('/staff/', '/staff/setup', '/staff/nobody/knows/this', '/staff?x=1'):
            with self.subTest(path=path):
                self.assertEqual(self.get(path).data, app.data)

    def test_the_app_may_run_only_scripts_of_its_own(self):
        page = self.get('/staff/today')
        policy = page.getheader('Content-Security-Policy')
        parts = {part.split()[0]: part.split()[1:] for part in policy.split(';')}
        self.assertEqual(parts['default-src'], ["'none'"])
        for name in ('script-src', 'style-src', 'connect-src', 'font-src', 'form-action'):
            self.assertEqual(parts[name], ["'self'"], name)
        for name in ('base-uri', 'frame-ancestors'):
            self.assertEqual(parts[name], ["'none'"], name)
        self.assertEqual(page.getheader('Referrer-Policy'), 'no-referrer')
        self.assertEqual(page.getheader('X-Content-Type-Options'), 'nosniff')
        self.assertEqual(page.getheader('Cross-Origin-Opener-Policy'), 'same-origin')
        self.assertIn('camera=()', page.getheader('Permissions-Policy'))

    def test_the_page_has_no_inline_script_or_style(self):
        page = self.get('/staff').data
        self.assertNotRegex(page, rb'<script(?![^>]*\bsrc=)')
        self.assertNotRegex(page, rb'<style|\sstyle=|\son[a-z]+=')
        self.assertNotRegex(page, rb'(?:src|href)="(?:https?:)?//')

    def test_the_page_is_asked_for_again_and_not_sent_again(self):
        page = self.get('/staff')
        self.assertEqual(page.getheader('Cache-Control'), 'no-cache')
        again = self.get('/staff', If_None_Match=page.getheader('ETag'))
        self.assertEqual((again.status, again.data), (304, b''))
        self.assertEqual(again.getheader('ETag'), page.getheader('ETag'))
        self.assertIsNotNone(again.getheader('Content-Security-Policy'))
        other = self.get('/staff', If_None_Match='"another"')
        self.assertEqual((other.status, other.data), (200, page.data))

    def test_files_with_a_hash_in_their_name_are_kept_forever(self):
        answer = self.get(self.asset())
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.getheader('Cache-Control'), 'public, max-age=31536000, immutable')
        self.assertEqual(answer.getheader('Vary'), 'Accept-Encoding')

    def test_every_form_holds_the_same_file(self):
        path = self.asset()
        plain = self.get(path)
        self.assertIsNone(plain.getheader('Content-Encoding'))
        packed = self.get(path, Accept_Encoding='gzip')
        self.assertEqual(packed.getheader('Content-Encoding'), 'gzip')
        self.assertEqual(gzip.decompress(packed.data), plain.data)
        brotli = self.get(path, Accept_Encoding='gzip, br')
        self.assertEqual(brotli.getheader('Content-Encoding'), 'br')
        self.assertLess(len(brotli.data), len(packed.data))
        tags = {answer.getheader('ETag') for answer in (plain, packed, brotli)}
        self.assertEqual(len(tags), 3)

    def test_no_form_is_sent_that_the_client_refuses(self):
        path = self.asset()
        for accepted, coding in (('br;q=0, gzip', 'gzip'), ('br;q=0, gzip;q=0', None),
                                 ('*;q=0, identity', None), ('identity', None), ('*', 'br'),
                                 ('gzip;q=0.5, br;q=0.1', 'gzip'), ('zstd, deflate', None)):
            with self.subTest(accepted=accepted):
                answer = self.get(path, Accept_Encoding=accepted)
                self.assertEqual(answer.getheader('Content-Encoding'), coding)

    def test_head_tells_the_same_without_the_body(self):
        for path in ('/staff', self.asset()):
            with self.subTest(path=path):
                full = self.get(path, Accept_Encoding='br')
                head = self.get(path, 'HEAD', Accept_Encoding='br')
                self.assertEqual((head.status, head.data), (200, b''))
                for name in ('Content-Length', 'Content-Encoding', 'ETag', 'Content-Type'):
                    self.assertEqual(head.getheader(name), full.getheader(name), name)

    def test_files_are_read_only_too(self):
        self.assertEqual(self.get(self.asset(), 'POST').status, 405)

    def test_other_pages_may_load_the_widget(self):
        widget = self.get('/widget.js')
        self.assertEqual(widget.status, 200)
        self.assertTrue(widget.getheader('Content-Type').startswith('text/javascript'))
        self.assertEqual(widget.getheader('Cache-Control'), 'public, max-age=300')
        self.assertEqual(widget.getheader('Access-Control-Allow-Origin'), '*')


if __name__ == '__main__':
    unittest.main()
