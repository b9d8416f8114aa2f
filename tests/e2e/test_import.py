"""People who come from elsewhere, beside a running server: by the command line and by the API, with
an hour in which they can be taken off the list again."""
import base64
import io
import unittest
import zipfile

from harness.client import Client
from harness.case import CONTRACT
from test_command_line import Folder

PRETIX = ('Date,Name,Email,Phone number,Product,Product ID,Variation,Variation ID,Event slug,'
          'Event name,Date,Start date,End date,Language,Priority,Status,Voucher code\r\n'
          '2025-03-02 09:00:00,Zoe,zoe@mail.example.org,,Day pass,1,,,fest,Fest,,,,de,0,'
          'Waiting for a voucher,\r\n'
          '2025-03-01 18:00:00,Ada,ada@mail.example.org,+4915123456789,Day pass,1,,,fest,Fest,,,,'
          'en,0,Waiting for a voucher,\r\n'
          '2025-03-01 10:00:00,Gone,gone@mail.example.org,,Day pass,1,,,fest,Fest,,,,en,0,'
          'Voucher redeemed,ABC\r\n')


def xlsx(rows):
    """A workbook as programs write it, with one tab."""
    cells = ''
    for number, row in enumerate(rows, 1):
        cells += f'<row r="{number}">'
        for value in row:
            cells += (f'<c><v>{value}</v></c>' if isinstance(value, (int, float)) else
                      f'<c t="inlineStr"><is><t>{value}</t></is></c>')
        cells += '</row>'
    bytes_of = io.BytesIO()
    with zipfile.ZipFile(bytes_of, 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('[Content_Types].xml', '<Types/>')
        file.writestr('xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="People" '
                                         'sheetId="1" r:id="rId1"/></sheets></workbook>')
        file.writestr('xl/_rels/workbook.xml.rels',
                      '<Relationships><Relationship Id="rId1" Type="x/worksheet" '
                      'Target="worksheets/sheet1.xml"/></Relationships>')
        file.writestr('xl/worksheets/sheet1.xml',
                      f'<worksheet><sheetData>{cells}</sheetData></worksheet>')
    return bytes_of.getvalue()


class FromElsewhere(Folder):
    def setUp(self):
        super().setUp()
        self.server, self.world = self.serve()
        self.client = self.world.client
        self.resource = self.world.make_resource('slots')

    def write(self, content, name):
        with open(self.path(name), 'wb') as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def run_beside(self, path, *flags, expect=0):
        return self.run_here('import', path, '--resource', self.resource['id'], '--api-key',
                             self.server.api_key, *flags, expect=expect)

    def upload(self, content, name='people.csv'):
        content = content if isinstance(content, bytes) else content.encode()
        begun = self.client.call('begin_import', {'resource_id': self.resource['id']}, expect=201,
                                 body={'file_name': name, 'size': len(content)}).body
        self.ids = {'import_id': begun['id']}
        for offset in range(0, len(content), 150_000):
            piece = base64.b64encode(content[offset:offset + 150_000]).decode()
            self.call('upload_import', body={'offset': offset, 'data': piece})
        return self.ids

    def call(self, operation, body=None, expect=200):
        return self.client.call(operation, self.ids, body=body or {}, expect=expect).body

    def entries(self, state='waiting'):
        found = self.client.items('list_entries', {'resource_id': self.resource['id']},
                                  state=state)
        return {entry['name']: entry for entry in found}

    def test_an_export_joins_a_running_list_in_the_order_of_those_who_wait(self):
        path = self.write(PRETIX, 'export.csv')
        said = self.run_beside(path, '--dry-run').stdout
        self.assertIn('Taken as an export of pretix', said)
        self.assertIn('Order: when they joined, by the column "Date"', said)
        self.assertIn('Zoe | zoe@mail.example.org', said)
        self.assertEqual(self.entries(), {})
        said = self.run_beside(path).stdout
        self.assertIn('2 joined, 0 already on the list, 0 refused, 0 bad lines, 1 who don', said)
        entries = self.entries()
        self.assertEqual(entries['Ada']['rank'], 1)
        self.assertEqual(entries['Zoe']['rank'], 2)
        self.assertEqual(entries['Ada']['phone'], '+4915123456789')
        self.assertNotIn('Gone', entries)
        self.assertIn('0 joined, 2 already', self.run_beside(path).stdout)
        without_key = self.run_here('import', path, '--resource', self.resource['id'], expect=2)
        self.assertIn('--api-key', without_key.stderr)

    def test_an_import_is_taken_back_but_for_those_who_were_offered_a_place(self):
        self.world.join(self.resource, {'name': 'Before', 'email': 'before@mail.example.org'})
        self.upload(PRETIX)
        shown = self.call('preview_import')['preview']
        self.assertEqual((shown['source'], shown['people'], shown['passed_over']), ('pretix', 2, 1))
        self.assertEqual(shown['columns'][10], {'heading': 'Date', 'field': None})
        done = self.call('run_import')
        self.assertEqual((done['state'], done['joined']), ('done', 2))
        self.assertIsNotNone(done['undo_until'])
        self.assertEqual(len(self.entries()), 3)
        self.world.free_slot(self.resource)
        # Whoever waits longest was asked; she stays.
        self.assertEqual(set(self.entries('offered')), {'Ada'})
        self.server.terminate()
        self.server.start()  # what is kept of an import outlives the server
        self.client.close()
        self.client = Client(self.server.address, CONTRACT, self.server.api_key)
        self.addCleanup(self.client.close)
        undone = self.call('undo_import')
        self.assertEqual((undone['state'], undone['removed'], undone['kept']), ('undone', 1, 1))
        self.assertEqual(set(self.entries()), {'Before'})
        self.call('undo_import', expect=409)
        self.assertEqual(self.call_get()['state'], 'undone')

    def test_whoever_closed_the_page_keeps_nobody_waiting(self):
        for _ in range(8):
            self.upload(PRETIX)
        self.assertEqual(self.call('preview_import')['preview']['people'], 2)

    def call_get(self):
        return self.client.call('get_import', self.ids, expect=200).body

    def test_nobody_who_unsubscribed_is_imported_and_their_consent_is_dated(self):
        self.upload('Email Address,First Name,Last Name,OPTIN_TIME,CONFIRM_TIME,LEID,EUID,'
                    'UNSUB_TIME\n'
                    'in@mail.example.org,In,Side,2024-05-01 10:00:00,2024-05-01 10:05:00,1,a,\n'
                    'out@mail.example.org,Out,Side,2024-05-01 10:00:00,2024-05-01 10:05:00,2,b,'
                    '2025-01-01 00:00:00\n')
        shown = self.call('preview_import')['preview']
        self.assertEqual((shown['people'], shown['not_waiting'][0]['row']), (1, 3))
        self.call('run_import')
        self.assertEqual(set(self.entries()), {'In Side'})
        self.server.terminate()
        people = self.run_here('export', '--resource', self.resource['id'], '--what',
                               'people').stdout
        self.assertIn('Opted in (Mailchimp)', people)
        self.assertIn('2024-05-01T08:00:00Z', people)

    def test_a_workbook_is_mapped_by_hand_and_skips_what_cannot_be_read(self):
        path = self.write(xlsx([['Wer', 'Nummer 1', 'Nummer 2', 'ab'],
                                ['Anna', 1, 1512345678, 'ab 14.12.'],
                                ['Ben', 2, '4.41E+11', 'Easter']]), 'list.xlsx')
        wrong = self.run_beside(path, expect=1)
        self.assertIn('say which one does', wrong.stderr)
        mapped = ('--map', 'Nummer 2=phone', '--map', 'Wer=name')
        said = self.run_beside(path, *mapped, expect=1).stdout
        self.assertIn('row 3, phone: "4.41E+11" is what a spreadsheet made', said)
        self.assertIn('row 3, earliest: "Easter" is no date', said)
        self.assertEqual(self.entries(), {})
        self.run_beside(path, *mapped, '--skip-bad')
        anna = self.entries()['Anna']
        self.assertEqual(anna['phone'], '+491512345678')
        self.assertRegex(anna['wants']['earliest'], r'-12-13T23:00:00Z$')

    def test_a_place_in_line_counts_only_when_someone_says_so(self):
        table = ('ID,NAME,PHONE,EMAIL,PARTY_SIZE,CUSTOMER_ID,STATE,POSITION\n'
                 '1,Two,,two@mail.example.org,2,9,WAITING,2\n'
                 '2,One,,one@mail.example.org,1,8,WAITING,1\n'
                 '3,Done,,done@mail.example.org,1,7,SERVED,\n')
        self.upload(table)
        shown = self.call('preview_import')['preview']
        self.assertEqual(shown['order'], 'rows')
        self.assertIn('the places in "POSITION" are left alone', shown['order_words'])
        shown = self.call('preview_import', {'order': 'position'})['preview']
        self.assertIn('their place in the line they come from', shown['order_words'])
        self.call('run_import')
        self.assertEqual({name: entry['rank'] for name, entry in self.entries().items()},
                         {'One': 1, 'Two': 2})

    def test_what_is_no_table_or_costs_too_much_is_refused_in_words(self):
        bomb = io.BytesIO()
        with zipfile.ZipFile(bomb, 'w', zipfile.ZIP_DEFLATED) as file:
            file.writestr('content.xml', b' ' * 120 * 1024 * 1024)
        for content, words in ((b'%PDF-1.7', 'is a PDF'),
                               (b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1x', 'save it as .xlsx'),
                               (bomb.getvalue(), 'more than 100 MB')):
            with self.subTest(words=words):
                self.upload(content)
                refused = self.call('preview_import', expect=422)
                self.assertIn(words, refused['errors'][0]['message'])
        # The server reads the next one all the same.
        self.upload('email\na@mail.example.org\n')
        self.assertEqual(self.call('preview_import')['preview']['people'], 1)

    def test_pieces_come_in_order_and_an_import_once(self):
        self.upload('email\na@mail.example.org\n')
        self.call('upload_import', {'offset': 0, 'data': 'eA=='}, expect=422)
        self.call('run_import', expect=409)  # it wasn't looked at
        self.call('preview_import')
        self.call('undo_import', expect=409)
        self.call('run_import')
        self.call('run_import', expect=409)


if __name__ == '__main__':
    unittest.main()
