"""`standby intake try`: what would be proposed for a mail, for plain text, for lines of JSON."""
import json
import os
import subprocess
import tempfile
import unittest

from harness.server import binary

MAIL = '''From: Marta Nowak <marta@salon.example>
Subject: Fwd: Balayage?
Date: Wed, 4 Mar 2026 12:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html; charset=utf-8

<p>kannst du sie eintragen?</p>---------- Forwarded message ---------<br>
Von: <b>Jule Brandt</b> &lt;jule@example.de&gt;<br>Date: Di., 3. M&auml;rz 2026<br>
Subject: Balayage?<br>To: marta@salon.example<br><br>
<p>Geht n&auml;chste Woche Donnerstag um halb f&uuml;nf? Wir w&auml;ren zu zweit.</p>
<p>Liebe Gr&uuml;&szlig;e<br>Jule<br>0151 234 567 89</p>
--x
Content-Type: image/jpeg; name="haare.jpg"

xx
--x--
'''


def attempt(*arguments, text=''):
    return subprocess.run([binary(), 'intake', 'try', *arguments], input=text, capture_output=True,
                          text=True, check=False, timeout=30)


class IntakeTry(unittest.TestCase):
    def test_a_mail_that_was_passed_on_in_words_and_in_json(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'mail.eml')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(MAIL)
            flags = (path, '--time-zone', 'Europe/Berlin', '--service', 'Balayage')
            told = attempt(*flags)
            self.assertEqual(told.returncode, 0, told.stderr)
            for line in ('Name        Jule Brandt  (who wrote it first)',
                         'Phone       +4915123456789  ("0151 234 567 89")',
                         'Date        2026-03-12  ("nächste Woche Donnerstag")',
                         'Time        16:30  ("halb fünf")', 'Party size  2  ("zu zweit")',
                         'Service     Balayage  ("Balayage", subject)', 'Not read    haare.jpg'):
                self.assertIn(line, told.stdout)
            answer = json.loads(attempt(*flags, '--json').stdout)
            self.assertEqual(answer['sender'], {'name': 'Jule Brandt', 'email': 'jule@example.de',
                                                'forwarded': True})
            self.assertEqual(answer['fields']['date'], {'earliest': '2026-03-12',
                                                        'latest': '2026-03-12'})
            self.assertEqual(answer['not_read'], ['haare.jpg'])

    def test_plain_text_from_the_standard_input(self):
        told = attempt('--at', '2026-03-04', text='a table for 4 on Friday at 7 pm')
        self.assertIn('Date        2026-03-06  ("Friday")', told.stdout)
        self.assertIn('Party size  4  ("4")', told.stdout)
        self.assertIn('Nothing was found', attempt(text='Thank you!').stdout)

    def test_lines_are_answered_one_by_one_and_blanks_left_out(self):
        lines = [{'id': 'a', 'text': 'morgen ab 17 Uhr', 'language': 'de',
                  'received_at': '2026-03-04T23:30:00Z', 'time_zone': 'Europe/Berlin'},
                 {'id': 'b', 'text': 'Thursday, 14 March', 'language': 'en',
                  'received_at': '2026-03-04T12:00:00Z', 'time_zone': 'UTC'}]
        done = attempt('--jsonl', text=''.join(json.dumps(line) + '\n' for line in lines))
        self.assertEqual(done.returncode, 0, done.stderr)
        # In Berlin it is the 5th already.
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()],
                         [{'id': 'a', 'fields': {'date': {'earliest': '2026-03-06',
                                                          'latest': '2026-03-06'},
                                                 'time': {'from': '17:00'}}},
                          {'id': 'b', 'fields': {}}])

    def test_mistakes_are_named(self):
        for arguments, text, words, code in (
                (('--jsonl',), '{"id":1}\n', 'line 1: received_at', 1),
                (('--jsonl',), '{\n', 'line 1', 1),
                (('no-such.eml',), '', "no-such.eml can't be opened", 1),
                (('--time-zone', 'Mars/Base'), 'x', "no time zone 'Mars/Base'", 64)):
            done = attempt(*arguments, text=text)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == '__main__':
    unittest.main()
