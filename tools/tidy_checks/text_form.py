# The form of every text file: whitespace, line length, file names, the comment at the top, the
# order of includes, and words that mark unfinished work.
import posixpath
import re

from . import cpp_text
from .finding import Finding

COLUMNS = 100
CODE_FOLDERS = ('src/', 'sim/', 'tests/', 'bench/', 'script/', 'tools/', 'cmake/')
# This tool's own tables spell out what they look for.
OWN_TABLES = 'tools/tidy_checks/'

RULES = {
    'tab': 'indent with four spaces',
    'trailing_space': 'no whitespace at the end of a line',
    'carriage_return': 'end lines with a line feed only',
    'line_length': f'at most {COLUMNS} columns',
    'final_newline': 'exactly one newline at the end of a file',
    'unfinished': 'finish it, or leave it out and say so in the docs',
    'stilted': 'say it as people do; docs/glossary.md has the words',
    'machine_path': 'use a path relative to the repository',
    'file_name': 'file and folder names are snake_case',
    'top_comment': 'begin with a comment: what this file is, and why it exists',
    'pragma_once': 'a header has #pragma once',
    'own_header_first': "a .cpp file's first include is its own header",
}

_WHY = {
    'tab': 'a tab has another width in every viewer',
    'trailing_space': 'it makes changes out of nothing',
    'carriage_return': 'it makes changes out of nothing',
    'line_length': 'two files must fit side by side',
    'final_newline': 'without it, the next line added changes two',
    'unfinished': 'a note in the code is read by nobody who could act on it',
    'stilted': 'guests and staff read it in a hurry',
    'machine_path': 'it exists on one machine only',
    'file_name': 'a name that can be guessed need not be searched',
    'top_comment': 'a reader must know in a few lines whether this is the right file',
    'pragma_once': 'a header is included more than once sooner or later',
    'own_header_first': 'this proves that the header includes what it needs',
}

_UNFINISHED = re.compile(r'\b(?:TODO|FIXME|XXX|HACK)\b')
# Phrases that were once in what people read, and must not come back.
_STILTED = re.compile(r'whom it suits|did not come about|suits nobody in line|where it shall'
                      r'|and also besides|back in your hands|has done its work|opens nothing any')
_MACHINE_PATH = re.compile(r'(?<![\w.:/-])/(?:home|root|Users)/\w')
_SNAKE_CASE = re.compile(r'[a-z0-9]+(?:_[a-z0-9]+)*(?:\.[a-z0-9]+)*$')
_LONG_LINES_ALLOWED = ('.md', '.txt', '.json', '.yaml', '.yml', '.html', '.css', '.svg', '.sql',
                       '.toml')


def is_cpp(path):
    return path.endswith(('.cpp', '.hpp'))


def _is_prose_or_data(path):
    name = posixpath.basename(path)
    return path.endswith(_LONG_LINES_ALLOWED) or name == 'LICENSE' or path.startswith('web/')


def _finding(path, line, rule, detail=''):
    return Finding(path, line, rule, RULES[rule] + detail, _WHY[rule])


def _check_lines(path, text):
    for number, line in enumerate(text.split('\n'), 1):
        if '\r' in line:
            yield _finding(path, number, 'carriage_return')
            line = line.rstrip('\r')
        if '\t' in line:
            yield _finding(path, number, 'tab')
        if line != line.rstrip():
            yield _finding(path, number, 'trailing_space')
        if len(line) > COLUMNS and not _is_prose_or_data(path):
            yield _finding(path, number, 'line_length', f', this has {len(line)}')
        if not path.startswith(OWN_TABLES):
            match = _UNFINISHED.search(line)
            if match:
                yield _finding(path, number, 'unfinished', f' ({match.group()})')
            match = _STILTED.search(line)
            if match:
                yield _finding(path, number, 'stilted', f' ({match.group()})')
            if _MACHINE_PATH.search(line) and not path.startswith('web/'):
                yield _finding(path, number, 'machine_path')
    if text and (not text.endswith('\n') or text.endswith('\n\n')):
        yield _finding(path, text.count('\n') + 1, 'final_newline')


def _has_top_comment(path, text):
    lines = text.split('\n')
    if lines[0].startswith('#!'):
        lines = lines[1:]
    first = next((line.strip() for line in lines if line.strip()), '')
    if is_cpp(path):
        return first.startswith(('//', '/*'))
    return first.startswith(('#', '"""'))


def _needs_top_comment(path, text, exists):
    if path.endswith('.cpp') and exists(path.removesuffix('.cpp') + '.hpp'):
        return False  # its header says it
    if is_cpp(path) or path.endswith(('.cmake', '.py', '.sh', '.toml', 'CMakeLists.txt')):
        return True
    return text.startswith('#!')


def _check_own_header(path, text, exists):
    """For offer.cpp and offer_test.cpp, when offer.hpp lies beside them."""
    folder, name = posixpath.split(path)
    header = re.sub(r'(?:_test)?\.cpp$', '.hpp', name)
    if not path.endswith('.cpp') or not exists(posixpath.join(folder, header)):
        return
    found = cpp_text.includes(text)
    own = posixpath.join(folder, header).removeprefix('src/')
    if found and found[0][2] not in (own, header):
        yield _finding(path, found[0][0], 'own_header_first', f' ("{own}")')


def check(path, text, exists):
    yield from _check_lines(path, text)
    if path.startswith(CODE_FOLDERS):
        for part in path.split('/'):
            if part != 'README.md' and not _SNAKE_CASE.match(part):
                yield _finding(path, 1, 'file_name', f' ({part})')
    if _needs_top_comment(path, text, exists) and not _has_top_comment(path, text):
        yield _finding(path, 1, 'top_comment')
    if path.endswith('.hpp') and not re.search(
            r'(?m)^#pragma once$', cpp_text.without_comments_and_literals(text)):
        yield _finding(path, 1, 'pragma_once')
    yield from _check_own_header(path, text, exists)


BAD = (
    ('tab', 'src/core/a.cpp', '// a\n\tint a;\n'),
    ('trailing_space', 'docs/a.md', 'a \n'),
    ('carriage_return', 'docs/a.md', 'a\r\n'),
    ('line_length', 'src/core/a.cpp', '// ' + 'a' * 98 + '\n'),
    ('final_newline', 'src/core/a.cpp', '// a'),
    ('final_newline', 'src/core/a.cpp', '// a\n\n'),
    ('unfinished', 'src/core/a.cpp', '// TODO later\n'),
    ('unfinished', 'docs/a.md', 'FIXME\n'),
    ('unfinished', 'script/a', '#!/bin/sh\n# XXX\n'),
    ('stilted', 'docs/a.md', 'The first guest whom it suits gets it.\n'),
    ('machine_path', 'docs/a.md', 'see /home/me/notes\n'),
    ('machine_path', 'src/core/a.cpp', '// a\nauto a = "/root/data";\n'),
    ('file_name', 'src/core/OfferRules.cpp', '// a\n'),
    ('file_name', 'src/core/offer-rules.cpp', '// a\n'),
    ('file_name', 'tests/Scenarios/a.txt', 'a\n'),
    ('top_comment', 'src/core/a.cpp', '#include "core/b.hpp"\n// a\n'),
    ('top_comment', 'src/core/own.hpp', '#pragma once\n'),
    ('top_comment', 'src/core/own_test.cpp', '#include "core/own.hpp"\n'),
    ('top_comment', 'script/a', '#!/bin/sh\necho\n'),
    ('top_comment', 'cmake/a.cmake', 'project(a)\n'),
    ('top_comment', 'words/pages/en.toml', 'a = "b"\n'),
    ('pragma_once', 'src/core/a.hpp', '// a\n// #pragma once\n'),
    # In the self-test, every folder has a header named own.hpp.
    ('own_header_first', 'src/core/own.cpp', '// a\n#include <map>\n#include "core/own.hpp"\n'),
    ('own_header_first', 'src/core/own_test.cpp', '// a\n#include <gtest/gtest.h>\n'),
)
GOOD = (
    ('src/core/a.hpp', '// a\n#pragma once\n'),
    ('src/core/own.cpp', '// a\n#include "core/own.hpp"\n#include <map>\n'),
    ('src/core/own.cpp', '#include "core/own.hpp"\n'),
    ('src/core/own_test.cpp', '// a\n#include "core/own.hpp"\n'),
    ('src/core/b.cpp', '// a\n#include <map>\n'),
    ('docs/a.md', 'a' * 200 + '\nhttps://example.org/home/page\n'),
    ('script/a', '#!/usr/bin/env bash\n# What it does.\n'),
)
