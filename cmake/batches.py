#!/usr/bin/env python3
"""Puts sources together that can be compiled as one, so that their headers are parsed once.

usage: batches.py <folder> <lines> <source>...   writes <folder>/batch_*.cpp, lists what to compile
       batches.py --check <folder>...            touches <folder>/changed when a batch cannot stand

Two files go together unless one uses a name that the other keeps to itself (in an unnamed
namespace, as a static function or by a macro), or gets it from a header: it would be defined twice,
or be another function than was meant. A batch has at most so many lines; a file that has more
stands alone.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tools'))
from tidy_checks.cpp_text import includes, without_comments_and_literals  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_UNNAMED = re.compile(r'\bnamespace\s*\{')
_NAMED = re.compile(r'\bnamespace\s+[\w:]+\s*\{')
_DIRECTIVE = re.compile(r'(?m)^[ \t]*#(?:\\\n|[^\n])*')
_MACRO = re.compile(r'(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)')
# A word that is not a member of something or qualified by a name.
_WORD = re.compile(r'(?<![\w.:>])(?:(?<=->)|(?<!->))[A-Za-z_]\w*')
_DECLARED = re.compile(
    r'\b(?:struct|class|union|enum(?:\s+class)?|concept)\s+(?:\[\[.*?\]\]\s*)?(\w+)'
    r'|\busing\s+(\w+)\s*='
    r'|([A-Za-z_]\w*)\s*(?=[(\[{=;])')
_KEYWORDS = {'if', 'for', 'while', 'switch', 'return', 'requires', 'sizeof', 'decltype', 'noexcept',
             'operator', 'template', 'explicit', 'alignas', 'static_assert', 'const', 'constexpr',
             # What they declare has the name of the test in it.
             'TEST', 'TEST_F', 'TEST_P', 'INSTANTIATE_TEST_SUITE_P', 'TYPED_TEST',
             'TYPED_TEST_SUITE', 'RC_GTEST_PROP', 'RC_GTEST_FIXTURE_PROP'}


def _end_of(code, brace):
    """Behind the brace that closes the one at `brace`."""
    depth = 0
    for index in range(brace, len(code)):
        depth += {'{': 1, '}': -1}.get(code[index], 0)
        if depth == 0:
            return index + 1
    return len(code)


def _top_level(code):
    """The code with everything inside braces and parentheses left out, but for the braces."""
    kept, depth = [], 0
    for character in code:
        if character in '{(':
            if depth == 0:
                kept.append(character)
            depth += 1
        elif character in '})':
            depth -= 1
            if depth == 0:
                kept.append(character + (';' if character == '}' else ''))
        elif depth == 0:
            kept.append(character)
    return ''.join(kept)


def _names_in(code):
    """What a piece of namespace scope declares: at least every name that it does."""
    names = set()
    for statement in _top_level(code).split(';'):
        if re.match(r'\s*using\s+(?!\w+\s*=)', statement):
            continue  # names that exist elsewhere; the same line twice does no harm
        for match in _DECLARED.finditer(statement + ';'):
            name = next(group for group in match.groups() if group)
            if name not in _KEYWORDS:
                names.add(name)
                break  # the first one is the declared one; what follows are bases and values
    return names


def _scopes(code, opening):
    """What is inside the braces of each scope that opens like this."""
    for match in opening.finditer(code):
        brace = match.end() - 1
        yield code[brace + 1:_end_of(code, brace) - 1]


_known_headers = {}


def _names_from(text):
    """What the headers of ours that a text includes declare, and those that they include."""
    names = set()
    for _, quote, path in includes(text):
        if quote != '"':
            continue
        if path not in _known_headers:
            _known_headers[path] = set()  # in case it includes itself
            for folder in ('src', '.'):
                header = os.path.join(ROOT, folder, path)
                if os.path.isfile(header):
                    _known_headers[path] = _header_names(header)
                    break
        names |= _known_headers[path]
    return names


def _header_names(path):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    code = _DIRECTIVE.sub('', without_comments_and_literals(text))
    names = _names_from(text)
    for scope in _scopes(code, _NAMED):
        names |= _names_in(scope)
    return names


class Source:
    """What has to be known of a file in order to put others beside it."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding='utf-8') as file:
            text = file.read()
        self.lines = text.count('\n')
        code = without_comments_and_literals(text)
        self.own = set(_MACRO.findall(code))
        code = _DIRECTIVE.sub('', code)
        for scope in _scopes(code, _UNNAMED):
            self.own |= _names_in(scope)
        for match in re.finditer(r'(?m)^static\s[^;{(]*?(\w+)\s*[({=]', code):
            self.own.add(match.group(1))
        self.words = set(_WORD.findall(code)) | _names_from(text)


class Batch:
    def __init__(self):
        self.sources, self.own, self.words, self.lines = [], set(), set(), 0

    def takes(self, source):
        return not (self.own & source.words) and not (source.own & self.words)

    def add(self, source):
        self.sources.append(source)
        self.own |= source.own
        self.words |= source.words
        self.lines += source.lines


def in_batches(paths, lines_max):
    batches = []
    for source in (Source(path) for path in sorted(paths)):
        for batch in batches:
            if batch.lines + source.lines <= lines_max and batch.takes(source):
                batch.add(source)
                break
        else:
            batches.append(Batch())
            batches[-1].add(source)
    return [[source.path for source in batch.sources] for batch in batches]


def write_if_changed(path, text):
    try:
        with open(path, encoding='utf-8') as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def write(folder, lines_max, paths):
    os.makedirs(folder, exist_ok=True)
    compiled, written = [], set()
    for number, batch in enumerate(in_batches(paths, lines_max), 1):
        if len(batch) == 1:
            compiled += batch
            continue
        path = os.path.join(folder, f'batch_{number}.cpp')
        # Relative, so that a compiler cache knows the batch again in another folder.
        write_if_changed(path, ''.join(f'#include "{os.path.relpath(each, folder)}"\n'
                                       for each in batch))
        compiled.append(path)
        written.add(path)
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.startswith('batch_') and path not in written:
            os.remove(path)
    write_if_changed(os.path.join(folder, 'changed'), '')
    print(';'.join(compiled), end='')


def sources_of(folder):
    """The batches that were written into a folder, each as a list of paths."""
    for name in os.listdir(folder):
        if name.startswith('batch_'):
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                yield [os.path.normpath(os.path.join(folder, each))
                       for each in re.findall(r'"(.*)"', file.read())]


def fits(paths):
    batch = Batch()
    for path in paths:
        source = Source(path)
        if not batch.takes(source):
            return False
        batch.add(source)
    return True


def newest(paths):
    return max((os.path.getmtime(path) for path in paths), default=0)


def check(folders):
    """Looks at batches with a file that was written since the last look; at all, after a header."""
    headers = [os.path.join(folder, name)
               for top in ('src', 'sim', 'tests', 'bench')
               for folder, _, names in os.walk(os.path.join(ROOT, top))
               for name in names if name.endswith('.hpp')]
    newest_header = newest(headers)
    for folder in folders:
        stamp = os.path.join(folder, 'checked')
        since = os.path.getmtime(stamp) if os.path.exists(stamp) else 0
        for paths in sources_of(folder):
            if not all(os.path.exists(path) for path in paths):
                break  # the build notices by itself
            if max(newest(paths), newest_header) > since and not fits(paths):
                os.utime(os.path.join(folder, 'changed'))
                break
        with open(stamp, 'w', encoding='utf-8'):
            pass


if __name__ == '__main__':
    if sys.argv[1] == '--check':
        check(sys.argv[2:])
    else:
        write(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
