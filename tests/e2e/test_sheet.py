"""The waitlist is a file that staff edit: what they save is in the line within two seconds, what
Standby knows is written back, and no slip of the hand costs anybody their place."""
import csv
import io
import os
import stat
import tempfile
import time
import unittest
import zipfile

from harness.case import ServerCase
from harness.server import run_command
from harness.waiting import wait_for
from harness.world import new_person

SECONDS_UNTIL_IN_LINE = 2


class SheetCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='standby-sheets-')
        cls.addClassCleanup(folder.cleanup)
        cls.folder = os.path.realpath(folder.name)
        cls.flags = ('--join-rate', '0', '--sheets-dir', cls.folder)
        super().setUpClass()

    def setUp(self):
        self.name = f'{self._testMethodName}.csv'
        self.path = os.path.join(self.folder, self.name)
        self.resource = self.world.make_resource('slots')
        self.ids = {'resource_id': self.resource['id']}

    def save(self, text, path=None):
        """As editors do: beside, and then in place of the old one."""
        path = path or self.path
        with open(path + '.new', 'wb') as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        os.replace(path + '.new', path)

    def text(self, path=None):
        with open(path or self.path, encoding='utf-8', newline='') as file:
            return file.read()

    def rows(self, path=None):
        return list(csv.DictReader(io.StringIO(self.text(path)), delimiter=','))

    def follow(self, text, name=None):
        self.save(text, name and os.path.join(self.folder, name))
        return self.client.call('set_sheet', self.ids, expect=200,
                                body={'url': f'file://{self.folder}/{name or self.name}'}).body

    def sheet(self):
        return self.client.call('get_sheet', self.ids, expect=200).body

    def looked_at(self):
        """The sheet after a look at it: people join first, then it's said what came of it."""
        wait_for(lambda: self.sheet()['state'] == 'fine', 'a look at the sheet')
        return self.sheet()

    def entries(self):
        return self.client.call('list_queue', self.ids, expect=200)['items']

    def line(self):
        return [entry['name'] for entry in self.entries()]

    def in_line(self, *names, within=10):
        wait_for(lambda: self.line() == list(names), f'the line {names}', within)

    def marked(self, count):
        """Every row has been written back."""
        wait_for(lambda: sum(bool(row.get('Standby')) for row in self.rows()) == count, seconds=10)


class AFileThatStaffEdit(SheetCase):
    START = ('Name,Mobile,Service,Our own column\n'
             'Anna,0151 1000001,Cut,"likes ""tea"""\n'
             'Ben,0151 1000002,,x\n')

    def test_rows_join_in_their_order_and_the_file_keeps_what_is_its_own(self):
        self.assertEqual(self.follow(self.START)['state'], 'waiting')
        self.in_line('Anna', 'Ben')
        self.marked(2)
        self.assertTrue(self.text().startswith(
            'Name,Mobile,Service,Our own column,Standby,Standby status\n'
            'Anna,0151 1000001,Cut,"likes ""tea""",1\u00b7'))
        self.assertEqual([row['Standby status'] for row in self.rows()], ['Waiting', 'Waiting'])
        sibling = self.path[:-4] + '.standby.csv'
        wait_for(lambda: os.path.exists(sibling), 'the file beside it')
        beside = self.rows(sibling)
        self.assertEqual([(row['Row'], row['Place in line']) for row in beside],
                         [('2', '1'), ('3', '2')])
        self.assertEqual(self.looked_at()['people'], 2)

    def test_a_change_is_in_the_line_within_two_seconds(self):
        self.follow(self.START)
        self.marked(2)
        self.save(self.text() + 'Cleo,0151 1000003\n')
        began = time.monotonic()
        self.in_line('Anna', 'Ben', 'Cleo')
        self.assertLess(time.monotonic() - began, SECONDS_UNTIL_IN_LINE)

    def test_sorting_and_copying_move_nobody(self):
        self.follow(self.START + 'Cleo,0151 1000003\n')
        self.marked(3)
        head, *rows = self.text().splitlines(keepends=True)
        self.save(head + ''.join(reversed(rows)) + rows[0])
        wait_for(lambda: [note['kind'] for note in self.sheet().get('notes', [])] ==
                 ['second_row'], seconds=10)
        self.assertEqual(self.line(), ['Anna', 'Ben', 'Cleo'])

    def test_a_deleted_row_leaves_and_an_undo_brings_it_back(self):
        self.follow(self.START)
        self.marked(2)
        before = self.text()
        self.save(before.splitlines(keepends=True)[0] + before.splitlines(keepends=True)[2])
        self.in_line('Ben', within=15)
        self.save(before)
        self.in_line('Anna', 'Ben')

    def test_many_deleted_rows_are_a_question(self):
        self.follow('Name,Mobile\n' + ''.join(
            f'Guest {number},0151 20000{number:02}\n' for number in range(8)))
        self.marked(8)
        self.save(self.text().splitlines(keepends=True)[0])
        wait_for(lambda: [one['kind'] for one in self.sheet()['questions']] == ['many_vanished'],
                 seconds=20)
        self.assertEqual(len(self.line()), 8)
        accepted = self.client.call('accept_sheet', self.ids, expect=200)
        self.assertTrue(accepted['was_asked'])
        self.in_line()

    def test_staff_change_wishes_and_contact_and_so_do_guests(self):
        self.follow(self.START)
        self.marked(2)
        self.save(self.text().replace('Cut', 'Colour').replace('0151 1000002', '0151 1000009'))
        wait_for(lambda: (self.entries()[0]['wants']['service'],
                          self.entries()[1]['phone']) ==
                 ('Colour', '+491511000009'), seconds=10)
        self.client.call('update_entry', {'entry_id': self.entries()[0]['id']},
                         body={'wants': {'service': 'Perm'}}, expect=200)
        wait_for(lambda: self.rows()[0]['Service'] == 'Perm', seconds=10)

    def test_whoever_joins_elsewhere_gets_a_row(self):
        self.follow(self.START)
        self.marked(2)
        person = new_person()
        self.world.join(self.resource, person)
        self.marked(3)
        self.assertEqual(self.rows()[2]['Name'], person['name'])
        self.assertEqual(self.line()[2], person['name'])

    def test_what_cannot_be_read_is_told_by_row_and_the_rest_goes_on(self):
        self.follow('Name,Mobile,Earliest\nAnna,4.41E+11,\nBen,0151 1000002,some day\n'
                    'Cleo,0151 1000003,2031-05-04\n')
        self.in_line('Ben', 'Cleo')
        notes = {(note['row'], note['field']) for note in self.looked_at()['notes']}
        self.assertEqual(notes, {(2, 'phone'), (2, None), (3, 'earliest')})
        sibling = self.path[:-4] + '.standby.csv'
        wait_for(lambda: os.path.exists(sibling) and 'some day' in self.rows(sibling)[1]['Note'],
                 'the file beside it')

    def test_a_formula_is_never_written(self):
        self.follow(self.START)
        self.marked(2)
        self.world.join(self.resource, new_person(name='=cmd|calc'))
        self.marked(3)
        self.assertEqual(self.rows()[2]['Name'], "'=cmd|calc")

    def test_the_dialect_and_the_rights_of_the_file_stay(self):
        text = '\ufeffName;Telefon;Notiz\r\n\r\nJ\u00fcrgen;0151 1000001;"a;b"\r\n'
        self.save(text)
        os.chmod(self.path, 0o604)
        self.client.call('set_sheet', self.ids, expect=200, body={'url': f'file://{self.path}'})
        self.in_line('J\u00fcrgen')
        wait_for(lambda: 'Standby' in self.text(), seconds=10)
        with open(self.path, 'rb') as file:
            written = file.read().decode()
        self.assertTrue(written.startswith('\ufeffName;Telefon;Notiz;Standby;Standby status\r\n\r\n'
                                           'J\u00fcrgen;0151 1000001;"a;b";1'), written)
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o604)

    def test_a_file_that_is_open_is_read_and_written_later(self):
        lock = os.path.join(self.folder, f'.~lock.{self.name}#')
        with open(lock, 'w', encoding='utf-8'):
            pass
        self.follow(self.START)
        self.in_line('Anna', 'Ben')
        wait_for(lambda: self.sheet().get('trouble') == 'in_use', seconds=10)
        self.assertEqual(self.text(), self.START)
        os.unlink(lock)
        self.marked(2)

    def test_erasing_somebody_clears_the_row(self):
        self.follow(self.START)
        self.marked(2)
        entry = self.client.call('list_queue', self.ids, expect=200)['items'][0]
        ids = {'entry_id': entry['id']}
        self.client.call('erase_entry', ids, expect=200)
        wait_for(lambda: 'Anna' not in self.text(), seconds=45)
        self.assertEqual(self.line(), ['Ben'])

    def test_standby_erase_clears_the_row_too(self):
        self.follow('Name,Mobile,E-mail\nAnna,,anna@mail.example.org\nBen,0151 1000002,\n')
        self.marked(2)
        self.server.terminate()
        done = run_command('erase', 'anna@mail.example.org', '--yes', '--data-dir',
                           self.server.data_dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server.start()
        type(self).connect()
        wait_for(lambda: 'anna' not in self.text().lower(), 'the row to go', 45)
        self.assertEqual(self.line(), ['Ben'])

    def test_a_sheet_costs_no_more_than_its_limits(self):
        self.follow('Name,Mobile\nAnna,0151 1000001\n')
        self.marked(1)
        self.save('Name,Mobile\n' + 'x,y\n' * 100_000)
        wait_for(lambda: '100,000 rows' in (self.sheet()['words'] or ''), 'the limit', 30)
        self.save(b'Name,Mobile\n' + b'x' * (50 << 20))
        wait_for(lambda: self.sheet()['trouble'] == 'too_large', 'the limit', 30)
        self.assertEqual(self.line(), ['Anna'])

    def test_a_restart_finds_everybody_again(self):
        self.follow(self.START)
        self.marked(2)
        self.server.terminate()
        head, *rows = self.text().splitlines(keepends=True)
        self.save(head + ''.join(reversed(rows)) + 'Cleo,0151 1000003\n')
        self.server.start()
        type(self).connect()
        self.in_line('Anna', 'Ben', 'Cleo')


class WhereASheetMayBe(SheetCase):
    def refuse(self, url):
        return self.client.call('set_sheet', self.ids, body={'url': url},
                                expect=422)['errors'][0]['message']

    def test_only_plain_files_below_the_folder(self):
        self.save('Name,Mobile\n')
        os.symlink('/etc/passwd', os.path.join(self.folder, 'link.csv'))
        os.symlink('/etc', os.path.join(self.folder, 'etc'))
        os.mkfifo(os.path.join(self.folder, 'pipe.csv'))
        for name in ('../passwd', 'etc/passwd', 'link.csv', 'pipe.csv', '', 'none.csv',
                     '%2e%2e/passwd', f'../{os.path.basename(self.folder)}/{self.name}'):
            with self.subTest(name=name):
                self.assertIn("can't be used", self.refuse(f'file://{self.folder}/{name}'))
        self.assertIn("can't be used", self.refuse('file:///etc/passwd'))
        self.assertIn('must be the address', self.refuse('ftp://10.0.0.1/salon.csv'))

    def test_a_test_changes_nothing(self):
        self.save('Name,Mobile\nAnna,0151 1000001\n')
        tested = self.client.call('test_sheet', self.ids, expect=200,
                                  body={'url': f'file://{self.path}'})
        self.assertTrue(tested['works'])
        self.assertEqual(self.sheet()['state'], 'none')
        self.assertEqual(self.line(), [])

    def test_trouble_is_told_in_words(self):
        self.follow('Animal,Colour\nDog,brown\n')
        wait_for(lambda: self.sheet().get('trouble') == 'no_headings', seconds=10)
        os.unlink(self.path)
        wait_for(lambda: self.sheet().get('trouble') == 'not_found', seconds=10)
        self.assertEqual(self.line(), [])

    def test_a_removed_sheet_is_left_alone(self):
        self.follow('Name,Mobile\nAnna,0151 1000001\n')
        self.in_line('Anna')
        self.client.call('remove_sheet', self.ids, expect=200)
        self.save('Name,Mobile\n')
        self.assertEqual(self.sheet()['state'], 'none')
        self.assertEqual(self.line(), ['Anna'])


PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
SHEET_XML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'


def relationship(kind, target):
    return (f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{OFFICE}/{kind}" Target="{target}"/></Relationships>')


def workbook(rows):
    """A small XLSX with inline texts."""
    cells = ''.join(
        f'<row r="{number}">' + ''.join(
            f'<c r="{chr(65 + column)}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for column, text in enumerate(row)) + '</row>'
        for number, row in enumerate(rows, 1))
    rels = 'application/vnd.openxmlformats-package.relationships+xml'
    parts = {
        '[Content_Types].xml':
            f'<Types xmlns="{PACKAGE}/content-types">'
            f'<Default Extension="rels" ContentType="{rels}"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
            '<Override PartName="/xl/worksheets/sheet1.xml" '
            f'ContentType="{TYPE}.worksheet+xml"/></Types>',
        '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
        'xl/workbook.xml':
            f'<workbook xmlns="{SHEET_XML}" xmlns:r="{OFFICE}">'
            '<sheets><sheet name="Waitlist" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
        'xl/worksheets/sheet1.xml':
            f'<worksheet xmlns="{SHEET_XML}"><sheetData>{cells}</sheetData></worksheet>',
    }
    output = io.BytesIO()
    with zipfile.ZipFile(output, 'w') as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return output.getvalue()


class AnExcelFile(SheetCase):
    def test_is_read_and_what_standby_says_stands_beside_it(self):
        name = 'salon.xlsx'
        path = os.path.join(self.folder, name)
        first = workbook([('Name', 'Mobile'), ('Anna', '0151 1000001'), ('Ben', '0151 1000002')])
        self.follow(first, name)
        self.in_line('Anna', 'Ben')
        self.save(workbook([('Name', 'Mobile'), ('Cleo', '0151 1000003'), ('Ben', '0151 1000002'),
                            ('Anna', '0151 1000001')]), path)
        self.in_line('Anna', 'Ben', 'Cleo')
        self.assertFalse(self.looked_at()['is_written'])
        beside = self.rows(os.path.join(self.folder, 'salon.standby.csv'))
        self.assertEqual([(row['Name'], row['Place in line']) for row in beside],
                         [('Cleo', '3'), ('Ben', '2'), ('Anna', '1')])


if __name__ == '__main__':
    unittest.main()
