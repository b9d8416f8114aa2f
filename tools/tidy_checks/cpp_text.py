# Just enough C++ lexing for a style check: which characters are code, which are comments or
# literals, and where functions begin and end. It never needs to understand the language.
import re

_TOKEN = re.compile(
    r'(?P<raw>R"(?P<delimiter>[^()\\\s]{0,16})\((?s:.*?)\)(?P=delimiter)")'
    r'|(?P<string>"(?:\\(?s:.)|[^"\\\n])*")'
    r"|(?P<number>\b\d(?:'?[\w.])*)"
    r"|(?P<character>'(?:\\(?s:.)|[^'\\\n])+')"
    r'|(?P<line>//(?:\\\n|[^\n])*)'
    r'|(?P<block>/\*(?s:.*?)\*/)')


def _blank(text):
    return re.sub(r'[^\n]', ' ', text)


def without_comments_and_literals(text):
    """The same text, of the same shape, with comments and literals turned into blanks."""
    def replace(match):
        kind = match.lastgroup if match.lastgroup != 'delimiter' else 'raw'
        return match.group() if kind == 'number' else _blank(match.group())
    return _TOKEN.sub(replace, text)


def includes(text):
    """The (line number, '"' or '<', path) of every include directive."""
    code_lines = without_comments_and_literals(text).split('\n')
    found = []
    for number, line in enumerate(text.split('\n'), 1):
        # The directive must be code: its hash survives only outside comments and literals.
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if match and '#' in code_lines[number - 1]:
            found.append((number, match.group(1), match.group(2)))
    return found


def _matching_braces(code):
    pairs, open_braces = {}, []
    for index, character in enumerate(code):
        if character == '{':
            open_braces.append(index)
        elif character == '}' and open_braces:
            pairs[open_braces.pop()] = index
    return pairs


_SCOPE = re.compile(r'\b(namespace|class|struct|union|enum|extern)\b')
_NAME = re.compile(r'([~\w:]+(?:\s*operator\s*\S+)?)\s*\(')


def functions(text):
    """The (name, first line, number of lines) of every function body outside other functions."""
    code = without_comments_and_literals(text)
    code = re.sub(r'(?m)^[ \t]*#(?:\\\n|[^\n])*', lambda match: _blank(match.group()), code)
    pairs = _matching_braces(code)
    found, head_begin, index = [], 0, 0
    while index < len(code):
        character = code[index]
        if character == '{' and index in pairs:
            end = pairs[index]
            head = code[head_begin:index]
            after = code[end + 1:].lstrip()[:1]
            name = _NAME.search(head)
            if after in (',', '{') and name:
                index = end + 1  # a member initialiser, `: name_{name}`; the body is still to come
                continue
            if name and not (_SCOPE.search(head) and ')' not in head):
                begin = head_begin + len(head) - len(head.lstrip())
                first = code.count('\n', 0, begin) + 1
                found.append((name.group(1), first, code.count('\n', begin, end) + 1))
                index = end
            head_begin = index + 1
        elif character in ';}':
            head_begin = index + 1
        index += 1
    return found
