"""Request smuggling: requests that a proxy in front could read in another way than the server, each
with a second request hidden behind it. Each is answered once, with a refusal, the connection is
closed, and the hidden request is never carried out."""
import json
import socket
import unittest

from harness.case import CONTRACT, ServerCase
from harness.client import TIMEOUT_SECONDS
from harness.world import new_person

BODY = b'{"email":"first@mail.example.org"}'
SIZE = b'%d' % len(BODY)
CHUNKED = b'%x\r\n%s\r\n0\r\n\r\n' % (len(BODY), BODY)
HEALTH = b'GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n'

# Each table says what comes after the line `POST <join> HTTP/1.1`, with | for the end of a line.
# A number is the status where it is not 400.
LENGTHS = (
    b'Host: test|Content-Length: %(size)s|Transfer-Encoding: chunked||0||',
    b'Host: test|Transfer-Encoding: chunked|Content-Length: %(size)s||%(chunked)s',
    b'Host: test|Content-Length: 0|Transfer-Encoding: chunked||%(chunked)s',
    b'Host: test|Content-Length: 0|Content-Length: %(size)s||%(body)s',
    b'Host: test|Content-Length: %(size)s|Content-Length: 0||%(body)s',
    b'Host: test|Content-Length: %(size)s|Content-Length: %(size)s||%(body)s',
    b'Host: test|Content-Length: %(size)s, %(size)s||%(body)s',
    b'Host: test|Content-Length: 0, %(size)s||%(body)s',
    b'Host: test|Content-Length: +%(size)s||%(body)s',
    b'Host: test|Content-Length: -%(size)s||%(body)s',
    b'Host: test|Content-Length: -1||%(body)s',
    b'Host: test|Content-Length: 0x22||%(body)s',
    b'Host: test|Content-Length: 3 4||%(body)s',
    b'Host: test|Content-Length: %(size)s;||%(body)s',
    b'Host: test|Content-Length: %(size)s.0||%(body)s',
    b'Host: test|Content-Length: "%(size)s"||%(body)s',
    b'Host: test|Content-Length: 3_4||%(body)s',
    b'Host: test|Content-Length: \xb2||%(body)s',
    b'Host: test|Content-Length:||%(body)s',
    b'Host: test|Content-Length: \x0b%(size)s||%(body)s',
    b'Host: test|Content-Length: %(size)s\x00||%(body)s',
    (413, b'Host: test|Content-Length: 18446744073709551616||%(body)s'),  # 2^64 is not 0
    (413, b'Host: test|Content-Length: 18446744073709551650||%(body)s'),  # nor is this 34
    (413, b'Host: test|Content-Length: 4294967330||%(body)s'),
    (413, b'Host: test|Content-Length: 9223372036854775808||%(body)s'),
)

CODINGS = (
    b'Host: test|Transfer-Encoding: chunked|Transfer-Encoding: chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked, chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked|Transfer-Encoding: identity||%(chunked)s',
    b'Host: test|Transfer-Encoding: identity|Transfer-Encoding: chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: identity||%(chunked)s',
    b'Host: test|Transfer-Encoding: identity, chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked, identity||%(chunked)s',
    b'Host: test|Transfer-Encoding: gzip, chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: gzip||%(chunked)s',
    b'Host: test|Transfer-Encoding: xchunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunkedx||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked;q=1||%(chunked)s',
    b'Host: test|Transfer-Encoding: chun ked||%(chunked)s',
    b'Host: test|Transfer-Encoding: ,chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked,||%(chunked)s',
    b'Host: test|Transfer-Encoding: "chunked"||%(chunked)s',
    b"Host: test|Transfer-Encoding: 'chunked'||%(chunked)s",
    b'Host: test|Transfer-Encoding: \x0bchunked||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked\x0c||%(chunked)s',
    b'Host: test|Transfer-Encoding: chunked\x00||%(chunked)s',
    b'Host: test|Transfer-Encoding: \xa0chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding:| chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding : chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding\t: chunked||%(chunked)s',
    b'Host: test| Transfer-Encoding: chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding\x00: chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding\xff: chunked||%(chunked)s',
    b'Host: test|X: y\nTransfer-Encoding: chunked||%(chunked)s',
    b'Host: test|X: y\rTransfer-Encoding: chunked||%(chunked)s',
    b'Host: test|Transfer-Encoding:||%(chunked)s',
)

FIELDS = (
    b'Content-Length: %(size)s||%(body)s',
    b'Host: test|Host: other|Content-Length: %(size)s||%(body)s',
    b'Host: test|Host: test|Content-Length: %(size)s||%(body)s',
    b'Host:|Content-Length: %(size)s||%(body)s',
    b'Host: test, other|Content-Length: %(size)s||%(body)s',
    b'Host: test other|Content-Length: %(size)s||%(body)s',
    b'Host: user@test|Content-Length: %(size)s||%(body)s',
    b'Host: test/path|Content-Length: %(size)s||%(body)s',
    b'Host: test:80:90|Content-Length: %(size)s||%(body)s',
    b'Host: test:port|Content-Length: %(size)s||%(body)s',
    b'Host: [::1|Content-Length: %(size)s||%(body)s',
    b'Host: test#x|Content-Length: %(size)s||%(body)s',
    b'Host : test|Content-Length: %(size)s||%(body)s',
    b' Host: test|Content-Length: %(size)s||%(body)s',
    b'Host: test|Content-Length : %(size)s||%(body)s',
    b'Host: test|X: y| z|Content-Length: %(size)s||%(body)s',
    b'Host: test|X: y|\tz|Content-Length: %(size)s||%(body)s',
    b'Host: test|X|Content-Length: %(size)s||%(body)s',
    b'Host: test|: y|Content-Length: %(size)s||%(body)s',
    b'Host: test|X Y: z|Content-Length: %(size)s||%(body)s',
    b'Host: test|X(y): z|Content-Length: %(size)s||%(body)s',
    b'Host: test|X\x00: y|Content-Length: %(size)s||%(body)s',
    b'Host: test|X\xc3\xa4: y|Content-Length: %(size)s||%(body)s',
    b'Host: test|X\x7f: y|Content-Length: %(size)s||%(body)s',
    b'Host: test|X: y\x00z|Content-Length: %(size)s||%(body)s',
    b'Host: test|X: y\rz|Content-Length: %(size)s||%(body)s',
    b'Host: test|X: y\r\r\nContent-Length: %(size)s||%(body)s',
    b'Host: test|X: \x08|Content-Length: %(size)s||%(body)s',
    b'Host: test\nContent-Length: %(size)s\n\n%(body)s',
    b'Host: test|Content-Length: %(size)s\n|%(body)s',
    b'Host: test|Content-Length: %(size)s|\n%(body)s',
    b'Host: test|Content-Length: %(size)s|\r%(body)s',
    b'Host: test\rContent-Length: %(size)s\r\r%(body)s',
    b'Host: test|Expect: 200-maybe|Content-Length: %(size)s||%(body)s',
    (431, b'Host: test|X: ' + b'x' * 20_000 + b'|Content-Length: %(size)s||%(body)s'),
    (431, b'Host: test|' + b'X: y|' * 200 + b'Content-Length: %(size)s||%(body)s'),
)

# What comes after `Transfer-Encoding: chunked`.
CHUNKS = (
    b'-22|%(body)s|0||', b'+22|%(body)s|0||', b'0x22|%(body)s|0||', b' 22|%(body)s|0||',
    b'22 |%(body)s|0||', b'22\t|%(body)s|0||', b'g|%(body)s|0||', b'|%(body)s|0||',
    b'"22"|%(body)s|0||', b'22,22|%(body)s|0||', b'22\x00|%(body)s|0||',
    b'100000022|%(body)s|0||',  # 2^32 and 34
    b'10000000000000022|%(body)s|0||',  # 2^64 and 34
    b'ffffffffffffffff|%(body)s|0||', b'fffffffffffffffffffff|%(body)s|0||',
    (413, b'7fffffff|%(body)s|0||'), (413, b'ffffffff|%(body)s|0||'),
    b'22\n%(body)s|0||', b'22\r%(body)s|0||', b'22|%(body)s\n0||', b'22|%(body)s0||',
    b'22|%(body)sx|0||', b'21|%(body)s|0||', b'20|%(body)s|0||', b'22|%(body)s||0||',
    b'22|%(body)s|0\n|', b'22|%(body)s|0|\n', b'22|%(body)s|0\n\n',
    b'22;a\n%(body)s|0||', b'22;a\nb|%(body)s|0||', b'22;a\rb|%(body)s|0||',
    b'22;\x00|%(body)s|0||', b'22;a="\n"|%(body)s|0||', b'22 a|%(body)s|0||',
    b'22;' + b'x' * 300 + b'|%(body)s|0||',
    b'22|%(body)s|-0||', b'22|%(body)s|00x||',
    b'22|%(body)s|0|X : y||', b'22|%(body)s|0| X: y||', b'22|%(body)s|0|X||',
    b'22|%(body)s|0|X: y\nZ: z||', b'22|%(body)s|0|X: \x00||', b'22|%(body)s|0|: y||',
    (431, b'22|%(body)s|0|X: ' + b'x' * 20_000 + b'||'),
)

# Whole requests, with %(join)s for the path.
REQUESTS = (
    b'GET /healthz|',  # HTTP/0.9
    b'GET /healthz||',
    b'PRI * HTTP/2.0||SM||',
    b'GET /healthz HTTP/2.0|Host: test||', b'GET /healthz HTTP/1.2|Host: test||',
    b'GET /healthz HTTP/0.9|Host: test||', b'GET /healthz HTTP/11|Host: test||',
    b'GET /healthz http/1.1|Host: test||', b'GET /healthz HTTP/1.1x|Host: test||',
    b'GET /healthz HTTP /1.1|Host: test||', b'GET /healthz HTTP/1.1 |Host: test||',
    b'GET /healthz HTTP/1.1\n|Host: test||', b'GET /healthz HTTP/1.1\nHost: test\n\n',
    b'GET /healthz\nHTTP/1.1|Host: test||', b'GET /healthz\rHTTP/1.1|Host: test||',
    b'GET\t/healthz\tHTTP/1.1|Host: test||', b'GET  /healthz HTTP/1.1|Host: test||',
    b'GET /healthz  HTTP/1.1|Host: test||', b' GET /healthz HTTP/1.1|Host: test||',
    b'\nGET /healthz HTTP/1.1|Host: test||', b'\x00GET /healthz HTTP/1.1|Host: test||',
    b'|||GET /healthz HTTP/1.1|Host: test||', b'get /healthz HTTP/1.1|Host: test||',
    b'GET\x00 /healthz HTTP/1.1|Host: test||', b'G ET /healthz HTTP/1.1|Host: test||',
    b'A' * 5000 + b' /healthz HTTP/1.1|Host: test||', b'GET(/healthz HTTP/1.1|Host: test||',
    b'GET /health z HTTP/1.1|Host: test||', b'GET /healthz\x00 HTTP/1.1|Host: test||',
    b'GET /healthz\xff HTTP/1.1|Host: test||', b'GET /healthz%%00 HTTP/1.1|Host: test||',
    b'GET /healthz%%0d%%0aX:y HTTP/1.1|Host: test||', b'GET /healthz%%zz HTTP/1.1|Host: test||',
    b'GET /healthz%% HTTP/1.1|Host: test||', b'GET /healthz#x HTTP/1.1|Host: test||',
    b'GET /healthz?x#y HTTP/1.1|Host: test||', b'GET /healthz?x=%%0 HTTP/1.1|Host: test||',
    b'GET /../healthz HTTP/1.1|Host: test||', b'GET /v1/%%2e%%2e/healthz HTTP/1.1|Host: test||',
    b'GET /v1\\..\\healthz HTTP/1.1|Host: test||', b'GET healthz HTTP/1.1|Host: test||',
    b'GET http:/healthz HTTP/1.1|Host: test||', b'GET http:///healthz HTTP/1.1|Host: test||',
    b'GET ftp://test/healthz HTTP/1.1|Host: test||',
    b'GET http://user@test/healthz HTTP/1.1|Host: test||',
    b'GET http://test/healthz HTTP/1.1||',
    b'CONNECT test:443 HTTP/1.1|Host: test:443||', b'CONNECT / HTTP/1.1|Host: test||',
    b'CONNECT %(join)s HTTP/1.1|Host: test|Content-Length: %(size)s||%(body)s',
    b'POST %(join)s HTTP/1.0|Transfer-Encoding: chunked||%(chunked)s',
    b'POST %(join)s HTTP/1.0|Content-Length: %(size)s|Transfer-Encoding: chunked||%(chunked)s',
    b'POST %(join)s HTTP/1.1 POST %(join)s HTTP/1.1|Host: test|Content-Length: 0||',
    b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03||',
    b'HTTP/1.1 200 OK|Content-Length: 0||',
    (431, b'GET /' + b'x' * 20_000 + b' HTTP/1.1|Host: test||'),
    (405, b'TRACE /healthz HTTP/1.1|Host: test||'),
)

# Unusual, but with one reading only: what follows is a request of its own, and is carried out.
ALLOWED = (
    b'GET /healthz HTTP/1.1|host:test||', b'GET /healthz HTTP/1.1|HOST: \t test \t||',
    b'|GET /healthz HTTP/1.1|Host: test||',
    b'GET /healthz HTTP/1.1|Host: test|Content-Length: 0||',
    b'GET /healthz HTTP/1.1|Host: test|Content-Length: 3||abc',
    b'GET /healthz HTTP/1.1|Host: test|Content-Length: 00000000003||abc',
    b'GET /healthz HTTP/1.1|Host: test|Transfer-Encoding: chunked||0||',
    b'GET /healthz HTTP/1.1|Host: test|transfer-encoding:\tCHUNKED \t||3|abc|0||',
    b'GET /healthz HTTP/1.1|Host: test|Transfer-Encoding: chunked||3;a=b;c="d"|abc|0;e||',
    b'GET /healthz HTTP/1.1|Host: test|Transfer-Encoding: chunked||000A|0123456789|000||',
    b'GET /healthz HTTP/1.1|Host: test|Transfer-Encoding: chunked||0|Content-Length: 90|'
    b'Transfer-Encoding: chunked|Host: other|Connection: close||',
    b'GET http://test/healthz HTTP/1.1|Host: other||',
    b'GET HTTP://test:80/healthz?x HTTP/1.1|Host: test||',
)


class Smuggling(ServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.resource = cls.world.make_resource()
        cls.join = f'/v1/resources/{cls.resource["id"]}/waitlist:join'.encode()

    def bytes_of(self, text):
        values = {b'join': self.join, b'body': BODY, b'size': SIZE, b'chunked': CHUNKED}
        return text.replace(b'|', b'\r\n') % values

    def hidden_join(self):
        body = json.dumps(new_person()).encode()
        return (b'POST %s HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n'
                b'Content-Length: %d\r\n\r\n%s' % (self.join, len(body), body))

    def exchange(self, *pieces):
        """Sends the pieces, then nothing more; reads to the end; returns the answers."""
        with socket.create_connection(self.server.address, timeout=TIMEOUT_SECONDS) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                for piece in pieces:
                    connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused before all of it was sent; the answer is there all the same
            received = b''
            while part := connection.recv(65536):
                received += part
        return self.answers_in(received)

    def answers_in(self, received):
        answers = []
        while received:
            head, found, rest = received.partition(b'\r\n\r\n')
            self.assertTrue(found, received)
            status_line, *lines = head.decode('ascii').split('\r\n')
            self.assertRegex(status_line, r'\AHTTP/1\.1 \d{3} ')
            headers = dict(line.split(': ', 1) for line in lines)
            size = int(headers['Content-Length'])
            answers.append((int(status_line.split()[1]), headers, rest[:size]))
            received = rest[size:]
        return answers

    def expect_refusal(self, data, status, before=()):
        *earlier, (found, headers, raw) = self.exchange(*before, data)
        self.assertEqual([answer[0] for answer in earlier], [200] * len(before))
        self.assertEqual(found, status, raw)
        self.assertEqual(headers['Connection'], 'close')
        CONTRACT.check_problem(found, headers, raw, 'smuggling')

    def refuse_all(self, requests):
        """Each request, with another behind it, alone and after a good one. Whatever of it were
        carried out would be an event of the resource."""
        before = self.world.last_seq(self.resource)
        for request in requests:
            status, text = request if isinstance(request, tuple) else (400, request)
            data = self.bytes_of(text) + self.hidden_join()
            with self.subTest(request=data[:300]):
                self.expect_refusal(data, status)
                self.expect_refusal(data, status, before=(HEALTH,))
                self.assertEqual(self.world.last_seq(self.resource), before)

    def refuse_joins(self, table, fields=b''):
        start = b'POST %(join)s HTTP/1.1|Content-Type: application/json|' + fields
        self.refuse_all([(row[0], start + row[1]) if isinstance(row, tuple) else start + row
                         for row in table])

    def test_two_readings_of_the_length(self):
        self.refuse_joins(LENGTHS)

    def test_two_readings_of_the_coding(self):
        self.refuse_joins(CODINGS)

    def test_headers_that_are_none(self):
        self.refuse_joins(FIELDS)

    def test_chunks_that_are_none(self):
        self.refuse_joins(CHUNKS, b'Host: test|Transfer-Encoding: chunked||')

    def test_requests_that_are_none(self):
        self.refuse_all(REQUESTS)

    def test_what_never_comes_whole_is_not_carried_out(self):
        before = self.world.last_seq(self.resource)
        head = b'POST %(join)s HTTP/1.1|Host: test|Content-Type: application/json|'
        for rest in (b'Content-Length: 1000||%(body)s', b'Transfer-Encoding: chunked||22|%(body)s|',
                     b'Transfer-Encoding: chunked||22|%(body)s|0|',
                     b'Transfer-Encoding: chunked||22|%(body)s|ffff|',
                     b'Content-Length: %(size)s|'):
            data = self.bytes_of(head + rest)
            with self.subTest(request=data):
                with socket.create_connection(self.server.address,
                                              timeout=TIMEOUT_SECONDS) as connection:
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                    received = b''
                    while part := connection.recv(65536):
                        received += part
                for status, _, raw in self.answers_in(received):
                    self.assertIn(status, (400, 408), raw)
                self.assertEqual(self.world.last_seq(self.resource), before)

    def test_what_has_one_reading_is_followed_by_the_next_request(self):
        goodbye = b'GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n'
        for text in ALLOWED:
            with self.subTest(request=text):
                before = self.world.resource(self.resource)['counts']['waiting']
                answers = self.exchange(self.bytes_of(text), self.hidden_join(), goodbye)
                self.assertEqual([status for status, _, _ in answers], [200, 201, 200])
                after = self.world.resource(self.resource)['counts']['waiting']
                self.assertEqual(after, before + 1)


if __name__ == '__main__':
    unittest.main()
