# Tests of words.py: what it refuses, word for word, and what it writes.
import contextlib
import io
import os
import tempfile
import unittest

import words

PAGES = '''
[rules]
fifo = "First come."
window = "We hold it for {0}, or {1}."
waiting.one = "One waits."
waiting.other = "{0} wait."
full.title = "Full"
full.text = "Later."
'''
MESSAGES = '''
places.one = "spot"
places.other = "spots"
[reasons]
cutoff = "too late"
[notices]
password_changed = "Changed."
[mail]
colon = ": "
[wordings.offer.mail]
subject = "For you: {{what}}"
text = """
Hello{{#name}} {{name}}{{/name}},

{{^when}}soon{{/when}}
"""
button = "Claim"
[wordings.offer.sms]
text = "{{house}}: {{link}}"
'''


class WordsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, english, tag=None, other=None):
        for each in words.LANGUAGES:
            with open(os.path.join(self.folder, f'{each}.toml'), 'w', encoding='utf-8') as file:
                file.write(other if each == tag else english)

    def problems(self, purpose):
        return [problem.replace(os.path.relpath(self.folder, words.ROOT) + '/', '')
                for problem in words.read_and_check(purpose, self.folder)[1]]

    def expect(self, purpose, old, new, *expected):
        """German with a change gives these problems."""
        text = PAGES if purpose == 'pages' else MESSAGES
        self.assertIn(old, text)
        self.write(text, 'de', text.replace(old, new))
        self.assertEqual(self.problems(purpose), [f'de.toml: {each}' for each in expected])

    def expect_english(self, purpose, old, new, *expected):
        text = PAGES if purpose == 'pages' else MESSAGES
        self.assertIn(old, text)
        self.write(text.replace(old, new))
        self.assertEqual(self.problems(purpose), [f'en.toml: {each}' for each in expected])

    def test_finds_nothing_wrong_with_what_is_right(self):
        for purpose, text in (('pages', PAGES), ('messages', MESSAGES)):
            self.write(text)
            self.assertEqual(self.problems(purpose), [])

    def test_a_missing_key(self):
        self.expect('pages', 'fifo = "First come."\n', '', 'rules.fifo: is missing')
        self.expect('pages', 'full.text = "Later."\n', '', 'rules.full.text: is missing')
        self.expect('messages', 'button = "Claim"\n', '',
                    'wordings.offer.mail.button: is missing')

    def test_an_unknown_key(self):
        self.expect('pages', 'fifo =', 'lifo = "Last come."\nfifo =',
                    'rules.lifo: is not in English')
        self.expect('messages', 'cutoff =', 'weather = "rain"\ncutoff =',
                    'reasons.weather: is not in English')

    def test_another_set_of_placeholders(self):
        self.expect('pages', '{1}', '{2}',
                    'rules.window: {1} is missing, English uses it',
                    'rules.window: {2} is not used in English')
        self.expect('messages', '{{house}}', '{{place}}',
                    'wordings.offer.sms.text: {{house}} is missing, English uses it',
                    'wordings.offer.sms.text: {{place}} is not used in English')

    def test_a_brace_that_is_no_placeholder(self):
        self.expect('pages', 'First', '{x}',
                    'rules.fifo: a brace must be part of a placeholder such as {0}')
        self.expect('messages', 'too late', '{{late}}',
                    'reasons.cutoff: there are no placeholders here')
        self.expect('messages', '{{house}}:', '{{house}}}:',
                    'wordings.offer.sms.text: a brace must be part of a mark such as {{name}}, '
                    '{{#name}} or {{/name}}')

    def test_plural_forms(self):
        self.expect('pages', 'waiting.one = "One waits."\n', '',
                    'rules.waiting: the plural form one is missing')
        self.expect('pages', 'waiting.other = "{0} wait."\n', '',
                    'rules.waiting: the plural form other is missing')
        self.expect('pages', 'waiting.other', 'waiting.few = "Few wait."\nwaiting.other',
                    'rules.waiting.few: is no plural form; there are one and other')
        self.expect('pages', '{0} wait', 'Many wait',
                    'rules.waiting.other: must say the number, {0}')
        self.expect('pages', 'One waits', '{1} waits',
                    'rules.waiting.one: {1} is not filled in here, only the number, {0}')
        self.expect('messages', 'places.other = "spots"\n', '',
                    'places: the plural form other is missing')

    def test_unbalanced_sections(self):
        self.expect('messages', '{{/name}}', '',
                    'wordings.offer.mail.text: {{#name}} is not closed')
        self.expect('messages', '{{^when}}', '',
                    'wordings.offer.mail.text: {{/when}} closes nothing')

    def test_another_shape(self):
        self.expect('pages', 'fifo = "First come."', 'fifo.title = "First"\nfifo.text = "come"',
                    'rules.fifo: must be one text, as in English')
        self.expect('pages', 'full.title = "Full"\nfull.text = "Later."', 'full = "Full"',
                    'rules.full: must have title, text, as in English')
        self.expect('pages', '"First come."', '1', 'rules.fifo: must be one text, as in English')

    def test_form_of_a_text(self):
        self.expect('pages', 'First come.', ' ', 'rules.fifo: is empty')
        self.expect('pages', 'First come.', 'First\\ncome.', 'rules.fifo: must be one line')
        self.expect('pages', 'First come.', 'First\\tcome.', 'rules.fifo: has a control character')
        self.expect('messages', 'For you', 'For\\nyou',
                    'wordings.offer.mail.subject: must be one line')

    def test_english_that_cannot_be_followed(self):
        self.expect_english('pages', '{0}, or {1}', '{1}',
                            'rules.window: {1} is used, but not {0}')
        self.expect_english('pages', 'fifo', 'FIFO',
                            'rules.FIFO: a key has small letters, digits and _ only')
        self.expect_english('pages', '"First come."', '1',
                            'rules.fifo: must be a text, in quotation marks')
        self.expect_english('messages', 'button = "Claim"\n', '',
                            'wordings.offer.mail: must have subject, text, button')
        self.expect_english('messages', 'offer.sms', 'offer.pigeon',
                            'wordings.offer.pigeon: is no channel; there are mail and sms')
        self.expect_english('messages', '[reasons]\ncutoff = "too late"\n', '',
                            'reasons: is missing')

    def test_files(self):
        self.write(PAGES, 'de', 'fifo = First come.')
        self.assertEqual(self.problems('pages'),
                         ['de.toml: Invalid value (at line 1, column 8)'])
        self.write(PAGES)
        os.rename(os.path.join(self.folder, 'de.toml'), os.path.join(self.folder, 'it.toml'))
        self.assertEqual(self.problems('pages'),
                         ['de.toml: is missing',
                          'it.toml: is no language that cmake/words.py knows'])

    def test_names_files_from_the_root_of_the_repository(self):
        checker = words.Checker('pages', os.path.join(words.ROOT, 'words', 'pages'))
        checker.tag = 'de'
        checker.report('rules.window', '{1} is not used in English')
        self.assertEqual(checker.problems,
                         ['words/pages/de.toml: rules.window: {1} is not used in English'])

    def test_writes_nothing_when_something_is_wrong(self):
        self.write(PAGES, 'de', '')
        output = os.path.join(self.folder, 'output')
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(words.main('pages', self.folder, output), 1)
        self.assertIn('de.toml: rules: is missing', errors.getvalue())
        self.assertFalse(os.path.exists(output))

    def test_writes_a_member_for_each_key_of_a_page(self):
        self.write(PAGES, 'de', PAGES.replace('First come.', 'Wer \\"zuerst\\" kommt.'))
        header, tables = (text for _, text in
                          words.page_files(words.read_and_check('pages', self.folder)[0]))
        for line in ('    struct Rules {\n', '        Phrase fifo;\n',
                     '        Template<2> window;\n', '        Counted waiting;\n',
                     '        Said full;\n', '    Rules rules;\n'):
            self.assertIn(line, header)
        self.assertIn('constinit const PageWords english_page{\n    .rules = {\n'
                      '        .fifo = "First come.",\n', tables)
        self.assertIn('.fifo = "Wer \\"zuerst\\" kommt.",\n', tables)
        self.assertIn('.waiting = {"One waits.", "{0} wait."},\n', tables)

    def test_writes_a_row_for_each_message(self):
        self.write(MESSAGES)
        (_, tables), = words.message_files(words.read_and_check('messages', self.folder)[0])
        self.assertIn('    {"cutoff", "too late"},\n', tables)
        self.assertIn('    {engine::MessageKind::Offer, engine::Channel::Mail, '
                      '"For you: {{what}}", "Hello{{#name}} {{name}}{{/name}},\\n\\n'
                      '{{^when}}soon{{/when}}", "Claim"},\n', tables)
        self.assertIn('engine::Channel::Sms, "", "{{house}}: {{link}}", ""},\n', tables)


if __name__ == '__main__':
    unittest.main()
