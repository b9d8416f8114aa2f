"""The sheet is at Google, by a double that Google's own client takes for the real one."""
import json
import os
import tempfile
import unittest

from harness.case import ServerCase
from harness.google_login import GoogleTokens
from harness.google_sheets import GoogleSheets
from harness.node import Oracle
from harness.waiting import wait_for
from harness.world import new_person

HEAD = ['Name', 'Mobile', 'Service', 'Our own column']
START = [HEAD, ['Anna', '0151 1000001', 'Cut', 'likes "tea"'], ['Ben', '0151 1000002', '', 'x']]
OWN = ['Standby', 'Standby status', 'Standby place', 'Standby answer by', 'Standby note']
LOOK_SECONDS = 60  # a look every 10


class GoogleCase(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.google = GoogleSheets()
        cls.addClassCleanup(cls.google.close)
        cls.flags = ('--join-rate', '0', '--allow-private', cls.google.address)
        super().setUpClass()

    def setUp(self):
        self.google.clear()
        self.resource = self.world.make_resource('slots')
        self.ids = {'resource_id': self.resource['id']}
        self.addCleanup(self.client.call, 'remove_sheet', self.ids, expect=200)

    def body(self, tab=0, **more):
        return {'url': f'gsheet:{self.google.id}#{tab}', 'api_url': self.google.url,
                'key_file': self.google.tokens.key_file, **more}

    def follow(self, rows=None, **more):
        self.google.fill(rows or START)
        return self.client.call('set_sheet', self.ids, expect=200, body=self.body(**more)).body

    def try_out(self, **more):
        return self.client.call('test_sheet', self.ids, expect=200, body=self.body(**more)).body

    def sheet(self):
        return self.client.call('get_sheet', self.ids, expect=200).body

    def entries(self):
        return self.client.call('list_queue', self.ids, expect=200)['items']

    def in_line(self, *names):
        wait_for(lambda: [one['name'] for one in self.entries()] == list(names),
                 f'the line {names}', LOOK_SECONDS)

    def marks(self):
        """By name."""
        head, *rows = self.google.rows()
        if 'Standby' not in head:
            return {}
        column = head.index('Standby')
        return {row[0]: row[column] for row in rows if len(row) > column and row[column]}

    def marked(self, *names):
        wait_for(lambda: sorted(self.marks()) == sorted(names), f'marks of {names}', LOOK_SECONDS)


class AtGoogle(GoogleCase):
    def test_people_join_and_all_that_standby_says_is_shown_beside_them(self):
        self.assertEqual(self.follow()['state'], 'waiting')
        self.in_line('Anna', 'Ben')
        self.marked('Anna', 'Ben')
        self.assertEqual(self.google.rows()[0], HEAD + OWN)
        wait_for(lambda: len(self.google.beside()) == 3, 'the tab beside', LOOK_SECONDS)
        marks = self.marks()
        self.assertEqual([row[:3] for row in self.google.beside()[1:]],
                         [[marks['Anna'], 'Waiting', '1'], [marks['Ben'], 'Waiting', '2']])
        own = next(tab for tab in self.google.tabs.values() if tab.title == '_standby')
        self.assertEqual(own.editors, [self.google.tokens.email])
        formula = self.google.tabs[0].cells[0, 5]['formulaValue']
        self.assertEqual(formula, '={"Standby status";ARRAYFORMULA(IFERROR(VLOOKUP(IF(E2:E="";'
                         '"row "&ROW(E2:E);E2:E);\'_standby\'!A2:E;2;0);""))}')
        # Rows that are sorted move nobody, and theirs are the marks.
        self.google.edit(lambda rows: [rows[0], *reversed(rows[1:])])
        person = new_person()
        self.world.join(self.resource, person)
        self.marked('Anna', 'Ben', person['name'])
        self.assertEqual([one['name'] for one in self.entries()], ['Anna', 'Ben', person['name']])
        self.assertEqual([row[0] for row in self.google.rows()],
                         ['Name', 'Ben', 'Anna', person['name']])

    def test_wishes_are_the_staffs_and_rows_that_go_take_their_guests_along(self):
        self.follow()
        self.marked('Anna', 'Ben')
        self.google.edit(lambda rows: [rows[0], [*rows[1][:2], 'Colour', *rows[1][3:]]])
        wait_for(lambda: [(one['name'], one['wants']['service']) for one in self.entries()] ==
                 [('Anna', 'Colour')], 'the change', LOOK_SECONDS)

    def test_whoever_is_erased_loses_the_row(self):
        self.follow()
        self.marked('Anna', 'Ben')
        self.client.call('erase_entry', {'entry_id': self.entries()[0]['id']}, expect=200)
        wait_for(lambda: [row[0] for row in self.google.rows()] == ['Name', 'Ben'],
                 'the row to go', 90)
        wait_for(lambda: len(self.google.beside()) == 2, 'the tab beside', LOOK_SECONDS)

    def test_a_formula_is_text_and_what_cannot_be_read_is_noted_in_its_row(self):
        self.follow([HEAD, ['Anna', '4.41E+11', '', ''], ['Ben', '0151 1000002', '', '']])
        self.world.join(self.resource, new_person(name='=HYPERLINK("x")'))
        wait_for(lambda: len(self.google.rows()) == 4, 'the row', LOOK_SECONDS)
        self.assertEqual(self.google.tabs[0].cells[3, 0],
                         {'stringValue': '\'=HYPERLINK("x")'})
        wait_for(lambda: any(row[0] == 'row 2' and '4.41E+11' in row[4]
                             for row in self.google.beside()[1:] if len(row) == 5),
                 'the note', LOOK_SECONDS)

    def test_a_tab_that_is_full_grows(self):
        self.google.tabs[0].rows, self.google.tabs[0].columns = 3, 4
        self.follow()
        self.marked('Anna', 'Ben')
        person = new_person()
        self.world.join(self.resource, person)
        self.marked('Anna', 'Ben', person['name'])

    def test_a_limit_is_waited_out_and_an_idle_sheet_is_asked_for_one_read_a_look(self):
        self.google.limited = 1
        self.follow()
        wait_for(lambda: self.sheet()['trouble'] == 'busy', 'the limit', LOOK_SECONDS)
        self.in_line('Anna', 'Ben')
        self.marked('Anna', 'Ben')
        wait_for(lambda: len(self.google.beside()) == 3, 'the tab beside', LOOK_SECONDS)
        self.google.requests.clear()
        wait_for(lambda: len(self.google.requests) >= 2, 'two looks', LOOK_SECONDS)
        self.assertEqual({path.rsplit(':', 1)[1] for _, path in self.google.requests[-2:]},
                         {'batchGetByDataFilter'})


class InWords(GoogleCase):
    def test_what_is_wrong_is_told_and_nothing_is_changed(self):
        self.google.fill(START)
        late = GoogleTokens(self.google.tokens.url, email=self.google.tokens.email,
                            clock=lambda: 0)
        for change, trouble in (
                ({}, None),
                ({'sharing': None}, 'not_shared'),
                ({'is_api_on': False}, 'api_off'),
                ({'tab': 42}, 'wrong_tab'),
                ({'tab': 7}, 'no_headings'),
                ({'url': 'gsheet:another#0'}, 'not_found'),
                ({'key_file': late.key_file}, 'key_refused'),
                ({'url': 'gsheet:sp/ace#0'}, 'bad_address')):
            with self.subTest(trouble=trouble):
                self.google.sharing, self.google.is_api_on = 'writer', True
                given = {}
                for name, value in change.items():
                    if name in ('sharing', 'is_api_on'):
                        setattr(self.google, name, value)
                    else:
                        given[name] = value
                tested = self.try_out(**given)
                self.assertEqual((tested['works'], tested['trouble']),
                                 (trouble is None, trouble))
        self.google.sharing = None
        self.assertIn(self.google.tokens.email, self.try_out()['words'])
        self.assertEqual(self.entries(), [])
        self.assertEqual(self.sheet()['state'], 'none')

    def test_a_sheet_that_may_only_be_read(self):
        self.google.sharing = 'reader'
        self.follow()
        self.in_line('Anna', 'Ben')
        wait_for(lambda: self.sheet()['trouble'] == 'not_editor', 'the trouble', LOOK_SECONDS)
        self.assertIn(self.google.tokens.email, self.sheet()['words'])

    def test_a_heading_that_is_gone_and_one_that_stands_there_twice(self):
        self.follow()
        self.marked('Anna', 'Ben')
        self.google.edit(lambda rows: [['Name', 'Who knows', *rows[0][2:]], *rows[1:]])
        wait_for(lambda: self.sheet()['trouble'] == 'no_headings', 'the heading', LOOK_SECONDS)
        self.google.edit(lambda rows: [['Name', 'Mobile', 'Mobile', *rows[0][3:]], *rows[1:]])
        wait_for(lambda: 'heading_twice' in [one['kind'] for one in self.sheet()['notes']],
                 'the note', 90)
        self.assertEqual([one['name'] for one in self.entries()], ['Anna', 'Ben'])

    def test_the_key_is_never_shown_and_stays_with_its_address(self):
        self.follow()
        self.marked('Anna', 'Ben')
        self.assertNotIn('PRIVATE KEY', str(self.sheet()))
        body = self.body()
        del body['key_file']
        self.assertTrue(self.client.call('test_sheet', self.ids, body=body, expect=200)['works'])
        elsewhere = {**body, 'api_url': f'http://localhost:{self.google.address.split(":")[1]}'}
        told = self.client.call('test_sheet', self.ids, body=elsewhere, expect=200)
        self.assertEqual(told['trouble'], 'key_refused')
        wrong = self.client.call('set_sheet', self.ids, expect=422,
                                 body={**self.body(), 'key_file': '{}'})
        self.assertEqual([one['field'] for one in wrong['errors']], ['key_file'])


class TheClockIsOff(ServerCase):
    def test_is_told(self):
        google = GoogleSheets()
        self.addCleanup(google.close)
        type(self).flags = ('--join-rate', '0', '--allow-private', google.address,
                            '--manual-clock', '2031-05-04T12:00:00Z')
        super().setUpClass()
        list_id = self.world.make_resource('slots')['id']
        tested = self.client.call(
            'test_sheet', {'resource_id': list_id}, expect=200,
            body={'url': f'gsheet:{google.id}#0', 'api_url': google.url,
                  'key_file': google.tokens.key_file})
        self.assertEqual(tested['trouble'], 'clock_off')

    @classmethod
    def setUpClass(cls):
        pass


class TheDouble(unittest.TestCase):
    """Google's own client gets from it what it would get from Google."""

    def setUp(self):
        self.google = GoogleSheets()
        self.addCleanup(self.google.close)
        self.google.fill(START)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        key = os.path.join(folder.name, 'key.json')
        with open(key, 'w', encoding='utf-8') as file:
            file.write(self.google.tokens.key_file)
        self.client = Oracle('google_sheets_client.mjs', self.google.url + '/', self.google.id, key)
        self.addCleanup(self.client.close)

    def ask(self, do, **more):
        answer = json.loads(self.client.ask(do=do, **more))
        return answer['status'], answer['data']

    def test_answers_googles_own_client(self):
        status, about = self.ask('about')
        self.assertEqual(status, 200)
        self.assertEqual([one['properties']['sheetId'] for one in about['sheets']], [0, 7])
        status, values = self.ask('values', ranges=["'Waitlist'"])
        self.assertEqual((status, values['valueRanges'][0]['values']), (200, START))
        status, values = self.ask('filtered', tab=0)
        self.assertEqual(values['valueRanges'][0]['valueRange']['values'], START)
        status, problem = self.ask('filtered', tab=42)
        self.assertEqual((status, problem['error']['status']), (400, 'INVALID_ARGUMENT'))

    def test_changes_happen_whole_or_not_at_all(self):
        cell = {'userEnteredValue': {'stringValue': 'Cleo'}}
        good = {'updateCells': {'rows': [{'values': [cell]}], 'fields': 'userEnteredValue',
                                'start': {'sheetId': 0, 'rowIndex': 3, 'columnIndex': 0}}}
        bad = {'updateCells': {'rows': [{'values': [cell]}], 'fields': 'userEnteredValue',
                               'start': {'sheetId': 0, 'rowIndex': 5000, 'columnIndex': 0}}}
        self.assertEqual(self.ask('change', requests=[good, bad])[0], 400)
        self.assertEqual(self.google.rows(), START)
        put_in = {'insertDimension': {'range': {'sheetId': 0, 'dimension': 'ROWS',
                                                'startIndex': 1, 'endIndex': 2}}}
        take_out = {'deleteDimension': {'range': {'sheetId': 0, 'dimension': 'ROWS',
                                                  'startIndex': 2, 'endIndex': 3}}}
        self.assertEqual(self.ask('change', requests=[good, put_in, take_out])[0], 200)
        self.assertEqual([row[:1] for row in self.google.rows()],
                         [['Name'], [], ['Ben'], ['Cleo']])

    def test_refuses_as_google_does(self):
        self.google.sharing = None
        self.assertEqual(self.ask('about')[0], 403)
        self.google.sharing = 'reader'
        self.assertEqual(self.ask('change', requests=[])[0], 403)
        self.google.tokens.is_revoked = True
        self.assertEqual(self.ask('about')[0], 401)


if __name__ == '__main__':
    unittest.main()
