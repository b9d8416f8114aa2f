#!/usr/bin/env python3
"""Turns the words of pages and messages, words/<purpose>/<language>.toml, into C++ tables.

usage: words.py pages|messages <folder with the .toml files> <folder to write to>

English decides what there is: every other language has the same keys, the same placeholders in
each text, and both plural forms. If something is wrong, it is listed with its file and key, and
nothing is written.
"""
import os
import re
import sys
import tomllib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# By the tag that names the file: the enumerator of interchange::Language.
LANGUAGES = {'en': 'English', 'de': 'German', 'fr': 'French', 'es': 'Spanish'}
# What messages have any number of: arrays in C++.
LISTS = ('reasons', 'notices', 'wordings')
PLURAL_FORMS = ('one', 'other')
WORDING_FIELDS = {'mail': ('subject', 'text', 'button'), 'sms': ('text',)}

_KEY = re.compile(r'[a-z][a-z0-9_]*$')
_PLACE = re.compile(r'\{[0-9]\}')
_MARK = re.compile(r'\{\{([#^/]?)([a-z][a-z0-9_]*)\}\}')


def is_counted(node):
    return isinstance(node, dict) and bool(node.keys() & set(PLURAL_FORMS))


def has_braces(text):
    return '{' in text or '}' in text


# What a text of each sort is asked: which placeholders it has, and what is wrong with it.

def plain_marks(text):
    return set(), ['there are no placeholders here'] if has_braces(text) else []


def page_marks(text):
    wrong = []
    if has_braces(_PLACE.sub('', text)):
        wrong.append('a brace must be part of a placeholder such as {0}')
    return set(_PLACE.findall(text)), wrong


def wording_marks(text):
    wrong, open_sections = [], []
    if has_braces(_MARK.sub('', text)):
        wrong.append('a brace must be part of a mark such as {{name}}, {{#name}} or {{/name}}')
    for kind, name in _MARK.findall(text):
        if kind == '/':
            if open_sections and open_sections[-1][1:] == name:
                open_sections.pop()
            else:
                wrong.append(f'{{{{/{name}}}}} closes nothing')
        elif kind:
            open_sections.append(kind + name)
    wrong += [f'{{{{{section}}}}} is not closed' for section in open_sections]
    return {f'{{{{{name}}}}}' for _, name in _MARK.findall(text)}, wrong


class Checker:
    """Collects what is wrong with the files of one purpose."""

    def __init__(self, purpose, folder):
        self.purpose = purpose
        self.folder = os.path.relpath(folder, ROOT)
        self.problems = []
        self.tag = 'en'

    def report(self, path, message):
        where = f'{path}: ' if path else ''
        self.problems.append(f'{self.folder}/{self.tag}.toml: {where}{message}')

    def marks(self, path, text):
        if self.purpose == 'pages':
            return page_marks(text)
        has_marks = path.startswith(('wordings.', 'whatsapp.'))
        return wording_marks(text) if has_marks else plain_marks(text)

    def check_text(self, path, text):
        if not text.strip():
            self.report(path, 'is empty')
        if any(ord(character) < 32 and character != '\n' for character in text):
            self.report(path, 'has a control character')
        if '\n' in text and not (path.startswith('wordings.') and path.endswith('.text')):
            self.report(path, 'must be one line')
        for message in self.marks(path, text)[1]:
            self.report(path, message)

    # English by itself.

    def check_english(self, path, node):
        if isinstance(node, str):
            self.check_text(path, node)
            self.check_numbering(path, node)
        elif not isinstance(node, dict):
            self.report(path, 'must be a text, in quotation marks')
        elif is_counted(node):
            self.check_counted(path, node)
        else:
            for key, value in node.items():
                below = f'{path}.{key}' if path else key
                if not _KEY.match(key):
                    self.report(below, 'a key has small letters, digits and _ only')
                self.check_english(below, value)

    def check_numbering(self, path, text):
        if self.purpose != 'pages':
            return
        places = set(_PLACE.findall(text))
        for number in range(len(places)):
            if f'{{{number}}}' not in places:
                self.report(path, f'{max(places)} is used, but not {{{number}}}')
                return

    def check_counted(self, path, node):
        """The same for every language: the other form says the number, the first one may."""
        number = {'{0}'} if self.purpose == 'pages' else set()
        for key in node.keys() - set(PLURAL_FORMS):
            self.report(f'{path}.{key}', 'is no plural form; there are one and other')
        for form in PLURAL_FORMS:
            if form not in node:
                self.report(path, f'the plural form {form} is missing')
                continue
            text, below = node[form], f'{path}.{form}'
            if not isinstance(text, str):
                self.report(below, 'must be a text, in quotation marks')
                continue
            self.check_text(below, text)
            found = self.marks(below, text)[0]
            for mark in sorted(found - number):
                self.report(below, f'{mark} is not filled in here, only the number, {{0}}')
            if form == 'other' and number - found:
                self.report(below, 'must say the number, {0}')

    def check_lists(self, english):
        for key in LISTS:
            if not isinstance(english.get(key), dict):
                self.report(key, 'is missing')
                return
        for kind, channels in english['wordings'].items():
            for channel, fields in channels.items() if isinstance(channels, dict) else [('', {})]:
                path = f'wordings.{kind}.{channel}'.removesuffix('.')
                if channel not in WORDING_FIELDS:
                    self.report(path, 'is no channel; there are mail and sms')
                elif not isinstance(fields, dict) or set(fields) != set(WORDING_FIELDS[channel]):
                    self.report(path, f'must have {", ".join(WORDING_FIELDS[channel])}')

    # The others, beside English.

    def compare(self, path, english, node):
        if isinstance(english, str):
            if not isinstance(node, str):
                self.report(path, 'must be one text, as in English')
                return
            self.check_text(path, node)
            wanted, found = self.marks(path, english)[0], self.marks(path, node)[0]
            for mark in sorted(found - wanted):
                self.report(path, f'{mark} is not used in English')
            for mark in sorted(wanted - found):
                self.report(path, f'{mark} is missing, English uses it')
        elif not isinstance(node, dict):
            self.report(path, f'must have {", ".join(english)}, as in English')
        elif is_counted(english):
            self.check_counted(path, node)
        else:
            for key in english.keys() | node.keys():
                below = f'{path}.{key}' if path else key
                if key not in node:
                    self.report(below, 'is missing')
                elif key not in english:
                    self.report(below, 'is not in English')
                else:
                    self.compare(below, english[key], node[key])


def without_last_line_break(node):
    """The closing quotation marks of a long text stand on a line of their own."""
    if isinstance(node, dict):
        return {key: without_last_line_break(value) for key, value in node.items()}
    return node.removesuffix('\n') if isinstance(node, str) else node


def read(checker, folder):
    languages = {}
    tags = {name.removesuffix('.toml') for name in os.listdir(folder) if name.endswith('.toml')}
    for tag in sorted(tags | LANGUAGES.keys()):
        checker.tag = tag
        if tag not in LANGUAGES:
            checker.report('', 'is no language that cmake/words.py knows')
            continue
        if tag not in tags:
            checker.report('', 'is missing')
            continue
        with open(os.path.join(folder, f'{tag}.toml'), 'rb') as file:
            try:
                languages[tag] = without_last_line_break(tomllib.load(file))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                checker.report('', str(error))
    return languages


def read_and_check(purpose, folder):
    """The tables by language, and what is wrong with them."""
    checker = Checker(purpose, folder)
    languages = read(checker, folder)
    if not checker.problems:
        checker.tag = 'en'
        checker.check_english('', languages['en'])
        if purpose == 'messages':
            checker.check_lists(languages['en'])
    if not checker.problems:
        for tag in languages.keys() - {'en'}:
            checker.tag = tag
            checker.compare('', languages['en'], languages[tag])
    return languages, sorted(checker.problems)


# C++ from here on.

def pascal_case(name):
    return ''.join(part.capitalize() for part in name.split('_'))


def literal(text):
    escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('??', '?\\?')
    return '"' + escaped.replace('\n', '\\n') + '"'


def struct_members(table, indent):
    """The declarations of what a table of the pages has."""
    for key, value in table.items():
        if isinstance(value, str):
            count = len(set(_PLACE.findall(value)))
            yield f'{indent}{f"Template<{count}>" if count else "Phrase"} {key};'
        elif is_counted(value):
            yield f'{indent}Counted {key};'
        elif set(value) == {'title', 'text'}:
            yield f'{indent}Said {key};'
        else:
            yield f'{indent}struct {pascal_case(key)} {{'
            yield from struct_members(value, indent + '    ')
            yield f'{indent}}};'
            yield f'{indent}{pascal_case(key)} {key};'


def initialisers(english, table, indent):
    """In the order of English, which is the order of the members."""
    for key, value in english.items():
        if isinstance(value, str):
            yield f'{indent}.{key} = {literal(table[key])},'
        elif is_counted(value):
            forms = ', '.join(literal(table[key][form]) for form in PLURAL_FORMS)
            yield f'{indent}.{key} = {{{forms}}},'
        else:
            yield f'{indent}.{key} = {{'
            if set(value) == {'title', 'text'}:
                value = {'title': value['title'], 'text': value['text']}
            yield from initialisers(value, table[key], indent + '    ')
            yield f'{indent}}},'


def lines_of(*parts):
    return '\n'.join(line for part in parts for line in ([part] if isinstance(part, str) else part))


def page_files(languages):
    english = languages['en']
    yield 'http/pages/words/page_words.hpp', lines_of(
        '// Everything that words/pages says, written by cmake/words.py.',
        '#pragma once', '',
        '#include "http/pages/words/phrase.hpp"', '',
        'namespace standby::http {', '',
        'struct PageWords {', struct_members(english, '    '), '};', '',
        '}  // namespace standby::http', '')
    tables = [lines_of(f'constinit const PageWords {name.lower()}_page{{',
                       initialisers(english, languages[tag], '    '), '};', '')
              for tag, name in LANGUAGES.items()]
    yield 'http/pages/words/page_words.cpp', lines_of(
        '// The texts of words/pages, written by cmake/words.py.',
        '#include "http/pages/words/words.hpp"', '',
        'namespace standby::http {', '', tables, '}  // namespace standby::http', '')


def wording_rows(english, wordings):
    for kind, channels in english.items():
        for channel in channels:
            fields = wordings[kind][channel]
            texts = ', '.join(literal(fields.get(field, '')) for field in WORDING_FIELDS['mail'])
            yield (f'    {{engine::MessageKind::{pascal_case(kind)}, '
                   f'engine::Channel::{pascal_case(channel)}, {texts}}},')


def message_table(english, table, name):
    """The lists are arrays of their own; Words refers to them."""
    one_of_a_kind = {key: value for key, value in english.items() if key not in LISTS}

    def named(key):
        rows = (f'    {{{literal(one)}, {literal(table[key][one])}}},' for one in english[key])
        return lines_of(f'constexpr ReasonWords {name}_{key}[] = {{', rows, '};', '')

    return lines_of(
        'namespace {', '',
        named('reasons'), named('notices'),
        f'constexpr Wording {name}_wordings[] = {{',
        wording_rows(english['wordings'], table['wordings']), '};', '',
        '}  // namespace', '',
        f'constinit const Words {name}_words{{',
        initialisers(one_of_a_kind, table, '    '),
        (f'    .{key} = {name}_{key},' for key in LISTS), '};', '')


def message_files(languages):
    tables = [message_table(languages['en'], languages[tag], name.lower())
              for tag, name in LANGUAGES.items()]
    yield 'notify/voice/words/message_words.cpp', lines_of(
        '// The texts of words/messages, written by cmake/words.py.',
        '#include "notify/voice/words/words.hpp"', '',
        'namespace standby::notify {', '', tables, '}  // namespace standby::notify', '')


FILES = {'pages': page_files, 'messages': message_files}


def write_if_changed(path, text):
    """What includes the header is compiled again only when a key or a placeholder changed."""
    try:
        with open(path, encoding='utf-8') as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def main(purpose, folder, output):
    languages, problems = read_and_check(purpose, folder)
    if problems:
        print('\n'.join(problems), file=sys.stderr)
        return 1
    for path, text in FILES[purpose](languages):
        write_if_changed(os.path.join(output, path), text)
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
